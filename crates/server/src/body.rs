//! Bodies of requests.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, header};
use quadrille_api::ErrorKind;
use serde::de::DeserializeOwned;

use crate::App;
use crate::connections::{Connection, Stage};
use crate::reply::Refusal;

/// Reads a body of JSON, within limits on size and time.
pub(crate) async fn body<T: DeserializeOwned>(
    app: &App,
    request: Request<Body>,
    limit: usize,
) -> Result<T, Refusal> {
    parse(&bytes(app, request, limit).await?)
}

/// Reads JSON.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes)
        .map_err(|error| Refusal::new(ErrorKind::BadRequest, error.to_string()))
}

/// Reads a body, within limits on size and time.
pub(crate) async fn bytes(
    app: &App,
    request: Request<Body>,
    limit: usize,
) -> Result<Bytes, Refusal> {
    let too_large =
        || Refusal::new(ErrorKind::TooLarge, format!("the body has more than {limit} bytes"));
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let enter = |stage| connection.iter().for_each(|connection| connection.enter(stage));
    let read = to_bytes(request.into_body(), limit);
    enter(Stage::Reading);
    let read = tokio::time::timeout(app.options.limits.body_time, read).await;
    enter(Stage::Working);
    match read {
        Err(_) => Err(Refusal::new(ErrorKind::Timeout, "the body took too long to arrive")),
        Ok(Err(_)) => Err(too_large()),
        Ok(Ok(bytes)) => Ok(bytes),
    }
}
