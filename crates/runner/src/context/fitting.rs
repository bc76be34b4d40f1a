//! Fits messages into a number of tokens: whole turns are dropped first, oldest first; then the
//! current turn is shortened, cheapest step first. Only what is sent is shortened, never what is
//! stored, and every call keeps its answer. Start at [`window`], or at [`fit`] for a finished
//! payload. Summaries of what was left out are made by the strategies.

use std::collections::HashMap;

use model::conversation::{ChatMessage, Content, Payload, Role, ToolCall};
use serde_json::{Value, json};

use super::account::account_of_calls;
use super::{estimate_message, estimate_payload};

/// Results and arguments up to this size in bytes are left unchanged, and none is cut below it.
pub(super) const UNCUT_BYTES: usize = 400;
/// How many results are cleared at once. Clearing one at a time would change the beginning of every
/// request, which defeats prompt caching.
const CLEAR_BATCH: usize = 4;

/// The current turn, shortened if necessary, and as many earlier turns as fit. A turn that does not
/// fit first has its results cleared before it is left out.
pub(super) fn window(history: &[ChatMessage], limit: u64) -> Vec<ChatMessage> {
    let mut turns: Vec<_> = history
        .chunk_by(|one, other| one.turn == other.turn)
        .collect();
    let Some(present) = turns.pop() else {
        return Vec::new();
    };
    let steps = present.len();
    let mut present = present.to_vec();
    shorten(&mut present, limit);
    // What leaving out steps saved is for the steps to come: earlier turns would only be shown until
    // then, and each time they go, the beginning of the request changes.
    if present.len() < steps {
        return present;
    }
    let mut left = limit.saturating_sub(cost(&present));
    let mut kept: Vec<Vec<ChatMessage>> = Vec::new();
    let mut cleared = false;
    for turn in turns.into_iter().rev() {
        let mut turn = turn.to_vec();
        cleared |= cost(&turn) > left;
        if cleared {
            turn.iter_mut().for_each(clear);
        }
        let Some(rest) = left.checked_sub(cost(&turn)) else {
            break;
        };
        left = rest;
        kept.push(turn);
    }
    let turns = kept.into_iter().rev().chain([present]);
    turns.flatten().collect()
}

/// Makes any payload fit: whole turns are dropped, oldest first, then the current turn is
/// shortened. The result may still not fit.
pub(crate) fn fit(payload: &mut Payload, limit: u64) {
    let size = estimate_payload(payload);
    if size > limit {
        let fixed = size - cost(&payload.messages);
        payload.messages = window(&payload.messages, limit.saturating_sub(fixed));
    }
}

fn cost(messages: &[ChatMessage]) -> u64 {
    messages.iter().map(estimate_message).sum()
}

/// Shortens the messages of one turn until they fit or nothing can be shortened further: first
/// results that an identical later call returned again, then old results, then long arguments of
/// old calls, then whole old steps, and finally the middle of the largest results. Failures and the
/// answers to the last reply are kept longest, because the model is working on them.
fn shorten(messages: &mut Vec<ChatMessage>, limit: u64) {
    let recent = messages
        .iter()
        .rposition(|it| it.role == Role::Assistant)
        .unwrap_or(0);
    let fits = |messages: &[ChatMessage]| cost(messages) <= limit;
    if fits(messages) {
        return;
    }
    for at in repeated(messages) {
        clear(&mut messages[at]);
    }
    let old: Vec<_> = (0..recent)
        .filter(|at| is_clearable(&messages[*at]))
        .collect();
    for some in old.chunks(CLEAR_BATCH) {
        if fits(messages) {
            return;
        }
        some.iter().for_each(|at| clear(&mut messages[*at]));
    }
    for at in 0..recent {
        if fits(messages) {
            return;
        }
        shorten_arguments(&mut messages[at]);
    }
    // If the last step alone is too long, its results are cut before steps are left out.
    let last = cost(&messages[recent..]);
    if last > limit / KEPT_SHARE {
        cut_results(messages, limit);
    }
    leave_out_steps(messages, limit);
    cut_results(messages, limit);
}

