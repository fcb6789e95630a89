//! `generate latin`: random Latin squares.

use std::time::Duration;

use quadrille_api::json::Object;
use quadrille_core::{Counter, Limits, Meter, Stop, WallClock};
use quadrille_generate::item_stream;
use quadrille_generate::latin::{self, LatinSquare, Method};

use super::{Items, known, push_digits};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Generate random Latin squares
///
/// `uniform` makes the random moves of Jacobson and Matthews; each square is equally likely in the limit
/// of many moves. `v0` draws each row as a permutation until it fits; `v1` fills each row from the
/// digits that its columns lack, and starts a row again at a dead end. Both are biased, and their
/// costs grow with the side: v0 takes more than N! permutations, about a tenth of a second at side 10
/// and more than ten seconds at side 12; v1 takes about 1.4 times as long with each further side, about a second
/// at side 49.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/generate-latin.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    items: Items,
    /// Number of rows, columns and digits
    #[arg(long, value_name = "N", default_value_t = 9, allow_negative_numbers = true)]
    #[arg(value_parser = values::number::<usize>(LatinSquare::MIN_SIDE as u64..=LatinSquare::MAX_SIDE as u64))]
    side: usize,
    /// How to draw: v0, v1 or uniform [default: uniform]
    #[arg(long, value_name = "ID", default_value = Method::Uniform.id())]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    #[arg(value_parser = known(&Method::ALL, Method::id))]
    method: Method,
    /// Maximum number of permutations (v0), digits (v1) or moves (uniform) for each square
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Wall time for each square, such as 500ms or 2s
    ///
    /// Default: 10s for v0 and v1, unless another limit is set; no limit for uniform.
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Processor time for each square, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    cpu_time: Option<Duration>,
}

/// The time that v0 and v1 get where no other limit is set.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

impl Args {
    fn limits(&self) -> Limits {
        let mut limits =
            Limits { nodes: self.nodes, time: self.time, cpu_time: self.cpu_time, ..Limits::NONE };
        if limits == Limits::NONE && self.method != Method::Uniform {
            limits.time = Some(DEFAULT_TIME);
        }
        limits
    }
}

/// Returns the counters that a method has.
fn counters_of(method: Method) -> &'static [Counter] {
    match method {
        Method::V0 => &[Counter::Generated],
        Method::V1 => &[Counter::Placement, Counter::Restart],
        Method::Uniform => &[Counter::Accepted],
    }
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let &Args { side, method, .. } = args;
    let mut sequence = args.items.sequence("squares", side * side)?;
    if method != Method::Uniform || side > 9 {
        // Each may take long.
        sequence.batch = 1;
    }
    let seed = super::seed(context);
    let stream = format!("latin {side} {}", method.id());
    let (limits, clock) = (args.limits(), WallClock::new());
    sequence.write_all(context, |index, report| {
        let mut rng = item_stream(seed, &stream, index);
        let mut meter = Meter::new(limits, method.node(), &context.cancel, &clock)
            .expect("the wall clock runs");
        let drawn = latin::square(side, method, &mut rng, &mut meter);
        if drawn == Err(Stop::Cancelled) {
            report.end();
            return;
        }
        let (stop, exit) = match &drawn {
            Ok(_) => (None, Exit::Done),
            Err(stop) => (Some(*stop), Exit::No),
        };
        let mut text = Vec::new();
        if let Ok(square) = &drawn {
            push_digits(square.digits(), side, &mut text);
        }
        if context.json {
            let square = std::str::from_utf8(&text).expect("digits are ASCII");
            report.object(|object| {
                object.field("square", &drawn.is_ok().then_some(square));
                object.field("method", &method.id());
                object.field("index", &index);
                object.field("seed", &seed);
                if let Some(stop) = stop {
                    object.field("status", &stop.status().id());
                    object.field("stop", &stop.id());
                }
                let mut counters = Object::begin(object.name("counters"));
                for &counter in counters_of(method) {
                    counters.field(counter.id(), &meter.counters[counter]);
                }
                counters.end();
            });
        } else {
            match stop {
                None => report.text(&text),
                Some(stop) => report.text(stop.status().id().as_bytes()),
            }
            report.text(b"\n");
        }
        report.done(exit);
    })
}
