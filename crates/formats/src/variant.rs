//! Signs that a puzzle is a variant, which must not be read as a classic puzzle.

use std::fmt;

use quadrille_core::BoxShape;

/// The most words of a heading that names a kind of puzzle.
const LONGEST_NAME: usize = 6;

/// A kind of puzzle with rules that Quadrille does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    name: &'static str,
    /// Lower-case words by which tables, JSON and headings announce it.
    words: &'static [&'static str],
    /// Words that announce it in tables and JSON, but may be anything in a heading.
    fields: &'static [&'static str],
    /// Words that announce it in a heading that is nothing but the name of a kind of puzzle.
    kinds: &'static [&'static str],
}

impl Variant {
    /// A jigsaw.
    pub(super) const JIGSAW: Self = Self {
        words: &["jigsaw", "jigsaws", "irregular"],
        fields: &["region", "regions", "regionmap", "zones"],
        ..Self::named("a jigsaw (irregular regions)")
    };

    const ALL: [Self; 18] = [
        Self::JIGSAW,
        Self {
            words: &["killer", "cage", "cages", "killercage", "killercages"],
            ..Self::named("a killer sudoku (cages)")
        },
        Self {
            words: &["thermo", "thermos", "thermometer", "thermometers"],
            ..Self::named("a thermo sudoku (thermometers)")
        },
        Self {
            fields: &["arrow", "arrows"],
            kinds: &["arrow", "arrows"],
            ..Self::named("an arrow sudoku")
        },
        Self { fields: &["links"], ..Self::named("a sudoku with linked cells") },
        Self {
            fields: &["sandwich", "sandwiches", "sandwichsums"],
            kinds: &["sandwich", "sandwiches"],
            ..Self::named("a sandwich sudoku")
        },
        Self {
            words: &["kropki"],
            fields: &["dots", "whitedots", "blackdots"],
            ..Self::named("a Kropki sudoku (dots)")
        },
        Self { fields: &["xv"], kinds: &["xv"], ..Self::named("an XV sudoku") },
        Self {
            fields: &["palindrome", "palindromes"],
            kinds: &["palindrome", "palindromes"],
            ..Self::named("a palindrome sudoku")
        },
        Self {
            words: &["renban", "whispers"],
            fields: &["renbans", "germanwhispers", "betweenline", "betweenlines", "zipperlines"],
            ..Self::named("a sudoku with lines")
        },
        Self {
            fields: &["diagonal", "diagonals"],
            kinds: &["diagonal", "diagonals", "sudoku x", "x sudoku"],
            ..Self::named("a diagonal sudoku")
        },
        Self {
            words: &["windoku", "hyperdoku"],
            fields: &["extraregion", "extraregions", "hyper"],
            kinds: &["hyper"],
            ..Self::named("a windoku (extra regions)")
        },
        Self {
            fields: &["quadruple", "quadruples"],
            kinds: &["quadruple", "quadruples"],
            ..Self::named("a quadruple sudoku")
        },
        Self {
            words: &["anti knight", "antiknight", "anti king", "antiking"],
            ..Self::named("a sudoku with moves of chess pieces")
        },
        Self {
            words: &["non consecutive", "nonconsecutive"],
            ..Self::named("a nonconsecutive sudoku")
        },
        Self { kinds: &["even odd", "odd even"], ..Self::named("an even-odd sudoku") },
        Self {
            kinds: &["greater than"],
            ..Self::named("a sudoku with comparisons (greater than)")
        },
        Self { words: &["samurai"], ..Self::named("a samurai sudoku (overlapping grids)") },
    ];

    /// A variant that only its name announces.
    pub(super) const fn named(name: &'static str) -> Self {
        Self { name, words: &[], fields: &[], kinds: &[] }
    }

