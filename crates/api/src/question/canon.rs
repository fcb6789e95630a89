//! `canon`: the canonical form.

use std::ops::ControlFlow;

use quadrille_core::canon::{Canonical, Canonizer, Form};
use quadrille_core::text::BoardText;
use quadrille_core::{BoxShape, Limits, Meter, Puzzle, Stop, Symmetry};
use quadrille_formats::line::text_of as text_of_grid;
use serde::{Serialize, Serializer};

use super::{Answer, Asked, Each, limit_of, text_of};
use crate::batch::Item;
use crate::{CanonRequest, Error};

/// Asks for the canonical form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canon {
    /// Which isomorph represents a class.
    pub form: Form,
    /// Whether the symmetry and the automorphisms of 9x9 puzzles can be omitted, for a shell that
    /// does not show them.
    pub form_only: bool,
}

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CanonAnswer<'a> {
    /// The puzzle as text on one line.
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub puzzle: BoardText<'a>,
    /// The form as text on one line; `null` if it was not found.
    #[cfg_attr(feature = "schema", ts(as = "Option<String>"), schemars(with = "Option<String>"))]
    pub canonical: Option<BoardText<'a>>,
    /// The number of automorphisms; beyond 2^53 a string of decimal digits, `null` beyond 2^128.
    #[cfg_attr(feature = "schema", ts(type = "number | string | null"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Number>"))]
    pub automorphisms: Option<LargeNumber>,
    /// A symmetry that maps the puzzle to its form.
    pub symmetry: Option<SymmetryFields>,
    /// `limit` or `unsupported`, if the form was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// Why the puzzle has no canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
    /// The shape of the boxes.
    #[serde(skip)]
    pub shape: BoxShape,
}

/// A symmetry, with lines numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SymmetryFields {
    /// Whether rows become columns first.
    pub transpose: bool,
    /// Where each row goes.
    pub rows: Vec<usize>,
    /// Where each column goes.
    pub columns: Vec<usize>,
    /// What each digit becomes.
    pub digits: Vec<u8>,
}

impl SymmetryFields {
    /// Returns the fields of a symmetry.
    ///
    /// ```
    /// use quadrille_api::SymmetryFields;
    /// use quadrille_core::{BoxShape, Symmetry};
    ///
    /// let fields = SymmetryFields::of(&Symmetry::identity(BoxShape::NINE));
    /// assert_eq!((fields.transpose, fields.rows[0], fields.digits[8]), (false, 1, 9));
    /// ```
    pub fn of(symmetry: &Symmetry) -> Self {
        let from_1 = |lines: &[usize]| lines.iter().map(|line| line + 1).collect();
        Self {
            transpose: symmetry.transposes(),
            rows: from_1(symmetry.rows()),
            columns: from_1(symmetry.columns()),
            digits: symmetry.digits().iter().map(|digit| digit.get()).collect(),
        }
    }
}

/// A number in JSON; beyond 2^53, where readers of JSON lose digits, a string of decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargeNumber(pub u128);

impl Serialize for LargeNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) if number <= 1 << 53 => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// Returns why a puzzle has no canonical form; `None` if it has one.
///
/// ```
/// use quadrille_api::no_form;
/// use quadrille_core::Puzzle;
///
/// let puzzle: Puzzle = "1............... edges=r1c1-r1c2".parse()?;
/// assert!(no_form(&puzzle).is_some());
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn no_form(puzzle: &Puzzle) -> Option<String> {
    let what = match () {
        () if puzzle.marks().is_some() => "pencilmarks",
        () if !puzzle.edges().is_empty() => "edges",
        () => return None,
    };
    Some(format!(
        "the symmetries of a board do not preserve {what}, so this puzzle has no canonical form; give \
         a puzzle without {what}"
    ))
}

impl CanonAnswer<'_> {
    pub(super) fn into_owned(self) -> CanonAnswer<'static> {
        let canonical = self.canonical.map(BoardText::into_owned);
        CanonAnswer { puzzle: self.puzzle.into_owned(), canonical, ..self }
    }
}

impl Canon {
    pub(super) fn of(request: &CanonRequest) -> Result<Self, Error> {
        let form = match request.form.as_deref() {
            None => Form::default(),
            Some("pattern") => Form::Pattern,
            Some("string") => Form::String,
            Some(other) => return Err(Error::unknown("form", other, ["pattern", "string"])),
        };
        Ok(Self { form, form_only: false })
    }
}

pub(super) fn ask(
    canon: &Canon,
    asked: Asked<'_>,
    meter: &mut Meter<'_>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let mut canonizer = Canonizer::new();
    let is_limited = *meter.limits() != Limits::NONE;
    let mut own = meter.renewed();
    let lines = asked.batch.plain();
    for index in 0..asked.batch.len() {
        if is_limited {
            own = meter.renewed();
        }
        let plain = asked.batch.plain_index(index).filter(|_| canon.form_only);
        if let Some((at, digits)) = plain.and_then(|at| Some((at, lines.digits(at)?))) {
            let found = canonizer.nine(&digits, canon.form, &mut own);
            let form =
                found.map(|form| form.map(|digit| if digit == 0 { b'.' } else { b'0' + digit }));
            let answer = form_answer(lines.text(at), form.as_ref(), asked.seed);
            each(index, Answer::Canon(answer))?;
            continue;
        }
        let puzzle = match asked.batch.item(index) {
            Item::Fault(fault) => {
                asked.invalid(index, fault, each)?;
                continue;
            }
            Item::Puzzle(puzzle, _) => puzzle,
        };
        let error = no_form(&puzzle);
        let found = match &error {
            Some(_) => Err(Stop::Unsupported),
            None => canonizer.canonical(puzzle.givens(), canon.form, &mut own),
        };
        each(index, Answer::Canon(answer(&puzzle, found, error, asked.seed)))?;
    }
    ControlFlow::Continue(())
}

/// Returns an answer that has nothing but the form.
fn form_answer<'a>(
    puzzle: BoardText<'a>,
    form: Result<&'a [u8; 81], &Stop>,
    seed: u64,
) -> CanonAnswer<'a> {
    let stop = form.err();
    CanonAnswer {
        puzzle,
        canonical: form.ok().map(BoardText::Symbols),
        automorphisms: None,
        symmetry: None,
        status: stop.map(|stop| stop.status().id()),
        error: None,
        stop: stop.and_then(|&stop| limit_of(stop)),
        seed,
        shape: BoxShape::NINE,
    }
}

fn answer(
    puzzle: &Puzzle,
    found: Result<Canonical, Stop>,
    error: Option<String>,
    seed: u64,
) -> CanonAnswer<'static> {
    let stop = found.as_ref().err().copied();
    let found = found.ok();
    CanonAnswer {
        puzzle: text_of(puzzle).into(),
        canonical: found.as_ref().map(|found| text_of_grid(&found.grid).into()),
        automorphisms: found.as_ref().and_then(|found| found.automorphisms).map(LargeNumber),
        symmetry: found.as_ref().map(|found| SymmetryFields::of(&found.symmetry)),
        status: stop.map(|stop| stop.status().id()),
        error,
        stop: stop.and_then(limit_of),
        seed,
        shape: puzzle.shape(),
    }
}
