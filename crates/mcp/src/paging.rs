//! Pages of long lists: a cursor is the position of the next item. If the list has changed since,
//! items may be repeated or skipped, as the protocol allows.

use rmcp::ErrorData;
use rmcp::model::PaginatedRequestParams;

/// How many items a page has.
pub(crate) const PAGE: usize = 200;

/// The requested page, and the cursor of the next one.
pub(crate) fn page<T>(
    request: Option<&PaginatedRequestParams>,
    items: impl ExactSizeIterator<Item = T>,
) -> Result<(Vec<T>, Option<String>), ErrorData> {
    let cursor = request.and_then(|it| it.cursor.as_deref());
    let start = cursor.map_or(Ok(0), str::parse::<usize>);
    let total = items.len();
    let start = start.ok().filter(|it| *it <= total).ok_or_else(|| {
        ErrorData::invalid_params(
            "this is not a cursor of this list; ask for its first page",
            None,
        )
    })?;
    let end = start.saturating_add(PAGE);
    let page = items.skip(start).take(PAGE).collect();
    Ok((page, (end < total).then(|| end.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cursor(cursor: &str) -> PaginatedRequestParams {
        PaginatedRequestParams::default().with_cursor(Some(cursor.to_owned()))
    }

    #[test]
    fn pages_hold_every_item_once() {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let request = cursor.as_deref().map(with_cursor);
            let (page, next) = page(request.as_ref(), 0..2 * PAGE + 1).unwrap();
            seen.extend(page);
            cursor = next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, (0..2 * PAGE + 1).collect::<Vec<_>>());
    }

    #[test]
    fn rejects_a_foreign_cursor() {
        for cursor in ["", "x", "-1", "12", "99999999999999999999"] {
            assert!(page(Some(&with_cursor(cursor)), 0..10).is_err(), "{cursor}");
        }
        assert!(page(Some(&with_cursor("10")), 0..10).is_ok());
    }
}
