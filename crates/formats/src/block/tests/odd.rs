//! Grids as spreadsheets, programs, mails and pages show them.

use super::*;

fn by(separator: &str, empty: &str) -> String {
    let row = |row: &String| {
        let cells: Vec<String> = row.chars().map(|c| c.to_string().replace('.', empty)).collect();
        cells.join(separator) + "\n"
    };
    rows(NINE, 9).iter().map(row).collect()
}

fn each(around: impl Fn(&str) -> String) -> String {
    rows(NINE, 9).iter().map(|row| around(row) + "\n").collect()
}

fn is_read(text: &str) {
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        assert_eq!(super::super::super::detect(text.as_bytes(), None).id(), "block", "{text}");
        assert_eq!(read(&text), [NINE], "{text}");
        assert_eq!(read(&format!("{text}\n\n{text}")), [NINE, NINE], "{text}");
    }
}

#[test]
fn fields_of_spreadsheets_may_be_empty() {
    for separator in [",", ";", "\t", " ; ", ", "] {
        is_read(&by(separator, ""));
    }
    is_read(&by("\",\"", "").lines().map(|row| format!("\"{row}\"\n")).collect::<String>());
    // A row without digits.
    let empty = [&NINE[..36], ".........", &NINE[45..]].concat();
    for separator in [",", ";", "\t"] {
        let mut rows: Vec<String> = by(separator, "").lines().map(str::to_owned).collect();
        rows[4] = separator.repeat(8);
        assert_eq!(read(&rows.join("\n")), [&empty[..]], "{separator:?}");
    }
    // A separator after the last cell is none more.
    assert_eq!(read(&by(",", "0").replace('\n', ",\n")), [NINE]);
    let text = by(";", "").replacen("6;;;1", "6;;6;1", 1);
    assert_eq!(read(&text), ["2:4: r2c1 and r2c3 both hold 6 in row 2"]);
    let text = by(";", "").replacen("6;;;1", "6;;1", 1);
    assert_eq!(read(&text), ["2:1: 8 cells in the row, expected 9"]);
}

#[test]
fn rows_of_programs_and_mails_are_read() {
    is_read(&each(|row| format!("\"{row}\",")));
    is_read(&each(|row| format!("    '{row}',")));
    is_read(&each(|row| format!("\"{row}\" +")));
    is_read(&each(|row| format!("\"{row}\\n\" \\").replace("\\n", "")));
    is_read(&format!("puzzle = '''\n{}'''\n", plain()));
    let braced = by(", ", "0").replace('\n', "},\n    {");
    is_read(&format!("int grid[9][9] = {{\n    {{{}}};\n", braced.trim_end_matches([' ', '{'])));
    is_read(&each(|row| format!("> {row}")));
    is_read(&each(|row| format!(">> {row}")));
    is_read(&format!("Text.\n\n```\n{}```\n", plain()));
    is_read(&format!("```text\n{}```\n", plain()));
    is_read(&format!("1.\n{}", plain()));
    assert_eq!(read(&format!("1.\n{0}\n2.\n{0}12)\n{0}", plain())), [NINE; 3]);
}

#[test]
fn signs_for_empty_cells_may_be_in_other_scripts() {
    for sign in ["\u{b7}", "\u{2022}", "\u{25a1}"] {
        is_read(&plain().replace('.', sign));
        is_read(&by(" ", sign));
    }
    is_read(&plain().replace('.', "\u{a0}"));
    // Columns count characters.
    let text = plain().replacen("6..195", "6..1956", 1).replacen("1956...", "1956..", 1);
    assert_eq!(read(&text.replace('.', "\u{b7}")), ["2:7: r2c1 and r2c7 both hold 6 in row 2"]);
}

/// A list of texts is no grid of rows, whose quotes are around rows.
#[test]
fn texts_of_a_list_may_be_puzzles() {
    let fours = "[\n\"1...............\",\n\"..........4.....\"\n]\n";
    assert_ne!(super::super::super::detect(fours.as_bytes(), None).id(), "block");
    let list = each(|row| format!("\"{row}\",")).replace('\n', "");
    for list in
        [format!("[{list}]").replace(",]", "]"), format!("[\n{}]", list.replace(',', ",\n"))]
    {
        let read = crate::read_one(list.replace(",\n]", "]"));
        assert_eq!(read.unwrap().to_string(), NINE, "{list}");
    }
}