/// The share of the limit that a turn is reduced to when steps are left out: leaving them out one
/// by one would change the beginning of every request.
const KEPT_SHARE: u64 = 2;

/// Leaves out the oldest steps of a turn, each a reply with its answers, but not the last reply. A
/// summary of what they did follows the person's words instead.
fn leave_out_steps(messages: &mut Vec<ChatMessage>, limit: u64) {
    if cost(messages) <= limit {
        return;
    }
    let Some(first) = messages.iter().position(|it| it.role == Role::Assistant) else {
        return;
    };
    let recent = messages
        .iter()
        .rposition(|it| it.role == Role::Assistant)
        .unwrap_or(first);
    let mut end = first;
    let enough = limit / KEPT_SHARE;
    let mut left = cost(messages);
    while end < recent && left > enough {
        let next = messages[end + 1..]
            .iter()
            .position(|it| it.role == Role::Assistant)
            .map_or(recent, |it| end + 1 + it);
        left -= cost(&messages[end..next]);
        end = next;
    }
    if end == first {
        return;
    }
    let gone: Vec<_> = messages.drain(first..end).collect();
    let done = account_of_calls(&gone);
    if let Some(asked) = messages[..first]
        .iter_mut()
        .rfind(|it| it.role == Role::User)
    {
        asked.content += &format!(
            "\n\n[The first steps of this turn are left out to fit the model's window. What they did \
             stays done: {done}.]"
        );
    }
}

/// The positions of results whose identical call was made again later and answered.
fn repeated(messages: &[ChatMessage]) -> Vec<usize> {
    let calls: HashMap<&str, &ToolCall> = messages
        .iter()
        .flat_map(ChatMessage::tool_calls)
        .filter_map(|it| Some((it.id.as_deref()?, it)))
        .collect();
    let mut again = HashMap::new();
    let mut found = Vec::new();
    for (at, message) in messages.iter().enumerate().rev() {
        let id = message.metadata.tool_call_id.as_deref();
        let Some(call) = id.and_then(|it| calls.get(it)) else {
            continue;
        };
        let same = (call.name.as_str(), call.args.to_string());
        if is_clearable(message) && again.insert(same, at).is_some() {
            found.push(at);
        }
    }
    found
}

/// Whether clearing a message saves tokens and loses nothing but a repeated call.
fn is_clearable(message: &ChatMessage) -> bool {
    let record = message.metadata.tool_agent_output.as_ref();
    let failed = record.is_some_and(|it| it["status"] == "failure");
    message.role == Role::Tool && !failed && message.content.len() > UNCUT_BYTES
}

/// Replaces a long result with a short note.
fn clear(message: &mut ChatMessage) {
    if is_clearable(message) {
        let note = format!(
            "This result ({} bytes) was left out to fit the model's window. What the call did stays \
             done. To read it again, call the tool again.",
            message.content.len()
        );
        message.content = json!({ "left_out": note }).to_string();
    }
}

/// Shortens the long texts in a reply's calls. Calls that the provider wants back verbatim are left
/// unchanged.
fn shorten_arguments(message: &mut ChatMessage) {
    for segment in &mut message.metadata.segments {
        if let Content::ToolCall { tool_call } = &mut segment.content
            && segment.provider_state.is_none()
        {
            shorten_texts(&mut tool_call.args);
        }
    }
}

fn shorten_texts(value: &mut Value) {
    match value {
        Value::String(text) if text.len() > UNCUT_BYTES => *text = without_middle(text, 0),
        Value::Array(items) => items.iter_mut().for_each(shorten_texts),
        Value::Object(fields) => fields.values_mut().for_each(shorten_texts),
        _ => {}
    }
}

