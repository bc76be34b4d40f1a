//! Names and attributes: *rename the hero to …*, *set age to …*, 把年龄设为….

use model::is_han;

use super::{Captures, Rule, SlotExtent};
use crate::commands::command::{Command, NodeRef};
use crate::commands::lexicon;
use crate::commands::normalized::fold_text;

/// New attributes; before new nodes, which use the same phrasing.
pub(super) const NEW: &[Rule] = &[Rule {
    extent: SlotExtent::Name,
    patterns: &[
        "[add|create|new|give it] [an |a |the |another |][new |][attribute|field|property] [called |named |]<k> [with value|with the value|with|set to|to|as|=] <v>",
        "[add|create|new] [an |a |the |][new |][attribute|field|property] <k> [=|:|]<v>",
        "[添加|增加|新增|加上|加|新建|设置][一个|一条|个|][新的|新|]属性[叫|名为|叫做|:|，|,|]<k>[，|,|][值为|设为|值是|为|=|:|是]<v>",
        "[给|为]<who>[添加|增加|新增|加上|加][一个|一条|个|][新的|新|]属性[叫|名为|叫做|:|，|,|]<k>[，|,|][值为|设为|值是|为|=|:|是]<v>",
        "[给|为]<who>[添加|增加|新增|加上|加][一个|一条|个|]<k>属性[，|,|][值为|设为|值是|为|=|:|是]<v>",
        "[添加|增加|新增|加上|加][一个|一条|个|]<k>属性[，|,|][值为|设为|值是|为|=|:|是]<v>",
    ],
    build: |it| {
        Some(Command::Set {
            who: it.who("who"),
            key: it.text("k")?,
            value: it.text("v")?,
        })
    },
}];

/// Names and titles.
pub(super) const NAMES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[rename|retitle|call|title] [the |this |my |our ][whole |][story|book|novel|game] [to |as |into |]<name>",
            "[change|set] [the |][title|name] of [the |this |my ][story|book|novel|game] [to|as] <name>",
            "[change|set] [the |this |my ][story|book|novel|game]['s|] [title|name] [to|as] <name>",
            "[把|将|给][整个|这个|本|][故事|小说|游戏|作品][的|][名字|标题|名称|名|][改名为|改名叫|改名成|改成|改为|命名为|取名为|叫做|叫]<name>",
            "[故事|小说|作品][的|][名字|标题|名称|名|][改名为|改成|改为|叫做|叫]<name>",
        ],
        build: |it| {
            Some(Command::RenameStory {
                title: it.text("name")?,
            })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[change|set|update|make] [the |its |this |]title [of|for] <who> [to|into|as|be] <name>",
            "[change|set|update|make] <who>'s title [to|into|as|be] <name>",
            "[change|set|update|make] [the |its |this |]title [to|into|as|be] <name>",
            "retitle <who> [to|as|into] <name>",
            "retitle <name>",
            "[把|将]<who>[的|]标题[改|设|换|设置][成|为|作]<name>",
            "[把|将|][标题|题目][改|设|换|设置][成|为|作]<name>",
            "<who>[的|]标题[改|设|换|设置][成|为|作]<name>",
        ],
        build: |it| {
            let who = it.node_or_current("who");
            Some(Command::Retitle {
                who,
                title: it.text("name")?,
            })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[change|set|update|make] [the |]name of <who> [to|into|as|be] <name>",
            "[change|set|update|make] <who>'s name [to|into|as|be] <name>",
            "[change|set|update|make|rename] [the |his |her |their |its |]name [to|into|as|be] <name>",
            "give <who> the name [of |]<name>",
            "<who>'s name is [now |]<name>",
            "<p=his|her|their> name [is|should be|shall be|becomes] [now |]<name>",
            "the name [is|should be|shall be|becomes] [now |]<name>",
            "[把|将]<who>[的|][名字|姓名|全名|名][改|换|设|设置|更改|修改|变更|改名][成|为|作|叫]<name>",
            "[把|将|][名字|姓名][改|换|设|设置|更改|修改|变更][成|为|作|叫]<name>",
            "<who>[的|][名字|姓名][改|换|设|设置|更改|修改][成|为|作|叫]<name>",
            "<who>[的|][名字|姓名][应该|现在|]是<name>",
        ],
        build: |it| rename(it, true),
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "rename <who> [to|as|into] <name>",
            "rename [to|as|into] <name>",
            "[call|name] <who=him|her|them|it|the hero|the heroine|hero|the protagonist|the main character|this character|the character|this scene|this node|this chapter|the scene|the node> <name>",
            "<who=him|her|them|it|the hero|the heroine|the protagonist|the main character|this character|this scene> to be [called|named] <name>",
            "[let|make] <who=him|her|them|it|the hero|the heroine|the protagonist|the main character|this character|the character> be [called|named] <name>",
            "<who=he|she|they|it|the hero|the heroine|the protagonist|the main character|this character|this scene> [is|shall be|should be|is to be|will be] [now |][called|named] <name>",
            "rename <who> <quoted>",
            "[把|将]<who>改名[为|成|叫|作|]<name>",
            "[把|将]<who>[重命名|重新命名|更名|命名][为|成|作|叫]<name>",
            "[给|为|替]<who>[改名|更名|起名|取名|改个名字|起个名字|换个名字][为|成|叫|叫做|，叫|,叫|]<name>",
            "[重命名|改名]<who>[为|成]<name>",
            "<who>[改名|更名|重命名][为|成|叫|作|]<name>",
            "[改名|更名|重命名][为|成|叫|]<name>",
            "[让]<who>[改|][叫做|叫|名叫|名为]<name>",
            "[叫|称|称呼]<who=他|她|它|主角|男主角|女主角|主人公>[为|作|]<name>",
            "<who=他|她|它|主角|男主角|女主角|主人公|这个角色|这个场景|这里>[现在|以后|就|应该|应当|改|][叫做|叫|名叫|名为]<name>",
        ],
        build: |it| match (it.range("quoted"), it.is_quoted("quoted")) {
            (Some(_), false) => None,
            (Some(_), true) => {
                let who = it.who("who");
                Some(Command::Rename {
                    who,
                    name: it.text("quoted")?,
                    person: false,
                })
            }
            (None, _) => rename(it, false),
        },
    },
];

