//! Records that were changed after the games.

use std::sync::Arc;

use quadrille_arena::game::{
    ChangedLine, GameRecord, GameResult, GameState, RecordError, RecordedGame,
};
use quadrille_arena::{AgentName, Move, Outcome, Reason, Ruleset, Seat};
use quadrille_arena::{Fixture, tournament::play_game};
use quadrille_core::{BoxShape, CancelFlag, WallClock};
use quadrille_lab::checksum;

fn game() -> GameRecord {
    let fixture = Fixture {
        rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2).unwrap())),
        opening: vec![Move::at(4, 3, 3, 1), Move::at(4, 0, 0, 2)],
        names: ["ia", "first-valid"].map(str::to_owned),
        game: 0,
        seed: 1,
    };
    let mut agents = ["ia", "first-valid"].map(|n| AgentName::parse(n).unwrap().build().unwrap());
    play_game(&fixture, &mut agents, &WallClock::new(), &CancelFlag::new()).unwrap()
}

/// How many plies of a lost game are played.
const CUT: usize = 5;

/// The same game, which the second player lost after some plies.
fn lost(reason: Reason, why: &str) -> GameRecord {
    let mut record = game();
    record.plies.truncate(CUT);
    record.result = None;
    let state: GameState = record.replay(|_, _| {}).unwrap();
    let outcome = Outcome { scores: state.scores(), winner: Some(Seat::First), reason };
    let detail = Some(format!("player 2: {why}"));
    record.result = Some(GameResult::of(&record, outcome, state.board().empty(), detail));
    record
}

fn check(text: &str) -> Result<(), RecordError> {
    RecordedGame::read_all(text).and_then(|games| RecordedGame::check(&games))
}

/// A record as early versions wrote it, without checksums.
fn early(text: &str) -> String {
    let without = |line: &str| {
        let mut line = line.as_bytes().to_vec();
        checksum::remove(&mut line);
        String::from_utf8(line).unwrap() + "\n"
    };
    text.lines().map(without).collect()
}

/// The games of a record, without the cells of their moves.
fn placeless(text: &str) -> Vec<GameRecord> {
    let mut games = GameRecord::read_all(text).unwrap();
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        (ply.row, ply.col) = (None, None);
    }
    games
}

/// In early records: all digits but those of the header, which is compared with the match.
#[test]
fn no_digit_of_a_ply_or_a_result_can_change() {
    let games =
        [game(), lost(Reason::Time, "out of time"), lost(Reason::Forfeit, "no answer to `start`")];
    for record in games {
        let text = early(&record.to_lines());
        assert_eq!(check(&text), Ok(()));
        let header = text.find('\n').unwrap();
        let is_cut_short = record.plies.len() == CUT;
        let (mut flipped, mut tried) = (0, 0);
        for (at, old) in text.bytes().enumerate().skip(header).filter(|(_, b)| b.is_ascii_digit()) {
            for new in (b'0'..=b'9').filter(|&new| new != old) {
                tried += 1;
                let mut bytes = text.clone().into_bytes();
                bytes[at] = new;
                let damaged = String::from_utf8(bytes).unwrap();
                // Of 17 digits of a sum of seconds, the last may not change its value.
                if GameRecord::read_all(&damaged).is_ok_and(|games| games == [record.clone()]) {
                    continue;
                }
                let line = 1 + text[..at].matches('\n').count();
                let Err(error) = check(&damaged) else {
                    // A move elsewhere, possible and worth as much, is a game with the same result.
                    assert!(is_cut_short && placeless(&damaged) == placeless(&text), "{damaged}");
                    continue;
                };
                // A wrong move may make a later one impossible, and wrong nodes a wrong sum.
                assert!(error.line >= line, "line {line}: {error}");
                flipped += 1;
            }
        }
        // How many digits there are depends on the times that were measured.
        assert!(tried > 500 && flipped * 20 > tried * 19, "{flipped} of {tried}");
    }
}

/// Returns the positions where a byte can change in some way without an error, and asserts that the
/// games are then the same.
fn unnoticed(text: &str) -> Vec<usize> {
    assert_eq!(check(text), Ok(()));
    let games = GameRecord::read_all(text).unwrap();
    let mut found = Vec::new();
    for at in 0..text.len() {
        let bits = (0..8).map(|bit| text.as_bytes()[at] ^ 1 << bit);
        for new in bits.chain(*b"0 \r\n\"}") {
            let mut bytes = text.as_bytes().to_vec();
            if std::mem::replace(&mut bytes[at], new) == new {
                continue;
            }
            // A file that is not text is refused.
            let Ok(damaged) = String::from_utf8(bytes) else { continue };
            if check(&damaged).is_ok() {
                assert_eq!(GameRecord::read_all(&damaged).unwrap(), games, "{at}: {damaged}");
                found.push(at);
            }
        }
    }
    found.dedup();
    found
}

