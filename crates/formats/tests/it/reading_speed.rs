//! How fast puzzles are read. Run by hand, in release mode:
//! `cargo test --release -p quadrille-formats --test it reading_speed -- --ignored --nocapture`.

use std::io::BufReader;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use quadrille_core::kernel::lines::MAX_LINES;
use quadrille_core::{CandidateSet, Puzzle};
use quadrille_formats::{Extra, Pencilmark, PuzzleFormat, ReadOptions, Reader};

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Processor time of this thread where the system tells it, else wall time.
pub(crate) fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

#[test]
#[ignore = "measures time"]
fn a_million_records_a_second() {
    let puzzle: Puzzle = NINE.parse().unwrap();
    let mut marks = String::new();
    let candidates = CandidateSet::of(&puzzle);
    let marked = Puzzle::from_marks(candidates, puzzle.edges().clone()).unwrap();
    Pencilmark.write(&marked, Extra::NONE, &mut marks).unwrap();
    let given_marks = {
        let mut text = String::new();
        Pencilmark.write(&puzzle, Extra::NONE, &mut text).unwrap();
        text
    };
    let repeat = |header: &str, line: &str, end: &str| {
        let line = format!("{}{end}", line.trim_end());
        format!("{header}{}", line.repeat(40_000_000 / line.len()))
    };
    for (name, text) in [
        ("lines", repeat("", NINE, "\n")),
        ("lines, CRLF", repeat("", NINE, "\r\n")),
        ("lines with ratings", repeat("", &format!("{NINE} 9.0/1.2/1.2"), "\n")),
        ("ids before lines", repeat("", &format!("000A1F2E {NINE} 9.0/1.2"), "\n")),
        ("puzzle,solution without header", repeat("", &format!("{NINE},{SOLVED}"), "\n")),
        ("puzzle,solution", repeat("quizzes,solutions\n", &format!("{NINE},{SOLVED}"), "\n")),
        ("solution,puzzle", repeat("solution,puzzle\n", &format!("{SOLVED},{NINE}"), "\r\n")),
        ("solution,givens", repeat("solution,givens\n", &format!("{SOLVED},{NINE}"), "\n")),
        (
            "id,…,puzzle,…",
            repeat("id,rating,puzzle,solution,x\n", &format!("17,9.0,{NINE},{SOLVED},abc"), "\n"),
        ),
        ("quoted", repeat("id,puzzle\n", &format!("\"17\",\"{NINE}\""), "\n")),
        ("taxonomy", repeat("", &format!("99480,0,M1.49,G1.2,{NINE},FN C28.m/S4.da,12"), "\n")),
        (
            "JSON",
            repeat(
                "",
                &format!(
                    "{{\"file\":\"x\",\"line\":1,\"puzzle\":\"{NINE}\",\"status\":\"solved\",\"solution\":\"{SOLVED}\"}}"
                ),
                "\n",
            ),
        ),
        ("pencilmarks", repeat("", &marks, "\n")),
        ("pencilmarks, CRLF", repeat("", &marks, "\r\n")),
        ("pencilmarks of givens", repeat("", &given_marks, "\n")),
        (
            "grids",
            repeat(
                "",
                &(NINE
                    .as_bytes()
                    .chunks(9)
                    .map(|r| format!("{}\n", str::from_utf8(r).unwrap()))
                    .collect::<String>()),
                "\n\n",
            ),
        ),
    ] {
        let mut reader = Reader::new(
            BufReader::with_capacity(64 << 10, text.as_bytes()),
            ReadOptions::default(),
        );
        let start = processor_time();
        let (mut good, mut all) = (0, 0);
        while let Some(record) = reader.next() {
            good += usize::from(record.unwrap().puzzle.is_ok());
            all += 1;
        }
        let seconds = (processor_time() - start).as_secs_f64();
        println!(
            "{name:32} {:6.2} million/s, {:5.0} ns",
            all as f64 / seconds / 1e6,
            seconds * 1e9 / all as f64
        );
        assert!(good == all && good > 1000, "{name}: {good} of {all}");
    }
}

/// Reading in bulk, as `solve` and `convert` do: without the search and the output.
#[test]
#[ignore = "measures time"]
fn plain_lines_a_second() {
    for (name, line) in [
        ("lines", NINE.to_owned()),
        ("JSON", format!("{{\"puzzle\":\"{NINE}\"}}")),
        (
            "JSON of solve",
            format!(
                "{{\"file\":\"x\",\"line\":1,\"puzzle\":\"{NINE}\",\"status\":\"solved\",\"solution\":\"{SOLVED}\"}}"
            ),
        ),
    ] {
        let text = format!("{line}\n").repeat(100_000_000 / line.len());
        let input = BufReader::with_capacity(256 << 10, text.as_bytes());
        let mut reader = Reader::new(input, ReadOptions::default());
        let start = processor_time();
        let (mut plain, mut all) = (0, 0);
        while let Some(record) = reader.next() {
            record.unwrap().puzzle.unwrap();
            all += 1;
            loop {
                let lines = reader.plain_lines().map(|plain| plain.take_lines(MAX_LINES, false));
                let Some((lines, bytes)) = lines.filter(|(lines, _)| !lines.is_empty()) else {
                    break;
                };
                plain += lines.len();
                reader.skip_plain(bytes, lines.len() as u64);
            }
        }
        let seconds = (processor_time() - start).as_secs_f64();
        all += plain;
        println!(
            "{name:32} {:6.2} million/s, {:5.0} MB/s",
            all as f64 / seconds / 1e6,
            text.len() as f64 / seconds / 1e6
        );
        assert!(plain * 10 > all * 9, "{name}: {plain} of {all}");
    }
}
