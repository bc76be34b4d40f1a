//! Rows as bytes: the table, the number of values, and each value with its type.

use rusqlite::types::{Value, ValueRef};

use super::tables::Table;
use crate::checksum;

/// Begins a row of a table; as many values follow.
pub(crate) fn begin(buffer: &mut Vec<u8>, table: usize, values: usize) {
    // There are some twenty tables with some ten columns.
    buffer.extend([table as u8, values as u8]);
}

/// Appends a value.
pub(crate) fn push(buffer: &mut Vec<u8>, value: ValueRef<'_>) {
    checksum::push(buffer, value);
}

/// The rows with their tables: a row with key columns alone was deleted. `None` if the bytes are no
/// rows.
pub(crate) fn decode<'t>(
    mut bytes: &[u8],
    tables: &'t [Table],
) -> Option<Vec<(&'t Table, Vec<Value>)>> {
    let mut rows = Vec::new();
    while let Some((&[table, count], rest)) = bytes.split_first_chunk() {
        bytes = rest;
        let table = tables.get(usize::from(table))?;
        let count = usize::from(count);
        if count != table.keys.len() && count != table.columns.len() {
            return None;
        }
        let row = (0..count).map(|_| value(&mut bytes));
        rows.push((table, row.collect::<Option<_>>()?));
    }
    bytes.is_empty().then_some(rows)
}

fn value(bytes: &mut &[u8]) -> Option<Value> {
    let kind = take(bytes, 1)?[0];
    let number = |bytes: &mut &[u8]| take(bytes, 8)?.try_into().ok();
    let text = |bytes: &mut &[u8]| {
        let length = usize::try_from(u64::from_le_bytes(number(bytes)?)).ok()?;
        Some(take(bytes, length)?.to_vec())
    };
    Some(match kind {
        0 => Value::Null,
        1 => Value::Integer(i64::from_le_bytes(number(bytes)?)),
        2 => Value::Real(f64::from_bits(u64::from_le_bytes(number(bytes)?))),
        3 => Value::Text(String::from_utf8(text(bytes)?).ok()?),
        4 => Value::Blob(text(bytes)?),
        _ => return None,
    })
}

fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}
