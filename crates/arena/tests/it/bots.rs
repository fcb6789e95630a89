//! Good and bad bots: each loses at most its own game.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille_arena::compliance::check_bot;
use quadrille_arena::game::GameRecord;
use quadrille_arena::protocol::serve;
use quadrille_arena::tournament::{Openings, Plan, Series, SeriesEnd};
use quadrille_arena::{AgentName, Ruleset};
use quadrille_core::{BoxShape, CancelFlag, NoClock, WallClock};

/// Returns the example bot. Cargo builds it before it runs all tests, but not before single ones.
fn example_bot() -> String {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    let path = folder.join("examples").join(format!("bot{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        let build = ["build", "--package", env!("CARGO_PKG_NAME"), "--example", "bot"];
        let status = std::process::Command::new(env!("CARGO")).args(build).status();
        assert!(status.unwrap().success() && path.exists(), "no {}", path.display());
    }
    path.to_str().unwrap().to_owned()
}

fn play(agents: Vec<AgentName>, time: Option<Duration>) -> Vec<GameRecord> {
    let mut rules = Ruleset::empty(BoxShape::of_side(4).unwrap());
    rules.clock.per_game = time;
    let series = Series {
        rules: Arc::new(rules),
        pairings: Plan::RoundRobin.pairings(agents.len(), 2),
        agents,
        openings: Openings::None,
        seed: 3,
    };
    let mut records = Vec::new();
    let clock = WallClock::new();
    let end = series.play(2, &BTreeSet::new(), &clock, &CancelFlag::new(), &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), SeriesEnd::Complete);
    records
}

/// Returns whether a bot complies, and the problem of each step, if there is one.
fn check(command: &[String]) -> (bool, Vec<Option<String>>) {
    let mut problems = Vec::new();
    let complies = check_bot(
        &command.to_vec().into(),
        1,
        &WallClock::new(),
        &CancelFlag::new(),
        &mut |_, problem| {
            problems.push(problem.map(str::to_owned));
        },
    )
    .unwrap();
    (complies, problems)
}

#[test]
fn the_example_bot_plays_and_complies() {
    let command = vec![example_bot()];
    let agents =
        vec![AgentName::Command(command.clone().into()), AgentName::parse("minimax").unwrap()];
    for record in play(agents, Some(Duration::from_secs(20))) {
        record.replay(|_, _| {}).unwrap();
        let result = record.result.unwrap();
        assert!(["full", "stuck"].contains(&result.reason_for_end.as_str()), "{result:?}");
    }
    let (well, steps) = check(&command);
    assert!(well, "{steps:?}");
    assert_eq!(steps.len(), 10);
}

/// A bot that never moves is detected within seconds, without waiting for it in every game.
#[test]
fn a_silent_bot_plays_no_games() {
    let script = "read hello; echo ready mute; cat > /dev/null";
    let command = ["sh", "-c", script].map(str::to_owned);
    let (well, steps) = check(&command);
    assert!(!well);
    assert_eq!(steps.len(), 3, "{steps:?}");
    let problem = steps[1].as_deref().unwrap();
    assert!(problem.starts_with("gave no answer within 10.0 s"), "{problem}");
}

