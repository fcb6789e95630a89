//! The openings of a match: listed in a file, or drawn at random.

use std::sync::Arc;

use quadrille_core::Rng;
use thiserror::Error;

use super::evidence::Positions;
use crate::agents::automata::legal_placement;
use crate::game::{GameState, Move, Ruleset};

/// How often an opening is drawn until it has all its plies.
const DRAWS: u32 = 100;
/// How often an opening is drawn until its position is new: if 64 openings are possible, the last
/// one is missed in one of a million cases.
const MOST_DRAWS: u32 = 1000;

/// The openings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Games start from the initial board.
    None,
    /// That many random legal placements, different for each opening.
    Random(usize),
    /// These openings, repeated if there are more pairs.
    List(Vec<Vec<Move>>),
}

impl Openings {
    /// Returns the moves of an opening. They do not end the game.
    ///
    /// Random placements that would end the game are drawn again; after a hundred draws the longest
    /// opening found is used. Two random openings may be equal; those of a [`book`](Self::book) are
    /// not.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::Ruleset;
    /// use quadrille_arena::tournament::Openings;
    /// use quadrille_core::BoxShape;
    ///
    /// let rules = Arc::new(Ruleset::empty(BoxShape::NINE));
    /// let openings = Openings::Random(4);
    /// assert_eq!(openings.moves(&rules, 1, 0).len(), 4);
    /// assert_eq!(openings.moves(&rules, 1, 0), openings.moves(&rules, 1, 0));
    /// ```
    pub fn moves(&self, rules: &Arc<Ruleset>, seed: u64, opening: usize) -> Vec<Move> {
        match self {
            Self::None => Vec::new(),
            Self::List(list) if list.is_empty() => Vec::new(),
            Self::List(list) => list[opening % list.len()].clone(),
            Self::Random(plies) => {
                draw(rules, seed, opening, *plies, &mut |_| true).unwrap_or_default()
            }
        }
    }

    /// Returns up to `count` openings that lead to different positions: first those of the list, then
    /// random ones if `when_short` says so.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::Ruleset;
    /// use quadrille_arena::tournament::{Openings, WhenShort};
    /// use quadrille_core::BoxShape;
    ///
    /// let rules = Arc::new(Ruleset::empty(BoxShape::NINE));
    /// let book = Openings::Random(2).book(&rules, 1, 10, WhenShort::Draw);
    /// assert_eq!(book.openings.len(), 10);
    /// ```
    pub fn book(
        &self,
        rules: &Arc<Ruleset>,
        seed: u64,
        count: usize,
        when_short: WhenShort,
    ) -> Book {
        let mut positions = Positions::new(rules);
        let mut book = Book::default();
        let listed = match self {
            Self::None => &[Vec::new()][..],
            Self::List(list) => list,
            Self::Random(_) => &[],
        };
        for opening in listed {
            if positions.add(opening) {
                book.openings.push(opening.clone());
            } else {
                book.repeated += 1;
            }
        }
        book.openings.truncate(count);
        let plies_of = |opening: usize| match self {
            Self::Random(plies) => Some(*plies),
            Self::List(list) if when_short == WhenShort::Draw => {
                Some(list.get(opening % list.len().max(1))?.len())
            }
            Self::None | Self::List(_) => None,
        };
        while book.openings.len() < count
            && let opening = book.openings.len()
            && let Some(plies) = plies_of(opening)
            && let Some(moves) =
                draw(rules, seed, opening, plies, &mut |moves| positions.add(moves))
        {
            book.openings.push(moves);
            book.drawn += 1;
        }
        book
    }

    /// Parses openings: one per line, moves such as `r1c1=9` separated by blanks. Blank lines and
    /// lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// When a move is not legal, or there is no opening.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille_arena::Ruleset;
    /// use quadrille_arena::tournament::Openings;
    /// use quadrille_core::BoxShape;
    ///
    /// let rules = Arc::new(Ruleset::empty(BoxShape::NINE));
    /// let openings = Openings::parse("# two openings\nr1c1=9 r5c5=1\nr9c9=2\n", &rules)?;
    /// assert!(matches!(openings, Openings::List(list) if list.len() == 2));
    /// # Ok::<(), quadrille_arena::tournament::OpeningError>(())
    /// ```
    pub fn parse(text: &str, rules: &Arc<Ruleset>) -> Result<Self, OpeningError> {
        let mut list = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let mut state = GameState::new(rules.clone());
            let mut moves = Vec::new();
            let mut rest = line;
            while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
                rest = &rest[start..];
                let word = rest.split_whitespace().next().expect("starts with a word");
                let fail = |what: String| OpeningError {
                    line: index + 1,
                    column: line[..line.len() - rest.len()].chars().count() + 1,
                    what,
                };
                let mv = Move::parse(word, rules.side()).ok_or_else(|| {
                    let shown: String = word.chars().take(60).collect();
                    fail(format!("`{shown}` is not a move; write r1c1=9 or pass"))
                })?;
                if state.outcome().is_some() {
                    return Err(fail("the game is over before this move".to_owned()));
                }
                if !state.is_legal(mv) {
                    return Err(fail(format!("`{word}` is not legal here")));
                }
                state.play(mv);
                moves.push(mv);
                rest = &rest[word.len()..];
            }
            list.push(moves);
        }
        if list.is_empty() {
            return Err(OpeningError { line: 1, column: 1, what: "no openings".to_owned() });
        }
        Ok(Self::List(list))
    }
}

