//! The line that a player types: editing, history and completion, with the keys of readline.

use super::keys::Key;

/// Maximum characters of a line.
const LONGEST_LINE: usize = 256;
/// Maximum number of lines that are remembered.
const LONGEST_HISTORY: usize = 500;

/// What a key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game::play) enum Pressed {
    /// The line or the cursor changed.
    Changed,
    /// Nothing could be done.
    Nothing,
    /// The line is complete.
    Line(String),
    /// Ctrl-D on an empty line.
    EndOfInput,
    /// The screen is to be drawn anew.
    Redraw,
    /// The process is to be stopped until the shell continues it.
    Suspend,
}

/// A line that is edited.
#[derive(Default)]
pub(in crate::game::play) struct Editor {
    /// ASCII only.
    line: String,
    cursor: usize,
    history: Vec<String>,
    /// The line of the history that is shown; its length for the line that is being typed.
    shown: usize,
    /// The line that was being typed when the history was entered.
    draft: String,
}

impl Editor {
    pub(in crate::game::play) fn line(&self) -> &str {
        &self.line
    }

    /// Returns how many characters are before the cursor.
    pub(in crate::game::play) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Processes a key. Tab completes the last word from `words`.
    pub(in crate::game::play) fn press(&mut self, key: &Key, words: &[&str]) -> Pressed {
        let before = (self.line.len(), self.cursor, self.shown);
        match *key {
            Key::Enter => return Pressed::Line(self.submit()),
            Key::EndOfInput if self.line.is_empty() => return Pressed::EndOfInput,
            Key::Redraw => return Pressed::Redraw,
            Key::Suspend => return Pressed::Suspend,
            Key::Char(c) => self.insert(&c.to_string()),
            Key::Paste(ref text) => self.insert(text),
            Key::Tab => self.complete(words),
            Key::Backspace => self.remove(self.cursor.saturating_sub(1), self.cursor),
            Key::Delete | Key::EndOfInput => self.remove(self.cursor, self.cursor + 1),
            Key::KillToStart => self.remove(0, self.cursor),
            Key::KillToEnd => self.remove(self.cursor, self.line.len()),
            Key::KillWord => self.remove(self.word_start(), self.cursor),
            Key::Escape => self.remove(0, self.line.len()),
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(self.line.len()),
            Key::WordLeft => self.cursor = self.word_start(),
            Key::WordRight => self.cursor = self.word_end(),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.line.len(),
            Key::Up => self.show(self.shown.checked_sub(1)),
            Key::Down => self.show(Some(self.shown + 1)),
            Key::Other => {}
        }
        if before == (self.line.len(), self.cursor, self.shown) {
            Pressed::Nothing
        } else {
            Pressed::Changed
        }
    }

    /// Inserts the printable ASCII characters of a text, in which others, such as ends of lines, count
    /// as blanks: what was pasted is not played before the player has seen it.
    fn insert(&mut self, text: &str) {
        let printable = |c: char| if c.is_ascii_graphic() { c } else { ' ' };
        let text: String = text.trim_end_matches(['\r', '\n']).chars().map(printable).collect();
        let free = LONGEST_LINE.saturating_sub(self.line.len());
        let text = &text[..text.len().min(free)];
        self.line.insert_str(self.cursor, text);
        self.cursor += text.len();
    }

    fn remove(&mut self, start: usize, end: usize) {
        self.line.drain(start..end.min(self.line.len()));
        self.cursor = start;
    }

    fn word_start(&self) -> usize {
        let before = self.line[..self.cursor].trim_end();
        before.rfind(' ').map_or(0, |blank| blank + 1)
    }

    fn word_end(&self) -> usize {
        let after = &self.line[self.cursor..];
        let blanks = after.len() - after.trim_start().len();
        after[blanks..].find(' ').map_or(self.line.len(), |end| self.cursor + blanks + end)
    }

