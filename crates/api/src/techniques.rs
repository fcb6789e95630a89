//! `techniques`: the kinds of deduction, with a position of one.

use quadrille_formats::Extra;
use quadrille_logic::Profile;
use quadrille_logic::text::{self, Language};

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
        placements: CandidatePlace::list(&sample.step.deduction.placements),
        eliminations: CandidatePlace::list(&sample.step.deduction.eliminations),
        evidence: Evidence::of(&sample.step.deduction),
    })
}
