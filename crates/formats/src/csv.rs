//! The attributes of all nodes as one table for spreadsheets, one row per node: RFC 4180 with a byte
//! order mark, because Excel misreads non-ASCII text without one. No cell can be evaluated as a
//! formula. A table that was edited is read again by [`read_attribute_table`].

use std::collections::HashMap;

use indexmap::IndexMap;
use model::contents::Attributes;
use model::{Node, NodeId};
use serde_json::Value;

use crate::export::{FormatSupport, KV, Losses, attributes};
use crate::import::decode;
use crate::spreadsheet::{damaged, is_formula, rows_of, without_formula_guard};
use crate::{About, Bundle, Exporter, Format, FormatError, Loss, LossKind};
use markup::count_visible_words;
use markup::kept_data;
use markup::progress::track;

/// The maximum number of attribute columns; the remaining attributes share the last column.
const MAX_COLUMNS: usize = 250;
/// The columns before those of attributes.
const FIRST_COLUMNS: [&str; 4] = ["id", "title", "kind", "words"];
/// The column of the remaining attributes.
const OTHERS: &str = "other attributes";

const SUPPORT: FormatSupport = FormatSupport {
    format: "csv",
    capabilities: &[KV],
    kind: |_| true,
};

/// Exporter for a table of attributes.
pub(crate) struct Csv;

impl Format for Csv {
    fn about(&self) -> About {
        About {
            name: "csv",
            title: "CSV table of attributes",
            extensions: &["csv"],
        }
    }
}

impl Exporter for Csv {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let mut losses = Losses::of(bundle, &SUPPORT);
        let story = &bundle.story;
        losses.add_edges(LossKind::Edges, story.edges.values().map(|it| &**it));
        let nodes = || story.nodes.values().map(|it| &**it);
        losses.add_nodes(LossKind::Positions, nodes());
        losses.add_nodes(
            LossKind::FormulasEscaped,
            nodes().filter(|it| {
                let cells = attributes(it).into_iter().map(|it| it.1);
                cells.chain([it.title.clone()]).any(|it| is_formula(&it))
            }),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let story = &bundle.story;
        let (columns, has_others) = columns(story.nodes.values().map(|it| &**it));
        let mut table = String::from("\u{feff}");
        let mut header = FIRST_COLUMNS.to_vec();
        header.extend(&columns);
        header.extend(has_others.then_some(OTHERS));
        row(&mut table, &header);
        let places: HashMap<&str, usize> = columns
            .iter()
            .enumerate()
            .map(|(at, it)| (*it, at))
            .collect();
        for node in track("writing nodes", story.nodes.values()) {
            let mut cells = vec![String::new(); columns.len()];
            let mut others = Vec::new();
            let of_node = node.data.get(KV).map(|it| attribute_cells(it));
            for (name, value) in of_node.into_iter().flatten() {
                match places.get(name) {
                    Some(at) => cells[*at] = value,
                    None => others.push(format!("{name}: {value}")),
                }
            }
            cells.extend(has_others.then(|| others.join("\n")));
            let (id, words) = (
                node.id.to_string(),
                count_visible_words(kept_data::text_of(node)).words,
            );
            let words = words.to_string();
            let begin = [id.as_str(), &node.title, &node.kind, &words];
            let all: Vec<_> = begin
                .into_iter()
                .chain(cells.iter().map(String::as_str))
                .collect();
            row(&mut table, &all);
        }
        table.into_bytes()
    }
}

/// The attributes of a node by their names, as a table shows them.
pub type AttributeCells<'a> = IndexMap<&'a str, String>;

/// The attributes in the data of a node: the values of one name are in one cell.
#[must_use]
pub fn attribute_cells(data: &Value) -> AttributeCells<'_> {
    let mut cells = AttributeCells::new();
    for (name, value) in Attributes::unchecked_in(data) {
        match cells.get_mut(name) {
            Some(cell) if !cell.is_empty() => *cell = format!("{cell}\n{value}"),
            Some(cell) => *cell = value,
            None => _ = cells.insert(name, value),
        }
    }
    cells
}

/// A table of attributes that was exported and edited in a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeTable {
    /// The names of the attributes.
    pub columns: Vec<String>,
    /// A row for each node.
    pub rows: Vec<AttributeRow>,
}

/// The row of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeRow {
    /// The node; `None` for one that was added to the table.
    pub node: Option<NodeId>,
    /// Its title.
    pub title: String,
    /// Its kind, if the table says it.
    pub kind: String,
    /// The values of its attributes, one for each column; empty: none.
    pub values: Vec<String>,
}