    fn complete(&mut self, words: &[&str]) {
        let typed = &self.line[..self.cursor];
        if typed.is_empty() || typed.contains(' ') || self.cursor < self.line.len() {
            return;
        }
        let mut fitting = words.iter().filter(|word| word.starts_with(typed));
        let Some(first) = fitting.next() else { return };
        let common = fitting.fold(first.len(), |length, word| {
            let equal = first.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
            length.min(equal)
        });
        let rest = first[self.cursor..common].to_owned();
        self.insert(&rest);
    }

    fn submit(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            if self.history.len() == LONGEST_HISTORY {
                self.history.remove(0);
            }
            self.history.push(line.clone());
        }
        self.cursor = 0;
        self.shown = self.history.len();
        self.draft.clear();
        line
    }

    fn show(&mut self, index: Option<usize>) {
        let Some(index) = index.filter(|&index| index <= self.history.len()) else { return };
        if self.shown == self.history.len() {
            self.draft.clone_from(&self.line);
        }
        self.shown = index;
        self.line.clone_from(self.history.get(index).unwrap_or(&self.draft));
        self.cursor = self.line.len();
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::KeyReader;
    use super::*;

    const WORDS: &[&str] = &["hint", "help", "moves", "resign"];

    /// Types bytes and returns the lines that were completed.
    fn typed(editor: &mut Editor, bytes: &str) -> Vec<String> {
        let keys = KeyReader::default().read(bytes.as_bytes());
        let lines = keys.iter().filter_map(|key| match editor.press(key, WORDS) {
            Pressed::Line(line) => Some(line),
            _ => None,
        });
        lines.collect()
    }

    #[test]
    fn a_line_is_edited_with_the_keys_of_readline() {
        for (bytes, line) in [
            ("r1c1=9\r", "r1c1=9"),
            ("r1c1=8\x7f9\r", "r1c1=9"),
            ("1c1=9\x01r\r", "r1c1=9"),
            ("r1=9\x1b[D\x1b[Dc1\r", "r1c1=9"),
            ("r1c1=9 1 2\x17\x17\r", "r1c1=9 "),
            ("xr1\x01\x1b[3~\x05c1=9\r", "r1c1=9"),
            ("1 2 3\x1bb\x1bb\x0b9\r", "1 9"),
            ("1 2 3\x01\x1bf\x15\r", " 2 3"),
            ("garbage\x15pass\r", "pass"),
            ("he\t\r", "help"),
            ("h\t\r", "h"),
            ("x\t\r", "x"),
            ("\x1b[200~r1c1=9\r\n\x1b[201~\r", "r1c1=9"),
            ("\x1b[200~1\n2\x07\x1b[201~\r", "1 2 "),
        ] {
            assert_eq!(typed(&mut Editor::default(), bytes), [line], "{bytes:?}");
        }
        let long = typed(&mut Editor::default(), &("9".repeat(10_000) + "\r"));
        assert_eq!(long[0].len(), LONGEST_LINE);
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut editor = Editor::default();
        typed(&mut editor, "one\rtwo\rtwo\r\r");
        let up = "\x1b[A";
        assert_eq!(typed(&mut editor, &format!("dra{up}{up}\x0e\r")), ["two"]);
        assert_eq!(
            typed(&mut editor, &format!("dra{up}{up}{up}{up}\x0e\x0e\x0e\x0eft\r")),
            ["draft"]
        );
        assert_eq!(typed(&mut editor, &format!("{up}{up}{up}\r")), ["one"]);
    }

    #[test]
    fn the_end_of_the_input_needs_an_empty_line() {
        let mut editor = Editor::default();
        assert_eq!(editor.press(&Key::EndOfInput, WORDS), Pressed::EndOfInput);
        typed(&mut editor, "ab\x01");
        assert_eq!(editor.press(&Key::EndOfInput, WORDS), Pressed::Changed);
        assert_eq!(editor.line(), "b");
    }
}
