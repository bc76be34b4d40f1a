//! Whether a text names something, which other names a node goes by, and which words of an
//! instruction are worth a search. Pure.

use std::ops::Range;

use model::Node;

/// Names shorter than this, in characters, stand in texts by chance.
const SHORTEST: usize = 2;
/// Words of an instruction that are searched for, at most.
const SEARCHED: usize = 12;
/// Latin words shorter than this are rarely names.
const TELLING: usize = 4;

/// Attributes that hold another name, in lower case.
const NAMING: &[&str] = &[
    "name",
    "names",
    "alias",
    "aliases",
    "aka",
    "also known as",
    "nickname",
    "called",
    "title",
    "名",
    "名字",
    "姓名",
    "别名",
    "别称",
    "外号",
    "绰号",
    "昵称",
    "又名",
    "称号",
];

/// Words that stand in instructions and name nothing in the story.
const PLAIN: &[&str] = &[
    "about",
    "after",
    "again",
    "before",
    "change",
    "character",
    "create",
    "delete",
    "edit",
    "every",
    "from",
    "give",
    "have",
    "image",
    "into",
    "link",
    "make",
    "more",
    "name",
    "node",
    "place",
    "please",
    "read",
    "remove",
    "rename",
    "scene",
    "show",
    "story",
    "tell",
    "text",
    "that",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "update",
    "what",
    "when",
    "where",
    "which",
    "with",
    "write",
    "your",
];

/// Whether a name, in lower case, is long enough to be looked for.
pub(super) fn is_name(name: &str) -> bool {
    name.chars().count() >= SHORTEST
}

/// Whether what was found in a text stands as words of its own, where the script has spaces.
pub(super) fn stands_alone(text: &str, found: Range<usize>) -> bool {
    let within = &text[found.clone()];
    let (first, last) = (within.chars().next(), within.chars().next_back());
    let before = text[..found.start].chars().next_back();
    let after = text[found.end..].chars().next();
    !within_word(before, first) && !within_word(last, after)
}

/// Whether two characters belong to one word of a script that has spaces between words.
fn within_word(one: Option<char>, other: Option<char>) -> bool {
    let spaced = |it: char| it.is_alphanumeric() && !is_chinese(it);
    one.is_some_and(spaced) && other.is_some_and(spaced)
}

fn is_chinese(letter: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&letter)
}

/// The capability whose data hold a node's other names.
pub(super) const NAMED_IN: &str = "kv";

/// The other names of a node, from its attributes.
pub(super) fn aliases_of(node: &Node) -> Vec<String> {
    let items = node
        .data
        .get(NAMED_IN)
        .and_then(|it| it["items"].as_array());
    let naming = items.into_iter().flatten().filter(|it| {
        let key = it["k"].as_str().unwrap_or_default().trim().to_lowercase();
        NAMING.contains(&&*key)
    });
    let values = naming.filter_map(|it| it["v"].as_str());
    values
        .flat_map(|it| it.split([',', ';', '/', '，', '、', '；']))
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty())
        .collect()
}

/// What a node says, for names to be looked for in it.
pub(super) fn prose(node: &Node) -> String {
    let text = node.data.get("text").and_then(|it| it["text"].as_str());
    let items = node.data.get("kv").and_then(|it| it["items"].as_array());
    let values = items
        .into_iter()
        .flatten()
        .filter_map(|it| it["v"].as_str());
    text.into_iter()
        .chain(values)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The words of an instruction that may name something: longer Latin words, and runs of Chinese in
/// pieces of two to three characters.
pub(super) fn telling_words(instruction: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |word: String| {
        if words.len() < SEARCHED && !words.contains(&word) {
            words.push(word);
        }
    };
    for run in instruction.split(|it: char| !it.is_alphanumeric()) {
        let letters: Vec<char> = run.chars().collect();
        for part in letters.chunk_by(|one, other| is_chinese(*one) == is_chinese(*other)) {
            let word: String = part.iter().collect::<String>().to_lowercase();
            if !part.first().is_some_and(|it| is_chinese(*it)) {
                if part.len() >= TELLING && !PLAIN.contains(&&*word) {
                    add(word);
                }
            } else if part.len() <= 3 {
                add(word);
            } else {
                part.windows(2).for_each(|it| add(it.iter().collect()));
            }
        }
    }
    words
}
