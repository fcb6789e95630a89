//! Where the lines of a game go as it is played: to its record, to programs and to people.

use std::path::Path;
use std::sync::Arc;

use quadrille_arena::Ruleset;
use quadrille_arena::game::{GameRecord, PlyRecord, RecordLine};
use quadrille_core::{CancelFlag, printable};

use super::super::recorder::Recorder;
use super::super::records;
use super::saving::Saving;
use super::table::Table;
use super::terminal::{Stream, Terminal};
use super::{Args, Request};
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
    /// The game so far.
    game: Option<GameRecord>,
    /// Why something could not be written.
    pub(super) failure: Option<Failure>,
}

impl<'a> GameOutput<'a> {
    pub(super) fn open(
        args: &Args,
        context: &'a Context,
        request: &Request,
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
        let names = [0, 1].map(|index| request.players[index].to_string());
        let table = Table::new(request.rules.clone(), names, people);
        let saving = if has_people && args.record.is_none() && !context.json {
            Saving::kept(context)
        } else {
            Saving::Asked(recorder)
        };
        Ok(Self {
            terminal: Arc::new(Terminal::new(context, stream, transcript, table)),
            rules: request.rules.clone(),
            people,
            shown: 0,
            saving,
            repeated: None,
            objects,
            game: None,
            failure: None,
        })
    }

    /// Returns the plies of a game that starts again.
    pub(super) fn take_plies(&mut self) -> Vec<PlyRecord> {
        self.game.take().map(|game| game.plies).unwrap_or_default()
    }

    /// Prints how the game ended, or how to resume it if there is a reason why it stopped, and
    /// completes what was written.
    pub(super) fn conclude(&mut self, why: Option<&str>, context: &Context) -> Result<(), Failure> {
        let Some(game) = &self.game else { unreachable!("the game started") };
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
        match (line, &mut self.game) {
            (RecordLine::Game(header), game) => {
                let names = header.players.clone();
                self.terminal.begin(Table::new(self.rules.clone(), names, self.people));
                *game = Some(GameRecord::new(header));
            }
            (RecordLine::Ply(ply), Some(game)) => game.plies.push(ply),
            (RecordLine::Result(result), Some(game)) => game.result = Some(result),
            (_, None) => {}
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
        let plies = self.game.as_ref().map_or(0, |game| game.plies.len())
            + usize::from(matches!(line, RecordLine::Ply(_)));
        if plies >= self.shown
            && let Some(lines) = self.repeated.take()
        {
            self.saving.restart(&lines, plies > 0)?;
        }
        if let Some(objects) = &mut self.objects {
            let mut object = serde_json::to_value(line).expect("records are valid JSON");
            // In a record, only the first line of a game has the seed.
            if let Some(game) = &self.game {
                object["seed"] = game.header.seed.into();
            }
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
