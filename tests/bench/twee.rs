//! Reading and writing Twee against extwee: a process of each that reads a file and writes it, with
//! its peak memory; the reading and writing inside, without process start; and whether a story ten
//! times as large takes ten times as long.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use formats::{exporter, importer};
use model::FixedWorld;
use serde_json::Value;

use crate::Scale;
use crate::generated_text::{Language, Rng};
use crate::report::{Figure, Pair, Target, alternate, median, time_each};

/// The argument for our own process that reports its memory.
pub(crate) const MEMORY: &str = "--memory-of-twee";
/// The words per passage.
const WORDS: usize = 120;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    let mut before: Option<(usize, [Duration; 2])> = None;
    for passages in [scale.of(1_000, 100), scale.of(10_000, 1_000)] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("story.twee");
        std::fs::write(&path, file(passages))?;
        let rounds = scale.of(7, 3);
        let ours = own(&path, rounds)?;
        match against_extwee(&path, (passages, rounds), ours) {
            Ok(rows) => figures.extend(rows),
            Err(error) => writeln!(std::io::stderr(), "without extwee: {error:#}")?,
        }
        if let Some((fewer, times)) = before {
            let more = u32::try_from(passages / fewer)?;
            for (what, at) in [("Twee read", 0), ("Twee written", 1)] {
                let pair = Pair {
                    ours: ours[at],
                    baseline: times[at] * more,
                };
                let name = format!("{what}, {passages} passages, against {more} times {fewer}");
                figures.push(Figure::times(name, pair, Some(Target::AtMost(1.5))));
            }
        }
        before = Some((passages, ours));
    }
    Ok(figures)
}

/// The rows that need extwee.
fn against_extwee(
    path: &Path,
    (passages, rounds): (usize, usize),
    ours: [Duration; 2],
) -> Result<Vec<Figure>> {
    let pair = alternate(
        rounds,
        || time_each(1, || memory(path).map(drop)),
        || time_each(1, || extwee(path, 1).map(drop)),
    )?;
    let name = format!("Twee read and written, {passages} passages, against extwee");
    let mut figures = vec![Figure::times(name, pair, Some(Target::AtMost(0.05)))];
    let theirs = extwee(path, rounds)?;
    for (what, at) in [("Twee read", 0), ("Twee written", 1)] {
        let pair = Pair {
            ours: ours[at],
            baseline: theirs.times[at],
        };
        let name = format!("{what}, {passages} passages, once both are started");
        figures.push(Figure::times(name, pair, None));
    }
    let once = extwee(path, 1)?.memory;
    let name = format!("memory of both, {passages} passages, at most");
    let memory = Figure::memory(name, memory(path)?, once);
    figures.push(Figure {
        target: Some(Target::AtMost(0.33)),
        ..memory
    });
    Ok(figures)
}

/// A story of this many passages, each with two links.
fn file(passages: usize) -> String {
    let language = Language::english();
    let mut rng = Rng::new(3);
    let mut text =
        ":: StoryTitle\nBench\n\n:: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\",\
        \"format\":\"SugarCube\",\"format-version\":\"2.37.3\",\"start\":\"p0\"}\n"
            .to_owned();
    for passage in 0..passages {
        let (x, y) = (passage % 100 * 150, passage / 100 * 150);
        let prose = language.text(&mut rng, WORDS);
        let (one, other) = (rng.below(passages), rng.below(passages));
        text += &format!(
            "\n:: p{passage} [tag{}] {{\"position\":\"{x},{y}\",\"size\":\"100,100\"}}\n{prose}\n\
             [[Go on->p{one}]]\n<<link \"Turn\" \"p{other}\">><</link>>\n",
            passage % 7
        );
    }
    text
}

struct ReferenceRun {
    times: [Duration; 2],
    memory: u64,
}

fn extwee(path: &Path, rounds: usize) -> Result<ReferenceRun> {
    let outside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/outside");
    ensure!(
        outside.join("node_modules").exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    let output = Command::new("node")
        .arg(outside.join("time_extwee.js"))
        .arg(path)
        .arg(rounds.to_string())
        .output()
        .context("node does not start")?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let result: Value = serde_json::from_slice(&output.stdout)?;
    let of = |at: usize| {
        let times = result["times"].as_array().into_iter().flatten();
        let times = times.filter_map(|it| it[at].as_f64());
        median(times.map(|it| Duration::from_secs_f64(it / 1e3)).collect())
    };
    Ok(ReferenceRun {
        times: [of(0), of(1)],
        memory: result["memory"].as_u64().context("extwee's memory")?,
    })
}

/// The times to read and to write.
fn own(path: &Path, rounds: usize) -> Result<[Duration; 2]> {
    let bytes = std::fs::read(path)?;
    let (mut read, mut written) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut bundle = None;
        read.push(time_each(1, || {
            bundle = Some(bundle_of(&bytes)?);
            Ok(())
        })?);
        let bundle = bundle.context("what was read")?;
        written.push(time_each(1, || {
            let format = exporter("twee").context("Twee")?;
            ensure!(
                format.export(&bundle) == bytes,
                "the file comes back otherwise"
            );
            Ok(())
        })?);
    }
    Ok([median(read), median(written)])
}

fn bundle_of(bytes: &[u8]) -> Result<formats::Bundle> {
    let format = importer("twee").context("Twee")?;
    Ok(format.import(bytes, &FixedWorld::default())?.0)
}

fn memory(path: &Path) -> Result<u64> {
    let output = Command::new(std::env::current_exe()?)
        .arg(MEMORY)
        .arg(path)
        .output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// Reads and writes once, and prints the peak memory of this process.
pub(crate) fn report_memory(path: &Path) -> Result<()> {
    own(path, 1)?;
    let status =
        std::fs::read_to_string("/proc/self/status").context("memory is measured on Linux")?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB"));
    let kilobytes: u64 = kilobytes.context("the line VmHWM")?.parse()?;
    writeln!(std::io::stdout(), "{}", kilobytes * 1024)?;
    Ok(())
}
