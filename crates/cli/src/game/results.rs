//! The results of a series as text.

use std::collections::BTreeMap;
use std::ops::Range;

use quadrille_arena::tournament::{Duel, Results, Sprt, Tally, Verdict};
use quadrille_core::printable;

use crate::io::table::{align_right, table, text_of};

fn shown_name(results: &Results<'_>, agent: usize) -> String {
    printable::line(&results.series.name(agent)).into_owned()
}

/// Returns the results of a match as text.
pub(super) fn duel_text(results: &Results<'_>) -> String {
    let duel = results.standings.duel(0, 1);
    let words = |t: Tally| format!("{} won, {} drawn, {} lost", t.wins, t.draws, t.losses);
    let score = duel.games.score().map(|score| format!(" ({:.1}%)", 100.0 * score));
    let mut text = format!(
        "{} against {}\ngames   {}{}\nseats   as first {}, as second {}\npairs   {}\n",
        shown_name(results, 0),
        shown_name(results, 1),
        words(duel.games),
        score.unwrap_or_default(),
        dashes(duel.by_seat[0]),
        dashes(duel.by_seat[1]),
        words(duel.pairs)
    );
    if duel.repeated_pairs > 0 {
        text += &format!("repeats {}\n", repeats_text(duel));
    }
    if let Some(margin) = duel.margin() {
        let error = duel.margin_error().map(|e| format!(", standard error {e:.1}"));
        text += &format!("margin  {margin:+.1} per game{}\n", error.unwrap_or_default());
    }
    text += &match duel.elo() {
        Some(elo) => format!("Elo     {elo}\n"),
        None => "Elo     unknown: an interval takes at least two pairs (four games)\n".into(),
    };
    if let (Some([low, nelo, high]), Some(los)) =
        (duel.pair_counts.normalized_elo(), duel.pair_counts.superiority())
    {
        text += &format!("nElo    {nelo:+.0} ({low:+.0} to {high:+.0}), ");
        text += &format!("likelihood of superiority {:.1}%\n", 100.0 * los);
    }
    text += &format!("scores  pairs by score 0 to 2: {}\n", pentanomial_text(duel));
    if let Some(test) = results.sprt {
        let (llr, verdict) = duel.sprt(test);
        let [low, high] = Sprt::bounds();
        let undecided =
            if results.ran_out { "undecided, no more different openings" } else { "undecided" };
        let verdict = verdict.map_or(undecided, Verdict::id);
        text +=
            &format!("SPRT    {verdict}, log-likelihood ratio {llr:.2} in {low:.2} to {high:.2}\n");
    }
    let reasons: Vec<String> = (results.standings.reasons().iter())
        .map(|(reason, count)| format!("{} {count}", printable::line(reason)))
        .collect();
    text + &format!("ends    {}\n", reasons.join(", ")) + "\n" + &effort_tables(results)
}

/// Returns the results of all agents as tables.
pub(super) fn tournament_text(results: &Results<'_>) -> String {
    let ranking = (1..).zip(results.standings.ranking()).map(|(place, agent)| {
        let total = results.standings.total(agent);
        let score = total.score().map(|score| format!("{:.1}%", 100.0 * score));
        let counts = [place, total.count(), total.wins, total.draws, total.losses];
        let [place, games, won, drawn, lost] = counts.map(|count| count.to_string());
        [place, shown_name(results, agent), games, won, drawn, lost, score.unwrap_or_default()]
    });
    let head = ["", "agent", "games", "won", "drawn", "lost", "score"];
    let ranking = named_table(head, ranking, 1, 2..7);
    let duels = results.duels().into_iter().map(|(a, b)| {
        let duel = results.standings.duel(a, b);
        let error = duel.margin_error().map(|e| format!(" ± {e:.1}")).unwrap_or_default();
        [
            format!("{} - {}", shown_name(results, a), shown_name(results, b)),
            dashes(duel.games),
            dashes(duel.pairs),
            duel.margin().map(|m| format!("{m:+.1}{error}")).unwrap_or_default(),
            duel.elo().map(|elo| format!("{elo:#}")).unwrap_or_default(),
        ]
    });
    let duels = named_table(["duel", "games", "pairs", "margin", "Elo (95%)"], duels, 0, 0..0);
    let seats = format!("The first player: {}.\n", dashes(results.standings.first_player()));
    let repeated: u32 =
        results.duels().iter().map(|&(a, b)| results.standings.duel(a, b).repeated_pairs).sum();
    let repeats = match repeated {
        0 => String::new(),
        pairs => {
            format!("{pairs} pairs repeat the moves of earlier ones and are not counted.\n")
        }
    };
    [ranking, duels + &seats + &repeats, effort_tables(results)].join("\n")
}

