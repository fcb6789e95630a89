//! Plain code compiled for the vectors of this machine.

/// Work on arrays that a compiler turns into vectors.
pub trait Vectorized {
    /// The result of the work.
    type Output;

    /// Does the work. Only what is inlined, as with `inline(always)`, uses the wider vectors.
    fn run(self) -> Self::Output;
}

/// Does some work with the widest vectors that this machine has.
#[inline]
pub fn vectorize<W: Vectorized>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn wide<W: Vectorized>(work: W) -> W::Output {
            work.run()
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has the instructions.
            return unsafe { wide(work) };
        }
    }
    work.run()
}
