//! Builds the payload of a request: which parts of the story, the tools and the conversation the
//! model is shown. Also records what was shown. Start at [`TurnDriver::compose`]. Fitting the
//! conversation is in `context`; choosing story content is in `story_context`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{FOUND_TOOLS, TurnDriver};
use model::conversation::{EditingContext, Payload};
use model::{MessageId, Node, Slot, Story, Timestamp, TurnId};
use serde_json::json;
use store::{StoreError, TurnsBetween, View};

use crate::context::{account_of_turns, estimate, estimate_payload, estimate_tools, fit};
use crate::node_summaries::summary_of;
use crate::outside_resources::{self, pinned_in, read_pinned};
use crate::prompt::{PromptInput, facts_lines, style_guide, system_prompt};
use crate::request::{
    INDEX_KEY, MAX_RECORDS, SnapshotMeta, StoredSnapshot, pictures, record_key, token_count,
};
use crate::story_context::{self, ContextQuery, NodeSelection, node_selection};
use crate::tool_choice::{self, FIND_TOOLS, SelectionInput, ToolSelection};
use crate::turn::{ContextOverflow, Event, OverflowCause};
use crate::{Autonomy, ContextItem, RequestSnapshot, ToolChoice, TurnEvent};

/// The key under which a thread stores the order in which its tools are shown.
const SHOWN_TOOLS: &str = "shown_tools";
/// The data of the open node takes at most `1 / NODE_SHARE` of the context window.
const NODE_SHARE: u64 = 3;
/// Story content takes at most `1 / STORY_SHARE` of the context window, and at most
/// [`STORY_MAX_TOKENS`].
const STORY_SHARE: u64 = 6;
const STORY_MAX_TOKENS: u64 = 6000;
/// Tools take at most `1 / TOOLS_SHARE` of the context window.
const TOOLS_SHARE: u64 = 2;
/// How many messages are read to count the turns that are not shown.
const GAP_COUNT_LIMIT: usize = 1000;
/// The note about omitted turns can itself push out a turn, which changes the note. It is rewritten
/// at most this many times.
const GAP_ATTEMPTS: usize = 4;

/// How many rows of the turns that are not shown are read to summarize them.
const ACCOUNT_ROWS: usize = 200;
/// The account of turns that are not shown takes at most `1 / ACCOUNT_SHARE` of the window.
const ACCOUNT_SHARE: u64 = 12;

/// A note about turns that the model is not shown, with an account of the newest of them.
fn gap_note(gap: &TurnsBetween, has_memory: bool, account: &[String]) -> String {
    let least = if gap.is_all { "" } else { "at least " };
    let turns = counted_turns(gap.turns);
    let minute = |it: Timestamp| it.strftime("%Y-%m-%d %H:%MZ").to_string();
    let when = format!("{} and {}", minute(gap.first), minute(gap.last));
    let beside = match has_memory {
        true => " and not in the retelling above yet",
        false => "",
    };
    let note = match account {
        [] => String::new(),
        lines => format!(
            "\nThe person's words there, and what was done (in the newest {}):\n{}",
            counted_turns(lines.len()),
            lines.join("\n")
        ),
    };
    format!(
        "Not shown: {least}{turns} of this conversation, between {when}{beside}. Do not guess what \
         else was said there; where it matters, ask the person.{note}"
    )
}

fn counted_turns(turns: usize) -> String {
    match turns {
        1 => "1 turn".to_owned(),
        many => format!("{many} turns"),
    }
}

/// The numbers of the versions of a node's data, by capability.
fn versions_of(view: &View, node: Option<&Node>) -> Result<BTreeMap<String, u32>, StoreError> {
    let mut versions = BTreeMap::new();
    let Some(node) = node else {
        return Ok(versions);
    };
    for capability in node.data.keys() {
        if let Some(version) = view.adopted(&Slot::node(node.id, capability))? {
            versions.insert(capability.to_string(), version.number);
        }
    }
    Ok(versions)
}

