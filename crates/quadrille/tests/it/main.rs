//! The binary as its users meet it.

mod bounds;
mod bulk;
mod canon;
mod compare;
mod compare_log;
mod compressed;
mod contract;
mod convert;
mod dataset;
mod errors;
mod evidence;
#[cfg(target_os = "linux")]
mod faults;
mod foreign;
mod games;
mod generate;
mod help;
#[cfg(target_os = "linux")]
mod hostile_bots;
#[cfg(target_os = "linux")]
mod hostile_kinds;
#[cfg(unix)]
mod interrupt;
mod logic;
mod manual;
mod mistakes;
mod one_json;
mod play;
#[cfg(unix)]
mod play_terminal;
mod program;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(unix)]
mod pseudo_terminal;
mod readme;
mod search;
mod serve;
mod services;
mod shards;
mod solve;
mod spared;
#[cfg(unix)]
mod storage;
#[cfg(unix)]
mod terminal;
mod time_control;
mod tournament;
mod trace;
