//! What the system knows of this process.

/// Bytes of memory and seconds of processor time, where the system shows them under `/proc`.
pub(crate) fn usage() -> Option<(u64, f64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = resident.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    // Fields 14 and 15 of proc(5), in hundredths of a second.
    Some((kilobytes << 10, (ticks(11)? + ticks(12)?) as f64 / 100.0))
}