#[test]
fn every_byte_of_a_finished_game_is_checked() {
    let record = lost(Reason::Forfeit, "no answer to `start`");
    let text = record.to_lines();
    // Only the last line end: there, white space is as good.
    assert_eq!(unnoticed(&text), [text.len() - 1]);
    // The version of the program, for example, is no part of the rules.
    let version = text.find("\"version\":\"").unwrap() + 11;
    let mut changed = text.clone();
    changed.replace_range(version..=version, "~");
    let error = check(&changed).unwrap_err();
    let what = "game 0: the line was changed after it was written (its checksum differs); remove \
                lines 1 to 7, and the game is played again";
    assert_eq!((error.line, error.column, error.what.as_str()), (1, 1, what));
    // Early versions wrote no checksums.
    assert_eq!(check(&early(&text)), Ok(()));
    assert_eq!(GameRecord::read_all(&early(&text)).unwrap(), [record]);
    assert_eq!(check(&early(&changed)), Ok(()));
}

/// Checksums are for whole games: a match of an early version may have been continued.
#[test]
fn a_game_has_checksums_in_all_lines_or_in_none() {
    let text = lost(Reason::Time, "out of time").to_lines();
    let early = early(&text);
    let other = text.replacen("\"game\":0", "\"game\":1", 2);
    let of_other = GameRecord::read_all(&other).unwrap()[0].to_lines();
    assert_eq!(check(&(early.clone() + &of_other)), Ok(()));
    assert_eq!(check(&(of_other + &early)), Ok(()));
    let (old, new): (Vec<&str>, Vec<&str>) =
        (early.split_inclusive('\n').collect(), text.split_inclusive('\n').collect());
    for at in 0..new.len() {
        let mut lines = new.clone();
        lines[at] = old[at];
        let games = RecordedGame::read_all(&lines.concat()).unwrap();
        let expected = if at == 0 { ChangedLine::MissingInFirst } else { ChangedLine::Missing };
        assert_eq!(games[0].changed, Some((at, expected)));
        assert_eq!(check(&lines.concat()).unwrap_err().line, at + 1);
    }
}

/// The end of a line that was cut is missing; a whole line with a wrong end was changed.
#[test]
fn a_changed_last_line_is_not_one_that_was_cut() {
    let text = game().to_lines();
    for end in ["\0", "x", "}", "K"] {
        let changed = format!("{}{end}", text.trim_end());
        let error = RecordedGame::read_all(&changed).unwrap_err();
        assert_eq!(error.line, text.lines().count(), "{error}");
    }
    // Nor is a file without any text a record.
    assert!(RecordedGame::read_all("\0\0").is_err());
    for cut in [1, 2, 20] {
        for end in ["", "\0\0\0"] {
            let cut = format!("{}{end}", &text[..text.len() - 1 - cut]);
            assert_eq!(GameRecord::read_all(&cut).unwrap()[0].result, None);
        }
    }
}

#[test]
fn every_line_of_a_game_is_missed_and_has_its_place() {
    let record = game();
    let text = record.to_lines();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 1..lines.len() - 1 {
        let mut fewer = lines.clone();
        fewer.remove(at);
        let error = check(&fewer.concat()).unwrap_err();
        assert_eq!(error.line, at + 1, "{error}");
        let advice = format!("; remove lines 1 to {}, and the game is played again", fewer.len());
        assert!(error.what.starts_with("game 0: ") && error.what.ends_with(&advice), "{error}");

        let mut twice = lines.clone();
        twice.insert(at, lines[at]);
        assert_eq!(check(&twice.concat()).unwrap_err().line, at + 2);

        if at + 2 < lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            assert_eq!(check(&swapped.concat()).unwrap_err().line, at + 1);
        }
    }
    // Without its end the game was interrupted, and is not counted.
    assert_eq!(check(&lines[..lines.len() - 1].concat()), Ok(()));
}

#[test]
fn a_game_is_recorded_once() {
    let record = game();
    let text = record.to_lines();
    let count = text.lines().count();
    let error = check(&format!("{text}\n{text}")).unwrap_err();
    assert_eq!(error.line, count + 2);
    let (first, last) = (count + 2, 2 * count + 1);
    let what =
        format!("game 0: recorded twice; remove lines 1 to {count} or lines {first} to {last}");
    assert_eq!(error.what, what);
    // An interrupted game that was played again is not.
    let header = text.lines().next().unwrap();
    assert_eq!(check(&format!("{header}\n{text}{header}\n")), Ok(()));
}

/// A pondered opening or a result for the wrong player would change the results of a match.
#[test]
fn nodes_of_openings_and_details_of_winners_are_refused() {
    let mut record = game();
    record.plies[0].nodes = 7;
    assert!(record.replay(|_, _| {}).is_err());
    let mut record = lost(Reason::Time, "out of time");
    record.result.as_mut().unwrap().winner = Some(2);
    let error = record.replay(|_, _| {}).unwrap_err().to_string();
    let what = r#"the result has detail "player 2: out of time", but its moves make it "player 1: out of time""#;
    assert_eq!(error, what);
    let mut record = game();
    record.result.as_mut().unwrap().detail = Some("player 2: resigned".to_owned());
    assert!(record.replay(|_, _| {}).is_err());
}
