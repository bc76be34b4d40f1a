//! Exports the attributes of all nodes as one table for spreadsheets, one row per node: RFC 4180
//! with a byte order mark, because Excel misreads non-ASCII text without one. No cell can be
//! evaluated as a formula.

use std::collections::HashMap;

use model::Node;

use crate::export::{FormatSupport, KV, Losses, attributes};
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::count_visible_words;
use markup::kept_data;
use markup::progress::track;

/// The maximum number of attribute columns; the remaining attributes share the last column.
const MAX_COLUMNS: usize = 250;

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
        let mut header = vec!["id", "title", "kind", "words"];
        header.extend(&columns);
        header.extend(has_others.then_some("other attributes"));
        row(&mut table, &header);
        let places: HashMap<&str, usize> = columns
            .iter()
            .enumerate()
            .map(|(at, it)| (*it, at))
            .collect();
        for node in track("writing nodes", story.nodes.values()) {
            let mut cells = vec![String::new(); columns.len()];
            let mut others = Vec::new();
            for (name, value) in attributes(node) {
                match places.get(name).map(|it| &mut cells[*it]) {
                    Some(cell) if cell.is_empty() => *cell = value,
                    // The same name occurs twice.
                    Some(cell) => *cell = format!("{cell}\n{value}"),
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
