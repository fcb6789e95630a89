//! Series of games, recorded so that an interrupted series can be resumed.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;
use quadrille_arena::game::GameRecord;
use quadrille_arena::tournament::{Openings, Plan, Results, Series, SeriesEnd, WhenShort};
use quadrille_arena::{AgentName, Ruleset};
use quadrille_core::WallClock;
use quadrille_core::printable::os_text;
use quadrille_lab::registry::nearest;

use super::bots::{BotLimits, HostingOptions};
use super::recorder::Recorder;
use super::setup::{self, GameRules, StartOptions};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::bounded;

/// Maximum number of games of a series, whose schedule and results are kept in memory.
const MAX_GAMES: u64 = 1_000_000;

/// Which games are played, by which rules, and where they are recorded.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Games")]
pub(super) struct SeriesOptions {
    /// Games of each pair of agents; each opening is played from both seats
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = values::number::<u32>(1..=MAX_GAMES), allow_negative_numbers = true)]
    games: u32,
    /// Where games begin: none, random:K or a file
    ///
    /// `random:K` begins with K random placements; a file holds one opening per line.
    #[arg(long, value_name = "WHICH", default_value = "none")]
    openings: OsString,
    /// What follows if a list of openings is too short: draw, repeat or stop
    ///
    /// `draw` adds random openings with as many moves as those of the list, `repeat` begins again,
    /// and `stop` plays fewer games. Repeated games are not counted in estimates.
    #[arg(long, value_name = "WHAT", default_value = "draw", hide_short_help = true)]
    when_openings_end: String,
    /// Save the games in a file or, with `-`, on standard output
    ///
    /// If the file holds games of the same series, they are not played again.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// Replace a record that holds other games
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    rules: GameRules,
    #[command(flatten)]
    bots: BotLimits,
    #[command(flatten)]
    hosting: HostingOptions,
}

/// Whether a sequential test may end a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sequential {
    Yes,
    No,
}

impl SeriesOptions {
    /// Returns the games between some agents.
    pub(super) fn resolve(
        &self,
        names: &[String],
        plan: Plan,
        sequential: Sequential,
        context: &Context,
    ) -> Result<Series, Failure> {
        let rules = self.rules.on(self.start.board(context)?)?;
        let agents: Vec<AgentName> = names
            .iter()
            .map(|name| setup::agent(name, &rules, &self.bots))
            .collect::<Result<_, _>>()?;
        self.bots.check(&agents)?;
        let agents = self.hosting.apply(agents, &rules, context)?;
        let openings = openings(&self.openings, &rules, context)?;
        let games = plan.games(agents.len(), self.games as usize);
        if games as u64 > MAX_GAMES {
            return Err(Failure::usage(format!(
                "{games} games between {} agents; a series has at most {MAX_GAMES}, so lower --games",
                agents.len()
            )));
        }
        let repeat = agents.iter().all(AgentName::is_deterministic);
        let games = self.games as usize;
        let when_short = WhenShort::from_id(&self.when_openings_end).ok_or_else(|| {
            let known = WhenShort::ALL.map(WhenShort::id);
            Failure::unknown("continuation", &self.when_openings_end, &known)
        })?;
        let book = openings.book(&rules, context.seed(), games.div_ceil(2), when_short);
        let listed = book.openings.len() - book.drawn;
        if book.repeated > 0 {
            context.messages.note(&format!(
                "{} of the openings lead to positions of others; they are omitted",
                book.repeated
            ));
        }
        if book.drawn > 0 && matches!(openings, Openings::List(_)) {
            context.messages.note(&format!(
                "{listed} openings are listed; {} more are drawn at random",
                book.drawn
            ));
        }
        let found = book.openings.len();
        let is_short = games > 2 * found;
        let games = if when_short == WhenShort::Stop { games.min(2 * found) } else { games };
        if is_short && sequential == Sequential::Yes && repeat && found < 2 {
            return Err(Failure::usage(
                "these agents repeat their games, which decide no test; add --openings random:4 to \
                 vary them",
            ));
        }
        if is_short {
            let what = if found == 1 { "opening" } else { "different openings" };
            let from_start = openings == Openings::None;
            let note = match (when_short, repeat) {
                (WhenShort::Stop, _) => Some(format!("{found} {what}, so {games} games")),
                (_, true) if from_start => Some(
                    "these agents will repeat the same games; add --openings random:4 to vary them"
                        .to_owned(),
                ),
                // The games of other agents may differ from the first move on.
                _ if from_start => None,
                _ => Some(format!("{found} {what}, so later games repeat them")),
            };
            note.iter().for_each(|note| context.messages.note(note));
        }
        let pairings = plan.pairings(agents.len(), games);
        let openings = Openings::List(book.openings);
        Ok(Series { rules, agents, pairings, openings, seed: context.seed() })
    }

    /// Returns where to record the games: in the given file, or in the directory. The command then
    /// uses that file.
    pub(super) fn record<'a>(
        &self,
        directory: Option<&'a Path>,
        context: &Context,
    ) -> Result<Record<'a>, Failure> {
        let file = self.record.clone();
        let file = file.or_else(|| directory.map(|directory| directory.join("games.jsonl")));
        let record = Record { file, directory, overwrite: self.overwrite };
        if record.overwrite && (record.file.is_none() || record.is_stdout()) {
            return Err(Failure::usage("`--overwrite` has no effect without a file to record in"));
        }
        if let Some(file) = record.file.as_ref().filter(|_| !record.is_stdout()) {
            context.used_files.refuse(file)?;
            context.used_files.add(file);
        }
        Ok(record)
    }
}

