//! Reads ids, subjects, times and authors from columns. Writing needs no helpers: ids and subjects
//! are byte arrays, times are microseconds.

use model::{Author, AuthorKind, CommitKind, ContentHash, Slot, Subject, Timestamp};
use rusqlite::types::Type;
use rusqlite::{Error, Result, Row};
use uuid::Uuid;

fn invalid_column(column: usize, what: &'static str) -> Error {
    Error::FromSqlConversionFailure(column, Type::Blob, what.into())
}

/// A UUID of 16 bytes.
pub(crate) fn id(row: &Row<'_>, column: usize) -> Result<Uuid> {
    Ok(Uuid::from_bytes(row.get(column)?))
}

/// A UUID, or `None` for NULL.
pub(crate) fn id_or_none(row: &Row<'_>, column: usize) -> Result<Option<Uuid>> {
    Ok(row
        .get::<_, Option<[u8; 16]>>(column)?
        .map(Uuid::from_bytes))
}

/// A subject of 17 bytes.
pub(crate) fn subject(row: &Row<'_>, column: usize) -> Result<Subject> {
    let bytes: [u8; 17] = row.get(column)?;
    Subject::from_bytes(&bytes).ok_or_else(|| invalid_column(column, "no subject"))
}

/// A slot in two columns: subject, then capability.
pub(crate) fn slot(row: &Row<'_>, column: usize) -> Result<Slot> {
    let capability = row.get_ref(column + 1)?.as_str()?.into();
    Ok(Slot {
        subject: subject(row, column)?,
        capability,
    })
}

/// A hash of 32 bytes.
pub(crate) fn hash(row: &Row<'_>, column: usize) -> Result<ContentHash> {
    Ok(ContentHash(row.get(column)?))
}

/// An instant in microseconds.
pub(crate) fn time(row: &Row<'_>, column: usize) -> Result<Timestamp> {
    Timestamp::from_microsecond(row.get(column)?).map_err(|_| invalid_column(column, "no time"))
}

/// A non-negative number.
pub(crate) fn count(row: &Row<'_>, column: usize) -> Result<u64> {
    row.get::<_, i64>(column)?
        .try_into()
        .map_err(|_| invalid_column(column, "a count below zero"))
}

/// An author in two columns: kind, then name.
pub(crate) fn author(row: &Row<'_>, column: usize) -> Result<Author> {
    let kind: String = row.get(column)?;
    let kinds = [
        AuthorKind::Person,
        AuthorKind::Assistant,
        AuthorKind::Program,
    ];
    let kind = kinds.into_iter().find(|it| it.as_str() == kind);
    let kind = kind.ok_or_else(|| invalid_column(column, "no kind of author"))?;
    Ok(Author {
        kind,
        name: row.get(column + 1)?,
        principal: None,
    })
}

/// The kind of a commit.
pub(crate) fn commit_kind(row: &Row<'_>, column: usize) -> Result<CommitKind> {
    let word: String = row.get(column)?;
    let kinds = [
        CommitKind::Edit,
        CommitKind::Undo,
        CommitKind::Redo,
        CommitKind::Restore,
        CommitKind::Adopt,
    ];
    let kind = kinds.into_iter().find(|it| it.as_str() == word);
    kind.ok_or_else(|| invalid_column(column, "no kind of commit"))
}
