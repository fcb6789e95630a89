//! `convert`: the puzzles of all inputs in another format.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use clap::ValueHint;
use quadrille_api::{Answer, ConvertAnswer, ConvertTo, Question};
use quadrille_formats::export::{Export, PerPage};

use super::export;
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::asking::{Asking, ask_all};
use crate::io::at::At;
use crate::io::output::{Frame, Report};

/// Convert puzzles to another format
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/convert.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles, links or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// The format to write; see `quadrille formats`
    #[arg(long, value_name = "ID")]
    to: String,
    /// Puzzles on each page of a booklet: 1, 2, 4 or 6 [default: by the size of the first]
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(1..=6), allow_negative_numbers = true)]
    per_page: Option<usize>,
    /// Title of a booklet [default: Sudoku]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let to = ConvertTo::by_id(&args.to).map_err(Failure::of)?;
    let is_booklet = matches!(to, ConvertTo::Export(Export::Booklet));
    Failure::refuse(&[
        (args.per_page.is_some() && !is_booklet, "--per-page has an effect with --to booklet only"),
        (args.title.is_some() && !is_booklet, "--title has an effect with --to booklet only"),
        (context.json && is_booklet, "a booklet is one HTML file; omit --json"),
    ])?;
    let per_page = args.per_page.map(|number| {
        PerPage::new(number).ok_or_else(|| {
            Failure::usage(format!("--per-page {number}: a page has 1, 2, 4 or 6 puzzles"))
        })
    });
    let per_page = per_page.transpose()?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let names = inputs.names();
    context.handle_signals(Some(PATIENCE));
    let title = args.title.as_deref().unwrap_or(quadrille_api::Convert::TITLE);
    match to {
        ConvertTo::Export(Export::Svg) if !context.json => {
            return export::pictures(inputs, context);
        }
        ConvertTo::Export(Export::Booklet) => {
            return export::booklet(inputs, title, per_page, context);
        }
        _ => {}
    }
    let question = quadrille_api::Convert { to, title: title.to_owned(), per_page };
    let question = Question::Convert(question);
    let command = Convert { to, question, losses: Mutex::default(), context };
    let exit = ask_all(&command, inputs, context)?;
    command.note_losses(&names);
    Ok(exit)
}

struct Convert<'c> {
    to: ConvertTo,
    question: Question,
    /// How many puzzles of each input lost something of that kind.
    losses: Mutex<HashMap<(String, &'static str), u64>>,
    context: &'c Context,
}

impl Asking for Convert<'_> {
    fn question(&self) -> &Question {
        &self.question
    }

    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>) {
        if let Answer::Convert(found) = answer {
            self.add_losses(at.file, found);
        }
        match answer {
            _ if self.context.json => report.other(at, answer),
            Answer::Convert(ConvertAnswer { text: Some(text), .. }) => {
                // A file has the text around the puzzles only once.
                let Frame { before, between, after } = self.frame();
                let text = text.strip_prefix(before).unwrap_or(text);
                report.text(between.as_bytes());
                report.text(text.strip_suffix(after).unwrap_or(text).as_bytes());
                report.done(Exit::Done);
            }
            // No format has a sign for a record without a puzzle, so nothing is written.
            _ => {
                if let Some(error) =
                    answer.error().filter(|_| !matches!(answer, Answer::Invalid(_)))
                {
                    report.message(format!("{}:{}:1: {error}", at.file, at.line));
                }
                report.done(Exit::Usage);
            }
        }
        if answer.status() == "unsupported" && report.is_strict() {
            report.end();
        }
    }

    fn frame(&self) -> Frame {
        match self.to {
            ConvertTo::Format(format) if !self.context.json => {
                Frame { before: format.before(), between: format.between(), after: format.after() }
            }
            _ => Frame::default(),
        }
    }
}

impl Convert<'_> {
    /// Counts what was omitted.
    fn add_losses(&self, file: &str, found: &ConvertAnswer<'_>) {
        if found.left_out.is_empty() {
            return;
        }
        let mut losses = self.losses.lock().unwrap_or_else(PoisonError::into_inner);
        for &name in &found.left_out {
            *losses.entry((file.to_owned(), name)).or_default() += 1;
        }
    }

    /// Prints a note for each input and kind of what was omitted.
    fn note_losses(&self, inputs: &[String]) {
        let losses = self.losses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut losses: Vec<_> = losses.iter().collect();
        let place = |file: &String| inputs.iter().position(|input| input == file);
        losses.sort_by_key(|((file, name), _)| (place(file), *name));
        for ((file, name), count) in losses {
            let puzzles = if *count == 1 { "1 puzzle" } else { &format!("{count} puzzles") };
            let format = self.to.id();
            self.context.messages.note(&format!(
                "{file}: {name} of {puzzles} omitted; the format `{format}` has no place for them"
            ));
        }
    }
}
