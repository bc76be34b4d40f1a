//! The meaning of single words: who is meant, which kind of node, which capability, which number.
//! Only word lists.

use super::command::{NodeRef, Shape};
use super::normalized::fold_text;

const HERO: &[&str] = &[
    "hero",
    "heroine",
    "protagonist",
    "main character",
    "lead",
    "lead character",
    "main hero",
    "主角",
    "男主角",
    "女主角",
    "主人公",
    "主角儿",
    "男主",
    "女主",
    "男主人公",
    "女主人公",
    "主要角色",
    "英雄",
];
const HERE: &[&str] = &[
    "here",
    "this",
    "scene",
    "node",
    "chapter",
    "current node",
    "current scene",
    "current chapter",
    "this one",
    "card",
    "place",
    "location",
    "page",
    "这里",
    "此处",
    "这个",
    "场景",
    "节点",
    "章节",
    "当前节点",
    "当前场景",
    "当前章节",
    "这个场景",
    "这个节点",
    "这一章",
    "本章",
    "本节点",
    "本场景",
    "这一幕",
    "这幕",
    "此节点",
    "此场景",
    "该节点",
    "该场景",
    "这张卡片",
    "这个地方",
    "这个地点",
    "这一节",
    "这章",
    "这",
];
const PERSON: &[&str] = &[
    "him",
    "her",
    "he",
    "she",
    "his",
    "hers",
    "them",
    "their",
    "they",
    "character",
    "person",
    "他",
    "她",
    "他们",
    "她们",
    "这个角色",
    "该角色",
    "此角色",
    "这个人物",
    "角色",
    "人物",
    "这个人",
    "这名角色",
    "这位角色",
    "本角色",
    "当前角色",
];
const THING: &[&str] = &["it", "its", "that", "它"];

/// The words without an article or demonstrative before them.
fn without_courtesy(folded: &str) -> &str {
    ["the ", "this ", "that ", "my ", "our ", "of "]
        .iter()
        .find_map(|it| folded.strip_prefix(it))
        .map_or(folded, str::trim)
}

/// Whom some words mean; a name if they are not in the list.
pub(super) fn who(text: &str) -> NodeRef {
    let folded = fold_text(text);
    let folded = folded.trim_end_matches('的');
    let word = without_courtesy(folded.trim_end_matches("'s"));
    let is_in = |list: &[&str]| list.contains(&word) || list.contains(&folded);
    if is_in(HERO) {
        NodeRef::Protagonist
    } else if is_in(PERSON) {
        NodeRef::Last { person: true }
    } else if is_in(THING) {
        NodeRef::Last { person: false }
    } else if is_in(HERE) {
        NodeRef::Current
    } else {
        NodeRef::Named(node_name(text))
    }
}

/// Whether words mean a person without naming one.
pub(super) fn is_person(who: &NodeRef) -> bool {
    matches!(who, NodeRef::Protagonist | NodeRef::Last { person: true })
}

/// A title without the word for what it is: `the scene Night`, `场景“夜”`, `“夜”场景`.
pub(super) fn node_name(text: &str) -> String {
    let text = text.trim();
    let folded = fold_text(text);
    for before in [
        "the ",
        "node ",
        "scene ",
        "chapter ",
        "character ",
        "节点",
        "场景",
        "章节",
        "角色",
        "人物",
    ] {
        if folded.starts_with(before) && before.chars().count() < folded.chars().count() {
            let rest: String = text.chars().skip(before.chars().count()).collect();
            // An article is usually part of a title: `The Matrix`.
            if before != "the " {
                return unquote(&rest);
            }
            let inner = node_name(&rest);
            return if inner.len() < rest.trim().len() {
                inner
            } else {
                text.to_owned()
            };
        }
    }
    for after in [
        " node",
        " scene",
        " chapter",
        "节点",
        "这个节点",
        "这个场景",
    ] {
        if let Some(kept) = folded.strip_suffix(after) {
            return unquote(&text.chars().take(kept.chars().count()).collect::<String>());
        }
    }
    unquote(text)
}

/// The words inside quotes, if the whole text is quoted.
pub(super) fn unquote(text: &str) -> String {
    let text = text.trim();
    let marks = [
        ('“', '”'),
        ('「', '」'),
        ('『', '』'),
        ('《', '》'),
        ('"', '"'),
        ('\'', '\''),
        ('‘', '’'),
        ('`', '`'),
    ];
    for (open, close) in marks {
        let inner = text
            .strip_prefix(open)
            .and_then(|it| it.strip_suffix(close));
        if let Some(inner) = inner.filter(|it| !it.contains(close)) {
            return inner.to_owned();
        }
    }
    text.to_owned()
}

/// The kinds of nodes, each with its words.
const KINDS: &[(&str, &[&str])] = &[
    (
        "scene",
        &[
            "scene", "scenes", "node", "nodes", "chapter", "chapters", "场景", "节点", "章节",
            "章", "幕", "情节",
        ],
    ),
    (
        "character",
        &[
            "character",
            "characters",
            "person",
            "people",
            "hero",
            "heroes",
            "角色",
            "人物",
            "人",
        ],
    ),
    (
        "place",
        &[
            "place",
            "places",
            "location",
            "locations",
            "地点",
            "地方",
            "场所",
        ],
    ),
    ("note", &["note", "notes", "笔记", "备注", "便签"]),
    ("group", &["group", "groups", "分组", "组"]),
];

