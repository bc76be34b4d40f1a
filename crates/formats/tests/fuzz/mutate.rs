//! Mutates a valid file: changes bytes and bits, removes, duplicates or transplants pieces, or
//! replaces them with markup of some format.

use crate::seeds::{Seed, picture_with};

/// The maximum length of a mutated file in bytes, so that a million can be read in an evening.
pub(crate) const MAX_BYTES: usize = 1 << 16;

/// Markup of the formats.
const WORDS: [&str; 64] = [
    ":: ",
    "[[",
    "]]",
    "->",
    "<-",
    "|",
    "<<goto $x>>",
    "(link-goto: \"a\", \"b\")",
    "{\"position\":\"1,2\"}",
    "StoryData",
    "[script]",
    "<tw-storydata ",
    "<tw-passagedata pid=\"1\" name=\"a\">",
    "</tw-passagedata>",
    "</tw-storydata>",
    "<style>",
    "</script",
    "&lt;",
    "&#0;",
    "&#x110000;",
    "title: Start\n",
    "---\n",
    "===\n",
    "<<jump A>>",
    "<<detour {$a}>>",
    "-> option\n",
    "=== knot ===\n",
    "= stitch\n",
    "* [a] -> b\n",
    "-> DONE",
    "<- t",
    "->->",
    "/*",
    "*/",
    "//",
    "INCLUDE a.ink\n",
    "VAR x = -> a\n",
    "\r\n",
    "\r",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "雨夜",
    "{",
    "}",
    "\"nodes\": [",
    "\"passages\":[{}]",
    "1e999",
    "null",
    "[]",
    "true",
    "-1",
    "019b7000-0000-7000-8000-000000000001",
    "\\u0000",
    "title: ",
    "links:\n  - to: a\n    label: b\n",
    "- ",
    "&a ",
    "*a",
    "# ",
    "## ",
    "第一章 ",
    "<w:p><w:r><w:t>a</w:t></w:r></w:p>",
    "<itemref idref=\"a\"/>",
];

/// A deterministic random number generator.
pub(crate) struct FuzzRng(pub(crate) u64);

impl FuzzRng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A random range within this length.
    fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(longest.min(length - start) + 1))
    }
}

/// One of these files with some damage. Content is mostly mutated inside its container, so that the
/// container stays valid and the content is reached.
pub(crate) fn mutated(seeds: &[Seed], rng: &mut FuzzRng) -> Vec<u8> {
    let seed = &seeds[rng.below(seeds.len())];
    let within = rng.below(5) > 0;
    match seed {
        Seed::Folder(folder) if within && !folder.files.is_empty() => {
            let mut folder = folder.clone();
            let at = rng.below(folder.files.len());
            let path = folder.files.keys().nth(at).cloned();
            let path = path.expect("one of its files");
            let bytes = mutate_once(&folder.files[&path], seeds, rng);
            match rng.below(12) {
                0 => _ = folder.files.remove(&path),
                1 => folder.put(format!("{path}.md"), bytes),
                _ => folder.put(path, bytes),
            }
            folder.pack(&[])
        }
        Seed::Card(card) if within => picture_with(&mutate_once(card, seeds, rng)),
        _ => mutate_once(&seed.bytes(), seeds, rng),
    }
}

fn mutate_once(file: &[u8], seeds: &[Seed], rng: &mut FuzzRng) -> Vec<u8> {
    let mut bytes = file[..file.len().min(MAX_BYTES)].to_vec();
    for _ in 0..=rng.below(4) {
        let length = bytes.len();
        match rng.below(9) {
            0 if length > 0 => {
                let at = rng.below(length);
                bytes[at] = rng.next() as u8;
            }
            1 if length > 0 => {
                let at = rng.below(length);
                bytes[at] ^= 1 << rng.below(8);
            }
            2 => {
                bytes.drain(rng.range(length, 200));
            }
            3 => {
                let piece = bytes[rng.range(length, 200)].to_vec();
                let at = rng.below(length + 1);
                bytes.splice(at..at, piece);
            }
            4 => {
                let word = WORDS[rng.below(WORDS.len())];
                let at = rng.below(length + 1);
                bytes.splice(at..at, word.bytes());
            }
            5 => {
                let word = WORDS[rng.below(WORDS.len())].repeat(1 + rng.below(300));
                let at = rng.below(length + 1);
                bytes.splice(at..at, word.into_bytes());
            }
            6 => {
                let other = seeds[rng.below(seeds.len())].piece(rng);
                let piece = other[rng.range(other.len(), 2000)].to_vec();
                let place = rng.range(length, 200);
                bytes.splice(place, piece);
            }
            7 => bytes.truncate(rng.below(length + 1)),
            _ => {
                let word = WORDS[rng.below(WORDS.len())];
                let place = rng.range(length, 3);
                bytes.splice(place, word.bytes());
            }
        }
    }
    bytes.truncate(MAX_BYTES * 2);
    bytes
}
