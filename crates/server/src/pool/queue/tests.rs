//! Calls that take a known time, on a virtual clock.

use super::*;

const SLICE: Duration = Duration::from_millis(50);
/// As long as a call of a hostile client takes.
const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(1);

/// Work that has started.
struct Call {
    client: Client,
    used: Duration,
    ticket: Arc<Ticket>,
}

/// A pool with one slot, and clients that have one call each.
struct Simulation {
    queue: Queue,
    /// How long the call of each client takes.
    times: HashMap<Client, Duration>,
    paused: Vec<Call>,
    now: Duration,
}

impl Simulation {
    fn new() -> Self {
        let queue = Queue::new(Bounds { slots: 1, started: 16, waiting: 64 });
        Self { queue, times: HashMap::new(), paused: Vec::new(), now: Duration::ZERO }
    }

    fn call(&mut self, client: &Client, time: Duration) {
        self.times.insert(client.clone(), time);
        let work = Work { cancel: CancelFlag::new(), run: Box::new(|_| ()) };
        assert!(self.queue.add(client, work).is_none(), "the queue is full");
    }

    /// Runs what is next for a slice, and returns whose call is over then.
    fn step(&mut self, has_thread: bool) -> Option<Client> {
        let mut call = match self.queue.next(|| has_thread).expect("there is work") {
            Next::Start(client, _) => {
                Call { client, used: Duration::ZERO, ticket: Ticket::new(Duration::ZERO) }
            }
            Next::Resume(ticket) => {
                let is_it = |call: &Call| Arc::ptr_eq(&call.ticket, &ticket);
                let index = self.paused.iter().position(is_it).expect("it is paused");
                self.paused.swap_remove(index)
            }
        };
        let time = SLICE.min(self.times[&call.client] - call.used);
        self.now += time;
        call.used += time;
        self.queue.charge(&call.client, time);
        if call.used == self.times[&call.client] {
            self.queue.leave(&call.client);
            self.queue.end(&call.client);
            return Some(call.client);
        }
        call.ticket = Ticket::new(call.used);
        self.queue.pause(&call.client, call.ticket.clone());
        self.paused.push(call);
        None
    }

    /// Returns how long a short call of a client takes from now.
    fn wait_for(&mut self, client: &Client) -> Duration {
        let began = self.now;
        self.call(client, SHORT);
        while self.step(true).as_ref() != Some(client) {}
        self.now - began
    }
}

fn client(address: u8, session: u8) -> Client {
    Client::new([10, 0, 0, address].into(), Some(&session.to_string()))
}

/// Starts long calls of sessions of some addresses, until each has had a few turns.
fn hostile(addresses: u8, sessions: u8) -> Simulation {
    let mut simulation = Simulation::new();
    for (address, session) in (0..sessions).flat_map(|s| (0..addresses).map(move |a| (a, s))) {
        simulation.call(&client(address, session), LONG);
    }
    for _ in 0..4 * u32::from(addresses) * u32::from(sessions) {
        assert_eq!(simulation.step(true), None);
    }
    simulation
}

#[test]
fn a_ninth_session_of_an_address_waits_for_one_call() {
    for sessions in [7, 8, 20] {
        let mut simulation = hostile(1, sessions);
        // If the calls take turns, they end together, after 8 times as long.
        let wait = simulation.wait_for(&client(0, 99));
        let fresh = u32::from(sessions.saturating_sub(7));
        assert!(wait <= LONG * fresh * 3 / 2 + SLICE, "{sessions} sessions: {wait:?}");
    }
}

#[test]
fn full_addresses_leave_a_place_for_the_next() {
    for addresses in 1..=4 {
        let mut simulation = hostile(addresses, 8);
        let wait = simulation.wait_for(&client(99, 0));
        assert!(wait <= SLICE, "{addresses} addresses: {wait:?}");
        assert!(simulation.queue.started < 16);
    }
}

#[test]
fn where_no_place_is_left_an_address_waits_for_one_call() {
    let mut simulation = hostile(16, 1);
    assert_eq!(simulation.queue.started, 16);
    let wait = simulation.wait_for(&client(99, 0));
    assert!(wait <= LONG * 3 / 2, "{wait:?}");
}

/// The slot is shared with other addresses while work of one address runs to its end.
#[test]
fn work_that_runs_to_its_end_shares_the_slot_with_other_addresses() {
    let mut simulation = hostile(1, 9);
    simulation.call(&client(1, 0), LONG / 4);
    let began = simulation.now;
    while simulation.step(true) != Some(client(1, 0)) {}
    let took = simulation.now - began;
    assert!(took <= LONG / 2 + SLICE, "{took:?}");
}

#[test]
fn started_work_continues_while_new_sessions_keep_coming() {
    let mut simulation = hostile(1, 7);
    let person = client(0, 99);
    simulation.call(&person, 10 * SLICE);
    let began = simulation.now;
    let mut sessions = 100..;
    while simulation.step(true).as_ref() != Some(&person) {
        while simulation.queue.waiting() < 4 {
            simulation.call(&client(0, sessions.next().expect("few are needed")), LONG);
        }
    }
    assert!(simulation.now - began <= 400 * SLICE, "{:?}", simulation.now - began);
}

#[test]
fn without_threads_the_work_that_has_used_most_runs_to_its_end() {
    let mut simulation = hostile(1, 3);
    let began = simulation.now;
    simulation.call(&client(0, 99), SHORT);
    while simulation.step(false).is_none() {}
    assert!(simulation.now - began <= LONG * 3 / 2, "{:?}", simulation.now - began);
    assert_eq!(simulation.step(true), Some(client(0, 99)));
}

#[test]
fn cancelled_work_of_forgotten_sessions_is_not_kept() {
    let mut simulation = Simulation::new();
    for session in 0..=255 {
        let cancel = CancelFlag::new();
        let work = Work { cancel: cancel.clone(), run: Box::new(|_| ()) };
        assert!(simulation.queue.add(&client(0, session), work).is_none());
        cancel.cancel();
    }
    assert_eq!(simulation.queue.waiting(), 1);
}
