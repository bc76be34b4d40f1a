//! Whether a text mentions a name, which other names a node has, and which words of an instruction
//! are worth searching for. Pure.

use std::ops::Range;

use model::Node;
use model::contents::KV;

/// Names shorter than this, in characters, occur in texts by chance.
const MIN_NAME_CHARS: usize = 2;
/// How many words of an instruction are searched for, at most.
const MAX_SEARCH_TERMS: usize = 12;
/// Latin words shorter than this are rarely names.
const MIN_TERM_CHARS: usize = 4;

/// Attributes that hold another name, in lower case.
const ALIAS_KEYS: &[&str] = &[
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

/// Words that are common in instructions and name nothing in the story.
const STOP_WORDS: &[&str] = &[
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

/// Whether a name, in lower case, is long enough to search for.
pub(super) fn is_name(name: &str) -> bool {
    name.chars().count() >= MIN_NAME_CHARS
}

/// Whether a match in a text is a whole word, in scripts with spaces.
pub(super) fn is_whole_word(text: &str, found: Range<usize>) -> bool {
    let within = &text[found.clone()];
    let (first, last) = (within.chars().next(), within.chars().next_back());
    let before = text[..found.start].chars().next_back();
    let after = text[found.end..].chars().next();
    !is_inside_word(before, first) && !is_inside_word(last, after)
}

/// Whether two characters belong to one word of a script with spaces.
fn is_inside_word(one: Option<char>, other: Option<char>) -> bool {
    let spaced = |it: char| it.is_alphanumeric() && !is_chinese(it);
    one.is_some_and(spaced) && other.is_some_and(spaced)
}

fn is_chinese(letter: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&letter)
}

/// The capability whose data holds a node's other names.
pub(super) const ALIAS_CAPABILITY: &str = KV;

/// The other names of a node, from its attributes.
pub(super) fn aliases_of(node: &Node) -> Vec<String> {
    let naming = node
        .attributes()
        .filter(|(key, _)| ALIAS_KEYS.contains(&&*key.trim().to_lowercase()));
    naming
        .flat_map(|(_, value)| value.split([',', ';', '/', '，', '、', '；']))
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty())
        .collect()
}

/// The text of a node in which names are searched for.
pub(super) fn prose(node: &Node) -> String {
    let mut text = node.prose().to_owned();
    for (_, value) in node.attributes() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(value);
    }
    text
}

/// The words of an instruction that may name something: longer Latin words, and Chinese text in
/// overlapping pieces of two to three characters.
pub(super) fn search_terms(instruction: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |word: String| {
        if words.len() < MAX_SEARCH_TERMS && !words.contains(&word) {
            words.push(word);
        }
    };
    for run in instruction.split(|it: char| !it.is_alphanumeric()) {
        let letters: Vec<char> = run.chars().collect();
        for part in letters.chunk_by(|one, other| is_chinese(*one) == is_chinese(*other)) {
            let word: String = part.iter().collect::<String>().to_lowercase();
            if !part.first().is_some_and(|it| is_chinese(*it)) {
                if part.len() >= MIN_TERM_CHARS && !STOP_WORDS.contains(&&*word) {
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
