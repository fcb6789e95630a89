//! Comparisons of algorithms: what one runs, and how long it would take. A shell that can keep a log
//! carries it out.

use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{BoxShape, Limits, Puzzle, printable};
use quadrille_formats::{ReadOptions, Reader};
use quadrille_lab::experiment::{
    DEFAULT_NODES, Difference, DifferenceError, Experiment, Instance, Sample,
    default_configurations,
};
use quadrille_lab::registry::Registry;
use quadrille_lab::source::{Source, SourceError};

use crate::board::require_side;
use crate::{CompareRequest, Context, Error, ErrorKind, PlanAnswer, PlanRequest, reading};

/// The most algorithms. Reports compare every pair of them.
const MOST_ALGORITHMS: usize = 100;
/// The most cells of all puzzles together.
const MOST_CELLS: usize = 16 << 20;
/// The name of puzzles that were not in a file.
const UNNAMED: &str = "puzzles.txt";

/// A comparison that can be run.
pub struct Comparison {
    /// What is run.
    pub experiment: Experiment,
    /// What is wrong with the parts of the text that are not puzzles, each with its place.
    pub bad_lines: Vec<String>,
    /// The command that makes the same comparison.
    pub command: String,
    /// The difference that the runs are to detect. Their number is not known before
    /// [`sized`](Self::sized) or a log tells it.
    pub detect: Option<Difference>,
    /// What the command names as puzzles.
    argument: String,
    /// The box shape, if one is asked for.
    shape: Option<String>,
}

impl Comparison {
    /// Prepares a comparison of algorithms of the lab.
    ///
    /// # Errors
    /// When a name is unknown, there is no puzzle, or it asks for more than the context allows.
    ///
    /// ```
    /// use quadrille_api::{Comparison, Context, Request};
    /// use quadrille_core::{CancelFlag, WallClock};
    ///
    /// let request =
    ///     r#"{"algorithms":["naive","tabu"],"puzzles":"1234341221.....1","nodes":1000}"#;
    /// let request = serde_json::from_str(request)?;
    /// let clock = WallClock::new();
    /// let comparison = Comparison::prepare(&request, &Context::new(CancelFlag::new(), &clock))?;
    /// assert_eq!(comparison.experiment.trials(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(request: &CompareRequest, context: &Context<'_>) -> Result<Self, Error> {
        Self::prepare_among(&Registry::default(), request, context)
    }

    /// Prepares a comparison of algorithms of a registry.
    ///
    /// # Errors
    /// As of [`prepare`](Self::prepare).
    pub fn prepare_among(
        algorithms: &Registry,
        request: &CompareRequest,
        context: &Context<'_>,
    ) -> Result<Self, Error> {
        let caps = &context.caps;
        let configurations = match &request.algorithms {
            None => default_configurations(),
            Some(names) => {
                let list = algorithms.parse_list(&names.join(";"));
                list.map_err(|error| Error::of_name(&error))?
            }
        };
        if configurations.is_empty() {
            return Err(Error::bad_request("`algorithms` names none"));
        }
        if configurations.len() > MOST_ALGORITHMS {
            let message =
                format!("more than {MOST_ALGORITHMS} algorithms; take fewer, or use the command");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let shape = request.shape.as_deref().map(reading::shape).transpose()?;
        let seed = request.seed.unwrap_or(1);
        let most = caps.runs / configurations.len() as u64;
        let Puzzles { instances, bad_lines, argument } =
            puzzles(request, shape, seed, most, context)?;
        let ms = |ms: u64| Duration::from_millis(ms.min(caps.ms));
        let is_limited = request.nodes.is_some()
            || request.evaluations.is_some()
            || request.ms.is_some()
            || request.cpu_ms.is_some();
        let seeds = reading::seeds(request.seeds.as_deref())?;
        let detect = request.detect.as_deref().map(str::parse).transpose();
        let detect = detect
            .map_err(|error: DifferenceError| Error::bad_request(format!("`detect`: {error}")))?;
        if detect.is_some() && request.runs.is_some() {
            return Err(Error::bad_request("`runs` follows from `detect`; take one of the two"));
        }
        let experiment = Experiment {
            configurations,
            instances,
            seed,
            seeds,
            runs: request.runs.unwrap_or(1).max(1),
            detect: None,
            limits: Limits {
                nodes: if is_limited { request.nodes } else { Some(DEFAULT_NODES) },
                evaluations: request.evaluations,
                // Always there, so that no run keeps its thread for ever.
                time: Some(ms(request.ms.unwrap_or(caps.ms))),
                cpu_time: request.cpu_ms.map(ms),
                memory: Some(caps.memory_bytes),
            },
        };
        if experiment.trials() > caps.runs {
            return Err(too_many(caps.runs));
        }
        let shape = request.shape.clone();
        let command = command(&experiment, detect, &argument, shape.as_deref());
        Ok(Self { experiment, bad_lines, command, detect, argument, shape })
    }

    /// Returns the comparison within these limits on each run instead, for shells that let runs take
    /// what they need.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.experiment.limits = limits;
        self.command =
            command(&self.experiment, self.detect, &self.argument, self.shape.as_deref());
        self
    }
}

