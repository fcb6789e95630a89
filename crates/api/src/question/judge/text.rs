//! Finds the grid and the steps in an answer that somebody, or a model, wrote.

use quadrille_core::{BoxShape, Grid};
use quadrille_logic::kinds;

use crate::step::{Written, parsed_group};

/// The part of an answer that counts: what is in its last `<answer>` element, or else after its last
/// mark of that kind that is not closed, or else all of it.
pub(super) fn counted(text: &str) -> &str {
    const OPEN: &str = "<answer>";
    const CLOSE: &str = "</answer>";
    match text.rfind(OPEN) {
        Some(start) => {
            let inside = &text[start + OPEN.len()..];
            inside.find(CLOSE).map_or(inside, |end| &inside[..end])
        }
        None => text,
    }
}

/// Returns the last complete grid of a text: a word of as many digits as the board has cells, or lines
/// of as many digits as it has columns, without other words. Lines that follow each other are whole
/// grids.
pub(super) fn grid(text: &str, shape: BoxShape) -> Option<Grid> {
    let lines: Vec<Line> = text.lines().filter_map(|line| Line::of(line, shape)).collect();
    let end = 1 + lines.iter().rposition(|line| !matches!(line, Line::Words))?;
    let digits = match &lines[end - 1] {
        Line::Grid(digits) => digits.clone(),
        _ => {
            let is_row = |line: &&Line| matches!(line, Line::Row(_));
            let count = lines[..end].iter().rev().take_while(is_row).count();
            if !count.is_multiple_of(shape.side()) {
                return None;
            }
            let rows = lines[end - shape.side()..end].iter();
            rows.flat_map(|line| if let Line::Row(digits) = line { &digits[..] } else { &[] })
                .copied()
                .collect()
        }
    };
    Grid::from_digits(shape, &digits)
}

/// What a line of an answer is.
enum Line {
    /// A whole grid.
    Grid(Vec<u8>),
    /// A row of a grid.
    Row(Vec<u8>),
    /// Something else.
    Words,
}

impl Line {
    /// Reads a line; `None` if it is blank, or the frame of a grid.
    fn of(line: &str, shape: BoxShape) -> Option<Self> {
        const FRAMES: &str = "|+-=_`'.\"[](){},;:*│┃║─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋";
        let side = shape.side();
        let words = line.split(|symbol: char| symbol.is_whitespace() || FRAMES.contains(symbol));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return None;
        }
        let digits = |word: &&str| -> Option<Vec<u8>> {
            if side > 9 && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
                return word.parse().ok().map(|digit| vec![digit]);
            }
            word.chars().map(|symbol| symbol.to_digit(36).map(|digit| digit as u8)).collect()
        };
        let is_grid = |digits: &Vec<u8>| digits.len() == shape.cells() && is_on(digits, side);
        if let Some(grid) = words.iter().rev().filter_map(digits).find(is_grid) {
            return Some(Self::Grid(grid));
        }
        let all: Option<Vec<Vec<u8>>> = words.iter().map(digits).collect();
        Some(match all.map(|all| all.concat()).filter(|digits| is_on(digits, side)) {
            Some(digits) if digits.len() == side => Self::Row(digits),
            Some(digits) if digits.len() == shape.cells() => Self::Grid(digits),
            _ => Self::Words,
        })
    }
}

/// Whether all are digits of a board with that many.
fn is_on(digits: &[u8], side: usize) -> bool {
    digits.iter().all(|&digit| (1..=side).contains(&digit.into()))
}

/// The steps of a line, and the technique that begins it, if one does.
pub(super) type LineSteps = (Vec<Written>, Option<&'static str>);

/// Returns the steps of a text, line by line. Where a line has an arrow `=>`, what is before it are
/// reasons.
pub(super) fn steps(text: &str) -> impl Iterator<Item = LineSteps> {
    text.lines().map(|line| {
        let (reasons, conclusions) = line.rsplit_once("=>").unwrap_or(("", line));
        let first = if reasons.is_empty() { conclusions } else { reasons };
        let first = first.split_whitespace().find(|word| word.starts_with(char::is_alphabetic));
        let id = first.map(|word| word.trim_end_matches(':'));
        let technique = kinds().map(|(_, kind)| kind.id).find(|kind| Some(*kind) == id);
        let (mut found, mut rest) = (Vec::new(), conclusions);
        while let Some(start) = rest.find(['r', 'R']) {
            let is_inside = rest[..start].ends_with(char::is_alphanumeric);
            match parsed_group(&rest[start..]).filter(|_| !is_inside) {
                Some((steps, after)) => {
                    found.extend(steps);
                    rest = after;
                }
                None => rest = &rest[start + 1..],
            }
        }
        (found, technique)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> BoxShape {
        BoxShape::new(2, 2).unwrap()
    }

    #[test]
    fn grids_are_found_in_what_is_around_them() {
        let right =
            Grid::from_digits(four(), &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap();
        for text in [
            "1234341221434321",
            "The answer is 1234341221434321.",
            "The solution is:\n1234341221434321\nI am sure.",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
            "+-----+\n|12|34|\n|34|12|\n+-----+\n|21|43|\n|43|21|\n+-----+",
            "[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]",
            "First 4321214334121234, no, <answer>1234 3412 2143 4321</answer> 4321214334121234",
            "4321214334121234\n1234341221434321",
            "```\n1234\n3412\n\n2143\n4321\n```",
        ] {
            assert_eq!(grid(counted(text), four()).as_ref(), Some(&right), "{text}");
        }
        for text in [
            "",
            "1234",
            "12343412214343215",
            "1234\n3412\n2143",
            "x1234341221434321",
            "0234341221434321",
        ] {
            assert_eq!(grid(counted(text), four()), None, "{text}");
        }
    }

    #[test]
    fn steps_are_found_after_their_reasons() {
        let text = "naked-pair: r1c1,r1c2 => r1c3,r1c4<>4\nSo r2c2=3, and xr1c1=1 is none.";
        let found: Vec<LineSteps> = steps(text).collect();
        let words = |line: usize| -> Vec<String> {
            found[line].0.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            (words(0), found[0].1),
            (vec!["r1c3<>4".into(), "r1c4<>4".into()], Some("naked-pair"))
        );
        assert_eq!((words(1), found[1].1), (vec!["r2c2=3".into()], None));
    }
}
