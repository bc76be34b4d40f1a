//! A conversation as text for a light model, in pieces that fit into its window. Enter through
//! [`pieces`]. Not here: what the model is asked to do with them.

use model::MessageId;
use model::talk::{ChatMessage, Role};

use super::estimate;

/// A message is retold up to here, in characters.
const SHOWN: usize = 1200;
/// However small a window is, of a message so much is told, in characters.
const SHOWN_LEAST: usize = 40;

/// Some of a conversation, as much as is asked about at once.
pub(super) struct Piece<'a> {
    /// The messages.
    pub(super) rows: &'a [ChatMessage],
    /// The same as text.
    pub(super) text: String,
    /// How many turns end in it.
    pub(super) turns: usize,
    /// The last of its messages, where a turn ends with it.
    pub(super) upto: Option<MessageId>,
}

/// Messages of whole turns in pieces of at most `most` tokens. A piece ends with a turn, except within
/// a turn that is larger than a piece.
pub(super) fn pieces(rows: &[ChatMessage], most: u64) -> Vec<Piece<'_>> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    // A character is at most a token and a little more; half a piece is left for others.
    let shown = (most / 4).clamp(SHOWN_LEAST, SHOWN);
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
        found.push(Piece {
            rows: &rows[start..end],
            text: lines[start..end].join("\n"),
            turns: (start..end).filter(|at| ends(*at)).count(),
            upto: whole.map(|end| rows[end - 1].id),
        });
        start = end;
    }
    found
}

/// A message in one line, cut where it is long.
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
    let mut said = format!("{}{calls}", message.content.trim());
    if let Some((end, _)) = said.char_indices().nth(shown) {
        said.truncate(end);
        said.push('…');
    }
    format!("{who}: {said}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::talk::MessageMetadata;
    use model::{FixedWorld, TurnId, World};
    use proptest::prelude::*;

    /// Turns of messages, by the size of each.
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
    fn a_piece_ends_with_a_turn_where_it_can() {
        let rows = rows(&[vec![90, 90], vec![90, 90], vec![90; 9]]);
        let told = pieces(&rows, 500);
        let shape: Vec<_> = told
            .iter()
            .map(|it| (it.rows.len(), it.turns, it.upto.is_some()))
            .collect();
        assert_eq!(shape, [(4, 2, true), (5, 0, false), (4, 1, true)]);
    }

    proptest! {
        #[test]
        fn pieces_hold_every_message_once_in_order_and_fit(
            turns in proptest::collection::vec(proptest::collection::vec(0..3000_usize, 1..9), 0..9),
            most in 300..5000_u64,
        ) {
            let rows = rows(&turns);
            let told = pieces(&rows, most);
            let all: Vec<_> = told.iter().flat_map(|it| it.rows).cloned().collect();
            prop_assert_eq!(&all, &rows);
            prop_assert_eq!(told.iter().map(|it| it.turns).sum::<usize>(), turns.len());
            for piece in &told {
                prop_assert!(estimate(&piece.text) <= most);
            }
        }
    }
}
