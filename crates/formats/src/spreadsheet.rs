//! What tables for spreadsheets have in common: how their rows are read whatever program wrote them, and
//! how cells are kept from being evaluated as formulas.

use csv::{Reader, ReaderBuilder};

use crate::{FormatError, FormatErrorKind};

/// Reads the rows of a table. In locales with a decimal comma, spreadsheets separate cells by semicolons.
pub(crate) fn rows_of(text: &str) -> Reader<&[u8]> {
    let first = text.lines().next().unwrap_or_default();
    let separators = [b',', b';', b'\t'];
    let count = |separator: &u8| first.bytes().filter(|it| it == separator).count();
    let separator = separators
        .into_iter()
        .rev()
        .max_by_key(count)
        .unwrap_or(b',');
    ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .from_reader(text.as_bytes())
}

/// The error of a row that cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn damaged(error: csv::Error) -> FormatError {
    let line = error
        .position()
        .and_then(|it| usize::try_from(it.line()).ok());
    let detail = error.to_string();
    FormatError::maybe_at(line, FormatErrorKind::TableDamaged { detail })
}

/// Whether a spreadsheet would evaluate this cell as a formula; signed numbers are not formulas.
pub(crate) fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
        && text.parse::<f64>().is_err()
}

/// A cell without the mark in front of what a spreadsheet would evaluate.
pub(crate) fn without_formula_guard(cell: &str) -> &str {
    let guarded = cell.strip_prefix('\'').filter(|it| is_formula(it));
    guarded.unwrap_or(cell)
}
