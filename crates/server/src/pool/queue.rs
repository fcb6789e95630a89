//! Which client gets the next slot of a pool.
//!
//! As in Linux's completely fair scheduler, each client has an account of the time that it has used,
//! and a slot goes to the client that has used least. A client that becomes active starts at the
//! floor, which is the least that an active client has used: time without work is not saved up.
//! Addresses have accounts of the same kind, and the address is chosen first, since a client can
//! have as many sessions as it likes.
//!
//! Started work keeps its thread, so there are few places for it. An address may start work while it
//! has less than what is free (the dynamic thresholds of Choudhury and Hahne, 1998): alone it gets
//! half of the places, and one is left for the next address. Work that takes turns would all end
//! together, so while a client that is next lacks a place, the started work that has used most runs
//! until it ends. One turn in four still goes to the started work of who has used least: otherwise
//! new sessions could keep short work paused for good.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use quadrille_core::CancelFlag;

use super::slot::{Slot, Ticket};
use crate::client::Client;
use crate::victim::victim;

/// What is done in a slot.
pub(super) type Run = dyn FnOnce(&Arc<Slot>) + Send;

/// Work that waits for its first slot.
pub(super) struct Work {
    pub(super) cancel: CancelFlag,
    pub(super) run: Box<Run>,
}

/// How much of everything there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Work that runs at a time.
    pub(super) slots: usize,
    /// Work that has started and is not over, whether it runs or is paused.
    pub(super) started: usize,
    /// Work that waits.
    pub(super) waiting: usize,
}

impl Bounds {
    /// Returns how much started work a client may have. One more than the slots, so that a client's
    /// short work does not wait until its long work is over.
    fn of_client(self) -> usize {
        self.slots + 1
    }
}

/// What gets a slot.
pub(super) enum Next {
    Start(Client, Work),
    Resume(Arc<Ticket>),
}

enum Entry {
    New(Work),
    Paused(Arc<Ticket>),
}

impl Entry {
    fn is_new(&self) -> bool {
        matches!(self, Self::New(_))
    }
}

/// What was used. The order is that in which slots are given.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Account {
    used: Duration,
    /// The number of the last turn. Of those that have used the same, the one that has waited
    /// longest is next,
    last_turn: u64,
    /// and of those that never had a turn, the one that was first.
    joined: u64,
}

#[derive(Default)]
struct ClientQueue {
    account: Account,
    /// In the order of the time since when they are ready.
    ready: VecDeque<Entry>,
    running: usize,
    started: usize,
}

impl ClientQueue {
    fn is_active(&self) -> bool {
        self.started > 0 || !self.ready.is_empty()
    }

    fn waiting(&self) -> usize {
        self.ready.iter().filter(|entry| entry.is_new()).count()
    }

    fn remove_cancelled(&mut self) {
        self.ready.retain(|entry| !matches!(entry, Entry::New(work) if work.cancel.is_cancelled()));
    }
}

#[derive(Default)]
struct Address {
    account: Account,
    /// The floor of its clients.
    floor: Duration,
    clients: HashMap<Option<Arc<str>>, ClientQueue>,
}

impl Address {
    fn is_active(&self) -> bool {
        self.clients.values().any(ClientQueue::is_active)
    }

    fn started(&self) -> usize {
        self.clients.values().map(|client| client.started).sum()
    }
}

/// How much of a pool a client has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Load {
    /// Work that has a slot, or waits for something outside.
    pub(crate) running: usize,
    pub(crate) paused: usize,
    pub(crate) waiting: usize,
}

/// The work of all clients.
pub(super) struct Queue {
    bounds: Bounds,
    addresses: HashMap<IpAddr, Address>,
    floor: Duration,
    /// Counts the slots that were given.
    turns: u64,
    /// Counts how often a client's queue was asked for.
    joins: u64,
    /// The slots that are taken.
    running: usize,
    started: usize,
}

