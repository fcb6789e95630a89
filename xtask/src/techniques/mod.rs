//! `cargo xtask techniques` writes docs/reference/techniques.md, its French counterpart and their pictures from
//! the registry of techniques, the texts of the languages and the samples.

mod collect;
mod steps;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use quadrille_api::position_line;
use quadrille_logic::page::{StepDrawing, step_svg};
use quadrille_logic::text::{self, Language, Phrase};
use quadrille_logic::{Position, Profile, kinds, sample};

/// The folder of the pages.
const PAGES: &str = "docs/reference";
/// The folder of the pictures.
const PICTURES: &str = "docs/images/techniques";
/// The same, from the folder of the pages.
const LINKED_PICTURES: &str = "../images/techniques";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Check that the pages are up to date, and write nothing
    #[arg(long)]
    check: bool,
    /// Fill the pool of puzzles first, with fresh ones and then from these files
    #[arg(long, value_name = "FILE", num_args = 0.., conflicts_with = "check")]
    collect: Option<Vec<String>>,
    /// Add to the pool, for each profile, puzzles that take rare kinds of deduction
    #[arg(long, value_name = "FILE", num_args = 0.., conflicts_with = "check")]
    steps: Option<Vec<String>>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(inputs) = &args.collect {
        collect::collect(inputs)?;
    }
    if let Some(inputs) = args.steps.as_ref() {
        steps::collect(inputs)?;
    }
    if args.collect.is_some() || args.steps.is_some() {
        println!("build again to draw what was found");
        return Ok(());
    }
    if args.check {
        return check();
    }
    let files = files();
    for (path, text) in &files {
        fs::create_dir_all(path.parent().context("files are in a folder")?)?;
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    for path in pictures()? {
        if !files.iter().any(|(known, _)| *known == path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Checks that the pages and their pictures are those that would be written.
pub(crate) fn check() -> Result<()> {
    let files = files();
    for (path, text) in &files {
        ensure!(
            fs::read_to_string(path).is_ok_and(|written| written == *text),
            "{} is out of date: run `cargo xtask techniques`",
            path.display()
        );
    }
    for path in pictures()? {
        let is_used = files.iter().any(|(known, _)| *known == path);
        ensure!(is_used, "{} is not used: run `cargo xtask techniques`", path.display());
    }
    Ok(())
}

/// The pictures that are there.
fn pictures() -> Result<Vec<PathBuf>> {
    let folder = Path::new(PICTURES);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// The files with their contents: a page in each language, and the pictures.
fn files() -> Vec<(PathBuf, String)> {
    let samples: Vec<(&str, Option<Position>)> =
        kinds().map(|(_, kind)| (kind.id, sample(kind.id))).collect();
    let profiles: Vec<Profile> = Profile::ids().filter_map(Profile::by_id).collect();
    let mut files = Vec::new();
    for id in Language::ids() {
        let language = Language::by_id(id).expect("it is in the list");
        let name = if id == "en" { "techniques.md".into() } else { format!("techniques.{id}.md") };
        files.push((Path::new(PAGES).join(name), page(&samples, &profiles, &language)));
    }
    let english = Language::english();
    for (kind, sample) in &samples {
        let Some(sample) = sample else { continue };
        let drawing = StepDrawing {
            before: &sample.before.state(),
            givens: sample.puzzle.givens(),
            deduction: &sample.step.deduction,
            label: english.title(kind),
        };
        let name = Path::new(PICTURES).join(format!("{kind}.svg"));
        files.push((name, step_svg(drawing)));
    }
    files
}

fn page(samples: &[(&str, Option<Position>)], profiles: &[Profile], language: &Language) -> String {
    let say = |phrase| language.say(phrase, &[]);
    let mut page =
        format!("# {}\n\n{}\n", say(Phrase::Techniques), say(Phrase::TechniquesIntroduction));
    let rating = |profile: &Profile, kind: &str| {
        profile
            .rating(kind)
            .map_or_else(|| "–".to_owned(), |rating| language.points(rating, profile))
    };
    let _ = write!(page, "\n| {} |", say(Phrase::Technique));
    for profile in profiles {
        let _ = write!(page, " `{}` |", profile.id());
    }
    page.push_str("\n|---|");
    page.push_str(&"--:|".repeat(profiles.len()));
    page.push('\n');
    for (kind, _) in samples {
        let _ = write!(page, "| [{}](#{kind}) |", language.title(kind));
        for profile in profiles {
            let _ = write!(page, " {} |", rating(profile, kind));
        }
        page.push('\n');
    }
    for (kind, sample) in samples {
        let title = language.title(kind);
        // The anchor is the id, which no translation changes.
        let _ = write!(page, "\n<a id=\"{kind}\"></a>\n\n## {title}\n\n`{kind}`\n\n");
        if let Some(definition) = language.definition(kind) {
            let _ = writeln!(page, "{definition}\n");
        }
        let Some(sample) = sample else {
            let _ = writeln!(page, "{}", say(Phrase::NoSample));
            continue;
        };
        let deduction = &sample.step.deduction;
        let _ = writeln!(page, "![{title}]({LINKED_PICTURES}/{kind}.svg)\n");
        let words = text::words(deduction, language);
        let _ = writeln!(page, "{}\n", words.replace('\n', "\n\n"));
        if let Some(eureka) = text::eureka(deduction) {
            let _ = writeln!(page, "`{eureka}`\n");
        }
        let _ = writeln!(page, "```text\n{}\n```", position_line(sample));
    }
    page
}
