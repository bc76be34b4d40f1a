//! Nodes and edges: *add a scene called … after …*, *connect … to …*, 在…之后添加….

use std::ops::Range;

use super::{Captures, Rule, SlotExtent};
use crate::commands::command::{Command, NewNode, NodeRef};
use crate::commands::lexicon;
use crate::commands::markers;
use crate::commands::normalized::fold_text;

/// Where the story begins; before requests to *make this …* something.
pub(super) const START: &[Rule] = &[Rule {
    extent: SlotExtent::Closed,
    patterns: &[
        "[start|begin] [the story |][at|with|from] <who>",
        "[make|set] <who> [the |as the |as ][start|beginning|opening][ of the story|]",
        "[把|将]<who>[设为|作为|设成|当作|定为][故事的|][开头|起点|开始|起始节点|开始节点]",
        "[故事|][从|由]<who>[开始|开头]",
    ],
    build: |it| {
        Some(Command::SetStart {
            who: it.who("who")?,
        })
    },
}];

/// Where the story may end; before requests to set an attribute and before questions.
pub(super) const ENDINGS: &[Rule] = &[
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[unmark|do not mark|don't mark] <who> as [an |the ][ending|end][ of the story|]",
            "[remove|delete|take] [the |][ending mark|mark of an ending] [from|of|off] <who>",
            "<who> [is not|isn't|should not be|shouldn't be|is no longer|should no longer be] [an |the ][ending|end][ of the story|]",
            "[取消|去掉|移除|去除]<who>的结局[标记|]",
            "[取消|去掉|移除|去除]结局标记",
            "[把|将]<who>的结局标记[取消|去掉|移除|去除]",
            "<who>[不是|不再是|不应该是|不应是|不该是|不算][一个|]结局[了|]",
        ],
        build: |it| ending(it, false),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[mark|set|flag|declare] <who> as [an |the |a possible |one ][ending|end][ of the story|]",
            "make <who> [an |the |a possible ][ending|end][ of the story|]",
            "<who> [is|should be|shall be|must be|will be] [an |a possible |one possible ][ending|end][ of the story|]",
            "[the story |][ends|can end|may end|should end] <who=here>",
            "[the story |][ends|can end|may end|should end] [at|in|with] <who>",
            "[把|将|让]<who>[标记|标|设置|设|作|当作|定][为|成|作|][一个|]结局",
            "[标记|标|设|设置][为|成]结局",
            "<who>[是|应该是|应当是|应是|就是|算是][一个|]结局",
            "故事[可以|可|应该|就|]在<who>[结束|完结|收尾]",
        ],
        build: |it| ending(it, true),
    },
];

fn ending(it: &Captures<'_>, ending: bool) -> Option<Command> {
    let who = it.node_or_current("who");
    Some(Command::SetEnding { who, ending })
}

/// Edges; before pictures and nodes, because people *draw* an arrow and *add* a link.
pub(super) const EDGES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[relabel|rename] [the |][link|edge|connection|choice] [from|between] <from> [to|and] <to> [to|as|with] <label>",
            "[relabel|rename] [the |][link|edge|connection|choice] to <to> [as|with] <label>",
            "[change|set] [the |]label [of|on] [the |][link |edge |connection |choice |][from |between |]<from> [to|and] <to> [to|as] <label>",
            "[把|将]<from>[到|至|和|与]<to>[的|之间的|][连接|链接|连线|边|选项|][的|][标签|文字|文本|名字|][改|设|换][成|为]<label>",
        ],
        build: |it| {
            let from = it.node_or_current("from");
            // "把年龄和身高改成…" is not about an edge: an edge goes *to* somewhere or is called one.
            Some(Command::Relabel {
                from,
                to: it.who("to")?,
                label: it.text("label")?,
            })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[unlink|disconnect|detach] <from> [from|and|to] <to>",
            "[unlink|disconnect] [from |]<to>",
            "[remove|delete|cut|drop] [the |][link|edge|connection|choice|arrow|path] [from|between] <from> [to|and] <to>",
            "[remove|delete|cut|drop] [the |][link|edge|connection|choice|arrow|path] to <to>",
            "[删除|取消|去掉|移除|断开][与|和|到|通向]<to>的[连接|链接|连线|边]",
            "[断开|取消连接|解除][从|]<from>[到|和|与|跟|至]<to>[的|之间的|][连接|链接|连线|关联|]",
            "[删除|取消|去掉|移除|删掉|断开][从|]<from>[到|和|与|跟|至]<to>[的|之间的|][连接|链接|连线|边|箭头]",
            "[把|将]<from>[和|与|跟]<to>断开[连接|]",
            "[断开|取消连接][到|]<to>",
        ],
        build: |it| {
            let from = it.node_or_current("from");
            Some(Command::Unlink {
                from,
                to: it.who("to")?,
            })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[connect|link|join] <rest> [to|with] <to>",
            "[connect|link|join] <rest> and <to>",
            "[connect|link] [to|with] <to>",
            "[add|make|create|draw] [a |an |the |another |][link|edge|connection|arrow|path] from <rest> [to|and] <to>",
            "[add|make|create|draw] [a |an |the |another |][link|edge|connection|arrow|path] between <rest> and <to>",
            "[add|make|create|draw] [a |an |the |another |][link|edge|connection|arrow|path] [to|towards] <to>",
            "[add|make|create] [a |another |][choice|option] <label> [from|in|at] <rest> [to|leading to|towards] <to>",
            "[add|make|create] [a |another |][choice|option] <label> [to|leading to|towards] <to>",
            "[把|将]<rest>[连接|链接|连|链|接][到|至|向|去|上|和|与|给]<to>",
            "[把|将]<rest>[和|与|跟|同]<to>[连接|链接|连|链][起来|在一起|上|]",
            "[连接|链接|连上|相连]<rest>[和|与|跟|同|到|至]<to>",
            "[连接|链接|连][到|至]<to>",
            "[从|]<rest>[连接|链接|连|链][到|至|向|去]<to>",
            "[添加|增加|新建|加|画][一条|一个|条|个|][从|]<rest>[到|至|指向]<to>的[连接|链接|连线|边|箭头]",
            "[添加|增加|新建|加][一个|一条|个|]选项<label>[，|,|][连接到|连到|通向|指向|到|去]<to>",
            "[在|给|为]<rest>[里|中|上|][添加|增加|新建|加][一个|一条|个|]选项<label>[，|,|][连接到|连到|通向|指向|到|去]<to>",
        ],
        build: link,
    },
];

