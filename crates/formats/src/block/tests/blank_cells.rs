//! Grids in which blanks stand for empty cells.

use super::*;

fn blank() -> String {
    plain().replace('.', " ")
}

fn trimmed() -> String {
    blank().lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn blanks_are_cells_of_nine_lines() {
    for text in [blank(), trimmed()] {
        for text in [
            text.clone(),
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
            format!("\n\n{text}\n\n"),
            format!("Grid 01\n# a comment\n{text}"),
            format!("[Puzzle]\n{text}"),
        ] {
            assert_eq!(super::super::super::detect(text.as_bytes(), None).id(), "block");
            assert_eq!(read(&text), [NINE], "{text:?}");
        }
        assert_eq!(read(&text.repeat(3)), [NINE; 3]);
        assert_eq!(read(&[&text[..]; 3].join("\n")), [NINE; 3]);
        assert_eq!(read(&format!("{text}{}\n{text}", plain())), [NINE; 3]);
    }
}

#[test]
fn a_row_may_be_empty_where_the_lines_show_it() {
    let with = |index: usize, row: &str| {
        let mut rows: Vec<String> = blank().lines().map(str::to_owned).collect();
        rows[index] = row.to_owned();
        rows.join("\n") + "\n"
    };
    for index in [0, 4, 8] {
        let expected = [&NINE[..9 * index], ".........", &NINE[9 * index + 9..]].concat();
        assert_eq!(read(&with(index, "         ")), [&*expected], "{index}");
        if index == 4 {
            assert_eq!(read(&with(index, "")), [expected]);
        } else {
            // Eight lines, and a blank one that may be anything.
            let said = read(&with(index, ""));
            assert!(said.len() > 1 && said.iter().all(|said| said.contains(": ")), "{said:?}");
        }
    }
}

#[test]
fn what_may_be_something_else_is_left_alone() {
    let four = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
    let expected = "1234341221434321";
    assert_eq!(read(&[four, four].join("\n")), [expected; 2]);
    assert_eq!(read(&four.replace(' ', "")), [expected]);
    // A grid is returned with its last line.
    let mut session = Session::new("block", None, false);
    let mut parser = GridParser::default();
    for (line, number) in four.lines().zip(1..) {
        parser.line(&mut session, number, line.as_bytes());
    }
    assert_eq!(session.queue.len(), 1);
    let id = |text: &str| super::super::super::detect(text.as_bytes(), None).id();
    assert_eq!(id(&"53  7\n".repeat(9)), "line");
    assert_eq!(id("1\n22\n333\n4444\n55555\n66\n7777\n88\n99\n"), "line");
    assert_eq!(id(&trimmed().replacen("53  7", "53  7 the first row", 1)), "line");
    assert_eq!(id(&trimmed().replacen("53  7", "53  7     ;", 1)), "line");
}

#[test]
fn errors_are_where_they_are() {
    let text = trimmed().replacen("6  195", "6  195 6", 1);
    assert_eq!(read(&text), ["2:8: r2c1 and r2c8 both hold 6 in row 2"]);
}
