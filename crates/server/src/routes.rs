//! Routes: what is answered at which path.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use quadrille_api::job::JobState;
use quadrille_api::{ErrorKind, RegistryRequest};
use serde::Deserialize;

use crate::body::body;
use crate::connections::{Connection, Stage};
use crate::guard::{Session, seal};
use crate::openapi::{ROUTES, Route, matched};
use crate::reply::{Refusal, json, text};
use crate::status::{page, status};
use crate::{App, assets, calls, docs, events, kept, lines, openapi};

const EVENTS: &str = "/api/v1/events";

/// Answers a request, whatever it is.
pub(crate) async fn handle(
    app: Arc<App>,
    peer: SocketAddr,
    request: Request<Body>,
) -> Response<Body> {
    let started = Instant::now();
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let enter = |stage| connection.iter().for_each(|connection| connection.enter(stage));
    enter(Stage::Working);
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
    let is_stream = name == EVENTS && response.status().is_success();
    enter(if is_stream { Stage::Events } else { Stage::Sending });
    match connection {
        Some(connection) => connection.follow(response),
        None => response,
    }
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
            Method::GET if docs::name(path).is_some() => Ok(&openapi::DOCS),
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
    if route.path.starts_with("/api/v1/games") || route.path.starts_with("/api/v1/jobs") {
        return kept::answer(app, route, session, request).await;
    }
    let (ok, client) = (StatusCode::OK, session.client());
    Ok(match (route.method, route.path) {
        ("GET", "/healthz") => json(ok, &"ok"),
        ("GET", "/readyz") => match app.is_closing() {
            true => return Err(Refusal::new(ErrorKind::Busy, "the server is stopping")),
            false => json(ok, &"ok"),
        },
        ("GET", "/metrics") => text("text/plain; version=0.0.4", metrics(app)),
        ("GET", "/api/v1/status") => json(ok, &status(app)),
        ("GET", "/status") => text("text/html; charset=utf-8", page(&status(app))),
        ("GET", "/api/v1/openapi.json") => text("application/json", openapi::TEXT.to_owned()),
        ("GET", "/api/v1/registry") => {
            calls::answer(app, &client, quadrille_api::Request::Registry(RegistryRequest {}))
                .await?
        }
        ("POST", "/api/v1/session") => {
            let body: TokenRequest = body(app, request, app.options.limits.body).await?;
            app.guard.admit(session, &body.token)?;
            json(ok, &"ok")
        }
        ("POST", "/api/v1/call") => {
            let limit = app.options.limits.body;
            calls::answer(app, &client, body(app, request, limit).await?).await?
        }
        ("POST", "/api/v1/lines") => {
            lines::answer(app, &client, body(app, request, long_body(app)).await?).await?
        }
        ("POST", "/api/v1/replay") => {
            let asked = body(app, request, long_body(app)).await?;
            calls::answer(app, &client, quadrille_api::Request::Replay(asked)).await?
        }
        ("GET", EVENTS) => {
            let topics = request
                .uri()
                .query()
                .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("topics=")));
            let topics = topics.unwrap_or_default().replace("%3A", ":").replace("%2C", ",");
            let after = request.headers().get("last-event-id").and_then(|id| id.to_str().ok());
            events::open(app, session, &topics, after)?
        }
        ("GET", "/docs/") => docs::answer(app, &path, request.headers()).await?,
        _ => assets::file(&path, request.headers())
            .ok_or_else(|| Refusal::new(ErrorKind::NotFound, "there is nothing at this path"))?,
    })
}

/// Returns the limit of a body with a long text. As JSON, a text takes up to twice its bytes.
fn long_body(app: &App) -> usize {
    app.options.limits.caps.lines_bytes.saturating_mul(2)
}

fn metrics(app: &App) -> String {
    let states = [("queued", JobState::Queued), ("running", JobState::Running)];
    let jobs = states.map(|(name, state)| (name, app.jobs.count(state)));
    app.metrics.text(
        &jobs,
        &[
            ("queue_length", app.calls.length() + app.lines.length()),
            ("connections", app.connections.count()),
            ("agents_thinking", app.agents.length()),
            ("streams", app.streams.count()),
            ("games", app.games.count()),
        ],
    )
}