/// Where a label begins after the target of a link.
const LABELS: &[&str] = &[
    ", labelled ",
    ", labeled ",
    " labelled as ",
    " labeled as ",
    " labelled ",
    " labeled ",
    " with the label ",
    " with label ",
    " with the choice ",
    " with the text ",
    " with text ",
    " and call the link ",
    " and label it ",
    " and call it ",
    " as choice ",
    " saying ",
    " called ",
    " as ",
    "标签为",
    "标签是",
    "标签叫",
    "标签:",
    "标签",
    "选项为",
    "选项是",
    "选项:",
    "选项",
    "标为",
    "标注为",
    "标注",
    "写着",
    "文字为",
    "文字是",
    "文字",
];

fn link(it: &Captures<'_>) -> Option<Command> {
    let to = it.range("to")?;
    let (to, mut label) = match markers::split(it.normalized, to.clone(), LABELS) {
        Some((to, label)) => (to, Some(it.normalized.value(label))),
        None => (to, None),
    };
    label = label
        .or_else(|| it.text("label"))
        .filter(|it| !it.is_empty());
    let target = it.normalized.value(to.clone());
    if target.is_empty() {
        return None;
    }
    let to = match it.normalized.quoted(to) {
        Some(title) => NodeRef::Named(title.to_owned()),
        None => lexicon::who(&target),
    };
    Some(Command::Link {
        from: it.node_or_implicit("rest"),
        to,
        label,
    })
}

