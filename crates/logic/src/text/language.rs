//! The languages of explanations.

use quadrille_core::DigitSet;

use super::{Phrase, symbol};
use crate::deduction::House;
use crate::profile::Profile;
use crate::techniques::title;

/// The languages: id and file. English comes first, and stands in for what another language lacks.
const LANGUAGES: [(&str, &str); 2] =
    [("en", include_str!("en.txt")), ("fr", include_str!("fr.txt"))];

/// A language of explanations.
///
/// Its file has a line for each text, with places in braces:
///
/// ```text
/// # a comment
/// @and: {most} and {last}          a phrase
/// naked-pair: In {house}, …        what is said about a kind of deduction
/// *-grouped: In {houses}, …        and about all kinds whose ids end like this
/// als-xz.double: …                 and about a variant of a kind
/// ?naked-pair,naked-triple: …      what these kinds are, and why they hold; `*` as above
/// naked-pair = Naked pair          the title of a kind; those in English are in the code
/// ~de le: du                       words that are contracted after the places are filled
/// ```
///
/// ```
/// use quadrille_logic::text::Language;
///
/// let french = Language::by_id("fr").expect("there is French");
/// assert_eq!(french.title("naked-pair"), "Paire nue");
/// ```
#[derive(Clone, Debug)]
pub struct Language {
    id: &'static str,
    lines: Vec<Line>,
}

/// A line of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) about: About,
    pub(super) key: &'static str,
    pub(super) text: &'static str,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Phrase,
    Kind,
    KindsEndingWith,
    Definition,
    Title,
    Contraction,
}

