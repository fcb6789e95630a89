//! The results of a series as text and JSON.

use std::collections::BTreeSet;

use quadrille_arena::game::GameRecord;
use quadrille_arena::tournament::{Effort, Series, Sprt, Standings, Tally, Verdict};
use serde_json::{Value, json};

use crate::io::table::{align_right, table, text_of};

/// The results of a series so far.
pub(super) struct Results<'a> {
    pub(super) series: &'a Series,
    /// Number of games played.
    pub(super) games: usize,
    standings: Standings,
    sprt: Option<Sprt>,
}

impl<'a> Results<'a> {
    pub(super) fn new(series: &'a Series, sprt: Option<Sprt>) -> Self {
        Self { series, games: 0, standings: Standings::new(series.agents.len()), sprt }
    }

    /// Adds a game. Returns whether the sequential test is decided.
    pub(super) fn add(&mut self, game: &GameRecord) -> bool {
        let pairing = self.series.pairings[game.header.game];
        self.standings.add(pairing.players, pairing.opening, game);
        self.games += 1;
        self.sprt.is_some_and(|test| self.standings.duel(0, 1).sprt(test).1.is_some())
    }

    fn name(&self, agent: usize) -> String {
        self.series.agents[agent].to_string()
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
            "games": tally_object(duel.games),
            "pairs": tally_object(duel.pairs),
            "score": duel.games.score(),
            "margin_mean": duel.margin(),
            "margin_error": duel.margin_error(),
            "elo": duel.elo().map(|elo| finite(elo.estimate)),
            "elo_low": duel.elo().map(|elo| finite(elo.low)),
            "elo_high": duel.elo().map(|elo| finite(elo.high)),
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
                "games": tally_object(total),
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
            "{} against {}\ngames   {}{}\npairs   {}\n",
            self.name(0),
            self.name(1),
            words(duel.games),
            score.unwrap_or_default(),
            words(duel.pairs)
        );
        if let Some(margin) = duel.margin() {
            let error = duel.margin_error().map(|e| format!(", standard error {e:.1}"));
            text += &format!("margin  {margin:+.1} per game{}\n", error.unwrap_or_default());
        }
        text += &match duel.elo() {
            Some(elo) => format!("Elo     {elo}\n"),
            None => "Elo     unknown: an interval takes at least two pairs (four games)\n".into(),
        };
        if let Some(test) = self.sprt {
            let (llr, verdict) = duel.sprt(test);
            let [low, high] = test.bounds();
            let verdict = verdict.map_or("undecided", verdict_text);
            text += &format!(
                "SPRT    {verdict}, log-likelihood ratio {llr:.2} in {low:.2} to {high:.2}\n"
            );
        }
        let reasons: Vec<String> = (self.standings.reasons().iter())
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        text + &format!("ends    {}\n", reasons.join(", ")) + &self.effort_table()
    }

    /// Returns the results of all agents as tables.
    pub(super) fn tournament_text(&self) -> String {
        let mut ranking = table(["", "agent", "games", "won", "drawn", "lost", "score"]);
        for (place, agent) in self.standings.ranking().into_iter().enumerate() {
            let total = self.standings.total(agent);
            ranking.add_row([
                (place + 1).to_string(),
                self.name(agent),
                total.count().to_string(),
                total.wins.to_string(),
                total.draws.to_string(),
                total.losses.to_string(),
                total.score().map(|score| format!("{:.1}%", 100.0 * score)).unwrap_or_default(),
            ]);
        }
        align_right(&mut ranking, 2..7);
        let mut duels = table(["duel", "games", "pairs", "margin", "Elo (95%)"]);
        for (a, b) in self.duels() {
            let duel = self.standings.duel(a, b);
            let counts = |t: Tally| format!("{}-{}-{}", t.wins, t.draws, t.losses);
            let error = duel.margin_error().map(|e| format!(" ± {e:.1}")).unwrap_or_default();
            duels.add_row([
                format!("{} - {}", self.name(a), self.name(b)),
                counts(duel.games),
                counts(duel.pairs),
                duel.margin().map(|m| format!("{m:+.1}{error}")).unwrap_or_default(),
                duel.elo().map(|elo| format!("{elo:#}")).unwrap_or_default(),
            ]);
        }
        [text_of(&ranking), text_of(&duels), self.effort_table()].join("\n")
    }

    fn effort_table(&self) -> String {
        let mut rows = table([
            "agent", "moves", "nodes", "mean", "most", "fewest", "seconds", "mean", "most",
            "least", "forfeits",
        ]);
        for agent in 0..self.series.agents.len() {
            let effort = self.standings.effort(agent);
            rows.add_row([
                self.name(agent),
                effort.moves.to_string(),
                effort.nodes.to_string(),
                effort.nodes_mean().to_string(),
                effort.nodes_max.to_string(),
                effort.nodes_min.to_string(),
                format!("{:.3}", effort.seconds),
                format!("{:.4}", effort.seconds / effort.moves.max(1) as f64),
                format!("{:.4}", effort.seconds_max),
                format!("{:.4}", effort.seconds_min),
                effort.forfeits.to_string(),
            ]);
        }
        align_right(&mut rows, 1..11);
        text_of(&rows)
    }
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

fn tally_object(tally: Tally) -> Value {
    json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses})
}
