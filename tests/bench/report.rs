//! The result of a measurement: a row of the table, medians, and alternating runs of ours and the
//! baseline. Enter through [`Figure`] and [`alternate`].

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::Result;

/// The aim for a ratio.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    fn is_met(self, ratio: f64) -> bool {
        match self {
            Self::AtMost(most) => ratio <= most,
            Self::AtLeast(least) => ratio >= least,
        }
    }

    fn in_words(self) -> String {
        match self {
            Self::AtMost(most) => format!("≤ {most}"),
            Self::AtLeast(least) => format!("≥ {least}"),
        }
    }
}

/// One row of the table.
pub(crate) struct Figure {
    pub(crate) what: String,
    pub(crate) ours: String,
    pub(crate) baseline: String,
    pub(crate) ratio: Option<f64>,
    pub(crate) target: Option<Target>,
}

impl Figure {
    /// Two times of the same run, and the aim for their ratio.
    pub(crate) fn times(what: impl Into<String>, pair: Pair, target: Option<Target>) -> Self {
        Self {
            what: what.into(),
            ours: in_words(pair.ours),
            baseline: in_words(pair.baseline),
            ratio: Some(pair.ours.as_secs_f64() / pair.baseline.as_secs_f64()),
            target,
        }
    }

    /// How many of the expected results were found.
    pub(crate) fn share(
        what: impl Into<String>,
        there: usize,
        of: usize,
        target: Option<Target>,
    ) -> Self {
        Self {
            what: what.into(),
            ours: there.to_string(),
            baseline: of.to_string(),
            ratio: Some(there as f64 / of as f64),
            target,
        }
    }

    /// Two amounts of memory, in bytes.
    pub(crate) fn memory(what: impl Into<String>, ours: u64, baseline: u64) -> Self {
        let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
        Self {
            what: what.into(),
            ours: megabytes(ours),
            baseline: megabytes(baseline),
            ratio: Some(ours as f64 / baseline as f64),
            target: None,
        }
    }

    fn cells(&self) -> [String; 6] {
        let met = match (self.target, self.ratio) {
            (Some(target), Some(ratio)) if target.is_met(ratio) => "yes",
            (Some(_), Some(_)) => "no",
            _ => "",
        };
        [
            self.what.clone(),
            self.ours.clone(),
            self.baseline.clone(),
            self.ratio.map(|it| format!("{it:.2}")).unwrap_or_default(),
            self.target.map(Target::in_words).unwrap_or_default(),
            met.to_owned(),
        ]
    }
}

/// The width of the columns: rows are printed as they come, so a longer cell moves the rest of its row.
const WIDTHS: [usize; 6] = [76, 10, 10, 5, 6, 3];

/// Prints the head of the table, as Markdown.
pub(crate) fn print_head() -> io::Result<()> {
    line(&["figure", "ours", "baseline", "ratio", "aim", "met"].map(str::to_owned))?;
    line(&WIDTHS.map(|it| "-".repeat(it)))
}

/// Prints rows, as soon as they are measured.
pub(crate) fn print(figures: &[Figure]) -> io::Result<()> {
    figures.iter().try_for_each(|it| line(&it.cells()))
}

fn line(cells: &[String; 6]) -> io::Result<()> {
    let padded = cells.iter().zip(WIDTHS);
    let padded = padded.map(|(cell, width)| format!("{cell:<width$}"));
    let line = padded.collect::<Vec<_>>().join(" | ");
    writeln!(io::stdout().lock(), "| {line} |")
}

/// The median times of ours and of the baseline.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) ours: Duration,
    pub(crate) baseline: Duration,
}

/// Runs both alternately, with a different one first in each round, so that other load on the
/// machine affects both equally. Each returns the time it took.
pub(crate) fn alternate(
    rounds: usize,
    mut ours: impl FnMut() -> Result<Duration>,
    mut baseline: impl FnMut() -> Result<Duration>,
) -> Result<Pair> {
    let (mut of_ours, mut of_baseline) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        if round % 2 == 0 {
            of_ours.push(ours()?);
            of_baseline.push(baseline()?);
        } else {
            of_baseline.push(baseline()?);
            of_ours.push(ours()?);
        }
    }
    Ok(Pair {
        ours: median(of_ours),
        baseline: median(of_baseline),
    })
}

/// The duration of some work, divided by the number of repetitions.
pub(crate) fn time_each(times: u32, work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed() / times)
}

/// The median.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// A time in a suitable unit.
pub(crate) fn in_words(time: Duration) -> String {
    match time.as_secs_f64() * 1e6 {
        micros if micros < 1e3 => format!("{micros:.1} µs"),
        micros => format!("{:.2} ms", micros / 1e3),
    }
}
