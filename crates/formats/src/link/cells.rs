//! Links of sites that write the cells of a board into the address, such as `?bd=` and 81 digits of
//! SudokuWiki. A link is read whatever its site is, if just one piece of it is a board.
//!
//! Two sites pack the board as well: SudokuExchange as the newer code in `classic.rs`, SudokuWiki as
//! `S9B` and two digits of base 36 a cell. The latter is not documented; it was worked out from
//! published links: 1 to 9 is a clue, 10 to 18 a digit that was entered, and the rest a bit for each
//! candidate, plus 18.

use quadrille_core::text::parse_cells;
use quadrille_core::{BoxShape, Cell, Edges, Grid, Puzzle};

use super::draft::Draft;
use super::{LinkError, Site, classic};
use crate::alphabet::{grid_of, letters_as_digits, sign_of};
use crate::error::ParseErrorKind;
use crate::extra::{Detail, Extra};
use crate::solution::is_solution;

/// Whether some piece of an address may be a board.
pub(super) fn are_in(address: &str) -> bool {
    !boards_in(address).is_empty()
}

/// Reads the board in what follows the host of an address.
pub(super) fn decode(site: Site, address: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let mut boards = boards_in(address);
    // A complete grid that keeps the givens of another one is its solution.
    if boards.len() > 1 {
        let grids: Vec<Grid> = boards.iter().filter_map(|board| board.clone().ok()).collect();
        let is_other = |board: &Result<Grid, _>| {
            board.as_ref().map_or(true, |board| !grids.iter().any(|it| is_solution(board, it)))
        };
        boards.retain(is_other);
    }
    let mut read = match boards.len() {
        0 => packed(site, address)?,
        1 => (Puzzle::new(boards.remove(0)?, Edges::none())?, Extra::default()),
        found => return Err(LinkError::Several { found }.into()),
    };
    if site != Site::Other {
        read.1.details.push(Detail::Source, site.name());
    }
    Ok(read)
}

