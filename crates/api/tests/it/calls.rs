//! Every call, with answers that can be checked, and what is refused.

use quadrille_api::{Context, Error, ErrorKind, Reply, Request, call};
use quadrille_core::{CancelFlag, WallClock};
use quadrille_lab::trace::{TraceReader, replay};
use serde_json::{Value, json};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The answer to a request, through JSON both ways.
fn ask(request: Value) -> Result<Value, Error> {
    let request: Request = serde_json::from_value(request).expect("a request");
    let clock = WallClock::new();
    let answer = call(&request, &Context::new(CancelFlag::new(), &clock))?;
    // What is written is what `serde` says, but in the order of the fields.
    let value: Value = serde_json::from_slice(&answer.to_json()).unwrap();
    assert_eq!(value, serde_json::to_value(&answer).unwrap());
    Ok(value)
}

fn digits(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
}

#[test]
fn a_puzzle_is_text_or_a_board() {
    let board = json!({"box": "3x3", "cells": digits(PUZZLE)});
    for puzzle in [json!(PUZZLE), board] {
        let answer = ask(json!({"call": "solve", "puzzle": puzzle})).unwrap();
        assert_eq!(answer["solution"], SOLUTION);
        assert_eq!(answer["status"], "solved");
        assert!(answer.get("solutions").is_none());
    }
}

