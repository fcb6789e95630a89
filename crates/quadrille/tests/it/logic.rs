//! `rate`, `explain`, `techniques` and puzzles by their difficulty, as their users meet them.

use std::fs;

use serde_json::Value;

use crate::program::{directory, objects, run, run_with};

/// Rated 2.6, 1.2 and 1.2 by Sudoku Explainer.
const POINTING: &str =
    "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
/// Rated 1.5, 1.2 and 1.2.
const SINGLES: &str =
    "..9...7.....8....623.91......2..8..73......2.9...4....19.6..27....28..4......51.8";
/// Its rows have no place for some digits.
const CONTRADICTION: &str =
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";

#[test]
fn ratings_stand_in_the_place_of_their_puzzles() {
    let here = directory("rate-places");
    let (empty, small) = (".".repeat(81), "1...............");
    let conflict = format!("11{}", ".".repeat(79));
    let text = format!(
        "{POINTING}\r\n# a comment\n\n{empty}\n{conflict}\n{SINGLES} and more\nx\n{CONTRADICTION}\n"
    );
    let expected = format!(
        "{POINTING} 2.6 1.2 1.2\n{empty} multiple\nconflict\n{SINGLES} 1.5 1.2 1.2\ninvalid\n\
         {CONTRADICTION} none\n"
    );
    for threads in ["1", "2", "5"] {
        let said = run_with(&here, &["rate", "-j", threads], text.as_bytes());
        assert_eq!((said.status, &said.out), (2, &expected), "{}", said.err);
        assert!(said.err.contains("stdin:5:2: "), "{}", said.err);
    }
    let said = run(&here, &["rate", SINGLES, POINTING]);
    assert_eq!(said.status, 0, "{}", said.err);
    let said = run(&here, &["rate", &empty]);
    assert_eq!((said.status, said.err.as_str()), (1, ""));
    let said = run(&here, &["rate", small]);
    assert_eq!((said.status, said.out.as_str()), (1, format!("{small} multiple\n").as_str()));
    let proper = "1234341221.....1";
    let said = run(&here, &["rate", proper]);
    assert_eq!((said.status, said.out), (0, format!("{proper} 1.0 1.0 1.0\n")), "{}", said.err);
    let said = run(&here, &["rate", "--time", "0s", POINTING]);
    assert_eq!((said.status, said.out), (1, format!("{POINTING} limit\n")), "{}", said.err);
}

#[test]
fn objects_and_tables_hold_the_ratings() {
    let here = directory("rate-objects");
    let said = run(&here, &["rate", "--json", "--profile", "se", "--seed", "3", POINTING, SINGLES]);
    let objects = objects(&said);
    assert_eq!(objects[0]["puzzle"], POINTING);
    for (object, [rating, pearl, diamond], hardest, steps) in [
        (&objects[0], [2.6, 1.2, 1.2], "pointing", 63),
        (&objects[1], [1.5, 1.2, 1.2], "hidden-single-line", 55),
    ] {
        assert_eq!((&object["profile"], &object["status"]), (&"se".into(), &"solved".into()));
        assert_eq!(object["rating"], rating);
        assert_eq!((&object["pearl"], &object["diamond"]), (&pearl.into(), &diamond.into()));
        assert_eq!((&object["hardest"], &object["steps"]), (&hardest.into(), &steps.into()));
        assert_eq!(object["seed"], 3);
    }
    let said = run(&here, &["rate", "--json", CONTRADICTION]);
    let object = &crate::program::objects(&said)[0];
    assert_eq!((&object["status"], &object["rating"]), (&"none".into(), &Value::Null));

    let expected = format!(
        "puzzle,status,rating,pearl,diamond,hardest,steps\n{POINTING},solved,2.6,1.2,1.2,pointing,63\n"
    );
    let said = run(&here, &["rate", "--csv", POINTING, CONTRADICTION]);
    assert_eq!(said.out, format!("{expected}{CONTRADICTION},none,,,,,\n"));

    let format = "%r/%p/%d %S %T %U|%R|%n%t%s %%%l%g";
    let said = run(&here, &["rate", "--format", format, POINTING]);
    let expected = "2.6/1.2/1.2 pointing hidden-single-box hidden-single-box|\
                    Locked candidates: pointing|1\tsolved %\n";
    assert_eq!(said.out, format!("{expected}{POINTING}\n"));
    for wrong in ["%x", "100%"] {
        let said = run(&here, &["rate", "--format", wrong, POINTING]);
        assert!(said.status == 2 && said.err.contains("no meaning"), "{}", said.err);
    }
    let said = run(&here, &["rate", "--csv", "--json", POINTING]);
    assert_eq!((said.status, said.out.as_str()), (2, ""));
}

