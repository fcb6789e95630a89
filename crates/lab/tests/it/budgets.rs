//! No run continues long after its budget has ended, not even on the largest boards, where a step
//! of some configurations takes a thousand times as long as on a 9x9.

use std::time::Duration;

use cpu_time::ThreadTime;
use quadrille_core::{BoxShape, CancelFlag, Cell, Clock, Edges, Grid, Limits, Puzzle, Rng, Stop};
use quadrille_lab::Configuration;
use quadrille_lab::algorithms::ENTRIES;

use crate::boards::{erased, shape};

/// A clock on which only the thread's own time passes: a busy machine does not spoil the test.
struct ProcessorClock;

impl Clock for ProcessorClock {
    fn wall(&self) -> Duration {
        ThreadTime::now().as_duration()
    }

    fn cpu(&self) -> Duration {
        ThreadTime::now().as_duration()
    }
}

const TIME: Duration = Duration::from_millis(60);
/// What a run may take beyond its time. About a tenth of it is used on the machine of the
/// benchmarks; before there were looks at the clock within a step, some runs took 3 s.
const LATE: Duration = Duration::from_millis(100);

/// Every edge that lies in a row.
fn with_edges_in_rows(shape: BoxShape) -> Puzzle {
    let side = shape.side();
    let geometry = Grid::empty(shape).geometry();
    let edges = geometry.cells().filter(|cell| cell.index() % side + 1 < side);
    let edges = edges.map(|cell| (cell, Cell::new(cell.index() + 1)));
    Puzzle::new(Grid::empty(shape), Edges::new(shape, edges).unwrap()).unwrap()
}

#[test]
fn no_run_is_late() {
    let empty = |shape| Puzzle::try_from(Grid::empty(shape)).unwrap();
    let (six, seven) = (shape(6, 6), shape(7, 7));
    let boards = [
        ("empty 49x49", empty(seven)),
        ("empty 36x36", empty(six)),
        ("49x49 with edges", with_edges_in_rows(seven)),
        ("40 % of a 49x49", erased(seven, 40, &mut Rng::from_seed(3))),
    ];
    let mut ended_by_time = 0;
    let mut late = Vec::new();
    for (name, board) in &boards {
        for &entry in ENTRIES {
            let budget = Limits { time: Some(TIME), memory: Some(1 << 28), ..Limits::NONE };
            let start = ThreadTime::now();
            let outcome = Configuration::of(entry)
                .run(board, 1, budget, &CancelFlag::new(), &ProcessorClock, None)
                .unwrap();
            let taken = start.elapsed();
            ended_by_time += usize::from(outcome.stop == Stop::Time);
            if taken > TIME + LATE {
                late.push(format!("{} on {name}: {taken:?}, {:?}", entry.id, outcome.stop));
            }
            if std::env::var_os("SHOW").is_some() && taken > TIME + Duration::from_millis(8) {
                eprintln!("{} on {name}: {taken:?}, {:?}", entry.id, outcome.stop);
            }
        }
    }
    assert!(late.is_empty(), "within {TIME:?}:\n{}", late.join("\n"));
    assert!(ended_by_time > 2 * ENTRIES.len(), "{ended_by_time} runs met their time");
}
