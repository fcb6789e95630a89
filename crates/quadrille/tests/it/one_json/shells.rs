//! The ways to ask.

use std::fs;
use std::ops::ControlFlow;

use quadrille_api::{Batch, Question, Request, ask};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, WallClock};
use serde_json::Value;

use super::table::{Asked, Board, QUESTIONS};
use super::{fields, object};
use crate::program::{directory, run, run_with};
use crate::serve::{Server, exchange};

/// Asks the api, which every shell shall do.
pub(super) fn api(asked: &Asked, texts: &[&str]) -> Vec<String> {
    let request = Request::without_puzzle(asked.json).unwrap();
    let question = Question::of(&request).unwrap().expect("a question about puzzles");
    let mut batch = Batch::default();
    for text in texts {
        batch.push_text(text.as_bytes());
    }
    let mut answers = Vec::new();
    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let mut meter = Meter::new(Limits::NONE, Counter::Branch, &cancel, &clock).unwrap();
    ask(&question, request.seed(), &batch, &mut meter, &mut |_, answer| {
        let mut text = Vec::new();
        answer.write(&mut text);
        answers.push(String::from_utf8(text).unwrap());
        ControlFlow::Continue(())
    });
    answers
}

/// Asks about each board in a call of its own.
pub(super) fn calls(
    asked: &Asked,
    boards: &[Board],
    call: impl Fn(&Value) -> String,
) -> Vec<(usize, String)> {
    let answer = |board: &Board| call(&asked.about(Value::from(&*board.text)));
    boards.iter().map(answer).enumerate().collect()
}

/// Reads each board, and asks about what was read.
pub(super) fn calls_with_boards(
    asked: &Asked,
    boards: &[Board],
    call: impl Fn(&Value) -> String,
) -> Vec<(usize, String)> {
    let mut answers = Vec::new();
    for (index, board) in boards.iter().enumerate() {
        let read = call(&serde_json::json!({"call": "read", "text": board.text}));
        let mut read: Value = serde_json::from_str(&read).unwrap();
        let board = read["records"][0]["board"].take();
        if board.is_object() {
            answers.push((index, call(&asked.about(board))));
        }
    }
    answers
}

/// Asks about each board as a text of its own, and about all that are lines as one text.
pub(super) fn lines(
    asked: &Asked,
    boards: &[Board],
    ask: impl Fn(&Value) -> String,
) -> Vec<(usize, String)> {
    let mut answers = Vec::new();
    for (index, board) in boards.iter().enumerate() {
        let said = ask(&asked.about_lines(&board.text));
        assert_eq!(said.lines().count(), 1, "{} of `{}`: {said}", asked.json, board.name);
        answers.push((index, said.trim_end().to_owned()));
    }
    let places: Vec<usize> = (0..boards.len()).filter(|&index| boards[index].is_line).collect();
    let text: String = places.iter().map(|&index| boards[index].text.clone() + "\n").collect();
    let said = ask(&asked.about_lines(&text));
    assert_eq!(said.lines().count(), places.len(), "{}: {said}", asked.json);
    answers.extend(places.into_iter().zip(said.lines().map(ToOwned::to_owned)));
    answers
}

/// A server.
pub(super) struct Http(Option<Server>);

impl Http {
    pub(super) fn start() -> Self {
        let often = ["--limit=rate=100000", "--limit=burst=100000"];
        Self(Some(Server::start_with(&directory("one-json-http"), &often)))
    }

    /// Calls, and checks the status.
    pub(super) fn call(&self, request: &Value) -> String {
        let (status, answer) = self.send("/api/v1/call", request);
        let value: Value = serde_json::from_str(&answer).unwrap();
        let is_invalid = ["invalid", "conflict"].iter().any(|word| value["status"] == *word)
            || value["verdict"] == "invalid";
        assert_eq!(status, if is_invalid { 422 } else { 200 }, "{request}: {answer}");
        answer
    }

    pub(super) fn lines(&self, request: &Value) -> String {
        let (status, answer) = self.send("/api/v1/lines", request);
        assert_eq!(status, 200, "{request}: {answer}");
        answer
    }

