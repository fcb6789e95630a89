//! The registry entry of a method: the one contract of a searcher.

use quadrille_engine::{BoxShape, Cell, Counter, Edges, Grid, Puzzle, Run, Stop};

use super::{Parameter, Parameters};

/// A method of the laboratory. Everything that users see of it (help, tables, pages) comes from
/// here.
pub struct Entry {
    /// Its name for users: kebab-case, stable.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Which kind of search.
    pub family: Family,
    /// Where it comes from.
    pub source: &'static str,
    /// State, moves and cost, in a few sentences for a student.
    pub about: &'static str,
    /// What is wrong with it as published, for the entries that keep the fault.
    pub flaw: Option<&'static str>,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// What it counts.
    pub counters: &'static [Counter],
    /// What its own report called nodes, which `--nodes` limits; one of `counters`.
    pub nodes: Counter,
    /// Whether it always comes to an end with a solution or the proof that there is none. The
    /// others get a limit on time when the user sets none.
    pub complete: bool,
    /// Whether it draws no random numbers, so that a second run would tell nothing.
    pub deterministic: bool,
    /// Whether it may claim a board that is no solution; only with a flaw that says so.
    pub may_be_wrong: bool,
    /// Whether it can do that board.
    pub supports: fn(&Puzzle) -> bool,
    /// Searches. Called only with a puzzle that it supports and parameters for its own parameters.
    pub run: fn(&Puzzle, &Parameters, &mut Run<'_>) -> Stop,
}

/// The usual shapes that a method can do, and whether also with consecutive edges: it is asked.
pub fn supported_shapes(entry: &Entry) -> Vec<(BoxShape, bool)> {
    const SIDES: [usize; 11] = [4, 6, 8, 9, 10, 12, 16, 20, 25, 36, 49];
    SIDES
        .into_iter()
        .filter_map(BoxShape::of_side)
        .filter_map(|shape| {
            let can = |edges| {
                let puzzle = Puzzle::new(Grid::empty(shape), edges);
                (entry.supports)(&puzzle.expect("an empty grid has no conflict"))
            };
            let joined = Edges::new(shape, [(Cell::new(0), Cell::new(1))]);
            can(Edges::none()).then(|| (shape, can(joined.expect("neighbors"))))
        })
        .collect()
}

/// For methods that can do every board, but know nothing of pencilmarks.
pub fn any_board(puzzle: &Puzzle) -> bool {
    puzzle.marks().is_none()
}

/// For methods that can do every puzzle, pencilmarks included.
pub fn any_puzzle(_: &Puzzle) -> bool {
    true
}

/// For methods that know nothing of consecutive edges, nor of pencilmarks.
pub fn without_edges(puzzle: &Puzzle) -> bool {
    any_board(puzzle) && puzzle.edges().is_empty()
}

/// The kinds of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// Exact solvers, complete and built for speed.
    Exact,
    /// Search over partial fillings, by tree or graph.
    Tree,
    /// Search over complete fillings, by small changes.
    Local,
    /// Search by sampling whole boards from a distribution.
    Sampling,
}

impl Family {
    /// Its name for users.
    pub fn id(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Tree => "tree",
            Self::Local => "local",
            Self::Sampling => "sampling",
        }
    }
}
