//! A text is brought to what the edges of its node say: choices are renamed, led elsewhere, taken
//! out, added and put in order where they stand, and all other bytes stay. What cannot be done to
//! a text is found by reading it again, so that nothing is called written that is not.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use model::{Edge, NodeId};

use super::losses::Left;
use super::same::{same_condition, same_effect};
use super::scan::{Choice, Scan, Syntax, Way, is_bare};
use crate::reading::tidy_title;

/// Brings a text to these edges, in their order; also what it says otherwise in the end.
pub(crate) fn revise<'a>(
    text: &str,
    wanted: &[&'a Edge],
    syntax: &dyn Syntax,
) -> (String, Left<'a>) {
    let reviser = Reviser { wanted, syntax };
    let scan = syntax.scan(text);
    let left = reviser.left(&scan);
    let is_settled = left.unwritten.is_empty()
        && left.conditions.is_empty()
        && left.effects.is_empty()
        && left.once.is_empty()
        && left.gone.is_empty()
        && !left.is_out_of_order;
    if is_settled {
        return (text.to_owned(), left);
    }
    let text = reviser.changed(text, &scan);
    let text = reviser.without_gone(text);
    let text = reviser.with_added(text);
    // A writer who has put the text in another order meant it.
    let said = scan.ways.iter().filter_map(|it| it.said);
    let text = if said.is_sorted() {
        reviser.in_order(text)
    } else {
        text
    };
    let left = reviser.left(&syntax.scan(&text));
    (text, left)
}

/// The ways that are one edge when they are read.
type Key<'s> = (
    &'s str,
    NodeId,
    (bool, bool),
    Option<&'s str>,
    Option<&'s str>,
);

/// Which ways are which edge.
struct Matched {
    /// For each edge its ways.
    of: Vec<Option<Vec<usize>>>,
    /// The ways that are no edge.
    gone: Vec<Vec<usize>>,
}

struct Reviser<'a, 'b> {
    wanted: &'b [&'a Edge],
    syntax: &'b dyn Syntax,
}

