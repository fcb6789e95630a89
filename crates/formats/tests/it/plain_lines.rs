//! Lines of text for the kernel, against one puzzle after the other.

use quadrille_core::kernel::lines::{Lines, MAX_LINES};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, NoClock, Puzzle, Rng, solve};
use quadrille_formats::{ReadOptions, Reader};

fn limited(nodes: Option<u64>) -> Meter<'static> {
    let limits = Limits { nodes, ..Limits::NONE };
    Meter::new(limits, Counter::Branch, &CancelFlag::new(), &NoClock).unwrap()
}

fn puzzle(line: &str) -> Puzzle {
    line.parse().unwrap()
}

/// The plain lines at the start of a text, after a first puzzle.
fn taken(text: &[u8]) -> (Lines, usize) {
    let first = [".".repeat(81).as_bytes(), b"\n", text].concat();
    let mut reader = Reader::new(&first[..], ReadOptions::default());
    assert!(reader.next().unwrap().unwrap().puzzle.is_ok());
    let plain = reader.plain_lines();
    plain.map_or_else(Default::default, |plain| plain.take_lines(MAX_LINES, false))
}

/// Plain lines without conflict, with no, one, several and many solutions, some of them twice.
fn plain_texts() -> Vec<String> {
    let mut rng = Rng::from_seed(19);
    let solved: Vec<u8> =
        (0..81).map(|i| b'1' + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8).collect();
    let mut texts = Vec::new();
    while texts.len() < 300 {
        let mut text = solved.clone();
        for _ in 0..45 + texts.len() % 30 {
            text[rng.below(81)] = b".0*_-"[rng.below(5)];
        }
        if texts.len() % 3 == 0 {
            text[rng.below(81)] = b'1' + rng.below(9) as u8;
        }
        let text = String::from_utf8(text).unwrap();
        if text.parse::<Puzzle>().is_ok() {
            texts.push(text);
        }
    }
    texts
}

#[test]
fn lines_are_answered_like_puzzles() {
    let texts = plain_texts();
    let puzzles: Vec<Puzzle> = texts.iter().map(|text| puzzle(text)).collect();
    let mut seen = [0; 4];
    for (limit, nodes) in
        [(1, None), (2, None), (50, None), (2000, None), (2, Some(0)), (9, Some(5))]
    {
        for end in ["\n", "\r\n"] {
            let all: String = texts.iter().flat_map(|text| [text.as_str(), end]).collect();
            let mut meter = limited(nodes);
            let (lines, bytes) = taken(all.as_bytes());
            let answers = lines.solve(limit, &mut meter);
            assert_eq!((lines.len(), bytes), (300, all.len()));
            let mut expected_meter = limited(nodes);
            let expected = solve::many(&puzzles, limit, &mut expected_meter);
            assert_eq!(meter.counters, expected_meter.counters);
            for ((line, answer), text) in answers.iter().zip(expected).zip(&texts) {
                assert_eq!(&*line.text(), puzzle(text).to_string());
                assert_eq!((line.puzzle(), line.has_marks()), (puzzle(text), false));
                assert_eq!(line.givens(), puzzle(text).givens().filled().count());
                assert_eq!((line.count, line.exact), (answer.count, answer.exact), "{text}");
                assert_eq!((line.stop, line.nodes), (answer.stop, answer.nodes), "{text}");
                let first: Vec<String> = answer.solutions.iter().map(ToString::to_string).collect();
                let found = line.solutions.iter().map(|digits| str::from_utf8(digits).unwrap());
                assert_eq!(found.collect::<Vec<_>>(), first);
                seen[line.count.min(3) as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
}

#[test]
fn a_run_of_lines_ends_at_what_is_not_plain() {
    let plain = format!("{}\n", &plain_texts()[1]);
    let taken_of = |text: &str| {
        let (lines, bytes) = taken(text.as_bytes());
        (lines.len(), bytes, lines.is_empty())
    };
    let line = &plain[..81];
    let conflicts = [
        format!("55{}\n", ".".repeat(79)),
        format!("5{}5{}\n", ".".repeat(8), ".".repeat(71)),
        format!("{}4{}4\n", ".".repeat(60), ".".repeat(19)),
        format!("4{}4{}\n", ".".repeat(26), ".".repeat(53)),
    ];
    let others = ["\n", "# no\n", line, &line[1..], "\r\n", "x\n"].map(str::to_owned);
    let tails = ["\r", ".\n", " edges=r1c1-r1c2\n", "\rx\n", " 9.0\rx\n", ",\u{7}\n"];
    let longer = tails.map(|tail| format!("{line}{tail}"));
    let solved = format!(" {}\n", "1".repeat(81));
    for rest in [" 9.0\n", ",x\r\n", ";\n", "\t# note\n", &solved] {
        let text = format!("{line}{rest}");
        assert_eq!(taken_of(&text), (1, text.len(), false), "{rest:?}");
        assert_eq!(taken_of(&text[..text.len() - 1]), (0, 0, true), "{rest:?}");
    }
    assert_eq!(taken_of(""), (0, 0, true));
    for other in conflicts.iter().chain(&others).chain(&longer) {
        assert_eq!(taken_of(other), (0, 0, true), "{other:?}");
        assert_eq!(
            taken_of(&format!("{plain}{plain}{other}{plain}")),
            (2, 164, false),
            "{other:?}"
        );
    }
    for byte in (0..=255_u8).filter(|&byte| byte != b'\n') {
        let mut changed = vec![b'.'; 82];
        (changed[usize::from(byte) % 81], changed[81]) = (byte, b'\n');
        assert_eq!(
            taken(&changed).0.len() == 1,
            byte.is_ascii_digit() || b".*_-".contains(&byte),
            "{byte}"
        );
    }
    let many = plain.repeat(MAX_LINES + 7);
    assert_eq!(taken_of(&many), (MAX_LINES, 82 * MAX_LINES, false));
}

/// Conflicts are found exactly where `Puzzle` finds them.
#[test]
fn lines_with_a_conflict_are_left_to_the_reader() {
    let mut rng = Rng::from_seed(7);
    let mut seen = [0; 2];
    for round in 0..4000 {
        let mut text = [b'.'; 82];
        for _ in 0..2 + round % 8 {
            text[rng.below(81)] = b'1' + rng.below(9) as u8;
        }
        text[81] = b'\n';
        let line = std::str::from_utf8(&text[..81]).unwrap();
        let fits = line.parse::<Puzzle>().is_ok();
        assert_eq!(taken(&text).0.len(), usize::from(fits), "{line}");
        seen[usize::from(fits)] += 1;
    }
    assert!(seen.iter().all(|&seen| seen > 500), "{seen:?}");
}
