//! A story becomes files. A section that came from Ink goes back as it was, with the ways out that
//! its text lacks; one made here is written so that it compiles.

use std::collections::{BTreeMap, HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};
use serde_json::Value;

use super::names::{Names, Place};
use super::plain::{free_name, name, prose, words};
use super::read::{title_in, title_of};
use super::syntax::{Begin, begin, cut, usual_tail, without_comments};
use super::{NAME, UNTITLED};
use crate::folder::Folder;
use crate::kept;
use crate::reading::{Way, tidy_title, with_crlf};
use crate::writing::Choices;

/// The files as one: Ink's text, or an archive of several.
pub(super) fn bytes(story: &Story) -> Vec<u8> {
    let plan = Plan::of(story);
    let kept = kept_files(story);
    let main = kept.first().map_or("", |it| it.0);
    let mut files: BTreeMap<&str, String> = kept
        .iter()
        .map(|(path, _)| (*path, String::new()))
        .collect();
    files.entry(main).or_default();
    for (path, text) in &mut files {
        let kept = kept.iter().find(|it| it.0 == *path).map(|it| it.1);
        let top = kept.and_then(|it| it.get("top")?.as_str());
        text.push_str(&plan.top(top, *path == main));
    }
    for &index in &plan.order {
        let node = plan.nodes[index];
        let path = file_of(node).filter(|it| files.contains_key(it));
        let text = files.entry(path.unwrap_or(main)).or_default();
        plan.add(index, text);
    }
    for (path, kept) in &kept {
        if kept.get("crlf") == Some(&Value::Bool(true))
            && let Some(text) = files.get_mut(path)
        {
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

/// The head that a node came with, empty for what stands before the first knot; `None` for a node
/// made here.
pub(super) fn kept_head(node: &Node) -> Option<&str> {
    let kept = kept::of(&node.data, NAME)?;
    let head = kept.get("head")?.as_str()?;
    if head.is_empty() {
        return Some(head);
    }
    let (top, sources) = cut(head);
    let sound = top.is_empty() && sources.len() == 1 && sources[0].body.is_empty();
    sound.then_some(head)
}

/// Where a node came from; `None` for one made here.
fn kept_place(node: &Node) -> Option<Place> {
    let head = kept_head(node)?;
    if head.is_empty() {
        return Some(Place::default());
    }
    let line = without_comments(head.lines().next()?);
    Some(match begin(&line)? {
        Begin::Knot {
            name,
            parameters,
            is_function,
        } => Place {
            knot: name,
            stitch: None,
            parameters,
            is_function,
        },
        Begin::Stitch { name, parameters } => Place {
            knot: kept::of(&node.data, NAME)?
                .get("knot")?
                .as_str()?
                .to_owned(),
            stitch: Some(name),
            parameters,
            is_function: false,
        },
    })
}

/// What goes where.
pub(super) struct Plan<'a> {
    story: &'a Story,
    pub(super) nodes: Vec<&'a Node>,
    /// Whether each node came from Ink.
    own: Vec<bool>,
    places: Vec<Place>,
    /// The nodes in the order of the file.
    order: Vec<usize>,
    /// For each node its place in that order.
    ranks: Vec<usize>,
    index: HashMap<NodeId, usize>,
    known: Names,
    pub(super) choices: Choices<'a>,
}

impl<'a> Plan<'a> {
    pub(super) fn of(story: &'a Story) -> Self {
        let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
        let (places, own) = places(story, &nodes);
        let order = in_order(&places);
        let mut ranks = vec![0; order.len()];
        for (rank, &index) in order.iter().enumerate() {
            ranks[index] = rank;
        }
        let sections = order
            .iter()
            .map(|&it| {
                let text = if own[it] {
                    kept::text_of(nodes[it])
                } else {
                    ""
                };
                (places[it].clone(), text)
            })
            .collect();
        let tops = tops(story);
        Self {
            story,
            index: nodes
                .iter()
                .enumerate()
                .map(|(at, it)| (it.id, at))
                .collect(),
            known: Names::of(sections, &tops),
            choices: Choices::of(story),
            nodes,
            own,
            places,
            order,
            ranks,
        }
    }

    /// What stands before the first knot of a file, with the story's title and start.
    fn top(&self, kept: Option<&str>, is_main: bool) -> String {
        let has_opening = self
            .places
            .iter()
            .any(|it| it.knot.is_empty() && it.stitch.is_none());
        if !is_main || has_opening && kept.is_some_and(str::is_empty) {
            return kept.unwrap_or_default().to_owned();
        }
        let title = tidy_title(&self.story.record.title, UNTITLED);
        let mut top = kept.unwrap_or_default().to_owned();
        if title_in(&top) != title_in(&format!("# title: {}", words(&title))) {
            let others = top.split_inclusive('\n').filter(|it| !is_title(it));
            top = format!("# title: {}\n{}", words(&title), others.collect::<String>());
        }
        let start = self.story.record.start.and_then(|it| self.index.get(&it));
        let first = self.order.iter().find(|it| !self.places[**it].is_function);
        let (wanted, is_given) = match (start, first) {
            (Some(&start), _) => (self.places[start].path(), true),
            (None, Some(&first)) => (self.places[first].path(), false),
            (None, None) => ("END".to_owned(), false),
        };
        let plain = without_comments(&top);
        let lines = plain.lines().map(str::trim);
        let now = lines.filter_map(|it| it.strip_prefix("->")).next();
        let is_needed = match now {
            Some(path) => is_given && path.trim() != wanted,
            None => {
                kept.is_none()
                    || is_given && first.map(|it| self.places[*it].path()) != Some(wanted.clone())
            }
        };
        if !is_needed || wanted.is_empty() {
            return top;
        }
        let divert = format!("-> {wanted}\n");
        let is_divert = |it: &&str| it.trim().starts_with("->");
        if let Some(old) = top.split_inclusive('\n').find(is_divert) {
            let old = old.to_owned();
            return top.replacen(&old, &divert, 1);
        }
        if !top.is_empty() && !top.ends_with('\n') {
            top.push('\n');
        }
        top.push_str(&divert);
        if kept.is_none() && !self.nodes.is_empty() {
            top.push('\n');
        }
        top
    }

    /// Adds a section's whole text.
    fn add(&self, index: usize, text: &mut String) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let head = self.head(index);
        let body = self.body(index);
        text.push_str(&head);
        if !body.is_empty() && !head.is_empty() && !head.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&body);
        let kept = kept::of(&self.nodes[index].data, NAME).and_then(|it| it.get("tail")?.as_str());
        let tail = kept.filter(|it| self.own[index] && it.trim().is_empty());
        text.push_str(tail.unwrap_or(usual_tail(&body)));
    }

    fn head(&self, index: usize) -> String {
        let node = self.nodes[index];
        let place = &self.places[index];
        let head = match kept_head(node) {
            Some(head) if self.own[index] => head.to_owned(),
            _ => format!("=== {} ===\n", place.knot),
        };
        let given = title_of(&head).unwrap_or_else(|| place.path());
        let title = tidy_title(&node.title, UNTITLED);
        if head.is_empty() || given == title || title.contains("*/") {
            return head;
        }
        let (line, rest) = head.split_once('\n').unwrap_or((&head, ""));
        let line = line
            .split("// title:")
            .next()
            .unwrap_or_default()
            .trim_end();
        if title == place.path() {
            format!("{line}\n{rest}")
        } else {
            format!("{line} // title: {title}\n{rest}")
        }
    }

    /// The node's text with the ways out it lacks.
    fn body(&self, index: usize) -> String {
        let node = self.nodes[index];
        let is_own = self.own[index];
        let mut body = if is_own {
            without_heads(kept_head(node).unwrap_or_default(), kept::text_of(node))
        } else {
            prose(kept::text_of(node))
        };
        let lacking = self.lacking(index);
        if lacking.is_empty() {
            if !is_own && self.choices.from(node.id).is_empty() {
                add_line(&mut body, "-> END");
            } else if !is_own {
                add_line(&mut body, "-> DONE");
            }
            return body;
        }
        if let [edge] = lacking.as_slice()
            && edge.record.label.is_empty()
        {
            let gather = if is_own && !body.is_empty() { "- " } else { "" };
            let path = self.path(edge.record.to);
            add_line(&mut body, &format!("{gather}-> {path}"));
            return body;
        }
        for edge in lacking {
            let title = &self.story.nodes[&edge.record.to].title;
            let label = tidy_title(&edge.record.label, title);
            let path = self.path(edge.record.to);
            add_line(&mut body, &format!("+ [{}] -> {path}", words(&label)));
        }
        body
    }

    pub(super) fn path(&self, id: NodeId) -> String {
        self.places[self.index[&id]].path()
    }

    /// The edges that the text does not have.
    pub(super) fn lacking(&self, index: usize) -> Vec<&'a Edge> {
        let found = self.found(index);
        let can_lead = |it: &&Edge| {
            let to = self.index.get(&it.record.to).map(|it| &self.places[*it]);
            to.is_some_and(|it| !it.is_function && !it.knot.is_empty())
        };
        let edges = self.choices.from(self.nodes[index].id).iter().copied();
        let is_function = self.places[index].is_function;
        edges
            .filter(|it| !is_function && !it.record.dynamic && !it.record.includes)
            .filter(can_lead)
            .filter(|it| !found.contains(&(it.record.label.clone(), it.record.to)))
            .collect()
    }

    /// The ways out of a text, as edges.
    pub(super) fn found(&self, index: usize) -> HashSet<(String, NodeId)> {
        let leads = self.known.leads(self.ranks[index], 0).into_iter();
        leads
            .filter_map(|it| match it.to {
                Way::To(to) => Some((it.label, self.nodes[self.order[to]].id)),
                _ => None,
            })
            .collect()
    }
}

