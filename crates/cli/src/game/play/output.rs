//! Where the lines of a game go as it is played: to its record, to programs and to people.

use std::path::Path;
use std::sync::Arc;

use quadrille_arena::game::{GameRecord, RecordLine};
use quadrille_arena::{Referee, Ruleset};
use quadrille_core::{CancelFlag, printable};

use super::super::recorder::Recorder;
use super::super::records;
use super::Args;
use super::saving::Saving;
use super::table::Table;
use super::terminal::{Stream, Terminal};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Where the lines of a game go as it is played.
pub(super) struct GameOutput<'a> {
    pub(super) terminal: Arc<Terminal>,
    rules: Arc<Ruleset>,
    /// Which players are people, to whom moves are shown.
    people: [bool; 2],
    /// Number of plies that were shown before.
    pub(super) shown: usize,
    saving: Saving<'a>,
    /// The lines so far, until all plies are repeated that were shown before.
    repeated: Option<String>,
    /// Objects for programs.
    objects: Option<Output>,
    /// The seed of the game.
    seed: u64,
    /// Why something could not be written.
    pub(super) failure: Option<Failure>,
}

impl<'a> GameOutput<'a> {
    pub(super) fn open(
        args: &Args,
        context: &'a Context,
        referee: &Referee,
        people: [bool; 2],
    ) -> Result<Self, Failure> {
        let has_people = people.contains(&true);
        let overwrite = args.overwrite || args.resume;
        let mut recorder = Recorder::for_game(context, args.record.as_deref(), overwrite)?;
        let to_programs = context.json || matches!(recorder, Recorder::Standard(_));
        let (mut objects, mut transcript) = (None, None);
        if context.json {
            objects = Some(Output::open(context)?);
        } else if context.output.is_some() {
            transcript = Some(Output::open(context)?);
        }
        if context.json && context.output.is_none() && matches!(recorder, Recorder::Standard(_)) {
            // Standard output would get every line twice.
            recorder = Recorder::Nowhere;
        }
        let stream = match (to_programs || context.output.is_some(), has_people) {
            (false, _) => Some(Stream::Stdout),
            (true, true) => Some(Stream::Stderr),
            (true, false) => None,
        };
        let (rules, header) = (referee.state().rules(), &referee.record().header);
        let table = Table::new(rules.clone(), header.players.clone(), people);
        let saving = if has_people && args.record.is_none() && !context.json {
            Saving::kept(context)
        } else {
            Saving::Asked(recorder)
        };
        Ok(Self {
            terminal: Arc::new(Terminal::new(context, stream, transcript, table)),
            rules: rules.clone(),
            people,
            shown: 0,
            saving,
            repeated: None,
            objects,
            seed: header.seed,
            failure: None,
        })
    }

    /// Prints how the game ended, or how to resume it if there is a reason why it stopped, and
    /// completes what was written.
    pub(super) fn conclude(
        &mut self,
        game: &GameRecord,
        why: Option<&str>,
        context: &Context,
    ) -> Result<(), Failure> {
        let has_moves = !game.plies.is_empty();
        let prompted = why.is_some() && self.people.contains(&true);
        let new_line = if prompted { "\n" } else { "" };
        let board = self.terminal.board();
        self.terminal.print(&format!("{new_line}{board}{}", result_text(game)))?;
        let path = self.saving.finish(why.is_some() && has_moves);
        if let Some(why) = why {
            note_how_to_resume(
                context,
                why,
                has_moves,
                path.as_ref().ok().and_then(Option::as_deref),
            );
        }
        path?;
        if let Some(objects) = &mut self.objects {
            objects.conclude(Exit::Done)?;
        }
        self.terminal.conclude()
    }

    pub(super) fn take(&mut self, line: RecordLine, cancel: &CancelFlag) {
        if self.failure.is_some() {
            return;
        }
        if let Err(failure) = self.write(&line) {
            // Playing on is pointless if the game cannot be saved.
            self.failure = Some(failure);
            cancel.cancel();
        }
        if let RecordLine::Game(header) = line {
            self.terminal.begin(Table::new(self.rules.clone(), header.players, self.people));
        }
        if let Some(warning) = self.saving.take_warning() {
            // A terminal that is gone is noticed by the next line.
            let _ = self.terminal.answer(&format!("{warning}\n"));
        }
    }

    fn write(&mut self, line: &RecordLine) -> Result<(), Failure> {
        match line {
            RecordLine::Game(_) => self.repeated = Some(line.to_line()),
            line => match &mut self.repeated {
                None => self.saving.write(&line.to_line(), true)?,
                Some(lines) => lines.push_str(&line.to_line()),
            },
        }
        // A game that is resumed takes the place of its record at once.
        let plies = match line {
            RecordLine::Game(_) => 0,
            RecordLine::Ply(ply) => ply.ply as usize,
            RecordLine::Result(result) => result.plies as usize,
        };
        if plies >= self.shown
            && let Some(lines) = self.repeated.take()
        {
            self.saving.restart(&lines, plies > 0)?;
        }
        if let Some(objects) = &mut self.objects {
            let mut object = serde_json::to_value(line).expect("records are valid JSON");
            // In a record, only the first line of a game has the seed.
            object["seed"] = self.seed.into();
            objects.json(&object)?;
            objects.flush()?;
        }
        match line {
            RecordLine::Ply(ply) => {
                let is_new = self.people.contains(&true) && ply.ply as usize > self.shown;
                self.terminal.add(ply, is_new)
            }
            _ => Ok(()),
        }
    }
}

fn note_how_to_resume(context: &Context, why: &str, has_moves: bool, path: Option<&Path>) {
    context.messages.note(&match path {
        Some(path) => {
            let path = path.display();
            format!(
                "{why}: the moves so far are in {path}; `quadrille play --continue --record {path}` \
                 resumes the game"
            )
        }
        None if has_moves => format!("{why}; with --record FILE, the moves so far are saved"),
        None => format!("{why} before the first move"),
    });
}

/// Returns the score and how the game ended.
fn result_text(game: &GameRecord) -> String {
    let [first, second] = game.replay(|_, _| {}).expect("played by its rules").scores();
    let end = match &game.result {
        None => format!("unfinished after {}", records::plies(game.plies.len())),
        Some(result) => {
            let detail = result.detail.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
            let winner = match result.winner {
                Some(winner) => format!("{} wins", game.header.players[usize::from(winner - 1)]),
                None => "a draw".to_owned(),
            };
            let text = format!("{winner} ({}{detail})", result.reason_for_end);
            printable::line(&text).into_owned()
        }
    };
    format!("{first} - {second}, {end}\n")
}