impl TurnDriver {
    /// Builds the payload of the next request, or returns the event that says why there is none.
    pub(crate) async fn compose(
        &mut self,
        within: Option<u64>,
    ) -> Result<Option<Event>, StoreError> {
        let view = self.store().view(self.turn.draft);
        let graph = view.graph()?;
        let open = self.turn.node.map(|it| view.node(it));
        let node = open.transpose()?.flatten();
        let choices = node_selection(self.store(), self.turn.thread)?;
        let available_tokens = self.available_tokens(within);
        self.read_history(available_tokens.saturating_mul(3))?;
        self.ratio = token_count::ratio(self.history.rows());
        let limit = (available_tokens as f64 / self.ratio) as u64;
        let (system, stable) = system_prompt(&PromptInput {
            story: &graph,
            node: node.as_ref(),
            cards: &self.registry.capabilities(),
            autonomy: self.turn.autonomy,
            instruction: &self.instruction,
            facts: &facts_lines(&view, &graph, node.as_ref())?,
            style: &style_guide(&view)?,
            versions: &versions_of(&view, node.as_ref())?,
            room: limit / NODE_SHARE,
            excluded: &choices.excluded,
        });
        let found: Vec<String> = self.memory.read(FOUND_TOOLS).unwrap_or_default();
        let before: Vec<String> = self.memory.read(SHOWN_TOOLS).unwrap_or_default();
        let beside = limit.saturating_sub(estimate(&system));
        let chosen = tool_choice::select_tools(
            &self.registry,
            &SelectionInput {
                finder: &self.finder,
                choice: self.tool_choice(),
                in_draft: self.turn.autonomy == Autonomy::Review,
                story: &graph,
                node: node.as_ref(),
                instruction: &self.instruction,
                found: &found,
                before: &before,
                is_generative: self.model.is_generative(),
                available_tokens: (limit / TOOLS_SHARE).min(beside / 3 * 2),
            },
        );
        let tools = &chosen.tools;
        let fixed = estimate(&system) + estimate_tools(tools);
        if fixed > limit {
            return Ok(Some(self.context_overflow(
                OverflowCause::FixedParts,
                fixed,
                available_tokens,
            )));
        }
        let mut story = self.pinned_resources(limit, fixed).await?;
        let room = fixed + story.iter().map(|it| it.tokens).sum::<u64>();
        let outside = outside_resources::block(&story);
        let pieces = self.story_context(&view, &graph, &choices, limit, room)?;
        story.extend(pieces);
        let mut blocks = vec![story_context::block(&story), outside];
        blocks.retain(|it| !it.is_empty());
        let block = blocks.join("\n\n");
        let rag = Some(block.as_str()).filter(|it| !it.is_empty());
        let supports_vision = self.model.supports_vision();
        let for_pictures = match supports_vision {
            true => pictures::reserve(self.history.rows(), (limit - fixed) / 2),
            false => 0,
        };
        let history = self.history.rows();
        let composing =
            self.context
                .compose_payload(&system, history, tools, rag, limit - for_pictures);
        let Some(mut payload) = self.caller.cancelled.run_until_cancelled(composing).await else {
            return Ok(Some(Event::Cancelled));
        };
        // If a strategy has replaced the beginning, no part of it is known to be stable.
        payload.stable = match payload.system.starts_with(&system[..stable]) {
            true => stable,
            false => 0,
        };
        payload.conversation = Some(self.conversation());
        // Strategies are not trusted to fit: every request is checked before it is sent.
        fit(&mut payload, limit);
        self.insert_gap_note(&mut payload, limit)?;
        let needed = estimate_payload(&payload);
        if needed > limit {
            return Ok(Some(self.context_overflow(
                OverflowCause::Turn,
                needed,
                available_tokens,
            )));
        }
        let room_left = limit - needed;
        pictures::show(&mut payload, &view, supports_vision, room_left)?;
        self.note_shown(&view, &payload, node.as_ref(), &story)
            .await?;
        self.payload = payload;
        self.editing = Some(self.editing_context(node));
        self.show(story, available_tokens, &chosen).await?;
        self.keep_order(&chosen, &before).await;
        Ok(None)
    }

    /// The pinned resources of other programs, read once in a turn.
    async fn pinned_resources(
        &mut self,
        limit: u64,
        fixed: u64,
    ) -> Result<Vec<ContextItem>, StoreError> {
        if self.pinned.is_none() {
            let pinned = pinned_in(self.store(), self.turn.thread)?;
            let reading = read_pinned(pinned, self.outside_resources.clone());
            // A turn that is cancelled meanwhile goes on to its end without them.
            self.pinned = self.caller.cancelled.run_until_cancelled(reading).await;
        }
        let budget = (limit / STORY_SHARE)
            .min(STORY_MAX_TOKENS)
            .min((limit - fixed) / 3);
        let pinned = self.pinned.as_deref().unwrap_or_default();
        Ok(outside_resources::pieces(pinned, budget))
    }

    /// The parts of the story that are shown beside the open node.
    fn story_context(
        &self,
        view: &View,
        graph: &Story,
        choices: &NodeSelection,
        limit: u64,
        fixed: u64,
    ) -> Result<Vec<ContextItem>, StoreError> {
        let budget = (limit / STORY_SHARE)
            .min(STORY_MAX_TOKENS)
            .min((limit - fixed) / 3);
        let summary = |node: &Node| summary_of(self.store(), node);
        let asked = ContextQuery {
            node: self.turn.node,
            instruction: &self.instruction,
            choices,
            summary: &summary,
        };
        story_context::gather(view, graph, &asked, budget)
    }

    /// What the request is about, as data.
    fn editing_context(&self, node: Option<Node>) -> Arc<EditingContext> {
        Arc::new(EditingContext {
            node,
            in_draft: self.turn.autonomy == Autonomy::Review,
            language: self.turn.language.code().to_owned(),
        })
    }

    /// The tokens that a request may take.
    fn available_tokens(&self, within: Option<u64>) -> u64 {
        let limits = self.model.limits();
        let available = limits.context_tokens.saturating_sub(limits.output_tokens);
        available.min(within.unwrap_or(available))
    }

