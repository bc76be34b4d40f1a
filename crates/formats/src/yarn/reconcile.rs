//! Reads the links in a node's body, and writes its options.

use std::ops::Range;

use model::NodeId;

use super::logic::YarnNotation;
use super::names::path_of;
use super::syntax::{self, flow};
use super::write::{ExportPlan, escaped};
use crate::import::{LinkTarget, tidy_title};
use crate::scripting::{
    Choice, ChoiceBlock, FinalLine, Fingerprints, MISSING_NODE, Notation, ScannedLink, ScannedText,
    Syntax,
};

/// The body of one node.
pub(super) struct BodySyntax<'p, 'a> {
    pub(super) plan: &'p ExportPlan<'a>,
    pub(super) index: usize,
    pub(super) fingerprints: Fingerprints,
}

/// The option that a line begins.
fn option(line: &str) -> Option<syntax::Choice<'_>> {
    flow(line).options.into_iter().next()
}

impl Syntax for BodySyntax<'_, '_> {
    fn scan(&self, text: &str) -> ScannedText {
        let flow = flow(text);
        let mut counts = vec![0; flow.options.len()];
        for option in flow.jumps.iter().filter_map(|it| it.option) {
            counts[option] += 1;
        }
        let blocks = flow
            .options
            .iter()
            .zip(&counts)
            .map(|(it, count)| ChoiceBlock {
                at: it.at.clone(),
                is_top_level: it.is_top_level,
                is_movable: *count == 1 && !it.is_complex,
            });
        let places = self.fingerprints.positions();
        let mut ways = Vec::new();
        for (at, lead) in self.plan.found(self.index, &flow) {
            let (imported, imported_once) = places.of(&lead, path_of(&flow, at));
            let to = match lead.to {
                LinkTarget::Section(to) => self.plan.id_at(to),
                // The target of an imported link no longer exists.
                LinkTarget::Missing(..) if imported.is_some() => MISSING_NODE,
                _ => continue,
            };
            let jump = &flow.jumps[at];
            ways.push(ScannedLink {
                imported_index: imported,
                imported_once,
                label: lead.label,
                condition: lead.condition,
                effect: lead.effect,
                to,
                includes: false,
                once: lead.once,
                path: jump.at.clone(),
                can_retarget: true,
                block: jump.option,
            });
        }
        let exit = flow.exit.clone().and_then(|at| {
            let way = ways.iter().position(|it| at.contains(&it.path.start));
            // A jump with a computed target stays where it is.
            let is_known = way.is_some() || text[at.clone()].trim_start().starts_with("<<stop>>");
            is_known.then_some(FinalLine { at, way })
        });
        ScannedText {
            links: ways,
            blocks: blocks.collect(),
            exit,
        }
    }

    fn path(&self, to: NodeId) -> String {
        self.plan.name(to).to_owned()
    }

    fn title(&self, to: NodeId) -> &str {
        self.plan.title(to)
    }

    fn notation(&self) -> Box<dyn Notation + '_> {
        Box::new(YarnNotation {
            variables: &self.plan.variables,
            names: Box::new(|title| self.plan.called(self.index, title)),
        })
    }

    fn choice(&self, choice: Choice<'_>) -> String {
        let mut text = format!("-> {}", words(choice.label));
        if let Some(condition_command) = condition_command(choice.once, choice.condition) {
            text.push_str(&format!(" {condition_command}"));
        }
        for line in choice.effect {
            text.push_str(&format!("\n    {line}"));
        }
        text + &format!("\n    <<jump {}>>", choice.path)
    }

    fn plain(&self, path: &str) -> String {
        format!("<<jump {path}>>")
    }

    fn with_label(&self, line: &str, label: &str) -> String {
        match option(line) {
            Some(it) => [
                &line[..it.words.start],
                &words(label),
                &line[it.words.end..],
            ]
            .concat(),
            None => line.to_owned(),
        }
    }

    fn with_condition(&self, line: &str, condition: Option<&str>) -> String {
        match option(line) {
            Some(it) => with_condition_command(
                line,
                it.condition_at,
                condition_command(it.is_once, condition),
            ),
            None => line.to_owned(),
        }
    }

    fn with_once(&self, line: &str, once: bool) -> String {
        match option(line) {
            Some(it) => {
                with_condition_command(line, it.condition_at, condition_command(once, it.condition))
            }
            None => line.to_owned(),
        }
    }

    fn with_effect(&self, lines: &str, path: usize, effect: &[String]) -> String {
        let sets = option(lines).map(|it| it.sets).unwrap_or_default();
        let mut at = lines[..path].rfind('\n').map_or(0, |it| it + 1);
        let space = &lines[at..at + lines[at..].len() - lines[at..].trim_start().len()];
        let written: String = effect.iter().map(|it| format!("{space}{it}\n")).collect();
        let (mut text, jump) = (lines.to_owned(), at);
        for it in sets.iter().rev().filter(|it| it.end <= jump) {
            text.replace_range(it.clone(), "");
            at -= it.len();
        }
        text.insert_str(at, &written);
        text
    }
}

/// The command with the condition of an option.
fn condition_command(once: bool, condition: Option<&str>) -> Option<String> {
    match (once, condition) {
        (false, None) => None,
        (false, Some(it)) => Some(format!("<<if {it}>>")),
        (true, None) => Some("<<once>>".to_owned()),
        (true, Some(it)) => Some(format!("<<once if {it}>>")),
    }
}

/// The line of an option with this command replaced.
fn with_condition_command(
    line: &str,
    at: Range<usize>,
    condition_command: Option<String>,
) -> String {
    let (before, after) = (&line[..at.start], &line[at.end..]);
    match condition_command {
        Some(it) if at.is_empty() => format!("{before} {it}{after}"),
        Some(it) => format!("{before}{it}{after}"),
        None => [before.trim_end(), after].concat(),
    }
}

/// The text of an option, escaped.
fn words(label: &str) -> String {
    let label = tidy_title(label, "…");
    let words = escaped(&label);
    // Not every compiler finds the end of an option that consists only of escaped characters.
    let is_marks = words.len() == 2 * label.chars().count();
    words + if is_marks { " " } else { "" }
}
