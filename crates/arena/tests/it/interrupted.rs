//! Records of interrupted games.

use std::sync::Arc;

use quadrille_arena::game::{GameRecord, PlyRecord};
use quadrille_arena::{AgentName, Move, Referee, Ruleset};
use quadrille_arena::{Fixture, tournament::play_game_by_line};
use quadrille_core::{BoxShape, CancelFlag, NoClock};

/// A record is written ply by ply, and what is written so far can always be read.
#[test]
fn interrupted_games_are_read_and_continued() {
    let new = Referee::new(&Fixture {
        rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2).unwrap())),
        opening: vec![Move::at(4, 3, 3, 1)],
        names: ["ia", "minimax"].map(str::to_owned),
        game: 0,
        seed: 1,
    });
    let whole = |plies: &[PlyRecord]| {
        let mut record = GameRecord::new(new.record().header.clone());
        record.plies = plies.to_vec();
        let mut referee = Referee::resume(record).unwrap();
        let mut agents = ["ia", "minimax"].map(|n| AgentName::parse(n).unwrap().build().unwrap());
        let mut text = String::new();
        let cancel = CancelFlag::new();
        play_game_by_line(&mut referee, &mut agents, &NoClock, &cancel, &mut |line| {
            text += &line.to_line();
        })
        .unwrap();
        let record = referee.into_record();
        assert_eq!(text, record.to_lines());
        (record, text)
    };
    let (record, text) = whole(&new.record().plies);
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    assert_eq!(ends.len(), record.plies.len() + 2);
    for (lines, &end) in ends.iter().enumerate() {
        // A killed writer may leave part of the next line.
        for text in [&text[..end], &text[..(end + 9).min(text.len())]] {
            let games = GameRecord::read_all(text).unwrap();
            assert_eq!(games.len(), 1);
            let plies = lines.min(record.plies.len());
            assert_eq!(games[0].plies, record.plies[..plies]);
            assert_eq!(games[0].result.is_some(), lines + 1 == ends.len());
            let state = games[0].replay(|_, _| {}).unwrap();
            assert_eq!(state.ply() as usize, plies);
        }
    }
    // Wrong points are found, in complete and interrupted games.
    let wrong = text[..ends[3]].replacen("\"points\":", "\"points\":1", 1);
    assert!(GameRecord::read_all(&wrong).unwrap()[0].replay(|_, _| {}).is_err());
    // The game can be continued from every ply, with the same result.
    for plies in 1..=record.plies.len() {
        let (again, _) = whole(&record.plies[..plies]);
        assert_eq!(again.plies[..plies], record.plies[..plies]);
        assert_eq!(again.header, record.header);
        let [ours, theirs] = [&again, &record].map(|game| game.result.as_ref().unwrap());
        assert_eq!((ours.plies, ours.nodes_total), (theirs.plies, theirs.nodes_total));
    }
    // After moves were taken back, the restarted game replaces the first. Another game does not.
    let (_, anew) = whole(&record.plies[..2]);
    assert_eq!(GameRecord::read_all(&format!("{}{anew}", &text[..ends[3]])).unwrap().len(), 1);
    let other = anew.replacen("\"seed\":1", "\"seed\":2", 1);
    assert_eq!(GameRecord::read_all(&format!("{}{other}", &text[..ends[3]])).unwrap().len(), 2);
}
