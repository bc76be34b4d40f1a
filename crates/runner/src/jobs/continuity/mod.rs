//! Reading for continuity as a job: the question about a scene, and the verified observations in
//! the reply. A quotation that does not occur in its text is rejected. Storing them is in `keep`;
//! the passages that come before a scene are in `read_before`.

mod read_before;

use std::collections::HashSet;
use std::fmt::Write as _;

use model::contents::{FACTS, FINDINGS, Findings, PassageFinding};
use model::{Node, NodeId, Slot, Story, facts_at};
use serde::Deserialize;
use store::{StoreError, View};

use super::question::Question;
use super::reading::{Notice, Noticed, Reading};
use crate::context::estimate;
use crate::prompt::quoted;
use crate::story_context::named_nodes;
pub(super) use read_before::ReadBefore;

const TASK: &str = include_str!("continuity.md");
/// The token limit for passages of earlier scenes.
const EARLIER_TOKENS: u64 = 4_000;
/// The token limit for what is known about characters and places.
const KNOWN_TOKENS: u64 = 2_000;
/// How much of the text of a character or place is shown, in characters.
const KNOWN_TEXT: usize = 500;
/// How many promises are shown, oldest first.
const MOST_PROMISES: usize = 40;
/// The approximate length of a reply, in tokens.
const REPLY_TOKENS: u64 = 200;
/// The longest accepted sentence, in characters.
const SAYS_CHARS: usize = 500;

/// The data to check a reply about a scene with.
#[derive(Debug)]
pub(super) struct Material {
    /// The scenes whose passages were shown, by title, with their texts.
    earlier: Vec<(NodeId, String, String)>,
    /// The ids of the shown promises.
    promises: HashSet<String>,
}

pub(super) fn ask(
    view: &View,
    graph: &Story,
    (instruction, room): (&str, u64),
    read_before: &ReadBefore,
    node: &Node,
) -> Result<(Question, Material), StoreError> {
    let text = node.prose();
    let before = read_before.before(node.id);
    let known = known(view, graph, node)?;
    let (promises, noticed) = kept(view, &before, node.id)?;
    let mut question = String::new();
    if !instruction.is_empty() {
        _ = writeln!(question, "What the writer wants: {}\n", instruction);
    }
    if !known.is_empty() {
        question += "What is known of the people and places here:\n";
        question += &known;
    }
    let used = estimate(TASK) + estimate(&question) + estimate(text) + estimate_all(&promises);
    let budget = room.saturating_sub(used + REPLY_TOKENS);
    let budget = budget.min(EARLIER_TOKENS);
    let earlier = read_before.about(node.id, text, budget);
    if !earlier.is_empty() {
        question += "\nPassages of earlier scenes:\n";
        for (_, title, texts) in &earlier {
            _ = writeln!(question, "Scene {}:", quoted(title));
            for text in texts {
                _ = writeln!(question, "- {}", quoted_whole(text));
            }
        }
    }
    for (_, title, end) in read_before.last_words(node.id).into_iter().take(3) {
        _ = writeln!(
            question,
            "\nThe scene before, {}, ends: {}",
            quoted(title),
            quoted_whole(end)
        );
    }
    if !promises.is_empty() {
        question += "\nOpen promises:\n";
        for promise in &promises {
            question += &line_of(graph, promise);
        }
    }
    if !noticed.is_empty() {
        question += "\nNoticed already in this scene:\n";
        for finding in &noticed {
            question += &line_of(graph, finding);
        }
    }
    _ = write!(question, "\nThe scene {}:\n{text}", quoted(&node.title));
    let mut scenes: Vec<_> = earlier.into_iter().map(|it| (it.0, it.1)).collect();
    for (id, title, _) in read_before.last_words(node.id) {
        if !scenes.iter().any(|it| it.0 == id) {
            scenes.push((id, title.to_owned()));
        }
    }
    let with_text = |(id, title)| (id, title, read_before.text(id).to_owned());
    let material = Material {
        earlier: scenes.into_iter().map(with_text).collect(),
        promises: promises.into_iter().map(|it| it.id).collect(),
    };
    let question = Question {
        system: TASK.trim_end().to_owned(),
        content: question,
        reply_tokens: REPLY_TOKENS,
    };
    Ok((question, material))
}

fn estimate_all(promises: &[PassageFinding]) -> u64 {
    let lines = promises.iter();
    lines
        .map(|it| estimate(&it.says) + estimate(&it.passage.quote) + 16)
        .sum()
}

fn line_of(graph: &Story, finding: &PassageFinding) -> String {
    let title = graph.nodes.get(&finding.passage.node);
    let title = title.map_or("", |it| &it.title);
    format!(
        "- {} in {}: {} {}\n",
        finding.id,
        quoted(title),
        quoted_whole(&finding.passage.quote),
        quoted_whole(&finding.says)
    )
}

