//! `convert`: formats, links, pictures and booklets.

use std::fs;

use super::program::{PUZZLE, directory, objects, run, run_with};

/// "Ripples" by Philip Newman, as f-puzzles links it.
const LINK: &str = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QCUIAHInMEVAQwFc0ALAewCcEQAFOiLYgAgDkYAdwC2lAHYUQTamRhpWfZqKw8w1ACYMA1tR7SyPSiSwBPAHQ8AgmPU96lNAHIwPTAEJJAcyYR1CANr+oABulFjUuCggnhDBMBLwaNIwAL7IwGkZ6ZmZIKHhuAAcqDFxCUkRufkRCADsJbHxCBWp6XlhNfAAbA1lzck5ALrIQTnZbdW4AIy9TYkDEx2Rs+ULWetDIxuLBQgATCv9lePbpynDozudAMyH88dnJ2MZF+vtu0h3Lc8/J++dM2ijVWD3+uB6QL691SrzBCGKkLm3yeKLekwQAFYvms4Z9ESDWi8trj6vijoTfmilggIaUkTj0fAEXSCVVqfAsWToZsgrjOSzyZS2R9mcDBVdllzkSF2bSxdyJXVsQ9zlshYqOcqKajcQAWLXnQYpIA===";
const LINKED: &str =
    "9....876....19......2.......3........9.....168.....59.7....685.5...8967.....5...4";
const WITH_EDGES: &str = "1............... edges=r1c1-r1c2";

#[test]
fn puzzles_come_in_the_format_and_in_order() {
    let here = directory("convert-order");
    fs::write(here.join("a.txt"), format!("{PUZZLE}\n\n# comment\nid7 {PUZZLE} 3.5\n")).unwrap();
    let said = run(&here, &["convert", "--to", "sdm", "a.txt", LINK]);
    let zeros = |puzzle: &str| puzzle.replace('.', "0");
    let expected = [PUZZLE, PUZZLE, LINKED].map(zeros).join("\n") + "\n";
    assert_eq!((said.status, &*said.out), (0, &*expected), "{}", said.err);
    let said = run(&here, &["convert", "--to=block", "a.txt"]);
    assert_eq!(said.status, 0);
    // Grids are separated, and there is nothing before the first or after the last.
    let grids: Vec<&str> = said.out.split("\n\n").collect();
    assert_eq!(grids.len(), 2);
    assert!(grids[0].starts_with("5 3 . | . 7 .") && said.out.ends_with("| . 7 9\n"));
    // What is written is read.
    let again = run_with(&here, &["convert", "--to", "line", "-q"], said.out.as_bytes());
    assert_eq!(again.out, format!("{PUZZLE}\n{PUZZLE}\n"));
}

#[test]
fn bad_lines_are_reported_and_left_out() {
    let here = directory("convert-bad");
    let input = format!("{PUZZLE}\nbad\n1...\n{PUZZLE}\n");
    for threads in ["-j1", "-j2"] {
        let said = run_with(&here, &["convert", "--to", "line", threads], input.as_bytes());
        assert_eq!((said.status, said.out), (2, format!("{PUZZLE}\n{PUZZLE}\n")));
        let lines: Vec<&str> = said.err.lines().collect();
        assert_eq!(lines.len(), 2, "{}", said.err);
        assert!(lines[0].starts_with("stdin:2:1: ") && lines[1].starts_with("stdin:3:1: "));
    }
    // Without a puzzle, an old file remains; without the lines of a format around it, too.
    fs::write(here.join("old.csv"), "puzzle\n").unwrap();
    for format in ["csv", "opensudoku", "line"] {
        let said = run(&here, &["convert", "--to", format, "1...", "-o", "old.csv"]);
        assert_eq!(said.status, 2);
        assert!(said.err.contains("nothing to write; old.csv is left as it was"), "{}", said.err);
        assert_eq!(fs::read_to_string(here.join("old.csv")).unwrap(), "puzzle\n");
        assert_eq!(run(&here, &["convert", "--to", format, "1..."]).out, "");
    }
    let said = run_with(&here, &["convert", "--to", "line", "--strict"], input.as_bytes());
    assert_eq!((said.status, said.out), (2, format!("{PUZZLE}\n")));
    let said = run_with(&here, &["convert", "--to", "line", "--json"], input.as_bytes());
    let rows = objects(&said);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[1]["status"], "invalid");
    assert_eq!(
        (rows[3]["line"].as_u64(), rows[3]["text"].as_str()),
        (Some(4), Some(&*format!("{PUZZLE}\n")))
    );
    assert_eq!(rows[3]["format"], "line");
}

