//! What the rows of each band are like.

use serde::Serialize;

use super::row::DatasetRow;

/// The puzzles of a band of a set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BandSummary {
    /// The name of the band.
    pub band: String,
    /// The number of puzzles for training.
    pub train: u64,
    /// The number of puzzles for testing.
    pub test: u64,
    /// The fewest and the most givens; `null` if there are no puzzles.
    pub clues: Option<[usize; 2]>,
    /// The lowest and the highest rating by `se121` of those that its techniques solve.
    pub se121: Option<[f64; 2]>,
    /// The same by `hodoku`.
    pub hodoku: Option<[f64; 2]>,
}

impl BandSummary {
    /// Returns the summary of no rows.
    pub fn new(band: &str) -> Self {
        let band = band.to_owned();
        Self { band, train: 0, test: 0, clues: None, se121: None, hodoku: None }
    }

    /// Adds a row.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use quadrille_api::{BandSummary, Dataset, DatasetRequest};
    ///
    /// let request = DatasetRequest { bands: vec!["clues:24".to_owned()], count: 5, ..Default::default() };
    /// let mut summary = BandSummary::new("clues:24");
    /// for row in Dataset::new(&request)?.into_rows(NonZeroUsize::MIN) {
    ///     summary.add(&row);
    /// }
    /// assert_eq!((summary.train + summary.test, summary.clues), (5, Some([24, 24])));
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn add(&mut self, row: &DatasetRow) {
        *if row.split == "test" { &mut self.test } else { &mut self.train } += 1;
        let [least, most] = self.clues.unwrap_or([row.clues; 2]);
        self.clues = Some([least.min(row.clues), most.max(row.clues)]);
        for (range, id) in [(&mut self.se121, "se121"), (&mut self.hodoku, "hodoku")] {
            if let Some(&Some(rating)) = row.ratings.get(id) {
                let [least, most] = range.unwrap_or([rating; 2]);
                *range = Some([least.min(rating), most.max(rating)]);
            }
        }
    }
}
