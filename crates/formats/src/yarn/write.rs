//! A story becomes files. A node that came from Yarn goes back as it was, with the headers that
//! changed and the jumps that its text lacks; one made here is written so that it compiles.

use std::collections::{BTreeMap, HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};
use serde_json::Value;

use super::names::Names;
use super::read::{kind_of, place_of, start, title_of};
use super::syntax::{header, usual_tail, with_header};
use super::{KIND, NAME, STORY, TITLE, UNTITLED};
use crate::folder::Folder;
use crate::reading::{Way, tidy_title, with_crlf};
use crate::watch::over;
use crate::writing::{Choices, Holds, Losses};
use crate::{Parcel, Warning, kept};

const HOLDS: Holds = Holds {
    format: NAME,
    capabilities: &[kept::TEXT],
    kind: |it| !it.kind.is_empty() && !it.kind.contains(['\n', '\r']),
};

/// The files as one: Yarn's text, or an archive of several.
pub(super) fn bytes(story: &Story) -> Vec<u8> {
    let plan = Plan::of(story);
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    let kept = kept_files(story);
    for (path, _) in &kept {
        files.insert(path, String::new());
    }
    let main = kept.first().map_or("", |it| it.0);
    for node in over("writing nodes", story.nodes.values()) {
        let path = file_of(node).filter(|it| files.contains_key(it));
        let text = files.entry(path.unwrap_or(main)).or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        plan.add(node, text);
    }
    if story.nodes.is_empty() {
        let title = tidy_title(&story.record.title, UNTITLED);
        files.insert(main, format!("title: Start\n{STORY}: {title}\n---\n===\n"));
    }
    for (path, kept) in &kept {
        let text = files.entry(path).or_default();
        if let Some(after) = kept.get("after").and_then(Value::as_str) {
            if !text.is_empty() && !text.ends_with('\n') && !after.is_empty() {
                text.push('\n');
            }
            text.push_str(after);
        }
        if kept.get("crlf") == Some(&Value::Bool(true)) {
            *text = with_crlf(text);
        }
    }
    if !is_folder(story) {
        return files.into_values().collect::<String>().into_bytes();
    }
    let mut folder = Folder::default();
    for (path, text) in files {
        folder.put(path, text);
    }
    folder.pack(&[])
}

/// Whether the story came as several files.
pub(super) fn is_folder(story: &Story) -> bool {
    kept_files(story).iter().any(|(path, _)| !path.is_empty())
}

fn kept_files(story: &Story) -> Vec<(&str, &Value)> {
    let files = kept::of(&story.data, NAME).and_then(|it| it.get("files")?.as_array());
    let files = files.into_iter().flatten();
    files
        .filter_map(|it| Some((it.get("path")?.as_str()?, it)))
        .collect()
}

fn file_of(node: &Node) -> Option<&str> {
    kept::of(&node.data, NAME)?.get("file")?.as_str()
}

/// The head that a node came with; `None` for one made here.
fn kept_head(node: &Node) -> Option<&str> {
    let head = kept::of(&node.data, NAME)?.get("head")?.as_str()?;
    // One that does not end where its text begins would swallow the node.
    let ends = head.lines().filter(|it| it.trim() == "---").count() == 1
        && head.lines().next_back().map(str::trim) == Some("---");
    ends.then_some(head)
}

/// What goes where.
struct Plan<'a> {
    story: &'a Story,
    names: HashMap<NodeId, String>,
    known: Names,
    order: Vec<NodeId>,
    choices: Choices<'a>,
    /// The node where reading begins, and what to say of the story there.
    start: Option<(NodeId, Option<String>)>,
}

impl<'a> Plan<'a> {
    fn of(story: &'a Story) -> Self {
        let mut names = HashMap::new();
        let mut taken = HashSet::new();
        for node in story.nodes.values() {
            let title = kept_head(node).and_then(|it| header(it, "title"));
            if let Some(title) = title {
                taken.insert(title.to_owned());
                names.insert(node.id, title.to_owned());
            }
        }
        let mut counts = HashMap::new();
        for node in story.nodes.values() {
            names
                .entry(node.id)
                .or_insert_with(|| free_name(&identifier(&node.title), &mut taken, &mut counts));
        }
        let order: Vec<NodeId> = story.nodes.keys().copied().collect();
        let nodes = || story.nodes.values();
        let known = Names::of(
            nodes().map(|it| names[&it.id].as_str()),
            nodes()
                .filter(|it| kept_head(it).is_some())
                .map(|it| kept::text_of(it)),
        );
        let mut plan = Self {
            story,
            names,
            known,
            order,
            choices: Choices::of(story),
            start: None,
        };
        plan.start = plan.start();
        plan
    }

