//! File names derived from titles, valid on every file system. Equal titles are numbered in the
//! order of node ids, so a new node never renames an existing file.

use std::collections::{HashMap, HashSet};

use model::{Node, NodeId};

/// The maximum length of a name, in bytes: file systems allow 255 with the extension.
const MAX_NAME: usize = 120;
/// Names reserved for devices on Windows.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A file name for each node, without a folder. `nodes` must be in the order of their ids.
pub(super) fn file_names(nodes: &[&Node]) -> HashMap<NodeId, String> {
    let stems = file_stems(nodes).into_iter();
    stems.map(|(id, stem)| (id, stem + ".md")).collect()
}

/// A unique file name for each node, without its extension.
pub(crate) fn file_stems(nodes: &[&Node]) -> HashMap<NodeId, String> {
    stems(nodes.iter().map(|it| (it.id, it.title.as_str())))
}

/// The same for nodes of which only the titles are known, in the order of their ids.
pub(super) fn stems<'a>(
    titles: impl Iterator<Item = (NodeId, &'a str)>,
) -> HashMap<NodeId, String> {
    // On case-insensitive file systems, one file must not overwrite another.
    let mut taken = HashSet::new();
    let mut next: HashMap<String, usize> = HashMap::new();
    let mut names = HashMap::with_capacity(titles.size_hint().0);
    for (id, title) in titles {
        let stem = stem(title);
        let number = next.entry(stem.to_lowercase()).or_insert(1);
        let name = loop {
            let name = match *number {
                1 => stem.clone(),
                number => format!("{stem} {number}"),
            };
            *number += 1;
            if taken.insert(name.to_lowercase()) {
                break name;
            }
        };
        names.insert(id, name);
    }
    names
}

/// A title as the stem of a file name.
fn stem(title: &str) -> String {
    let plain: String = title
        .chars()
        .map(|it| match it {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '-',
            it if it.is_control() || matches!(it, '\u{2028}' | '\u{2029}') => ' ',
            it => it,
        })
        .collect();
    let mut end = plain.len().min(MAX_NAME);
    while !plain.is_char_boundary(end) {
        end -= 1;
    }
    // Leading dots hide a file; trailing dots and spaces are lost on some systems.
    let stem = plain[..end].trim_matches(|it: char| it.is_whitespace() || it == '.');
    let device = stem.to_lowercase();
    let device = device.trim_end_matches(|it: char| it.is_ascii_digit());
    match stem {
        "" => "Untitled".to_owned(),
        stem if RESERVED.contains(&device) => format!("{stem}-"),
        stem => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use model::Layout;
    use uuid::Uuid;

    use super::*;
    use markup::kept_data::DataMap;

    #[test]
    fn names_are_portable_and_unique() {
        let titles = [
            "第一章/门口",
            "Hall",
            "hall",
            "Hall 2",
            "HALL",
            "..",
            "con",
            "COM1",
            "a:b?",
            "x\ty. ",
        ];
        let nodes: Vec<_> = titles
            .iter()
            .enumerate()
            .map(|(number, title)| Node {
                id: NodeId(Uuid::from_u128(number as u128)),
                title: (*title).to_owned(),
                kind: "scene".to_owned(),
                layout: Layout::default(),
                data: DataMap::new(),
            })
            .collect();
        let names = file_names(&nodes.iter().collect::<Vec<_>>());
        let names: Vec<_> = nodes.iter().map(|it| names[&it.id].as_str()).collect();
        assert_eq!(
            names,
            [
                "第一章-门口.md",
                "Hall.md",
                "hall 2.md",
                "Hall 2 2.md",
                "HALL 3.md",
                "Untitled.md",
                "con-.md",
                "COM1-.md",
                "a-b-.md",
                "x y.md",
            ]
        );
        assert!(stem(&"雨".repeat(400)).len() <= MAX_NAME);
    }
}
