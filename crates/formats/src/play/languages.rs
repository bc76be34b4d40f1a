//! The story in its other languages: what differs from the source in each node, so that the page
//! can switch languages without losing the reader's place.

use markup::translation::translated_story;
use model::contents::{LANGUAGES, StoryLanguages};
use model::play::Expression;
use serde_json::{Value, json};

use super::story::{prose, script_json};
use crate::Bundle;
use crate::export::{Pages, ReaderTexts, title_of};
use crate::import::tidy_title;
use crate::playable_script::PlayableScript;

/// The languages of a story; `None` if it has only one.
pub(super) fn languages_of(bundle: &Bundle) -> Option<StoryLanguages> {
    StoryLanguages::of(bundle.story.data.get(LANGUAGES).map(|it| &**it))
}

/// The story in each target language: its title, and for each page its title, prose and choice
/// labels, in the order of the pages. The expressions of conditional prose are added to `asked`.
pub(super) fn translations(
    bundle: &Bundle,
    languages: Option<&StoryLanguages>,
    asked: &mut Vec<Expression>,
) -> Vec<Value> {
    let mut all = Vec::new();
    for language in languages.into_iter().flat_map(|it| &it.targets) {
        let story = translated_story(&bundle.story, language);
        let pages = Pages::of(&story);
        let texts = ReaderTexts::of(&story);
        let nodes = pages.nodes.iter().map(|node| {
            let mut fields = prose(node, &pages, &texts, asked);
            fields.insert("title".to_owned(), json!(title_of(node)));
            let choices = pages.choices_of(&story, node.id);
            let labels: Vec<_> = choices.into_iter().map(|it| it.words).collect();
            fields.insert("labels".to_owned(), json!(labels));
            Value::Object(fields)
        });
        let mut translation = json!({
            "language": language,
            "title": tidy_title(&story.record.title, "Untitled"),
            "nodes": nodes.collect::<Vec<_>>(),
        });
        if let Some(script) = PlayableScript::of(&story) {
            translation["script"] = script_json(&script);
        }
        all.push(translation);
    }
    all
}
