//! `check`: what kind of puzzle it is, whether entries can stay, and findings on request.

use std::ops::ControlFlow;

use quadrille_core::analysis::{self, LEAST_GIVENS, Redundant};
use quadrille_core::kernel::lines::{Answers, LineAnswer};
use quadrille_core::solve::{self as engine, Solver, Verdict};
use quadrille_core::text::BoardText;
use quadrille_core::{CandidateSet, Cell, DigitSet, Meter, Puzzle, Solution, Status, Stop};
use quadrille_formats::Extra;
use quadrille_formats::pencilmark::text_of_marks;
use quadrille_logic::depth;
use serde::Serialize;

use super::candidates::with_entries;
use super::{Answer, Asked, CONFLICT, Each, limit_of, text_of};
use crate::batch::{Fault, Item};
use crate::json::Object;
use crate::{CheckRequest, Error, Place};

/// Asks what kind of puzzle a board is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Check {
    /// Whether to find all redundant givens of a proper puzzle.
    pub redundant: bool,
    /// Whether to find the candidates that occur in some solution.
    pub candidates: bool,
    /// The most cells of backdoors to find.
    pub backdoors: Option<usize>,
    /// The most cells of minimal unavoidable sets to find.
    pub unavoidable: Option<usize>,
    /// Whether to find how deep trial and error must reach to solve a proper puzzle.
    pub depth: bool,
    /// Whether to find the class of a proper puzzle by its braids.
    pub braids: bool,
    /// Whether the verdict is enough: `minimal` is then not known of proper puzzles. For shells whose
    /// users can do without.
    pub only_verdict: bool,
}

/// A verdict, and what else was asked for: missing if it was not, `null` if it is not known or does
/// not apply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CheckAnswer<'a> {
    /// The puzzle as text on one line; `null` if there is none.
    #[cfg_attr(feature = "schema", ts(as = "Option<String>"), schemars(with = "Option<String>"))]
    pub puzzle: Option<BoardText<'a>>,
    /// `proper`, `multiple`, `none`, `conflict` or `undecided`; `invalid` if it is not a puzzle.
    pub verdict: &'static str,
    /// Whether every given is necessary; only of proper puzzles, and if it is known.
    pub minimal: Option<bool>,
    /// The redundant givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "Array<string> | null"))]
    pub redundant: Option<Option<Vec<String>>>,
    /// The candidates that occur in some solution, as the format `pencilmark` writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | null"))]
    pub candidates: Option<Option<String>>,
    /// The smallest backdoors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "Array<Array<string>> | null"))]
    pub backdoors: Option<Option<Vec<Vec<String>>>>,
    /// The minimal unavoidable sets, smallest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "Array<Array<string>> | null"))]
    pub unavoidable: Option<Option<Vec<Vec<String>>>>,
    /// How deep trial and error must reach to solve the puzzle: 0 to 3, 0 if singles suffice. Missing if
    /// the board is not plain 9x9.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub depth: Option<Option<u8>>,
    /// The class by the longest braids that the puzzle needs: `B5` if they suffice, `B5B` or `B5BB` if
    /// one or two assumptions are needed before them. Missing if the board is not plain 9x9.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | null"))]
    pub braids: Option<Option<String>>,
    /// The cells of a conflict.
    pub cells: Vec<String>,
    /// Of a puzzle with entries: `right` if a solution has them all, `wrong` if none has, `conflict`
    /// if they contradict each other or givens, `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<&'static str>,
    /// Entries that differ from the only solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Vec<String>>,
    /// Whether the entries complete the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// What is wrong with something that is not a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Where in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The limit that ended a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
    /// The solution of a proper puzzle, for shells that have a place for it.
    #[serde(skip)]
    pub solution: Option<BoardText<'a>>,
}

