use std::collections::BTreeSet;

use quadrille_core::{Meter, Puzzle};

use super::language::{About, Line};
use super::*;
use crate::{LogicGrid, Profile, Step, TECHNIQUES, Walk};

fn all_cells(names: &str) -> Vec<Cell> {
    let cell = |name: &str| {
        let digits: Vec<usize> =
            name.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        Cell::new(9 * (digits[0] - 1) + digits[1] - 1)
    };
    names.split_whitespace().map(cell).collect()
}

#[test]
fn cells_are_written_compactly() {
    for (names, text) in [
        ("r1c1", "r1c1"),
        ("r4c5 r5c5 r6c5", "r456c5"),
        ("r1c3 r1c7 r2c3 r2c7", "r12c37"),
        ("r1c1 r2c2", "r1c1, r2c2"),
        ("r9c1 r1c1 r1c9", "r1c19, r9c1"),
        ("", ""),
    ] {
        assert_eq!(cells(&all_cells(names), 9), text);
    }
}

/// Every kind has a sentence and a title in every language.
#[test]
fn every_kind_is_explained() {
    for language in Language::ids().map(|id| Language::by_id(id).unwrap()) {
        for kind in TECHNIQUES.iter().flat_map(|technique| technique.kinds()) {
            let (id, kind) = (language.id(), kind.id);
            assert!(language.text(About::Kind, kind).is_some(), "{id}: {kind}");
            let is_english = id == "en";
            assert_eq!(language.text(About::Title, kind).is_none(), is_english, "{id}: {kind}");
        }
    }
}

/// Every kind has one definition in every language, and no definition is of an unknown kind.
#[test]
fn every_kind_is_defined() {
    for language in Language::ids().map(|id| Language::by_id(id).unwrap()) {
        let kinds = TECHNIQUES.iter().flat_map(|technique| technique.kinds()).map(|kind| kind.id);
        let kinds: BTreeSet<&str> = kinds.collect();
        let is_definition = |line: &&Line| line.about == About::Definition;
        let mut defined: Vec<&str> = Vec::new();
        for line in language.lines().iter().filter(is_definition) {
            assert!(!line.text.contains('{') && line.text.ends_with('.'), "{}", line.text);
            defined.extend(line.key.split(','));
        }
        defined.sort_unstable();
        assert_eq!(defined, Vec::from_iter(kinds.clone()), "{}", language.id());
        for kind in kinds {
            assert!(language.definition(kind).is_some());
        }
    }
    assert_eq!(Language::english().definition("no-kind"), None);
}

/// The first step of a kind that the sample shows, in English.
fn sample_words(kind: &str) -> String {
    words(&crate::sample(kind).unwrap().step.deduction, &Language::english())
}

#[test]
fn strong_links_are_told_from_end_to_end() {
    assert_eq!(
        sample_words("two-string-kite"),
        "In row 2 and column 2, 2 has two places each. r2c3 and r3c2 see each other in box 1. If 2 is \
         not in r2c5, it is in r2c3, so it is not in r3c2 but in r6c2. Either way r2c5 or r6c2 holds \
         it, and no cell that sees both does. So 2 is not in r6c5."
    );
    assert_eq!(
        sample_words("strong-links-3-parallel"),
        "In columns 1, 3 and 2, 5 has two places or groups of places each, which make a ring: r4c1 and \
         r6c3 see each other in box 4, r8c3 and r8c2 see each other in row 8 and r2c2 and r2c1 see \
         each other in row 2. Of two ends that see each other exactly one holds it, so no other cell \
         that sees both can. So 5 is not in r2c8."
    );
}

/// Assumptions have a numbered line each if there are several. A short chain is described in a sentence.
#[test]
fn assumptions_stand_on_lines_of_their_own() {
    let words = sample_words("cell-forcing-chain");
    let lines: Vec<&str> = words.lines().collect();
    let [first, assumptions @ .., last] = &lines[..] else { panic!("{words}") };
    assert!(first.contains("the same follows. In parentheses: "), "{words}");
    assert!(last.starts_with("So "), "{words}");
    assert!(assumptions.len() > 1, "{words}");
    for (index, line) in assumptions.iter().enumerate() {
        assert!(line.starts_with(&format!("{}. Suppose ", index + 1)), "{words}");
    }
    assert!(!sample_words("forcing-x-chain").contains('\n'));
}

