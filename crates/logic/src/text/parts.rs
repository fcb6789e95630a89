//! Long chains as numbered lines, each of a few facts.
//!
//! A fact is written as `r1c2=5`, with the house in which it is the last place or the pattern that shows it,
//! and the lines from which it follows, in parentheses. What a true candidate rules out at once is not said,
//! as it is seen from the candidate itself: a fact that needs it names the line of that candidate.

use quadrille_core::{Cell, Digit, DigitSet};

use super::chain::{self, cause_of, pattern_places, within_sentence};
use super::notation::{cells, symbol};
use super::{Language, Phrase};
use crate::deduction::{Deduction, House, Link, Reason, State};

/// The most facts of a line, and if candidates that are ruled out at once are among them.
const MOST: usize = 4;
const MOST_OF_ALL: usize = 6;

/// The most links of a chain that is described in a sentence.
const MOST_IN_SENTENCE: usize = 6;

/// Returns the links of a chain in a sentence, or, if they are many, in numbered lines.
pub(super) fn words(deduction: &Deduction, language: &Language) -> Vec<String> {
    let links = &deduction.links;
    let is_one = |link: &&Link| link.reason == Reason::Assumption && link.depth == 0;
    let follows = |pair: &[Link]| pair[1].from.iter().all(|from| *from == pair[0].to);
    let is_single = links.iter().filter(is_one).count() == 1;
    if is_single && links.len() <= MOST_IN_SENTENCE + 1 {
        return chain::words(links, deduction.shape.side(), language);
    }
    let is_plain = is_single && links.windows(2).all(follows);
    lines(deduction, is_plain || deduction.kind.starts_with("grouped-"), language)
}

/// Returns the links of a chain in numbered lines. `tells_all` is whether candidates that are ruled out at
/// once are said too, as in chains of which they are links.
fn lines(deduction: &Deduction, tells_all: bool, language: &Language) -> Vec<String> {
    let most = if tells_all { MOST_OF_ALL } else { MOST };
    let mut telling = Telling::new(deduction.shape.side(), language, tells_all, Some(most));
    telling.add(&deduction.links, 0);
    telling.lines
}

/// What a numbered line says after its number.
pub(crate) fn item(line: &str) -> Option<&str> {
    let (number, item) = line.split_once(". ")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(item)
}

/// A link with the chain within that shows it.
#[derive(Clone, Copy)]
struct Step<'d> {
    link: &'d Link,
    inner: &'d [Link],
    is_end: bool,
}

impl<'d> Step<'d> {
    /// The steps of a chain at a depth. The links of a chain within come right before the one that they show.
    fn all(links: &'d [Link], depth: u8) -> Vec<Self> {
        let mut steps: Vec<Self> = Vec::new();
        let mut start = 0;
        for (index, link) in links.iter().enumerate().filter(|(_, link)| link.depth == depth) {
            steps.push(Self { link, inner: &links[start..index], is_end: true });
            start = index + 1;
        }
        for index in 1..steps.len() {
            steps[index - 1].is_end = steps[index].link.reason == Reason::Assumption;
        }
        steps
    }

    /// Whether another step shows something else in the same way.
    fn is_like(&self, other: &Self) -> bool {
        let [one, two] = [self.link, other.link];
        matches!(one.reason, Reason::Kind(_))
            && (one.reason, one.to.is_on) == (two.reason, two.to.is_on)
            && (&one.from, &one.truths) == (&two.from, &two.truths)
            && (other.inner.is_empty() || other.inner == self.inner)
    }
}

/// A fact of a line, or several that follow alike.
struct Item<'d> {
    states: Vec<State>,
    link: &'d Link,
    text: String,
}

struct Telling<'d> {
    side: usize,
    language: &'d Language,
    tells_all: bool,
    /// The most facts of a line; none if each assumption has one line, in which nothing is named.
    most: Option<usize>,
    lines: Vec<String>,
    line: Vec<Item<'d>>,
    assumed: Option<State>,
    /// What was said since the assumption, and the numbers of the lines.
    told: Vec<(State, usize)>,
    /// What was not said, and the candidate that rules it out.
    seen: Vec<(State, State)>,
}

