//! The table of `compare`, in several formats.

use std::fmt::Write;

use super::best::{families, least_cost};
use super::figures::{Space, plural};
use super::text::{TextFormat, TextStyle, broken_name, wrapped};
use super::{SummaryRow, summary_csv};
use crate::experiment::Table;
use crate::registry::Family;

const FIGURES: Space = Space::None;

/// A summary as columns of text.
struct Sheet<'a> {
    table: &'a Table,
    summary: &'a [SummaryRow],
    /// The configurations by family, in the order in which the families first occur.
    groups: Vec<(Family, Vec<usize>)>,
    columns: Vec<Column>,
}

/// A column of numbers.
struct Column {
    /// The two lines of the heading.
    head: [&'static str; 2],
    cells: Vec<Cell>,
}

#[derive(Clone, Default)]
struct Cell {
    text: String,
    /// Whether it has the best value of its column.
    best: bool,
}

/// Indices of the columns, in the order in which they are shown.
const SOLVED: usize = 0;
const SUCCESS: usize = 1;
const INTERVAL: usize = 2;
const NODES_MEAN: usize = 3;
const NODES_TOTAL: usize = 4;
const TIME_MEDIAN: usize = 5;
const TIME_MEAN: usize = 6;
const TIME_MAX: usize = 7;
/// The columns that a narrow table omits, in this order.
const OMITTED: [usize; 5] = [NODES_TOTAL, TIME_MAX, INTERVAL, SOLVED, TIME_MEAN];
/// Columns between two columns of a table.
const GAP: usize = 1;

/// Returns the summary as a table, with the notes that belong below it.
///
/// `summary` must be that of the table. A terminal narrower than the table gets fewer columns, then
/// one block per configuration; names are only broken between parameters. Numbers contain no
/// blanks.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::{TextStyle, summarize, text_table};
///
/// let text = text_table(&table, &summarize(&table), TextStyle::default());
/// assert!(text.contains("exact-cover"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text_table(table: &Table, summary: &[SummaryRow], style: TextStyle) -> String {
    let sheet = Sheet::of(table, summary);
    let text = match style.format {
        TextFormat::Csv => {
            let mut csv = Vec::new();
            summary_csv(summary, &mut csv).expect("writing to memory cannot fail");
            return String::from_utf8(csv).expect("names and numbers are UTF-8");
        }
        TextFormat::Table => sheet.terminal(usize::from(style.width).max(20)),
        TextFormat::Markdown => sheet.markdown(),
        TextFormat::Latex => sheet.latex(),
    };
    style.finish(text)
}

impl<'a> Sheet<'a> {
    fn of(table: &'a Table, summary: &'a [SummaryRow]) -> Self {
        let groups = families(table);
        let longest = |index: usize| {
            let runs = table.of_configuration(index).filter(|row| table.counts(row));
            runs.map(|row| row.cpu_seconds).max_by(f64::total_cmp)
        };
        let interval = |row: &SummaryRow| -> Option<String> {
            Some(format!("{:.0}–{:.0}", row.success_low? * 100.0, row.success_high? * 100.0))
        };
        let column = |head, cell: &dyn Fn(usize, &SummaryRow) -> Option<String>| Column {
            head,
            cells: (0..)
                .zip(summary)
                .map(|(index, row)| {
                    let text = if row.runs == 0 { None } else { cell(index, row) };
                    Cell { text: text.unwrap_or_default(), best: false }
                })
                .collect(),
        };
        let has_none = (0..table.instances.len()).any(|puzzle| table.is_unsolvable(puzzle));
        let decided = if has_none { "decided" } else { "solved" };
        let mut columns = vec![
            column(["", decided], &|_, row| Some(format!("{}/{}", row.decided, row.runs))),
            column(["", "success"], &|_, row| row.success.map(|rate| FIGURES.percent(rate))),
            column(["95%", "interval"], &|_, row| interval(row)),
            column(["nodes", "mean"], &|_, row| row.nodes_mean.map(|mean| FIGURES.mean(mean))),
            column(["nodes", "total"], &|_, row| Some(FIGURES.count(row.nodes_total))),
            column(["CPU", "median"], &|_, row| row.cpu_seconds_median.map(|s| FIGURES.seconds(s))),
            column(["CPU", "mean"], &|_, row| row.cpu_seconds_mean.map(|s| FIGURES.seconds(s))),
            column(["CPU", "max"], &|index, _| longest(index).map(|s| FIGURES.seconds(s))),
        ];
        let everyone: Vec<usize> = (0..summary.len()).collect();
        mark(&mut columns[SUCCESS], &everyone, summary, |_, row| row.success.map(|rate| -rate));
        for (_, members) in &groups {
            mark(&mut columns[NODES_MEAN], members, summary, |_, row| row.nodes_mean);
            mark(&mut columns[NODES_TOTAL], members, summary, |_, row| {
                Some(row.nodes_total as f64)
            });
        }
        mark(&mut columns[TIME_MEDIAN], &everyone, summary, |_, row| row.cpu_seconds_median);
        mark(&mut columns[TIME_MEAN], &everyone, summary, |_, row| row.cpu_seconds_mean);
        mark(&mut columns[TIME_MAX], &everyone, summary, |index, _| longest(index));
        Self { table, summary, groups, columns }
    }

