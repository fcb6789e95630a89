//! The JSON of answers: what is written by hand is what `serde` writes.

use std::ops::ControlFlow;

use quadrille_api::{Batch, Question, Request, ask, json};
use quadrille_core::{CancelFlag, Limits, Meter, WallClock};

const PROPER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MINIMAL: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Boards of every kind, plain ones beside others.
fn batch() -> Batch {
    let mut batch = Batch::default();
    let begun = format!(":0000:x:53+4{}::::", &PROPER[3..]);
    for text in [
        PROPER,
        MINIMAL,
        SOLUTION,
        &format!("531{}", &PROPER[3..]),
        &format!("55{}", &PROPER[2..]),
        &PROPER[1..],
        &".".repeat(81),
        &begun,
        "",
        "\u{202e}",
        "1...............",
        "1.........2....3",
        "1............... edges=r1c1-r1c2",
        &"123456789".repeat(81),
    ] {
        batch.push_text(text.as_bytes());
    }
    batch
}

#[test]
fn what_is_written_is_what_serde_writes() {
    let (batch, clock) = (batch(), WallClock::new());
    for question in [
        r#"{"call":"solve"}"#,
        r#"{"call":"solve","solutions":2}"#,
        r#"{"call":"solve","solutions":3}"#,
        r#"{"call":"solve","algorithm":"dfs-column"}"#,
        r#"{"call":"count","limit":5}"#,
        r#"{"call":"count","limit":5,"estimate":10}"#,
        r#"{"call":"check"}"#,
        r#"{"call":"check","redundant":true}"#,
        r#"{"call":"check","candidates":true,"backdoors":1,"unavoidable":4}"#,
        r#"{"call":"check","depth":true,"braids":true}"#,
        r#"{"call":"candidates"}"#,
        r#"{"call":"canon"}"#,
        r#"{"call":"rate"}"#,
        r#"{"call":"hint","level":4}"#,
        r#"{"call":"explain"}"#,
        r#"{"call":"convert","to":"sdk"}"#,
    ] {
        let request = Request::without_puzzle(question).unwrap();
        let asked = Question::of(&request).unwrap().unwrap();
        // Three solutions are left of an empty board, and a limit ends the rest.
        for nodes in [None, Some(0)] {
            let limits = Limits { nodes, ..Limits::NONE };
            let mut meter = Meter::new(limits, asked.node(), &CancelFlag::new(), &clock).unwrap();
            let mut count = 0;
            ask(&asked, 7, &batch, &mut meter, &mut |index, answer| {
                assert_eq!(index, count);
                count += 1;
                let (mut fast, mut slow) = (Vec::new(), Vec::new());
                answer.write(&mut fast);
                json::to_writer(&mut slow, &answer).unwrap();
                assert_eq!(
                    String::from_utf8(fast).unwrap(),
                    String::from_utf8(slow).unwrap(),
                    "{question}"
                );
                assert_eq!(answer.clone().into_owned(), answer);
                ControlFlow::Continue(())
            });
            assert_eq!(count, batch.len(), "{question}");
        }
    }
}

#[test]
fn an_answer_does_not_depend_on_those_beside_it() {
    let all = batch();
    let question = Question::of(&Request::without_puzzle(r#"{"call":"check"}"#).unwrap());
    let question = question.unwrap().unwrap();
    let answers = |batch: &Batch| {
        let mut texts = Vec::new();
        ask(&question, 1, batch, &mut Meter::unlimited(), &mut |_, answer| {
            let mut text = Vec::new();
            answer.write(&mut text);
            texts.push(text);
            ControlFlow::Continue(())
        });
        texts
    };
    let mut twice = Batch::default();
    for text in [MINIMAL, "1...............", PROPER, MINIMAL] {
        twice.push_text(text.as_bytes());
    }
    let (all, twice) = (answers(&all), answers(&twice));
    assert_eq!((&all[1], &all[0]), (&twice[0], &twice[2]));
    assert_eq!((&all[1], &all[10]), (&twice[3], &twice[1]));
}
