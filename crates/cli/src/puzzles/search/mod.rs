//! `search`: new puzzles near known ones.
//!
//! The sources wait in a queue, at first those of the inputs, and are searched in chunks. With an
//! objective, what is found is a source as well. The order of the queue, the chunks and what is new do
//! not depend on threads, so a log of the chunks that were searched is enough to continue.

mod log;

use std::collections::{BinaryHeap, HashSet};
use std::ffi::OsString;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::ValueHint;
use quadrille_api::json::Object;
use quadrille_core::canon::{Canonizer, Form};
use quadrille_core::{BoxShape, Counter, Limits, Meter, Puzzle, Rng, Stop, WallClock, parallel};
use quadrille_formats::line;
use quadrille_generate::puzzle::PatternSymmetry;
use quadrille_generate::vicinity::{MOST_SIDE, Vicinity};
use quadrille_lab::experiment::Shard;
use quadrille_logic::{Profile, Verdict, rate};

use super::generate::known;
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bounded::Kept;
use crate::io::classes::{Class, ClassHasher};
use crate::io::input::Record;
use log::Log;

/// Sources that are searched before what they led to joins the queue.
const CHUNK: usize = 256;
/// Sources for each thread that are under way or wait to be written.
const WINDOW: NonZeroUsize = NonZeroUsize::new(2).expect("not 0");
/// The part of the memory for each puzzle found from one source, whatever the number of threads.
const FOUND_PART: u64 = 1 << 14;
/// Bytes that a class takes in a set that may have just grown.
const CLASS_BYTES: u64 = 34;

/// Find new puzzles near known ones
///
/// Removes givens of each puzzle and adds others until there is one solution again.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/search.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// Maximum number of givens to remove
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = values::number::<usize>(0..=8), allow_negative_numbers = true)]
    remove: usize,
    /// Maximum number of givens to add
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = values::number::<usize>(0..=8), allow_negative_numbers = true)]
    add: usize,
    /// Write only puzzles in which every given is necessary
    #[arg(long)]
    minimal: bool,
    /// Keep a symmetry: K counts sets of cells that it maps onto each other
    #[arg(long, value_name = "ID", default_value = PatternSymmetry::None.id(), hide_possible_values = true)]
    #[arg(value_parser = known(&PatternSymmetry::ALL, PatternSymmetry::id))]
    symmetry: PatternSymmetry,
    /// Continue with what has no more givens than its source
    #[arg(long, value_name = "WHAT", value_enum, ignore_case = true)]
    minimize: Option<Minimized>,
    /// Continue with what is rated no lower than its source
    #[arg(long, value_name = "WHAT", value_enum, ignore_case = true, conflicts_with = "minimize")]
    maximize: Option<Maximized>,
    /// Puzzles whose isomorphs are not new
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    known: Vec<OsString>,
    /// Search only the K-th of N parts of the inputs, such as 2/8
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

/// The limits of the search.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits")]
struct Bounds {
    /// Maximum number of puzzles to search [default: none]
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    searches: Option<u64>,
    /// Wall time for each puzzle, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Memory for the classes found, such as 512MiB
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    #[arg(default_value = "1GiB")]
    memory: bytesize::ByteSize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Minimized {
    /// The number of givens
    Givens,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Maximized {
    /// The rating by the profile se121; of 9x9 puzzles
    Rating,
}

/// What the search continues with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Objective {
    None,
    Givens,
    Rating,
}

/// A puzzle to search. The greatest is searched first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Source {
    /// How good it is, in the sense of the objective.
    merit: i64,
    /// Counted down.
    order: u64,
    text: String,
}

/// What was found from a source.
struct Found {
    text: String,
    class: Class,
    canonical: String,
    clues: usize,
    merit: i64,
}

/// What became of a source.
struct Searched {
    source: Source,
    found: Vec<Found>,
    stop: Option<Stop>,
}