/// Cuts the middle out of the largest tool results until the messages fit or nothing is left to
/// cut.
fn cut_results(messages: &mut [ChatMessage], limit: u64) {
    loop {
        let excess = cost(messages).saturating_sub(limit);
        let results = messages.iter_mut().filter(|it| it.role == Role::Tool);
        let Some(largest) = results.max_by_key(|it| it.content.len()) else {
            return;
        };
        if excess == 0 || largest.content.len() <= UNCUT_BYTES {
            return;
        }
        // Three bytes per token, plus the size of the inserted note.
        let wanted = usize::try_from(excess)
            .unwrap_or(usize::MAX)
            .saturating_mul(3);
        let keep = largest
            .content
            .len()
            .saturating_sub(wanted.saturating_add(NOTE_BYTES));
        largest.content = without_middle(&largest.content, keep);
    }
}

const NOTE_BYTES: usize = 120;

/// The head and tail of a text with a note between them; always shorter than the text if that has
/// more than [`UNCUT_BYTES`].
fn without_middle(text: &str, keep: usize) -> String {
    let half = keep.max(UNCUT_BYTES - NOTE_BYTES) / 2;
    let head = &text[..text.floor_char_boundary(half)];
    let tail = &text[text.ceil_char_boundary(text.len() - half)..];
    let cut = text.len() - head.len() - tail.len();
    format!(
        "{head} […{cut} bytes cut to fit the model's window; read again in smaller pieces…] {tail}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::conversation::{ContentSegment, MessageMetadata, ProviderState};
    use model::{FixedWorld, MessageId, TurnId, World};

    /// A turn of calls with their results, given as tool, argument and size of the result.
    fn turn(calls: &[(&str, &str, usize)]) -> Vec<ChatMessage> {
        let world = FixedWorld::default();
        let turn = TurnId(world.new_id());
        let say = |role, content: String, metadata| ChatMessage {
            id: MessageId(world.new_id()),
            turn,
            role,
            content,
            metadata,
            time: world.now(),
        };
        let mut messages = vec![say(Role::User, "Look.".into(), MessageMetadata::default())];
        for (index, (name, text, size)) in calls.iter().enumerate() {
            let id = Some(format!("call-{index}"));
            let call = ToolCall {
                id: id.clone(),
                name: (*name).into(),
                args: json!({ "text": text }),
            };
            let metadata = MessageMetadata {
                segments: vec![ContentSegment::tool_call(call)],
                ..Default::default()
            };
            messages.push(say(Role::Assistant, String::new(), metadata));
            let status = match *name {
                "fail" => "failure",
                _ => "success",
            };
            let metadata = MessageMetadata {
                tool_call_id: id,
                tool_agent_output: Some(json!({ "status": status })),
                ..Default::default()
            };
            messages.push(say(Role::Tool, "x".repeat(*size), metadata));
        }
        messages
    }

    /// Which results were shortened: `cleared` or `cut`, by index.
    fn marks(messages: &[ChatMessage]) -> Vec<(usize, &'static str)> {
        let results = messages.iter().filter(|it| it.role == Role::Tool);
        let mark = |(at, it): (usize, &ChatMessage)| match it.content.as_str() {
            text if text.contains("left_out") => Some((at, "cleared")),
            text if text.contains("bytes cut") => Some((at, "cut")),
            _ => None,
        };
        results.enumerate().filter_map(mark).collect()
    }

    fn shortened(calls: &[(&str, &str, usize)], less: u64) -> (Vec<ChatMessage>, bool) {
        let mut messages = turn(calls);
        let limit = cost(&messages) - less;
        shorten(&mut messages, limit);
        let fits = cost(&messages) <= limit;
        (messages, fits)
    }

    #[test]
    fn clears_repeated_reads_first() {
        let calls = [
            ("look", "a", 900),
            ("look", "b", 900),
            ("look", "a", 900),
            ("look", "c", 900),
        ];
        let (messages, fits) = shortened(&calls, 100);
        assert!(fits);
        assert_eq!(marks(&messages), [(0, "cleared")]);
    }

    #[test]
    fn clears_old_results_in_batches_but_not_failures_small_or_newest_ones() {
        let mut calls = vec![("fail", "", 900), ("look", "small", 300)];
        let names: Vec<String> = (0..9).map(|it| it.to_string()).collect();
        calls.extend(names.iter().map(|it| ("look", it.as_str(), 900)));
        let (messages, fits) = shortened(&calls, 1);
        assert!(fits);
        let four = [2, 3, 4, 5].map(|it| (it, "cleared"));
        assert_eq!(marks(&messages), four, "four at once, oldest first");
        let (messages, fits) = shortened(&calls, 1200);
        assert!(fits);
        let all_old: Vec<_> = (2..10).map(|it| (it, "cleared")).collect();
        assert_eq!(marks(&messages), all_old, "never the newest");
    }

    #[test]
    fn shortens_long_arguments_unless_the_provider_wants_them_verbatim() {
        let long = "字".repeat(400);
        let calls = [
            ("write", long.as_str(), 30),
            ("write", long.as_str(), 31),
            ("look", "", 30),
        ];
        let mut messages = turn(&calls);
        messages[1].metadata.segments[0].provider_state = Some(ProviderState {
            provider: "p".into(),
            model: "m".into(),
            value: json!("signed"),
        });
        let limit = cost(&messages) - 200;
        shorten(&mut messages, limit);
        assert!(cost(&messages) <= limit);
        let written: Vec<_> = messages
            .iter()
            .flat_map(ChatMessage::tool_calls)
            .map(|it| it.args["text"].as_str().unwrap().len())
            .collect();
        assert_eq!(written[0], 1200, "kept verbatim for its provider");
        assert!(written[1] <= UNCUT_BYTES, "{written:?}");
    }

    #[test]
    fn cuts_the_middle_of_the_newest_results_last() {
        let calls = [("look", "a", 900), ("look", "b", 9000)];
        let (messages, fits) = shortened(&calls, 2000);
        assert!(fits);
        assert_eq!(marks(&messages), [(0, "cleared"), (1, "cut")]);
        let (messages, fits) = shortened(&[("look", "b", 300)], 100);
        assert!(!fits, "there is nothing left to cut");
        assert_eq!(marks(&messages), []);
    }

    #[test]
    fn leaves_out_old_steps_of_a_long_turn_and_tells_what_they_did() {
        let names: Vec<String> = (0..200).map(|it| format!("Scene {it}")).collect();
        let calls: Vec<_> = names.iter().map(|it| ("write", it.as_str(), 300)).collect();
        let mut messages = turn(&calls);
        for (message, name) in messages
            .iter_mut()
            .filter(|it| it.role == Role::Tool)
            .zip(&names)
        {
            message.metadata.tool_agent_output = Some(json!({
                "status": "success", "tool_name": "write", "wrote": [{ "title": name }],
            }));
        }
        let limit = cost(&messages) / 3;
        shorten(&mut messages, limit);
        assert!(cost(&messages) <= limit);
        let asked = &messages[0].content;
        assert!(asked.starts_with("Look."), "{asked}");
        assert!(asked.contains("write (\"Scene 0\", \"Scene 1\""), "{asked}");
        let first = messages[1].tool_calls().next().unwrap();
        assert!(messages[2].metadata.tool_call_id == first.id, "pairs stay");
        let kept = messages.last().unwrap().metadata.tool_call_id.as_deref();
        assert_eq!(kept, Some("call-199"));
    }

    #[test]
    fn clears_an_older_turn_before_dropping_it() {
        let mut history = turn(&[("look", "a", 3000)]);
        let older = history[0].turn;
        let mut present = turn(&[("look", "b", 300)]);
        for message in &mut present {
            message.turn = TurnId(uuid::Uuid::from_u128(9));
        }
        let limit = cost(&history) + cost(&present) - 100;
        history.extend(present);
        let kept = window(&history, limit);
        assert_eq!(kept.len(), history.len());
        assert_eq!(marks(&kept), [(0, "cleared")]);
        let kept = window(&history, limit - 950);
        assert!(
            kept.iter().all(|it| it.turn != older),
            "the older turn is dropped entirely"
        );
    }
}
