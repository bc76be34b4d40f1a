//! `std-sliding-window` (CM-3): system prompt, tools and dynamic context, then as many whole turns
//! of history as fit, newest first. Only whole turns, because every provider rejects a tool result
//! without its call. No summary and no state: what does not fit is not sent.

use async_trait::async_trait;
use model::conversation::{ChatMessage, Payload, ToolDefinition};

use super::fitting::window;
use super::{ContextManager, estimate, estimate_tools};

/// Its id in the configuration.
pub(super) const ID: &str = "std-sliding-window";

/// The strategy; it has no state.
pub struct SlidingWindow;

#[async_trait]
impl ContextManager for SlidingWindow {
    fn id(&self) -> &str {
        ID
    }

    async fn compose_payload(
        &self,
        system_prompt: &str,
        history: &[ChatMessage],
        tools: &[ToolDefinition],
        rag_context: Option<&str>,
        limit: u64,
    ) -> Payload {
        let dynamic = rag_context.unwrap_or_default();
        let fixed = estimate(system_prompt) + estimate_tools(tools) + estimate(dynamic);
        Payload {
            system: system_prompt.to_owned(),
            tools: tools.to_vec(),
            dynamic: dynamic.to_owned(),
            memory: String::new(),
            messages: window(history, limit.saturating_sub(fixed)),
            ..Payload::default()
        }
    }

    async fn on_turn_complete(&self, _: &[ChatMessage]) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::estimate_payload;
    use crate::context::fitting::UNCUT_BYTES;
    use model::conversation::{ContentSegment, MessageMetadata, Role, ToolCall};
    use model::{FixedWorld, MessageId, TurnId, World};
    use proptest::prelude::*;
    use serde_json::json;

    /// One turn: its text, and the sizes of its tool results.
    type Shape = (String, Vec<usize>);

    fn history(shapes: &[Shape]) -> Vec<ChatMessage> {
        let world = FixedWorld::default();
        let mut messages = Vec::new();
        for (words, results) in shapes {
            let turn = TurnId(world.new_id());
            let mut say = |role, content: String, metadata| {
                let id = MessageId(world.new_id());
                messages.push(ChatMessage {
                    id,
                    turn,
                    role,
                    content,
                    metadata,
                    time: world.now(),
                });
            };
            say(Role::User, words.clone(), MessageMetadata::default());
            for (index, size) in results.iter().enumerate() {
                let id = format!("call-{index}");
                let call = ToolCall {
                    id: Some(id.clone()),
                    name: "look".into(),
                    args: json!({}),
                };
                let segments = vec![ContentSegment::tool_call(call)];
                let metadata = MessageMetadata {
                    segments,
                    ..Default::default()
                };
                say(Role::Assistant, String::new(), metadata);
                let metadata = MessageMetadata {
                    tool_call_id: Some(id),
                    ..Default::default()
                };
                say(Role::Tool, "字".repeat(*size), metadata);
            }
        }
        messages
    }

    fn compose(history: &[ChatMessage], limit: u64) -> Payload {
        let tools = [ToolDefinition {
            name: "look".into(),
            description: "Looks.".into(),
            parameters: json!({ "type": "object" }),
        }];
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(SlidingWindow.compose_payload("You help.", history, &tools, None, limit))
    }

    #[test]
    fn drops_whole_turns_oldest_first() {
        let all = history(&[
            ("one".into(), vec![5]),
            ("two".into(), vec![]),
            ("three".into(), vec![]),
        ]);
        let fits = estimate_payload(&compose(&all, u64::MAX));
        assert_eq!(compose(&all, fits).messages, all);
        assert_eq!(
            compose(&all, fits - 1).messages,
            all[3..],
            "the first turn is dropped entirely"
        );
    }

    #[test]
    fn cuts_the_middle_of_an_oversized_result_and_keeps_its_call() {
        let all = history(&[("read".into(), vec![4000])]);
        let payload = compose(&all, 600);
        assert!(estimate_payload(&payload) <= 600);
        let content = &payload.messages[2].content;
        assert!(
            content.starts_with("字字") && content.ends_with("字字"),
            "{content}"
        );
        assert!(
            content.contains("bytes cut to fit the model's window"),
            "{content}"
        );
        assert_eq!(payload.messages[..2], all[..2]);
    }

    fn shapes() -> impl Strategy<Value = Vec<Shape>> {
        let sizes = proptest::collection::vec(0..600_usize, 0..4);
        proptest::collection::vec(("[a-z字]{0,60}", sizes), 1..8)
    }

    proptest! {
        #[test]
        fn a_payload_keeps_order_pairs_and_limit(shapes in shapes(), limit in 0..4000_u64) {
            let all = history(&shapes);
            let payload = compose(&all, limit);
            prop_assert_eq!(&*payload.system, "You help.");
            prop_assert_eq!(payload.tools.len(), 1);

            let kept: Vec<_> = payload.messages.iter().map(|it| it.id).collect();
            let present = all[all.len() - 1].turn;
            let present_count = all.iter().filter(|it| it.turn == present).count();
            if kept.len() >= present_count {
                let newest: Vec<_> =
                    all[all.len() - kept.len()..].iter().map(|it| it.id).collect();
                prop_assert_eq!(&kept, &newest, "a contiguous tail in order");
            } else {
                // The account of omitted steps of the current turn follows the person's words.
                let newest: Vec<_> =
                    all[all.len() - kept.len() + 1..].iter().map(|it| it.id).collect();
                prop_assert_eq!(&kept[1..], &newest, "a contiguous tail in order");
                prop_assert_eq!(kept[0], all[all.len() - present_count].id);
                prop_assert!(payload.messages[1].role == Role::Assistant, "whole steps");
            }
            prop_assert!(payload.messages[0].role == Role::User, "turns are kept whole");

            let sent = estimate_payload(&payload);
            if sent > limit {
                prop_assert!(kept.len() <= present_count, "only the current turn may exceed the limit");
                let results = payload.messages.iter().filter(|it| it.role == Role::Tool);
                for result in results {
                    prop_assert!(result.content.len() <= UNCUT_BYTES, "and it was cut first");
                }
            }
        }
    }
}
