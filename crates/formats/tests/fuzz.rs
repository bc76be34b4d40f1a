//! Damaged files for every importer: each is read or refused, never with a panic and never without
//! end, and what was read is written the same twice. `cargo test` runs a few; `cargo xtask fuzz
//! [format] [--runs N] [--seed S]` as many as wished, always the same for the same seed.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program that says how far it is"
)]

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use formats::{EXPORTERS, Folder, IMPORTERS, Importer, exporter, sniff};
use model::FixedWorld;

/// How many damaged files each importer gets, unless it is said.
const RUNS: u64 = 150;
/// A file that is read for longer than this is one that is read without end.
const PATIENCE: Duration = Duration::from_secs(60);
/// No damaged file is longer, in bytes, so that a million of them are read in an evening.
const LONGEST: usize = 1 << 16;

/// What formats give a meaning to.
const WORDS: [&str; 48] = [
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
];

/// A source of numbers that are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A part of something this long.
    fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(longest.min(length - start) + 1))
    }
}

/// A file with some damage; `others` are what pieces are taken from.
fn damaged(file: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
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
                let other = &others[dice.below(others.len())];
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

/// Reads, writes, and does both again.
fn check(importer: &dyn Importer, bytes: &[u8]) -> Result<(), String> {
    importer.sniff(bytes);
    let Ok((parcel, _)) = importer.import(bytes, &FixedWorld::default()) else {
        return Ok(());
    };
    let Some(exporter) = exporter(importer.name()) else {
        return Ok(());
    };
    exporter.losses(&parcel);
    let first = exporter.export(&parcel);
    let (again, _) = importer
        .import(&first, &FixedWorld::default())
        .map_err(|error| format!("what was written is refused: {error}"))?;
    if exporter.export(&again) != first {
        return Err("the second trip gives other bytes".to_owned());
    }
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below some folders.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// What every importer reads without damage: our fixtures, the corpus where there is one, and all
/// of their stories in every format.
fn seeds() -> BTreeMap<&'static str, Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    files(&root().join("tests/fixtures/stories"), &mut paths);
    for folder in ["ink", "yarn", "canvas"] {
        files(&root().join("../shared/corpus").join(folder), &mut paths);
    }
    let mut seeds: BTreeMap<_, Vec<Vec<u8>>> = BTreeMap::new();
    let mut stories = Vec::new();
    for path in paths {
        let Ok(bytes) = fs::read(&path) else {
            continue;
        };
        let Some(importer) = sniff(&bytes, &path.to_string_lossy()) else {
            continue;
        };
        if let Ok((parcel, _)) = importer.import(&bytes, &FixedWorld::default())
            && bytes.len() < LONGEST
        {
            stories.push(parcel);
        }
        seeds.entry(importer.name()).or_default().push(bytes);
    }
    for exporter in EXPORTERS {
        if formats::importer(exporter.name()).is_some() {
            let written = stories.iter().step_by(5).map(|it| exporter.export(it));
            seeds.entry(exporter.name()).or_default().extend(written);
        }
    }
    let mut folder = Folder::default();
    folder.put("a.ink", "INCLUDE b.ink\n-> k\n");
    folder.put("b.ink", "=== k ===\nHi\n-> END\n");
    folder.put("a.yarn", "title: Start\n---\nHi\n===\n");
    folder.put("a.twee", ":: Start\n[[b]]\n");
    for importer in IMPORTERS {
        let own = seeds.entry(importer.name()).or_default();
        own.push(folder.pack(&[]));
        own.push(Vec::new());
    }
    seeds
}

/// What the command line asks for.
struct Wish {
    formats: Vec<&'static dyn Importer>,
    runs: u64,
    seed: u64,
}

fn wish() -> Wish {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = words.iter().position(|it| it == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    // A word without dashes, and that is no number, chooses formats; `cargo test` has options.
    let named: Vec<_> = words
        .iter()
        .filter(|it| !it.starts_with('-') && it.parse::<u64>().is_err())
        .collect();
    let formats = IMPORTERS
        .iter()
        .copied()
        .filter(|format| named.is_empty() || named.iter().any(|it| it.as_str() == format.name()));
    Wish {
        formats: formats.collect(),
        runs: number("--runs").unwrap_or(RUNS),
        seed: number("--seed").unwrap_or(1),
    }
}

/// Ends the program, and keeps the file, when one is read without end.
fn watch() -> Sender<(&'static str, Vec<u8>)> {
    let (sender, receiver) = channel::<(&'static str, Vec<u8>)>();
    std::thread::spawn(move || {
        let mut now = None;
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(next) => now = Some(next),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some((format, bytes)) = &now {
                        let path = keep(format, bytes);
                        eprintln!("{format} reads {} without end", path.display());
                        std::process::exit(1);
                    }
                }
            }
        }
    });
    sender
}

/// Keeps a file that something is wrong with.
fn keep(format: &str, bytes: &[u8]) -> PathBuf {
    let folder = root().join("target/fuzz");
    let path = folder.join(format!(
        "{format}-{}-{}",
        bytes.len(),
        bytes.iter().map(|it| u32::from(*it)).sum::<u32>()
    ));
    let kept = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
    if let Err(error) = kept {
        eprintln!("{} cannot be written: {error}", path.display());
    }
    path
}

fn main() -> ExitCode {
    let wish = wish();
    let seeds = if wish.formats.is_empty() {
        BTreeMap::new()
    } else {
        seeds()
    };
    let watch = watch();
    std::panic::set_hook(Box::new(|_| {}));
    let mut faults = 0;
    for importer in wish.formats {
        let own = &seeds[importer.name()];
        let mut dice = Dice(wish.seed);
        let before = faults;
        for _ in 0..wish.runs {
            let bytes = damaged(&own[dice.below(own.len())], own, &mut dice);
            let told = watch.send((importer.name(), bytes.clone()));
            told.expect("the watch runs as long as this does");
            let checked = catch_unwind(AssertUnwindSafe(|| check(importer, &bytes)));
            let fault = match checked {
                Ok(Ok(())) => continue,
                Ok(Err(fault)) => fault,
                Err(panic) => panic
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()))
                    .unwrap_or_default(),
            };
            faults += 1;
            if faults - before <= 5 {
                eprintln!(
                    "{}: {fault}: {}",
                    importer.name(),
                    keep(importer.name(), &bytes).display()
                );
            }
        }
        println!(
            "{}: {} files, {} faults",
            importer.name(),
            wish.runs,
            faults - before
        );
    }
    if faults == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
