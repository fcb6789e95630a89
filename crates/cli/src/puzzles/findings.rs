//! What `check` reports on request besides the verdict: redundant givens, true candidates, backdoors,
//! unavoidable sets.

use quadrille_engine::analysis::{self, Redundant};
use quadrille_engine::solve::Verdict;
use quadrille_engine::{
    BoxShape, CandidateSet, Cell, DigitSet, Meter, Puzzle, Solution, Stop, format,
};
use serde::Serialize;

use crate::args::values;
use crate::io::output::Report;

/// What `check` reports besides the verdict.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "More about each puzzle")]
pub(crate) struct FindingsOptions {
    /// Givens of a proper puzzle that are redundant, each by itself
    #[arg(long)]
    pub(crate) redundant: bool,
    /// Candidates that occur in some solution
    #[arg(long)]
    pub(crate) candidates: bool,
    /// Smallest backdoors of a proper puzzle, of at most N cells [N: 3]
    ///
    /// A backdoor is a set of cells that, once filled, lets naked and hidden singles finish the
    /// puzzle.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    #[arg(value_parser = values::number::<usize>(0..=3))]
    pub(crate) backdoors: Option<usize>,
    /// Minimal unavoidable sets of the solution, of at most N cells [N: 10]
    ///
    /// A proper puzzle of a grid has a given in each unavoidable set. Each cell more takes about
    /// five times the work.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    #[arg(value_parser = values::number::<usize>(4..=2401))]
    pub(crate) unavoidable: Option<usize>,
}

impl FindingsOptions {
    /// Whether only the verdict and redundant givens are asked; everything else takes far longer.
    pub(crate) fn is_quick(&self) -> bool {
        !self.candidates && self.backdoors.is_none() && self.unavoidable.is_none()
    }

    /// Returns which redundant givens are needed; one shows that a puzzle is not minimal.
    pub(crate) fn wanted(&self) -> Redundant {
        if self.redundant { Redundant::All } else { Redundant::First }
    }
}

/// Something that may have been asked for and found.
pub(crate) enum Asked<T> {
    Unwanted,
    /// It is a question about proper puzzles, and this is not one.
    DoesNotApply,
    /// A limit ended the search.
    Undecided,
    Known(T),
}

impl<T> Asked<T> {
    fn from_result(result: Result<T, Stop>, stop: &mut Stop) -> Self {
        match result {
            Ok(known) => Self::Known(known),
            Err(reason) => {
                *stop = reason;
                Self::Undecided
            }
        }
    }

    fn as_known(&self) -> Option<&T> {
        match self {
            Self::Known(known) => Some(known),
            _ => None,
        }
    }

    fn was_asked(&self) -> bool {
        !matches!(self, Self::Unwanted)
    }
}

/// What is known about a puzzle besides the verdict.
pub(crate) struct Findings {
    minimal: Asked<bool>,
    redundant: Asked<Vec<Cell>>,
    candidates: Asked<CandidateSet>,
    backdoors: Asked<Vec<Vec<Cell>>>,
    /// Maximum number of placements in backdoors.
    most_placements: usize,
    unavoidable: Asked<Vec<Vec<Cell>>>,
}

/// The fields of a JSON row. `None`: not asked for; `Some(None)`: asked for and not known.
#[derive(Serialize, Default)]
pub(crate) struct Fields {
    /// Known only for proper puzzles.
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Option<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backdoors: Option<Option<Vec<Vec<String>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unavoidable: Option<Option<Vec<Vec<String>>>>,
}

/// Searches for what is asked for, each within the limits of the meter. If they end a search, `stop`
/// becomes the reason.
pub(crate) fn find(
    args: &FindingsOptions,
    puzzle: &Puzzle,
    verdict: &Verdict,
    meter: &Meter<'_>,
    stop: &mut Stop,
) -> Findings {
    let redundant = match verdict {
        Verdict::Unique(solution) => {
            let own = &mut meter.renewed();
            Some(analysis::redundant_of_solved(puzzle, solution, args.wanted(), own))
        }
        _ => None,
    };
    if let Some(Err(reason)) = redundant {
        *stop = reason;
    }
    let mut findings = Findings {
        backdoors: if args.backdoors.is_some() { Asked::DoesNotApply } else { Asked::Unwanted },
        most_placements: args.backdoors.unwrap_or_default(),
        unavoidable: if args.unavoidable.is_some() { Asked::DoesNotApply } else { Asked::Unwanted },
        ..Findings::of_givens(args, redundant)
    };
    if let Verdict::Unique(solution) = verdict {
        if let Some(most) = args.backdoors {
            let found = analysis::backdoors(puzzle, solution, most, &mut meter.renewed());
            findings.backdoors = Asked::from_result(found, stop);
        }
        if let Some(most) = args.unavoidable {
            let found = analysis::unavoidable_sets(solution, most, &mut meter.renewed());
            findings.unavoidable = Asked::from_result(found, stop);
        }
    }
    if args.candidates {
        findings.candidates = match verdict {
            Verdict::Undecided(_) => Asked::Undecided,
            Verdict::NoSolution => Asked::Known(CandidateSet::none(puzzle.shape())),
            Verdict::Unique(solution) => Asked::Known(of_solution(puzzle.shape(), solution)),
            Verdict::Multiple(_) => {
                let found = analysis::true_candidates(puzzle, &mut meter.renewed());
                Asked::from_result(found, stop)
            }
        };
    }
    findings
}

