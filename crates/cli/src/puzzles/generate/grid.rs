//! `generate grid`: random solved grids.

use quadrille_core::BoxShape;
use quadrille_generate::grids::{self, Method};
use quadrille_generate::item_stream;

use super::{Items, known};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Generate random solved grids
///
/// `uniform` draws each solved grid of the shape with the same probability. It exists for 2x2, 2x3, 3x2
/// and 3x3 boxes, and for boxes of one row or column up to side 5. `fast` makes random swaps in a
/// patterned grid. It exists for every shape and is approximate; docs/reference/generator.md has its measured
/// bias.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    items: Items,
    /// Side of the grid, with boxes as square as possible [default: 9]
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(BoxShape::MIN_SIDE as u64..=BoxShape::MAX_SIDE as u64))]
    #[arg(allow_negative_numbers = true)]
    side: Option<usize>,
    /// Box shape, such as 2x3 [default: 3x3]
    #[arg(long = "box", value_name = "RxC", conflicts_with = "side")]
    shape: Option<BoxShape>,
    /// How to draw [default: uniform where it exists, otherwise fast]
    #[arg(long, value_name = "ID", value_parser = known(&Method::ALL, Method::id))]
    method: Option<Method>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let shape = match (args.shape, args.side) {
        (Some(shape), _) => shape,
        (None, None) => BoxShape::NINE,
        (None, Some(side)) => BoxShape::of_side(side).ok_or_else(|| {
            Failure::usage(format!(
                "no box shape has side {side} and at least 2 rows and columns; for boxes of one row, \
                 write --box 1x{side}"
            ))
        })?,
    };
    let method = match args.method {
        Some(Method::Uniform) if !grids::has_uniform(shape) => {
            return Err(Failure::usage(grids::NoUniformMethod(shape).to_string()));
        }
        Some(method) => method,
        None if grids::has_uniform(shape) => Method::Uniform,
        None => {
            context.messages.note(&format!(
                "no exactly uniform method exists for {shape} boxes; `fast` is approximate"
            ));
            Method::Fast
        }
    };
    let sequence = args.items.sequence("grids", shape.cells())?;
    let seed = super::seed(context);
    let stream = format!("grid {shape} {}", method.id());
    let swaps = grids::enough_swaps(shape);
    sequence.write_all(context, |index, report| {
        let mut rng = item_stream(seed, &stream, index);
        let grid = match method {
            Method::Uniform => grids::uniform(shape, &mut rng).expect("the method was checked"),
            Method::Fast => grids::fast(shape, swaps, &mut rng),
        };
        if context.json {
            let mut text = Vec::new();
            quadrille_formats::line::push_text_of(grid.grid(), &mut text);
            report.object(|object| {
                object.symbols("grid", &text);
                object.field("method", &method.id());
                object.field("index", &index);
                object.field("seed", &seed);
            });
        } else {
            report.append(|text| quadrille_formats::line::push_text_of(grid.grid(), text));
            report.text(b"\n");
        }
        report.done(Exit::Done);
    })
}
