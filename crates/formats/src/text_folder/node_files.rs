//! The files of nodes, and the names that links call them by.

use std::collections::HashMap;

use model::NodeId;

use super::NODES;
use super::file_names::stems;
use super::front_matter::MarkdownFile;

/// A node's file.
pub(super) struct NodeFile {
    /// The path inside the folder of nodes.
    pub(super) path: String,
    /// The path from the root of the archive, for messages.
    pub(super) shown: String,
    pub(super) id: Option<NodeId>,
    pub(super) title: String,
    pub(super) file: String,
    pub(super) page: MarkdownFile,
}

/// Finds files by the names that links use.
pub(super) struct FileIndex {
    by_path: HashMap<String, NodeId>,
    by_lower: HashMap<String, NodeId>,
}

impl FileIndex {
    pub(super) fn of(pages: &[NodeFile]) -> Self {
        let (mut by_path, mut by_lower) = (HashMap::new(), HashMap::new());
        let mut add = |name: &str, id| {
            if name.is_empty() {
                return;
            }
            by_path.entry(name.to_owned()).or_insert(id);
            by_lower.entry(name.to_lowercase()).or_insert(id);
        };
        // Each kind of name for all pages before the next, so that a path takes precedence over a
        // title.
        let known = || pages.iter().filter_map(|it| Some((it, it.id?)));
        known().for_each(|(it, id)| add(&it.path, id));
        known().for_each(|(it, id)| add(it.path.strip_suffix(".md").unwrap_or_default(), id));
        known().for_each(|(it, id)| add(file_name(&it.path), id));
        known().for_each(|(it, id)| {
            add(
                file_name(&it.path).strip_suffix(".md").unwrap_or_default(),
                id,
            )
        });
        known().for_each(|(it, id)| add(&it.title, id));
        known().for_each(|(_, id)| add(&id.to_string(), id));
        // A file renamed by hand, referred to by the name derived from its title.
        let mut titles: Vec<_> = known().map(|(it, id)| (id, it.title.as_str())).collect();
        titles.sort();
        let given = stems(titles.iter().copied());
        for (id, _) in titles {
            add(&format!("{}.md", given[&id]), id);
        }
        Self { by_path, by_lower }
    }

    pub(super) fn find(&self, name: &str) -> Option<NodeId> {
        let name = name
            .trim()
            .trim_start_matches("./")
            .trim_start_matches(NODES);
        let found = self.by_path.get(name);
        found
            .or_else(|| self.by_lower.get(&name.to_lowercase()))
            .or_else(|| self.by_path.get(file_name(name)))
            .or_else(|| self.by_path.get(file_name(name).strip_suffix(".md")?))
            .copied()
    }
}

/// The name of a file without the folders around it.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