#[test]
fn what_a_format_cannot_hold_is_an_error_or_a_note() {
    let here = directory("convert-loss");
    let said = run(&here, &["convert", "--to", "block", WITH_EDGES, "1..............."]);
    assert_eq!(said.status, 2);
    assert!(said.err.starts_with("argument 1:1:1: the format `block` cannot hold edges"));
    assert!(said.out.starts_with("1 . | . .\n"), "{}", said.out);
    let said = run(&here, &["convert", "--to", "block", "--json", WITH_EDGES]);
    assert_eq!((said.status, &objects(&said)[0]["status"]), (2, &"unsupported".into()));
    let said = run(&here, &["convert", "--to", "f-puzzles", "--strict", WITH_EDGES, PUZZLE]);
    assert_eq!((said.status, &*said.out), (2, ""));
    let said = run(&here, &["convert", "--to", "line", WITH_EDGES]);
    assert_eq!((said.status, said.out), (0, format!("{WITH_EDGES}\n")));

    fs::write(here.join("links.txt"), format!("{LINK}\n{LINK}\n")).unwrap();
    let said = run(&here, &["convert", "--to", "line", "links.txt", LINK]);
    assert_eq!(said.status, 0);
    let notes: Vec<&str> = said.err.lines().collect();
    assert_eq!(notes.len(), 6, "{}", said.err);
    assert_eq!(
        notes[0],
        "note: links.txt: author of 2 puzzles omitted; the format `line` has no place for them"
    );
    assert!(notes[3].starts_with("note: argument 2: author of 1 puzzle omitted"), "{}", notes[3]);
    assert_eq!(run(&here, &["convert", "--to", "line", "-q", LINK]).err, "");
    let said = run(&here, &["convert", "--to", "line", "--json", LINK]);
    let left_out = &objects(&said)[0]["left_out"];
    assert_eq!(left_out, &serde_json::json!(["title", "description", "author"]));
}

