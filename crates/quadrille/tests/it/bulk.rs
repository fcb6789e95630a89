//! Large files of plain lines take a way of their own. What comes out is what comes out line by
//! line, to the byte.

use std::fs;
use std::path::Path;

use quadrille_core::solve::{self, Solver};
use quadrille_core::{Cell, Meter, Puzzle, Solution};
use quadrille_formats::{ParseError, ParseErrorKind, ReadOptions, Reader};

use super::program::{PUZZLE, SOLUTION, Said, command, directory, objects, run, run_with};

/// Minimal puzzles with 18 and 17 givens.
const MINIMAL: [&str; 2] = [
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
];

/// A stream of numbers, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % bound
    }
}

/// A puzzle with some givens of the solution, digits exchanged: with 30 of them, nearly always a
/// proper one or one with few solutions.
fn puzzle(givens: usize, numbers: &mut Numbers) -> Vec<u8> {
    let mut digits = *b"123456789";
    for last in (1..9).rev() {
        digits.swap(last, numbers.below(last + 1));
    }
    let empty = b".0*_-"[numbers.below(5)];
    let mut cells = vec![empty; 81];
    for _ in 0..givens {
        let cell = numbers.below(81);
        cells[cell] = digits[usize::from(SOLUTION.as_bytes()[cell] - b'1')];
    }
    cells
}

/// A line of an input, with its end: most are plain, the others of all kinds.
fn line(numbers: &mut Numbers) -> Vec<u8> {
    let mut line = puzzle(40, numbers);
    if numbers.below(3) > 0 {
        line.push(b'\n');
        return line;
    }
    let tails: [&[u8]; 16] = [
        b"",
        b" ",
        b";2,5",
        b"; edges=",
        b" 9.0/1.2/1.2",
        b"\t# seven",
        b",a comment, with commas",
        b" \xff\xfe no text",
        b" \x07 a bell",
        b" a nul \0",
        b" edges=",
        b" edges=r1c1-r1c2",
        b" # edges=r1c1-r1c2",
        b" ......... ",
        b"x",
        b".",
    ];
    match numbers.below(16) {
        0 => line = b"# a comment \xe4".to_vec(),
        1 => line.clear(),
        2 => line = b"  \t ".to_vec(),
        3 => line.truncate(80),
        4 => line = b"quizzes,solutions".to_vec(),
        // Maybe a conflict, maybe no solution.
        5 => line[numbers.below(81)] = b'1' + numbers.below(9) as u8,
        6 => line[numbers.below(81)] = b"\0/:A\r\x80\x1b"[numbers.below(7)],
        // Many solutions: the first one counts.
        7 => line = puzzle(12, numbers),
        // No solution, for a reason that must be searched for.
        8 => line = format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45)).into_bytes(),
        9 => line.splice(0..0, *b"id-17 ").for_each(drop),
        10 => line = line.iter().flat_map(|&cell| [cell, b' ']).collect(),
        11 => line = b"1...............".to_vec(),
        12 if numbers.below(40) == 0 => line = vec![b'.'; 70_000],
        12 => line.splice(0..0, *b"\xEF\xBB\xBF").for_each(drop),
        _ => line.extend_from_slice(tails[numbers.below(tails.len())]),
    }
    let ends: [&[u8]; 8] = [b"\n", b"\n", b"\n", b"\n", b"\r\n", b"\r\n", b"\r\n", b"\r"];
    line.extend_from_slice(ends[numbers.below(8)]);
    line
}

/// What `solve` says of one puzzle after the other, as it must to write a trace.
fn line_by_line(here: &Path, arguments: &[&str]) -> Said {
    // If there is nothing to write, a file that is there would be noted.
    let _ = fs::remove_file(here.join("trace.txt"));
    run(here, &[arguments, &["--trace", "trace.txt"]].concat())
}

/// What a command says of one puzzle after the other with limits that nothing meets.
fn limited(here: &Path, arguments: &[&str]) -> Said {
    let limits = ["--nodes", "1000000000", "--time", "1000s", "--threads", "1"];
    run(here, &[arguments, &limits].concat())
}