#[test]
fn excluded_combinations_are_listed() {
    assert_eq!(
        sample_words("aligned-pair-exclusion"),
        "r7c89 see all of r7c27, so these cannot take all of their candidates. With 3 in r7c2, r7c7 \
         could only be 4 (nothing left for r7c9), 6 (nothing left for r7c8). So 3 is not in r7c2."
    );
    // Of ten combinations for a candidate, six are listed.
    assert_eq!(
        sample_words("aligned-triplet-exclusion").matches("and 4 more like these").count(),
        2
    );
}

/// A chain within a chain is described after the step that it shows, in the same line.
#[test]
fn inner_chains_are_inner_steps() {
    let words = sample_words("nested-contradiction-forcing-chain");
    assert_eq!(words.matches("Suppose").count(), 1, "{words}");
    let shown = "\n2. r2c5≠2 (forcing chain; 1): if r2c5=2, then r2c8=8 (r2), so r5c3=8 (r5), so r5c5=2 \
                 (r5), so r2c5≠2.\n";
    assert!(words.contains(shown), "{words}");
}

/// Each line of a long chain names earlier lines only, and every number is that of the line.
#[test]
fn lines_name_earlier_lines() {
    let kinds = TECHNIQUES.iter().flat_map(|technique| technique.kinds());
    let mut named = 0;
    for kind in kinds.filter(|kind| crate::sample(kind.id).is_some()) {
        let words = sample_words(kind.id);
        let numbered = words.lines().filter(|line| item(line).is_some());
        for (index, line) in numbered.enumerate() {
            assert!(line.starts_with(&format!("{}. ", index + 1)), "{words}");
            let groups = line.split('(').skip(1).filter_map(|part| part.split_once(')'));
            for number in groups.filter_map(|(group, _)| group.split("; ").last()) {
                for number in number.split(", ").filter_map(|number| number.parse::<usize>().ok()) {
                    assert!(number <= index, "{words}");
                    named += 1;
                }
            }
        }
    }
    assert!(named > 50, "{named}");
}

#[test]
fn digits_that_leave_the_same_cells_are_named_together() {
    for (kind, end) in [
        ("unique-rectangle-1", "So 4 and 5 are not in r5c6."),
        ("bug-1", "Hence r4c5 holds 2. So 1 and 8 are not in r4c5."),
    ] {
        let words = sample_words(kind);
        assert!(words.ends_with(end), "{words}");
    }
}

/// Sentences of variants take the place of those of their kinds.
#[test]
fn variants_have_sentences_of_their_own() {
    use quadrille_core::{Digit, DigitSet};
    let mut double = crate::sample("als-xz").unwrap().step.deduction;
    let digit = |digit| DigitSet::only(Digit::new(digit).unwrap());
    for (digits, are_two) in [(digit(1), false), (digit(1) | digit(2), true)] {
        double.digits = digits;
        for language in Language::ids().map(|id| Language::by_id(id).unwrap()) {
            let words = words(&double, &language);
            assert!(!words.contains('{'), "{words}");
            let both = ["one set lacks 1 and the other 2", "à l'autre le 2"];
            assert_eq!(both.iter().any(|part| words.contains(part)), are_two, "{words}");
        }
    }
}