/// The class and score are those that HoDoKu 2.2 gives.
#[test]
fn scores_are_written() {
    let here = directory("rate-scores");
    let hodoku =
        |options: &[&str]| run(&here, &[&["rate", "--profile", "hodoku"], options].concat());
    let said = hodoku(&[POINTING, CONTRADICTION]);
    assert_eq!(said.out, format!("{POINTING} Medium 692\n{CONTRADICTION} none\n"), "{}", said.err);
    let objects = objects(&hodoku(&["--json", POINTING, CONTRADICTION]));
    let [class, score] = ["class", "score"].map(|key| &objects[0][key]);
    assert_eq!((class, score), (&"Medium".into(), &692.into()));
    assert_eq!((&objects[0]["rating"], &objects[0]["diamond"]), (&692.0.into(), &14.0.into()));
    assert_eq!(
        (&objects[0]["hardest"], &objects[0]["steps"]),
        (&"locked-triple".into(), &64.into())
    );
    assert!(objects[1].get("class").is_none() && objects[1].get("score").is_none());
    let head = "puzzle,status,rating,pearl,diamond,hardest,steps,class,score";
    let row = format!("{POINTING},solved,692,14,14,locked-triple,64,Medium,692");
    let said = hodoku(&["--csv", POINTING, CONTRADICTION]);
    assert_eq!(said.out, format!("{head}\n{row}\n{CONTRADICTION},none,,,,,,,\n"));
    assert_eq!(hodoku(&["--format", "%c %r %d", POINTING]).out, "Medium 692 14\n");
    // Without a technique that it needs, the score of giving up is added.
    let singles = "scale score\nlimits Easy=9 Medium=50\ngive-up Unfair 1000\n\
                   hodoku-full-house Easy 1\n";
    fs::write(here.join("singles.txt"), singles).unwrap();
    let said = run(&here, &["rate", "--profile", "singles.txt", POINTING]);
    assert_eq!((said.status, said.out), (1, format!("{POINTING} Unfair 1000\n")), "{}", said.err);
}

#[test]
fn own_profiles_are_used() {
    let here = directory("rate-profiles");
    let written = run(&here, &["techniques", "--profile", "se121"]).out;
    fs::write(here.join("same.txt"), &written).unwrap();
    let said = run(&here, &["rate", "--profile", "same.txt", POINTING]);
    assert_eq!(said.out, format!("{POINTING} 2.6 1.2 1.2\n"), "{}", said.err);
    // Pencil marks first, and singles only.
    fs::write(here.join("singles.txt"), "naked-single 1.0 # easy\nhidden-single-box 7.5\n")
        .unwrap();
    let said = run(&here, &["rate", "--json", "--profile", "singles.txt", POINTING, SINGLES]);
    let ratings: Vec<Value> =
        objects(&said).iter().map(|object| object["rating"].clone()).collect();
    assert_eq!((said.status, &ratings[0]), (1, &20.0.into()));
    fs::write(here.join("wrong.txt"), "full-house 1.0\nnaked-singel 2.3\n").unwrap();
    let said = run(&here, &["rate", "--profile", "wrong.txt", POINTING]);
    assert_eq!(said.status, 2);
    assert!(
        said.err.contains("wrong.txt:2:1: no technique is called `naked-singel`"),
        "{}",
        said.err
    );
    let said = run(&here, &["rate", "--profile", "se112", POINTING]);
    assert!(said.status == 2 && said.err.contains("did you mean `se121`?"), "{}", said.err);
    let said = run(&here, &["rate", "--profile", "none.txt", POINTING]);
    assert!(said.status == 2 && said.err.contains("none.txt: cannot be read"), "{}", said.err);
    let said = run(&here, &["rate", "--profile", "same.txt", "-o", "same.txt", POINTING]);
    assert_eq!(said.status, 2);
    assert_eq!(fs::read_to_string(here.join("same.txt")).unwrap(), written);
}

