//! Questions and navigation: find, show, versions, undo, help.

use super::{Captures, Rule, SlotExtent};
use crate::commands::command::{Command, NodeRef};
use crate::commands::lexicon;

/// Whole clauses that mean one thing.
pub(super) const FIXED: &[Rule] = &[
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[help|help me|what can you do|what do you do|what can i say|who are you|what are you|how do you work|how does this work|commands|examples|hello|hi|hey|good morning|are you an ai|are you a model|what do you understand]",
            "[你会什么|你会做什么|你能做什么|能做什么|会做什么|你会干什么|能干什么|会干什么|会什么|你可以做什么|帮助|帮助我|怎么用|如何使用|你是谁|你是什么|你好|您好|示例|例子|有什么功能|你有什么功能|你懂什么|做什么|你是ai吗|你是模型|你是人工智能]",
        ],
        build: |_| Some(Command::Help),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[thanks|thank you|thank you very much|great|well done|nice|good|ok|okay|perfect]",
            "[谢谢|谢谢你|多谢|感谢|很好|不错|太好了|好的|辛苦了]",
        ],
        build: |_| Some(Command::Thanks),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[undo|revert|take back|take that back|undo that|undo it|undo this|undo everything you did|undo the last change|undo the last step|undo last change|undo the last turn|undo your last turn|undo your last request|undo your last change|undo your last changes|undo your changes|undo your work|undo what you did|undo what you just did|undo everything you did in your last turn|take back what you did|take back your last change|revert your last turn|revert your last change|revert your changes|step back|go back|go back one step|revert that|revert the last change]",
            "[undo|go back|step back] [the last |]<n> [times|steps|changes|step|change|time]",
            "undo <n=once|twice>",
            "[撤销|撤回|还原|复原|回退|取消上一步|撤消|后退|退回|退回上一步|返回上一步|撤销上一步|撤回上一步|撤销刚才的修改|撤销刚才的操作|撤销修改|回到上一步|撤销上一次修改|撤销操作|回退一步]",
            "[把|][刚才|刚刚|上一步|上次|上一次][的|][修改|操作|更改|改动|][给|][撤销|撤回|还原|撤消][掉|]",
            "[撤销|撤回|还原|撤消][你|][刚才|刚刚|上一步|上次|上一次|上一轮|上一回合|][所做|做|][的|][修改|操作|更改|改动|事|一切]",
            "[撤销|撤回|还原|撤消][你|你的|][刚才|刚刚|上一步|上次|上一次|上一轮|上一回合][所做的|做的|]",
            "[把|]你[刚才|刚刚|上次|上一轮|][所做的|做的|改的|][修改|操作|更改|改动|事|][都|全部|][撤销|撤回|还原|撤消][掉|]",
            "[撤销|撤回|还原|复原|回退|撤消|后退|退回][最近|最后|前|]<n>[次|步|个修改|次修改|个操作|步操作]",
        ],
        build: |it| times(it).map(|times| Command::Undo { times }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[redo|redo that|redo it|redo the last change|do it again|redo the last step]",
            "redo [the last |]<n> [times|steps|changes|step|change|time]",
            "redo <n=once|twice>",
            "[重做|恢复|取消撤销|恢复上一步|重做上一步|再做一次|前进一步|取消复原]",
            "[重做|恢复]<n>[次|步]",
        ],
        build: |it| times(it).map(|times| Command::Redo { times }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[export|import|save as|load|open] <x>",
            "[export|import]",
            "[导出|导入|输出成|另存为]<x>",
            "[导出|导入]",
        ],
        build: |_| Some(Command::ImportExport),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[show|show me|give me|display|print|list|read|what is] [the |an |][story |][outline|structure|overview|table of contents|map]",
            "[outline|overview|outline of the story|show me the whole story|show the whole story|show the story]",
            "[显示|列出|看看|看|查看|给我看|展示|给我][一下|][故事的|故事|整个故事的|][大纲|结构|提纲|目录|概览]",
            "[大纲|故事大纲|显示故事|目录|提纲]",
        ],
        build: |_| Some(Command::Outline),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[list|show|show me|find|what are|which are|where are|are there|give me] [all |][the |any |my |][dead ends|dead-ends|dead end|dead end scenes|scenes without choices]",
            "[which scenes|which nodes|what] [are|is] [a |][dead ends|dead end|dead-ends]",
            "[dead ends|dead-ends]",
            "[列出|显示|看看|看|查看|找出|查找|找|有哪些|有没有][一下|][所有|全部|所有的|全部的|][的|][死胡同|死路|断头路|没有出口的场景|没有出路的场景|走不下去的场景|没有选项的场景]",
            "[故事里|故事中|][哪些|哪里|哪儿|有哪些][场景|][是|有][死胡同|死路|断头路]",
            "[死胡同|死路]",
        ],
        build: |_| Some(Command::Check { dead_ends: true }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "check [the story|my story|this story|the whole story|everything|for problems|for errors|the story for problems|the story for errors|the story for mistakes]",
            "[check|find problems|find errors|find the problems|list problems|list the problems|list all problems|show problems|show the problems|what is wrong|what's wrong|what is wrong with the story|is anything wrong|is anything wrong with the story|are there any problems|are there problems|are there any problems in the story|does the story have problems]",
            "[检查|检测|核对][一下|][整个|全部|][故事|剧情|]",
            "[检查|看看|看][一下|][整个|][故事|][有没有|有什么|有哪些|哪里有][问题|错误|毛病|漏洞]",
            "[故事|故事里|][有没有|有什么|有哪些|哪里有][问题|错误|毛病|漏洞]",
            "[列出|显示|找出|查找][一下|][所有|全部|][的|][问题|错误|漏洞]",
        ],
        build: |_| Some(Command::Check { dead_ends: false }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "who [is|appears|is there|are] in [the |this |my ][story|book|tale]",
            "[who is there|who are the people|who are the characters|which people are there|who appears]",
            "[故事里|故事中|这个故事里|书里][有|都有|出现了][谁|哪些人|什么人|哪几个人]",
            "[有谁|都有谁|有哪些人|有什么人|出场的有谁]",
        ],
        build: |_| Some(Command::FindKind { kind: "character" }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[remove|delete|erase|discard|get rid of] [all |all the |all of the |every |every single ]<kind>",
            "[删除|删掉|删去|移除|去掉|清除|清空][所有|全部|所有的|全部的|一切|每个|每一个]<kind>",
            "[把|将][所有|全部|所有的|全部的|一切|每个|每一个]<kind>[都|全|全部|][给|][删除|删掉|删了|移除|去掉|清除|删]",
        ],
        build: |it| {
            let word = it.text("kind").filter(|_| !it.is_quoted("kind"))?;
            let kind = lexicon::kind(&word)?;
            let kind = (!lexicon::is_any_kind(&word)).then_some(kind);
            Some(Command::RemoveKind { kind })
        },
    },
];

