//! Writes the conditions and effects of a story into the texts of its passages, in the macros of
//! its story format, before the passages are written. Enter through [`with_rules`].
//!
//! Only links without any macro are changed in place. The result is parsed again, and remaining
//! differences are listed, so nothing is reported as written that is not.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::{Edge, EdgeId, Node, NodeId, Story};

use super::ExportPlan;
use super::conditional::{NoMacros, conditional};
use super::once::{LinkRules, once_numbers, with_variable};
use super::passage::{is_code, kept_header};
use super::passage_texts::Texts;
use super::prose_marks::with_marks;
use super::rule_names::{renamed, with_names};
use super::rule_notation::{Dialect, RuleNotation};
use super::rule_passages::{
    kept_declarations, variables_passage, with_effect_passages, with_format,
};
use super::story_data::{format_of, settings_of};
use crate::export::{Choices, ConvertedStory, Pieces, UniqueNames, with_number_suffix};
use crate::scripting::{DeclaredVariables, VariableTypes, Variables};
use markup::kept_data::{self, set_text};
use markup::links::{LinkKind, Target};
use markup::notation::twine;
use markup::parallel_map;
use markup::passage::{PassageReader, RuledLink};

/// A story with its rules in its texts, and the rules that could not be written.
pub(crate) struct WrittenRules<'a> {
    pub(crate) story: Cow<'a, Story>,
    pub(super) conditions: Vec<EdgeId>,
    pub(super) effects: Vec<EdgeId>,
    pub(super) entered: Vec<NodeId>,
    /// Edges whose text does not say, or wrongly says, that they are once-only.
    pub(super) once: Vec<EdgeId>,
    /// The nodes from other formats with code that is not written.
    pub(super) left_out: HashSet<NodeId>,
}

/// Writes the rules of a story into its texts, and texts from other formats in the story format; `form` is
/// the key of the kept data.
pub(crate) fn with_rules<'a>(story: &'a Story, form: &'static str) -> WrittenRules<'a> {
    let converted = ConvertedStory::of(story, twine::is_from);
    if matches!(converted.story, Cow::Borrowed(_)) {
        return written_rules(story, &converted, form);
    }
    let mut written = written_rules(&converted.story, &converted, form);
    written.left_out.extend(&converted.left_out);
    WrittenRules {
        story: Cow::Owned(written.story.into_owned()),
        ..written
    }
}

fn written_rules<'a>(
    story: &'a Story,
    converted: &ConvertedStory<'_>,
    form: &'static str,
) -> WrittenRules<'a> {
    let mut written = WrittenRules {
        story: Cow::Borrowed(story),
        conditions: Vec::new(),
        effects: Vec::new(),
        entered: Vec::new(),
        once: Vec::new(),
        left_out: HashSet::new(),
    };
    let is_converted = matches!(converted.story, Cow::Owned(_));
    let has_rules = is_converted
        || story.edges.values().any(|it| has_rules(it))
        || story.nodes.values().any(|it| !it.play().enter.is_empty());
    let is_foreign = || {
        story
            .nodes
            .values()
            .any(|it| kept_header(it, form).is_some())
    };
    let settings = settings_of(story, form).unwrap_or_default();
    let format = format_of(&settings);
    if !has_rules && !is_foreign() && format.is_none() {
        return written;
    }
    let guessed = match format {
        Some(_) => None,
        None => Texts::of(story, form, &ExportPlan::of(story, form), None)
            .reader
            .format(),
    };
    let dialect = Dialect::of(format.or(guessed).unwrap_or("SugarCube"));
    let marked = match dialect {
        Some(dialect) => with_marks(story, dialect),
        None => Cow::Borrowed(story),
    };
    let has_marks = matches!(marked, Cow::Owned(_));
    let named = with_names(&marked);
    let (base, moved) = match dialect {
        Some(Dialect::Chapbook) => with_effect_passages(&named, form),
        _ => (Cow::Borrowed(&*named), HashMap::new()),
    };
    let plan = ExportPlan::of(&base, form);
    let texts = Texts::of(&base, form, &plan, format);
    if !has_rules && texts.reader.is_blind() {
        return written;
    }
    let writer = RuleWriter::new(&base, converted, &plan, &texts, &moved);
    let mut changed = base.clone().into_owned();
    let mut differs = has_marks;
    // Without rules no text changes.
    let nodes = base.nodes.values().enumerate().filter(|_| has_rules);
    for (index, node) in nodes {
        let given = converted.is_converted(node).then(|| {
            let pieces = writer.pieces(converted, dialect, index, node);
            if !pieces.is_complete {
                written.left_out.insert(node.id);
            }
            conditional(pieces.all, dialect)
        });
        let text = given.as_deref().unwrap_or(kept_data::text_of(node));
        let ruled = dialect.and_then(|it| writer.text(it, index, node, text));
        if let Some(text) = ruled.or(given)
            && let Some(node) = changed.nodes.get_mut(&node.id)
        {
            differs = true;
            set_text(&mut Arc::make_mut(node).data, text);
        }
    }
    if let Some(dialect) = dialect {
        differs |= kept_declarations(story, form).is_some();
        if differs {
            let declared = writer.declarations(dialect, &texts.reader);
            if let Some(passage) = variables_passage(story, form, dialect, &declared) {
                changed.nodes.insert(passage.id, Arc::new(passage));
            }
            if format.is_none() {
                with_format(&mut changed, form, &settings, dialect);
            }
        }
    }
    let result = if differs {
        Cow::Owned(changed)
    } else {
        written.story.clone()
    };
    writer.compare(dialect, form, differs.then_some(&*result), &mut written);
    written.story = result;
    written
}

