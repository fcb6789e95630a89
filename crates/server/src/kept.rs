//! Routes of what is kept: games and jobs. They wait for the disk, so threads of their own answer
//! them.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use quadrille_api::ErrorKind;
use quadrille_api::game::{NewGameRequest, SeatRequest};
use quadrille_api::job::JobRequest;
use quadrille_lab::report::{PAGE, POLICY};

use crate::App;
use crate::body::{bytes, parse};
use crate::guard::Session;
use crate::openapi::{Route, matched};
use crate::reply::{Refusal, json, text};
use crate::report::Content;

/// The most bytes of a request for a job. Unlike those of calls, they are kept in memory; the largest
/// board with all its notes fits.
const LARGEST_JOB: usize = 128 << 10;

/// A request with its body.
struct Asked {
    app: Arc<App>,
    session: Session,
    /// The id of the game or job, where the path has one.
    id: String,
    /// The header `X-Seat`.
    seat: Option<String>,
    /// The header `Idempotency-Key`.
    key: Option<String>,
    body: Vec<u8>,
}

/// Answers a request.
pub(crate) async fn answer(
    app: &Arc<App>,
    route: &Route,
    session: &Session,
    request: Request<Body>,
) -> Result<Response<Body>, Refusal> {
    let (seat, key) = {
        let header = |name| request.headers().get(name)?.to_str().ok().map(ToOwned::to_owned);
        (header("x-seat"), header("idempotency-key"))
    };
    let id = matched(route.path, request.uri().path()).flatten().unwrap_or_default().to_owned();
    let limit = match route.path {
        "/api/v1/jobs" => app.options.limits.body.min(LARGEST_JOB),
        _ => app.options.limits.body,
    };
    let has_body = *request.method() == Method::POST;
    let body = if has_body { bytes(app, request, limit).await?.to_vec() } else { Vec::new() };
    let (app, session, route) = (app.clone(), session.clone(), *route);
    let asked = Asked { app, session, id, seat, key, body };
    let answered = tokio::task::spawn_blocking(move || carry_out(route, &asked)).await;
    answered.unwrap_or_else(|_| {
        Err(Refusal::new(ErrorKind::Internal, "the server failed; please report this"))
    })
}

fn carry_out(route: Route, asked: &Asked) -> Result<Response<Body>, Refusal> {
    let Asked { app, session, id, body, .. } = asked;
    let (seat, key) = (asked.seat.as_deref(), asked.key.as_deref());
    let (games, jobs, owner) = (&app.games, &app.jobs, &*session.id);
    let ok = StatusCode::OK;
    Ok(match (route.method, route.path) {
        ("GET", "/api/v1/games") => json(ok, &games.list(app, owner)),
        ("POST", "/api/v1/games") => {
            let new: NewGameRequest = parse(body)?;
            let create = || {
                let (table, view) = games.create(app, session, &new)?;
                table.begin(app, &view);
                Ok((view.id.clone(), view))
            };
            let view = app
                .keys
                .once((route.path, owner), key, &new, create, |id| games.created(app, id))?;
            json(StatusCode::CREATED, &view)
        }
        ("GET", "/api/v1/games/{id}") => json(ok, &games.view(app, id, seat)?),
        ("DELETE", "/api/v1/games/{id}") => {
            games.remove(owner, id)?;
            json(ok, &"ok")
        }
        ("GET", "/api/v1/games/{id}/record") => text("application/jsonl", games.record(app, id)?),
        ("POST", "/api/v1/games/{id}/moves") => {
            json(ok, &games.play(app, id, seat, &parse(body)?)?)
        }
        ("POST", "/api/v1/games/{id}/takeback") => {
            json(ok, &games.take_back(app, id, seat, &parse(body)?)?)
        }
        ("POST", "/api/v1/games/{id}/resign") => {
            json(ok, &games.resign(app, id, seat, &parse(body)?)?)
        }
        ("POST", "/api/v1/games/{id}/rematch") => {
            let _: SeatRequest = parse(body)?;
            json(StatusCode::CREATED, &games.rematch(app, id, seat, session)?)
        }
        ("GET", "/api/v1/jobs") => json(ok, &jobs.list(owner)),
        ("POST", "/api/v1/jobs") => {
            let new: JobRequest = parse(body)?;
            let create = || jobs.create(app, session, &new).map(|job| (job.id.clone(), job));
            let job = app
                .keys
                .once((route.path, owner), key, &new, create, |id| jobs.view(app, owner, id))?;
            json(StatusCode::ACCEPTED, &job)
        }
        ("POST", "/api/v1/jobs/{id}/stop") => json(ok, &jobs.stop(app, owner, id)?),
        ("POST", "/api/v1/jobs/{id}/resume") => json(ok, &jobs.resume(app, session, id)?),
        ("GET", "/api/v1/jobs/{id}") => json(ok, &jobs.view(app, owner, id)?),
        ("DELETE", "/api/v1/jobs/{id}") => json(ok, &jobs.remove(app, owner, id)?),
        ("GET", path) => {
            jobs.require(owner, id)?;
            let name = path.rsplit('/').next().unwrap_or_default();
            let content = app.store.report_file(id, name).ok_or_else(|| {
                Refusal::new(ErrorKind::NotFound, "the comparison does not have this file yet")
            })?;
            file(name, content)
        }
        _ => return Err(Refusal::new(ErrorKind::NotFound, "there is nothing at this path")),
    })
}

/// Returns a file of a comparison.
fn file(name: &str, content: Content) -> Response<Body> {
    let mut response = Response::new(content.into_body());
    let headers = response.headers_mut();
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("csv") => "text/csv; charset=utf-8",
        Some("json") => "application/json",
        Some("jsonl") => "application/jsonl",
        _ => "application/vnd.apache.parquet",
    };
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let value = if name == PAGE {
        // The page may run its own script, and nothing else. In the app it is in a frame.
        let policy = format!("{POLICY}; frame-ancestors 'self'; sandbox allow-scripts");
        (header::CONTENT_SECURITY_POLICY, policy)
    } else {
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
    };
    headers.insert(value.0, HeaderValue::from_str(&value.1).expect("it is plain ASCII"));
    response
}
