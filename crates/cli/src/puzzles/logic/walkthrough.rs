//! The steps of a puzzle with what is said about them, for each form of `explain`.

use quadrille_engine::Puzzle;
use quadrille_engine::export::{heading, unlocks};
use quadrille_engine::logic::text::{self, Language, Phrase};
use quadrille_engine::logic::{LogicGrid, Profile, Progress, Step, Verdict, Walk, rank};
use quadrille_engine::solve::{self, Solver};

use super::Metering;
use super::wrap::wrapped;
use crate::context::Context;

/// What `explain` says of a puzzle, however it is written.
pub(super) struct Explain<'c> {
    pub(super) profile: Profile,
    pub(super) all: bool,
    pub(super) language: Language,
    /// The width to which lines are broken.
    pub(super) width: usize,
    pub(super) metering: Metering<'c>,
    pub(super) context: &'c Context,
}

/// What is said about a puzzle.
pub(super) struct Explained {
    pub(super) steps: Vec<Explanation>,
    pub(super) verdict: Verdict,
}

/// A step, with the board after it, and what it unlocks if it is one of several that are possible.
pub(super) struct Explanation {
    pub(super) step: Step,
    pub(super) after: LogicGrid,
    pub(super) progress: Option<Progress>,
}

impl Explain<'_> {
    pub(super) fn explain(&self, puzzle: &Puzzle) -> Explained {
        let mut meter = self.metering.meter();
        let mut steps = Vec::new();
        let mut walk = match Walk::new(puzzle, &self.profile) {
            Ok(walk) => walk,
            Err(error) => return Explained { steps, verdict: Verdict::Unsuited(error) },
        };
        let verdict = match solve::verdict(Solver::Kernel, puzzle, &mut meter) {
            solve::Verdict::Unique(_) => Verdict::Solved,
            solve::Verdict::NoSolution => Verdict::None,
            solve::Verdict::Multiple(_) => Verdict::Several,
            solve::Verdict::Undecided(stop) => Verdict::Stopped(stop),
        };
        if verdict != Verdict::Solved {
            return Explained { steps, verdict };
        }
        if self.all {
            let ranked = match walk.all(&mut meter) {
                Ok(all) => rank(all, walk.grid(), &mut meter),
                Err(stop) => Err(stop),
            };
            let explanation = |(step, progress): (Step, Progress)| {
                let mut after = walk.grid().clone();
                after.apply(&step.deduction);
                Explanation { step, after, progress: Some(progress) }
            };
            return match ranked {
                Ok(ranked) => {
                    Explained { steps: ranked.into_iter().map(explanation).collect(), verdict }
                }
                Err(stop) => Explained { steps, verdict: Verdict::Stopped(stop) },
            };
        }
        let verdict = loop {
            match walk.next(&mut meter) {
                Ok(Some(step)) => {
                    let after = walk.grid().clone();
                    steps.push(Explanation { step, after, progress: None });
                }
                Ok(None) if walk.grid().is_full() => break Verdict::Solved,
                Ok(None) => break Verdict::Beyond,
                Err(stop) => break Verdict::Stopped(stop),
            }
        };
        Explained { steps, verdict }
    }

    /// The lines of a step.
    pub(super) fn lines(&self, number: usize, explanation: &Explanation) -> Vec<String> {
        let Explanation { step, progress, .. } = explanation;
        let heading = heading(number, step, &self.profile, &self.language);
        let words = text::words(&step.deduction, &self.language);
        let mut text = self.language.say(Phrase::Step, &[("heading", &heading), ("text", &words)]);
        if let Some(progress) = progress {
            text.push(if words.contains('\n') { '\n' } else { ' ' });
            text.push_str(&unlocks(*progress, &self.language));
        }
        let indent = number.to_string().len() + 2;
        let mut lines = wrapped(&text, self.width, indent);
        if let Some(eureka) = text::eureka(&step.deduction) {
            // In one line, to be copied.
            lines.push(" ".repeat(indent) + &eureka);
        }
        lines
    }

    /// What is said after the steps, or instead of them; `None` if nothing is to be said.
    pub(super) fn conclusion(&self, explained: &Explained) -> Option<String> {
        let say = |phrase| Some(self.language.say(phrase, &[("profile", self.profile.id())]));
        match explained.verdict {
            Verdict::Solved if self.all && explained.steps.is_empty() => say(Phrase::Nothing),
            Verdict::Solved => None,
            Verdict::Beyond => say(Phrase::Beyond),
            Verdict::Several => say(Phrase::Several),
            Verdict::None => say(Phrase::None),
            Verdict::Unsuited(why) => Some(text::unsuited(why, &self.language)),
            Verdict::Stopped(stop) => {
                Some(self.language.say(Phrase::Stopped, &[("stop", stop.id())]))
            }
        }
    }
}
