//! The reports: a page that is well-formed and self-contained, and files with the same numbers.

use std::cmp::Ordering;

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use quadrille_core::{Limits, NoClock, Status, Stop};
use quadrille_lab::experiment::{Experiment, Instance, Table};
use quadrille_lab::report::{
    About, Measure, ReportFile, RunsTable, SummaryRow, TableFormat, TextStyle, compare_pairs,
    compare_success, html_page, pairs_table, summarize, summary_csv, summary_parquet, text_table,
};

use super::bench::{TWIN, configuration, experiment, puzzles, table, table_with_controls};

fn about() -> About {
    About {
        command: "quadrille compare --algorithms \"a;b\" <made.txt>".to_owned(),
        version: "quadrille 0.0.0".to_owned(),
        date: "2026-11-20".to_owned(),
        machine: "a machine of tests".to_owned(),
        machines: Vec::new(),
        threads: 2,
        bad_lines: vec!["made.txt:14:1: 80 cells, expected 81 & <more>".to_owned()],
        files: vec![ReportFile { name: "summary.csv", content: "made \"of\" <tests>" }],
    }
}

fn page_of(table: &Table) -> String {
    // Where names may break is not part of them.
    html_page(table, &summarize(table), &about()).replace("<wbr>", "")
}

/// Counted again from the rows, without the summary's own code.
#[test]
fn the_summary_counts_what_is_there() {
    let table = table(&experiment(), 2, &NoClock);
    for (configuration, row) in summarize(&table).iter().enumerate() {
        let of = |status: Status| {
            let hits = |r: &&quadrille_lab::experiment::Row| {
                r.configuration as usize == configuration && r.stop.status() == status
            };
            table.rows.iter().filter(hits).count() as u64
        };
        assert_eq!(row.solved, of(Status::Solved));
        assert_eq!(row.wrong, of(Status::Wrong));
        assert_eq!(row.stuck, of(Status::Stuck));
        assert_eq!(row.limit, of(Status::Limit));
        assert_eq!(row.unsupported, of(Status::Unsupported));
        assert_eq!(row.runs, row.solved + row.wrong + row.none + row.stuck + row.limit);
        assert_eq!(row.success, Some(row.solved as f64 / row.runs as f64));
        let share = row.success.unwrap();
        assert!(row.success_low.unwrap() <= share && share <= row.success_high.unwrap());
        assert_eq!(row.nodes_mean, Some(row.nodes_total as f64 / row.runs as f64));
    }
}

/// The names that scripts rely on.
#[test]
fn the_json_has_the_names_of_the_contract() {
    let summary = summarize(&table(&experiment(), 2, &NoClock));
    let json = serde_json::to_value(&summary[0]).unwrap();
    for name in [
        "algorithm",
        "runs",
        "solved",
        "wrong",
        "success",
        "success_low",
        "success_high",
        "nodes_mean",
        "nodes_total",
        "seconds_mean",
        "seconds_max",
        "cpu_seconds_mean",
    ] {
        assert!(json.get(name).is_some(), "{name}");
    }
}

