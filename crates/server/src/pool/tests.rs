//! Work here ends and reads its clock when a test says so.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use quadrille_core::Clock;

use super::*;

/// Longer than a test takes, on a machine however busy.
const LONG: Duration = Duration::from_secs(60);

/// What a test tells work to do.
enum Order {
    /// Read the clock.
    Read,
    Leave,
    Panic,
}

/// Work that says what it does, and ends when its orders do.
struct Controlled {
    orders: Sender<Order>,
    said: Receiver<&'static str>,
    cancel: CancelFlag,
}

impl Controlled {
    fn start(pool: &Pool, client: &Client) -> Self {
        let (orders, received) = channel();
        let (say, said) = channel();
        let cancel = CancelFlag::new();
        pool.start(client, cancel.clone(), move |slot| {
            let _ = say.send("started");
            for order in received {
                match order {
                    Order::Read => drop(slot.wall()),
                    Order::Leave => slot.leave(),
                    Order::Panic => panic!("as ordered"),
                }
                let _ = say.send("done");
            }
            let _ = say.send("over");
        });
        Self { orders, said, cancel }
    }

    fn order(&self, order: Order) {
        self.orders.send(order).expect("the work continues");
    }

    fn says(&self) -> &'static str {
        self.said.recv_timeout(LONG).expect("the work says something")
    }

    /// Ends the work.
    fn end(self) {
        drop(self.orders);
        assert_eq!(self.said.recv_timeout(LONG), Ok("over"));
    }
}

/// A pool with one slot. Every reading of the clock ends a slice.
fn pool() -> Pool {
    pool_of(Bounds { slots: 1, started: 4, waiting: 4 })
}

fn pool_of(bounds: Bounds) -> Pool {
    pool_on(System::real("test"), bounds)
}

fn pool_on(system: System, bounds: Bounds) -> Pool {
    Pool::with(system, bounds, Duration::ZERO).expect("threads")
}

fn client(session: &str) -> Client {
    Client::new([10, 0, 0, 1].into(), Some(session))
}

fn load(pool: &Pool, client: &Client) -> Load {
    let loads = pool.loads();
    loads.into_iter().find(|(of, _)| of == client).map(|(_, load)| load).unwrap_or_default()
}

/// Waits for what another thread is about to do.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LONG, "{what}");
        thread::yield_now();
    }
}

#[test]
fn long_work_gives_its_slot_to_a_newcomer_and_gets_it_back() {
    let pool = pool();
    let [a, b] = ["a", "b"].map(client);
    let long = Controlled::start(&pool, &a);
    assert_eq!(long.says(), "started");
    // No other client is waiting, so it keeps its slot.
    long.order(Order::Read);
    assert_eq!(long.says(), "done");
    let short = Controlled::start(&pool, &b);
    assert_eq!(load(&pool, &b), Load { waiting: 1, ..Load::default() });
    long.order(Order::Read);
    assert_eq!(short.says(), "started");
    assert_eq!(load(&pool, &a), Load { paused: 1, ..Load::default() });
    short.end();
    assert_eq!(long.says(), "done");
    long.end();
}

#[test]
fn a_client_with_much_work_has_one_share() {
    let pool = pool_of(Bounds { slots: 1, started: 8, waiting: 64 });
    let [a, b] = ["a", "b"].map(client);
    let first = Controlled::start(&pool, &a);
    assert_eq!(first.says(), "started");
    let others: Vec<_> = (0..40).map(|_| Controlled::start(&pool, &a)).collect();
    let newcomer = Controlled::start(&pool, &b);
    first.order(Order::Read);
    assert_eq!(newcomer.says(), "started");
    newcomer.end();
    // One more than the slots has started; the others wait until those are over.
    until("two have started", || load(&pool, &a) == Load { running: 1, paused: 1, waiting: 39 });
    drop((first, others));
}

#[test]
fn sessions_of_one_address_share_with_another_address() {
    let pool = pool_of(Bounds { slots: 1, started: 8, waiting: 64 });
    let running = Controlled::start(&pool, &client("0"));
    assert_eq!(running.says(), "started");
    running.order(Order::Read);
    assert_eq!(running.says(), "done");
    let many: Vec<_> = (1..9).map(|n| Controlled::start(&pool, &client(&n.to_string()))).collect();
    let other = Controlled::start(&pool, &Client::new([10, 0, 0, 2].into(), None));
    running.order(Order::Read);
    assert_eq!(other.says(), "started");
    for n in 1..9 {
        assert_eq!(load(&pool, &client(&n.to_string())), Load { waiting: 1, ..Load::default() });
    }
    other.end();
    drop((running, many));
}

/// A clock that a test sets, in milliseconds.
#[derive(Clone, Default)]
struct SetClock(Arc<AtomicU64>);

impl Clock for SetClock {
    fn wall(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }

