//! Chains within chains.

use super::Id;

/// A chain that was found on the marks of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nested {
    /// The complexity of the chain, with that of the chains in it.
    pub(super) complexity: u32,
    /// A hash of its nodes. The same chain counts once, however often it is used.
    pub(super) print: u128,
}

/// A hash of the nodes of a chain.
pub(super) struct Fingerprint(u128);

impl Fingerprint {
    pub(super) fn new() -> Self {
        Self(0)
    }

    pub(super) fn add(&mut self, id: Id, is_on: bool) {
        self.mix(u128::from(id) << 1 | u128::from(is_on));
    }

    /// Starts the next list of nodes.
    pub(super) fn next(&mut self) {
        self.mix(u128::from(u16::MAX));
    }

    pub(super) fn finish(self) -> u128 {
        self.0
    }

    fn mix(&mut self, value: u128) {
        // A multiplicative hash; the constant is odd and has no pattern (the digits of pi).
        const FACTOR: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7345;
        self.0 = (self.0 ^ value.wrapping_add(1)).wrapping_mul(FACTOR);
        self.0 ^= self.0 >> 61;
    }
}
