//! Long lines of text.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::context::Context;

/// The width of texts that do not go to a terminal, and the most that is pleasant to read.
const WIDTH: usize = 80;
/// The least width to which texts are broken.
const LEAST_WIDTH: usize = 20;

/// Returns the width of the terminal to which the results go, if they do.
pub(super) fn terminal_width(context: &Context) -> Option<usize> {
    let goes_there = context.output.is_none() && io::stdout().is_terminal();
    let (width, _) = terminal_size::terminal_size_of(io::stdout()).filter(|_| goes_there)?;
    Some(usize::from(width.0).clamp(LEAST_WIDTH, WIDTH))
}

/// Returns the width to which explanations are broken.
pub(super) fn text_width(context: &Context) -> usize {
    terminal_width(context).unwrap_or(WIDTH)
}

/// Breaks a text into lines of at most `width` characters at its blanks, besides its own lines. Lines
/// after the first are indented by `indent` blanks, and what belongs to a numbered one by more. Other spaces, such as that before a French colon,
/// hold words together; a word that is too long gets a line of its own.
pub(super) fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    let paragraphs = text.split('\n').enumerate();
    let lines = paragraphs.flat_map(|(count, paragraph)| {
        let first = " ".repeat(if count > 0 { indent } else { 0 });
        let rest = " ".repeat(indent + if count > 0 { number_width(paragraph) } else { 0 });
        let options = Options::new(width)
            .initial_indent(&first)
            .subsequent_indent(&rest)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .break_words(false);
        textwrap::wrap(paragraph, options)
    });
    lines.map(Cow::into_owned).collect()
}

/// The width of the number with which a line begins, as in `12. `.
fn number_width(line: &str) -> usize {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = line.split_once(". ").filter(|(number, _)| is_number(number));
    number.map_or(0, |(number, _)| number.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("", 10, 2), [""]);
        assert_eq!(wrapped("one two", 7, 2), ["one two"]);
        assert_eq!(wrapped("one two", 6, 2), ["one", "  two"]);
        assert_eq!(wrapped("1. one two three", 9, 3), ["1. one", "   two", "   three"]);
        assert_eq!(wrapped("1. one\ntwo three", 9, 3), ["1. one", "   two", "   three"]);
        assert_eq!(wrapped("a\n1. one two", 7, 1), ["a", " 1. one", "    two"]);
        assert_eq!(wrapped("a incomprehensible b", 6, 1), ["a", " incomprehensible", " b"]);
        assert_eq!(wrapped("é\u{a0}: é é", 5, 0), ["é\u{a0}: é", "é"]);
        assert_eq!(wrapped("é\u{a0}: é é", 4, 0), ["é\u{a0}:", "é é"]);
        for width in 0..30 {
            let text = "the words are all there in their order";
            let lines = wrapped(text, width, 0);
            assert_eq!(lines.join(" "), text);
            let is_short = |line: &String| line.chars().count() <= width || !line.contains(' ');
            assert!(lines.iter().all(is_short), "{lines:?}");
        }
    }
}