#[test]
fn walkthroughs_lead_to_the_solution() {
    let here = directory("explain");
    let said = run(&here, &["explain", "--json", "--profile", "se121", POINTING]);
    let steps = objects(&said);
    let last = steps.last().unwrap();
    let solution = run(&here, &["solve", POINTING]).out;
    assert_eq!(format!("{}\n", last["grid"].as_str().unwrap()), solution);
    assert_eq!(last["candidates"].as_str().unwrap().len(), 729);
    assert_eq!(last["step"], steps.len());
    let hardest = steps.iter().map(|step| step["rating"].as_f64().unwrap()).fold(0.0, f64::max);
    assert_eq!(hardest, 2.6);
    let pointing = &steps[5];
    assert_eq!(pointing["technique"], "pointing");
    let evidence = &pointing["evidence"];
    let house = |kind: &str, number: u8| serde_json::json!({"kind": kind, "number": number, "role": "pattern"});
    assert_eq!(evidence["houses"], serde_json::json!([house("box", 2), house("column", 5)]));
    assert_eq!(evidence["cells"], serde_json::json!(["r2c5", "r3c5"]));
    let gone = &pointing["eliminations"][0];
    assert_eq!(*gone, serde_json::json!({"row": 4, "column": 5, "digit": 2}));

    let said = run(&here, &["explain", "--profile", "se121", POINTING]);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], POINTING);
    let first = "1. Hidden single in a box (1.2): 2 has one place left in box 8. So r7c4 is 2.";
    assert_eq!(lines[1], first);
    assert_eq!(
        &lines[6..8],
        [
            "6. Locked candidates: pointing (2.6): In box 2, 2 must be in column 5 (r23c5),",
            "   so it is nowhere else in column 5. So 2 is not in r456c5."
        ]
    );
    let begins = lines.iter().filter(|line| !line.starts_with(' ')).count();
    assert_eq!(begins, steps.len() + 1);
    assert!(lines[1..].iter().all(|line| line.chars().count() <= 80), "{}", said.out);

    let all = objects(&run(&here, &["explain", "--all", "--json", POINTING]));
    let singles = all.iter().filter(|step| step["technique"] == "hidden-single-box").count();
    assert!(singles >= 2 && all.len() > singles, "{}", all.len());
    let number = |step: &Value, field: &str| step[field].as_u64().unwrap();
    for (step, next) in all.iter().zip(&all[1..]) {
        assert!(number(step, "unlocked") >= number(next, "unlocked"), "{step} {next}");
        assert!(number(step, "unlocked") >= number(step, "singles"), "{step}");
    }
    assert!(steps[0]["unlocked"].is_null(), "only steps that are compared say what they unlock");
    let said = run(&here, &["explain", "--all", POINTING]);
    let first = format!("Cells that singles then fill: {}; ", all[0]["singles"]);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&first), "{}", said.out);

    for (puzzle, status, said_so) in [
        (".".repeat(81), 1, "several solutions"),
        (CONTRADICTION.to_owned(), 1, "no solution"),
        ("1...............".to_owned(), 1, "several solutions"),
        ("1234341221.....1 edges=r1c1-r1c2".to_owned(), 2, "Unsupported"),
    ] {
        let said = run(&here, &["explain", &puzzle]);
        assert_eq!(said.status, status);
        assert!(said.out.contains(said_so), "{}", said.out);
    }
}

#[test]
fn steps_are_told_in_french() {
    let here = directory("french");
    let say = |arguments: &[&str], input: &str| {
        let said = run(&here, &[arguments, &["--lang", "fr", input]].concat());
        assert_eq!(said.err, "");
        said.out
    };
    let said = say(&["explain"], POINTING);
    let lines: Vec<&str> = said.lines().collect();
    let sixth = lines.iter().position(|line| line.starts_with("6. ")).unwrap();
    assert_eq!(
        &lines[sixth..sixth + 3],
        [
            "6. Candidats verrouillés\u{a0}: pointage (2,3)\u{a0}: Dans le bloc 2, le 2 est forcément",
            "   dans la colonne 5 (r23c5)\u{a0}; il n'est donc nulle part ailleurs dans la colonne",
            "   5. Donc le 2 n'est pas dans r456c5."
        ]
    );
    assert!(lines[1..].iter().all(|line| line.chars().count() <= 80), "{said}");
    let object = &objects(&run(&here, &["explain", "--json", "--lang", "fr", POINTING]))[5];
    assert_eq!(
        (&object["technique"], &object["title"]),
        (&"pointing".into(), &"Candidats verrouillés\u{a0}: pointage".into())
    );
    let houses = &object["evidence"]["houses"];
    assert_eq!((&houses[0]["kind"], &houses[1]["number"]), (&"box".into(), &5.into()));

    for (level, text) in [
        ("1", "Regardez le bloc 8."),
        ("2", "Singleton caché dans un bloc\u{a0}: regardez le bloc 8."),
        ("3", "Singleton caché dans un bloc\u{a0}: 2 dans le bloc 8."),
        (
            "4",
            "Singleton caché dans un bloc\u{a0}: Dans le bloc 8, le 2 n'a plus qu'une place. \
             Donc r7c4 vaut 2.",
        ),
    ] {
        assert_eq!(say(&["hint", "--level", level], POINTING), format!("{text}\n"));
    }
    let solution = run(&here, &["solve", POINTING]).out;
    for (puzzle, said_so) in [
        (".".repeat(81).as_str(), "La grille a plusieurs solutions"),
        (CONTRADICTION, "La grille n'a pas de solution"),
        ("1234341221.....1 edges=r1c1-r1c2", "Non pris en charge"),
        (solution.trim(), "La grille est résolue."),
    ] {
        assert!(say(&["hint"], puzzle).starts_with(said_so), "{puzzle}");
        if !said_so.contains("résolue") {
            assert!(say(&["explain"], puzzle).contains(said_so), "{puzzle}");
        }
    }
    let said = run(&here, &["hint", "--lang", "fe", POINTING]);
    assert!(said.status == 2 && said.err.contains("did you mean"), "{}", said.err);
}