impl Queue {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            addresses: HashMap::new(),
            floor: Duration::ZERO,
            turns: 0,
            joins: 0,
            running: 0,
            started: 0,
        }
    }

    /// Adds work. If too much waits, the newest of the client that has the most is given back in its
    /// place, which may be this.
    pub(super) fn add(&mut self, client: &Client, work: Work) -> Option<Work> {
        self.client_queues_mut().for_each(ClientQueue::remove_cancelled);
        let dropped = if self.waiting() < self.bounds.waiting {
            None
        } else {
            match self.drop_one_for(client) {
                Some(dropped) => Some(dropped),
                None => return Some(work),
            }
        };
        self.client_queue(client).ready.push_back(Entry::New(work));
        dropped
    }

    /// Returns how much work waits for its first slot.
    pub(super) fn waiting(&self) -> usize {
        self.clients().map(|(_, queue)| queue.waiting()).sum()
    }

    /// Removes the newest work of the client that has the most, unless the newcomer would have as
    /// much.
    fn drop_one_for(&mut self, newcomer: &Client) -> Option<Work> {
        let waiting = self.clients().flat_map(|(client, queue)| {
            let new = queue.ready.iter().enumerate().filter(|(_, entry)| entry.is_new());
            new.map(move |(index, _)| (client.clone(), index))
        });
        let waiting: Vec<(Client, usize)> = waiting.collect();
        let held = waiting.iter().map(|(client, index)| (client, Some(Reverse(*index))));
        let (client, index) = &waiting[victim(held, Some(newcomer))?];
        match self.client_queue(client).ready.remove(*index) {
            Some(Entry::New(work)) => Some(work),
            _ => None,
        }
    }

    /// Removes all work that waits for its first slot.
    pub(super) fn clear(&mut self) -> Vec<Work> {
        let work = self.client_queues_mut().flat_map(|queue| {
            let (new, paused) =
                std::mem::take(&mut queue.ready).into_iter().partition(Entry::is_new);
            queue.ready = paused;
            VecDeque::into_iter(new)
        });
        let work = work.filter_map(|entry| match entry {
            Entry::New(work) => Some(work),
            Entry::Paused(_) => None,
        });
        work.collect()
    }

    /// Gives a free slot away. New work gets it only if `has_thread` finds a thread, since work that
    /// has a slot but no thread would keep it from paused work.
    pub(super) fn next(&mut self, has_thread: impl FnOnce() -> bool) -> Option<Next> {
        if self.running >= self.bounds.slots {
            return None;
        }
        let (mut client, mut index) = self.best(true)?;
        let is_new = self.addresses[&client.address].clients[&client.session].ready[index].is_new();
        if is_new && !has_thread() {
            (client, index) = self.best(false)?;
        }
        self.running += 1;
        self.turns += 1;
        let turn = self.turns;
        let address = self.addresses.get_mut(&client.address).expect("it has work");
        let queue = address.clients.get_mut(&client.session).expect("it has work");
        (address.account.last_turn, queue.account.last_turn) = (turn, turn);
        queue.running += 1;
        match queue.ready.remove(index).expect("it is ready") {
            Entry::Paused(ticket) => Some(Next::Resume(ticket)),
            Entry::New(work) => {
                queue.started += 1;
                self.started += 1;
                Some(Next::Start(client, work))
            }
        }
    }

    /// Returns the client whose work gets the next slot, with the index of the entry.
    fn best(&self, has_thread: bool) -> Option<(Client, usize)> {
        let mut ending = None;
        // Multiples of the golden ratio are spread evenly, also over every second or third turn.
        let is_usual_turn = self.turns.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0;
        let addresses = self.addresses.iter().filter_map(|(&address, all)| {
            let has_place = has_thread && all.started() < self.bounds.started - self.started;
            let may_start = |queue: &ClientQueue| queue.started < self.bounds.of_client();
            let entry = |queue: &ClientQueue| {
                let may_start = has_place && may_start(queue);
                queue.ready.iter().position(|entry| may_start || !entry.is_new())
            };
            let entries = all.clients.iter().filter_map(|(session, queue)| {
                let client = Client { address, session: session.clone() };
                Some((queue.account, (client, entry(queue)?)))
            });
            let best = entries.min_by_key(|&(account, _)| account);
            let lacks_place = |queue: &&ClientQueue| {
                !has_place
                    && may_start(queue)
                    && !queue.ready.is_empty()
                    && queue.ready.iter().all(Entry::is_new)
            };
            let lacking = all.clients.values().filter(lacks_place).map(|queue| queue.account).min();
            let is_next = best.as_ref().is_none_or(|(account, _)| Some(*account) > lacking);
            let ending = match lacking {
                Some(_) if is_next && !is_usual_turn => {
                    ending.get_or_insert_with(|| self.ending()).clone()
                }
                _ => None,
            };
            Some((all.account, ending.or(best.map(|(_, entry)| entry))?))
        });
        addresses.min_by_key(|&(account, _)| account).map(|(_, entry)| entry)
    }

    /// Returns the paused work that is to end, so that other work can start: of the client with the
    /// most started work, that which has used most.
    fn ending(&self) -> Option<(Client, usize)> {
        let started = self.clients().flat_map(|(client, queue)| {
            let paused = queue.ready.iter().enumerate().filter_map(|(index, entry)| match entry {
                Entry::Paused(ticket) => Some(Some((Reverse(ticket.used), index))),
                Entry::New(_) => None,
            });
            // Work that runs, or waits for something outside, has no entry.
            let paused: Vec<_> = paused.collect();
            let others = std::iter::repeat_n(None, queue.started - paused.len());
            paused.into_iter().chain(others).map(move |rank| (client.clone(), rank))
        });
        let started: Vec<_> = started.collect();
        let (client, rank) =
            &started[victim(started.iter().map(|(client, rank)| (client, *rank)), None)?];
        rank.map(|(_, index)| (client.clone(), index))
    }

    /// Adds time to what a client has used.
    pub(super) fn charge(&mut self, client: &Client, time: Duration) {
        self.client_queue(client).account.used += time;
        let address = self.addresses.get_mut(&client.address).expect("it has a client");
        address.account.used += time;
        self.raise_floors();
    }

    /// Takes a slot back; the work behind the ticket waits for another one.
    pub(super) fn pause(&mut self, client: &Client, ticket: Arc<Ticket>) {
        self.leave(client);
        self.client_queue(client).ready.push_back(Entry::Paused(ticket));
    }

    /// Takes a slot back from work that continues without one.
    pub(super) fn leave(&mut self, client: &Client) {
        self.running -= 1;
        self.client_queue(client).running -= 1;
    }

    /// Ends the waiting of paused work. Returns `false` if it has just got a slot.
    pub(super) fn withdraw(&mut self, client: &Client, ticket: &Arc<Ticket>) -> bool {
        let ready = &mut self.client_queue(client).ready;
        let is_it = |entry: &Entry| matches!(entry, Entry::Paused(own) if Arc::ptr_eq(own, ticket));
        let index = ready.iter().position(is_it);
        index.is_some_and(|index| ready.remove(index).is_some())
    }

    /// Notes that work is over, which has given its slot back.
    pub(super) fn end(&mut self, client: &Client) {
        self.started -= 1;
        self.client_queue(client).started -= 1;
        self.raise_floors();
    }

    /// Returns what each client has.
    pub(super) fn loads(&self) -> Vec<(Client, Load)> {
        let active = self.clients().filter(|(_, queue)| queue.is_active());
        let loads = active.map(|(client, queue)| {
            let waiting = queue.waiting();
            let paused = queue.ready.len() - waiting;
            (client, Load { running: queue.started - paused, paused, waiting })
        });
        loads.collect()
    }

    fn clients(&self) -> impl Iterator<Item = (Client, &ClientQueue)> {
        self.addresses.iter().flat_map(|(&address, all)| {
            let client =
                move |session: &Option<Arc<str>>| Client { address, session: session.clone() };
            all.clients.iter().map(move |(session, queue)| (client(session), queue))
        })
    }

    fn client_queues_mut(&mut self) -> impl Iterator<Item = &mut ClientQueue> {
        self.addresses.values_mut().flat_map(|address| address.clients.values_mut())
    }

    /// Returns the queue of a client. A client that becomes active starts at the floor.
    fn client_queue(&mut self, client: &Client) -> &mut ClientQueue {
        self.joins += 1;
        let account = Account { joined: self.joins, ..Account::default() };
        let address = self.addresses.entry(client.address);
        let address = address.or_insert_with(|| Address { account, ..Address::default() });
        if !address.is_active() {
            address.account.used = address.account.used.max(self.floor);
        }
        let floor = address.floor;
        let queue = address.clients.entry(client.session.clone());
        let queue = queue.or_insert_with(|| ClientQueue { account, ..ClientQueue::default() });
        if !queue.is_active() {
            queue.account.used = queue.account.used.max(floor);
        }
        queue
    }

    /// Raises the floors to the least that active clients have used, and forgets clients that are
    /// idle and not above them.
    fn raise_floors(&mut self) {
        for address in self.addresses.values_mut() {
            let accounts = address.clients.values().map(|q| (q.is_active(), q.account.used));
            let floor = raised(address.floor, accounts);
            address.floor = floor;
            address.clients.retain(|_, queue| queue.is_active() || queue.account.used > floor);
        }
        let accounts = self.addresses.values().map(|all| (all.is_active(), all.account.used));
        let floor = raised(self.floor, accounts);
        self.floor = floor;
        self.addresses.retain(|_, all| all.is_active() || all.account.used > floor);
    }

    /// Returns how many accounts are kept.
    #[cfg(test)]
    pub(super) fn accounts(&self) -> usize {
        self.addresses.values().map(|address| address.clients.len()).sum()
    }
}

/// Returns a floor raised to the least that active ones have used; if none is active, to the most, so
/// that all are forgotten.
fn raised(floor: Duration, accounts: impl Iterator<Item = (bool, Duration)> + Clone) -> Duration {
    let active = accounts.clone().filter(|(is_active, _)| *is_active);
    let least = active.map(|(_, used)| used).min();
    floor.max(least.or_else(|| accounts.map(|(_, used)| used).max()).unwrap_or_default())
}
