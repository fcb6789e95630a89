//! Replays the games of the original program with our versions of its players.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use quadrille_arena::game::{GameRecord, PlyRecord};
use quadrille_arena::{AgentName, Passing, Ruleset};
use quadrille_arena::{Fixture, tournament::play_game};
use quadrille_core::{BoxShape, CancelFlag, Cell, Edges, Grid, NoClock, Puzzle};
use serde_json::Value;

fn csudoku4() -> Puzzle {
    let shape = BoxShape::of_side(4).unwrap();
    let givens = [0, 0, 3, 0, 0, 2, 0, 0, 2, 0, 0, 3, 4, 0, 2, 0];
    let pairs = [
        (0, 1, 0, 2),
        (0, 2, 0, 3),
        (1, 0, 1, 1),
        (1, 1, 1, 2),
        (1, 0, 2, 0),
        (1, 1, 2, 1),
        (1, 3, 2, 3),
        (2, 0, 2, 1),
        (2, 2, 2, 3),
        (3, 0, 3, 1),
        (3, 1, 3, 2),
        (3, 2, 3, 3),
    ];
    let cell = |row: usize, column: usize| Cell::new(row * 4 + column);
    let edges = Edges::new(shape, pairs.map(|(a, b, c, d)| (cell(a, b), cell(c, d)))).unwrap();
    Puzzle::new(Grid::from_digits(shape, &givens).unwrap(), edges).unwrap()
}

fn board(name: &str) -> Puzzle {
    let empty = |side| Grid::empty(BoxShape::of_side(side).unwrap()).try_into().unwrap();
    match name {
        "empty4" => empty(4),
        "empty9" => empty(9),
        "csudoku4_1" => csudoku4(),
        other => panic!("an unknown golden board {other}"),
    }
}

fn agent_id(name: &str) -> String {
    name.replace("firstvalid", "first-valid")
}

/// Plays a game of two agents under the original rules, of at most `ply_cap` plies.
fn game(board: Puzzle, names: [&str; 2], ply_cap: u32) -> GameRecord {
    let mut rules = Ruleset::new(board).with_passing(Passing::Unlimited);
    rules.ply_cap = ply_cap;
    let mut agents = names.map(|name| AgentName::parse(name).unwrap().build().unwrap());
    let fixture = Fixture {
        rules: Arc::new(rules),
        opening: Vec::new(),
        names: names.map(str::to_owned),
        game: 0,
        seed: 1,
    };
    play_game(&fixture, &mut agents, &NoClock, &CancelFlag::new()).unwrap()
}

/// Returns a ply without its time, as in the golden games.
fn as_golden(ply: &PlyRecord) -> PlyRecord {
    PlyRecord { seconds: None, ..ply.clone() }
}

fn check(file: &str, text: &str) {
    let (board_name, players) = file.split_once('_').unwrap();
    let (board_name, players) = match players.strip_prefix("1_") {
        Some(rest) => (format!("{board_name}_1"), rest),
        None => (board_name.to_owned(), players),
    };
    let (first, second) = players.split_once("_vs_").unwrap();
    let (first, second) = (agent_id(first), agent_id(second));
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let plies: Vec<PlyRecord> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    let endless = header["reason_for_end"] == "endless_passes";
    let cap = if endless { plies.len() as u32 } else { 10_000 };
    let played = game(board(&board_name), [&first, &second], cap);
    for (ours, theirs) in played.plies.iter().zip(&plies) {
        assert_eq!(as_golden(ours), *theirs, "{file}");
    }
    assert_eq!(played.plies.len(), plies.len(), "{file}");
    let result = serde_json::to_value(&played.result).unwrap();
    for field in ["final_scores", "plies", "empty_cells", "moves", "passes"] {
        assert_eq!(result[field], header[field], "{file} {field}");
    }
    for field in ["nodes_total", "nodes_max", "nodes_min"] {
        assert_eq!(result[field], header[field], "{file} {field}");
    }
    let reason = if endless { "ply-cap" } else { header["reason_for_end"].as_str().unwrap() };
    assert_eq!(played.result.as_ref().unwrap().reason_for_end, reason, "{file}");
    played.replay(|_, _| {}).unwrap();
    assert_eq!(GameRecord::read_all(&played.to_lines()).unwrap(), [played]);
}

/// Replays all games of a folder, relative to the crate.
fn check_folder(folder: &str, games: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut seen = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            check(&name, &fs::read_to_string(&path).unwrap());
            seen.push(name);
        }
    }
    // Every deterministic player of the original, on both seats of every board.
    for board in ["empty4", "csudoku4_1", "empty9"] {
        for id in ["firstvalid", "minimax", "alphabeta", "ia"] {
            let has = |pattern: fn(&str, &str, &str) -> bool| {
                seen.iter().any(|name| pattern(name, board, id))
            };
            assert!(has(|name, board, id| name.starts_with(&format!("{board}_{id}_vs_"))));
            assert!(has(
                |name, board, id| name.starts_with(board) && name.ends_with(&format!("_vs_{id}"))
            ));
        }
    }
    assert_eq!(seen.len(), games);
}

#[test]
fn golden_games_are_replayed() {
    check_folder("tests/golden", 36);
}

#[test]
#[ignore = "needs ../shared/data"]
fn all_golden_games_are_replayed() {
    check_folder("../../../shared/data/golden_games", 45);
}

/// Returns the scores, and the total, mean (rounded down) and largest nodes of one player.
fn numbers(side: usize, names: [&str; 2], player: usize) -> ([i32; 2], u64, u64, u64) {
    let board = Grid::empty(BoxShape::of_side(side).unwrap()).try_into().unwrap();
    let result = game(board, names, 10_000).result.unwrap();
    let total = result.nodes_total[player];
    let mean = total / u64::from(result.moves[player]);
    (result.final_scores, total, mean, result.nodes_max[player])
}

#[test]
fn the_node_counts_of_the_report_are_reproduced() {
    let first = "first-valid";
    assert_eq!(numbers(9, [first, "minimax"], 1), ([135, 447], 3_427_169, 110_553, 470_937));
    assert_eq!(numbers(4, [first, "minimax"], 1), ([66, 166], 4_383, 547, 2_346));
    let ascending = "alphabeta:values=ascending";
    let (_, total, mean, most) = numbers(9, [ascending, first], 0);
    assert_eq!((total, mean, most), (252_921, 7_664, 25_068));
    let (_, total, mean, most) = numbers(4, [ascending, first], 0);
    assert_eq!((total, mean, most), (1_346, 168, 486));
    let (_, total, mean, most) = numbers(4, ["ia:values=ascending", first], 0);
    assert_eq!((total, mean, most), (1_299, 144, 486));
    assert_eq!(
        numbers(9, ["ia:values=ascending,heuristics=off", first], 0),
        ([461, 130], 2_473_607, 74_957, 797_972)
    );
}
