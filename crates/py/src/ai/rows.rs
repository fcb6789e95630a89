//! Rows of steps, answers and puzzles.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, StringArray, UInt32Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_api::{
    Answer, AnswerFields, Batch, Judge, JudgeAnswer, JudgeRequest, JudgeRow, JudgedStep, Question,
    Request, Trace, ask, judge_rows,
};
use quadrille_core::{Counter, Meter};
use quadrille_logic::text::Language;
use quadrille_logic::{Judgement, NotJudged};

use super::profile;
use crate::batch::{Options, each_row, each_unit, read};
use crate::column::Table;
use crate::errors::{Fault, NULL, exception};
use crate::texts::Rows;

/// Rows of steps that are judged together.
const UNIT: usize = 1024;

/// Judges a step in each row.
#[pyfunction]
#[pyo3(signature = (puzzles, steps, boards, candidates, profile_id, max_rating, threads, seconds))]
#[allow(clippy::too_many_arguments, reason = "the Python half gives them names")]
pub(crate) fn judge_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    steps: &Bound<'_, PyAny>,
    boards: Option<&Bound<'_, PyAny>>,
    candidates: Option<&Bound<'_, PyAny>>,
    profile_id: &str,
    max_rating: Option<f64>,
    threads: Option<i64>,
    seconds: Option<f64>,
) -> PyResult<Table> {
    let profile = profile(py, profile_id)?.clone();
    let judge = Judge::new(profile, max_rating, &[], false, None)
        .map_err(|error| exception(py, &error, None))?;
    let puzzles = Rows::of(puzzles)?;
    let column = |rows: Option<&Bound<'_, PyAny>>, name: &str| -> PyResult<Option<Rows>> {
        let Some(rows) = rows.map(Rows::of).transpose()? else { return Ok(None) };
        if rows.len() == puzzles.len() {
            return Ok(Some(rows));
        }
        let (found, expected) = (rows.len(), puzzles.len());
        Err(PyValueError::new_err(format!("{found} {name} for {expected} puzzles")))
    };
    let steps = column(Some(steps), "steps")?.expect("they are there");
    let (boards, candidates) = (column(boards, "boards")?, column(candidates, "candidates")?);
    let options = Options { threads, nodes: None, seconds, errors: "null", progress: None };
    let judged = each_unit(py, &puzzles, &options, UNIT, |range, search| {
        let row = |row: usize| {
            let missing = || NULL.to_owned();
            Ok(JudgeRow {
                puzzle: text_of(Some(&puzzles), row)?.ok_or_else(missing)?,
                board: text_of(boards.as_ref(), row)?,
                candidates: text_of(candidates.as_ref(), row)?,
                step: text_of(Some(&steps), row)?.ok_or_else(missing)?,
            })
        };
        let read: Vec<Result<JudgeRow<'_>, String>> = range.map(row).collect();
        let good: Vec<JudgeRow<'_>> =
            read.iter().filter_map(|row| row.as_ref().ok().copied()).collect();
        let mut meter = Meter::new(search.limits, Counter::Branch, &search.cancel, &search.clock)
            .expect("the clock runs");
        let mut judged = judge_rows(&judge, &good, &mut meter).into_iter();
        read.into_iter()
            .map(|row| row.and_then(|_| judged.next().expect("one for each")))
            .collect::<Vec<Result<JudgedStep, String>>>()
    })?;
    let judged: Vec<Result<JudgedStep, String>> = judged.into_iter().flatten().collect();
    let ok = || judged.iter().map(|judged| judged.as_ref().ok());
    let verdict: StringArray = ok().map(|judged| judged.map(|judged| judged.verdict)).collect();
    let technique: StringArray =
        ok().map(|judged| judged.and_then(|judged| judged.technique)).collect();
    let rating: Float64Array = ok().map(|judged| judged.and_then(|judged| judged.rating)).collect();
    let claim: BooleanArray = ok()
        .map(|judged| judged.and_then(|judged| judged.claim).map(|word| word == "shown"))
        .collect();
    let error: StringArray = judged.iter().map(|judged| judged.as_ref().err()).collect();
    Table::of(vec![
        ("verdict", Arc::new(verdict) as ArrayRef),
        ("technique", Arc::new(technique)),
        ("rating", Arc::new(rating)),
        ("claim", Arc::new(claim)),
        ("error", Arc::new(error)),
    ])
}

/// The text of a row, if there is one.
fn text_of(rows: Option<&Rows>, row: usize) -> Result<Option<&str>, String> {
    let bytes = rows.and_then(|rows| rows.get(row));
    bytes.map(str::from_utf8).transpose().map_err(|error| error.to_string())
}

