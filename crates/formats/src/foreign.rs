//! Recognizes what people feed in that is not a list of puzzles, so that a message can name it.

use std::fmt;

use super::symbol::value_of;

/// Something other than puzzles as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// Compressed data, and what compressed it.
    Compressed(&'static str),
    /// An archive of files, of that kind.
    Archive(&'static str),
    /// A document of that kind.
    Document(&'static str),
    /// An image of that kind.
    Image(&'static str),
    /// A database of that kind.
    Database(&'static str),
    /// XML, and the program that writes such files, if it is known.
    Xml(Option<&'static str>),
    /// A web page.
    Html,
    /// JSON in which no line is an object with a puzzle.
    Json,
    /// A table in Markdown.
    Markdown,
    /// An address.
    Link,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compressed(by) => write!(f, "{by} data; decompress it first"),
            Self::Archive(kind) => {
                write!(f, "a {kind} archive; unpack it and read the files in it")
            }
            Self::Document(kind) => write!(f, "a {kind} document; copy the puzzles out as text"),
            Self::Image(kind) => write!(f, "a {kind} image; type the puzzle in as text"),
            Self::Database(kind) => write!(f, "a {kind} database; export the puzzles as text"),
            Self::Xml(program) => {
                match program {
                    None => write!(f, "XML")?,
                    Some(program) => write!(f, "an {program} file (XML)")?,
                }
                write!(f, "; export the puzzles as text, one on each line")
            }
            Self::Html => write!(f, "a web page (HTML); copy the puzzles out as text"),
            Self::Json => write!(
                f,
                "JSON; write an object on each line, with the cells as text in a field `puzzle`"
            ),
            Self::Markdown => {
                write!(
                    f,
                    "a Markdown table; remove its heading and the line below it, and fill empty cells with ."
                )
            }
            Self::Link => write!(f, "a link; open it and export the puzzle as text"),
        }
    }
}

/// How files begin that are not text.
const MAGIC: [(&[u8], Foreign); 16] = [
    (b"\x1f\x8b", Foreign::Compressed("gzip")),
    (b"\x28\xb5\x2f\xfd", Foreign::Compressed("zstd")),
    (b"\xfd7zXZ", Foreign::Compressed("xz")),
    (b"BZh", Foreign::Compressed("bzip2")),
    (b"\x04\x22\x4d\x18", Foreign::Compressed("LZ4")),
    (b"PK\x03\x04", Foreign::Archive("ZIP")),
    (b"7z\xbc\xaf\x27\x1c", Foreign::Archive("7z")),
    (b"Rar!\x1a", Foreign::Archive("RAR")),
    (b"%PDF-", Foreign::Document("PDF")),
    (b"\xd0\xcf\x11\xe0", Foreign::Document("Microsoft Office")),
    (b"{\\rtf", Foreign::Document("RTF")),
    (b"\x89PNG", Foreign::Image("PNG")),
    (b"\xff\xd8\xff", Foreign::Image("JPEG")),
    (b"GIF8", Foreign::Image("GIF")),
    (b"SQLite format 3", Foreign::Database("SQLite")),
    (b"PAR1", Foreign::Database("Parquet")),
];

/// What an input is by its first line that is not idle, and by the bytes after it that are buffered,
/// if it contains no puzzles at all.
pub(super) fn of_input(line: &[u8], rest: &[u8], is_first: bool) -> Option<Foreign> {
    if is_first {
        let magic = MAGIC.iter().find(|(magic, _)| line.starts_with(magic));
        if let Some(&(_, foreign)) = magic {
            return Some(foreign);
        }
    }
    let text = line.trim_ascii();
    let has = |text: &[u8], word: &str| {
        text.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    match text {
        [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'?', ..] => {
            let is_page = ["<!doctype html", "<html", "<head", "<body", "<table"];
            if is_page.into_iter().any(|word| has(text, word)) {
                return Some(Foreign::Html);
            }
            let is_open_sudoku = [text, &rest[..rest.len().min(300)]]
                .into_iter()
                .any(|text| has(text, "<opensudoku"));
            Some(Foreign::Xml(is_open_sudoku.then_some("OpenSudoku")))
        }
        // An object over several lines, or a list of objects.
        [b'{'] | [b'[', b'{', ..] => Some(Foreign::Json),
        [b'{', rest @ ..]
            if rest.trim_ascii_start().starts_with(b"\"") && !text.ends_with(b"}") =>
        {
            Some(Foreign::Json)
        }
        _ => None,
    }
}

/// What a line is that contains nothing like a puzzle.
pub(super) fn of_line(line: &[u8]) -> Option<Foreign> {
    let text = line.trim_ascii();
    let holds = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    if [&b"http://"[..], b"https://", b"www.", b"sudokupad.app", b"f-puzzles"]
        .into_iter()
        .any(holds)
    {
        return Some(Foreign::Link);
    }
    match text {
        [b'{', ..] => Some(Foreign::Json),
        [b'|', .., b'|'] => Some(Foreign::Markdown),
        _ => of_input(line, &[], false),
    }
}

/// Whether a piece of a line was meant as cells: nearly all of it are symbols, and not only letters.
pub(super) fn is_like_cells(piece: &[u8]) -> bool {
    let symbols = piece.iter().filter(|&&byte| value_of(byte).is_some()).count();
    let letters = piece.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    10 * symbols >= 9 * piece.len() && 4 * letters <= 3 * piece.len()
}
