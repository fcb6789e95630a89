//! `techniques`: the kinds of deduction, with a position of one.

use quadrille_formats::{Extra, Hodoku, PuzzleFormat};
use quadrille_logic::text::{self, Language};
use quadrille_logic::{Position, Profile};

use crate::question::{language, points};
use crate::{
    Board, CandidatePlace, Error, Evidence, TechniqueEntry, TechniqueSample, TechniquesAnswer,
    TechniquesRequest,
};

/// Lists the techniques, or shows one.
pub(crate) fn techniques(request: &TechniquesRequest) -> Result<TechniquesAnswer, Error> {
    let language = language(request.lang.as_deref())?;
    let profiles: Vec<Profile> = Profile::ids().filter_map(Profile::by_id).collect();
    let wanted = request.id.as_deref();
    let mut techniques = Vec::new();
    for (technique, kind) in quadrille_logic::kinds() {
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
            Err(Error::unknown("technique", id, quadrille_logic::kinds().map(|(_, kind)| kind.id)))
        }
        _ => Ok(TechniquesAnswer { techniques }),
    }
}

fn sample(kind: &str, language: &Language) -> Option<TechniqueSample> {
    let sample = quadrille_logic::sample(kind)?;
    Some(TechniqueSample {
        board: Board::of(&sample.puzzle, &extra(&sample)),
        text: text::words(&sample.step.deduction, language),
        placements: CandidatePlace::list(&sample.step.deduction.placements, 9),
        eliminations: CandidatePlace::list(&sample.step.deduction.eliminations, 9),
        evidence: Evidence::of(&sample.step.deduction),
    })
}

/// Writes a position as a line of a library of HoDoKu, which `hint` reads.
///
/// ```
/// use quadrille_api::position_line;
///
/// let position = quadrille_logic::sample("x-wing").expect("it is in the pool");
/// assert!(position_line(&position).starts_with(":0000:x:"));
/// ```
pub fn position_line(position: &Position) -> String {
    let mut line = String::new();
    Hodoku.write(&position.puzzle, &extra(position), &mut line).expect("it has 9x9 boards");
    line.trim_end().to_owned()
}

/// What a position adds to its puzzle.
fn extra(position: &Position) -> Extra {
    let mut entries = position.before.values();
    for (cell, _) in position.puzzle.givens().filled() {
        entries.set(cell, None);
    }
    let candidates = Some(position.before.marks());
    Extra { entries: Some(entries), candidates, ..Extra::default() }
}
