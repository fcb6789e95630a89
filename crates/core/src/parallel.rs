//! Work on several threads: a map over an iterator that keeps its order and bounds its memory, and
//! a loop over indices.
//!
//! These are the only places where the engine starts threads. With one thread everything runs on
//! the caller's, as it must where there are no threads (wasm32). When the system cannot start as
//! many threads as wanted, those that did start do the work.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread::{self, Scope};

/// Bytes that a thread needs beside its stack. The allocator of glibc sets 64 MiB of addresses
/// aside for a thread at its first allocation, if there are that many threads, and others would
/// then find none.
const WORKING_MEMORY: usize =
    if cfg!(all(target_env = "gnu", target_pointer_width = "64")) { 76 << 20 } else { 12 << 20 };

/// Returns how many threads can run beside the caller's, from 1 to `wanted`: work on several threads
/// starts that many.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use quadrille_core::parallel;
/// assert_eq!(parallel::possible_threads(NonZeroUsize::MIN), NonZeroUsize::MIN);
/// ```
pub fn possible_threads(wanted: NonZeroUsize) -> NonZeroUsize {
    if wanted == NonZeroUsize::MIN {
        return wanted;
    }
    let gate = RwLock::new(());
    // What each needs for its work, given back below. Where not even that is left, the process would
    // abort later.
    let mut room: Vec<Vec<u8>> = Vec::new();
    let started = thread::scope(|scope| {
        // All of them wait until the last is started.
        let _closed = gate.write();
        let start = |_: &usize| {
            let wait = || drop(gate.read());
            let mut memory = Vec::new();
            let is_enough = memory.try_reserve_exact(WORKING_MEMORY).is_ok();
            room.push(memory);
            is_enough && thread::Builder::new().spawn_scoped(scope, wait).is_ok()
        };
        (0..wanted.get()).take_while(start).count()
    });
    NonZeroUsize::new(started).unwrap_or(NonZeroUsize::MIN)
}

/// Starts a thread; returns `false` where the system cannot.
fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) -> bool {
    thread::Builder::new().spawn_scoped(scope, work).is_ok()
}

/// Calls `work` with each index below `count`, on up to that many threads, the caller's among them.
///
/// # Panics
/// When `work` panics. The other threads then finish the index they are at.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use quadrille_core::parallel;
/// let sum = AtomicUsize::new(0);
/// parallel::for_each(NonZeroUsize::new(2).expect("not 0"), 5, |index| {
///     sum.fetch_add(index, Ordering::Relaxed);
/// });
/// assert_eq!(sum.into_inner(), 0 + 1 + 2 + 3 + 4);
/// ```
pub fn for_each(threads: NonZeroUsize, count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(index))) {
                next.store(count, Ordering::Relaxed);
                resume_unwind(panic);
            }
        }
    };
    thread::scope(|scope| {
        let _ = (1..threads.get().min(count)).all(|_| start(scope, run));
        run();
    });
}

/// Passes every item to `work`, on that many threads, and the results, in the order of the items,
/// to `sink` on the caller's thread. `sink` learns whether the next result is ready; if not, it
/// should flush what it buffers. When it breaks, no more items are taken.
///
/// Items are taken one by one, so each is worked on as soon as it comes, however slowly. They
/// should be large enough that taking one under a lock does not matter: hand over batches of small
/// ones. At most `window` items for each thread are under way or waiting for `sink`.
///
/// With one thread, or where no thread can be started, everything happens on the caller's thread,
/// item by item.
///
/// # Panics
/// When `items`, `work` or `sink` panics.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
///
/// use quadrille_core::parallel;
/// let (threads, window) = (NonZeroUsize::new(2).expect("not 0"), NonZeroUsize::MIN);
/// let mut squares = Vec::new();
/// parallel::map_in_order(threads, window, 1..=4, |n| n * n, |square, _more_is_ready| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
pub fn map_in_order<T, R: Send>(
    threads: NonZeroUsize,
    window: NonZeroUsize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R, bool) -> ControlFlow<()>,
) {
    let source = Mutex::new(items.fuse());
    if threads.get() > 1 {
        // Holds a channel for each result, in the order of the items. One more is with the sink.
        let most = window.saturating_mul(threads).get().min(MOST_PLACES);
        let (places, queue) = sync_channel(most - 1);
        // The thread that holds the lock reads the next item; the others work or wait for it.
        let work_off = || {
            while let Ok(mut items) = source.lock() {
                let (sender, place) = sync_channel(1);
                // Waits for room; fails when the sink has ended.
                if places.send(place).is_err() {
                    break;
                }
                // The place of an item that does not exist is closed, which tells the sink.
                let Some(item) = items.next() else { break };
                drop(items);
                let _ = sender.send(work(item));
            }
        };
        let started = thread::scope(|scope| {
            let started = (0..threads.get()).take_while(|_| start(scope, work_off)).count();
            if started > 0 {
                hand_over(&queue, &mut sink);
            }
            // Ends the workers, if any are left.
            drop(queue);
            started > 0
        });
        if started {
            return;
        }
    }
    let mut items = source.into_inner().unwrap_or_else(PoisonError::into_inner);
    let _ = items.try_for_each(|item| sink(work(item), false));
}