/// The different boards without conflicts that are pieces of an address, or what is unclear about them.
fn boards_in(address: &str) -> Vec<Result<Grid, ParseErrorKind>> {
    let is_cell = |c: char| c.is_ascii_alphanumeric() || ".*_-".contains(c);
    let mut boards = Vec::new();
    for piece in address.split(|c| !is_cell(c)) {
        let Some(board) = board_of(piece) else { continue };
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    boards
}

fn board_of(piece: &str) -> Option<Result<Grid, ParseErrorKind>> {
    let shape = BoxShape::of_cells(piece.len())?;
    let side = shape.side();
    let letters =
        if side > 9 { piece.to_ascii_uppercase() } else { piece.replace(['x', 'X'], ".") };
    let letters = letters.as_bytes();
    let mut digits = vec![0; shape.cells()];
    if parse_cells(letters, side, &mut digits).is_err() {
        digits = letters_as_digits(letters, side).filter(|_| side > 9)?;
    }
    let filled = digits.iter().filter(|&&digit| digit > 0).count();
    // Numbers and dates are full, and words are without digits.
    let is_board = filled > 0 && (side == 9 || filled < digits.len());
    let board = Grid::from_digits(shape, &digits).filter(|_| is_board)?;
    Puzzle::try_from(board).ok()?;
    Some(grid_of(shape, &digits, false, |index| sign_of(letters.get(index))))
}

/// Reads a board in a code of its site.
fn packed(site: Site, address: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let parameter = |name: &str| {
        let (_, query) = address.split_once('?')?;
        let query = query.split('#').next().unwrap_or_default();
        query.split('&').find_map(|pair| pair.strip_prefix(name)).filter(|value| !value.is_empty())
    };
    let (site_name, copy) = match site {
        Site::SudokuWiki => match parameter("bd=") {
            Some(board) if board.starts_with("S9B") => return candidates(&board[3..]),
            Some(_) => (site.name(), "the 81 digits that \"Import a Sudoku\" shows"),
            None => return Err(LinkError::Empty { site: site.name() }.into()),
        },
        Site::SudokuExchange => match parameter("s=") {
            Some(board) => return classic::decode_pairs(board),
            None => return Err(LinkError::Empty { site: site.name() }.into()),
        },
        _ => (site.name(), "the 81 digits of its export"),
    };
    Err(LinkError::Packed { site: site_name, copy }.into())
}

/// Reads the code of SudokuWiki after `S9B`.
fn candidates(code: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let digits: Option<Vec<u32>> = code.chars().map(|sign| sign.to_digit(36)).collect();
    let digits = digits.filter(|digits| digits.len() == 162).ok_or(LinkError::Damaged)?;
    let mut draft = Draft::new(BoxShape::NINE);
    for (index, pair) in digits.as_chunks::<2>().0.iter().enumerate() {
        let (cell, value) = (Cell::new(index), 36 * pair[0] + pair[1]);
        match value {
            0 => {}
            1..=9 => draft.give(cell, &value.to_string())?,
            10..=18 => draft.enter(cell, &(value - 9).to_string())?,
            19..=529 => {
                for digit in (0..9).filter(|digit| (value - 18) >> digit & 1 == 1) {
                    draft.note(cell, &(digit + 1).to_string());
                }
            }
            _ => return Err(LinkError::Damaged.into()),
        }
    }
    draft.finish()
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    const NINE: &str =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    fn read(link: &str) -> Result<(Puzzle, Extra), String> {
        let link = find(link.as_bytes()).ok_or("no link")?;
        link.decode().map_err(|kind| kind.to_string())
    }

    #[test]
    fn cells_of_any_site_are_read() {
        for link in [
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={NINE}"),
            format!("http://sudokuexchange.com/play/?s={NINE}&d=3"),
            format!("https://sudoku.coach/en/play/{NINE}"),
            format!("see https://example.org/solve#{NINE} please"),
            format!("https://example.org/s/{}?from=1", NINE.replace('0', ".")),
            format!("https://example.org/?p={}", NINE.replace('0', "x")),
        ] {
            let (puzzle, _) = read(&link).unwrap_or_else(|error| panic!("{link}: {error}"));
            assert_eq!(puzzle.to_string(), NINE.replace('0', "."), "{link}");
        }
        assert!(read("https://example.org/1234123412341234").is_err());
        assert!(read("https://example.org/puzzles/7").is_err());
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let other = NINE.replacen("53", "35", 1);
        let two = read(&format!("https://example.org/{NINE}/{other}")).unwrap_err();
        assert!(two.contains("2 boards"), "{two}");
        let packed = read("https://sudoku.coach/en/play/AbCd").unwrap_err();
        assert!(packed.contains("sudoku.coach") && packed.contains("copy"), "{packed}");
        let empty = read("https://www.sudokuwiki.org/X_Wing_Strategy").unwrap_err();
        assert!(empty.contains("SudokuWiki"), "{empty}");
    }

    /// A link of SudokuWiki in the wild, in which each candidate is one that the digits leave.
    #[test]
    fn sudoku_wikis_code_is_read() {
        let code = "S9B0g880104900h9294947o88840a078o0d9408060d0h86847s01880g038j0g02ca05c2c38r058k8s0g\
            ca01c6c88w0h8l8s8m8q8u8y07997n07920h8z8i0204937x08948y99akau93937x90908y03akeacj8z";
        let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={code}");
        let (puzzle, extra) = read(&link).unwrap();
        assert_eq!(
            puzzle.to_string(),
            "..14.........7...86.....1..3..2.5...5....1..........7..7....24..8...........3...."
        );
        let values = extra.values(&puzzle);
        let notes = extra.candidates.as_ref().expect("it has notes");
        for cell in (0..81).map(Cell::new).filter(|&cell| values.get(cell).is_none()) {
            for digit in notes.get(cell) {
                let mut with = values.clone();
                with.set(cell, Some(digit));
                assert!(Puzzle::try_from(with).is_ok(), "{cell:?} {digit}");
            }
        }
        assert_eq!(extra.details.get(Detail::Source), Some("SudokuWiki"));
    }

    #[test]
    fn sudoku_exchanges_code_is_read() {
        let (puzzle, _) =
            read("https://sudokuexchange.com/play/?s=KDTRBQsV3CQ3p0q08RJ5avLJSRFc").unwrap();
        let cells =
            "000309007001060040000010003206003100000020000008700905600070000010090800700508000";
        assert_eq!(puzzle.to_string(), cells.replace('0', "."));
    }
}
