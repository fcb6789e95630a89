//! Makes lines of HTML: a line for each row of a table, with bars between its cells and a full stop in
//! an empty one. Text without tags is a line as it is.

/// The most bytes of a row that are kept. A table that is never closed must not fill the memory.
const LONGEST: usize = 8 * 1024;

/// What is open at the end of a line.
#[derive(Default)]
pub(super) struct Markup {
    /// Whether there were tags.
    is_begun: bool,
    /// The cells of the row so far.
    row: Option<Vec<String>>,
    /// Whether a cell is open.
    is_cell: bool,
    /// The text outside of rows, or of the current cell.
    text: String,
    /// A tag that the line did not close.
    tag: Option<String>,
    /// Whether text is skipped, as it is a program or a style.
    skips: bool,
}

impl Markup {
    /// Takes a line and returns the lines that it makes.
    pub(super) fn lines(&mut self, line: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.is_begun {
            let has_tag = |pair: &[u8]| {
                pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || b"!/".contains(&pair[1]))
            };
            if !line.as_bytes().windows(2).any(has_tag) || !line.contains('>') {
                return vec![line.to_owned()];
            }
            self.is_begun = true;
        }
        for character in line.chars() {
            match (&mut self.tag, character) {
                (Some(_), '>') => {
                    let tag = self.tag.take().unwrap_or_default();
                    self.close(&tag, &mut lines);
                }
                (Some(tag), _) => {
                    if tag.len() < LONGEST {
                        tag.push(character);
                    }
                }
                (None, '<') => self.tag = Some(String::new()),
                (None, _) => {
                    if !self.skips && self.text.len() < LONGEST {
                        self.text.push(character);
                    }
                }
            }
        }
        match (&mut self.tag, &self.row) {
            (Some(tag), _) => tag.push(' '),
            (None, Some(_)) => self.text.push(' '),
            (None, None) => lines.push(unescaped(&std::mem::take(&mut self.text))),
        }
        lines
    }

    /// Takes a tag.
    fn close(&mut self, tag: &str, lines: &mut Vec<String>) {
        let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
        let name = name.trim_end_matches('/').to_ascii_lowercase();
        match &name[..] {
            "script" | "style" => self.skips = true,
            "/script" | "/style" => self.skips = false,
            "tr" => {
                self.end_row(lines);
                lines.push(unescaped(&std::mem::take(&mut self.text)));
                self.row = Some(Vec::new());
            }
            "td" | "th" => {
                self.end_cell();
                self.text.clear();
                self.is_cell = true;
            }
            "/td" | "/th" => self.end_cell(),
            "/tr" | "/table" | "/tbody" => self.end_row(lines),
            "br" | "/p" | "/div" | "/pre" | "/li" if self.row.is_none() => {
                lines.push(unescaped(&std::mem::take(&mut self.text)));
            }
            // A digit in a form.
            "input" => {
                if let Some(value) = attribute(tag, "value") {
                    self.text.push_str(value);
                }
            }
            _ => {}
        }
    }

    /// Ends a cell, which another one may do too.
    fn end_cell(&mut self) {
        if !std::mem::take(&mut self.is_cell) {
            return;
        }
        let text = unescaped(&std::mem::take(&mut self.text));
        let text = text.trim();
        if let Some(row) = &mut self.row
            && row.len() < LONGEST / 64
        {
            row.push(if text.is_empty() { ".".to_owned() } else { text.to_owned() });
        }
    }

    fn end_row(&mut self, lines: &mut Vec<String>) {
        self.end_cell();
        if let Some(row) = self.row.take().filter(|row| !row.is_empty()) {
            lines.push(format!("| {} |", row.join(" | ")));
            self.text.clear();
        }
    }
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let at = tag.to_ascii_lowercase().find(&format!(" {name}="))?;
    let value = tag.get(at + name.len() + 2..)?;
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split(|c: char| c.is_whitespace() || c == '/').next(),
    }
}

/// Replaces the entities that stand in grids.
fn unescaped(text: &str) -> String {
    const ENTITIES: [(&str, &str); 10] = [
        ("&nbsp;", " "),
        ("&#160;", " "),
        ("&#xa0;", " "),
        ("&ensp;", " "),
        ("&emsp;", " "),
        ("&middot;", "."),
        ("&bull;", "."),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    if text.contains('&') {
        for (entity, character) in ENTITIES {
            text = text.replace(entity, character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let mut markup = Markup::default();
        let all: Vec<String> = text.lines().flat_map(|line| markup.lines(line)).collect();
        all.into_iter().filter(|line| !line.trim().is_empty()).collect()
    }

    #[test]
    fn rows_of_tables_are_lines() {
        assert_eq!(
            lines(
                "<table><tr><td>5</td><td></td>\n<td class='x'>&nbsp;</td></tr>\n<tr><th>1</th></tr></table>"
            ),
            ["| 5 | . | . |", "| 1 |"]
        );
        assert_eq!(lines("<tr><td>5<td>\n<tr><td><td>1</table>"), ["| 5 | . |", "| . | 1 |"]);
        assert_eq!(lines("<pre>\n53.\n6..\n</pre>"), ["53.", "6.."]);
        assert_eq!(lines("<tr><td><input value=\"7\"></td></tr>"), ["| 7 |"]);
        assert_eq!(lines("a < b > c"), ["a < b > c"]);
    }
}
