//! Exports the story as a Ren'Py script: one label per node, choices as menus, conditions and
//! effects in Python. Identifiers are ASCII whatever the titles are. `python` writes expressions.

mod conditional;
mod python;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use model::play::{Effect, Expression, PLAY};
use model::{Edge, EdgeId, NodeId};

use self::conditional::{with_values, without_values};
use self::python::{RANDOM_NUMBERS, VariableNames};
use crate::export::prose::{Block, BlockKind, ListMarker, Run, blocks};
use crate::export::{Choice, ConvertedStory, FormatSupport, Losses, Pages, Speakers};
use crate::import::tidy_title;
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::kept_data;
use markup::progress::track;

const SUPPORT: FormatSupport = FormatSupport {
    format: "renpy",
    capabilities: &[kept_data::TEXT, PLAY],
    kind: |_| true,
};

/// Exporter for Ren'Py scripts.
pub(crate) struct RenPy;

impl Format for RenPy {
    fn about(&self) -> About {
        About {
            name: "renpy",
            title: "Ren'Py script",
            extensions: &["rpy"],
        }
    }
}

impl Exporter for RenPy {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let converted = ConvertedStory::of(&bundle.story, |_| false);
        let pages = Pages::of(&converted.story);
        let mut losses = Losses::of(bundle, &SUPPORT);
        pages.losses(&mut losses);
        let script = Script::of(bundle, &converted, &pages);
        converted.losses(&bundle.story, &script.incomplete, &mut losses);
        let edges = || pages.nodes.iter().flat_map(|it| pages.choices.from(it.id));
        losses.add_edges(
            LossKind::RulesInComments,
            edges().copied().filter(|it| {
                let condition = it.record.condition.as_deref();
                let effect = it.record.effect.as_deref();
                condition.is_some_and(|it| it.parse::<Expression>().is_err())
                    || effect.is_some_and(|it| it.parse::<Effect>().is_err())
            }),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let converted = ConvertedStory::of(&bundle.story, |_| false);
        let pages = Pages::of(&converted.story);
        Script::of(bundle, &converted, &pages)
            .render(bundle)
            .into_bytes()
    }
}

/// The labels for every title, as written and in lower case.
fn titles(pages: &Pages<'_>) -> BTreeMap<String, Vec<usize>> {
    let mut titles: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, node) in pages.nodes.iter().enumerate() {
        let folded = node.title.to_lowercase();
        if folded != node.title {
            titles.entry(folded).or_default().push(number);
        }
        titles.entry(node.title.clone()).or_default().push(number);
    }
    titles
}

struct Script {
    text: String,
    names: VariableNames,
    speakers: Speakers,
    /// The Ren'Py names of speaking characters, by their original names.
    speaker_names: HashMap<String, String>,
    titles: BTreeMap<String, Vec<usize>>,
    /// The numbers of once-only choices.
    once: HashMap<EdgeId, usize>,
    /// The nodes whose prose has conditions or values that could not be written.
    incomplete: HashSet<NodeId>,
}

impl Script {
    fn of(bundle: &Bundle, converted: &ConvertedStory<'_>, pages: &Pages<'_>) -> Self {
        let mut script = Self {
            text: String::new(),
            names: VariableNames::default(),
            speakers: Speakers::of(&bundle.story),
            speaker_names: HashMap::new(),
            titles: titles(pages),
            once: HashMap::new(),
            incomplete: HashSet::new(),
        };
        script.body(converted, pages);
        script
    }

    fn render(self, bundle: &Bundle) -> String {
        let title = tidy_title(&bundle.story.record.title, "Untitled");
        let mut text = format!("# {title}\n\n");
        let mut speaker_names: Vec<_> = self.speaker_names.into_iter().collect();
        speaker_names.sort_by(|a, b| a.1.cmp(&b.1));
        for (name, voice) in speaker_names {
            text.push_str(&format!(
                "define {voice} = Character({})\n",
                quoted(&plain(&name))
            ));
        }
        text.push_str("default visits = {}\n");
        if !self.once.is_empty() {
            text.push_str("default taken = set()\n");
        }
        if self.names.are_random {
            text.push_str(RANDOM_NUMBERS);
        }
        for name in self.names.all() {
            text.push_str(&format!("default {name} = 0\n"));
        }
        text + &self.text
    }

    fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn body(&mut self, converted: &ConvertedStory<'_>, pages: &Pages<'_>) {
        let labels: Vec<_> = pages
            .nodes
            .iter()
            .enumerate()
            .map(|(number, node)| label(number, &node.title))
            .collect();
        self.text.push_str("\nlabel start:\n");
        match labels.first() {
            Some(first) => self.line(1, &format!("jump {first}")),
            None => self.line(1, "return"),
        }
        for (number, node) in track("writing nodes", &pages.nodes).enumerate() {
            self.text
                .push_str(&format!("\nlabel {}:\n", labels[number]));
            self.line(1, &format!("# {}", tidy_title(&node.title, "Untitled")));
            self.line(
                1,
                &format!("$ visits[{number}] = visits.get({number}, 0) + 1"),
            );
            let enter = node.play().enter;
            self.effect(1, number, &enter);
            if converted.is_converted(node) {
                self.conditional(number, node, converted);
            } else {
                self.prose(1, &without_values(&pages.text(node)));
            }
            let choices = pages.choices_of(&converted.story, node.id);
            self.choices(number, &choices, &labels);
        }
    }

    fn effect(&mut self, depth: usize, here: usize, source: &str) {
        match source.parse::<Effect>() {
            Ok(effect) => {
                for it in &effect.0 {
                    let value = self
                        .names
                        .expression(&it.value, here, &self.titles, "False");
                    let name = self.names.of(&it.name);
                    self.line(depth, &format!("$ {name} = {value}"));
                }
            }
            Err(_) => self.line(depth, &format!("# {}", tidy_title(source, ""))),
        }
    }

