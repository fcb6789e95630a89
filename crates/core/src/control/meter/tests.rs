use super::super::SteppingClock;
use super::*;

fn meter(limits: Limits, node: Counter) -> Meter<'static> {
    Meter::new(limits, node, &CancelFlag::new(), &NoClock).unwrap()
}

fn count_all(meter: &mut Meter<'_>, what: Counter) -> Stop {
    loop {
        if let Err(stop) = meter.count(what) {
            return stop;
        }
    }
}

#[test]
fn a_limit_of_n_allows_exactly_n() {
    for limit in [0, 1, 2, 63, 64, 65, 1000, 20_000] {
        let mut meter = meter(Limits::nodes(limit), Counter::Placement);
        assert_eq!(count_all(&mut meter, Counter::Placement), Stop::Nodes);
        assert_eq!(meter.counters[Counter::Placement], limit);
        // Other things may still be counted, and the limit continues to hold.
        assert_eq!(meter.count(Counter::Backtrack), Ok(()));
        assert_eq!(meter.count(Counter::Placement), Err(Stop::Nodes));
    }
}

#[test]
fn polls_neither_use_up_nor_extend_a_limit() {
    for limit in [0, 1, 5] {
        let mut meter = meter(Limits::nodes(limit), Counter::Branch);
        while meter.poll_now().is_ok()
            && meter.poll().is_ok()
            && meter.poll_now().is_ok()
            && meter.count(Counter::Branch).is_ok()
        {}
        assert_eq!(meter.counters[Counter::Branch], limit);
    }
}

#[test]
fn reservations_respect_both_limits() {
    let limits = Limits { evaluations: Some(500), ..Limits::nodes(300) };
    let mut meter = meter(limits, Counter::Accepted);
    let mut stop = None;
    for step in 0.. {
        let what = if step % 3 == 0 { Counter::Evaluated } else { Counter::Accepted };
        match meter.reserve(what, 7) {
            Ok(mut reserved) => {
                assert!((1..=7).contains(&reserved.left()));
                assert!(reserved.take());
            }
            Err(reason) => {
                stop = Some(reason);
                break;
            }
        }
    }
    assert_eq!(stop, Some(Stop::Nodes));
    assert_eq!(meter.counters[Counter::Accepted], 300);
    assert_eq!(count_all(&mut meter, Counter::Evaluated), Stop::Evaluations);
    assert_eq!(meter.counters[Counter::Evaluated], 500);
}

#[test]
fn a_reservation_grows_and_returns_the_rest() {
    let mut meter = meter(Limits::nodes(100), Counter::Evaluated);
    let mut reserved = meter.reserve(Counter::Evaluated, 8).unwrap();
    for _ in 0..6 {
        assert_eq!(reserved.take_many(11), Ok(()));
    }
    drop(reserved);
    assert_eq!(meter.counters[Counter::Evaluated], 66);
    let mut reserved = meter.reserve(Counter::Evaluated, 8).unwrap();
    assert_eq!(reserved.take_many(35), Err(Stop::Nodes));
    drop(reserved);
    assert_eq!(meter.counters[Counter::Evaluated], 100);
}

#[test]
fn many_at_once_are_limited_too() {
    for limit in [0, 1, 6, 7, 8, 5000] {
        for many in [1, 7, 3000] {
            let mut meter = meter(Limits::nodes(limit), Counter::Evaluated);
            let mut whole = 0;
            while meter.count_many(Counter::Evaluated, many).is_ok() {
                whole += 1;
            }
            assert_eq!((whole, meter.counters[Counter::Evaluated]), (limit / many, limit));
        }
    }
}

#[test]
fn time_and_cancellation_end_a_search() {
    let clock = SteppingClock::new(Duration::from_millis(1));
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::NONE };
    let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap();
    assert_eq!(count_all(&mut meter, Counter::Branch), Stop::Time);
    assert!(meter.counters[Counter::Branch] <= 50, "slow counts are checked one by one");

    let cancel = CancelFlag::new();
    cancel.cancel();
    assert_eq!(Meter::cancellable(&cancel).count(Counter::Branch), Err(Stop::Cancelled));
}

/// A thread that gets every third moment.
struct Shared(SteppingClock);

impl Clock for Shared {
    fn wall(&self) -> Duration {
        self.0.wall()
    }

    fn cpu(&self) -> Duration {
        self.0.wall() / 3
    }
}

#[test]
fn processor_time_has_a_limit_of_its_own() {
    let clock = || Shared(SteppingClock::new(Duration::from_millis(1)));
    let most = Some(Duration::from_millis(50));
    for (limits, expected) in [
        (Limits { cpu_time: most, ..Limits::NONE }, Stop::CpuTime),
        (Limits { time: most, cpu_time: most, ..Limits::NONE }, Stop::Time),
    ] {
        let clock = clock();
        let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap();
        assert_eq!(count_all(&mut meter, Counter::Branch), expected);
        let wall = meter.elapsed() < Duration::from_millis(100);
        assert_eq!(wall, expected == Stop::Time);
    }
}

#[test]
fn a_time_limit_without_a_clock_is_an_error() {
    let second = Some(Duration::from_secs(1));
    for limits in
        [Limits { time: second, ..Limits::NONE }, Limits { cpu_time: second, ..Limits::NONE }]
    {
        let meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &NoClock);
        assert_eq!(meter.err(), Some(TimeWithoutClock));
    }
}

#[test]
fn polls_count_nothing_and_end_searches() {
    let clock = SteppingClock::new(Duration::from_millis(1));
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::nodes(3) };
    let mut timed = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap();
    let polls = (0..1000).take_while(|_| timed.poll().is_ok()).count();
    assert!((1..1000).contains(&polls));
    assert_eq!(timed.poll(), Err(Stop::Time));
    assert_eq!(timed.counters, Counters::default());
    let mut meter = meter(Limits::nodes(3), Counter::Branch);
    assert!((0..1000).all(|_| meter.poll().is_ok()));
    assert_eq!(count_all(&mut meter, Counter::Branch), Stop::Nodes);
    assert_eq!(meter.counters[Counter::Branch], 3);
    assert_eq!(meter.poll(), Ok(()));
}

#[test]
fn memory_is_counted_and_limited() {
    let limits = Limits { memory: Some(100), ..Limits::NONE };
    let mut meter = meter(limits, Counter::Expanded);
    assert_eq!(meter.keep(60), Ok(()));
    assert_eq!(meter.keep(60), Err(Stop::Memory));
    meter.release(30);
    assert_eq!(meter.keep(60), Ok(()));
    assert_eq!(meter.peak_memory(), 90);
}