impl CheckAnswer<'_> {
    /// Returns the answer with texts of its own.
    pub fn into_owned(self) -> CheckAnswer<'static> {
        let (puzzle, solution) =
            (self.puzzle.map(BoardText::into_owned), self.solution.map(BoardText::into_owned));
        CheckAnswer { puzzle, solution, ..self }
    }

    /// Writes the same as `serde`, in a fraction of the time for all that is usual.
    pub(super) fn write(&self, object: &mut Object<'_>) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| self.is_plain()) else {
            return object.fields(self);
        };
        object.symbols("puzzle", puzzle.as_bytes());
        object.symbols("verdict", self.verdict.as_bytes());
        object.field("minimal", &self.minimal);
        if let Some(redundant) = &self.redundant {
            object.field("redundant", redundant);
        }
        object.name("cells").extend_from_slice(b"[]");
        if let Some(stop) = self.stop {
            object.symbols("stop", stop.as_bytes());
        }
        object.field("seed", &self.seed);
    }

    fn is_plain(&self) -> bool {
        self.candidates.is_none()
            && self.backdoors.is_none()
            && self.unavoidable.is_none()
            && self.depth.is_none()
            && self.braids.is_none()
            && self.cells.is_empty()
            && self.entries.is_none()
            && self.error.is_none()
    }
}

const PROPER: &str = "proper";

fn word_of(verdict: &Verdict) -> (&'static str, Stop) {
    match verdict {
        Verdict::NoSolution => ("none", Stop::ProvedNone),
        Verdict::Multiple(_) => ("multiple", Stop::Solved),
        Verdict::Unique(_) => (PROPER, Stop::Solved),
        Verdict::Undecided(stop) => ("undecided", *stop),
    }
}

/// Returns the same of the answer of the kernel.
fn word_of_line(answer: &LineAnswer<'_>) -> (&'static str, Stop) {
    match (answer.count, answer.exact) {
        (0, true) => ("none", Stop::ProvedNone),
        (1, true) => (PROPER, Stop::Solved),
        (2, _) => ("multiple", Stop::Solved),
        _ => ("undecided", answer.stop),
    }
}

impl Check {
    pub(super) fn of(request: &CheckRequest) -> Result<Self, Error> {
        let within = |name: &str, value: Option<usize>, least: usize, most: usize| match value {
            Some(cells) if !(least..=most).contains(&cells) => Err(Error::bad_request(format!(
                "`{name}` is {cells}; expected {least} to {most} cells"
            ))),
            _ => Ok(value),
        };
        Ok(Self {
            redundant: request.redundant,
            candidates: request.candidates,
            backdoors: within("backdoors", request.backdoors, 0, 3)?,
            unavoidable: within("unavoidable", request.unavoidable, 4, 2401)?,
            depth: request.depth,
            braids: request.braids,
            only_verdict: false,
        })
    }

    /// Returns whether only the verdict and redundant givens are asked; all else takes far longer.
    pub fn is_quick(&self) -> bool {
        let has_sets = self.backdoors.is_some() || self.unavoidable.is_some();
        !(has_sets || self.candidates || self.depth || self.braids)
    }

    /// Returns which redundant givens are needed; one shows that a puzzle is not minimal.
    fn wanted(&self) -> Redundant {
        if self.redundant { Redundant::All } else { Redundant::First }
    }

