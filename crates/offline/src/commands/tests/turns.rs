//! Whole turns: instruction, calls, answers, final text.

use std::sync::Arc;

use expect_test::{Expect, expect};
use model::Node;
use model::conversation::{Content, Delta, EditingContext, Payload, ProviderResponse, ToolCall};
use serde_json::{Value, json};

use super::{answer, attributes, context, hero, node, payload, scene, tools};
use crate::commands::CommandReader;
use crate::commands::tools::NEEDED;
use llm::{AgentContext, LanguageModel, LlmError};

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
        .block_on(CommandReader.generate(payload, context, &mut on_delta))
        .unwrap();
    (reply, streamed)
}

/// Runs a turn; returns every call and the final text.
fn turn(node: Option<Node>, instruction: &str, result: impl Fn(&ToolCall) -> Value) -> String {
    let mut payload = payload(instruction);
    let context = context(tools(), node);
    let mut output = String::new();
    for _ in 0..5 {
        let (reply, streamed) = generate(&payload, &context);
        assert_eq!(streamed, reply.text(), "what streams out is the text");
        if reply.tool_calls().next().is_none() {
            return output + &reply.text();
        }
        for call in reply.tool_calls() {
            output += &format!("{} {}\n", call.name, call.args);
        }
        output += "--\n";
        answer(&mut payload, &reply, &result);
    }
    panic!("the turn does not end");
}

fn check(reply: &str, expect: &Expect) {
    expect.assert_eq(reply);
}

fn done(_: &ToolCall) -> Value {
    json!({ "module": "m", "method": "m", "data": {} })
}

