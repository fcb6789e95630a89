//! Sets of puzzles for training and testing: bands of difficulty, no two isomorphs, and a split that no
//! isomorph crosses.
//!
//! Random puzzles are made once, rated once, and each goes to the first band that it fits: half of the
//! cost of a row is its ratings. A band that less than one random 9x9 puzzle in 64 fits is made by a
//! search for such puzzles instead, as are bands by technique or number of givens. Work is done in
//! rounds. What a round makes depends on the request and on the rounds before it, never on threads, so a
//! set can be continued after any round, and is the same whenever it is made.

mod audit;
mod band;
mod row;
mod summary;

use std::collections::{HashSet, VecDeque};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use quadrille_core::canon::Canonizer;
use quadrille_core::{BoxShape, CancelFlag, Meter, Stop, parallel};
use quadrille_generate::puzzle::{Generator, Made, Recipe};
use quadrille_logic::{Profile, Rating, Verdict, rate_up_to};
use serde::{Deserialize, Serialize};

pub use audit::{Audit, AuditReport, AuditedRow, Auditor, Claims, Finding, Flaw};
pub use band::default_bands;
pub use row::DatasetRow;
pub use summary::BandSummary;

use crate::generation::{Making, generator};
use crate::reading::shape;
use crate::{Error, SEED};
use band::{Band, Wish, few_clues};
use row::{Candidate, RowMaker, class_of};

/// Asks for a set of puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatasetRequest {
    /// The number of puzzles.
    pub count: u64,
    /// The seed.
    pub seed: u64,
    /// The box shape.
    #[serde(rename = "box")]
    pub shape: String,
    /// The names of the bands, each of which gets the same number of puzzles: ranges of ratings such as
    /// `se121:2.6..3.4`, classes such as `hodoku:hard`, `technique:ID` or `clues:A..B`. A puzzle is in
    /// the first one that it fits. [`default_bands`] if there are none.
    pub bands: Vec<String>,
    /// The share of the test part, in percent.
    pub test_percent: u8,
}

impl Default for DatasetRequest {
    fn default() -> Self {
        Self {
            count: 1000,
            seed: SEED,
            shape: BoxShape::NINE.to_string(),
            bands: Vec::new(),
            test_percent: 10,
        }
    }
}

/// How far a set is made: what is needed beside its rows to continue it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatasetProgress {
    /// The number of rows.
    pub rows: u64,
    /// The number of random puzzles that were made.
    pub tried: u64,
    /// Each band.
    pub bands: Vec<BandProgress>,
}

/// How far a band is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BandProgress {
    /// The number of rows.
    pub rows: u64,
    /// The number of random puzzles that were in it.
    pub hits: u64,
    /// The number of puzzles that were made for it alone.
    pub made: u64,
    /// The number of puzzles made since the last row.
    pub idle: u64,
}

/// Makes the rows of a set.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use quadrille_api::{Dataset, DatasetRequest};
///
/// let request = DatasetRequest { count: 12, ..DatasetRequest::default() };
/// let set = Dataset::new(&request)?;
/// let rows: Vec<_> = set.into_rows(NonZeroUsize::MIN).collect();
/// assert_eq!((rows.len(), rows[11].index), (12, 11));
/// # Ok::<(), quadrille_api::Error>(())
/// ```
pub struct Dataset {
    request: DatasetRequest,
    shape: BoxShape,
    bands: Vec<Band>,
    random: Generator<'static>,
    searches: Vec<OnceLock<Making>>,
    maker: RowMaker,
    progress: DatasetProgress,
    /// Hashes of the canonical forms of all rows.
    seen: HashSet<u64>,
}

/// Puzzles that are made together, on one thread.
enum Job {
    Random(Range<u64>),
    Search(usize, Range<u64>),
}

/// The band of a random puzzle, and the ratings that were needed to know it, by profile.
type Picked<'p> = (usize, Vec<(&'p str, Rating)>);

/// Random puzzles by which it is decided whether a band is searched for, and the share below which it is.
const SAMPLE: u64 = 4096;
const RARE: u64 = 64;
/// Puzzles made without a new row after which a band has no more: random ones, and its own.
const RANDOM_PATIENCE: u64 = 1 << 17;
const SEARCH_PATIENCE: u64 = 4096;
/// Puzzles of a band's own in a round.
const SEARCHED: u64 = 64;