    fn cpu(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn no_time_passes_while_work_is_paused() {
    let clock = SetClock::default();
    let system = System { clock: Box::new(clock.clone()), ..System::real("test") };
    let pool = pool_on(system, Bounds { slots: 1, started: 4, waiting: 4 });
    let (tell, heard) = channel();
    let (go, gone) = channel::<()>();
    pool.start(&client("a"), CancelFlag::new(), move |slot| {
        let _ = tell.send(Duration::ZERO);
        let _ = gone.recv();
        slot.wall();
        let _ = tell.send(slot.elapsed());
    });
    heard.recv_timeout(LONG).expect("it has started");
    clock.0.store(5, Ordering::SeqCst);
    let other = clock.clone();
    pool.start(&client("b"), CancelFlag::new(), move |_| other.0.store(305, Ordering::SeqCst));
    go.send(()).expect("it waits");
    let passed = heard.recv_timeout(LONG).expect("it continues");
    assert_eq!((passed, clock.wall()), (Duration::from_millis(5), Duration::from_millis(305)));
}

/// The other work has no thread, so it must not have the slot.
#[test]
fn paused_work_continues_where_no_thread_can_start() {
    let is_full = Arc::new(AtomicBool::new(false));
    let (full, System { clock, spawn }) = (is_full.clone(), System::real("test"));
    let spawn = move |work| match full.load(Ordering::SeqCst) {
        true => Err(io::ErrorKind::WouldBlock.into()),
        false => spawn(work),
    };
    let system = System { clock, spawn: Box::new(spawn) };
    let pool = pool_on(system, Bounds { slots: 1, started: 4, waiting: 4 });
    // Otherwise it might start a second one for the first work.
    until("its thread is idle", || pool.shared.lock().idle == 1);
    let [a, b] = ["a", "b"].map(client);
    let long = Controlled::start(&pool, &a);
    assert_eq!(long.says(), "started");
    is_full.store(true, Ordering::SeqCst);
    let other = Controlled::start(&pool, &b);
    long.order(Order::Read);
    assert_eq!(long.says(), "done");
    assert_eq!(load(&pool, &b), Load { waiting: 1, ..Load::default() });
    // It gets the thread of the work that is over.
    long.end();
    assert_eq!(other.says(), "started");
    other.end();
}

#[test]
fn cancelled_work_ends_without_a_slot() {
    let pool = pool();
    let [a, b] = ["a", "b"].map(client);
    let long = Controlled::start(&pool, &a);
    assert_eq!(long.says(), "started");
    let other = Controlled::start(&pool, &b);
    long.order(Order::Read);
    assert_eq!(other.says(), "started");
    long.cancel.cancel();
    // It continues although the other has the slot.
    assert_eq!(long.says(), "done");
    long.end();
    until("it is over", || load(&pool, &a) == Load::default());
    assert_eq!(load(&pool, &b), Load { running: 1, ..Load::default() });
    other.end();
}

#[test]
fn work_that_leaves_lets_others_run() {
    let pool = pool();
    let [a, b] = ["a", "b"].map(client);
    let outside = Controlled::start(&pool, &a);
    assert_eq!(outside.says(), "started");
    let other = Controlled::start(&pool, &b);
    outside.order(Order::Leave);
    assert_eq!((outside.says(), other.says()), ("done", "started"));
    // Its clock no longer pauses it.
    outside.order(Order::Read);
    assert_eq!(outside.says(), "done");
    assert_eq!(pool.length(), 2);
    outside.end();
    other.end();
    until("all are over", || pool.length() == 0);
}

#[test]
fn work_that_panics_gives_its_slot_back() {
    let pool = pool();
    let panics = Controlled::start(&pool, &client("a"));
    panics.order(Order::Panic);
    let next = Controlled::start(&pool, &client("b"));
    assert_eq!(next.says(), "started");
    next.end();
}

#[test]
fn a_full_queue_drops_the_newest_of_the_largest_client() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let pool = pool();
    let [a, b] = ["a", "b"].map(client);
    let running: Vec<_> = (0..2).map(|_| Controlled::start(&pool, &a)).collect();
    running[0].order(Order::Read);
    assert_eq!((running[0].says(), running[1].says()), ("started", "started"));
    let waiting: Vec<_> = (0..4).map(|_| Controlled::start(&pool, &a)).collect();
    // One more of the same client is refused.
    let refused = runtime.block_on(pool.run(&a, |_| ()));
    assert_eq!(refused, Err(Lost::Full));
    let newcomer = Controlled::start(&pool, &b);
    assert_eq!((load(&pool, &a).waiting, load(&pool, &b).waiting), (3, 1));
    assert!(waiting[3].said.recv_timeout(LONG).is_err(), "it was dropped");
    // Work that is not wanted any more makes room too.
    waiting[0].cancel.cancel();
    let more = Controlled::start(&pool, &a);
    assert_eq!((load(&pool, &a).waiting, load(&pool, &b).waiting), (3, 1));
    drop((running, waiting, newcomer, more));
}

#[test]
fn results_come_back_and_panics_are_said() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let pool = pool();
    assert_eq!(runtime.block_on(pool.run(&client("a"), |_| 7)), Ok(7));
    let panicked = runtime.block_on(pool.run(&client("a"), |_| panic!("as asked")));
    assert_eq!(panicked, Err::<(), _>(Lost::Panicked));
    until("no account is kept", || pool.shared.lock().queue.accounts() == 0);
}

#[test]
fn a_closed_pool_cancels_all_work() {
    let pool = pool();
    let running = Controlled::start(&pool, &client("a"));
    assert_eq!(running.says(), "started");
    let waiting = Controlled::start(&pool, &client("b"));
    pool.close();
    assert!(waiting.said.recv_timeout(LONG).is_err(), "it was dropped");
    running.order(Order::Read);
    assert_eq!(running.says(), "done");
    assert!(running.cancel.is_cancelled());
    running.end();
}