/// Creating and moving nodes.
pub(super) const RULES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "[add|create|insert|new|start] [a |an |another |one |the |][new |][next |]<what=scene|node|chapter|character|place|location|note|group|person> <rest>",
            "[add|create|insert|new|start|make] [a |an |another |one |][new |]<what=scene|node|chapter|character|place|location|note|group|person>",
            "make [a new |another ]<what=scene|node|chapter|character|place|location|note|group> <rest>",
            "make [a |one |]<what=scene|node|chapter|character|place|location|note|group>[, | ][called|named|titled] <rest>",
            "[after|behind] <after> [add|create|insert|make|put] [a |an |another |one |the |][new |]<what=scene|node|chapter|character|place|location|note|group> <rest>",
            "[after|behind] <after> [add|create|insert|make|put] [a |an |another |one |the |][new |]<what=scene|node|chapter|character|place|location|note|group>",
            "[add|insert|put] <rest> [after|behind] <after>",
            "在<after>[的|][之后|后面|后边|后][，|,|][添加|新建|创建|增加|插入|新增|加|建][一个|一|个|][新的|新|]<what=场景|节点|章节|角色|人物|地点|笔记|情节|分组>[，|,|]<rest>",
            "在<after>[的|][之后|后面|后边|后][，|,|][添加|新建|创建|增加|插入|新增|加|建][一个|一|个|][新的|新|]<what=场景|节点|章节|角色|人物|地点|笔记|情节|分组>",
            "在<after>[的|][之后|后面|后边|后][，|,|][添加|新建|创建|增加|插入|新增|加|建][一个|一|个|][叫|名叫|名为|叫做|]<rest>[的|]<what=场景|节点|章节|角色|人物|地点|笔记|分组>",
            "在<after>[的|][之后|后面|后边|后][，|,|][添加|新建|创建|增加|插入|新增|加|建]<rest>",
            "[添加|新建|创建|增加|插入|新增|加|建][一个|一|个|][新的|新|]<what=场景|节点|章节|角色|人物|地点|笔记|情节|分组>[，|,|]<rest>",
            "[添加|新建|创建|增加|插入|新增|加|建][一个|一|个|][新的|新|]<what=场景|节点|章节|角色|人物|地点|笔记|情节|分组>",
            "[添加|新建|创建|增加|插入|新增|加|建][一个|一|个|][叫|名叫|名为|叫做|]<rest>[的|]<what=场景|节点|章节|角色|人物|地点|笔记|分组>",
        ],
        build: create,
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "move <who> to <x>[, |,| ]<y>",
            "[把|将]<who>[移动|移|挪][到|至]<x>[，|,|、| ]<y>",
            "移动<who>[到|至]<x>[，|,|、| ]<y>",
        ],
        build: |it| {
            let number = |slot| {
                it.text(slot)?
                    .trim_matches(['(', ')', '（', '）'])
                    .parse()
                    .ok()
            };
            let (x, y): (f64, f64) = (number("x")?, number("y")?);
            let fits = x.is_finite() && y.is_finite();
            fits.then_some(Command::Move {
                who: it.who("who")?,
                x,
                y,
            })
        },
    },
];

/// The pieces of the description of a new node.
#[derive(Clone, Copy, PartialEq)]
enum NodePart {
    Title,
    After,
    Label,
    Text,
}

/// Words that begin a piece, longer ones before their prefixes.
const NODE_PART_MARKERS: &[(&str, NodePart)] = &[
    (" with the text: ", NodePart::Text),
    (" with the text ", NodePart::Text),
    (" with text: ", NodePart::Text),
    (" with text ", NodePart::Text),
    (" and the text ", NodePart::Text),
    (" and text ", NodePart::Text),
    (" with the words ", NodePart::Text),
    (" that says ", NodePart::Text),
    (" saying ", NodePart::Text),
    (", text ", NodePart::Text),
    ("正文为", NodePart::Text),
    ("正文是", NodePart::Text),
    ("正文:", NodePart::Text),
    ("正文", NodePart::Text),
    ("内容为", NodePart::Text),
    ("内容是", NodePart::Text),
    ("内容:", NodePart::Text),
    ("内容", NodePart::Text),
    ("写着", NodePart::Text),
    (" labelled ", NodePart::Label),
    (" labeled ", NodePart::Label),
    (" with the label ", NodePart::Label),
    (" with label ", NodePart::Label),
    (" with the choice ", NodePart::Label),
    (" and the label ", NodePart::Label),
    (" and label ", NodePart::Label),
    (", label ", NodePart::Label),
    ("标签为", NodePart::Label),
    ("标签是", NodePart::Label),
    ("标签:", NodePart::Label),
    ("标签", NodePart::Label),
    ("选项为", NodePart::Label),
    ("选项是", NodePart::Label),
    ("选项:", NodePart::Label),
    ("选项", NodePart::Label),
    (" after ", NodePart::After),
    (" following ", NodePart::After),
    (" behind ", NodePart::After),
    ("接在", NodePart::After),
    ("放在", NodePart::After),
    (" called ", NodePart::Title),
    (" named ", NodePart::Title),
    (" titled ", NodePart::Title),
    (" entitled ", NodePart::Title),
    (" with the title ", NodePart::Title),
    (" with title ", NodePart::Title),
];

fn create(it: &Captures<'_>) -> Option<Command> {
    let mut node = NewNode {
        chinese: it.chinese,
        ..NewNode::default()
    };
    let what = it.text("what");
    node.kind = what
        .as_deref()
        .filter(|it| !lexicon::is_any_kind(it))
        .and_then(lexicon::kind);
    let mut after = it.range("after");
    if let Some(rest) = it.range("rest") {
        let (head, pieces) =
            markers::sections(it.normalized, rest, NODE_PART_MARKERS, NodePart::Text);
        let (head, mut pairs) = attributes(it, head);
        node.title = title(it, head);
        for (piece, range) in pieces {
            match piece {
                NodePart::Title => {
                    let (range, more) = attributes(it, range);
                    pairs.extend(more);
                    node.title = it.normalized.value(range);
                }
                NodePart::Label => node.label = Some(it.normalized.value(range)),
                NodePart::Text => node.text = Some(it.normalized.prose(range)),
                NodePart::After => after = Some(range),
            }
        }
        node.attributes = pairs;
    }
    if let Some(range) = after.take() {
        let (head, pieces) =
            markers::sections(it.normalized, range, NODE_PART_MARKERS, NodePart::Text);
        for (piece, range) in pieces {
            match piece {
                NodePart::Label => node.label = Some(it.normalized.value(range)),
                NodePart::Text => node.text = Some(it.normalized.prose(range)),
                NodePart::Title => node.title = it.normalized.value(range),
                NodePart::After => {}
            }
        }
        node.after = follows(it, head);
    }
    // Words without a kind create a node only if they say what it follows.
    (what.is_some() || !node.title.is_empty()).then_some(Command::Create(node))
}

