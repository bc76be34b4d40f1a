//! Planted contradictions and promises in a story of a hundred scenes, in English and Chinese, and a
//! model that notices one wherever it is shown both passages: what `check_continuity` shows it decides
//! what it can find. Used by the tests and the benchmark, which bring the model's server.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use capability::{Answer, Approver, Caller, Question};
use host::{RealWorld, Studio, StudioOptions};
use llm::LanguageModel;
use model::conversation::ToolCall;
use model::{Author, AuthorKind, EdgeRecord, Layout, NodeId, NodeRecord, Slot, StoryRecord, part};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{CommitMetadata, Edit, Store, StoreError};

/// How many scenes the story has.
pub(crate) const SCENES: usize = 100;
/// How many sentences a scene has beside what is planted.
const SENTENCES: usize = 16;

/// A story's parts, and what is planted in it.
#[derive(Clone, Deserialize)]
pub(crate) struct Set {
    names: Vec<String>,
    places: Vec<String>,
    things: Vec<String>,
    sentences: Vec<String>,
    /// A sentence, a later one that contradicts it, and what is to be said about both.
    pub(crate) contradictions: Vec<(String, String, String)>,
    /// A sentence that promises something, one that leads on, one that keeps it, and what is promised.
    pub(crate) promises: Vec<(String, String, String, String)>,
}

impl Set {
    pub(crate) fn of(chinese: bool) -> Self {
        let set = match chinese {
            false => include_str!("../../fixtures/continuity/en.json"),
            true => include_str!("../../fixtures/continuity/zh-CN.json"),
        };
        serde_json::from_str(set).expect("the set is readable")
    }

    /// The texts of the scenes: each planted pair some scenes apart, among sentences that say nothing.
    pub(crate) fn texts(&self) -> Vec<String> {
        let mut planted: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for (at, (earlier, later, _)) in self.contradictions.iter().enumerate() {
            let first = at * 2;
            // From next to each other to most of the story apart.
            let distance = 1 + at * 7 % 38;
            planted.entry(first).or_default().push(earlier);
            planted.entry(first + distance).or_default().push(later);
        }
        for (at, (promise, on, kept, _)) in self.promises.iter().enumerate() {
            for (scene, sentence) in [(3 + at, promise), (40 + at, on), (97 + at, kept)] {
                planted.entry(scene).or_default().push(sentence);
            }
        }
        let mut count = 0;
        let mut next = || {
            count += 1;
            count * 7919 % 104_729
        };
        let mut texts = Vec::new();
        for scene in 0..SCENES {
            let mut sentences: Vec<String> = Vec::new();
            for _ in 0..SENTENCES {
                let pick = |from: &[String], at: usize| from[at % from.len()].clone();
                let sentence = pick(&self.sentences, next());
                let sentence = sentence.replace("{name}", &pick(&self.names, next() / 3));
                let sentence = sentence.replace("{place}", &pick(&self.places, next() / 5));
                sentences.push(sentence.replace("{thing}", &pick(&self.things, next() / 7)));
            }
            for sentence in planted.get(&scene).into_iter().flatten() {
                let at = next() % sentences.len();
                sentences.insert(at, (*sentence).to_owned());
            }
            let paragraphs: Vec<_> = sentences.chunks(4).map(|it| it.join(" ")).collect();
            texts.push(paragraphs.join("\n\n"));
        }
        texts
    }

    /// What a model says to a request for one scene: what it is shown both passages of.
    pub(crate) fn reply(&self, question: &str) -> String {
        let (shown, scene) = question.rsplit_once("\nThe scene ").unwrap_or_default();
        let (shown, promised) = shown.split_once("\nOpen promises:").unwrap_or((shown, ""));
        let mut contradictions = Vec::new();
        for (earlier, later, says) in &self.contradictions {
            if scene.contains(&**later)
                && let Some(title) = title_above(shown, earlier)
            {
                contradictions.push(json!({
                    "quote": later, "scene": title, "other_quote": earlier, "says": says,
                }));
            }
        }
        let (mut planted, mut advanced, mut paid) = (Vec::new(), Vec::new(), Vec::new());
        for (promise, on, kept, says) in &self.promises {
            if scene.contains(&**promise) {
                planted.push(json!({ "quote": promise, "says": says }));
            }
            let id = || {
                let line = promised.lines().find(|it| it.contains(&**promise))?;
                line.trim_start_matches("- ").split(' ').next()
            };
            if scene.contains(&**on) {
                advanced.extend(id().map(|it| json!({ "promise": it, "quote": on })));
            }
            if scene.contains(&**kept) {
                paid.extend(id().map(|it| json!({ "promise": it, "quote": kept })));
            }
        }
        json!({
            "contradictions": contradictions, "planted": planted,
            "advanced": advanced, "paid": paid,
        })
        .to_string()
    }
}

