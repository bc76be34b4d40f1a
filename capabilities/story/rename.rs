//! Renames a node, and updates references to its title: links in the texts of other nodes, and
//! conditions and effects that test whether it was visited.

use std::collections::{HashMap, HashSet};

use capability::{Edit, ToolContext, ToolError, UiHints, View};
use markup::{count_links_to, count_mentions, rename_mentions};
use model::contents::{Attribute, Attributes, KV, Prose, TEXT, is_name_key, is_named_kind};
use model::play::{PLAY, with_renamed_title};
use model::{Node, NodeId, NodeRecord, Story, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message, node_title};
use crate::shared::prose_links::{follow_title, may_link_to};
use crate::shared::rewriting::set;
use crate::shared::title_references::{rename_in_node, renamed_fields};
use crate::validate;

/// The capabilities whose data may name a node by its title.
const REFERENCING_CAPABILITIES: [&str; 3] = [TEXT, PLAY, KV];

/// Rename a node. References to its title are updated: links in texts (`[[The hall]]`, macros),
/// conditions and effects, and fields that name it. Its text and attributes stay unchanged, except
/// that the attribute `Name` of a character or place follows if it was the old title.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Rename {
    /// The new title.
    title: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// Whether to update links in texts, conditions and effects that use the old title. Defaults to
    /// true; with false they are only listed.
    rewrite_links: Option<bool>,
    /// Whether to also replace the old title in running text, where it occurs as whole words with
    /// the same capitalization. Defaults to false. Texts with macros stay as they are.
    rewrite_mentions: Option<bool>,
    /// The attribute in which to keep the old title, for instance `Aliases`. It is not kept when left
    /// out.
    alias_key: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Renamed {
    node: NodeRef,
    /// The title it had.
    before: String,
    version: u32,
    /// How many other nodes have this title: where there are some, name nodes by id.
    same_title: usize,
    /// The nodes that name it by the title it had: in the links of their text, or in what leads on
    /// from them or happens on entering.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<TitleReference>,
    /// How many of those links were rewritten.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewritten: Option<usize>,
    /// The nodes whose running text has the title it had, outside of links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mentions: Vec<TitleReference>,
    /// How many of those mentions were replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewritten_mentions: Option<usize>,
    /// Nodes whose texts linked to the new title before a node had it, and lead here now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    linked_from: Vec<NodeRef>,
}

/// A node that names another by its title.
#[derive(Serialize, JsonSchema)]
pub(super) struct TitleReference {
    pub(super) node: NodeId,
    title: String,
    /// How often.
    count: usize,
}

pub(super) async fn rename(cx: ToolContext, input: Rename) -> Result<Renamed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let title = validate::line("/title", "the title", &input.title)?;
    let graph = cx.story().graph()?;
    let same_title = graph
        .titled(&title)
        .iter()
        .filter(|it| it.id != node.id)
        .count();
    let (named, mentions) = if node.title == title {
        (Vec::new(), Vec::new())
    } else {
        find_references(cx.story(), &graph, &node)?
    };
    let may_link = match same_title == 0 && node.title != title {
        true => may_link_to(cx.story(), &graph, &title)?,
        false => Vec::new(),
    };
    let rewrites = input.rewrite_links.unwrap_or(true);
    let rewrites_mentions = input.rewrite_mentions.unwrap_or_default();
    let alias_key = input.alias_key.as_deref().map(str::trim);
    let alias_key = match alias_key.filter(|it| !it.is_empty() && node.title != title) {
        Some(key) => Some(validate::line("/alias_key", "the key", key)?),
        None => None,
    };
    cx.edit(move |edit| {
        // Read the kind again: another call may have changed it meanwhile.
        let now = edit.node(node.id)?;
        let record = NodeRecord {
            title: title.clone(),
            kind: now.kind,
        };
        let version = edit.set_node(node.id, &record)?.number;
        let mut rewritten = None;
        if rewrites && !named.is_empty() {
            let mut count = 0;
            for it in &named {
                count += rename_in_node(edit, it.node, &node.title, &title)?;
            }
            rewritten = Some(count);
        }
        let mut rewritten_mentions = None;
        if rewrites_mentions {
            let mut count = 0;
            for it in &mentions {
                count += rewrite_mentions(edit, it.node, &node.title, &title)?;
            }
            rewritten_mentions = Some(count);
        }
        if is_named_kind(&record.kind) {
            rename_attributes(edit, node.id, &node.title, &title)?;
        }
        if let Some(key) = &alias_key {
            add_alias(edit, node.id, key, &node.title)?;
        }
        let linked_from = follow_title(edit, &may_link, (node.id, &title))?;
        let with_new_title = |mut it: TitleReference| {
            if it.node == node.id {
                it.title.clone_from(&title);
            }
            it
        };
        Ok(Renamed {
            node: NodeRef {
                id: node.id,
                title: title.clone(),
            },
            before: now.title,
            version,
            same_title,
            links: named.into_iter().map(with_new_title).collect(),
            rewritten,
            mentions: mentions.into_iter().map(with_new_title).collect(),
            rewritten_mentions,
            linked_from,
        })
    })
    .await
}

