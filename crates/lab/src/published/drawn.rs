//! What R4 asked besides its searches: how to draw a random permutation, and how to fill a grid with one in
//! each row so that its columns fit, in two versions. Each way is timed on the report's side, and what it
//! draws is counted on a small one: is every outcome equally likely?

use std::collections::HashMap;
use std::f64::consts::TAU;

use quadrille_core::{CancelFlag, Clock, Meter, Rng, Stop};
use quadrille_generate::{latin, permutation};
use serde::Serialize;

use super::{Figures, Line, Section};
use crate::report::Space;

/// The side of the report's grids.
const SIDE: usize = 9;
/// The side whose outcomes are counted, and how many there are drawn.
const SMALL_SIDE: usize = 4;
const COUNTED: u32 = 100_000;

/// How something is drawn.
#[derive(Clone, Copy)]
enum Way {
    Permutation(permutation::Method),
    Square(latin::Method),
}

/// A question of the report, and its answers.
struct Question {
    title: &'static str,
    /// How many different ones there are of the small side.
    classes: usize,
    answers: &'static [Answer],
    notes: &'static [&'static str],
}

struct Answer {
    name: &'static str,
    theirs: Figures,
    faithful: Way,
    repaired: Way,
    /// Draws of the report's side: few where one takes long.
    draws: u32,
    why: &'static str,
}

const QUESTIONS: [Question; 2] = [
    Question {
        title: "random permutations",
        classes: 24,
        answers: &[Answer {
            name: "digits in the order of random keys",
            theirs: Figures { statement: Some("no figure"), ..Figures::NONE },
            faithful: Way::Permutation(permutation::Method::Sort),
            repaired: Way::Permutation(permutation::Method::FisherYates),
            draws: 10_000,
            why: "Both are uniform; exchanges need neither keys nor sorting.",
        }],
        notes: &[],
    },
    Question {
        title: "random grids whose rows and columns fit",
        classes: 576,
        answers: &[
            Answer {
                name: "version 0, permutations until one fits",
                theirs: Figures { statement: Some("no figure"), ..Figures::NONE },
                faithful: Way::Square(latin::Method::V0),
                repaired: Way::Square(latin::Method::Uniform),
                draws: 10,
                why: "The last row fits with one permutation in 9!, so its cost does not depend on \
                      the machine. It is biased, as beginnings have different numbers of completions.",
            },
            Answer {
                name: "version 1, a list of the digits that each column lacks",
                theirs: Figures { time_mean: Some("4 s"), ..Figures::NONE },
                faithful: Way::Square(latin::Method::V1),
                repaired: Way::Square(latin::Method::Uniform),
                draws: 1000,
                why: "Rows that start again at a dead end double the 81 digits, which takes \
                      microseconds: the 4 s were spent on something else. It is biased too, and a \
                      little more than version 0.",
            },
        ],
        notes: &[
            "nodes are permutations drawn in version 0, digits in version 1, and moves in the \
             repaired one, which walks between squares until all are nearly equally likely.",
        ],
    },
];

/// What was drawn in a way.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// How: the `--method` of `generate permutation` or `generate latin`.
    pub algorithm: &'static str,
    /// How many of the report's side.
    pub draws: u32,
    /// Mean nodes of a draw; a permutation has none.
    pub nodes_mean: Option<f64>,
    /// Mean processor time of a draw.
    pub cpu_seconds_mean: f64,
    /// The total variation distance of what was drawn of the small side from equal shares.
    pub distance: f64,
}

