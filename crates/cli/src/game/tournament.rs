//! `match` and `tournament`: games between agents, and what their results mean.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use quadrille_arena::game::{BoardRecord, GameRecord, RecordedGame, RulesetRecord};
use quadrille_arena::tournament::{
    Duel, Effort, Openings, Plan, Series, SeriesEnd, Sprt, Standings, Tally, Verdict,
};
use quadrille_arena::{AgentName, Forfeit};
use quadrille_engine::{CancelFlag, WallClock};
use serde_json::{Value, json};

use super::setup::{self, Rules, Start};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{align_right, table, text_of};

/// Which games are played, and where they are kept.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct Games {
    /// Games of each pair of agents, each opening from both seats
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) games: u32,
    /// Where games begin: none, random:K or a file
    ///
    /// `random:K` begins with K random placements; a file holds one opening per line.
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub(crate) openings: String,
    /// Where to keep the games, `-` for standard output
    ///
    /// A file that holds games of the same match is continued.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) record: Option<String>,
    /// Replace a record that holds other games
    #[arg(long)]
    pub(crate) overwrite: bool,
}

/// Let two agents play a match: wins, margin and Elo with intervals
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille match strong:ms=100 ia --games 100 --openings random:4
  quadrille match \"cmd:python3 bot.py\" alphabeta --record games.jsonl
  quadrille match strong mcts --games 1000 --openings random:4 --sprt 0,30")]
pub(crate) struct MatchArgs {
    /// One agent, as in strong:ms=100 or "cmd:python3 bot.py"
    a: String,
    /// The other
    b: String,
    /// Stop as soon as a sequential test decides between ELO0 and ELO1
    ///
    /// The test decides whether A is stronger by ELO1 or only by ELO0, with 5 % error either way.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    rules: Rules,
}

/// Let agents play a tournament: everyone against everyone, or a gauntlet
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille tournament ia alphabeta minimax first-valid --openings random:4 --games 20
  quadrille tournament strong ia alphabeta --gauntlet --output cup

With --output DIR, the games are kept in DIR/games.jsonl and the table in DIR/standings.txt; the
same command again goes on where it was stopped, as it does with --record FILE.")]
pub(crate) struct TournamentArgs {
    /// The agents
    #[arg(required = true, num_args = 2.., value_name = "AGENT")]
    agents: Vec<String>,
    /// Only the first agent meets the others
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    rules: Rules,
}

fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match pair {
        Some((low, high)) if low < high && high - low < 4000.0 => Ok((low, high)),
        _ => Err("two differences in Elo, the smaller first, as in 0,30".to_owned()),
    }
}

pub(crate) fn run_match(args: &MatchArgs, context: &Context) -> Result<Exit, Failure> {
    let names = [args.a.clone(), args.b.clone()];
    let rules = (&args.start, &args.rules);
    let session = Session::new(&names, Plan::RoundRobin, &args.games, rules, context)?;
    let record = args.games.record.as_deref();
    keep_apart(record, context)?;
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1));
    // Before the games, so that a mistake here costs nothing.
    let mut out = Output::open(context)?;
    let keeping = Keeping { record, overwrite: args.games.overwrite, directory: None };
    let played = session.play(&keeping, sprt)?;
    if context.json {
        out.json(&session.duel_object(&played, 0, 1, sprt))?;
    } else {
        let games_there = record == Some("-") && context.output.is_none();
        show(context, &mut out, games_there, &session.duel_text(&played, sprt))?;
    }
    out.flush()?;
    Ok(played.exit)
}

/// The results do not go where the games go.
fn keep_apart(record: Option<&str>, context: &Context) -> Result<(), Failure> {
    match (record, &context.output) {
        (Some(record), Some(output)) if record != "-" => {
            context.used_files.add(record);
            context.used_files.refuse(output)
        }
        _ => Ok(()),
    }
}