/// Whether an edge has something that a text expresses with macros.
fn has_rules(edge: &Edge) -> bool {
    edge.record.condition.is_some() || edge.record.effect.is_some() || edge.record.once
}

struct RuleWriter<'a, 'p> {
    story: &'a Story,
    plan: &'p ExportPlan<'a>,
    texts: &'p Texts,
    choices: Choices<'a>,
    variables: Variables,
    titles: HashMap<&'a str, Option<usize>>,
    /// The edges that lead through an added passage, with their targets.
    moved: &'p HashMap<EdgeId, NodeId>,
    /// The numbers of the variables of once-only edges.
    once: HashMap<EdgeId, usize>,
}

impl<'a, 'p> RuleWriter<'a, 'p> {
    fn new(
        story: &'a Story,
        converted: &ConvertedStory<'_>,
        plan: &'p ExportPlan<'a>,
        texts: &'p Texts,
        moved: &'p HashMap<EdgeId, NodeId>,
    ) -> Self {
        let types = VariableTypes::of(story, converted.expressions(), HashMap::new());
        let free = UniqueNames::new(HashSet::new(), with_number_suffix);
        let mut titles: HashMap<&str, Option<usize>> = HashMap::new();
        for (index, node) in story.nodes.values().enumerate() {
            titles
                .entry(&node.title)
                .and_modify(|it| *it = None)
                .or_insert(Some(index));
        }
        Self {
            story,
            plan,
            texts,
            choices: Choices::of(story),
            variables: Variables::new(types, DeclaredVariables::default(), free, |_| false),
            titles,
            moved,
            once: once_numbers(story),
        }
    }