/// An answer of the report beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnRow {
    /// R4.
    pub report: &'static str,
    /// The question.
    pub table: &'static str,
    /// What the report does.
    #[serde(rename = "method")]
    pub name: &'static str,
    /// The side of what is drawn.
    pub side: usize,
    /// The side of which all outcomes are counted.
    pub counted_side: usize,
    /// How many outcomes there are of that side.
    pub classes: usize,
    /// How many of that side are drawn.
    pub counted: u32,
    /// The distance that equally likely outcomes would have, by chance.
    pub distance_by_chance: f64,
    /// The published result.
    pub published: Figures,
    /// What does the same here.
    pub faithful_algorithm: &'static str,
    /// Its results.
    pub faithful: Drawn,
    /// What is better.
    pub repaired_algorithm: &'static str,
    /// Its results.
    pub repaired: Drawn,
    /// Why they differ.
    pub why: &'static str,
    /// What else must be known.
    pub notes: &'static [&'static str],
}

/// Draws in all ways; returns `None` after a cancellation.
///
/// ```
/// use quadrille_core::{CancelFlag, NoClock};
/// use quadrille_lab::published::run_drawn;
///
/// let rows = run_drawn(1, &NoClock, &CancelFlag::new()).expect("it was not cancelled");
/// assert!(rows[0].faithful.distance < 2.0 * rows[0].distance_by_chance);
/// ```
pub fn run_drawn(seed: u64, clock: &dyn Clock, cancel: &CancelFlag) -> Option<Vec<DrawnRow>> {
    let mut rows = Vec::new();
    for Question { title, classes, answers, notes } in &QUESTIONS {
        for answer in *answers {
            let drawn = |way: Way| way.measure(answer.draws, *classes, seed, clock, cancel).ok();
            rows.push(DrawnRow {
                report: "R4",
                table: title,
                name: answer.name,
                side: SIDE,
                counted_side: SMALL_SIDE,
                classes: *classes,
                counted: COUNTED,
                distance_by_chance: (*classes as f64 / (TAU * f64::from(COUNTED))).sqrt(),
                published: answer.theirs,
                faithful_algorithm: answer.faithful.id(),
                faithful: drawn(answer.faithful)?,
                repaired_algorithm: answer.repaired.id(),
                repaired: drawn(answer.repaired)?,
                why: answer.why,
                notes,
            });
        }
    }
    Some(rows)
}

impl Way {
    fn id(self) -> &'static str {
        match self {
            Self::Permutation(method) => method.id(),
            Self::Square(method) => method.id(),
        }
    }

    fn draw(self, side: usize, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
        match self {
            Self::Permutation(method) => {
                meter.poll()?;
                Ok(permutation::permutation(side, method, rng))
            }
            Self::Square(method) => Ok(latin::square(side, method, rng, meter)?.digits().to_vec()),
        }
    }

    fn measure(
        self,
        draws: u32,
        classes: usize,
        seed: u64,
        clock: &dyn Clock,
        cancel: &CancelFlag,
    ) -> Result<Drawn, Stop> {
        let mut rng = Rng::derive(seed, &["published", "drawn", self.id()]);
        let mut meter = Meter::cancellable(cancel);
        let started = clock.cpu();
        for _ in 0..draws {
            self.draw(SIDE, &mut rng, &mut meter)?;
        }
        let seconds = (clock.cpu() - started).as_secs_f64();
        let nodes = match self {
            Self::Permutation(_) => None,
            Self::Square(method) => Some(meter.counters[method.node()] as f64),
        };
        let mut counts: HashMap<Vec<u8>, u32> = HashMap::new();
        for _ in 0..COUNTED {
            *counts.entry(self.draw(SMALL_SIDE, &mut rng, &mut meter)?).or_default() += 1;
        }
        let even = f64::from(COUNTED) / classes as f64;
        // In the order of the counts, so that the sum is the same at every run.
        let mut counts: Vec<u32> = counts.into_values().collect();
        counts.sort_unstable();
        let beyond = counts.iter().map(|&count| (f64::from(count) - even).max(0.0)).sum::<f64>();
        Ok(Drawn {
            algorithm: self.id(),
            draws,
            nodes_mean: nodes.map(|nodes| nodes / f64::from(draws)),
            cpu_seconds_mean: seconds / f64::from(draws),
            distance: beyond / f64::from(COUNTED),
        })
    }
}