    /// A model that only reads commands selects tools by name, so it needs to see all.
    fn tool_choice(&self) -> ToolChoice {
        match self.model.is_generative() {
            true => self.choice,
            false => ToolChoice::All,
        }
    }

    /// Stores the order in which the chosen tools are shown, for later turns.
    async fn keep_order(&self, chosen: &ToolSelection, before: &[String]) {
        let names = chosen.tools.iter().map(|it| &it.name);
        let names: Vec<_> = names.filter(|it| *it != FIND_TOOLS).collect();
        if chosen.choice != ToolChoice::Fitting || names.iter().copied().eq(before) {
            return;
        }
        if let Err(error) = self.memory.write(SHOWN_TOOLS, &names).await {
            tracing::warn!(error, "failed to store the order of the tools");
        }
    }

    fn context_overflow(
        &self,
        what: OverflowCause,
        estimated: u64,
        available_tokens: u64,
    ) -> Event {
        Event::ContextOverflow(ContextOverflow {
            what,
            needed: token_count::calibrated(estimated, self.ratio),
            available_tokens,
            window: self.model.limits().context_tokens,
        })
    }

    /// Tells the model about turns that are neither shown nor summarized yet: those that did not
    /// fit, and those waiting to be summarized. Without the note it would take what it sees for the
    /// whole conversation.
    fn insert_gap_note(&mut self, payload: &mut Payload, limit: u64) -> Result<(), StoreError> {
        let upto = self.context.covered_up_to();
        let memory = payload.memory.clone();
        for _ in 0..GAP_ATTEMPTS {
            let Some(first) = payload.messages.first().map(|it| it.id) else {
                return Ok(());
            };
            let between =
                self.store()
                    .turns_between(self.turn.thread, upto, first, GAP_COUNT_LIMIT)?;
            let Some(gap) = between else {
                return Ok(());
            };
            let account = self.account_before(first, limit / ACCOUNT_SHARE)?;
            let line = gap_note(&gap, !memory.is_empty(), &account);
            payload.memory = match memory.is_empty() {
                true => line,
                false => format!("{memory}\n\n{line}"),
            };
            let shown = payload.messages.len();
            fit(payload, limit);
            if payload.messages.len() == shown {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What was said and done in the turns before a message, within a token limit; the newest are
    /// kept.
    fn account_before(&mut self, first: MessageId, most: u64) -> Result<Vec<String>, StoreError> {
        let store = &self.registry.services().store;
        let rows = self.history.before(store, first, ACCOUNT_ROWS)?;
        let mut left = most;
        let mut lines = account_of_turns(rows);
        let kept = lines.iter().rev().take_while(|it| {
            let fits = estimate(it) <= left;
            left = left.saturating_sub(estimate(it));
            fits
        });
        let kept = kept.count();
        lines.drain(..lines.len() - kept);
        Ok(lines)
    }

    /// An id for this conversation that reveals nothing about it.
    fn conversation(&self) -> String {
        let names = format!("{}/{}", self.store().story_id(), self.turn.thread);
        let hash = model::ContentHash::of(names.as_bytes()).to_string();
        hash[..32].to_owned()
    }

    /// Publishes what the model is about to be shown.
    async fn show(
        &self,
        story: Vec<ContextItem>,
        available_tokens: u64,
        chosen: &ToolSelection,
    ) -> Result<(), StoreError> {
        let frame = SnapshotMeta {
            turn: self.turn.id,
            model: self.model.name(),
            strategy: self.context.id(),
            available_tokens,
            ratio: self.ratio,
            chosen,
        };
        let shown = RequestSnapshot::of(&self.payload, story, &frame);
        let textless = |it: &ContextItem| ContextItem {
            text: String::new(),
            ..it.clone()
        };
        (self.publish)(TurnEvent::ContextShown {
            turn: self.turn.id,
            sizes: shown.sizes,
            story: shown.story.iter().map(textless).collect(),
        });
        self.save_snapshot(shown).await
    }

    /// Stores what a turn was shown and deletes the oldest record.
    async fn save_snapshot(&self, shown: RequestSnapshot) -> Result<(), StoreError> {
        let (store, thread) = (self.store(), Some(self.turn.thread));
        let shown = StoredSnapshot::new(shown, self.history.rows(), self.ratio);
        let record = serde_json::to_string(&shown).expect("a snapshot can always be serialized");
        store
            .put_json(thread, &record_key(self.turn.id), Some(record))
            .await?;
        let kept = store.get_value(thread, INDEX_KEY)?.unwrap_or_default();
        let mut turns: Vec<TurnId> = serde_json::from_value(kept).unwrap_or_default();
        if turns.last() == Some(&self.turn.id) {
            return Ok(());
        }
        turns.push(self.turn.id);
        while turns.len() > MAX_RECORDS {
            let oldest = turns.remove(0);
            store.put_value(thread, &record_key(oldest), None).await?;
        }
        store.put_value(thread, INDEX_KEY, Some(json!(turns))).await
    }
}
