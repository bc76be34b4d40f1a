//! Checksums of a story's rows: they show a byte that changed outside Storyteller, which SQLite does
//! not notice. Enter through [`maintain`] for writing and [`find_mismatch`] for verifying.
//!
//! A sum is the sum of its rows' hashes, so that a write updates it without reading other rows.
//! Temporary triggers of the writing connection do that; they take part in its transactions, so a
//! rollback of any kind leaves the sums right. Not here: the texts of versions and the bytes of
//! assets, which have hashes of their own.

use std::fmt::Write as _;

use model::ContentHash;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use crate::StoreError;

/// The schema number that added the checksums.
pub(crate) const CHECKSUM_SCHEMA: u32 = 10;

/// The three sums: columns of the table `checksum`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Everything that cannot be derived.
    Source,
    /// The pointers, which follow from the moves.
    Adopted,
    /// The tables of nodes and edges, which follow from the adopted versions.
    Graph,
}

impl Part {
    const ALL: [Self; 3] = [Self::Source, Self::Adopted, Self::Graph];

    fn column(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Adopted => "adopted",
            Self::Graph => "graph",
        }
    }

    /// What it covers, for an error message.
    fn covers(self) -> &'static str {
        match self {
            Self::Source => "versions, changes and conversations",
            Self::Adopted => "pointers to the adopted versions",
            Self::Graph => "tables of nodes and edges",
        }
    }

    /// The error text when the sum does not match.
    pub(crate) fn differs(self) -> String {
        format!("its {} differ from their checksum", self.covers())
    }
}

/// A table whose rows count, and the columns that do. The position in [`TABLES`] is part of each
/// hash, so new tables go to the end.
struct Table {
    name: &'static str,
    part: Part,
    columns: &'static [&'static str],
    /// A column of which only the presence counts: compaction empties it.
    presence: Option<&'static str>,
}

const fn table(name: &'static str, part: Part, columns: &'static [&'static str]) -> Table {
    Table {
        name,
        part,
        columns,
        presence: None,
    }
}

static TABLES: [Table; 19] = [
    table("story", Part::Source, &["only", "id", "made", "origin"]),
    table(
        "step",
        Part::Source,
        &["number", "turn", "last", "state", "undone"],
    ),
    table(
        "change",
        Part::Source,
        &[
            "number",
            "id",
            "kind",
            "author_kind",
            "author",
            "origin",
            "turn",
            "draft",
            "reason",
            "time",
            "step",
            "principal",
        ],
    ),
    table(
        "call",
        Part::Source,
        &["number", "caller", "id", "fingerprint", "outcome", "change"],
    ),
    Table {
        name: "version",
        part: Part::Source,
        columns: &[
            "row",
            "id",
            "subject",
            "capability",
            "number",
            "change",
            "base",
            "hash",
        ],
        presence: Some("body"),
    },
    table(
        "move",
        Part::Source,
        &[
            "change",
            "position",
            "subject",
            "capability",
            "before",
            "after",
            "drafted",
        ],
    ),
    table(
        "draft",
        Part::Source,
        &["number", "id", "turn", "title", "state", "time"],
    ),
    table(
        "draft_piece",
        Part::Source,
        &["draft", "subject", "capability", "base", "after"],
    ),
    table(
        "label",
        Part::Source,
        &["name", "change", "author_kind", "author", "time"],
    ),
    table(
        "label_slot",
        Part::Source,
        &["name", "subject", "capability", "version"],
    ),
    table("asset", Part::Source, &["number", "hash", "mime"]),
    table(
        "thread",
        Part::Source,
        &["number", "id", "title", "node", "time", "owner"],
    ),
    table(
        "message",
        Part::Source,
        &[
            "number", "id", "thread", "turn", "role", "content", "metadata", "time",
        ],
    ),
    table(
        "turn",
        Part::Source,
        &["number", "id", "thread", "ended", "state"],
    ),
    table("kept", Part::Source, &["thread", "name", "value"]),
    table(
        "provenance",
        Part::Source,
        &[
            "version",
            "author_kind",
            "author",
            "turn",
            "draft",
            "reason",
            "time",
        ],
    ),
    table(
        "adopted",
        Part::Adopted,
        &["subject", "capability", "version"],
    ),
    table(
        "node",
        Part::Graph,
        &[
            "made",
            "id",
            "title",
            "kind",
            "x",
            "y",
            "width",
            "height",
            "parent",
            "color",
            "collapsed",
        ],
    ),
    table(
        "edge",
        Part::Graph,
        &[
            "made",
            "id",
            "source",
            "target",
            "label",
            "position",
            "condition",
            "effect",
            "dynamic",
            "includes",
            "once",
        ],
    ),
];

/// The tables whose rows count, in the order of their hashes.
pub(crate) fn table_names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|it| it.name)
}

