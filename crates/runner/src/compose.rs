//! Makes the payload of a request: what of story, tools and conversation the model is shown, and
//! takes down what that was. Enter through [`Drive::compose`]. Not here: how a conversation is
//! fitted (`context`), what is chosen from the story (`gather`).

use model::talk::{ChatMessage, Payload};
use model::{Timestamp, TurnId};
use serde_json::json;
use store::{StoreError, TurnsBetween};

use crate::context::{estimate, estimate_message, estimate_payload, estimate_tools, fit};
use crate::drive::{Drive, FOUND_TOOLS};
use crate::gather::{self, Asked};
use crate::prompt::{Scene, system_prompt};
use crate::runner::choices_of;
use crate::shown::{self, Frame, TURNS_KEPT};
use crate::tool_choice::{self, Chosen, FIND_TOOLS, Wanted};
use crate::turn::{Event, NoRoom, TooMuch};
use crate::{Piece, Shown, ToolChoice, TurnEvent, counting, pictures};

/// Under this name the order in which a thread is shown its tools is kept beside it.
const SHOWN_TOOLS: &str = "shown_tools";
/// Rows of a thread that are read at once when a payload is made.
const PAGE: usize = 100;
/// A payload is made from no more rows than this, the turn under way aside.
const HISTORY_ROWS: usize = 500;
/// What is taken from the story is at most this share of the window, and so many tokens.
const STORY_SHARE: u64 = 6;
const STORY_MOST: u64 = 6000;
/// The tools take at most this share of the window.
const TOOLS_SHARE: u64 = 2;
/// Messages that are looked at to count the turns that are not shown.
const GAP_COUNTED: usize = 1000;
/// The line that tells of a gap may itself push a turn out, which makes the gap larger: so often it is
/// written anew.
const GAPS_TRIED: usize = 4;

/// One line on turns that a model is not shown.
fn gap_line(gap: &TurnsBetween, has_memory: bool) -> String {
    let least = if gap.is_all { "" } else { "at least " };
    let turns = match gap.turns {
        1 => "1 turn".to_owned(),
        many => format!("{many} turns"),
    };
    let minute = |it: Timestamp| it.strftime("%Y-%m-%d %H:%MZ").to_string();
    let when = format!("{} and {}", minute(gap.first), minute(gap.last));
    let beside = match has_memory {
        true => " and not in the retelling above yet",
        false => "",
    };
    format!(
        "Not shown: {least}{turns} of this conversation between {when} are left out below{beside}. \
         Do not guess what was said there; where it matters, ask the person."
    )
}

impl Drive {
    /// Makes the payload of the next request; the event where there can be none.
    pub(crate) async fn compose(
        &mut self,
        within: Option<u64>,
    ) -> Result<Option<Event>, StoreError> {
        let view = self.store().view(self.turn.draft);
        let graph = view.graph()?;
        let node = self
            .turn
            .node
            .map(|it| view.node(it))
            .transpose()?
            .flatten();
        let choices = choices_of(self.store(), self.turn.thread)?;
        let (system, stable) = system_prompt(&Scene {
            story: &graph,
            node: node.as_ref(),
            cards: self.registry.capabilities(),
            autonomy: self.turn.autonomy,
            instruction: &self.instruction,
            excluded: &choices.excluded,
        });
        let limits = self.model.limits();
        let room = limits.context_tokens.saturating_sub(limits.output_tokens);
        let room = room.min(within.unwrap_or(room));
        let history = self.history(room.saturating_mul(3))?;
        self.ratio = counting::ratio(&history);
        let limit = (room as f64 / self.ratio) as u64;
        let found: Vec<String> = self.memory.read(FOUND_TOOLS).unwrap_or_default();
        let before: Vec<String> = self.memory.read(SHOWN_TOOLS).unwrap_or_default();
        let beside = limit.saturating_sub(estimate(&system));
        let chosen = tool_choice::shown(
            &self.registry,
            &Wanted {
                index: &self.finder,
                choice: self.choice,
                story: &graph,
                node: node.as_ref(),
                instruction: &self.instruction,
                found: &found,
                before: &before,
                room: (limit / TOOLS_SHARE).min(beside / 3 * 2),
            },
        );
        let tools = &chosen.tools;
        let fixed = estimate(&system) + estimate_tools(tools);
        if fixed > limit {
            return Ok(Some(self.no_room(TooMuch::Always, fixed, room)));
        }
        let asked = Asked {
            node: self.turn.node,
            instruction: &self.instruction,
            choices: &choices,
        };
        let budget = (limit / STORY_SHARE)
            .min(STORY_MOST)
            .min((limit - fixed) / 3);
        let story = gather::gather(&view, &graph, &asked, budget)?;
        let block = gather::block(&story);
        let rag = Some(block.as_str()).filter(|it| !it.is_empty());
        let sees = self.model.sees();
        let for_pictures = match sees {
            true => pictures::reserve(&history, (limit - fixed) / 2),
            false => 0,
        };
        let composing =
            self.context
                .compose_payload(&system, &history, tools, rag, limit - for_pictures);
        let Some(mut payload) = self.caller.cancelled.run_until_cancelled(composing).await else {
            return Ok(Some(Event::Cancelled));
        };
        // A strategy may have put something else there; then none of it is known to stay.
        payload.stable = match payload.system.starts_with(&system[..stable]) {
            true => stable,
            false => 0,
        };
        payload.conversation = Some(self.conversation());
        // Whatever a strategy made of it: what goes out is checked before every request.
        fit(&mut payload, limit);
        self.tell_gap(&mut payload, limit)?;
        let needed = estimate_payload(&payload);
        if needed > limit {
            return Ok(Some(self.no_room(TooMuch::Turn, needed, room)));
        }
        let room_left = limit - needed;
        pictures::show(&mut payload, &view, sees, room_left)?;
        self.payload = payload;
        self.show(story, room, &chosen).await?;
        self.keep_order(&chosen, &before).await;
        Ok(None)
    }