#[test]
#[ignore = "needs Python 3.10 or newer"]
fn the_python_example_plays_the_same_game() {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/bot.py");
    let script = script.to_str().unwrap().to_owned();
    let against = |command: Vec<String>| {
        play(vec![AgentName::Command(command.into()), AgentName::parse("ia").unwrap()], None)
            .into_iter()
            .map(|record| (record.result.unwrap().final_scores, record.plies.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(against(vec!["python3".to_owned(), script]), against(vec![example_bot()]));
}

/// As the protocol says, so that bots know the board.
#[test]
fn bots_are_told_the_opening() {
    let series = Series {
        rules: Arc::new(Ruleset::empty(BoxShape::new(2, 3).unwrap())),
        pairings: Plan::RoundRobin.pairings(2, 6),
        agents: vec![
            AgentName::Command(vec![example_bot()].into()),
            AgentName::parse("first-valid").unwrap(),
        ],
        openings: Openings::Random(5),
        seed: 3,
    };
    let mut games = 0;
    let clock = WallClock::new();
    let end = series.play(2, &BTreeSet::new(), &clock, &CancelFlag::new(), &mut |record| {
        assert_eq!((record.header.opening_plies, record.result.unwrap().detail), (5, None));
        assert!(record.plies.iter().all(|ply| !ply.illegal), "{:?}", record.plies);
        games += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), SeriesEnd::Complete);
    assert_eq!(games, 6);
}

#[test]
fn a_served_agent_plays_the_game_that_it_plays_at_home() {
    // The messages of the arena in a game.
    let home = play(
        vec!["minimax", "ia"].into_iter().map(|n| AgentName::parse(n).unwrap()).collect(),
        None,
    );
    let record = &home[0];
    let mut script = String::from(
        "quadrille 1\nnewgame player=1 size=4 box=2x2 passing=two-pass-end illegal=penalty bonus=16 pass-cost=4 ply-cap=10000 seed=9\n",
    );
    let mut expected = String::from("ready minimax\n");
    for ply in &record.plies {
        let text = match (ply.row, ply.col, ply.value) {
            (Some(row), Some(col), Some(value)) => format!("place {row} {col} {value}"),
            _ => "pass".to_owned(),
        };
        if ply.player == 1 {
            script += "go\n";
            expected += &format!("{text} nodes={}\n", ply.nodes);
        }
        script += &format!("played {} legal {text} {}\n", ply.player, ply.points);
    }
    script += "end 0 0 stuck 0\nquit\n";
    let minimax = AgentName::parse("minimax").unwrap();
    let mut said = Vec::new();
    let build = || minimax.build().unwrap();
    serve("minimax", &build, script.as_bytes(), &mut said, &NoClock).unwrap();
    assert_eq!(String::from_utf8(said).unwrap(), expected);
}

#[cfg(unix)]
#[test]
fn bad_bots_lose_their_game_and_nothing_else() {
    let bots = [
        ("exit 3", "exit status: 3"),
        ("echo 'no luck' >&2; exit 1", "no luck"),
        ("read a; echo ready; read b; read c; kill -9 $$", "signal: 9"),
        ("read a; echo ready; read b; read c; printf 'place 0'; exit 0", "in the middle of a line"),
        ("read a; echo ready; read b; read c; printf 'place 0 0'; sleep 100", "out of time"),
        ("read a; echo ready; read b; read c; sleep 100", "out of time"),
        ("read a; echo ready; yes", "`y`"),
        ("read a; echo ready; read b; read c; yes info", "info lines"),
        ("read a; echo ready; read b; read c; tr '\\0' x </dev/zero", "bytes"),
        // Its first line is invalid whether it comes before the question or after.
        ("read a; echo ready; read b; read c; echo hello", "`hello`"),
        // The message names the expected answer.
        ("echo hello", "said `hello`; the answer to `quadrille 1` is `ready NAME`"),
        ("cat", "said `quadrille 1`; the answer to `quadrille 1` is `ready NAME`"),
        ("read a; echo pass", "said `pass`; the answer to `quadrille 1` is `ready NAME`"),
        (
            "read a; echo ready; read b; while read c; do case $c in go*) echo hello; esac; done",
            "said `hello`; the answer to `go` is `place ROW COLUMN VALUE`, `pass` or `resign`",
        ),
        (
            "read a; echo ready; read b; while read c; do case $c in go*) echo ready; esac; done",
            "said `ready`; the answer to `go` is `place ROW COLUMN VALUE`, `pass` or `resign`",
        ),
        (
            "read a; echo ready; read b; read c; sleep 1; echo place 0 0 4; cat >/dev/null",
            "out of time",
        ),
        (
            "read a; echo ready; while read a b; do case $a in go) echo resign; esac; done",
            "resigned",
        ),
    ];
    let began = Instant::now();
    for (script, expected) in bots {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        let names = vec![
            AgentName::Command(command.into()),
            AgentName::parse("first-valid").unwrap(),
            AgentName::parse("minimax").unwrap(),
        ];
        let records = play(names, Some(Duration::from_millis(400)));
        assert_eq!(records.len(), 6, "{script}");
        for record in &records {
            record.replay(|_, _| {}).unwrap();
            let result = record.result.as_ref().unwrap();
            let bot = record.header.players.iter().position(|name| name.starts_with("cmd:"));
            let Some(bot) = bot else {
                assert!(result.detail.is_none());
                continue;
            };
            assert_eq!(result.winner, Some(2 - bot as u8), "{script} {result:?}");
            let detail = result.detail.as_deref().unwrap_or("");
            assert!(detail.contains(expected), "{script}: {detail}");
            assert!(["forfeit", "time"].contains(&result.reason_for_end.as_str()));
        }
    }
    assert!(began.elapsed() < Duration::from_secs(60));
    assert_eq!(children(), 0, "zombies or survivors");
}

/// The output of the bot ends only when everything that it started has ended.
#[cfg(unix)]
#[test]
fn a_bot_that_ends_is_noticed_though_its_child_holds_the_output() {
    let last_word =
        "while read a b; do case $a in go) echo place 0 0 4; sleep 50 & exit 5; esac; done";
    for (script, plies) in [
        ("sleep 50 & exit 3", 0),
        ("read a; echo ready; read b; read c; sleep 50 & exit 4", 0),
        // The answer before its end counts.
        (&format!("read a; echo ready; {last_word}")[..], 2),
    ] {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        let names =
            vec![AgentName::Command(command.into()), AgentName::parse("first-valid").unwrap()];
        let began = Instant::now();
        let records = play(names, Some(Duration::from_secs(40)));
        assert!(began.elapsed() < Duration::from_secs(20), "{script}");
        let result = records[0].result.as_ref().unwrap();
        assert_eq!((result.winner, result.plies), (Some(2), plies), "{script}: {result:?}");
        let detail = result.detail.as_deref().unwrap_or_default();
        assert!(detail.contains("the program ended (exit status: "), "{script}: {detail}");
    }
}

/// Each line cuts a wait short, so adding up waits would take twenty seconds to reach the limit.
#[cfg(unix)]
#[test]
fn info_lines_do_not_extend_the_time() {
    let script = "read a; echo ready; while read a b; do case $a in go) \
                  while echo info; do sleep 0.01; done; esac; done";
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    let names = vec![AgentName::Command(command.into()), AgentName::parse("first-valid").unwrap()];
    let began = Instant::now();
    for record in play(names, Some(Duration::from_millis(300))) {
        assert_eq!(record.result.unwrap().reason_for_end, "time");
    }
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

#[test]
fn programs_can_be_tried_before_they_play() {
    let there = AgentName::parse(&format!("cmd:'{}'", example_bot())).unwrap();
    there.try_start().unwrap();
    AgentName::parse("ia").unwrap().try_start().unwrap();
    let why =
        AgentName::parse("cmd:/no/such/program").unwrap().try_start().unwrap_err().to_string();
    assert!(why.starts_with("cannot start `/no/such/program`: "), "{why}");
    assert!(why.contains("; name a program that can be run"), "{why}");
}

/// Returns the number of child processes of this test program that were not waited for.
#[cfg(unix)]
fn children() -> usize {
    let me = std::process::id().to_string();
    let Ok(output) =
        std::process::Command::new("ps").args(["-o", "ppid=,stat=,args=", "-A"]).output()
    else {
        return 0;
    };
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|line| line.split_whitespace().next() == Some(&me) && line.contains("sh -c read a"))
        .inspect(|line| println!("{line}"))
        .count()
}
