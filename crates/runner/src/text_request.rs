//! Shared by requests for a single text without tools, from jobs and from rewriting a passage:
//! builds the request, sends it, and reads the reply.

use std::collections::BTreeMap;
use std::time::Duration;

use llm::{AgentContext, LanguageModel, LlmError};
use markup::links::{self, Target};
use model::conversation::{ChatMessage, Delta, MessageMetadata, Payload, ProviderResponse, Role};
use model::{MessageId, TurnId, World};
use store::{StoreError, View};

/// How many names of characters and places are listed.
const NAMES_SHOWN: usize = 60;
/// How often one request is sent while the service fails temporarily.
const ATTEMPTS: u32 = 4;
/// The wait before the second attempt, unless the service names one; doubled each time.
const FIRST_WAIT: Duration = Duration::from_secs(2);

/// The names of the characters and places of a story as a line of a request, each with its other
/// names where these are wanted; empty without any.
pub(crate) fn names_line(view: &View, with_aliases: bool) -> Result<String, StoreError> {
    let graph = view.graph()?;
    let is_named = |kind: &str| matches!(kind, "character" | "place");
    let named = graph.nodes.values().filter(|it| is_named(&it.kind));
    let mut names = Vec::new();
    for node in named.take(NAMES_SHOWN) {
        let mut name = format!("{:?}", node.title);
        if with_aliases && let Some(node) = view.node(node.id)? {
            let aliases: Vec<_> = node.aliases().map(|it| format!("{it:?}")).collect();
            if !aliases.is_empty() {
                name += &format!(" (also {})", aliases.join(", "));
            }
        }
        names.push(name);
    }
    Ok(match names.is_empty() {
        true => String::new(),
        false => format!("Names in the story: {}\n", names.join(", ")),
    })
}

/// The request for one question.
pub(crate) fn payload(world: &dyn World, system: &str, question: String) -> Payload {
    let message = ChatMessage {
        id: MessageId(world.new_id()),
        turn: TurnId(world.new_id()),
        role: Role::User,
        content: question,
        metadata: MessageMetadata::default(),
        time: world.now(),
    };
    Payload {
        stable: system.len(),
        system: system.to_owned(),
        messages: vec![message],
        ..Payload::default()
    }
}

/// Sends a request, and retries it while the service fails temporarily. `on_text` receives the
/// reply so far; the reply to a retry starts anew.
pub(crate) async fn ask(
    model: &dyn LanguageModel,
    payload: &Payload,
    context: &AgentContext,
    on_text: &mut (dyn FnMut(&str) + Send),
) -> Result<ProviderResponse, LlmError> {
    let mut wait = FIRST_WAIT;
    let mut attempt = 1;
    loop {
        let mut written = String::new();
        let mut on_delta = |it| {
            if let Delta::Text(more) = it {
                written += &more;
                on_text(&written);
            }
        };
        let asking = model.generate(payload, context, &mut on_delta);
        let error = match context.cancelled.run_until_cancelled(asking).await {
            None => return Err(LlmError::Cancelled),
            Some(Ok(reply)) => return Ok(reply),
            Some(Err(error)) => error,
        };
        if !error.is_transient() || attempt == ATTEMPTS {
            return Err(error);
        }
        let asked = match &error {
            LlmError::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        };
        let slept = tokio::time::sleep(asked.unwrap_or(wait));
        context.cancelled.run_until_cancelled(slept).await;
        wait *= 2;
        attempt += 1;
    }
}

/// The titles that a text links to, with their counts.
pub(crate) fn link_targets(text: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for link in links::find(text) {
        if let Target::Named(title) = link.target {
            *all.entry(title).or_default() += 1;
        }
    }
    all
}

/// The titles that one text links to more often than another.
pub(crate) fn links_missing(before: &str, after: &str) -> Vec<String> {
    let after = link_targets(after);
    let missing = link_targets(before)
        .into_iter()
        .filter(|(title, count)| after.get(title).copied().unwrap_or(0) < *count);
    missing.map(|(title, _)| title).collect()
}

/// A reply without a fence around all of it.
pub(crate) fn without_fence(reply: &str) -> &str {
    let inner = reply
        .strip_prefix("```")
        .and_then(|it| it.strip_suffix("```"));
    match inner.and_then(|it| it.split_once('\n')) {
        Some((language, text)) if !language.contains(' ') && !text.contains("```") => text.trim(),
        _ => reply,
    }
}

/// The end of a text, cut between characters.
pub(crate) fn last_characters(text: &str, count: usize) -> &str {
    match text.char_indices().rev().nth(count) {
        None => text,
        Some((at, skipped)) => &text[at + skipped.len_utf8()..],
    }
}

/// The beginning of a text, cut between characters.
pub(crate) fn first_characters(text: &str, count: usize) -> &str {
    match text.char_indices().nth(count) {
        None => text,
        Some((at, _)) => &text[..at],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(last_characters("雨下了一夜。", 3), "一夜。");
        assert_eq!(first_characters("雨下了一夜。", 2), "雨下");
        assert_eq!(last_characters("ab", 3), "ab");
        assert_eq!(first_characters("ab", 3), "ab");
    }
}