/// The nodes that name this one by its title in links and conditions, and those that mention it in
/// running text. If several nodes share the title, a text refers to the first. Only nodes in which
/// the search finds the title's words are read.
pub(super) fn find_references(
    view: &View,
    graph: &Story,
    named: &Node,
) -> Result<(Vec<TitleReference>, Vec<TitleReference>), ToolError> {
    let first = graph.titled(&named.title).first().map(|it| it.id);
    if first != Some(named.id) {
        return Ok((Vec::new(), Vec::new()));
    }
    let asks = |source: Option<&str>| {
        usize::from(source.is_some_and(|it| with_renamed_title(it, &named.title, "").is_some()))
    };
    let mut asked: HashMap<NodeId, usize> = HashMap::new();
    for edge in graph.edges.values() {
        let record = &edge.record;
        let count = asks(record.condition.as_deref()) + asks(record.effect.as_deref());
        if count > 0 {
            *asked.entry(record.from).or_default() += count;
        }
    }
    let holding = candidates(view, &named.title)?;
    let (mut found, mut mentions) = (Vec::new(), Vec::new());
    for (id, node) in &graph.nodes {
        let mut count = asked.get(id).copied().unwrap_or_default();
        let mut mentioned = 0;
        if holding.as_ref().is_none_or(|it| it.contains(id))
            && let Some(node) = view.node(*id)?
        {
            count += count_links_to(&node, &named.title) + asks(Some(&node.play().enter));
            count += renamed_fields(graph.fields_of(&node.kind), &node, &named.title, "").1;
            mentioned = count_mentions(&node, &named.title);
        }
        let reference = |count| TitleReference {
            node: *id,
            title: node.title.clone(),
            count,
        };
        if count > 0 {
            found.push(reference(count));
        }
        if mentioned > 0 {
            mentions.push(reference(mentioned));
        }
    }
    Ok((found, mentions))
}

/// The nodes whose texts or effects contain every word of a title, from the search; `None` if the
/// title has no words, so any node may name it.
pub(super) fn candidates(view: &View, title: &str) -> Result<Option<HashSet<NodeId>>, ToolError> {
    // Punctuation between words may differ in a reference, for example by backslashes.
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).collect();
    let words = words.join(" ");
    if words.trim().is_empty() {
        return Ok(None);
    }
    let hits = view.search(&words, usize::MAX)?;
    let naming = hits.into_iter().filter_map(|it| match it.slot.subject {
        Subject::Node(node) if REFERENCING_CAPABILITIES.contains(&&*it.slot.capability) => {
            Some(node)
        }
        _ => None,
    });
    Ok(Some(naming.collect()))
}

/// Replaces a title in the running text of a node; returns the number of replacements.
fn rewrite_mentions(
    edit: &mut Edit<'_>,
    id: NodeId,
    old: &str,
    new: &str,
) -> Result<usize, ToolError> {
    let Ok(node) = edit.node(id) else {
        return Ok(0);
    };
    let Some((text, count)) = rename_mentions(&node, old, new) else {
        return Ok(0);
    };
    set(edit, &node, &Prose { text })?;
    Ok(count)
}

/// Adds a name to those that an attribute of a node lists.
fn add_alias(edit: &mut Edit<'_>, id: NodeId, key: &str, name: &str) -> Result<(), ToolError> {
    let node = edit.node(id)?;
    let mut attributes = Attributes::of(node.data.get(KV).map(|it| &**it));
    let at = validate::position(attributes.items.iter().map(|it| it.k.as_str()), key);
    match at {
        Some(at) if attributes.items[at].v.trim().is_empty() => {
            name.clone_into(&mut attributes.items[at].v);
        }
        Some(at) => {
            let value = &mut attributes.items[at].v;
            *value = format!("{value}, {name}");
        }
        None => attributes.items.push(Attribute::new(key, name)),
    }
    set(edit, &node, &attributes)
}

/// Gives the attributes that hold the name of a node its new title, where they hold its old one: two
/// names of one person would contradict.
fn rename_attributes(
    edit: &mut Edit<'_>,
    id: NodeId,
    old: &str,
    new: &str,
) -> Result<(), ToolError> {
    let node = edit.node(id)?;
    let mut attributes = Attributes::of(node.data.get(KV).map(|it| &**it));
    let same = |it: &Attribute| {
        is_name_key(&it.k) && it.v.trim().to_lowercase() == old.trim().to_lowercase()
    };
    let mut changed = false;
    for it in attributes.items.iter_mut().filter(|it| same(it)) {
        new.clone_into(&mut it.v);
        changed = true;
    }
    match changed {
        true => set(edit, &node, &attributes),
        false => Ok(()),
    }
}

pub(super) fn show_renamed(answer: &Value) -> Option<UiHints> {
    let before = answer["before"].as_str().unwrap_or_default();
    message(format!("Renamed {before} to {}", node_title(answer)))
}