fn rename(it: &Captures<'_>, person: bool) -> Option<Command> {
    let who = it.who("who");
    let person = person && who != Some(NodeRef::Current);
    Some(Command::Rename {
        who,
        name: it.text("name")?,
        person,
    })
}

/// Setting and removing attributes.
pub(super) const RULES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "set [the |][attribute |field |property |]<k> [of|for|on] <who> [to|=|as|:] <v>",
            "[set|change|update|make|turn] <who=his|her|their|its> <k> [to|into|=|as] <v>",
            "[set|change|update|make|turn] <who>'s <k> [to|into|=|as] <v>",
            "[change|update] [the |]<k> [of|for] <who> [to|into|=|as] <v>",
            "[set|change|update|turn] [the |][attribute |field |property |]<k> [to|into|=|as] <v>",
            "<who=his|her|their|its> <k> [is|are|becomes|should be|shall be|will be] [now |]<v>",
            "<who>'s <k> [is|are|becomes|should be|shall be] [now |]<v>",
            "<k> = <v>",
            "[把|将]<who>的<k>[属性|][设置|设定|设|改|调整|调|更新|换|变|修改|更改][为|成|到|作]<v>",
            "[把|将]<k>[属性|][设置|设定|设|改|调整|调|更新|换|变|修改|更改][为|成|到|作]<v>",
            "[设置|设定|设|修改|更新]<who>的<k>[为|成|到]<v>",
            "[设置|设定|设|修改|更新][属性|]<k>[为|成|到]<v>",
            "<who>的<k>[属性|][设置|设定|设|改|调整|调|更新|换|变|修改|更改][为|成|到|作]<v>",
            "<k>[属性|][设置|设定|设|改|调整|调|更新|换|变|修改|更改][为|成|到|作]<v>",
            "<who=他|她|它|主角|男主角|女主角|主人公|这个角色>的<k>[应该|现在|][是|为|变成]<v>",
        ],
        build: set,
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[make|dye|color|turn] <who=his|her|their|its> <k> <v>",
            "[make|dye|color|turn] <who>'s <k> <v>",
            "<k>:<v>",
        ],
        build: |it| {
            let (key, value) = (it.text("k")?, it.text("v")?);
            // Without *to* or *is*, only a word that is certainly a key is accepted.
            let folded = fold_text(&key);
            let is_sure = lexicon::SYNONYMS
                .iter()
                .any(|it| it.contains(&folded.as_str()));
            let is_name = lexicon::is_name_key(&key);
            let who = it.who("who");
            match is_sure && !is_name {
                true => Some(Command::Set { who, key, value }),
                false => is_name.then_some(Command::Rename {
                    who,
                    name: value,
                    person: true,
                }),
            }
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "<who=he|she|the hero|the heroine|the protagonist|the main character|this character> [is|is now|should be|turns] <v> [years old|year old|years of age]",
            "<who=他|她|主角|男主角|女主角|主人公|这个角色>[今年|现在|已经|]<v>岁",
        ],
        build: |it| {
            lexicon::number(&it.text("v")?)?;
            let key = if it.chinese { "年龄" } else { "age" };
            Some(Command::Set {
                who: it.who("who"),
                key: key.to_owned(),
                value: it.text("v")?,
            })
        },
    },
    Rule {
        extent: SlotExtent::Name,
        patterns: &[
            "[remove|delete|clear|drop|unset|erase] [the |][attribute|field|property|key] <k> [of|from|on] <who>",
            "[remove|delete|clear|drop|unset|erase] [the |][attribute|field|property|key] <k>",
            "[remove|delete|clear|drop|unset|erase] [the |]<k> [attribute|field|property] [of|from|on] <who>",
            "[remove|delete|clear|drop|unset|erase] [the |]<k> [attribute|field|property]",
            "[remove|delete|clear|drop|unset|erase] <who=his|her|their|its> <k>",
            "[unset|clear] [the |]<k>",
            "[删除|删掉|删去|去掉|移除|清除|清空]<who>的<k>属性",
            "[删除|删掉|删去|去掉|移除|清除|清空]属性<k>",
            "[删除|删掉|删去|去掉|移除|清除|清空]<k>[这个|这一|这项|]属性",
            "[把|将]<who>的<k>属性[删除|删掉|删了|去掉|移除|清除|清空]",
            "[把|将]<k>[这个|这一|]属性[删除|删掉|删了|去掉|移除|清除|清空]",
            "[删除|删掉|删去|去掉|移除|清除]<who=他|她|它|主角|男主角|女主角|主人公|这个角色>的<k>",
            "[把|将]<who=他|她|它|主角|男主角|女主角|主人公|这个角色>的<k>[删除|删掉|删了|去掉|移除|清除]",
        ],
        build: |it| {
            Some(Command::Unset {
                who: it.who("who"),
                key: it.text("k")?,
            })
        },
    },
];

