//! Runs the tables, and writes their rows.

use std::num::NonZeroUsize;

use quadrille_core::{CancelFlag, Clock, Limits};
use serde::Serialize;

use super::measured::{Done, conflicts_left};
use super::{Figures, Line, Measured, PublishedTable, Section, TABLES};
use crate::experiment::{Experiment, Instance, Progress};
use crate::registry::Configuration;
use crate::report::{Space, plural};

/// A published result beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedRow {
    /// R0 to R4.
    pub report: &'static str,
    /// The title of the table.
    pub table: &'static str,
    /// The puzzles that the report used, if it says which.
    pub published_puzzles: Option<&'static str>,
    /// The bound of the report's runs, if there was one.
    pub published_bound: Option<&'static str>,
    /// Our puzzles in words.
    pub puzzles: String,
    /// How many they are.
    pub puzzle_count: usize,
    /// How many of them propagation alone solves.
    pub singles_count: usize,
    /// Whether they are the report's own.
    pub same_puzzles: bool,
    /// How often random algorithms run on each of them.
    pub runs_each: u32,
    /// The limit on nodes of each of our runs.
    pub nodes_limit: u64,
    /// What the report calls the algorithm.
    #[serde(rename = "method")]
    pub name: &'static str,
    /// The published result.
    pub published: Figures,
    /// Our configuration that does the same.
    pub faithful_algorithm: &'static str,
    /// Its results; absent if it supports none of the puzzles.
    pub faithful: Option<Measured>,
    /// Our configuration that does what was meant, if that is another.
    pub repaired_algorithm: Option<&'static str>,
    /// Its results.
    pub repaired: Option<Measured>,
    /// Why the numbers differ.
    pub why: &'static str,
    /// What else must be known, about the row and its table.
    pub notes: Vec<&'static str>,
}

/// Runs what the tables claim.
///
/// `given` replaces the embedded puzzles where a report did not generate its own. `progress` is
/// called after each run. After a cancellation, the rows of the tables done so far are returned.
pub fn run_published(
    given: Option<&[Instance]>,
    seed: u64,
    threads: NonZeroUsize,
    clock: &dyn Clock,
    cancel: &CancelFlag,
    progress: impl FnMut(&PublishedTable, Progress) + Send,
) -> Vec<PublishedRow> {
    run_tables(TABLES, given, seed, threads, clock, cancel, progress)
}

pub(super) fn run_tables(
    tables: &[PublishedTable],
    given: Option<&[Instance]>,
    seed: u64,
    threads: NonZeroUsize,
    clock: &dyn Clock,
    cancel: &CancelFlag,
    mut progress: impl FnMut(&PublishedTable, Progress) + Send,
) -> Vec<PublishedRow> {
    let mut rows = Vec::new();
    for table in tables {
        let chosen = table.puzzles.choose(given, seed, cancel);
        let experiment = Experiment {
            configurations: configurations(table),
            instances: chosen.instances.clone(),
            seed,
            runs: table.runs_each(chosen.instances.len()),
            limits: Limits::nodes(table.nodes),
            ..Experiment::default()
        };
        let done = experiment.run_all(threads, cancel, clock, |at| progress(table, at));
        let Some(done) = done else { break };
        let conflicts = match table.conflicts {
            true => conflicts_left(&experiment, threads, cancel, clock),
            false => Some(Vec::new()),
        };
        let Some(conflicts) = conflicts else { break };
        let done = Done {
            table,
            chosen: &chosen,
            experiment: &experiment,
            rows: &done,
            conflicts: &conflicts,
        };
        rows.extend(table.claims.iter().map(|claim| PublishedRow {
            report: table.report,
            table: table.title,
            published_puzzles: table.published_puzzles,
            published_bound: table.published_bound,
            puzzles: chosen.words.clone(),
            puzzle_count: chosen.instances.len(),
            singles_count: chosen.singles.iter().filter(|&&alone| alone).count(),
            same_puzzles: chosen.own,
            runs_each: experiment.runs,
            nodes_limit: table.nodes,
            name: claim.name,
            published: claim.theirs,
            faithful_algorithm: claim.faithful,
            faithful: done.measure(claim.faithful),
            repaired_algorithm: claim.repaired,
            repaired: claim.repaired.and_then(|name| done.measure(name)),
            why: claim.why,
            notes: claim.notes.iter().chain(table.notes).copied().collect(),
        }));
    }
    rows
}

