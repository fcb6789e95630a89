//! Many puzzles in one request, a line of JSON for each.

use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_formats::{ReadOptions, Reader};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::batch::Fault;
use crate::board::require_side;
use crate::call::question;
use crate::question::{Answer, Question, ask};
use crate::reading::{by_id, shape};
use crate::{Batch, Context, Error, ErrorKind, Request};

/// How many puzzles are searched together.
const BATCH: usize = 1024;

/// Asks the same of every puzzle of a text.
///
/// The fields besides these are those of a question about one puzzle, without `puzzle`; `work` is
/// another name of `call`. `ms` is the time for all puzzles together; as much as is allowed if it is
/// missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LinesRequest {
    /// The puzzles, in any format.
    pub text: String,
    /// The id of the format; detected if it is missing.
    #[cfg_attr(feature = "schema", ts(optional = nullable))]
    pub format: Option<String>,
    /// The box shape, such as `2x3`, where the number of cells allows several.
    #[serde(rename = "box")]
    #[cfg_attr(feature = "schema", ts(optional = nullable))]
    pub shape: Option<String>,
    /// The question.
    #[serde(flatten)]
    pub question: Request,
}

/// The question is read by hand: it has no puzzle of its own, and a field that it does not have is an
/// error that names it.
impl<'de> Deserialize<'de> for LinesRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let text = match fields.remove("text") {
            Some(Value::String(text)) => text,
            Some(_) => return Err(D::Error::custom("`text` is not a string")),
            None => return Err(D::Error::missing_field("text")),
        };
        let mut optional = |name: &str| match fields.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(D::Error::custom(format!("`{name}` is not a string"))),
        };
        let (format, shape) = (optional("format")?, optional("box")?);
        if let Some(work) = fields.remove("work") {
            fields.insert("call".to_owned(), work);
        }
        let question = Request::of_fields(fields).map_err(D::Error::custom)?;
        Ok(Self { text, format, shape, question })
    }
}

impl LinesRequest {
    /// Returns the time in milliseconds that the request may take.
    pub fn ms(&self, context: &Context<'_>) -> u64 {
        let (_, ms, _) = self.question.asked().expect("it was read as a question");
        ms.unwrap_or(context.caps.ms).min(context.caps.ms)
    }
}

/// Asks the same of every puzzle of a text, and emits the line and the answer of each in the order of
/// the text. Returns their number.
///
/// Puzzles that the time does not reach have the stop `time`. Puzzles that are searched together may
/// together take longer than that, so a shell that has other clients raises the cancel flag at the end
/// of the time.
///
/// # Errors
/// When nothing is answered: a name is unknown, or there are more puzzles than the context allows.
///
/// ```
/// use quadrille_api::{Context, LinesRequest, lines};
/// use quadrille_core::{CancelFlag, WallClock};
///
/// let request = r#"{"text":"1...............\n1234341221.....1","call":"check"}"#;
/// let request: LinesRequest = serde_json::from_str(request)?;
/// let (clock, mut verdicts) = (WallClock::new(), Vec::new());
/// lines(&request, &Context::new(CancelFlag::new(), &clock), &mut |line, answer| {
///     verdicts.push((line, answer.status()));
/// })?;
/// assert_eq!(verdicts, [(1, "multiple"), (2, "proper")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lines(
    request: &LinesRequest,
    context: &Context<'_>,
    emit: &mut dyn FnMut(u64, &Answer<'_>),
) -> Result<u64, Error> {
    let caps = &context.caps;
    if request.text.len() > caps.lines_bytes {
        let message = format!("the text has more than {} bytes", caps.lines_bytes);
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let question = question(&request.question, context)?;
    let batches = batches(request, &question, context)?;
    let end = context.clock.wall() + Duration::from_millis(request.ms(context));
    let mut all = 0;
    for (numbers, batch) in batches {
        let left = end.saturating_sub(context.clock.wall());
        let mut meter = context.meter_for(left, question.node());
        ask(&question, request.question.seed(), &batch, &mut meter, &mut |index, mut answer| {
            answer.cancelled_by_time();
            emit(numbers[index], &answer);
            ControlFlow::Continue(())
        });
        all += numbers.len() as u64;
    }
    Ok(all)
}

/// Returns the puzzles of the text in batches, each with the numbers of its lines.
fn batches(
    request: &LinesRequest,
    question: &Question,
    context: &Context<'_>,
) -> Result<Vec<(Vec<u64>, Batch)>, Error> {
    let options = ReadOptions {
        format: request.format.as_deref().map(by_id).transpose()?,
        shape: request.shape.as_deref().map(shape).transpose()?,
        mixed_sizes: true,
        ..ReadOptions::default()
    };
    // What takes long gets the time that is left, one by one.
    let size = if question.is_for_kernel() { BATCH } else { 1 };
    let mut reader = Reader::new(request.text.as_bytes(), options);
    let mut batches: Vec<(Vec<u64>, Batch)> = Vec::new();
    let mut count = 0;
    while let Some(record) = reader.next() {
        if count == context.caps.lines {
            let message = format!("the text has more than {count} puzzles");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        count += 1;
        let record = record.expect("reading from memory cannot fail");
        if batches.last().is_none_or(|(numbers, _)| numbers.len() == size) {
            batches.push(Default::default());
        }
        let (numbers, batch) = batches.last_mut().expect("just pushed");
        numbers.push(record.line);
        match record.puzzle {
            Err(error) => batch.push_fault(Fault::new(record.text, &error)),
            Ok(puzzle) => match require_side(puzzle.shape(), context) {
                Err(error) if question.searches() => {
                    batch.push_fault(Fault::too_large(error.message));
                }
                _ => batch.push(puzzle, record.extra.filter(|extra| question.needs(extra))),
            },
        }
    }
    Ok(batches)
}
