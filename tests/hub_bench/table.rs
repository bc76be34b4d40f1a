//! A row of the table, and the table as Markdown.

use std::io::{self, Write as _};

/// The aim for a number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Aim {
    AtMost(f64),
    AtLeast(f64),
}

/// One row: our result, the peer's result, and how the ratio, or our own number if there is no
/// peer, compares with the aim.
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) ours: String,
    pub(crate) peer: String,
    pub(crate) value: Option<f64>,
    pub(crate) aim: Option<Aim>,
}

impl Row {
    fn cells(&self) -> [String; 6] {
        let met = match (self.aim, self.value) {
            (Some(Aim::AtMost(most)), Some(value)) => value <= most,
            (Some(Aim::AtLeast(least)), Some(value)) => value >= least,
            _ => false,
        };
        let aim = match self.aim {
            Some(Aim::AtMost(most)) => format!("≤ {most}"),
            Some(Aim::AtLeast(least)) => format!("≥ {least}"),
            None => String::new(),
        };
        let verdict = match (self.aim, self.value) {
            (Some(_), Some(_)) if met => "yes",
            (Some(_), Some(_)) => "no",
            _ => "",
        };
        [
            self.what.clone(),
            self.ours.clone(),
            self.peer.clone(),
            self.value.map(|it| format!("{it:.2}")).unwrap_or_default(),
            aim,
            verdict.to_owned(),
        ]
    }
}

/// Prints the head of the table.
pub(crate) fn print_head(ours: &str, peer: &str) -> io::Result<()> {
    line(&["figure", ours, peer, "value", "aim", "met"].map(str::to_owned))?;
    line(&std::array::from_fn(|_| "---".to_owned()))
}

/// Prints rows, as soon as they are measured.
pub(crate) fn print(rows: &[Row]) -> io::Result<()> {
    rows.iter().try_for_each(|it| line(&it.cells()))
}

fn line(cells: &[String; 6]) -> io::Result<()> {
    writeln!(io::stdout().lock(), "| {} |", cells.join(" | "))
}

/// A count in thousands.
pub(crate) fn thousands(number: f64) -> String {
    format!("{:.1} k/s", number / 1e3)
}

/// The median.
pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
