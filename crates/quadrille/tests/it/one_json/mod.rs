//! Every shell gives the same answer, byte for byte but for times: `table` has the questions and the
//! boards, `shells` the ways to ask. What the api answers about each board alone is compared with.
//!
//! `cargo xtask contract` compares the WebAssembly module in Node and the Python package with the file
//! that `the_table_is_written` leaves.

mod shells;
mod table;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use quadrille_core::printable::line;
use serde_json::{Value, json};

use table::{Asked, Board, QUESTIONS, boards};

/// Returns the fields of an object in JSON, as they are written.
fn fields(object: &str) -> Vec<(&str, &str)> {
    let inner = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inner = inner.unwrap_or_else(|| panic!("not an object: {object}"));
    let (mut depth, mut in_string, mut is_escaped, mut from) = (0, false, false, 0);
    let mut fields = Vec::new();
    for (at, byte) in inner.bytes().chain([b',']).enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                let (name, value) = inner[from..at].split_once("\":").expect("a field");
                fields.push((&name[1..], value));
                from = at + 1;
            }
            _ => {}
        }
    }
    fields
}

/// Returns an object of these fields.
fn object<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let fields: Vec<_> =
        fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}

/// Returns an answer without what differs between runs and between shells: times are 0, there is
/// neither file nor line, and places count from the line of the puzzle.
fn comparable(answer: &str) -> String {
    let fields = fields(answer);
    let line = fields.iter().find(|(name, _)| *name == "line").map_or("1", |(_, line)| *line);
    let first: u64 = line.parse().expect("lines are numbers");
    let mut place = String::new();
    if let Some((_, text)) = fields.iter().find(|(name, _)| *name == "place") {
        let value: Value = serde_json::from_str(text).unwrap();
        let before = format!("{{\"line\":{}", value["line"]);
        let after = format!("{{\"line\":{}", value["line"].as_u64().unwrap() + 1 - first);
        place = text.replacen(&before, &after, 1);
    }
    let kept = fields.into_iter().filter(|(name, _)| !["file", "line"].contains(name));
    object(kept.map(|(name, value)| match name {
        "seconds" | "cpu_seconds" => (name, "0"),
        "place" => (name, &*place),
        _ => (name, value),
    }))
}

/// Returns what the api answers to each question about each board alone.
fn expected() -> &'static [Vec<String>] {
    static EXPECTED: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    EXPECTED.get_or_init(|| {
        let alone = |asked: &Asked, board: &Board| {
            let answers = shells::api(asked, &[&board.text]);
            assert_eq!(answers.len(), 1);
            comparable(&answers[0])
        };
        let boards = boards();
        let row = |asked| boards.iter().map(|board| alone(asked, board)).collect();
        QUESTIONS.iter().map(row).collect()
    })
}

/// Compares the answers of a shell, each with the index of its board.
fn compare(shell: &str, mut ask: impl FnMut(&Asked, &[Board]) -> Vec<(usize, String)>) {
    let boards = boards();
    let (mut count, mut differences) = (0, Vec::new());
    for (asked, expected) in QUESTIONS.iter().zip(expected()) {
        for (board, answer) in ask(asked, &boards) {
            count += 1;
            let found = comparable(&answer);
            if found != expected[board] {
                let name = boards[board].name;
                differences.push(format!(
                    "{} of `{name}`:\n{}",
                    asked.json,
                    difference(&expected[board], &found)
                ));
            }
        }
    }
    println!("{shell}: {count} answers");
    assert!(count > 0, "{shell} answers nothing");
    assert!(
        differences.is_empty(),
        "{shell} differs in {} of {count} answers\n{}",
        differences.len(),
        differences.join("\n")
    );
}

