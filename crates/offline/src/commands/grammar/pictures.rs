//! Pictures: *make a portrait*, *draw the lighthouse at night*, 画一张赛博朋克风格的头像.

use std::ops::Range;

use super::{Captures, Rule, SlotExtent};
use crate::commands::command::{Command, NodeRef, PictureRequest, Shape};
use crate::commands::lexicon::{self, PICTURES};
use crate::commands::normalized::fold_text;

pub(super) const RULES: &[Rule] = &[
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "[make|generate|create|render|produce|design|give|draw|paint] <who> [a |an |another |one |some ][new |]<wish>",
            "<verb=draw|paint|sketch|illustrate> [me |us |][a |an |another |one |some |the |][new |]<wish>",
            "[make|generate|create|render|produce|design|give|add|do|get|i need|i want|we need] [me |us |][a |an |another |one |some |the |][new |]<wish>",
            "[portrait|picture|image|illustration|avatar] <of>",
        ],
        build: english,
    },
    Rule {
        extent: SlotExtent::Prose,
        patterns: &[
            "[给|为|帮|替]<who>[来|要|弄|出|做|配|生成|制作|创建|添加|加|设计|画|绘制|绘|创作|生成出][上|出|了|][一|1|个|][张|幅|副|个|]<wish>",
            "<verb=画|绘制|绘|描绘>[出|一下|][一张|一幅|一副|1张|张|幅|一座|一个|一只|一位|一片|一条|一棵|一栋|一间|一艘|一辆|一匹|]<wish>",
            "[来|要|弄|出|做|配|搞|创建|添加|加|设计|新建|给]<measure=一张|一幅|一副|张|幅|1张|个|一个><wish>",
            "[生成|制作|创作|设计|渲染|做|配|来|创建][出|一个|一下|][一张|一幅|一副|1张|张|幅|个|]<wish>",
            "用<wish>[画|生成|制作]<measure=一张|一幅|张|幅><noun=头像|肖像|插图|插画|图片|画|图>",
            "[把|将]<wish>[画|绘制|描绘][成|为][一|][张|幅]<noun=头像|肖像|插图|插画|图片|画|图>",
            "[把|将]<wish>[画|绘制|描绘][出来|下来]",
        ],
        build: chinese,
    },
];

/// The word for a picture at the end of a text: where it begins, and its shape.
fn picture_at_end(head: &str) -> Option<(usize, Option<Shape>)> {
    let found = PICTURES.iter().find(|it| {
        let before = head.strip_suffix(it.0);
        let spaced = it.0.is_ascii();
        before.is_some_and(|it| !spaced || it.is_empty() || it.ends_with([' ', '-', ',']))
    })?;
    Some((head.len() - found.0.len(), found.1))
}

/// Where the words for the kind of picture end and the description begins.
const BREAKS: &[&str] = &[
    " of ",
    " for ",
    " showing ",
    " depicting ",
    " featuring ",
    " with ",
    " in ",
    " at ",
    " from ",
    " that ",
    " where ",
    " called ",
    " named ",
    " after ",
    " about ",
    " as ",
    ", ",
    ": ",
    " on ",
    " under ",
    " titled ",
    " wearing ",
    " by ",
    " to ",
    " between ",
];

/// The same, after the subject of a picture.
const SUBJECT_ENDS: &[&str] = &[
    " in ",
    " at ",
    " with ",
    " wearing ",
    " standing ",
    " as ",
    ", ",
    " on ",
    " under ",
    " during ",
    " by ",
    " holding ",
    " sitting ",
    " running ",
    " before ",
    " near ",
    " against ",
    " who ",
    " from ",
    " walking ",
    " looking ",
];

fn first_break(text: &str, breaks: &[&str]) -> Option<usize> {
    breaks.iter().filter_map(|it| text.find(it)).min()
}

/// The shape and ratio that words request.
fn shape_of(folded: &str, own: Option<Shape>) -> (Option<Shape>, Option<String>) {
    let has = |list: &[&str]| list.iter().any(|it| folded.contains(it));
    let shape = if has(&[
        "landscape",
        "panorama",
        "wide",
        "widescreen",
        "横幅",
        "横版",
        "宽幅",
        "横向",
    ]) {
        Some(Shape::Wide)
    } else if has(&["square", "方形", "正方"]) {
        Some(Shape::Square)
    } else if own.is_none() && has(&["upright", "vertical", "竖版", "竖幅", "竖向", "竖屏"])
    {
        Some(Shape::Tall)
    } else {
        own
    };
    (shape, ratio(folded))
}