    /// Returns an answer in which nothing is known but the verdict. As a call it would copy its 300 bytes.
    #[inline(always)]
    fn unknown<'a>(
        &self,
        puzzle: Option<BoardText<'a>>,
        verdict: &'static str,
        seed: u64,
    ) -> CheckAnswer<'a> {
        CheckAnswer {
            puzzle,
            verdict,
            minimal: None,
            redundant: self.redundant.then_some(None),
            candidates: self.candidates.then_some(None),
            backdoors: self.backdoors.map(|_| None),
            unavoidable: self.unavoidable.map(|_| None),
            depth: self.depth.then_some(None),
            braids: self.braids.then_some(None),
            cells: Vec::new(),
            entries: None,
            wrong: None,
            complete: None,
            error: None,
            place: None,
            stop: None,
            seed,
            solution: None,
        }
    }

    /// A conflict is a verdict; anything else that is not a puzzle is not.
    pub(super) fn invalid<'f>(&self, fault: &'f Fault, seed: u64) -> CheckAnswer<'f> {
        let verdict = if fault.is_conflict() { CONFLICT } else { Status::Invalid.id() };
        let puzzle = fault.text.as_deref().map(|text| BoardText::Text(text.into()));
        CheckAnswer {
            cells: fault.cells.clone(),
            error: Some(fault.message.clone()),
            place: fault.place,
            ..self.unknown(puzzle, verdict, seed)
        }
    }

    /// Returns the answer about a puzzle; `redundant` is what is known of the givens of a proper one.
    #[inline(always)]
    fn answer<'a>(
        &self,
        puzzle: BoardText<'a>,
        solution: Option<BoardText<'a>>,
        (verdict, mut stop): (&'static str, Stop),
        redundant: Option<Result<Vec<Cell>, Stop>>,
        side: usize,
        seed: u64,
    ) -> CheckAnswer<'a> {
        let (minimal, redundant) = match redundant {
            Some(Ok(cells)) => {
                (Some(cells.is_empty()), self.redundant.then(|| names(&cells, side)))
            }
            Some(Err(reason)) => {
                stop = reason;
                (None, None)
            }
            None => (None, None),
        };
        let redundant = self.redundant.then_some(redundant);
        CheckAnswer {
            minimal,
            redundant,
            stop: limit_of(stop),
            solution,
            ..self.unknown(Some(puzzle), verdict, seed)
        }
    }

    /// Adds what takes a search of its own, each within the limits of the meter. If they end one, the
    /// stop says so.
    fn find(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        verdict: &Verdict,
        meter: &Meter<'_>,
        answer: &mut CheckAnswer<'_>,
    ) {
        let side = puzzle.shape().side();
        let lists = |sets: Vec<Vec<Cell>>| sets.iter().map(|set| names(set, side)).collect();
        let mut stopped = None;
        let mut note = |stop: Stop| stopped = Some(stop);
        if let Verdict::Unique(solution) = verdict {
            if let Some(most) = self.backdoors {
                let found = analysis::backdoors(puzzle, solution, most, &mut meter.renewed());
                answer.backdoors = Some(found.map(lists).map_err(&mut note).ok());
            }
            if let Some(most) = self.unavoidable {
                let found = analysis::unavoidable_sets(solution, most, &mut meter.renewed());
                answer.unavoidable = Some(found.map(lists).map_err(&mut note).ok());
            }
            if self.depth {
                let found = depth::depth(puzzle, solution, &mut meter.renewed());
                answer.depth = known(found, &mut note);
            }
            if self.braids {
                let found = depth::class(puzzle, solution, &mut meter.renewed());
                answer.braids =
                    known(found, &mut note).map(|class| class.map(|class| class.to_string()));
            }
        }
        if self.candidates {
            let found = match verdict {
                Verdict::Undecided(stop) => Err(*stop),
                Verdict::NoSolution => Ok(CandidateSet::none(puzzle.shape())),
                Verdict::Unique(solution) => Ok(of_solution(puzzle, solution)),
                Verdict::Multiple(_) => analysis::true_candidates(puzzle, &mut meter.renewed()),
            };
            answer.candidates = Some(found.map_err(&mut note).ok().map(|set| text_of_marks(&set)));
        }
        if extra.entries.is_some()
            && let Some(stop) = judge(puzzle, extra, verdict, meter, answer)
        {
            note(stop);
        }
        if let Some(stop) = stopped {
            answer.stop = limit_of(stop);
        }
    }
}

/// Returns what was found; `None` of boards that have no such class. Notes the limit if there was one.
fn known<T>(
    found: Result<Option<T>, depth::Unknown>,
    note: &mut impl FnMut(Stop),
) -> Option<Option<T>> {
    match found {
        Ok(found) => Some(found),
        Err(depth::Unknown::Stopped(stop)) => {
            note(stop);
            Some(None)
        }
        Err(depth::Unknown::Unsuited(_)) => None,
    }
}

/// Says whether the entries can stay. Returns the limit that ended the search.
fn judge(
    puzzle: &Puzzle,
    extra: &Extra,
    verdict: &Verdict,
    meter: &Meter<'_>,
    answer: &mut CheckAnswer<'_>,
) -> Option<Stop> {
    let values = extra.values(puzzle);
    let (mut wrong, mut stop) = (Vec::new(), None);
    let word = match (with_entries(puzzle, extra), verdict) {
        (Err(cells), _) => {
            answer.cells = cells;
            CONFLICT
        }
        (Ok(_), Verdict::Unique(solution)) => {
            let entries = extra.entries.iter().flat_map(quadrille_core::Grid::filled);
            let is_wrong = |(cell, digit)| solution.grid().get(cell) != Some(digit);
            let cells: Vec<Cell> =
                entries.filter(|&entry| is_wrong(entry)).map(|(cell, _)| cell).collect();
            wrong = names(&cells, puzzle.shape().side());
            if wrong.is_empty() { "right" } else { "wrong" }
        }
        (Ok(begun), _) => {
            let found = engine::count(Solver::Auto, &begun, 1, &mut meter.renewed());
            match (found.count, found.exact) {
                (0, true) => "wrong",
                (0, false) => {
                    stop = Some(found.stop);
                    "undecided"
                }
                _ => "right",
            }
        }
    };
    answer.entries = Some(word);
    answer.complete = Some(word == "right" && values.filled().count() == values.digits().len());
    answer.wrong = Some(wrong);
    stop
}