/// Returns the nodes of the agents as a table, and their time as another: one table of both
/// would be too wide.
fn effort_tables(results: &Results<'_>) -> String {
    let efforts = || {
        (0..results.series.agents.len())
            .map(|n| (shown_name(results, n), results.standings.effort(n)))
    };
    let nodes = efforts().map(|(name, effort)| {
        let forfeits = effort.forfeits.to_string();
        let counts = [effort.nodes, effort.nodes_mean(), effort.nodes_max, effort.nodes_min];
        let [total, mean, most, fewest] = counts.map(|count| count.to_string());
        [name, effort.moves.to_string(), forfeits, total, mean, most, fewest]
    });
    let seconds = efforts().map(|(name, effort)| {
        let mean = effort.seconds / effort.moves.max(1) as f64;
        let [mean, most, least] =
            [mean, effort.seconds_max, effort.seconds_min].map(|time| format!("{time:.4}"));
        [name, format!("{:.3}", effort.seconds), mean, most, least]
    });
    let head = ["agent", "moves", "forfeits", "nodes", "mean", "most", "fewest"];
    named_table(head, nodes, 0, 1..7)
        + "\n"
        + &named_table(["agent", "seconds", "mean", "most", "least"], seconds, 0, 1..5)
}

/// Maximum width of a table.
const WIDTH: usize = 80;

/// Returns a table with the columns `numbers` aligned to the right. A name, in the column `names`,
/// that would make the table too wide gets a line of its own.
fn named_table<const COLUMNS: usize>(
    head: [&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
    names: usize,
    numbers: Range<usize>,
) -> String {
    let mut rows: Vec<_> = rows.collect();
    let text = |rows: &[[String; COLUMNS]]| {
        let mut table = table(head);
        table.add_rows(rows);
        align_right(&mut table, numbers.clone());
        text_of(&table)
    };
    let length = |row: &[String; COLUMNS]| row[names].chars().count();
    let width = text(&rows).lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let longest = rows.iter().map(length).max().unwrap_or(0);
    let most = (longest + WIDTH).saturating_sub(width);
    // Rows follow the head and its rule.
    let mut above = BTreeMap::new();
    for (line, row) in (2..).zip(&mut rows) {
        if length(row) > most {
            above.insert(line, std::mem::take(&mut row[names]) + "\n");
        }
    }
    let lines = text(&rows);
    let lines = lines.split_inclusive('\n').enumerate();
    lines.map(|(at, line)| above.remove(&at).unwrap_or_default() + line).collect()
}

/// Returns won, drawn and lost as `3-0-1`.
fn dashes(tally: Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)
}

fn repeats_text(duel: &Duel) -> String {
    match duel.repeated_pairs {
        1 => "1 more pair repeats the moves of an earlier one and is not counted in estimates"
            .to_owned(),
        n => format!(
            "{n} more pairs repeat the moves of earlier ones and are not counted in estimates"
        ),
    }
}

fn pentanomial_text(duel: &Duel) -> String {
    duel.pair_counts.0.map(|count| count.to_string()).join(" ")
}