impl Language {
    /// Returns the ids of the languages, English first.
    ///
    /// ```
    /// use quadrille_logic::text::Language;
    ///
    /// assert_eq!(Language::ids().next(), Some("en"));
    /// ```
    pub fn ids() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|&(id, _)| id)
    }

    /// Returns the language with an id.
    ///
    /// ```
    /// use quadrille_logic::text::Language;
    ///
    /// let french = Language::by_id("fr").expect("there is French");
    /// assert_eq!(french.title("naked-pair"), "Paire nue");
    /// ```
    pub fn by_id(id: &str) -> Option<Self> {
        let &(id, text) = LANGUAGES.iter().find(|(known, _)| *known == id)?;
        Some(Self { id, lines: text.lines().filter_map(line).collect() })
    }

    /// Returns English.
    ///
    /// ```
    /// use quadrille_logic::text::Language;
    ///
    /// assert_eq!(Language::english().id(), "en");
    /// ```
    pub fn english() -> Self {
        Self::by_id(LANGUAGES[0].0).expect("it is in the list")
    }

    /// Returns the id, as HTML and BCP 47 know it.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the title of a kind of deduction, or the id if no technique has it.
    ///
    /// ```
    /// use quadrille_logic::text::Language;
    ///
    /// assert_eq!(Language::english().title("x-wing"), "X-Wing");
    /// ```
    pub fn title<'k>(&self, kind: &'k str) -> &'k str {
        self.text(About::Title, kind).unwrap_or_else(|| title(kind))
    }

    /// Returns a phrase with its places filled.
    ///
    /// ```
    /// use quadrille_logic::text::{Language, Phrase};
    ///
    /// assert_eq!(Language::english().say(Phrase::Puzzle, &[("number", "3")]), "Puzzle 3");
    /// ```
    pub fn say(&self, phrase: Phrase, places: &[(&str, &str)]) -> String {
        let filling = |name: &str| {
            let place = places.iter().find(|(known, _)| *known == name);
            place.map(|&(_, text)| text.to_owned())
        };
        self.fill(self.text_or_english(About::Phrase, phrase.id()).unwrap_or(phrase.id()), filling)
    }

    /// Returns a rating in tenths as text, on the scale of a profile.
    ///
    /// ```
    /// use quadrille_logic::Profile;
    /// use quadrille_logic::text::Language;
    ///
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let french = Language::by_id("fr").expect("there is French");
    /// assert_eq!(french.points(45, &profile), "4,5");
    /// ```
    pub fn points(&self, tenths: u32, profile: &Profile) -> String {
        profile.points(tenths).replace('.', &self.say(Phrase::Point, &[]))
    }

    /// Returns parts as in `a, b and c`.
    ///
    /// ```
    /// use quadrille_logic::text::Language;
    ///
    /// let parts = ["r1c1", "r1c2", "r1c3"].map(String::from);
    /// assert_eq!(Language::english().list(&parts), "r1c1, r1c2 and r1c3");
    /// ```
    pub fn list(&self, parts: &[String]) -> String {
        match parts {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => {
                self.say(Phrase::And, &[("most", &most.join(", ")), ("last", last)])
            }
        }
    }

    /// Returns digits as in `2, 5 and 7`.
    pub(crate) fn digits(&self, digits: DigitSet) -> String {
        self.list(&digits.iter().map(symbol).collect::<Vec<_>>())
    }

    /// Returns the name of a house, counted from 1.
    ///
    /// ```
    /// use quadrille_logic::House;
    /// use quadrille_logic::text::Language;
    ///
    /// assert_eq!(Language::english().house(House::Box(8)), "box 9");
    /// ```
    pub fn house(&self, house: House) -> String {
        let (phrase, number) = match house {
            House::Row(number) => (Phrase::Row, number),
            House::Column(number) => (Phrase::Column, number),
            House::Box(number) => (Phrase::Box, number),
        };
        self.say(phrase, &[("number", &(number + 1).to_string())])
    }

    /// Returns digits as in `2, 5 or 7`.
    pub(super) fn either(&self, digits: DigitSet) -> String {
        let digits: Vec<String> = digits.iter().map(symbol).collect();
        match &digits[..] {
            [most @ .., last] if !most.is_empty() => {
                self.say(Phrase::Or, &[("most", &most.join(", ")), ("last", last)])
            }
            _ => digits.concat(),
        }
    }

    /// Returns houses of one kind as in `columns 2 and 7`, others as in `row 1 and box 3`.
    pub(crate) fn houses(&self, houses: &[House]) -> String {
        let kind = |house: &House| match *house {
            House::Row(number) => (Phrase::Rows, number),
            House::Column(number) => (Phrase::Columns, number),
            House::Box(number) => (Phrase::Boxes, number),
        };
        match houses {
            [first, _, ..] if houses.iter().all(|house| kind(house).0 == kind(first).0) => {
                let number = |house: &House| (kind(house).1 + 1).to_string();
                let numbers: Vec<String> = houses.iter().map(number).collect();
                self.say(kind(first).0, &[("numbers", &self.list(&numbers))])
            }
            _ => self.list(&houses.iter().map(|&house| self.house(house)).collect::<Vec<_>>()),
        }
    }

    /// Returns what a kind of deduction is, when it applies and why it holds; `None` if no technique has
    /// it.
    ///
    /// ```
    /// use quadrille_logic::text::Language;
    ///
    /// assert!(Language::english().definition("naked-pair").is_some());
    /// assert_eq!(Language::english().definition("guessing"), None);
    /// ```
    pub fn definition(&self, kind: &str) -> Option<&'static str> {
        self.text_or_english(About::Definition, kind)
    }

    /// Returns the sentence of a kind, or of a variant of it that has one, with its places filled; `None`
    /// if it has none.
    pub(super) fn sentence(
        &self,
        kind: &str,
        variant: Option<&str>,
        filling: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let of_variant = variant
            .and_then(|variant| self.text_or_english(About::Kind, &format!("{kind}.{variant}")));
        let text = of_variant.or_else(|| self.text_or_english(About::Kind, kind))?;
        Some(self.fill(text, filling))
    }

    /// The lines of the file.
    #[cfg(test)]
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// A text of this language.
    pub(super) fn text(&self, about: About, key: &str) -> Option<&'static str> {
        let is_meant = |line: &&Line| match line.about {
            About::KindsEndingWith => about == About::Kind && key.ends_with(line.key),
            About::Definition => about == About::Definition && is_among(key, line.key),
            _ => line.about == about && line.key == key,
        };
        self.lines.iter().find(is_meant).map(|line| line.text)
    }

    fn text_or_english(&self, about: About, key: &str) -> Option<&'static str> {
        self.text(about, key).or_else(|| {
            let is_english = self.id == LANGUAGES[0].0;
            if is_english { None } else { Self::english().text(about, key) }
        })
    }

    /// Fills places in braces. A place for which there is nothing stays, so that tests find it.
    fn fill(&self, text: &str, filling: impl Fn(&str) -> Option<String>) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            match filling(name) {
                Some(part) => filled.push_str(&part),
                None => filled.extend(["{", name, "}"]),
            }
            rest = after;
        }
        filled.push_str(rest);
        for line in self.lines.iter().filter(|line| line.about == About::Contraction) {
            let (apart, together) = (format!(" {} ", line.key), format!(" {} ", line.text));
            filled = filled.replace(&apart, &together);
        }
        filled
    }
}

/// Whether a kind is in a list such as `naked-pair,*-grouped`.
fn is_among(kind: &str, list: &str) -> bool {
    list.split(',').any(|one| match one.strip_prefix('*') {
        Some(end) => kind.ends_with(end),
        None => kind == one,
    })
}

/// Reads a line of a file; `None` if it says nothing.
fn line(text: &'static str) -> Option<Line> {
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    let line = |about, parts: (&'static str, &'static str)| {
        Some(Line { about, key: parts.0, text: parts.1 })
    };
    let end = text.find([' ', ':'])?;
    if let Some(title) = text[end..].strip_prefix(" = ") {
        return line(About::Title, (&text[..end], title));
    }
    let parts = text.split_once(": ")?;
    match text.as_bytes()[0] {
        b'@' => line(About::Phrase, (&parts.0[1..], parts.1)),
        b'?' => line(About::Definition, (&parts.0[1..], parts.1)),
        b'*' => line(About::KindsEndingWith, (&parts.0[1..], parts.1)),
        b'~' => line(About::Contraction, (&parts.0[1..], parts.1)),
        _ => line(About::Kind, parts),
    }
}
