//! How often the right tool is among the eight found first (OS-8): every tool of ours among enough
//! of other trades to make five hundred, asked for in English and in Chinese as people ask.

use anyhow::{Context as _, Result};
use model::talk::ToolDefinition;
use runner::ToolIndex;
use serde_json::json;
use storyteller::Studio;

use crate::Scale;
use crate::figures::{Aim, Figure, alternate, time_each};

/// How many tools there are in all, and how many are looked at.
const TOOLS: usize = 500;
const LOOKED_AT: usize = 8;

/// What is wanted, in English and in Chinese, and the tool that does it.
const WISHES: &[(&str, &str, &str)] = &[
    (
        "update_node_kv",
        "his age is 32 now, put that into his properties",
        "把他的年龄改成三十二岁",
    ),
    (
        "remove_node_kv",
        "drop the mood attribute from this node",
        "删掉心情这个属性",
    ),
    (
        "list_attributes",
        "give me a table of everybody's attributes",
        "列出所有人物的属性",
    ),
    (
        "set_attribute",
        "give all of these nodes the same attribute value",
        "给这几个节点设置同一个属性",
    ),
    (
        "rename_attribute",
        "the attribute key Job should be called Occupation everywhere",
        "把职业这个属性改名",
    ),
    ("generate_image", "draw a portrait of her", "给她画一张肖像"),
    (
        "list_images",
        "which pictures of this node do we have",
        "列出这个节点的所有图片",
    ),
    (
        "write_text",
        "write the whole scene's text anew",
        "重新写这一章的正文",
    ),
    (
        "replace_text",
        "swap that sentence in the text for another",
        "把正文里的这句话替换掉",
    ),
    (
        "append_text",
        "continue the text with one more paragraph",
        "在正文末尾接着写一段",
    ),
    (
        "read_text",
        "read the text of the chapter to me",
        "读一下这一段正文",
    ),
    (
        "create_node",
        "add a new scene after this one",
        "新建一个场景",
    ),
    (
        "rename_node",
        "give this scene another title",
        "把这个场景改名",
    ),
    (
        "describe_node",
        "change the kind of this node to place",
        "把这个节点的类型改成地点",
    ),
    (
        "move_node",
        "move this card to the left",
        "把这个卡片移动到左边",
    ),
    (
        "tidy_map",
        "tidy up the map, the cards overlap",
        "整理一下地图的布局",
    ),
    (
        "group_nodes",
        "put these scenes into one group",
        "把这些场景分组",
    ),
    ("ungroup", "take that group apart again", "取消这个分组"),
    ("color_nodes", "color these cards red", "把这些卡片染成红色"),
    (
        "duplicate_nodes",
        "make a copy of these nodes",
        "复制这些节点",
    ),
    ("remove_node", "delete this scene", "删除这个场景"),
    (
        "link_nodes",
        "connect the harbor with the lighthouse",
        "把码头连接到灯塔",
    ),
    (
        "relabel_link",
        "the choice's label should say something else",
        "修改这个选项的文字和条件",
    ),
    (
        "unlink_nodes",
        "disconnect these two scenes",
        "断开这两个场景的连接",
    ),
    (
        "find_nodes",
        "find all nodes that are characters",
        "查找所有人物节点",
    ),
    (
        "outline",
        "show me the outline of the story",
        "给我看故事大纲",
    ),
    (
        "neighbors",
        "what is around this node",
        "这个节点周围有哪些节点",
    ),
    (
        "find_paths",
        "which ways lead from the start to the ending",
        "从开头走到结局有哪些路径",
    ),
    (
        "show_node",
        "show everything this node holds",
        "显示这个节点的全部内容",
    ),
    (
        "set_start",
        "the story should begin at this node",
        "把这里设为故事的起点",
    ),
    (
        "rename_story",
        "give the whole story another name",
        "给整个故事改名",
    ),
    (
        "check_story",
        "are there unreachable scenes or dead ends",
        "检查有没有到不了的场景和死路",
    ),
    (
        "list_versions",
        "which earlier versions does this text have",
        "列出以前的版本",
    ),
    (
        "compare_versions",
        "what is different between the two versions",
        "比较两个版本的区别",
    ),
    (
        "adopt_version",
        "go back to the earlier version",
        "恢复到之前的版本",
    ),
    ("undo", "take back the last step", "撤销上一步"),
    ("redo", "do that undone step again", "重做刚才撤销的那一步"),
    (
        "story_history",
        "who changed what in the story lately",
        "故事最近的修改历史",
    ),
    (
        "name_state",
        "mark the present state with a name before the rewrite",
        "给现在的状态做一个标记",
    ),
    (
        "restore_state",
        "set the story back to the named state",
        "把故事恢复到命名状态",
    ),
    ("list_drafts", "which drafts are waiting", "列出待审的草稿"),
    (
        "show_draft",
        "what would this draft change",
        "看看这个草稿改了什么",
    ),
    (
        "adopt_draft",
        "accept the draft into the story",
        "采纳这个草稿",
    ),
    ("drop_draft", "throw the draft away", "丢弃这个草稿"),
    (
        "search_story",
        "where does the word lantern occur",
        "搜索提到灯笼的地方",
    ),
    (
        "export_story",
        "save the story for another program",
        "把故事导出给别的程序",
    ),
    (
        "import_story",
        "load a story from a file",
        "从文件导入一个故事",
    ),
    (
        "list_formats",
        "which formats can be exported",
        "可以导出成哪些格式",
    ),
];

