//! `convert`: a puzzle in another format, as a picture or as a page.

use std::borrow::Cow;
use std::ops::ControlFlow;

use quadrille_core::solve::{self, Solver};
use quadrille_core::text::BoardText;
use quadrille_core::{Meter, Puzzle, Status};
use quadrille_formats::export::{Booklet, Export, Outcome, PerPage, svg};
use quadrille_formats::{Detail, Extra, FORMATS, LeftOut, PuzzleFormat};
use serde::Serialize;

use super::{Answer, Asked, Each, text_of};
use crate::batch::Item;
use crate::{ConvertRequest, Error};

/// Asks for a puzzle in a format.
#[derive(Clone, Debug)]
pub struct Convert {
    /// The format.
    pub to: ConvertTo,
    /// The title of a booklet.
    pub title: String,
    /// Puzzles on each page of a booklet.
    pub per_page: Option<PerPage>,
}

/// What puzzles are converted to.
#[derive(Clone, Copy)]
pub enum ConvertTo {
    /// A format that can be read again.
    Format(&'static dyn PuzzleFormat),
    /// A picture, or a page for printing.
    Export(Export),
}

impl ConvertTo {
    /// Returns the format with that id.
    ///
    /// # Errors
    /// When there is none.
    ///
    /// ```
    /// use quadrille_api::ConvertTo;
    ///
    /// assert_eq!(ConvertTo::by_id("svg")?.id(), "svg");
    /// assert!(ConvertTo::by_id("gif").is_err());
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn by_id(id: &str) -> Result<Self, Error> {
        let format = quadrille_formats::by_id(id).map(Self::Format);
        format.or_else(|| Export::by_id(id).map(Self::Export)).ok_or_else(|| {
            let ids = FORMATS.iter().map(|format| format.id()).chain(Export::ALL.map(Export::id));
            Error::unknown("format", id, ids)
        })
    }

    /// Returns its id.
    ///
    /// ```
    /// use quadrille_api::ConvertTo;
    ///
    /// assert_eq!(ConvertTo::by_id("line")?.id(), "line");
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Format(format) => format.id(),
            Self::Export(export) => export.id(),
        }
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Format(format) => format.extensions(),
            Self::Export(export) => export.extensions(),
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Format(_) => "text/plain;charset=utf-8",
            Self::Export(Export::Svg) => "image/svg+xml",
            Self::Export(Export::Booklet) => "text/html",
        }
    }
}

impl std::fmt::Debug for ConvertTo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ConvertTo({})", self.id())
    }
}

/// A puzzle in a format.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ConvertAnswer<'a> {
    /// The puzzle as text on one line.
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub puzzle: BoardText<'a>,
    /// The id of the format.
    pub format: &'static str,
    /// `unsupported`, if the format cannot hold the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The whole text, with what stands before and after the puzzles of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>"))]
    pub text: Option<Cow<'a, str>>,
    /// What the format cannot hold: `entries`, `candidates` and details.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<String>>", optional))]
    pub left_out: Vec<&'static str>,
    /// A media type for downloads.
    pub media_type: &'static str,
    /// The usual file name extension, without the dot.
    pub extension: &'static str,
    /// The seed.
    pub seed: u64,
}

impl Convert {
    /// The title of a booklet if none is given.
    pub const TITLE: &str = "Sudoku";

    pub(super) fn of(request: &ConvertRequest) -> Result<Self, Error> {
        let title = request.title.as_deref().unwrap_or(Self::TITLE).chars().take(200).collect();
        Ok(Self { to: ConvertTo::by_id(&request.to)?, title, per_page: None })
    }

    /// Returns whether the solution is part of the text.
    pub(super) fn searches(&self) -> bool {
        matches!(self.to, ConvertTo::Export(Export::Booklet))
    }

    /// Returns an answer without the text.
    fn unknown<'a>(&self, puzzle: BoardText<'a>, seed: u64) -> ConvertAnswer<'a> {
        ConvertAnswer {
            puzzle,
            format: self.to.id(),
            status: None,
            error: None,
            text: None,
            left_out: Vec::new(),
            media_type: self.to.media_type(),
            extension: self.to.extensions().first().copied().unwrap_or("txt"),
            seed,
        }
    }

    /// Adds the text.
    fn answer<'a>(
        &self,
        record: (&Puzzle, &Extra),
        mut answer: ConvertAnswer<'a>,
        meter: &Meter<'_>,
    ) -> ConvertAnswer<'a> {
        let (puzzle, extra) = record;
        let mut text = String::new();
        match self.to {
            ConvertTo::Export(Export::Svg) => text = svg(puzzle, extra),
            ConvertTo::Export(Export::Booklet) => {
                let mut booklet = Booklet::new(&self.title, self.per_page);
                let outcome =
                    Outcome::from(solve::verdict(Solver::Auto, puzzle, &mut meter.renewed()));
                booklet.begin(&mut text);
                booklet.add(puzzle, extra, outcome, &mut text);
                booklet.end(&mut text);
            }
            ConvertTo::Format(format) => {
                text.push_str(format.before());
                match format.write(puzzle, extra, &mut text) {
                    Ok(left_out) => answer.left_out = left_out_names(left_out),
                    Err(error) => {
                        answer.status = Some(Status::Unsupported.id());
                        answer.error = Some(error.to_string());
                        return answer;
                    }
                }
                text.push_str(format.after());
            }
        }
        answer.text = Some(text.into());
        answer
    }
}

impl ConvertAnswer<'_> {
    pub(super) fn into_owned(self) -> ConvertAnswer<'static> {
        let text = self.text.map(|text| Cow::Owned(text.into_owned()));
        ConvertAnswer { puzzle: self.puzzle.into_owned(), text, ..self }
    }
}

pub(super) fn ask(
    convert: &Convert,
    asked: Asked<'_>,
    meter: &Meter<'_>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let Asked { batch, seed, .. } = asked;
    let unknown = |puzzle| convert.unknown(puzzle, seed);
    let mut text = String::new();
    for index in 0..batch.len() {
        let plain = batch.plain_index(index).map(|at| batch.plain().text(at));
        if let Some(symbols @ BoardText::Symbols(_)) = &plain
            && let ConvertTo::Format(format) = convert.to
        {
            text.clear();
            text.push_str(format.before());
            if format.write_symbols(symbols, &mut text) {
                text.push_str(format.after());
                let answer = unknown(symbols.clone());
                each(
                    index,
                    Answer::Convert(ConvertAnswer { text: Some((&*text).into()), ..answer }),
                )?;
                continue;
            }
        }
        match batch.item(index) {
            Item::Fault(fault) => asked.invalid(index, fault, each)?,
            Item::Puzzle(puzzle, extra) => {
                let name = plain.unwrap_or_else(|| text_of(&puzzle).into());
                let answer = convert.answer((&puzzle, extra), unknown(name), meter);
                each(index, Answer::Convert(answer))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the names of what a format omitted.
fn left_out_names(left_out: LeftOut) -> Vec<&'static str> {
    let state = [(left_out.entries, "entries"), (left_out.candidates, "candidates")];
    let state = state.into_iter().filter_map(|(is_out, name)| is_out.then_some(name));
    state.chain(left_out.details().map(Detail::id)).collect()
}
