//! Draws a board with numbered rows and columns, for people who type cells.

use quadrille_arena::GameState;
use quadrille_engine::format::drawn;

/// Draws the board of a game, givens in bold, with numbers above and beside it.
pub(super) fn numbered_board(state: &GameState) -> String {
    let puzzle = &state.rules().board;
    let bold = anstyle::Style::new().bold();
    let drawing = drawn(&state.board().grid(), puzzle.edges(), &|cell, text| {
        if puzzle.givens().get(cell).is_some() {
            format!("{bold}{text}{bold:#}")
        } else {
            text.to_owned()
        }
    });
    // An empty board shows where the cells are: it has a dot for each.
    let empty = quadrille_engine::Grid::empty(puzzle.shape());
    let places = drawn(&empty, puzzle.edges(), &|_, text| text.to_owned());
    let width = puzzle.shape().side().to_string().len();
    let mut text = String::new();
    if let Some(row) = places.lines().find(|line| line.contains('.')) {
        for numbers in headings(row, width) {
            text += &format!("{:width$} {numbers}\n", "");
        }
    }
    let mut row = 0;
    for (line, place) in drawing.lines().zip(places.lines()) {
        if place.contains('.') {
            row += 1;
            text += &format!("{row:>width$} {line}\n");
        } else {
            text += &format!("{:width$} {line}\n", "");
        }
    }
    text
}

/// Returns the numbers of the columns above the dots of a row, one line per digit.
fn headings(row: &str, width: usize) -> Vec<String> {
    (0..width)
        .map(|digit| {
            let mut column = 0;
            let line: String = row
                .chars()
                .map(|c| match c {
                    '.' => {
                        column += 1;
                        format!("{column:>width$}").chars().nth(digit).unwrap_or(' ')
                    }
                    _ => ' ',
                })
                .collect();
            line.trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_numbered_above_their_cells() {
        assert_eq!(headings("│ . .+│ . . │", 1), ["  1 2   3 4"]);
        let twelve = ". ".repeat(12);
        assert_eq!(headings(&twelve, 2), ["                  1 1 1", "1 2 3 4 5 6 7 8 9 0 1 2"]);
    }
}