fn assert_same(said: &Said, expected: &Said, what: &str) {
    for (index, (line, expected)) in said.out.lines().zip(expected.out.lines()).enumerate() {
        assert_eq!(line, expected, "{what}, line {index} of the output");
    }
    for (line, expected) in said.err.lines().zip(expected.err.lines()) {
        assert_eq!(line, expected, "{what}");
    }
    assert!(said.out == expected.out && said.err == expected.err, "{what}");
    assert_eq!(said.status, expected.status, "{what}");
}

#[test]
fn bulk_equals_line_by_line() {
    let here = directory("bulk");
    let mut numbers = Numbers(7);
    let beginnings: [&[u8]; 14] = [
        b"",
        b"\xEF\xBB\xBF",
        b"# a head\r\n\r\n",
        b"# latin \xe4\n",
        b"# a nul \0\n",
        b"  # indented\n",
        b"not a puzzle\n",
        b"quizzes,solutions\n",
        b"\xEF\xBB\xBF# a table\r\n\r\n\"puzzle\",\"a, b\"\r\n\r\n",
        b"puzzle\tsolution\r",
        b"id,givens\nid,solution\n",
        b"# nothing\rid,givens\r\r",
        b"puzzle;rating\n",
        b"id,puzzle\n",
    ];
    for (round, beginning) in beginnings.into_iter().enumerate() {
        let mut text = beginning.to_vec();
        text.extend_from_slice(format!("{PUZZLE}\n").as_bytes());
        while text.len() < 300_000 {
            text.extend_from_slice(&line(&mut numbers));
        }
        // The last line may lack its end.
        if round % 2 == 0 {
            text.extend_from_slice(PUZZLE.as_bytes());
        }
        fs::write(here.join("nasty.txt"), &text).unwrap();
        let expected = line_by_line(&here, &["solve", "nasty.txt"]);
        let invalid = expected.out.lines().filter(|line| *line == "invalid").count();
        if round == 13 {
            // The puzzles are not where this header says.
            assert!(expected.out.lines().all(|line| line == "invalid"));
        } else if round != 4 {
            let none = expected.out.lines().filter(|line| *line == "none").count();
            assert!(invalid > 100 && none > 30, "{invalid} invalid, {none} without solution");
            // After a hundred, errors are only counted.
            let (printed, counted) =
                expected.err.split_once(" more errors like those above").expect("a summary");
            let omitted: usize = printed.lines().last().unwrap().parse().unwrap();
            assert!(printed.lines().count() - 1 == 100 && 100 + omitted >= invalid, "{counted}");
        }
        for threads in ["1", "2", "3"] {
            let said = run(&here, &["solve", "--threads", threads, "nasty.txt"]);
            assert_same(&said, &expected, &format!("round {round}, {threads} threads"));
        }
        let said = run_with(&here, &["solve", "--threads", "2", "-"], &text);
        let from_file = |err: &str| err.replace("stdin:", "nasty.txt:");
        let said = Said { err: from_file(&said.err), ..said };
        assert_same(&said, &expected, &format!("round {round}, standard input"));
        // What is there stays where there is nothing to write.
        fs::write(here.join("answers.txt"), "").unwrap();
        run(&here, &["solve", "nasty.txt", "--output", "answers.txt"]);
        assert_eq!(fs::read_to_string(here.join("answers.txt")).unwrap(), expected.out);
    }
}

#[test]
fn good_lines_alone_are_all_solved() {
    let here = directory("bulk-good");
    let mut numbers = Numbers(3);
    let mut text = Vec::new();
    for _ in 0..5000 {
        text.extend_from_slice(&puzzle(45, &mut numbers));
        text.push(b'\n');
    }
    fs::write(here.join("good.txt"), &text).unwrap();
    let expected = line_by_line(&here, &["solve", "good.txt"]);
    assert_eq!((expected.status, expected.out.lines().count()), (0, 5000));
    for threads in ["1", "4"] {
        let said = run(&here, &["solve", "--threads", threads, "good.txt", "good.txt"]);
        assert_eq!((said.status, said.err.as_str()), (0, ""));
        assert_eq!(said.out, expected.out.repeat(2));
        // Sent to a file that has a beginning already.
        fs::write(here.join("out.txt"), "before\n").unwrap();
        let out = fs::File::options().append(true).open(here.join("out.txt")).unwrap();
        let status = command(&here, &["solve", "--threads", threads, "good.txt"])
            .stdin(fs::File::open(here.join("good.txt")).unwrap())
            .stdout(out)
            .status()
            .unwrap();
        assert!(status.success());
        let found = fs::read_to_string(here.join("out.txt")).unwrap();
        assert_eq!(found, format!("before\n{}", expected.out));
    }
}

