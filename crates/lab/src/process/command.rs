//! Command lines as users write them: words between blanks, with quotes.

use std::fmt::{self, Write as _};

use thiserror::Error;

/// A quote in a command line that is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the quote {0} is not closed")]
pub struct OpenQuote(pub char);

/// Splits a command line at blanks outside quotes. Single and double quotes protect what is between
/// them, and are dropped; a backslash is a character like any other.
///
/// # Errors
/// When a quote is not closed.
///
/// ```
/// use quadrille_lab::process::split_command;
///
/// assert_eq!(split_command("'my bot' --level 3"), Ok(vec!["my bot".into(), "--level".into(), "3".into()]));
/// assert!(split_command("it's").is_err());
/// ```
pub fn split_command(text: &str) -> Result<Vec<String>, OpenQuote> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), |quote| Err(OpenQuote(quote)))
}

/// Writes words so that [`split_command`] returns them. Words with blanks, quotes or semicolons are
/// put in quotes.
///
/// # Errors
/// Those of the formatter.
///
/// ```
/// use std::fmt;
///
/// use quadrille_lab::process::write_command;
///
/// let words = ["my bot".to_owned(), "--level".to_owned(), "3".to_owned()];
/// let text = fmt::from_fn(|f| write_command(f, &words)).to_string();
/// assert_eq!(text, "\"my bot\" --level 3");
/// ```
pub fn write_command(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            f.write_char(' ')?;
        }
        let is_special = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';');
        if !word.is_empty() && !word.contains(is_special) {
            f.write_str(word)?;
            continue;
        }
        // A word with both quotes is written in parts, each in the quotes that it does not have.
        let mut rest = word.as_str();
        loop {
            let quote = if rest.contains('"') && !rest.starts_with('\'') { '\'' } else { '"' };
            let end = rest.find(quote).unwrap_or(rest.len());
            write!(f, "{quote}{}{quote}", &rest[..end])?;
            rest = &rest[end..];
            if rest.is_empty() {
                break;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Written<'a>(&'a [String]);

    impl fmt::Display for Written<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_command(f, self.0)
        }
    }

    #[test]
    fn every_command_is_read_as_it_was_written() {
        let pieces = ["a", " ", "'", "\"", ";", "", "\\", "ä", "\t"];
        let mut texts = vec![String::new()];
        for _ in 0..4 {
            let longer = texts.iter().flat_map(|text| pieces.map(|piece| format!("{text}{piece}")));
            texts = longer.collect();
        }
        for text in texts {
            let words = [text.clone(), "end".to_owned(), text];
            let written = Written(&words).to_string();
            assert_eq!(split_command(&written).as_deref(), Ok(&words[..]), "{written}");
        }
    }

    #[test]
    fn words_are_written_as_people_would() {
        for text in ["python3 bot.py --level 3", "\"my bot\" 'say \"go\"'", "a \"b;c\" \"\""] {
            assert_eq!(Written(&split_command(text).unwrap()).to_string(), text);
        }
        assert_eq!(split_command("a 'b \"c\""), Err(OpenQuote('\'')));
    }
}
