//! Converts a story to files. An imported node is written as it was, with changed headers and
//! missing jumps; a node created here is written so that it compiles.

use std::collections::{BTreeMap, HashMap};

use markup::kept_data;
use markup::links::links_as_labels;
use markup::progress::track;
use model::play::PlayRecord;
use model::{Edge, Node, NodeId, Story};
use serde_json::Value;

use super::conditional::conditional;
use super::names::SymbolTable;
use super::node_names::{kept_head, node_names};
use super::read::{is_ending, kind_of, place_of, start, title_of};
use super::reconcile::BodySyntax;
use super::syntax::{Flow, default_tail, flow, header, with_header};
use super::{EMPTY, ENDING, KIND, NAME, STORY, TITLE};
use crate::UNTITLED;
use crate::export::{Choices, ConvertedStory, UniqueNames, with_number_suffix};
use crate::folder::Folder;
use crate::import::{OutgoingLink, tidy_title, with_crlf};
use crate::scripting::{
    Fingerprints, InBraces, Syntax, TextDifferences, VariableTypes, Variables, equivalent_effects,
    reconcile, with_entry_effect,
};
use crate::untitled::export_title;

/// The exported file: Yarn source, or an archive of several files.
pub(super) fn bytes(story: &Story) -> Vec<u8> {
    let files = files(story);
    if !is_folder(story) {
        return files.into_values().collect::<String>().into_bytes();
    }
    let mut folder = Folder::default();
    for (path, text) in files {
        folder.put(path, text);
    }
    folder.pack(&[])
}

/// The whole story as one file: the files one after another.
pub(super) fn single_file(story: &Story) -> String {
    let mut all = String::new();
    for text in files(story).into_values() {
        if !all.is_empty() && !all.ends_with('\n') {
            all.push('\n');
        }
        all.push_str(&text);
    }
    all
}

/// The exported files by path; an empty path means the story is a single file.
fn files(story: &Story) -> BTreeMap<&str, String> {
    let converted = converted(story);
    let plan = ExportPlan::of(&converted);
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    let kept = kept_files(story);
    for (path, _) in &kept {
        files.insert(path, String::new());
    }
    let main = kept.first().map_or("", |it| it.0);
    let bodies = track("writing nodes", 0..plan.nodes.len()).map(|it| plan.body(it).text);
    let mut bodies: Vec<String> = bodies.collect();
    plan.declare(&mut bodies);
    for (index, node) in plan.nodes.iter().enumerate() {
        let path = file_of(node).and_then(|it| Some(*files.get_key_value(it)?.0));
        let text = files.entry(path.unwrap_or(main)).or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        plan.add(index, &bodies[index], text);
    }
    if story.nodes.is_empty() {
        let title = export_title(story, NAME);
        let node = format!("title: Start\n{STORY}: {title}\n{EMPTY}: true\n---\n===\n");
        files.insert(main, node);
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
    files
}

/// The story without the code of other formats.
pub(super) fn converted(story: &Story) -> ConvertedStory<'_> {
    ConvertedStory::of(story, |it| kept_head(it).is_some())
}

/// Whether the story was imported from several files.
pub(super) fn is_folder(story: &Story) -> bool {
    kept_files(story).iter().any(|(path, _)| !path.is_empty())
}

fn kept_files(story: &Story) -> Vec<(&str, &Value)> {
    let files = kept_data::get(&story.data, NAME).and_then(|it| it.get("files")?.as_array());
    let files = files.into_iter().flatten();
    files
        .filter_map(|it| Some((it.get("path")?.as_str()?, it)))
        .collect()
}

fn file_of(node: &Node) -> Option<&str> {
    kept_data::get(&node.data, NAME)?.get("file")?.as_str()
}

/// The nodes, names and order of an export.
pub(super) struct ExportPlan<'a> {
    converted: &'a ConvertedStory<'a>,
    story: &'a Story,
    names: HashMap<NodeId, String>,
    known: SymbolTable,
    /// The nodes in file order.
    pub(super) nodes: Vec<&'a Node>,
    titles: HashMap<&'a str, Vec<usize>>,
    choices: Choices<'a>,
    pub(super) variables: Variables,
    /// The start node, and the story title to write there.
    start: Option<(NodeId, Option<String>)>,
}