impl Dataset {
    /// Prepares to make a set.
    ///
    /// # Errors
    /// When the request does not describe a set, or no puzzle can be in one of its bands.
    ///
    /// ```
    /// use quadrille_api::{Dataset, DatasetRequest};
    ///
    /// let bands = vec!["se121:hard".to_owned()];
    /// let request = DatasetRequest { bands, ..DatasetRequest::default() };
    /// assert!(Dataset::new(&request).is_err_and(|error| error.message.contains("se121:2.6..3.4")));
    /// ```
    pub fn new(request: &DatasetRequest) -> Result<Self, Error> {
        let shape = shape(&request.shape)?;
        if request.test_percent > 100 {
            return Err(Error::bad_request("`test_percent` is at most 100"));
        }
        let mut request = request.clone();
        if request.bands.is_empty() {
            request.bands = default_bands(shape);
        }
        let bands: Vec<Band> =
            request.bands.iter().map(|text| Band::parse(text)).collect::<Result<_, _>>()?;
        if let Some(twice) = (1..bands.len())
            .find(|&index| bands[..index].iter().any(|band| band.id == bands[index].id))
        {
            return Err(Error::bad_request(format!("band {:?} is named twice", bands[twice].id)));
        }
        let mut recipe = Recipe::new(shape);
        if shape != BoxShape::NINE {
            // Minimal puzzles alone would all be of one difficulty.
            recipe.clues = Some(few_clues(shape)..=shape.cells() * 3 / 5);
        }
        let random = generator(recipe, request.seed)?;
        let mut profiles: Vec<Profile> =
            ["se121", "hodoku"].into_iter().filter_map(Profile::by_id).collect();
        for band in &bands {
            if let Wish::Rating { profile, .. } = &band.wish
                && profiles.iter().all(|known| known.id() != profile.id())
            {
                profiles.push(profile.clone());
            }
        }
        let searches: Vec<OnceLock<Making>> = bands
            .iter()
            .map(|band| match band.request(shape) {
                Some(wish) if !band.is_picked() => {
                    Making::new(&wish, None, request.seed).map(OnceLock::from)
                }
                _ => Ok(OnceLock::new()),
            })
            .collect::<Result<_, _>>()?;
        let progress = DatasetProgress {
            bands: vec![BandProgress::default(); bands.len()],
            ..Default::default()
        };
        let maker = RowMaker { profiles, seed: request.seed, test_percent: request.test_percent };
        let seen = HashSet::new();
        Ok(Self { request, shape, bands, random, searches, maker, progress, seen })
    }

    /// Returns the request, with its bands named.
    ///
    /// ```
    /// use quadrille_api::{Dataset, DatasetRequest};
    ///
    /// let set = Dataset::new(&DatasetRequest::default())?;
    /// assert_eq!(set.request().bands.len(), 6);
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn request(&self) -> &DatasetRequest {
        &self.request
    }

    /// Returns the ids of the profiles by which each row is rated.
    ///
    /// ```
    /// use quadrille_api::{Dataset, DatasetRequest};
    ///
    /// let set = Dataset::new(&DatasetRequest::default())?;
    /// assert!(set.profiles().eq(["se121", "hodoku"]));
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn profiles(&self) -> impl Iterator<Item = &str> {
        self.maker.profiles.iter().map(Profile::id)
    }

    /// Returns how far the set is made.
    ///
    /// ```
    /// use quadrille_api::{Dataset, DatasetRequest};
    ///
    /// let set = Dataset::new(&DatasetRequest::default())?;
    /// assert_eq!(set.progress().rows, 0);
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn progress(&self) -> &DatasetProgress {
        &self.progress
    }

    /// Adds the canonical form of a row that was made before.
    pub fn know(&mut self, canonical: &str) {
        self.seen.insert(class_of(canonical));
    }

    /// Continues a set whose rows are [known](Self::know).
    ///
    /// # Errors
    /// When that many rows are not what the progress says.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use quadrille_api::{Dataset, DatasetRequest};
    /// use quadrille_core::CancelFlag;
    ///
    /// let request = DatasetRequest { count: 100, ..DatasetRequest::default() };
    /// let mut set = Dataset::new(&request)?;
    /// let first = set.round(NonZeroUsize::MIN, &CancelFlag::new()).expect("nobody cancels");
    /// let mut later = Dataset::new(&request)?;
    /// first.iter().for_each(|row| later.know(&row.canonical));
    /// later.resume(set.progress().clone())?;
    /// assert!(later.into_rows(NonZeroUsize::MIN).eq(set.into_rows(NonZeroUsize::MIN)));
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn resume(&mut self, progress: DatasetProgress) -> Result<(), Error> {
        let rows: u64 = progress.bands.iter().map(|band| band.rows).sum();
        let is_whole = self.seen.len() as u64 == rows && rows == progress.rows;
        if !is_whole || progress.bands.len() != self.bands.len() {
            return Err(Error::bad_request("the rows and the progress of the set do not agree"));
        }
        self.progress = progress;
        Ok(())
    }

    /// Returns how many puzzles a band gets.
    fn wanted(&self, band: usize) -> u64 {
        let bands = self.bands.len() as u64;
        self.request.count / bands + u64::from((band as u64) < self.request.count % bands)
    }

