//! `search`: one run of an algorithm of the laboratory, with its trace.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use quadrille_core::{Counter, Limits, Status};
use quadrille_lab::Configuration;
use quadrille_lab::trace::{Header, TraceWriter};

use crate::board::text_of;
use crate::{Context, Error, SearchAnswer, SearchRequest};

/// Nodes of a run that does not say how many.
const DEFAULT_NODES: u64 = 1_000_000;

/// Runs an algorithm on a puzzle and records what it does.
pub(crate) fn search(
    request: &SearchRequest,
    context: &Context<'_>,
) -> Result<SearchAnswer, Error> {
    let (puzzle, _) = request.puzzle.searchable(context)?;
    let configuration =
        Configuration::parse(&request.algorithm).map_err(|error| Error::of_name(&error))?;
    let caps = context.caps;
    let limits = Limits {
        nodes: Some(request.nodes.unwrap_or(DEFAULT_NODES)),
        time: Some(Duration::from_millis(request.ms.unwrap_or(caps.default_ms).min(caps.ms))),
        memory: Some(caps.memory_bytes),
        ..Limits::NONE
    };
    let seed = request.seed.unwrap_or(context.drawn_seed);
    let header = Header {
        shape: puzzle.shape(),
        puzzle: puzzle.to_string(),
        configuration: configuration.to_string(),
        seed,
    };
    let mut text = Bounded { text: Vec::new(), most: caps.trace_bytes };
    let mut writer = TraceWriter::new(&mut text, &header);
    let start = context.clock.wall();
    let outcome = configuration
        .run(&puzzle, seed, limits, &context.cancel, context.clock, Some(&mut writer))
        .expect("shells pass a clock that runs");
    let seconds = context.clock.wall().saturating_sub(start).as_secs_f64();
    let truncated = writer.finish().is_err();
    let entry = configuration.entry;
    let counters = Counter::ALL
        .into_iter()
        .filter(|counter| entry.counters.contains(counter))
        .map(|counter| (counter.id().to_owned(), outcome.counters[counter]))
        .collect::<BTreeMap<_, _>>();
    Ok(SearchAnswer {
        puzzle: text_of(&puzzle),
        algorithm: header.configuration,
        seed,
        status: outcome.stop.status().id().to_owned(),
        stop: (outcome.stop.status() == Status::Limit).then(|| outcome.stop.id().to_owned()),
        solution: outcome.solution.map(|solution| solution.to_string()),
        nodes: outcome.counters[entry.nodes],
        node: entry.nodes.id().to_owned(),
        counters,
        seconds,
        trace: String::from_utf8(text.text).expect("a trace is text"),
        truncated,
    })
}

/// Text of a bounded length, which ends with a whole line.
struct Bounded {
    text: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.text.len() + line.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