    fn notation(&self, dialect: Dialect, here: usize) -> RuleNotation<'_> {
        RuleNotation {
            dialect,
            variables: &self.variables,
            passage: Box::new(move |title| {
                let index = (*self.titles.get(title)?)?;
                Some((self.texts.names[index].clone(), index == here))
            }),
        }
    }

    /// The variables that need an initial value, with that value.
    fn declarations(&self, dialect: Dialect, reader: &PassageReader) -> Vec<(String, String)> {
        let mut all = Vec::new();
        self.variables.declarations(|name, value| {
            if !reader.is_initialised(name) {
                all.push((dialect.variable(name), value.to_owned()));
            }
            String::new()
        });
        all
    }

    /// The edges of a node that a reader can be offered, with their conditions.
    fn edges(&self, index: usize) -> Vec<(&'a Edge, Option<String>)> {
        let all = self.choices.at_index(index);
        let edges = all.iter().filter(|it| !it.record.dynamic);
        edges.map(|it| (*it, it.record.condition.clone())).collect()
    }

    /// The text of a node from another format.
    fn pieces(
        &self,
        converted: &ConvertedStory<'_>,
        dialect: Option<Dialect>,
        index: usize,
        node: &Node,
    ) -> Pieces {
        let text = kept_data::text_of(node);
        match dialect {
            Some(it) => converted.pieces(node, text, &self.notation(it, index)),
            None => converted.pieces(node, text, &NoMacros),
        }
    }

    /// The text of a node with its rules; `None` if it has them already, or they cannot be added.
    fn text(&self, dialect: Dialect, index: usize, node: &Node, text: &str) -> Option<String> {
        if self.texts.is_code(index) {
            return None;
        }
        let notation = self.notation(dialect, index);
        let (links, enter) = self.texts.links(index, text);
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        // The missing links in order; they are added here as soon as one of them has rules.
        let (mut lines, mut has_ruled) = (Vec::new(), false);
        for (edge, condition) in self.edges(index) {
            let record = &edge.record;
            let moved = self.moved.get(&edge.id).copied();
            let given = (condition.as_deref(), record.effect.as_deref());
            // A link in Chapbook can have no effect.
            let number = self
                .once
                .get(&edge.id)
                .filter(|_| dialect != Dialect::Chapbook);
            let taken = number.and_then(|it| with_variable(given, *it));
            let rules = match &taken {
                Some((condition, effect)) => (Some(condition.as_str()), Some(effect.as_str())),
                None => given,
            };
            let is_plain = rules == (None, None) && moved.is_none();
            let to = moved.unwrap_or(record.to);
            let same = links.iter().filter(|it| self.is_same(edge, to, it));
            let same: Vec<&RuledLink> = same.collect();
            if same.is_empty() && !record.includes {
                let link = self.plan.link_to(edge);
                let line = link
                    .as_ref()
                    .and_then(|it| ruled(&notation, it, edge, rules));
                has_ruled |= !is_plain && line.is_some();
                lines.extend(line.or(link));
            }
            let has_none = |it: &&RuledLink| it.condition.is_none() && it.effect.is_none();
            if !is_plain && !same.is_empty() && same.iter().all(has_none) {
                for RuledLink { link, .. } in same {
                    let own = &text[link.at..link.end];
                    let own = own.starts_with("[[").then(|| own.to_owned());
                    let own = match moved {
                        Some(_) => self.plan.link_to(edge),
                        None => own,
                    };
                    if let Some(new) = own.and_then(|it| ruled(&notation, &it, edge, rules)) {
                        edits.push((link.at, link.end, new));
                    }
                }
            }
        }
        if !has_ruled {
            lines.clear();
        }
        let wanted = node.play().enter;
        let has_none = self.texts.enter(node, &enter).is_empty() && !text.contains("\n--\n");
        let prefix = (has_none && !wanted.is_empty()).then(|| notation.effect(&wanted));
        let prefix = prefix.flatten().unwrap_or_default();
        if edits.is_empty() && lines.is_empty() && prefix.is_empty() {
            return None;
        }
        edits.sort_unstable();
        let mut whole = text.to_owned();
        for (start, end, new) in edits.into_iter().rev() {
            whole.replace_range(start..end, &new);
        }
        if !lines.is_empty() {
            let gap = if whole.is_empty() { "" } else { "\n\n" };
            whole.push_str(gap);
            whole.push_str(&lines.join("\n"));
        }
        Some(prefixed(dialect, &prefix, whole))
    }

    fn is_same(&self, edge: &Edge, to: NodeId, it: &RuledLink) -> bool {
        let Target::Named(name) = &it.link.target else {
            return false;
        };
        it.link.label == edge.record.label
            && (it.link.kind == LinkKind::Include) == edge.record.includes
            && self.plan.owner(name) == Some(to)
    }

    /// Collects the rules that the texts express differently than the story; `changed` is the story
    /// with its new texts, if there are any.
    fn compare(
        &self,
        dialect: Option<Dialect>,
        form: &'static str,
        changed: Option<&Story>,
        out: &mut WrittenRules<'_>,
    ) {
        let new_texts = changed.map(|story| {
            let plan = ExportPlan::of(story, form);
            let settings = settings_of(story, form).unwrap_or_default();
            Texts::of(story, form, &plan, format_of(&settings))
        });
        let story = changed.unwrap_or(self.story);
        let texts = new_texts.as_ref().unwrap_or(self.texts);
        let nodes: Vec<_> = self.story.nodes.values().enumerate().collect();
        let read = parallel_map("writing nodes", nodes, |(index, node)| {
            let code = kept_header(node, form).is_some_and(|it| is_code(&it));
            let text = story
                .nodes
                .get(&node.id)
                .map_or("", |it| kept_data::text_of(it));
            let (links, enter) = texts.links(index, text);
            (node, code, markup::passage::merged(links), enter)
        });
        let moved = self.moved.keys().filter_map(|it| self.story.edges.get(it));
        let added: HashMap<NodeId, EdgeId> = moved.map(|it| (it.record.to, it.id)).collect();
        for (index, (node, code, links, enter)) in read.into_iter().enumerate() {
            let same_rule = |ours: Option<&str>, theirs: Option<&str>, is_effect: bool| {
                let canonical = |it: &str| self.canonical(dialect, index, it, is_effect);
                let theirs_here = || theirs.map(|it| canonical(&renamed(it, is_effect)));
                ours == theirs || ours.map(canonical) == theirs_here()
            };
            for (edge, condition) in self.edges(index) {
                let same = links
                    .iter()
                    .filter(|it| self.is_same(edge, edge.record.to, it));
                let same: Vec<_> = same.collect();
                let same: Vec<LinkRules> = same
                    .into_iter()
                    .map(|it| LinkRules::read(it.condition.clone(), it.effect.clone()))
                    .collect();
                let (effect, once) = (edge.record.effect.as_deref(), edge.record.once);
                let has_condition = |it: &&LinkRules| {
                    same_rule(condition.as_deref(), it.condition.as_deref(), false)
                };
                let has_effect = |it: &&LinkRules| same_rule(effect, it.effect.as_deref(), true);
                let is_unwritten = same.is_empty() || code;
                let is_once = same.iter().any(|it| it.once);
                if once != is_once && (once || !is_unwritten) {
                    out.once.push(edge.id);
                }
                if same.iter().any(|it| has_condition(&it) && has_effect(&it)) {
                    continue;
                }
                if !same.iter().any(|it| has_condition(&it))
                    && (!is_unwritten || condition.is_some())
                {
                    out.conditions.push(edge.id);
                }
                if !same.iter().any(|it| has_effect(&it)) && (!is_unwritten || effect.is_some()) {
                    out.effects.push(edge.id);
                }
            }
            let wanted = node.play().enter;
            let current = texts.enter(node, &enter);
            let is_note = texts.is_code(index);
            if !is_note && !same_rule(Some(&wanted), Some(&current), true) {
                // A passage that was added has the effect of its choice.
                match added.get(&node.id) {
                    Some(edge) => out.effects.push(*edge),
                    None => out.entered.push(node.id),
                }
            }
        }
    }

    /// The canonical text of a rule: equal rules have equal texts.
    fn canonical(
        &self,
        dialect: Option<Dialect>,
        index: usize,
        ours: &str,
        is_effect: bool,
    ) -> String {
        let written = dialect.and_then(|dialect| {
            let notation = self.notation(dialect, index);
            match is_effect {
                true => notation.effect(ours),
                false => notation.condition(ours),
            }
        });
        written.unwrap_or_else(|| ours.to_owned())
    }
}

