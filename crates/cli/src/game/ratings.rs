//! `ratings`: one list of ratings from the games of many records.

use std::ffi::OsString;

use clap::ValueHint;
use quadrille_arena::tournament::{Estimate, RatedGames, Ratings, Tally};
use quadrille_core::printable::{self, os_text};

use super::records;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;
use crate::io::table::{align_right, table, text_of};

/// Rate the agents of recorded games
///
/// Rates all agents of recorded matches and tournaments together.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/ratings.txt").trim_end())]
pub(crate) struct Args {
    /// Records of games
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(Some(PATIENCE));
    let mut games = RatedGames::default();
    let mut rules = None;
    for (file, name) in args.files.iter().enumerate() {
        let text = records::read_text(name, context)?;
        let name = &*os_text(name);
        for game in records::parse_checked(name, &text)? {
            let header = &game.header;
            let own = (header.board.clone(), header.ruleset.clone());
            match &rules {
                None => rules = Some((own, name.to_owned())),
                Some((first, _)) if *first == own => {}
                Some((_, other)) => {
                    return Err(Failure::usage(format!(
                        "{name}: game {} has another board or other rules than the games of \
                         {other}; rate games of equal rules together",
                        header.game
                    )));
                }
            }
            games.add(file, &game);
        }
    }
    if games.games.is_empty() {
        return Err(Failure::usage("no finished games; name files that `--record` wrote"));
    }
    let ratings = Ratings::fit(games.names.len(), &games.games)
        .map_err(|error| Failure::usage(error.to_string()))?;
    let mut order: Vec<usize> = (0..games.names.len()).collect();
    let rating = |agent: &usize| ratings.agents[*agent].map_or(f64::NEG_INFINITY, |r| r.estimate);
    order.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
    let mut out = Output::open(context)?;
    if context.json {
        out.json(&games.object(&ratings, &order, context.seed()))?;
    } else {
        out.text(&list(&games, &ratings, &order))?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

fn list(games: &RatedGames, ratings: &Ratings, order: &[usize]) -> String {
    let mut rows =
        table(["", "agent", "Elo", "95% interval", "games", "won", "drawn", "lost", "score"]);
    for (place, &agent) in (1..).zip(order) {
        let [elo, interval] = shown(ratings.agents[agent]);
        let tally = games.tallies[agent];
        rows.add_row([
            format!("{place}"),
            printable::line(&games.names[agent]).into_owned(),
            elo,
            interval,
            tally.count().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            tally.score().map(|score| format!("{:.1}%", 100.0 * score)).unwrap_or_default(),
        ]);
    }
    align_right(&mut rows, 2..9);
    let Tally { wins, draws, losses } = games.first_player;
    let [elo, interval] = shown(ratings.first_player);
    let first = match ratings.first_player {
        Some(_) => format!("Moving first is worth {elo} Elo, 95% interval {interval}"),
        None => "These games do not show what moving first is worth".to_owned(),
    };
    let mut text = text_of(&rows) + &format!("{first} ({wins}-{draws}-{losses}).\n");
    if ratings.agents.contains(&None) {
        text += "No finite rating: won or lost all games against the others, or played none.\n";
    }
    if games.repeated > 0 {
        text += &format!("{} games repeat others and are omitted.\n", games.repeated);
    }
    text
}

/// Returns a value and its interval as text.
fn shown(estimate: Option<Estimate>) -> [String; 2] {
    match estimate {
        None => ["–".to_owned(), "–".to_owned()],
        Some(Estimate { low, estimate, high }) if low.is_finite() => {
            [format!("{estimate:+.0}"), format!("{low:+.0} to {high:+.0}")]
        }
        Some(Estimate { estimate, .. }) => [format!("{estimate:+.0}"), "too few pairs".to_owned()],
    }
}
