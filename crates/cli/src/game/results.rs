//! The results of a series as text and JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use quadrille_arena::game::GameRecord;
use quadrille_arena::tournament::{
    Duel, Effort, Openings, Series, Sprt, Standings, Tally, Verdict,
};
use quadrille_engine::printable;
use serde_json::{Value, json};

use crate::io::table::{align_right, table, text_of};

/// The results of a series so far.
pub(super) struct Results<'a> {
    pub(super) series: &'a Series,
    /// Number of games played.
    pub(super) games: usize,
    standings: Standings,
    sprt: Option<Sprt>,
    /// The sequential test ended because the openings ran out and games were repeated.
    ran_out: bool,
}

impl<'a> Results<'a> {
    pub(super) fn new(series: &'a Series, sprt: Option<Sprt>) -> Self {
        let standings = Standings::of(&series.agents);
        Self { series, games: 0, standings, sprt, ran_out: false }
    }

    /// Adds a game. Returns whether the sequential test is over.
    pub(super) fn add(&mut self, game: &GameRecord) -> bool {
        let pairing = self.series.pairings[game.header.game];
        let repeated = self.standings.duel(0, 1).repeated_pairs;
        self.standings.add(pairing.players, pairing.opening, game);
        self.games += 1;
        let Some(test) = self.sprt else { return false };
        let duel = self.standings.duel(0, 1);
        let openings = match &self.series.openings {
            Openings::List(list) => list.len(),
            Openings::None | Openings::Random(_) => usize::MAX,
        };
        self.ran_out |= duel.repeated_pairs > repeated && pairing.opening >= openings;
        self.ran_out || duel.sprt(test).1.is_some()
    }

    fn name(&self, agent: usize) -> String {
        self.series.agents[agent].to_string()
    }

    fn shown_name(&self, agent: usize) -> String {
        printable::line(&self.name(agent)).into_owned()
    }

    /// Returns the pairs of agents that meet.
    fn duels(&self) -> BTreeSet<(usize, usize)> {
        let sorted = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
        self.series.pairings.iter().map(|pairing| sorted(pairing.players)).collect()
    }

    /// Returns the results between two agents as JSON.
    pub(super) fn duel_object(&self, a: usize, b: usize) -> Value {
        let duel = self.standings.duel(a, b);
        // JSON has no infinite numbers.
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        let mut object = json!({
            "agents": [self.name(a), self.name(b)],
            "seed": self.series.seed,
            "passing": self.series.rules.passing.id(),
            "games": duel.games,
            "as_first": duel.by_seat[0],
            "as_second": duel.by_seat[1],
            "pairs": duel.pairs,
            "pentanomial": duel.pair_counts,
            "pairs_repeated": duel.repeated_pairs,
            "score": duel.games.score(),
            "margin_mean": duel.margin(),
            "margin_error": duel.margin_error(),
            "elo": duel.elo().map(|elo| finite(elo.estimate)),
            "elo_low": duel.elo().map(|elo| finite(elo.low)),
            "elo_high": duel.elo().map(|elo| finite(elo.high)),
            "nelo": duel.pair_counts.normalized_elo().map(|[_, estimate, _]| estimate),
            "nelo_low": duel.pair_counts.normalized_elo().map(|[low, ..]| low),
            "nelo_high": duel.pair_counts.normalized_elo().map(|[.., high]| high),
            "los": duel.pair_counts.superiority(),
            "reasons": duel.reasons,
            "effort": [
                self.effort_object(a, &duel.effort),
                self.effort_object(b, &self.standings.duel(b, a).effort),
            ],
        });
        if let Some(test) = self.sprt {
            let (llr, verdict) = duel.sprt(test);
            object["sprt"] = json!({
                "elo0": test.elo0, "elo1": test.elo1, "llr": llr,
                "verdict": verdict.map(verdict_text),
                "out_of_openings": self.ran_out,
            });
        }
        object
    }

    /// Returns the results of all agents as JSON.
    pub(super) fn tournament_object(&self) -> Value {
        let standing = |agent| {
            let total = self.standings.total(agent);
            json!({
                "agent": self.name(agent),
                "games": total,
                "score": total.score(),
                "effort": self.effort_object(agent, self.standings.effort(agent)),
            })
        };
        let ranking: Vec<Value> = self.standings.ranking().into_iter().map(standing).collect();
        let duels: Vec<Value> =
            self.duels().into_iter().map(|(a, b)| self.duel_object(a, b)).collect();
        json!({
            "standings": ranking,
            "duels": duels,
            "games": self.games,
            "first_player": self.standings.first_player(),
            "reasons": self.standings.reasons(),
            "seed": self.series.seed,
        })
    }

