//! What the program was built from and what it runs on.

use std::env;
use std::fs;
use std::thread;

use quadrille_simd::Backend;

/// The commit that the program was built from, followed by `-modified` if files were changed.
pub(crate) const COMMIT: &str = git_version::git_version!(
    args = ["--always", "--match=", "--dirty=-modified"],
    fallback = "unknown"
);

/// Returns version, commit and the instruction set that the kernel uses.
pub(crate) fn full() -> String {
    format!("{} ({COMMIT}, {})", env!("CARGO_PKG_VERSION"), Backend::best().id())
}

/// Returns processor, number of cores and operating system.
pub(crate) fn machine() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = thread::available_parallelism().map_or(1, Into::into);
    format!(
        "{}, {cores} cores, {}",
        processor.unwrap_or_else(|| env::consts::ARCH.to_owned()),
        env::consts::OS
    )
}
