//! What the page promises to readers without a mouse: order, marks, and figures that a keyboard
//! reaches.

use std::collections::HashSet;

use quadrille_core::NoClock;
use quadrille_lab::experiment::{Experiment, Table};
use quadrille_lab::report::{About, Measure, ReportFile, compare_pairs, html_page, summarize};

use super::bench::{experiment, table};

fn page_of(table: &Table) -> String {
    // Where names may break is not part of them.
    html_page(table, &summarize(table), &About::default()).replace("<wbr>", "")
}

fn page(experiment: &Experiment) -> String {
    page_of(&table(experiment, 2, &NoClock))
}

/// The texts between all pairs of these marks.
fn between<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    page.split(start)
        .skip(1)
        .map(|rest| rest.split_once(end).expect("marks come in pairs").0)
        .collect()
}

fn section<'a>(page: &'a str, id: &str) -> &'a str {
    between(page, &format!("<section id=\"{id}\">"), "</section>")[0]
}

/// The names in the rows of a table of a section.
fn names(page: &str, id: &str) -> Vec<String> {
    let body = between(section(page, id), "<tbody>", "</tbody>")[0];
    between(body, "<th scope=\"row\">", "</th>")
        .into_iter()
        .map(|cell| cell.strip_suffix("</a>").unwrap().rsplit('>').next().unwrap().to_owned())
        .collect()
}

#[test]
fn rows_are_ranked_whatever_the_order_of_the_list() {
    let mut experiment = experiment();
    let first = page(&experiment);
    let (ranked, summary) = (names(&first, "results"), summarize(&table(&experiment, 2, &NoClock)));
    let success = |name: &String| {
        summary.iter().find(|row| row.algorithm == *name).expect("a row").success.unwrap()
    };
    // The liar did not have all boards, so it is last.
    assert_eq!(ranked.last().unwrap(), "liar-original");
    let whole = &ranked[..ranked.len() - 1];
    assert!(whole.windows(2).all(|pair| success(&pair[0]) >= success(&pair[1])), "{ranked:?}");
    experiment.configurations.reverse();
    let reversed = page(&experiment);
    assert_eq!(names(&reversed, "results"), ranked);
    assert_eq!(names(&reversed, "costs"), ranked);
    assert_eq!(
        between(section(&reversed, "pairs"), "<th scope=\"row\"><span class=\"place\">", "</th>"),
        between(section(&first, "pairs"), "<th scope=\"row\"><span class=\"place\">", "</th>"),
    );
}

/// Ties go to the lesser time, then to the name.
#[test]
fn names_break_ties() {
    let mut table = table(&experiment(), 2, &NoClock);
    for row in &mut table.rows {
        row.stop = quadrille_core::Stop::Solved;
        row.cpu_seconds = if row.configuration == 3 { 1.0 } else { 2.0 };
    }
    let ranked = names(&page_of(&table), "results");
    assert_eq!(ranked[0], table.names[3]);
    assert!(ranked[1..].is_sorted(), "{ranked:?}");
}

#[test]
fn the_first_click_sorts_the_best_first() {
    let page = page(&experiment());
    let mut heads = Vec::new();
    for id in ["results", "costs"] {
        for head in between(between(section(&page, id), "<thead>", "</thead>")[0], "<th ", "</th>")
        {
            let name = between(head, "<button type=\"button\">", "</button>")[0];
            let first = between(head, "data-first=\"", "\"")[0];
            let is_cost = !["Success", "Solved", "Beyond singles"].contains(&name);
            assert_eq!(first, if is_cost { "ascending" } else { "descending" }, "{name}");
            heads.push((name, head.contains("aria-sort=\"descending\"")));
            assert!(!head.contains("aria-sort=\"ascending\""), "{name}");
        }
    }
    // The order of the page is that of one column.
    let sorted: Vec<&str> = heads.iter().filter(|head| head.1).map(|head| head.0).collect();
    assert_eq!(sorted, ["Success"]);
}

#[test]
fn best_values_are_marked_for_eyes_and_ears() {
    let page = page(&experiment());
    let results = section(&page, "results");
    let best = between(results, "<strong class=\"best\">", "</strong>");
    assert!(!best.is_empty());
    assert!(best.iter().all(|text| text.ends_with("<span class=\"sr\"> (best)</span>")));
    // Not where there is nothing to compare with.
    let mut one = experiment();
    one.configurations.truncate(1);
    assert!(!self::page(&one).contains("class=\"best\""));
}

/// Tooltips reach neither touch nor keyboard.
#[test]
fn there_are_no_tooltips() {
    let page = page(&experiment());
    assert!(!page.contains(" title="));
    assert_eq!(page.matches("<title>").count(), 1);
}

/// What scrolls can be scrolled by keys, and each region says what it is.
#[test]
fn regions_that_scroll_have_focus_and_name() {
    let page = page(&experiment());
    let regions = between(&page, "<div class=\"wide\"", ">");
    assert!(regions.len() > 8);
    let mut labels = HashSet::new();
    for region in regions {
        assert!(region.starts_with(" tabindex=\"0\" role=\"region\" aria-label=\""), "{region}");
        assert!(labels.insert(region), "two regions are called {region}");
    }
    assert_eq!(page.matches("class=\"wide").count(), labels.len());
}