/// A quoted title ends with its quotes, and attributes may follow: `"Neo" with age 37, role
/// hacker`. Without quotes *with* may be part of the title.
fn attributes(it: &Captures<'_>, range: Range<usize>) -> (Range<usize>, Vec<(String, String)>) {
    const OPENING: &[&str] = &["with ", "whose ", "having "];
    let head = it.normalized.trim(range.clone());
    let title = head.start..(head.start + 1).min(head.end);
    let none = (range, Vec::new());
    if it.normalized.quoted(title.clone()).is_none() {
        return none;
    }
    let rest = it.normalized.trim(title.end..head.end);
    let folded = it.normalized.folded(rest.clone());
    let Some(opening) = OPENING.iter().find(|it| folded.starts_with(**it)) else {
        return none;
    };
    let rest = it
        .normalized
        .source(rest.start + opening.chars().count()..rest.end);
    let pairs: Option<Vec<_>> = rest.split(", ").map(pair).collect();
    pairs.map_or(none, |pairs| (title, pairs))
}

/// `age 37`, `age = 37`, `age: 37`, `age of 37`, `age is 37`.
fn pair(text: &str) -> Option<(String, String)> {
    let (key, value) = text.trim().split_once([' ', '=', ':'])?;
    let value = value.trim_start_matches(['=', ':', ' ']);
    let joined = ["of ", "is "].iter().find_map(|it| value.strip_prefix(it));
    let value = joined
        .unwrap_or(value)
        .trim()
        .trim_matches(['"', '“', '”', '\'']);
    let fits = !key.is_empty() && !value.is_empty();
    fits.then(|| (key.to_owned(), value.to_owned()))
}

/// Which node a new node follows.
fn follows(it: &Captures<'_>, range: Range<usize>) -> Option<NodeRef> {
    if let Some(title) = it.normalized.quoted(range.clone()) {
        return Some(NodeRef::Named(title.to_owned()));
    }
    let value = it.normalized.value(range);
    let value = ["之后", "后面", "的"]
        .iter()
        .fold(value.as_str(), |it, end| it.trim_end_matches(end));
    (!value.is_empty()).then(|| lexicon::who(value))
}

/// The title in what follows the word for the node: `Night`, `叫“夜”`, `: Night`.
fn title(it: &Captures<'_>, range: Range<usize>) -> String {
    const BEFORE: &[&str] = &[
        ": ",
        ":",
        "here",
        "名叫做",
        "名叫",
        "名为",
        "叫做",
        "叫",
        "标题为",
        "标题是",
        "标题",
        "题为",
        "名字是",
        "名字叫",
        "名称为",
        "是",
        "-",
    ];
    let mut range = it.normalized.trim(range);
    let folded = it.normalized.folded(range.clone());
    if let Some(word) = BEFORE.iter().find(|word| folded.starts_with(**word)) {
        range.start += word.chars().count();
    }
    it.normalized.value(range)
}

/// Removals that name a node; after those that name an attribute.
pub(super) const REMOVALS: &[Rule] = &[Rule {
    extent: SlotExtent::Name,
    patterns: &[
        "[remove|delete|erase|discard] [the |this |][node|scene|chapter|character|place|note] <node>",
        "[remove|delete|erase|discard|get rid of] <who>",
        "[删除|删掉|删去|移除|去掉][节点|场景|章节|角色|人物|地点|笔记]<node>",
        "[删除|删掉|删去|移除|去掉]<who>",
        "[把|将]<who>[给|][删除|删掉|删了|移除|去掉|删]",
    ],
    build: |it| {
        if let Some(node) = it.who("node") {
            return Some(Command::Remove {
                who: node,
                node_only: true,
            });
        }
        let who = it.who("who")?;
        let folded = fold_text(&it.text("who")?);
        let says_node = ["scene", "node", "场景", "节点"]
            .iter()
            .any(|word| folded.contains(word));
        Some(Command::Remove {
            who,
            node_only: says_node && !it.is_quoted("who"),
        })
    },
}];
