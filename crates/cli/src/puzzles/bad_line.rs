//! What stands in the output in the place of a bad puzzle.

use quadrille_engine::Status;
use quadrille_engine::format::ParseError;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::input::Item;
use crate::io::output::Output;

/// What a command says of a bad puzzle beside the message on standard error.
pub(crate) struct BadLine<F> {
    /// The line of text.
    pub(crate) text: String,
    /// What a JSON row says instead.
    pub(crate) fields: F,
    pub(crate) seed: u64,
    pub(crate) exit: Exit,
}

/// A puzzle about which there is nothing else to say.
#[derive(Serialize)]
pub(crate) struct Invalid {
    status: &'static str,
}

#[derive(Serialize)]
struct Row<'a, F: Serialize> {
    file: &'a str,
    line: u64,
    puzzle: Option<&'a str>,
    #[serde(flatten)]
    fields: F,
    error: &'a str,
    seed: u64,
}

impl BadLine<Invalid> {
    /// The word `invalid`.
    pub(crate) fn invalid(seed: u64) -> Self {
        let status = Status::Invalid.id();
        Self { text: status.to_owned(), fields: Invalid { status }, seed, exit: Exit::Usage }
    }
}

impl<F: Serialize> BadLine<F> {
    /// Says what is wrong, with its place, and fills the place in the output.
    pub(crate) fn write(
        self,
        json: bool,
        item: &Item,
        error: &ParseError,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let message = item.message(error);
        if json {
            out.messages.bad_input(&message);
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: item.text.as_deref(),
                fields: self.fields,
                error: &format!("{}:{}: {error}", error.line, error.column),
                seed: self.seed,
            })?;
        } else {
            // Both may go to the same terminal: in order, then.
            out.flush()?;
            out.messages.bad_input(&message);
            out.line(&self.text)?;
        }
        Ok(self.exit)
    }
}
