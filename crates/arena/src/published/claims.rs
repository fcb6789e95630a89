//! R1 says what strengthens and weakens its IA and measures none of it. Here are matches that do.
//!
//! A match of 400 games takes up to tens of minutes, so the matches are not played when
//! the table is shown. What is kept of them is the number of pairs by score, from which everything
//! else is computed; an ignored test plays them again.

use quadrille_lab::published::{Line, Section};
use serde::Serialize;

use super::REPORT;
use crate::Passing;
use crate::tournament::PairCounts;

const TABLE: &str = "claims about IA";
const WHY: &str = "The report gives no figures for these claims.";
const GAMES: u32 = 400;
const OPENINGS: &str = "random:4";
const SEED: u64 = 2026;

/// A match that tests the claim that its first agent is weaker.
#[derive(Clone, Copy, Debug)]
struct Experiment {
    statement: &'static str,
    agents: [&'static str; 2],
    passing: Passing,
    /// Pairs by the score of the first agent.
    pairs: PairCounts,
}

const LOWER: &str = "a threshold below 2000000 weakens IA";
const HIGHER: &str = "a threshold above 2000000 weakens IA";
const DEPTH: &str = "more depth weakens a player";
const HEURISTICS: &str = "IA is weaker without its two heuristics";
const MOBILITY: &str = "IA is weaker without mobility";
const ALMOST_FILLED: &str = "IA is weaker without almost filled houses";

const fn experiment(
    statement: &'static str,
    agents: [&'static str; 2],
    passing: Passing,
    pairs: [u32; 5],
) -> Experiment {
    Experiment { statement, agents, passing, pairs: PairCounts(pairs) }
}

const EXPERIMENTS: &[Experiment] = &[
    experiment(LOWER, ["ia:threshold=200000", "ia"], Passing::TwoPassEnd, [42, 6, 125, 6, 21]),
    experiment(LOWER, ["ia:threshold=200000", "ia"], Passing::Forbidden, [58, 1, 107, 3, 31]),
    experiment(LOWER, ["ia:threshold=20000", "ia"], Passing::TwoPassEnd, [52, 10, 127, 4, 7]),
    experiment(HIGHER, ["ia:threshold=20000000", "ia"], Passing::Forbidden, [46, 6, 102, 7, 39]),
    experiment(
        DEPTH,
        ["alphabeta:depth=4", "alphabeta"],
        Passing::TwoPassEnd,
        [32, 3, 114, 12, 39],
    ),
    experiment(HEURISTICS, ["ia:heuristics=off", "ia"], Passing::TwoPassEnd, [6, 1, 71, 2, 120]),
    experiment(HEURISTICS, ["ia:heuristics=off", "ia"], Passing::Forbidden, [13, 0, 92, 2, 93]),
    experiment(
        MOBILITY,
        ["ia:heuristics=almost-filled", "ia"],
        Passing::TwoPassEnd,
        [5, 0, 129, 15, 51],
    ),
    experiment(
        MOBILITY,
        ["ia:heuristics=almost-filled", "ia"],
        Passing::Forbidden,
        [40, 2, 101, 7, 50],
    ),
    experiment(
        ALMOST_FILLED,
        ["ia:heuristics=mobility", "ia"],
        Passing::TwoPassEnd,
        [13, 0, 87, 1, 99],
    ),
    experiment(
        ALMOST_FILLED,
        ["ia:heuristics=mobility", "ia"],
        Passing::Forbidden,
        [26, 1, 79, 1, 93],
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Confirmed,
    Refuted,
    Undecided,
}

impl Experiment {
    /// Returns the low end, the estimate and the high end of the difference in Elo.
    fn elo(&self) -> [f64; 3] {
        let elo = self.pairs.elo().expect("a match has more than one pair");
        [elo.low, elo.estimate, elo.high]
    }

    /// Returns the share of points of the first agent.
    fn score(&self) -> f64 {
        let points = (0_u32..).zip(self.pairs.0).map(|(quarters, count)| quarters * count);
        f64::from(points.sum::<u32>()) / f64::from(4 * self.pairs.total())
    }

    fn verdict(&self) -> Verdict {
        let [low, _, high] = self.elo();
        if high < 0.0 {
            Verdict::Confirmed
        } else if low > 0.0 {
            Verdict::Refuted
        } else {
            Verdict::Undecided
        }
    }

    fn command(&self) -> String {
        let [a, b] = self.agents;
        format!(
            "quadrille match {a} {b} --games {GAMES} --openings {OPENINGS} --seed {SEED} \
             --passing {}",
            self.passing.id()
        )
    }
}

#[derive(Clone, Debug, Serialize)]
struct Statement {
    statement: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Outcome {
    games: u32,
    passing: &'static str,
    pairs: PairCounts,
    score: f64,
    elo: [f64; 3],
    verdict: Verdict,
    command: String,
}

/// A claim of the report beside the match that tests it.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimRow {
    report: &'static str,
    table: &'static str,
    method: String,
    side: usize,
    published: Statement,
    faithful_algorithm: [&'static str; 2],
    faithful: Outcome,
    /// As in the rows of games.
    repaired_algorithm: Option<&'static str>,
    repaired: Option<()>,
    why: &'static str,
    notes: Vec<&'static str>,
}

const STORED: &str = "these matches were played once, in November 2026, and are not played again \
    now; the same command gives the same games on every machine. Both agents count nodes, not time.";

/// Returns the rows of all claims.
pub fn claim_rows() -> Vec<ClaimRow> {
    EXPERIMENTS.iter().map(Experiment::row).collect()
}

impl Experiment {
    fn row(&self) -> ClaimRow {
        ClaimRow {
            report: REPORT,
            table: TABLE,
            method: self.agents.join(" - "),
            side: 9,
            published: Statement { statement: self.statement },
            faithful_algorithm: self.agents,
            faithful: Outcome {
                games: 2 * self.pairs.total(),
                passing: self.passing.id(),
                pairs: self.pairs,
                score: self.score(),
                elo: self.elo(),
                verdict: self.verdict(),
                command: self.command(),
            },
            repaired_algorithm: None,
            repaired: None,
            why: WHY,
            notes: vec![STORED],
        }
    }
}

/// Returns the claims as a section of text.
pub fn claim_section() -> Section {
    let mut lines = Vec::new();
    for same in EXPERIMENTS.chunk_by(|a, b| a.statement == b.statement) {
        lines.push(Line::Name(same[0].statement.to_owned()));
        for experiment in same {
            let [low, _, high] = experiment.elo();
            let verdict = match experiment.verdict() {
                Verdict::Confirmed => "confirmed",
                Verdict::Refuted => "refuted",
                Verdict::Undecided => "undecided",
            };
            lines.push(Line::Row(
                experiment.agents[0].to_owned(),
                vec![
                    experiment.passing.id().to_owned(),
                    format!("{:.1}%", 100.0 * experiment.score()),
                    format!("{low:+.0} to {high:+.0}"),
                    verdict.to_owned(),
                ],
            ));
        }
    }
    lines.push(Line::Note(WHY.to_owned()));
    Section {
        report: REPORT,
        title: format!("{TABLE} (Leonardi & Pras 2025)"),
        about: vec![format!(
            "{GAMES} games each against the player's default form, on the empty 9x9 board from \
             {OPENINGS} openings, both seats, --seed {SEED}."
        )],
        headings: ["passing", "score", "Elo, 95%", "claim"].map(str::to_owned).to_vec(),
        lines,
        notes: vec![format!("Note: {STORED}")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lab::report::TextStyle;

    #[test]
    fn matches_are_whole_and_fit_a_terminal() {
        for experiment in EXPERIMENTS {
            assert_eq!(2 * experiment.pairs.total(), GAMES, "{experiment:?}");
        }
        let style = TextStyle { unicode: false, ..TextStyle::default() };
        let text = claim_section().text(style);
        assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 80), "{text}");
    }

    #[test]
    fn verdicts_follow_the_intervals() {
        let verdict = |pairs| experiment(LOWER, ["ia", "ia"], Passing::Forbidden, pairs).verdict();
        assert_eq!(verdict([60, 0, 120, 0, 20]), Verdict::Confirmed);
        assert_eq!(verdict([20, 0, 120, 0, 60]), Verdict::Refuted);
        assert_eq!(verdict([40, 0, 120, 0, 40]), Verdict::Undecided);
    }
}
