//! `solve`, `count`, `check`, `candidates` and `canon`.

use quadrille_engine::analysis::{self, Redundant};
use quadrille_engine::canon::{self, Form};
use quadrille_engine::solve::{self, Solver, Verdict};
use quadrille_engine::{CandidateSet, Cell, Counter, DigitSet, Puzzle, Status, Stop, Symmetry};

use crate::board::{lists_of, text_of};
use crate::{
    CandidatesAnswer, CandidatesRequest, CanonAnswer, CanonRequest, CheckAnswer, CheckRequest,
    Context, CountAnswer, CountRequest, Error, ErrorKind, SolveAnswer, SolveRequest,
    SymmetryFields,
};

/// Returns the limit that ended a search, if one did.
pub(crate) fn limit_of(stop: Stop) -> Option<String> {
    (stop.status() == Status::Limit).then(|| stop.id().to_owned())
}

/// Returns the word for a verdict.
pub(crate) fn verdict_of(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::NoSolution => "none",
        Verdict::Multiple(_) => "multiple",
        Verdict::Unique(_) => "proper",
        Verdict::Undecided(_) => "undecided",
    }
}

/// Finds solutions.
pub(crate) fn solve(request: &SolveRequest, context: &Context<'_>) -> Result<SolveAnswer, Error> {
    let (puzzle, _) = request.puzzle.searchable(context)?;
    let wanted = request.solutions.unwrap_or(1);
    let most = context.caps.solutions;
    if wanted == 0 || wanted > most {
        let message =
            format!("`solutions` is {wanted}; at most {most} are returned here, and at least 1");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let mut meter = context.meter(request.ms, Solver::Auto.node());
    let (found, stop) = analysis::solutions(Solver::Auto, &puzzle, wanted as usize, &mut meter);
    let status = if found.is_empty() { stop.status() } else { Status::Solved };
    Ok(SolveAnswer {
        puzzle: text_of(&puzzle),
        status: status.id().to_owned(),
        solution: found.first().map(ToString::to_string),
        exact: stop == Stop::ProvedNone,
        solutions: found.iter().map(|solution| solution.grid().snapshot().to_vec()).collect(),
        stop: limit_of(stop),
        nodes: meter.counters[Solver::Auto.node()],
        seconds: meter.elapsed().as_secs_f64(),
    })
}

/// Counts solutions.
pub(crate) fn count(request: &CountRequest, context: &Context<'_>) -> Result<CountAnswer, Error> {
    let (puzzle, _) = request.puzzle.searchable(context)?;
    let mut meter = context.meter(request.ms, Solver::Auto.node());
    let limit = request.limit.unwrap_or(2);
    let answer = solve::count(Solver::Auto, &puzzle, limit, &mut meter);
    Ok(CountAnswer {
        puzzle: text_of(&puzzle),
        count: answer.count,
        exact: answer.exact,
        stop: limit_of(answer.stop),
        seconds: meter.elapsed().as_secs_f64(),
    })
}

/// Says what kind of puzzle a board is, and whether the entries can stay.
pub(crate) fn check(request: &CheckRequest, context: &Context<'_>) -> Result<CheckAnswer, Error> {
    let none = CheckAnswer {
        puzzle: None,
        verdict: "conflict".to_owned(),
        minimal: None,
        redundant: None,
        cells: Vec::new(),
        entries: None,
        wrong: Vec::new(),
        complete: false,
        stop: None,
    };
    let (puzzle, extra) = match request.puzzle.searchable(context) {
        // A conflict is a verdict.
        Err(error) if !error.cells.is_empty() => {
            return Ok(CheckAnswer { cells: error.cells, ..none });
        }
        resolved => resolved?,
    };
    let mut meter = context.meter(request.ms, Solver::Auto.node());
    let verdict = solve::verdict(Solver::Auto, &puzzle, &mut meter);
    let word = verdict_of(&verdict);
    let stop = match verdict {
        Verdict::Undecided(stop) => limit_of(stop),
        _ => None,
    };
    let mut answer =
        CheckAnswer { puzzle: Some(text_of(&puzzle)), verdict: word.to_owned(), stop, ..none };
    let side = puzzle.shape().side();
    let name = |cell: Cell| cell.name(side).to_string();
    if let Verdict::Unique(solution) = &verdict {
        let wanted = if request.redundant { Redundant::All } else { Redundant::First };
        match analysis::redundant_of_solved(&puzzle, solution, wanted, &mut meter) {
            Ok(cells) => {
                answer.minimal = Some(cells.is_empty());
                answer.redundant =
                    request.redundant.then(|| cells.iter().copied().map(name).collect());
            }
            Err(stop) => answer.stop = limit_of(stop),
        }
    }
    if let Some(entries) = &extra.entries {
        let values = extra.values(&puzzle);
        let filled = values.filled().count();
        let (word, cells) = match with_entries(&puzzle, &extra) {
            Err(cells) => ("conflict", cells),
            Ok(begun) => match &verdict {
                Verdict::Unique(solution) => {
                    let right = |cell: Cell| solution.grid().get(cell);
                    let wrong =
                        entries.filled().filter(|&(cell, digit)| right(cell) != Some(digit));
                    answer.wrong = wrong.map(|(cell, _)| name(cell)).collect();
                    (if answer.wrong.is_empty() { "right" } else { "wrong" }, Vec::new())
                }
                _ => {
                    let found = solve::count(Solver::Auto, &begun, 1, &mut meter);
                    let word = match (found.count, found.exact) {
                        (0, true) => "wrong",
                        (0, false) => "undecided",
                        _ => "right",
                    };
                    answer.stop = answer.stop.or_else(|| limit_of(found.stop));
                    (word, Vec::new())
                }
            },
        };
        answer.entries = Some(word.to_owned());
        answer.complete = word == "right" && filled == values.digits().len();
        answer.cells = cells;
    }
    Ok(answer)
}

/// Returns the puzzle with its entries as givens, or the cells of a conflict.
fn with_entries(
    puzzle: &Puzzle,
    extra: &quadrille_engine::format::Extra,
) -> Result<Puzzle, Vec<String>> {
    let values = extra.values(puzzle);
    let made = match puzzle.marks() {
        None => Puzzle::new(values, puzzle.edges().clone()),
        Some(marks) => {
            let mut marks = marks.clone();
            for (cell, digit) in values.filled() {
                let allowed = marks.get(cell).contains(digit);
                marks.set(cell, if allowed { DigitSet::only(digit) } else { DigitSet::EMPTY });
            }
            Puzzle::from_marks(marks, puzzle.edges().clone())
        }
    };
    made.map_err(|conflict| {
        let side = conflict.geometry.side();
        conflict.cells.iter().map(|cell| cell.name(side).to_string()).collect()
    })
}

/// Finds the candidates that occur in some solution, or those that filled cells leave.
pub(crate) fn candidates(
    request: &CandidatesRequest,
    context: &Context<'_>,
) -> Result<CandidatesAnswer, Error> {
    let (mut puzzle, extra) = match request.direct {
        true => request.puzzle.resolve(context)?,
        false => request.puzzle.searchable(context)?,
    };
    if request.with_entries {
        puzzle = with_entries(&puzzle, &extra).map_err(|cells| {
            let message = format!("the entries conflict in {}", cells.join(" and "));
            Error { cells, ..Error::new(ErrorKind::BadPuzzle, message) }
        })?;
    }
    let known = |candidates: &CandidateSet, status: Status| CandidatesAnswer {
        status: status.id().to_owned(),
        candidates: Some(lists_of(candidates)),
        stop: None,
    };
    if request.direct {
        return Ok(known(&CandidateSet::of(&puzzle), Status::Solved));
    }
    let mut meter = context.meter(request.ms, Counter::Branch);
    Ok(match analysis::true_candidates(&puzzle, &mut meter) {
        Ok(candidates) => {
            let has_none = candidates.cells().iter().all(|digits| digits.is_empty());
            known(&candidates, if has_none { Status::None } else { Status::Solved })
        }
        Err(stop) => CandidatesAnswer {
            status: stop.status().id().to_owned(),
            candidates: None,
            stop: limit_of(stop),
        },
    })
}

/// Finds the canonical form.
pub(crate) fn canon(request: &CanonRequest, context: &Context<'_>) -> Result<CanonAnswer, Error> {
    let (puzzle, _) = request.puzzle.searchable(context)?;
    let form = match request.form.as_deref() {
        None | Some("pattern") => Form::Pattern,
        Some("string") => Form::String,
        Some(other) => return Err(Error::unknown("form", other, ["pattern", "string"])),
    };
    let what = match () {
        () if puzzle.marks().is_some() => Some("pencilmarks"),
        () if !puzzle.edges().is_empty() => Some("edges"),
        () => None,
    };
    if let Some(what) = what {
        let message = format!(
            "the symmetries of a board do not preserve {what}, so this puzzle has no canonical form"
        );
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let mut meter = context.meter(request.ms, Counter::Branch);
    let found = canon::canonical(puzzle.givens(), form, &mut meter);
    let stop = found.as_ref().err().copied().and_then(limit_of);
    let found = found.ok();
    Ok(CanonAnswer {
        puzzle: text_of(&puzzle),
        canonical: found.as_ref().map(|found| quadrille_engine::format::line::text_of(&found.grid)),
        automorphisms: found.as_ref().and_then(|found| found.automorphisms).map(|n| n.to_string()),
        symmetry: found.as_ref().map(|found| symmetry(&found.symmetry)),
        stop,
    })
}

fn symmetry(symmetry: &Symmetry) -> SymmetryFields {
    let from_1 = |lines: &[usize]| lines.iter().map(|line| line + 1).collect();
    SymmetryFields {
        transpose: symmetry.transposes(),
        rows: from_1(symmetry.rows()),
        columns: from_1(symmetry.columns()),
        digits: symmetry.digits().iter().map(|digit| digit.get()).collect(),
    }
}