fn quoted_whole(text: &str) -> String {
    crate::prompt::json_string(text)
}

/// What is known about the characters and places that a scene names: attributes, current facts, and
/// the beginning of their texts.
fn known(view: &View, graph: &Story, scene: &Node) -> Result<String, StoreError> {
    let mut lines = String::new();
    let mut left = KNOWN_TOKENS;
    for id in named_nodes(view, graph, scene.prose())? {
        let Some(node) = view.node(id)? else { continue };
        if model::analysis::is_page_kind(&node.kind) {
            continue;
        }
        let mut line = format!("- {} ({})", quoted(&node.title), quoted(&node.kind));
        for (key, value) in node.attributes() {
            _ = write!(line, "; {}: {}", quoted(key), quoted_whole(value));
        }
        if node.data.contains_key(FACTS) {
            for fact in facts_at(graph, std::slice::from_ref(&node), scene.id) {
                let values = fact.values.iter();
                let values: Vec<_> = values
                    .map(|it| {
                        it.as_ref()
                            .map_or("unknown".to_owned(), |it| quoted_whole(&it.value))
                    })
                    .collect();
                _ = write!(
                    line,
                    "; {} in this scene: {}",
                    quoted(&fact.key),
                    values.join(" or ")
                );
            }
        }
        let text: String = node.prose().trim().chars().take(KNOWN_TEXT).collect();
        if !text.is_empty() {
            _ = write!(line, "; {}", quoted_whole(&text));
        }
        line.push('\n');
        let tokens = estimate(&line);
        if tokens <= left {
            left -= tokens;
            lines += &line;
        }
    }
    Ok(lines)
}

/// The open promises of the scenes before, and the findings of the scene itself.
fn kept(
    view: &View,
    before: &HashSet<NodeId>,
    scene: NodeId,
) -> Result<(Vec<PassageFinding>, Vec<PassageFinding>), StoreError> {
    let (mut promises, mut noticed) = (Vec::new(), Vec::new());
    for node in view.nodes_with(FINDINGS)? {
        if node != scene && !before.contains(&node) {
            continue;
        }
        for finding in findings_of(view, node)? {
            let is_open = !finding.closed && finding.waived.is_none();
            if node == scene {
                noticed.push(finding);
            } else if finding.kind == "promise" && is_open && promises.len() < MOST_PROMISES {
                promises.push(finding);
            }
        }
    }
    Ok((promises, noticed))
}

pub(super) fn findings_of(view: &View, node: NodeId) -> Result<Vec<PassageFinding>, StoreError> {
    let version = view.adopted(&Slot::node(node, FINDINGS))?;
    let found = version.and_then(|it| serde_json::from_str::<Findings>(&it.body).ok());
    Ok(found.unwrap_or_default().items)
}

/// A reply as models write it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Reply {
    contradictions: Vec<ReplyItem>,
    planted: Vec<ReplyItem>,
    advanced: Vec<ReplyItem>,
    paid: Vec<ReplyItem>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ReplyItem {
    quote: String,
    scene: Option<String>,
    other_quote: Option<String>,
    says: String,
    promise: String,
}

impl Material {
    /// The observations in a reply that the text confirms.
    pub(super) fn read_reply(&self, text: &str, reply: &str) -> Reading {
        let reply = match object_in(reply).map(serde_json::from_str::<Reply>) {
            Some(Ok(reply)) => reply,
            Some(Err(error)) => {
                return Reading::Unusable(format!("its JSON cannot be read: {error}"));
            }
            None => return Reading::Unusable("it is not a JSON object".to_owned()),
        };
        let mut items = Vec::new();
        let mut left_out: Vec<String> = Vec::new();
        let mut take = |item: Result<Notice, String>| match item {
            Ok(item) => items.push(item),
            Err(why) => left_out.push(why),
        };
        for item in reply.contradictions {
            take(self.contradiction(text, item));
        }
        for item in reply.planted {
            take(
                quote_once(text, &item.quote, "the scene").map(|quote| Notice::Planted {
                    quote,
                    says: said(&item.says),
                }),
            );
        }
        for item in reply.advanced {
            let promise = self.promise(&item.promise);
            take(promise.and_then(|promise| {
                let quote = quote_once(text, &item.quote, "the scene")?;
                Ok(Notice::Advanced { promise, quote })
            }));
        }
        for item in reply.paid {
            let promise = self.promise(&item.promise);
            take(promise.and_then(|promise| {
                let quote = quote_once(text, &item.quote, "the scene")?;
                Ok(Notice::Paid { promise, quote })
            }));
        }
        let left_out = (!left_out.is_empty()).then(|| left_out.join("; "));
        if items.is_empty() && left_out.is_none() {
            return Reading::Unchanged;
        }
        Reading::Noticed(Noticed { items, left_out })
    }