fn times(it: &Captures<'_>) -> Option<u64> {
    match it.text("n") {
        Some(text) => lexicon::number(&text).filter(|it| *it > 0),
        None => Some(1),
    }
}

/// Versions: list, compare, adopt.
pub(super) const VERSIONS: &[Rule] = &[
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "compare [the |][version |versions |]<a> [and|with|to] [version |]<b> of [the |]<what> of <who>",
            "compare [the |][version |versions |]<a> [and|with|to] [version |]<b> of [the |]<what>",
            "compare [the |]<what> versions <a> [and|with|to] [version |]<b>",
            "compare [the |][version |versions ]<a> [and|with|to] [version |]<b>",
            "compare [the |][version |]<a> of [the |]<what>",
            "[比较|对比]<who>的<what=正文|文字|图片|头像|属性|内容|插图>[的|][第|版本|]<a>[版|个版本|][和|与|跟|以及][第|版本|]<b>[版|个版本|]",
            "[比较|对比]<what=正文|文字|图片|头像|属性|内容|插图>[的|][第|版本|]<a>[版|个版本|][和|与|跟|以及][第|版本|]<b>[版|个版本|]",
            "[比较|对比][第|版本]<a>[版|个版本|][和|与|跟|以及][第|版本|]<b>[版|个版本|]",
        ],
        build: |it| {
            let to = match it.text("b") {
                Some(text) => Some(lexicon::number(&text)?),
                None => None,
            };
            let from = lexicon::number(&it.text("a")?)?;
            let who = it.node_or_current("who");
            Some(Command::Compare {
                who,
                capability: what(it)?,
                from,
                to,
            })
        },
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[go back|return|revert|restore|reset|switch|roll back] [to |][the |]version <n> of [the |]<what> of <who>",
            "[adopt|use|take|restore] [the |]version <n> of [the |]<what> of <who>",
            "[go back|return|revert|restore|reset|switch|roll back] [to |][the |]version <n> of [the |]<what>",
            "[adopt|use|take|restore] [the |]version <n> of [the |]<what>",
            "[go back|return|revert|restore|reset|switch|roll back] [the |]<what> to version <n>",
            "[go back|return|revert|restore|reset|switch|roll back] [to |][the |]<what> version <n>",
            "[adopt|use|go back to|return to|restore|revert to] [the |]<what> version <n>",
            "[adopt|use|go back to|return to|restore|revert to] [the |]<n> version of [the |]<what>",
            "[adopt|use|go back to|return to|restore|revert to] version <n>",
            "[回到|恢复到|退回到|退回|采用|使用|恢复|还原到|换回|切换到|用回]<who>的<what=正文|文字|图片|头像|属性|内容|插图>[的|][第|版本|]<n>[版|个版本|版本|号版本|]",
            "[回到|恢复到|退回到|退回|采用|使用|恢复|还原到|换回|切换到|用回]<what=正文|文字|图片|头像|属性|内容|插图>[的|][第|版本|]<n>[版|个版本|版本|号版本|]",
            "[把|将]<who>的<what=正文|文字|图片|头像|属性|内容|插图>[恢复|退回|还原|回退|换回|切换][到|为|成|][第|版本|]<n>[版|个版本|版本|号版本|]",
            "[把|将]<what=正文|文字|图片|头像|属性|内容|插图>[恢复|退回|还原|回退|换回|切换][到|为|成|][第|版本|]<n>[版|个版本|版本|号版本|]",
            "<what=正文|文字|图片|头像|属性|内容|插图>[回到|恢复到|恢复|退回到|退回|还原到|换回|切换到|用回][第|版本|]<n>[版|个版本|版本|号版本|]",
            "[回到|恢复到|退回到|退回|采用|使用|还原到|换回|切换到|用回][第|版本]<n>[版|个版本|版本|号版本|]",
        ],
        build: |it| {
            let number = lexicon::number(&it.text("n")?)?;
            let who = it.node_or_current("who");
            Some(Command::Adopt {
                who,
                capability: what(it)?,
                number,
            })
        },
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[list|show|show me|give me|what are] [me |][the |all |all the |]versions of [the |]<what> of <who>",
            "[list|show|show me|give me|what are] [me |][the |all |all the |]versions of <whowhat>",
            "[list|show|show me|give me] [me |][the |all |all the |]<what> versions",
            "[list|show|show me|give me|what are] [me |][the |all |all the |][versions|history]",
            "[show|show me|list|] [the |]history of <whowhat>",
            "[versions|history]",
            "[列出|显示|看看|查看|看|有哪些][一下|][所有|全部|历史|][版本|历史版本|版本历史|历史记录|历史]",
            "[列出|显示|看看|查看|看][一下|]<whowhat>的[所有|全部|历史|][版本|历史版本|版本历史|历史记录|历史]",
            "<whowhat>[有|都有|一共有][哪些|几个|多少个|多少][版本|历史版本]",
            "[版本|历史版本|版本历史]",
        ],
        build: |it| {
            let mut who = it.node_or_current("who");
            let mut capability = what(it)?;
            if let Some(text) = it.text("whowhat") {
                capability = lexicon::capability(&text).filter(|_| !it.is_quoted("whowhat"));
                if capability.is_none() {
                    who = it.node_or_current("whowhat");
                }
            }
            Some(Command::Versions { who, capability })
        },
    },
];

