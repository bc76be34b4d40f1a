//! A story becomes files. A node that came from Yarn goes back as it was, with the headers that
//! changed and the jumps that its text lacks; one made here is written so that it compiles.

use std::collections::{BTreeMap, HashMap, HashSet};

use model::play::{PLAY, PlayRecord};
use model::{Edge, Node, NodeId, Story};
use serde_json::Value;

use super::names::Names;
use super::read::{is_ending, kind_of, place_of, start, title_of};
use super::revise::Body;
use super::syntax::{Flow, flow, header, usual_tail, with_header};
use super::{ENDING, KIND, NAME, STORY, TITLE};
use crate::UNTITLED;
use crate::called::{stays_untitled, title_for};
use crate::folder::Folder;
use crate::reading::{Lead, tidy_title, with_crlf};
use crate::scripted::{
    Left, Said, Syntax, Texts, Types, Variables, revise, same_effect, with_opening,
};
use crate::watch::over;
use crate::writing::{Choices, FreeNames, Holds, Losses, underscored};
use crate::{Loss, Lost, Parcel, Unit, kept};

const HOLDS: Holds = Holds {
    format: NAME,
    capabilities: &[kept::TEXT, PLAY],
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
    let bodies = over("writing nodes", 0..plan.nodes.len()).map(|it| plan.body(it).text);
    let mut bodies: Vec<String> = bodies.collect();
    plan.declare(&mut bodies);
    for (index, node) in story.nodes.values().enumerate() {
        let path = file_of(node).filter(|it| files.contains_key(it));
        let text = files.entry(path.unwrap_or(main)).or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        plan.add(index, &bodies[index], text);
    }
    if story.nodes.is_empty() {
        let title = title_for(story, NAME);
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
pub(super) struct Plan<'a> {
    story: &'a Story,
    names: HashMap<NodeId, String>,
    known: Names,
    /// In the order of the file.
    nodes: Vec<&'a Node>,
    titles: HashMap<&'a str, Vec<usize>>,
    choices: Choices<'a>,
    pub(super) variables: Variables,
    /// The node where reading begins, and what to say of the story there.
    start: Option<(NodeId, Option<String>)>,
}

impl<'a> Plan<'a> {
    fn of(story: &'a Story) -> Self {
        let mut names = HashMap::new();
        let mut taken: HashSet<String> = OBJECT.map(str::to_owned).into();
        for node in story.nodes.values() {
            let title = kept_head(node).and_then(|it| header(it, "title"));
            if let Some(title) = title {
                taken.insert(title.to_owned());
                names.insert(node.id, title.to_owned());
            }
        }
        let mut free = FreeNames::new(taken, underscored);
        for node in story.nodes.values() {
            names
                .entry(node.id)
                .or_insert_with(|| free.take(&identifier(&node.title)));
        }
        let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
        let named = nodes.iter();
        let known = Names::of(
            named.map(|it| (names[&it.id].as_str(), it.title.clone())),
            nodes
                .iter()
                .filter(|it| kept_head(it).is_some())
                .map(|it| kept::text_of(it)),
        );
        let types = Types::of(story, known.declared.sorts());
        let taken = known.declared.names().into_iter().collect();
        let free = FreeNames::new(taken, underscored);
        let mut titles: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, node) in nodes.iter().enumerate() {
            titles.entry(&node.title).or_default().push(at);
        }
        let mut plan = Self {
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

    /// Our own header is needed where the files alone would give another start or title.
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
        let title = title_for(self.story, NAME);
        let says = header(heads[index], STORY).is_some();
        let needed = says || start != given_start || title != given;
        Some((start, needed.then_some(title)))
    }

    /// Adds the node's whole text.
    fn add(&self, index: usize, body: &str, text: &mut String) {
        let node = self.nodes[index];
        let head = self.head(node, body);
        text.push_str(&head);
        text.push_str(body);
        let kept = kept::of(&node.data, NAME).and_then(|it| it.get("tail")?.as_str());
        let sound = |it: &&str| it.trim() == "===" && (body.is_empty() || it.starts_with('\n'));
        let is_last = self.nodes.last().map(|it| it.id) == Some(node.id);
        // The last node of a file that was cut off stays as it was.
        let cut = |it: &&str| it.trim().is_empty() && is_last && kept_head(node).is_some();
        let tail = kept.filter(|it| sound(it) || cut(it));
        text.push_str(tail.unwrap_or(usual_tail(body)));
    }

    fn head(&self, node: &Node, body: &str) -> String {
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
        let ending = self.record(node).ending;
        if is_ending(&head, &flow(body)) != ending {
            let bare = with_header(&head, ENDING, None);
            let needed = is_ending(&bare, &flow(body)) != ending;
            let said = if ending { "true" } else { "false" };
            head = with_header(&head, ENDING, needed.then_some(said));
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

    /// The node's text, brought to what its edges and its part in the play say.
    fn body(&self, index: usize) -> Written<'a> {
        let node = self.nodes[index];
        let is_own = kept_head(node).is_some();
        let given = if is_own {
            without_ends(kept::text_of(node))
        } else {
            plain(kept::text_of(node))
        };
        let kept = kept::of(&node.data, NAME).and_then(|it| it.get(Said::KEPT));
        let body = Body {
            plan: self,
            index,
            said: Said::of(kept.filter(|_| is_own)),
        };
        let record = self.record(node);
        let text = self.with_opening(index, &given, &record.enter, &body);
        let edges = self.choices.from(node.id).iter().copied();
        let is_written = |it: &&Edge| {
            let record = &it.record;
            !record.dynamic && !record.includes && self.names.contains_key(&record.to)
        };
        let wanted: Vec<&Edge> = edges.filter(is_written).collect();
        let (mut text, left) = revise(&text, &wanted, &body);
        // Some compilers refuse a node in which nothing is said or done.
        let leads_on = !flow(&text).jumps.is_empty();
        let is_changed = !is_own || text != given;
        if is_changed && is_bare(&text) || !is_own && record.ending && !leads_on {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str("<<stop>>");
        }
        let said = self.known.enter(index, &flow(&text)).0;
        Written {
            enters_otherwise: !same_effect(Some(&record.enter), Some(&said)),
            text,
            left,
        }
    }

    /// Declares what the bodies use and do not declare, where reading begins.
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
        PlayRecord::of(node.data.get(PLAY).map(|it| &**it))
    }

    /// The text with another effect of entering, unless a writer has put that there.
    fn with_opening(&self, index: usize, text: &str, enter: &str, body: &Body<'_, '_>) -> String {
        let flow = flow(text);
        let (said, count) = self.known.enter(index, &flow);
        if same_effect(Some(enter), Some(&said)) || !body.said.says_enter(&said) {
            return text.to_owned();
        }
        let Some(lines) = body.effect(enter) else {
            return text.to_owned();
        };
        with_opening(text, &flow.opening[..count], &lines)
    }

    pub(super) fn name(&self, id: NodeId) -> &str {
        &self.names[&id]
    }

    pub(super) fn title(&self, id: NodeId) -> &str {
        &self.story.nodes[&id].title
    }

    /// The node of this place in the files.
    pub(super) fn id_at(&self, index: usize) -> NodeId {
        self.nodes[index].id
    }

    /// Where a text leads that is the body of a node.
    pub(super) fn found(&self, index: usize, flow: &Flow<'_>) -> Vec<(usize, Lead)> {
        self.known.found(index, flow)
    }

    /// What a node of this title is called, and whether it is the one that asks; that without a
    /// title.
    pub(super) fn called(&self, from: usize, title: Option<&str>) -> Option<(String, bool)> {
        let node = match title {
            None => self.nodes[from],
            Some(title) => {
                // Visits of several nodes would be counted together.
                let [one] = self.titles.get(title)?.as_slice() else {
                    return None;
                };
                self.nodes[*one]
            }
        };
        let name = self.name(node.id);
        let is_sound = !name.contains(['"', '\\', '{', '<', '>']);
        let is_alone = self.known.is_alone(name);
        (is_sound && is_alone).then(|| (name.to_owned(), node.id == self.nodes[from].id))
    }
}

/// Whether a body only sets variables.
fn is_bare(body: &str) -> bool {
    let mut lines = body.lines().map(str::trim);
    lines.all(|it| it.is_empty() || it.starts_with("<<set ") || it.starts_with("<<declare "))
}

/// The text of a node, and what it says otherwise than the story.
struct Written<'a> {
    text: String,
    left: Left<'a>,
    enters_otherwise: bool,
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

/// What every object of JavaScript has, where runners in JavaScript look for nodes.
const OBJECT: [&str; 6] = [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "toString",
    "valueOf",
];

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
pub(super) fn losses(parcel: &Parcel) -> Vec<Loss> {
    let story = &parcel.story;
    let plan = Plan::of(story);
    let mut losses = Losses::of(parcel, &HOLDS);
    if stays_untitled(story, NAME) {
        losses.say(Lost::StoryUntitled);
    }
    let nodes = || story.nodes.values().map(|it| &**it);
    let edges = || story.edges.values().map(|it| &**it);
    losses.nodes(
        Lost::YarnLines,
        nodes().filter(|it| {
            let is_own = kept_head(it).is_some();
            let mut lines = kept::text_of(it).lines().map(str::trim);
            lines.any(|it| it == "===" || !is_own && (it.starts_with("->") || it.starts_with("=>")))
        }),
    );
    losses.nodes(
        Lost::Sizes,
        nodes().filter(|it| it.layout.width.is_some() || it.layout.height.is_some()),
    );
    losses.nodes(Lost::Colors, nodes().filter(|it| it.layout.color.is_some()));
    losses.nodes(
        Lost::Groups,
        nodes().filter(|it| it.layout.parent.is_some()),
    );
    let foreign = |it: &&Edge| kept::of(&it.data, NAME).is_none();
    losses.edges(
        Lost::ComputedEdges,
        edges().filter(|it| it.record.dynamic && foreign(it)),
    );
    losses.edges(Lost::Includes, edges().filter(|it| it.record.includes));
    let mut texts = Texts::default();
    for (index, node) in nodes().enumerate() {
        let body = plan.body(index);
        if body.enters_otherwise {
            texts.entered.push(node);
        }
        texts.add(node, body.left, &|it| plan.name(it).to_owned());
    }
    texts.say(&mut losses, Lost::JumpsLeft, Unit::Jump);
    losses.done()
}
