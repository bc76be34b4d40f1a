//! Keeps the story's memory fresh in the background: summaries of changed texts, and rules that new
//! corrections suggest. Bounded, because nobody has requested it: what was imported or rewritten as
//! a whole is left to a job, which states its cost before it runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use llm::LanguageModel;
use model::analysis::is_page_kind;
use model::contents::{Summary, TEXT};
use model::conversation::Usage;
use model::{Node, NodeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::proposed_rules::propose;
use crate::Runner;
use crate::jobs::ask_for_summary;
use crate::node_summaries::{keep, summary_of};

/// The key of the number of the last processed change.
const READ: &str = "memory_read_up_to";
/// The key of [`BackgroundWork`].
const WORK: &str = "memory_work";
/// How many changes are processed.
const MOST_MOVED: usize = 10_000;
/// How many summaries are written at once. If more texts have changed, a job is needed.
const MOST_SUMMARIES: usize = 20;
/// A shorter text, in characters, needs no summary.
const MIN_CHARS: usize = 400;

/// What keeping the memory fresh has used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct BackgroundWork {
    pub(crate) requests: u32,
    pub(crate) input_tokens: u64,
    pub(crate) output_tokens: u64,
    /// Why the newest request failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failed: Option<String>,
}

/// What keeping the memory fresh has used so far; `None` if it never ran.
pub(crate) fn background_work(store: &Store) -> Result<Option<BackgroundWork>, StoreError> {
    let kept = store.get_value(None, WORK)?;
    Ok(kept.and_then(|it| serde_json::from_value(it).ok()))
}

/// The result of a refresh.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemoryRefresh {
    /// How many summaries were written.
    pub summaries: usize,
    /// How many rules were proposed.
    pub rules: usize,
}

/// The light model named in the settings; `None` if there is none, or if it only reads commands.
pub(crate) fn light_model(runner: &Runner) -> Result<Option<Arc<dyn LanguageModel>>, String> {
    let (Some(name), Some(find)) = runner.light_model_name() else {
        return Ok(None);
    };
    Ok(Some(find(&name)?).filter(|it| it.is_generative()))
}

impl Runner {
    /// Updates summaries of texts that changed since the last time, and asks which rules new
    /// corrections suggest. Does nothing without a light model.
    ///
    /// # Errors
    /// The story cannot be read or written, or the model fails; the next refresh tries again.
    pub async fn refresh_story_memory(&self) -> Result<MemoryRefresh, String> {
        let Some(model) = light_model(self)? else {
            return Ok(MemoryRefresh::default());
        };
        let _alone = self.inner.refreshing.lock().await;
        let registry = self.registry().map_err(|error| error.to_string())?;
        let services = registry.services();
        let (store, world) = (services.store.clone(), services.world.clone());
        let cancelled = CancellationToken::new();
        let text = |error: StoreError| error.to_string();
        let mut work = background_work(&store).map_err(text)?.unwrap_or_default();
        work.failed = None;
        let mut refreshed = MemoryRefresh::default();

        let (nodes, number) = changed_nodes(&store).map_err(text)?;
        for node in nodes {
            let (summary, usage) = ask_for_summary(&*model, &world, &cancelled, &node).await;
            note(&mut work, usage);
            match summary {
                Ok(summary) => {
                    let summary = Summary::new(summary, node.prose());
                    let kept = keep(&store, node.id, summary, model.name(), world.now());
                    kept.await.map_err(text)?;
                    refreshed.summaries += 1;
                }
                Err(why) => work.failed = Some(why),
            }
        }
        if work.failed.is_none() {
            let number = serde_json::to_value(number).ok();
            store.put_value(None, READ, number).await.map_err(text)?;
            match propose(&store, &*model, &world, &cancelled).await {
                Ok(proposed) => {
                    if proposed.usage != Usage::default() {
                        note(&mut work, proposed.usage);
                    }
                    refreshed.rules = proposed.new;
                }
                Err(why) => work.failed = Some(why),
            }
        }
        if background_work(&store).map_err(text)?.unwrap_or_default() != work {
            let kept = serde_json::to_value(&work).ok();
            store.put_value(None, WORK, kept).await.map_err(text)?;
        }
        match work.failed {
            Some(why) => Err(format!("{}: {why}", model.name())),
            None => Ok(refreshed),
        }
    }
}

fn note(work: &mut BackgroundWork, usage: Usage) {
    work.requests += 1;
    work.input_tokens += usage.input_tokens;
    work.output_tokens += usage.output_tokens;
}

/// The nodes whose texts have changed since the last refresh and whose summaries are missing or
/// stale, and the number of the last processed change; no nodes after too many changes.
fn changed_nodes(store: &Store) -> Result<(Vec<Node>, u64), StoreError> {
    let view = store.view(None);
    let number = view.graph()?.number;
    let read = store.get_value(None, READ)?;
    let read: Option<u64> = read.and_then(|it| serde_json::from_value(it).ok());
    let moved = view.moved_since(read.unwrap_or(0), MOST_MOVED)?;
    let moved = moved.unwrap_or_default();
    let texts = moved.iter().filter(|it| &*it.capability == TEXT);
    let changed: BTreeSet<NodeId> = texts.filter_map(|it| it.subject.node()).collect();
    let mut nodes = Vec::new();
    for id in changed {
        let Some(node) = view.node(id)? else { continue };
        let is_long = node.prose().chars().nth(MIN_CHARS).is_some();
        if !is_long || !is_page_kind(&node.kind) {
            continue;
        }
        let needs = match summary_of(store, &node)? {
            None => true,
            // A summary that a person wrote is never overwritten.
            Some(summary) => summary.is_stale && summary.model.is_some(),
        };
        if needs {
            nodes.push(node);
        }
    }
    match nodes.len() > MOST_SUMMARIES {
        true => Ok((Vec::new(), number)),
        false => Ok((nodes, number)),
    }
}
