//! Makes lines of lists and tables as programs write them, `{{5, 3, 0}, {6, 0, 1}}` or `5.0,,None`: a
//! line for each list, with blanks between its cells and a full stop in an empty one.

use quadrille_core::BoxShape;

/// The rows of the lists in a line, or of a line that is a list itself. `None` if there are none, or if
/// the line shows its cells as it is.
pub(super) fn rows(line: &str) -> Option<Vec<String>> {
    if !line.contains([',', ';', '\t']) {
        return None;
    }
    let groups = innermost(line);
    if groups.is_empty() {
        let (row, is_changed) = row(line)?;
        return is_changed.then(|| vec![row]);
    }
    let rows: Vec<(String, bool)> = groups.iter().map(|group| row(group)).collect::<Option<_>>()?;
    let is_changed = rows.len() > 1 || rows.iter().any(|(_, is_changed)| *is_changed);
    is_changed.then(|| rows.into_iter().map(|(row, _)| row).collect())
}

/// What is between brackets without others in it.
fn innermost(line: &str) -> Vec<&str> {
    let mut groups = Vec::new();
    let mut start = None;
    for (at, character) in line.char_indices() {
        match character {
            '[' | '{' | '(' => start = Some(at + 1),
            ']' | '}' | ')' => {
                let group = start.take().map(|start| &line[start..at]);
                // Not the size of an array.
                groups.extend(group.filter(|group| group.contains([',', ';', '\t'])));
            }
            _ => {}
        }
    }
    groups
}

/// The cells of a list, and whether some of them are not written as they are in a grid.
fn row(list: &str) -> Option<(String, bool)> {
    let separator = *[';', '\t', ','].iter().find(|separator| list.contains(**separator))?;
    let cells: Vec<&str> = list.split(separator).map(cell).collect::<Option<_>>()?;
    let is_changed = list.split(separator).zip(&cells).any(|(text, cell)| text.trim() != *cell);
    let sides = BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE;
    sides.contains(&cells.len()).then(|| (cells.join(" "), is_changed))
}

fn cell(text: &str) -> Option<&str> {
    let text = text.trim();
    let bare = text.trim_matches(['"', '\'']);
    let bare = bare.strip_suffix(".0").unwrap_or(bare).trim();
    match bare {
        "" | "None" | "null" | "NULL" | "nil" | "nan" | "NaN" | "-1" => Some("."),
        _ if bare.len() == 1 => Some(bare),
        _ if bare.len() == 2 && bare.bytes().all(|byte| byte.is_ascii_digit()) => Some(bare),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_rows() {
        let rows = |line: &str| rows(line).map(|rows| rows.join("/"));
        assert_eq!(
            rows("int g[2][4] = {{5, 0, 1, 2}, {3, 4, 0, 10}};").unwrap(),
            "5 0 1 2/3 4 0 10"
        );
        assert_eq!(rows("((5,0,1,2),(3,4,0,1))").unwrap(), "5 0 1 2/3 4 0 1");
        assert_eq!(rows("    [None, 2, \"\", '4'],").unwrap(), ". 2 . 4");
        assert_eq!(rows("5.0,,-1,7.0").unwrap(), "5 . . 7");
        assert_eq!(rows("a, b, c, d"), None);
        assert_eq!(rows("See a, b and c, (d, e)."), None);
    }
}