/// Returns a set with one candidate in each cell.
fn of_solution(puzzle: &Puzzle, solution: &Solution) -> CandidateSet {
    let mut set = CandidateSet::none(puzzle.shape());
    for (cell, digit) in solution.grid().filled() {
        set.set(cell, DigitSet::only(digit));
    }
    set
}

fn names(cells: &[Cell], side: usize) -> Vec<String> {
    cells.iter().map(|cell| cell.name(side).to_string()).collect()
}

pub(super) fn ask(
    check: &Check,
    asked: Asked<'_>,
    meter: &mut Meter<'_>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let Asked { batch, seed, .. } = asked;
    let lines = batch.plain();
    let is_together = check.is_quick() && !lines.is_empty();
    let answers = is_together.then(|| lines.solve(2, meter));
    // Whether each given is known to be necessary, where that is asked: no search is needed, and no puzzle
    // is made, if there are that few.
    let known = |answer: LineAnswer<'_>| {
        let is_asked = word_of_line(&answer).0 == PROPER && !check.only_verdict;
        is_asked.then(|| answer.givens() <= LEAST_GIVENS && !answer.has_marks())
    };
    let proper = |answer: LineAnswer<'_>| {
        let (puzzle, figures) = (answer.puzzle(), answer.solutions[0]);
        let solution = Solution::new(&puzzle, &figures.map(|figure| figure - b'0'));
        (puzzle, solution.expect("solutions of lines are valid"))
    };
    let found = || answers.iter().flat_map(Answers::iter);
    let known: Vec<Option<bool>> = found().map(known).collect();
    let open = found().zip(&known).filter(|(_, known)| **known == Some(false));
    let open: Vec<(Puzzle, Solution)> = open.map(|(answer, _)| proper(answer)).collect();
    let mut redundant = analysis::redundant_in_many(&open, check.wanted(), meter).into_iter();
    for index in 0..batch.len() {
        let plain = batch.plain_index(index).and_then(|at| answers.as_ref().map(|all| (at, all)));
        if let Some((at, all)) = plain {
            let found = all.get(at);
            let word = word_of_line(&found);
            let redundant = known[at].map(|is_known| match is_known {
                true => Ok(Vec::new()),
                false => redundant.next().expect("one for each"),
            });
            let solution = (word.0 == PROPER).then(|| BoardText::Symbols(&found.solutions[0]));
            let answer = check.answer(found.text(), solution, word, redundant, 9, seed);
            each(index, Answer::Check(answer))?;
            continue;
        }
        match batch.item(index) {
            Item::Fault(fault) => asked.invalid(index, fault, each)?,
            Item::Puzzle(puzzle, extra) => {
                let one = std::slice::from_ref(&*puzzle);
                let found = engine::many(one, 2, &mut meter.renewed()).remove(0);
                let verdict = Verdict::from(found);
                let redundant = match &verdict {
                    Verdict::Unique(solution) if !check.only_verdict => {
                        let (wanted, own) = (check.wanted(), &mut meter.renewed());
                        Some(analysis::redundant_of_solved(&puzzle, solution, wanted, own))
                    }
                    _ => None,
                };
                let (text, side) = (text_of(&puzzle).into(), puzzle.shape().side());
                let word = word_of(&verdict);
                let mut answer = check.answer(text, None, word, redundant, side, seed);
                if let Verdict::Unique(solution) = &verdict {
                    answer.solution = Some(solution.to_string().into());
                }
                check.find(&puzzle, extra, &verdict, meter, &mut answer);
                each(index, Answer::Check(answer))?;
            }
        }
    }
    ControlFlow::Continue(())
}
