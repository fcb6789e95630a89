//! Large files of plain lines take a way of their own. What comes out is what comes out line by
//! line, to the byte.

use std::fs;
use std::path::Path;

use super::program::{PUZZLE, SOLUTION, Said, command, directory, run, run_with};

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
    let tails: [&[u8]; 14] = [
        b"",
        b" ",
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
    line.extend_from_slice(if numbers.below(2) == 0 { b"\n" } else { b"\r\n" });
    line
}

/// What the line-by-line way says: a limit on nodes that nothing meets keeps the lines off the
/// kernel's batches.
fn line_by_line(here: &Path, arguments: &[&str]) -> Said {
    let slow: Vec<&str> =
        ["solve", "--nodes", "1000000000"].iter().chain(arguments).copied().collect();
    run(here, &slow)
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
    let beginnings: [&[u8]; 7] = [
        b"",
        b"\xEF\xBB\xBF",
        b"# a head\r\n\r\n",
        b"# latin \xe4\n",
        b"# a nul \0\n",
        b"  # indented\n",
        b"not a puzzle\n",
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
        let expected = line_by_line(&here, &["nasty.txt"]);
        let invalid = expected.out.lines().filter(|line| *line == "invalid").count();
        if round != 4 {
            let none = expected.out.lines().filter(|line| *line == "none").count();
            assert!(invalid > 100 && none > 30, "{invalid} invalid, {none} without solution");
            assert!(expected.err.lines().count() >= invalid);
        }
        for threads in ["1", "2", "3"] {
            let said = run(&here, &["solve", "--threads", threads, "nasty.txt"]);
            assert_same(&said, &expected, &format!("round {round}, {threads} threads"));
        }
        let said = run_with(&here, &["solve", "--threads", "2", "-"], &text);
        let from_file = |err: &str| err.replace("stdin:", "nasty.txt:");
        let said = Said { err: from_file(&said.err), ..said };
        assert_same(&said, &expected, &format!("round {round}, standard input"));
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
    let expected = line_by_line(&here, &["good.txt"]);
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

/// 81 cells are also a 1x9 board, and too many for a 2x3.
#[test]
fn a_forced_shape_is_respected() {
    let here = directory("bulk-shape");
    let latin: String = (0..81).map(|i| char::from(b'1' + ((i / 9 + i % 9) % 9) as u8)).collect();
    let text = format!("{PUZZLE}\n.{}\n", &latin[1..]);
    fs::write(here.join("two.txt"), text).unwrap();
    for shape in ["1x9", "2x3", "3x3"] {
        let expected = line_by_line(&here, &["--box", shape, "two.txt"]);
        let said = run(&here, &["solve", "--box", shape, "two.txt"]);
        assert_same(&said, &expected, shape);
    }
    let said = run(&here, &["solve", "--box", "1x9", "two.txt"]);
    assert_eq!(said.out.lines().nth(1), Some(latin.as_str()));
}