#[test]
fn links_are_read_wherever_puzzles_are() {
    let here = directory("convert-links");
    let solution =
        "913548762678192435452637189137965248295874316864213597749326851521489673386751924\n";
    assert_eq!(run(&here, &["solve", LINK]).out, solution);
    let said = run_with(&here, &["solve"], format!("{PUZZLE}\nsee <{LINK}>\n").as_bytes());
    assert_eq!((said.status, said.out.lines().count()), (0, 2), "{}", said.err);
    assert!(said.out.ends_with(solution));
    assert!(run(&here, &["check", LINK]).out.contains("proper"));
    for format in ["f-puzzles", "sudokupad"] {
        let written = run(&here, &["convert", "--to", format, LINK]).out;
        assert!(written.starts_with("https://") && written.lines().count() == 1);
        let again = run_with(&here, &["convert", "--to", "line", "-q"], written.as_bytes());
        assert_eq!(again.out, format!("{LINKED}\n"), "{}", again.err);
    }
    // A name on a server, and a variant.
    let said = run(&here, &["solve", "https://sudokupad.app/4Qq7hjbMpT"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("`4Qq7hjbMpT` is only the name of a puzzle"), "{}", said.err);
    let killer = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAawgAbLTAwBjAIZo48QiH0wdYfCABKARgDCDkKkdOATCDUA3Q1oArqYgAMwgRLREQA=";
    let said = run(&here, &["solve", killer]);
    assert_eq!((said.status, &*said.out), (2, "invalid\n"));
    assert!(said.err.contains("this is a killer sudoku (cages)"), "{}", said.err);
    let cut = &LINK[..LINK.len() / 2];
    let said = run(&here, &["solve", cut]);
    assert!(said.err.contains("the link is cut off; copy the whole link"), "{}", said.err);
}

#[test]
fn every_pair_of_formats_that_holds_a_puzzle_passes_it_on() {
    let here = directory("convert-pairs");
    let said = run(&here, &["formats", "--json"]);
    let listed = objects(&said);
    let formats: Vec<(&str, &str)> = listed
        .iter()
        .filter(|format| format["reads"] == true)
        .map(|format| {
            let extension = format["extensions"][0].as_str().unwrap_or("txt");
            (format["id"].as_str().unwrap(), extension)
        })
        .collect();
    assert!(formats.len() >= 6);
    let input = format!("{PUZZLE}\n{LINKED}\n");
    for (from, extension) in &formats {
        let written = run_with(&here, &["convert", "-q", "--to", from], input.as_bytes());
        assert_eq!(written.status, 0, "{from}: {}", written.err);
        for (to, _) in &formats {
            let converted = run_with(
                &here,
                &["convert", "-q", "--from", from, "--to", to],
                written.out.as_bytes(),
            );
            assert_eq!(converted.status, 0, "{from} to {to}: {}", converted.err);
            let direct = run_with(&here, &["convert", "-q", "--to", to], input.as_bytes());
            assert_eq!(converted.out, direct.out, "{from} to {to}");
        }
        // Detected as well; a few formats look alike, so the name of the file helps.
        let name = format!("puzzles.{extension}");
        fs::write(here.join(&name), &written.out).unwrap();
        let detected = run(&here, &["convert", "-q", "--to=line", &name]);
        assert_eq!(detected.out, input, "{from}");
    }
}

#[test]
fn pictures_are_one_a_file() {
    let here = directory("convert-svg");
    let said = run(&here, &["convert", "--to", "svg", PUZZLE]);
    assert_eq!((said.status, &*said.err), (0, ""));
    assert!(said.out.starts_with("<svg xmlns=") && said.out.ends_with("</svg>\n"));
    let said = run(&here, &["convert", "--to", "svg", PUZZLE, PUZZLE]);
    assert_eq!((said.status, &*said.out), (2, ""));
    assert!(said.err.contains("name a directory with --output DIR/"), "{}", said.err);
    let said = run(&here, &["convert", "--to", "svg", PUZZLE, "bad", LINK, "-o", "pictures/"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("note: 2 pictures in pictures/"), "{}", said.err);
    assert!(here.join("pictures/0002.svg").exists() && !here.join("pictures/0003.svg").exists());
    let picture = fs::read_to_string(here.join("pictures/0002.svg")).unwrap();
    assert!(picture.contains("<title id=\"board-title\">Ripples</title>"));
    let said = run(&here, &["convert", "--to", "svg", "--json", PUZZLE, LINK]);
    assert_eq!(objects(&said).len(), 2);
}

#[test]
fn booklets_have_solutions_at_the_end() {
    let here = directory("convert-booklet");
    let arguments = ["convert", "--to", "booklet", "--title", "A < B", "--per-page", "2"];
    let loose = ".".repeat(81);
    let said = run(&here, &[&arguments[..], &[PUZZLE, LINK, &loose, "-o", "b.html"]].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.err.contains("1 puzzle without exactly one known solution"), "{}", said.err);
    let page = fs::read_to_string(here.join("b.html")).unwrap();
    assert!(page.contains("<h1>A &lt; B</h1>") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("<section").count(), 3);
    assert_eq!(page.matches("This puzzle has several solutions.").count(), 1);
    assert!(page.contains("<figcaption><b>2</b> Ripples by Philip Newman</figcaption>"));
    let back = page.find("A &lt; B: Solutions").unwrap();
    assert!(page[back..].contains("Solution of puzzle 2</title>"));
    assert!(page[back..].contains("Row 1: 9 1 3 5 4 8 7 6 2."));
    // Nothing from elsewhere, and no programs.
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("<script"));
    for (arguments, part) in
        [(&["--per-page", "3", PUZZLE][..], "1, 2, 4 or 6"), (&["--json", PUZZLE], "omit --json")]
    {
        let said = run(&here, &[&["convert", "--to", "booklet"], arguments].concat());
        assert_eq!(said.status, 2);
        assert!(said.err.contains(part), "{}", said.err);
    }
    let said = run(&here, &["convert", "--to", "line", "--title", "x", PUZZLE]);
    assert_eq!(said.status, 2);
}

#[test]
fn names_of_formats_are_checked() {
    let here = directory("convert-names");
    let said = run(&here, &["convert", "--to", "bloc", PUZZLE]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("did you mean `block`?") && said.err.contains("booklet"));
    assert_eq!(run(&here, &["convert", PUZZLE]).status, 2);
    // Pictures are not read.
    assert_eq!(run(&here, &["convert", "--from=svg", "--to=line", PUZZLE]).status, 2);
}

#[test]
fn compressed_inputs_and_files_work() {
    let here = directory("convert-files");
    let text = format!("{PUZZLE}\n").repeat(5000);
    fs::write(here.join("many.txt"), &text).unwrap();
    for threads in ["-j1", "-j2"] {
        let said = run(&here, &["convert", "--to", "line", "many.txt", "-o", "out.txt", threads]);
        assert_eq!((said.status, &*said.out), (0, ""), "{}", said.err);
        assert!(fs::read_to_string(here.join("out.txt")).unwrap() == text, "{threads}");
    }
    let said = run(&here, &["convert", "--to", "line", "many.txt", "-o", "many.txt"]);
    assert_eq!(said.status, 2, "an input is not overwritten");
    assert_eq!(fs::read_to_string(here.join("many.txt")).unwrap().len(), text.len());
}

/// Many lines are read together, but none loses what is not its puzzle.
#[test]
fn details_are_kept_however_many_lines_there_are() {
    let here = directory("convert-details");
    let line = |index| format!("{{\"puzzle\":\"{PUZZLE}\",\"author\":\"writer {index}\"}}\n");
    let input: String = (0..3000).map(line).collect();
    for threads in ["-j1", "-j2"] {
        let said = run_with(&here, &["convert", "--to", "json", threads], input.as_bytes());
        assert_eq!((said.status, &*said.err), (0, ""));
        assert!(said.out == input, "{}", &said.out[..1000]);
        let said = run_with(&here, &["convert", "--to", "line", threads], input.as_bytes());
        assert!(said.err.contains("author of 3000 puzzles omitted"), "{}", said.err);
    }
}
