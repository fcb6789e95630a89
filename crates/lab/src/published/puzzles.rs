//! Which puzzles a table is run on.

use std::ops::Range;
use std::sync::Arc;

use quadrille_core::solve::{Solver, Verdict, verdict};
use quadrille_core::{BoxShape, CancelFlag, Limits, Meter, NoClock};

use crate::experiment::{Instance, singles_solve};
use crate::source::{RandomNorvig, collection};

/// Which puzzles a table is run on.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles {
    /// New puzzles, generated as in the report.
    RandomNorvig {
        /// Number of puzzles.
        count: u64,
    },
    /// This puzzle.
    Written(&'static str),
    /// The first puzzles that the user gives, or else puzzles of the embedded collection.
    Given {
        /// Maximum number of puzzles that the user gives.
        most: usize,
        /// The puzzles of the collection.
        embedded: Embedded,
        /// The checksum of the report's own puzzles.
        own: Option<u32>,
    },
}

/// Some levels of the embedded collection. Its levels below `medium` would show nothing, as
/// algorithms that propagate solve them without a node, and those above are harder than the puzzles
/// of any report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// The puzzles of `medium` and `hard`. Like those of R2 and R3 they have 21 to 27 givens, and
    /// propagation alone solves about half of them.
    MediumAndHard,
    /// The puzzles of `hard`, none of which propagation solves.
    Hard,
}

impl Embedded {
    /// Returns their positions in the collection, from 0.
    fn positions(self) -> Range<usize> {
        match self {
            Self::MediumAndHard => 20..60,
            Self::Hard => 40..60,
        }
    }

    fn levels(self) -> &'static str {
        match self {
            Self::MediumAndHard => "levels medium and hard",
            Self::Hard => "level hard",
        }
    }
}

/// The puzzles of a table, ready to be run.
pub(super) struct Chosen {
    pub(super) instances: Vec<Instance>,
    /// By puzzle: whether it provably has no solution.
    pub(super) unsolvable: Vec<bool>,
    /// By puzzle: whether propagation alone solves it.
    pub(super) singles: Vec<bool>,
    /// The puzzles in words.
    pub(super) words: String,
    /// Whether they are those of the report.
    pub(super) own: bool,
}

impl Puzzles {
    /// Returns the puzzles; `given` are those of the user.
    pub(super) fn choose(
        self,
        given: Option<&[Instance]>,
        seed: u64,
        cancel: &CancelFlag,
    ) -> Chosen {
        let instances = self.instances(given, seed);
        let own = match self {
            Self::Given { own, .. } => own.is_some_and(|own| own == checksum(&instances)),
            Self::Written(_) => true,
            Self::RandomNorvig { .. } => false,
        };
        let count = instances.len();
        let words = match (self, given) {
            (Self::RandomNorvig { .. }, _) => {
                format!("{count} new ones, generated in the same way")
            }
            (Self::Written(_), _) => "the same".to_owned(),
            (Self::Given { .. }, _) if own => format!("the report's own, {count} of them"),
            (Self::Given { .. }, Some(_)) => format!("{count} of those given"),
            (Self::Given { embedded, .. }, None) => {
                format!("{count} of the embedded collection ({})", embedded.levels())
            }
        };
        let unsolvable = instances.iter().map(|i| has_no_solution(i, cancel)).collect();
        let singles = instances.iter().map(|i| singles_solve(&i.puzzle)).collect();
        Chosen { instances, unsolvable, singles, words, own }
    }

    pub(super) fn instances(self, given: Option<&[Instance]>, seed: u64) -> Vec<Instance> {
        match (self, given) {
            (Self::RandomNorvig { count }, _) => {
                let source = RandomNorvig { shape: BoxShape::NINE, seed };
                let name: Arc<str> = format!("random-norvig:{count}").into();
                (0..count)
                    .map(|n| Instance { source: name.clone(), line: n + 1, puzzle: source.get(n) })
                    .collect()
            }
            (Self::Written(text), _) => {
                let puzzle = text.parse().expect("the tables hold puzzles without conflict");
                vec![Instance { source: "written".into(), line: 1, puzzle }]
            }
            (Self::Given { most, .. }, Some(given)) => given.iter().take(most).cloned().collect(),
            (Self::Given { embedded, .. }, None) => {
                let positions = embedded.positions();
                let name: Arc<str> = "collection".into();
                (1..)
                    .zip(collection())
                    .skip(positions.start)
                    .take(positions.len())
                    .map(|(line, puzzle)| Instance { source: name.clone(), line, puzzle })
                    .collect()
            }
        }
    }
}

/// Returns a checksum by which the puzzles of a report are recognized. They are not embedded, since
/// their license is unknown.
pub(super) fn checksum(instances: &[Instance]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for instance in instances {
        hasher.update(instance.puzzle.to_string().as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize()
}

/// Returns whether a puzzle provably has no solution. One that cannot be decided quickly, as on boards
/// larger than those of the reports, counts as solvable.
fn has_no_solution(instance: &Instance, cancel: &CancelFlag) -> bool {
    let nodes = if instance.puzzle.shape().side() <= 9 { 1_000_000 } else { 1_000 };
    let meter = Meter::new(Limits::nodes(nodes), Solver::Bits.node(), cancel, &NoClock);
    let mut meter = meter.expect("no limit on time");
    verdict(Solver::Bits, &instance.puzzle, &mut meter) == Verdict::NoSolution
}
