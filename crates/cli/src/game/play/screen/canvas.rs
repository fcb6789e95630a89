//! A rectangle of styled characters. What does not fit is cut off, so a frame is never wider or higher
//! than its terminal.

use std::borrow::Cow;

use anstyle::Style;

/// A character of one column and its style.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Glyph {
    c: char,
    style: Style,
}

const BLANK: Glyph = Glyph { c: ' ', style: Style::new() };

/// A rectangle of styled characters, blank at first.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::game::play) struct Canvas {
    width: usize,
    rows: Vec<Vec<Glyph>>,
}

impl Canvas {
    pub(super) fn new(height: usize, width: usize) -> Self {
        Self { width, rows: vec![vec![BLANK; width]; height] }
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(in crate::game::play) fn width(&self) -> usize {
        self.width
    }

    /// Writes text in a row, and returns the column after it. Each character takes one column.
    pub(super) fn put(&mut self, row: usize, column: usize, text: &str, style: Style) -> usize {
        let Some(glyphs) = self.rows.get_mut(row) else { return column };
        let mut after = column;
        for c in text.chars() {
            if let Some(glyph) = glyphs.get_mut(after) {
                *glyph = Glyph { c, style };
            }
            after += 1;
        }
        after
    }

    /// Returns the character at a place.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<char> {
        self.rows.get(row)?.get(column).map(|glyph| glyph.c)
    }

    /// Copies a part of another canvas, from a row and column of it, so that it fills at most this
    /// height and width from a row and column of this one.
    pub(super) fn copy(
        &mut self,
        [to_row, to_column]: [usize; 2],
        from: &Self,
        [row, column]: [usize; 2],
        [height, width]: [usize; 2],
    ) {
        for (to, from) in
            self.rows.iter_mut().skip(to_row).zip(from.rows.iter().skip(row)).take(height)
        {
            let from = from.iter().skip(column).take(width);
            to.iter_mut().skip(to_column).zip(from).for_each(|(to, from)| *to = *from);
        }
    }

    /// Returns the rows as text without blanks at their ends; in color, each with its styles.
    pub(in crate::game::play) fn lines(&self, color: bool) -> Vec<String> {
        self.rows.iter().map(|row| line(row, color)).collect()
    }
}

fn line(row: &[Glyph], color: bool) -> String {
    let length = row.iter().rposition(|glyph| *glyph != BLANK).map_or(0, |last| last + 1);
    let mut text = String::new();
    let mut style = Style::new();
    for glyph in &row[..length] {
        if color && glyph.style != style {
            text += &format!("{style:#}{}", glyph.style);
            style = glyph.style;
        }
        text.push(glyph.c);
    }
    if color {
        text += &format!("{style:#}");
        return text;
    }
    text.trim_end().to_owned()
}

/// Returns text of others in which every character takes one column: those that may not are replaced.
pub(super) fn narrow(text: &str) -> Cow<'_, str> {
    let is_narrow =
        |c: char| matches!(c, ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '…');
    if text.chars().all(is_narrow) {
        return text.into();
    }
    text.chars().map(|c| if is_narrow(c) { c } else { '?' }).collect::<String>().into()
}

/// Returns the beginning of a text that fits a number of columns, with `…` if something is missing.
pub(super) fn clipped(text: &str, width: usize) -> String {
    let text = narrow(text);
    if text.chars().count() <= width {
        return text.into_owned();
    }
    let mut clipped: String = text.chars().take(width.saturating_sub(1)).collect();
    if width > 0 {
        clipped.push('…');
    }
    clipped
}

/// Breaks text at blanks into lines of at most a number of columns. Longer words are cut.
pub(in crate::game::play) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let text = text.lines().map(narrow).collect::<Vec<_>>().join("\n");
    let width = width.max(1);
    let options = textwrap::Options::new(width).break_words(true);
    textwrap::wrap(&text, options).into_iter().map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    #[test]
    fn what_does_not_fit_is_cut_off() {
        let mut canvas = Canvas::new(2, 5);
        assert_eq!(canvas.put(0, 3, "abcdef", Style::new()), 9);
        canvas.put(7, 0, "x", Style::new());
        let red = AnsiColor::Red.on_default();
        canvas.put(1, 0, "ab", red);
        assert_eq!(canvas.lines(false), ["   ab", "ab"]);
        assert_eq!(canvas.lines(true), ["   ab", &format!("{red}ab{red:#}")]);
        let mut other = Canvas::new(1, 2);
        other.copy([0, 0], &canvas, [0, 3], [9, 9]);
        assert_eq!(other.lines(false), ["ab"]);
    }

    #[test]
    fn text_is_made_to_fit() {
        assert_eq!(clipped("cmd:数独 x", 8), "cmd:?? x");
        assert_eq!(clipped("abcdef", 4), "abc…");
        assert_eq!((clipped("abc", 0), clipped("abc", 1)), (String::new(), "…".to_owned()));
        assert_eq!(wrapped("one two\n\nthreefour", 5), ["one", "two", "", "three", "four"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }
}
