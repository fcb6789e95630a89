//! Secrets and seeds.

/// Returns 128 random bits as hexadecimal digits.
pub(crate) fn secret() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a seed that a JSON number of JavaScript holds exactly.
pub(crate) fn seed() -> u64 {
    getrandom::u64().expect("the system has random numbers") >> 11
}

/// Compares secrets in a time that does not depend on where they differ.
pub(crate) fn is_equal(one: &str, other: &str) -> bool {
    use sha2::{Digest, Sha256};
    // Digests have one length, and say nothing of the secret to who learns where they differ.
    Sha256::digest(one) == Sha256::digest(other)
}
