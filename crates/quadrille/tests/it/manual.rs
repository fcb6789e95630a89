//! `completions`, `man` and `help`: what they tell of is what there is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::program::{directory, objects, run, run_with};

/// The commands that the help lists, but for `help`.
fn commands(here: &Path) -> Vec<String> {
    commands_of(here, &[])
}

/// The commands that the help of a command lists, but for `help`.
fn commands_of(here: &Path, path: &[&str]) -> Vec<String> {
    let help = run(here, &[path, &["--help"]].concat()).out;
    let headings = ["Commands:", "Puzzles:", "Search:", "Game:", "Data and tools:"];
    let mut is_listed = false;
    let lines = help.lines().filter(|line| {
        is_listed = if line.ends_with(':') { headings.contains(line) } else { is_listed };
        is_listed && line.starts_with("  ")
    });
    let names = lines.map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// The long options that a text names, each after `mark`.
fn options(text: &str, mark: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let names = text.split(mark).skip(1);
    names.map(|rest| rest.chars().take_while(|&c| is_part(c)).collect()).collect()
}

#[test]
fn shells_and_pages_know_the_options_that_the_help_shows() {
    let here = directory("manual-options");
    let fish = run(&here, &["completions", "fish"]).out;
    let bash = run(&here, &["completions", "bash"]).out;
    assert_eq!(run(&here, &["man", "pages"]).status, 0);
    let commands = commands(&here);
    assert!(commands.len() > 15, "{commands:?}");
    let mut paths: Vec<Vec<&str>> = commands.iter().map(|command| vec![&**command]).collect();
    let nested = ["generate"].map(|parent| (parent, commands_of(&here, &[parent])));
    for (parent, commands) in &nested {
        assert!(commands.len() > 1, "{parent}");
        paths.extend(commands.iter().map(|command| vec![*parent, command]));
    }
    for path in paths {
        let command = path.join("-");
        let help = run(&here, &[&path[..], &["--help"]].concat()).out;
        // At the beginning of its line, or behind a short one.
        let lines: String = help
            .lines()
            .filter_map(|line| line.trim_start().split("  ").next())
            .filter(|line| line.starts_with('-'))
            .map(|line| format!("{line}\n"))
            .collect();
        let shown = options(&lines, "--");
        for common in ["output", "quiet", "verbose", "color", "help"] {
            // What a server has to say goes to its visitors.
            let is_there = shown.contains(common) || (command == "serve" && common == "output");
            assert!(is_there, "{command}: {common} in {shown:?}");
        }
        // A command with commands of its own has a condition for those before and after their names.
        let first = format!("__fish_quadrille_using_subcommand {}", path[0]);
        let of_command = match path.get(1) {
            None => [format!("{first}\""), format!("{first}; and not ")],
            Some(own) => {
                let condition = format!("{first}; and __fish_seen_subcommand_from {own}\"");
                [condition.clone(), condition]
            }
        };
        let is_of_command = |line: &&str| of_command.iter().any(|start| line.contains(start));
        let offered: String = fish.lines().filter(is_of_command).collect();
        assert_eq!(options(&offered, " -l "), shown, "{command}");
        let label = match path[..] {
            [parent, own] => format!("quadrille__subcmd__{parent},{own})\n"),
            _ => format!("quadrille,{command})\n"),
        };
        let (_, state) = bash.split_once(&label).unwrap();
        let state = state.split('"').nth(1).unwrap();
        let (_, rest) = bash.split_once(&format!("        {state})\n")).unwrap();
        assert_eq!(options(rest.lines().next().unwrap(), "--"), shown, "{command}");
        let page = fs::read_to_string(here.join(format!("pages/quadrille-{command}.1"))).unwrap();
        let (_, section) = page.split_once(".SH OPTIONS\n").unwrap();
        let named = options(&section.replace("\\-", "-"), "\\fB--");
        assert_eq!(named, shown, "{command}");
    }
}

#[test]
fn they_go_where_they_are_sent() {
    let here = directory("manual-output");
    for arguments in [&["completions", "zsh"][..], &["man"]] {
        let shown = run(&here, arguments);
        assert_eq!((shown.status, shown.err.as_str()), (0, ""), "{arguments:?}");
        let sent = run(&here, &[arguments, &["--output", "text"]].concat());
        assert_eq!((sent.status, sent.out.as_str()), (0, ""), "{}", sent.err);
        assert_eq!(fs::read_to_string(here.join("text")).unwrap(), shown.out);
        let rows = objects(&run(&here, &[arguments, &["--json"]].concat()));
        assert_eq!((rows.len(), &rows[0]["seed"]), (1, &json!(1)));
        let text = &rows[0][if arguments.len() == 1 { "text" } else { "completions" }];
        assert_eq!(text, &json!(shown.out));
    }
    let pages = objects(&run(&here, &["man", "pages", "--json"]));
    let own = commands_of(&here, &["generate"]).len();
    assert_eq!(pages.len(), commands(&here).len() + own + 1);
    assert_eq!(pages.len(), fs::read_dir(here.join("pages")).unwrap().count());
    for page in pages {
        assert!(here.join(page["path"].as_str().unwrap()).is_file(), "{page}");
    }
    let said = run(&here, &["man", "pages", "-o", "text"]);
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
}

#[test]
fn help_suggests_what_the_program_suggests() {
    let here = directory("manual-help");
    for name in ["solv", "tournment", "x"] {
        let helped = run(&here, &["help", name]);
        let typed = run(&here, &[name]);
        assert_eq!((helped.status, &helped.err), (2, &typed.err), "{name}");
    }
    let said = run(&here, &["help", "solv"]).err;
    assert!(said.contains("a similar subcommand exists: 'solve'"), "{said}");
    // Other mistakes are reported as by any command.
    let said = run(&here, &["help", "solve", "x"]);
    assert!(said.status == 2 && said.err.contains("'x'"), "{}", said.err);
    assert_eq!(run(&here, &["help", "solve"]).out, run(&here, &["solve", "--help"]).out);
}

#[test]
fn the_engine_refuses_json_because_its_protocol_has_none() {
    let here = directory("manual-engine");
    let said = run_with(&here, &["engine", "--json"], b"quadrille 1\nquit\n");
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(said.err.contains("`--json` has no effect on `engine`"), "{}", said.err);
}

#[test]
fn the_short_help_fits_a_screen() {
    let here = directory("manual-short");
    let short = run(&here, &["-h"]).out;
    // Besides the list of commands, which grows, and its four headings.
    assert!(short.lines().count() <= 28 + commands(&here).len(), "{short}");
    for command in commands(&here) {
        let short = run(&here, &[&command, "-h"]).out;
        assert!(short.lines().count() <= 40, "{command}: {} lines\n{short}", short.lines().count());
        assert!(!short.contains("Example"), "{command}: {short}");
    }
    let help = run(&here, &["completions", "--help"]).out;
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(help.contains(&format!("quadrille completions {shell}")), "{shell}: {help}");
    }
}

#[test]
fn the_version_names_commit_and_instruction_set() {
    let here = directory("manual-version");
    let version = run(&here, &["--version"]).out;
    let (number, rest) = version.strip_prefix("quadrille ").unwrap().split_once(" (").unwrap();
    let (commit, set) = rest.strip_suffix(")\n").unwrap().split_once(", ").unwrap();
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    assert!(commit.len() >= 7 && !commit.contains(' '), "{version}");
    let sets = ["portable", "sse41", "avx2", "avx512", "neon"];
    assert!(sets.contains(&set), "{version}");
}