    /// Our own header is needed where the files alone would give another start or title.
    fn start(&self) -> Option<(NodeId, Option<String>)> {
        let heads: Vec<&str> = self
            .story
            .nodes
            .values()
            .map(|it| kept_head(it).unwrap_or_default())
            .collect();
        let (index, given) = start(&heads, &self.known);
        let given_start = self.order.get(index).copied()?;
        let start = self
            .story
            .record
            .start
            .filter(|it| self.names.contains_key(it))
            .unwrap_or(given_start);
        let title = tidy_title(&self.story.record.title, UNTITLED);
        let says = heads[index].lines().any(|it| it.starts_with(STORY));
        let needed = says || start != given_start || title != given;
        Some((start, needed.then_some(title)))
    }

    /// Adds the node's whole text.
    fn add(&self, node: &Node, text: &mut String) {
        let head = self.head(node);
        let body = self.body(node);
        text.push_str(&head);
        text.push_str(&body);
        let kept = kept::of(&node.data, NAME).and_then(|it| it.get("tail")?.as_str());
        let sound = |it: &&str| it.trim() == "===" && (body.is_empty() || it.starts_with('\n'));
        let is_last = self.order.last() == Some(&node.id);
        // The last node of a file that was cut off stays as it was.
        let cut = |it: &&str| it.trim().is_empty() && is_last && kept_head(node).is_some();
        let tail = kept.filter(|it| sound(it) || cut(it));
        text.push_str(tail.unwrap_or(usual_tail(&body)));
    }

    fn head(&self, node: &Node) -> String {
        let name = &self.names[&node.id];
        let mut head =
            kept_head(node).map_or_else(|| format!("title: {name}\n---\n"), str::to_owned);
        if !head.ends_with('\n') {
            head.push('\n');
        }
        // Without one it is nameless to Yarn; it needs one where something leads to it.
        let is_target = || self.story.edges.values().any(|it| it.record.to == node.id);
        if header(&head, "title").is_none() && is_target() {
            head = with_header(&head, "title", Some(name));
        }
        if title_of(&head) != node.title {
            let title = tidy_title(&node.title, UNTITLED);
            let own = Some(title.as_str()).filter(|it| it != name);
            head = with_header(&head, TITLE, own);
        }
        if kind_of(&head) != node.kind {
            let kind = tidy_title(&node.kind, "scene");
            head = with_header(&head, KIND, Some(&*kind).filter(|it| *it != "scene"));
        }
        let place = (node.layout.x, node.layout.y);
        if !stands(node, &head) && place.0.is_finite() && place.1.is_finite() {
            head = with_header(&head, "position", Some(&format!("{},{}", place.0, place.1)));
        }
        let own = match &self.start {
            Some((start, title)) if *start == node.id => title.as_deref(),
            _ => None,
        };
        if header(&head, STORY) != own {
            head = with_header(&head, STORY, own);
        }
        head
    }

    /// The node's text with the jumps it lacks.
    fn body(&self, node: &Node) -> String {
        let is_own = kept_head(node).is_some();
        let mut body = if is_own {
            without_ends(kept::text_of(node))
        } else {
            plain(kept::text_of(node))
        };
        let lacking = self.lacking(node, &body);
        if lacking.is_empty() {
            // Some compilers refuse a node without a body.
            if !is_own && body.is_empty() {
                body.push_str("<<stop>>");
            }
            return body;
        }
        if !body.is_empty() {
            body.push_str(if body.ends_with('\n') { "" } else { "\n" });
        }
        if let [edge] = lacking.as_slice()
            && edge.record.label.is_empty()
        {
            body.push_str(&format!("<<jump {}>>", self.names[&edge.record.to]));
            return body;
        }
        let options: Vec<_> = lacking
            .iter()
            .map(|edge| {
                let target = &self.story.nodes[&edge.record.to].title;
                let label = tidy_title(&edge.record.label, target);
                let name = &self.names[&edge.record.to];
                let label = tidy_title(&label, "…");
                let words = escaped(&label);
                // Of an option that is nothing but escaped marks not every compiler finds the end.
                let space = if words.len() == 2 * label.chars().count() {
                    " "
                } else {
                    ""
                };
                format!("-> {words}{space}\n    <<jump {name}>>")
            })
            .collect();
        body + &options.join("\n")
    }

    /// The edges that the text does not have.
    fn lacking(&self, node: &Node, body: &str) -> Vec<&'a Edge> {
        let found = self.found(body);
        let is_lacking = |it: &&Edge| {
            !it.record.dynamic
                && !it.record.includes
                && self.names.contains_key(&it.record.to)
                && !found.contains(&(it.record.label.clone(), it.record.to))
        };
        let edges = self.choices.from(node.id).iter().copied();
        edges.filter(is_lacking).collect()
    }

    /// The jumps of a text, as edges.
    fn found(&self, body: &str) -> HashSet<(String, NodeId)> {
        let leads = self.known.leads(body, 0).into_iter();
        leads
            .filter_map(|it| match it.to {
                Way::To(to) => Some((it.label, self.order[to])),
                _ => None,
            })
            .collect()
    }
}

