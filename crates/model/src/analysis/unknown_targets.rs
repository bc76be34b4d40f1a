//! Links in texts that name no node as it is called, whether or not there are edges.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::adjacency::Number;
use super::context::CheckContext;
use super::facts::TextLink;
use super::fix::{Fix, FixAction};
use crate::Node;

/// A link whose target is not a node's title.
pub(super) struct UnknownTarget<'a> {
    /// The node whose text has the link.
    pub(super) from: Number,
    pub(super) link: &'a TextLink,
    pub(super) target: &'a str,
    /// The node whose title differs in letter case alone.
    pub(super) in_other_case: Option<Number>,
}

pub(super) fn unknown_targets<'a>(cx: &CheckContext<'a>) -> Vec<UnknownTarget<'a>> {
    let named = cx.story_facts.named.iter();
    let mut named = named.map(|it| (it.from, it.link)).peekable();
    let mut small: Option<HashMap<String, Number>> = None;
    let mut found = Vec::new();
    for from in (0..cx.story_facts.marks.len()).filter(|it| cx.story_facts.marks[*it].has_links) {
        let Some(facts) = cx.fact(from) else {
            continue;
        };
        let mut met: HashSet<&str> = HashSet::new();
        for (at, link) in facts.links.iter().enumerate() {
            let Some(target) = link.target.as_deref() else {
                continue;
            };
            let is_named = named.next_if_eq(&(from, at)).is_some();
            if !met.insert(target) || is_named {
                continue;
            }
            let small = small.get_or_insert_with(|| {
                let mut small = HashMap::new();
                for (number, node) in cx.story.nodes.values().enumerate() {
                    small.entry(node.title.to_lowercase()).or_insert(number);
                }
                small
            });
            found.push(UnknownTarget {
                from,
                link,
                target,
                in_other_case: small.get(&target.to_lowercase()).copied(),
            });
        }
    }
    found
}

impl UnknownTarget<'_> {
    /// A fix that writes another title into the link. The whole link is replaced: the part up to
    /// the target could also be the beginning of another link. `None` where it is not written so
    /// that its target could be replaced.
    pub(super) fn rewritten(&self, node: &Node, title: &str) -> Option<Fix> {
        let link = self.link;
        if link.written.is_empty() {
            return None;
        }
        let before = link.written.get(..link.target_at)?;
        let after = link.written.get(link.target_at + self.target.len()..)?;
        let new = [before, title, after].concat();
        let arguments = json!({ "old": link.written, "new": new, "all": true });
        let title = title.to_owned();
        let mends = FixAction::WriteTarget { title };
        Some(Fix::on_node(mends, "replace_text", node.id, arguments))
    }
}
