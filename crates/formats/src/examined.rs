//! What a check of the story wants to know of one node: its text may be in any story format's
//! notation, so links and variables are found here.

use model::examine::{NodeFacts, Role, TextLink, TextVariables};
use model::{Node, part};

use crate::kept::text_of;
use crate::links::{self, Link, Target, looks_computed};
use crate::{ink, twine, yarn};

/// The facts of a node, for `model::examine`.
pub fn facts_of(node: &Node) -> NodeFacts {
    let text = text_of(node);
    let imported = node.data.contains_key(part::KEPT);
    // Most texts hold no macro at all.
    let plain = !text.contains(['[', '<', '(', '{', '"', '$']) && !text.contains("\n--\n");
    if plain && !imported {
        return NodeFacts::of(node, Vec::new(), TextVariables::default(), Role::default());
    }
    let mut variables = links::variables(text);
    let found = links::find(text);
    let mut role = Role {
        leads_back: found.iter().any(|it| it.target == Target::Back),
        ..Role::default()
    };
    if imported {
        role.shares_title = yarn::is_one_of_group(node);
        // The program that plays the story may set any variable, and both declare them elsewhere.
        let (is_yarn, is_ink) = (yarn::is_from(node), ink::is_from(node));
        variables.sets_others |= is_yarn || is_ink;
        role.may_end = is_yarn && yarn::may_end(node) || is_ink && ink::may_end(node);
    }
    // A note is not read on the way: scripts and lists live there.
    if node.kind == "note" {
        match twine::duty_of(node) {
            Some(twine::Duty::Shown) => role.opens = found.iter().filter_map(opened).collect(),
            Some(twine::Duty::Script) => {
                variables.reads.clear();
                role.opens = links::find_calls(text).iter().filter_map(opened).collect();
            }
            None => {}
        }
        return NodeFacts::of(node, Vec::new(), variables, role);
    }
    let found = found.into_iter().filter(|it| it.target != Target::Back);
    let links = found.map(|it| text_link(text, it)).collect();
    NodeFacts::of(node, links, variables, role).read_as(&links::as_read(text))
}

/// The title that a link names, or `None` where it is computed; nothing where it leads back.
fn opened(link: &Link) -> Option<Option<String>> {
    match &link.target {
        Target::Named(name) if !looks_computed(name) => Some(Some(name.clone())),
        Target::Named(_) | Target::Computed(_) => Some(None),
        Target::Back => None,
    }
}

fn text_link(text: &str, link: Link) -> TextLink {
    let target = opened(&link).flatten();
    let written = target
        .as_deref()
        .and_then(|name| written(&text[link.at..link.end], name));
    TextLink {
        label: link.label,
        written: written.unwrap_or_default().to_owned(),
        target,
    }
}

/// The link up to the end of its target.
fn written<'a>(link: &'a str, target: &str) -> Option<&'a str> {
    let begins = match link.contains("<-") {
        true => link.find(target)?,
        false => link.rfind(target)?,
    };
    Some(&link[..begins + target.len()])
}
