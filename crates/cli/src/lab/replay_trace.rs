//! `replay` of traces: what happened in a search, an event a line, and whether it can be so.

use std::io::BufRead;

use quadrille_engine::format::{drawn, line};
use quadrille_engine::{BoxShape, Counter, Counters, Edges, Grid, Stop};
use quadrille_lab::Configuration;
use quadrille_lab::trace::{Header, Recorded, TraceError, TraceReader, replay};
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game::replay::Args;
use crate::io::output::Output;

/// Values of a gauge that are shown; a temperature is one, the chances of all candidates hundreds.
const SHOWN: usize = 6;

/// Whether a file that begins so holds traces.
pub(crate) fn is_trace(head: &[u8]) -> bool {
    head.starts_with(b"quadrille-trace ")
}

pub(crate) fn run(input: impl BufRead, args: &Args, context: &Context) -> Result<Exit, Failure> {
    let failed = |error: TraceError| match error {
        TraceError::Line { line, what } => {
            Failure::input(format!("{}:{line}:1: {what}", args.file))
        }
        other => Failure::usage(format!("{}: cannot be read on: {other}", args.file)),
    };
    let mut out = Output::open(context)?;
    let mut exit = Exit::Done;
    let mut next = Some(TraceReader::new(input).map_err(failed)?);
    let (mut number, mut shown) = (0, 0);
    while let Some(mut reader) = next {
        number += 1;
        if args.game.is_none_or(|wanted| wanted == number) {
            shown += 1;
            exit.merge(show(number, &mut reader, args, context, &mut out, &failed)?);
        } else {
            // Read to its end, where the following one begins.
            reader.by_ref().try_for_each(|event| event.map(|_| ())).map_err(failed)?;
        }
        next = reader.following().map_err(failed)?;
    }
    out.flush()?;
    match args.game {
        Some(wanted) if shown == 0 => {
            Err(Failure::usage(format!("{}: holds no run {wanted}, but {number}", args.file)))
        }
        _ => Ok(exit),
    }
}

fn show<R: BufRead>(
    number: usize,
    reader: &mut TraceReader<R>,
    args: &Args,
    context: &Context,
    out: &mut Output,
    failed: &dyn Fn(TraceError) -> Failure,
) -> Result<Exit, Failure> {
    let header = reader.header().clone();
    let method = Configuration::parse(&header.method)
        .map_err(|error| Failure::usage(format!("{}: run {number}: {error}", args.file)))?;
    let shown = Shown { header: &header, nodes: method.entry.nodes, args, context, number };
    if !context.json {
        out.line(&format!(
            "run {number}: {}, seed {}, on {} {}",
            header.method, header.seed, header.shape, header.puzzle
        ))?;
    }
    let mut written = Ok(());
    let replayed = replay(reader, |at, event| {
        if written.is_ok() {
            written = shown.event(at, event, out);
        }
    });
    let replayed = replayed.map_err(failed)?;
    written?;
    let entry = method.entry;
    let problem = replayed.disagreement.as_ref().map(ToString::to_string);
    if context.json {
        out.json(&json!({
            "run": number,
            "algorithm": header.method,
            "seed": header.seed,
            "box": header.shape.to_string(),
            "puzzle": header.puzzle,
            "events": replayed.events,
            "improvements": replayed.improvements,
            "cost": replayed.best_cost,
            "status": replayed.stop.status().id(),
            "stop": replayed.stop.id(),
            "board": replayed.board.as_deref().map(|board| text_of(header.shape, board)),
            "counters": counters(&replayed.counters, entry.counters),
            "nodes": replayed.counters[entry.nodes],
            "agrees": problem.is_none(),
            "problem": problem,
        }))?;
    } else {
        let counted: Vec<String> = entry
            .counters
            .iter()
            .map(|&counter| format!("{} {}", counter.id(), replayed.counters[counter]))
            .collect();
        out.line(&format!(
            "{}; {} improvements; {}",
            end(replayed.stop),
            replayed.improvements,
            counted.join(", ")
        ))?;
    }
    Ok(match problem {
        None => Exit::Done,
        Some(problem) => {
            out.flush()?;
            context.messages.bad_input(&format!("{}: run {number}: {problem}", args.file));
            Exit::No
        }
    })
}

struct Shown<'a> {
    header: &'a Header,
    nodes: Counter,
    args: &'a Args,
    context: &'a Context,
    number: usize,
}

impl Shown<'_> {
    fn event(&self, at: &Counters, event: &Recorded, out: &mut Output) -> Result<(), Failure> {
        if self.context.json {
            return if self.args.boards { self.object(at, event, out) } else { Ok(()) };
        }
        let (text, board) = match event {
            Recorded::Started => ("started".to_owned(), None),
            Recorded::Improved { cost, board } => (format!("{cost} digits missing"), Some(board)),
            Recorded::Restarted => ("restarted".to_owned(), None),
            Recorded::Gauge { name, values } => (gauge(name, values), None),
            Recorded::Claimed { board } => ("claimed as the solution".to_owned(), Some(board)),
            Recorded::Stopped(stop) => (end(*stop), None),
        };
        out.line(&format!("{:>12}  {text}", at[self.nodes]))?;
        match board {
            Some(board) if self.args.boards => {
                let edges = self.header.read_puzzle().map(|puzzle| puzzle.edges().clone());
                let edges = edges.unwrap_or_else(Edges::none);
                let grid = Grid::from_digits(self.header.shape, board);
                grid.map_or(Ok(()), |grid| {
                    out.text(&drawn(&grid, &edges, &|_, text| text.to_owned()))
                })
            }
            _ => Ok(()),
        }
    }

    fn object(&self, at: &Counters, event: &Recorded, out: &mut Output) -> Result<(), Failure> {
        let shape = self.header.shape;
        let mut object = match event {
            Recorded::Started => json!({"event": "started"}),
            Recorded::Improved { cost, board } => {
                json!({"event": "improved", "cost": cost, "board": text_of(shape, board)})
            }
            Recorded::Restarted => json!({"event": "restarted"}),
            Recorded::Gauge { name, values } => {
                json!({"event": "gauge", "name": name, "values": values})
            }
            Recorded::Claimed { board } => {
                json!({"event": "claimed", "board": text_of(shape, board)})
            }
            Recorded::Stopped(stop) => json!({"event": "stopped", "stop": stop.id()}),
        };
        object["run"] = self.number.into();
        object["seed"] = self.header.seed.into();
        object["nodes"] = at[self.nodes].into();
        out.json(&object)
    }
}

fn gauge(name: &str, values: &[f64]) -> String {
    let shown: Vec<String> = values.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if values.len() > SHOWN {
        format!(" … ({} values)", values.len())
    } else {
        String::new()
    };
    format!("{name} {}{more}", shown.join(" "))
}

/// The status, and behind it the reason where that says more.
fn end(stop: Stop) -> String {
    match (stop.status().id(), stop.id()) {
        (status, reason) if status == reason => status.to_owned(),
        (status, reason) => format!("{status} ({reason})"),
    }
}

fn text_of(shape: BoxShape, board: &[u8]) -> Option<String> {
    Grid::from_digits(shape, board).map(|grid| line::text_of(&grid))
}

fn counters(counted: &Counters, has: &[Counter]) -> Map<String, Value> {
    has.iter().map(|&counter| (counter.id().to_owned(), counted[counter].into())).collect()
}