/// Each matrix is one stop, its cells say everything, and so does the table without script.
#[test]
fn pairs_are_reached_without_a_mouse() {
    let table = table(&experiment(), 2, &NoClock);
    let page = page_of(&table);
    let figures = between(section(&page, "pairs"), "<figure class=\"matrix\">", "</figure>");
    let by = [Measure::CpuSeconds, Measure::Nodes].map(|measure| compare_pairs(&table, measure));
    // And one by success.
    assert_eq!(figures.len(), by.len() + 1);
    for (figure, pairs) in figures.iter().zip(by) {
        let (matrix, plain) = figure.split_once("<details").unwrap();
        let buttons = between(matrix, "<button ", "</button>");
        assert_eq!(buttons.len(), 2 * pairs.len());
        let stops = buttons.iter().filter(|button| button.contains("tabindex=\"0\"")).count();
        assert_eq!(stops, 1);
        assert!(matrix.contains("aria-live=\"polite\""));
        let rows = between(plain.split_once("<tbody>").unwrap().1, "<tr ", "</tr>");
        assert_eq!(rows.len(), pairs.len());
        for button in buttons {
            let detail = between(button, "data-detail=\"", "\"")[0];
            let (pair, says) = detail.split_once(": ").unwrap();
            let (row, column) = pair.split_once(" against ").unwrap();
            // The other direction of a pair has the reciprocal ratio, which is not in the table.
            let head = format!("<th scope=\"row\">{row}</th><th scope=\"row\">{column}</th>");
            let Some(line) = rows.iter().find(|line| line.contains(&head)) else { continue };
            let p = between(says, "p = ", " after")[0];
            let ratio = button.rsplit('>').next().unwrap();
            for figure in [p, ratio] {
                assert!(line.contains(&format!("<td>{figure}</td>")), "{figure} in {line}");
            }
        }
    }
}

/// Every curve has an entry in the legend, with the same style, and a row in the table.
#[test]
fn curves_have_legends_and_tables() {
    let page = page(&experiment());
    let figures = between(section(&page, "curves"), "<figure>", "</figure>");
    assert_eq!(figures.len(), 4);
    for figure in figures {
        let (picture, rest) = figure.split_once("<ul class=\"legend\"").unwrap();
        let (legend, rest) = rest.split_once("</ul>").unwrap();
        let mut curves: Vec<(&str, &str)> = between(picture, "<g class=\"series ", ">")
            .iter()
            .map(|curve| curve.split_once("\" data-of=").unwrap())
            .collect();
        let mut entries: Vec<(&str, &str)> = between(legend, "<li data-of=", "</li>")
            .iter()
            .map(|entry| {
                let (number, rest) = entry.split_once('>').unwrap();
                assert!(rest.contains("<button type=\"button\" aria-pressed=\"false\">"));
                (between(rest, "swatch series ", "\"")[0], number)
            })
            .collect();
        assert!(!curves.is_empty());
        let rows = between(rest.split_once("<tbody>").unwrap().1, "<tr data-of=", ">");
        assert!(rows.iter().copied().eq(entries.iter().map(|entry| entry.1)));
        curves.sort_unstable();
        entries.sort_unstable();
        assert_eq!(curves, entries);
        assert!(curves.windows(2).all(|pair| pair[0].0 != pair[1].0));
    }
}

/// The end of a band is the interval that the table of results shows.
#[test]
fn bands_end_at_the_interval_of_the_success_rate() {
    let table = table(&experiment(), 2, &NoClock);
    let page = page_of(&table);
    let values = between(section(&page, "curves"), "<tbody>", "</tbody>")[0];
    for row in summarize(&table) {
        let cells = between(values, "<tr ", "</tr>")
            .into_iter()
            .find(|cells| cells.contains(&format!(">{}</th>", row.algorithm)))
            .unwrap();
        let percent = |share: Option<f64>| format!("{:.0}", share.unwrap() * 100.0);
        let (share, low, high) =
            (percent(row.success), percent(row.success_low), percent(row.success_high));
        let last = format!("<td>{share}\u{202f}% ({low}–{high})</td><td>{}</td>", row.runs);
        assert!(cells.contains(&last), "{last} in {cells}");
    }
}

#[test]
fn links_lead_to_the_files_that_there_are() {
    let table = table(&experiment(), 2, &NoClock);
    let files = vec![ReportFile { name: "pairs.csv", content: "every <pair>" }];
    let about = About { files, ..About::default() };
    let page = html_page(&table, &summarize(&table), &about);
    assert!(page.contains("<a href=\"pairs.csv\" download>pairs.csv</a> every &lt;pair&gt;"));
    assert!(!page_of(&table).contains(" download"));
}

/// All that a word or a family can hide says whose it is.
#[test]
fn the_filter_knows_all_configurations() {
    let page = page(&experiment());
    let filter = between(&page, "<div id=\"filter\"", "</div>")[0];
    assert!(filter.contains(" hidden>"), "without a script it does nothing");
    let mut members: Vec<&str> = between(filter, "data-members=\"", "\"")
        .into_iter()
        .flat_map(|members| members.split(' '))
        .collect();
    members.sort_unstable();
    assert_eq!(members, ["0", "1", "2", "3", "4"]);
    for id in ["results", "costs", "configurations"] {
        let mut parts = between(section(&page, id), "data-of=\"", "\"");
        parts.sort_unstable();
        assert_eq!(parts, members, "{id}");
    }
    let mut one = experiment();
    one.configurations.truncate(1);
    assert!(!self::page(&one).contains("id=\"filter\""));
}
