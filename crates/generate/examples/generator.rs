//! Measures the generator: rates, the cost of the Latin square methods against the side, the bias
//! of the methods that are not exact, and how many steps these need. Prints the tables of `docs/reference/generator.md` and, if a path is
//! given, writes its plot.
//!
//! `cargo run --release -p quadrille-generate --example generator [PLOT.svg]`

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write;
use std::time::Duration;

use quadrille_core::{
    BoxShape, CancelFlag, Clock, Counter, Limits, Meter, Rng, Solution, Stop, WallClock,
};
use quadrille_generate::latin::{self, LatinSquare, Method};
use quadrille_generate::{grids, permutation};

/// Processor time for each cell of a table.
const BUDGET: Duration = Duration::from_secs(2);

fn main() -> Result<(), Box<dyn Error>> {
    rates()?;
    let costs = Method::ALL.map(costs);
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, plot(&costs))?;
    }
    biases()?;
    mixing()
}

/// Returns the mean processor time in seconds of a call.
fn seconds_of(mut call: impl FnMut()) -> f64 {
    let clock = WallClock::new();
    let (started, mut calls) = (clock.cpu(), 0);
    loop {
        for _ in 0..20 {
            call();
        }
        calls += 20;
        let spent = clock.cpu() - started;
        if spent >= BUDGET / 2 {
            return spent.as_secs_f64() / f64::from(calls);
        }
    }
}

/// Returns a time as text.
fn time(seconds: f64) -> String {
    match seconds {
        ..1e-6 => format!("{:.0} ns", seconds * 1e9),
        1e-6..1e-3 => format!("{:.1} µs", seconds * 1e6),
        1e-3..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

fn rates() -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::from_seed(1);
    println!("| What | Method | Time for each |\n|---|---|---:|");
    for side in [9, 49] {
        for method in permutation::Method::ALL {
            let taken = seconds_of(|| drop(permutation::permutation(side, method, &mut rng)));
            println!("| permutation of {side} | `{}` | {} |", method.id(), time(taken));
        }
    }
    let taken = seconds_of(|| {
        grids::nine(&mut rng);
    });
    println!("| grid 3x3, as digits | `uniform` | {} |", time(taken));
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (7, 7)] {
        let shape = BoxShape::new(rows, columns)?;
        if grids::has_uniform(shape) {
            grids::uniform(shape, &mut rng)?;
            let taken = seconds_of(|| drop(grids::uniform(shape, &mut rng)));
            println!("| grid {shape} | `uniform` | {} |", time(taken));
        }
        let swaps = grids::enough_swaps(shape);
        let taken = seconds_of(|| drop(grids::fast(shape, swaps, &mut rng)));
        println!("| grid {shape} | `fast` | {} |", time(taken));
    }
    Ok(())
}

/// What squares of a side took.
struct Cost {
    side: usize,
    seconds: f64,
}

/// Measures a method at growing sides, until a square takes longer than the budget.
fn costs(method: Method) -> Vec<Cost> {
    let counters: &[Counter] = match method {
        Method::V0 => &[Counter::Generated],
        Method::V1 => &[Counter::Placement, Counter::Restart],
        Method::Uniform => &[Counter::Accepted],
    };
    let ids: Vec<&str> = counters.iter().map(|counter| counter.id()).collect();
    println!("\n`{}`:\n\n| Side | Squares | {} | Time |", method.id(), ids.join(" | "));
    println!("|---:|---:|{}---:|", "---:|".repeat(counters.len()));
    let clock = WallClock::new();
    let limits = Limits { cpu_time: Some(10 * BUDGET), ..Limits::NONE };
    let mut rng = Rng::from_seed(2);
    let mut costs = Vec::new();
    for side in LatinSquare::MIN_SIDE..=LatinSquare::MAX_SIDE {
        if side > 16 && side % 4 != 0 && side != 49 {
            continue;
        }
        let (started, mut squares) = (clock.cpu(), 0_u32);
        let mut total = Meter::unlimited();
        while clock.cpu() - started < BUDGET && squares < 200_000 {
            let mut meter = Meter::new(limits, method.node(), &CancelFlag::new(), &clock)
                .expect("the clock runs");
            let drawn = latin::square(side, method, &mut rng, &mut meter);
            if drawn == Err(Stop::CpuTime) {
                println!("\nOne of side {side} was not done after {:?}.", 10 * BUDGET);
                return costs;
            }
            squares += 1;
            total.add(&meter);
        }
        let mean = |all: f64| all / f64::from(squares);
        let seconds = mean((clock.cpu() - started).as_secs_f64());
        let counted: Vec<String> = counters
            .iter()
            .map(|&counter| format!("{:.1}", mean(total.counters[counter] as f64)))
            .collect();
        println!("| {side} | {squares} | {} | {} |", counted.join(" | "), time(seconds));
        costs.push(Cost { side, seconds });
        if seconds > BUDGET.as_secs_f64() * 2.0 {
            break;
        }
    }
    costs
}