/// Returns a set with one candidate in each cell.
fn of_solution(shape: BoxShape, solution: &Solution) -> CandidateSet {
    let mut set = CandidateSet::none(shape);
    for (cell, digit) in solution.grid().filled() {
        set.set(cell, DigitSet::only(digit));
    }
    set
}

impl Findings {
    /// Returns the findings about a puzzle of which only the givens were asked. `redundant` are those
    /// of a proper puzzle; without `--redundant` one of them is enough.
    pub(crate) fn of_givens(
        args: &FindingsOptions,
        redundant: Option<Result<Vec<Cell>, Stop>>,
    ) -> Self {
        let (minimal, redundant) = match redundant {
            None => (Asked::DoesNotApply, Asked::DoesNotApply),
            Some(Err(_)) => (Asked::Undecided, Asked::Undecided),
            Some(Ok(cells)) => (Asked::Known(cells.is_empty()), Asked::Known(cells)),
        };
        Self {
            minimal,
            redundant: if args.redundant { redundant } else { Asked::Unwanted },
            candidates: Asked::Unwanted,
            backdoors: Asked::Unwanted,
            most_placements: 0,
            unavoidable: Asked::Unwanted,
        }
    }

    /// Writes what follows the verdict on a line of text, each with a space before it.
    pub(crate) fn write(&self, side: usize, report: &mut Report<'_>) {
        if self.minimal.as_known() == Some(&true) {
            report.text(b" minimal");
        } else {
            push(report, "redundant", &self.redundant, |cells| names(cells, side).join(" "));
        }
        push(report, "candidates", &self.candidates, marks_of);
        push(report, "backdoors", &self.backdoors, |sets| match sets.first() {
            None => format!("{}+", self.most_placements + 1),
            Some(smallest) if smallest.is_empty() => "0".to_owned(),
            Some(smallest) => format!("{} {}", smallest.len(), joined(sets, side)),
        });
        push(report, "unavoidable", &self.unavoidable, |sets| match sets.len() {
            0 => "none".to_owned(),
            _ => joined(sets, side),
        });
    }

    /// Returns the findings for a JSON row.
    pub(crate) fn fields(&self, side: usize) -> Fields {
        let lists = |sets: &Vec<Vec<Cell>>| sets.iter().map(|set| names(set, side)).collect();
        Fields {
            minimal: self.minimal.as_known().copied(),
            redundant: field(&self.redundant, |cells| names(cells, side)),
            candidates: field(&self.candidates, marks_of),
            backdoors: field(&self.backdoors, lists),
            unavoidable: field(&self.unavoidable, lists),
        }
    }
}

impl Fields {
    /// Returns the fields of a record that is not a puzzle.
    pub(crate) fn unknown(args: &FindingsOptions) -> Self {
        Self {
            minimal: None,
            redundant: args.redundant.then_some(None),
            candidates: args.candidates.then_some(None),
            backdoors: args.backdoors.map(|_| None),
            unavoidable: args.unavoidable.map(|_| None),
        }
    }
}

fn field<T, U>(asked: &Asked<T>, of: impl Fn(&T) -> U) -> Option<Option<U>> {
    asked.was_asked().then(|| asked.as_known().map(of))
}

fn push<T>(report: &mut Report<'_>, label: &str, asked: &Asked<T>, of: impl Fn(&T) -> String) {
    let value = match asked {
        Asked::Unwanted | Asked::DoesNotApply => return,
        Asked::Undecided => "undecided".to_owned(),
        Asked::Known(known) => of(known),
    };
    for part in [" ", label, " ", &value] {
        report.text(part.as_bytes());
    }
}

fn names(cells: &[Cell], side: usize) -> Vec<String> {
    cells.iter().map(|cell| cell.name(side).to_string()).collect()
}

fn joined(sets: &[Vec<Cell>], side: usize) -> String {
    sets.iter().map(|set| names(set, side).join("+")).collect::<Vec<_>>().join(" ")
}

/// Returns candidates as the `pencilmark` format writes them, without edges: the puzzle has those.
fn marks_of(candidates: &CandidateSet) -> String {
    format::pencilmark::text_of_marks(candidates)
}
