//! `read` and `convert`: boards from text, and text from boards.

use quadrille_engine::BoxShape;
use quadrille_engine::export::{Booklet, Export, Outcome, svg};
use quadrille_engine::format::{self, FORMATS, LeftOut, ReadOptions, Reader};
use quadrille_engine::solve::{self, Solver};

use crate::board::text_of;
use crate::{
    Board, Context, ConvertAnswer, ConvertRequest, Error, ErrorKind, ReadAnswer, ReadRecord,
    ReadRequest,
};

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
        hint: request.name.as_deref().and_then(format::by_file_name),
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
                let extra = record.extra.as_deref().unwrap_or(format::Extra::NONE);
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

pub(crate) fn by_id(id: &str) -> Result<&'static dyn format::PuzzleFormat, Error> {
    format::by_id(id)
        .ok_or_else(|| Error::unknown("format", id, FORMATS.iter().map(|format| format.id())))
}

/// Writes a puzzle in a format.
pub(crate) fn convert(
    request: &ConvertRequest,
    context: &Context<'_>,
) -> Result<ConvertAnswer, Error> {
    let (puzzle, extra) = request.puzzle.resolve(context)?;
    let answer = |text, media_type: &str, extensions: &[&str], left_out: LeftOut| ConvertAnswer {
        format: request.to.clone(),
        text,
        media_type: media_type.to_owned(),
        extension: extensions.first().copied().unwrap_or("txt").to_owned(),
        left_out: names_of(left_out),
    };
    match Export::by_id(&request.to) {
        Some(export @ Export::Svg) => {
            let text = svg(&puzzle, &extra);
            return Ok(answer(text, "image/svg+xml", export.extensions(), LeftOut::default()));
        }
        Some(export @ Export::Booklet) => {
            crate::board::require_side(puzzle.shape(), context)?;
            let title: String =
                request.title.as_deref().unwrap_or("Sudoku").chars().take(200).collect();
            let mut booklet = Booklet::new(&title, None);
            let mut meter = context.meter(None, Solver::Auto.node());
            let outcome = Outcome::from(solve::verdict(Solver::Auto, &puzzle, &mut meter));
            let mut text = String::new();
            booklet.begin(&mut text);
            booklet.add(&puzzle, &extra, outcome, &mut text);
            booklet.end(&mut text);
            return Ok(answer(text, "text/html", export.extensions(), LeftOut::default()));
        }
        None => {}
    }
    let Some(format) = format::by_id(&request.to) else {
        let ids = FORMATS.iter().map(|format| format.id()).chain(Export::ALL.map(Export::id));
        return Err(Error::unknown("format", &request.to, ids));
    };
    let mut text = format.before().to_owned();
    let left_out = format
        .write(&puzzle, &extra, &mut text)
        .map_err(|error| Error::new(ErrorKind::Unsupported, error.to_string()))?;
    text.push_str(format.after());
    Ok(answer(text, "text/plain;charset=utf-8", format.extensions(), left_out))
}

fn names_of(left_out: LeftOut) -> Vec<String> {
    let state = [(left_out.entries, "entries"), (left_out.candidates, "candidates")];
    let state = state.into_iter().filter_map(|(is_out, name)| is_out.then_some(name));
    state.chain(left_out.details().map(format::Detail::id)).map(ToOwned::to_owned).collect()
}
