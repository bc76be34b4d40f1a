//! The rows of the tables `node` and `edge`, which follow from the adopted versions. Enter through
//! [`update_graph_row`].

use model::{EdgeRecord, Layout, NodeRecord, Slot, Subject, part};
use rusqlite::{Connection, params};

use crate::StoreError;
use crate::read::version_view::{self, Pointer, record, version_at};

/// Updates the row of the graph's tables that follows from a slot's pointer, if one does.
pub(crate) fn update_graph_row(
    conn: &Connection,
    slot: &Slot,
    after: Option<Pointer>,
) -> Result<(), StoreError> {
    match (slot.subject, &*slot.capability) {
        (Subject::Node(_), part::NODE) => update_node_row(conn, slot, after),
        (Subject::Node(_), part::LAYOUT) => update_layout_row(conn, slot, after),
        (Subject::Edge(_), part::EDGE) => update_edge_row(conn, slot, after),
        _ => Ok(()),
    }
}

fn update_node_row(
    conn: &Connection,
    slot: &Slot,
    after: Option<Pointer>,
) -> Result<(), StoreError> {
    let id = &slot.subject.to_bytes()[1..];
    let Some(after) = after else {
        conn.prepare_cached("DELETE FROM node WHERE id = ?1")?
            .execute([id])?;
        return Ok(());
    };
    let it: NodeRecord = record(&version_at(conn, after.row)?.checked()?)?;
    let mut update = conn.prepare_cached("UPDATE node SET title = ?2, kind = ?3 WHERE id = ?1")?;
    if update.execute((id, &it.title, &it.kind))? == 0 {
        let made = made(conn, slot)?;
        conn.prepare_cached("INSERT INTO node (made, id, title, kind) VALUES (?1, ?2, ?3, ?4)")?
            .execute((made, id, &it.title, &it.kind))?;
        // The layout may have been restored before the node was.
        let layout = Slot::new(slot.subject, part::LAYOUT);
        let standing = version_view::adopted(conn, &layout)?;
        if standing.is_some() {
            update_layout_row(conn, &layout, standing)?;
        }
    }
    Ok(())
}

fn update_layout_row(
    conn: &Connection,
    slot: &Slot,
    after: Option<Pointer>,
) -> Result<(), StoreError> {
    let it: Layout = match after {
        Some(after) => record(&version_at(conn, after.row)?.checked()?)?,
        None => Layout::default(),
    };
    let id = &slot.subject.to_bytes()[1..];
    let parent = it.parent.map(|it| it.0.into_bytes());
    conn.prepare_cached(
        "UPDATE node SET x = ?2, y = ?3, width = ?4, height = ?5, parent = ?6, \
             color = ?7, collapsed = ?8 WHERE id = ?1",
    )?
    .execute(params![
        id,
        it.x,
        it.y,
        it.width,
        it.height,
        parent,
        it.color,
        it.collapsed
    ])?;
    Ok(())
}

fn update_edge_row(
    conn: &Connection,
    slot: &Slot,
    after: Option<Pointer>,
) -> Result<(), StoreError> {
    let id = &slot.subject.to_bytes()[1..];
    let Some(after) = after else {
        conn.prepare_cached("DELETE FROM edge WHERE id = ?1")?
            .execute([id])?;
        return Ok(());
    };
    let it: EdgeRecord = record(&version_at(conn, after.row)?.checked()?)?;
    let made = made(conn, slot)?;
    conn.prepare_cached(
        "INSERT INTO edge (made, id, source, target, label, position, condition, \
             effect, dynamic, includes, once) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO UPDATE SET \
             source = excluded.source, target = excluded.target, label = excluded.label, \
             position = excluded.position, condition = excluded.condition, \
             effect = excluded.effect, \
             dynamic = excluded.dynamic, includes = excluded.includes, \
             once = excluded.once",
    )?
    .execute(params![
        made,
        id,
        it.from.0.into_bytes(),
        it.to.0.into_bytes(),
        it.label,
        it.order,
        it.condition,
        it.effect,
        it.dynamic,
        it.includes,
        it.once
    ])?;
    Ok(())
}

/// The row of a slot's first version. It gives the order of creation, which survives removal
/// and restoring.
fn made(conn: &Connection, slot: &Slot) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT row FROM version WHERE subject = ?1 AND capability = ?2 AND number = 1",
    )?;
    let key = (slot.subject.to_bytes(), &*slot.capability);
    Ok(statement.query_row(key, |row| row.get(0))?)
}