fn too_many(most: u64) -> Error {
    let message = format!(
        "the comparison has more than {most} runs, all algorithms and puzzles together; take fewer, \
         or use the command"
    );
    Error::new(ErrorKind::TooLarge, message)
}

struct Puzzles {
    instances: Vec<Instance>,
    bad_lines: Vec<String>,
    /// What the command names.
    argument: String,
}

/// Returns at most that many puzzles of a request.
fn puzzles(
    request: &CompareRequest,
    shape: Option<BoxShape>,
    seed: u64,
    most: u64,
    context: &Context<'_>,
) -> Result<Puzzles, Error> {
    let text = request.puzzles.trim();
    let default = shape.unwrap_or(BoxShape::NINE);
    let source = text.parse::<Source>().and_then(|source| source.for_shape(default));
    let (mut instances, mut bad_lines) = (Vec::new(), Vec::new());
    let (mut cells, began) = (0, context.clock.wall());
    let mut add = |source: &Arc<str>, line, puzzle: Puzzle| {
        require_side(puzzle.shape(), context)?;
        cells += puzzle.shape().cells();
        if instances.len() as u64 == most {
            return Err(too_many(context.caps.runs));
        }
        if cells > MOST_CELLS {
            let message = format!("the puzzles have more than {MOST_CELLS} cells together");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let took = context.clock.wall().saturating_sub(began);
        if took > Duration::from_millis(context.caps.ms) || context.cancel.is_cancelled() {
            let message = "making the puzzles takes too long; take fewer, or use the command";
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        instances.push(Instance { source: source.clone(), line, puzzle });
        Ok(())
    };
    let argument = match source {
        Ok(source) => {
            if source.count().is_some_and(|count| count > most) {
                return Err(too_many(context.caps.runs));
            }
            let name: Arc<str> = text.into();
            for (puzzle, line) in source.puzzles(seed, default).zip(1..) {
                add(&name, line, puzzle)?;
            }
            text.to_owned()
        }
        // Nothing of this form is a puzzle.
        Err(error) if error != SourceError::Unknown => {
            return Err(Error::bad_request(format!("`puzzles`: {error}")));
        }
        Err(_) => {
            if request.puzzles.len() > context.caps.text_bytes {
                let message = format!("the text has more than {} bytes", context.caps.text_bytes);
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            let given = request.name.as_deref().map_or(UNNAMED, str::trim);
            // The last part, as a client may send a path, and nothing that changes how it is shown.
            let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
            let name: String =
                last.chars().filter(|&c| !printable::is_hidden(c)).take(100).collect();
            let name: Arc<str> = if name.is_empty() { UNNAMED.into() } else { name.into() };
            let options = ReadOptions { shape, ..ReadOptions::default() };
            let mut reader = Reader::new(request.puzzles.as_bytes(), options);
            while let Some(record) = reader.next() {
                let record = record.expect("reading from memory cannot fail");
                match record.puzzle {
                    Ok(puzzle) => add(&name, record.line, puzzle)?,
                    Err(error) => {
                        let (line, column) = (error.line, error.column);
                        bad_lines.push(format!("{name}:{line}:{column}: {error}"));
                    }
                }
            }
            // It must not be read as an option or as the name of a source.
            let is_file = !name.starts_with('-')
                && matches!(name.parse::<Source>(), Err(SourceError::Unknown));
            if is_file { name.to_string() } else { format!("./{name}") }
        }
    };
    if instances.is_empty() {
        let near = Source::nearest(text).filter(|_| !text.contains('\n')).map(ToOwned::to_owned);
        let wrong = bad_lines.first().map_or("there is no puzzle", String::as_str);
        return Err(Error { near, ..Error::new(ErrorKind::BadPuzzle, wrong) });
    }
    Ok(Puzzles { instances, bad_lines, argument })
}

/// Returns the command that makes the same comparison.
fn command(
    experiment: &Experiment,
    detect: Option<Difference>,
    puzzles: &str,
    shape: Option<&str>,
) -> String {
    let names: Vec<String> = experiment.configurations.iter().map(ToString::to_string).collect();
    let Experiment { seed, seeds, runs, limits, .. } = experiment;
    let mut words = vec!["quadrille".to_owned(), "compare".to_owned()];
    let mut option = |name: &str, value: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
        let is_plain = !value.is_empty() && value.chars().all(plain) && !value.starts_with('-');
        let quoted = || format!("'{}'", value.replace('\'', r"'\''"));
        words.extend([name.to_owned(), if is_plain { value.to_owned() } else { quoted() }]);
    };
    option("--algorithms", &names.join(";"));
    option("--puzzles", puzzles);
    if let Some(shape) = shape {
        option("--box", shape);
    }
    match detect {
        Some(difference) => option("--detect", &difference.to_string()),
        None => option("--runs", &runs.to_string()),
    }
    option("--seed", &seed.to_string());
    if !seeds.is_own() {
        option("--seeds", &seeds.to_string());
    }
    let ms = |time: Duration| format!("{}ms", time.as_millis());
    for (name, value) in [
        ("--nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ("--evaluations", limits.evaluations.map(|evaluations| evaluations.to_string())),
        ("--time", limits.time.map(ms)),
        ("--cpu-time", limits.cpu_time.map(ms)),
        ("--memory", limits.memory.map(|bytes| format!("{bytes}B"))),
    ] {
        if let Some(value) = value {
            option(name, &value);
        }
    }
    words.join(" ")
}

/// Says what a comparison would run.
pub(crate) fn plan(request: &PlanRequest, context: &Context<'_>) -> Result<PlanAnswer, Error> {
    let Comparison { experiment, bad_lines, command, .. } =
        Comparison::prepare(&request.comparison, context)?;
    let ms = request.ms.unwrap_or(context.caps.default_ms / 2).min(context.caps.ms);
    let time = Duration::from_millis(ms);
    let sample = || Sample::of(&experiment, time, &context.cancel, context.clock);
    let sample = (ms > 0).then(sample);
    Ok(PlanAnswer {
        algorithms: experiment.configurations.iter().map(ToString::to_string).collect(),
        puzzles: experiment.instances.len() as u64,
        bad_lines,
        runs: experiment.trials(),
        controls: experiment.controls(),
        command,
        cpu_seconds: sample.as_ref().map(|sample| sample.seconds),
        at_least: sample.is_some_and(|sample| sample.at_least),
    })
}