#[test]
fn the_page_is_well_formed_and_closed_in_itself() {
    let page = page_of(&table(&experiment(), 2, &NoClock));
    balanced(&page);
    for forbidden in ["src=", "@import", "url(", "fetch(", "NaN", "inf\""] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert!(
        page.contains(r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none';"#)
    );
    // The namespace inside the icon is the only address, and nobody goes there.
    assert_eq!(page.replacen("http-equiv", "", 1).matches("http").count(), 1);
    // What users and entries say is text, not markup.
    assert!(page.contains("&lt;made.txt&gt;") && !page.contains("<made.txt>"));
    assert!(!page.contains("<b>") && page.contains("&lt;b&gt;"));
    assert!(page.contains("80 cells, expected 81 &amp; &lt;more&gt;"));
}

#[test]
fn the_page_has_the_numbers_of_the_json() {
    let table = table(&experiment(), 2, &NoClock);
    let page = page_of(&table);
    let (_, rest) = page.split_once(r#"id="summary">"#).unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let embedded: serde_json::Value = serde_json::from_str(json).unwrap();
    let summary: Vec<SummaryRow> = summarize(&table);
    assert_eq!(embedded, serde_json::to_value(&summary).unwrap());
    // And the table that people read repeats it.
    let (_, rest) = page.split_once("<tbody>").unwrap();
    let (body, _) = rest.split_once("</tbody>").unwrap();
    let rows: Vec<&str> = body.split("<tr ").skip(1).collect();
    assert_eq!(rows.len(), summary.len());
    let costs = summarize(&table.only_compared());
    for (row, costs) in summary.iter().zip(&costs) {
        let is_of_row = |cells: &&&str| cells.contains(&format!(">{}</a>", row.algorithm));
        let cells = rows.iter().find(is_of_row).expect("each configuration has a row");
        let values: Vec<f64> = cells
            .split(r#"data-value=""#)
            .skip(1)
            .map(|rest| rest.split_once('"').unwrap().0.parse().unwrap())
            .collect();
        assert_eq!(values[0], row.success.unwrap());
        for value in [row.solved as f64, row.nodes_total as f64] {
            assert!(values.contains(&value), "{value} in {cells}");
        }
        match costs.nodes_median {
            Some(median) => assert!(values.contains(&median)),
            None => assert!(cells.contains(">–</td>")),
        }
    }
}

/// Every value of the JSON and of the runs is in the CSV, absent ones as empty cells.
#[test]
fn the_tables_have_the_numbers_of_the_json() {
    let experiment = experiment();
    let rows = super::bench::run(&experiment, 2, &NoClock);
    let table = table(&experiment, 2, &NoClock);
    let summary = summarize(&table);
    let mut bytes = Vec::new();
    summary_csv(&summary, &mut bytes).unwrap();
    let mut parquet = Vec::new();
    summary_parquet(&summary, &mut parquet).unwrap();
    same_cells(&bytes, parquet);
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let names = reader.headers().unwrap().clone();
    for (record, row) in reader.records().zip(&summary) {
        let json = serde_json::to_value(row).unwrap();
        for (name, cell) in names.iter().zip(record.unwrap().iter()) {
            match &json[name] {
                serde_json::Value::Null => assert_eq!(cell, "", "{name}"),
                serde_json::Value::String(text) => assert_eq!(cell, text),
                number => assert_eq!(cell.parse::<f64>().ok(), number.as_f64(), "{name}"),
            }
        }
    }
    let runs = |format| {
        let mut bytes = Vec::new();
        let mut runs = RunsTable::new(format, &mut bytes).unwrap();
        rows.iter().for_each(|row| runs.write(&table, row).unwrap());
        runs.finish().unwrap();
        bytes
    };
    let bytes = runs(TableFormat::Csv);
    same_cells(&bytes, runs(TableFormat::Parquet));
    let records: Vec<csv::StringRecord> =
        csv::Reader::from_reader(&bytes[..]).records().map(Result::unwrap).collect();
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        assert_eq!(record[0], row.trial.number.to_string());
        assert_eq!((&record[8], &record[9]), (row.stop.id(), &*row.nodes.to_string()));
    }
    let pairs = |format| {
        let mut bytes = Vec::new();
        let by = [(Measure::Nodes, compare_pairs(&table, Measure::Nodes))];
        pairs_table(format, &table, &by, &compare_success(&table), &mut bytes).unwrap();
        bytes
    };
    let bytes = pairs(TableFormat::Csv);
    same_cells(&bytes, pairs(TableFormat::Parquet));
    // All but the oracle count evaluations: six pairs of these four, and ten of all by success.
    let measures = csv::Reader::from_reader(&bytes[..]).into_records();
    let measures: Vec<String> = measures.map(|record| record.unwrap()[0].to_owned()).collect();
    assert_eq!(measures, [vec!["nodes"; 6], vec!["success"; 10]].concat());
}

/// Whether a CSV file and a Parquet file hold the same: columns in the same order, texts alike,
/// numbers equal, and null where the cell is empty.
fn same_cells(csv: &[u8], parquet: Vec<u8>) {
    let reader = SerializedFileReader::new(Bytes::from(parquet)).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    let mut csv = csv::Reader::from_reader(csv);
    let names = csv.headers().unwrap().clone();
    let records: Vec<_> = csv.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(&records) {
        assert!(row.get_column_iter().map(|(name, _)| name.as_str()).eq(&names));
        for ((name, field), cell) in row.get_column_iter().zip(record) {
            match field {
                Field::Null => assert_eq!(cell, "", "{name}"),
                Field::Str(text) => assert_eq!(text, cell),
                Field::ULong(count) => assert_eq!(count.to_string(), cell, "{name}"),
                Field::Double(real) => assert_eq!(cell.parse(), Ok(*real), "{name}"),
                other => panic!("{name}: {other}"),
            }
        }
    }
}

/// The page's rule: no mean over runs that a limit ended.
#[test]
fn the_page_shows_no_mean() {
    let page = page_of(&table(&experiment(), 2, &NoClock));
    let (_, rest) = page.split_once("<thead>").unwrap();
    let (heads, _) = rest.split_once("</thead>").unwrap();
    assert!(heads.contains("median") && !heads.contains("mean") && !heads.contains("average"));
}

/// Runs whose medians nobody knows have no quickest, and a configuration that did only some of the boards
/// is not the one that solved most.
#[test]
fn the_headline_claims_no_more_than_was_seen() {
    let headline = |table: &Table| {
        let page = page_of(table);
        let (_, rest) = page.split_once(r#"<p class="finding">"#).expect("something was solved");
        rest.split_once("</p>").unwrap().0.to_owned()
    };
    let mut table = table(&experiment(), 2, &NoClock);
    let said = headline(&table);
    assert!(said.starts_with("2 of 5 configurations solved every run. "), "{said}");
    // Five puzzles beyond singles are too few to tell anything apart.
    assert!(
        said.ends_with("By time beyond singles, no two configurations differ significantly."),
        "{said}"
    );
    // All but the oracle solve one puzzle of thirteen, each in all its runs.
    table.rows.retain(|row| row.configuration > 0);
    table.configurations.remove(0);
    table.names.remove(0);
    for row in &mut table.rows {
        row.configuration -= 1;
        if !row.counts() {
            continue;
        }
        row.stop = if row.instance == 0 { Stop::Solved } else { Stop::Nodes };
    }
    table.rows.retain(|row| experiment().trial(row.trial).repetition == 0);
    let said = headline(&table);
    let equal = "%, does not differ significantly from that of 2 other configurations. ";
    assert!(said.starts_with("The highest success, 7.7") && said.contains(equal), "{said}");
    assert!(!said.contains("strong"), "{said}");
}

/// The sentences of the pairs on a page, sorted.
fn sentences(page: &str) -> Vec<&str> {
    let mut found: Vec<&str> =
        page.split("data-detail=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    found.sort_unstable();
    found
}

/// Who is better is said where it is sure, for pairs in either order.
#[test]
fn pairs_say_who_is_better() {
    let mut experiment = experiment();
    let template = experiment.instances[0].clone();
    experiment.instances =
        puzzles(9, 60).into_iter().map(|puzzle| Instance { puzzle, ..template.clone() }).collect();
    let page = page_of(&table(&experiment, 2, &NoClock));
    for (row, column) in [("lucky", "liar-original"), ("liar-original", "lucky")] {
        let of_pair: Vec<&str> = sentences(&page)
            .into_iter()
            .filter(|said| said.starts_with(&format!("{row} against {column}: ")))
            .collect();
        let ends = |end: &str| of_pair.iter().filter(|said| said.ends_with(end)).count();
        assert_eq!(
            (of_pair.len(), ends(": lucky is quicker"), ends(": lucky solves more")),
            (3, 2, 1)
        );
    }
    assert!(!page.contains("liar-original is quicker"));
}

/// Without controls, the noise of times is unknown but not nothing: a difference below 1 % is none.
/// Nodes are counted, so each difference may be one.
#[test]
fn times_have_a_least_difference_without_controls() {
    let mut experiment = experiment();
    let template = experiment.instances[0].clone();
    experiment.instances =
        puzzles(9, 40).into_iter().map(|puzzle| Instance { puzzle, ..template.clone() }).collect();
    experiment.runs = 1;
    experiment.configurations = ["tag=1", "tag=2"].map(|tag| configuration(&TWIN, tag)).to_vec();
    let mut table = table(&experiment, 1, &NoClock);
    assert!(table.controls.is_empty());
    for (percent, verdict) in [(0.5, Ordering::Equal), (1.1, Ordering::Less)] {
        for row in &mut table.rows {
            let factor = 1.0 + percent / 100.0 * f64::from(row.configuration);
            row.stop = Stop::Solved;
            row.cpu_seconds = f64::from(1 + row.instance) * factor;
            row.nodes = (1e6 * row.cpu_seconds) as u64;
        }
        for (measure, expected) in
            [(Measure::CpuSeconds, verdict), (Measure::Nodes, Ordering::Less)]
        {
            let [pair] = &compare_pairs(&table, measure)[..] else { panic!("one pair") };
            assert_eq!((pair.floor, pair.verdict), (None, expected), "{percent} {measure:?}");
            assert!(pair.p_holm < 0.05, "{pair:?}");
        }
    }
    let page = page_of(&table);
    let floor = "There are too few control runs for a noise floor; times must differ by 1 %.";
    assert!(page.contains(floor), "{page}");
}

/// Equal configurations do not differ significantly, and no sentence depends on the order of the
/// list.
#[test]
fn equals_do_not_differ_significantly() {
    let mut experiment = experiment();
    let template = experiment.instances[0].clone();
    experiment.instances =
        puzzles(9, 80).into_iter().map(|puzzle| Instance { puzzle, ..template.clone() }).collect();
    experiment.runs = 1;
    experiment.limits = Limits::nodes(10_000);
    let tags = ["tag=1", "tag=2", "tag=3", "tag=4", "tag=5", "tag=6"];
    experiment.configurations = tags.map(|tag| configuration(&TWIN, tag)).to_vec();
    let table = table_with_controls(&experiment);
    assert_eq!(table.controls.len(), 6 * 32);
    assert_eq!(table.rows.len(), 6 * 80);
    let pairs = compare_pairs(&table, Measure::Nodes);
    assert_eq!(pairs.len(), 15);
    // The 99% bound of a binomial distribution with 15 tests at 5% each is 3.
    assert!(pairs.iter().filter(|pair| pair.paired.p < 0.05).count() <= 3);
    assert!(pairs.iter().all(|pair| pair.verdict == Ordering::Equal));
    let mut beyond: Vec<f64> = pairs
        .iter()
        .map(|pair| pair.paired.ratio.unwrap().ln().abs() / pair.floor.unwrap().ln())
        .collect();
    beyond.sort_by(f64::total_cmp);
    assert!(beyond[7] < 1.0, "{beyond:?}");
    let page = page_of(&table);
    assert!(page.contains("no two configurations differ significantly"), "{page}");
    assert!(sentences(&page).iter().all(|said| said.ends_with(": no significant difference")));

    let finding = |page: &str| -> String {
        let (_, rest) = page.split_once(r#"<p class="finding">"#).unwrap();
        rest.split_once("</p>").unwrap().0.to_owned()
    };
    experiment.configurations.reverse();
    let reversed = page_of(&table_with_controls(&experiment));
    assert_eq!(sentences(&page), sentences(&reversed));
    assert_eq!(finding(&page), finding(&reversed));
}

/// A board that a configuration cannot do shows no improvement, but is none that it failed to improve.
#[test]
fn boards_that_a_method_cannot_do_are_not_traced() {
    let mut experiment = experiment();
    experiment.instances = experiment.instances.split_off(12);
    let table = table(&experiment, 2, &NoClock);
    let traced: Vec<u32> = table.traces.iter().map(|trace| trace.configuration).collect();
    assert_eq!(traced, [0, 1, 2, 3]);
}

/// The command below the table has the limit that the run had.
#[test]
fn a_run_is_repeated_with_its_limits() {
    let mut experiment = experiment();
    experiment.limits.time = Some(std::time::Duration::from_millis(1500));
    let page = page_of(&Table::of(&experiment));
    assert!(page.contains(" --nodes 500 --time '1s 500ms'"));
}

#[test]
fn puzzles_that_repeat_are_told() {
    let mut experiment = experiment();
    let page = |experiment: &Experiment| page_of(&table(experiment, 2, &NoClock));
    assert!(!page(&experiment).contains("tells nothing new"));
    experiment.instances[1] = experiment.instances[0].clone();
    assert!(page(&experiment).contains("1 puzzle repeats another. It counts"));
}

#[test]
fn a_table_without_rows_is_a_page_too() {
    let empty = Table::of(&experiment());
    balanced(&html_page(&empty, &summarize(&empty), &About::default()));
    let text = text_table(&empty, &summarize(&empty), TextStyle::default());
    assert!(text.contains("Interrupted: 0 of 143 runs done."), "{text}");
}

/// Every element that is opened is closed, in order; void elements of HTML aside.
fn balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if rest.starts_with('!') {
            continue;
        }
        let end = rest.find('>').expect("every tag ends");
        let tag = &rest[..end];
        let name = tag.trim_start_matches('/').split([' ', '>']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !["meta", "link", "br", "hr", "img", "input", "wbr"].contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
        // What stands in scripts and styles is no markup.
        if ["script", "style"].contains(&name) && !tag.starts_with('/') {
            rest = &rest[rest.find(&format!("</{name}")).expect("scripts end")..];
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}
