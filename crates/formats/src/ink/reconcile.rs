//! Reads the links in a section's text, and writes its choices.

use model::NodeId;
use model::play::{Expression, Operator};

use super::escape::words;
use super::flow::{self, flow};
use super::logic::{InkNotation, NOTHING_ELSE};
use super::names::path_of;
use super::syntax::without_comments;
use super::write::ExportPlan;
use crate::import::LinkTarget;
use crate::scripting::{
    Choice, ChoiceBlock, FinalLine, Fingerprints, MISSING_NODE, Notation, ScannedLink, ScannedText,
    Syntax, written_condition,
};

/// The text of one section.
pub(super) struct Section<'p, 'a> {
    pub(super) plan: &'p ExportPlan<'a>,
    pub(super) index: usize,
    pub(super) fingerprints: Fingerprints,
}

impl Section<'_, '_> {
    /// Whether the choice offered only if no other is comes last, as Ink requires: it counts only
    /// the choices before it.
    fn counts_all(&self) -> bool {
        let edges = self.plan.choices.from(self.plan.nodes[self.index].id);
        let mut before = edges.iter().rev().skip(1);
        before.all(|it| !it.record.asks_otherwise())
    }
}

/// The choice that a line begins.
fn choice(line: &str) -> Option<flow::Choice> {
    flow(&without_comments(line)).choices.into_iter().next()
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

impl Syntax for Section<'_, '_> {
    fn scan(&self, text: &str) -> ScannedText {
        let plain = without_comments(text);
        let flow = flow(&plain);
        let mut counts = vec![0; flow.choices.len()];
        for choice in flow.diverts.iter().filter_map(|it| it.choice) {
            counts[choice] += 1;
        }
        let blocks = flow
            .choices
            .iter()
            .zip(&counts)
            .map(|(it, count)| ChoiceBlock {
                at: it.at.clone(),
                is_top_level: it.is_top_level,
                is_movable: *count == 1 && !it.is_complex && !it.is_in_conditional(),
            });
        let blocks = blocks.collect();
        let (mut ways, mut exit) = (Vec::new(), None);
        let places = self.fingerprints.positions();
        for (at, lead) in self.plan.found(self.index, &plain, &flow) {
            let (imported, imported_once) = places.of(&lead, path_of(&flow, at));
            let to = match lead.to {
                LinkTarget::Section(to) => self.plan.id_at(to),
                // The target of an imported link no longer exists.
                LinkTarget::Missing(..) if imported.is_some() => MISSING_NODE,
                _ => continue,
            };
            let divert = at.map(|it| &flow.diverts[it]);
            let path = divert.map_or(0..0, |it| it.at.clone());
            let exits = |it: &std::ops::Range<usize>| it.contains(&path.start);
            if divert.is_none() {
                // The implicit link from a knot to its first stitch has no text.
                exit = Some(0..0);
            }
            let is_exit = divert.is_none() || flow.exit.as_ref().is_some_and(exits);
            if is_exit {
                exit = flow.exit.clone().or(exit);
            }
            ways.push(ScannedLink {
                imported_index: imported,
                imported_once,
                once: lead.once,
                label: lead.label,
                condition: lead.condition,
                effect: lead.effect,
                to,
                includes: lead.includes,
                path,
                can_retarget: divert.is_some_and(|it| !it.has_arguments),
                block: divert.and_then(|it| it.choice),
            });
        }
        let ends = flow.exit.as_ref().filter(|it| {
            let path = plain[(*it).clone()]
                .trim()
                .trim_start_matches(['-', '>', ' ', '\t']);
            matches!(path, "END" | "DONE")
        });
        let exit = exit.or(ends.cloned()).map(|at| FinalLine {
            way: ways
                .iter()
                .position(|it| at.contains(&it.path.start) || at.is_empty()),
            at,
        });
        ScannedText {
            links: ways,
            blocks,
            exit,
        }
    }

    fn path(&self, to: NodeId) -> String {
        self.plan.path(to)
    }

    fn title(&self, to: NodeId) -> &str {
        self.plan.title(to)
    }

    fn notation(&self) -> Box<dyn Notation + '_> {
        Box::new(InkNotation {
            variables: &self.plan.variables,
            labels: &self.plan.labels,
            visits: Box::new(|title| self.plan.visits(self.index, title)),
        })
    }

    fn condition(&self, ours: &str) -> Option<String> {
        let written = |it: &str| written_condition(it, &*self.notation());
        match ours.parse().ok()? {
            Expression::Otherwise => self.counts_all().then(|| NOTHING_ELSE.to_owned()),
            Expression::Binary(Operator::And, own, last) if *last == Expression::Otherwise => {
                let own = written(&own.to_string()).filter(|_| self.counts_all())?;
                Some(format!("{own}}} {{{NOTHING_ELSE}"))
            }
            _ => written(ours),
        }
    }

    fn choice(&self, choice: Choice<'_>) -> String {
        let Choice { effect, path, .. } = choice;
        let condition = choice.condition.map(|it| format!("{{{it}}} "));
        let mark = if choice.once { '*' } else { '+' };
        let (condition, words) = (condition.unwrap_or_default(), words(choice.label));
        let head = format!("{mark} {condition}[{words}]");
        if effect.is_empty() {
            return format!("{head} -> {path}");
        }
        format!("{head}\n  {}\n  -> {path}", effect.join("\n  "))
    }

    fn plain(&self, path: &str) -> String {
        format!("-> {path}")
    }

    fn with_label(&self, line: &str, label: &str) -> String {
        let Some(choice) = choice(line) else {
            return line.to_owned();
        };
        let (before, old) = (&line[..choice.words.start], &line[choice.words.clone()]);
        let after = &line[choice.words.end..];
        let new = words(label);
        let new = match brackets(old) {
            Some((said, rest)) => format!("[{new}]{said}{rest}"),
            None if old.is_empty() => format!("[{new}] "),
            None => new,
        };
        [before, &new, after].concat()
    }

    fn with_condition(&self, line: &str, condition: Option<&str>) -> String {
        let Some(choice) = choice(line) else {
            return line.to_owned();
        };
        let at = choice.conditions_at;
        let (before, after) = (&line[..at.start], &line[at.end..]);
        match condition {
            Some(it) if at.is_empty() => {
                let space = if before.ends_with(['+', '*', ')']) {
                    " "
                } else {
                    ""
                };
                format!("{before}{space}{{{it}}} {after}")
            }
            Some(it) => format!("{before}{{{it}}}{after}"),
            None => [before, after.trim_start_matches([' ', '\t'])].concat(),
        }
    }

    fn with_once(&self, line: &str, once: bool) -> String {
        flow::with_once(line, once)
    }

    fn with_effect(&self, lines: &str, path: usize, effect: &[String]) -> String {
        let plain = without_comments(lines);
        let logic = flow(&plain).choices.into_iter().next().map(|it| it.logic);
        let logic = logic.unwrap_or_default();
        let mut at = plain[..path].rfind("->").unwrap_or(path);
        let mut text = lines.to_owned();
        let named = at;
        for it in logic.iter().rev().filter(|it| it.end <= named) {
            text.replace_range(it.clone(), "");
            at -= it.len();
        }
        if effect.is_empty() {
            return text;
        }
        let space = format!("{}  ", indent(lines));
        let written: String = effect.iter().map(|it| format!("{space}{it}\n")).collect();
        let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
        if start > 0 {
            text.insert_str(start, &written);
            return text;
        }
        let (head, rest) = text.split_at(at);
        format!("{}\n{written}{space}{rest}", head.trim_end())
    }
}

/// The text before the square brackets of a choice, and the text after them.
fn brackets(words: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let mut open = None;
    for (at, c) in words.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if open.is_none() => open = Some(at),
            ']' => return open.map(|it| (&words[..it], &words[at + 1..])),
            _ => {}
        }
    }
    None
}