    fn terminal(&self, width: usize) -> String {
        let widths: Vec<usize> = self.columns.iter().map(Column::width).collect();
        // Ids are not broken, so the first column is at least as wide as the longest.
        let pieces = |name: &String| {
            let pieces = name.split_inclusive([':', ',', ' ']).enumerate();
            pieces.map(|(i, piece)| piece.len() + if i > 0 { 2 } else { 0 }).max()
        };
        let least =
            self.table.names.iter().filter_map(pieces).max().unwrap_or(0).max("algorithm".len());
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        let taken = |shown: &[usize]| shown.iter().map(|&c| widths[c] + GAP).sum::<usize>();
        let mut omitted = Vec::new();
        for column in OMITTED {
            if least + taken(&shown) <= width {
                break;
            }
            shown.retain(|&index| index != column);
            omitted.push(self.columns[column].head.join(" ").trim().to_owned());
        }
        let mut text = if least + taken(&shown) > width {
            omitted.clear();
            self.blocks(width)
        } else {
            let longest = self.table.names.iter().map(String::len).max().unwrap_or(0);
            let first = longest.clamp(least, width - taken(&shown));
            self.aligned(&shown, first)
        };
        let mut notes = self.notes("*");
        if !omitted.is_empty() {
            notes.push(format!("Not shown at this width: {}.", omitted.join(", ")));
        }
        for note in notes {
            text += &wrapped(&note, width);
        }
        text
    }

    /// Returns rows of aligned columns, of which the first is `first` wide.
    fn aligned(&self, shown: &[usize], first: usize) -> String {
        let line = |name: &str, cells: &dyn Fn(usize) -> String| {
            let mut line = format!("{name:<first$}");
            for &column in shown {
                let width = self.columns[column].width();
                let _ = write!(line, "{:GAP$}{:>width$}", "", cells(column));
            }
            line.trim_end().to_owned() + "\n"
        };
        let total = first + shown.iter().map(|&c| self.columns[c].width() + GAP).sum::<usize>();
        let rule = |title: &str| {
            let title = if title.is_empty() { String::new() } else { format!("─ {title} ") };
            format!("{title:─<total$}\n")
        };
        let mut text = line("", &|column| format!("{} ", self.columns[column].head[0]));
        text += &line("algorithm", &|column| format!("{} ", self.columns[column].head[1]));
        for (family, members) in &self.groups {
            text += &rule(if self.groups.len() > 1 { family.id() } else { "" });
            for &index in members {
                let name = broken_name(&self.table.names[index], first);
                let mut lines = name.lines();
                text += &line(lines.next().unwrap_or_default(), &|column| {
                    let cell = &self.columns[column].cells[index];
                    format!("{}{}", cell.text, if cell.best { '*' } else { ' ' })
                });
                for rest in lines {
                    text += &format!("{rest}\n");
                }
            }
        }
        text + &rule("")
    }

    /// Returns a block of lines per configuration, for terminals that are too narrow for columns.
    fn blocks(&self, width: usize) -> String {
        let mut text = String::new();
        for (family, members) in &self.groups {
            for &index in members {
                text += &broken_name(&self.table.names[index], width);
                let _ = writeln!(text, "  {:<12} {}", "family", family.id());
                for column in &self.columns {
                    let Cell { text: value, best } = &column.cells[index];
                    if !value.is_empty() {
                        let head = column.head.join(" ");
                        let mark = if *best { "*" } else { "" };
                        let _ = writeln!(text, "  {:<12} {value}{mark}", head.trim());
                    }
                }
            }
        }
        text
    }

    fn markdown(&self) -> String {
        let escape = |text: &str| text.replace('|', "\\|");
        let heads: Vec<String> = self.columns.iter().map(|column| column.head.join(" ")).collect();
        let mut text = String::from("| algorithm | family |");
        for head in &heads {
            let _ = write!(text, " {} |", head.trim());
        }
        text += "\n|---|---|";
        text += &"--:|".repeat(self.columns.len());
        for (family, members) in &self.groups {
            for &index in members {
                let _ =
                    write!(text, "\n| `{}` | {} |", escape(&self.table.names[index]), family.id());
                for column in &self.columns {
                    let Cell { text: value, best } = &column.cells[index];
                    let mark = if *best { "**" } else { "" };
                    let _ = write!(text, " {mark}{value}{mark} |");
                }
            }
        }
        text += "\n";
        for note in self.notes("Bold") {
            let _ = write!(text, "\n{}\n", escape(&note));
        }
        text
    }

