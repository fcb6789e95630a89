//! Links that hold a puzzle: of f-puzzles, where setters make puzzles, of SudokuPad, where they are
//! solved, and of any site that writes the cells into its addresses. A link may stand on any line of an
//! input; [`find`] finds it, [`Link::decode`] reads the puzzle in it. Nothing is fetched: a link that is
//! only the name of a puzzle on a server is an error that says so.

mod cells;
mod classic;
mod draft;
mod export;
mod fpuzzles;
mod lz;
mod rules;
mod sudokupad;
mod value;

use std::borrow::Cow;

pub(super) use self::export::is_export;
pub use self::fpuzzles::FPuzzles;
pub use self::sudokupad::SudokuPad;

use quadrille_core::Puzzle;

use self::value::Value;
use super::error::ParseErrorKind;
use super::extra::Extra;
use super::link_error::LinkError;
use super::puzzle_format::Likelihood;
use super::session::is_idle;

/// Most UTF-16 units of the data in a link. A 49x49 board with all notes takes a third of it.
const MOST_UNITS: usize = 1 << 20;

/// The longest name that SudokuPad's server knows.
const LONGEST_NAME: usize = 60;

/// The fewest symbols of packed data that hold a puzzle. A shorter text is a name, even if it begins
/// like data.
const SHORTEST_DATA: usize = 20;

/// A site that makes links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    FPuzzles,
    SudokuPad,
    SudokuWiki,
    SudokuExchange,
    SudokuCoach,
    /// A site without a name here, whose address has a board in it.
    Other,
}

impl Site {
    fn name(self) -> &'static str {
        match self {
            Self::FPuzzles => "f-puzzles",
            Self::SudokuPad => "SudokuPad",
            Self::SudokuWiki => "SudokuWiki",
            Self::SudokuExchange => "SudokuExchange",
            Self::SudokuCoach => "sudoku.coach",
            Self::Other => "a site",
        }
    }
}

/// A link in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link<'t> {
    /// The byte of the line at which it begins.
    pub(super) start: usize,
    pub(super) site: Site,
    /// What identifies the puzzle: packed data, or a name. Characters may be escaped as in `%2F`.
    id: &'t str,
    /// Whether the site says that this is a name.
    is_name: bool,
}

/// Parts of addresses that are followed by what identifies the puzzle.
const SITES: [(&str, Site); 8] = [
    ("f-puzzles.com", Site::FPuzzles),
    ("sudokupad.app", Site::SudokuPad),
    ("sudokupad.svencodes.com", Site::SudokuPad),
    ("app.crackingthecryptic.com", Site::SudokuPad),
    ("sudokupad://puzzle", Site::SudokuPad),
    ("sudokuwiki.org", Site::SudokuWiki),
    ("sudokuexchange.com", Site::SudokuExchange),
    ("sudoku.coach", Site::SudokuCoach),
];

/// What the data of SudokuPad begin with, without an address, too.
const PREFIXES: [&str; 6] = ["fpuzzles", "fpuz", "scl", "ctc", "scf", "classic"];

/// What packed JSON begins with.
const PACKED_JSON: &str = "N4Ig";

/// Returns the first link of a line, if it has one.
pub(super) fn find(line: &[u8]) -> Option<Link<'_>> {
    // Most lines are rejected here, by a fast search.
    let may_be = |word: &&str| memchr::memmem::find(line, word.as_bytes()).is_some();
    let signs = ["://", "www.", ".app", ".com", ".org", ".coach", PACKED_JSON];
    if !signs.iter().chain(&PREFIXES).any(may_be) {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?;
    let is_end = |character: char| character.is_whitespace() || "\"<>|`".contains(character);
    let mut at = 0;
    for token in text.split_inclusive(is_end) {
        let start = at;
        at += token.len();
        let token = token.trim_end_matches(is_end);
        if let Some(link) = link_in(token) {
            return Some(Link { start: start + link.start, ..link });
        }
    }
    None
}

/// Whether a line has a link that may hold a puzzle: tells a link on the command line from the name
/// of a file.
///
/// ```
/// use quadrille_formats::holds_link;
/// assert!(holds_link(b"https://sudokupad.app/classic_M"));
/// assert!(!holds_link(b"puzzles.txt"));
/// ```
pub fn holds_link(line: &[u8]) -> bool {
    find(line).is_some()
}

/// Returns the link in a token.
fn link_in(token: &str) -> Option<Link<'_>> {
    let lower = token.to_ascii_lowercase();
    let address = SITES.into_iter().find_map(|(host, site)| {
        let at = lower.find(host)?;
        let rest = &token[at + host.len()..];
        rest.starts_with(['/', '?']).then_some((at, site, rest))
    });
    if let Some((at, site, rest)) = address {
        let start = lower[..at].rfind("http").unwrap_or(at);
        let (id, is_name) = id_in(site, rest);
        return Some(Link { start, site, id, is_name });
    }
    let host = lower.find("://").map(|at| at + 3).or_else(|| lower.find("www."));
    if let Some((host, slash)) = host.and_then(|at| Some((at, at + token[at..].find('/')?)))
        && unescaped(&token[slash..]).is_some_and(|address| cells::are_in(&address))
    {
        let start = lower[..host].rfind("http").unwrap_or(0);
        return Some(Link { start, site: Site::Other, id: &token[slash..], is_name: false });
    }
    let is_data = |text: &str| {
        let symbol = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=-%$".contains(&byte);
        text.len() >= SHORTEST_DATA && text.bytes().all(symbol)
    };
    let bare = |site| Some(Link { start: 0, site, id: token, is_name: false });
    if token.starts_with(PACKED_JSON) && is_data(token) {
        return bare(Site::FPuzzles);
    }
    let data = PREFIXES.into_iter().find_map(|prefix| token.strip_prefix(prefix));
    // A word that begins so and has a digit or a capital in it is no prose.
    let is_packed = |text: &str| {
        is_data(text) && text.bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
    };
    data.filter(|data| is_packed(data)).and_then(|_| bare(Site::SudokuPad))
}

