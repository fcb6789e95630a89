//! `generate position`: boards in which a technique applies.

use std::time::Duration;

use quadrille_api::json::Object;
use quadrille_api::{GenerateRequest, GeneratedKind, Positions};
use quadrille_core::{Counter, Limits, Meter, Stop, WallClock};

use super::Items;
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::puzzles::logic::profile;

/// Generate positions in which a technique applies
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/generate-position.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    items: Items,
    /// The technique, or a kind of one, which is necessary; see `techniques`
    #[arg(long, value_name = "ID")]
    technique: Option<String>,
    /// It is the next step, the easiest that there is
    #[arg(long)]
    next: bool,
    /// It is the next step, and singles solve the puzzle after it
    #[arg(long)]
    only: bool,
    /// By which techniques the puzzle is solved: se121, se, hodoku, quadrille or a file
    ///
    /// Default: the first of hodoku, se121, se and quadrille by which it can be a step.
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Language of the words with --json: en or fr
    #[arg(long, alias = "language", value_name = "LANG", default_value = "en")]
    lang: String,
    /// Wall time for each position, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    #[arg(default_value = "1m")]
    time: Duration,
    /// Processor time for each position, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    cpu_time: Option<Duration>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let profile = args.profile.as_deref().map(|name| profile(name, context)).transpose()?;
    let request = GenerateRequest {
        what: GeneratedKind::Position,
        technique: args.technique.clone(),
        next: args.next,
        only: args.only,
        lang: Some(args.lang.clone()),
        ..GenerateRequest::default()
    };
    let positions = |seed| Positions::new(&request, profile.clone(), seed).map_err(super::refused);
    // Mistakes come before the note about the seed.
    positions(0)?;
    let seed = super::seed(context);
    let positions = positions(seed)?;
    let mut sequence = args.items.sequence("positions", 1)?;
    sequence.batch = 1;
    sequence.tried = Some(positions.tried());
    let clock = WallClock::new();
    let limits = Limits { time: Some(args.time), cpu_time: args.cpu_time, ..Limits::NONE };
    sequence.write_all(context, |index, report| {
        let mut meter = Meter::new(limits, Counter::Branch, &context.cancel, &clock)
            .expect("the wall clock runs");
        match positions.make(index, &mut meter) {
            Ok(position) if context.json => report.object(|object| object.fields(&position)),
            Ok(position) => report.line(&position.candidates),
            Err(Stop::Cancelled) => return report.end(),
            Err(stop) => {
                let fields = |object: &mut Object<'_>| {
                    object.field("technique", &args.technique);
                    for unknown in ["candidates", "grid", "puzzle"] {
                        object.field(unknown, &None::<u64>);
                    }
                };
                let at = (index, seed);
                return super::write_cut_off(at, stop, context.json, report, fields);
            }
        }
        report.done(Exit::Done);
    })
}
