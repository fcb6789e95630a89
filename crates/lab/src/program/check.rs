//! Checks that a program follows the protocol, step by step.

use std::io;
use std::time::Duration;

use quadrille_core::{
    BoxShape, CancelFlag, Cell, Clock, Counter, Edges, Grid, Limits, Meter, Puzzle, Rng, Run, Stop,
};

use super::Program;
use super::host::{Trouble, next};
use crate::process::{POLL_INTERVAL, QUIT_PATIENCE};

/// How long a program may take for a puzzle of the check.
const RUN_LIMIT: Duration = Duration::from_secs(10);

/// An easy puzzle and its solution, which every search can find.
const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
/// A puzzle without a solution: the first row needs a 9 where the column has one.
const UNSOLVABLE: &str =
    "12345678....................................9....................................";

/// Checks a program. Calls `each` after every step, with what was checked and what went wrong, if
/// anything. Ends with the first step that fails. Returns whether all steps succeeded.
///
/// # Errors
/// When the machine cannot run the program, which says nothing about it.
pub fn check_program(
    program: &Program,
    seed: u64,
    clock: &dyn Clock,
    cancel: &CancelFlag,
    each: &mut dyn FnMut(&str, Option<&str>),
) -> io::Result<bool> {
    let check = Check { program, seed, clock, cancel };
    let steps: [(&str, &Step<'_>); 8] = [
        ("starts and answers the greeting", &|check| check.starts()),
        ("ends after `quit`", &|check| check.quits()),
        ("solves an easy 9x9 puzzle, or says that it cannot", &|check| {
            check.answers(EASY, Limits::default())
        }),
        ("gives the same answer when it is asked again", &|check| check.repeats()),
        ("answers for a puzzle without a solution", &|check| {
            check.answers(UNSOLVABLE, Limits::nodes(1000))
        }),
        ("answers with a limit on nodes", &|check| check.answers(EASY, Limits::nodes(10))),
        ("answers for a 4x4 board, or `unsupported`", &|check| {
            check.answers_on(Grid::empty(BoxShape::new(2, 2).expect("a shape")), Edges::none())
        }),
        ("answers for a 12x12 board with an edge, or `unsupported`", &|check| {
            let shape = BoxShape::new(3, 4).expect("a shape");
            let edge = [(Cell::new(0), Cell::new(1))];
            check.answers_on(Grid::empty(shape), Edges::new(shape, edge).expect("neighbors"))
        }),
    ];
    for (what, step) in steps {
        match step(&check) {
            Ok(()) => each(what, None),
            Err(Trouble::Program(why)) => {
                each(what, Some(&why));
                return Ok(false);
            }
            Err(Trouble::Machine(error)) => return Err(error),
            Err(Trouble::Cancelled) => return Ok(false),
        }
    }
    Ok(true)
}

type Step<'a> = dyn Fn(&Check<'_>) -> Checked + 'a;
type Checked = Result<(), Trouble>;

struct Check<'a> {
    program: &'a Program,
    seed: u64,
    clock: &'a dyn Clock,
    cancel: &'a CancelFlag,
}

impl Check<'_> {
    fn starts(&self) -> Checked {
        let mut running = self.program.start(None, self.cancel)?;
        // What it writes without being asked would be taken for an answer.
        match next(&mut running, POLL_INTERVAL * 5, self.cancel)? {
            Some(line) if !line.starts_with("info") => {
                Err(Trouble::Program(format!("said `{line}` without being asked")))
            }
            _ => Ok(()),
        }
    }

    fn quits(&self) -> Checked {
        let mut running = self.program.start(None, self.cancel)?;
        if running.close_within(QUIT_PATIENCE) {
            return Ok(());
        }
        let why = "was still running 2 s after `quit`; it must also end with its input";
        Err(Trouble::Program(why.to_owned()))
    }

    fn answers(&self, puzzle: &str, limits: Limits) -> Checked {
        let puzzle = puzzle.parse().expect("a puzzle of the check");
        self.asks(&puzzle, limits).map(drop)
    }

    fn answers_on(&self, grid: Grid, edges: Edges) -> Checked {
        let puzzle = Puzzle::new(grid, edges).expect("an empty grid has no conflict");
        self.asks(&puzzle, Limits::default()).map(drop)
    }

    fn repeats(&self) -> Checked {
        let puzzle = EASY.parse().expect("a puzzle of the check");
        let (first, second) =
            (self.asks(&puzzle, Limits::default())?, self.asks(&puzzle, Limits::default())?);
        if first == second {
            return Ok(());
        }
        let why = format!(
            "the same puzzle and seed came to {} with {} nodes, then to {} with {}; every random \
             choice must follow from `seed`",
            first.0.id(),
            first.1,
            second.0.id(),
            second.1
        );
        Err(Trouble::Program(why))
    }

    /// Asks for a puzzle; returns how the run ended and how many nodes the program reported.
    fn asks(&self, puzzle: &Puzzle, limits: Limits) -> Result<(Stop, u64), Trouble> {
        let limits = Limits { time: Some(RUN_LIMIT), ..limits };
        let node = Counter::Reported;
        let meter = Meter::new(limits, node, self.cancel, self.clock)
            .map_err(|error| Trouble::Machine(io::Error::other(error)))?;
        let mut run = Run::new(puzzle, meter, Rng::from_seed(self.seed));
        let stop = self.program.try_search(puzzle, &mut run)?;
        let outcome = run.finish(stop);
        let why = match (stop, outcome.reason) {
            (Stop::Wrong, None) => "its board is no solution of the puzzle".to_owned(),
            (Stop::Wrong | Stop::Failed, Some(why)) => why,
            (Stop::Nodes, Some(why)) => why,
            (Stop::Time, _) => format!("gave no answer within {} s", RUN_LIMIT.as_secs()),
            _ => return Ok((stop, outcome.counters[node])),
        };
        Err(Trouble::Program(why))
    }
}
