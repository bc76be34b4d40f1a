//! Questions about length: of the story, of what was written lately, and what comes again too often.

use super::{Rule, SlotExtent};
use crate::commands::command::Command;

/// Whole clauses that mean one thing.
pub(super) const FIXED: &[Rule] = &[
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "how many words [are there|are in|are there in|does|has|in|] [the story|my story|this story|it|] [have|have so far|so far|]",
            "how long is [the story|my story|this story|it]",
            "how long does it take to read [the story|my story|this story|it]",
            "[show|show me|what are|what is|give me|] [the |][statistics|word count|number of words|length of the story|reading time]",
            "count the words",
            "[故事|整个故事|这个故事|全文|][现在|一共|总共|][有|写了|][多少字|几个字]",
            "[故事|整个故事|这个故事|全文]有多长",
            "[显示|看看|查看|][一下|][故事的|][字数|字数统计|统计|阅读时间]",
            "读完[故事|整个故事|][要|需要]多久",
        ],
        build: |_| Some(Command::Measure),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "how [much|many words] [did i write|have i written] today",
            "what [did i write|have i written] today",
            "words [written |]today",
            "[我|][今天|今日][一共|总共|]写了多少[字|]",
            "今天的字数",
        ],
        build: |_| Some(Command::Progress { days: 1 }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "how [much|many words] [did i write|have i written] [this week|in the last week|in the last seven days]",
            "[我|][这周|本周|这一周|最近一周][一共|总共|]写了多少[字|]",
        ],
        build: |_| Some(Command::Progress { days: 7 }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[show|show me|what is|how is] [my |the |][writing |]progress",
            "how [much|many words] [did i write|have i written] [this month|in the last month|lately|so far|]",
            "[words per day|how many words do i write each day|how many words a day do i write]",
            "[我|][这个月|本月|最近|最近一个月][一共|总共|]写了多少[字|]",
            "[显示|看看|查看|][我的|]写作进度",
            "[我|]每天写[了|]多少字",
        ],
        build: |_| Some(Command::Progress { days: 30 }),
    },
    Rule {
        extent: SlotExtent::Closed,
        patterns: &[
            "[find|show|show me|list|look for|are there|check for] [all |the |any |my |][repetitions|repeated words|repeated phrases|word repetitions|overused words|overused phrases]",
            "[which|what] words do i [repeat|use too often|overuse]",
            "[repetitions|repeated words]",
            "[查找|找出|列出|检查|看看|][一下|][有没有|][重复用词|用词重复|重复的词|重复的词语|口头禅]",
        ],
        build: |_| Some(Command::Repetitions),
    },
];