#[test]
fn pages_have_a_picture_of_each_step() {
    let here = directory("explain-html");
    let steps = objects(&run(&here, &["explain", "--json", POINTING])).len();
    let empty = ".".repeat(81);
    let said = run(&here, &["explain", "--html", "way.html", POINTING, &empty]);
    assert_eq!((said.status, said.out.as_str(), said.err.as_str()), (1, "", ""));
    let page = fs::read_to_string(here.join("way.html")).unwrap();
    assert_eq!(page.matches("role=\"img\"").count(), steps);
    assert!(page.contains("several solutions") && page.ends_with("</html>\n"));
    // A file is replaced as a whole or not at all.
    for (arguments, said_so) in [
        (&["--html", "way.html", "--json", POINTING][..], "omit --json"),
        (&["--html", "way.html", "-o", "other", POINTING], "omit --output"),
        (&["--html", "way.html", "way.html"], "in use by this command"),
        (&["--html", "way.html", "no-puzzle"], ""),
    ] {
        let said = run(&here, &[&["explain"][..], arguments].concat());
        assert!(said.status == 2 && said.err.contains(said_so), "{}", said.err);
        assert_eq!(fs::read_to_string(here.join("way.html")).unwrap(), page);
    }
    let many = vec![SINGLES; 101];
    let arguments = [&["explain", "--html", "many.html"][..], &many].concat();
    let said = run(&here, &arguments);
    assert!(said.status == 2 && said.err.contains("at most 100 puzzles"), "{}", said.err);
}

#[test]
fn hints_tell_as_much_as_is_wanted() {
    let here = directory("hint");
    let say = |arguments: &[&str]| {
        let said = run(&here, &[&["hint"][..], arguments].concat());
        assert_eq!(said.err, "");
        (said.status, said.out)
    };
    for (level, text) in [
        ("1", "Look at box 8."),
        ("2", "Hidden single in a box: look at box 8."),
        ("3", "Hidden single in a box: 2 in box 8."),
        ("4", "Hidden single in a box: 2 has one place left in box 8. So r7c4 is 2."),
    ] {
        assert_eq!(say(&["--level", level, POINTING]), (0, format!("{text}\n")));
    }
    assert_eq!(say(&[POINTING]), say(&["--level", "2", POINTING]));

    // The fields tell no more than the words.
    let object = |level: &str| {
        objects(&run(&here, &["hint", "--json", "--level", level, POINTING]))[0].clone()
    };
    let (first, last) = (object("1"), object("4"));
    assert_eq!(
        (&first["technique"], &first["look_at"]),
        (&Value::Null, &serde_json::json!({"kind": "box", "number": 8}))
    );
    assert_eq!(first["placements"], serde_json::json!([]));
    assert_eq!(last["placements"], serde_json::json!([{"row": 7, "column": 4, "digit": 2}]));
    assert_eq!(
        (&last["technique"], &last["profile"]),
        (&"hidden-single-box".into(), &"quadrille".into())
    );

    for (puzzle, status, said_so) in [
        (".".repeat(81), 1, "several solutions"),
        (CONTRADICTION.to_owned(), 1, "no solution"),
        (run(&here, &["solve", POINTING]).out.trim().to_owned(), 0, "The puzzle is solved."),
    ] {
        let (found, text) = say(&[&puzzle]);
        assert_eq!(found, status);
        assert!(text.contains(said_so), "{text}");
    }
    let said = run(&here, &["hint", "1..............."]);
    assert!(said.status == 1 && said.out.contains("several solutions"), "{}", said.out);
    let said = run(&here, &["hint", "1234341221.....1 edges=r1c1-r1c2"]);
    assert!(said.status == 2 && said.out.contains("Unsupported"), "{}", said.out);
    let said = run(&here, &["hint", "--level", "5", POINTING]);
    assert_eq!(said.status, 2);
}

