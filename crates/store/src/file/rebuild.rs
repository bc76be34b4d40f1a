//! Writes the data that follows from other data again: the pointers from the moves, the tables of
//! nodes and edges from the adopted versions. Used when their checksum does not match although
//! everything they follow from is sound.

use model::{Slot, part};
use rusqlite::{Connection, TransactionBehavior};

use crate::checksum;
use crate::graph_rows::update_graph_row;
use crate::read::version_view::adopted;
use crate::{StoreError, columns};

/// The pointers as the moves leave them.
const POINTERS: &str = "SELECT subject, capability, after FROM \
    (SELECT subject, capability, after, max(change) FROM move WHERE drafted = 0 \
     GROUP BY subject, capability) WHERE after IS NOT NULL";

/// Rebuilds pointers, nodes and edges in one transaction.
pub(super) fn rebuild(conn: &mut Connection) -> Result<(), StoreError> {
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(&format!(
        "DELETE FROM adopted; INSERT INTO adopted (subject, capability, version) {POINTERS}; \
         DELETE FROM node; DELETE FROM edge;"
    ))?;
    // A layout changes the row that its node made.
    for capability in [part::NODE, part::LAYOUT, part::EDGE] {
        for slot in adopted_slots(&transaction, capability)? {
            update_graph_row(&transaction, &slot, adopted(&transaction, &slot)?)?;
        }
    }
    checksum::recompute(&transaction)?;
    Ok(transaction.commit()?)
}

fn adopted_slots(conn: &Connection, capability: &str) -> Result<Vec<Slot>, StoreError> {
    let mut statement =
        conn.prepare("SELECT subject, capability FROM adopted WHERE capability = ?1")?;
    let rows = statement.query_map([capability], |row| columns::slot(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Describes how the pointers differ from what the moves leave, if they do.
pub(super) fn find_pointer_mismatch(conn: &Connection) -> Result<Option<String>, StoreError> {
    let stored = "SELECT subject, capability, version FROM adopted";
    let sql = format!(
        "SELECT EXISTS (SELECT * FROM ({POINTERS}) EXCEPT {stored}) \
         OR EXISTS ({stored} EXCEPT SELECT * FROM ({POINTERS}))"
    );
    let differs: bool = conn.query_row(&sql, [], |row| row.get(0))?;
    Ok(differs.then(|| "the adopted versions are not those that the changes left".to_owned()))
}