/// Returns the configurations of a table, each once, although several claims may be about one.
fn configurations(table: &PublishedTable) -> Vec<Configuration> {
    let mut configurations = Vec::new();
    for claim in table.claims {
        for name in [Some(claim.faithful), claim.repaired].into_iter().flatten() {
            let configuration = Configuration::parse(name);
            let configuration = configuration.expect("the tables name registered configurations");
            // It is an error that a name comes up again.
            let _ = configuration.add_to(&mut configurations);
        }
    }
    configurations
}

/// Returns the tables of these rows as sections of text, in order.
pub fn published_sections(rows: &[PublishedRow]) -> Vec<Section> {
    rows.chunk_by(|a, b| (a.report, a.table) == (b.report, b.table))
        .filter_map(|rows| {
            let same = |t: &&PublishedTable| (t.report, t.title) == (rows[0].report, rows[0].table);
            TABLES.iter().find(same).map(|table| section(table, rows))
        })
        .collect()
}

fn section(table: &PublishedTable, rows: &[PublishedRow]) -> Section {
    let mut lines = Vec::new();
    for row in rows {
        lines.push(Line::Name(row.name.to_owned()));
        lines.push(match row.published.statement {
            Some(statement) => Line::Statement("report".to_owned(), statement.to_owned()),
            None => Line::Row("report".to_owned(), their_cells(table, &row.published)),
        });
        lines.push(our_line(table, "faithful", row.faithful.as_ref()));
        let mut note = format!("Faithful: {}. ", row.faithful_algorithm);
        if let Some(name) = row.repaired_algorithm {
            lines.push(our_line(table, "repaired", row.repaired.as_ref()));
            note += &format!("Repaired: {name}. ");
        }
        lines.push(Line::Note(note + row.why));
        let claim = table.claims.iter().find(|claim| claim.name == row.name);
        for note in claim.map_or(&[][..], |claim| claim.notes) {
            lines.push(Line::Note(format!("Note: {note}")));
        }
    }
    let mut notes: Vec<String> = unsolvable_text(rows).into_iter().collect();
    notes.extend(table.notes.iter().map(|note| format!("Note: {note}")));
    Section {
        report: table.report,
        title: format!("{} ({})", table.title, table.source),
        about: about(table, &rows[0]),
        headings: headings(table),
        lines,
        notes,
    }
}

/// Returns what the table ran on, there and here.
fn about(table: &PublishedTable, row: &PublishedRow) -> Vec<String> {
    let runs = match row.runs_each {
        1 => String::new(),
        runs => format!(", {runs} runs each of random algorithms"),
    };
    let mut puzzles = match table.published_puzzles {
        Some(theirs) => format!("Puzzles: {theirs}; here {}{runs}.", row.puzzles),
        None => format!("Puzzles here: {}{runs}.", row.puzzles),
    };
    if is_mixed(table, row) {
        let singles = row.singles_count;
        puzzles += &format!(" Propagation alone solves {singles}, which `beyond` omits.");
    } else if table.propagates && row.singles_count > 0 {
        puzzles += " Propagation alone solves them, which leaves nothing to search.";
    }
    let nodes = plural(Space::None, row.nodes_limit, "node");
    let bound = match table.published_bound {
        Some(bound) if bound == nodes => format!("Bound: {bound}, as in the report."),
        Some(bound) => format!("Bound: {bound} in the report; here {nodes}."),
        None => format!("Bound here: {nodes}."),
    };
    vec![puzzles, bound]
}

/// Returns whether some of the puzzles say nothing about algorithms that propagate, and some do.
fn is_mixed(table: &PublishedTable, row: &PublishedRow) -> bool {
    table.propagates && (1..row.puzzle_count).contains(&row.singles_count)
}

fn headings(table: &PublishedTable) -> Vec<String> {
    let mut headings = vec!["solved".to_owned(), "95%".to_owned(), "beyond".to_owned()];
    headings.push("wrong".to_owned());
    headings.extend(table.within.iter().map(|nodes| format!("in {nodes}")));
    let rest = ["nodes", "most nodes", "conflicts", "time", "longest", "all runs"];
    headings.extend(rest.map(str::to_owned));
    headings
}

fn their_cells(table: &PublishedTable, figures: &Figures) -> Vec<String> {
    let text = |figure: Option<&str>| figure.unwrap_or_default().to_owned();
    let mut cells = vec![text(figures.solved), String::new(), String::new(), String::new()];
    let within = 0..table.within.len();
    cells.extend(within.map(|index| text(figures.within.get(index).copied())));
    cells.extend([
        text(figures.nodes_mean),
        text(figures.nodes_max),
        text(figures.conflicts),
        text(figures.time_mean),
        text(figures.time_max),
        text(figures.time_total),
    ]);
    cells
}

