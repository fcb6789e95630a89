//! Which constraints and rules of a link make its puzzle a variant.

use super::LinkError;
use crate::error::ParseErrorKind;
use crate::variant::{Variant, has_word};

/// Constraints of f-puzzles, SudokuPad and their extensions that have a name of their own among
/// solvers. The others are named as the link names them.
const CONSTRAINTS: [(&[&str], &str); 21] = [
    (&["antiknight"], "an anti-knight sudoku"),
    (&["antiking"], "an anti-king sudoku"),
    (&["diagonal+", "diagonal-"], "a diagonal sudoku"),
    (&["nonconsecutive"], "a nonconsecutive sudoku"),
    (&["disjointgroups"], "a sudoku with disjoint groups"),
    (&["odd", "even"], "an even-odd sudoku"),
    (&["littlekillersum"], "a little killer sudoku (sums of diagonals)"),
    (&["sandwichsum"], "a sandwich sudoku"),
    (&["difference", "ratio", "negative"], "a Kropki sudoku (dots)"),
    (&["clone"], "a clone sudoku"),
    (&["minimum", "maximum"], "a sudoku with minimums and maximums"),
    (&["lockout"], "a sudoku with lockout lines"),
    (
        &["whispers", "renban", "regionsumline", "entropicline", "modularline"],
        "a sudoku with lines",
    ),
    (&["nabner", "zipperline", "sequenceline", "slowthermometer"], "a sudoku with lines"),
    (&["rowindexer", "columnindexer", "boxindexer"], "an indexing sudoku"),
    (&["xsum"], "an X-sums sudoku"),
    (&["skyscraper"], "a skyscraper sudoku"),
    (&["numberedrooms"], "a numbered rooms sudoku"),
    (&["fogofwar", "foglight", "triggereffect"], "a fog sudoku"),
    (&["arrows", "doublearrow"], "an arrow sudoku"),
    (&["chess"], "a sudoku with chess rules"),
];

/// Returns the error for a constraint of a link.
pub(super) fn constraint(name: &str) -> ParseErrorKind {
    let known = CONSTRAINTS.iter().find(|(names, _)| names.contains(&name));
    let known = known.map(|(_, variant)| Variant::named(variant));
    match known.or_else(|| Variant::of_field(name.as_bytes())) {
        Some(variant) => ParseErrorKind::Variant(variant),
        None => LinkError::Constraint { name: name.chars().take(40).collect() }.into(),
    }
}

/// Words in the rules of a puzzle that classic puzzles have no use for.
const WORDS: [(&[&str], &str); 12] = [
    (&["knight", "knights"], "an anti-knight sudoku"),
    (&["king", "kings"], "an anti-king sudoku"),
    (&["diagonal", "diagonals"], "a diagonal sudoku"),
    (&["arrow", "arrows"], "an arrow sudoku"),
    (&["sandwich"], "a sandwich sudoku"),
    (&["palindrome", "palindromes"], "a palindrome sudoku"),
    (&["whisper", "whispers", "renban", "entropic", "nabner", "zipper"], "a sudoku with lines"),
    (&["consecutive", "nonconsecutive"], "a sudoku with consecutive cells"),
    (&["dot", "dots"], "a Kropki sudoku (dots)"),
    (&["quadruple", "quadruples"], "a quadruple sudoku"),
    (&["fog"], "a fog sudoku"),
    (&["skyscraper", "skyscrapers"], "a skyscraper sudoku"),
];

/// What the rules of a link say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rules {
    /// Nothing.
    Unsaid,
    /// That nothing suggests a variant, so this is a classic puzzle.
    Classic,
    /// That this is a variant.
    Variant(Variant),
    /// Neither.
    Unclear,
}

impl Rules {
    pub(super) fn of(text: &str) -> Self {
        let text = text.trim().as_bytes();
        let has = |word: &&str| has_word(text, word);
        let known = WORDS.iter().find(|(words, _)| words.iter().any(has));
        let known =
            known.map(|(_, name)| Variant::named(name)).or_else(|| Variant::of_heading(text));
        let is_classic = ["normal", "classic", "standard", "usual", "regular", "vanilla"];
        match known {
            Some(variant) => Self::Variant(variant),
            None if text.is_empty() => Self::Unsaid,
            None if has(&"sudoku") && is_classic.iter().any(has) => Self::Classic,
            None => Self::Unclear,
        }
    }

    /// Checks that the rules are those of a classic puzzle. With a drawing on the board they must say
    /// so, as drawings are how setters show constraints that their program does not know.
    pub(super) fn check(self, drawing: Option<&str>) -> Result<(), ParseErrorKind> {
        match (self, drawing) {
            (Self::Variant(variant), _) => Err(ParseErrorKind::Variant(variant)),
            (Self::Unsaid | Self::Unclear, Some(name)) => {
                Err(LinkError::Drawing { name: name.to_owned() }.into())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_tell_variants_from_classic_puzzles() {
        for (text, expected) in [
            ("", Rules::Unsaid),
            ("Normal sudoku rules apply.", Rules::Classic),
            ("Classic Sudoku. Place the digits 1-9 in every row, column and box.", Rules::Classic),
            ("Enjoy!", Rules::Unclear),
        ] {
            assert_eq!(Rules::of(text), expected, "{text}");
        }
        for text in [
            "Normal sudoku rules apply. Cells a knight's move apart differ.",
            "Digits in cages do not repeat.",
            "Digits increase along thermometers.",
            "Normal sudoku. Both main diagonals hold the digits 1-9.",
        ] {
            assert!(matches!(Rules::of(text), Rules::Variant(_)), "{text}");
        }
        assert!(Rules::Classic.check(Some("line")).is_ok());
        assert!(Rules::Unsaid.check(None).is_ok() && Rules::Unsaid.check(Some("line")).is_err());
    }

    #[test]
    fn constraints_are_named() {
        for (name, message) in [
            ("antiknight", "an anti-knight sudoku"),
            ("killercage", "a killer sudoku (cages)"),
            ("thermometer", "a thermo sudoku (thermometers)"),
            ("palindrome", "a palindrome sudoku"),
            ("extraregion", "a windoku (extra regions)"),
            ("newrule", "`newrule`"),
        ] {
            let said = constraint(name).to_string();
            assert!(said.contains(message), "{name}: {said}");
        }
    }
}
