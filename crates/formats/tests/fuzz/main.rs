//! Damaged files for every importer: each is read or refused, never with a panic and never without
//! end; what was read comes back as it was, and is written the same twice. `cargo test` runs a few;
//! `cargo xtask fuzz [format] [--runs N] [--seed S]` as many as wished, always the same for the same
//! seed. `seeds` has the sound files, `damage` what is done to them.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program that says how far it is"
)]

mod damage;
mod seeds;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use formats::{IMPORTERS, Importer, Parcel, exporter, importer};
use model::FixedWorld;

use crate::damage::{Dice, damaged};

/// How many damaged files each importer gets, unless it is said.
const RUNS: u64 = 150;
/// A file that is read for longer than this is one that is read without end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads, writes, and does both again.
fn check(importer: &dyn Importer, bytes: &[u8]) -> Result<(), String> {
    importer.sniff(bytes);
    let Ok((parcel, _)) = importer.import(bytes, &FixedWorld::default()) else {
        return Ok(());
    };
    check_native(&parcel)?;
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
    let (before, after) = (content(&parcel), content(&again));
    if before != after {
        return Err(format!(
            "the first trip gives other content: {}",
            differing(&before, &after)
        ));
    }
    Ok(())
}

/// Whatever was read, our own format holds all of it.
fn check_native(parcel: &Parcel) -> Result<(), String> {
    let format = importer("json").expect("our own format is read");
    let written = exporter("json")
        .expect("our own format is written")
        .export(parcel);
    let (again, warnings) = format
        .import(&written, &FixedWorld::default())
        .map_err(|error| format!("our own format refuses it: {error}"))?;
    if let Some(warning) = warnings.first() {
        return Err(format!("our own format warns: {warning}"));
    }
    if again != *parcel {
        return Err("our own format holds not all of it".to_owned());
    }
    Ok(())
}

/// What a person would miss: titles, kinds, words, links and where reading begins.
fn content(parcel: &Parcel) -> Vec<String> {
    let story = &parcel.story;
    let mut lines = vec![format!("story {:?}", story.record.title)];
    for node in story.nodes.values() {
        let start = story.record.start == Some(node.id);
        let text = node.data.get("text").and_then(|it| it["text"].as_str());
        let text = text.unwrap_or_default();
        lines.push(format!("{} {:?} {text:?} {start}", node.kind, node.title));
        for edge in story.edges_from(node.id) {
            let to = &story.nodes[&edge.record.to].title;
            lines.push(format!("  {:?} -> {to:?}", edge.record.label));
        }
    }
    lines
}

fn differing(before: &[String], after: &[String]) -> String {
    let none = String::new();
    let count = before.len().max(after.len());
    let at = |lines: &[String], it: usize| lines.get(it).unwrap_or(&none).clone();
    let found = (0..count).find(|it| at(before, *it) != at(after, *it));
    let mut told = found.map_or(none.clone(), |it| {
        format!("{} became {}", at(before, it), at(after, it))
    });
    told.truncate(told.floor_char_boundary(400));
    told
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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
        seeds::seeds()
    };
    let watch = watch();
    std::panic::set_hook(Box::new(|_| {}));
    let mut faults = 0;
    for importer in wish.formats {
        let own = &seeds[importer.name()];
        let mut dice = Dice(wish.seed);
        let before = faults;
        for _ in 0..wish.runs {
            let bytes = damaged(own, &mut dice);
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