    fn choices(&mut self, here: usize, choices: &[Choice<'_>], labels: &[String]) {
        if let [only] = choices
            && only.edge.record.label.is_empty()
            && only.edge.record.condition.is_none()
            && !only.edge.record.once
        {
            self.choice_effect(1, here, only.edge);
            self.line(1, &format!("jump {}", labels[only.to]));
            return;
        }
        if !choices.is_empty() {
            self.line(1, "menu:");
        }
        let otherwise = self.otherwise(here, choices);
        for choice in choices {
            let record = &choice.edge.record;
            let written = record.condition.as_deref().unwrap_or_default();
            if record.read_condition().is_none() && !written.trim().is_empty() {
                self.line(2, &format!("# {}", tidy_title(written, "")));
            }
            let when = self.when(here, choice.edge, &otherwise);
            let when = when.map(|it| format!(" if {it}")).unwrap_or_default();
            self.line(2, &format!("{}{when}:", quoted(&plain(&choice.words))));
            self.choice_effect(3, here, choice.edge);
            self.line(3, &format!("jump {}", labels[choice.to]));
        }
        // Also reached if no choice of a menu is available.
        self.line(1, "return");
    }

    /// The condition that no other choice is available.
    fn otherwise(&mut self, here: usize, choices: &[Choice<'_>]) -> String {
        let edges = choices.iter().map(|it| it.edge);
        let (waiting, others): (Vec<_>, Vec<_>) = edges.partition(|it| it.record.asks_otherwise());
        if waiting.is_empty() || others.is_empty() {
            return "True".to_owned();
        }
        let open: Vec<_> = others
            .into_iter()
            .map(|it| {
                self.when(here, it, "False")
                    .unwrap_or_else(|| "True".to_owned())
            })
            .collect();
        format!("(not ({}))", open.join(" or "))
    }

    /// The condition of a choice; `None` if it is always offered.
    fn when(&mut self, here: usize, edge: &Edge, otherwise: &str) -> Option<String> {
        let once = self.once_number(edge);
        let once = once.map(|it| format!("{it} not in taken"));
        let read = edge.record.read_condition();
        let read = read.map(|it| self.names.condition(&it, here, &self.titles, otherwise));
        let when: Vec<_> = once.into_iter().chain(read).collect();
        (!when.is_empty()).then(|| when.join(" and "))
    }

    /// The number by which a once-only choice is tracked, the same at every node that offers it
    /// through an inclusion.
    fn once_number(&mut self, edge: &Edge) -> Option<usize> {
        let next = self.once.len() + 1;
        let number = || *self.once.entry(edge.id).or_insert(next);
        edge.record.once.then(number)
    }

    fn choice_effect(&mut self, depth: usize, here: usize, edge: &Edge) {
        if let Some(number) = self.once_number(edge) {
            self.line(depth, &format!("$ taken.add({number})"));
        }
        if let Some(effect) = &edge.record.effect {
            self.effect(depth, here, effect);
        }
    }

    fn prose(&mut self, depth: usize, text: &str) {
        for block in blocks(text) {
            self.block(depth, &block);
        }
    }

    fn block(&mut self, depth: usize, block: &Block) {
        if block.kind == BlockKind::Rule {
            self.line(depth, "pause");
            return;
        }
        let mut words = with_values(&marked(&block.runs));
        match block.kind {
            BlockKind::Heading(_) => words = format!("{{b}}{words}{{/b}}"),
            BlockKind::Item { mark, .. } => {
                let mark = match mark {
                    ListMarker::Bullet => "• ".to_owned(),
                    ListMarker::Number(number) => format!("{number}. "),
                    ListMarker::None => String::new(),
                };
                words = mark + &words;
            }
            _ => {}
        }
        // Each line of dialogue is a statement of its own; other lines stay together.
        let mut lines_before: Vec<&str> = Vec::new();
        for line in words.split('\n') {
            let speech = self.speakers.split_line(line);
            let speech = speech.map(|(name, speech)| (name.to_owned(), speech.to_owned()));
            match speech {
                Some((name, speech)) => {
                    self.narrate(depth, &mut lines_before);
                    let voice = self.speaker_name(&name);
                    self.line(depth, &format!("{voice} {}", quoted(&speech)));
                }
                None => lines_before.push(line),
            }
        }
        self.narrate(depth, &mut lines_before);
    }

    fn narrate(&mut self, depth: usize, lines_before: &mut Vec<&str>) {
        let words = std::mem::take(lines_before).join("\n");
        if !words.trim().is_empty() {
            self.line(depth, &quoted(&words));
        }
    }

    fn speaker_name(&mut self, name: &str) -> String {
        let next = self.speaker_names.len() + 1;
        let voice = self.speaker_names.entry(name.to_owned());
        voice
            .or_insert_with(|| name_for("voice", next, name))
            .clone()
    }
}

fn label(number: usize, title: &str) -> String {
    name_for("page", number + 1, title)
}

/// An ASCII identifier: a prefix, a number that makes it unique, and as much of the text as
/// possible.
fn name_for(what: &str, number: usize, words: &str) -> String {
    let plain: String = words
        .to_lowercase()
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it } else { ' ' })
        .collect();
    let plain: Vec<_> = plain.split_whitespace().collect();
    let plain: String = plain.join("_").chars().take(40).collect();
    format!("{what}_{number}_{plain}")
        .trim_end_matches('_')
        .to_owned()
}

/// Text escaped so that Ren'Py neither interpolates nor finds tags in it.
fn plain(words: &str) -> String {
    words
        .replace('[', "[[")
        .replace('{', "{{")
        .replace('%', "%%")
        .replace('【', "【【")
}

/// Runs with Ren'Py's text tags.
fn marked(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        let mut words = plain(&run.text);
        let style = run.style;
        for (on, tag) in [
            (style.strikethrough, "s"),
            (style.italic, "i"),
            (style.bold, "b"),
        ] {
            if on {
                words = format!("{{{tag}}}{words}{{/{tag}}}");
            }
        }
        if let Some(link) = &run.link {
            words = format!("{{a={}}}{words}{{/a}}", plain(link));
        }
        text.push_str(&words);
    }
    text
}

/// A string literal of the script, on one line.
fn quoted(words: &str) -> String {
    let mut text = String::from("\"");
    for c in words.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}' | '\u{c}' => {
                text.push_str("\\n");
            }
            c if c.is_control() => {}
            c => text.push(c),
        }
    }
    text + "\""
}
