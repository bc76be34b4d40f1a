//! Whole turns: instruction, calls, answers, final text.

use expect_test::{Expect, expect};
use model::talk::{Content, Delta, Payload, ProviderResponse, ToolCall};
use serde_json::{Value, json};

use super::{HERO, SCENE, answer, context, payload, tools};
use crate::providers::builtin::Builtin;
use crate::providers::builtin::surroundings::Surroundings;
use crate::{AgentContext, LanguageModel, LlmError};

fn generate(payload: &Payload, context: &AgentContext) -> (ProviderResponse, String) {
    let mut streamed = String::new();
    let mut on_delta = |delta| {
        if let Delta::Text(text) = delta {
            streamed.push_str(&text);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let reply = runtime
        .block_on(Builtin.generate(payload, context, &mut on_delta))
        .unwrap();
    (reply, streamed)
}

/// Plays a turn; gives every call and the final text.
fn turn(system: &str, instruction: &str, result: impl Fn(&ToolCall) -> Value) -> String {
    let mut payload = payload(system, instruction);
    let context = context(tools());
    let mut said = String::new();
    for _ in 0..5 {
        let (reply, streamed) = generate(&payload, &context);
        assert_eq!(streamed, reply.text(), "what streams out is the text");
        if reply.tool_calls().next().is_none() {
            return said + &reply.text();
        }
        for call in reply.tool_calls() {
            said += &format!("{} {}\n", call.name, call.args);
        }
        said += "--\n";
        answer(&mut payload, &reply, &result);
    }
    panic!("the turn does not end");
}

fn check(said: &str, expect: &Expect) {
    expect.assert_eq(said);
}

fn done(_: &ToolCall) -> Value {
    json!({ "module": "m", "method": "m", "data": {} })
}

#[test]
fn a_rename_and_a_portrait_are_two_calls_and_one_sentence_each() {
    let said = turn(HERO, "rename the hero to Neo and make a portrait", done);
    check(
        &said,
        &expect![[r#"
            update_node_kv {"items":[{"k":"Name","v":"Neo"}]}
            generate_image {"prompt":"Neo, portrait, Age: 37, Role: programmer","ratio":"3:4"}
            --
            Updated "Thomas Anderson": Name "Thomas Anderson" → "Neo". Made a picture for "Thomas Anderson": "Neo, portrait, Age: 37, Role: programmer"."#]],
    );
}

#[test]
fn the_chinese_twin_is_answered_in_chinese() {
    let said = turn(HERO, "把主角名字改成 Neo 并生成一张头像", done);
    check(
        &said,
        &expect![[r#"
            update_node_kv {"items":[{"k":"Name","v":"Neo"}]}
            generate_image {"prompt":"Neo，头像，Age: 37，Role: programmer","ratio":"1:1"}
            --
            已更新“Thomas Anderson”：Name “Thomas Anderson” → “Neo”。已为“Thomas Anderson”生成图片：“Neo，头像，Age: 37，Role: programmer”。"#]],
    );
}

#[test]
fn traditional_chinese_is_answered_in_traditional_chinese() {
    let said = turn(HERO, "將主角名字改為「尼歐」，跳個舞", done);
    check(
        &said,
        &expect![[r#"
            update_node_kv {"items":[{"k":"Name","v":"尼歐"}]}
            --
            已更新「Thomas Anderson」：Name 「Thomas Anderson」 → 「尼歐」。我沒有聽懂「跳個舞」。我是內置助手：能讀懂簡單明確的中英文指令，不是語言模型。
            例如：
            - 把主角名字改成 Neo 並生成一張頭像
            - 把年齡設為27，頭髮改成紅色
            - 在這裡之後新建場景“大廳”，正文“大理石與寂靜。”
            - 把“大廳”連接到“屋頂”，標籤“走樓梯”
            - 寫：那是一個黑夜。 / 追加“他跑了。” / 把“黑夜”替換成“白天”
            - 畫一幅夜晚海邊的燈塔，16:9
            - 搜索“墨菲斯” / 列出所有角色 / 顯示這個場景 / 大綱
            - 列出版本 / 圖片回到第2版 / 撤銷 / 重做"#]],
    );
}

#[test]
fn the_hero_of_a_scene_is_looked_up_first() {
    let said = turn(
        SCENE,
        "rename the hero to Neo and make a portrait",
        |call| {
            let data = match call.name.as_str() {
                "find_nodes" => {
                    json!({ "count": 1, "nodes": [{ "id": "1", "title": "Thomas", "kind": "character" }] })
                }
                "show_node" => json!({
                    "node": { "id": "1", "title": "Thomas" },
                    "kind": "character",
                    "data": { "kv": { "version": 1, "data": { "items": [{ "k": "姓名", "v": "Thomas" }, { "k": "Hair", "v": "black" }] } } },
                }),
                _ => json!({ "node": { "id": "1", "title": "Thomas" } }),
            };
            json!({ "module": "m", "method": "m", "data": data })
        },
    );
    check(
        &said,
        &expect![[r#"
            find_nodes {"kind":"character"}
            --
            show_node {"node":"Thomas"}
            --
            update_node_kv {"items":[{"k":"姓名","v":"Neo"}],"node":"Thomas"}
            generate_image {"prompt":"Neo, portrait, Hair: black","ratio":"3:4","node":"Thomas"}
            --
            Updated "Thomas": 姓名 "Thomas" → "Neo". Made a picture for "Thomas": "Neo, portrait, Hair: black"."#]],
    );
}

#[test]
fn several_heroes_are_named_and_nothing_is_done() {
    let said = turn(
        SCENE,
        "rename the hero to Neo and make a portrait",
        |_| json!({ "data": { "count": 2, "nodes": [{ "title": "Thomas" }, { "title": "Trinity" }] } }),
    );
    check(
        &said,
        &expect![[r#"
        find_nodes {"kind":"character"}
        --
        Which character do you mean: "Thomas", "Trinity"? Say the name, or open the node."#]],
    );
}

#[test]
fn a_failure_is_told_with_what_to_try_next() {
    let said = turn(
        SCENE,
        "connect this to The Rof, then undo",
        |call| match call.name.as_str() {
            "link_nodes" => json!({ "status": "failure", "error": {
            "code": "NOT_FOUND",
            "message": "there is no node \"The Rof\"",
            "hint": "the nearest titles are \"The Roof\" and \"The Room\"",
        } }),
            _ => done(call),
        },
    );
    check(
        &said,
        &expect![[r#"
        link_nodes {"to":"The Rof"}
        undo {}
        --
        I could not link the nodes: there is no node "The Rof" (the nearest titles are "The Roof" and "The Room"). Undone."#]],
    );
}

#[test]
fn what_is_found_is_told() {
    let said = turn(SCENE, "列出所有角色", |_| {
        json!({ "module": "story", "method": "find", "data": {
            "count": 2, "nodes": [{ "id": "1", "title": "尼奥" }, { "id": "2", "title": "Trinity" }],
        } })
    });
    check(
        &said,
        &expect![[r#"
        find_nodes {"kind":"character"}
        --
        找到2个：“尼奥”、“Trinity”。"#]],
    );
}

#[test]
fn what_was_there_before_is_told_even_where_the_prompt_has_moved_on() {
    let context = context(tools());
    let mut payload = payload(HERO, "rename the hero to Neo and delete Role");
    let (reply, _) = generate(&payload, &context);
    answer(&mut payload, &reply, done);
    payload.system = HERO.replace(r#""Name","v":"Thomas Anderson""#, r#""Name","v":"Neo""#);
    payload.system = payload
        .system
        .replace(r#",{"k":"Role","v":"programmer"}"#, "");
    let (reply, text) = generate(&payload, &context);
    assert_eq!(reply.tool_calls().count(), 0, "nothing is done twice");
    check(
        &text,
        &expect![[
            r#"Updated "Thomas Anderson": Name "Thomas Anderson" → "Neo". Removed "Role" from "Thomas Anderson"."#
        ]],
    );
}

#[test]
fn an_undone_step_is_named() {
    let said = turn(
        SCENE,
        "撤销",
        |_| json!({ "data": { "count": 2, "undone": ["rename The Lobby", "rename The Lobby"] } }),
    );
    check(
        &said,
        &expect![[r#"
        undo {}
        --
        已撤销：“rename The Lobby”。"#]],
    );
}

#[test]
fn asked_to_invent_it_says_that_it_cannot() {
    check(
        &turn(SCENE, "write a scary scene", done),
        &expect![[
            r#"I cannot invent or rework prose ("write a scary scene"): I put words where you give them to me, as in write: It was a dark night. With a language model configured (--model, or in the settings) such wishes work too."#
        ]],
    );
}

#[test]
fn what_it_is_and_does_is_said_when_asked() {
    check(
        &turn(SCENE, "你会什么？", done),
        &expect![[r#"
        我是内置助手：能读懂简单明确的中英文指令，不是语言模型。
        例如：
        - 把主角名字改成 Neo 并生成一张头像
        - 把年龄设为27，头发改成红色
        - 在这里之后新建场景“大厅”，正文“大理石与寂静。”
        - 把“大厅”连接到“屋顶”，标签“走楼梯”
        - 写：那是一个黑夜。 / 追加“他跑了。” / 把“黑夜”替换成“白天”
        - 画一幅夜晚海边的灯塔，16:9
        - 搜索“墨菲斯” / 列出所有角色 / 显示这个场景 / 大纲
        - 列出版本 / 图片回到第2版 / 撤销 / 重做"#]],
    );
}

#[test]
fn a_tool_that_is_not_there_is_not_called() {
    let mut tools = tools();
    tools.remove("generate_image");
    let (reply, text) = generate(&payload(HERO, "make a portrait"), &context(tools));
    assert_eq!(reply.tool_calls().count(), 0);
    check(
        &text,
        &expect![
            "I understood this, but the tool for it (generate_image) is not available here, so I did not do it."
        ],
    );
}

#[test]
fn without_an_open_node_it_asks_for_one() {
    let system = "You are currently editing the story as a whole; no node is open.";
    check(
        &turn(system, "set age to 27", done),
        &expect!["No node is open: open one, or say which node you mean."],
    );
}

#[test]
fn each_call_has_an_id_of_its_own() {
    let (reply, _) = generate(&payload(HERO, "undo twice"), &context(tools()));
    let mut ids: Vec<_> = reply.tool_calls().map(|it| it.id.clone()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 2, "{ids:?}");
    assert!(ids.iter().all(Option::is_some));
}

#[test]
fn a_cancelled_request_ends() {
    let context = context(tools());
    context.cancelled.cancel();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let payload = payload(HERO, "undo");
    let reply = runtime.block_on(Builtin.generate(&payload, &context, &mut |_| {}));
    assert_eq!(reply, Err(LlmError::Cancelled));
}

#[test]
fn prose_of_fifty_megabytes_is_written_whole() {
    let prose = "那是一个黑夜。 It was dark. ".repeat(1_300_000);
    let instruction = format!("写：{prose}");
    assert!(instruction.len() > 45_000_000);
    let (reply, _) = generate(&payload(HERO, &instruction), &context(tools()));
    let calls: Vec<_> = reply.tool_calls().collect();
    assert_eq!(calls.len(), 1);
    assert!(
        calls[0].args["text"] == json!(prose.trim()),
        "not a character is lost"
    );
}

#[test]
fn fifty_megabytes_of_anything_else_are_declined() {
    let instruction = "rename the hero to Neo and remove this node. ".repeat(1_200_000);
    let (reply, text) = generate(&payload(HERO, &instruction), &context(tools()));
    assert_eq!(reply.tool_calls().count(), 0);
    assert!(text.contains("up to 8000 characters"), "{text}");
}

#[test]
fn the_prompt_of_the_specification_is_read() {
    let system = "You are a creative assistant. You are currently editing Node: \"The \"One\"\".\n\n\
        Current Data (Adopted Version):\n\
        - KV: { items: [{k: \"Name\", v: \"Neo\"}, {k: \"Age\", v: \"27\"}] }\n\
        - Image: (Empty)\n\n\
        User Instruction: make a portrait";
    let known = Surroundings::read(&Payload {
        system: system.into(),
        ..Payload::default()
    });
    assert_eq!(known.title, "The \"One\"");
    assert_eq!(known.instruction, "make a portrait");
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(known.attributes, [pair("Name", "Neo"), pair("Age", "27")]);
}

#[test]
fn a_reply_without_calls_is_one_text() {
    let (reply, text) = generate(&payload(HERO, "hello"), &context(tools()));
    let contents: Vec<_> = reply.segments.iter().map(|it| &it.content).collect();
    assert_eq!(contents, [&Content::Text { text }]);
}

#[test]
fn what_is_looked_up_and_asked_for_is_called_once() {
    let said = turn(SCENE, "show me Thomas and make a portrait", done);
    check(
        &said,
        &expect![[r#"
        show_node {"node":"Thomas"}
        --
        generate_image {"prompt":"Thomas, portrait","ratio":"3:4","node":"Thomas"}
        --
        "Thomas" Made a picture for "Thomas": "Thomas, portrait"."#]],
    );
}

#[test]
fn a_node_that_is_gone_since_was_open_all_the_same() {
    let context = context(tools());
    let mut payload = payload(SCENE, "remove this node");
    let (reply, _) = generate(&payload, &context);
    answer(
        &mut payload,
        &reply,
        |_| json!({ "data": { "node": { "title": "The Lobby" } } }),
    );
    payload.system = "You are currently editing the story as a whole; no node is open.".to_owned();
    let (_, text) = generate(&payload, &context);
    check(&text, &expect![[r#"Removed "The Lobby"."#]]);
}