/// Maximum number of places, which are allocated in advance.
const MOST_PLACES: usize = 1 << 16;

/// Passes the results on until there are no more, `sink` breaks or a worker has panicked.
fn hand_over<R>(queue: &Receiver<Receiver<R>>, sink: &mut impl FnMut(R, bool) -> ControlFlow<()>) {
    let mut next = None;
    while let Some((place, ready)) = next.take().or_else(|| Some((queue.recv().ok()?, None)))
        && let Some(result) = ready.or_else(|| place.recv().ok())
    {
        next = queue.try_recv().ok().map(|place| {
            let ready = place.try_recv().ok();
            (place, ready)
        });
        let more = matches!(next, Some((_, Some(_))));
        if sink(result, more).is_break() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn some_threads_can_start() {
        for wanted in [1, 2, 5] {
            let wanted = NonZeroUsize::new(wanted).unwrap();
            assert_eq!(possible_threads(wanted), wanted);
        }
    }

    #[test]
    fn order_is_kept_and_memory_bounded() {
        for (threads, window) in [(1, 1), (2, 128), (5, 20), (3, 3), (2, 1)] {
            let (read, written) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut seen = Vec::new();
            map_in_order(
                some(threads),
                some(window),
                (0..20_000_usize).inspect(|_| {
                    let ahead =
                        read.fetch_add(1, Ordering::Relaxed) - written.load(Ordering::Relaxed);
                    assert!(ahead <= threads * window + 1, "{ahead} under way");
                }),
                |item| {
                    if item.is_multiple_of(97) {
                        thread::yield_now();
                    }
                    item * 2
                },
                |result, _| {
                    written.fetch_add(1, Ordering::Relaxed);
                    seen.push(result);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(seen, (0..20_000).map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    /// An item is answered before the next one comes.
    #[test]
    fn slow_items_are_answered_at_once() {
        for threads in [1, 2, 4] {
            let (answered, wait) = std::sync::mpsc::channel();
            let items = (0..50_usize).inspect(move |&item| {
                assert!(item == 0 || wait.recv() == Ok(item - 1));
            });
            let sink = |item, _| {
                answered.send(item).unwrap();
                ControlFlow::Continue(())
            };
            map_in_order(some(threads), some(9), items, |item| item, sink);
        }
    }

    #[test]
    fn a_sink_that_breaks_ends_all() {
        for threads in [1, 3] {
            let mut seen = 0;
            map_in_order(
                some(threads),
                some(128),
                0_u64..,
                |item| item,
                |result, _| {
                    seen = result;
                    if result == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(seen, 1000);
        }
    }

    #[test]
    fn no_items_no_results() {
        let none: [u8; 0] = [];
        map_in_order(some(2), some(1), none.into_iter(), |item| item, |_, _| panic!("no item"));
        for_each(some(2), 0, |_| panic!("no index"));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on() {
        let work = |item| assert_ne!(item, 500);
        map_in_order(some(2), some(128), 0..10_000, work, |(), _| ControlFlow::Continue(()));
    }

    #[test]
    fn every_index_is_worked_on_once() {
        for (threads, count) in [(1, 10), (2, 1), (3, 1000), (8, 5)] {
            let seen: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            for_each(some(threads), count, |index| {
                seen[index].fetch_add(1, Ordering::Relaxed);
            });
            assert!(seen.into_iter().all(|seen| seen.into_inner() == 1));
        }
    }
}