#[test]
fn hints_do_not_build_on_mistakes() {
    let here = directory("hint-mistakes");
    let state = "[Puzzle]\n2...6....\n..7..4.86\n.....13..\n.......4.\n.9.......\n48....71.\n9...78...\n\
                 ....5...2\n.2.6..5.1\n[State]\n2...6....\n..7..4.86\n.....13..\n.......4.\n.9.......\n\
                 48....71.\n9..278...\n...15.3.2\n.2.6..5.1\n";
    fs::write(here.join("game.sdk"), state).unwrap();
    for (level, text) in [
        ("1", "One entry is wrong. Look at box 8."),
        ("2", "r8c7 = 3 is wrong. Hidden single in a box: look at box 8."),
        (
            "4",
            "r8c7 = 3 is wrong. Hidden single in a box: 4 has one place left in box 8. So r9c5 is 4.",
        ),
    ] {
        let said = run(&here, &["hint", "--level", level, "game.sdk"]);
        assert_eq!((said.status, said.out), (0, format!("{text}\n")));
    }
    for (level, text) in [
        ("1", "Une case remplie est fausse. Regardez le bloc 8."),
        ("2", "r8c7 = 3 est faux. Singleton caché dans un bloc\u{a0}: regardez le bloc 8."),
    ] {
        let said = run(&here, &["hint", "--lang", "fr", "--level", level, "game.sdk"]);
        assert_eq!((said.status, said.out), (0, format!("{text}\n")));
    }
    let wrong = |level: &str| {
        objects(&run(&here, &["hint", "--json", "--level", level, "game.sdk"]))[0]["wrong"].clone()
    };
    assert_eq!(wrong("1"), serde_json::json!([]));
    assert_eq!(wrong("2"), serde_json::json!([{"row": 8, "column": 7, "digit": 3}]));
}

#[test]
fn puzzles_are_made_as_hard_as_wanted() {
    let here = directory("generate-rating");
    let make = |options: &[&str]| {
        let start = ["generate", "puzzle", "-n", "6", "--seed", "5", "--json"];
        objects(&run(&here, &[&start, options].concat()))
    };
    let made = make(&["--rating", "se121:1.7..2.9"]);
    for object in &made {
        let puzzle = object["puzzle"].as_str().unwrap();
        let rating = object["rating"].as_f64().unwrap();
        assert!((1.7..=2.9).contains(&rating), "{object}");
        let said = run(&here, &["rate", puzzle]);
        assert_eq!(said.out.split(' ').nth(1).unwrap(), format!("{rating:.1}"));
    }
    // The same at any number of threads and in parts.
    let later = make(&["--rating", "se121:1.7..2.9", "--first", "2", "-j", "1"]);
    assert_eq!(later[..4], made[2..]);
    for object in make(&["--technique", "naked-pair", "--rating", "se121:..3.0"]) {
        let steps = objects(&run(
            &here,
            &["explain", "--json", "--profile", "se121", object["puzzle"].as_str().unwrap()],
        ));
        assert!(steps.iter().any(|step| step["technique"] == "naked-pair"), "{object}");
    }
    for (wrong, said_so) in [
        (["--rating", "se121"], "expected a profile and a range"),
        (["--rating", "se121:x..3"], "expected a profile and a range"),
        (["--rating", "se121:3..2"], "the smaller rating first"),
        (["--rating", "no-such:3..4"], "unknown profile"),
        (["--technique", "x-wig"], "did you mean `x-wing`?"),
    ] {
        let said = run(&here, &[&["generate", "puzzle"][..], &wrong].concat());
        assert!(said.status == 2 && said.err.contains(said_so), "{}", said.err);
    }
}

#[test]
fn techniques_are_listed() {
    let here = directory("techniques");
    let objects = objects(&run(&here, &["techniques", "--json"]));
    let x_wing = objects.iter().find(|object| object["id"] == "x-wing").unwrap();
    assert_eq!((&x_wing["ratings"]["se121"], &x_wing["title"]), (&3.2.into(), &"X-Wing".into()));
    let said = run(&here, &["techniques"]);
    for id in objects.iter().map(|object| object["id"].as_str().unwrap()) {
        assert!(said.out.contains(id), "{id}: {}", said.out);
    }
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
}
