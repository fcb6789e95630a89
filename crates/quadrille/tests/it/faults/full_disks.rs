//! Disks that are full, and have space again later.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use quadrille::Rng;

use super::workload::{Site, WORKLOADS, base, finish};
use crate::program::{command, directory, run};

/// Checks the error of a command that could not write, and what it left; then completes its work.
fn check(site: &mut Site<'_>, status: i32, err: &str, cause: &str) -> Result<(), String> {
    let name = site.workload.name;
    let errors: Vec<&str> = err.lines().filter(|line| line.starts_with("error: ")).collect();
    // The target is named, not the file with a random name beside it.
    let is_clear = |line: &&str| {
        line.contains("cannot write to ") && line.contains(cause) && !line.contains(".quadrille-")
    };
    if status != 3 || errors.len() != 1 || !errors.iter().all(is_clear) {
        return Err(format!("{name}: status {status}: {err}"));
    }
    // The results so far may be kept beside the target.
    site.check_after_error(2)
}

/// Limits the size of files, which stands in for a full disk where none can be mounted.
#[test]
fn a_limit_on_files_costs_nothing_that_is_finished() {
    let base = base("faults-limits");
    let mut rng = Rng::derive(1, &["limits"]);
    let (mut all, mut errors) = (0, Vec::new());
    for workload in &WORKLOADS {
        let mut site = Site::new(&base, workload);
        // In blocks of 1024 bytes.
        let blocks = rng.below(site.sizes().max().unwrap_or(0).div_ceil(1024));
        site.reset(rng.fraction() < 0.5);
        let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut bash = Command::new("bash");
        bash.args(["-c", &script, env!("CARGO_BIN_EXE_quadrille")]).args(workload.arguments());
        bash.current_dir(&site.here);
        let (status, err) = finish(site.start(bash));
        let result = check(&mut site, status, &err, "File too large");
        match result.and_then(|()| site.complete(2)) {
            Ok(()) => all += 1,
            Err(error) => errors.push(format!("{blocks} blocks: {error}")),
        }
    }
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(all, WORKLOADS.len());
}

/// Set in the process that has a disk of its own.
const DISK: &str = "QUADRILLE_TEST_DISK";
/// What a page of a tmpfs holds.
const PAGE: usize = 4096;

#[test]
#[ignore = "needs the right to mount a tmpfs"]
fn a_full_disk_costs_nothing_that_is_finished() {
    if let Some(base) = std::env::var_os(DISK) {
        fill_disks(Path::new(&base));
        return;
    }
    let base = base("faults-disk");
    fs::create_dir(base.join("disk")).unwrap();
    // Mounts are seen only in there, and end with it.
    let status = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c"])
        .arg("mount -t tmpfs -o size=32m quadrille-test \"$1/disk\" || exit 99; shift; exec \"$@\"")
        .args(["sh".as_ref(), base.as_os_str()])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "faults::full_disks::a_full_disk_costs_nothing_that_is_finished"])
        .args(["--ignored", "--nocapture"])
        .env(DISK, &base)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) if status.code() == Some(99) || status.code() == Some(1) => {
            panic!("no tmpfs can be mounted here, so nothing was tested: {status}")
        }
        status => panic!("the test on the disk failed: {status:?}"),
    }
}

fn fill_disks(base: &Path) {
    let disk = base.join("disk");
    symlink("../in", disk.join("in")).unwrap();
    let mut rng = Rng::derive(1, &["disk"]);
    let (mut all, mut errors) = (0, Vec::new());
    println!("{:<24}{:>12}{:>12}", "full disks in", "full", "enough");
    for workload in &WORKLOADS {
        let mut site = Site::new(&disk, workload);
        let (mut full, mut enough) = (0, 0);
        for _ in 0..4 {
            site.reset(rng.fraction() < 0.5);
            // As much as the files need, or less.
            let pages = rng.below(site.sizes().sum::<usize>().div_ceil(PAGE) + 1);
            let filler = disk.join("filler");
            fill(&filler, pages);
            let (status, err) = finish(site.start(site.command()));
            let result = if status == site.status {
                enough += 1;
                Ok(())
            } else {
                full += 1;
                check(&mut site, status, &err, "No space left on device")
            };
            fs::remove_file(filler).unwrap();
            if let Err(error) = result.and_then(|()| site.complete(2)) {
                errors.push(format!("{pages} pages: {error}"));
            }
        }
        all += full;
        println!("{:<24}{full:>12}{enough:>12}", workload.name);
    }
    println!("{all} full disks, {} errors", errors.len());
    assert!(errors.is_empty(), "{errors:#?}");
    assert!(all >= 20, "only {all}");
}

/// Fills a disk with a file of at most `pages` pages.
fn fill(path: &Path, pages: usize) {
    let mut size = 0;
    let block = [1; PAGE];
    let mut file = fs::File::create(path).unwrap();
    while std::io::Write::write_all(&mut file, &block).is_ok() {
        size += PAGE;
    }
    file.set_len(size.saturating_sub(pages * PAGE) as u64).unwrap();
}

/// A device that is always full stands in for a full disk behind standard output.
#[cfg(target_os = "linux")]
#[test]
fn results_that_standard_output_cannot_hold_are_an_error() {
    let here = directory("faults-stdout");
    let position = "................";
    for arguments in [
        &["solve", position][..],
        &["count", position],
        &["check", position],
        &["perft", "1"],
        &["play", "ia", "first-valid", "--side=4"],
        &["match", "ia", "first-valid", "--side=4"],
        &["tournament", "ia", "first-valid", "--side=4"],
        &["match", "ia", "first-valid", "--side=4", "--record", "-"],
        &["algorithms"],
        &["formats"],
        &["techniques"],
        &["canon", position],
        &["convert", "--to", "json", position],
        &["generate", "grid"],
        &["agents"],
        &["completions", "bash"],
        &["man"],
        &["analyse", position, "--nodes", "100"],
        &["compare", "--write-spec"],
        &["compare", "--algorithms=dfs-mrv", "--puzzles", position, "-o", "report"],
        &["report", "report"],
    ] {
        for json in [&[][..], &["--json"]] {
            let full = fs::File::options().write(true).open("/dev/full").unwrap();
            let arguments = [arguments, json].concat();
            let output = command(&here, &arguments).stdout(full).output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(3), "{arguments:?}: {err}");
            let message = "cannot write to standard output: No space left on device";
            assert!(err.contains(message), "{arguments:?}: {err}");
        }
    }
    assert_eq!(run(&here, &["report", "report"]).status, 0);
}