impl Table {
    /// The values that count, of a row under an alias ("new.", "old." or nothing).
    fn values(&self, alias: &str) -> String {
        let mut text = String::new();
        for column in self.columns {
            let separator = if text.is_empty() { "" } else { ", " };
            // Writing to a string cannot fail.
            _ = write!(text, "{separator}{alias}\"{column}\"");
        }
        if let Some(column) = self.presence {
            _ = write!(text, ", {alias}\"{column}\" IS NULL");
        }
        text
    }
}

/// The sum of some rows' hashes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RowSum([u64; 4]);

impl RowSum {
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; 32] = bytes.try_into().ok()?;
        let mut lanes = [0; 4];
        for (lane, part) in lanes.iter_mut().zip(bytes.chunks_exact(8)) {
            *lane = u64::from_le_bytes(part.try_into().ok()?);
        }
        Some(Self(lanes))
    }

    fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (part, lane) in bytes.chunks_exact_mut(8).zip(self.0) {
            part.copy_from_slice(&lane.to_le_bytes());
        }
        bytes
    }

    fn add(&mut self, row: Self) {
        for (lane, other) in self.0.iter_mut().zip(row.0) {
            *lane = lane.wrapping_add(other);
        }
    }

    fn subtract(&mut self, row: Self) {
        for (lane, other) in self.0.iter_mut().zip(row.0) {
            *lane = lane.wrapping_sub(other);
        }
    }
}

/// The sum of the graph's rows, added while they are read anyway.
pub(crate) struct GraphSum {
    nodes: RowHasher,
    edges: RowHasher,
}

impl GraphSum {
    /// The sum of no rows.
    pub(crate) fn new() -> Self {
        let hasher = |name: &str| {
            RowHasher::new(
                TABLES
                    .iter()
                    .position(|it| it.name == name)
                    .unwrap_or_default(),
            )
        };
        Self {
            nodes: hasher("node"),
            edges: hasher("edge"),
        }
    }

    /// Adds a row of `node` with all columns, in the order of [`TABLES`].
    pub(crate) fn node(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        self.nodes.add(row)
    }

    /// Adds a row of `edge` with all columns, in the order of [`TABLES`].
    pub(crate) fn edge(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        self.edges.add(row)
    }

    /// Whether it is the sum that the file has.
    pub(crate) fn matches(&self, conn: &Connection) -> Result<bool, StoreError> {
        let mut sum = self.nodes.sum;
        sum.add(self.edges.sum);
        Ok(stored(conn, Part::Graph)? == Some(sum))
    }
}

/// Hashes rows of one table; reuses its buffer.
struct RowHasher {
    table: u8,
    columns: usize,
    buffer: Vec<u8>,
    sum: RowSum,
}

impl RowHasher {
    fn new(index: usize) -> Self {
        let table = &TABLES[index];
        Self {
            table: index as u8,
            columns: table.columns.len() + usize::from(table.presence.is_some()),
            buffer: Vec::with_capacity(256),
            sum: RowSum::default(),
        }
    }

    /// Adds a row whose first columns are those of [`TABLES`], in that order.
    fn add(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        self.buffer.clear();
        self.buffer.push(self.table);
        for column in 0..self.columns {
            push(&mut self.buffer, row.get_ref(column)?);
        }
        self.sum.add(hash(&self.buffer));
        Ok(())
    }
}

fn hash(row: &[u8]) -> RowSum {
    RowSum::from_bytes(&ContentHash::of(row).0).unwrap_or_default()
}

/// Appends a value so that different rows give different bytes.
pub(crate) fn push(buffer: &mut Vec<u8>, value: ValueRef<'_>) {
    let (kind, bytes): (u8, &[u8]) = match value {
        ValueRef::Null => return buffer.push(0),
        ValueRef::Integer(it) => {
            buffer.push(1);
            return buffer.extend(it.to_le_bytes());
        }
        ValueRef::Real(it) => {
            buffer.push(2);
            return buffer.extend(it.to_bits().to_le_bytes());
        }
        ValueRef::Text(it) => (3, it),
        ValueRef::Blob(it) => (4, it),
    };
    buffer.push(kind);
    buffer.extend((bytes.len() as u64).to_le_bytes());
    buffer.extend(bytes);
}