/// Where every node goes, and which of them came from there. A stitch whose knot is gone becomes a
/// knot.
fn places(story: &Story, nodes: &[&Node]) -> (Vec<Place>, Vec<bool>) {
    let mut kept: Vec<Option<Place>> = nodes.iter().map(|it| kept_place(it)).collect();
    let knots: HashSet<String> = kept
        .iter()
        .flatten()
        .filter(|it| it.stitch.is_none())
        .map(|it| it.knot.clone())
        .collect();
    let mut has_opening = false;
    for place in kept.iter_mut() {
        let is_lost = place.as_ref().is_some_and(|it| {
            it.stitch.is_some() && !knots.contains(&it.knot) && !it.knot.is_empty()
        });
        let is_second = place.as_ref().is_some_and(|it| {
            it.knot.is_empty() && it.stitch.is_none() && std::mem::replace(&mut has_opening, true)
        });
        if is_lost || is_second {
            *place = None;
        }
    }
    let own: Vec<bool> = kept.iter().map(Option::is_some).collect();
    let mut taken = knots;
    let sections = kept
        .iter()
        .zip(nodes)
        .filter_map(|(place, node)| Some((place.clone()?, kept::text_of(node))));
    taken.extend(Names::of(sections.collect(), &tops(story)).variables);
    let mut counts = HashMap::new();
    let places = kept.into_iter().zip(nodes).map(|(place, node)| {
        place.unwrap_or_else(|| Place {
            knot: free_name(&name(&node.title), &mut taken, &mut counts),
            ..Place::default()
        })
    });
    (places.collect(), own)
}

