//! Properties that hold for any input: no panic, no call of an unavailable tool, and every turn
//! ends.

use proptest::prelude::*;
use serde_json::json;

use super::{answer, context, hero, payload, scene, tools};
use crate::commands::CommandReader;
use crate::commands::tools::NEEDED;
use llm::{AgentContext, LanguageModel};

/// Words of the grammar, so that arbitrary text often has a meaning.
const PIECES: &[&str] = &[
    "rename ",
    "the hero",
    " to ",
    " and ",
    "then ",
    "set ",
    "age",
    "make a portrait",
    " of ",
    "write: ",
    "add a scene ",
    "called ",
    " after ",
    "with text ",
    "connect ",
    "\"",
    "“",
    "”",
    "'",
    "，",
    "。",
    ". ",
    "\n",
    "把",
    "主角",
    "的",
    "名字",
    "改成",
    "并",
    "然后",
    "画一张",
    "头像",
    "在",
    "之后",
    "新建",
    "场景",
    "连接",
    "到",
    "标签",
    "写：",
    "替换成",
    "撤销",
    "undo ",
    "5",
    "16:9",
    "删除",
    "show me ",
    "版本",
    "第",
    "2",
    "Neo",
    "\u{f0000}",
    "\u{202e}",
    "é",
    "🙂",
    "ﬁ",
    "İ",
];

fn said() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..14).prop_map(|it| it.concat())
}

fn offered() -> impl Strategy<Value = Vec<usize>> {
    let all: Vec<usize> = (0..NEEDED.len()).collect();
    proptest::sample::subsequence(all, 0..=NEEDED.len())
}

fn calls(instruction: &str, context: &AgentContext, fails: bool) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let mut payload = payload(instruction);
    let mut called = Vec::new();
    for _ in 0..6 {
        let reply = runtime
            .block_on(CommandReader.generate(&payload, context, &mut |_| {}))
            .unwrap();
        if reply.tool_calls().next().is_none() {
            assert!(!reply.text().is_empty(), "a turn ends with words");
            return called;
        }
        called.extend(reply.tool_calls().map(|it| it.name.clone()));
        answer(&mut payload, &reply, |_| match fails {
            true => {
                json!({ "status": "failure", "error": { "code": "NOT_FOUND", "message": "no" } })
            }
            false => json!({ "data": { "nodes": [{ "title": "Neo" }] } }),
        });
    }
    panic!("the turn does not end");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_instruction_terminates_and_calls_only_available_tools(
        instruction in said(),
        offered in offered(),
        in_scene in any::<bool>(),
        fails in any::<bool>(),
    ) {
        let mut tools = tools();
        tools.retain(|name, _| offered.iter().any(|it| NEEDED[*it].name == name));
        let context = context(tools, if in_scene { scene() } else { hero() });
        for name in calls(&instruction, &context, fails) {
            prop_assert!(context.tools.contains_key(&name), "{name} was not offered");
        }
    }
}

#[test]
fn many_separators_are_parsed_in_bounded_time() {
    // The amount of work is bounded, not its time: without a bound this test would not end.
    for piece in [
        "a and ",
        "把a并",
        "“",
        "rename a to ",
        "，",
        "in in in ",
        "write write ",
    ] {
        let instruction: String = piece.repeat(8_000 / piece.chars().count());
        calls(&instruction, &context(Default::default(), hero()), false);
    }
}
