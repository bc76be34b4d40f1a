//! Reproducible randomness: a small number generator and noise for outlines.

/// Numbers determined by a seed (SplitMix64).
#[derive(Debug, Clone)]
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub(super) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` up to `high`.
    pub(super) fn range(&mut self, low: f32, high: f32) -> f32 {
        let part = (self.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
        low + part * (high - low)
    }

    /// True with this probability.
    pub(super) fn chance(&mut self, part: f32) -> bool {
        self.range(0.0, 1.0) < part
    }

    /// One of some values.
    pub(super) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[(self.next_u64() % values.len() as u64) as usize]
    }
}

/// The seed of a prompt (FNV-1a): the same words give the same picture.
pub(super) fn seed_of(prompt: &str) -> u64 {
    prompt
        .trim()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}

/// An outline between -1 and 1 that is rough at several scales.
#[derive(Debug, Clone, Copy)]
pub(super) struct NoiseOutline {
    pub(super) seed: u64,
    /// How many scales.
    pub(super) octaves: u32,
    /// The height of each finer scale relative to the one before it.
    pub(super) roughness: f32,
}

impl NoiseOutline {
    /// The height at a position.
    pub(super) fn at(&self, x: f32) -> f32 {
        let (mut height, mut size, mut total, mut x) = (0.0, 1.0, 0.0, x);
        for octave in 0..self.octaves {
            height += size * self.smooth(x, u64::from(octave));
            total += size;
            size *= self.roughness;
            x = x * 2.03 + 17.0;
        }
        height / total
    }

    fn smooth(&self, x: f32, octave: u64) -> f32 {
        let cell = x.floor();
        let part = x - cell;
        let part = part * part * (3.0 - 2.0 * part);
        let (left, right) = (
            self.point(cell as i64, octave),
            self.point(cell as i64 + 1, octave),
        );
        left + (right - left) * part
    }

    fn point(&self, cell: i64, octave: u64) -> f32 {
        let seed = self.seed ^ (cell as u64).wrapping_mul(0x9e37_79b9) ^ (octave << 56);
        SeededRng::new(seed).range(-1.0, 1.0)
    }
}
