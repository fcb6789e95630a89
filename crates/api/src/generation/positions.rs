//! Positions for practice: boards in which a technique applies.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use quadrille_core::{Meter, Stop};
use quadrille_formats::line;
use quadrille_formats::pencilmark::text_of_marks;
use quadrille_generate::puzzle::Generator;
use quadrille_logic::text::{Language, words};
use quadrille_logic::{Position, PositionSearch, Profile, is_step, sample_puzzles, step_puzzles};

use super::making::{chosen_profile, generator, models, recipe};
use super::tried::Tried;
use crate::board::text_of;
use crate::question::{language, points, unusable};
use crate::{CandidatePlace, Error, Evidence, GenerateRequest, GeneratedPosition};

type Found = Mutex<HashMap<ThreadId, Vec<Position>>>;

/// Makes the positions that a request asks for.
pub struct Positions {
    generator: Generator<'static>,
    /// What the filter of the generator found on each thread that makes a puzzle.
    found: Arc<Found>,
    tried: Arc<Tried>,
    language: Language,
    seed: u64,
}

impl Positions {
    /// Prepares to look for positions. A profile that is passed counts instead of the one that the
    /// request names.
    ///
    /// # Errors
    /// When no position is like that.
    pub fn new(
        request: &GenerateRequest,
        profile: Option<Profile>,
        seed: u64,
    ) -> Result<Self, Error> {
        let Some(id) = request.technique.as_deref() else {
            return Err(Error::bad_request("a position needs a `technique`"));
        };
        let bare = GenerateRequest {
            technique: request.technique.clone(),
            profile: request.profile.clone(),
            lang: request.lang.clone(),
            ..request.bare()
        };
        if *request != (GenerateRequest { next: request.next, only: request.only, ..bare }) {
            return Err(Error::bad_request(
                "positions are on 9x9 boards, with `technique`, `next`, `only` and `profile`; omit \
                 the properties of puzzles",
            ));
        }
        let profile = match profile {
            Some(profile) => profile,
            None => chosen_profile(request.profile.as_deref(), &[id])?,
        };
        let search = PositionSearch::new(id, profile.clone())
            .and_then(|search| match (request.next, request.only) {
                (_, true) => search.only(),
                (true, false) => search.next(),
                (false, false) => Ok(search),
            })
            .map_err(|error| unusable(error, id, &profile))?;
        let (kinds, id) = (search.kinds(), profile.id());
        let as_step = request.next || request.only;
        let models = if as_step { models(kinds, id) } else { sample_puzzles(kinds) };
        // Fresh puzzles are as good where many take it, and more varied.
        let is_common =
            step_puzzles(kinds, id).is_empty() && kinds.iter().any(|kind| is_step(kind, id));
        let found = Arc::new(Found::default());
        let kept = Arc::clone(&found);
        let tried: Arc<Tried> = Arc::default();
        let counted = Arc::clone(&tried);
        let generator = generator(recipe(request)?, seed)?.with_models(&models).with_filter(
            move |puzzle, _, meter| {
                counted.count();
                let Ok(Some(position)) = search.find(puzzle, meter) else { return false };
                let mut kept = kept.lock().expect("no thread panics with it");
                kept.entry(thread::current().id()).or_default().push(position);
                true
            },
        );
        let is_near = as_step && !is_common;
        let generator = if is_near { generator.near_models() } else { generator };
        let language = language(request.lang.as_deref())?;
        Ok(Self { generator, found, tried, language, seed })
    }

    /// Returns what is tried.
    pub fn tried(&self) -> Arc<Tried> {
        Arc::clone(&self.tried)
    }

    /// Returns the position with a number.
    ///
    /// # Errors
    /// Returns the limit of the meter that ended the search.
    ///
    /// ```
    /// use quadrille_api::{GenerateRequest, Positions};
    /// use quadrille_core::Meter;
    ///
    /// let request = GenerateRequest { technique: Some("x-wing".into()), ..GenerateRequest::default() };
    /// let position = Positions::new(&request, None, 1)?.make(0, &mut Meter::unlimited());
    /// assert!(position.is_ok_and(|position| position.technique == "x-wing"));
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn make(&self, index: u64, meter: &mut Meter<'_>) -> Result<GeneratedPosition, Stop> {
        let (made, stop) = self.generator.make(index..index + 1, meter);
        let found =
            self.found.lock().expect("no thread panics with it").remove(&thread::current().id());
        let Some(made) = made.into_iter().flatten().next() else {
            return Err(stop.unwrap_or(Stop::Time));
        };
        // An earlier attempt may have come after a later one.
        let mut found = found.into_iter().flatten();
        let position = found.find(|position| position.puzzle == made.puzzle);
        Ok(self.told(&position.expect("the filter found it"), index))
    }

    fn told(&self, Position { puzzle, before, step }: &Position, index: u64) -> GeneratedPosition {
        let deduction = &step.deduction;
        GeneratedPosition {
            technique: deduction.kind,
            candidates: text_of_marks(&before.marks()),
            grid: line::text_of(&before.values()),
            puzzle: text_of(puzzle),
            rating: (step.rating > 0).then(|| points(step.rating)),
            text: words(deduction, &self.language),
            placements: CandidatePlace::list(&deduction.placements, 9),
            eliminations: CandidatePlace::list(&deduction.eliminations, 9),
            evidence: Evidence::of(deduction),
            index,
            seed: self.seed,
        }
    }
}