    /// The variant that the name of a field announces, of a table or of a JSON object.
    pub(super) fn of_field(name: &[u8]) -> Option<Self> {
        let is = |word: &&str| lower_letters(name).eq(word.bytes()) || has_word(name, word);
        let has = |variant: &Self| variant.words.iter().chain(variant.fields).any(is);
        Self::ALL.into_iter().find(has)
    }

    /// The variant that a heading announces.
    pub(super) fn of_heading(line: &[u8]) -> Option<Self> {
        let is_word = |word: &[u8]| word.iter().any(u8::is_ascii_alphabetic);
        let words: Vec<&[u8]> = line
            .split(|byte| !byte.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let names = words.iter().filter(|word| is_word(word)).count();
        // A longer line is prose, in which an arrow may be anything.
        let is_of_kind = names <= LONGEST_NAME && has_word(line, "sudoku");
        let has = |phrase: &str| {
            let parts: Vec<&str> = phrase.split(' ').collect();
            words.windows(parts.len()).any(|words| {
                words
                    .iter()
                    .zip(&parts)
                    .all(|(word, part)| word.eq_ignore_ascii_case(part.as_bytes()))
            })
        };
        let is_kind = |kind: &str| has(kind) && (is_of_kind || names == kind.split(' ').count());
        Self::ALL.into_iter().find(|variant| {
            variant.words.iter().any(|word| has_word(line, word) || has(word))
                || variant.kinds.iter().any(|kind| is_kind(kind))
        })
    }
}

/// The variant that headings announce for the puzzles after them.
#[derive(Default)]
pub(super) struct Heading {
    variant: Option<Variant>,
    /// Whether a puzzle came after it, so that another heading replaces it.
    is_used: bool,
}

impl Heading {
    /// Takes a line that is no puzzle.
    pub(super) fn line(&mut self, line: &[u8]) {
        let is_heading = line.iter().any(u8::is_ascii_alphabetic);
        let found = Variant::of_heading(line);
        if found.is_some() || self.is_used && is_heading {
            *self = Self { variant: found, is_used: false };
        }
    }

    /// Takes note of a puzzle.
    pub(super) fn grid(&mut self) {
        self.is_used = true;
    }

