//! `explain --html`: a page with the steps of all puzzles in words and pictures.

use std::mem;
use std::path::Path;

use quadrille_api::{Explain, Explained};
use quadrille_core::{Counter, Limits, Meter, WallClock};
use quadrille_logic::page::{PageStep, Walkthroughs};
use quadrille_logic::text::Phrase;
use quadrille_logic::{BoardState, Verdict};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::output::Output;
use crate::puzzles::export::for_each;

/// Writes the page. It is complete whatever ends the question.
pub(super) fn write(
    question: &Explain,
    limits: Limits,
    path: &Path,
    inputs: Inputs,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut out = Output::create(context, path)?;
    let title = if question.all { Phrase::AllSteps } else { Phrase::Walkthrough };
    let mut page = Walkthroughs::new(title, &question.profile, &question.language);
    let (mut begin, mut end) = (String::new(), String::new());
    page.begin(&mut begin);
    page.end(&mut end);
    let (mut count, mut verdicts) = (0, Exit::Done);
    let clock = WallClock::new();
    let mut exit = for_each(inputs, context, |puzzle, extra| {
        if count == Walkthroughs::MOST {
            return Err(Failure::usage(format!(
                "a page has at most {} puzzles; split the input",
                Walkthroughs::MOST
            )));
        }
        let mut meter =
            Meter::new(limits, Counter::Branch, &context.cancel, &clock).expect("the clock runs");
        let explained = question.explain(puzzle, extra, &mut meter);
        if context.cancel.is_cancelled() {
            return Ok(());
        }
        count += 1;
        verdicts.merge(match explained.verdict {
            Verdict::Solved => Exit::Done,
            Verdict::Unsuited(_) => Exit::Usage,
            _ => Exit::No,
        });
        let mut html = mem::take(&mut begin);
        let conclusion = question.conclusion(&explained);
        let Explained { steps, .. } = &explained;
        // A board on which there are steps has candidates.
        let start = BoardState::of(puzzle).ok();
        let mut before = start.as_ref();
        let mut shown = Vec::new();
        for explanation in steps {
            let Some(board) = before else { break };
            let (step, progress) = (&explanation.step, explanation.progress);
            shown.push(PageStep { before: board, step, progress });
            if !question.all {
                before = Some(&explanation.after);
            }
        }
        page.add(puzzle, &shown, conclusion.as_deref(), &mut html);
        let ending = end.clone();
        out.part(|| html, Some(Box::new(|| ending)))
    })?;
    exit.merge(verdicts);
    // If nothing was read, the old file remains.
    if count > 0 || exit <= Exit::No {
        out.part(|| begin + &end, None)?;
    }
    out.conclude(exit)?;
    if exit == Exit::Interrupted {
        context.messages.note(&format!("interrupted; the page has the first {count} puzzles"));
    }
    Ok(exit)
}