    /// Returns how many puzzles a band still gets: none once there seem to be no more.
    fn left(&self, band: usize) -> u64 {
        let state = &self.progress.bands[band];
        let patience = if self.is_searched(band) { SEARCH_PATIENCE } else { RANDOM_PATIENCE };
        if state.idle >= patience { 0 } else { self.wanted(band).saturating_sub(state.rows) }
    }

    /// Returns whether puzzles of a band are searched for.
    fn is_searched(&self, band: usize) -> bool {
        let DatasetProgress { tried, bands, .. } = &self.progress;
        let is_rare = self.shape == BoxShape::NINE
            && matches!(self.bands[band].wish, Wish::Rating { .. })
            && *tried >= SAMPLE
            && bands[band].hits * RARE < *tried;
        is_rare || !self.bands[band].is_picked()
    }

    /// Returns the bands that have fewer puzzles than they should, once there seem to be no more: their
    /// names, and how many puzzles they have and should have.
    ///
    /// ```
    /// use quadrille_api::{Dataset, DatasetRequest};
    ///
    /// let set = Dataset::new(&DatasetRequest::default())?;
    /// assert!(set.short().is_empty());
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn short(&self) -> Vec<(&str, u64, u64)> {
        let bands = self.bands.iter().zip(&self.progress.bands).enumerate();
        bands
            .filter(|&(index, (_, state))| self.left(index) == 0 && state.rows < self.wanted(index))
            .map(|(index, (band, state))| (&*band.id, state.rows, self.wanted(index)))
            .collect()
    }

    /// Returns whether no more rows follow.
    ///
    /// ```
    /// use quadrille_api::{Dataset, DatasetRequest};
    ///
    /// let set = Dataset::new(&DatasetRequest::default())?;
    /// assert!(!set.is_done());
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn is_done(&self) -> bool {
        (0..self.bands.len()).all(|band| self.left(band) == 0)
    }

    /// Makes more rows; none only when the set [is done](Self::is_done), or when what was tried were no
    /// new puzzles.
    ///
    /// # Errors
    /// When the flag is raised; the set is then as before.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use quadrille_api::{Dataset, DatasetRequest};
    /// use quadrille_core::CancelFlag;
    ///
    /// let mut set = Dataset::new(&DatasetRequest { count: 6, ..DatasetRequest::default() })?;
    /// while !set.is_done() {
    ///     let rows = set.round(NonZeroUsize::MIN, &CancelFlag::new()).expect("nobody cancels");
    ///     assert!(rows.iter().all(|row| row.clues >= 17));
    /// }
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn round(
        &mut self,
        threads: NonZeroUsize,
        cancel: &CancelFlag,
    ) -> Result<Vec<DatasetRow>, Stop> {
        let jobs = self.jobs();
        let results: Vec<Mutex<Option<Vec<Candidate>>>> =
            jobs.iter().map(|_| Mutex::new(None)).collect();
        parallel::for_each(threads, jobs.len(), |index| {
            let made = self.work(&jobs[index], cancel).ok();
            *results[index].lock().unwrap_or_else(PoisonError::into_inner) = made;
        });
        let results = results.into_iter().map(|made| {
            made.into_inner().unwrap_or_else(PoisonError::into_inner).ok_or(Stop::Cancelled)
        });
        let results: Vec<Vec<Candidate>> = results.collect::<Result<_, _>>()?;
        Ok(self.accept(&jobs, results))
    }