/// Where games are recorded.
pub(super) struct Record<'a> {
    /// The file; `-` for standard output.
    pub(super) file: Option<PathBuf>,
    /// A directory to create if it does not exist.
    directory: Option<&'a Path>,
    overwrite: bool,
}

impl Record<'_> {
    pub(super) fn is_stdout(&self) -> bool {
        self.file.as_deref() == Some(Path::new("-"))
    }
}

fn openings(
    argument: &OsStr,
    rules: &Arc<Ruleset>,
    context: &Context,
) -> Result<Openings, Failure> {
    let text = &*os_text(argument);
    if text == "none" {
        return Ok(Openings::None);
    }
    if let Some(plies) = text.strip_prefix("random:") {
        let cells = rules.board.shape().cells();
        return match values::whole(plies).and_then(|plies| usize::try_from(plies).ok()) {
            Some(plies) if plies <= cells => Ok(Openings::Random(plies)),
            _ => Err(Failure::usage(format!(
                "`{text}`: write random:K with K random placements, 0 to {cells}"
            ))),
        };
    }
    context.used_files.add(argument);
    let list = bounded::text_of(argument).map_err(|error| {
        let word = text.split(':').next().unwrap_or(text);
        let near = nearest(word, ["none", "random"]).filter(|_| !Path::new(argument).exists());
        let near = near.map(|near| format!("did you mean `{near}`, or ")).unwrap_or_default();
        Failure::usage(format!(
            "{text}: cannot be read: {error}; {near}write none, random:K or the name of a file"
        ))
    })?;
    Openings::parse(&list, rules).map_err(|error| Failure::input(format!("{text}:{error}")))
}

/// Plays the games that the record does not hold yet, and adds all to the results.
pub(super) fn play(
    results: &mut Results<'_>,
    record: &Record<'_>,
    context: &Context,
) -> Result<Exit, Failure> {
    let series = results.series;
    let cancel = context.handle_signals(None);
    let all = series.pairings.len();
    let is_new = !record.file.as_ref().is_some_and(|file| file.exists());
    if is_new {
        // Before anything is created.
        setup::try_programs(&series.agents)?;
    }
    if let Some(directory) = record.directory {
        fs::create_dir_all(directory).map_err(|error| {
            Failure::unwritten(error, format!("cannot write to {}", directory.display()))
        })?;
    }
    // From here on no other process writes to the file.
    let mut recorder = Recorder::for_series(context, record.file.as_deref())?;
    let old = if record.overwrite {
        recorder.require_record()?;
        Vec::new()
    } else {
        recorded_games(series, &mut recorder)?
    };
    let mut done = BTreeSet::new();
    let mut is_decided = false;
    for game in &old {
        done.insert(game.header.game);
        is_decided |= results.add(game);
    }
    if !old.is_empty() {
        let (played, left) = (old.len(), all - old.len());
        context.messages.note(&format!("resuming: {played} games done, {left} left"));
    }
    is_decided |= results.games == all;
    if !is_decided && !is_new {
        setup::try_programs(&series.agents)?;
    }
    recorder.keep(&old)?;
    if is_decided {
        recorder.finish()?;
        return Ok(Exit::Done);
    }
    let mut failure = None;
    let mut reported = BTreeSet::new();
    let bar = context.progress_bar((all - old.len()) as u64, "games");
    let (threads, clock) = (context.threads().get(), WallClock::new());
    let end = series.play(threads, &done, &clock, &cancel, &mut |game| {
        // A bot that fails in every game is reported once.
        if let Some((agent, why)) = game.breakdown()
            && reported.insert(agent.to_owned())
        {
            bar.suspend(|| {
                context.messages.note(&format!(
                    "`{agent}` lost game {} ({why}); further games lost like this are only counted",
                    game.header.game
                ));
            });
        }
        if let Err(error) = recorder.write(&game.to_lines()) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        let is_decided = results.add(&game);
        bar.inc(1);
        if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let end = end.map_err(setup::no_result)?;
    recorder.finish()?;
    if end != SeriesEnd::Cancelled {
        return Ok(Exit::Done);
    }
    let games = results.games;
    context.messages.note(&match recorder.path() {
        Some(path) => format!(
            "interrupted: {games} of {all} games are in {}; the same command resumes",
            path.display()
        ),
        None => format!(
            "interrupted after {games} of {all} games; with --record FILE they can be resumed"
        ),
    });
    Ok(Exit::Interrupted)
}

/// Returns the complete games of a record, which must be of the same series.
fn recorded_games(series: &Series, recorder: &mut Recorder) -> Result<Vec<GameRecord>, Failure> {
    let games = recorder.games()?;
    if let Some(difference) = games.iter().find_map(|game| series.difference(game)) {
        let name = recorder.path().unwrap_or(Path::new("-")).display();
        return Err(Failure::usage(format!(
            "{name}: holds other games: {difference}; name another file, or replace it with \
             --overwrite"
        )));
    }
    Ok(games.into_iter().filter(|game| game.result.is_some()).collect())
}
