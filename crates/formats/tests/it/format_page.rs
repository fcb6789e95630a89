//! The page about formats: its table is what the formats declare, and its examples are read.

use quadrille_formats::{Detail, FORMATS, ReadOptions, Reader, Sizes, by_file_name, by_id};

fn page() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/reference/formats.md"));
    page.expect("docs/reference/formats.md can be read").replace("\r\n", "\n")
}

#[test]
fn the_table_is_what_the_formats_declare() {
    let page = page();
    for format in FORMATS {
        let carries = format.carries();
        let yes = |is: bool| if is { "yes" } else { "" };
        let sizes = match carries.sizes {
            Sizes::Nine => "9x9".to_owned(),
            Sizes::UpTo(49) => "all".to_owned(),
            sizes => sizes.to_string(),
        };
        let details = match carries.details {
            [] => String::new(),
            all if *all == Detail::ALL => "all".into(),
            [_] | [_, _] | [_, _, _] => {
                let names: Vec<&str> = carries.details.iter().map(|detail| detail.id()).collect();
                names.join(", ")
            }
            some => {
                let out = Detail::ALL.into_iter().filter(|detail| !some.contains(detail));
                let out: Vec<&str> = out.map(Detail::id).collect();
                format!("all but {}", out.join(" and "))
            }
        };
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{}` |", format.id())))
            .unwrap_or_else(|| panic!("`{}` has a row in the table", format.id()));
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let extensions: Vec<String> =
            format.extensions().iter().map(|extension| format!("`{extension}`")).collect();
        assert_eq!(cells[1], extensions.join(", "), "{row}");
        assert_eq!(cells[2], sizes, "{row}");
        let (marks, notes) = (yes(carries.marks), yes(carries.candidates));
        let expected = [yes(carries.edges), marks, yes(carries.entries), notes];
        for (cell, expected) in cells[3..7].iter().zip(expected) {
            // A limit may be named instead of `yes`.
            assert_eq!(cell.is_empty(), expected.is_empty(), "{row}");
        }
        assert_eq!(cells[7], details, "{row}");
        for extension in format.extensions() {
            let hint = by_file_name(&format!("x.{extension}")).expect("the extension is known");
            assert_eq!(hint.id(), format.id(), "{extension} belongs to one format");
        }
    }
}

/// The first example of every section is a file in the format that the section is about.
#[test]
fn the_examples_are_read() {
    let page = page();
    for format in FORMATS {
        let heading = page
            .match_indices("\n## ")
            .map(|(at, _)| &page[at + 4..])
            .find(|rest| {
                let heading = rest.lines().next().unwrap_or_default();
                heading.contains(&format!("`{}`", format.id()))
            })
            .unwrap_or_else(|| panic!("`{}` has a section", format.id()));
        let fence = heading.find("\n```").expect("the section has an example") + 4;
        let example = heading[fence..].split_once('\n').expect("a language and text").1;
        let example = &example[..example.find("```").expect("the example ends")];
        // Two formats share a section, and the example is that of the first.
        let expected = match format.id() {
            "lloyd-amos" => by_id("lewis").unwrap(),
            "sudokupad" => by_id("f-puzzles").unwrap(),
            _ => *format,
        };
        let extension = expected.extensions().first().unwrap_or(&"");
        let hint = by_file_name(&format!("x.{extension}"));
        let mut reader =
            Reader::new(example.as_bytes(), ReadOptions { hint, ..Default::default() });
        assert_eq!(reader.format().unwrap().id(), expected.id(), "{example}");
        let mut count = 0;
        while let Some(record) = reader.next() {
            let record = record.unwrap();
            let error = record.puzzle.as_ref().err();
            assert!(error.is_none(), "{}: {error:?}:\n{example}", format.id());
            let extra = record.extra.unwrap_or_default();
            let carries = format.carries();
            // An example shows what the format is used for.
            let shows = ["sdk", "sdx", "hodoku"].contains(&format.id());
            assert_eq!(extra.entries.is_some(), shows && carries.entries, "{}", format.id());
            count += 1;
        }
        assert_eq!(count, 1, "{}", format.id());
    }
}
