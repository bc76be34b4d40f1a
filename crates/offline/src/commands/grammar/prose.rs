//! Prose: text given in the instruction is written, appended, replaced. Requests for new text are
//! recognised too, so that they can be declined honestly.

use super::{Rule, SlotExtent};
use crate::commands::command::{Command, NodeRef};
use crate::commands::normalized::fold_text;

/// Requests for text that is not given.
pub(super) const CREATIVE_REQUESTS: &[Rule] = &[Rule {
    extent: SlotExtent::Prose,
    patterns: &[
        "[write|compose|invent|make up|tell|draft|come up with|think of|suggest|propose|brainstorm] [me |us |][a |an |some |about |something |more |another |the next |how |why |what |dialogue |ideas |my |his |her |their |better ]<x>",
        "[invent|make up|tell|come up with|think of|suggest|propose|brainstorm] <x>",
        "[write|continue] [more|on|the story|the scene|this scene|this|it|from here|something|me something|dialogue|a story|a scene]",
        "continue [writing|telling|the|this|it|from]<x>",
        "[finish|improve|rewrite|rephrase|polish|edit|proofread|expand|extend|shorten|translate|summarize|summarise|critique|review|describe] <x>",
        "make [it|this|this scene|the scene|the text|the story] <x>",
        "[what should|what could|why|how] <x>",
        "[写|编|创作|构思|想|讲|生成|来][一个|一段|一篇|一首|一些|一点|个|段|点|几段|几个|一场|一幕|一章]<x>",
        "[给|为|在|帮]<y>[写|编|创作|想][一个|一段|一篇|一首|一些|一点|段|几段|几个]<x>",
        "[续写|继续写|接着写|往下写|继续|写下去|接着往下写][一段|一下|这个故事|故事|下去|这个场景|正文|]",
        "[续写|继续写|接着写][一段|一些|几段|下一]<x>",
        "[润色|改写|扩写|缩写|翻译|总结|概括|优化|修改一下|完善|描写|描述|改进|点评|评价]<x>",
        "[润色|改写|扩写|缩写|翻译|总结|概括|优化|完善]",
        "[让|使][这个场景|场景|它|故事|这里|这段]更<x>",
        "[把|将]<x>[写得|改得|变得]<y>",
        "[接下来|下一步][该|应该|会|要]<x>",
        "为什么<x>",
    ],
    build: |it| (!it.is_quoted("x")).then_some(Command::CreativeWriting),
}];

