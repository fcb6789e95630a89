//! Answers calls on the pool.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::http::StatusCode;
use axum::response::Response;
use quadrille_api::{Context, ErrorKind, Reply, Request, call};

use crate::client::Client;
use crate::pool::Lost;
use crate::reply::{Refusal, json_text};
use crate::{App, random};

/// Answers a call of a client.
pub(crate) async fn answer(
    app: &Arc<App>,
    client: &Client,
    request: Request,
) -> Result<Response, Refusal> {
    let (caps, commit) = (app.options.limits.caps, app.options.commit);
    let run = app.calls.run(client, move |slot| {
        let mut context = Context::new(slot.cancel().clone(), &**slot);
        (context.caps, context.commit, context.drawn_seed) = (caps, commit, random::seed());
        call(&request, &context)
    });
    let mut reply = run.await.map_err(lost)??;
    if let Reply::Answer(_) = reply {
        app.metrics.puzzles.fetch_add(1, Ordering::Relaxed);
    }
    if let Reply::Registry(registry) = &mut reply {
        registry.capabilities.extend(["games", "jobs", "lines"].map(ToOwned::to_owned));
        for bot in &app.options.bots {
            registry.agents.push(quadrille_api::AgentFields {
                id: bot.name.clone(),
                title: "a bot of this server".to_owned(),
                about: String::new(),
                deterministic: false,
                parameters: Vec::new(),
            });
        }
    }
    let status = if reply.is_invalid() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(json_text(status, reply.to_json()))
}

/// Says why the pool has no result.
pub(crate) fn lost(lost: Lost) -> Refusal {
    match lost {
        Lost::Full => Refusal::new(ErrorKind::Busy, "the server is busy; try again in 2 seconds"),
        Lost::Panicked => {
            Refusal::new(ErrorKind::Internal, "the server failed; please report this")
        }
    }
}
