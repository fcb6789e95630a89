//! Streams of events: one for all games and jobs that a page watches.
//!
//! Each event holds the whole state of a game, or how far a job is. A slow reader receives the newest state and the number
//! of events that it missed; none are buffered for it.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::select_all;
use futures_util::stream;
use quadrille_api::ErrorKind;
use tokio::sync::watch;

use crate::App;
use crate::change::Change;
use crate::guard::Session;
use crate::reply::Refusal;
use crate::streams::OpenStream;

/// The most games and jobs of a stream.
const MOST_TOPICS: usize = 8;
/// The least time between two events of a stream.
const PAUSE: Duration = Duration::from_millis(33);
const KEEP_ALIVE: Duration = Duration::from_secs(15);

struct Topic {
    /// `game` or `job`.
    kind: &'static str,
    id: String,
    changes: watch::Receiver<Change>,
    /// The revision that was sent last; `None` before the first.
    sent: Option<u64>,
}

struct Viewer {
    app: Arc<App>,
    topics: Vec<Topic>,
    ready: VecDeque<Event>,
    is_over: bool,
    stream: OpenStream,
}

/// Opens a stream. `after` is the id of the last event that the viewer has.
pub(crate) fn open(
    app: &Arc<App>,
    session: &Session,
    topics: &str,
    after: Option<&str>,
) -> Result<Response, Refusal> {
    let names: Vec<&str> = topics.split(',').filter(|name| !name.is_empty()).collect();
    if names.is_empty() || names.len() > MOST_TOPICS {
        let message =
            format!("`topics` names 1 to {MOST_TOPICS} games or jobs, as in topics=game:ID,job:ID");
        return Err(Refusal::new(ErrorKind::BadRequest, message));
    }
    let mut found = Vec::new();
    for name in names {
        let (kind, id, changes) = match name.split_once(':') {
            Some(("game", id)) => {
                let table = app.games.table(app, id)?;
                crate::games::wake(app, &table);
                ("game", id, table.watch())
            }
            Some(("job", id)) => ("job", id, app.jobs.watch(&session.id, id)?),
            _ => {
                let message = "a topic is written game:ID or job:ID";
                return Err(Refusal::new(ErrorKind::BadRequest, message));
            }
        };
        found.push(Topic { kind, id: id.to_owned(), changes, sent: revision(after, id) });
    }
    let stream = app.streams.add(&session.client())?;
    let viewer =
        Viewer { app: app.clone(), topics: found, ready: VecDeque::new(), is_over: false, stream };
    let events = stream::unfold(viewer, |mut viewer| async move {
        let event = viewer.next().await?;
        Some((Ok::<_, Infallible>(event), viewer))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}

/// Returns the revision of a game that an event id holds, as in `ID=7;ID2=3`.
fn revision(after: Option<&str>, id: &str) -> Option<u64> {
    let parts = after?.split(';').filter_map(|part| part.split_once('='));
    parts.filter(|(game, _)| *game == id).find_map(|(_, number)| number.parse().ok())
}

impl Viewer {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.is_over {
                return None;
            }
            self.collect();
            if !self.ready.is_empty() {
                continue;
            }
            if self.topics.is_empty() {
                return None;
            }
            let changed = self.topics.iter_mut().map(|topic| Box::pin(topic.changes.changed()));
            let gone = tokio::select! {
                (changed, index, _) = select_all(changed) => changed.is_err().then_some(index),
                () = self.app.closing() => None,
                // Another stream replaces it.
                () = self.stream.ended() => return None,
            };
            // A game or job that was removed has no more events.
            if let Some(index) = gone {
                self.topics.remove(index);
                continue;
            }
            if self.app.is_closing() {
                self.is_over = true;
                self.ready.push_back(Event::default().event("bye").data(r#"{"event":"bye"}"#));
            } else {
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Prepares the events of all games that have changed.
    fn collect(&mut self) {
        for index in 0..self.topics.len() {
            let topic = &mut self.topics[index];
            let change = topic.changes.borrow_and_update().clone();
            let dropped = match topic.sent {
                Some(sent) if sent == change.revision => continue,
                // A revision from the future is of an earlier run of the server.
                Some(sent) if sent > change.revision => 0,
                Some(sent) => change.revision - sent - 1,
                None => 0,
            };
            topic.sent = Some(change.revision);
            let kind = topic.kind;
            if dropped > 0 {
                self.app.metrics.dropped.fetch_add(dropped, Ordering::Relaxed);
                let data = format!(r#"{{"event":"gap","dropped":{dropped}}}"#);
                self.ready.push_back(Event::default().event("gap").data(data));
            }
            let sent = self.topics.iter().filter_map(|t| Some(format!("{}={}", t.id, t.sent?)));
            let id = sent.collect::<Vec<_>>().join(";");
            self.ready.push_back(Event::default().event(kind).id(id).data(&*change.view));
        }
    }
}
