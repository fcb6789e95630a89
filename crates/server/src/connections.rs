//! Open connections. When there are too many, a new one takes the place of one that does nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::client::Client;
use crate::victim::victim;

/// What a connection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// It waits for a request.
    Waiting,
    /// The client sends a body.
    Reading,
    /// The server works on the answer.
    Working,
    /// The client receives the answer.
    Sending,
    /// The client receives events.
    Events,
}

impl Stage {
    pub(crate) const COUNT: usize = 5;

    /// Returns whether the client keeps the connection waiting, so that another one may take its
    /// place.
    fn is_the_clients_turn(self) -> bool {
        matches!(self, Self::Waiting | Self::Reading | Self::Sending)
    }
}

/// All connections.
pub(crate) struct Connections {
    most: usize,
    /// The most of an address.
    most_of_address: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Open>,
}

struct Open {
    /// Without a session: a connection belongs to an address.
    client: Client,
    stage: Stage,
    since: Instant,
    /// Whether a request has arrived.
    has_asked: bool,
    end: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(most: usize, most_of_address: usize) -> Self {
        Self { most, most_of_address, table: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. If there are too many, it ends the one that has kept the server waiting
    /// longest, of the address that has most connections. Returns `None` if all of them are working.
    pub(crate) fn add(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let mut table = self.lock();
        let of_address = table.open.values().filter(|open| open.client.address == address).count();
        if of_address >= self.most_of_address {
            table.end_one(|of| of == address)?;
        } else if table.open.len() >= self.most {
            table.end_one(|_| true)?;
        }
        table.next += 1;
        let (id, end) = (table.next, Arc::new(Notify::new()));
        let (stage, since) = (Stage::Waiting, Instant::now());
        let client = Client { address, session: None };
        let open = Open { client, stage, since, has_asked: false, end: end.clone() };
        table.open.insert(id, open);
        Some(Connection { all: self.clone(), id, end })
    }

    /// Returns how many connections each address has at each stage.
    pub(crate) fn counts(&self) -> HashMap<IpAddr, [usize; Stage::COUNT]> {
        let mut counts: HashMap<IpAddr, [usize; Stage::COUNT]> = HashMap::new();
        for open in self.lock().open.values() {
            counts.entry(open.client.address).or_default()[open.stage as usize] += 1;
        }
        counts
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().open.len()
    }
}

impl Table {
    fn end_one(&mut self, may_end: impl Fn(IpAddr) -> bool) -> Option<()> {
        let held = self.open.iter().map(|(id, open)| {
            let is_idle = open.stage.is_the_clients_turn() && may_end(open.client.address);
            (&open.client, is_idle.then_some((open.since, *id)))
        });
        let id = *self.open.keys().nth(victim(held, None)?)?;
        self.open.remove(&id)?.end.notify_one();
        Some(())
    }
}

/// A connection.
pub(crate) struct Connection {
    all: Arc<Connections>,
    id: u64,
    end: Arc<Notify>,
}

impl Connection {
    /// Waits until the connection is to end.
    pub(crate) async fn ended(&self) {
        self.end.notified().await;
    }

    /// Returns whether a request has arrived.
    pub(crate) fn has_asked(&self) -> bool {
        self.all.lock().open.get(&self.id).is_some_and(|open| open.has_asked)
    }

    pub(crate) fn enter(&self, stage: Stage) {
        if let Some(open) = self.all.lock().open.get_mut(&self.id) {
            (open.stage, open.since, open.has_asked) = (stage, Instant::now(), true);
        }
    }

    /// Returns an answer whose body notes that it is sent.
    pub(crate) fn follow(self: &Arc<Self>, response: Response<Body>) -> Response<Body> {
        let connection = self.clone();
        response.map(|body| Body::new(Followed { body, connection }))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.lock().open.remove(&self.id);
    }
}

/// The body of an answer. Once it is dropped, the connection waits for the next request.
struct Followed {
    body: Body,
    connection: Arc<Connection>,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.connection.enter(Stage::Waiting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const B: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn is_open(connection: &Connection) -> bool {
        connection.all.lock().open.contains_key(&connection.id)
    }

    #[test]
    fn a_new_connection_replaces_the_longest_waiting_of_the_largest_address() {
        let all = Arc::new(Connections::new(4, 4));
        let few = all.add(B).expect("there is room");
        let many: Vec<_> = (0..3).map(|_| all.add(A).expect("there is room")).collect();
        many[0].enter(Stage::Working);
        let new = all.add(B).expect("one makes room");
        // The first works, so the second has waited longest.
        assert_eq!([0, 1, 2].map(|n| is_open(&many[n])), [true, false, true]);
        assert!(is_open(&few) && is_open(&new));
        assert_eq!(all.counts()[&A], [1, 0, 1, 0, 0]);
    }

    #[test]
    fn connections_that_work_are_not_replaced() {
        let all = Arc::new(Connections::new(2, 2));
        let open: Vec<_> = (0..2).map(|_| all.add(A).expect("there is room")).collect();
        open[0].enter(Stage::Working);
        open[1].enter(Stage::Events);
        assert!(all.add(B).is_none());
        open[0].enter(Stage::Sending);
        assert!(all.add(B).is_some());
        assert!(!is_open(&open[0]));
        drop(open);
        assert_eq!(all.count(), 0);
    }

    #[test]
    fn an_address_replaces_its_own_connections() {
        let all = Arc::new(Connections::new(8, 2));
        let other = all.add(B).expect("there is room");
        let own: Vec<_> = (0..3).map(|_| all.add(A).expect("one makes room")).collect();
        assert_eq!([0, 1, 2].map(|n| is_open(&own[n])), [false, true, true]);
        for connection in &own {
            connection.enter(Stage::Working);
        }
        assert!(all.add(A).is_none() && is_open(&other));
    }
}