impl<'a> ExportPlan<'a> {
    pub(super) fn of(converted: &'a ConvertedStory<'a>) -> Self {
        let story = &*converted.story;
        let names = node_names(story);
        let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
        let named = nodes.iter();
        let known = SymbolTable::of(
            named.map(|it| (names[&it.id].as_str(), it.title.clone())),
            nodes
                .iter()
                .filter(|it| kept_head(it).is_some())
                .map(|it| kept_data::text_of(it)),
        );
        let types = VariableTypes::of(story, converted.expressions(), known.declared.value_types());
        let taken = known.declared.names().into_iter().collect();
        let free = UniqueNames::new(taken, with_number_suffix);
        let mut titles: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, node) in nodes.iter().enumerate() {
            titles.entry(&node.title).or_default().push(at);
        }
        let mut plan = Self {
            converted,
            story,
            names,
            variables: Variables::new(types, known.declared.clone(), free, |_| false),
            known,
            nodes,
            titles,
            choices: Choices::of(story),
            start: None,
        };
        plan.start = plan.start();
        plan
    }

    /// Our own header is needed if the files alone would imply another start or title.
    fn start(&self) -> Option<(NodeId, Option<String>)> {
        let heads: Vec<&str> = self
            .story
            .nodes
            .values()
            .map(|it| kept_head(it).unwrap_or_default())
            .collect();
        let (index, given) = start(&heads, &self.known);
        let given_start = self.nodes.get(index)?.id;
        let start = self
            .story
            .record
            .start
            .filter(|it| self.names.contains_key(it))
            .unwrap_or(given_start);
        let title = export_title(self.story, NAME);
        let says = header(heads[index], STORY).is_some();
        let needed = says || start != given_start || title != given;
        Some((start, needed.then_some(title)))
    }

    /// Adds the complete text of a node.
    fn add(&self, index: usize, body: &str, text: &mut String) {
        let node = self.nodes[index];
        let head = self.head(node, body);
        text.push_str(&head);
        text.push_str(body);
        let kept = kept_data::get(&node.data, NAME).and_then(|it| it.get("tail")?.as_str());
        let sound = |it: &&str| it.trim() == "===" && (body.is_empty() || it.starts_with('\n'));
        let is_last = self.nodes.last().map(|it| it.id) == Some(node.id);
        // The last node of a truncated file stays as it was.
        let cut = |it: &&str| it.trim().is_empty() && is_last && kept_head(node).is_some();
        let tail = kept.filter(|it| sound(it) || cut(it));
        text.push_str(tail.unwrap_or(default_tail(body)));
    }

    fn head(&self, node: &Node, body: &str) -> String {
        let name = &self.names[&node.id];
        let mut head =
            kept_head(node).map_or_else(|| format!("title: {name}\n---\n"), str::to_owned);
        if !head.ends_with('\n') {
            head.push('\n');
        }
        // Without a title the node has no name in Yarn; it needs one if something leads to it.
        let is_target = || self.story.edges.values().any(|it| it.record.to == node.id);
        if header(&head, "title").map_or_else(is_target, |it| it != name) {
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
        let ending = self.record(node).ending;
        if is_ending(&head, &flow(body)) != ending {
            let bare = with_header(&head, ENDING, None);
            let needed = is_ending(&bare, &flow(body)) != ending;
            let value = if ending { "true" } else { "false" };
            head = with_header(&head, ENDING, needed.then_some(value));
        }
        let place = (node.layout.x, node.layout.y);
        if !is_unmoved(node, &head) && place.0.is_finite() && place.1.is_finite() {
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

    /// The node's text, updated to match its edges and its play record.
    pub(super) fn body(&self, index: usize) -> WrittenBody<'a> {
        let node = self.nodes[index];
        let is_own = kept_head(node).is_some();
        let kept = kept_data::get(&node.data, NAME).and_then(|it| it.get(Fingerprints::KEPT));
        let body = BodySyntax {
            plan: self,
            index,
            fingerprints: Fingerprints::of(kept.filter(|_| is_own)),
        };
        let (given, is_complete) = if is_own {
            (escape_node_ends(kept_data::text_of(node)), true)
        } else {
            self.plain(node, &body)
        };
        let record = self.record(node);
        let text = self.with_entry_effect(index, &given, &record.enter, &body);
        let edges = self.choices.from(node.id).iter().copied();
        let is_written = |it: &&Edge| {
            let record = &it.record;
            !record.dynamic && !record.includes && self.names.contains_key(&record.to)
        };
        let wanted: Vec<&Edge> = edges.filter(is_written).collect();
        let (mut text, left) = reconcile(&text, &wanted, &body);
        // Some compilers reject a node without content.
        let leads_on = !flow(&text).jumps.is_empty();
        let is_changed = !is_own || text != given;
        if is_changed && is_only_assignments(&text) || !is_own && record.ending && !leads_on {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str("<<stop>>");
        }
        let current = self.known.enter(index, &flow(&text)).0;
        WrittenBody {
            entry_effect_differs: !equivalent_effects(Some(&record.enter), Some(&current)),
            is_complete,
            text,
            left,
        }
    }

    /// The prose of a node that did not come from Yarn, and whether all code in it is written.
    fn plain(&self, node: &Node, body: &BodySyntax<'_, '_>) -> (String, bool) {
        let text = plain(&links_as_labels(kept_data::text_of(node)));
        if !self.converted.is_converted(node) {
            return (text, true);
        }
        let notation = body.notation();
        let pieces = self.converted.pieces(node, &text, &InBraces(&*notation));
        let text = conditional(pieces.all);
        (text, pieces.is_complete)
    }

    /// Declares variables that the bodies use without declaration, in the start node.
    fn declare(&self, bodies: &mut [String]) {
        let start = self.story.record.start;
        let start = self.nodes.iter().position(|it| Some(it.id) == start);
        let lines = self
            .variables
            .declarations(|name, value| format!("<<declare ${name} = {value}>>"));
        if let Some(body) = bodies.get_mut(start.unwrap_or_default())
            && !lines.is_empty()
        {
            *body = match body.as_str() {
                "" => lines.trim_end().to_owned(),
                body => lines + body,
            };
        }
    }

    fn record(&self, node: &Node) -> PlayRecord {
        let mut record = node.play();
        if self.story.record.start == Some(node.id) {
            record.enter = self.variables.without_initial(&record.enter);
        }
        record
    }

    /// The text with its entry effect replaced, unless the author typed the current one by hand.
    fn with_entry_effect(
        &self,
        index: usize,
        text: &str,
        enter: &str,
        body: &BodySyntax<'_, '_>,
    ) -> String {
        let flow = flow(text);
        let (current, count) = self.known.enter(index, &flow);
        if equivalent_effects(Some(enter), Some(&current))
            || !body.fingerprints.has_entry_effect(&current)
        {
            return text.to_owned();
        }
        let Some(lines) = body.entry_effect(enter) else {
            return text.to_owned();
        };
        with_entry_effect(text, &flow.opening[..count], &lines)
    }

    pub(super) fn name(&self, id: NodeId) -> &str {
        &self.names[&id]
    }

    pub(super) fn title(&self, id: NodeId) -> &str {
        &self.story.nodes[&id].title
    }

    /// The node with this index in the files.
    pub(super) fn id_at(&self, index: usize) -> NodeId {
        self.nodes[index].id
    }

    /// The links in a text that is the body of a node.
    pub(super) fn found(&self, index: usize, flow: &Flow<'_>) -> Vec<(usize, OutgoingLink)> {
        self.known.found(index, flow)
    }

    /// The name of the node with this title, and whether it is the asking node; `None` as title
    /// means the asking node.
    pub(super) fn called(&self, from: usize, title: Option<&str>) -> Option<(String, bool)> {
        let node = match title {
            None => self.nodes[from],
            Some(title) => {
                // Visits of several nodes with one title would be counted together.
                let [one] = self.titles.get(title)?.as_slice() else {
                    return None;
                };
                self.nodes[*one]
            }
        };
        let name = self.name(node.id);
        let is_sound = !name.contains(['"', '\\', '{', '<', '>']);
        let is_unique = self.known.is_unique(name);
        (is_sound && is_unique).then(|| (name.to_owned(), node.id == self.nodes[from].id))
    }
}

/// Whether a body only sets variables.
fn is_only_assignments(body: &str) -> bool {
    let mut lines = body.lines().map(str::trim);
    lines.all(|it| it.is_empty() || it.starts_with("<<set ") || it.starts_with("<<declare "))
}

/// The text of a node, and how it still differs from the story.
pub(super) struct WrittenBody<'a> {
    pub(super) text: String,
    pub(super) left: TextDifferences<'a>,
    pub(super) entry_effect_differs: bool,
    /// Whether all conditions and values in prose from elsewhere are written.
    pub(super) is_complete: bool,
}

/// Whether the node is still at the position given by its head or by the import.
fn is_unmoved(node: &Node, head: &str) -> bool {
    let layout = (node.layout.x, node.layout.y);
    match place_of(head) {
        Some(place) => (place.x, place.y) == layout,
        None => {
            let placed = kept_data::get(&node.data, NAME).and_then(|it| it.get("placed"));
            let number = |index| placed.and_then(|it| it.get(index)).and_then(Value::as_f64);
            (number(0), number(1)) == (Some(layout.0), Some(layout.1))
        }
    }
}

/// Prose escaped for Yarn, line by line.
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

/// Text with all special characters of Yarn escaped.
pub(super) fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for c in words.chars() {
        if "\\{}<>#/[]".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Imported Yarn text with lines escaped that would end the node.
fn escape_node_ends(text: &str) -> String {
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
