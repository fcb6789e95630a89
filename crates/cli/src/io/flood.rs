//! Messages about bad input: the first ones as they are, and the others counted by kind, so that a
//! file of a million bad lines does not print a million messages.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use super::messages::Messages;

/// How many messages are printed.
const PRINTED: u64 = 100;
/// Maximum number of kinds to distinguish.
const KINDS: usize = 20;

/// The messages about bad input of a command.
#[derive(Default)]
pub(crate) struct Flood(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    printed: u64,
    omitted: u64,
    kinds: BTreeMap<String, u64>,
}

impl Flood {
    /// Prints a message, `FILE:LINE:COLUMN: what; what to do`, or counts it after many others.
    pub(crate) fn bad_input(&self, messages: Messages, message: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.printed < PRINTED {
            counts.printed += 1;
            drop(counts);
            messages.bad_input(message);
            return;
        }
        counts.omitted += 1;
        let kind = kind(message);
        // The other kinds are the rest of the total.
        if counts.kinds.len() < KINDS || counts.kinds.contains_key(&kind) {
            *counts.kinds.entry(kind).or_default() += 1;
        }
    }

    /// Prints how many messages were only counted, at the end of the command. If Ctrl-C and the
    /// command itself end it at the same time, only the first call prints.
    pub(crate) fn conclude(&self, messages: Messages) {
        let (omitted, counted) = {
            let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            (mem::take(&mut counts.omitted), mem::take(&mut counts.kinds))
        };
        if omitted == 0 {
            return;
        }
        let errors = if omitted == 1 { "error" } else { "errors" };
        messages.bad_input(&format!("{omitted} more {errors} like those above, by kind:"));
        let mut kinds: Vec<(&String, &u64)> = counted.iter().collect();
        kinds.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let others = omitted - counted.values().sum::<u64>();
        let width = omitted.to_string().len();
        for (kind, count) in kinds {
            messages.bad_input(&format!("{count:>width$}  {kind}"));
        }
        if others > 0 {
            messages.bad_input(&format!("{others:>width$}  others"));
        }
    }
}

/// Returns what is wrong without place, advice, numbers and quotations.
fn kind(message: &str) -> String {
    let what = after_place(message);
    let what = what.split([';', ':']).next().unwrap_or(what);
    let mut kind = String::new();
    let mut characters = what.chars().peekable();
    while let Some(c) = characters.next() {
        let rest = characters.clone();
        if c.is_ascii_digit() {
            while characters.next_if(char::is_ascii_digit).is_some() {}
            kind.push('N');
        } else if matches!(c, '\'' | '`') && rest.clone().any(|end| end == c) {
            // An apostrophe has no partner.
            while characters.next_if(|&end| end != c).is_some() {}
            characters.next();
            kind.extend([c, '…', c]);
        } else {
            kind.push(c);
        }
    }
    kind
}

/// Returns the part behind the first `:LINE:COLUMN: `, or behind the name of a file.
fn after_place(message: &str) -> &str {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    for (at, _) in message.match_indices(": ") {
        let mut parts = message[..at].rsplitn(3, ':');
        if let (Some(column), Some(line), Some(_)) = (parts.next(), parts.next(), parts.next())
            && number(column)
            && number(line)
        {
            return &message[at + 2..];
        }
    }
    message.split_once(": ").map_or(message, |(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_no_place_and_no_details() {
        for (message, expected) in [
            ("a: b.txt:3:1: 80 cells, expected 81: no board has 80", "N cells, expected N"),
            (
                "x:1:81: 'A' is not a valid digit on a 9x9 board",
                "'…' is not a valid digit on a NxN board",
            ),
            ("stdin:9:2: r1c1 and r1c2 both hold 5 in row 1", "rNcN and rNcN both hold N in row N"),
            (
                "missing.txt: no such file, and not a puzzle; check",
                "no such file, and not a puzzle",
            ),
            ("no place", "no place"),
        ] {
            assert_eq!(kind(message), expected);
        }
    }
}