/// The title of the scene among the passages that a sentence is shown under.
fn title_above(shown: &str, sentence: &str) -> Option<String> {
    let mut title = None;
    for line in shown.lines() {
        let head = line
            .strip_prefix("Scene ")
            .and_then(|it| it.strip_suffix(':'));
        let end = line.strip_prefix("The scene before, ");
        if let Some(head) = head {
            title = serde_json::from_str(head).ok();
        } else if let Some((head, _)) = end.and_then(|it| it.split_once(", ends: ")) {
            title = serde_json::from_str(head).ok();
        }
        if line.contains(sentence) {
            return title;
        }
    }
    None
}

/// A person who allows everything.
struct AlwaysYes;

#[async_trait]
impl Approver for AlwaysYes {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

/// The story of a set, open, with the model of a server.
pub(crate) struct OpenSet {
    studio: Studio,
    person: Caller,
}

impl OpenSet {
    /// Writes the story and opens it. To be called within a runtime.
    pub(crate) async fn open(path: &Path, set: &Set, model: Arc<dyn LanguageModel>) -> Self {
        let options = StudioOptions {
            model,
            ..StudioOptions::built_in(Arc::new(RealWorld))
        };
        let studio = Studio::create(path, "Continuity", options).expect("a story");
        let texts = set.texts();
        let store = studio.store().clone();
        let written = tokio::task::spawn_blocking(move || write(&store, &texts));
        written.await.expect("the story is written");
        let person = studio.person("test", Arc::new(AlwaysYes));
        Self { studio, person }
    }

    /// Calls a tool; its data.
    pub(crate) async fn call(&self, name: &str, args: Value) -> Value {
        let call = ToolCall {
            id: None,
            name: name.to_owned(),
            args,
        };
        let output = self.studio.call(&self.person, call).await;
        match (output.result, output.error) {
            (Some(result), _) => result.data,
            (None, error) => panic!("{name}: {error:?}"),
        }
    }
}

/// Scenes in a line, each with a second link that leaves the next one out.
fn write(store: &Store, texts: &[String]) {
    let note = CommitMetadata {
        author: Author::new(AuthorKind::Person, "writer"),
        origin: None,
        turn: None,
        call: None,
        reason: "make scenes".to_owned(),
        draft: None,
    };
    let texts = texts.to_vec();
    let make = move |edit: &mut Edit<'_>| {
        let mut ids: Vec<NodeId> = Vec::new();
        for (at, text) in texts.into_iter().enumerate() {
            let record = NodeRecord {
                title: format!("Scene {}", at + 1),
                kind: "scene".to_owned(),
            };
            let id = edit.create_node(&record, &Layout::default())?;
            edit.write(&Slot::node(id, "text"), &json!({ "text": text }))?;
            ids.push(id);
        }
        for at in 1..ids.len() {
            let mut from = vec![ids[at - 1]];
            from.extend((at > 1 && at % 10 == 0).then(|| ids[at - 2]));
            for from in from {
                let edge: EdgeRecord =
                    serde_json::from_value(json!({ "from": from, "to": ids[at] }))
                        .expect("an edge");
                edit.create_edge(&edge)?;
            }
        }
        let record = StoryRecord {
            title: "Continuity".to_owned(),
            start: Some(ids[0]),
            ..StoryRecord::default()
        };
        let record = serde_json::to_value(record).expect("a record");
        edit.write(&Slot::story(part::STORY), &record)?;
        Ok(())
    };
    let made = store.edit_blocking::<(), StoreError>(note, make);
    made.expect("the scenes are written");
}
