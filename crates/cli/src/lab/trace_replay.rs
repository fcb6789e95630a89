//! Replays traces: prints what happened in a search, one event per line, and checks it.

use std::io::BufRead;

use quadrille_core::{Counter, Counters, Edges, Grid, printable};
use quadrille_formats::drawn;
use quadrille_lab::trace::{Header, Recorded, TraceError, TraceReader, replay, stop_text};
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// What to replay.
pub(crate) struct Request<'a> {
    /// The name of the file.
    pub(crate) file: &'a str,
    /// The number of the only run to show, from 1.
    pub(crate) run: Option<usize>,
    /// Whether to show boards.
    pub(crate) boards: bool,
}

/// Whether a file that starts with these bytes holds traces.
pub(crate) fn is_trace(head: &[u8]) -> bool {
    head.starts_with(b"quadrille-trace ")
}

pub(crate) fn run(
    input: impl BufRead,
    request: &Request<'_>,
    context: &Context,
) -> Result<Exit, Failure> {
    let file = request.file;
    let failed = |error: TraceError| match error {
        TraceError::Line { line, what } => Failure::input(format!("{file}:{line}:1: {what}")),
        other => Failure::usage(format!("{file}: cannot be read further: {other}")),
    };
    let mut out = Output::open(context)?;
    let mut exit = Exit::Done;
    let mut next = Some(TraceReader::new(input).map_err(failed)?);
    let (mut number, mut shown) = (0, 0);
    while let Some(mut reader) = next {
        number += 1;
        if request.run.is_none_or(|wanted| wanted == number) {
            shown += 1;
            exit.merge(show(number, &mut reader, request, context, &mut out, &failed)?);
        } else {
            // The next trace begins at its end.
            reader.by_ref().try_for_each(|event| event.map(|_| ())).map_err(failed)?;
        }
        next = reader.following().map_err(failed)?;
    }
    out.conclude(exit)?;
    match request.run {
        Some(wanted) if shown == 0 => Err(Failure::usage(format!(
            "{file}: holds no run {wanted}; choose one from 1 to {number}"
        ))),
        _ => Ok(exit),
    }
}

fn show<R: BufRead>(
    number: usize,
    reader: &mut TraceReader<R>,
    request: &Request<'_>,
    context: &Context,
    out: &mut Output,
    failed: &dyn Fn(TraceError) -> Failure,
) -> Result<Exit, Failure> {
    let header = reader.header().clone();
    let file = request.file;
    let entry = context
        .algorithms
        .parse(&header.configuration)
        .map_err(|error| Failure::usage(format!("{file}: run {number}: {error}")))?
        .entry;
    let lines = EventLines {
        header: &header,
        nodes: entry.nodes,
        boards: request.boards,
        json: context.json,
        number,
    };
    if !context.json {
        out.line(&printable::line(&format!(
            "run {number}: {}, seed {}, on {} {}",
            header.configuration, header.seed, header.shape, header.puzzle
        )))?;
    }
    let mut written = Ok(());
    let replayed = replay(reader, |at, event| {
        if written.is_ok() {
            written = lines.write(at, event, out);
        }
    });
    let replayed = replayed.map_err(failed)?;
    written?;
    let counted = || entry.counters.iter().map(|&counter| (counter, replayed.counters[counter]));
    let problem = replayed.disagreement.as_ref().map(ToString::to_string);
    if context.json {
        let counters: Map<String, Value> =
            counted().map(|(counter, count)| (counter.id().to_owned(), count.into())).collect();
        out.json(&json!({
            "run": number,
            "algorithm": header.configuration,
            "seed": header.seed,
            "box": header.shape.to_string(),
            "puzzle": header.puzzle,
            "events": replayed.events,
            "improvements": replayed.improvements,
            "cost": replayed.best_cost,
            "status": replayed.stop.status().id(),
            "stop": replayed.stop.id(),
            "board": replayed.board.as_deref().map(|board| header.board_text(board)),
            "counters": counters,
            "nodes": replayed.counters[entry.nodes],
            "agrees": problem.is_none(),
            "problem": problem,
        }))?;
    } else {
        let counters: Vec<String> =
            counted().map(|(counter, count)| format!("{} {count}", counter.id())).collect();
        out.line(&format!(
            "{}; {} improvements; {}",
            stop_text(replayed.stop),
            replayed.improvements,
            counters.join(", ")
        ))?;
    }
    Ok(match problem {
        None => Exit::Done,
        Some(problem) => {
            out.flush()?;
            context.bad_input(&format!("{file}: run {number}: {problem}"));
            Exit::No
        }
    })
}

/// Writes the events of a run.
struct EventLines<'a> {
    header: &'a Header,
    /// The counter of nodes.
    nodes: Counter,
    boards: bool,
    json: bool,
    number: usize,
}

impl EventLines<'_> {
    fn write(&self, at: &Counters, event: &Recorded, out: &mut Output) -> Result<(), Failure> {
        match (self.json, self.boards) {
            (true, true) => out.json(&self.object(at, event)),
            (true, false) => Ok(()),
            (false, _) => out.text(&self.text(at, event)),
        }
    }

    fn text(&self, at: &Counters, event: &Recorded) -> String {
        let mut text = format!("{:>12}  {}\n", at[self.nodes], event.text());
        if self.boards
            && let Some(board) = event.board()
            && let Some(grid) = Grid::from_digits(self.header.shape, board)
        {
            let edges = self.header.read_puzzle().map(|puzzle| puzzle.edges().clone());
            text += &drawn(&grid, &edges.unwrap_or_else(Edges::none), &|_, text| text.to_owned());
        }
        text
    }

    fn object(&self, at: &Counters, event: &Recorded) -> Value {
        let mut object = event.object(self.header);
        object["run"] = self.number.into();
        object["nodes"] = at[self.nodes].into();
        object
    }
}
