//! Steps of human logic, drawn: a picture of one, and a page with those of puzzles.

mod drawing;
mod links;
mod place;

use std::fmt::Write;

use drawing::{STYLE, draw};
pub use drawing::{StepDrawing, step_svg};

use quadrille_core::Puzzle;
use quadrille_core::printable::markup;

use crate::text::{self, Language, Phrase};
use crate::{BoardState, House, Profile, Progress, Step};

/// A page with the steps of puzzles in words and pictures: one HTML file without scripts that loads
/// nothing, for a screen or paper.
pub struct Walkthroughs<'l> {
    language: &'l Language,
    profile: &'l Profile,
    title: String,
    puzzles: usize,
}

/// A step on a page.
#[derive(Clone, Copy)]
pub struct PageStep<'a> {
    /// The board before the step.
    pub before: &'a BoardState,
    /// The step, with its evidence.
    pub step: &'a Step,
    /// What it unlocks, if it is one of several steps that are possible.
    pub progress: Option<Progress>,
}

impl<'l> Walkthroughs<'l> {
    /// The most puzzles of a page. With a picture for each step, browsers get slow beyond.
    pub const MOST: usize = 100;

    /// An empty page for steps of a profile, with a title such as [`Phrase::Walkthrough`].
    ///
    /// ```
    /// use quadrille_logic::page::{PageStep, Walkthroughs};
    /// use quadrille_logic::text::{Language, Phrase};
    /// use quadrille_logic::{Profile, sample};
    ///
    /// let (language, sample) = (Language::english(), sample("x-wing").expect("it has a sample"));
    /// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
    /// let mut page = Walkthroughs::new(Phrase::Walkthrough, &profile, &language);
    /// let mut html = String::new();
    /// page.begin(&mut html);
    /// let step = PageStep { before: &sample.before.state(), step: &sample.step, progress: None };
    /// page.add(&sample.puzzle, &[step], None, &mut html);
    /// page.end(&mut html);
    /// assert!(html.contains("<svg") && html.ends_with("</html>\n"));
    /// ```
    pub fn new(title: Phrase, profile: &'l Profile, language: &'l Language) -> Self {
        Self { language, profile, title: language.say(title, &[]), puzzles: 0 }
    }