fn our_line(table: &PublishedTable, name: &str, measured: Option<&Measured>) -> Line {
    let Some(ours) = measured else {
        return Line::Statement(name.to_owned(), "supports none of these boards".to_owned());
    };
    if ours.runs == 0 {
        let statement = "no puzzle with a solution".to_owned();
        return Line::Statement(name.to_owned(), statement);
    }
    let space = Space::None;
    let claims = |is: fn(&Figures) -> bool| table.claims.iter().any(|claim| is(&claim.theirs));
    let only = |is: bool, text: String| if is { text } else { String::new() };
    let interval = ours.success_low.zip(ours.success_high);
    let interval = interval.map(|(low, high)| format!("{}-{}%", percentage(low), percentage(high)));
    let mut cells = vec![
        format!("{} of {}", ours.solved, ours.runs),
        only(ours.runs > 1, interval.unwrap_or_default()),
        only(
            table.propagates && (1..ours.runs).contains(&ours.runs_beyond_singles),
            format!("{} of {}", ours.solved_beyond_singles, ours.runs_beyond_singles),
        ),
        only(ours.wrong > 0, ours.wrong.to_string()),
    ];
    let share = |solved: u64| format!("{:.0}%", 100.0 * solved as f64 / ours.runs as f64);
    cells.extend(ours.within.iter().map(|&(_, solved)| share(solved)));
    let conflicts = ours.conflicts_mean.map(|mean| match ours.conflicts_deviation {
        Some(deviation) => format!("{mean:.2} ± {deviation:.2}"),
        None => format!("{mean:.2}"),
    });
    cells.extend([
        space.mean(ours.nodes_mean.unwrap_or(0.0)),
        only(claims(|f| f.nodes_max.is_some()), space.count(ours.nodes_max)),
        conflicts.unwrap_or_default(),
        // Where the report has only the time of all runs, ours has too.
        only(
            claims(|f| f.time_mean.is_some()) || !claims(|f| f.time_total.is_some()),
            space.seconds(ours.cpu_seconds_mean.unwrap_or(0.0)),
        ),
        only(claims(|f| f.time_max.is_some()), space.seconds(ours.cpu_seconds_max)),
        only(claims(|f| f.time_total.is_some()), space.seconds(ours.cpu_seconds_total)),
    ]);
    Line::Row(name.to_owned(), cells)
}

/// Writes a share in percent, with a decimal if it is near one of its ends but not there.
fn percentage(share: f64) -> String {
    let percentage = share * 100.0;
    match percentage {
        0.05..1.0 | 99.0..=99.95 => format!("{percentage:.1}"),
        _ => format!("{percentage:.0}"),
    }
}

/// Returns a paragraph that lists the runs on puzzles without a solution.
fn unsolvable_text(rows: &[PublishedRow]) -> Option<String> {
    let mut measured: Vec<&Measured> = Vec::new();
    for ours in rows.iter().flat_map(|row| row.faithful.iter().chain(&row.repaired)) {
        if measured.iter().all(|other| other.algorithm != ours.algorithm) {
            measured.push(ours);
        }
    }
    let puzzles: Vec<&str> = measured.first()?.unsolvable.iter().map(|run| &*run.puzzle).collect();
    if puzzles.is_empty() {
        return None;
    }
    let of_puzzle = |puzzle: &&str| {
        let runs = measured.iter().filter_map(|ours| {
            let run = ours.unsolvable.iter().find(|run| run.puzzle == *puzzle)?;
            let stop = match run.stop {
                "proved-none" => "proved it",
                "stuck" => "ended without an answer",
                "wrong" => "claimed a wrong grid",
                _ => "was stopped",
            };
            let nodes = plural(Space::None, run.nodes, "node");
            Some(format!("{} {stop} after {nodes}", ours.algorithm))
        });
        format!("{puzzle}: {}.", runs.collect::<Vec<_>>().join("; "))
    };
    let runs: Vec<String> = puzzles.iter().map(of_puzzle).collect();
    let many = plural(Space::None, puzzles.len() as u64, "puzzle");
    Some(format!("Not counted above: {many} without a solution. {}", runs.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::percentage;

    #[test]
    fn shares_near_an_end_are_not_at_it() {
        let shares = [0.0, 1e-17, 0.004, 0.0099, 0.01, 0.5, 0.984, 0.996, 1.0];
        let texts = ["0", "0", "0.4", "1.0", "1", "50", "98", "99.6", "100"];
        assert_eq!(shares.map(percentage), texts);
    }
}
