//! Which event streams are open, and which one ends for a new one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_api::ErrorKind;
use tokio::sync::Notify;

use crate::client::Client;
use crate::reply::Refusal;
use crate::victim::victim;

/// A client has at most one in this many streams.
const SHARE: usize = 4;

/// All streams.
pub(crate) struct Streams {
    most: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    /// From the oldest.
    open: Vec<Open>,
}

struct Open {
    id: u64,
    client: Client,
    end: Arc<Notify>,
}

impl Streams {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, table: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a stream. If there are too many, the oldest one of the client that has most ends.
    pub(crate) fn add(self: &Arc<Self>, client: &Client) -> Result<OpenStream, Refusal> {
        let busy = |message: String| Err(Refusal::new(ErrorKind::Busy, message));
        let mut table = self.lock();
        let own = table.open.iter().filter(|open| open.client == *client).count();
        let most = (self.most / SHARE).max(1);
        if own >= most {
            return busy(format!("{most} of your streams are open; close one"));
        }
        if table.open.len() >= self.most && !table.end_one_for(client) {
            return busy("too many streams are open".to_owned());
        }
        table.next += 1;
        let (id, end) = (table.next, Arc::new(Notify::new()));
        table.open.push(Open { id, client: client.clone(), end: end.clone() });
        Ok(OpenStream { streams: self.clone(), id, end })
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().open.len()
    }

    /// Returns how many streams each client has.
    pub(crate) fn counts(&self) -> Vec<(Client, usize)> {
        let mut counts: Vec<(Client, usize)> = Vec::new();
        for Open { client, .. } in &self.lock().open {
            match counts.iter_mut().find(|(known, _)| known == client) {
                Some((_, count)) => *count += 1,
                None => counts.push((client.clone(), 1)),
            }
        }
        counts
    }
}

impl Table {
    /// Ends the oldest stream of the client that has most, unless the newcomer would have as many.
    fn end_one_for(&mut self, newcomer: &Client) -> bool {
        let held = self.open.iter().map(|open| (&open.client, Some(open.id)));
        let Some(index) = victim(held, Some(newcomer)) else { return false };
        self.open.remove(index).end.notify_one();
        true
    }
}

/// A stream, until it is dropped.
pub(crate) struct OpenStream {
    streams: Arc<Streams>,
    id: u64,
    end: Arc<Notify>,
}

impl OpenStream {
    /// Waits until the stream is to end.
    pub(crate) async fn ended(&self) {
        self.end.notified().await;
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.streams.lock().open.retain(|open| open.id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(session: &str) -> Client {
        Client::new([10, 0, 0, 1].into(), Some(session))
    }

    fn ids(streams: &Streams) -> Vec<u64> {
        streams.lock().open.iter().map(|open| open.id).collect()
    }

    #[test]
    fn a_client_has_a_part_of_all_streams() {
        let streams = Arc::new(Streams::new(8));
        let open: Vec<_> = (0..2).map(|_| streams.add(&client("a")).ok().unwrap()).collect();
        assert!(streams.add(&client("a")).is_err());
        drop(open);
        assert!(streams.add(&client("a")).is_ok());
        assert_eq!(streams.count(), 0);
    }

    #[test]
    fn the_oldest_stream_of_the_largest_client_ends_for_a_new_one() {
        let streams = Arc::new(Streams::new(8));
        let open: Vec<_> = ["b", "a", "c", "a", "d", "d", "c", "b"]
            .map(|name| streams.add(&client(name)).ok().unwrap())
            .into();
        let new = streams.add(&client("e")).ok().unwrap();
        // All have two, and `b` has the oldest.
        assert_eq!(ids(&streams), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(streams.counts().len(), 5);
        // Clients with one stream keep it.
        let again = streams.add(&client("f")).ok().unwrap();
        assert_eq!(ids(&streams), [3, 4, 5, 6, 7, 8, 9, 10]);
        drop((open, new, again));
        assert_eq!(streams.count(), 0);
    }

    #[test]
    fn a_newcomer_is_refused_where_all_have_few() {
        let streams = Arc::new(Streams::new(2));
        let open = ["a", "b"].map(|name| streams.add(&client(name)).ok().unwrap());
        assert!(streams.add(&client("c")).is_err());
        drop(open);
    }

    #[test]
    fn sessions_of_one_address_do_not_keep_others_out() {
        let streams = Arc::new(Streams::new(4));
        let open = ["a", "b", "c", "d"].map(|name| streams.add(&client(name)).ok().unwrap());
        let other = Client::new([10, 0, 0, 2].into(), Some("e"));
        let new = streams.add(&other);
        assert!(new.is_ok());
        assert_eq!(ids(&streams), [2, 3, 4, 5]);
        drop((open, new));
    }
}
