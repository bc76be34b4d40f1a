//! Rules for the style guide suggested by the writer's corrections. A model words them, a person
//! accepts or rejects each; nothing is added to the style guide before. Rejected rules are
//! remembered, and not proposed again.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use llm::LanguageModel;
use model::contents::StyleGuide;
use model::conversation::Usage;
use model::{ContentHash, Timestamp, VersionId, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::corrections::{Correction, corrections};
use crate::jobs::ask_once;
use crate::prompt::{json_string, style_guide, style_lines};

const TASK: &str = include_str!("propose_rules.md");
/// The key of the proposals.
const RULES: &str = "proposed_rules";
/// The key of the corrections that were processed.
const READ: &str = "corrections_read";
/// A single correction is not enough for a rule.
const MIN_CORRECTIONS: usize = 2;
/// How many corrections one request contains, the newest.
const MOST_CORRECTIONS: usize = 30;
/// The longest rule, in characters.
const RULE_CHARS: usize = 200;
/// How many proposals may wait at a time.
const MOST_WAITING: usize = 10;
/// How many corrections and rejected rules are remembered.
const MOST_REMEMBERED: usize = 500;

/// A rule that corrections suggest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ProposedRule {
    /// Its id.
    pub(crate) id: String,
    /// The rule, as it would stand in the style guide.
    pub(crate) rule: String,
    /// The corrections that suggest it.
    pub(crate) because: Vec<Correction>,
    /// The model that worded it.
    pub(crate) model: String,
    pub(crate) time: Timestamp,
    /// Whether a person has rejected it.
    #[serde(default)]
    pub(crate) rejected: bool,
}

/// All rules that were proposed and not accepted, oldest first.
pub(crate) fn all_rules(store: &Store) -> Result<Vec<ProposedRule>, StoreError> {
    let kept = store.get_value(None, RULES)?.unwrap_or_default();
    Ok(serde_json::from_value(kept).unwrap_or_default())
}

async fn put_rules(store: &Store, rules: &[ProposedRule]) -> Result<(), StoreError> {
    let value = serde_json::to_value(rules).ok();
    store.put_value(None, RULES, value).await
}

/// Removes a proposal from the list, or records that it was rejected.
pub(crate) async fn decide(store: &Store, id: &str, accept: bool) -> Result<(), StoreError> {
    let mut rules = all_rules(store)?;
    match accept {
        true => rules.retain(|it| it.id != id),
        false => {
            for rule in rules.iter_mut().filter(|it| it.id == id) {
                rule.rejected = true;
            }
        }
    }
    put_rules(store, &rules).await
}

/// The result of a request for rules.
#[derive(Debug, Default)]
pub(crate) struct Proposed {
    /// The number of new rules.
    pub(crate) new: usize,
    /// The number of corrections processed.
    pub(crate) corrections: usize,
    pub(crate) usage: Usage,
}