    /// Keeps the order in which the fitting few are shown, for the turns to come.
    async fn keep_order(&self, chosen: &Chosen, before: &[String]) {
        let names = chosen.tools.iter().map(|it| &it.name);
        let names: Vec<_> = names.filter(|it| *it != FIND_TOOLS).collect();
        if chosen.choice != ToolChoice::Fitting || names.iter().copied().eq(before) {
            return;
        }
        if let Err(error) = self.memory.write(SHOWN_TOOLS, &names).await {
            tracing::warn!(error, "the order of the tools could not be kept");
        }
    }

    fn no_room(&self, what: TooMuch, estimated: u64, room: u64) -> Event {
        Event::NoRoom(NoRoom {
            what,
            needed: counting::calibrated(estimated, self.ratio),
            room,
            window: self.model.limits().context_tokens,
        })
    }

    /// Tells the model of turns that it is neither shown nor told of: those that did not fit, and those
    /// that wait to be retold. It would take what it sees for all there was.
    fn tell_gap(&self, payload: &mut Payload, limit: u64) -> Result<(), StoreError> {
        let upto = self.context.retold_upto();
        let memory = payload.memory.clone();
        for _ in 0..GAPS_TRIED {
            let Some(first) = payload.messages.first().map(|it| it.id) else {
                return Ok(());
            };
            let between = self
                .store()
                .turns_between(self.turn.thread, upto, first, GAP_COUNTED)?;
            let Some(gap) = between else {
                return Ok(());
            };
            let line = gap_line(&gap, !memory.is_empty());
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

    /// A name of this conversation that tells nothing of it.
    fn conversation(&self) -> String {
        let names = format!("{}/{}", self.store().story_id(), self.turn.thread);
        let hash = model::ContentHash::of(names.as_bytes()).to_string();
        hash[..32].to_owned()
    }

    /// Lets people see what the model is about to be shown.
    async fn show(&self, story: Vec<Piece>, room: u64, chosen: &Chosen) -> Result<(), StoreError> {
        let frame = Frame {
            turn: self.turn.id,
            model: self.model.name(),
            strategy: self.context.id(),
            room,
            ratio: self.ratio,
            chosen,
        };
        let shown = Shown::of(&self.payload, story, &frame);
        let textless = |it: &Piece| Piece {
            text: String::new(),
            ..it.clone()
        };
        (self.publish)(TurnEvent::ContextShown {
            turn: self.turn.id,
            sizes: shown.sizes,
            story: shown.story.iter().map(textless).collect(),
        });
        self.keep_shown(&shown).await
    }

    /// Keeps what a turn was shown, and forgets what the oldest was.
    async fn keep_shown(&self, shown: &Shown) -> Result<(), StoreError> {
        let (store, thread) = (self.store(), Some(self.turn.thread));
        let record = serde_json::to_value(shown).ok();
        store
            .keep(thread, &shown::kept_as(self.turn.id), record)
            .await?;
        let kept = store.kept(thread, shown::KEPT)?.unwrap_or_default();
        let mut turns: Vec<TurnId> = serde_json::from_value(kept).unwrap_or_default();
        if turns.last() == Some(&self.turn.id) {
            return Ok(());
        }
        turns.push(self.turn.id);
        while turns.len() > TURNS_KEPT {
            let oldest = turns.remove(0);
            store.keep(thread, &shown::kept_as(oldest), None).await?;
        }
        store.keep(thread, shown::KEPT, Some(json!(turns))).await
    }

    /// The thread's newest rows, as many as `enough` tokens need, the turn under way whole. How long
    /// the thread is plays no part.
    pub(crate) fn history(&self, enough: u64) -> Result<Vec<ChatMessage>, StoreError> {
        let mut rows: Vec<ChatMessage> = Vec::new();
        let mut tokens = 0;
        loop {
            let before = rows.first().map(|it| it.id);
            let page = self.store().messages(self.turn.thread, before, PAGE)?;
            let is_first = page.len() < PAGE;
            tokens += page.iter().map(estimate_message).sum::<u64>();
            rows.splice(0..0, page);
            if is_first {
                return Ok(rows);
            }
            let is_enough = tokens >= enough || rows.len() >= HISTORY_ROWS;
            if let Some(cut) = rows
                .first()
                .map(|it| it.turn)
                .filter(|it| *it != self.turn.id)
                && is_enough
            {
                // A turn that may lack its beginning is left out as a whole.
                rows.retain(|it| it.turn != cut);
                return Ok(rows);
            }
        }
    }
}
