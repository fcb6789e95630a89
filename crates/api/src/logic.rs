//! `hint`, `explain`, `rate` and `techniques`.

use quadrille_engine::format::Extra;
use quadrille_engine::logic::text::{self, Language, Phrase};
use quadrille_engine::logic::{
    self, Hint, House, Level, LogicGrid, Next, Profile, Progress, Step, Verdict, Walk,
};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{Candidate, CandidateSet, Counter, Digit, DigitSet, Puzzle, Solution, Stop};

use crate::board::{lists_of, text_of};
use crate::solving::limit_of;
use crate::{
    Board, CandidatePlace, Context, Error, Evidence, ExplainAnswer, ExplainRequest, ExplainStep,
    HintAnswer, HintRequest, RateAnswer, RateRequest, TechniqueEntry, TechniqueSample,
    TechniquesAnswer, TechniquesRequest,
};

/// Returns the profile with an id. Unlike on the command line, it never names a file.
pub(crate) fn profile(id: Option<&str>, default: &str) -> Result<Profile, Error> {
    let id = id.unwrap_or(default);
    Profile::by_id(id).ok_or_else(|| Error::unknown("profile", id, Profile::ids()))
}

fn language(id: Option<&str>) -> Result<Language, Error> {
    match id {
        None => Ok(Language::english()),
        Some(id) => {
            Language::by_id(id).ok_or_else(|| Error::unknown("language", id, Language::ids()))
        }
    }
}

/// Returns ratings and scores as numbers.
pub(crate) fn points(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}

/// Gives a hint from where the solver is.
pub(crate) fn hint(request: &HintRequest, context: &Context<'_>) -> Result<HintAnswer, Error> {
    let (puzzle, extra) = request.puzzle.searchable(context)?;
    let number = request.level.unwrap_or(2);
    let level = Level::of_number(number)
        .ok_or_else(|| Error::bad_request(format!("`level` is {number}; expected 1 to 4")))?;
    let profile = profile(request.profile.as_deref(), "quadrille")?;
    let language = language(request.lang.as_deref())?;
    let mut meter = context.meter(request.ms, Counter::Branch);
    let (entries, notes) = (extra.entries.as_ref(), extra.candidates.as_ref());
    let none = HintAnswer {
        status: String::new(),
        profile: profile.id().to_owned(),
        level: number,
        text: String::new(),
        done: false,
        technique: None,
        title: None,
        rating: None,
        look_at: None,
        wrong: Vec::new(),
        wrong_count: 0,
        missing: Vec::new(),
        evidence: None,
    };
    let found = match logic::hint(&puzzle, entries, notes, &profile, &mut meter) {
        Ok(found) => found,
        Err(stop) => {
            let text = language.say(Phrase::Stopped, &[("stop", stop.id())]);
            return Ok(HintAnswer { status: stop.status().id().to_owned(), text, ..none });
        }
    };
    let verdict = match found.next {
        Next::Step(_) | Next::Done => Verdict::Solved,
        Next::Beyond => Verdict::Beyond,
        Next::Several => Verdict::Several,
        Next::NoSolution => Verdict::None,
        Next::Unsuited(why) => Verdict::Unsuited(why),
    };
    let places = |candidates: &[Candidate]| -> Vec<CandidatePlace> {
        candidates.iter().copied().map(CandidatePlace::of).collect()
    };
    let Hint { wrong, missing, next } = &found;
    let mut answer = HintAnswer {
        status: verdict.id().to_owned(),
        text: found.words(level, &profile, &language),
        done: matches!(next, Next::Done),
        wrong: if level > Level::Where { places(wrong) } else { Vec::new() },
        wrong_count: wrong.len(),
        missing: if level == Level::All { places(missing) } else { Vec::new() },
        ..none
    };
    if let Next::Step(step) = next {
        answer.look_at = Some(house_of(step).to_string());
        if level > Level::Where {
            let kind = step.deduction.kind;
            answer.technique = Some(kind.to_owned());
            answer.title = Some(language.title(kind).to_owned());
            answer.rating = Some(points(step.rating));
        }
        answer.evidence = match level {
            Level::All => Some(Evidence::of(&step.deduction)),
            Level::Digits => Some(Evidence::houses_only(&step.deduction)),
            Level::Technique | Level::Where => None,
        };
    }
    Ok(answer)
}