/// Files of old Macintoshes, and tables with a header, go the same way.
#[test]
fn line_ends_and_headers_do_not_matter() {
    let here = directory("bulk-ends");
    let mut numbers = Numbers(9);
    let mut text = format!("quizzes,solutions\n{PUZZLE},{SOLUTION}\n").into_bytes();
    while text.len() < 300_000 {
        let row = match numbers.below(4) {
            0 => String::from_utf8(puzzle(40, &mut numbers)).unwrap(),
            1 => format!("\"{PUZZLE}\",\"{SOLUTION}\""),
            2 if numbers.below(9) == 0 => "80,cells".into(),
            2 if numbers.below(9) == 0 => format!("{}\x07", &PUZZLE[1..]),
            2 => String::new(),
            _ => format!("{},{SOLUTION}", PUZZLE.replace('.', "0")),
        };
        text.extend_from_slice(row.as_bytes());
        text.push(b'\n');
    }
    let text = String::from_utf8(text).unwrap();
    fs::write(here.join("table.csv"), &text).unwrap();
    let expected = line_by_line(&here, &["solve", "table.csv"]);
    let bad = expected.out.lines().filter(|line| *line == "invalid").count();
    assert!(expected.out.lines().count() > 2000 && bad > 20 && expected.status == 2);
    assert!(expected.out.starts_with(SOLUTION) && !expected.err.contains(".csv:1:"));
    let rows = text.lines().filter(|line| !line.is_empty()).count();
    assert_eq!(expected.out.lines().count(), rows - 1);
    for end in ["\n", "\r\n", "\r"] {
        fs::write(here.join("table.csv"), text.replace('\n', end)).unwrap();
        let slow = line_by_line(&here, &["solve", "table.csv"]);
        assert_same(&slow, &expected, &format!("{end:?}, line by line"));
        for threads in ["1", "2"] {
            let said = run(&here, &["solve", "--threads", threads, "table.csv"]);
            assert_same(&said, &expected, &format!("{end:?}, {threads} threads"));
        }
    }
    // Not a header: nothing below it is meant as a puzzle.
    fs::write(here.join("prose.txt"), "Hello, World\nno puzzle here\n").unwrap();
    let said = run(&here, &["solve", "prose.txt"]);
    assert_eq!((said.status, said.out.as_str()), (2, "invalid\ninvalid\n"));
    assert!(said.err.starts_with("prose.txt:1:1: no puzzle in this line"), "{}", said.err);
}

/// 81 cells are also a 1x9 board, and too many for a 2x3.
#[test]
fn a_forced_shape_is_respected() {
    let here = directory("bulk-shape");
    let latin: String = (0..81).map(|i| char::from(b'1' + ((i / 9 + i % 9) % 9) as u8)).collect();
    let text = format!("{PUZZLE}\n.{}\n", &latin[1..]);
    fs::write(here.join("two.txt"), text).unwrap();
    for command in ["solve", "count", "check"] {
        for shape in ["1x9", "2x3", "3x3"] {
            let arguments = [command, "--box", shape, "two.txt"];
            let expected = limited(&here, &arguments);
            assert_same(&run(&here, &arguments), &expected, shape);
        }
    }
    let said = run(&here, &["solve", "--box", "1x9", "two.txt"]);
    assert_eq!(said.out.lines().nth(1), Some(latin.as_str()));
}

