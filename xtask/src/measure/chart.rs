//! The chart of paradigms: for each algorithm, the share of puzzles decided with its interval, and PAR-2.

use std::fmt::Write;

use quadrille_lab::registry::Family;

use super::paradigms::Row;

/// The height of a row, and of what is above the first.
const ROW: f64 = 15.0;
const TOP: f64 = 62.0;
/// Both panels: where they begin and how wide they are.
const SHARE: (f64, f64) = (210.0, 260.0);
const TIME: (f64, f64) = (500.0, 260.0);
/// Powers of ten of seconds at both ends of the axis of times.
const POWERS: (i32, i32) = (-5, 0);
const COLORS: [(Family, &str, &str); 5] = [
    (Family::Tree, "tree", "#1e8449"),
    (Family::Local, "local", "#c0392b"),
    (Family::Sampling, "sampling", "#9a5fb5"),
    (Family::Exact, "exact", "#2471a3"),
    (Family::Outside, "outside", "#b9770e"),
];

/// Draws the rows in their order; each run had that budget.
pub(super) fn chart(rows: &[Row], budget: &str) -> String {
    let height = TOP + ROW * rows.len() as f64;
    let mut svg = String::new();
    let mut add = |line: String| {
        svg.push_str(&line);
        svg.push('\n');
    };
    let whole = height + 14.0;
    add(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 {whole}\" font-family=\"sans-serif\" \
         font-size=\"11\">"
    ));
    add(format!("<rect width=\"780\" height=\"{whole}\" fill=\"white\"/>"));
    for (index, (_, name, color)) in COLORS.iter().enumerate() {
        let x = 16.0 + 62.0 * index as f64;
        add(format!("<circle cx=\"{x}\" cy=\"16\" r=\"4\" fill=\"{color}\"/>"));
        add(format!("<text x=\"{}\" y=\"20\">{name}</text>", x + 8.0));
    }
    let middle = |(start, width): (f64, f64)| start + width / 2.0;
    let title = |x: f64, text: &str| {
        format!(
            "<text x=\"{x}\" y=\"38\" text-anchor=\"middle\" font-weight=\"bold\">{text}</text>"
        )
    };
    add(title(middle(SHARE), &format!("% decided within {budget}, 95% interval")));
    add(title(middle(TIME), "PAR-2 of processor time"));
    let axis = |x: f64, label: &str| {
        let line = format!("<path d=\"M{x:.1} {}V{height}\" stroke=\"#ddd\"/>", TOP - 8.0);
        line + &format!("<text x=\"{x:.1}\" y=\"51\" text-anchor=\"middle\">{label}</text>")
    };
    let share = |of: f64| SHARE.0 + SHARE.1 * of;
    for percent in (0..=100).step_by(25) {
        add(axis(share(f64::from(percent) / 100.0), &percent.to_string()));
    }
    let time = |seconds: f64| {
        let (low, high) = (f64::from(POWERS.0), f64::from(POWERS.1));
        TIME.0 + TIME.1 * ((seconds.log10() - low) / (high - low)).clamp(0.0, 1.0)
    };
    let labels = ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"];
    for (power, label) in (POWERS.0..=POWERS.1).zip(labels) {
        add(axis(time(10_f64.powi(power)), label));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + ROW * index as f64;
        let family = row.family();
        let color = COLORS.iter().find(|(known, ..)| *known == family).map_or("#000", |c| c.2);
        let mut line = String::new();
        let text = format!(
            "<text x=\"200\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            y + 4.0,
            row.name()
        );
        let (low, high) = (share(row.success_low), share(row.success_high));
        write!(
            line,
            "{text}<path d=\"M{low:.1} {y}H{high:.1}\" stroke=\"{color}\" stroke-width=\"2\"/>"
        )
        .expect("writing to a string cannot fail");
        for x in [share(row.success), time(row.cpu_seconds_par2)] {
            line += &format!("<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"3.5\" fill=\"{color}\"/>");
        }
        add(line);
    }
    svg.push_str("</svg>\n");
    svg
}
