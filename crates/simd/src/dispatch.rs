//! The list of backends, their detection at run time, and the call of the search on one of them.

use std::fmt;
use std::str::FromStr;

use crate::board::BoardMachine;
use crate::lanes;
use crate::machine::Machine;
use crate::puzzles::Puzzles;
use crate::search::{Sink, Task, search};
use crate::single::search_one;
use crate::{Masks, Tally};

/// An instruction set that the kernel is compiled for.
///
/// All backends give the same answers, including node counts; they differ only in speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Backend {
    /// Safe code on plain arrays, vectorized by the compiler: 16 lanes. Works everywhere.
    Portable,
    /// x86-64 with SSE4.1: 8 lanes.
    Sse41,
    /// x86-64 with AVX2: 16 lanes.
    Avx2,
    /// x86-64 with AVX-512 F, BW, VL and BITALG: 32 lanes.
    Avx512,
    /// AArch64 with NEON: 8 lanes. Tested only under emulation.
    Neon,
    /// WebAssembly compiled with `simd128`: 8 lanes.
    Wasm128,
}

/// Fastest first.
const ALL: [Backend; 6] = [
    Backend::Avx512,
    Backend::Avx2,
    Backend::Sse41,
    Backend::Neon,
    Backend::Wasm128,
    Backend::Portable,
];

impl Backend {
    /// Returns the fastest backend that this machine supports.
    #[must_use]
    pub fn best() -> Self {
        ALL.into_iter().find(|backend| backend.is_usable()).unwrap_or(Self::Portable)
    }

    /// Returns whether this machine supports the backend.
    #[must_use]
    pub fn is_usable(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Sse41 => lanes::sse41::Sse41::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => lanes::avx2::Avx2::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => lanes::avx512::Avx512::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => lanes::neon::Neon::new().is_some(),
            #[cfg(target_arch = "wasm32")]
            Self::Wasm128 => lanes::wasm128::Wasm128::new().is_some(),
            _ => false,
        }
    }

    /// Returns the stable id of the backend, as parsed by `from_str`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Sse41 => "sse41",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::Wasm128 => "wasm128",
        }
    }

    /// Returns the number of puzzles that a vector holds.
    #[must_use]
    pub fn lanes(self) -> usize {
        match self {
            Self::Portable | Self::Avx2 => 16,
            Self::Avx512 => 32,
            Self::Sse41 | Self::Neon | Self::Wasm128 => 8,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The error for an id that names no backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBackend;

impl fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown backend; expected one of")?;
        ALL.iter().try_for_each(|backend| write!(f, " {backend}"))
    }
}

impl std::error::Error for UnknownBackend {}

impl FromStr for Backend {
    type Err = UnknownBackend;

    fn from_str(id: &str) -> Result<Self, UnknownBackend> {
        ALL.into_iter().find(|backend| backend.id() == id).ok_or(UnknownBackend)
    }
}

/// Returns the backends that this machine supports, fastest first. The last is always
/// [`Backend::Portable`].
pub fn backends() -> impl Iterator<Item = Backend> {
    ALL.into_iter().filter(|backend| backend.is_usable())
}

/// Maximum number of puzzles that are faster one by one.
const FEW: usize = 8;

/// Runs a batch on a backend, or on the portable one if the machine does not support it.
pub(crate) fn run<P: Puzzles, S: Sink + ?Sized>(
    backend: Backend,
    puzzles: P,
    task: Task<'_>,
    sink: &mut S,
) -> Tally {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512 => {
            if let Some(machine) = lanes::avx512::Avx512::new() {
                return run_on(machine, puzzles, task, sink);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => {
            if let Some(machine) = lanes::avx2::Avx2::new() {
                return run_on(machine, puzzles, task, sink);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Backend::Sse41 => {
            if let Some(machine) = lanes::sse41::Sse41::new() {
                return search(machine, puzzles, task, sink);
            }
        }
        #[cfg(target_arch = "aarch64")]
        Backend::Neon => {
            if let Some(machine) = lanes::neon::Neon::new() {
                return search(machine, puzzles, task, sink);
            }
        }
        #[cfg(target_arch = "wasm32")]
        Backend::Wasm128 => {
            if let Some(machine) = lanes::wasm128::Wasm128::new() {
                return search(machine, puzzles, task, sink);
            }
        }
        _ => {}
    }
    run_on(lanes::portable::Portable, puzzles, task, sink)
}

/// Runs a batch on a backend that can also hold a whole board: a few puzzles one by one.
fn run_on<const L: usize, M: Machine<L> + BoardMachine, P: Puzzles, S: Sink + ?Sized>(
    machine: M,
    puzzles: P,
    task: Task<'_>,
    sink: &mut S,
) -> Tally {
    if puzzles.count() > FEW {
        return search(machine, puzzles, task, sink);
    }
    let mut tally = Tally::default();
    for puzzle in 0..puzzles.count() {
        let masks = puzzles.masks(puzzle);
        let solve = |masks: &[Masks], task: Task<'_>, sink: &mut dyn Sink| {
            search(machine, masks, task, sink)
        };
        tally = tally.with(match search_one(machine, &masks, puzzle, task, sink) {
            Ok(tally) => tally,
            Err(rest) => rest.finish(&masks, puzzle, task, solve, sink),
        });
    }
    tally
}
