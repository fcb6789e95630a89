//! What a search for puzzles or positions tried so far.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_core::Puzzle;
use quadrille_logic::{Fit, Profile};

use crate::board::text_of;

/// What a search tried so far.
///
/// ```
/// use quadrille_api::Tried;
///
/// assert_eq!(Tried::default().words(), "0 tried");
/// ```
#[derive(Default)]
pub struct Tried {
    count: AtomicU64,
    closest: Mutex<Option<Closest>>,
}

/// A puzzle that is not wanted.
struct Closest {
    lacks: u32,
    puzzle: String,
    words: String,
}

impl Tried {
    /// Returns how many puzzles were tried and what the closest to what is wanted is like, in words.
    pub fn words(&self) -> String {
        let count = self.count.load(Ordering::Relaxed);
        let closest = self.closest.lock().expect("no thread panics with it");
        match &*closest {
            Some(closest) => format!("{count} tried, the closest: {}", closest.words),
            None => format!("{count} tried"),
        }
    }

    /// Returns which puzzle came closest to what is wanted, in words.
    pub(super) fn closest(&self) -> Option<String> {
        let closest = self.closest.lock().expect("no thread panics with it");
        closest.as_ref().map(|Closest { puzzle, words, .. }| format!("{puzzle} ({words})"))
    }

    /// Counts a puzzle.
    pub(super) fn count(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a puzzle, and notes it if it is not wanted and none came closer.
    pub(super) fn note(&self, fit: Fit, puzzle: &Puzzle, profile: &Profile) {
        self.count();
        let mut closest = self.closest.lock().expect("no thread panics with it");
        if fit.lacks == 0 || closest.as_ref().is_some_and(|known| known.lacks <= fit.lacks) {
            return;
        }
        let Fit { rating, steps, uses, .. } = fit;
        let words = match rating {
            Some(rating) => {
                let (points, id) = (profile.points(rating), profile.id());
                format!("{points} by `{id}`, {steps} steps, {uses} of the technique")
            }
            None if uses > 0 => format!("{uses} steps of the technique, not solved at this rating"),
            None => "without the technique, or not solved at this rating".to_owned(),
        };
        *closest = Some(Closest { lacks: fit.lacks, puzzle: text_of(puzzle), words });
    }
}
