//! The attributes of all nodes as one table, a row a node, for spreadsheets: RFC 4180 with a byte
//! order mark, without which Excel misreads everything but ASCII. No cell is ever a formula. Out
//! only.

use std::collections::HashMap;

use model::Node;

use crate::count_read;
use crate::kept;
use crate::watch::over;
use crate::writing::{Holds, KV, Losses, attributes};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

/// Attributes with a column of their own at most; the others share the last column.
const COLUMNS: usize = 250;

const HOLDS: Holds = Holds {
    format: "csv",
    capabilities: &[KV],
    kind: |_| true,
};

/// A table of attributes.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let mut losses = Losses::of(parcel, &HOLDS);
        let story = &parcel.story;
        losses.edges(Lost::Edges, story.edges.values().map(|it| &**it));
        let nodes = || story.nodes.values().map(|it| &**it);
        losses.nodes(Lost::Places, nodes());
        losses.nodes(
            Lost::Formulas,
            nodes().filter(|it| {
                let cells = attributes(it).into_iter().map(|it| it.1);
                cells.chain([it.title.clone()]).any(|it| is_formula(&it))
            }),
        );
        losses.done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let story = &parcel.story;
        let (columns, has_others) = columns(story.nodes.values().map(|it| &**it));
        let mut table = String::from("\u{feff}");
        let mut header = vec!["id", "title", "kind", "words"];
        header.extend(&columns);
        header.extend(has_others.then_some("other attributes"));
        row(&mut table, &header);
        let places: HashMap<&str, usize> = columns
            .iter()
            .enumerate()
            .map(|(at, it)| (*it, at))
            .collect();
        for node in over("writing nodes", story.nodes.values()) {
            let mut cells = vec![String::new(); columns.len()];
            let mut others = Vec::new();
            for (name, value) in attributes(node) {
                match places.get(name).map(|it| &mut cells[*it]) {
                    Some(cell) if cell.is_empty() => *cell = value,
                    // The same name twice.
                    Some(cell) => *cell = format!("{cell}\n{value}"),
                    None => others.push(format!("{name}: {value}")),
                }
            }
            cells.extend(has_others.then(|| others.join("\n")));
            let (id, words) = (node.id.to_string(), count_read(kept::text_of(node)).words);
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

/// The names of attributes as they are met, and whether there are more than have columns.
fn columns<'a>(nodes: impl Iterator<Item = &'a Node>) -> (Vec<&'a str>, bool) {
    let mut names = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (name, _) in nodes.flat_map(attributes) {
        if seen.insert(name) {
            if names.len() == COLUMNS {
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

/// Whether a spreadsheet would calculate this; numbers with a sign are only numbers.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
        && text.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::expect;
    use serde_json::json;

    use super::*;
    use crate::tests::stories::three_rooms;

    #[test]
    fn every_node_is_a_row_and_no_cell_a_formula() {
        let mut story = three_rooms();
        let items = json!({ "items": [
            { "k": "Name", "v": "=cmd|' /C calc'!A0" }, { "k": "debt", "v": "-5" }, { "k": "note", "v": "a \"b\",\nc" },
        ] });
        Arc::make_mut(&mut story.nodes[0])
            .data
            .insert(KV.into(), Arc::new(items));
        let table = Csv.export(&Parcel::new(story));
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
    fn a_thousand_names_do_not_make_a_thousand_columns() {
        let mut story = three_rooms();
        let items: Vec<_> = (0..1_000)
            .map(|it| json!({ "k": format!("k{it}"), "v": it }))
            .collect();
        let data = Arc::new(json!({ "items": items }));
        Arc::make_mut(&mut story.nodes[0])
            .data
            .insert(KV.into(), data);
        let table = String::from_utf8(Csv.export(&Parcel::new(story))).unwrap();
        assert_eq!(
            table.lines().next().unwrap().split(',').count(),
            4 + COLUMNS + 1
        );
        assert!(table.contains("k999: 999"));
    }
}
