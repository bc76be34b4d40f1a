//! The project's benchmarks, each against a minimal baseline in the same run. Run it with `cargo
//! xtask bench [--quick] [part of a figure's name …]`. One file per figure; `report` prints the
//! table. Each row is printed as soon as it is measured; what cannot be measured costs its own rows alone.
//! Nothing here fails because it is slow.

mod adopted;
mod check;
mod check_accuracy;
mod compose;
mod context_words;
mod continuity;
mod disk;
mod exports;
mod generated_text;
mod harness;
mod instant_model;
mod jobs;
mod open;
mod report;
mod search;
mod sqlite_baseline;
mod tool_call;
mod tool_search;
mod twee;

use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};

use crate::report::Figure;

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How much is measured.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    quick: bool,
}

impl Scale {
    /// The full size, or a small one for work on the benchmark.
    pub(crate) fn of<T>(self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }
}

type Measure = fn(Scale) -> Result<Vec<Figure>>;

/// Every measurement, in the order of the table.
const ALL: &[(&str, Measure)] = &[
    ("disk", disk::measure),
    ("tool_call", tool_call::measure),
    ("adopted", adopted::measure),
    ("open", open::measure),
    ("search", search::measure),
    ("check", check::measure),
    ("check_accuracy", check_accuracy::measure),
    ("compose", compose::measure),
    ("context_words", context_words::measure),
    ("continuity", continuity::measure),
    ("jobs", jobs::measure),
    ("tool_search", tool_search::measure),
    ("exports", exports::measure),
    ("twee", twee::measure),
];

fn main() -> Result<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if let [sort, path] = words.as_slice()
        && let Some(sort) = open::LoadedForm::named(sort)
    {
        return open::report_memory(sort, Path::new(path));
    }
    if let [sort, path] = words.as_slice()
        && sort == twee::MEMORY
    {
        return twee::report_memory(Path::new(path));
    }
    // Cargo itself passes `--bench`.
    words.retain(|it| it != "--bench");
    let quick = words.iter().any(|it| it == "--quick");
    words.retain(|it| it != "--quick");
    if let Some(unknown) = words
        .iter()
        .find(|it| !ALL.iter().any(|(name, _)| name.contains(*it)))
    {
        let names: Vec<_> = ALL.iter().map(|(name, _)| *name).collect();
        bail!(
            "no figure is called {unknown:?}; there are {}",
            names.join(", ")
        );
    }
    let mut failed = Vec::new();
    report::print_head()?;
    for (name, measure) in ALL {
        if words.is_empty() || words.iter().any(|it| name.contains(it)) {
            writeln!(std::io::stderr(), "measuring: {name}")?;
            match measure(Scale { quick }) {
                Ok(figures) => report::print(&figures)?,
                Err(error) => {
                    writeln!(std::io::stderr(), "{name} could not be measured: {error:#}")?;
                    failed.push(*name);
                }
            }
        }
    }
    if !failed.is_empty() {
        bail!("not measured: {}", failed.join(", "));
    }
    Ok(())
}
