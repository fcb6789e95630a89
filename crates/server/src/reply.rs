//! Answers as JSON, and errors with their status.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quadrille_api::game::GameConflict;
use quadrille_api::{Error, ErrorKind};
use serde::Serialize;

/// A request that was not carried out.
pub(crate) enum Refusal {
    Error(Error),
    /// The game has changed meanwhile.
    Conflict(Box<GameConflict>),
}

impl Refusal {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self::Error(Error::new(kind, message))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Conflict(conflict) => json(StatusCode::CONFLICT, &conflict),
            Self::Error(error) => {
                let mut response = json(status_of(error.error), &error);
                let wait = match error.error {
                    ErrorKind::Busy => "2",
                    ErrorKind::TooManyRequests => "1",
                    _ => return response,
                };
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(wait));
                response
            }
        }
    }
}

fn status_of(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::Damaged => StatusCode::GONE,
        ErrorKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Timeout => StatusCode::REQUEST_TIMEOUT,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::BadPuzzle | ErrorKind::UnknownName | ErrorKind::Unsupported => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        _ => StatusCode::BAD_REQUEST,
    }
}

/// Returns an answer as JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    json_text(status, serde_json::to_vec(value).expect("answers are plain data"))
}

/// Returns an answer that is JSON already.
pub(crate) fn json_text(status: StatusCode, text: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Returns an answer that is not JSON.
pub(crate) fn text(kind: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
