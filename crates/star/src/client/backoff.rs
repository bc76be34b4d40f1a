//! Pauses between connection attempts: each twice as long as the one before, up to a limit, and
//! randomly shortened so that the clients of a restarted hub do not all reconnect at once.

use std::time::Duration;

/// The pauses of one client.
#[derive(Debug, Clone)]
pub struct Backoff {
    /// The first pause.
    pub first: Duration,
    /// The longest pause.
    pub most: Duration,
    /// The seed of the random numbers; give each client a different one.
    pub seed: u64,
    attempts: u32,
}

impl Default for Backoff {
    fn default() -> Self {
        Self::new(Duration::from_millis(100), Duration::from_secs(10), 1)
    }
}

impl Backoff {
    /// Pauses between a first and a longest one.
    pub fn new(first: Duration, most: Duration, seed: u64) -> Self {
        Self {
            first,
            most,
            seed,
            attempts: 0,
        }
    }

    /// The next pause: between half and all of the doubled one.
    pub(crate) fn next(&mut self) -> Duration {
        let doubled = self.first.saturating_mul(1 << self.attempts.min(20));
        self.attempts += 1;
        // SplitMix64: even neighboring seeds give unrelated numbers.
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.seed;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let share = 0.5 + (mixed >> 11) as f64 / (1_u64 << 54) as f64;
        doubled.min(self.most).mul_f64(share)
    }

    /// Call this after a successful connection.
    pub(crate) fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_limit_and_differ_between_clients() {
        let (first, most) = (Duration::from_millis(100), Duration::from_secs(1));
        let mut one = Backoff::new(first, most, 1);
        let mut other = Backoff::new(first, most, 2);
        for attempt in 0..40 {
            let whole = first.saturating_mul(1 << attempt.min(20)).min(most);
            let pause = one.next();
            assert!(pause >= whole / 2 && pause <= whole, "{attempt}: {pause:?}");
            assert_ne!(pause, other.next());
        }
        one.reset();
        assert!(one.next() <= first);
    }
}
