//! Games ply by ply: every position is compared with one that is computed the slow way.

use std::fs;
use std::path::Path;

use quadrille_api::game::{GameReplay, MoveEffect, ReplayAnswer};
use quadrille_api::{Context, Error, ErrorKind, Reply, Request, call};
use quadrille_core::{CancelFlag, WallClock};
use serde_json::{Value, json};

fn ask(fields: Value) -> Result<ReplayAnswer, Error> {
    let mut request = fields;
    request["call"] = json!("replay");
    let request: Request = serde_json::from_value(request).expect("a request");
    let clock = WallClock::new();
    match call(&request, &Context::new(CancelFlag::new(), &clock))? {
        Reply::Replay(answer) => Ok(*answer),
        other => panic!("not a replay: {other:?}"),
    }
}

fn text(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/records/{name}.jsonl"));
    fs::read_to_string(file).unwrap()
}

/// The lines of a text without their checksums.
fn bare(text: &str) -> Vec<String> {
    let end = |line: &str| line.find(r#","checksum_with_seconds""#).unwrap();
    text.lines().map(|line| format!("{}}}", &line[..end(line)])).collect()
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// A position as a viewer has it after it has applied the changes of some plies.
struct Shown {
    digits: Vec<u8>,
    legal: Vec<Vec<u8>>,
    bonus: Vec<i32>,
    dead: Vec<usize>,
}

/// The board of a game: the row, the column and the box of each cell, and the cells joined to it.
struct Naive {
    houses: Vec<[Vec<usize>; 3]>,
    joined: Vec<Vec<usize>>,
}

impl Naive {
    fn of(game: &GameReplay) -> Self {
        let side = game.board.size;
        let shape = game.board.shape.as_deref().unwrap();
        let rows: usize = shape.split('x').next().unwrap().parse().unwrap();
        let key = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            [row, column, row / rows * side + column / (side / rows)]
        };
        let cells = 0..side * side;
        let house = |cell: usize, kind: usize| {
            cells.clone().filter(|&other| key(other)[kind] == key(cell)[kind]).collect()
        };
        let mut joined = vec![Vec::new(); side * side];
        for &[ar, ac, br, bc] in game.board.edges.iter().flatten() {
            joined[ar * side + ac].push(br * side + bc);
            joined[br * side + bc].push(ar * side + ac);
        }
        Self {
            houses: cells.clone().map(|cell| [0, 1, 2].map(|k| house(cell, k))).collect(),
            joined,
        }
    }

    fn legal(&self, digits: &[u8], cell: usize) -> Vec<u8> {
        let side = self.houses[0][0].len() as u8;
        let is_legal = |digit: &u8| {
            let is_used = |house: &Vec<usize>| house.iter().any(|&other| digits[other] == *digit);
            let is_near =
                |&other: &usize| digits[other] == 0 || digits[other].abs_diff(*digit) == 1;
            !self.houses[cell].iter().any(is_used) && self.joined[cell].iter().all(is_near)
        };
        if digits[cell] > 0 { Vec::new() } else { (1..=side).filter(is_legal).collect() }
    }

    /// The number of houses in which no other cell is empty.
    fn completed(&self, digits: &[u8], cell: usize) -> i32 {
        let is_last =
            |house: &&Vec<usize>| house.iter().all(|&other| other == cell || digits[other] > 0);
        self.houses[cell].iter().filter(is_last).count() as i32
    }
}

impl Shown {
    fn check(&self, naive: &Naive, bonus: i32) {
        for cell in 0..self.digits.len() {
            let legal = naive.legal(&self.digits, cell);
            assert_eq!(self.legal[cell], legal, "cell {cell} of {:?}", self.digits);
            let is_empty = self.digits[cell] == 0;
            assert_eq!(self.dead.contains(&cell), is_empty && legal.is_empty());
            if is_empty {
                assert_eq!(self.bonus[cell], bonus * naive.completed(&self.digits, cell));
            }
        }
    }
}

/// Applies the changes of all plies, as a viewer does, and checks every position.
fn check(game: &GameReplay) -> Shown {
    let start = &game.start;
    let mut shown = Shown {
        digits: start.digits.clone(),
        legal: start.legal.clone(),
        bonus: vec![0; start.digits.len()],
        dead: start.dead.clone(),
    };
    start.bonuses.iter().for_each(|bonus| shown.bonus[bonus.cell] = bonus.points);
    let (naive, bonus) = (Naive::of(game), game.ruleset.bonus.unwrap());
    shown.check(&naive, bonus);
    let mut scores = [0, 0];
    for ply in &game.plies {
        if ply.effect == MoveEffect::Placed {
            let (cell, digit) = (ply.cell.unwrap(), ply.digit.unwrap());
            assert!(shown.legal[cell].contains(&digit));
            assert_eq!(ply.points, i32::from(digit) + shown.bonus[cell]);
            assert_eq!(shown.bonus[cell], ply.completed as i32 * bonus);
            (shown.digits[cell], shown.legal[cell]) = (digit, Vec::new());
        }
        for out in &ply.ruled_out {
            assert!(out.digits.iter().all(|digit| shown.legal[out.cell].contains(digit)));
            shown.legal[out.cell].retain(|digit| !out.digits.contains(digit));
        }
        ply.bonuses.iter().for_each(|bonus| shown.bonus[bonus.cell] = bonus.points);
        shown.dead.extend(&ply.dead);
        shown.check(&naive, bonus);
        scores[usize::from(ply.seat) - 1] += ply.points;
        assert_eq!((scores, ply.turn), (ply.scores, 3 - ply.seat));
    }
    shown
}

/// The board of the original program, `dualsudoku_4x4.txt`.
fn original_board() -> Value {
    json!({
        "size": 4,
        "givens": [0, 0, 3, 0, 0, 2, 0, 0, 2, 0, 0, 3, 4, 0, 2, 0],
        "edges": [
            [0, 1, 0, 2], [0, 2, 0, 3], [1, 0, 1, 1], [1, 1, 1, 2], [1, 0, 2, 0], [1, 1, 2, 1],
            [1, 3, 2, 3], [2, 0, 2, 1], [2, 2, 2, 3], [3, 0, 3, 1], [3, 1, 3, 2], [3, 2, 3, 3],
        ],
    })
}

/// Replays the games of the original program in a folder, relative to the crate.
fn check_goldens(folder: &str, games: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let header = lines.next().unwrap();
        let plies: Vec<Value> = lines.collect();
        let board = match name.split('_').next().unwrap() {
            "csudoku4" => original_board(),
            "empty4" => json!({"size": 4}),
            _ => json!({"size": 9}),
        };
        // The original never ends this game; its recording was cut.
        let is_endless = header["reason_for_end"] == "endless_passes";
        let cap = if is_endless { plies.len() } else { 10_000 };
        let moves: Vec<String> = plies
            .iter()
            .map(|ply| match ply["pass"].as_bool() {
                Some(true) => "pass".to_owned(),
                _ => {
                    let [row, col] = ["row", "col"].map(|field| ply[field].as_u64().unwrap() + 1);
                    format!("r{row}c{col}={}", ply["value"])
                }
            })
            .collect();
        let ruleset = json!({"passing": "unlimited", "ply_cap": cap});
        let answer = ask(json!({"board": board, "ruleset": ruleset, "moves": moves})).unwrap();
        let shown = check(&answer.replay);
        assert_eq!(answer.replay.plies.len(), plies.len(), "{name}");
        for (ours, theirs) in answer.replay.plies.iter().zip(&plies) {
            assert_eq!(json!(ours.seat), theirs["player"], "{name}");
            assert_eq!(json!(ours.points), theirs["points"], "{name}");
            assert_eq!(json!(ours.scores), json!([theirs["score1"], theirs["score2"]]), "{name}");
        }
        let result = answer.replay.result.unwrap();
        let reason = if is_endless { &json!("ply-cap") } else { &header["reason_for_end"] };
        assert_eq!(
            (&json!(result.reason), &json!(result.scores)),
            (reason, &header["final_scores"])
        );
        let empty = shown.digits.iter().filter(|&&digit| digit == 0).count();
        assert_eq!(json!(empty), header["empty_cells"], "{name}");
        count += 1;
    }
    assert_eq!(count, games);
}