/// The opening, then every knot with its stitches. Where several knots have one name, a stitch
/// belongs to the one it stands behind.
fn in_order(places: &[Place]) -> Vec<usize> {
    let is_knot = |it: &Place| it.stitch.is_none() && !it.knot.is_empty();
    let mut knots: HashMap<&str, usize> = HashMap::new();
    for (index, place) in places.iter().enumerate().rev().filter(|it| is_knot(it.1)) {
        knots.insert(&place.knot, index);
    }
    let mut stitches: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (index, place) in places.iter().enumerate() {
        if is_knot(place) {
            knots.insert(&place.knot, index);
        } else if place.stitch.is_some() {
            let knot = knots.get(place.knot.as_str()).copied();
            stitches.entry(knot).or_default().push(index);
        }
    }
    let is_opening = |it: &usize| places[*it].knot.is_empty() && places[*it].stitch.is_none();
    let mut order: Vec<usize> = (0..places.len()).filter(is_opening).collect();
    order.extend(stitches.remove(&None).unwrap_or_default());
    for index in (0..places.len()).filter(|it| is_knot(&places[*it])) {
        order.push(index);
        order.extend(stitches.remove(&Some(index)).unwrap_or_default());
    }
    order
}

/// What stands before the first knot of each file and is no node.
fn tops(story: &Story) -> Vec<&str> {
    let files = kept_files(story).into_iter();
    files
        .filter_map(|(_, it)| it.get("top")?.as_str())
        .collect()
}

fn is_title(line: &str) -> bool {
    let line = line.trim().strip_prefix('#').unwrap_or_default();
    line.trim_start().starts_with("title:")
}

fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// Ink's own text below its head, in which no line begins another section. A comment that begins in
/// the head goes on in the text.
fn without_heads(head: &str, text: &str) -> String {
    let whole = [head, text].concat();
    let heads = usize::from(!head.is_empty());
    if cut(&whole).1.len() <= heads {
        return text.to_owned();
    }
    let plain = without_comments(&whole).split_off(head.len());
    let lines = text.split_inclusive('\n').zip(plain.split_inclusive('\n'));
    lines
        .map(|(line, plain)| match begin(plain) {
            Some(_) => line.replacen('=', "\\=", 1),
            None => line.to_owned(),
        })
        .collect()
}