/// Every text of a language is in all others, with the same places.
#[test]
fn languages_say_the_same() {
    let english = Language::english();
    for phrase in Phrase::ALL {
        assert!(english.text(About::Phrase, phrase.id()).is_some(), "{}", phrase.id());
    }
    for line in english.lines() {
        let is_known = Phrase::ALL.iter().any(|phrase| phrase.id() == line.key);
        assert!(line.about != About::Phrase || is_known, "{}", line.key);
    }
    let places = |text: &'static str| -> BTreeSet<&str> {
        text.split('{').skip(1).map(|part| part.split_once('}').unwrap().0).collect()
    };
    for other in Language::ids().map(|id| Language::by_id(id).unwrap()) {
        let texts = |language: &Language| -> Vec<_> {
            let is_shared = |line: &&Line| !matches!(line.about, About::Contraction | About::Title);
            let lines = language.lines().iter().filter(is_shared);
            lines.map(|line| (line.about as u8, line.key, places(line.text))).collect()
        };
        let (mut ours, mut theirs) = (texts(&english), texts(&other));
        ours.sort();
        theirs.sort();
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{}", other.id());
        }
        assert_eq!(ours.len(), theirs.len(), "{}", other.id());
        let keys: BTreeSet<_> = ours.iter().map(|(about, key, _)| (about, key)).collect();
        assert_eq!(keys.len(), ours.len(), "a text is there twice");
        let kinds = TECHNIQUES.iter().flat_map(|technique| technique.kinds());
        let ids: BTreeSet<&str> = kinds.map(|kind| kind.id).collect();
        for title in other.lines().iter().filter(|line| line.about == About::Title) {
            assert!(ids.contains(title.key), "{}: there is no {}", other.id(), title.key);
        }
    }
}

#[test]
fn languages_list_and_contract() {
    use crate::House;

    let french = Language::by_id("fr").unwrap();
    let english = Language::english();
    let two = [House::Row(1), House::Row(6)];
    let mixed = [House::Row(1), House::Box(2), House::Column(0)];
    assert_eq!(english.houses(&two), "rows 2 and 7");
    assert_eq!(french.houses(&two), "les lignes 2 et 7");
    assert_eq!(english.houses(&mixed), "row 2, box 3 and column 1");
    assert_eq!(french.houses(&mixed), "la ligne 2, le bloc 3 et la colonne 1");
    let around = |house| {
        french.say(
            Phrase::DigitsAround,
            &[("title", "X"), ("digits", "1"), ("house", &french.house(house))],
        )
    };
    assert_eq!(around(House::Box(2)), "X\u{a0}: 1 autour du bloc 3.");
    assert_eq!(around(House::Row(2)), "X\u{a0}: 1 autour de la ligne 3.");
    for (profile, points) in [("se", ["4.5", "4,5"]), ("hodoku", ["4", "4"])] {
        let profile = Profile::by_id(profile).unwrap();
        assert_eq!([&english, &french].map(|language| language.points(45, &profile)), points);
    }
}

fn steps(puzzle: &str) -> Vec<Step> {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let profile = Profile::by_id("se").unwrap();
    let mut walk = Walk::new(&puzzle, &profile).unwrap();
    let mut meter = Meter::unlimited();
    std::iter::from_fn(|| walk.next(&mut meter).unwrap()).collect()
}

#[test]
fn steps_are_told() {
    let puzzle =
        "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
    let steps = steps(puzzle);
    let texts: Vec<String> =
        steps.iter().map(|step| words(&step.deduction, &Language::english())).collect();
    assert_eq!(texts[0], "2 has one place left in box 8. So r7c4 is 2.");
    assert_eq!(
        texts[5],
        "In box 2, 2 must be in column 5 (r23c5), so it is nowhere else in column 5. So 2 is not in \
         r456c5."
    );
    let french = Language::by_id("fr").unwrap();
    let texts_in_french = steps.iter().map(|step| words(&step.deduction, &french));
    let texts: Vec<String> = texts.into_iter().chain(texts_in_french).collect();
    assert_eq!(
        texts[steps.len() + 5],
        "Dans le bloc 2, le 2 est forcément dans la colonne 5 (r23c5)\u{a0}; il n'est donc nulle part \
         ailleurs dans la colonne 5. Donc le 2 n'est pas dans r456c5."
    );
    for text in &texts {
        assert!(!text.contains('{'), "{text}");
    }
    assert!(LogicGrid::new(&puzzle.parse().unwrap()).is_ok());
}
