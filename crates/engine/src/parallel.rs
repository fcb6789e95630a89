//! Work on several threads: a map over an iterator that keeps its order and bounds its memory, and
//! a loop over indices.
//!
//! These are the only places where the engine starts threads. With one thread everything runs on
//! the caller's, as it must where there are no threads (wasm32). When the system cannot start as
//! many threads as wanted, those that did start do the work.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

/// Starts a thread; returns `false` where the system cannot.
fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) -> bool {
    thread::Builder::new().spawn_scoped(scope, work).is_ok()
}

/// Calls `work` with each index below `count`, on up to that many threads, the caller's among them.
///
/// # Panics
/// When `work` panics. The other threads then finish the index they are at.
pub fn for_each(threads: NonZeroUsize, count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let panicked = AtomicBool::new(false);
    let on_panic = || panicked.store(true, Ordering::Relaxed);
    let run = || {
        let _guard = OnPanic(&on_panic);
        while !panicked.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            work(index);
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
pub fn map_in_order<T, R: Send>(
    threads: NonZeroUsize,
    window: NonZeroUsize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R, bool) -> ControlFlow<()>,
) {
    let source = Mutex::new((items.fuse(), 0));
    if threads.get() > 1 {
        let queue = Queue::new(window.saturating_mul(threads).get());
        let started = thread::scope(|scope| {
            let work_off = || queue.work_off(&source, &work);
            let started = (0..threads.get()).take_while(|_| start(scope, work_off)).count();
            if started > 0 {
                queue.hand_over(&mut sink);
            }
            started > 0
        });
        if started {
            return;
        }
    }
    let (items, _) = source.into_inner().unwrap_or_else(PoisonError::into_inner);
    let _ = items.map(work).try_for_each(|result| sink(result, false));
}

/// The results that the threads share.
struct Queue<R> {
    results: Mutex<Results<R>>,
    most: usize,
    /// There are fewer than `most` results.
    room: Condvar,
    /// The first result is ready, or there are no more.
    ready: Condvar,
}

struct Results<R> {
    /// In the order of the items; `None` while an item is worked on.
    waiting: VecDeque<Option<R>>,
    /// The number of the first of them.
    first: usize,
    end_of_items: bool,
    /// The sink wants no more, or a thread panicked.
    closed: bool,
}

impl<R: Send> Queue<R> {
    fn new(most: usize) -> Self {
        let waiting = VecDeque::new();
        let results = Results { waiting, first: 0, end_of_items: false, closed: false };
        let results = Mutex::new(results);
        Self { results, most, room: Condvar::new(), ready: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Results<R>> {
        // The lock is poisoned when a thread panicked; the scope passes its panic on.
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        condition: &Condvar,
        guard: MutexGuard<'a, Results<R>>,
    ) -> MutexGuard<'a, Results<R>> {
        condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.room.notify_all();
        self.ready.notify_all();
    }

    /// Takes items and works on them until there are no more. Whoever holds the lock of the source
    /// reads the next item; the others work or wait for their turn to read.
    fn work_off<T>(
        &self,
        source: &Mutex<(impl Iterator<Item = T>, usize)>,
        work: &impl Fn(T) -> R,
    ) {
        let close = || self.close();
        let _guard = OnPanic(&close);
        loop {
            let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
            let mut results = self.lock();
            while !results.closed && results.waiting.len() >= self.most {
                results = Self::wait(&self.room, results);
            }
            if results.closed {
                return;
            }
            drop(results);
            let (items, number) = &mut *source;
            let Some(item) = items.next() else {
                self.lock().end_of_items = true;
                self.ready.notify_one();
                return;
            };
            let index = *number;
            *number += 1;
            self.lock().waiting.push_back(None);
            drop(source);
            let result = work(item);
            let mut results = self.lock();
            let place = index - results.first;
            results.waiting[place] = Some(result);
            if place == 0 {
                self.ready.notify_one();
            }
        }
    }

    /// Passes the results on until there are no more or `sink` breaks.
    fn hand_over(&self, sink: &mut impl FnMut(R, bool) -> ControlFlow<()>) {
        let close = || self.close();
        let _guard = OnPanic(&close);
        let mut results = self.lock();
        while !results.closed {
            match results.waiting.front_mut().map(Option::take) {
                Some(Some(result)) => {
                    results.waiting.pop_front();
                    results.first += 1;
                    let more = matches!(results.waiting.front(), Some(Some(_)));
                    drop(results);
                    self.room.notify_one();
                    if sink(result, more).is_break() {
                        return self.close();
                    }
                    results = self.lock();
                }
                None if results.end_of_items => return,
                _ => results = Self::wait(&self.ready, results),
            }
        }
    }
}

/// Calls a function when its thread ends by a panic.
struct OnPanic<'a>(&'a dyn Fn());

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
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
