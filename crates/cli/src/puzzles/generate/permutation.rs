//! `generate permutation`: random permutations.

use quadrille_generate::item_stream;
use quadrille_generate::latin::LatinSquare;
use quadrille_generate::permutation::{Method, permutation};

use super::{Items, known, push_digits};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Generate random permutations of the digits from 1
///
/// Both methods draw each permutation with the same probability. `sort` sorts the digits by random
/// keys; `fisher-yates` exchanges places.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    items: Items,
    /// Number of digits
    #[arg(long, value_name = "N", default_value_t = 9, allow_negative_numbers = true)]
    #[arg(value_parser = values::number::<usize>(LatinSquare::MIN_SIDE as u64..=LatinSquare::MAX_SIDE as u64))]
    side: usize,
    /// How to draw: sort or fisher-yates [default: fisher-yates]
    #[arg(long, value_name = "ID", default_value = Method::FisherYates.id())]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    #[arg(value_parser = known(&Method::ALL, Method::id))]
    method: Method,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let &Args { side, method, .. } = args;
    let sequence = args.items.sequence("permutations", side)?;
    let seed = super::seed(context);
    let stream = format!("permutation {side} {}", method.id());
    sequence.write_all(context, |index, report| {
        let digits = permutation(side, method, &mut item_stream(seed, &stream, index));
        if context.json {
            let mut text = Vec::new();
            push_digits(&digits, side, &mut text);
            report.object(|object| {
                object.symbols("permutation", &text);
                object.field("method", &method.id());
                object.field("index", &index);
                object.field("seed", &seed);
            });
        } else {
            report.append(|text| push_digits(&digits, side, text));
            report.text(b"\n");
        }
        report.done(Exit::Done);
    })
}