/// A ratio such as `16:9` among the words.
pub(super) fn ratio(folded: &str) -> Option<String> {
    folded
        .split(|c: char| !(c.is_ascii_digit() || c == ':'))
        .find_map(|word| {
            let (width, height) = word.split_once(':')?;
            let fits =
                |it: &str| (1..=2).contains(&it.len()) && it.parse().is_ok_and(|it: u8| it > 0);
            (fits(width) && fits(height)).then(|| word.to_owned())
        })
}

/// A text without its ratio and the words around it.
fn without_ratio(text: &str, ratio: Option<&String>) -> String {
    let Some(ratio) = ratio else {
        return text.to_owned();
    };
    let wide = ratio.replace(':', "：");
    let mut text = text.to_owned();
    for ratio in [ratio, &wide] {
        for frame in [
            ("in ", " format"),
            ("in ", ""),
            ("with ratio ", ""),
            ("as ", ""),
            ("比例为", ""),
            ("比例", ""),
            ("ratio ", ""),
            ("", "的"),
            ("", ""),
        ] {
            text = text.replace(&format!("{}{ratio}{}", frame.0, frame.1), "");
        }
    }
    text.trim_matches(|c: char| c.is_whitespace() || ",，、.。".contains(c))
        .to_owned()
}

const ARTICLES: &[&str] = &["a ", "an ", "another ", "one ", "some "];

fn english(it: &Captures<'_>) -> Option<Command> {
    let range = it.range("of").or_else(|| it.range("wish"))?;
    let text = it.normalized.prose(range.clone());
    let folded = it.normalized.folded(range.clone());
    // Folding keeps every letter's position, so that positions in one text are valid in the other.
    let text_from = |at: usize| tail(it, &range, folded[..at].chars().count());
    let cut = first_break(&folded, BREAKS).unwrap_or(folded.len());
    let head = folded[..cut].trim_end_matches(['.', '!', '?', ' ', '"']);
    let draws = it.range("verb").is_some() || it.range("of").is_some();
    if it.range("of").is_some() && !folded.starts_with("of ") && !folded.starts_with("for ") {
        return None;
    }
    let picture = if it.range("of").is_some() {
        None
    } else {
        picture_at_end(head)
    };
    if picture.is_none() && !draws {
        return None;
    }
    let (own, adjectives, rest) = match picture {
        Some((at, shape)) => (
            shape,
            leading_description(it, &range, &folded[..at]),
            text_from(cut),
        ),
        None => (None, String::new(), text.clone()),
    };
    let (shape, ratio) = shape_of(&it.normalized.folded(range.clone()), own);
    let mut rest = without_ratio(
        rest.trim_matches(|c: char| " ,.:".contains(c)),
        ratio.as_ref(),
    );
    let mut who = match it.text("who").as_deref() {
        Some("me" | "us") | None => None,
        // "Make a dog a portrait" is more likely a misparsed "make a … portrait of a …".
        Some(text) if ARTICLES.iter().any(|it| text.starts_with(it)) => return None,
        Some(_) => it.who("who"),
    };
    let mut subject = None;
    if rest.starts_with("of ") || rest.starts_with("for ") || (picture.is_none() && draws) {
        let body = rest
            .split_once(' ')
            .filter(|it| it.0 == "of" || it.0 == "for");
        let body = body.map_or(rest.as_str(), |it| it.1).to_owned();
        let end = first_break(&body, SUBJECT_ENDS).unwrap_or(body.len());
        match lexicon::who(&body[..end]) {
            NodeRef::Named(name) => {
                // A node's title begins with a capital; "a lighthouse" is not a node.
                subject =
                    Some(name).filter(|it| it.chars().next().is_some_and(|c| !c.is_lowercase()));
                rest = body;
            }
            known => {
                who = Some(known);
                body[end..].trim_matches([' ', ',']).clone_into(&mut rest);
            }
        }
    }
    let mut description = rest;
    let (leads, is_free) = (["with ", "in ", "at "], who.is_none() && subject.is_none());
    if let Some((at, _)) =
        picture.filter(|_| is_free && leads.iter().any(|it| description.starts_with(it)))
    {
        // "A landscape with mountains": the kind is part of the description.
        description = format!("{} {description}", &head[at..]);
    }
    let adjectives = without_ratio(adjectives.trim(), ratio.as_ref());
    if !adjectives.is_empty() {
        let gap = if description.is_empty() { "" } else { ", " };
        description = format!("{description}{gap}{adjectives}");
    }
    Some(Command::Paint(PictureRequest {
        who,
        subject,
        description,
        shape,
        ratio,
        chinese: false,
    }))
}

/// The words of a range from its nth letter on.
fn tail(it: &Captures<'_>, range: &Range<usize>, letters: usize) -> String {
    it.normalized.prose(range.start + letters..range.end)
}

