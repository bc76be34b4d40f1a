//! Creating, linking and removing nodes and edges.

use serde_json::{Value, json};

use super::{Notice, Planner, Resolved, Target};
use crate::commands::clauses::Clause;
use crate::commands::command::{Command, NewNode, NodeRef};
use crate::commands::lexicon;
use crate::commands::tools;

/// How many nodes are removed at once.
const MOST_REMOVED: u64 = 1000;

impl Planner<'_> {
    pub(super) fn create(&mut self, node: &NewNode) -> Resolved<()> {
        let title = match (node.title.as_str(), node.kind, node.chinese) {
            ("", Some("character"), true) => "新角色",
            ("", Some("place"), true) => "新地点",
            ("", Some("note"), true) => "新笔记",
            ("", _, true) => "新场景",
            ("", Some("character"), false) => "New character",
            ("", Some("place"), false) => "New place",
            ("", Some("note"), false) => "New note",
            ("", _, false) => "New scene",
            (title, _, _) => title,
        };
        let after = node.after.as_ref().map(|it| self.resolve(it)).transpose()?;
        let mut args = vec![("title", json!(title))];
        args.extend(
            node.kind
                .filter(|it| *it != "scene")
                .map(|it| ("kind", json!(it))),
        );
        args.extend(after.as_ref().map(|it| ("after", self.reference(it))));
        args.extend(node.label.as_ref().map(|it| ("label", json!(it))));
        args.extend(node.text.as_ref().map(|it| ("text", json!(it))));
        self.call(tools::CREATE_NODE, args)?;
        if !node.attributes.is_empty() {
            let pairs = node.attributes.iter();
            let items: Vec<_> = pairs.map(|(k, v)| json!({ "k": k, "v": v })).collect();
            let args = vec![("items", json!(items)), ("node", json!(title))];
            self.call(tools::UPDATE_NODE_KV, args)?;
        }
        self.last = Some(Target::Other(title.to_owned()));
        self.created = self.last.clone();
        Ok(())
    }

    pub(super) fn edge(&mut self, command: &Command) -> Resolved<()> {
        let (tool, from, to, label) = match command {
            Command::Link { from, to, label } => (
                tools::LINK_NODES,
                from,
                to,
                label.as_ref().map(|it| ("label", json!(it))),
            ),
            Command::Relabel { from, to, label } => (
                tools::UPDATE_LINK,
                from,
                to,
                Some(("new_label", json!(label))),
            ),
            Command::Unlink { from, to } => (tools::REMOVE_LINK, from, to, None),
            _ => return Ok(()),
        };
        let from = self.resolve(from)?;
        let to = self.resolve(to)?;
        let mut args = Vec::new();
        if from != Target::Current {
            args.push(("from", self.reference(&from)));
        }
        args.push(("to", self.reference(&to)));
        args.extend(label);
        self.call(tool, args)
    }

    /// Every node of a kind, by id: titles may be shared.
    pub(super) fn remove_kind(&mut self, kind: &str) -> Resolved<()> {
        let args = json!({ "kind": kind, "limit": MOST_REMOVED });
        let Some(found) = self.lookup(tools::FIND_NODES, args)? else {
            return self.skip_with(Notice::NoTool(tools::FIND_NODES.to_owned()));
        };
        let nodes = found.get("nodes").and_then(Value::as_array);
        let ids = nodes
            .into_iter()
            .flatten()
            .filter_map(|it| it.get("id").cloned());
        let ids: Vec<Value> = ids.collect();
        let count = found
            .get("count")
            .and_then(Value::as_u64)
            .unwrap_or_default();
        match ids.len() {
            0 => self.skip_with(Notice::NoneOfKind),
            listed if count > listed as u64 => self.skip_with(Notice::TooManyNodes(count)),
            _ => self.call(tools::REMOVE_NODES, vec![("nodes", json!(ids))]),
        }
    }

    pub(super) fn remove(
        &mut self,
        who: &NodeRef,
        node_only: bool,
        clause: &Clause,
    ) -> Resolved<()> {
        if let (NodeRef::Named(name), false) = (who, node_only) {
            let key = self.known.key(name);
            if self.known.value(&key).is_some() {
                return self.unset(Target::Current, &key);
            }
            if lexicon::capability(name) == Some("text") {
                return self.about(tools::WRITE_TEXT, &NodeRef::Current, [("text", json!(""))]);
            }
            // A picture is not a node; only undo removes it.
            if lexicon::capability(name).is_some() {
                return self.skip_with(Notice::NotUnderstood(clause.source.clone()));
            }
        }
        self.about(tools::REMOVE_NODE, who, [])
    }
}