/// Returns what identifies the puzzle in an address, given what follows the host, and whether it is
/// a name for sure.
fn id_in(site: Site, rest: &str) -> (&str, bool) {
    let parameter = |name: &str| {
        let (_, query) = rest.split_once('?')?;
        let query = query.split('#').next().unwrap_or_default();
        query.split('&').find_map(|pair| pair.strip_prefix(name))
    };
    match site {
        Site::FPuzzles => match parameter("load=") {
            Some(data) => (data, false),
            None => (parameter("id=").unwrap_or_default(), true),
        },
        Site::SudokuPad => {
            let path = rest.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
            let path = path.strip_prefix("sudoku/").unwrap_or(path).trim_end_matches('/');
            (parameter("puzzleid=").unwrap_or(path), false)
        }
        _ => (rest, false),
    }
}

impl Link<'_> {
    /// Reads the puzzle and what else the link holds.
    ///
    /// # Errors
    /// If the link holds no classic puzzle.
    pub(super) fn decode(&self) -> Result<(Puzzle, Extra), ParseErrorKind> {
        let id = &*unescaped(self.id).ok_or(LinkError::Damaged)?;
        if !matches!(self.site, Site::FPuzzles | Site::SudokuPad) {
            return cells::decode(self.site, id);
        }
        let site = self.site.name();
        if id.is_empty() {
            return Err(LinkError::Empty { site }.into());
        }
        let name = || {
            let name = id.chars().take(LONGEST_NAME).collect();
            ParseErrorKind::from(LinkError::Name { name, site })
        };
        if let Some(code) = id.strip_prefix("classic") {
            let is_name = |kind: &ParseErrorKind| {
                id.len() <= LONGEST_NAME && *kind == LinkError::Damaged.into()
            };
            return classic::decode(code)
                .map_err(|kind| if is_name(&kind) { name() } else { kind });
        }
        let (prefix, data) = PREFIXES
            .into_iter()
            .find_map(|prefix| Some((prefix, id.strip_prefix(prefix)?)))
            .unwrap_or(("", id));
        if prefix == "scf" && data.len() >= SHORTEST_DATA - 6 {
            return classic::decode_scf(data);
        }
        let is_text = data.starts_with('{');
        let is_name = match self.site {
            Site::FPuzzles => self.is_name,
            Site::SudokuPad if prefix.is_empty() => id.len() <= LONGEST_NAME,
            _ => data.len() < SHORTEST_DATA,
        };
        if is_name && !is_text {
            return Err(name());
        }
        let text = if is_text { Cow::Borrowed(data) } else { Cow::Owned(unpacked(data)?) };
        decoded(&text)
    }
}

/// Reads the puzzle of JSON as a site writes it.
fn decoded(json: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let data = Value::parse(json)?;
    if sudokupad::is_board(&data) { sudokupad::decode(&data) } else { fpuzzles::decode(&data) }
}

/// Unpacks data in which a server may have joined slashes that followed each other.
fn unpacked(data: &str) -> Result<String, LinkError> {
    let first = lz::decompress(data, MOST_UNITS).and_then(|text| match text.starts_with('{') {
        true => Ok(text),
        false => Err(LinkError::Damaged),
    });
    let Err(error @ (LinkError::Damaged | LinkError::Truncated)) = first else { return first };
    let slashes = data.match_indices('/').map(|(at, _)| at).take(MOST_SLASHES);
    let repaired = slashes
        .filter_map(|at| {
            let whole = format!("{}/{}", &data[..at], &data[at..]);
            lz::decompress(&whole, MOST_UNITS).ok()
        })
        .find(|text| Value::parse(text).is_ok());
    repaired.ok_or(error)
}

/// How many slashes are tried as the place where one is missing.
const MOST_SLASHES: usize = 16;

/// Replaces the escapes of an address.
fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let value = |digit: u8| char::from(digit).to_digit(16);
        rest = match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                bytes.push((value(*high)? << 4 | value(*low)?) as u8);
                after
            }
            _ => {
                bytes.push(*first);
                after
            }
        };
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// How likely it is that text with this beginning is links of a site.
fn likelihood(head: &str, site: Site) -> Likelihood {
    let mut lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line)).take(5);
    let is_ours = |line: &[u8]| find(line).is_some_and(|link| link.site == site);
    if lines.any(is_ours) { Likelihood::Likely } else { Likelihood::No }
}

#[cfg(test)]
mod tests;
