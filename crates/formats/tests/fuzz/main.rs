//! Fuzzes every importer with damaged files: each is read or rejected without a panic and in
//! bounded time; what was read round-trips, and exporting twice gives the same bytes. `cargo test`
//! runs a few cases; `cargo xtask fuzz [format] [--runs N] [--seed S]` as many as requested, the
//! same for each seed. `seeds` provides valid files, `mutate` damages them.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program that says how far it is"
)]

mod mutate;
mod seeds;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use formats::{Bundle, IMPORTERS, Importer, exporter, importer};
use model::FixedWorld;

use crate::mutate::{FuzzRng, mutated};

/// The default number of mutated files per importer.
const RUNS: u64 = 150;
/// Reading a file for longer than this counts as a hang.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Imports, exports, and does both again.
fn check(importer: &dyn Importer, bytes: &[u8]) -> Result<(), String> {
    importer.sniff(bytes);
    let Ok((bundle, _)) = importer.import(bytes, &FixedWorld::default()) else {
        return Ok(());
    };
    check_native(&bundle)?;
    let Some(exporter) = exporter(importer.name()) else {
        return Ok(());
    };
    exporter.losses(&bundle);
    let first = exporter.export(&bundle);
    let (again, _) = importer
        .import(&first, &FixedWorld::default())
        .map_err(|error| format!("what was written is refused: {error}"))?;
    if exporter.export(&again) != first {
        return Err("the second trip gives other bytes".to_owned());
    }
    let (before, after) = (content(&bundle), content(&again));
    if before != after {
        return Err(format!(
            "the first trip gives other content: {}",
            differing(&before, &after)
        ));
    }
    Ok(())
}

/// Whatever was read, our own format preserves all of it.
fn check_native(bundle: &Bundle) -> Result<(), String> {
    let format = importer("json").expect("our own format is read");
    let written = exporter("json")
        .expect("our own format is written")
        .export(bundle);
    let (again, warnings) = format
        .import(&written, &FixedWorld::default())
        .map_err(|error| format!("our own format refuses it: {error}"))?;
    if let Some(warning) = warnings.first() {
        return Err(format!("our own format warns: {warning}"));
    }
    if again != *bundle {
        return Err("our own format holds not all of it".to_owned());
    }
    Ok(())
}

/// What a user would miss: titles, kinds, text, links and the start.
fn content(bundle: &Bundle) -> Vec<String> {
    let story = &bundle.story;
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
    let mut report = found.map_or(none.clone(), |it| {
        format!("{} became {}", at(before, it), at(after, it))
    });
    report.truncate(report.floor_char_boundary(400));
    report
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command-line options.
struct Options {
    formats: Vec<&'static dyn Importer>,
    runs: u64,
    seed: u64,
}

fn parse_options() -> Options {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = words.iter().position(|it| it == name)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    // Arguments without dashes that are not numbers select formats; `cargo test` passes options of
    // its own.
    let named: Vec<_> = words
        .iter()
        .filter(|it| !it.starts_with('-') && it.parse::<u64>().is_err())
        .collect();
    let formats = IMPORTERS
        .iter()
        .copied()
        .filter(|format| named.is_empty() || named.iter().any(|it| it.as_str() == format.name()));
    Options {
        formats: formats.collect(),
        runs: number("--runs").unwrap_or(RUNS),
        seed: number("--seed").unwrap_or(1),
    }
}

/// Ends the process, keeping the file, if reading hangs.
fn start_watchdog() -> Sender<(&'static str, Vec<u8>)> {
    let (sender, receiver) = channel::<(&'static str, Vec<u8>)>();
    std::thread::spawn(move || {
        let mut now = None;
        loop {
            match receiver.recv_timeout(TIMEOUT) {
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

/// Saves a file that caused a failure.
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
    let parse_options = parse_options();
    let seeds = if parse_options.formats.is_empty() {
        BTreeMap::new()
    } else {
        seeds::seeds()
    };
    let watch = start_watchdog();
    std::panic::set_hook(Box::new(|_| {}));
    let mut faults = 0;
    for importer in parse_options.formats {
        let own = &seeds[importer.name()];
        let mut rng = FuzzRng(parse_options.seed);
        let before = faults;
        for _ in 0..parse_options.runs {
            let bytes = mutated(own, &mut rng);
            let sent = watch.send((importer.name(), bytes.clone()));
            sent.expect("the watch runs as long as this does");
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
            parse_options.runs,
            faults - before
        );
    }
    if faults == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
