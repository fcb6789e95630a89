//! Whatever people have is read as a person reads it, or refused. `fuzz/corpus/reading` has a file of
//! each kind; `LABELS` there says what a person reads in it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille_core::{BoxShape, Digit, Puzzle, Rng};
use quadrille_formats::{ReadOptions, Reader};

use super::reading_speed::processor_time;
use super::readings::Square;
use super::records::records;

/// The longest processor time for a text, on a slow machine.
const LONGEST: Duration = Duration::from_secs(2);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/reading")
}

/// The files with what a person reads in them.
fn labels() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(folder().join("LABELS")).expect("labels can be read");
    let mut labels: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(label) => labels.last_mut().expect("a file first").1.push(label.to_owned()),
            None => labels.push((line.to_owned(), Vec::new())),
        }
    }
    labels
}

/// What is read: puzzles, and `!` with the message for errors.
fn read(name: &str, bytes: &[u8]) -> Vec<String> {
    let said = |record: Result<Puzzle, _>| match record {
        Ok(puzzle) => puzzle.to_string(),
        Err(error) => format!("!{error}"),
    };
    records(name, bytes).into_iter().map(said).collect()
}

#[test]
fn the_corpus_is_read_as_a_person_reads_it() {
    let labels = labels();
    assert!(labels.len() >= 150, "{} files", labels.len());
    let mut wrong = Vec::new();
    for (name, expected) in &labels {
        let bytes = std::fs::read(folder().join(name)).expect("each label has a file");
        let said = read(name, &bytes);
        let is_refused = |said: &String| said.starts_with('!');
        let is_like = |(said, expected): (&String, &String)| match expected.strip_prefix('!') {
            Some(word) => is_refused(said) && said.contains(word),
            None => said == expected,
        };
        let is_right = match &expected[..] {
            [refusal] if is_refused(refusal) => {
                said.iter().all(is_refused) && said.first().is_some_and(|it| is_like((it, refusal)))
            }
            _ => said.len() == expected.len() && said.iter().zip(expected).all(is_like),
        };
        if !is_right {
            let said: Vec<String> =
                said.iter().take(3).map(|it| it.chars().take(160).collect()).collect();
            wrong.push(format!("{name}: {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let files = std::fs::read_dir(folder()).expect("the folder can be read");
    assert_eq!(files.count(), labels.len() + 1, "each file has a label");
}

/// A board with a typo or a conflict is refused, and no other board is found in it.
#[test]
fn no_other_board_is_found_in_one_with_a_conflict() {
    let mut files = 0;
    for (name, expected) in labels() {
        let [label] = &expected[..] else { continue };
        let bytes = std::fs::read(folder().join(&name)).expect("each label has a file");
        let (Ok(label), Ok(text)) = (label.parse::<Puzzle>(), String::from_utf8(bytes)) else {
            continue;
        };
        let digits: Vec<u8> =
            label.givens().digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect();
        let places: Vec<usize> = text
            .bytes()
            .enumerate()
            .filter(|(_, b)| (b'1'..=b'9').contains(b))
            .map(|it| it.0)
            .collect();
        let cells: Vec<usize> = (0..digits.len()).filter(|&cell| digits[cell] > 0).collect();
        // The digits of the text are those of the board, in order.
        let is_plain = label.shape() == BoxShape::NINE
            && places
                .iter()
                .map(|&at| text.as_bytes()[at] - b'0')
                .eq(cells.iter().map(|&cell| digits[cell]));
        if !is_plain {
            continue;
        }
        files += 1;
        for pair in 0..cells.len() - 1 {
            if cells[pair] / 9 != cells[pair + 1] / 9 {
                continue;
            }
            for (from, to) in [(pair, pair + 1), (pair + 1, pair)] {
                let mut wrong = text.clone().into_bytes();
                wrong[places[to]] = wrong[places[from]];
                let found = records(&name, &wrong);
                let wrong = String::from_utf8_lossy(&wrong);
                assert!(
                    !found.is_empty() && found.iter().all(Result::is_err),
                    "{name}:\n{wrong}\n{found:?}"
                );
            }
            let mut typo = text.clone().into_bytes();
            typo[places[pair]] = b'z';
            let found = records(&name, &typo);
            let typo = String::from_utf8_lossy(&typo);
            assert!(found.iter().all(Result::is_err), "{name}:\n{typo}\n{found:?}");
        }
    }
    assert!(files > 60, "{files} files");
}

/// Changes texts of the corpus, reads them and compares squares of symbols with all their readings.
/// Returns the number of squares, and of those with several readings.
fn mutate(rounds: usize, seed: u64) -> (usize, usize) {
    const PIECES: [&str; 22] = [
        "0",
        ".",
        "-",
        "1",
        "9",
        "F",
        "g",
        " ",
        "\n",
        "|",
        "+",
        "\t",
        "0.",
        "<td>",
        "</tr>",
        "\u{200b}",
        "\u{ff15}",
        "\u{2502}",
        ",",
        "x",
        "53..7....",
        "https://",
    ];
    let mut texts: Vec<Vec<u8>> = labels()
        .into_iter()
        .map(|(name, _)| std::fs::read(folder().join(name)).expect("each label has a file"))
        .filter(|bytes| bytes.len() < 1500)
        .collect();
    // Squares of symbols in which zeros may be digits.
    let mut rng = Rng::from_seed(seed);
    let square = |side: usize, rows: usize, columns: usize, keep: usize, rng: &mut Rng| {
        let symbol =
            |value: usize| char::from_digit(value as u32, 36).unwrap().to_ascii_uppercase();
        let mut text = String::new();
        for row in 0..side {
            for column in 0..side {
                let value = (columns * (row % rows) + row / rows + column) % side;
                text.push(if rng.below(100) < keep { symbol(value) } else { '.' });
            }
            text.push('\n');
        }
        text.into_bytes()
    };
    for keep in [10, 25, 40, 60] {
        for (side, rows, columns) in [(4, 2, 2), (6, 2, 3), (9, 3, 3), (16, 4, 4)] {
            for _ in 0..4 {
                texts.push(square(side, rows, columns, keep, &mut rng));
            }
        }
    }
    let (mut squares, mut doubtful, mut refused) = (0, 0, 0);
    for _ in 0..rounds {
        let mut text = texts[rng.below(texts.len())].clone();
        for _ in 0..rng.below(4) {
            let at = rng.below(text.len() + 1);
            match rng.below(4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => {
                    let piece = PIECES[rng.below(6)];
                    text.splice(at..=at, piece.bytes());
                }
                2 => {
                    let piece = PIECES[rng.below(PIECES.len())];
                    text.splice(at..at, piece.bytes());
                }
                _ => text.truncate(text.len().max(8) - rng.below(8)),
            }
        }
        let start = processor_time();
        let found = records("x", &text);
        assert!(processor_time() - start < LONGEST, "{}", String::from_utf8_lossy(&text));
        assert!(!found.is_empty(), "{}", String::from_utf8_lossy(&text));
        let Some(square) = str::from_utf8(&text).ok().and_then(Square::of) else { continue };
        squares += 1;
        let text = String::from_utf8_lossy(&text);
        if square.are_rows_puzzles() {
            continue;
        }
        let good: Vec<&Puzzle> = found.iter().filter_map(|record| record.as_ref().ok()).collect();
        let readings = square.readings();
        let digits_of = |puzzle: &Puzzle| -> Vec<u8> {
            puzzle.givens().digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
        };
        match good[..] {
            [] => {}
            // Of several readings, it is the one without empty zeros.
            [puzzle] if readings.contains(&digits_of(puzzle)) => {
                if readings.len() > 1 {
                    doubtful += 1;
                    let filled = |digits: &&Vec<u8>| digits.iter().filter(|it| **it > 0).count();
                    let fullest = readings.iter().max_by_key(filled);
                    assert!(fullest == Some(&digits_of(puzzle)), "{text}\n{puzzle}");
                    let chance = square.chance_of_zeros(&mut rng);
                    assert!(chance < 0.004, "{text}\n{puzzle}\n{chance}");
                }
            }
            _ => panic!("{text}\nread as {found:?}\nexpected one of {readings:?}"),
        }
        refused += usize::from(readings.len() > 1 && good.is_empty());
    }
    (squares, doubtful + refused)
}

/// `QUADRILLE_TEXTS` is the number of texts.
#[test]
fn changed_texts_are_read_or_refused() {
    let rounds =
        std::env::var("QUADRILLE_TEXTS").ok().map_or(3000, |number| number.parse().unwrap());
    let counts: Vec<(usize, usize)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..2).map(|seed| scope.spawn(move || mutate(rounds / 2, 100 + seed))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    println!("squares and doubtful ones: {counts:?}");
    let [(a, b), (c, d)] = counts[..] else { panic!("two threads") };
    assert!(a + c > rounds / 40 && b + d > rounds / 200, "{counts:?}");
}

/// The first puzzle of a long input comes before much of it is read.
#[test]
fn long_inputs_are_read_as_they_come() {
    struct Endless {
        unit: Vec<u8>,
        read: usize,
    }
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.unit[self.read % self.unit.len()];
                self.read += 1;
            }
            Ok(buffer.len())
        }
    }
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows: Vec<&str> = (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect();
    let beside: String = rows.iter().map(|row| format!("bob: {row}\n")).collect::<String>() + "\n";
    for unit in [format!("{puzzle}\n"), rows.join("\n") + "\n\n", beside] {
        let mut input = Endless { unit: unit.into_bytes(), read: 0 };
        let mut reader = Reader::new(std::io::BufReader::new(&mut input), ReadOptions::default());
        for _ in 0..100 {
            let record = reader.next().expect("it has no end").expect("it cannot fail");
            assert_eq!(record.puzzle.expect("a puzzle").to_string(), puzzle);
        }
        drop(reader);
        assert!(input.read < 256 << 10, "{} bytes", input.read);
    }
}