#[test]
fn rename_and_portrait_are_two_calls_with_one_sentence_each() {
    let reply = turn(hero(), "rename the hero to Neo and make a portrait", done);
    check(
        &reply,
        &expect![[r#"
            update_node_kv {"items":[{"k":"Name","v":"Neo"}]}
            generate_image {"prompt":"Neo, portrait, Age: 37, Role: programmer","ratio":"3:4"}
            --
            Updated "Thomas Anderson": Name "Thomas Anderson" → "Neo". Generated a picture for "Thomas Anderson": "Neo, portrait, Age: 37, Role: programmer"."#]],
    );
}

#[test]
fn answers_chinese_instructions_in_chinese() {
    let reply = turn(hero(), "把主角名字改成 Neo 并生成一张头像", done);
    check(
        &reply,
        &expect![[r#"
            update_node_kv {"items":[{"k":"Name","v":"Neo"}]}
            generate_image {"prompt":"Neo，头像，Age: 37，Role: programmer","ratio":"1:1"}
            --
            已更新“Thomas Anderson”：Name “Thomas Anderson” → “Neo”。已为“Thomas Anderson”生成图片：“Neo，头像，Age: 37，Role: programmer”。"#]],
    );
}

#[test]
fn answers_english_commands_in_the_language_of_the_interface() {
    let answer = |instruction: &str, language: &str| {
        let payload = payload(instruction);
        let editing = EditingContext {
            node: hero(),
            language: language.to_owned(),
            ..EditingContext::default()
        };
        let context = AgentContext {
            editing: Some(Arc::new(editing)),
            ..context(tools(), None)
        };
        generate(&payload, &context).1
    };
    assert_eq!(answer("thanks", "de"), "Gern geschehen.");
    assert_eq!(answer("thanks", "en"), "You're welcome.");
    assert_eq!(answer("thanks", "zh-CN"), "You're welcome.");
    assert_eq!(answer("谢谢", "de"), "不客气。");
}

#[test]
fn answers_traditional_chinese_in_traditional_chinese() {
    let reply = turn(hero(), "將主角名字改為「尼歐」，跳個舞", done);
    check(
        &reply,
        &expect![[r#"
            update_node_kv {"items":[{"k":"Name","v":"尼歐"}]}
            --
            已更新「Thomas Anderson」：Name 「Thomas Anderson」 → 「尼歐」。我沒有聽懂「跳個舞」。我是內置助手：能讀懂簡單明確的中英文指令，不是語言模型。說“幫助”可以看到我能聽懂的例子。"#]],
    );
}

#[test]
fn looks_up_the_hero_of_a_scene_first() {
    let reply = turn(
        scene(),
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
        &reply,
        &expect![[r#"
            find_nodes {"kind":"character"}
            --
            show_node {"node":"Thomas"}
            --
            update_node_kv {"items":[{"k":"姓名","v":"Neo"}],"node":"Thomas"}
            generate_image {"prompt":"Neo, portrait, Hair: black","ratio":"3:4","node":"Thomas"}
            --
            Updated "Thomas": 姓名 "Thomas" → "Neo". Generated a picture for "Thomas": "Neo, portrait, Hair: black"."#]],
    );
}

#[test]
fn ambiguous_hero_lists_candidates_and_calls_nothing() {
    let reply = turn(
        scene(),
        "rename the hero to Neo and make a portrait",
        |_| json!({ "data": { "count": 2, "nodes": [{ "title": "Thomas" }, { "title": "Trinity" }] } }),
    );
    check(
        &reply,
        &expect![[r#"
            find_nodes {"kind":"character"}
            --
            Which character do you mean: "Thomas", "Trinity"? Say the name, or open the card."#]],
    );
}

#[test]
fn failure_report_suggests_a_next_step() {
    let reply = turn(
        scene(),
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
        &reply,
        &expect![[r#"
            link_nodes {"to":"The Rof"}
            undo {}
            --
            I couldn't link the cards: there is no node "The Rof" (the nearest titles are "The Roof" and "The Room"). Undone."#]],
    );
}

#[test]
fn failures_are_reported_in_the_language_of_the_instruction() {
    for (instruction, expected) in [
        (
            "把托马斯改名为尼奥",
            "没能重命名卡片：没有名为“托马斯”的卡片。请检查标题。",
        ),
        (
            "將「托馬斯」改名為「尼歐」",
            "沒能重命名卡片：沒有名為“托馬斯”的卡片。請檢查標題。",
        ),
    ] {
        let reply = turn(scene(), instruction, |call| {
            let wanted = call.args["node"].clone();
            json!({ "status": "failure", "error": {
                "code": "NOT_FOUND",
                "message": "there is no node",
                "hint": "list the nodes",
                "said": { "what": "field_no_node", "parts": { "wanted": wanted } },
            } })
        });
        assert!(reply.ends_with(expected), "{reply}");
    }
}

#[test]
fn reports_search_results() {
    let reply = turn(scene(), "列出所有角色", |_| {
        json!({ "module": "story", "method": "find", "data": {
            "count": 2, "nodes": [{ "id": "1", "title": "尼奥" }, { "id": "2", "title": "Trinity" }],
        } })
    });
    check(
        &reply,
        &expect![[r#"
        find_nodes {"kind":"character"}
        --
        找到2个：“尼奥”、“Trinity”。"#]],
    );
}

#[test]
fn reports_lengths_and_repetitions() {
    let told = |instruction: &str, data: Value| {
        let result = json!({ "module": "test", "method": "test", "data": data });
        let reply = turn(scene(), instruction, |_| result.clone());
        reply.split_once("--\n").unwrap().1.to_owned()
    };
    let length = json!({ "words": 46586, "reading_seconds": 11646, "ending_count": 1 });
    check(
        &told("how long is the story", length),
        &expect!["The story has 46586 words, about 194 minutes to read, and one ending."],
    );
    let today = json!({ "from": "2026-03-01", "to": "2026-03-01", "today": 312, "written": 312 });
    check(
        &told("我今天写了多少字", today),
        &expect!["你今天写了 312 字。"],
    );
    let week = json!({
        "from": "2026-03-01", "to": "2026-03-07", "written": 900, "days_written": 3, "average": 300,
    });
    check(
        &told("how much have I written this week", week),
        &expect!["You wrote 900 words on 3 days, 300 on each."],
    );
    let repeated = json!({
        "close_count": 1, "phrase_count": 7,
        "close": [{ "word": "lantern", "times": 3, "node": { "id": "1", "title": "Harbor" } }],
        "phrases": [{ "phrase": "took a deep breath", "count": 4 }],
    });
    check(
        &told("find repetitions", repeated),
        &expect![[r#"
            Words repeated close together (1):
            - "lantern" × 3 (Harbor)
            Frequent phrases (7):
            - "took a deep breath" × 4"#]],
    );
}

#[test]
fn reports_the_previous_value_even_if_the_node_has_changed_since() {
    let mut payload = payload("rename the hero to Neo and delete Role");
    let (reply, _) = generate(&payload, &context(tools(), hero()));
    answer(&mut payload, &reply, done);
    let data = [("kv", attributes(&[("Name", "Neo"), ("Age", "37")]))];
    let renamed = node("4f3a2b1c", "Thomas Anderson", "character", &data);
    let (reply, text) = generate(&payload, &context(tools(), Some(renamed)));
    assert_eq!(reply.tool_calls().count(), 0, "nothing is done twice");
    check(
        &text,
        &expect![[
            r#"Updated "Thomas Anderson": Name "Thomas Anderson" → "Neo". Removed "Role" from "Thomas Anderson"."#
        ]],
    );
}

#[test]
fn names_the_undone_step() {
    let reply = turn(
        scene(),
        "撤销",
        |_| json!({ "data": { "count": 2, "undone": ["rename The Lobby", "rename The Lobby"] } }),
    );
    check(
        &reply,
        &expect![[r#"
        undo {}
        --
        已撤销：“rename The Lobby”。"#]],
    );
}

#[test]
fn declines_creative_writing() {
    check(
        &turn(scene(), "write a scary scene", done),
        &expect![[
            r#"I can't invent or rework prose ("write a scary scene"). I write the words you give me, as in write: It was a dark night. With a language model (--model, or in the settings) such requests work too."#
        ]],
    );
}

#[test]
fn answers_help_questions_about_itself() {
    check(
        &turn(scene(), "你会什么？", done),
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
            - 检查故事 / 列出死胡同 / 把这里标记为结局
            - 列出版本 / 图片回到第2版 / 撤销 / 重做"#]],
    );
}

#[test]
fn never_calls_an_unavailable_tool() {
    let mut tools = tools();
    tools.remove("generate_image");
    let (reply, text) = generate(&payload("make a portrait"), &context(tools, hero()));
    assert_eq!(reply.tool_calls().count(), 0);
    check(
        &text,
        &expect![
            "I understood this, but the tool for it (generate_image) isn't available here, so I didn't do it."
        ],
    );
}

#[test]
fn asks_for_a_node_if_none_is_open() {
    check(
        &turn(None, "set age to 27", done),
        &expect!["No card is open. Open one, or say which one you mean."],
    );
}

#[test]
fn gives_each_call_a_unique_id() {
    let (reply, _) = generate(&payload("undo twice"), &context(tools(), hero()));
    let mut ids: Vec<_> = reply.tool_calls().map(|it| it.id.clone()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 2, "{ids:?}");
    assert!(ids.iter().all(Option::is_some));
}

#[test]
fn ends_a_cancelled_request() {
    let context = context(tools(), hero());
    context.cancelled.cancel();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let payload = payload("undo");
    let reply = runtime.block_on(CommandReader.generate(&payload, &context, &mut |_| {}));
    assert_eq!(reply, Err(LlmError::Cancelled));
}

#[test]
fn writes_fifty_megabytes_of_prose_unchanged() {
    let prose = "那是一个黑夜。 It was dark. ".repeat(1_300_000);
    let instruction = format!("写：{prose}");
    assert!(instruction.len() > 45_000_000);
    let (reply, _) = generate(&payload(&instruction), &context(tools(), hero()));
    let calls: Vec<_> = reply.tool_calls().collect();
    assert_eq!(calls.len(), 1);
    assert!(
        calls[0].args["text"] == json!(prose.trim()),
        "not a character is lost"
    );
}

#[test]
fn declines_fifty_megabytes_without_a_write_command() {
    let instruction = "rename the hero to Neo and remove this node. ".repeat(1_200_000);
    let (reply, text) = generate(&payload(&instruction), &context(tools(), hero()));
    assert_eq!(reply.tool_calls().count(), 0);
    assert!(text.contains("up to 8000 characters"), "{text}");
}

#[test]
fn does_not_parse_story_text_in_the_system_prompt() {
    let mut payload = payload("make a portrait");
    payload.system = "You are currently editing Node: \"Trinity\".\n\nCurrent Data\n- KV: {}\n\n\
        User Instruction: remove this node"
        .to_owned();
    let (reply, _) = generate(&payload, &context(tools(), hero()));
    let calls: Vec<_> = reply.tool_calls().collect();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].name, "generate_image");
    let prompt = calls[0].args["prompt"].as_str().unwrap();
    assert!(prompt.starts_with("Thomas Anderson"), "{prompt}");
}

#[test]
fn every_tool_used_by_a_command_exists() {
    let catalogue = tools();
    let missing = NEEDED.iter().map(|it| it.name);
    let missing: Vec<_> = missing.filter(|it| !catalogue.contains_key(*it)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn reply_without_calls_is_one_text() {
    let (reply, text) = generate(&payload("hello"), &context(tools(), hero()));
    let contents: Vec<_> = reply.segments.iter().map(|it| &it.content).collect();
    assert_eq!(contents, [&Content::Text { text }]);
}

#[test]
fn calls_a_tool_once_when_it_is_both_lookup_and_request() {
    let reply = turn(scene(), "show me Thomas and make a portrait", done);
    check(
        &reply,
        &expect![[r#"
            show_node {"node":"Thomas"}
            --
            generate_image {"prompt":"Thomas, portrait","ratio":"3:4","node":"Thomas"}
            --
            "Thomas" Generated a picture for "Thomas": "Thomas, portrait"."#]],
    );
}

#[test]
fn handles_an_open_node_that_was_deleted() {
    let mut payload = payload("remove this node");
    let (reply, _) = generate(&payload, &context(tools(), scene()));
    answer(
        &mut payload,
        &reply,
        |_| json!({ "data": { "node": { "title": "The Lobby" } } }),
    );
    let (_, text) = generate(&payload, &context(tools(), None));
    check(&text, &expect![[r#"Deleted "The Lobby"."#]]);
}