pub(crate) fn run_tournament(args: &TournamentArgs, context: &Context) -> Result<Exit, Failure> {
    let plan = if args.gauntlet { Plan::Gauntlet } else { Plan::RoundRobin };
    let rules = (&args.start, &args.rules);
    let session = Session::new(&args.agents, plan, &args.games, rules, context)?;
    let directory = context.output.as_deref();
    let in_directory = |name: &str| directory.map(|directory| directory.join(name));
    let record = match (&args.games.record, in_directory("games.jsonl")) {
        (Some(record), _) => Some(record.clone()),
        (None, Some(path)) => Some(path.display().to_string()),
        (None, None) => None,
    };
    let keeping = Keeping { record: record.as_deref(), overwrite: args.games.overwrite, directory };
    let played = session.play(&keeping, None)?;
    let text = session.table(&played);
    if let Some(path) = in_directory("standings.txt") {
        fs::write(&path, &text).map_err(|error| cannot_write(&path, &error))?;
    }
    context.used_files.refuse_stdout()?;
    let mut out = Output::standard(context);
    if context.json {
        out.json(&session.standings_object(&played))?;
    } else {
        show(context, &mut out, record.as_deref() == Some("-"), &text)?;
    }
    out.flush()?;
    Ok(played.exit)
}

/// Results for people: where results go, or on standard error when the games went there.
fn show(context: &Context, out: &mut Output, games_there: bool, text: &str) -> Result<(), Failure> {
    if games_there {
        context.messages.write(text);
        return Ok(());
    }
    out.text(text)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write to {}: {error}", path.display()))
}

/// The games to be played, resolved.
struct Session<'a> {
    series: Series,
    context: &'a Context,
}

/// Where they are to be kept.
struct Keeping<'a> {
    record: Option<&'a str>,
    overwrite: bool,
    /// Made where it is missing.
    directory: Option<&'a Path>,
}

/// What came of them.
struct Played {
    standings: Standings,
    games: usize,
    exit: Exit,
}

/// Where games are kept.
enum Keep {
    Nowhere,
    Standard(Output),
    File(File, PathBuf),
}

impl<'a> Session<'a> {
    fn new(
        names: &[String],
        plan: Plan,
        games: &Games,
        (start, rules): (&Start, &Rules),
        context: &'a Context,
    ) -> Result<Self, Failure> {
        let rules = setup::rules(start, rules, context)?;
        let agents =
            names.iter().map(|name| setup::agent(name, &rules)).collect::<Result<Vec<_>, _>>()?;
        let openings = setup::openings(&games.openings, &rules)?;
        let repeats = openings == Openings::None && agents.iter().all(AgentName::is_deterministic);
        if games.games > 2 && repeats {
            context.messages.note(
                "these agents play the same game again; --openings random:4 makes them differ",
            );
        }
        let pairings = plan.pairings(agents.len(), games.games as usize);
        let series = Series { rules, agents, pairings, openings, seed: context.seed() };
        Ok(Self { series, context })
    }