/// Everything that `solve`, `count` and `check` do with lines by the batch, on files of all kinds.
#[test]
fn all_commands_say_by_the_batch_what_they_say_line_by_line() {
    let here = directory("bulk-commands");
    let mut numbers = Numbers(11);
    for (round, beginning) in [&b""[..], b"\xEF\xBB\xBF# a head\r\n"].into_iter().enumerate() {
        let mut text = beginning.to_vec();
        text.extend_from_slice(format!("{PUZZLE}\n").as_bytes());
        while text.len() < 50_000 {
            match numbers.below(14) {
                0 => text.extend_from_slice(format!("{}\n", MINIMAL[0]).as_bytes()),
                3 => text.extend_from_slice(
                    format!("{}\n", PUZZLE.replace("53..7", "53..5")).as_bytes(),
                ),
                // A larger board: a bad line, or with --mixed-sizes a good one.
                1 => text.extend_from_slice(format!("1{}\n", ".".repeat(255)).as_bytes()),
                2 => {
                    text.extend_from_slice(&puzzle(20, &mut numbers));
                    text.extend_from_slice(b" a loose one\r\n");
                }
                _ => text.extend_from_slice(&line(&mut numbers)),
            }
        }
        fs::write(here.join("nasty.txt"), &text).unwrap();
        for (index, arguments) in [
            &["count"][..],
            &["count", "--json"],
            &["count", "--limit", "1"],
            &["count", "--limit", "40", "--json"],
            &["count", "--limit", "20000"],
            &["count", "--mixed-sizes"],
            &["count", "--strict"],
            &["check"],
            &["check", "--json"],
            &["check", "--redundant"],
            &["check", "--redundant", "--json"],
            &["check", "--mixed-sizes"],
            &["check", "--strict", "--json"],
            &["solve", "--strict"],
            &["solve", "--mixed-sizes"],
        ]
        .into_iter()
        .enumerate()
        {
            let what = format!("round {round}: {}", arguments.join(" "));
            let arguments: Vec<&str> = arguments.iter().copied().chain(["nasty.txt"]).collect();
            let expected = limited(&here, &arguments);
            let threads = ["1", "2", "3"][index % 3];
            let said = run(&here, &[&arguments[..], &["--threads", threads]].concat());
            assert_same(&said, &expected, &what);
            if arguments.contains(&"--strict") {
                continue;
            }
            let lines = said.out.lines().count();
            assert!(lines > 200 && said.status == 2, "{what}: {lines} lines, {}", said.status);
            let seen = |word: &str| said.out.lines().filter(|line| line.contains(word)).count();
            if arguments[..] == ["check", "nasty.txt"] {
                for word in ["proper", "minimal", "multiple", "none", "conflict r", "invalid"] {
                    assert!(seen(word) > 4, "{word}: {}", seen(word));
                }
            }
            if arguments[..] == ["count", "nasty.txt"] {
                for word in [" 0", " 1", " 2+", "invalid"] {
                    assert!(seen(word) > 4, "{word}: {}", seen(word));
                }
            }
        }
    }
}

/// Records of an input as the library reads them, in turn.
fn records(text: &[u8], options: ReadOptions) -> Vec<Result<Puzzle, (Option<String>, ParseError)>> {
    let mut reader = Reader::new(text, options);
    let mut records = Vec::new();
    while let Some(record) = reader.next() {
        let record = record.unwrap();
        let text = record.text.map(str::to_owned);
        match record.puzzle {
            Err(error) if error.is_of_whole_input() => {}
            puzzle => records.push(puzzle.map_err(|error| (text, error))),
        }
    }
    records
}