/// Things and doings of other trades.
const THINGS: &[&str] = &[
    "invoice",
    "customer",
    "shipment",
    "ticket",
    "meeting",
    "calendar",
    "warehouse",
    "employee",
    "contract",
    "server",
    "database",
    "spreadsheet",
    "message",
    "campaign",
    "product",
    "payment",
    "report",
    "account",
    "repository",
    "sensor",
    "recipe",
    "flight",
    "hotel",
    "song",
    "playlist",
    "budget",
    "survey",
    "course",
    "vehicle",
    "patient",
];
const DOINGS: &[(&str, &str)] = &[
    ("create", "Create a new"),
    ("delete", "Delete a"),
    ("update", "Update the fields of a"),
    ("list", "List every"),
    ("search", "Search for a"),
    ("archive", "Archive an old"),
    ("export", "Export the data of a"),
    ("share", "Share with others a"),
    ("assign", "Assign to a person a"),
    ("approve", "Approve a pending"),
    ("schedule", "Schedule a"),
    ("merge", "Merge two of a kind:"),
    ("compare", "Compare with another a"),
    ("print", "Print a"),
    ("notify", "Notify about a"),
    ("count", "Count how many there are of a"),
    ("lock", "Lock against changes a"),
];

fn tools() -> Vec<ToolDefinition> {
    let ours = Studio::specs().into_iter();
    let ours = ours.filter(|it| it.audience == capability::Audience::Everyone);
    let mut tools: Vec<_> = ours
        .map(|it| ToolDefinition {
            name: it.name,
            description: it.description,
            parameters: it.schema,
        })
        .collect();
    let others = THINGS
        .iter()
        .flat_map(|thing| DOINGS.iter().map(move |doing| (thing, doing)));
    let other = |(thing, (verb, words)): (&&str, &(&str, &str))| ToolDefinition {
        name: format!("{verb}_{thing}"),
        description: format!("{words} {thing}. Give its id, and what else is known of it."),
        parameters: json!({ "type": "object", "properties": {
            "id": { "type": "string", "description": format!("The {thing}'s id.") },
            "note": { "type": "string", "description": "Anything to be kept with it." },
        } }),
    };
    tools.extend(others.map(other));
    tools.truncate(TOOLS);
    tools
}

/// Measures both languages, and the time of a search.
pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let tools = tools();
    anyhow::ensure!(tools.len() == TOOLS, "there are {} tools", tools.len());
    let index = ToolIndex::new(&tools);
    let place = |name: &str| tools.iter().position(|it| it.name == name);
    let mut figures = Vec::new();
    for language in ["English", "Chinese"] {
        let mut missed = Vec::new();
        for (name, english, chinese) in WISHES {
            let wanted = place(name).with_context(|| format!("no tool is called {name}"))?;
            let wish = if language == "English" {
                english
            } else {
                chinese
            };
            if !index.search(wish, LOOKED_AT).contains(&wanted) {
                missed.push(*name);
            }
        }
        let what = match missed.as_slice() {
            [] => format!("right tool among {LOOKED_AT} of {TOOLS}, {language}"),
            missed => format!(
                "right tool among {LOOKED_AT} of {TOOLS}, {language}; not {}",
                missed.join(", ")
            ),
        };
        let there = WISHES.len() - missed.len();
        figures.push(Figure::share(
            what,
            there,
            WISHES.len(),
            Some(Aim::AtLeast(0.95)),
        ));
    }
    let rounds = scale.of(15, 3);
    let wish = WISHES[0].1;
    let pair = alternate(
        rounds,
        || {
            time_each(1, || {
                let found = ToolIndex::new(&tools).search(wish, LOOKED_AT);
                anyhow::ensure!(!found.is_empty(), "nothing was found");
                Ok(())
            })
        },
        || {
            time_each(1, || {
                let saying = tools.iter().filter(|it| it.description.contains(wish));
                anyhow::ensure!(saying.count() == 0, "no tool says just this");
                Ok(())
            })
        },
    )?;
    let what =
        format!("finding among {TOOLS} tools, index made anew; baseline a look at each text");
    figures.push(Figure::times(what, pair, None));
    Ok(figures)
}