/// An invalid line in a text of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {what}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

/// Draws a random opening that is new, longer ones rather than shorter ones; `None` if none is found.
/// `is_new` remembers what it is asked about.
fn draw(
    rules: &Arc<Ruleset>,
    seed: u64,
    opening: usize,
    plies: usize,
    is_new: &mut dyn FnMut(&[Move]) -> bool,
) -> Option<Vec<Move>> {
    let mut rng = Rng::derive(seed, &["opening", &opening.to_string()]);
    let mut longest: Option<Vec<Move>> = None;
    let mut was_complete = false;
    for tries in 0..MOST_DRAWS {
        let moves = random_opening(rules, plies, &mut rng);
        if moves.len() == plies {
            was_complete = true;
            if is_new(&moves) {
                return Some(moves);
            }
        } else if longest.as_ref().is_none_or(|longest| moves.len() > longest.len()) {
            longest = Some(moves);
        }
        if tries + 1 == DRAWS && !was_complete {
            break;
        }
    }
    longest.filter(|moves| !was_complete && is_new(moves))
}

fn random_opening(rules: &Arc<Ruleset>, plies: usize, rng: &mut Rng) -> Vec<Move> {
    let mut state = GameState::new(rules.clone());
    let mut moves = Vec::new();
    while moves.len() < plies && state.outcome().is_none() {
        let mv = Move::Place(legal_placement(rng, &state));
        state.play(mv);
        if state.outcome().is_some() {
            break;
        }
        moves.push(mv);
    }
    moves
}

/// What follows when a match needs more openings than are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum WhenShort {
    /// Random openings, each with as many plies as a listed one.
    #[default]
    Draw,
    /// The same openings again.
    Repeat,
    /// Nothing: the match is shorter.
    Stop,
}

impl WhenShort {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Repeat, Self::Stop];

    /// Returns the name for users.
    pub fn id(self) -> &'static str {
        ["draw", "repeat", "stop"][self as usize]
    }

    /// Returns the one with that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|when| when.id() == id)
    }
}

/// Openings that lead to different positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The openings.
    pub openings: Vec<Vec<Move>>,
    /// How many of them were drawn at random.
    pub drawn: usize,
    /// How many listed openings lead to the position of an earlier one, and were omitted.
    pub repeated: usize,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quadrille_core::BoxShape;

    use super::*;

    fn rules() -> Arc<Ruleset> {
        Arc::new(Ruleset::empty(BoxShape::new(2, 2).unwrap()))
    }

    #[test]
    fn drawn_openings_differ_until_all_are_found() {
        let rules = rules();
        let book = Openings::Random(1).book(&rules, 7, 100, WhenShort::Draw);
        // One of four digits in one of 16 cells.
        assert_eq!((book.openings.len(), book.drawn, book.repeated), (64, 64, 0));
        let names = book.openings.iter().map(|moves| moves[0].name(4).to_string());
        assert_eq!(names.collect::<BTreeSet<_>>().len(), 64);
        assert_eq!(book.openings[0], Openings::Random(1).moves(&rules, 7, 0));
        let none = Openings::Random(0).book(&rules, 7, 5, WhenShort::Draw);
        assert_eq!(none.openings, [vec![]]);
        assert_eq!(Openings::None.book(&rules, 7, 5, WhenShort::Draw).openings, [vec![]]);
    }

    #[test]
    fn short_lists_are_extended_and_repeats_left_out() {
        let rules = rules();
        // The first and the third lead to the same position with the same points.
        let text = "r1c1=4 r2c3=4\nr1c1=1 r4c4=2\nr2c3=4 r1c1=4\n";
        let list = Openings::parse(text, &rules).unwrap();
        let book = list.book(&rules, 1, 6, WhenShort::Draw);
        assert_eq!((book.openings.len(), book.drawn, book.repeated), (6, 4, 1));
        assert!(book.openings.iter().all(|opening| opening.len() == 2));
        let short = list.book(&rules, 1, 6, WhenShort::Stop);
        assert_eq!((short.openings.len(), short.drawn), (2, 0));
        assert_eq!(list.book(&rules, 1, 1, WhenShort::Draw).openings.len(), 1);
    }
}