/// What the program says of many lines is what a plain solver says of one puzzle after the other.
#[test]
fn all_commands_say_by_the_batch_what_another_solver_says_of_each_puzzle() {
    let here = directory("bulk-library");
    let mut numbers = Numbers(23);
    let mut text = format!("{PUZZLE}\n").into_bytes();
    for round in 0..600 {
        if round % 50 == 0 {
            text.extend_from_slice(format!("{}\n", MINIMAL.join("\n")).as_bytes());
        }
        for _ in 0..if round % 9 == 0 { 40 } else { 1 } {
            let givens = 22 + numbers.below(30);
            text.extend_from_slice(&puzzle(givens, &mut numbers));
            text.extend_from_slice(if numbers.below(9) == 0 { b"\r\n" } else { b"\n" });
        }
        text.extend_from_slice(&line(&mut numbers));
    }
    fs::write(here.join("nasty.txt"), &text).unwrap();
    let limited =
        |puzzle: &Puzzle, limit| solve::count(Solver::Bits, puzzle, limit, &mut Meter::unlimited());
    let redundant = |puzzle: &Puzzle| -> Vec<Cell> {
        let cells = puzzle.givens().filled().map(|(cell, _)| cell);
        cells.filter(|&cell| limited(&puzzle.without(cell), 2).count == 1).collect()
    };
    let names =
        |cells: &[Cell]| cells.iter().map(|cell| format!(" {}", cell.name(9))).collect::<String>();
    let records = records(&text, ReadOptions::default());
    let (mut counts, mut checks, mut redundants) = (vec![], vec![], vec![]);
    for record in &records {
        match record {
            Ok(puzzle) => {
                let two = limited(puzzle, 2);
                let more = if two.exact { "" } else { "+" };
                counts.push(format!("{puzzle} {}{more}", two.count));
                let verdict = ["none", "proper", "multiple"][two.count as usize];
                let cells = if two.count == 1 { redundant(puzzle) } else { vec![] };
                let is_minimal = two.count == 1 && cells.is_empty();
                let minimal = if is_minimal { " minimal" } else { "" };
                checks.push(format!("{puzzle} {verdict}{minimal}"));
                let lead = if cells.is_empty() { minimal } else { " redundant" };
                redundants.push(format!("{puzzle} {verdict}{lead}{}", names(&cells)));
            }
            Err((text, error)) => {
                counts.push("invalid".to_owned());
                let check = match &error.kind {
                    ParseErrorKind::Conflict(conflict) => {
                        let text = text.as_deref().unwrap_or("-");
                        format!("{text} conflict{}", names(&conflict.cells))
                    }
                    _ => "invalid".to_owned(),
                };
                checks.push(check.clone());
                redundants.push(check);
            }
        }
    }
    assert!(records.len() > 3000, "{}", records.len());
    for word in ["none", "proper", "minimal", "multiple", "conflict r", "invalid"] {
        let seen = checks.iter().filter(|line| line.contains(word)).count();
        assert!(seen > 4, "{word}: {seen}");
    }
    let limits: [&[&str]; 3] = [&[], &["--nodes", "100000000"], &["--time", "1000s"]];
    for (arguments, expected) in
        [(&["count"][..], &counts), (&["check"], &checks), (&["check", "--redundant"], &redundants)]
    {
        for limits in limits {
            for threads in ["1", "2"] {
                let all = [arguments, limits, &["--threads", threads, "nasty.txt"]].concat();
                let said = run(&here, &all);
                assert_eq!(said.status, 2, "{all:?}");
                for (line, expected) in said.out.lines().zip(expected) {
                    assert_eq!(line, expected, "{all:?}");
                }
                assert_eq!(said.out.lines().count(), expected.len(), "{all:?}");
            }
        }
    }
    // The solution of a loose puzzle may be any, but it is the same in every way.
    let first = line_by_line(&here, &["solve", "nasty.txt"]);
    for limits in limits {
        let said = run(&here, &[&["solve", "nasty.txt"], limits].concat());
        assert_same(&said, &first, &limits.join(" "));
        let said = run(&here, &[&["solve", "nasty.txt", "--json", "-j2"], limits].concat());
        for (line, row) in first.out.lines().zip(objects(&said)) {
            let status = row["status"].as_str().unwrap();
            assert_eq!(line, row["solution"].as_str().unwrap_or(status));
        }
    }
    for (line, record) in first.out.lines().zip(&records) {
        match record {
            Err(_) => assert_eq!(line, "invalid"),
            Ok(puzzle) if limited(puzzle, 1).count == 0 => assert_eq!(line, "none"),
            Ok(puzzle) => {
                let digits: Vec<u8> = line.bytes().map(|symbol| symbol - b'0').collect();
                assert_eq!(Solution::new(puzzle, &digits).err(), None, "{line}");
            }
        }
    }
    // Two solutions of each, as the kernel finds them puzzle by puzzle. It knows no edges.
    let plain = records.iter().flatten().filter(|puzzle| puzzle.edges().is_empty());
    let plain: String = plain.map(|puzzle| format!("{puzzle}\n")).collect();
    fs::write(here.join("plain.txt"), plain).unwrap();
    let two = run(&here, &["solve", "--solutions", "2", "plain.txt"]);
    let slow = run(&here, &["solve", "--solutions", "2", "--with", "kernel", "plain.txt"]);
    assert_same(&two, &slow, "two solutions");
}

