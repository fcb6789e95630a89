//! Answers requests with many puzzles as a line of JSON for each.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use quadrille_api::{Context, LinesRequest, lines};

use crate::App;
use crate::calls::lost;
use crate::client::Client;
use crate::reply::Refusal;

/// Answers a request. The answer is sent as a whole, so that a slow reader keeps no thread.
pub(crate) async fn answer(
    app: &Arc<App>,
    client: &Client,
    request: LinesRequest,
) -> Result<Response, Refusal> {
    let caps = app.options.limits.caps;
    let runtime = app.runtime.clone();
    let run = app.lines.run(client, move |slot| {
        let mut context = Context::new(slot.cancel().clone(), &**slot);
        context.caps = caps;
        // Puzzles that are searched together have no common limit on time.
        let time = Duration::from_millis(request.ms(&context));
        let timed = slot.clone();
        let timer = runtime.spawn(async move {
            loop {
                let left = time.saturating_sub(timed.elapsed());
                if left.is_zero() {
                    return timed.cancel().cancel();
                }
                tokio::time::sleep(left.max(Duration::from_millis(1))).await;
            }
        });
        let mut text = Vec::new();
        let answered = lines(&request, &context, &mut |line, answer| {
            answer.write_line(line, &mut text);
        });
        timer.abort();
        answered.map(|count| (text, count))
    });
    let (text, count) = run.await.map_err(lost)??;
    app.metrics.puzzles.fetch_add(count, Ordering::Relaxed);
    let mut response = Response::new(Body::from(text));
    let kind = HeaderValue::from_static("application/x-ndjson");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}
