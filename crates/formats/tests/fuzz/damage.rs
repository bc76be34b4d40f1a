//! What is done to a sound file: bytes and bits change, pieces go, come twice, come from elsewhere,
//! or give way to what formats give a meaning to.

use crate::seeds::{Seed, picture_with};

/// No damaged file is longer, in bytes, so that a million of them are read in an evening.
pub(crate) const LONGEST: usize = 1 << 16;

/// What formats give a meaning to.
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

/// A source of numbers that are the same for the same seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
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

    /// A part of something this long.
    fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(longest.min(length - start) + 1))
    }
}

/// One of these files with some damage. Most of what lies in a container is damaged where it lies,
/// so that the container itself is sound and what is in it is looked at.
pub(crate) fn damaged(seeds: &[Seed], dice: &mut Dice) -> Vec<u8> {
    let seed = &seeds[dice.below(seeds.len())];
    let within = dice.below(5) > 0;
    match seed {
        Seed::Folder(folder) if within && !folder.files.is_empty() => {
            let mut folder = folder.clone();
            let at = dice.below(folder.files.len());
            let path = folder.files.keys().nth(at).cloned();
            let path = path.expect("one of its files");
            let bytes = with_damage(&folder.files[&path], seeds, dice);
            match dice.below(12) {
                0 => _ = folder.files.remove(&path),
                1 => folder.put(format!("{path}.md"), bytes),
                _ => folder.put(path, bytes),
            }
            folder.pack(&[])
        }
        Seed::Card(card) if within => picture_with(&with_damage(card, seeds, dice)),
        _ => with_damage(&seed.bytes(), seeds, dice),
    }
}

fn with_damage(file: &[u8], seeds: &[Seed], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = file[..file.len().min(LONGEST)].to_vec();
    for _ in 0..=dice.below(4) {
        let length = bytes.len();
        match dice.below(9) {
            0 if length > 0 => {
                let at = dice.below(length);
                bytes[at] = dice.next() as u8;
            }
            1 if length > 0 => {
                let at = dice.below(length);
                bytes[at] ^= 1 << dice.below(8);
            }
            2 => {
                bytes.drain(dice.range(length, 200));
            }
            3 => {
                let piece = bytes[dice.range(length, 200)].to_vec();
                let at = dice.below(length + 1);
                bytes.splice(at..at, piece);
            }
            4 => {
                let word = WORDS[dice.below(WORDS.len())];
                let at = dice.below(length + 1);
                bytes.splice(at..at, word.bytes());
            }
            5 => {
                let word = WORDS[dice.below(WORDS.len())].repeat(1 + dice.below(300));
                let at = dice.below(length + 1);
                bytes.splice(at..at, word.into_bytes());
            }
            6 => {
                let other = seeds[dice.below(seeds.len())].piece(dice);
                let piece = other[dice.range(other.len(), 2000)].to_vec();
                let place = dice.range(length, 200);
                bytes.splice(place, piece);
            }
            7 => bytes.truncate(dice.below(length + 1)),
            _ => {
                let word = WORDS[dice.below(WORDS.len())];
                let place = dice.range(length, 3);
                bytes.splice(place, word.bytes());
            }
        }
    }
    bytes.truncate(LONGEST * 2);
    bytes
}