/// What `solve --json` says of a puzzle does not depend on those around it, times apart.
#[test]
fn counters_of_a_puzzle_are_those_of_the_puzzle_alone() {
    let here = directory("bulk-counters");
    let mut numbers = Numbers(29);
    let texts: Vec<String> = (0..60)
        .map(|round| {
            let cells = puzzle(14 + round % 20, &mut numbers).into_iter();
            cells.map(|cell| if cell.is_ascii_digit() { cell.into() } else { '.' }).collect()
        })
        .collect();
    fs::write(here.join("many.txt"), format!("{}\n", texts.join("\n")).repeat(4)).unwrap();
    let stripped = |said: &Said| -> Vec<serde_json::Value> {
        let mut rows = objects(said);
        for row in &mut rows {
            let row = row.as_object_mut().unwrap();
            for field in ["file", "line", "seconds", "cpu_seconds"] {
                row.remove(field).unwrap();
            }
        }
        rows
    };
    let mut stops = std::collections::BTreeMap::new();
    for options in [
        &["solve", "--json"][..],
        &["solve", "--json", "--nodes", "5"],
        &["solve", "--json", "--nodes", "0"],
        &["solve", "--json", "--time", "1000s"],
        &["solve", "--json", "--solutions", "2"],
        &["solve", "--json", "--solutions", "2", "--nodes", "5"],
    ] {
        let together = stripped(&run(&here, &[options, &["many.txt"]].concat()));
        assert_eq!(together.len(), 240);
        for part in together.chunks(texts.len()) {
            assert_eq!(part, &together[..texts.len()], "{options:?}");
        }
        for (text, row) in texts.iter().zip(&together) {
            let alone = stripped(&run(&here, &[options, &[text]].concat()));
            assert_eq!(alone, std::slice::from_ref(row));
            *stops.entry(row["stop"].to_string()).or_insert(0) += 1;
        }
    }
    assert!(stops.len() >= 2 && stops["\"nodes\""] > 20, "{stops:?}");
}

/// Loose puzzles among others are counted to the end on all threads, each in its turn.
#[test]
fn all_solutions_of_loose_puzzles_are_counted_in_order() {
    let here = directory("bulk-loose");
    let loose = [
        "53.......6...95....98....6.8.......34..8....1...............28....41...5....8..7.",
        ".3...........95....98......8.......3...8.3..17...2...6.6....2.....41........8..79",
        "5...7........9...........6.8.......34..8....1....2...6.6....28....419..........79",
    ];
    let (mut numbers, mut text) = (Numbers(5), format!("{PUZZLE}\n"));
    for round in 0..12 {
        let plain = String::from_utf8(puzzle(40, &mut numbers)).unwrap();
        text.push_str(&format!("{plain}\n{}\nid,12\n", loose[round % 3]));
    }
    fs::write(here.join("loose.txt"), &text).unwrap();
    for arguments in [
        &["count", "--limit", "0", "loose.txt"][..],
        &["count", "--limit", "20000", "--json", "loose.txt"],
    ] {
        let expected = limited(&here, arguments);
        for number in if arguments.len() == 4 { ["60661", "23754"] } else { ["20000", "13212"] } {
            assert_eq!(expected.out.lines().filter(|line| line.contains(number)).count() % 4, 0);
            assert!(expected.out.contains(number), "{}", expected.out);
        }
        for threads in ["1", "2"] {
            let said = run(&here, &[arguments, &["--threads", threads]].concat());
            assert_same(&said, &expected, &arguments.join(" "));
        }
    }
}

/// A line beyond the longest allowed, with a byte in it that no text has, ends its input.
#[test]
fn binary_data_ends_its_input() {
    let here = directory("bulk-binary");
    for length in [40_000, 64_000, 65_535, 65_536, 65_537, 70_000, 89_000, 100_000] {
        for before in [1, 300] {
            let mut text = format!("{PUZZLE}\n").repeat(before).into_bytes();
            text.resize(text.len() + length, b'.');
            text.extend_from_slice(b"\0\n");
            text.extend_from_slice(format!("{PUZZLE}\n").as_bytes());
            fs::write(here.join("binary.txt"), &text).unwrap();
            for command in ["solve", "count", "check"] {
                let arguments = [command, "binary.txt", PUZZLE];
                let expected = limited(&here, &arguments);
                let lines = expected.out.lines().count();
                assert!(expected.status == 2 && (before + 1..=before + 3).contains(&lines));
                let what = format!("{command}, {length} bytes behind {before}");
                assert_same(&run(&here, &arguments), &expected, &what);
            }
        }
    }
}
