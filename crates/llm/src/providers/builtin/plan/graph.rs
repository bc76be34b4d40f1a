//! Nodes and edges: made, linked, removed.

use serde_json::json;

use super::{Note, Planner, Resolved, Target};
use crate::providers::builtin::clauses::Clause;
use crate::providers::builtin::command::{Command, NewNode, Who};
use crate::providers::builtin::words;

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
        self.call("create_node", args)?;
        if !node.attributes.is_empty() {
            let pairs = node.attributes.iter();
            let items: Vec<_> = pairs.map(|(k, v)| json!({ "k": k, "v": v })).collect();
            let args = vec![("items", json!(items)), ("node", json!(title))];
            self.call("update_node_kv", args)?;
        }
        self.last = Some(Target::Other(title.to_owned()));
        self.created = self.last.clone();
        Ok(())
    }

    pub(super) fn edge(&mut self, command: &Command) -> Resolved<()> {
        let (tool, from, to, label) = match command {
            Command::Link { from, to, label } => (
                "link_nodes",
                from,
                to,
                label.as_ref().map(|it| ("label", json!(it))),
            ),
            Command::Relabel { from, to, label } => {
                ("relabel_link", from, to, Some(("new_label", json!(label))))
            }
            Command::Unlink { from, to } => ("unlink_nodes", from, to, None),
            _ => return Ok(()),
        };
        let from = self.resolve(from)?;
        let to = self.resolve(to)?;
        let mut args = Vec::new();
        if from != Target::Open {
            args.push(("from", self.reference(&from)));
        }
        args.push(("to", self.reference(&to)));
        args.extend(label);
        self.call(tool, args)
    }

    pub(super) fn remove(&mut self, who: &Who, node_only: bool, clause: &Clause) -> Resolved<()> {
        if let (Who::Named(name), false) = (who, node_only) {
            let key = self.known.key(name);
            if self.known.value(&key).is_some() {
                return self.unset(Target::Open, &key);
            }
            if words::capability(name) == Some("text") {
                return self.about("write_text", &Who::Here, [("text", json!(""))]);
            }
            // A picture is no node; there is nothing to remove it with but going back.
            if words::capability(name).is_some() {
                return self.drop_with(Note::NotUnderstood(clause.source.clone()));
            }
        }
        self.about("remove_node", who, [])
    }
}
