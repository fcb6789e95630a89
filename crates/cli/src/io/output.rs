//! Results, on standard output or in a file: line by line, or as reports that are written elsewhere
//! and printed in order.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_api::Answer;
use quadrille_api::json::{self, Object};
use quadrille_storage::{Links, Replacement};
use serde::Serialize;

use super::at::{At, exit_of};
use super::classes::{Class, Classes};
use super::files::is_open_file;
use super::messages::Messages;
use super::progress::ReadingProgress;
pub(crate) use super::streams::Ending;
use super::streams::{self, CommitError, Stream, Target, open_stream};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// A buffered stream of results. Ctrl-C finds whole lines after each call.
/// Callers flush when a reader may be waiting.
pub(crate) struct Output {
    stream: Arc<Mutex<Stream>>,
    name: String,
    is_strict: bool,
    pub(crate) messages: Messages,
}

impl Output {
    /// Opens the file named by `--output`, or standard output, which is also called `-`.
    pub(crate) fn open(context: &Context) -> Result<Self, Failure> {
        match &context.output {
            Some(path) if path != Path::new("-") => Self::create(context, path),
            _ => {
                context.used_files.refuse_stdout()?;
                Self::standard(context)
            }
        }
    }

    /// Opens a file that the command does not use otherwise. A plain file gets its new content when
    /// that is complete; pipes, devices and files that are open already get it at once.
    pub(crate) fn create(context: &Context, path: &Path) -> Result<Self, Failure> {
        context.used_files.refuse(path)?;
        let is_stream = path.metadata().is_ok_and(|file| {
            let is_open = file.is_file() && is_open_file(path);
            is_open || (!file.is_file() && !file.is_dir())
        });
        let target = if is_stream {
            Target::Stream(open_stream(path, &context.cancel).map_err(|error| {
                if context.cancel.is_cancelled() {
                    return Failure::Interrupted;
                }
                Failure::unwritten(error, format!("cannot write to {}", path.display()))
            })?)
        } else {
            let new = Replacement::begin(path, Links::Follow)?;
            Target::File { new: Some(new), is_touched: false, has_failed: false }
        };
        Ok(Self::new(context, target, path.display().to_string()))
    }

    /// Opens standard output.
    pub(crate) fn standard(context: &Context) -> Result<Self, Failure> {
        streams::require_stdout(context.messages)?;
        Ok(Self::new(context, Target::Standard(io::stdout()), "standard output".to_owned()))
    }