impl<'d> Telling<'d> {
    fn new(side: usize, language: &'d Language, tells_all: bool, most: Option<usize>) -> Self {
        Self {
            side,
            language,
            tells_all,
            most,
            lines: Vec::new(),
            line: Vec::new(),
            assumed: None,
            told: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Adds links at a depth.
    fn add(&mut self, links: &'d [Link], depth: u8) {
        let steps = Step::all(links, depth);
        for (index, step) in steps.iter().enumerate() {
            if step.link.reason == Reason::Assumption {
                self.assume(step);
            } else {
                self.follow(step, &steps[index + 1..]);
            }
        }
        self.finish_line();
    }

    fn assume(&mut self, &Step { link, is_end, .. }: &Step<'d>) {
        // What follows from the same assumption still holds.
        if self.assumed == Some(link.to) {
            return;
        }
        self.finish_line();
        self.told.clear();
        self.seen.clear();
        self.assumed = Some(link.to);
        let phrase = if self.most.is_some() { Phrase::Suppose } else { Phrase::If };
        let suppose = self.language.say(phrase, &[("state", &cause_of(link.to, self.side))]);
        let text = match is_end {
            true => self.language.say(Phrase::Already, &[("chain", &suppose)]),
            false => suppose,
        };
        self.push(link, vec![link.to], text);
    }

    fn follow(&mut self, step: &Step<'d>, rest: &[Step<'d>]) {
        let &Step { link, inner, is_end } = step;
        let is_direct = !link.to.is_on && !matches!(link.reason, Reason::Kind(_));
        if is_direct && !is_end && !self.tells_all {
            let sources = link.from.iter().map(|&from| (link.to, from));
            return self.seen.extend(sources.take(1));
        }
        // A loop is described to its end, where it began.
        let is_told = self.told.iter().any(|&(told, _)| told == link.to);
        if is_told && Some(link.to) != self.assumed {
            return;
        }
        let sources = self.sources(link);
        let in_line = |fact: &State| self.line.iter().any(|item| item.states.contains(fact));
        let is_full =
            |most| self.line.len() >= most || !inner.is_empty() || !sources.iter().any(in_line);
        if self.most.is_some_and(is_full) {
            self.finish_line();
        }
        let is_assumed = |other: &&Step<'_>| other.link.reason == Reason::Assumption;
        let until = rest.iter().position(|step| is_assumed(&step)).unwrap_or(rest.len());
        let alike = rest[..until].iter().filter(|other| step.is_like(other));
        let states = [link.to].into_iter().chain(alike.map(|other| other.link.to)).collect();
        let mut text = self.because(link, &sources);
        if inner.is_empty() {
            return self.push(link, states, text);
        }
        let mut within = Telling::new(self.side, self.language, false, None);
        within.add(inner, inner[0].depth);
        let within = within.lines.join("; ");
        if self.most.is_none() {
            text = format!("{text} [{within}]");
            return self.push(link, states, text);
        }
        let places = [("state", &text[..]), ("chain", &within)];
        let text = self.language.say(Phrase::Shown, &places);
        self.push(link, states, text);
        self.finish_line();
    }

    /// What was said from which a link follows.
    fn sources(&self, link: &Link) -> Vec<State> {
        let source = |&from: &State| {
            let seen = || self.seen.iter().find(|(seen, _)| *seen == from).map(|&(_, by)| by);
            let is_told = self.told.iter().any(|&(told, _)| told == from);
            if is_told { from } else { seen().unwrap_or(from) }
        };
        link.from.iter().map(source).collect()
    }

    /// A fact with its reason and the earlier lines from which it follows.
    fn because(&self, link: &Link, sources: &[State]) -> String {
        let of_source = |source: &State| {
            let told = self.told.iter().find(|(told, _)| told == source);
            told.map(|&(_, line)| line + 1)
        };
        let mut numbers: Vec<usize> = sources.iter().filter_map(of_source).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.retain(|&number| number <= self.lines.len());
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let reasons = [self.reason(link).unwrap_or_default(), numbers.join(", ")];
        let reasons: Vec<String> =
            reasons.into_iter().filter(|reason| !reason.is_empty()).collect();
        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) }
    }

    fn reason(&self, link: &Link) -> Option<String> {
        match link.reason {
            Reason::Cell if link.to.is_on => Some(self.language.say(Phrase::InCell, &[])),
            Reason::House(house) if link.to.is_on => Some(short(house)),
            Reason::Kind(kind) => {
                let title = self.language.title(kind);
                let pattern = within_sentence(title.rsplit(": ").next().unwrap_or(title));
                let places = self::pattern(link, self.side);
                Some(places.map_or_else(|| pattern.clone(), |places| format!("{pattern} {places}")))
            }
            Reason::Assumption | Reason::Cell | Reason::House(_) => None,
        }
    }

    fn push(&mut self, link: &'d Link, states: Vec<State>, text: String) {
        self.told.extend(states.iter().map(|&state| (state, self.lines.len())));
        self.line.push(Item { states, link, text });
    }

    fn finish_line(&mut self) {
        let items = std::mem::take(&mut self.line);
        let mut text = String::new();
        let mut before: Option<&Item<'_>> = None;
        for item in &items {
            let fact = match item.link.reason {
                Reason::Assumption => item.text.clone(),
                _ => format!("{}{}", states(&item.states, self.side), item.text),
            };
            let sources = self.sources(item.link);
            text = match before {
                None => fact,
                Some(before) => {
                    let follows = sources.iter().any(|source| before.states.contains(source));
                    let phrase = match before.link.reason {
                        Reason::Assumption if self.most.is_some() => Phrase::Then,
                        Reason::Assumption => Phrase::IfThen,
                        _ if follows => Phrase::Hence,
                        _ => Phrase::Also,
                    };
                    self.language.say(phrase, &[("chain", &text), ("state", &fact)])
                }
            };
            before = Some(item);
        }
        match (text.is_empty(), self.most) {
            (true, _) => {}
            (_, None) => self.lines.push(text),
            _ => self.lines.push(format!("{}. {text}.", self.lines.len() + 1)),
        }
    }
}

/// Candidates that are all true or all false, by digit.
fn states(states: &[State], side: usize) -> String {
    let sign = if states[0].is_on { '=' } else { '≠' };
    let of_digit = |digit: Digit| {
        let of_digit = states.iter().filter(|state| state.candidate.digit == digit);
        let all: Vec<Cell> = of_digit.map(|state| state.candidate.cell).collect();
        (!all.is_empty()).then(|| format!("{}{sign}{}", cells(&all, side), symbol(digit)))
    };
    DigitSet::all(side).iter().filter_map(of_digit).collect::<Vec<_>>().join(", ")
}

/// A house as in the names of cells.
fn short(house: House) -> String {
    match house {
        House::Row(number) => format!("r{}", number + 1),
        House::Column(number) => format!("c{}", number + 1),
        House::Box(number) => format!("b{}", number + 1),
    }
}

/// The digits of a pattern and its houses or cells.
fn pattern(link: &Link, side: usize) -> Option<String> {
    let (digits, houses, of_cells) = pattern_places(link)?;
    let digits = digits.iter().map(symbol);
    let houses = houses.into_iter().map(short);
    Some(digits.chain(houses).chain([cells(&of_cells, side)]).collect())
}