/// What decides about a puzzle, on any thread.
struct Judge<'c> {
    context: &'c Context,
    vicinity: Vicinity,
    objective: Objective,
    profile: Profile,
    hasher: ClassHasher,
    limits: Limits,
    /// Most puzzles found from one source.
    most: usize,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let objective = match (args.minimize, args.maximize) {
        (Some(Minimized::Givens), _) => Objective::Givens,
        (_, Some(Maximized::Rating)) => Objective::Rating,
        _ => Objective::None,
    };
    Failure::refuse(&[(
        args.remove == 0 && args.add == 0,
        "--remove 0 with --add 0 changes nothing; raise one of them",
    )])?;
    let Bounds { searches, time, memory } = args.limits;
    let memory = memory.as_u64();
    let vicinity = Vicinity {
        symmetry: args.symmetry,
        minimal: args.minimal,
        ..Vicinity::new(args.remove, args.add)
    };
    let judge = Judge {
        context,
        vicinity,
        objective,
        profile: Profile::by_id("se121").expect("it comes with the engine"),
        hasher: ClassHasher::new(),
        limits: Limits { time, ..Limits::NONE },
        most: (memory / FOUND_PART).max(1) as usize,
    };
    let cancel = context.handle_signals(Some(LONG_PATIENCE));
    let mut exit = Exit::Done;
    let mut seen = Seen { classes: HashSet::new(), most: (memory / 2 / CLASS_BYTES).max(1) };
    let texts = judge.read(&args.inputs, true, args, &mut seen, &mut exit)?;
    if !args.known.is_empty() {
        judge.read(&args.known, false, args, &mut seen, &mut exit)?;
    }
    let spec = spec(args, objective, &texts);
    let mut queue = Queue::default();
    let mut meter = Meter::cancellable(&cancel);
    for (index, text) in (0_u64..).zip(texts) {
        let is_own =
            |shard: Shard| index % u64::from(shard.count()) + 1 == u64::from(shard.number());
        if args.shard.is_none_or(is_own) {
            let puzzle = quadrille_formats::read_one(&text).expect("it was read before");
            let merit = judge.merit_of(&puzzle, &mut meter).ok_or(Failure::Interrupted)?;
            queue.push(merit, text);
        }
    }
    let mut out = Log::open(&spec, context)?;
    let (mut searched, mut written) = (0, 0);
    let mut canonizer = Canonizer::new();
    for (count, rows) in out.take_past() {
        searched += count;
        let sources = queue.take(count as usize);
        if sources.len() as u64 != count {
            return Err(out.damaged());
        }
        for text in rows {
            let Ok(puzzle) = quadrille_formats::read_one(&text) else { return Err(out.damaged()) };
            let class = judge.class_of(&puzzle, &mut canonizer, &mut meter);
            let merit = judge.merit_of(&puzzle, &mut meter);
            let ((class, _), merit) = class.zip(merit).ok_or(Failure::Interrupted)?;
            seen.insert(class)?;
            queue.push_found(merit, text, objective);
            written += 1;
        }
    }
    if searched > 0 {
        context.messages.note(&format!(
            "continued; puzzles searched before: {searched}, new ones found: {written}"
        ));
    }
    let bar = context.spinner();
    while !cancel.is_cancelled() && searches.is_none_or(|most| searched < most) {
        let left = searches.map_or(CHUNK as u64, |most| most - searched);
        let sources = queue.take(CHUNK.min(left as usize));
        if sources.is_empty() {
            break;
        }
        let (chunk, mut failure) = (sources.len() as u64, None);
        let mut print = |Searched { source, found, stop }: Searched| -> Result<(), Failure> {
            if let Some(stop) = stop.filter(|_| !cancel.is_cancelled()) {
                exit.merge(Exit::No);
                context.bad_input(&format!(
                    "{}: its vicinity was not searched to the end ({}); {}",
                    source.text,
                    stop.id(),
                    if stop == Stop::Memory { "raise --memory" } else { "raise --time" },
                ));
            }
            for found in found {
                if seen.insert(found.class)? {
                    out.row(&judge.row(&found, &source.text))?;
                    written += 1;
                    queue.push_found(found.merit, found.text, objective);
                }
            }
            Ok(())
        };
        parallel::map_in_order(
            context.threads(),
            WINDOW,
            sources.into_iter(),
            |source| judge.search(source),
            |searched, _| match bar.suspend(|| print(searched)) {
                Ok(()) if cancel.is_cancelled() => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        if let Some(failure) = failure {
            bar.finish_and_clear();
            return Err(failure);
        }
        if cancel.is_cancelled() {
            break;
        }
        searched += chunk;
        out.chunk(chunk)?;
        bar.set_message(format!(
            "{searched} puzzles searched, {} to go, {written} found",
            queue.sources.len()
        ));
    }
    bar.finish_and_clear();
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    let left = match queue.sources.len() {
        0 => String::new(),
        left => format!("; not searched: {left}"),
    };
    context
        .messages
        .note(&format!("puzzles searched: {searched}; new ones found: {written}{left}"));
    Ok(exit)
}

/// Returns what a continued search must have in common, as an object on a line.
fn spec(args: &Args, objective: Objective, texts: &[String]) -> String {
    let mut text = Vec::new();
    let mut object = Object::begin(&mut text);
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    object.field("type", &"search");
    object.field("remove", &args.remove);
    object.field("add", &args.add);
    object.field("symmetry", &args.symmetry.id());
    object.field("minimal", &args.minimal);
    object.field(
        "objective",
        &match objective {
            Objective::None => None,
            Objective::Givens => Some("givens"),
            Objective::Rating => Some("rating"),
        },
    );
    object.field("shard", &args.shard.map(|shard| shard.to_string()));
    object.field("puzzles", &texts.len());
    object.field("checksum", &format!("{:016x}", Rng::derive(0, &all).bits()));
    object.end();
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// The classes that are not new.
struct Seen {
    classes: HashSet<Class>,
    most: u64,
}

impl Seen {
    /// Returns whether a class is new.
    fn insert(&mut self, class: Class) -> Result<bool, Failure> {
        if self.classes.len() as u64 >= self.most && !self.classes.contains(&class) {
            return Err(Failure::usage(format!(
                "--memory holds only {} classes; raise it, or search parts with --shard and join \
                 them with `canon --dedup`",
                self.most
            )));
        }
        Ok(self.classes.insert(class))
    }
}

/// The sources that wait.
#[derive(Default)]
struct Queue {
    sources: BinaryHeap<Source>,
    pushed: u64,
}

impl Queue {
    fn push(&mut self, merit: i64, text: String) {
        self.pushed += 1;
        self.sources.push(Source { merit, order: u64::MAX - self.pushed, text });
    }

    fn push_found(&mut self, merit: i64, text: String, objective: Objective) {
        if objective != Objective::None {
            self.push(merit, text);
        }
    }

    /// Takes up to that many, the best first.
    fn take(&mut self, count: usize) -> Vec<Source> {
        (0..count).map_while(|_| self.sources.pop()).collect()
    }
}

impl Judge<'_> {
    /// Reads inputs, whose puzzles are not new, and returns the puzzles if they are sources.
    fn read(
        &self,
        typed: &[OsString],
        are_sources: bool,
        args: &Args,
        seen: &mut Seen,
        exit: &mut Exit,
    ) -> Result<Vec<String>, Failure> {
        let context = self.context;
        let (mut texts, mut kept) = (Vec::new(), Kept::default());
        let mut canonizer = Canonizer::new();
        let mut meter = Meter::cancellable(&context.cancel);
        let inputs = Inputs::resolve(typed, &args.reading, context.seed(), context)?;
        for record in inputs.records(&context.cancel) {
            let bad = match record {
                Ok(Record { puzzle, file, line, .. }) => match self.why_not(&puzzle) {
                    None => {
                        let Some((class, _)) = self.class_of(&puzzle, &mut canonizer, &mut meter)
                        else {
                            return Err(Failure::Interrupted);
                        };
                        seen.insert(class)?;
                        if are_sources {
                            kept.add(&puzzle)?;
                            texts.push(line::text_of_puzzle(&puzzle));
                        }
                        continue;
                    }
                    Some(why) => format!("{file}:{line}:1: {why}"),
                },
                Err(bad) => bad.message,
            };
            context.bad_input(&bad);
            exit.merge(Exit::Usage);
            if context.strict {
                return Err(Failure::usage("stopped at the first bad line, as --strict asks"));
            }
        }
        Ok(texts)
    }

    /// Returns why a puzzle cannot be searched.
    fn why_not(&self, puzzle: &Puzzle) -> Option<String> {
        if !puzzle.edges().is_empty() || puzzle.marks().is_some() {
            return Some("edges and pencilmarks are not searched; omit the puzzle".to_owned());
        }
        if self.objective == Objective::Rating && puzzle.shape() != BoxShape::NINE {
            return Some("--maximize rating is for 9x9 puzzles; omit the puzzle".to_owned());
        }
        (puzzle.shape().side() > MOST_SIDE)
            .then(|| format!("boards up to {MOST_SIDE}x{MOST_SIDE} are searched; omit the puzzle"))
    }

    /// Searches the vicinity of a source.
    fn search(&self, source: Source) -> Searched {
        let clock = WallClock::new();
        let mut meter = Meter::new(self.limits, Counter::Branch, &self.context.cancel, &clock)
            .expect("it runs");
        let puzzle = quadrille_formats::read_one(&source.text).expect("it was read before");
        let mut found: Vec<Found> = Vec::new();
        let mut classes = HashSet::new();
        let mut canonizer = Canonizer::new();
        let mut own = Meter::cancellable(&self.context.cancel);
        let mut is_full = false;
        let result = self.vicinity.search(&puzzle, &mut meter, &mut |near| {
            let Some((class, canonical)) = self.class_of(near, &mut canonizer, &mut own) else {
                return ControlFlow::Break(());
            };
            // A rating takes a hundred times as long as a class.
            if !classes.insert(class) {
                return ControlFlow::Continue(());
            }
            let Some(merit) = self.merit_of(near, &mut own) else {
                return ControlFlow::Break(());
            };
            if merit >= source.merit {
                is_full = found.len() == self.most;
                if is_full {
                    return ControlFlow::Break(());
                }
                let text = line::text_of_puzzle(near);
                let clues = near.givens().filled().count();
                found.push(Found { text, class, canonical, clues, merit });
            }
            ControlFlow::Continue(())
        });
        let stop = result.err().or(is_full.then_some(Stop::Memory));
        Searched { source, found, stop }
    }

    /// Returns the class of a puzzle and its canonical form; `None` if the command was interrupted.
    fn class_of(
        &self,
        puzzle: &Puzzle,
        canonizer: &mut Canonizer,
        meter: &mut Meter<'_>,
    ) -> Option<(Class, String)> {
        let canonical = canonizer.canonical(puzzle.givens(), Form::Pattern, meter).ok()?;
        let form = line::text_of(&canonical.grid);
        Some((self.hasher.class(puzzle.shape(), &form), form))
    }

    /// Returns how good a puzzle is; `None` if the command was interrupted.
    fn merit_of(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Option<i64> {
        match self.objective {
            Objective::None => Some(0),
            Objective::Givens => Some(-(puzzle.givens().filled().count() as i64)),
            Objective::Rating => {
                let rating = rate(puzzle, &self.profile, meter);
                match rating.verdict {
                    Verdict::Stopped(_) => None,
                    Verdict::Solved | Verdict::Beyond => Some(rating.rating.into()),
                    // A source with several solutions.
                    _ => Some(0),
                }
            }
        }
    }

    fn row(&self, found: &Found, from: &str) -> String {
        if !self.context.json {
            return format!("{}\n", found.text);
        }
        let mut row = Vec::new();
        let mut object = Object::begin(&mut row);
        object.field("puzzle", &found.text);
        object.field("clues", &found.clues);
        object.field("canonical", &found.canonical);
        if self.objective == Objective::Rating {
            object.field("rating", &(found.merit as f64 / 10.0));
        }
        object.field("from", &from);
        object.end();
        let mut row = String::from_utf8(row).expect("JSON is UTF-8");
        row.write_char('\n').expect("writing to a string cannot fail");
        row
    }
}