/// Says in which fields two answers differ.
fn difference(expected: &str, found: &str) -> String {
    let [expected, found] = [expected, found].map(fields);
    let names = |fields: &[(&str, &str)]| {
        fields.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
    };
    let mut lines = Vec::new();
    if names(&expected) != names(&found) {
        lines.push(format!("  fields: {}, expected {}", names(&found), names(&expected)));
    }
    for (name, value) in &expected {
        let other = found.iter().find(|(other, _)| other == name).map(|(_, value)| *value);
        if let Some(other) = other.filter(|other| other != value) {
            let same = value.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
            let from = |text: &str| {
                let end = String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(20)..]);
                line(&end.chars().take(100).collect::<String>()).into_owned()
            };
            lines.push(format!("  {name}: {}, expected {}", from(other), from(value)));
        }
    }
    lines.join("\n")
}

#[test]
fn fields_are_those_of_the_object() {
    let text = r#"{"a":"x,\"}","b":[{"c":1},[2,3]],"d":null}"#;
    let expected = [("a", r#""x,\"}""#), ("b", r#"[{"c":1},[2,3]]"#), ("d", "null")];
    assert_eq!(fields(text), expected);
    assert_eq!(object(expected), text);
    let answer = r#"{"file":"f","line":4,"seconds":1.5,"place":{"line":5,"column":4}}"#;
    assert_eq!(comparable(answer), r#"{"seconds":0,"place":{"line":2,"column":4}}"#);
}

/// A table of answers that are all alike would compare nothing.
#[test]
fn the_table_has_every_kind_of_answer() {
    let all: String = expected().iter().flatten().map(String::as_str).collect();
    for part in [
        "\"solved\"",
        "\"none\"",
        "\"multiple\"",
        "\"conflict\"",
        "\"invalid\"",
        "\"unsupported\"",
        "\"stuck\"",
        "\"proper\"",
        "\"wrong\":[\"r1c3\"]",
        "\"entries\":\"right\"",
        "\"entries\":\"conflict\"",
        "\"complete\":false",
        "\"minimal\":true",
        "\"minimal\":false",
        "\"exact\":false",
        "\"estimate\":",
        "\"done\":true",
        "\"left_out\":",
        "\"unlocked\":",
        "\"steps\":[]",
        "\\u202e",
        "\"place\":",
        "\"score\":",
        "\"eureka\":",
    ] {
        assert!(all.contains(part), "no answer has {part}");
    }
}

#[test]
fn the_table_is_written() {
    let boards = boards();
    let table = json!({
        "questions": QUESTIONS.iter().map(Asked::fields).collect::<Vec<_>>(),
        "boards": boards.iter().map(|board| &board.text).collect::<Vec<_>>(),
        "answers": expected(),
    });
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contract.json");
    fs::write(path, table.to_string()).unwrap();
}

/// Puzzles that are answered together are answered as each alone.
#[test]
fn batches() {
    compare("the api", |asked, boards| {
        let texts: Vec<&str> = boards.iter().map(|board| &*board.text).collect();
        shells::api(asked, &texts).into_iter().enumerate().collect()
    });
}

#[test]
fn c() {
    compare("C", |asked, boards| {
        let texts: Vec<&str> = boards.iter().map(|board| &*board.text).collect();
        quadrille_c::exports::ask_as_c(asked.json, &texts).into_iter().enumerate().collect()
    });
}

#[test]
fn webassembly() {
    let answer = |request: &Value| quadrille_wasm::answer(request.to_string().as_bytes());
    let lines = |request: &Value| quadrille_wasm::answer_lines(request.to_string().as_bytes());
    let text = |answer| String::from_utf8(answer).unwrap();
    compare("WebAssembly", |asked, boards| {
        shells::calls(asked, boards, |request| text(answer(request)))
    });
    compare("WebAssembly with boards", |asked, boards| {
        shells::calls_with_boards(asked, boards, |request| text(answer(request)))
    });
    compare("WebAssembly with lines", |asked, boards| {
        shells::lines(asked, boards, |request| text(lines(request)))
    });
}

#[test]
fn http() {
    let server = shells::Http::start();
    compare("HTTP", |asked, boards| shells::calls(asked, boards, |request| server.call(request)));
    compare("HTTP with lines", |asked, boards| {
        shells::lines(asked, boards, |request| server.lines(request))
    });
}

#[test]
fn command_line() {
    compare("the command line on files", shells::command_line_on_files);
    compare("the command line on standard input", shells::command_line_on_standard_input);
}