    /// Returns what to make next.
    fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut wanted = 0;
        for band in 0..self.bands.len() {
            let left = self.left(band);
            if left == 0 {
                continue;
            }
            if !self.is_searched(band) {
                wanted += left;
                continue;
            }
            let first = self.progress.bands[band].made;
            let end = first + (left + left / 8 + 1).min(SEARCHED);
            let step = self.search(band).batch().min(16);
            let from = (first..end).step_by(step as usize);
            jobs.extend(from.map(|from| Job::Search(band, from..end.min(from + step))));
        }
        if wanted > 0 {
            let (most, step) = match self.shape.side() {
                ..=9 => (2048, 64),
                10..=12 => (512, 8),
                _ => (64, 2),
            };
            let first = self.progress.tried;
            let count = wanted.saturating_mul(4).next_multiple_of(step).min(most);
            let from = (first..first + count).step_by(step as usize);
            jobs.extend(from.map(|from| Job::Random(from..from + step)));
        }
        jobs
    }

    /// Returns what searches for puzzles of a band.
    fn search(&self, band: usize) -> &Making {
        self.searches[band].get_or_init(|| {
            let request = self.bands[band].request(self.shape).expect("the band is searched for");
            Making::new(&request, None, self.request.seed).expect("the range is not empty")
        })
    }

    /// Makes the puzzles of a job, and rows of those that are in a band.
    fn work(&self, job: &Job, cancel: &CancelFlag) -> Result<Vec<Candidate>, Stop> {
        let (mut canonizer, mut meter) = (Canonizer::new(), Meter::cancellable(cancel));
        let mut candidates = Vec::new();
        match job {
            Job::Search(band, indices) => {
                let (made, stop) = self.search(*band).make(indices.clone(), &mut meter);
                stop.map_or(Ok(()), Err)?;
                for made in made.into_iter().flatten() {
                    let band = (*band, &*self.bands[*band].id);
                    let row = self.maker.row(&made.made, band, &[], &mut canonizer, &mut meter)?;
                    candidates.extend(row);
                }
            }
            Job::Random(indices) => {
                let picked = self.picked();
                let (made, stop) = self.random.make(indices.clone(), &mut meter);
                stop.map_or(Ok(()), Err)?;
                for made in made.into_iter().flatten() {
                    let Some((band, known)) = self.pick(&made, &picked, &mut meter)? else {
                        continue;
                    };
                    let band = (band, &*self.bands[band].id);
                    let row = self.maker.row(&made, band, &known, &mut canonizer, &mut meter)?;
                    candidates.extend(row);
                }
            }
        }
        Ok(candidates)
    }

    /// Returns the bands that random puzzles are picked for.
    fn picked(&self) -> Vec<usize> {
        let all = 0..self.bands.len();
        all.filter(|&band| self.left(band) > 0 && !self.is_searched(band)).collect()
    }

    /// Returns the first of these bands that a puzzle is in, with the ratings that were needed to know.
    fn pick(
        &self,
        made: &Made,
        picked: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Picked<'_>>, Stop> {
        let mut known: Vec<(&str, Rating)> = Vec::new();
        for &band in picked {
            let Some((id, _)) = self.bands[band].rated_by() else { continue };
            let rating = match known.iter().find(|(known, _)| *known == id) {
                Some((_, rating)) => *rating,
                None => {
                    let by_it = picked.iter().filter_map(|&band| self.bands[band].rated_by());
                    let most = by_it.filter(|by| by.0 == id).map(|by| by.1).max();
                    let profile = self.maker.profiles.iter().find(|profile| profile.id() == id);
                    let profile = profile.expect("it is that of a band");
                    let rating = rate_up_to(&made.puzzle, profile, most.unwrap_or(0), meter);
                    known.push((id, rating));
                    rating
                }
            };
            let is_in = match (&self.bands[band].wish, rating.verdict) {
                (_, Verdict::Stopped(stop)) => return Err(stop),
                (Wish::Rating { from, to, .. }, Verdict::Solved) => {
                    (*from..=*to).contains(&rating.rating)
                }
                (Wish::Class(class), Verdict::Solved | Verdict::Beyond) => {
                    rating.class == Some(*class)
                }
                _ => false,
            };
            if is_in {
                known.retain(|(_, rating)| rating.verdict == Verdict::Solved);
                return Ok(Some((band, known)));
            }
        }
        Ok(None)
    }

    /// Takes the new puzzles of a round, in order.
    fn accept(&mut self, jobs: &[Job], results: Vec<Vec<Candidate>>) -> Vec<DatasetRow> {
        let picked = self.picked();
        let wanted: Vec<u64> = (0..self.bands.len()).map(|band| self.wanted(band)).collect();
        let mut rows = Vec::new();
        for (job, candidates) in jobs.iter().zip(results) {
            match job {
                Job::Random(indices) => {
                    let count = indices.end - indices.start;
                    self.progress.tried += count;
                    picked.iter().for_each(|&band| self.progress.bands[band].idle += count);
                }
                Job::Search(band, indices) => {
                    let count = indices.end - indices.start;
                    let state = &mut self.progress.bands[*band];
                    (state.made, state.idle) = (state.made + count, state.idle + count);
                }
            }
            for Candidate { band, mut row, class } in candidates {
                let state = &mut self.progress.bands[band];
                state.hits += u64::from(matches!(job, Job::Random(_)));
                if state.rows < wanted[band] && self.seen.insert(class) {
                    (state.rows, state.idle) = (state.rows + 1, 0);
                    row.index = self.progress.rows;
                    self.progress.rows += 1;
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// Returns the rows, which are made as they are needed, round by round.
    pub fn into_rows(self, threads: NonZeroUsize) -> impl Iterator<Item = DatasetRow> {
        let (mut set, mut ready) = (self, VecDeque::new());
        std::iter::from_fn(move || {
            while ready.is_empty() && !set.is_done() {
                ready.extend(set.round(threads, &CancelFlag::new()).ok()?);
            }
            ready.pop_front()
        })
    }
}

#[cfg(test)]
mod tests;