/// Reads a table of attributes; `None` if it is another file. Columns may be missing, added or in another
/// order, and rows may be missing or sorted.
///
/// # Errors
///
/// If the table is damaged.
pub fn read_attribute_table(bytes: &[u8]) -> Result<Option<AttributeTable>, FormatError> {
    let Ok((text, _)) = decode(bytes) else {
        return Ok(None);
    };
    let mut reader = rows_of(&text);
    let Ok(header) = reader.headers() else {
        return Ok(None);
    };
    let header: Vec<String> = header.iter().map(|it| it.trim().to_owned()).collect();
    let column = |name: &str| header.iter().position(|it| it.eq_ignore_ascii_case(name));
    let (Some(id), Some(title)) = (column("id"), column("title")) else {
        return Ok(None);
    };
    let kind = column("kind");
    let first = FIRST_COLUMNS.map(column);
    let is_attribute = |(at, name): &(usize, &String)| {
        !first.contains(&Some(*at)) && !name.is_empty() && *name != OTHERS
    };
    let attributes = header.iter().enumerate().filter(is_attribute);
    let attributes: Vec<(usize, &String)> = attributes.collect();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(damaged)?;
        let cell = |at: usize| {
            let cell = record.get(at).unwrap_or_default();
            without_formula_guard(cell).replace("\r\n", "\n")
        };
        let named = cell(id);
        let row = AttributeRow {
            node: named.trim().parse().ok(),
            title: cell(title).trim().to_owned(),
            kind: kind
                .map(|it| cell(it).trim().to_owned())
                .unwrap_or_default(),
            values: attributes.iter().map(|it| cell(it.0)).collect(),
        };
        // What names something else than a node is no row of a node, such as a line below the table.
        if row.node.is_some() || (named.trim().is_empty() && !row.title.is_empty()) {
            rows.push(row);
        }
    }
    let columns = attributes.into_iter().map(|it| it.1.clone()).collect();
    Ok(Some(AttributeTable { columns, rows }))
}

/// The attribute names in order of first occurrence, and whether there are more than the limit.
fn columns<'a>(nodes: impl Iterator<Item = &'a Node>) -> (Vec<&'a str>, bool) {
    let mut names = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (name, _) in nodes.flat_map(attributes) {
        if seen.insert(name) {
            if names.len() == MAX_COLUMNS {
                return (names, true);
            }
            names.push(name);
        }
    }
    (names, false)
}

fn row(table: &mut String, cells: &[&str]) {
    for (at, text) in cells.iter().enumerate() {
        if at > 0 {
            table.push(',');
        }
        cell(table, text);
    }
    table.push_str("\r\n");
}

fn cell(table: &mut String, text: &str) {
    let guard = if is_formula(text) { "'" } else { "" };
    if text.contains(['"', ',', '\r', '\n']) || text.trim() != text {
        table.push('"');
        table.push_str(guard);
        table.push_str(&text.replace('"', "\"\""));
        table.push('"');
    } else {
        table.push_str(guard);
        table.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::expect;
    use serde_json::json;

    use super::*;
    use crate::tests::stories::sample_story;

    #[test]
    fn writes_one_row_per_node_without_formulas() {
        let mut story = sample_story();
        let items = json!({ "items": [
            { "k": "Name", "v": "=cmd|' /C calc'!A0" }, { "k": "debt", "v": "-5" }, { "k": "note", "v": "a \"b\",\nc" },
        ] });
        Arc::make_mut(&mut story.nodes[0])
            .data
            .insert(KV.into(), Arc::new(items));
        let table = Csv.export(&Bundle::new(story));
        expect![[r#"
            id,title,kind,words,Name,debt,note,age
            00000000-0000-0000-0000-000000000001,"The ""Yard""",scene,2,'=cmd|' /C calc'!A0,-5,"a ""b"",
            c",
            00000000-0000-0000-0000-000000000002,大厅 [hall],scene,6,,,,
            00000000-0000-0000-0000-000000000003,Neo,character,0,Thomas_Anderson,,,37
        "#]]
        .assert_eq(&String::from_utf8(table).unwrap().replace("\r\n", "\n").replace('\u{feff}', ""));
    }

    #[test]
    fn reads_what_a_spreadsheet_wrote() {
        let table = "ID;kind;Title;Age;;Note\r\n\
            00000000-0000-0000-0000-000000000003;character;Neo;'=1+1;x;\"a\r\nb\"\r\n\
            ;place;Zion;;;\r\nTotal;;;2;;\r\n";
        let table = read_attribute_table(table.as_bytes()).unwrap().unwrap();
        assert_eq!(table.columns, ["Age", "Note"]);
        let rows: Vec<_> = table
            .rows
            .iter()
            .map(|it| {
                (
                    it.node.is_some(),
                    &*it.title,
                    &*it.kind,
                    it.values.join("|"),
                )
            })
            .collect();
        assert_eq!(
            rows,
            [
                (true, "Neo", "character", "=1+1|a\nb".to_owned()),
                (false, "Zion", "place", "|".to_owned()),
            ]
        );
        for other in ["", "a,b\n1,2\n", ":: Start\nid, title\n"] {
            assert_eq!(read_attribute_table(other.as_bytes()), Ok(None), "{other}");
        }
    }

    #[test]
    fn limits_the_number_of_columns() {
        let mut story = sample_story();
        let items: Vec<_> = (0..1_000)
            .map(|it| json!({ "k": format!("k{it}"), "v": it }))
            .collect();
        let data = Arc::new(json!({ "items": items }));
        Arc::make_mut(&mut story.nodes[0])
            .data
            .insert(KV.into(), data);
        let table = String::from_utf8(Csv.export(&Bundle::new(story))).unwrap();
        assert_eq!(
            table.lines().next().unwrap().split(',').count(),
            4 + MAX_COLUMNS + 1
        );
        assert!(table.contains("k999: 999"));
    }
}
