//! The memory of the chain searches.

use super::Config;
use super::closure::Closure;
use super::cycles::Cycles;
use super::forcing::Forcing;
use super::marks::{Frame, Marks};
use super::quiet::Quiet;

/// What the chain searches keep from one step of a walk to the next, so that they allocate little.
#[derive(Default)]
pub(super) struct Scratch(Option<Box<Searches>>);

pub(super) struct Searches {
    pub(super) closure: Closure,
    pub(super) cycles: Cycles,
    pub(super) quiet: Quiet,
    pub(super) nishio: Forcing,
    pub(super) multiple: Forcing,
    pub(super) dynamic: Forcing,
    grid: Marks,
    frame: Frame,
}

impl Scratch {
    /// Returns the searches, for a board.
    pub(super) fn searches(&mut self, grid: &Marks, frame: &Frame) -> &mut Searches {
        let searches = self.0.get_or_insert_with(|| Box::new(Searches::new()));
        let is_less = |digit: usize| grid.digits[digit] & !searches.grid.digits[digit] == 0;
        if searches.frame != *frame || !(0..9).all(is_less) {
            searches.quiet.clear();
            searches.frame.clone_from(frame);
        }
        searches.grid.clone_from(grid);
        searches
    }
}

impl Searches {
    fn new() -> Self {
        let dynamic = Config { dynamic: true, ..Config::MULTIPLE };
        let nishio = Config { multiple: false, nishio: true, ..dynamic };
        Self {
            closure: Closure::new(),
            cycles: Cycles::new(),
            quiet: Quiet::new(),
            nishio: Forcing::new(nishio, false),
            multiple: Forcing::new(Config::MULTIPLE, false),
            dynamic: Forcing::new(dynamic, false),
            grid: Marks::none(),
            frame: Frame::default(),
        }
    }
}