/// The SQL function `with_row(sum, sign, table, values…)`: the sum with a row added or taken away.
fn with_row(context: &Context<'_>) -> rusqlite::Result<[u8; 32]> {
    let invalid = || rusqlite::Error::UserFunctionError("a checksum has 32 bytes".into());
    let sum = context.get_raw(0).as_blob().map_err(|_| invalid())?;
    let mut sum = RowSum::from_bytes(sum).ok_or_else(invalid)?;
    let is_added: bool = context.get(1)?;
    let mut buffer = vec![context.get::<u8>(2)?];
    for index in 3..context.len() {
        push(&mut buffer, context.get_raw(index));
    }
    if is_added {
        sum.add(hash(&buffer));
    } else {
        sum.subtract(hash(&buffer));
    }
    Ok(sum.to_bytes())
}

/// Makes a writing connection keep the sums from now on.
pub(crate) fn maintain(conn: &Connection) -> Result<(), StoreError> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("with_row", -1, flags, with_row)?;
    let mut triggers = String::from("PRAGMA temp_store = MEMORY;\n");
    for (index, table) in TABLES.iter().enumerate() {
        let (name, sum) = (table.name, table.part.column());
        let (new, old) = (table.values("new."), table.values("old."));
        let counted = table.columns.iter().chain(&table.presence);
        let counted: Vec<_> = counted.map(|it| format!("\"{it}\"")).collect();
        let counted = counted.join(", ");
        // Writing to a string cannot fail.
        _ = write!(
            triggers,
            "CREATE TEMP TRIGGER \"{name} added\" AFTER INSERT ON main.\"{name}\" BEGIN \
             UPDATE checksum SET {sum} = with_row({sum}, 1, {index}, {new}); END;\n\
             CREATE TEMP TRIGGER \"{name} removed\" AFTER DELETE ON main.\"{name}\" BEGIN \
             UPDATE checksum SET {sum} = with_row({sum}, 0, {index}, {old}); END;\n\
             CREATE TEMP TRIGGER \"{name} changed\" AFTER UPDATE OF {counted} ON main.\"{name}\" \
             BEGIN UPDATE checksum SET {sum} = \
             with_row(with_row({sum}, 0, {index}, {old}), 1, {index}, {new}); END;\n"
        );
    }
    conn.execute_batch(&triggers)?;
    Ok(())
}

/// Computes a sum from all its rows.
fn compute(conn: &Connection, part: Part) -> Result<RowSum, StoreError> {
    let mut sum = RowSum::default();
    for (index, table) in TABLES.iter().enumerate().filter(|it| it.1.part == part) {
        let sql = format!("SELECT {} FROM main.\"{}\"", table.values(""), table.name);
        let mut hasher = RowHasher::new(index);
        let mut statement = conn.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            hasher.add(row)?;
        }
        sum.add(hasher.sum);
    }
    Ok(sum)
}

/// A sum as the file has it; `None` if it is not readable as one.
fn stored(conn: &Connection, part: Part) -> Result<Option<RowSum>, StoreError> {
    let sql = format!("SELECT {} FROM checksum", part.column());
    let mut statement = conn.prepare_cached(&sql)?;
    let mut rows = statement.query([])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let bytes = row.get_ref(0)?.as_blob().ok();
    Ok(bytes.and_then(RowSum::from_bytes))
}

/// The first sum that does not match its rows; the sources come first.
pub(crate) fn find_mismatch(conn: &Connection) -> Result<Option<Part>, StoreError> {
    for part in Part::ALL {
        if !matches(conn, part)? {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// Whether a sum matches its rows.
fn matches(conn: &Connection, part: Part) -> Result<bool, StoreError> {
    Ok(stored(conn, part)? == Some(compute(conn, part)?))
}

/// Writes all sums again, from the rows as they are.
pub(crate) fn recompute(conn: &Connection) -> Result<(), StoreError> {
    for part in Part::ALL {
        let sum = compute(conn, part)?.to_bytes();
        let sql = format!("UPDATE checksum SET {} = ?1", part.column());
        conn.execute(&sql, [sum])?;
    }
    Ok(())
}
