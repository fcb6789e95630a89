//! Where results go: standard output or a file, by the line.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

use serde::Serialize;

use crate::args::Common;
use crate::failure::Failure;

/// A buffered stream of result lines. Whoever writes says when a reader may be waiting.
pub(crate) struct Output {
    stream: BufWriter<Box<dyn Write>>,
    name: String,
    is_terminal: bool,
}

impl Output {
    /// The stream that the options ask for.
    pub(crate) fn open(common: &Common) -> Result<Self, Failure> {
        let Some(path) = &common.output else { return Ok(Self::standard()) };
        let file = File::create(path).map_err(|error| {
            let error = anyhow::Error::new(error);
            Failure::Usage(error.context(format!("cannot write to {}", path.display())))
        })?;
        Ok(Self::new(Box::new(file), path.display().to_string(), false))
    }

    /// Standard output.
    pub(crate) fn standard() -> Self {
        let is_terminal = io::stdout().is_terminal();
        Self::new(Box::new(io::stdout()), "standard output".to_owned(), is_terminal)
    }

    fn new(stream: Box<dyn Write>, name: String, is_terminal: bool) -> Self {
        Self { stream: BufWriter::with_capacity(1 << 16, stream), name, is_terminal }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// The bytes of text as they are.
    pub(crate) fn bytes(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.stream.write_all(text).map_err(|error| self.failure(error))
    }

    /// A line of text.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.text(line)?;
        self.text("\n")
    }

    /// An object on a line.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.stream, object)
            .map_err(|error| self.failure(error.into()))?;
        self.text("\n")
    }

    /// Hands over what is held back.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stream.flush().map_err(|error| self.failure(error))
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::writing(error, &self.name)
    }
}