    fn latex(&self) -> String {
        let mut text =
            format!("\\begin{{tabular}}{{ll{}}}\n\\hline\n", "r".repeat(self.columns.len()));
        text += "algorithm & family";
        for column in &self.columns {
            let _ = write!(text, " & {}", escape_latex(column.head.join(" ").trim()));
        }
        text += " \\\\\n";
        for (family, members) in &self.groups {
            text += "\\hline\n";
            for &index in members {
                let name = escape_latex(&self.table.names[index]);
                let _ = write!(text, "\\texttt{{{name}}} & {}", family.id());
                for column in &self.columns {
                    let Cell { text: value, best } = &column.cells[index];
                    let value = escape_latex(value);
                    let _ = if *best {
                        write!(text, " & \\textbf{{{value}}}")
                    } else {
                        write!(text, " & {value}")
                    };
                }
                text += " \\\\\n";
            }
        }
        text += "\\hline\n\\end{tabular}\n";
        for note in self.notes("Bold") {
            let _ = writeln!(text, "% {note}");
        }
        text
    }

    /// Returns what must be said below the table; `mark` is what marks the best values.
    fn notes(&self, mark: &str) -> Vec<String> {
        let (table, summary, space) = (self.table, self.summary, FIGURES);
        let mut notes =
            vec!["CPU is processor time per run. Means include failed runs.".to_owned()];
        notes.extend(without_solution(table));
        if self.groups.len() > 1 {
            notes.push("Nodes are comparable only within a family.".to_owned());
        }
        if summary.len() > 1 {
            notes.push(format!(
                "{mark} marks the highest success, and the lowest cost among those that reach it (for \
                 nodes, within the family)."
            ));
        }
        if table.has_programs() {
            notes.push("Nodes of `cmd:` programs are what they report themselves.".to_owned());
        }
        let easy = table.solved_by_singles() as u64;
        if easy > 0 {
            notes.push(format!(
                "Propagation alone solves {} of the {}; algorithms that propagate get these for free.",
                space.count(easy),
                plural(space, table.instances.len() as u64, "puzzle"),
            ));
        }
        if summary.iter().any(|row| row.unsupported > 0) {
            notes.push(
                "Boards that an algorithm does not support are not counted as runs.".to_owned(),
            );
        }
        let wrong: Vec<String> = summary
            .iter()
            .filter(|row| row.wrong > 0)
            .map(|row| format!("{} of {}", plural(space, row.wrong, "run"), row.algorithm))
            .collect();
        if !wrong.is_empty() {
            notes.push(format!(
                "The validator rejected the solutions claimed by {}; these runs count as failed.",
                wrong.join(", ")
            ));
        }
        for failure in &table.failures {
            notes.push(failure.to_string());
        }
        let starved: u64 = summary.iter().map(|row| row.starved_seconds_runs).sum();
        if starved > 0 {
            notes.push(format!(
                "The limit on wall time ended {}, with less than 90% of it as processor time: the \
                 machine was busy. --cpu-time limits processor time instead.",
                plural(space, starved, "run")
            ));
        }
        if table.is_partial() {
            notes.push(format!(
                "Interrupted: {} of {} done.",
                space.count(table.rows.len() as u64),
                plural(space, table.planned, "run")
            ));
        }
        notes
    }
}

/// Names the puzzles that have no solution, and says how they count.
pub(super) fn without_solution(table: &Table) -> Option<String> {
    let puzzles = table.instances.iter().enumerate();
    let places: Vec<String> = puzzles
        .filter(|(number, _)| table.is_unsolvable(*number))
        .map(|(_, row)| format!("{} line {}", row.source, row.line))
        .collect();
    let named = match &places[..] {
        [] => return None,
        [one] => format!("1 puzzle has no solution ({one})"),
        [first, .., last] => {
            format!("{} puzzles have no solution ({first} to {last})", places.len())
        }
    };
    Some(format!(
        "{named}: a proof of that is a success, and costs its own nodes and time. Algorithms that cannot \
         prove it are judged by the other puzzles."
    ))
}

/// Marks the least cost, by the rule of [`least_cost`].
fn mark(
    column: &mut Column,
    members: &[usize],
    summary: &[SummaryRow],
    cost: impl Fn(usize, &SummaryRow) -> Option<f64>,
) {
    for index in least_cost(members, summary, cost) {
        column.cells[index].best = true;
    }
}

impl Column {
    /// Returns the width of the column, including the place of the mark.
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.text.chars().count());
        let head = self.head.iter().map(|head| head.len());
        cells.chain(head).max().unwrap_or(0) + 1
    }
}

fn escape_latex(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            'µ' => escaped += "$\\mu$",
            '–' => escaped += "--",
            c => escaped.push(c),
        }
    }
    escaped
}
