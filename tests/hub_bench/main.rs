//! The hub's benchmarks, each against a NATS server or a minimal relay in the same run, on the same
//! core. Run it with `cargo xtask bench hub [--quick] [part of a figure's name …]`. A missing NATS
//! server only omits its rows, and nothing fails because it is slow.
//!
//! The servers run on the first core, the load on the last one. One file per figure; `servers`
//! starts what is measured, `load` and `nats` are the clients.

mod actions;
mod idle;
mod load;
mod nats;
mod relay;
mod requests;
mod servers;
#[path = "../soak/mod.rs"]
mod soak;
mod spread;
mod stalled;
mod story;
mod survive;
mod table;

use std::io::Write as _;

use anyhow::{Result, bail};

use crate::table::Row;

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

type Measure = fn(Scale) -> Result<Vec<Row>>;

/// Every measurement, in the order of the table.
const ALL: &[(&str, Measure)] = &[
    ("requests", requests::measure),
    ("spread", spread::measure),
    ("idle", idle::measure),
    ("actions", actions::measure),
    ("stalled", stalled::measure),
    ("survive", survive::measure),
];

fn main() -> Result<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    servers::raise_open_files();
    if let [serve, what, rest @ ..] = words.as_slice()
        && serve == servers::SERVE
    {
        return servers::serve(what, rest);
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
    servers::take_last_core();
    let mut failed = Vec::new();
    table::print_head("hub", "peer")?;
    for (name, measure) in ALL {
        if words.is_empty() || words.iter().any(|it| name.contains(it)) {
            writeln!(std::io::stderr(), "measuring: {name}")?;
            match measure(Scale { quick }) {
                Ok(rows) => table::print(&rows)?,
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
