//! Plans an export and writes the text of each section. An imported section is written as it was,
//! with missing links added; a section created here is written so that it compiles.

use std::collections::{HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};

use super::NAME;
use super::conditional::conditional;
use super::escape::{RESERVED, prose, without_heads, words};
use super::flow::{Choice, Flow, flow};
use super::names::{SectionPath, SymbolTable};
use super::read::{title_in, title_of};
use super::reconcile::Section;
use super::section_paths::{head_named, in_order, kept_head, places, preambles};
use super::syntax::{default_tail, first_divert, without_comments};
use crate::UNTITLED;
use crate::export::{Choices, ConvertedStory};
use crate::import::{LinkTarget, OutgoingLink, tidy_title};
use crate::scripting::{
    Fingerprints, InBraces, Syntax, TextDifferences, VariableTypes, Variables, equivalent_effects,
    reconcile, with_entry_effect,
};
use crate::untitled::export_title;
use markup::kept_data;
use markup::links::links_as_labels;

/// The story without the code of other formats.
pub(super) fn converted(story: &Story) -> ConvertedStory<'_> {
    ConvertedStory::of(story, |it| kept_head(it).is_some())
}

/// The sections, names and order of an export.
pub(super) struct ExportPlan<'a> {
    converted: &'a ConvertedStory<'a>,
    story: &'a Story,
    pub(super) nodes: Vec<&'a Node>,
    /// Whether each node was imported from Ink.
    own: Vec<bool>,
    places: Vec<SectionPath>,
    /// The nodes in file order.
    pub(super) order: Vec<usize>,
    /// The rank of each node in that order.
    ranks: Vec<usize>,
    index: HashMap<NodeId, usize>,
    titles: HashMap<String, Vec<usize>>,
    /// The nodes with an edge to themselves.
    loops: HashSet<NodeId>,
    known: SymbolTable,
    pub(super) choices: Choices<'a>,
    pub(super) variables: Variables,
    /// The labels of choices and gathers in the texts.
    pub(super) labels: HashSet<String>,
}

/// The text of a section, and where it still differs from the story.
pub(super) struct WrittenBody<'a> {
    pub(super) text: String,
    pub(super) left: TextDifferences<'a>,
    /// Whether the node's entry effect is not expressed in the text.
    pub(super) entry_effect_differs: bool,
    /// Whether the text does not express that the story may, or may not, end there.
    pub(super) ending_differs: bool,
    /// Whether all conditions and values in prose from elsewhere are written.
    pub(super) is_complete: bool,
}