/// The kind of node a word means.
pub(super) fn kind(word: &str) -> Option<&'static str> {
    let word = fold_text(word);
    let word = without_courtesy(&word);
    KINDS.iter().find(|it| it.1.contains(&word)).map(|it| it.0)
}

/// Whether a word leaves the kind open.
pub(super) fn is_any_kind(word: &str) -> bool {
    ["node", "nodes", "节点"].contains(&fold_text(word).as_str())
}

const CAPABILITIES: &[(&str, &[&str])] = &[
    (
        "kv",
        &[
            "kv",
            "attribute",
            "attributes",
            "data",
            "settings",
            "properties",
            "fields",
            "name",
            "属性",
            "数据",
            "设定",
            "资料",
            "名字",
        ],
    ),
    (
        "image",
        &[
            "image",
            "picture",
            "portrait",
            "illustration",
            "avatar",
            "drawing",
            "images",
            "pictures",
            "图片",
            "图",
            "头像",
            "肖像",
            "插图",
            "图像",
            "画",
        ],
    ),
    (
        "text",
        &[
            "text",
            "prose",
            "words",
            "writing",
            "draft",
            "story text",
            "正文",
            "文字",
            "文本",
            "内容",
            "文章",
        ],
    ),
];

/// The capability a word means.
pub(super) fn capability(word: &str) -> Option<&'static str> {
    let word = fold_text(word);
    let word = without_courtesy(word.trim_end_matches('的'));
    CAPABILITIES
        .iter()
        .find(|it| it.1.contains(&word))
        .map(|it| it.0)
}

/// The words for pictures, longest first, with the shape each implies.
pub(super) const PICTURES: &[(&str, Option<Shape>)] = &[
    ("profile picture", Some(Shape::Avatar)),
    ("character portrait", Some(Shape::Portrait)),
    ("self-portrait", Some(Shape::Portrait)),
    ("head shot", Some(Shape::Avatar)),
    ("concept art", Some(Shape::Wide)),
    ("illustration", None),
    ("landscape", Some(Shape::Wide)),
    ("headshot", Some(Shape::Avatar)),
    ("portrait", Some(Shape::Portrait)),
    ("painting", None),
    ("artwork", None),
    ("picture", None),
    ("drawing", None),
    ("avatar", Some(Shape::Avatar)),
    ("banner", Some(Shape::Wide)),
    ("poster", Some(Shape::Tall)),
    ("sketch", None),
    ("image", None),
    ("photo", None),
    ("cover", Some(Shape::Tall)),
    ("pic", None),
    ("角色头像", Some(Shape::Avatar)),
    ("大头贴", Some(Shape::Avatar)),
    ("大头像", Some(Shape::Avatar)),
    ("半身像", Some(Shape::Portrait)),
    ("肖像画", Some(Shape::Portrait)),
    ("头像", Some(Shape::Avatar)),
    ("肖像", Some(Shape::Portrait)),
    ("画像", Some(Shape::Portrait)),
    ("立绘", Some(Shape::Portrait)),
    ("风景画", Some(Shape::Wide)),
    ("概念图", Some(Shape::Wide)),
    ("横幅", Some(Shape::Wide)),
    ("海报", Some(Shape::Tall)),
    ("封面", Some(Shape::Tall)),
    ("插图", None),
    ("插画", None),
    ("配图", None),
    ("图片", None),
    ("图像", None),
    ("照片", None),
    ("草图", None),
    ("图画", None),
    ("图", None),
    ("画", None),
];

/// A number in figures or in words, up to twenty.
pub(super) fn number(text: &str) -> Option<u64> {
    let folded = fold_text(text);
    if let Ok(number) = folded.parse() {
        return Some(number);
    }
    const WORDS: &[(&str, u64)] = &[
        ("once", 1),
        ("one", 1),
        ("first", 1),
        ("a", 1),
        ("twice", 2),
        ("two", 2),
        ("second", 2),
        ("three", 3),
        ("third", 3),
        ("thrice", 3),
        ("four", 4),
        ("fourth", 4),
        ("five", 5),
        ("fifth", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("一", 1),
        ("两", 2),
        ("二", 2),
        ("三", 3),
        ("四", 4),
        ("五", 5),
        ("六", 6),
        ("七", 7),
        ("八", 8),
        ("九", 9),
        ("十", 10),
    ];
    WORDS.iter().find(|it| it.0 == folded).map(|it| it.1)
}

/// Keys that mean the same in English and Chinese, for finding the one a node already has.
pub(super) const SYNONYMS: &[&[&str]] = &[
    &["name", "full name", "姓名", "名字", "名称", "名"],
    &["age", "年龄", "岁数", "年纪"],
    &["gender", "sex", "性别"],
    &["hair", "hair color", "hair colour", "头发", "发色"],
    &[
        "eyes",
        "eye color",
        "eye colour",
        "眼睛",
        "瞳色",
        "眼睛颜色",
    ],
    &["height", "身高"],
    &["weight", "体重"],
    &["job", "occupation", "profession", "role", "职业", "工作"],
    &["mood", "情绪", "心情", "氛围"],
    &["place", "location", "setting", "地点", "位置"],
    &["time", "时间"],
    &["weather", "天气"],
    &["personality", "性格"],
    &["goal", "目标"],
    &["fear", "恐惧", "害怕"],
    &["clothes", "clothing", "outfit", "衣服", "服装", "穿着"],
    &["background", "背景"],
    &["status", "状态"],
];

/// Whether a key holds a name of a person.
pub(super) fn is_name_key(key: &str) -> bool {
    SYNONYMS[0].contains(&fold_text(key).as_str())
}
