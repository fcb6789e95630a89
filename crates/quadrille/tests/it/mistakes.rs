//! Mistakes in command lines: each is answered with what is wrong and what to write.

use std::fs;

use super::program::{PUZZLE, directory, run};

/// A line for each: the exit status, the command line and a part of the message. `PUZZLE` is a
/// puzzle, and quotes keep blanks in a word.
const MISTAKES: &str = include_str!("mistakes.tsv");

#[test]
fn mistakes_are_answered_with_what_to_write() {
    let here = directory("mistakes");
    fs::write(here.join("puzzles.txt"), format!("{PUZZLE}\n{PUZZLE}\n")).unwrap();
    fs::write(here.join("games.jsonl"), "").unwrap();
    fs::create_dir_all(here.join("folder/sub")).unwrap();
    fs::write(here.join("folder/sub/a.txt"), PUZZLE).unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    for line in MISTAKES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [status, typed, message] = fields[..] else { panic!("three fields: {line}") };
        let words = words(typed);
        let said = run(&here, &words.iter().map(String::as_str).collect::<Vec<_>>());
        count += 1;
        if said.status.to_string() != status || !said.err.contains(message) {
            wrong.push(format!("{typed}: {}\n{}", said.status, said.err));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 60, "{count}");
}

/// Splits a command line at blanks outside of double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.iter().map(|word| word.replace("PUZZLE", PUZZLE)).collect()
}
