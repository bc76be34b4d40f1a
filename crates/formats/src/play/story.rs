//! The story for the reader, as JSON that is safe inside a script element.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::contents::Sound;
use model::play::Expression;
use model::{AssetId, Node};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::rules;
use crate::export::prose::{Block, BlockKind, ListMarker, Run, blocks};
use crate::export::{
    Mark, MarkedProse, Pages, ReaderTexts, picture_of, pieces, sound_of, title_of,
};
use crate::playable_script::PlayableScript;
use crate::{Bundle, PackedAsset};
use markup::progress::track;

/// Translates the story into its other languages; adds the expressions of conditional prose to the
/// argument.
pub(super) type Translate<'a> = dyn Fn(&mut Vec<Expression>) -> Vec<Value> + 'a;

/// The story data for the page, with its source language, its translations, and the script that
/// it plays, if any.
pub(super) fn as_json(
    bundle: &Bundle,
    pages: &Pages<'_>,
    language: &str,
    translate: &Translate<'_>,
    script: Option<&PlayableScript>,
) -> String {
    let story = &bundle.story;
    let (mut pictures, mut sounds) = (DataUrls::default(), DataUrls::default());
    let texts = ReaderTexts::of(story);
    // The expressions of all conditional prose: nodes they name are listed with the others.
    let mut asked = Vec::new();
    let mut prose_of = |node: &Node| prose(node, pages, &texts, &mut asked);
    let nodes: Vec<Value> = track("writing nodes", &pages.nodes)
        .map(|node| {
            let mut entry = Map::new();
            entry.insert("id".to_owned(), json!(short(node.id.0)));
            entry.insert("title".to_owned(), json!(title_of(node)));
            if let Some(path) = script.and_then(|it| it.paths.get(&node.id)) {
                entry.insert("path".to_owned(), json!(path));
            }
            if let Some((id, asset, shows)) = picture_of(bundle, node) {
                entry.insert("picture".to_owned(), json!(pictures.number(id, asset)));
                entry.insert("described".to_owned(), json!(shows));
            }
            if let Some((sound, file)) = sound_of(bundle, node) {
                let file = file.map(|(id, asset)| sounds.number(id, asset));
                entry.insert("sound".to_owned(), sound_json(&sound, file));
            }
            entry.extend(prose_of(node));
            let choices = pages.choices_of(story, node.id);
            let enter = rules::entry_effect(node);
            if !enter.0.is_empty() {
                entry.insert("enter".to_owned(), rules::effect(&enter));
            }
            let choices: Vec<_> = choices
                .iter()
                .map(|it| {
                    let mut choice = Map::new();
                    choice.insert("id".to_owned(), json!(short(it.edge.id.0)));
                    choice.insert("label".to_owned(), json!(it.words));
                    choice.insert("to".to_owned(), json!(it.to));
                    if let Some(condition) = it.edge.record.read_condition() {
                        choice.insert("when".to_owned(), rules::expression(&condition));
                    }
                    if let Some(written) = &it.edge.record.condition {
                        choice.insert("written".to_owned(), json!(written));
                    }
                    if it.edge.record.once {
                        choice.insert("once".to_owned(), json!(true));
                    }
                    let taking = rules::choice_effect(it.edge);
                    if !taking.0.is_empty() {
                        choice.insert("then".to_owned(), rules::effect(&taking));
                    }
                    choice
                })
                .collect();
            entry.insert("choices".to_owned(), json!(choices));
            if let Some((label, step)) = ReaderTexts::way_back(node, pages.written(node)) {
                let step = step.to_string();
                entry.insert("back".to_owned(), json!({ "label": label, "step": step }));
            }
            Value::Object(entry)
        })
        .collect();
    let translations = translate(&mut asked);
    let mut whole = json!({
        "id": story.id.to_string(),
        "title": crate::import::tidy_title(&story.record.title, "Untitled"),
        "language": language,
        "start": (!nodes.is_empty()).then_some(0),
        "titles": rules::titles(pages, &asked),
        "nodes": nodes,
        "pictures": pictures.urls,
    });
    if !sounds.urls.is_empty() {
        whole["sounds"] = json!(sounds.urls);
    }
    if let Some(script) = script {
        whole["script"] = script_json(script);
        whole["externals"] = json!(script.externals);
    }
    if !translations.is_empty() {
        whole["translations"] = json!(translations);
        whole["begins"] = json!(bundle.language);
    }
    // Nothing may resemble the end of the script element or a comment.
    whole
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// A script for the page.
pub(super) fn script_json(script: &PlayableScript) -> Value {
    json!({ "language": script.language, "text": script.text })
}

/// The fields of a node's prose: `blocks`, and `sets` if the text depends on variables.
pub(super) fn prose(
    node: &Node,
    pages: &Pages<'_>,
    texts: &ReaderTexts,
    asked: &mut Vec<Expression>,
) -> Map<String, Value> {
    let mut fields = Map::new();
    let written = pages.written(node);
    let marked = texts.parts(node, written);
    let marked = marked.and_then(|it| MarkedProse::of(&it));
    let (text, marks) = match marked {
        Some(marked) => (texts.read(node, &marked.text), marked.marks),
        None => (pages.text(node).into_owned(), Vec::new()),
    };
    let blocks = blocks(&text);
    let blocks: Vec<_> = blocks.iter().map(|it| block(it, &marks)).collect();
    fields.insert("blocks".to_owned(), json!(blocks));
    if !marks.is_empty() {
        let expressions = marks.iter().flat_map(Mark::expressions);
        asked.extend(expressions.cloned());
        fields.insert("sets".to_owned(), json!(texts.sets(node, written)));
    }
    fields
}

/// A short id from the end of a UUID: saved games refer to choices and nodes by it, so it is the
/// same in every export.
fn short(id: Uuid) -> String {
    let id = id.simple().to_string();
    id[id.len() - 10..].to_owned()
}

/// A node's sound, with the number of its file; silence has none.
fn sound_json(sound: &Sound, file: Option<usize>) -> Value {
    let mut fields = json!({ "plays": sound.plays });
    if let Some(file) = file {
        fields["file"] = json!(file);
    }
    if !sound.name.is_empty() {
        fields["name"] = json!(sound.name);
    }
    fields
}

/// Pictures or sounds in order of first occurrence; a shared one is written once.
#[derive(Default)]
struct DataUrls {
    numbers: BTreeMap<AssetId, usize>,
    urls: Vec<String>,
}

impl DataUrls {
    fn number(&mut self, id: AssetId, asset: &PackedAsset) -> usize {
        *self.numbers.entry(id).or_insert_with(|| {
            let content = STANDARD.encode(&asset.bytes);
            self.urls
                .push(format!("data:{};base64,{content}", asset.mime));
            self.urls.len() - 1
        })
    }
}

/// `[shape, quoted, runs, depth, mark]`, as `prose.js` expects it.
fn block(block: &Block, marks: &[Mark]) -> Value {
    let runs = block.runs.iter().flat_map(|it| runs(it, marks));
    let runs: Vec<Value> = runs.collect();
    match block.kind {
        BlockKind::Paragraph => json!(["p", block.quote_depth, runs]),
        // The node's title is the first-level heading.
        BlockKind::Heading(level) => {
            json!([format!("h{}", (level + 1).min(4)), block.quote_depth, runs])
        }
        BlockKind::Code => json!(["pre", block.quote_depth, runs]),
        BlockKind::Rule => json!(["hr", block.quote_depth, runs]),
        BlockKind::Item { depth, mark } => {
            let mark = match mark {
                ListMarker::Bullet => Value::Null,
                ListMarker::Number(number) => json!(number),
                ListMarker::None => json!(""),
            };
            json!(["li", block.quote_depth, runs, depth, mark])
        }
    }
}

/// The pieces of a run, with the marks between them.
fn runs(whole: &Run, marks: &[Mark]) -> Vec<Value> {
    if marks.is_empty() {
        return vec![run(whole)];
    }
    let piece = |text: &str| {
        run(&Run {
            text: text.to_owned(),
            ..whole.clone()
        })
    };
    let pieces = pieces(&whole.text).filter_map(|it| match it {
        Ok(text) => Some(piece(text)),
        Err(number) => match marks.get(number)? {
            // A value looks like the text around it.
            Mark::Value(value) => {
                Some(json!({ "value": rules::expression(value), "like": piece("") }))
            }
            mark => Some(rules::mark(mark)),
        },
    });
    pieces.collect()
}

fn run(run: &Run) -> Value {
    let style = run.style;
    let marks = [
        (style.bold, 'b'),
        (style.italic, 'i'),
        (style.strikethrough, 's'),
        (style.code, 'c'),
    ];
    let styles: String = marks.iter().filter(|it| it.0).map(|it| it.1).collect();
    match (&run.link, styles.as_str()) {
        (None, "") => json!(run.text),
        (None, styles) => json!([run.text, styles]),
        (Some(link), styles) => json!([run.text, styles, link]),
    }
}