/// The house to look at: that of the pattern, or the box in which something is shown.
fn house_of(step: &Step) -> House {
    let deduction = &step.deduction;
    let shown = deduction.placements.iter().chain(&deduction.eliminations).next();
    let in_box = |candidate: &Candidate| {
        let (row, column) = candidate.cell.row_column(9);
        House::Box((row / 3 * 3 + column / 3) as u8)
    };
    let house = deduction.houses.first().copied().or(shown.map(in_box));
    house.expect("a deduction shows something")
}

/// Explains how people solve a puzzle.
pub(crate) fn explain(
    request: &ExplainRequest,
    context: &Context<'_>,
) -> Result<ExplainAnswer, Error> {
    let (puzzle, extra) = request.puzzle.searchable(context)?;
    let profile = profile(request.profile.as_deref(), "quadrille")?;
    let language = language(request.lang.as_deref())?;
    let mut meter = context.meter(request.ms, Counter::Branch);
    let mut steps = Vec::new();
    let verdict = match solve::verdict(Solver::Auto, &puzzle, &mut meter) {
        solve::Verdict::NoSolution => Verdict::None,
        solve::Verdict::Multiple(_) => Verdict::Several,
        solve::Verdict::Undecided(stop) => Verdict::Stopped(stop),
        solve::Verdict::Unique(solution) => {
            let start = match request.with_entries {
                true => noted(&puzzle, &extra, &solution),
                false => LogicGrid::new(&puzzle),
            };
            match start {
                Err(why) => Verdict::Unsuited(why),
                Ok(grid) => {
                    let walk = Walk::on(grid, &profile);
                    let found = match request.all {
                        true => all_steps(&walk, &mut meter),
                        false => walk_through(walk, &mut meter),
                    };
                    let verdict = found.verdict;
                    let shown = found.steps.into_iter().zip(1..);
                    steps.extend(shown.map(|(found, number)| step(number, &found, &language)));
                    verdict
                }
            }
        }
    };
    let say = |phrase| Some(language.say(phrase, &[("profile", profile.id())]));
    let conclusion = match verdict {
        Verdict::Solved if request.all && steps.is_empty() => say(Phrase::Nothing),
        Verdict::Solved => None,
        Verdict::Beyond => say(Phrase::Beyond),
        Verdict::Several => say(Phrase::Several),
        Verdict::None => say(Phrase::None),
        Verdict::Unsuited(why) => Some(text::unsuited(why, &language)),
        Verdict::Stopped(stop) => Some(language.say(Phrase::Stopped, &[("stop", stop.id())])),
    };
    Ok(ExplainAnswer {
        puzzle: text_of(&puzzle),
        profile: profile.id().to_owned(),
        status: verdict.id().to_owned(),
        conclusion,
        steps,
    })
}

/// Returns the board with those entries and notes that agree with the solution.
fn noted(
    puzzle: &Puzzle,
    extra: &Extra,
    solution: &Solution,
) -> Result<LogicGrid, logic::NotRatable> {
    let right = |cell| solution.grid().get(cell).expect("solutions are complete");
    let entries = extra.entries.as_ref().map(|entries| {
        let mut kept = entries.clone();
        for (cell, digit) in entries.filled() {
            if right(cell) != digit {
                kept.set(cell, None);
            }
        }
        kept
    });
    let notes = extra.candidates.as_ref().map(|notes| {
        let mut kept = CandidateSet::none(puzzle.shape());
        for cell in puzzle.geometry().cells() {
            let digits = notes.get(cell);
            kept.set(cell, if digits.contains(right(cell)) { digits } else { DigitSet::EMPTY });
        }
        kept
    });
    LogicGrid::noted(puzzle, entries.as_ref(), notes.as_ref())
}

/// A step, the board after it, and what it unlocks if it is one of several.
struct Found {
    step: Step,
    after: LogicGrid,
    progress: Option<Progress>,
}

struct Steps {
    steps: Vec<Found>,
    verdict: Verdict,
}

fn walk_through(mut walk: Walk<'_>, meter: &mut quadrille_engine::Meter<'_>) -> Steps {
    let mut steps = Vec::new();
    let verdict = loop {
        match walk.next(meter) {
            Ok(Some(step)) => {
                steps.push(Found { step, after: walk.grid().clone(), progress: None });
            }
            Ok(None) if walk.grid().is_full() => break Verdict::Solved,
            Ok(None) => break Verdict::Beyond,
            Err(stop) => break Verdict::Stopped(stop),
        }
    };
    Steps { steps, verdict }
}

