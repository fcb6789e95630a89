//! The layout of published results as text: tables of aligned columns, with paragraphs between.

use crate::report::{TextStyle, wrapped};

/// What is between two columns.
const GAP: usize = 2;

/// A part of the text: one table of a report.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// R0 to R4.
    pub report: &'static str,
    /// The title.
    pub title: String,
    /// Paragraphs before the table.
    pub about: Vec<String>,
    /// The headings of the columns after the first.
    pub headings: Vec<String>,
    /// The lines of the table.
    pub lines: Vec<Line>,
    /// Paragraphs after it.
    pub notes: Vec<String>,
}

/// A line of a [`Section`].
#[derive(Clone, Debug)]
pub enum Line {
    /// The name of the following rows.
    Name(String),
    /// A label, and as many cells as there are headings. An empty cell is a missing value.
    Row(String, Vec<String>),
    /// A label, and a text across all columns.
    Statement(String, String),
    /// A paragraph about the rows above.
    Note(String),
}

/// The columns of a section that have values, with their widths.
struct Columns {
    /// The width of the labels.
    label: usize,
    /// Index and width of each column.
    others: Vec<(usize, usize)>,
}

impl Columns {
    fn of(section: &Section) -> Self {
        let long = |text: &String| text.chars().count();
        let (mut label, mut others) = (0, Vec::new());
        for line in &section.lines {
            if let Line::Row(text, _) | Line::Statement(text, _) = line {
                label = label.max(2 + long(text));
            }
        }
        for (index, heading) in section.headings.iter().enumerate() {
            let cells = section.lines.iter().filter_map(|line| match line {
                Line::Row(_, cells) => cells.get(index).map(long),
                _ => None,
            });
            let widest = cells.max().unwrap_or(0);
            if widest > 0 {
                others.push((index, widest.max(long(heading))));
            }
        }
        Self { label, others }
    }

    fn total(&self) -> usize {
        self.label + self.others.iter().map(|(_, width)| GAP + width).sum::<usize>()
    }

    fn aligned(&self, label: &str, cells: &[String]) -> String {
        let mut text = format!("{label:<width$}", width = self.label);
        for &(index, width) in &self.others {
            let cell = cells.get(index).map_or("", String::as_str);
            text += &format!("{:GAP$}{cell:>width$}", "");
        }
        format!("{}\n", text.trim_end())
    }
}

impl Section {
    /// Returns the section as text: a table if it fits the width, else a paragraph for each row.
    pub fn text(&self, style: TextStyle) -> String {
        if style.unicode { self.layout(style) } else { style.finish(self.in_ascii().layout(style)) }
    }

    /// Returns the section without `±`, of which the replacement is wider.
    fn in_ascii(&self) -> Self {
        let plain = |text: &String| text.replace('±', "+-");
        let mut section = self.clone();
        for line in &mut section.lines {
            if let Line::Row(_, cells) = line {
                *cells = cells.iter().map(plain).collect();
            }
        }
        section
    }

    fn layout(&self, style: TextStyle) -> String {
        let width = usize::from(style.width);
        let columns = Columns::of(self);
        let fits = columns.total() <= width;
        let mut text = wrapped(&format!("{}: {}", self.report, self.title), width);
        for paragraph in &self.about {
            text += &wrapped(paragraph, width);
        }
        text += "\n";
        if fits && !columns.others.is_empty() {
            text += &columns.aligned("", &self.headings);
        }
        for line in &self.lines {
            text += &match line {
                Line::Name(name) => wrapped(name, width),
                Line::Row(label, cells) if fits => columns.aligned(&format!("  {label}"), cells),
                Line::Row(label, cells) => {
                    let known =
                        columns.others.iter().filter(|(index, _)| !cells[*index].is_empty());
                    let known: Vec<String> = known
                        .map(|&(index, _)| format!("{} {}", self.headings[index], cells[index]))
                        .collect();
                    hanging("  ", &format!("{label}: {}", known.join(", ")), 4, width)
                }
                Line::Statement(label, text) if fits => {
                    let indent = columns.label + GAP;
                    hanging(&format!("{:<indent$}", format!("  {label}")), text, indent, width)
                }
                Line::Statement(label, text) => {
                    hanging("  ", &format!("{label}: {text}"), 4, width)
                }
                Line::Note(note) => hanging("    ", note, 4, width),
            };
        }
        for note in &self.notes {
            text += &wrapped(note, width);
        }
        text
    }
}

/// Breaks a text after a prefix into lines, of which all but the first are indented.
fn hanging(prefix: &str, text: &str, indent: usize, width: usize) -> String {
    // The first line is as wide as the others.
    let lines = wrapped(text, width.saturating_sub(indent.max(prefix.chars().count())));
    let mut all = String::new();
    for (index, line) in lines.lines().enumerate() {
        match index {
            0 => all += &format!("{prefix}{line}\n"),
            _ => all += &format!("{:indent$}{line}\n", ""),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section() -> Section {
        Section {
            report: "R9",
            title: "a table".to_owned(),
            about: vec!["About it.".to_owned()],
            headings: ["solved", "wrong", "time"].map(str::to_owned).to_vec(),
            lines: vec![
                Line::Name("search".to_owned()),
                Line::Row(
                    "report".to_owned(),
                    ["3 of 4", "", "2 ± 1 s"].map(str::to_owned).to_vec(),
                ),
                Line::Row("ours".to_owned(), ["4 of 4", "", "5µs"].map(str::to_owned).to_vec()),
                Line::Statement("other".to_owned(), "did not work on any of them".to_owned()),
                Line::Note("Why: a reason.".to_owned()),
            ],
            notes: vec!["Note: the end.".to_owned()],
        }
    }

    #[test]
    fn a_table_has_only_the_columns_with_values() {
        let style = TextStyle { width: 34, unicode: false, ..TextStyle::default() };
        let expected = "\
R9: a table
About it.

          solved      time
search
  report  3 of 4  2 +- 1 s
  ours    4 of 4       5us
  other   did not work on any of
          them
    Why: a reason.
Note: the end.
";
        assert_eq!(section().text(style), expected);
    }

    #[test]
    fn a_narrow_terminal_gets_paragraphs() {
        let text = section().text(TextStyle { width: 20, ..TextStyle::default() });
        assert!(text.contains("\n  report: solved 3\n    of 4, time 2 ± 1\n    s\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 20), "{text}");
    }
}
