//! `read`: boards from text.

use quadrille_core::BoxShape;
use quadrille_formats::{FORMATS, ReadOptions, Reader};
use quadrille_lab::registry::{Seeds, SeedsError};

use crate::board::text_of;
use crate::{Board, Context, Error, ErrorKind, ReadAnswer, ReadRecord, ReadRequest};

/// Reads whose random numbers runs draw.
pub(crate) fn seeds(text: Option<&str>) -> Result<Seeds, Error> {
    let parsed = text.map_or(Ok(Seeds::Own), str::parse);
    parsed.map_err(|error: SeedsError| Error::bad_request(format!("`seeds`: {error}")))
}

/// Reads the boards of a text.
pub(crate) fn read(request: &ReadRequest, context: &Context<'_>) -> Result<ReadAnswer, Error> {
    let caps = &context.caps;
    if request.text.len() > caps.text_bytes {
        let message = format!("the text has more than {} bytes", caps.text_bytes);
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let format = request.format.as_deref().map(by_id).transpose()?;
    let shape = request.shape.as_deref().map(shape).transpose()?;
    let options = ReadOptions {
        format,
        hint: request.name.as_deref().and_then(quadrille_formats::by_file_name),
        shape,
        mixed_sizes: true,
        lenient: request.lenient,
    };
    let mut reader = Reader::new(request.text.as_bytes(), options);
    let format = reader.format().expect("reading from memory cannot fail").id().to_owned();
    let (mut records, mut truncated) = (Vec::new(), false);
    while let Some(record) = reader.next() {
        let record = record.expect("reading from memory cannot fail");
        if records.len() == caps.records || context.cancel.is_cancelled() {
            truncated = true;
            break;
        }
        let none = ReadRecord { line: record.line, puzzle: None, board: None, error: None };
        records.push(match &record.puzzle {
            Ok(puzzle) => {
                let extra = record.extra.as_deref().unwrap_or(quadrille_formats::Extra::NONE);
                let (text, board) = (text_of(puzzle), Board::of(puzzle, extra));
                ReadRecord { puzzle: Some(text), board: Some(board), ..none }
            }
            Err(error) => ReadRecord { error: Some(error.into()), ..none },
        });
    }
    Ok(ReadAnswer { format, records, truncated })
}

/// Returns the box shape that a text names.
pub(crate) fn shape(text: &str) -> Result<BoxShape, Error> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(20).collect();
        Error::bad_request(format!("`box` is {shown:?}; expected rows and columns, such as 3x3"))
    })
}

pub(crate) fn by_id(id: &str) -> Result<&'static dyn quadrille_formats::PuzzleFormat, Error> {
    quadrille_formats::by_id(id)
        .ok_or_else(|| Error::unknown("format", id, FORMATS.iter().map(|format| format.id())))
}