/// Draws times against sides, on a logarithmic scale.
fn plot(costs: &[Vec<Cost>; 3]) -> String {
    const COLORS: [&str; 3] = ["#c0392b", "#2471a3", "#1e8449"];
    let x = |side: usize| 70.0 + side as f64 * 12.0;
    let y = |seconds: f64| 300.0 - (seconds.log10() + 7.0) * 33.0;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 360\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"720\" height=\"360\" fill=\"white\"/>\n",
    );
    let mut add = |line: std::fmt::Arguments<'_>| {
        svg.write_fmt(line).expect("writing to a String cannot fail");
        svg.push('\n');
    };
    for (power, label) in (-7..=1)
        .zip(["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"])
    {
        let y = y(10_f64.powi(power));
        add(format_args!("<path d=\"M70 {y:.1}H670\" stroke=\"#ddd\"/>"));
        add(format_args!("<text x=\"64\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", y + 4.0));
    }
    for side in (5..=45).step_by(5).chain([49]) {
        let x = x(side);
        add(format_args!("<text x=\"{x}\" y=\"318\" text-anchor=\"middle\">{side}</text>"));
    }
    add(format_args!(
        "<text x=\"370\" y=\"340\" text-anchor=\"middle\">side of the Latin square</text>"
    ));
    for ((method, costs), color) in Method::ALL.iter().zip(costs).zip(COLORS) {
        let points: Vec<String> = costs
            .iter()
            .map(|cost| format!("{:.1},{:.1}", x(cost.side), y(cost.seconds)))
            .collect();
        add(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.join(" ")
        ));
        if let Some(last) = costs.last() {
            let (x, y) = (x(last.side) + 6.0, y(last.seconds) + 4.0);
            add(format_args!(
                "<text x=\"{x}\" y=\"{y:.1}\" fill=\"{color}\">{}</text>",
                method.id()
            ));
        }
    }
    // The report of 2014: 4 s at side 9.
    let (x, y) = (x(9), y(4.0));
    add(format_args!("<circle cx=\"{x}\" cy=\"{y:.1}\" r=\"4\" fill=\"#2471a3\"/>"));
    let (x, y) = (x - 8.0, y + 4.0);
    add(format_args!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">v1 in 2014</text>"));
    svg.push_str("</svg>\n");
    svg
}

/// Returns the total variation distance from the uniform distribution over that many classes, and
/// chi-square, of that many draws.
fn bias<T: std::hash::Hash + Eq>(
    draws: u32,
    classes: usize,
    mut draw: impl FnMut() -> T,
) -> (f64, f64) {
    let mut counts: HashMap<T, u32> = HashMap::new();
    for _ in 0..draws {
        *counts.entry(draw()).or_default() += 1;
    }
    let expected = f64::from(draws) / classes as f64;
    let missing = (classes - counts.len()) as f64;
    let (mut distance, mut chi) = (missing * expected, missing * expected);
    for &count in counts.values() {
        let excess = f64::from(count) - expected;
        distance += excess.abs();
        chi += excess * excess / expected;
    }
    (distance / 2.0 / f64::from(draws), chi)
}

