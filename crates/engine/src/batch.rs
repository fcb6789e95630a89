//! LEGACY: kept only until the command line and the arena are ported to
//! [`parallel`](crate::parallel). Nothing new may use it.
//!
//! A parallel map over a stream that keeps its order and bounds its memory.
//!
//! One thread reads, some work, the caller's thread writes. Items are taken one by one as long as
//! they come slowly, so that a line typed into a pipe is answered at once, and by handfuls when
//! they pile up, so that the lock is no bottleneck. Results wait in a window of fixed length; a
//! reader that is too far ahead of the writer pauses.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

/// The weight of the items under way at once, for each thread.
pub const WINDOW: usize = 128;
/// The most items that a thread takes at once.
const HANDFUL: usize = 32;

/// What the threads share.
struct Queue<T, R> {
    /// Read and not yet taken; the first has index `taken`.
    waiting: VecDeque<T>,
    taken: usize,
    /// Weights and results by index, from `written` on; no result while under way.
    results: VecDeque<(usize, Option<R>)>,
    written: usize,
    /// The sum of the weights.
    weight: usize,
    end_of_input: bool,
    /// The writer wants no more, or a thread panicked.
    closed: bool,
}

struct Shared<T, R> {
    queue: Mutex<Queue<T, R>>,
    more_work: Condvar,
    more_room: Condvar,
    more_results: Condvar,
}

impl<T, R> Shared<T, R> {
    fn lock(&self) -> MutexGuard<'_, Queue<T, R>> {
        // A poisoned lock means that a thread panicked; the scope passes its panic on.
        self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.more_work.notify_all();
        self.more_room.notify_all();
        self.more_results.notify_all();
    }
}

/// Closes the queue when its thread ends by a panic, so that the others end too.
struct CloseOnPanic<'a, T, R>(&'a Shared<T, R>);

impl<T, R> Drop for CloseOnPanic<'_, T, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Hands every item that `source` yields to `work`, on that many threads, and the results in the
/// order of the items to `sink`, on the caller's. `sink` is told whether more results wait
/// already: when not, it should flush what it holds back.
///
/// Reading pauses when the items under way weigh [`WINDOW`] a thread. Most items weigh 1; one that
/// is large enough for only a few of them to stay in a cache should weigh more.
///
/// `source` runs on a thread of its own; it must stop when its callback breaks. When `sink`
/// breaks, nothing more is read, and what is under way is dropped.
///
/// # Panics
/// When one of the three panics.
pub fn map_in_order<T: Send, R: Send>(
    threads: NonZeroUsize,
    weight: impl Fn(&T) -> usize + Sync,
    source: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) + Send,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R, bool) -> ControlFlow<()>,
) {
    let window = WINDOW * threads.get();
    let shared = Shared {
        queue: Mutex::new(Queue {
            waiting: VecDeque::new(),
            taken: 0,
            results: VecDeque::new(),
            written: 0,
            weight: 0,
            end_of_input: false,
            closed: false,
        }),
        more_work: Condvar::new(),
        more_room: Condvar::new(),
        more_results: Condvar::new(),
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let _guard = CloseOnPanic(&shared);
            source(&mut |item| push(&shared, window, weight(&item), item));
            shared.lock().end_of_input = true;
            shared.more_work.notify_all();
            shared.more_results.notify_all();
        });
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let _guard = CloseOnPanic(&shared);
                work_off(&shared, threads.get(), &work);
            });
        }
        let _guard = CloseOnPanic(&shared);
        while let Some((result, more)) = next_result(&shared) {
            if sink(result, more).is_break() {
                shared.close();
                break;
            }
        }
    });
}

fn push<T, R>(shared: &Shared<T, R>, window: usize, weight: usize, item: T) -> ControlFlow<()> {
    let mut queue = shared.lock();
    while !queue.closed && queue.weight >= window {
        queue = shared.more_room.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
    }
    if queue.closed {
        return ControlFlow::Break(());
    }
    queue.waiting.push_back(item);
    queue.results.push_back((weight, None));
    queue.weight += weight;
    shared.more_work.notify_one();
    ControlFlow::Continue(())
}

fn work_off<T, R>(shared: &Shared<T, R>, threads: usize, work: &impl Fn(T) -> R) {
    let mut handful = Vec::with_capacity(HANDFUL);
    let mut done = Vec::with_capacity(HANDFUL);
    loop {
        let mut queue = shared.lock();
        while !queue.closed && queue.waiting.is_empty() && !queue.end_of_input {
            queue = shared.more_work.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        if queue.closed || queue.waiting.is_empty() {
            return;
        }
        let first = queue.taken;
        // A fair share of what waits, so that the last items are spread over all threads.
        let count = (queue.waiting.len() / (2 * threads)).clamp(1, HANDFUL);
        handful.extend(queue.waiting.drain(..count));
        queue.taken += count;
        drop(queue);
        done.extend(handful.drain(..).map(work));
        let mut queue = shared.lock();
        let start = first - queue.written;
        for (place, result) in queue.results.range_mut(start..start + count).zip(done.drain(..)) {
            place.1 = Some(result);
        }
        if start == 0 {
            shared.more_results.notify_one();
        }
    }
}

/// The next result in order, and whether the one after it is there too.
fn next_result<T, R>(shared: &Shared<T, R>) -> Option<(R, bool)> {
    let mut guard = shared.lock();
    loop {
        let queue = &mut *guard;
        if queue.closed {
            return None;
        }
        match queue.results.front_mut() {
            Some((weight, front)) => {
                if let Some(result) = front.take() {
                    queue.weight -= *weight;
                    queue.results.pop_front();
                    queue.written += 1;
                    shared.more_room.notify_one();
                    let more = matches!(queue.results.front(), Some((_, Some(_))));
                    return Some((result, more));
                }
            }
            None if queue.end_of_input => return None,
            None => {}
        }
        guard = shared.more_results.wait(guard).unwrap_or_else(std::sync::PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn order_is_kept_and_memory_bounded() {
        for (count, weight) in [(1, 1), (2, 1), (5, 1), (1, 40), (3, 40), (2, 1000)] {
            let most = (WINDOW * count).div_ceil(weight);
            let (read, written) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut seen = Vec::new();
            map_in_order(
                threads(count),
                |_| weight,
                |each| {
                    for item in 0..20_000_usize {
                        let ahead =
                            read.fetch_add(1, Ordering::Relaxed) - written.load(Ordering::Relaxed);
                        assert!(ahead <= most + 1, "{ahead} under way");
                        assert_eq!(each(item), ControlFlow::Continue(()));
                    }
                },
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

    #[test]
    fn a_full_sink_ends_all() {
        let mut seen = 0;
        map_in_order(
            threads(3),
            |_| 1,
            |each| {
                let mut item = 0_u64;
                while each(item).is_continue() {
                    item += 1;
                }
            },
            |item| item,
            |result, _| {
                seen = result;
                if result == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(seen, 1000);
    }

    #[test]
    fn no_items_no_results() {
        map_in_order(threads(2), |_| 1, |_| {}, |item: u8| item, |_, _| panic!("nothing was sent"));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_passed_on() {
        map_in_order(
            threads(2),
            |_| 1,
            |each| {
                for item in 0..10_000 {
                    if each(item).is_break() {
                        return;
                    }
                }
            },
            |item| assert_ne!(item, 500),
            |(), _| ControlFlow::Continue(()),
        );
    }
}
