//! What a check of the story wants to know of one node: its text may be in any story format's
//! notation, so links and variables are found here.

use model::Node;
use model::examine::{NodeFacts, TextLink, TextVariables};

use crate::kept::text_of;
use crate::links::{self, Target, looks_computed};

/// The facts of a node, for `model::examine`.
pub fn facts_of(node: &Node) -> NodeFacts {
    let text = text_of(node);
    // Most texts hold no macro at all.
    if !text.contains(['[', '<', '(', '{', '"', '$']) && !text.contains("\n--\n") {
        return NodeFacts::of(node, Vec::new(), TextVariables::default());
    }
    let found = links::find(text).into_iter();
    let links = found.map(|it| {
        let target = match it.target {
            Target::Named(name) if !looks_computed(&name) => Some(name),
            _ => None,
        };
        let written = target
            .as_deref()
            .and_then(|name| written(&text[it.at..], name));
        TextLink {
            label: it.label,
            written: written.unwrap_or_default().to_owned(),
            target,
        }
    });
    // A note is not read on the way: scripts and lists live there.
    let links = if node.kind == "note" {
        Vec::new()
    } else {
        links.collect()
    };
    NodeFacts::of(node, links, links::variables(text))
}

/// The link up to the end of its target.
fn written<'a>(link: &'a str, target: &str) -> Option<&'a str> {
    let ends = ["]]", ">>", ")", "}", "\n"].map(|it| link.find(it).unwrap_or(link.len()));
    let whole = &link[..ends.into_iter().min()?];
    let begins = match whole.contains("<-") {
        true => whole.find(target)?,
        false => whole.rfind(target)?,
    };
    Some(&link[..begins + target.len()])
}