    pub(super) fn variant(&self) -> Option<Variant> {
        self.variant
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn lower_letters(text: &[u8]) -> impl Iterator<Item = u8> + '_ {
    text.iter().filter(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_lowercase)
}

/// Whether one of the words of a text is this one, in any case.
pub(super) fn has_word(text: &[u8], word: &str) -> bool {
    text.split(|byte| !byte.is_ascii_alphabetic())
        .any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a field of a table, or a value of a JSON object, says that there is nothing.
pub(super) fn is_nothing(value: &[u8]) -> bool {
    let is_filler = |&byte: &u8| byte.is_ascii_whitespace() || b"\"'[]{}()-".contains(&byte);
    let bare: Vec<u8> = value.iter().copied().filter(|byte| !is_filler(byte)).collect();
    let nothing = ["", "0", "null", "none", "false", "no", "n/a", "na", "nan"];
    nothing.iter().any(|word| bare.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a symbol for each cell divides a board into irregular regions: as many symbols as the
/// board has rows, each as often as it has columns and on cells that are connected. The boxes of a
/// classic board do not count.
pub(super) fn is_region_map(cells: &[u8], shape: BoxShape) -> bool {
    let side = shape.side();
    if cells.len() != shape.cells() {
        return false;
    }
    // Each region has at least side - 1 pairs of neighbors; a solution has none, except where one
    // row ends and the next begins. This test is fast and nearly always enough.
    // Short numbers are what vector code counts fastest.
    let alike =
        |other: &[u8]| cells.iter().zip(other).fold(0, |n: u16, (a, b)| n + u16::from(a == b));
    if usize::from(alike(&cells[1..]) + alike(&cells[side..])) < side * (side - 1) {
        return false;
    }
    let mut regions: Vec<Vec<usize>> = Vec::new();
    for (cell, symbol) in cells.iter().enumerate() {
        match regions.iter().position(|region| cells[region[0]] == *symbol) {
            Some(region) => regions[region].push(cell),
            None if regions.len() == side => return false,
            None => regions.push(vec![cell]),
        }
    }
    let box_of = |cell: usize| shape.box_at(cell / side, cell % side);
    let is_box = |region: &Vec<usize>| region.iter().all(|&cell| box_of(cell) == box_of(region[0]));
    regions.iter().all(|region| region.len() == side && is_connected(region, side))
        && !regions.iter().all(is_box)
}

fn is_connected(region: &[usize], side: usize) -> bool {
    let touch = |a: usize, b: usize| {
        let (low, high) = (a.min(b), a.max(b));
        high - low == side || (high - low == 1 && high % side != 0)
    };
    let mut reached = vec![region[0]];
    let mut at = 0;
    while let Some(&cell) = reached.get(at) {
        for &next in region {
            if touch(cell, next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        at += 1;
    }
    reached.len() == region.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irregular_regions_are_told_from_boxes_and_solutions() {
        let nine = |map: &str| is_region_map(map.as_bytes(), BoxShape::NINE);
        let columns = "123456789".repeat(9);
        assert!(nine(&columns) && nine(&columns.replace('9', "0")));
        let boxes: String =
            (0..81).map(|cell| (b'1' + (cell / 27 * 3 + cell % 9 / 3) as u8) as char).collect();
        assert!(!nine(&boxes));
        let mut cells = boxes.into_bytes();
        // A cell of the first box for one of the second: connected, and not.
        cells.swap(2, 12);
        assert!(is_region_map(&cells, BoxShape::NINE));
        cells.swap(0, 80);
        assert!(!is_region_map(&cells, BoxShape::NINE));
        cells[80] = b'1';
        assert!(!is_region_map(&cells, BoxShape::NINE));
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(!nine(solved) && !nine(&".".repeat(81)) && !nine("12"));
    }

    #[test]
    fn a_variant_holds_up_to_another_heading() {
        let mut heading = Heading::default();
        for (line, expected) in [("Killer 1", true), ("by Ann", true), ("", true)] {
            heading.line(line.as_bytes());
            assert_eq!(heading.variant().is_some(), expected, "{line}");
        }
        heading.grid();
        assert!(heading.variant().is_some());
        heading.line(b"Sudoku 2");
        assert!(heading.variant().is_none());
    }

    #[test]
    fn names_of_fields_announce_variants() {
        for (name, expected) in [
            ("cages", Some("a killer sudoku (cages)")),
            ("Killer Cages", Some("a killer sudoku (cages)")),
            ("region_map", Some("a jigsaw (irregular regions)")),
            ("thermos", Some("a thermo sudoku (thermometers)")),
            ("link", None),
            ("puzzle", None),
            ("packages", None),
        ] {
            let found = Variant::of_field(name.as_bytes()).map(|variant| variant.to_string());
            assert_eq!(found.as_deref(), expected, "{name}");
        }
        assert!(Variant::of_heading(b"Killer Sudoku 12").is_some());
        assert!(Variant::of_heading(b"Region 12").is_none());
        for heading in ["Sudoku X 12", "X-Sudoku", "Anti-knight", "Arrow Sudoku", "(Diagonals)"] {
            assert!(Variant::of_heading(heading.as_bytes()).is_some(), "{heading}");
        }
        for heading in [
            "Sudoku 9 x 9",
            "Sudoku 9x9",
            "Arrow keys: move",
            "See the sudoku on page 7, where an arrow shows the next digit",
            "Consecutive Sudoku",
        ] {
            assert!(Variant::of_heading(heading.as_bytes()).is_none(), "{heading}");
        }
        assert!(is_nothing(b" [] ") && is_nothing(b"\"\"") && is_nothing(b"None"));
        assert!(!is_nothing(b"[[0, 1]]"));
    }
}