/// A key is a few words, not a sentence.
fn is_key(key: &str) -> bool {
    let han = key.chars().any(is_han);
    let short = if han {
        key.chars().count() <= 10
    } else {
        key.split_whitespace().count() <= 3
    };
    short && key.chars().count() <= 60 && !key.contains(['\n', ',', '，', ';', ':', '：'])
}

fn set(it: &Captures<'_>) -> Option<Command> {
    let (key, value) = (it.text("k")?, it.text("v")?);
    if it.is_quoted("k") && it.is_quoted("v") && it.range("who").is_none() {
        return Some(Command::Replace {
            who: NodeRef::Current,
            old: key,
            new: value,
            all: false,
        });
    }
    let who = it.who("who");
    // "Change the hero to Neo" renames somebody; "把这里改成…" retitles the node.
    if who.is_none() && !it.is_quoted("k") && !matches!(lexicon::who(&key), NodeRef::Named(_)) {
        return Some(Command::Rename {
            who: Some(lexicon::who(&key)),
            name: value,
            person: false,
        });
    }
    if who.is_none() && lexicon::is_name_key(&key) {
        return Some(Command::Rename {
            who,
            name: value,
            person: true,
        });
    }
    if ["title", "标题"].contains(&fold_text(&key).as_str()) {
        return Some(Command::Retitle {
            who: who.unwrap_or(NodeRef::Current),
            title: value,
        });
    }
    if ["text", "prose", "正文"].contains(&fold_text(&key).as_str()) {
        return Some(Command::Write {
            who: who.unwrap_or(NodeRef::Current),
            text: value,
        });
    }
    (it.is_quoted("k") || is_key(&key)).then_some(Command::Set { who, key, value })
}