impl<'a> ExportPlan<'a> {
    pub(super) fn of(converted: &'a ConvertedStory<'a>) -> Self {
        let story = &*converted.story;
        let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
        let (places, own, free) = places(story, &nodes);
        let order = in_order(&places);
        let mut ranks = vec![0; order.len()];
        for (rank, &index) in order.iter().enumerate() {
            ranks[index] = rank;
        }
        let sections = order
            .iter()
            .map(|&it| {
                let text = if own[it] {
                    kept_data::text_of(nodes[it])
                } else {
                    ""
                };
                (places[it].clone(), nodes[it].title.as_str(), text)
            })
            .collect();
        let known = SymbolTable::of(sections, &preambles(story));
        let types = VariableTypes::of(story, converted.expressions(), known.declared.value_types());
        let mut titles: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, node) in nodes.iter().enumerate() {
            titles.entry(node.title.clone()).or_default().push(at);
        }
        let edges = story.edges.values().map(|it| &it.record);
        Self {
            converted,
            story,
            index: nodes
                .iter()
                .enumerate()
                .map(|(at, it)| (it.id, at))
                .collect(),
            titles,
            loops: edges
                .filter(|it| it.from == it.to)
                .map(|it| it.from)
                .collect(),
            variables: Variables::new(types, known.declared.clone(), free, |it| {
                RESERVED.contains(&it)
            }),
            labels: known.labels(),
            known,
            choices: Choices::of(story),
            nodes,
            own,
            places,
            order,
            ranks,
        }
    }

    /// The content before the first knot of a file, with the story's title and start.
    pub(super) fn top(&self, kept: Option<&str>, is_main: bool) -> String {
        let top = self.top_without_variables(kept, is_main);
        let added = if is_main {
            self.variables
                .declarations(|name, value| format!("VAR {name} = {value}"))
        } else {
            String::new()
        };
        if added.is_empty() {
            return top;
        }
        // Below the title, above the divert that starts the story.
        let mut lines = top.split_inclusive('\n');
        let title = lines.clone().next().filter(|it| is_title(it));
        let title = title.inspect(|_| _ = lines.next()).unwrap_or_default();
        let space = if title.is_empty() || title.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        [title, space, &added, &lines.collect::<String>()].concat()
    }

    fn top_without_variables(&self, kept: Option<&str>, is_main: bool) -> String {
        let has_opening = self
            .places
            .iter()
            .any(|it| it.knot.is_empty() && it.stitch.is_none());
        if !is_main || has_opening && kept.is_some_and(str::is_empty) {
            return kept.unwrap_or_default().to_owned();
        }
        let title = export_title(self.story, NAME);
        let mut top = kept.unwrap_or_default().to_owned();
        if title_in(&top) != title_in(&format!("# title: {}", words(&title))) {
            let others = top.split_inclusive('\n').filter(|it| !is_title(it));
            top = format!("# title: {}\n{}", words(&title), others.collect::<String>());
        }
        let start = self.story.record.start.and_then(|it| self.index.get(&it));
        let first = self.order.iter().find(|it| !self.places[**it].is_function);
        let (wanted, is_given) = match (start, first) {
            // A stitch without a knot has no name other than its own.
            (Some(&start), _) => {
                let path = self.places[start].path();
                (path.trim_start_matches('.').to_owned(), true)
            }
            (None, Some(&first)) => (self.places[first].path(), false),
            (None, None) => ("END".to_owned(), false),
        };
        let plain = without_comments(&top);
        let now = first_divert(&plain);
        let is_needed = match now {
            // The knot that the file started with may be gone.
            Some(ref at) => {
                let begins_at = self.known.start(&plain[at.clone()]);
                let is_it = begins_at.is_some_and(|it| Some(&self.order[it]) == start);
                begins_at.is_none() || is_given && !is_it
            }
            None => {
                kept.is_none()
                    || is_given && first.map(|it| self.places[*it].path()) != Some(wanted.clone())
            }
        };
        // Of several knots with one name, only the last can be diverted to.
        let leads_elsewhere = is_given
            && self
                .known
                .start(&wanted)
                .is_some_and(|it| Some(&self.order[it]) != start);
        if !is_needed || wanted.is_empty() || leads_elsewhere {
            return top;
        }
        if let Some(at) = now {
            let space = if top[..at.start].ends_with('>') {
                " "
            } else {
                ""
            };
            top.replace_range(at, &[space, &wanted].concat());
            return top;
        }
        if !top.is_empty() && !top.ends_with('\n') {
            top.push('\n');
        }
        top.push_str(&format!("-> {wanted}\n"));
        if kept.is_none() && !self.nodes.is_empty() {
            top.push('\n');
        }
        top
    }

    /// Adds the complete text of a section.
    pub(super) fn add(&self, index: usize, body: &str, text: &mut String) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let head = self.head(index);
        text.push_str(&head);
        if !body.is_empty() && !head.is_empty() && !head.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(body);
        let kept =
            kept_data::get(&self.nodes[index].data, NAME).and_then(|it| it.get("tail")?.as_str());
        let tail = kept.filter(|it| self.own[index] && it.trim().is_empty());
        text.push_str(tail.unwrap_or(default_tail(body)));
    }

    fn head(&self, index: usize) -> String {
        let node = self.nodes[index];
        let place = &self.places[index];
        let head = match head_named(node, place) {
            Some(head) if self.own[index] => head,
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

    /// The node's text, updated to match its edges and its `play` record.
    pub(super) fn body(&self, index: usize) -> WrittenBody<'a> {
        let node = self.nodes[index];
        let (is_own, is_function) = (self.own[index], self.places[index].is_function);
        let kept = kept_data::get(&node.data, NAME).and_then(|it| it.get(Fingerprints::KEPT));
        let section = Section {
            plan: self,
            index,
            fingerprints: Fingerprints::of(kept.filter(|_| is_own)),
        };
        let (given, is_complete) = if is_own {
            let head = kept_head(node).unwrap_or_default();
            (without_heads(head, kept_data::text_of(node)), true)
        } else {
            self.plain(node, &section)
        };
        let mut record = node.play();
        if self.story.record.start == Some(node.id) {
            record.enter = self.variables.without_initial(&record.enter);
        }
        if is_function {
            return WrittenBody {
                left: reconcile(&given, &[], &section).1,
                entry_effect_differs: !equivalent_effects(Some(&record.enter), None),
                ending_differs: record.ending,
                is_complete,
                text: given,
            };
        }
        let text = self.with_entry_effect(index, &given, &record.enter, &section);
        let wanted = self.wanted(index, &text, &section);
        let (mut text, left) = reconcile(&text, &wanted, &section);
        if !is_own || text != given || record.ending {
            let ran_out = is_own && can_run_out(&given);
            self.end(index, &mut text, record.ending, (is_own, ran_out));
        }
        let (plain, flow) = read(&text);
        let current = self.known.play(self.ranks[index], &plain, &flow).0;
        WrittenBody {
            entry_effect_differs: !equivalent_effects(Some(&record.enter), Some(&current.enter)),
            ending_differs: record.ending != current.ending,
            is_complete,
            text,
            left,
        }
    }

    /// The prose of a node that did not come from Ink, and whether all code in it is written.
    fn plain(&self, node: &Node, section: &Section<'_, '_>) -> (String, bool) {
        let text = prose(&links_as_labels(kept_data::text_of(node)));
        if !self.converted.is_converted(node) {
            return (text, true);
        }
        let notation = section.notation();
        let pieces = self.converted.pieces(node, &text, &InBraces(&*notation));
        (conditional(pieces.all), pieces.is_complete)
    }

    /// The edges that the text should contain.
    fn wanted(&self, index: usize, text: &str, section: &Section<'_, '_>) -> Vec<&'a Edge> {
        let edges = self.choices.from(self.nodes[index].id).iter().copied();
        let edges = edges.filter(|it| !it.record.dynamic && self.index.contains_key(&it.record.to));
        let edges: Vec<&Edge> = edges.collect();
        if edges.iter().all(|it| self.can_lead_to(it.record.to)) {
            return edges;
        }
        let targets: HashSet<NodeId> = section.scan(text).links.iter().map(|it| it.to).collect();
        let fits = |it: &NodeId| self.can_lead_to(*it) || targets.contains(it);
        edges.into_iter().filter(|it| fits(&it.record.to)).collect()
    }

    /// Whether a divert can lead to a node.
    pub(super) fn can_lead_to(&self, id: NodeId) -> bool {
        let place = self.index.get(&id).map(|it| &self.places[*it]);
        place.is_some_and(|it| !it.is_function && !it.knot.is_empty())
    }

    /// Whether an edge starts or ends at a section that cannot have diverts.
    pub(super) fn is_impossible(&self, edge: &Edge) -> bool {
        let from = self.index.get(&edge.record.from);
        let (Some(&from), true) = (from, self.index.contains_key(&edge.record.to)) else {
            return false;
        };
        if self.places[from].is_function {
            return true;
        }
        let to = edge.record.to;
        !self.can_lead_to(to)
            && {
                let (plain, flow) = read(kept_data::text_of(self.nodes[from]));
                let found = self.found(from, &plain, &flow);
                let leads = |it: &OutgoingLink| matches!(it.to, LinkTarget::Section(rank) if self.id_at(rank) == to);
                !self.own[from] || !found.iter().any(|it| leads(&it.1))
            }
    }

    /// The text with its entry effect replaced, unless the author typed the current one by hand.
    fn with_entry_effect(
        &self,
        index: usize,
        text: &str,
        enter: &str,
        section: &Section<'_, '_>,
    ) -> String {
        let (plain, flow) = read(text);
        let (current, count) = self.known.play(self.ranks[index], &plain, &flow);
        if equivalent_effects(Some(enter), Some(&current.enter))
            || !section.fingerprints.has_entry_effect(&current.enter)
        {
            return text.to_owned();
        }
        let Some(lines) = section.entry_effect(enter) else {
            return text.to_owned();
        };
        with_entry_effect(text, &flow.opening[..count], &lines)
    }

    /// Adds an ending where a text leads nowhere or all choices may be unavailable, because Ink
    /// reports running out of content as an error.
    fn end(
        &self,
        index: usize,
        text: &mut String,
        is_ending: bool,
        (is_own, ran_out): (bool, bool),
    ) {
        // If the imported text was already like this, it was intended.
        if !ran_out && can_run_out(text) {
            add_line(text, "+ -> DONE");
            return;
        }
        let (plain, flow) = read(text);
        if !flow.diverts.is_empty() || !flow.choices.is_empty() {
            return;
        }
        let leads = self.known.found(self.ranks[index], &plain, &flow);
        if is_own && (!leads.is_empty() || plain.contains("->->")) {
            return;
        }
        let exit = flow.exit.clone().map(|it| plain[it].trim().to_owned());
        let ends = |it: &str| it.trim_start_matches(['-', '>', ' ', '\t']) == "END";
        match (exit, flow.exit) {
            (Some(exit), Some(_)) if ends(&exit) == is_ending => {}
            (Some(_), Some(at)) => {
                text.replace_range(at, "");
                text.truncate(text.trim_end_matches(['\n', '\r']).len());
                add_line(text, if is_ending { "-> END" } else { "-> DONE" });
            }
            _ => add_line(text, if is_ending { "-> END" } else { "-> DONE" }),
        }
    }

    /// The path under which Ink knows the section of a node; `None` for a function.
    pub(super) fn path_to_play(&self, index: usize) -> Option<String> {
        let place = &self.places[index];
        let path = place.path();
        (!place.is_function).then(|| path.trim_start_matches('.').to_owned())
    }

    /// Whether a knot or function has this name.
    pub(super) fn has_knot(&self, name: &str) -> bool {
        let mut places = self.places.iter();
        places.any(|it| it.stitch.is_none() && it.knot == name)
    }

    pub(super) fn path(&self, id: NodeId) -> String {
        self.places[self.index[&id]].path()
    }

    pub(super) fn title(&self, id: NodeId) -> &str {
        &self.story.nodes[&id].title
    }

    /// The node of the section with this rank in the files.
    pub(super) fn id_at(&self, rank: usize) -> NodeId {
        self.nodes[self.order[rank]].id
    }

    /// The links in a text that is that of a node's section.
    pub(super) fn found(
        &self,
        index: usize,
        plain: &str,
        flow: &Flow,
    ) -> Vec<(Option<usize>, OutgoingLink)> {
        self.known.found(self.ranks[index], plain, flow)
    }

    /// The name whose value is the visit count of a node; `None` for a node with an edge to itself,
    /// because Ink does not count such re-entries.
    pub(super) fn visits(&self, from: usize, title: Option<&str>) -> Option<String> {
        let index = match title {
            None => from,
            Some(title) => match self.titles.get(title).map(Vec::as_slice) {
                Some([one]) => *one,
                _ => return None,
            },
        };
        let place = &self.places[index];
        let counts = !place.is_function
            && !place.knot.is_empty()
            && !self.loops.contains(&self.nodes[index].id);
        counts.then(|| place.path())
    }
}

/// Whether a reader may reach the end with no choice available.
fn can_run_out(text: &str) -> bool {
    let mut top = read(text).1;
    let has_exit = top.exit.is_some();
    top.choices.retain(|it| it.is_top_level);
    let may_close = |it: &Choice| it.is_once || !it.conditions.is_empty();
    !has_exit && !top.choices.is_empty() && top.choices.iter().all(may_close)
}

/// A text without comments, and its control flow.
fn read(text: &str) -> (String, Flow) {
    let plain = without_comments(text);
    let flow = flow(&plain);
    (plain, flow)
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
