//! What people ask for and which tool does it, and enough tools of other programs to make five
//! hundred (OS-8): close neighbours of ours and tools of other domains, with similar aliases. Used
//! by the benchmark and the tests.

use std::time::Duration;

use capability::{Aliases, Audience, FormerNames, Impact, ToolSpec};
use host::Studio;
use messages::Language;
use runner::ToolIndex;
use serde_json::json;

/// The total number of tools.
pub(crate) const TOOLS: usize = 500;
/// How many results are considered.
pub(crate) const MAX_RESULTS: usize = 8;

/// A request, in two languages, and the tool that fulfils it.
pub(crate) struct ToolRequest {
    pub(crate) tool: &'static str,
    pub(crate) english: &'static str,
    pub(crate) chinese: &'static str,
}

/// The labelled set that the search is tuned on.
pub(crate) fn tool_requests() -> Vec<ToolRequest> {
    read(include_str!("../../fixtures/tool_requests.tsv"))
}

/// A second set that is never used for tuning.
pub(crate) fn held_out() -> Vec<ToolRequest> {
    read(include_str!("../../fixtures/tool_requests_held_out.tsv"))
}

fn read(table: &'static str) -> Vec<ToolRequest> {
    let row = |[tool, english, chinese]: [&'static str; 3]| ToolRequest {
        tool,
        english,
        chinese,
    };
    rows(table).map(row).collect()
}

/// The rows of a table, comments aside.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = table.lines();
    let lines = lines.filter(|it| !it.starts_with('#') && !it.is_empty());
    lines.map(|line| {
        let parts: Vec<_> = line.split('\t').collect();
        let parts = parts.try_into();
        parts.unwrap_or_else(|_| panic!("{N} parts in each line, not in {line:?}"))
    })
}

/// Those not among the first [`MAX_RESULTS`] in a language, and the total.
pub(crate) fn missed(
    tool_requests: &[ToolRequest],
    tools: &[ToolSpec],
    chinese: bool,
) -> Vec<&'static str> {
    let index = ToolIndex::new(tools);
    let place = |name: &str| tools.iter().position(|it| it.name == name);
    let words = |it: &ToolRequest| if chinese { it.chinese } else { it.english };
    let is_missed = |it: &&ToolRequest| {
        let wanted = place(it.tool).unwrap_or_else(|| panic!("no tool is called {}", it.tool));
        !index.search(words(it), MAX_RESULTS).contains(&wanted)
    };
    tool_requests
        .iter()
        .filter(is_missed)
        .map(|it| it.tool)
        .collect()
}

/// Tools of other programs that are similar to ours.
const NEAR: &str = include_str!("../../fixtures/other_tools.tsv");

/// Objects and actions of other domains, in both languages, to fill up the rest.
const OBJECTS: &[(&str, &str)] = &[
    ("invoice", "发票"),
    ("customer", "客户"),
    ("shipment", "货运"),
    ("ticket", "工单"),
    ("meeting", "会议"),
    ("warehouse", "仓库"),
    ("employee", "员工"),
    ("contract", "合同"),
    ("server", "服务器"),
    ("database", "数据库"),
    ("campaign", "活动"),
    ("product", "产品"),
    ("payment", "付款"),
    ("report", "报告"),
    ("sensor", "传感器"),
    ("recipe", "菜谱"),
    ("flight", "航班"),
    ("hotel", "酒店"),
    ("song", "歌曲"),
    ("playlist", "歌单"),
    ("budget", "预算"),
    ("survey", "问卷"),
    ("course", "课程"),
    ("vehicle", "车辆"),
    ("patient", "病人"),
];
const ACTIONS: &[(&str, &str, &str)] = &[
    ("create", "Create a new", "新建"),
    ("delete", "Delete a", "删除"),
    ("update", "Update the fields of a", "修改"),
    ("list", "List every", "列出"),
    ("search", "Search for a", "搜索"),
    ("archive", "Archive an old", "归档"),
    ("export", "Export the data of a", "导出"),
    ("share", "Share with others a", "分享"),
    ("assign", "Assign to a person a", "分派"),
    ("approve", "Approve a pending", "审批"),
    ("schedule", "Schedule a", "安排"),
    ("merge", "Merge two of a kind:", "合并"),
    ("compare", "Compare with another a", "对比"),
    ("rename", "Rename a", "重命名"),
    ("duplicate", "Make a copy of a", "复制"),
    ("restore", "Restore an earlier version of a", "恢复"),
    ("count", "Count how many there are of a", "统计"),
    ("lock", "Lock against changes a", "锁定"),
];

/// Every tool of ours that models may see, and others.
pub(crate) fn tools() -> Vec<ToolSpec> {
    let mut tools = Studio::specs();
    tools.retain(|it| it.audience == Audience::Everyone);
    tools.extend(rows(NEAR).map(near));
    let others = ACTIONS
        .iter()
        .flat_map(|doing| OBJECTS.iter().map(move |thing| (thing, doing)));
    tools.extend(
        others.map(|((thing, in_chinese), (verb, words, verb_in_chinese))| {
            other(
                &format!("{verb}_{thing}"),
                format!("{words} {thing}. Give its id, and what else is known of it."),
                aliases(
                    &format!("{verb} {thing}; {verb} the {thing}"),
                    &format!("{verb_in_chinese}{in_chinese}"),
                ),
                &[
                    ("id", &format!("The {thing}'s id.")),
                    ("note", "Anything to be kept with it."),
                ],
            )
        }),
    );
    tools.truncate(TOOLS);
    tools
}

fn near([name, description, fields, english, chinese]: [&str; 5]) -> ToolSpec {
    let fields = fields.split("; ").filter_map(|it| it.split_once(": "));
    let fields: Vec<_> = fields.collect();
    let aliases = aliases(english, chinese);
    other(name, description.to_owned(), aliases, &fields)
}

/// Phrases in both languages of the requests, divided by `;` and `；`.
fn aliases(english: &str, chinese: &str) -> Aliases {
    let phrases = |line: &str, divider| {
        let phrases = line.split(divider).map(str::trim);
        let phrases = phrases.filter(|it| !it.is_empty());
        phrases.map(str::to_owned).collect()
    };
    let zh = Language::for_tag("zh").expect("a language of the program");
    Aliases::new([
        (Language::ENGLISH, phrases(english, ';')),
        (zh, phrases(chinese, '；')),
    ])
}

fn other(name: &str, description: String, aliases: Aliases, fields: &[(&str, &str)]) -> ToolSpec {
    let field = |(name, words): &(&str, &str)| {
        let schema = json!({ "type": "string", "description": words });
        ((*name).to_owned(), schema)
    };
    let properties: serde_json::Map<_, _> = fields.iter().map(field).collect();
    ToolSpec {
        module: "other".to_owned(),
        method: name.to_owned(),
        name: name.to_owned(),
        verb: None,
        description,
        aliases,
        former: FormerNames::default(),
        impact: Impact::Write,
        audience: Audience::Everyone,
        schema: json!({ "type": "object", "properties": properties }).into(),
        output_schema: None,
        answers_with_file: false,
        time_limit: Duration::from_secs(30),
        is_everyday: false,
        hidden_fields: &[],
        works_in_drafts: true,
    }
}