/// Returns the rows as sections of text.
pub fn drawn_sections(rows: &[DrawnRow]) -> Vec<Section> {
    rows.chunk_by(|a, b| a.table == b.table).map(section).collect()
}

fn section(rows: &[DrawnRow]) -> Section {
    let first = &rows[0];
    let mut lines = Vec::new();
    for row in rows {
        lines.push(Line::Name(row.name.to_owned()));
        lines.push(match (row.published.statement, row.published.time_mean) {
            (None, Some(time)) => Line::Row(
                "report".to_owned(),
                vec![String::new(), String::new(), time.to_owned(), String::new()],
            ),
            (statement, _) => {
                Line::Statement("report".to_owned(), statement.unwrap_or_default().to_owned())
            }
        });
        for (label, drawn) in [("faithful", &row.faithful), ("repaired", &row.repaired)] {
            lines.push(Line::Row(label.to_owned(), drawn.cells()));
        }
        lines.push(Line::Note(format!(
            "Faithful: {}. Repaired: {}. {}",
            row.faithful_algorithm, row.repaired_algorithm, row.why
        )));
    }
    Section {
        report: first.report,
        title: format!("{} (Fauquembergue, Hamdaoui & Sitbon 2014)", first.table),
        about: vec![format!(
            "Nodes and time are means of draws of side {}. The distance is that of {} draws of side {} from \
             equal shares of all {} outcomes; equally likely ones would have about {:.3} by chance.",
            first.side, first.counted, first.counted_side, first.classes, first.distance_by_chance
        )],
        headings: ["draws", "nodes", "time", "distance"].map(str::to_owned).to_vec(),
        lines,
        notes: first.notes.iter().map(|note| format!("Note: {note}")).collect(),
    }
}

impl Drawn {
    fn cells(&self) -> Vec<String> {
        let space = Space::None;
        vec![
            self.draws.to_string(),
            self.nodes_mean.map_or(String::new(), |nodes| space.mean(nodes)),
            space.seconds(self.cpu_seconds_mean),
            format!("{:.3}", self.distance),
        ]
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::NoClock;

    use super::*;
    use crate::report::TextStyle;

    /// The exact distances of both versions on side 4 are 1/6 and 0.2091 (docs/reference/generator.md).
    #[test]
    fn both_versions_are_as_biased_as_computed() {
        let rows = run_drawn(1, &NoClock, &CancelFlag::new()).unwrap();
        let distances: Vec<f64> = rows.iter().map(|row| row.faithful.distance).collect();
        assert!(distances[0] < 2.0 * rows[0].distance_by_chance, "{distances:?}");
        assert!((distances[1] - 1.0 / 6.0).abs() < 0.01, "{distances:?}");
        assert!((distances[2] - 0.2091).abs() < 0.01, "{distances:?}");
        for row in &rows {
            assert!(row.repaired.distance < 2.0 * row.distance_by_chance, "{row:?}");
        }
        // The last row alone takes 9! permutations, in the mean.
        assert!(rows[1].faithful.nodes_mean.unwrap() > 362_880.0 / 3.0, "{rows:?}");
        assert!((81.0..200.0).contains(&rows[2].faithful.nodes_mean.unwrap()), "{rows:?}");
        let again = run_drawn(1, &NoClock, &CancelFlag::new());
        assert_eq!(format!("{:?}", Some(&rows)), format!("{:?}", again.as_ref()));
        for width in [40, 80] {
            let style = TextStyle { width, ..TextStyle::default() };
            for section in drawn_sections(&rows) {
                let text = section.text(style);
                assert!(text.lines().all(|line| line.chars().count() <= width.into()), "{text}");
            }
        }
        let cancelled = CancelFlag::new();
        cancelled.cancel();
        assert!(run_drawn(1, &NoClock, &cancelled).is_none());
    }
}