/// The words before the word for the picture that describe it.
fn leading_description(it: &Captures<'_>, range: &Range<usize>, folded: &str) -> String {
    let words = it
        .normalized
        .source(range.start..range.start + folded.chars().count())
        .trim();
    let filler = [
        "new",
        "nice",
        "good",
        "great",
        "beautiful",
        "another",
        "a",
        "the",
        "square",
        "wide",
    ];
    let kept: Vec<&str> = words.split(' ').filter(|it| !filler.contains(it)).collect();
    kept.join(" ")
}

/// Where the words before the first separator end; the colon of a ratio is not one.
fn head_end(folded: &str) -> usize {
    let digit = |it: Option<char>| it.is_some_and(|c| c.is_ascii_digit());
    let stops = folded.match_indices([',', ':', '、', '(']).map(|it| it.0);
    let is_stop = |at: &usize| {
        !(digit(folded[..*at].chars().next_back()) && digit(folded[at + 1..].chars().next()))
    };
    let mut stops = stops.filter(|at| !folded[*at..].starts_with(':') || is_stop(at));
    stops.next().unwrap_or(folded.len())
}

fn chinese(it: &Captures<'_>) -> Option<Command> {
    let range = it.range("wish")?;
    let folded = it.normalized.folded(range.clone());
    let cut = head_end(&folded);
    let head = folded[..cut].trim_end_matches(['。', '!', '?', '.', ' ']);
    let noun = it.text("noun");
    let picture = noun.as_deref().or(Some(head)).and_then(picture_at_end);
    let draws = it.range("verb").is_some() || it.range("measure").is_some_and(|it| it.len() > 1);
    let is_drawn = draws && it.range("measure").is_none();
    if picture.is_none() && !is_drawn && noun.is_none() {
        return None;
    }
    let letters = match (picture, &noun) {
        (Some((at, _)), None) => head[..at].chars().count(),
        _ => head.chars().count(),
    };
    let before = it
        .normalized
        .source(range.start..range.start + letters)
        .to_owned();
    let (shape, ratio) = shape_of(&folded, picture.and_then(|it| it.1));
    let before = without_ratio(before.trim().trim_end_matches('的'), ratio.as_ref());
    let behind = tail(it, &range, head.chars().count());
    let behind = behind.trim_start_matches(['，', ',', '：', ':', '、', ' ']);
    let behind = without_ratio(behind.trim_end_matches(['。', '.']), ratio.as_ref());
    let mut request = PictureRequest {
        who: it.who("who"),
        subject: None,
        description: String::new(),
        shape,
        ratio,
        chinese: true,
    };
    let own = read_subject(&mut request, strip_shape(&before));
    let parts = [own.as_str(), behind.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    request.description = parts.join("，");
    Some(Command::Paint(request))
}

/// A description without the words that request a shape.
fn strip_shape(text: &str) -> &str {
    let words = [
        "横幅",
        "横版",
        "宽幅",
        "竖版",
        "方形",
        "正方形",
        "新",
        "新的",
        "好看的",
        "漂亮的",
    ];
    if words.contains(&text.trim_end_matches('的')) {
        ""
    } else {
        text
    }
}

/// Words for a person that a description may begin with.
const PEOPLE: &[&str] = &[
    "男主角",
    "女主角",
    "主角",
    "男主人公",
    "女主人公",
    "主人公",
    "这个角色",
    "他",
    "她",
];

/// Distinguishes a style from a name before 的头像.
const STYLES: &[&str] = &[
    "风格", "色", "样式", "背景", "式", "版", "中", "下", "里", "上", "风",
];

/// Determines whom a picture shows; returns the rest of the description.
fn read_subject(request: &mut PictureRequest, text: &str) -> String {
    let folded = fold_text(text);
    if let Some(word) = PEOPLE.iter().find(|it| folded.starts_with(**it)) {
        let rest: String = text.chars().skip(word.chars().count()).collect();
        request.who = request.who.take().or_else(|| Some(lexicon::who(word)));
        return rest.trim_start_matches('的').to_owned();
    }
    let is_here = !matches!(lexicon::who(text), NodeRef::Named(_));
    if is_here && !text.is_empty() {
        request.who = request.who.take().or_else(|| Some(lexicon::who(text)));
        return String::new();
    }
    let is_style = STYLES.iter().any(|it| folded.ends_with(it));
    let is_portrait = matches!(request.shape, Some(Shape::Avatar | Shape::Portrait));
    let is_name = is_portrait && !is_style && !text.contains('的') && !text.is_empty();
    if is_name && request.who.is_none() && text.chars().count() <= 12 {
        request.subject = Some(lexicon::unquote(text));
        return lexicon::unquote(text);
    }
    text.to_owned()
}