    /// Plays what the record does not hold yet.
    fn play(&self, keeping: &Keeping<'_>, sprt: Option<Sprt>) -> Result<Played, Failure> {
        let context = self.context;
        let cancel = context.handle_signals(None);
        let mut played = Played {
            standings: Standings::new(self.series.agents.len()),
            games: 0,
            exit: Exit::Done,
        };
        let old = self.old_games(keeping)?;
        let mut done = BTreeSet::new();
        let mut decided = false;
        for game in &old {
            done.insert(game.header.game);
            decided |= self.take(&mut played, game, sprt);
        }
        if !old.is_empty() {
            let all = self.series.pairings.len();
            context.messages.note(&format!("{} of {all} games are on record", old.len()));
        }
        decided |= played.games == self.series.pairings.len();
        if !decided {
            setup::try_programs(&self.series.agents)?;
        }
        let mut keep = Keep::open(context, keeping, &old)?;
        let mut trouble = Ok(());
        let mut told = BTreeSet::new();
        if !decided {
            let bar = self.context.spinner();
            let all = self.series.pairings.len();
            bar.set_message(format!("{} of {all} games", played.games));
            let end = self.run(&done, &cancel, &mut |game| {
                // Once, not for every game that it loses.
                if let Some((agent, why)) = breakdown(&game)
                    && told.insert(agent.to_owned())
                {
                    bar.suspend(|| {
                        context.messages.note(&format!(
                            "`{agent}` lost game {} ({why}); more such games of it are only counted",
                            game.header.game
                        ));
                    });
                }
                if let Err(failure) = keep.add(&game) {
                    trouble = Err(failure);
                    return ControlFlow::Break(());
                }
                let enough = self.take(&mut played, &game, sprt);
                bar.set_message(format!("{} of {all} games", played.games));
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            bar.finish_and_clear();
            if end == SeriesEnd::Cancelled {
                played.exit.merge(Exit::Interrupted);
                self.tell_how_to_go_on(played.games, &keep);
            }
        }
        trouble?;
        keep.finish()?;
        Ok(played)
    }

    fn tell_how_to_go_on(&self, games: usize, keep: &Keep) {
        let all = self.series.pairings.len();
        self.context.messages.note(&match keep {
            Keep::File(_, path) => format!(
                "interrupted: {games} of {all} games are in {}; the same command goes on",
                path.display()
            ),
            _ => format!(
                "interrupted after {games} of {all} games; with --record FILE they can be gone on \
                 with"
            ),
        });
    }

    fn run(
        &self,
        done: &BTreeSet<usize>,
        cancel: &CancelFlag,
        each: &mut dyn FnMut(GameRecord) -> ControlFlow<()>,
    ) -> SeriesEnd {
        self.series.play(self.context.threads().get(), done, &WallClock::new(), cancel, each)
    }

    /// Adds a game to the results, and says whether the sequential test is over.
    fn take(&self, played: &mut Played, game: &GameRecord, sprt: Option<Sprt>) -> bool {
        let pairing = self.series.pairings[game.header.game];
        played.standings.add(pairing.players, pairing.opening, game);
        played.games += 1;
        sprt.is_some_and(|test| played.standings.duel(0, 1).sprt(test).1.is_some())
    }

    /// The games that the record holds already.
    fn old_games(&self, keeping: &Keeping<'_>) -> Result<Vec<GameRecord>, Failure> {
        let there = |name: &&str| *name != "-" && !keeping.overwrite && Path::new(name).exists();
        let Some(name) = keeping.record.filter(there) else { return Ok(Vec::new()) };
        let old = setup::records_to_write(name)?;
        for game in &old {
            self.check_same(game).map_err(|difference| {
                Failure::usage(format!(
                    "{name}: holds other games: {difference}; name another file, or say --overwrite"
                ))
            })?;
        }
        // What a killed match left of its last game is played again.
        Ok(old.into_iter().filter_map(RecordedGame::whole).collect())
    }

    /// Whether a recorded game is one of ours; if not, how it differs.
    fn check_same(&self, game: &RecordedGame) -> Result<(), String> {
        let header = &game.header;
        let series = &self.series;
        let Some(&pairing) = series.pairings.get(header.game) else {
            return Err(format!("game {} is beyond the last", header.game));
        };
        let fixture = series.fixture(pairing);
        let differs = |what: &str, theirs: String, ours: String| {
            if theirs == ours { Ok(()) } else { Err(format!("{what} {theirs}, not {ours}")) }
        };
        differs("players", header.players.join(" - "), fixture.names.join(" - "))?;
        differs("seed", header.seed.to_string(), series.seed.to_string())?;
        let text = |value: serde_json::Result<String>| value.unwrap_or_default();
        differs(
            "board",
            text(serde_json::to_string(&header.board)),
            text(serde_json::to_string(&BoardRecord::of(&series.rules.board))),
        )?;
        differs(
            "rules",
            text(serde_json::to_string(&header.ruleset)),
            text(serde_json::to_string(&RulesetRecord::of(&series.rules))),
        )?;
        let side = series.rules.side();
        let moves: Vec<String> = game
            .plies
            .iter()
            .take(header.opening_plies)
            .map(|ply| ply.mv(side).map(|mv| mv.name(side).to_string()))
            .collect::<Result<_, _>>()?;
        let mut ours: Vec<String> =
            fixture.opening.iter().map(|mv| mv.name(side).to_string()).collect();
        if game.result.is_none() {
            // Cut off, maybe within its opening.
            ours.truncate(moves.len());
        }
        differs("opening", moves.join(" "), ours.join(" "))
    }

    fn duel_object(&self, played: &Played, a: usize, b: usize, sprt: Option<Sprt>) -> Value {
        let duel = played.standings.duel(a, b);
        let mut object = json!({
            "agents": [self.name(a), self.name(b)],
            "seed": self.series.seed,
            "passing": self.series.rules.passing.id(),
            "games": tally(duel.games),
            "pairs": tally(duel.pairs),
            "score": duel.games.score(),
            "margin_mean": duel.margin(),
            "margin_error": duel.margin_error(),
            "elo": duel.elo().map(|[_, elo, _]| finite(elo)),
            "elo_low": duel.elo().map(|[low, ..]| finite(low)),
            "elo_high": duel.elo().map(|[.., high]| finite(high)),
            "reasons": duel.reasons,
            "effort": [
                self.effort_object(a, &duel.effort),
                self.effort_object(b, &played.standings.duel(b, a).effort),
            ],
        });
        if let Some(test) = sprt {
            let (llr, verdict) = duel.sprt(test);
            object["sprt"] = json!({
                "elo0": test.elo0, "elo1": test.elo1, "llr": llr, "verdict": verdict.map(word),
            });
        }
        object
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

    fn name(&self, agent: usize) -> String {
        self.series.agents[agent].to_string()
    }

    fn duel_text(&self, played: &Played, sprt: Option<Sprt>) -> String {
        let duel = played.standings.duel(0, 1);
        let mut text = format!("{} against {}\n", self.name(0), self.name(1));
        let words = |tally: Tally| {
            format!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses)
        };
        text += &format!("games   {}{}\n", words(duel.games), score_text(duel));
        text += &format!("pairs   {}\n", words(duel.pairs));
        if let Some(margin) = duel.margin() {
            let error = duel.margin_error();
            let error = error.map(|e| format!(", standard error {e:.1}")).unwrap_or_default();
            text += &format!("margin  {margin:+.1} a game{error}\n");
        }
        text += &match duel.elo() {
            Some([low, elo, high]) => {
                format!("Elo     {elo:+.0}, 95 % interval {low:+.0} to {high:+.0}\n")
            }
            None => {
                "Elo     unknown: an interval takes two pairs, four games, at least\n".to_owned()
            }
        };
        if let Some(test) = sprt {
            let (llr, verdict) = duel.sprt(test);
            let [low, high] = test.bounds();
            let verdict = verdict.map_or("undecided", word);
            text += &format!(
                "SPRT    {verdict}, log-likelihood ratio {llr:.2} in {low:.2} to {high:.2}\n"
            );
        }
        let reasons: Vec<String> = (played.standings.reasons().iter())
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        text += &format!("ends    {}\n", reasons.join(", "));
        text + &self.effort_table(played)
    }

    fn effort_table(&self, played: &Played) -> String {
        let mut rows = table([
            "agent", "moves", "nodes", "mean", "most", "fewest", "seconds", "mean", "most",
            "least", "forfeits",
        ]);
        for agent in 0..self.series.agents.len() {
            let effort = played.standings.effort(agent);
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

    fn table(&self, played: &Played) -> String {
        let standings = &played.standings;
        let mut rows = table(["", "agent", "games", "won", "drawn", "lost", "score"]);
        for (place, agent) in standings.ranking().into_iter().enumerate() {
            let total = standings.total(agent);
            rows.add_row([
                (place + 1).to_string(),
                self.name(agent),
                total.count().to_string(),
                total.wins.to_string(),
                total.draws.to_string(),
                total.losses.to_string(),
                total.score().map(|s| format!("{:.1} %", 100.0 * s)).unwrap_or_default(),
            ]);
        }
        align_right(&mut rows, 2..7);
        let mut duels = table(["duel", "games", "pairs", "margin", "Elo (95 %)"]);
        for (a, b) in self.duels() {
            let duel = standings.duel(a, b);
            let counts = |t: Tally| format!("{}-{}-{}", t.wins, t.draws, t.losses);
            let error = duel.margin_error().map(|e| format!(" ± {e:.1}")).unwrap_or_default();
            duels.add_row([
                format!("{} - {}", self.name(a), self.name(b)),
                counts(duel.games),
                counts(duel.pairs),
                duel.margin().map(|m| format!("{m:+.1}{error}")).unwrap_or_default(),
                duel.elo()
                    .map(|[low, elo, high]| format!("{elo:+.0} ({low:+.0} to {high:+.0})"))
                    .unwrap_or_default(),
            ]);
        }
        [text_of(&rows), text_of(&duels), self.effort_table(played)].join("\n")
    }

    /// The pairs of agents that meet.
    fn duels(&self) -> BTreeSet<(usize, usize)> {
        let sorted = |[a, b]: [usize; 2]| (a.min(b), a.max(b));
        self.series.pairings.iter().map(|pairing| sorted(pairing.players)).collect()
    }

    fn standings_object(&self, played: &Played) -> Value {
        let standings = &played.standings;
        let ranking: Vec<Value> = standings
            .ranking()
            .into_iter()
            .map(|agent| {
                let total = standings.total(agent);
                json!({
                    "agent": self.name(agent),
                    "games": tally(total),
                    "score": total.score(),
                    "effort": self.effort_object(agent, standings.effort(agent)),
                })
            })
            .collect();
        let duels: Vec<Value> =
            self.duels().into_iter().map(|(a, b)| self.duel_object(played, a, b, None)).collect();
        json!({
            "standings": ranking,
            "duels": duels,
            "games": played.games,
            "reasons": standings.reasons(),
            "seed": self.series.seed,
        })
    }
}

/// Who lost a game by breaking down or breaking the rules, and how. Giving up is neither.
fn breakdown(game: &GameRecord) -> Option<(&str, &str)> {
    let loser = usize::from(3 - game.result.winner?) - 1;
    let detail = game.result.detail.as_deref()?;
    let why = detail.strip_prefix(["player 1: ", "player 2: "][loser]).unwrap_or(detail);
    (why != Forfeit::Resigned.to_string()).then_some((&game.header.players[loser], why))
}

fn score_text(duel: &Duel) -> String {
    duel.games.score().map(|score| format!(" ({:.1} %)", 100.0 * score)).unwrap_or_default()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

fn tally(tally: Tally) -> Value {
    json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses})
}

/// JSON has no infinities: absent.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

impl Keep {
    /// The record, with the games that it held.
    fn open(context: &Context, keeping: &Keeping<'_>, old: &[GameRecord]) -> Result<Self, Failure> {
        if let Some(directory) = keeping.directory {
            fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error))?;
        }
        let Some(name) = keeping.record else { return Ok(Self::Nowhere) };
        if name == "-" {
            return Ok(Self::Standard(Output::standard(context)));
        }
        // Written anew, so that what a killed match left of its last game is gone.
        let path = PathBuf::from(name);
        let partial = path.with_extension("partial");
        let text: String = old.iter().map(GameRecord::to_lines).collect();
        fs::write(&partial, &text)
            .and_then(|()| fs::rename(&partial, &path))
            .and_then(|()| OpenOptions::new().append(true).open(&path))
            .map(|file| Self::File(file, path.clone()))
            .map_err(|error| cannot_write(&path, &error))
    }

    /// Adds a game, whole: whoever kills the program finds the games before it.
    fn add(&mut self, game: &GameRecord) -> Result<(), Failure> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Standard(out) => out.text(&game.to_lines()).and_then(|()| out.flush()),
            Self::File(file, path) => {
                file.write_all(game.to_lines().as_bytes()).map_err(|e| cannot_write(path, &e))
            }
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Standard(out) => out.flush(),
            Self::File(file, path) => file.sync_all().map_err(|e| cannot_write(path, &e)),
        }
    }
}