/// Text given in the instruction.
pub(super) const RULES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "[append|add] [to|in] <who>[ the text|]: <text>",
            "[append|add] [to|in] [the |]end[ of <who>|]: <text>",
            "[append|add the text|add text|add the sentence|add the line|add the paragraph|add a line|add a sentence|add a paragraph|continue with|add at the end|continue]: <text>",
            "[append|add] [the |][text |words |sentence |line |paragraph |]<text> [at|to] the end",
            "[append|add] [the |][text |words |sentence |line |paragraph |]<text> [at|to] the end of [the text|it|this|the scene|this scene]",
            "append [the |][text |words |sentence |line |paragraph |]<text> to [the end of |]<who>",
            "add [the |][text |words |sentence |line |paragraph ]<text> to [the end of |]<who>",
            "add <quoted> to [the end of |][the text of |]<who>",
            "append [the |][text |words |sentence |line |paragraph |following |]<text>",
            "add [the |a |][text|words|sentence|line|paragraph] <text>",
            "continue with <text>",
            "[追加|附加|补上|补充|续写|接着写|继续写|末尾加上|在末尾加上|在结尾加上|结尾加上|最后加上][正文|文字|一句|]:<text>",
            "[在|给|为]<who>[的|][末尾|结尾|最后|后面][追加|附加|加上|添加|写上|写][一句|文字|][:|]<text>",
            "[给|为|在|向]<who>[里|中|][追加|附加|续写][一句|文字|][:|]<text>",
            "[追加|附加|补上|续写|接着写|末尾加上|在末尾加上|在结尾加上|结尾加上][正文|文字|一句|][:|]<text>",
        ],
        build: |it| {
            if it.range("quoted").is_some() && !it.is_quoted("quoted") {
                return None;
            }
            let text = it.prose("text").or_else(|| it.prose("quoted"))?;
            Some(Command::Append {
                who: it.node_or_implicit("who"),
                text,
            })
        },
    },
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "replace <all=all|every|each> [of |]<old> [with|by] <new>",
            "replace <old> [with|by] <new> in <who>",
            "replace <old> [with|by] <new>",
            "[把|将]<all=所有|所有的|全部|全部的|每个><old>[替换|换|改][成|为|做]<new>",
            "[把|将]<who>[里|中|里面][的|]<old>[替换|换|改][成|为|做]<new>",
            "[把|将]<old>[都|全部|全]<all=替换成|替换为|换成|改成|改为><new>",
            "[把|将]<old>[替换|换][成|为|做]<new>",
            "用<new>[替换|代替|取代]<old>",
            "替换<old>[为|成]<new>",
        ],
        build: |it| {
            let who = it.node_or_implicit("who");
            let new = it.text("new")?;
            let all = it.range("all").is_some();
            Some(Command::Replace {
                who,
                old: it.text("old")?,
                new,
                all,
            })
        },
    },
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "[write|put|insert|set|enter|type] [the |this |][following |][text|words|prose|sentence|paragraph|passage] [in|into|to|for|of] <who>: <text>",
            "[write|put|insert|set|enter|type] [in|into|to|on] <who>: <text>",
            "[write|put|insert|set|enter|type][ the| this|][ following|][ text| words| prose| sentence| paragraph| passage| down| here|]: <text>",
            "[text|prose]: <text>",
            "write <who=here|this scene|this node>: <text>",
            "[set|change] [the |]text [of|for|in] <who> to <text>",
            "[set|change] [the |its |this |]text to <text>",
            "[write|put|type] <quoted> [in|into|to|on] <who>",
            "[write|type] [the |][following |][text |words |down ]<text>",
            "write <text>",
            "写[到|在|进|入]<who>[里|中|里面|]:<text>",
            "[在|给|为|往]<who>[里|中|里面|上|][写上|写下|写入|写|填写|输入][正文|文字|][:|]<text>",
            "[写上|写下|写入|写|输入][以下|下面的|下列|][正文|文字|内容|一句|][:|]<text>",
            "[把|将|][正文|文字|文本|内容][改|设|换|写|设置][成|为|作][:|]<text>",
            "[把|将]<who>的[正文|文字|文本|内容][改|设|换|写|设置][成|为|作][:|]<text>",
            "[正文|内容]:<text>",
            "[把|将]<quoted>[写|写入|写进|写到][到|进|入|]<who>[里|中|里面|]",
        ],
        build: |it| {
            let quoted = it.range("quoted").is_some();
            if quoted && !it.is_quoted("quoted") {
                return None;
            }
            let text = it.prose(if quoted { "quoted" } else { "text" })?;
            // “写到‘雨’” asks for a text that mentions something.
            if text.starts_with("到“") || text.starts_with("到\"") || text.starts_with("到「")
            {
                return None;
            }
            let who = it.node_or_implicit("who");
            // "Write here" and "write it" contain no text.
            let empty = [
                "here",
                "it",
                "this",
                "that",
                "text",
                "something",
                "一下",
                "点",
                "吧",
            ];
            (!empty.contains(&fold_text(&text).as_str())).then_some(Command::Write { who, text })
        },
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "read [me |us |][the |][text|prose|words] of <who>",
            "read [me |us |][the |][text|prose|words|it|this|aloud]",
            "read [me |us |]<who>",
            "[读|朗读|念|阅读][一下|][正文|文字|内容|这段|它]",
            "[读|朗读|念|阅读][一下|]<who>[的正文|的文字|的内容|]",
        ],
        build: |it| {
            Some(Command::Read {
                who: it.node_or_current("who"),
            })
        },
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &["write", "[write|put] [something|text|here]", "写", "写作"],
        build: |_| Some(Command::CreativeWriting),
    },
];

/// Whether a text before a colon begins prose that extends to the end of the instruction.
pub(in crate::commands) fn opens_prose(command: &Command) -> bool {
    match command {
        Command::Write { who, .. } | Command::Append { who, .. } => {
            // A whole sentence in place of a name cannot begin a command.
            !matches!(who, NodeRef::Named(name) if name.chars().count() > 60)
        }
        Command::Create(node) => node.text.is_some(),
        _ => false,
    }
}