    /// Appends the beginning of the file.
    pub fn begin(&self, out: &mut String) {
        let (title, id) = (markup(&self.title), self.language.id());
        let _ = write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"{id}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{}{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
            include_str!("page.css"),
        );
        self.legend(out);
    }

    /// Appends a puzzle. The conclusion says what comes after the steps, or instead of them.
    ///
    /// # Panics
    /// If there are [`MOST`](Self::MOST) already.
    pub fn add(
        &mut self,
        puzzle: &Puzzle,
        steps: &[PageStep<'_>],
        conclusion: Option<&str>,
        out: &mut String,
    ) {
        assert!(self.puzzles < Self::MOST, "a page has at most {} puzzles", Self::MOST);
        self.puzzles += 1;
        let heading = self.language.say(Phrase::Puzzle, &[("number", &self.puzzles.to_string())]);
        let _ = writeln!(
            out,
            "<section class=\"puzzle\">\n<h2>{}</h2>\n<p><code>{}</code></p>",
            markup(&heading),
            markup(&puzzle.to_string())
        );
        // The first of the hardest.
        let hardest = steps.iter().rev().map(|step| step.step).max_by_key(|step| step.rating);
        if let Some(Step { deduction, rating, .. }) = hardest {
            let summary = self.language.say(
                Phrase::Summary,
                &[
                    ("steps", &steps.len().to_string()),
                    ("title", self.language.title(deduction.kind)),
                    ("rating", &self.language.points(*rating, self.profile)),
                ],
            );
            let _ = writeln!(out, "<p>{}</p>", markup(&summary));
        }
        for (step, number) in steps.iter().zip(1..) {
            self.step(puzzle, step, number, out);
        }
        if let Some(conclusion) = conclusion {
            let _ = writeln!(out, "<p class=\"conclusion\">{}</p>", markup(conclusion));
        }
        out.push_str("</section>\n");
    }

    /// Appends the end of the file.
    pub fn end(&self, out: &mut String) {
        out.push_str("</body>\n</html>\n");
    }

    fn step(&self, puzzle: &Puzzle, step: &PageStep<'_>, number: usize, out: &mut String) {
        let Step { deduction, .. } = step.step;
        let label = self.language.say(
            Phrase::Board,
            &[
                ("number", &number.to_string()),
                ("title", self.language.title(deduction.kind)),
                ("rows", &self.rows(step.before)),
            ],
        );
        out.push_str("<div class=\"step\">\n");
        let givens = puzzle.givens();
        draw(StepDrawing { before: step.before, givens, deduction, label: &label }, false, out);
        let _ = writeln!(
            out,
            "<div>\n<h3>{}</h3>",
            markup(&heading(number, step.step, self.profile, self.language))
        );
        write_lines(&text::words(deduction, self.language), out);
        if let Some(progress) = step.progress {
            let _ = writeln!(out, "<p>{}</p>", markup(&unlocks(progress, self.language)));
        }
        if let Some(eureka) = text::eureka(deduction) {
            let _ = writeln!(out, "<p><code>{}</code></p>", markup(&eureka));
        }
        out.push_str("</div>\n</div>\n");
    }

    /// The digits on a board, row by row, in words.
    fn rows(&self, board: &BoardState) -> String {
        let empty = self.language.say(Phrase::Empty, &[]);
        let cell =
            |digit: &Option<quadrille_core::Digit>| digit.map_or(empty.clone(), text::symbol);
        let row = |(row, digits): (u8, &[Option<quadrille_core::Digit>])| {
            let cells: Vec<String> = digits.iter().map(cell).collect();
            let house = self.language.house(House::Row(row));
            self.language.say(Phrase::Contents, &[("house", &house), ("cells", &cells.join(" "))])
        };
        (0..)
            .zip(board.values.digits().chunks(board.values.shape().side()))
            .map(row)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// What the marks of the pictures mean.
    fn legend(&self, out: &mut String) {
        const DIGIT: &str = "<text class=\"candidate\" x=\"15\" y=\"19.5\">5</text>";
        const ARROW: &str = "d=\"M3 15H20\"/><path class=\"head\" d=\"M27 15L20 11.5L20 18.5z\"/>";
        let shapes = [
            (Phrase::LegendHouse, "<rect class=\"house\" width=\"30\" height=\"30\"/>".to_owned()),
            (Phrase::LegendPattern, rect("pattern")),
            (Phrase::LegendOther, rect("other")),
            (
                Phrase::LegendPlaced,
                "<circle class=\"placed\" cx=\"15\" cy=\"15\" r=\"13\"/>\
                 <text class=\"entered\" style=\"font-size:20px\" x=\"15\" y=\"22\">5</text>"
                    .to_owned(),
            ),
            (
                Phrase::LegendGone,
                "<text class=\"gone\" x=\"15\" y=\"19.5\">5</text>\
                 <path class=\"stroke\" d=\"M8 22l14 -14\"/>"
                    .to_owned(),
            ),
            (
                Phrase::LegendOn,
                "<circle class=\"on\" cx=\"15\" cy=\"15\" r=\"9\"/>\
                 <text class=\"inverse\" x=\"15\" y=\"19.5\">5</text>"
                    .to_owned(),
            ),
            (
                Phrase::LegendOff,
                format!("<circle class=\"off\" cx=\"15\" cy=\"15\" r=\"9\"/>{DIGIT}"),
            ),
            (Phrase::LegendStrong, format!("<path class=\"link\" {ARROW}")),
            (Phrase::LegendWeak, format!("<path class=\"link weak\" {ARROW}")),
        ];
        out.push_str("<ul class=\"legend\">\n");
        for (phrase, shape) in shapes {
            let _ = writeln!(
                out,
                "<li><svg class=\"board\" viewBox=\"0 0 30 30\" aria-hidden=\"true\">\
                 <rect class=\"paper\" width=\"30\" height=\"30\"/>{shape}</svg>{}</li>",
                markup(&self.language.say(phrase, &[]))
            );
        }
        out.push_str("</ul>\n");
    }
}

/// Writes lines as paragraphs, and those that are numbered as a list.
fn write_lines(text: &str, out: &mut String) {
    let lines: Vec<&str> = text.lines().collect();
    let is_item = |line: &str| text::item(line).is_some();
    for lines in lines.chunk_by(|one, other| is_item(one) && is_item(other)) {
        if !is_item(lines[0]) {
            let _ = writeln!(out, "<p>{}</p>", markup(lines[0]));
            continue;
        }
        out.push_str("<ol>\n");
        for item in lines.iter().filter_map(|line| text::item(line)) {
            let _ = writeln!(out, "<li>{}</li>", markup(item));
        }
        out.push_str("</ol>\n");
    }
}

fn rect(class: &str) -> String {
    format!("<rect class=\"{class}\" x=\"3\" y=\"3\" width=\"24\" height=\"24\"/>")
}

/// Returns the heading of a step: its number, the technique and its rating.
///
/// ```
/// use quadrille_logic::page::heading;
/// use quadrille_logic::text::Language;
/// use quadrille_logic::{Profile, sample};
///
/// let sample = sample("x-wing").expect("every kind has a sample");
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let heading = heading(3, &sample.step, &profile, &Language::english());
/// assert!(heading.starts_with('3') && heading.contains("X-Wing"));
/// ```
pub fn heading(number: usize, step: &Step, profile: &Profile, language: &Language) -> String {
    language.say(
        Phrase::Heading,
        &[
            ("number", &number.to_string()),
            ("title", language.title(step.deduction.kind)),
            ("rating", &language.points(step.rating, profile)),
        ],
    )
}

/// Returns what a step unlocks, as a sentence.
///
/// ```
/// use quadrille_logic::Progress;
/// use quadrille_logic::page::unlocks;
/// use quadrille_logic::text::Language;
///
/// let progress = Progress { singles: 4, cells: 51, rating: 100 };
/// assert!(unlocks(progress, &Language::english()).contains("51"));
/// ```
pub fn unlocks(Progress { singles, cells, .. }: Progress, language: &Language) -> String {
    language
        .say(Phrase::Unlocks, &[("singles", &singles.to_string()), ("cells", &cells.to_string())])
}

#[cfg(test)]
mod tests;