    fn effort_object(&self, agent: usize, effort: &Effort) -> Value {
        json!({
            "agent": self.name(agent),
            "moves": effort.moves,
            "nodes_total": effort.nodes,
            "nodes_mean": effort.nodes_mean(),
            "nodes_max": effort.nodes_max,
            "nodes_min": effort.nodes_min,
            "seconds_total": effort.seconds,
            "seconds_mean": effort.seconds / effort.moves.max(1) as f64,
            "seconds_max": effort.seconds_max,
            "seconds_min": effort.seconds_min,
            "forfeits": effort.forfeits,
        })
    }

    /// Returns the results of a match as text.
    pub(super) fn duel_text(&self) -> String {
        let duel = self.standings.duel(0, 1);
        let words = |t: Tally| format!("{} won, {} drawn, {} lost", t.wins, t.draws, t.losses);
        let score = duel.games.score().map(|score| format!(" ({:.1}%)", 100.0 * score));
        let mut text = format!(
            "{} against {}\ngames   {}{}\nseats   as first {}, as second {}\npairs   {}\n",
            self.shown_name(0),
            self.shown_name(1),
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
        if let Some(test) = self.sprt {
            let (llr, verdict) = duel.sprt(test);
            let [low, high] = Sprt::bounds();
            let undecided =
                if self.ran_out { "undecided, no more different openings" } else { "undecided" };
            let verdict = verdict.map_or(undecided, verdict_text);
            text += &format!(
                "SPRT    {verdict}, log-likelihood ratio {llr:.2} in {low:.2} to {high:.2}\n"
            );
        }
        let reasons: Vec<String> = (self.standings.reasons().iter())
            .map(|(reason, count)| format!("{} {count}", printable::line(reason)))
            .collect();
        text + &format!("ends    {}\n", reasons.join(", ")) + "\n" + &self.effort_tables()
    }

    /// Returns the results of all agents as tables.
    pub(super) fn tournament_text(&self) -> String {
        let ranking = (1..).zip(self.standings.ranking()).map(|(place, agent)| {
            let total = self.standings.total(agent);
            let score = total.score().map(|score| format!("{:.1}%", 100.0 * score));
            let counts = [place, total.count(), total.wins, total.draws, total.losses];
            let [place, games, won, drawn, lost] = counts.map(|count| count.to_string());
            [place, self.shown_name(agent), games, won, drawn, lost, score.unwrap_or_default()]
        });
        let head = ["", "agent", "games", "won", "drawn", "lost", "score"];
        let ranking = named_table(head, ranking, 1, 2..7);
        let duels = self.duels().into_iter().map(|(a, b)| {
            let duel = self.standings.duel(a, b);
            let error = duel.margin_error().map(|e| format!(" ± {e:.1}")).unwrap_or_default();
            [
                format!("{} - {}", self.shown_name(a), self.shown_name(b)),
                dashes(duel.games),
                dashes(duel.pairs),
                duel.margin().map(|m| format!("{m:+.1}{error}")).unwrap_or_default(),
                duel.elo().map(|elo| format!("{elo:#}")).unwrap_or_default(),
            ]
        });
        let duels = named_table(["duel", "games", "pairs", "margin", "Elo (95%)"], duels, 0, 0..0);
        let seats = format!("The first player: {}.\n", dashes(self.standings.first_player()));
        let repeated: u32 =
            self.duels().iter().map(|&(a, b)| self.standings.duel(a, b).repeated_pairs).sum();
        let repeats = match repeated {
            0 => String::new(),
            pairs => {
                format!("{pairs} pairs repeat the moves of earlier ones and are not counted.\n")
            }
        };
        [ranking, duels + &seats + &repeats, self.effort_tables()].join("\n")
    }

    /// Returns the nodes of the agents as a table, and their time as another: one table of both
    /// would be too wide.
    fn effort_tables(&self) -> String {
        let efforts = || {
            (0..self.series.agents.len()).map(|n| (self.shown_name(n), self.standings.effort(n)))
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
        1 => "1 more pair repeats the moves of an earlier one and counts in no estimate".to_owned(),
        n => format!("{n} more pairs repeat the moves of earlier ones and count in no estimate"),
    }
}

fn pentanomial_text(duel: &Duel) -> String {
    duel.pair_counts.0.map(|count| count.to_string()).join(" ")
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}