fn biases() -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::from_seed(3);
    println!("\n| What | Method | Draws | Classes | Distance | Chi-square |");
    println!("|---|---|---:|---:|---:|---:|");
    let row =
        |what: &str, method: &str, draws: u32, classes: usize, (distance, chi): (f64, f64)| {
            println!("| {what} | `{method}` | {draws} | {classes} | {distance:.4} | {chi:.0} |");
        };
    let draws = 2_000_000;
    for method in Method::ALL {
        let found = bias(draws, 576, || {
            let mut meter = Meter::unlimited();
            latin::square(4, method, &mut rng, &mut meter).map(|square| square.digits().to_vec())
        });
        row("Latin square 4", method.id(), draws, 576, found);
    }
    for (rows, columns, classes) in [(2, 2, 288), (2, 3, 39_168)] {
        let shape = BoxShape::new(rows, columns)?;
        let swaps = grids::enough_swaps(shape);
        for method in grids::Method::ALL {
            let found = bias(draws, classes, || {
                let drawn = match method {
                    grids::Method::Uniform => grids::uniform(shape, &mut rng),
                    grids::Method::Fast => Ok(grids::fast(shape, swaps, &mut rng)),
                };
                drawn.ok().map(|grid| class(&grid.grid().snapshot(), shape))
            });
            row(&format!("grid {shape}"), method.id(), draws, classes, found);
        }
    }
    Ok(())
}

/// Returns what is counted of a grid: the grid itself, or, of the larger ones, what is left if the
/// digits are renamed so that the first row is in order.
fn class(digits: &[u8], shape: BoxShape) -> Vec<u8> {
    if shape.side() == 4 {
        return digits.to_vec();
    }
    let mut names = vec![0; shape.side() + 1];
    for (column, &digit) in digits[..shape.side()].iter().enumerate() {
        names[usize::from(digit)] = column as u8;
    }
    digits.iter().map(|&digit| names[usize::from(digit)]).collect()
}

/// Returns the number of intercalates: pairs of rows and of columns that meet in only two digits.
fn intercalates(digits: &[u8], side: usize) -> u32 {
    let mut count = 0;
    for (first, upper) in digits.chunks_exact(side).enumerate() {
        for lower in digits[(first + 1) * side..].chunks_exact(side) {
            let below = |digit: u8| upper.iter().position(|&d| d == digit).map(|at| lower[at]);
            let pairs = upper.iter().zip(lower);
            count += pairs.filter(|&(&up, &low)| up < low && below(low) == Some(up)).count() as u32;
        }
    }
    count
}

/// Prints how the mean number of intercalates depends on the number of swaps and moves.
fn mixing() -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::from_seed(4);
    println!("\n| What | Steps | Draws | Intercalates |\n|---|---:|---:|---:|");
    let mut row =
        |what: &str, steps: &str, side: usize, draw: &mut dyn FnMut(&mut Rng) -> Vec<u8>| {
            let draws = if side <= 9 { 40_000 } else { 2000 };
            let counts: Vec<f64> =
                (0..draws).map(|_| f64::from(intercalates(&draw(&mut rng), side))).collect();
            let mean = counts.iter().sum::<f64>() / f64::from(draws);
            let squares: f64 = counts.iter().map(|count| (count - mean).powi(2)).sum();
            let error = squares.sqrt() / f64::from(draws);
            println!("| {what} | {steps} | {draws} | {mean:.2} ± {error:.2} |");
        };
    for (rows, columns) in [(2, 3), (3, 3), (4, 4)] {
        let shape = BoxShape::new(rows, columns)?;
        let (side, name) = (shape.side(), format!("grid {shape}"));
        let digits = |grid: Solution| grid.grid().snapshot().to_vec();
        if grids::has_uniform(shape) {
            row(&name, "exact", side, &mut |rng| {
                digits(grids::uniform(shape, rng).expect("there is an exact method"))
            });
        }
        for factor in [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 16.0] {
            let swaps = (factor * shape.cells() as f64) as u64;
            let steps = swaps.to_string();
            row(&name, &steps, side, &mut |rng| digits(grids::fast(shape, swaps, rng)));
        }
    }
    for side in [9, 25] {
        for moves in [0, side / 2, side, 2 * side, 4 * side, 2 * side * side, 8 * side * side] {
            let name = format!("Latin square {side}");
            row(&name, &moves.to_string(), side, &mut |rng| {
                let square = latin::by_moves(side, moves as u64, rng, &mut Meter::unlimited());
                square.expect("there is no limit").digits().to_vec()
            });
        }
    }
    Ok(())
}