    /// Returns whether this is standard output and a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.lock().writer.get_ref(), Target::Standard(stdout) if stdout.is_terminal())
    }

    fn new(context: &Context, target: Target, name: String) -> Self {
        let (stream, is_strict) = (context.outputs.add(target), context.strict);
        Self { stream, name, is_strict, messages: context.messages }
    }

    fn lock(&self) -> MutexGuard<'_, Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes while no other thread does, so that Ctrl-C finds whole lines only.
    fn exclusively(
        &self,
        write: impl FnOnce(&mut BufWriter<Target>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = write(&mut self.lock().writer);
        written.map_err(|error| self.failure(error))
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.exclusively(|stream| stream.write_all(text))
    }

    /// Writes text that a function makes. If Ctrl-C comes before the next part, or the command
    /// fails, the output is completed by what `ending` makes. Neither function may write.
    pub(crate) fn part(
        &mut self,
        part: impl FnOnce() -> String,
        ending: Option<Ending>,
    ) -> Result<(), Failure> {
        let mut stream = self.lock();
        // With the lock held, the text is in the output before anything can ask for its ending.
        let text = part();
        stream.ending = ending;
        let written = stream.writer.write_all(text.as_bytes());
        drop(stream);
        written.map_err(|error| self.failure(error))
    }

    /// Writes part of a line that takes its time. If Ctrl-C comes before the line ends, it is
    /// completed by `ending`, or that of an earlier part.
    pub(crate) fn part_of_line(&mut self, text: &[u8], ending: Option<String>) -> io::Result<()> {
        let mut stream = self.lock();
        if let Some(ending) = ending {
            stream.ending = Some(Box::new(|| ending));
        }
        stream.writer.write_all(text)
    }

    /// Writes the rest of a line that took its time.
    pub(crate) fn end_line(&mut self, text: &[u8]) -> Result<(), Failure> {
        let mut stream = self.lock();
        stream.ending = None;
        let written = stream.writer.write_all(text).and_then(|()| stream.writer.write_all(b"\n"));
        drop(stream);
        written.map_err(|error| self.failure(error))
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.exclusively(|stream| {
            stream.write_all(line.as_bytes())?;
            stream.write_all(b"\n")
        })
    }

    /// Writes an object on a line.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        self.exclusively(|stream| {
            json::to_writer(&mut *stream, object)?;
            stream.write_all(b"\n")
        })
    }

    /// Writes an object on a line, with the seed.
    pub(crate) fn json_with_seed(
        &mut self,
        object: &impl Serialize,
        seed: u64,
    ) -> Result<(), Failure> {
        let mut line = Vec::new();
        let mut fields = Object::begin(&mut line);
        fields.fields(object);
        fields.field("seed", &seed);
        fields.end();
        line.push(b'\n');
        self.bytes(&line)
    }

    /// Completes the output at the end of a command: it is flushed, and a file gets its name, unless
    /// the command ended early and there is an old file. If the command succeeded without writing
    /// anything, that is its result, an empty file.
    pub(crate) fn conclude(&mut self, exit: Exit) -> Result<(), Failure> {
        let mut stream = self.lock();
        if exit > Exit::No && stream.uncommitted() == Some(false) {
            drop(stream);
            self.drop_empty();
            return Ok(());
        }
        // A command that stops at the first bad line has not done all either.
        let is_early = exit == Exit::Interrupted || (self.is_strict && exit == Exit::Usage);
        let kept = if is_early { stream.end_early() } else { stream.commit().map(|()| None) };
        drop(stream);
        let kept = kept.map_err(|error| match error {
            CommitError::Write(error) => self.failure(error),
            CommitError::Storage(error) => error.into(),
        })?;
        self.note_kept(kept.as_deref());
        Ok(())
    }

    /// Says where results are that did not replace an old file.
    fn note_kept(&self, part: Option<&Path>) {
        if let Some(part) = part {
            self.messages.note(&format!("{}; {} is as it was", so_far(part), self.name));
        }
    }

    /// Removes what was written to a file, which does not get its name.
    fn discard(&mut self) {
        if let Target::File { new, .. } = self.lock().writer.get_mut() {
            *new = None;
        }
    }

    /// Leaves the old file, if there is one.
    fn drop_empty(&mut self) {
        self.discard();
        if Path::new(&self.name).exists() {
            self.messages.note(&format!("nothing to write; {} is left as it was", self.name));
        }
    }

    /// Writes what is buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.exclusively(Write::flush)
    }

    /// Returns the failure for an error of the stream.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        Failure::writing(error, &self.name)
    }
}

impl Drop for Output {
    /// A command that fails keeps the lines that it wrote before.
    fn drop(&mut self) {
        let mut stream = self.lock();
        // If that fails, so does the commit.
        let _ = stream.complete();
        if stream.uncommitted() != Some(true) {
            return;
        }
        let kept = match stream.end_early() {
            Ok(kept) => kept,
            Err(_) => stream.keep().and_then(Result::ok),
        };
        drop(stream);
        self.note_kept(kept.as_deref());
    }
}

/// Says where results are that have no final name.
pub(super) fn so_far(part: &Path) -> String {
    format!("the results so far are in {}", part.display())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().writer.flush()
    }
}

/// The answers to a batch, as text.
pub(crate) struct Report<'a> {
    context: &'a Context,
    text: Vec<u8>,
    /// What to do when the text up to there is written.
    breaks: Vec<(usize, Break<'a>)>,
    /// Number of answers.
    count: u64,
    exit: Exit,
    /// Whether nothing follows this batch.
    is_last: bool,
}

