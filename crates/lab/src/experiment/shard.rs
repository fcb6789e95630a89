//! Parts of an experiment, for several processes or machines.
//!
//! A puzzle belongs to one shard with all its runs: those of all configurations, all repetitions and
//! the controls. So what is compared on a puzzle was timed on the same machine, however much the
//! machines of other shards differ. Which puzzles belong together is drawn from the seed, since
//! puzzles in a file are often sorted by difficulty or alternate between kinds; each shard gets as
//! many as another one, or one more, and the same holds for the puzzles with controls.

use std::fmt;
use std::str::FromStr;

use quadrille_core::Rng;
use thiserror::Error;

use super::Experiment;
use super::plan::puzzle_of_control;

/// The K-th of N parts of an experiment, written `K/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "report", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "report", serde(try_from = "String", into = "String"))]
pub struct Shard {
    number: u32,
    count: u32,
}

/// A text is no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("write K/N, such as 2/8 for the second of eight parts; N is at most {}", Shard::MAX_COUNT)]
pub struct ShardError;

impl Shard {
    /// The most parts that an experiment can have.
    pub const MAX_COUNT: u32 = 1_000_000;

    /// Returns the part of that number, from 1, of `count` parts.
    ///
    /// # Errors
    /// When there is no such part, or there are more than [`MAX_COUNT`](Self::MAX_COUNT).
    ///
    /// ```
    /// use quadrille_lab::experiment::Shard;
    ///
    /// assert_eq!(Shard::new(2, 8), "2/8".parse());
    /// assert!(Shard::new(9, 8).is_err());
    /// ```
    pub fn new(number: u32, count: u32) -> Result<Self, ShardError> {
        let exists = (1..=count).contains(&number) && count <= Self::MAX_COUNT;
        exists.then_some(Self { number, count }).ok_or(ShardError)
    }

    /// Returns its number, from 1.
    ///
    /// ```
    /// use quadrille_lab::experiment::Shard;
    ///
    /// assert_eq!("2/8".parse::<Shard>().map(Shard::number), Ok(2));
    /// ```
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of all parts.
    ///
    /// ```
    /// use quadrille_lab::experiment::Shard;
    ///
    /// assert_eq!("2/8".parse::<Shard>().map(Shard::count), Ok(8));
    /// ```
    pub fn count(self) -> u32 {
        self.count
    }

    /// Returns for each puzzle of an experiment whether it belongs to the part.
    pub(super) fn puzzles(self, seed: u64, puzzles: u64) -> Vec<bool> {
        let numbers = Self::numbers(seed, puzzles, self.count);
        numbers.into_iter().map(|number| number == self.number).collect()
    }

    /// Returns for each puzzle the number of the part that it belongs to, of that many parts.
    pub(super) fn numbers(seed: u64, puzzles: u64, count: u32) -> Vec<u32> {
        let mut has_controls = vec![false; puzzles as usize];
        for place in 0..Experiment::CONTROLS.min(puzzles) {
            has_controls[puzzle_of_control(place, puzzles) as usize] = true;
        }
        let mut order: Vec<u64> = (0..puzzles).collect();
        order.sort_by_cached_key(|&puzzle| {
            let key = Rng::from_seed(!seed ^ puzzle.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
            (!has_controls[puzzle as usize], key, puzzle)
        });
        let mut numbers = vec![0; puzzles as usize];
        for (puzzle, number) in order.into_iter().zip((1..=count).cycle()) {
            numbers[puzzle as usize] = number;
        }
        numbers
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| -> Result<u32, ShardError> {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().ok_or(ShardError)
        };
        let (first, count) = text.split_once('/').ok_or(ShardError)?;
        Self::new(number(first)?, number(count)?)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl Experiment {
    /// Returns for each puzzle whether it belongs to a part of the experiment.
    pub fn puzzles_of(&self, shard: Shard) -> Vec<bool> {
        shard.puzzles(self.seed, self.instances.len() as u64)
    }

    /// Returns the numbers of the trials of a part of the experiment, or of all, controls included.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(experiment.trials_of(None), [0, 1, 2, 3]); // two of them are controls
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trials_of(&self, shard: Option<Shard>) -> Vec<u64> {
        let puzzles = shard.map(|shard| self.puzzles_of(shard));
        let is_in = |&number: &u64| {
            puzzles.as_ref().is_none_or(|is| is[self.trial(number).instance as usize])
        };
        (0..self.trials() + self.controls()).filter(is_in).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in ["1/1", "2/8", "1000000/1000000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "/",
            "1",
            "0/1",
            "2/1",
            "1/0",
            "-1/2",
            "+1/2",
            "1/1000001",
            "1/2/3",
            " 1/2",
            "1/ 2",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }

    /// Every puzzle belongs to one part, and the parts are as large as each other, with and without
    /// controls, whatever the number of parts.
    #[test]
    fn parts_are_disjoint_complete_and_balanced() {
        for puzzles in [0_u64, 1, 2, 31, 32, 33, 64, 1000] {
            for count in [1, 2, 3, 7, 8, 32, 100, 2000] {
                let mut owners = vec![0; puzzles as usize];
                let (mut sizes, mut controls) = (Vec::new(), Vec::new());
                for number in 1..=count {
                    let belongs = Shard::new(number, count).unwrap().puzzles(5, puzzles);
                    for (owner, &is) in owners.iter_mut().zip(&belongs) {
                        *owner += u32::from(is);
                    }
                    sizes.push(belongs.iter().filter(|&&is| is).count());
                    let here = (0..Experiment::CONTROLS.min(puzzles))
                        .filter(|&place| belongs[puzzle_of_control(place, puzzles) as usize]);
                    controls.push(here.count());
                }
                assert!(owners.iter().all(|&owners| owners == 1), "{puzzles} in {count}");
                for counts in [sizes, controls] {
                    let (least, most) = (counts.iter().min(), counts.iter().max());
                    assert!(most.unwrap() - least.unwrap() <= 1, "{puzzles} in {count}");
                }
            }
        }
        // The seed decides, so that a pattern in the file does no harm.
        let half = |seed| Shard::new(1, 2).unwrap().puzzles(seed, 64);
        assert_ne!(half(1), half(2));
        let even = half(1).iter().step_by(2).filter(|&&is| is).count();
        assert!((4..=28).contains(&even), "{even}");
    }
}