#[test]
fn what_is_not_a_request_is_refused() {
    for wrong in [
        json!({}),
        json!({"call": "dissect"}),
        json!({"call": "solve"}),
        json!({"call": "solve", "puzzle": 7}),
        json!({"call": "solve", "puzzle": PUZZLE, "output": "/tmp/x"}),
        json!({"call": "solve", "puzzle": {"box": "3x3", "cells": [1], "path": "x"}}),
        json!({"call": "read", "text": "1", "file": "/etc/passwd"}),
    ] {
        assert!(serde_json::from_value::<Request>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn files_are_never_opened() {
    for text in ["/etc/passwd", "../../Cargo.toml", "-", "cmd:true"] {
        let answer = ask(json!({"call": "solve", "puzzle": text})).unwrap();
        assert_eq!(answer["status"], "invalid", "{text}");
        let error = ask(json!({"call": "rate", "puzzle": PUZZLE, "profile": text})).unwrap_err();
        assert_eq!(error.error, ErrorKind::UnknownName, "{text}");
    }
}

#[test]
fn boards_with_wrong_lists_are_refused() {
    let cells = vec![0; 81];
    let mut notes = vec![Vec::<u8>::new(); 81];
    notes[3] = vec![10];
    for board in [
        json!({"box": "3x3", "cells": [0]}),
        json!({"box": "3", "cells": cells}),
        json!({"box": "999999999x999999999", "cells": cells}),
        json!({"box": "3x3", "cells": vec![10; 81]}),
        json!({"box": "3x3", "cells": cells, "edges": [[0, 81]]}),
        json!({"box": "3x3", "cells": cells, "edges": [[0, 2]]}),
        json!({"box": "3x3", "cells": cells, "notes": notes}),
        json!({"box": "3x3", "cells": cells, "entries": [1, 2]}),
    ] {
        let error = ask(json!({"call": "count", "puzzle": board})).unwrap_err();
        assert_eq!(error.error, ErrorKind::BadPuzzle, "{board}");
    }
}

#[test]
fn texts_are_read_with_errors_in_place() {
    let text = format!("{PUZZLE}\n11{}\n{SOLUTION}\n", &PUZZLE[2..]);
    let answer = ask(json!({"call": "read", "text": text})).unwrap();
    let records = answer["records"].as_array().unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[0]["board"]["cells"], json!(digits(PUZZLE)));
    assert_eq!(records[1]["error"]["place"]["line"], 2);
    assert_eq!(records[1]["error"]["cells"], json!(["r1c1", "r1c2"]));
}

#[test]
fn checks_tell_entries_that_are_right_from_wrong_ones() {
    let mut entries = vec![0; 81];
    let check = |entries: &[u8]| {
        let board = json!({"box": "3x3", "cells": digits(PUZZLE), "entries": entries});
        ask(json!({"call": "check", "puzzle": board})).unwrap()
    };
    entries[2] = 4;
    let right = check(&entries);
    assert_eq!((&right["verdict"], &right["entries"]), (&json!("proper"), &json!("right")));
    entries[2] = 1;
    let wrong = check(&entries);
    assert_eq!((&wrong["entries"], &wrong["wrong"]), (&json!("wrong"), &json!(["r1c3"])));
    entries[2] = 5;
    assert_eq!(check(&entries)["entries"], "conflict");
    let solved: Vec<u8> = digits(PUZZLE)
        .iter()
        .zip(digits(SOLUTION))
        .map(|(g, s)| if *g == 0 { s } else { 0 })
        .collect();
    assert_eq!(check(&solved)["complete"], true);
    let conflict = ask(json!({"call": "check", "puzzle": format!("11{}", &PUZZLE[2..])})).unwrap();
    assert_eq!(
        (&conflict["verdict"], &conflict["cells"]),
        (&json!("conflict"), &json!(["r1c1", "r1c2"]))
    );
}

#[test]
fn true_candidates_are_those_of_solutions() {
    let answer = ask(json!({"call": "candidates", "puzzle": PUZZLE})).unwrap();
    let marks =
        |digit: u8| (1..=9).map(move |of| if of == digit { char::from(b'0' + of) } else { '.' });
    let expected: String = digits(SOLUTION).into_iter().flat_map(marks).collect();
    assert_eq!(answer["candidates"], expected);
    let direct = ask(json!({"call": "candidates", "puzzle": PUZZLE, "direct": true})).unwrap();
    assert_eq!(direct["candidates"].as_str().unwrap()[18..27], *"12.4.....");
}

#[test]
fn hints_say_more_with_each_level() {
    let hint = |level: u8| ask(json!({"call": "hint", "puzzle": PUZZLE, "level": level})).unwrap();
    assert_eq!(hint(1)["technique"], Value::Null);
    assert!(hint(1)["look_at"]["number"].is_u64());
    assert!(hint(2)["technique"].is_string() && hint(2).get("evidence").is_none());
    assert_eq!((&hint(3)["placements"], &hint(3)["evidence"]["sets"]), (&json!([]), &json!([])));
    let placed = &hint(4)["placements"][0];
    let at = (placed["row"].as_u64().unwrap() - 1) * 9 + placed["column"].as_u64().unwrap() - 1;
    assert_eq!(placed["digit"], json!(digits(SOLUTION)[at as usize]));
    assert!(ask(json!({"call": "hint", "puzzle": PUZZLE, "level": 5})).is_err());
    let french = ask(json!({"call": "hint", "puzzle": PUZZLE, "lang": "fr"})).unwrap();
    assert_ne!(french["text"], hint(2)["text"]);
}

/// A puzzle that takes pointing and two claimings.
const POINTING: &str =
    "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";

#[test]
fn techniques_are_avoided_and_end_with_one() {
    let kinds = |answer: &Value| -> Vec<String> {
        let steps = answer["steps"].as_array().unwrap();
        steps.iter().map(|step| step["technique"].as_str().unwrap().to_owned()).collect()
    };
    let explain = |fields: Value| {
        let mut request = json!({"call": "explain", "puzzle": POINTING, "profile": "se121"});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        ask(request)
    };
    let uses = |answer: &Value, kind: &str| kinds(answer).iter().any(|used| used == kind);
    assert!(uses(&explain(json!({})).unwrap(), "pointing"));
    let without = explain(json!({"avoid": ["pointing", "direct-claiming"]})).unwrap();
    assert!(!uses(&without, "pointing") && !uses(&without, "direct-claiming"));
    assert_eq!(without["profile"], "se121 --avoid pointing --avoid direct-claiming");
    assert_eq!(without["status"], "solved");
    let ended = explain(json!({"max": "naked-single"})).unwrap();
    assert!(!uses(&ended, "pointing"));
    assert_eq!(ended["status"], "stuck");
    let rated = |fields: Value| {
        let mut request = json!({"call": "rate", "puzzle": POINTING});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        ask(request).unwrap()["rating"].as_f64().unwrap()
    };
    assert_eq!(rated(json!({})), 2.6);
    assert!(rated(json!({"avoid": ["pointing"]})) > 2.6);
    assert_eq!(rated(json!({"max": "pointing"})), 2.6);
    assert_eq!(rated(json!({"max": "naked-single"})), 20.0);
    let hint = |avoid: &str| {
        ask(json!({"call": "hint", "puzzle": PUZZLE, "avoid": [avoid]})).unwrap()["technique"]
            .clone()
    };
    assert_eq!(hint("hidden-single-line"), "hidden-single-box");
    assert_ne!(hint("hidden-single-box"), "hidden-single-box");
    for (fields, said) in [
        (json!({"avoid": ["x-wings"]}), "did you mean `x-wing`?"),
        (json!({"max": "x-wings"}), "did you mean `x-wing`?"),
        (json!({"max": "franken-x-wing"}), "`hodoku`, `quadrille` do"),
    ] {
        let message = explain(fields).unwrap_err().to_string();
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn walkthroughs_end_with_the_solution() {
    let answer = ask(json!({"call": "explain", "puzzle": PUZZLE})).unwrap();
    assert_eq!(answer["status"], "solved");
    let last = answer["steps"].as_array().unwrap().last().unwrap();
    assert_eq!(last["grid"], SOLUTION);
    let entries: Vec<u8> = digits(PUZZLE)
        .iter()
        .zip(digits(SOLUTION))
        .map(|(g, s)| if *g == 0 { s } else { 0 })
        .collect();
    let board = json!({"box": "3x3", "cells": digits(PUZZLE), "entries": entries});
    let done = ask(json!({"call": "explain", "puzzle": board, "with_entries": true})).unwrap();
    assert_eq!(done["steps"], json!([]));
}

#[test]
fn other_calls_answer() {
    let rate = ask(json!({"call": "rate", "puzzle": PUZZLE})).unwrap();
    assert_eq!(rate["rating"], 1.2);
    let canon = ask(json!({"call": "canon", "puzzle": PUZZLE})).unwrap();
    assert_eq!(canon["automorphisms"], 1);
    for format in ["line", "sdk", "svg", "booklet"] {
        let text = ask(json!({"call": "convert", "puzzle": PUZZLE, "to": format})).unwrap();
        assert!(text["text"].as_str().unwrap().len() >= 81, "{format}");
    }
    let near = ask(json!({"call": "convert", "puzzle": PUZZLE, "to": "sdkk"})).unwrap_err();
    assert_eq!(near.near.as_deref(), Some("sdk"));
    let registry = ask(json!({"call": "registry"})).unwrap();
    assert!(registry["agents"].as_array().unwrap().iter().any(|agent| agent["id"] == "strong"));
    let one = ask(json!({"call": "techniques", "id": "skyscraper", "lang": "fr"})).unwrap();
    assert_eq!(one["techniques"].as_array().unwrap().len(), 1);
}

#[test]
fn equal_seeds_generate_equal_puzzles() {
    let make = || {
        let request = json!({"call": "generate", "seed": 7, "count": 2, "symmetry": "half-turn"});
        ask(request).unwrap()
    };
    assert_eq!(make(), make());
    let puzzle = &make()["items"][1]["puzzle"];
    let check = ask(json!({"call": "check", "puzzle": puzzle})).unwrap();
    assert_eq!(check["verdict"], "proper");
    assert!(ask(json!({"call": "generate", "count": 1_000_000})).is_err());
    assert!(ask(json!({"call": "generate", "box": "9x9"})).is_err());
    let grid = ask(json!({"call": "generate", "what": "grid", "box": "2x3"})).unwrap();
    assert_eq!(grid["items"][0]["clues"], 36);
}

#[test]
fn puzzles_with_techniques_are_generated() {
    let with = |more: Value| {
        let mut request = json!({"call": "generate", "seed": 3, "ms": 20_000});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(request)
    };
    let answer = with(json!({"once": "x-wing", "steps": [40, 70]})).unwrap();
    let puzzle = &answer["items"][0]["puzzle"];
    let explained = ask(json!({"call": "explain", "puzzle": puzzle, "profile": "hodoku"})).unwrap();
    let steps = explained["steps"].as_array().unwrap();
    assert_eq!(steps.iter().filter(|step| step["technique"] == "x-wing").count(), 1);
    assert!((40..=70).contains(&steps.len()), "{}", steps.len());
    let rare = json!({"once": "x-wing", "steps": [1, 9], "ms": 300});
    let answer = with(rare).unwrap();
    assert_eq!((&answer["status"], &answer["items"]), (&json!("limit"), &json!([])));
    assert!(answer["closest"].as_str().unwrap().contains(" of the technique"), "{answer}");
    let position = json!({
        "what": "position", "technique": "skyscraper", "next": true, "profile": "se", "count": 2,
    });
    let answer = with(position).unwrap();
    let positions = answer["positions"].as_array().unwrap();
    assert_eq!((positions.len(), &answer["items"]), (2, &json!([])));
    for position in positions {
        let hint = json!({
            "call": "hint", "puzzle": position["candidates"], "profile": "se", "level": 4,
        });
        let hint = ask(hint).unwrap();
        for field in ["technique", "eliminations", "evidence", "rating"] {
            assert_eq!(hint[field], position[field], "{field}");
        }
        assert!(hint["text"].as_str().unwrap().ends_with(position["text"].as_str().unwrap()));
    }
    for (wrong, message) in [
        (json!({"what": "position"}), "needs a `technique`"),
        (json!({"what": "position", "technique": "x-wing", "minimal": true}), "omit"),
        (json!({"what": "position", "technique": "x-whale"}), "technique"),
        (json!({"needs": "x-wing", "box": "2x3"}), "9x9"),
        (json!({"once": "skyscraper", "profile": "se121"}), "`quadrille`, `se` do"),
        (json!({"steps": [9, 3]}), "empty"),
    ] {
        let error = with(wrong).unwrap_err();
        assert!(error.message.contains(message), "{}", error.message);
    }
}

#[test]
fn positions_are_analysed() {
    let request = json!({
        "call": "analyse", "board": {"size": 4}, "moves": ["r1c1=4", "r2c3=4", "r3c2=4"],
        "limits": {"nodes": 100_000},
    });
    let answer = ask(request).unwrap();
    assert_eq!((&answer["ply"], &answer["turn"]), (&json!(3), &json!(2)));
    assert_eq!(answer["moves"][0]["value"], answer["value"]);
    for moves in [json!(["cmd:true"]), json!(["r1c1"])] {
        let request = json!({"call": "analyse", "board": {"size": 4}, "moves": moves});
        assert!(ask(request).is_err());
    }
}

#[test]
fn runs_are_recorded_and_repeat() {
    let puzzle =
        "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.";
    for algorithm in ["norvig", "dfs-mrv", "tabu:start=givens", "annealing", "cross-entropy"] {
        let request = json!({
            "call": "search", "puzzle": puzzle, "algorithm": algorithm, "seed": 3,
            "nodes": 20_000, "ms": 60_000,
        });
        let run = || {
            let mut answer = ask(request.clone()).unwrap();
            answer["seconds"] = 0.into();
            answer
        };
        let answer = run();
        assert_eq!(answer, run(), "{algorithm}");
        assert_eq!(answer["counters"][answer["node"].as_str().unwrap()], answer["nodes"]);
        let trace = answer["trace"].as_str().unwrap();
        assert!(trace.starts_with("quadrille-trace 2\n"), "{algorithm}");
        let mut reader = TraceReader::new(trace.as_bytes()).unwrap();
        let replayed = replay(&mut reader, |_, _| {}).unwrap();
        assert_eq!(replayed.disagreement, None, "{algorithm}");
        assert_eq!(replayed.stop.status().id(), answer["status"], "{algorithm}");
        if answer["status"] == "solved" {
            assert_eq!(
                answer["solution"],
                ask(json!({"call": "solve", "puzzle": puzzle})).unwrap()["solution"]
            );
        }
    }
    for (algorithm, kind) in [
        ("tabo", ErrorKind::UnknownName),
        ("tabu:start=no", ErrorKind::BadRequest),
        ("cmd:true", ErrorKind::BadRequest),
    ] {
        let error = ask(json!({"call": "search", "puzzle": puzzle, "algorithm": algorithm}));
        assert_eq!(error.unwrap_err().error, kind, "{algorithm}");
    }
}

#[test]
fn a_long_trace_is_cut_off_at_the_end_of_a_line() {
    let request = json!({
        "call": "search", "puzzle": ".".repeat(81), "algorithm": "annealing-r4", "nodes": 100_000,
    });
    let clock = WallClock::new();
    let mut context = Context::new(CancelFlag::new(), &clock);
    context.caps.trace_bytes = 5000;
    let Ok(Reply::Search(answer)) = call(&serde_json::from_value(request).unwrap(), &context)
    else {
        panic!("no answer");
    };
    assert!(answer.truncated && answer.trace.len() <= 5000 && answer.trace.ends_with('\n'));
}

/// Names of cells, and cells in fields, are those of the size of the board.
#[test]
fn other_sizes_are_rated_and_explained() {
    let puzzle = "9.7.....5.B.5...B....C.1.6.3.1.............C...83..8259....6.C...3..B.5A\
                  4....6.7...B....4C..7A.....13.B.4.6...9..B..C.87..549..3....6...8..2....";
    let rated = ask(json!({"call": "rate", "puzzle": puzzle})).unwrap();
    assert_eq!(rated["status"], "solved");
    let explained = ask(json!({"call": "explain", "puzzle": puzzle, "profile": "se121"})).unwrap();
    let steps = explained["steps"].as_array().unwrap();
    assert_eq!((&explained["status"], &rated["steps"]), (&json!("solved"), &json!(steps.len())));
    let mut given = puzzle.as_bytes().to_vec();
    for step in steps {
        for placed in step["placements"].as_array().unwrap() {
            let field = |name: &str| placed[name].as_u64().unwrap() as usize;
            let (row, column, digit) = (field("row"), field("column"), field("digit"));
            let symbol = b"123456789ABC"[digit - 1];
            given[12 * (row - 1) + column - 1] = symbol;
            let said = format!("r{row}c{column} is {}", symbol as char);
            assert!(step["text"].as_str().unwrap().contains(&said), "{step}");
        }
        assert_eq!(step["grid"].as_str().unwrap().as_bytes(), given);
        assert_eq!(step["candidates"].as_str().unwrap().len(), 12 * 144);
    }
    let hint = ask(json!({"call": "hint", "puzzle": puzzle, "level": 4})).unwrap();
    assert_eq!(hint["status"], "solved");
    let all = ask(json!({"call": "explain", "puzzle": puzzle, "all": true})).unwrap();
    assert!(all["steps"][0]["unlocked"].as_u64().unwrap() > 0);
}
