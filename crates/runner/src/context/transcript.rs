//! A conversation as text for a light model, in chunks that fit into its window. Start at
//! [`transcript_chunks`]. What the model is asked to do with them is up to the strategies.

use model::MessageId;
use model::conversation::{ChatMessage, Role};

use super::estimate;

/// The longest excerpt of a message, in characters.
const MESSAGE_CHARS: usize = 1200;
/// The shortest limit for a message, in characters, however small the window is.
const MIN_MESSAGE_CHARS: usize = 40;

/// The part of a conversation that is sent in one request.
pub(super) struct TranscriptChunk<'a> {
    /// The messages.
    pub(super) rows: &'a [ChatMessage],
    /// The same as text.
    pub(super) text: String,
    /// How many turns end in it.
    pub(super) turns: usize,
    /// Its last message, if a turn ends with it.
    pub(super) upto: Option<MessageId>,
}

/// Messages of whole turns in chunks of at most `most` tokens. A chunk ends at the end of a turn,
/// unless the turn is larger than a chunk.
pub(super) fn transcript_chunks(rows: &[ChatMessage], most: u64) -> Vec<TranscriptChunk<'_>> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    // A character is hardly more than one token; half of a chunk is left for other messages.
    let shown = (most / 4).clamp(MIN_MESSAGE_CHARS, MESSAGE_CHARS);
    let lines: Vec<String> = rows.iter().map(|it| line(it, shown)).collect();
    let ends = |at: usize| {
        rows.get(at + 1)
            .is_none_or(|next| next.turn != rows[at].turn)
    };
    let mut found = Vec::new();
    let mut start = 0;
    while start < rows.len() {
        let mut size = 0;
        let mut end = start;
        let mut whole = None;
        while end < rows.len() {
            let tokens = usize::try_from(estimate(&lines[end])).unwrap_or(usize::MAX) + 1;
            if end > start && size + tokens > most {
                break;
            }
            size += tokens;
            if ends(end) {
                whole = Some(end + 1);
            }
            end += 1;
        }
        let end = whole.unwrap_or(end);
        found.push(TranscriptChunk {
            rows: &rows[start..end],
            text: lines[start..end].join("\n"),
            turns: (start..end).filter(|at| ends(*at)).count(),
            upto: whole.map(|end| rows[end - 1].id),
        });
        start = end;
    }
    found
}

/// A message as one line, cut if it is long.
fn line(message: &ChatMessage, shown: usize) -> String {
    let who = match message.role {
        Role::System => "Program",
        Role::User => "Writer",
        Role::Assistant => "Assistant",
        Role::Tool => "Tool result",
    };
    let calls: String = message
        .tool_calls()
        .map(|call| format!(" [calls {} {}]", call.name, call.args))
        .collect();
    let mut text = format!("{}{calls}", message.content.trim());
    if let Some((end, _)) = text.char_indices().nth(shown) {
        text.truncate(end);
        text.push('…');
    }
    format!("{who}: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::conversation::MessageMetadata;
    use model::{FixedWorld, TurnId, World};
    use proptest::prelude::*;

    /// Turns of messages, given the size of each message.
    fn rows(turns: &[Vec<usize>]) -> Vec<ChatMessage> {
        let world = FixedWorld::default();
        let mut rows = Vec::new();
        for sizes in turns {
            let turn = TurnId(world.new_id());
            rows.extend(sizes.iter().map(|size| ChatMessage {
                id: MessageId(world.new_id()),
                turn,
                role: Role::User,
                content: "字".repeat(*size),
                metadata: MessageMetadata::default(),
                time: world.now(),
            }));
        }
        rows
    }

    #[test]
    fn chunks_end_with_a_turn_when_possible() {
        let rows = rows(&[vec![90, 90], vec![90, 90], vec![90; 9]]);
        let chunks = transcript_chunks(&rows, 500);
        let shape: Vec<_> = chunks
            .iter()
            .map(|it| (it.rows.len(), it.turns, it.upto.is_some()))
            .collect();
        assert_eq!(shape, [(4, 2, true), (5, 0, false), (4, 1, true)]);
    }

    proptest! {
        #[test]
        fn chunks_hold_every_message_once_in_order_and_fit(
            turns in proptest::collection::vec(proptest::collection::vec(0..3000_usize, 1..9), 0..9),
            most in 300..5000_u64,
        ) {
            let rows = rows(&turns);
            let chunks = transcript_chunks(&rows, most);
            let all: Vec<_> = chunks.iter().flat_map(|it| it.rows).cloned().collect();
            prop_assert_eq!(&all, &rows);
            prop_assert_eq!(chunks.iter().map(|it| it.turns).sum::<usize>(), turns.len());
            for chunk in &chunks {
                prop_assert!(estimate(&chunk.text) <= most);
            }
        }
    }
}