impl<'a> Reviser<'a, '_> {
    fn matched(&self, scan: &Scan) -> Matched {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut known: HashMap<Key<'_>, usize> = HashMap::new();
        for (at, it) in scan.ways.iter().enumerate() {
            let key = (
                it.label.as_str(),
                it.to,
                (it.includes, it.once),
                it.condition.as_deref(),
                it.effect.as_deref(),
            );
            let group = *known.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(at);
        }
        let mut matched = Matched {
            of: vec![None; self.wanted.len()],
            gone: Vec::new(),
        };
        let mut taken = vec![false; groups.len()];
        let first = |group: usize| &scan.ways[groups[group][0]];
        // From what agrees in all to what agrees in its target or its words alone.
        for stage in 0..4 {
            let mut open: HashMap<(Option<String>, Option<NodeId>), VecDeque<usize>> =
                HashMap::new();
            for group in (0..groups.len()).filter(|it| !taken[*it]) {
                let way = first(group);
                if let Some(key) = stage_key(stage, &way.label, way.to, way.block.is_some()) {
                    open.entry(key).or_default().push_back(group);
                }
            }
            for (index, edge) in self.wanted.iter().enumerate() {
                if matched.of[index].is_some() {
                    continue;
                }
                let labels = [tidy_title(&edge.record.label, ""), self.offered(edge)];
                let is_choice = !is_bare(edge);
                let keys = labels
                    .iter()
                    .filter_map(|label| stage_key(stage, label, edge.record.to, is_choice));
                let found = keys.into_iter().find_map(|key| {
                    let queue = open.get_mut(&key)?;
                    let fits = |it: &usize| {
                        let way = first(*it);
                        way.includes == edge.record.includes
                            && self.fits(edge, way)
                            && (stage > 0 || self.agrees(edge, way))
                    };
                    let place = queue.iter().position(fits)?;
                    queue.remove(place)
                });
                if let Some(group) = found {
                    taken[group] = true;
                    matched.of[index] = Some(groups[group].clone());
                }
            }
        }
        let gone = groups
            .into_iter()
            .enumerate()
            .filter(|(group, _)| !taken[*group]);
        matched.gone = gone.map(|it| it.1).collect();
        matched
    }

    /// What a reader is offered.
    fn offered(&self, edge: &Edge) -> String {
        let title = tidy_title(self.syntax.title(edge.record.to), "…");
        tidy_title(&edge.record.label, &title)
    }

    /// Whether a way can be that edge: without a choice there are no words and no condition.
    fn fits(&self, edge: &Edge, way: &Way) -> bool {
        way.block.is_some() || way.includes || is_bare(edge)
    }

    fn agrees(&self, edge: &Edge, way: &Way) -> bool {
        let record = &edge.record;
        same_condition(record.condition.as_deref(), way.condition.as_deref())
            && same_effect(record.effect.as_deref(), way.effect.as_deref())
            && record.once == way.once
    }

    fn says_label(&self, edge: &Edge, way: &Way) -> bool {
        // Words as they were read may hold what no words made here do.
        if edge.record.label == way.label {
            return true;
        }
        let label = tidy_title(&edge.record.label, "");
        label == way.label || way.block.is_some() && self.offered(edge) == way.label
    }

    fn left(&self, scan: &Scan) -> Left<'a> {
        let matched = self.matched(scan);
        let mut left = Left::default();
        let mut last = 0;
        let mut seen: HashSet<Key<'_>> = HashSet::new();
        for (edge, ways) in self.wanted.iter().zip(&matched.of) {
            let record = &edge.record;
            let key = (
                record.label.as_str(),
                record.to,
                (record.includes, record.once),
                record.condition.as_deref(),
                record.effect.as_deref(),
            );
            let is_repeated = !seen.insert(key);
            if is_repeated {
                left.repeated.push(edge);
            }
            let Some(ways) = ways else {
                if !is_repeated {
                    left.unwritten.push(edge);
                }
                continue;
            };
            let way = &scan.ways[ways[0]];
            if way.to != record.to || !self.says_label(edge, way) {
                left.unwritten.push(edge);
            }
            if !same_condition(record.condition.as_deref(), way.condition.as_deref()) {
                left.conditions.push(edge);
            }
            if !same_effect(record.effect.as_deref(), way.effect.as_deref()) {
                left.effects.push(edge);
            }
            if record.once != way.once {
                left.once.push(edge);
            }
            left.is_out_of_order |= ways[0] < last;
            last = ways[0];
        }
        let gone = matched.gone.iter().map(|it| scan.ways[it[0]].to);
        left.gone = gone.collect();
        left
    }

    /// Other words, targets, conditions and effects for the ways that are there.
    fn changed(&self, text: &str, scan: &Scan) -> String {
        let matched = self.matched(scan);
        let mut changes: Vec<Change> = Vec::new();
        for (edge, ways) in self.wanted.iter().zip(&matched.of) {
            for (place, &index) in ways.iter().flatten().enumerate() {
                changes.extend(self.change(edge, scan, index, place == 0));
            }
        }
        // From the last to the first, so that places stay true; a choice before what is below it
        // is changed after it.
        changes.sort_by_key(|it| std::cmp::Reverse(it.at));
        let mut text = text.to_owned();
        let mut renamed = HashSet::new();
        for change in changes {
            match change.what {
                What::Path(range, path) => text.replace_range(range, &path),
                What::Effect(start, path, lines) => {
                    let end = line_end(&text, path);
                    let changed = self
                        .syntax
                        .with_effect(&text[start..end], path - start, &lines);
                    text.replace_range(start..end, &changed);
                }
                What::Label(start, label) => {
                    if renamed.insert(start) {
                        let end = line_end(&text, start);
                        let changed = self.syntax.with_label(&text[start..end], &label);
                        text.replace_range(start..end, &changed);
                    }
                }
                What::Once(start, once) => {
                    let end = line_end(&text, start);
                    let changed = self.syntax.with_once(&text[start..end], once);
                    text.replace_range(start..end, &changed);
                }
                What::Condition(start, condition) => {
                    let (end, condition) = (line_end(&text, start), condition.as_deref());
                    let changed = self.syntax.with_condition(&text[start..end], condition);
                    text.replace_range(start..end, &changed);
                }
            }
        }
        text
    }

    fn change(&self, edge: &Edge, scan: &Scan, index: usize, is_first: bool) -> Vec<Change> {
        let (way, record) = (&scan.ways[index], &edge.record);
        let mut changes = Vec::new();
        if way.said.is_none() {
            return changes;
        }
        if way.to != record.to && way.is_free {
            changes.push(Change {
                at: (way.path.start, 1),
                what: What::Path(way.path.clone(), self.syntax.path(record.to)),
            });
        }
        let Some(block) = way.block.map(|it| &scan.blocks[it]) else {
            return changes;
        };
        let start = block.at.start;
        if !same_effect(record.effect.as_deref(), way.effect.as_deref()) && is_first {
            let source = record.effect.as_deref().unwrap_or_default();
            let lines = self.syntax.effect(source).filter(|_| block.is_plain);
            changes.extend(lines.map(|lines| Change {
                at: (way.path.start, 0),
                what: What::Effect(start, way.path.start, lines),
            }));
        }
        if !self.says_label(edge, way) {
            changes.push(Change {
                at: (start, 1),
                what: What::Label(start, self.offered(edge)),
            });
        }
        if record.once != way.once && way.said_once && is_first {
            changes.push(Change {
                at: (start, 0),
                what: What::Once(start, record.once),
            });
        }
        let is_same = same_condition(record.condition.as_deref(), way.condition.as_deref());
        if !is_same && is_first {
            let source = record.condition.as_deref();
            let written = source.map(|it| self.syntax.condition(it));
            if !matches!(written, Some(None)) {
                changes.push(Change {
                    at: (start, 0),
                    what: What::Condition(start, written.flatten()),
                });
            }
        }
        changes
    }

    fn without_gone(&self, mut text: String) -> String {
        let scan = self.syntax.scan(&text);
        let mut cuts = Vec::new();
        let gone = self.matched(&scan).gone.into_iter().flatten();
        for way in gone.filter(|it| scan.ways[*it].said.is_some()) {
            let block = scan.ways[way].block.map(|it| &scan.blocks[it]);
            let exit = scan.exit.as_ref().filter(|it| it.way == Some(way));
            match (block, exit) {
                (Some(block), _) if block.is_plain => cuts.push(block.at.clone()),
                (None, Some(exit)) => cuts.push(exit.at.clone()),
                _ => {}
            }
        }
        cuts.sort_by_key(|it| std::cmp::Reverse(it.start));
        let is_any = !cuts.is_empty();
        for cut in cuts {
            text.replace_range(cut, "");
        }
        if is_any {
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
        }
        text
    }

    fn with_added(&self, mut text: String) -> String {
        let scan = self.syntax.scan(&text);
        let matched = self.matched(&scan);
        let edges = self.wanted.iter().zip(&matched.of);
        let added = edges
            .clone()
            .filter(|it| it.1.is_none())
            .map(|it| *it.0)
            .filter(|it| !it.record.includes);
        let mut added: Vec<&Edge> = added.collect();
        if added.is_empty() {
            return text;
        }
        let is_empty = scan.blocks.is_empty() && scan.ways.is_empty();
        if is_empty
            && let [edge] = added.as_slice()
            && is_bare(edge)
        {
            cut_exit(&mut text, &scan);
            let line = self.syntax.plain(&self.syntax.path(edge.record.to));
            add_line(&mut text, &line);
            return text;
        }
        let last = scan.blocks.iter().rfind(|it| it.is_top);
        if last.is_none() {
            // What goes on without a choice would never let a reader choose.
            let onward = scan.exit.as_ref().and_then(|it| it.way);
            if let Some(way) = onward {
                let is_it =
                    |ways: &Option<Vec<usize>>| ways.as_ref().is_some_and(|it| it.contains(&way));
                let edges = edges.filter(|(_, ways)| ways.is_none() || is_it(ways));
                added = edges.map(|it| *it.0).collect();
                added.retain(|it| !it.record.includes);
            }
            cut_exit(&mut text, &scan);
        }
        let lines: Vec<String> = added.iter().map(|it| self.choice(it)).collect();
        let lines = lines.join("\n");
        match last {
            Some(block) if block.at.end < text.len() => {
                let end = block.at.end;
                let before = if text[..end].ends_with('\n') {
                    ""
                } else {
                    "\n"
                };
                text.insert_str(end, &format!("{before}{lines}\n"));
            }
            _ => add_line(&mut text, &lines),
        }
        text
    }

    fn choice(&self, edge: &Edge) -> String {
        let record = &edge.record;
        let condition = record.condition.as_deref();
        let condition = condition.and_then(|it| self.syntax.condition(it));
        let effect = record.effect.as_deref();
        let effect = effect.and_then(|it| self.syntax.effect(it));
        self.syntax.choice(Choice {
            label: &self.offered(edge),
            condition: condition.as_deref(),
            once: record.once,
            effect: &effect.unwrap_or_default(),
            path: &self.syntax.path(record.to),
        })
    }

    /// Puts choices that stand next to one another into the order of their edges.
    fn in_order(&self, text: String) -> String {
        let scan = self.syntax.scan(&text);
        let matched = self.matched(&scan);
        let mut ranks: HashMap<usize, usize> = HashMap::new();
        for (rank, ways) in matched.of.iter().enumerate() {
            for way in ways.iter().flatten() {
                let block = scan.ways[*way].block;
                ranks.extend(block.map(|it| (it, rank)));
            }
        }
        let movable = |it: &usize| {
            let block = &scan.blocks[*it];
            block.is_top && block.is_plain && ranks.contains_key(it)
        };
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for index in (0..scan.blocks.len()).filter(movable) {
            match runs.last_mut() {
                Some(run)
                    if scan.blocks[run[run.len() - 1]].at.end == scan.blocks[index].at.start =>
                {
                    run.push(index);
                }
                _ => runs.push(vec![index]),
            }
        }
        let mut changed = text.clone();
        for run in runs.iter().rev() {
            let mut sorted = run.clone();
            sorted.sort_by_key(|it| ranks[it]);
            if sorted == *run {
                continue;
            }
            let whole = scan.blocks[run[0]].at.start..scan.blocks[run[run.len() - 1]].at.end;
            let is_last = !text[whole.clone()].ends_with('\n');
            let mut lines = String::with_capacity(whole.len() + 1);
            for index in sorted {
                let block = &text[scan.blocks[index].at.clone()];
                lines.push_str(block);
                if !block.ends_with('\n') {
                    lines.push('\n');
                }
            }
            if is_last {
                lines.truncate(lines.trim_end_matches('\n').len());
            }
            changed.replace_range(whole, &lines);
        }
        changed
    }
}

struct Change {
    /// Where it begins; of those at one place the greater is made first.
    at: (usize, u8),
    what: What,
}

enum What {
    Path(Range<usize>, String),
    /// Where the choice begins, where its target is named, the lines.
    Effect(usize, usize, Vec<String>),
    Label(usize, String),
    Condition(usize, Option<String>),
    Once(usize, bool),
}

/// What must be equal at a stage of matching.
fn stage_key(
    stage: usize,
    label: &str,
    to: NodeId,
    is_choice: bool,
) -> Option<(Option<String>, Option<NodeId>)> {
    match stage {
        0 | 1 => Some((Some(label.to_owned()), Some(to))),
        2 => Some((None, Some(to))),
        _ => (!label.is_empty() || !is_choice).then(|| (Some(label.to_owned()), None)),
    }
}

/// Where the line ends that this place is on.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |it| at + it)
}

fn cut_exit(text: &mut String, scan: &Scan) {
    if let Some(exit) = &scan.exit {
        text.replace_range(exit.at.clone(), "");
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
    }
}

fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(line);
}
