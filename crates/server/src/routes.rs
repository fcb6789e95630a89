//! Routes: what is answered at which path.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use quadrille_api::{ErrorKind, RegistryRequest};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::guard::{Session, seal};
use crate::openapi::{ROUTES, Route, matched};
use crate::reply::{Refusal, json};
use crate::{App, assets, calls, events, openapi};

/// Answers a request, whatever it is.
pub(crate) async fn handle(
    app: Arc<App>,
    peer: SocketAddr,
    request: Request<Body>,
) -> Response<Body> {
    let started = Instant::now();
    let is_head = *request.method() == Method::HEAD;
    let mut name = "refused";
    let (mut response, session) = match app.guard.check(&app, peer.ip(), &request) {
        Err(refusal) => (respond(refusal), None),
        Ok(session) => {
            let route = find(&request);
            name = route.as_ref().map_or("other", |route| route.path);
            let answer = match route {
                Ok(route) => route_to(&app, route, &session, request).await,
                Err(refusal) => Err(refusal),
            };
            (answer.unwrap_or_else(respond), Some(session))
        }
    };
    if is_head {
        *response.body_mut() = Body::empty();
    }
    seal(&mut response, session.as_ref());
    app.metrics.add(name, response.status().as_u16(), started.elapsed());
    response
}

fn respond(refusal: Refusal) -> Response<Body> {
    axum::response::IntoResponse::into_response(refusal)
}

/// Returns the route of a request.
fn find(request: &Request<Body>) -> Result<&'static Route, Refusal> {
    let path = request.uri().path();
    let method = match *request.method() {
        Method::HEAD => Method::GET,
        ref method => method.clone(),
    };
    let mut at_path = ROUTES.iter().filter(|route| matched(route.path, path).is_some()).peekable();
    if at_path.peek().is_none() {
        return match method {
            Method::GET if !path.starts_with("/api/") => Ok(&openapi::ASSETS),
            _ => Err(Refusal::new(ErrorKind::NotFound, "there is nothing at this path")),
        };
    }
    at_path.find(|route| route.method == method.as_str()).ok_or_else(|| {
        Refusal::new(ErrorKind::MethodNotAllowed, "this path does not have this method")
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenRequest {
    token: String,
}

async fn route_to(
    app: &Arc<App>,
    route: &Route,
    session: &Session,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let path = request.uri().path().to_owned();
    let id = matched(route.path, &path).flatten().unwrap_or_default();
    let seat =
        request.headers().get("x-seat").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let seat = seat.as_deref();
    let games = &app.games;
    let ok = StatusCode::OK;
    Ok(match (route.method, route.path) {
        ("GET", "/healthz") => json(ok, &"ok"),
        ("GET", "/readyz") => match app.closing.load(Ordering::Relaxed) {
            true => return Err(Refusal::new(ErrorKind::Busy, "the server is stopping")),
            false => json(ok, &"ok"),
        },
        ("GET", "/metrics") => text("text/plain; version=0.0.4", metrics(app)),
        ("GET", "/api/v1/openapi.json") => text("application/json", openapi::TEXT.to_owned()),
        ("GET", "/api/v1/registry") => {
            calls::answer(app, quadrille_api::Request::Registry(RegistryRequest {})).await?
        }
        ("POST", "/api/v1/session") => {
            let body: TokenRequest = body(app, request).await?;
            app.guard.admit(session, &body.token)?;
            json(ok, &"ok")
        }
        ("POST", "/api/v1/call") => calls::answer(app, body(app, request).await?).await?,
        ("GET", "/api/v1/games") => json(ok, &games.list(app, &session.id)),
        ("POST", "/api/v1/games") => {
            let body = body(app, request).await?;
            let (table, view) = games.create(app, &session.id, &body)?;
            table.begin(app, &view);
            json(StatusCode::CREATED, &view)
        }
        ("GET", "/api/v1/games/{id}") => json(ok, &games.view(app, id, seat)?),
        ("GET", "/api/v1/games/{id}/record") => text("application/jsonl", games.record(app, id)?),
        ("POST", "/api/v1/games/{id}/moves") => {
            json(ok, &games.play(app, id, seat, &body(app, request).await?)?)
        }
        ("POST", "/api/v1/games/{id}/takeback") => {
            json(ok, &games.take_back(app, id, seat, &body(app, request).await?)?)
        }
        ("POST", "/api/v1/games/{id}/resign") => {
            json(ok, &games.resign(app, id, seat, &body(app, request).await?)?)
        }
        ("POST", "/api/v1/games/{id}/rematch") => {
            let _: quadrille_api::game::SeatRequest = body(app, request).await?;
            json(StatusCode::CREATED, &games.rematch(app, id, seat, &session.id)?)
        }
        ("GET", "/api/v1/events") => {
            let topics = request
                .uri()
                .query()
                .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("topics=")));
            let topics = topics.unwrap_or_default().replace("%3A", ":").replace("%2C", ",");
            let after = request.headers().get("last-event-id").and_then(|id| id.to_str().ok());
            events::open(app, &topics, after)?
        }
        _ => assets::file(&path, request.headers())
            .ok_or_else(|| Refusal::new(ErrorKind::NotFound, "there is nothing at this path"))?,
    })
}

fn text(kind: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Reads a body of JSON, within the limits on size and time.
async fn body<T: DeserializeOwned>(app: &App, request: Request<Body>) -> Result<T, Refusal> {
    let limits = &app.options.limits;
    let too_large = || {
        let message = format!("the body has more than {} bytes", limits.body);
        Refusal::new(ErrorKind::TooLarge, message)
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > limits.body) {
        return Err(too_large());
    }
    let read = to_bytes(request.into_body(), limits.body);
    let bytes = match tokio::time::timeout(limits.body_time, read).await {
        Err(_) => return Err(Refusal::new(ErrorKind::Timeout, "the body took too long to arrive")),
        Ok(Err(_)) => return Err(too_large()),
        Ok(Ok(bytes)) => bytes,
    };
    serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::new(ErrorKind::BadRequest, error.to_string()))
}

fn metrics(app: &App) -> String {
    app.metrics.text(&[
        ("queue_length", app.calls.length()),
        ("agents_thinking", app.agents.length()),
        ("streams", app.options.limits.streams - app.streams.available_permits()),
        ("games", app.games.count()),
    ])
}