enum Break<'a> {
    /// Prints a message on standard error.
    Message(String),
    /// Writes those rows that are the first of their class.
    Offer(&'a Classes, Vec<(Option<Class>, Vec<u8>)>),
    /// Writes an answer that takes long.
    Late(Box<dyn FnOnce(&mut Report<'a>) + Send + 'a>),
}

impl<'a> Report<'a> {
    pub(crate) fn new(context: &'a Context) -> Self {
        let (text, breaks) = (Vec::new(), Vec::new());
        Self { context, text, breaks, count: 0, exit: Exit::Done, is_last: false }
    }

    /// Reports a bad input. What takes the place of its answer follows.
    pub(crate) fn bad_input(&mut self, message: String) {
        self.message(message);
        self.is_last |= self.context.strict;
    }

    /// Reserves space for that number of bytes of text.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.text.reserve(bytes);
    }

    /// Whether nothing follows.
    pub(crate) fn is_last(&self) -> bool {
        self.is_last
    }

    /// Counts an answer that is written.
    #[inline]
    pub(crate) fn done(&mut self, exit: Exit) {
        self.count += 1;
        self.exit.merge(exit);
    }

    /// Takes note of a puzzle that has no place in the output.
    pub(crate) fn fail(&mut self, exit: Exit) {
        self.exit.merge(exit);
    }

    /// Appends text.
    #[inline]
    pub(crate) fn text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    /// Appends text that a function writes.
    #[inline]
    pub(crate) fn append(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
    }

    /// Appends a number.
    pub(crate) fn number(&mut self, number: u64) {
        write!(self.text, "{number}").expect("writing to a Vec cannot fail");
    }

    /// Appends a line.
    #[inline]
    pub(crate) fn line(&mut self, line: impl AsRef<[u8]>) {
        self.text(line.as_ref());
        self.text(b"\n");
    }

    /// Appends an answer as an object on a line.
    pub(crate) fn answer(&mut self, at: &At<'_>, answer: &Answer<'_>) {
        self.object_at(at, |object| answer.write_fields(object));
        self.done(exit_of(answer));
    }

    /// Appends an answer that a command has no words of its own for: as an object, or as its status and
    /// a message that says why.
    pub(crate) fn other(&mut self, at: &At<'_>, answer: &Answer<'_>) {
        if self.context.json {
            self.answer(at, answer);
        } else {
            self.line(answer.status());
            self.done(exit_of(answer));
        }
        // What is not a puzzle was reported when it was read.
        let is_read = !matches!(answer, Answer::Invalid(_) | Answer::Check(_));
        if let Some(error) = answer.error().filter(|_| is_read) {
            self.message(format!("{}:{}:1: {error}", at.file, at.line));
        }
    }

    /// Appends an object about a puzzle on a line, whose other fields a function writes.
    pub(crate) fn object_at(&mut self, at: &At<'_>, write: impl FnOnce(&mut Object<'_>)) {
        self.object(|object| {
            object.field("file", &at.file);
            object.field("line", &at.line);
            write(object);
        });
    }

    /// Appends an object on a line, whose fields a function writes.
    pub(crate) fn object(&mut self, write: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::begin(&mut self.text);
        write(&mut object);
        object.end();
        self.text.push(b'\n');
    }

    /// Leaves it to the classes whether a row is written: it may be that of an isomorph.
    pub(crate) fn offer(&mut self, classes: &'a Classes, class: Option<Class>, row: Vec<u8>) {
        match self.breaks.last_mut() {
            Some((_, Break::Offer(_, rows))) => rows.push((class, row)),
            _ => self.breaks.push((self.text.len(), Break::Offer(classes, vec![(class, row)]))),
        }
    }

    /// Prints a message when everything before it is written.
    pub(crate) fn message(&mut self, message: String) {
        self.breaks.push((self.text.len(), Break::Message(message)));
    }

    /// Leaves an answer for later, when everything before it is written and no other such answer is
    /// worked on.
    pub(crate) fn later(&mut self, write: impl FnOnce(&mut Report<'a>) + Send + 'a) {
        self.breaks.push((self.text.len(), Break::Late(Box::new(write))));
    }

    /// Whether nothing may follow a bad record.
    pub(crate) fn is_strict(&self) -> bool {
        self.context.strict
    }

    /// Ends the output after what is written so far.
    pub(crate) fn end(&mut self) {
        self.is_last = true;
    }

    /// Writes the answers, and returns whether others may follow.
    pub(super) fn print(mut self, printed: &mut Printed<'_>) -> Result<ControlFlow<()>, Failure> {
        let mut from = 0;
        for (to, then) in mem::take(&mut self.breaks) {
            // Before a message, as both may go to the same terminal; and before a late answer, as
            // what is known should not wait for it.
            printed.write(&self.text[mem::replace(&mut from, to)..to], true)?;
            match then {
                Break::Message(message) => printed.message(self.context, &message),
                Break::Late(write) => {
                    let mut late = Report::new(self.context);
                    write(&mut late);
                    if late.print(printed)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Break::Offer(classes, rows) => {
                    for (class, row) in &rows {
                        match classes.offer(*class, row) {
                            Some(true) => printed.row(row)?,
                            Some(false) => {}
                            None => return Ok(ControlFlow::Break(())),
                        }
                    }
                }
            }
        }
        printed.write(&self.text[from..], false)?;
        printed.count += self.count;
        printed.exit.merge(self.exit);
        Ok(if self.is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

impl Report<'_> {
    /// Writes the answers of a report by itself.
    pub(crate) fn print_to(self, out: &mut Output) -> Result<Exit, Failure> {
        let mut printed = Printed::new(out, None);
        // There is nothing to end: this report is the only one.
        let _ = self.print(&mut printed)?;
        Ok(printed.exit)
    }
}

/// What to write around answers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// Before the first.
    pub(crate) before: &'static str,
    /// What every answer begins with, so that it is between two of them. The first answer is written
    /// without it.
    pub(crate) between: &'static str,
    /// After the last.
    pub(crate) after: &'static str,
}

/// What was printed so far.
pub(super) struct Printed<'a> {
    out: &'a mut Output,
    progress: Option<&'a ReadingProgress>,
    /// What to write around the answers, until there is one.
    frame: Option<Frame>,
    /// Number of answers.
    pub(super) count: u64,
    pub(super) exit: Exit,
}

impl<'a> Printed<'a> {
    pub(super) fn new(out: &'a mut Output, progress: Option<&'a ReadingProgress>) -> Self {
        Self { out, progress, frame: None, count: 0, exit: Exit::Done }
    }

    /// Begins the output with the first answer.
    pub(super) fn framed(self, frame: Frame) -> Self {
        Self { frame: Some(frame), ..self }
    }

    /// Ends the output. If a command failed without an answer, nothing is written, so that an old
    /// file remains.
    pub(super) fn end(&mut self, frame: Frame, exit: Exit) -> Result<(), Failure> {
        if self.frame.take().is_some() {
            if exit > Exit::No {
                return Ok(());
            }
            self.write(frame.before.as_bytes(), false)?;
        }
        self.out.part(|| frame.after.to_owned(), None)
    }

    /// Writes text while no progress is shown.
    pub(super) fn write(&mut self, text: &[u8], flush: bool) -> Result<(), Failure> {
        let frame = self.frame.take_if(|_| !text.is_empty()).unwrap_or_default();
        let text = text.strip_prefix(frame.between.as_bytes()).unwrap_or(text);
        let out = &mut *self.out;
        let mut write = || {
            if !frame.before.is_empty() || !frame.after.is_empty() {
                let ending: Ending = Box::new(|| frame.after.to_owned());
                out.part(|| frame.before.to_owned(), Some(ending))?;
            }
            out.bytes(text)?;
            if flush { Output::flush(out) } else { Ok(()) }
        };
        match self.progress {
            Some(progress) => progress.suspend(write),
            None => write(),
        }
    }

    /// Writes one more answer.
    pub(super) fn row(&mut self, row: &[u8]) -> Result<(), Failure> {
        self.count += 1;
        self.write(row, false)
    }

    /// Removes all answers, if they go to a file.
    pub(super) fn discard(&mut self) {
        self.out.discard();
    }

    fn message(&self, context: &Context, message: &str) {
        let write = || context.bad_input(message);
        match self.progress {
            Some(progress) => progress.suspend(write),
            None => write(),
        }
    }
}
