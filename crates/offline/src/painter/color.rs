//! Colors and how they are mixed, and the palettes of pictures.

use tiny_skia::Color;

/// An opaque color, each component from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rgb {
    pub(super) r: f32,
    pub(super) g: f32,
    pub(super) b: f32,
}

/// A color as on web pages, for instance `0xff8800`.
pub(super) const fn hex(code: u32) -> Rgb {
    Rgb {
        r: ((code >> 16) & 255) as f32 / 255.0,
        g: ((code >> 8) & 255) as f32 / 255.0,
        b: (code & 255) as f32 / 255.0,
    }
}

pub(super) const BLACK: Rgb = hex(0x000000);
pub(super) const WHITE: Rgb = hex(0xffffff);

impl Rgb {
    /// Mixes this color with a fraction of another.
    pub(super) fn mix(self, other: Self, part: f32) -> Self {
        let part = part.clamp(0.0, 1.0);
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Self {
            r: mix(self.r, other.r),
            g: mix(self.g, other.g),
            b: mix(self.b, other.b),
        }
    }

    pub(super) fn darker(self, part: f32) -> Self {
        self.mix(BLACK, part)
    }

    pub(super) fn lighter(self, part: f32) -> Self {
        self.mix(WHITE, part)
    }

    /// With an opacity from 0 to 1.
    pub(super) fn alpha(self, alpha: f32) -> Color {
        let part = |it: f32| it.clamp(0.0, 1.0);
        Color::from_rgba(part(self.r), part(self.g), part(self.b), part(alpha))
            .unwrap_or(Color::TRANSPARENT)
    }
}

/// The colors of one picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Palette {
    /// The sky from its top to the horizon.
    pub(super) sky: [Rgb; 4],
    /// The colors of distant and of near objects.
    pub(super) far: Rgb,
    pub(super) near: Rgb,
    /// The main light, and the opposite light.
    pub(super) light: Rgb,
    pub(super) accent: Rgb,
    /// Sun or moon.
    pub(super) disc: Rgb,
}

const fn palette(sky: [u32; 4], depth: [u32; 2], lights: [u32; 3]) -> Palette {
    Palette {
        sky: [hex(sky[0]), hex(sky[1]), hex(sky[2]), hex(sky[3])],
        far: hex(depth[0]),
        near: hex(depth[1]),
        light: hex(lights[0]),
        accent: hex(lights[1]),
        disc: hex(lights[2]),
    }
}

pub(super) const NEON: Palette = palette(
    [0x090618, 0x1d0d3f, 0x551a6e, 0xe0417f],
    [0x4a2374, 0x07060f],
    [0xff3d94, 0x27e4f5, 0xffc46b],
);
pub(super) const NIGHT: Palette = palette(
    [0x040817, 0x0a1a38, 0x16385f, 0x3f7191],
    [0x1d3d5c, 0x04070f],
    [0xffcf8a, 0x7fb4e6, 0xf3ecd6],
);
pub(super) const DUSK: Palette = palette(
    [0x1c1b45, 0x5a2f6b, 0xd9626a, 0xffc08a],
    [0x8a4a72, 0x150f26],
    [0xffb070, 0x8f7be0, 0xffe3b0],
);
pub(super) const DAWN: Palette = palette(
    [0x4b6cb0, 0x93a9d6, 0xf3c4bd, 0xffe6c4],
    [0x9aa5cb, 0x2b3352],
    [0xffdfae, 0xa6c3f5, 0xfff6df],
);
pub(super) const DAY: Palette = palette(
    [0x2f79bd, 0x6fb1dd, 0xb5dcea, 0xf4efdd],
    [0x9dbfcb, 0x1f3b40],
    [0xffeec2, 0xa9d8f0, 0xfffbe8],
);
pub(super) const GLOOM: Palette = palette(
    [0x11161b, 0x27323a, 0x4a5a60, 0x8b9a98],
    [0x54636a, 0x0a0d10],
    [0xd8ddd0, 0x6f8f9c, 0xd9ddd2],
);
pub(super) const BLOOD: Palette = palette(
    [0x090406, 0x260a10, 0x641319, 0xc23a2b],
    [0x55161c, 0x080305],
    [0xff6a45, 0xb3324a, 0xffb489],
);
pub(super) const JADE: Palette = palette(
    [0x07201f, 0x12413b, 0x3b7f63, 0xcfdc9d],
    [0x4d8a6c, 0x06140f],
    [0xf1f0b0, 0x6fd0b0, 0xfdf7cf],
);
pub(super) const SAND: Palette = palette(
    [0x31618c, 0x86a6b4, 0xe8c79a, 0xffdfa6],
    [0xd7a36d, 0x4b2418],
    [0xffe0a0, 0x9fc3d8, 0xfff3cf],
);
pub(super) const SNOW: Palette = palette(
    [0x5b7fa6, 0x9db9d2, 0xd5e2ea, 0xf6f1ea],
    [0xa9bfd2, 0x22384f],
    [0xfff3df, 0xa8cdf0, 0xffffff],
);
pub(super) const DREAM: Palette = palette(
    [0x2a2466, 0x6d4fb0, 0xd78ac6, 0xffd6c9],
    [0x9a77c7, 0x1d1742],
    [0xffd2e2, 0x8fe0f0, 0xfff0d8],
);