/// Grades a whole answer in each row.
#[pyfunction]
#[pyo3(signature = (puzzles, answers, profile_id, max_rating, threads, seconds))]
pub(crate) fn score_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    answers: &Bound<'_, PyAny>,
    profile_id: &str,
    max_rating: Option<f64>,
    threads: Option<i64>,
    seconds: Option<f64>,
) -> PyResult<Table> {
    profile(py, profile_id)?;
    let (puzzles, answers) = (Rows::of(puzzles)?, Rows::of(answers)?);
    if puzzles.len() != answers.len() {
        let (found, expected) = (answers.len(), puzzles.len());
        return Err(PyValueError::new_err(format!("{found} answers for {expected} puzzles")));
    }
    let options = Options { threads, nodes: None, seconds, errors: "null", progress: None };
    let judged = each_unit(py, &puzzles, &options, 1, |range, search| {
        let row = |row: usize| -> Result<JudgeAnswer, String> {
            let text = puzzles.get(row).ok_or(NULL)?;
            let answer = answers.get(row).map(String::from_utf8_lossy).unwrap_or_default();
            let request = JudgeRequest {
                puzzle: quadrille_api::PuzzleInput::Text(String::new()),
                steps: None,
                in_order: true,
                answer: Some(answer.into_owned()),
                profile: Some(profile_id.to_owned()),
                avoid: None,
                max: None,
                max_rating,
                ms: None,
            };
            let question =
                Question::of(&Request::Judge(request)).map_err(|error| error.to_string())?;
            let question = question.expect("it is about a puzzle");
            let mut meter =
                Meter::new(search.limits, question.node(), &search.cancel, &search.clock)
                    .expect("the clock runs");
            let mut batch = Batch::default();
            batch.push_text(text);
            let mut found = Err("nothing".to_owned());
            ask(&question, 1, &batch, &mut meter, &mut |_, answer| {
                found = match answer {
                    Answer::Judge(answer) => Ok(answer),
                    other => Err(other.error().unwrap_or(other.status()).to_owned()),
                };
                std::ops::ControlFlow::Break(())
            });
            found
        };
        range.map(row).collect::<Vec<_>>()
    })?;
    let judged: Vec<Result<JudgeAnswer, String>> = judged.into_iter().flatten().collect();
    let graded: Vec<Option<&AnswerFields>> =
        judged.iter().map(|one| one.as_ref().ok().and_then(|one| one.answer.as_ref())).collect();
    let of = || graded.iter().copied();
    let texts = |text: &dyn Fn(&AnswerFields) -> Option<String>| -> ArrayRef {
        Arc::new(of().map(|one| one.and_then(text)).collect::<StringArray>())
    };
    let flags = |flag: &dyn Fn(&AnswerFields) -> Option<bool>| -> ArrayRef {
        Arc::new(of().map(|one| one.and_then(flag)).collect::<BooleanArray>())
    };
    let counts = |count: &dyn Fn(&AnswerFields) -> usize| -> ArrayRef {
        Arc::new(of().map(|one| one.map(|one| count(one) as u32)).collect::<UInt32Array>())
    };
    let deduced = of().map(|one| one.and_then(|one| one.deduced)).collect::<Float64Array>();
    let error = judged.iter().zip(of()).map(|(one, graded)| match (one, graded) {
        (Err(error), _) => Some(error.as_str()),
        (Ok(one), None) => Some(one.status),
        _ => None,
    });
    let mut columns = vec![
        ("format", texts(&|one| one.format.map(str::to_owned))),
        ("grid", texts(&|one| one.grid.clone())),
        ("givens", flags(&|one| one.givens)),
        ("rules", flags(&|one| one.rules)),
        ("solved", flags(&|one| Some(one.solved))),
        ("right", counts(&|one| one.right)),
        ("open", counts(&|one| one.open)),
        ("deduced", Arc::new(deduced) as ArrayRef),
    ];
    for id in Judgement::IDS {
        columns.push((id, counts(&move |one| one.counts[id])));
    }
    columns.push(("error", Arc::new(error.collect::<StringArray>())));
    Table::of(columns)
}

/// Solves each puzzle by deductions, and returns the steps as text: `compact` or `chat`.
#[pyfunction]
#[pyo3(signature = (puzzles, form, lang, profile_id, threads, seconds))]
pub(crate) fn trace_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    form: &str,
    lang: &str,
    profile_id: &str,
    threads: Option<i64>,
    seconds: Option<f64>,
) -> PyResult<Table> {
    let profile = profile(py, profile_id)?;
    let is_chat = match form {
        "compact" => false,
        "chat" => true,
        other => {
            return Err(PyValueError::new_err(format!(
                "form is {other:?}; expected \"compact\" or \"chat\""
            )));
        }
    };
    let language = Language::by_id(lang).ok_or_else(|| {
        exception(py, &quadrille_api::Error::unknown("language", lang, Language::ids()), None)
    })?;
    let rows = Rows::of(puzzles)?;
    let options = Options { threads, nodes: None, seconds, errors: "null", progress: None };
    let traces = each_row(py, &rows, &options, |text, search| {
        let puzzle = read(text.as_bytes())?;
        let mut meter = Meter::new(search.limits, Counter::Branch, &search.cancel, &search.clock)
            .expect("the clock runs");
        Ok(Trace::of(&puzzle, profile, &mut meter).map(|trace| {
            let text = if is_chat { trace.chat(&language) } else { trace.lines.join("\n") };
            let hardest = trace.ratings.iter().max().map(|&rating| f64::from(rating) / 10.0);
            (text, trace.solution.to_string(), trace.lines.len(), hardest)
        }))
    })?;
    let made =
        || traces.iter().map(|trace| trace.as_ref().ok().and_then(|made| made.as_ref().ok()));
    let error = traces.iter().map(|trace: &Result<_, Fault>| match trace {
        Err(fault) => Some(fault.text()),
        Ok(Err(NotJudged(why))) => Some(why.id().to_owned()),
        Ok(Ok(_)) => None,
    });
    Table::of(vec![
        ("trace", Arc::new(made().map(|made| made.map(|made| &made.0)).collect::<StringArray>())),
        (
            "solution",
            Arc::new(made().map(|made| made.map(|made| &made.1)).collect::<StringArray>()),
        ),
        (
            "steps",
            Arc::new(made().map(|made| made.map(|made| made.2 as u32)).collect::<UInt32Array>()),
        ),
        (
            "hardest",
            Arc::new(made().map(|made| made.and_then(|made| made.3)).collect::<Float64Array>()),
        ),
        ("error", Arc::new(error.collect::<StringArray>())),
    ])
}
