//! Walkthroughs in few characters, for people and models that read many of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quadrille_core::{Candidate, Cell, Meter, Puzzle, Solution, Stop, validate};
use quadrille_logic::text::{Language, Phrase, eureka};
use quadrille_logic::{Deduction, House, Judge, NotJudged, Profile, Step, Verdict};
use serde::Serialize;

/// The most characters of a chain that is written.
const LONGEST_CHAIN: usize = 120;
/// The most cells and houses of a pattern that are written.
const MOST_OF_PATTERN: usize = 8;

/// A walkthrough of which every step was checked against the solution.
///
/// A step is a line: the kind of deduction, the pattern, and behind an arrow what it shows. `judge`
/// reads these lines.
///
/// ```
/// use quadrille_api::Trace;
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::Profile;
///
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let trace = Trace::of(&puzzle, &profile, &mut Meter::unlimited())?;
/// assert_eq!(trace.lines.len(), 5); // a single for each empty cell
/// assert!(trace.lines[0].contains(" => r"), "{}", trace.lines[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    /// A line for each step.
    pub lines: Vec<String>,
    /// The rating of each step in tenths.
    pub ratings: Vec<u32>,
    /// The solution, to which the steps lead.
    pub solution: Solution,
    puzzle: Puzzle,
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

impl Trace {
    /// Solves a puzzle by the techniques of a profile.
    ///
    /// # Errors
    /// When the puzzle is not proper, the techniques do not solve it, or a limit ends the search.
    ///
    /// # Panics
    /// When a deduction contradicts the solution, which would be an error of a technique.
    pub fn of(
        puzzle: &Puzzle,
        profile: &Profile,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NotJudged> {
        let mut judge = Judge::new(puzzle, None, None, profile, meter)?;
        let side = puzzle.shape().side();
        let (mut lines, mut ratings) = (Vec::new(), Vec::new());
        let stopped = |stop: Stop| NotJudged(Verdict::Stopped(stop));
        while let Some(step) = judge.next(meter).map_err(stopped)? {
            assert!(
                !judge.is_broken(),
                "{} contradicts the solution of {puzzle}",
                step.deduction.kind
            );
            lines.push(line(&step, side));
            ratings.push(step.rating);
        }
        let values = judge.values().snapshot();
        if !judge.is_solved() || validate(puzzle, &values).is_err() {
            return Err(NotJudged(Verdict::Beyond));
        }
        Ok(Self { lines, ratings, solution: judge.solution().clone(), puzzle: puzzle.clone() })
    }

    /// Returns the trace as a conversation, a JSON object: a question with the puzzle, and an answer with
    /// the steps and the solution.
    ///
    /// ```
    /// use quadrille_api::Trace;
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::{Profile, text::Language};
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
    /// let trace = Trace::of(&puzzle, &profile, &mut Meter::unlimited())?;
    /// let chat = trace.chat(&Language::english());
    /// assert!(chat.starts_with(r#"{"messages":[{"role":"user","content":"#));
    /// assert!(chat.contains("<answer>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chat(&self, language: &Language) -> String {
        let side = self.puzzle.shape().side();
        let task = language.say(Phrase::Task, &[("side", &side.to_string())]);
        let question = format!("{task}\n\n{}", rows(&self.puzzle.to_string(), side));
        let solution = rows(&self.solution.to_string(), side);
        let answer = format!("{}\n<answer>\n{solution}\n</answer>", self.lines.join("\n"));
        let messages = [
            Message { role: "user", content: &question },
            Message { role: "assistant", content: &answer },
        ];
        serde_json::to_string(&BTreeMap::from([("messages", messages)])).expect("it is plain text")
    }
}

/// A board of one symbol a cell in lines.
fn rows(text: &str, side: usize) -> String {
    let symbols: Vec<char> = text.chars().collect();
    let rows: Vec<String> = symbols.chunks(side).map(|row| row.iter().collect()).collect();
    rows.join("\n")
}

/// A step on a line.
fn line(step: &Step, side: usize) -> String {
    let deduction = &step.deduction;
    let mut line = deduction.kind.to_owned();
    if deduction.links.is_empty() {
        let names = |cells: &[Cell]| -> Vec<String> {
            cells.iter().map(|cell| cell.name(side).to_string()).collect()
        };
        // What is shown says where a single is.
        let is_single = deduction.placements.len() == 1 && deduction.cells.len() <= 1;
        if !is_single && (1..=MOST_OF_PATTERN).contains(&deduction.cells.len()) {
            let _ = write!(line, " {}", names(&deduction.cells).join(","));
        }
        if !is_single && !deduction.digits.is_empty() {
            let digits: Vec<String> =
                deduction.digits.iter().map(|digit| digit.get().to_string()).collect();
            let _ = write!(line, " {{{}}}", digits.join(","));
        }
        if (1..=MOST_OF_PATTERN).contains(&deduction.houses.len()) {
            let houses: Vec<String> = deduction.houses.iter().map(short).collect();
            let _ = write!(line, " {}", houses.join(","));
        }
    } else if let Some(chain) = eureka(deduction).filter(|chain| chain.len() <= LONGEST_CHAIN) {
        let _ = write!(line, " {chain}");
    }
    line += " =>";
    conclusions(deduction, side, &mut line);
    line
}

/// The name of a house: `r1`, `c1`, `b1`.
fn short(house: &House) -> String {
    let (kind, number) = match house {
        House::Row(number) => ('r', number),
        House::Column(number) => ('c', number),
        House::Box(number) => ('b', number),
    };
    format!("{kind}{}", number + 1)
}

/// What is shown, cells with the same digit together.
fn conclusions(deduction: &Deduction, side: usize, line: &mut String) {
    for (shown, sign) in [(&deduction.placements, "="), (&deduction.eliminations, "<>")] {
        let mut by_digit: BTreeMap<u8, Vec<String>> = BTreeMap::new();
        for Candidate { cell, digit } in shown {
            by_digit.entry(digit.get()).or_default().push(cell.name(side).to_string());
        }
        for (digit, cells) in by_digit {
            let _ = write!(line, " {}{sign}{digit}", cells.join(","));
        }
    }
}