#[test]
fn golden_games_are_replayed() {
    check_goldens("../arena/tests/golden", 36);
}

#[test]
#[ignore = "needs ../shared/data"]
fn all_golden_games_are_replayed() {
    check_goldens("../../../shared/data/golden_games", 45);
}

#[test]
fn records_of_the_command_line_are_replayed() {
    let (mut effects, mut reasons) = (Vec::new(), Vec::new());
    for name in ["unlimited", "two-pass-end", "no-double-pass", "forbidden", "six-clock"] {
        for game in 0..2 {
            let answer = ask(json!({"text": text(name), "game": game})).unwrap();
            assert_eq!((answer.games.len(), answer.truncated), (2, false));
            let replay = answer.replay;
            assert_eq!(replay.problem, None, "{name}");
            check(&replay);
            let [first, last] = answer.games[game].lines;
            assert_eq!(last - first, replay.plies.len() + 1);
            effects.extend(replay.plies.iter().map(|ply| ply.effect));
            reasons.push(replay.result.unwrap().reason);
        }
    }
    for effect in
        [MoveEffect::Placed, MoveEffect::Passed, MoveEffect::Penalized, MoveEffect::Forfeited]
    {
        assert!(effects.contains(&effect), "{effect:?}");
    }
    reasons.sort_unstable();
    reasons.dedup();
    assert!(reasons.len() > 2, "{reasons:?}");
}

#[test]
fn files_are_read_as_on_the_command_line() {
    let whole = text("two-pass-end");
    let windows = format!("\u{feff}\r\n{}", whole.replace('\n', "\r\n\r\n"));
    assert_eq!(ask(json!({"text": windows})).unwrap().games.len(), 2);
    let header = whole.find('\n').unwrap() + 1;
    let cut = ask(json!({"text": whole[..header + 20]})).unwrap();
    assert_eq!((cut.games.len(), cut.replay.plies.len(), cut.replay.result), (1, 0, None));
    // A game that restarts with the same header, as after moves were taken back.
    let again = whole.lines().take(4).collect::<Vec<_>>().join("\n") + "\n" + &whole;
    let games = ask(json!({"text": again})).unwrap().games;
    assert_eq!((games.len(), games[0].lines[0]), (2, 5));
}

