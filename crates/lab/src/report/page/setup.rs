//! What was run, and how to run it again.

use maud::{Markup, html};

use super::{About, SPACE};
use crate::experiment::Table;
use crate::registry::{Configuration, Seeds};
use crate::report::figures::plural;

/// How many bad lines are listed.
const LISTED: usize = 100;

/// The limits of a run in words.
pub(super) fn limits(table: &Table) -> String {
    let given = &table.limits;
    let mut limits = Vec::new();
    limits.extend(given.nodes.map(|nodes| plural(SPACE, nodes, "node")));
    limits.extend(given.evaluations.map(|most| plural(SPACE, most, "evaluation")));
    limits.extend(given.time.map(|time| SPACE.seconds(time.as_secs_f64())));
    limits.extend(
        given
            .cpu_time
            .map(|time| format!("{} of processor time", SPACE.seconds(time.as_secs_f64()))),
    );
    match limits.as_slice() {
        [] => format!(
            "no limit for complete algorithms, {} per run for the others",
            SPACE.seconds(Configuration::DEFAULT_TIME.as_secs_f64())
        ),
        limits => {
            let limited = format!("each run limited to {}", limits.join(" and "));
            let times = table.configurations.iter().map(|c| c.with_defaults(*given).time);
            match times.max().flatten().filter(|_| given.time.is_none()) {
                None => limited,
                Some(time) => format!(
                    "{limited}, {} for algorithms that make no evaluations and may never end",
                    SPACE.seconds(time.as_secs_f64())
                ),
            }
        }
    }
}

/// The section.
pub(super) fn section(table: &Table, about: &About) -> Markup {
    let mut sources: Vec<(&str, usize)> = Vec::new();
    for instance in &table.instances {
        match sources.last_mut() {
            Some((name, count)) if *name == &*instance.source => *count += 1,
            _ => sources.push((&instance.source, 1)),
        }
    }
    html! {
        section #setup {
            h2 { "What was run" }
            dl.setup {
                dt { "Command" } dd { code { (about.command) } }
                dt { "Program" } dd { (about.version) }
                dt { "Date" } dd { (about.date) }
                @if about.machines.is_empty() {
                    dt { "Machine" } dd { (about.machine) ", " (plural(SPACE, about.threads as u64, "thread")) }
                } @else {
                    dt { "Machines" }
                    dd {
                        @for machine in &about.machines { (machine) "; " }
                        "at most " (plural(SPACE, about.threads as u64, "thread"))
                    }
                }
                dt { "Seed" }
                dd {
                    (table.seed)
                    @if table.runs > 1 { "; repetition r has seed " (table.seed) " + r, r = 0 to " (table.runs - 1) }
                    @if table.seeds == Seeds::Common {
                        "; all configurations draw the same random numbers on a puzzle (common random numbers), and are compared run by run"
                    }
                }
                @if let Some(difference) = table.detect {
                    dt { "Runs" }
                    dd {
                        (plural(SPACE, u64::from(table.runs), "run")) " of each configuration on each puzzle, as many as detect a difference of "
                        (difference) " in processor time 9 times of 10"
                    }
                }
                dt { "Limits" } dd { (limits(table)) }
                dt { "Puzzles" }
                dd {
                    @for (index, (source, count)) in sources.iter().enumerate() {
                        @if index > 0 { ", " }
                        (source) " (" (SPACE.count(*count as u64)) ")"
                    }
                }
            }
            @if let (Some(instance), Some(name)) = (table.instances.first(), table.names.first()) {
                h3 { "Any run can be repeated alone" }
                p {
                    "Its random stream depends only on the seed"
                    @if table.seeds.is_own() { ", the name of the configuration" }
                    " and the puzzle. "
                    "The first run of the table, for example:"
                }
                pre { code {
                    "quadrille solve --json --with '" (name) "' --seed " (table.seed)
                    @if table.seeds == Seeds::Common { " --seeds common" }
                    @if let Some(nodes) = table.limits.nodes { " --nodes " (nodes) }
                    @if let Some(most) = table.limits.evaluations { " --evaluations " (most) }
                    @if let Some(time) = table.limits.time { " --time '" (humantime::format_duration(time)) "'" }
                    @if let Some(time) = table.limits.cpu_time { " --cpu-time '" (humantime::format_duration(time)) "'" }
                    @if let Some(bytes) = table.limits.memory { " --memory " (bytes) "B" }
                    " '" (instance.text) "'"
                } }
            }
            @if !about.bad_lines.is_empty() {
                h3 #bad-lines { "Ignored lines" }
                ul.bad {
                    @for line in about.bad_lines.iter().take(LISTED) { li { code { (line) } } }
                    @if about.bad_lines.len() > LISTED {
                        li { "and " (SPACE.count((about.bad_lines.len() - LISTED) as u64)) " more" }
                    }
                }
            }
        }
    }
}