/// A link with a condition and an effect.
fn ruled(
    notation: &RuleNotation<'_>,
    link: &str,
    edge: &Edge,
    (condition, effect): (Option<&str>, Option<&str>),
) -> Option<String> {
    let link = match effect {
        None => link.to_owned(),
        Some(effect) => with_effect(notation, link, edge, effect)?,
    };
    let Some(condition) = condition else {
        return Some(link);
    };
    let condition = notation.condition(condition)?;
    Some(match notation.dialect {
        Dialect::SugarCube => format!("<<if {condition}>>{link}<</if>>"),
        Dialect::Harlowe => format!("(if: {condition})[{link}]"),
        Dialect::Chapbook => format!("\n[if {condition}]\n{link}\n\n[continue]\n"),
    })
}

fn with_effect(
    notation: &RuleNotation<'_>,
    link: &str,
    edge: &Edge,
    effect: &str,
) -> Option<String> {
    match notation.dialect {
        Dialect::SugarCube => match notation.plain_effect(effect) {
            Some(sets) if !link.contains("][") => {
                let inner = link.strip_suffix("]]")?;
                Some(format!("{inner}][{sets}]]"))
            }
            _ => {
                let sets = notation.effect(effect)?;
                Some(format!("<<link {link}>>{sets}<</link>>"))
            }
        },
        Dialect::Harlowe => {
            let [found] = <[_; 1]>::try_from(markup::links::find(link)).ok()?;
            let Target::Named(target) = &found.target else {
                return None;
            };
            let label = if edge.record.label.is_empty() {
                target
            } else {
                &found.label
            };
            let quoted = |it: &str| {
                let mark = ['"', '\''].into_iter().find(|mark| !it.contains(*mark))?;
                (!it.contains('\\')).then(|| format!("{mark}{it}{mark}"))
            };
            let sets = notation.effect(effect)?;
            let (label, target) = (quoted(label)?, quoted(target)?);
            Some(format!("(link-reveal-goto: {label}, {target})[{sets}]"))
        }
        // A link in Chapbook can have no effect.
        Dialect::Chapbook => None,
    }
}

/// The text with its entry effect in front of it.
fn prefixed(dialect: Dialect, prefix: &str, text: String) -> String {
    if prefix.is_empty() {
        return text;
    }
    match dialect {
        Dialect::Chapbook => format!("{prefix}--\n{text}"),
        // Markup of headings and lists must be at the beginning of a line.
        _ if text.starts_with(['!', '#', '*', '>', '-', '|']) => format!("{prefix}\n{text}"),
        _ => format!("{prefix}{text}"),
    }
}