/// The capability in the slot `what`; `None` if the word does not name one.
fn what(it: &Captures<'_>) -> Option<Option<&'static str>> {
    match it.text("what") {
        Some(word) => lexicon::capability(&word).map(Some),
        None => Some(None),
    }
}

/// Questions about the story.
pub(super) const RULES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[show|show me|list|give me|find] [the |][neighbors|neighbours|connections|links|choices|edges] [of|from|for|in|at] <who>",
            "[show|show me|list|give me|what are] [the |my |][neighbors|neighbours|connections|links|choices|edges]",
            "what [comes|happens|is|goes] [after|next to|next after|before] <who>",
            "what [comes|happens] next",
            "[what|which scenes|which nodes] [leads|lead] to <who>",
            "where does <who> lead[ to|]",
            "[显示|列出|看看|查看|看][一下|]<who>的[相邻节点|邻居|连接|链接|选项|前后|连线|出口]",
            "[显示|列出|看看|查看|看][一下|][相邻节点|邻居|连接|链接|选项|前后节点|连线|出口]",
            "<who>[之后|后面|的后面|接下来|前面|的前面|之前][是|有|会][什么|哪些|哪里|哪些场景|什么场景|哪些节点]",
            "[接下来|后面][是|有][什么|哪些场景|哪些节点]",
            "<who>[通向|连到|连接到|连着|通往][哪里|哪些|什么|哪些场景|哪些节点|哪儿]",
            "[什么|哪些场景|哪里|哪些节点][通向|连到|通往]<who>",
        ],
        build: |it| {
            Some(Command::Neighbors {
                who: it.node_or_current("who"),
            })
        },
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "who [appears|is] where",
            "who [appears|is] in which [scene|scenes]",
            "[show|show me|list] [the |][appearances|who appears where|who is where]",
            "[谁|人物|角色]在[哪里|哪儿|哪些场景里|哪些场景]出场",
            "[显示|看看|查看|][一下|][出场情况|出场表|人物出场|角色出场]",
        ],
        build: |_| Some(Command::Appearances { who: None }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[in |][which|what] scenes does <who> [appear|appear in|come up|come up in|occur|occur in]",
            "[in |][which|what] scenes is <who>[ in| mentioned| mentioned in| named| named in|]",
            "[which|what] scenes [mention|name] <who>",
            "where does <who> [appear|come up|occur]",
            "[list|show|show me] [the |][scenes with|appearances of] <who>",
            "<who>[在|出现在|出场于][哪些场景|哪些场景里|哪里|哪儿][出场|出现|]",
            "[哪些|哪几个]场景[里|][有|提到|提到了|出现了]<who>",
        ],
        build: |it| {
            Some(Command::Appearances {
                who: Some(it.node_or_current("who")),
            })
        },
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[list|show|show me|find|give me|what are|which are|who are] [me |][all |all the |the |every ]<kind>",
            "[list|find] <kind>",
            "[how many|which|what] <kind> [are there|are there in the story|does the story have|do we have|do i have|exist]",
            "[列出|显示|看看|找出|查找|查看|找][一下|][所有|全部|所有的|全部的|][的|]<kind>",
            "[有|都有|故事里有|故事有|一共有][哪些|多少|几个|多少个|什么]<kind>",
        ],
        build: |it| {
            let kind = it.text("kind").filter(|_| !it.is_quoted("kind"))?;
            lexicon::kind(&kind).map(|kind| Command::FindKind { kind })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[find|look for|locate|search for|is there] [the |a |an |][node|scene|chapter] [called|named|titled] <title>",
            "[find|look for|locate|search for|is there] [the |a |an |]<kind=character|place|note|group> [called|named|titled] <title>",
            "[find|look for|locate] [the |][node|scene|chapter] <title>",
            "[找|查找|寻找|搜索][一下|][叫|叫做|名为|名叫]<title>的[节点|场景|角色|地点|人物]",
            "[找|查找|寻找|搜索][一下|][节点|场景|角色|地点|人物]<title>",
        ],
        build: |it| {
            let kind = it.text("kind").and_then(|it| lexicon::kind(&it));
            Some(Command::FindTitle {
                title: it.text("title")?,
                kind,
            })
        },
    },
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "[search|look] [the story |the whole story |everywhere |][for|about] <words>",
            "[find|search|grep] [me |][all |every |where |][mentions of |mention of |occurrences of |]<words>",
            "[where|in which scene|in which scenes|which scene|which scenes|which nodes] [is|are|do|does|did|was|were|mention|mentions|contain|contains] [i mention |we mention |i write |the words |]<words>",
            "[搜索|查找|寻找|搜寻|搜|查|找|找找|检索|全文搜索][一下|一搜|][所有|全部|][提到|关于|包含|有关|][:|]<words>[的场景|的地方|的内容|的节点|]",
            "[哪里|哪些场景|哪个场景|哪些地方|哪儿|哪些节点][有|提到|提到了|出现|出现了|写到|写了|包含]<words>",
            "<words>[在哪里|在哪儿|在哪|出现在哪里|在哪出现|在哪个场景|在哪里出现]",
        ],
        build: |it| {
            let words = it.text("words")?;
            let words = [
                "mentioned",
                "mentioned?",
                "appear",
                "mentioned in the story",
            ]
            .iter()
            .find_map(|end| words.strip_suffix(end))
            .map_or(words.as_str(), str::trim);
            (!words.is_empty()).then(|| Command::Search {
                words: words.to_owned(),
            })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[show|show me|display|open|look at|inspect|view] <who>",
            "[what is in|what's in|what do you know about|tell me about|who is|details of|what is|what's] <who>",
            "[显示|看看|看一下|查看|展示|打开|看|介绍][一下|]<who>[的内容|的详情|的资料|的信息|]",
            "<who>[里面|里|中]有什么",
            "<who>是谁",
            "谁是<who>",
            "你知道<who>的什么",
        ],
        build: |it| {
            let who = it.who("who")?;
            // "What is the meaning of life" names no node.
            let long = matches!(&who, NodeRef::Named(name) if name.chars().count() > 40);
            (!long).then_some(Command::Show { who })
        },
    },
];