/// Asks a model which rules the new corrections suggest. Does nothing if there are too few.
pub(crate) async fn propose(
    store: &Store,
    model: &dyn LanguageModel,
    world: &Arc<dyn World>,
    cancelled: &CancellationToken,
) -> Result<Proposed, String> {
    let text = |error: StoreError| error.to_string();
    let view = store.view(None);
    let seen = store
        .get_value(None, READ)
        .map_err(text)?
        .unwrap_or_default();
    let mut seen: Vec<VersionId> = serde_json::from_value(seen).unwrap_or_default();
    let mut new = corrections(&view).map_err(text)?;
    new.retain(|it| it.version.is_some_and(|it| !seen.contains(&it)));
    if new.len() < MIN_CORRECTIONS {
        return Ok(Proposed {
            corrections: new.len(),
            ..Proposed::default()
        });
    }
    new.drain(..new.len().saturating_sub(MOST_CORRECTIONS));
    let mut rules = all_rules(store).map_err(text)?;
    let guide = style_guide(&view).map_err(text)?;
    let question = question(&guide, &rules, &new);
    let (reply, usage) = ask_once(model, world, cancelled, TASK.trim_end(), question).await?;
    let suggested = read_reply(&reply, new.len())?;
    let known: BTreeSet<String> = rules
        .iter()
        .map(|it| it.rule.to_lowercase())
        .chain(guide.rules.iter().map(|it| it.to_lowercase()))
        .collect();
    let waiting = rules.iter().filter(|it| !it.rejected).count();
    let mut added = 0;
    for (rule, because) in suggested {
        if known.contains(&rule.to_lowercase()) || waiting + added >= MOST_WAITING {
            continue;
        }
        added += 1;
        rules.push(ProposedRule {
            id: ContentHash::of(rule.as_bytes()).to_string()[..8].to_owned(),
            because: because.into_iter().map(|it| new[it].clone()).collect(),
            model: model.name(),
            time: world.now(),
            rejected: false,
            rule,
        });
    }
    let rejected = rules.iter().filter(|it| it.rejected).count();
    let mut too_many = rejected.saturating_sub(MOST_REMEMBERED);
    rules.retain(|it| {
        let goes = it.rejected && too_many > 0;
        too_many -= usize::from(goes);
        !goes
    });
    put_rules(store, &rules).await.map_err(text)?;
    seen.extend(new.iter().filter_map(|it| it.version));
    seen.drain(..seen.len().saturating_sub(MOST_REMEMBERED));
    let value = serde_json::to_value(seen).ok();
    store.put_value(None, READ, value).await.map_err(text)?;
    Ok(Proposed {
        new: added,
        corrections: new.len(),
        usage,
    })
}

fn question(guide: &StyleGuide, rules: &[ProposedRule], corrections: &[Correction]) -> String {
    let mut text = style_lines(guide).trim().to_owned();
    let rejected = rules.iter().map(|it| json_string(&it.rule));
    let rejected: Vec<_> = rejected.collect();
    if !rejected.is_empty() {
        _ = write!(
            text,
            "\n\nProposed before, not again: {}",
            rejected.join(", ")
        );
    }
    text += "\n\nCorrections:";
    for (number, it) in (1..).zip(corrections) {
        _ = write!(
            text,
            "\n{number}. written: {}\n   corrected: {}",
            json_string(&it.before),
            json_string(&it.after)
        );
    }
    text.trim_start().to_owned()
}

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    rules: Vec<ReplyRule>,
}

#[derive(Deserialize)]
struct ReplyRule {
    rule: String,
    #[serde(default)]
    because: Vec<usize>,
}

/// The rules in a reply, each with the indexes of the corrections it is based on, of which there
/// must be several.
fn read_reply(reply: &str, corrections: usize) -> Result<Vec<(String, Vec<usize>)>, String> {
    let object = reply
        .find('{')
        .zip(reply.rfind('}'))
        .filter(|(start, end)| start < end)
        .map(|(start, end)| &reply[start..=end]);
    let object = object.ok_or("the answer is not a JSON object")?;
    let reply: Reply = serde_json::from_str(object).map_err(|error| error.to_string())?;
    let mut rules: Vec<(String, Vec<usize>)> = Vec::new();
    for ReplyRule { rule, because } in reply.rules {
        let rule = rule.split_whitespace().collect::<Vec<_>>().join(" ");
        let because: BTreeSet<usize> = because
            .into_iter()
            .filter(|it| (1..=corrections).contains(it))
            .map(|it| it - 1)
            .collect();
        let fits = !rule.is_empty() && rule.chars().count() <= RULE_CHARS;
        let is_new = rules
            .iter()
            .all(|it| it.0.to_lowercase() != rule.to_lowercase());
        if fits && is_new && because.len() >= MIN_CORRECTIONS {
            rules.push((rule, because.into_iter().collect()));
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_needs_several_corrections() {
        let reply = r#"Here: {"rules": [
            {"rule": "No  \"suddenly\".", "because": [1, 2, 2, 9]},
            {"rule": "Short sentences.", "because": [1]},
            {"rule": "no \"suddenly\".", "because": [1, 3]}]}"#;
        assert_eq!(
            read_reply(reply, 3),
            Ok(vec![("No \"suddenly\".".to_owned(), vec![0, 1])])
        );
        assert_eq!(read_reply("{}", 3), Ok(Vec::new()));
        assert!(read_reply("none", 3).is_err());
    }
}