/// Whether the node stands where its head, or the import, has put it.
fn stands(node: &Node, head: &str) -> bool {
    let layout = (node.layout.x, node.layout.y);
    match place_of(head) {
        Some(place) => (place.x, place.y) == layout,
        None => {
            let placed = kept::of(&node.data, NAME).and_then(|it| it.get("placed"));
            let number = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
            (number(0), number(1)) == (Some(layout.0), Some(layout.1))
        }
    }
}

/// A title as jumps can name it: of plain letters, as not every compiler takes others.
fn identifier(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = title.trim().chars().map(plain).collect();
    let name = name.trim_matches('_');
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name.to_owned(),
        _ => format!("Node_{name}").trim_end_matches('_').to_owned(),
    }
}

/// The name, numbered if it is taken.
fn free_name(
    wanted: &str,
    taken: &mut HashSet<String>,
    counts: &mut HashMap<String, usize>,
) -> String {
    let mut name = wanted.to_owned();
    let count = counts.entry(wanted.to_owned()).or_insert(1);
    while !taken.insert(name.clone()) {
        *count += 1;
        name = format!("{wanted}_{count}");
    }
    name
}

/// Prose in which no mark means anything to Yarn, line by line.
fn plain(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(plain_line).collect();
    lines.join("\n").trim_end().to_owned()
}

fn plain_line(line: &str) -> String {
    let line = tidy_title(line, "");
    let line = match line.as_str() {
        it if it.starts_with("->") => it.replacen("->", "→", 1),
        it if it.starts_with("=>") => it.replacen("=>", "⇒", 1),
        "===" => "= = =".to_owned(),
        "---" => "- - -".to_owned(),
        _ => line,
    };
    escaped(&line)
}

/// Words with every mark of Yarn escaped.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for c in words.chars() {
        if "\\{}<>#/[]".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Yarn's own text, in which no line ends the node.
fn without_ends(text: &str) -> String {
    if !text.lines().any(|it| it.trim() == "===") {
        return text.to_owned();
    }
    let line = |it: &str| it.replace("===", "= = =");
    text.split_inclusive('\n')
        .map(|it| {
            if it.trim() == "===" {
                line(it)
            } else {
                it.to_owned()
            }
        })
        .collect()
}

/// What Yarn cannot hold of this story.
pub(super) fn losses(parcel: &Parcel) -> Vec<Warning> {
    let story = &parcel.story;
    let plan = Plan::of(story);
    let mut losses = Losses::of(parcel, &HOLDS);
    let nodes = || story.nodes.values().map(|it| &**it);
    let edges = || story.edges.values().map(|it| &**it);
    losses.nodes(
        "A line that only says “===”, or begins like an option, is written with similar marks",
        nodes().filter(|it| {
            let is_own = kept_head(it).is_some();
            let mut lines = kept::text_of(it).lines().map(str::trim);
            lines.any(|it| it == "===" || !is_own && (it.starts_with("->") || it.starts_with("=>")))
        }),
    );
    losses.nodes(
        "Their size is not written",
        nodes().filter(|it| it.layout.width.is_some() || it.layout.height.is_some()),
    );
    losses.nodes(
        "Their color is not written",
        nodes().filter(|it| it.layout.color.is_some()),
    );
    losses.nodes(
        "Which group holds them is not written",
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    let foreign = |it: &&Edge| kept::of(&it.data, NAME).is_none();
    losses.edges(
        "Their target is computed in the notation of another format; they are not written",
        edges().filter(|it| it.record.dynamic && foreign(it)),
    );
    losses.edges(
        "Nodes cannot be shown as parts of others; they are not written",
        edges().filter(|it| it.record.includes),
    );
    let mut conditions = Vec::new();
    let mut unlinked = Vec::new();
    for node in nodes() {
        let body = if kept_head(node).is_some() {
            kept::text_of(node)
        } else {
            ""
        };
        let lacking = plan.lacking(node, body);
        conditions.extend(
            lacking
                .into_iter()
                .filter(|it| it.record.condition.is_some()),
        );
        let to = |it: &&Edge| it.record.to;
        let wanted: HashSet<_> = plan.choices.from(node.id).iter().map(to).collect();
        let mut gone: Vec<_> = plan.found(body).into_iter().map(|it| it.1).collect();
        gone.retain(|it| !wanted.contains(it));
        gone.sort_unstable();
        gone.dedup();
        unlinked.extend(
            gone.iter()
                .map(|it| format!("{} → {}", node.title, plan.names[it])),
        );
    }
    losses.edges("Conditions are not written", conditions);
    losses.list(
        "The text still jumps there though the edge is gone, and is not rewritten",
        unlinked,
        ["jump", "jumps"],
    );
    losses.done()
}