    fn contradiction(&self, text: &str, item: ReplyItem) -> Result<Notice, String> {
        let quote = quote_once(text, &item.quote, "the scene")?;
        let given = |it: Option<String>| it.filter(|it| !it.trim().is_empty());
        let other = match (given(item.scene), given(item.other_quote)) {
            (Some(title), Some(other)) => {
                let wanted = title.trim().to_lowercase();
                let mut scenes = self.earlier.iter();
                let scene = scenes.find(|it| it.1.to_lowercase() == wanted);
                let Some((id, title, text)) = scene else {
                    return Err(format!(
                        "no earlier scene that was shown is called {title:?}"
                    ));
                };
                Some((*id, quote_once(text, &other, &format!("{title:?}"))?))
            }
            _ => None,
        };
        if item.says.trim().is_empty() {
            return Err(format!("nothing says what {quote:?} contradicts"));
        }
        let says = said(&item.says);
        Ok(Notice::Contradiction { quote, other, says })
    }

    fn promise(&self, id: &str) -> Result<String, String> {
        let id = id.trim().to_lowercase();
        match self.promises.contains(&id) {
            true => Ok(id),
            false => Err(format!("no open promise has the id {id:?}")),
        }
    }
}

fn said(given: &str) -> String {
    given.trim().chars().take(SAYS_CHARS).collect()
}

/// A quotation that occurs once in a text.
fn quote_once(text: &str, quote: &str, place: &str) -> Result<String, String> {
    let quote = quote.trim();
    match (quote.is_empty(), text.matches(quote).count()) {
        (true, _) => Err(format!("a quotation from {place} is missing")),
        (_, 1) => Ok(quote.to_owned()),
        (_, 0) => Err(format!(
            "{quote:?} does not stand in {place}; quote letter by letter"
        )),
        (_, count) => Err(format!(
            "{quote:?} stands {count} times in {place}; quote more"
        )),
    }
}

/// The JSON object in a reply that may have text around it.
fn object_in(reply: &str) -> Option<&str> {
    let (start, end) = (reply.find('{')?, reply.rfind('}')?);
    (start < end).then(|| &reply[start..=end])
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn material() -> Material {
        let id = NodeId(Uuid::from_u128(1));
        Material {
            earlier: vec![(id, "Morning".to_owned(), "Ada's eyes were blue.".to_owned())],
            promises: HashSet::from(["a1b2c3d4".to_owned()]),
        }
    }

    fn read(reply: &str) -> Reading {
        material().read_reply("Her eyes were green. He took the gun. He took it.", reply)
    }

    #[test]
    fn every_observation_has_a_quotation_from_its_text() {
        let reply = r#"Here: {"contradictions": [
            {"quote": "eyes were green", "scene": "morning", "other_quote": "eyes were blue", "says": "Green or blue?"},
            {"quote": "Her eyes", "scene": null, "other_quote": null, "says": "The bible says brown."}],
            "planted": [{"quote": "took the gun", "says": "It must fire."}],
            "advanced": [{"promise": "A1B2C3D4", "quote": "the gun"}]}"#;
        let Reading::Noticed(noticed) = read(reply) else {
            panic!("nothing was noticed");
        };
        assert_eq!((noticed.items.len(), noticed.left_out), (4, None));
        let Notice::Contradiction { other, .. } = &noticed.items[0] else {
            panic!("{:?}", noticed.items[0]);
        };
        assert_eq!(other.as_ref().unwrap().1, "eyes were blue");
    }

    #[test]
    fn reports_and_omits_quotations_that_are_not_in_the_text() {
        let reply = r#"{"contradictions": [
            {"quote": "eyes were grey", "says": "x"},
            {"quote": "eyes were green", "scene": "Noon", "other_quote": "x", "says": "x"}],
            "planted": [{"quote": "He took", "says": "x"}],
            "paid": [{"promise": "ffff", "quote": "the gun"}]}"#;
        let Reading::Noticed(noticed) = read(reply) else {
            panic!("it was not read");
        };
        assert_eq!(noticed.items, []);
        assert_eq!(
            noticed.left_out.unwrap(),
            "\"eyes were grey\" does not stand in the scene; quote letter by letter; \
             no earlier scene that was shown is called \"Noon\"; \
             \"He took\" stands 2 times in the scene; quote more; \
             no open promise has the id \"ffff\""
        );
        assert_eq!(read("{}"), Reading::Unchanged);
        assert!(matches!(read("All is well."), Reading::Unusable(_)));
        assert!(matches!(read("{\"planted\": 3}"), Reading::Unusable(_)));
    }
}