    fn send(&self, path: &str, request: &Value) -> (u16, String) {
        let address = self.0.as_ref().expect("it runs").address;
        exchange(address, "POST", path, "", request).expect("the server answers")
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        if let Some(server) = self.0.take() {
            server.kill();
        }
    }
}

/// Asks about all boards in one run, each in a file of its own.
pub(super) fn command_line_on_files(asked: &Asked, boards: &[Board]) -> Vec<(usize, String)> {
    if asked.arguments.is_empty() {
        return Vec::new();
    }
    let here = directory("one-json-files");
    let names: Vec<String> = (0..boards.len()).map(|index| index.to_string()).collect();
    for (name, board) in names.iter().zip(boards) {
        fs::write(here.join(name), &board.text).unwrap();
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let said = run(&here, &[asked.arguments, &["--json", "--quiet"], &names].concat());
    let answer = |(name, board): (&&str, &Board)| {
        let file = format!("\"{name}\"");
        let lines = said.out.lines().filter(|line| fields(line)[0] == ("file", &*file));
        one_answer(board, &lines.collect::<Vec<_>>())
    };
    let answers = names.iter().zip(boards).map(answer);
    answers.enumerate().filter_map(|(index, answer)| Some((index, answer?))).collect()
}

/// Asks the first question of each command about each board in a run of its own.
pub(super) fn command_line_on_standard_input(
    asked: &Asked,
    boards: &[Board],
) -> Vec<(usize, String)> {
    let command = asked.arguments.first();
    let first = QUESTIONS.iter().find(|other| other.arguments.first() == command);
    if command.is_none() || first.is_none_or(|first| !std::ptr::eq(first, asked)) {
        return Vec::new();
    }
    let here = directory("one-json-input");
    let answer = |board: &Board| {
        let said = run_with(&here, &[asked.arguments, &["--json"]].concat(), board.text.as_bytes());
        one_answer(board, &said.out.lines().collect::<Vec<_>>())
    };
    let answers = boards.iter().map(answer);
    answers.enumerate().filter_map(|(index, answer)| Some((index, answer?))).collect()
}

/// Returns the answer that the lines about a board make: there is a line for each step of a
/// walkthrough, and none about an input without a puzzle.
fn one_answer(board: &Board, lines: &[&str]) -> Option<String> {
    if lines.is_empty() {
        assert!(board.text.trim().is_empty(), "nothing is said about `{}`", board.name);
        return None;
    }
    let lines: Vec<Vec<(&str, &str)>> = lines.iter().map(|line| fields(line)).collect();
    let value = |line: &[(&str, &str)], name: &str| {
        line.iter().find(|field| field.0 == name).map(|field| field.1.to_owned())
    };
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    if value(first, "step").is_none() {
        assert_eq!(lines.len(), 1, "{lines:?}");
        return Some(object(first.iter().copied()));
    }
    for name in ["puzzle", "profile", "seed"] {
        assert!(lines.iter().all(|line| value(line, name) == value(first, name)), "{name}");
    }
    let is_end = |line: &[(&str, &str)]| value(line, "step").as_deref() == Some("0");
    let of_step =
        |(name, _): &(&str, &str)| !["file", "line", "puzzle", "profile", "seed"].contains(name);
    let step = |line: &Vec<(&str, &str)>| object(line.iter().copied().filter(of_step));
    let steps: Vec<String> = lines.iter().filter(|line| !is_end(line)).map(step).collect();
    let end = |name: &str| value(last, name).filter(|_| is_end(last));
    let all = [
        ("puzzle", value(first, "puzzle")),
        ("profile", value(first, "profile")),
        ("status", end("status").or(Some("\"solved\"".to_owned()))),
        ("conclusion", end("conclusion")),
        ("steps", Some(format!("[{}]", steps.join(",")))),
        ("stop", end("stop")),
        ("seed", value(first, "seed")),
    ];
    Some(object(all.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)))))
}