fn all_steps(walk: &Walk<'_>, meter: &mut quadrille_engine::Meter<'_>) -> Steps {
    let ranked: Result<_, Stop> =
        walk.all(meter).and_then(|all| logic::rank(all, walk.grid(), meter));
    match ranked {
        Err(stop) => Steps { steps: Vec::new(), verdict: Verdict::Stopped(stop) },
        Ok(ranked) => {
            let found = |(step, progress): (Step, Progress)| {
                let mut after = walk.grid().clone();
                after.apply(&step.deduction);
                Found { step, after, progress: Some(progress) }
            };
            Steps { steps: ranked.into_iter().map(found).collect(), verdict: Verdict::Solved }
        }
    }
}

fn step(number: usize, found: &Found, language: &Language) -> ExplainStep {
    let deduction = &found.step.deduction;
    ExplainStep {
        step: number,
        technique: deduction.kind.to_owned(),
        title: language.title(deduction.kind).to_owned(),
        rating: points(found.step.rating),
        text: text::words(deduction, language),
        evidence: Evidence::of(deduction),
        unlocked: found.progress.map(|progress| progress.cells),
        grid: found.after.values().digits().iter().map(|d| d.map_or(0, Digit::get)).collect(),
        candidates: lists_of(&found.after.marks()),
    }
}

/// Rates a puzzle.
pub(crate) fn rate(request: &RateRequest, context: &Context<'_>) -> Result<RateAnswer, Error> {
    let (puzzle, _) = request.puzzle.searchable(context)?;
    let profile = profile(request.profile.as_deref(), "se121")?;
    let language = language(request.lang.as_deref())?;
    let mut meter = context.meter(request.ms, Counter::Branch);
    let rating = logic::rate(&puzzle, &profile, &mut meter);
    let known = matches!(rating.verdict, Verdict::Solved | Verdict::Beyond);
    let number = |tenths: u32| known.then(|| points(tenths));
    Ok(RateAnswer {
        puzzle: text_of(&puzzle),
        profile: profile.id().to_owned(),
        status: rating.verdict.id().to_owned(),
        rating: number(rating.rating),
        pearl: number(rating.pearl),
        diamond: number(rating.diamond),
        hardest: rating.hardest.map(ToOwned::to_owned),
        hardest_title: rating.hardest.map(|kind| language.title(kind).to_owned()),
        steps: known.then_some(rating.steps),
        class: rating.class.map(|class| class.name().to_owned()),
        score: rating.class.map(|_| rating.rating / 10),
        stop: match rating.verdict {
            Verdict::Stopped(stop) => limit_of(stop),
            _ => None,
        },
        seconds: meter.elapsed().as_secs_f64(),
    })
}

/// Lists the techniques, or shows one.
pub(crate) fn techniques(request: &TechniquesRequest) -> Result<TechniquesAnswer, Error> {
    let language = language(request.lang.as_deref())?;
    let profiles: Vec<Profile> = Profile::ids().filter_map(Profile::by_id).collect();
    let wanted = request.id.as_deref();
    let mut techniques = Vec::new();
    for (technique, kind) in logic::kinds() {
        if wanted.is_some_and(|id| id != kind.id) {
            continue;
        }
        let rating = |profile: &Profile| {
            let rating = profile.rating(kind.id)?;
            Some((profile.id().to_owned(), points(rating)))
        };
        techniques.push(TechniqueEntry {
            id: kind.id.to_owned(),
            technique: technique.id().to_owned(),
            title: language.title(kind.id).to_owned(),
            needs_uniqueness: technique.needs_uniqueness(),
            ratings: profiles.iter().filter_map(rating).collect(),
            sample: wanted.and_then(|id| sample(id, &language)),
        });
    }
    match wanted {
        Some(id) if techniques.is_empty() => {
            Err(Error::unknown("technique", id, logic::kinds().map(|(_, kind)| kind.id)))
        }
        _ => Ok(TechniquesAnswer { techniques }),
    }
}

fn sample(kind: &str, language: &Language) -> Option<TechniqueSample> {
    let sample = logic::sample(kind)?;
    let mut entries = sample.before.values();
    for (cell, _) in sample.puzzle.givens().filled() {
        entries.set(cell, None);
    }
    let extra = Extra {
        entries: Some(entries),
        candidates: Some(sample.before.marks()),
        ..Extra::default()
    };
    Some(TechniqueSample {
        board: Board::of(&sample.puzzle, &extra),
        text: text::words(&sample.step.deduction, language),
        evidence: Evidence::of(&sample.step.deduction),
    })
}