#[test]
fn what_is_not_a_record_is_refused_with_its_place() {
    let lines = bare(&text("two-pass-end"));
    let changed = |from: &str, to: &str| joined(&lines).replacen(from, to, 1);
    for (text, place, message) in [
        (String::new(), None, "the text holds no game"),
        ("53..7....\n".to_owned(), Some((1, 4)), "not a JSON object"),
        ("[]\n".to_owned(), Some((1, 1)), "not a line of a game record"),
        (joined(&lines[1..]), Some((1, 1)), "a game begins with an object of the type `game`"),
        (changed(r#""points":"#, r#""point":"#), Some((2, 1)), "missing field `points`"),
        (changed(r#""box":"2x2""#, r#""box":"9x9""#), Some((1, 1)), "81"),
        (changed(r#""size":4"#, r#""size":1000000000"#), Some((1, 1)), "1000000000"),
        (changed(r#""box":"2x2""#, r#""box":"2x2","givens":[9]"#), Some((1, 1)), "givens"),
        (changed(r#""passing":"two"#, r#""passing":"no"#), Some((1, 1)), "unknown pass rule"),
    ] {
        let error = ask(json!({"text": text})).unwrap_err();
        assert_eq!(error.place.map(|place| (place.line, place.column)), place, "{error}");
        assert!(error.message.contains(message), "{error}");
    }
    for wrong in [
        json!({}),
        json!({"text": text("unlimited"), "moves": ["pass"]}),
        json!({"text": text("unlimited"), "game": 2}),
        json!({"board": {"size": 4}, "game": 0}),
        json!({"board": {"size": 4}, "moves": vec!["r9c9=9"; 10_001]}),
        json!({"board": {"size": 30}}),
    ] {
        ask(wrong).unwrap_err();
    }
    let too_large = ask(json!({"text": " ".repeat((16 << 20) + 1)})).unwrap_err();
    assert_eq!(too_large.error, ErrorKind::TooLarge);
    let late = ask(json!({"board": {"size": 4}, "moves": ["pass", "pass", "pass"]})).unwrap_err();
    assert_eq!(late.message, "move 3: the game is over (two-passes)");
}

#[test]
fn changed_records_are_shown_up_to_the_change() {
    let whole = text("two-pass-end");
    let lines = bare(&whole);
    let end = lines.iter().position(|line| line.contains(r#""result""#)).unwrap();
    let problem = |line: usize, field: &str, value: Value| {
        let mut lines = lines[..=end].to_vec();
        let mut fields: Value = serde_json::from_str(&lines[line]).unwrap();
        assert_ne!(fields[field], value);
        fields[field] = value;
        lines[line] = fields.to_string();
        let replay = ask(json!({"text": joined(&lines)})).unwrap().replay;
        check(&replay);
        assert_eq!(replay.result, None);
        let problem = replay.problem.unwrap();
        assert_eq!(replay.plies.len(), problem.ply.map_or(end - 1, |ply| ply as usize - 1));
        (problem.ply, problem.message)
    };
    let (ply, message) = problem(3, "points", json!(99));
    let expected = "ply 3 has points 99, but its move makes it 4";
    assert_eq!((ply, &*message), (Some(3), expected));
    assert_eq!(problem(3, "score1", json!(99)).0, Some(3));
    assert_eq!(problem(1, "player", json!(2)).0, Some(1));
    assert_eq!(problem(end, "reason_for_end", json!("ply-cap")).0, None);
    assert_eq!(problem(end, "final_scores", json!([1234, 0])).0, None);
    // Only the checksum knows of the nodes of a ply.
    let changed = whole.replacen(r#""nodes":0"#, r#""nodes":1"#, 1);
    let replay = ask(json!({"text": changed})).unwrap().replay;
    assert_eq!(replay.problem.unwrap().ply, Some(1));
}

#[test]
fn illegal_attempts_have_names_that_are_moves() {
    let moves = ["r9c1=1", "r1c1=9", "r0c1=2", "r1c1=0"];
    let request = json!({"board": {"size": 4}, "moves": moves});
    let replay = ask(request).unwrap().replay;
    assert_eq!(replay.plies.iter().map(|ply| &*ply.mv).collect::<Vec<_>>(), moves);
    assert!(replay.plies.iter().all(|ply| ply.effect == MoveEffect::Penalized));
    // No record of ours has such numbers, but others may.
    let lines = bare(&text("forbidden"));
    let far = format!(
        r#"{{"ply":1,"player":1,"row":{},"col":0,"value":1,"illegal":true,"points":0,"score1":0,"score2":0,"nodes":0}}"#,
        i64::MAX
    );
    let replay = ask(json!({"text": joined(&[lines[0].clone(), far])})).unwrap().replay;
    assert!(replay.plies[0].mv.contains("row 9223372036854775807"), "{:?}", replay.plies);
}
