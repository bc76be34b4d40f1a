//! Updates a text to match the edges of its node: choices are relabeled, retargeted, removed, added
//! and reordered in place, and all other bytes stay the same. Parsing the result again shows which
//! edges could not be expressed, so nothing is reported as written that is not.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use model::{Edge, NodeId};

use super::differences::TextDifferences;
use super::equivalence::{equivalent_conditions, equivalent_effects};
use super::scan::{Choice, ScannedLink, ScannedText, Syntax, is_bare, scanned};
use crate::import::tidy_title;

/// Updates a text to match these edges, in their order; also returns the remaining differences.
pub(crate) fn reconcile<'a>(
    text: &str,
    wanted: &[&'a Edge],
    syntax: &dyn Syntax,
) -> (String, TextDifferences<'a>) {
    let reviser = Reconciler { wanted, syntax };
    let scan = scanned(syntax, text);
    let left = reviser.differences(&scan);
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
    let text = reviser.without_stale(text);
    let text = reviser.with_added(text);
    // If the author reordered the text by hand, that order is intended.
    let imported = scan.links.iter().filter_map(|it| it.imported_index);
    let text = if imported.is_sorted() {
        reviser.in_order(text)
    } else {
        text
    };
    let left = reviser.differences(&scanned(syntax, &text));
    (text, left)
}

/// The properties by which several links count as one edge.
type Key<'s> = (
    &'s str,
    NodeId,
    (bool, bool),
    Option<&'s str>,
    Option<&'s str>,
);

/// Which links correspond to which edge.
struct EdgeMatches {
    /// For each edge, its links.
    of: Vec<Option<Vec<usize>>>,
    /// The links without an edge.
    gone: Vec<Vec<usize>>,
}

struct Reconciler<'a, 'b> {
    wanted: &'b [&'a Edge],
    syntax: &'b dyn Syntax,
}

