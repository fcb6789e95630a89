//! What the INPUT arguments of a command mean: files, standard input, puzzles and sources.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quadrille_core::BoxShape;
use quadrille_core::printable::os_text;
use quadrille_formats::line::holds_puzzle;
use quadrille_formats::{FORMATS, PuzzleFormat, ReadOptions, by_id, holds_link};
use quadrille_lab::source::{Source, SourceError};

use super::files::redirected_file;
use super::messages::Messages;
use crate::args::InputOptions;
use crate::context::Context;
use crate::failure::Failure;
use crate::names;

/// All inputs of a command, not opened yet.
pub(crate) struct Inputs {
    pub(super) inputs: Vec<Input>,
    pub(super) options: ReadOptions,
    pub(super) seed: u64,
    /// Where to report what is of interest only with `--verbose`.
    pub(super) messages: Option<Messages>,
}

pub(super) enum Input {
    File(PathBuf),
    Standard,
    Written {
        text: String,
        name: Arc<str>,
    },
    Source {
        source: Source,
        name: Arc<str>,
    },
    /// Nothing that can be read, and the message about it.
    Missing(String),
}

impl Inputs {
    /// Resolves arguments. An input that does not exist is not an error yet: it is reported when its
    /// turn comes, after the results of those before it.
    pub(crate) fn resolve(
        arguments: &[impl AsRef<OsStr>],
        reading: &InputOptions,
        seed: u64,
        context: &Context,
    ) -> Result<Self, Failure> {
        let format = match &reading.from {
            None => None,
            Some(id) => Some(by_id(id).ok_or_else(|| {
                let known: Vec<&str> = FORMATS.iter().map(|format| format.id()).collect();
                Failure::unknown("format", id, &known)
            })?),
        };
        let inputs = if arguments.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::usage(
                    "no input; name a file, write a puzzle out, or pipe puzzles in",
                ));
            }
            vec![Input::Standard]
        } else {
            arguments
                .iter()
                .zip(1..)
                .map(|(text, number)| Input::of(number, text.as_ref(), reading.shape))
                .collect()
        };
        for input in &inputs {
            if let Input::File(path) = input {
                context.used_files.add(path);
            }
        }
        let messages = Some(context.messages);
        Ok(Self { inputs, options: options(reading, format), seed, messages })
    }

    /// Returns a text that was read already as an input with the name that messages give it.
    pub(crate) fn of_text(name: &str, text: String, reading: &InputOptions) -> Self {
        let inputs = vec![Input::Written { text, name: name.into() }];
        Self { inputs, options: options(reading, None), seed: 1, messages: None }
    }

    /// Whether the whole input is one puzzle that was written out.
    pub(crate) fn is_one_written(&self) -> bool {
        matches!(&self.inputs[..], [Input::Written { text, .. }] if !text.trim().contains('\n'))
    }

    /// Returns the names of the inputs, as messages give them.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |input: &Input| match input {
            Input::File(path) => os_text(path.as_os_str()).into_owned(),
            Input::Standard => "stdin".to_owned(),
            Input::Written { name, .. } | Input::Source { name, .. } => name.to_string(),
            Input::Missing(message) => message.clone(),
        };
        self.inputs.iter().map(name).collect()
    }

    /// Returns the number of puzzles that sources make, where the arguments give it.
    pub(crate) fn source_puzzles(&self) -> u64 {
        let puzzles = |input: &Input| match input {
            Input::Source { source, .. } => source.count(),
            _ => None,
        };
        self.inputs.iter().filter_map(puzzles).fold(0, u64::saturating_add)
    }

    /// Returns the number of cells of all puzzles that sources make.
    pub(super) fn source_cells(&self) -> u64 {
        let shape = self.options.shape.unwrap_or(BoxShape::NINE);
        let cells = |input: &Input| match input {
            Input::Source { source, .. } => source.cells(shape),
            _ => 0,
        };
        self.inputs.iter().map(cells).fold(0, u64::saturating_add)
    }

    /// Returns the number of bytes in all inputs, if each is a regular file.
    pub(super) fn size(&self) -> Option<u64> {
        let size = |input: &Input| match input {
            Input::File(path) => path.metadata().ok().filter(Metadata::is_file),
            Input::Standard => redirected_file(&io::stdin())?.metadata().ok(),
            _ => None,
        };
        self.inputs.iter().map(|input| Some(size(input)?.len())).sum()
    }
}

fn options(reading: &InputOptions, format: Option<&'static dyn PuzzleFormat>) -> ReadOptions {
    let InputOptions { shape, mixed_sizes, lenient, .. } = *reading;
    ReadOptions { format, shape, mixed_sizes, lenient, ..ReadOptions::default() }
}

impl Input {
    fn of(number: usize, argument: &OsStr, shape: Option<BoxShape>) -> Self {
        let text = &*os_text(argument);
        if text == "-" {
            return Self::Standard;
        }
        if text.trim().is_empty() {
            return Self::Missing(format!(
                "argument {number}: empty; name a file or write a puzzle out"
            ));
        }
        if Path::new(argument).exists() {
            return Self::File(argument.into());
        }
        let source = text.parse::<Source>();
        match source.and_then(|source| source.for_shape(shape.unwrap_or(BoxShape::NINE))) {
            Ok(source) => return Self::Source { source, name: text.into() },
            Err(SourceError::Unknown) => {}
            Err(error) => return Self::Missing(format!("{text}: {error}")),
        }
        let bytes = text.as_bytes();
        if holds_puzzle(bytes) || holds_link(bytes) || looks_written(text) {
            let name = format!("argument {number}").into();
            return Self::Written { text: text.to_owned(), name };
        }
        // A name with a dot or a slash was meant for a file.
        let near = if text.contains(['.', '/', '\\']) { None } else { Source::nearest(text) };
        let near = near.map(|form| format!("did you mean `{form}`?"));
        let hint = near.or_else(|| names::usage_of(text)).unwrap_or_else(|| names::file_hint(text));
        Self::Missing(format!("{text}: no such file, and not a puzzle; {hint}"))
    }
}

/// Whether an argument that names no file was meant as a puzzle, though it is none: several lines,
/// or as long as the smallest board and mostly digits and signs for empty cells.
fn looks_written(text: &str) -> bool {
    let cells = text.bytes().filter(|b| b.is_ascii_digit() || b".*_-".contains(b)).count();
    text.trim().contains('\n') || (cells >= 16 && 2 * cells >= text.len())
}
