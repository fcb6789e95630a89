//! What counts as evidence in a match: different games only.

use std::fs;

use crate::program::{directory, objects, run};

const OPENINGS: &str = "r1c1=4 r2c3=2\nr1c1=1 r4c4=2\n";

/// 200 games of two openings are four games.
#[test]
fn repeated_games_do_not_narrow_intervals() {
    let here = directory("evidence-repeats");
    fs::write(here.join("two.txt"), OPENINGS).unwrap();
    let start = ["match", "alphabeta", "minimax:values=ascending", "--side", "4", "--json"];
    let playing = |rest: &[&str]| {
        let said = run(&here, &[&start, rest].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        (objects(&said).remove(0), said.err)
    };
    let four = ["--openings", "two.txt", "--games"];
    let (short, _) = playing(&[&four[..], &["4"]].concat());
    let repeat = [&four[..], &["200", "--when-openings-end", "repeat"]].concat();
    let (long, note) = playing(&repeat);
    assert!(note.contains("later games repeat"), "{note}");
    for field in ["pairs", "pentanomial", "elo", "elo_low", "elo_high", "margin_error", "los"] {
        assert_eq!(long[field], short[field], "{field}");
    }
    assert_eq!(long["pairs_repeated"], 98);
    assert_eq!(long["as_first"]["wins"].as_u64().unwrap() % 50, 0);

    let (stopped, note) = playing(&[&four[..], &["200", "--when-openings-end", "stop"]].concat());
    assert!(note.contains("so 4 games"), "{note}");
    assert_eq!(stopped["elo_low"], short["elo_low"]);

    // By default, further openings are drawn.
    let (drawn, note) = playing(&[&four[..], &["40"]].concat());
    assert!(note.contains("18 more are drawn"), "{note}");
    assert_eq!(drawn["pairs_repeated"], 0);
    assert_eq!(drawn["pentanomial"].as_array().unwrap().len(), 5);
}

#[test]
fn a_sequential_test_needs_different_games() {
    let here = directory("evidence-sprt");
    fs::write(here.join("two.txt"), OPENINGS).unwrap();
    let start =
        ["match", "alphabeta", "minimax", "--side", "4", "--games", "200", "--sprt", "0,50"];
    let said = run(&here, &start);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("add --openings random:4"), "{}", said.err);
    let rest = ["--openings", "two.txt", "--when-openings-end", "repeat", "--json"];
    let object = objects(&run(&here, &[&start[..], &rest].concat())).remove(0);
    assert_eq!(object["sprt"]["verdict"], serde_json::Value::Null);
    assert_eq!(object["sprt"]["out_of_openings"], true);
    assert_eq!(
        object["pairs"]["wins"].as_u64().unwrap()
            + object["pairs"]["draws"].as_u64().unwrap()
            + object["pairs"]["losses"].as_u64().unwrap(),
        2
    );
}

#[test]
fn a_list_of_ratings_covers_many_records() {
    let here = directory("evidence-ratings");
    let playing = |arguments: &str| {
        let said = run(&here, &arguments.split_whitespace().collect::<Vec<_>>());
        assert_eq!(said.status, 0, "{}", said.err);
    };
    let games = "--side 4 --openings random:4 --games 20 --record";
    playing(&format!("match alphabeta first-valid {games} one"));
    playing(&format!("match first-valid random-valid {games} two"));
    playing(&format!("match random-valid alphabeta {games} three"));
    let object = objects(&run(&here, &["ratings", "one", "two", "three", "--json"])).remove(0);
    assert_eq!(object["games"], 60);
    assert_eq!(object["pairs"], 30);
    let ratings = object["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 3);
    assert_eq!(ratings[0]["agent"], "alphabeta");
    for rating in ratings.iter().filter(|rating| !rating["elo"].is_null()) {
        assert!(rating["elo_low"].as_f64() < rating["elo"].as_f64(), "{rating}");
    }
    // The same record twice says nothing new.
    let twice = objects(&run(&here, &["ratings", "one", "one", "two", "--json"])).remove(0);
    assert!(twice["games_repeated"].as_u64().unwrap() >= 20, "{twice}");
    playing("match alphabeta first-valid --side 6 --record other");
    let said = run(&here, &["ratings", "one", "other"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("another board or other rules"), "{}", said.err);
}