impl<'a> Reconciler<'a, '_> {
    fn matched(&self, scan: &ScannedText) -> EdgeMatches {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut known: HashMap<Key<'_>, usize> = HashMap::new();
        for (at, it) in scan.links.iter().enumerate() {
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
        let mut matched = EdgeMatches {
            of: vec![None; self.wanted.len()],
            gone: Vec::new(),
        };
        let mut taken = vec![false; groups.len()];
        let first = |group: usize| &scan.links[groups[group][0]];
        // From a complete match down to one of the target or the label alone.
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
                    let can_match = |it: &usize| {
                        let way = first(*it);
                        way.includes == edge.record.includes
                            && self.can_match(edge, way)
                            && (stage > 0 || self.has_same_rules(edge, way))
                    };
                    let place = queue.iter().position(can_match)?;
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

    /// The label a reader sees.
    fn offered(&self, edge: &Edge) -> String {
        let title = tidy_title(self.syntax.title(edge.record.to), "…");
        tidy_title(&edge.record.label, &title)
    }

    /// Whether a link can represent the edge: outside a choice there is no label and no condition.
    fn can_match(&self, edge: &Edge, way: &ScannedLink) -> bool {
        way.block.is_some() || way.includes || is_bare(edge)
    }

    fn has_same_rules(&self, edge: &Edge, way: &ScannedLink) -> bool {
        let record = &edge.record;
        equivalent_conditions(record.condition.as_deref(), way.condition.as_deref())
            && equivalent_effects(record.effect.as_deref(), way.effect.as_deref())
            && record.once == way.once
    }

    fn has_label(&self, edge: &Edge, way: &ScannedLink) -> bool {
        // Imported labels may contain characters that `tidy_title` would change.
        if edge.record.label == way.label {
            return true;
        }
        let label = tidy_title(&edge.record.label, "");
        label == way.label || way.block.is_some() && self.offered(edge) == way.label
    }

    fn differences(&self, scan: &ScannedText) -> TextDifferences<'a> {
        let matched = self.matched(scan);
        let mut left = TextDifferences::default();
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
            let way = &scan.links[ways[0]];
            if way.to != record.to || !self.has_label(edge, way) {
                left.unwritten.push(edge);
            }
            if !equivalent_conditions(record.condition.as_deref(), way.condition.as_deref()) {
                left.conditions.push(edge);
            }
            if !equivalent_effects(record.effect.as_deref(), way.effect.as_deref()) {
                left.effects.push(edge);
            }
            if record.once != way.once {
                left.once.push(edge);
            }
            left.is_out_of_order |= ways[0] < last;
            last = ways[0];
        }
        let gone = matched.gone.iter().map(|it| scan.links[it[0]].to);
        left.gone = gone.collect();
        left
    }

    /// Updates labels, targets, conditions and effects of existing links.
    fn changed(&self, text: &str, scan: &ScannedText) -> String {
        let matched = self.matched(scan);
        let mut changes: Vec<TextEdit> = Vec::new();
        for (edge, ways) in self.wanted.iter().zip(&matched.of) {
            for (place, &index) in ways.iter().flatten().enumerate() {
                changes.extend(self.change(edge, scan, index, place == 0));
            }
        }
        // From last to first, so that positions stay valid; a choice line is edited after the lines
        // below it.
        changes.sort_by_key(|it| std::cmp::Reverse(it.at));
        let mut text = text.to_owned();
        let mut renamed = HashSet::new();
        for change in changes {
            match change.what {
                EditKind::Path(range, path) => text.replace_range(range, &path),
                EditKind::Effect(start, path, lines) => {
                    let end = line_end(&text, path);
                    let changed = self
                        .syntax
                        .with_effect(&text[start..end], path - start, &lines);
                    text.replace_range(start..end, &changed);
                }
                EditKind::Label(start, label) => {
                    if renamed.insert(start) {
                        let end = line_end(&text, start);
                        let changed = self.syntax.with_label(&text[start..end], &label);
                        text.replace_range(start..end, &changed);
                    }
                }
                EditKind::Once(start, once) => {
                    let end = line_end(&text, start);
                    let changed = self.syntax.with_once(&text[start..end], once);
                    text.replace_range(start..end, &changed);
                }
                EditKind::Condition(start, condition) => {
                    let (end, condition) = (line_end(&text, start), condition.as_deref());
                    let changed = self.syntax.with_condition(&text[start..end], condition);
                    text.replace_range(start..end, &changed);
                }
            }
        }
        text
    }

    fn change(
        &self,
        edge: &Edge,
        scan: &ScannedText,
        index: usize,
        is_first: bool,
    ) -> Vec<TextEdit> {
        let (way, record) = (&scan.links[index], &edge.record);
        let mut changes = Vec::new();
        if way.imported_index.is_none() {
            return changes;
        }
        if way.to != record.to && way.can_retarget {
            changes.push(TextEdit {
                at: (way.path.start, 1),
                what: EditKind::Path(way.path.clone(), self.syntax.path(record.to)),
            });
        }
        let Some(block) = way.block.map(|it| &scan.blocks[it]) else {
            return changes;
        };
        let start = block.at.start;
        if !equivalent_effects(record.effect.as_deref(), way.effect.as_deref()) && is_first {
            let source = record.effect.as_deref().unwrap_or_default();
            let lines = self.syntax.effect(source).filter(|_| block.is_movable);
            changes.extend(lines.map(|lines| TextEdit {
                at: (way.path.start, 0),
                what: EditKind::Effect(start, way.path.start, lines),
            }));
        }
        if !self.has_label(edge, way) {
            changes.push(TextEdit {
                at: (start, 1),
                what: EditKind::Label(start, self.offered(edge)),
            });
        }
        if record.once != way.once && way.imported_once && is_first {
            changes.push(TextEdit {
                at: (start, 0),
                what: EditKind::Once(start, record.once),
            });
        }
        let is_same = equivalent_conditions(record.condition.as_deref(), way.condition.as_deref());
        if !is_same && is_first {
            let source = record.condition.as_deref();
            let written = source.map(|it| self.syntax.condition(it));
            if !matches!(written, Some(None)) {
                changes.push(TextEdit {
                    at: (start, 0),
                    what: EditKind::Condition(start, written.flatten()),
                });
            }
        }
        changes
    }

    fn without_stale(&self, mut text: String) -> String {
        let scan = scanned(self.syntax, &text);
        let mut cuts = Vec::new();
        let gone = self.matched(&scan).gone.into_iter().flatten();
        for way in gone.filter(|it| scan.links[*it].imported_index.is_some()) {
            let block = scan.links[way].block.map(|it| &scan.blocks[it]);
            let exit = scan.exit.as_ref().filter(|it| it.way == Some(way));
            match (block, exit) {
                (Some(block), _) if block.is_movable => cuts.push(block.at.clone()),
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
        let scan = scanned(self.syntax, &text);
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
        let is_empty = scan.blocks.is_empty() && scan.links.is_empty();
        if is_empty
            && let [edge] = added.as_slice()
            && is_bare(edge)
        {
            scan.remove_exit(&mut text);
            let line = self.syntax.plain(&self.syntax.path(edge.record.to));
            add_line(&mut text, &line);
            return text;
        }
        let last = scan.blocks.iter().rfind(|it| it.is_top_level);
        if last.is_none() {
            // A divert without a choice would continue before the reader can choose.
            let onward = scan.exit.as_ref().and_then(|it| it.way);
            if let Some(way) = onward {
                let is_it =
                    |ways: &Option<Vec<usize>>| ways.as_ref().is_some_and(|it| it.contains(&way));
                let edges = edges.filter(|(_, ways)| ways.is_none() || is_it(ways));
                added = edges.map(|it| *it.0).collect();
                added.retain(|it| !it.record.includes);
            }
            scan.remove_exit(&mut text);
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

    /// Reorders adjacent choices to match their edges.
    fn in_order(&self, text: String) -> String {
        let scan = scanned(self.syntax, &text);
        let matched = self.matched(&scan);
        let mut ranks: HashMap<usize, usize> = HashMap::new();
        for (rank, ways) in matched.of.iter().enumerate() {
            for way in ways.iter().flatten() {
                let block = scan.links[*way].block;
                ranks.extend(block.map(|it| (it, rank)));
            }
        }
        let movable = |it: &usize| {
            let block = &scan.blocks[*it];
            block.is_top_level && block.is_movable && ranks.contains_key(it)
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

struct TextEdit {
    /// Its position; of several edits at one position, the greater is made first.
    at: (usize, u8),
    what: EditKind,
}

enum EditKind {
    Path(Range<usize>, String),
    /// The start of the choice, the position of its target, the new lines.
    Effect(usize, usize, Vec<String>),
    Label(usize, String),
    Condition(usize, Option<String>),
    Once(usize, bool),
}

/// What must be equal for a link and an edge to match at a stage.
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

/// The end of the line that contains this position.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |it| at + it)
}

fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(line);
}
