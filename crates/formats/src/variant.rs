//! Signs that a puzzle is a variant, which must not be read as a classic puzzle.

use std::fmt;

use quadrille_core::BoxShape;

/// A kind of puzzle with rules that Quadrille does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    name: &'static str,
    /// Lower-case words by which tables, JSON and headings announce it.
    words: &'static [&'static str],
    /// Words that announce it in tables and JSON, but may be anything in a heading.
    fields: &'static [&'static str],
}

impl Variant {
    /// A jigsaw.
    pub(super) const JIGSAW: Self = Self {
        name: "a jigsaw (irregular regions)",
        words: &["jigsaw", "jigsaws", "irregular"],
        fields: &["region", "regions", "regionmap", "zones"],
    };

    const ALL: [Self; 13] = [
        Self::JIGSAW,
        Self {
            name: "a killer sudoku (cages)",
            words: &["killer", "cage", "cages", "killercage", "killercages"],
            fields: &[],
        },
        Self {
            name: "a thermo sudoku (thermometers)",
            words: &["thermo", "thermos", "thermometer", "thermometers"],
            fields: &[],
        },
        Self { name: "an arrow sudoku", words: &[], fields: &["arrow", "arrows"] },
        Self { name: "a sudoku with linked cells", words: &[], fields: &["links"] },
        Self {
            name: "a sandwich sudoku",
            words: &[],
            fields: &["sandwich", "sandwiches", "sandwichsums"],
        },
        Self {
            name: "a Kropki sudoku (dots)",
            words: &["kropki"],
            fields: &["dots", "whitedots", "blackdots"],
        },
        Self { name: "an XV sudoku", words: &[], fields: &["xv"] },
        Self { name: "a palindrome sudoku", words: &[], fields: &["palindrome", "palindromes"] },
        Self {
            name: "a sudoku with lines",
            words: &["renban", "whispers"],
            fields: &["renbans", "germanwhispers", "betweenline", "betweenlines", "zipperlines"],
        },
        Self { name: "a diagonal sudoku", words: &[], fields: &["diagonal", "diagonals"] },
        Self {
            name: "a windoku (extra regions)",
            words: &["windoku", "hyperdoku"],
            fields: &["extraregion", "extraregions", "hyper"],
        },
        Self { name: "a quadruple sudoku", words: &[], fields: &["quadruple", "quadruples"] },
    ];

    /// A variant that only its name announces.
    pub(super) const fn named(name: &'static str) -> Self {
        Self { name, words: &[], fields: &[] }
    }

    /// The variant that the name of a field announces, of a table or of a JSON object.
    pub(super) fn of_field(name: &[u8]) -> Option<Self> {
        let is = |word: &&str| lower_letters(name).eq(word.bytes()) || has_word(name, word);
        let has = |variant: &Self| variant.words.iter().chain(variant.fields).any(is);
        Self::ALL.into_iter().find(has)
    }

    /// The variant that a heading announces.
    pub(super) fn of_heading(line: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.words.iter().any(|word| has_word(line, word)))
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
        assert!(is_nothing(b" [] ") && is_nothing(b"\"\"") && is_nothing(b"None"));
        assert!(!is_nothing(b"[[0, 1]]"));
    }
}
