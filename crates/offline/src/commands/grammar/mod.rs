//! The grammar: a list of rules in order of precedence, each with patterns and a function that
//! turns what they match into a command. Enter through [`parse`]. A new command is one [`Rule`];
//! `clauses.rs` finds the clauses.

mod asking;
mod attributes;
mod measuring;
mod nodes;
mod pictures;
mod prose;

use std::ops::Range;
use std::sync::LazyLock;

use super::command::{Command, NodeRef};
use super::lexicon;
use super::normalized::NormalizedText;
use super::pattern::{Pattern, Slots};
pub(super) use prose::opens_prose;

/// How far the last slot of a rule may extend over a comma or an *and*.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum SlotExtent {
    /// A name: at most over an *and*, if what follows looks like more of the name.
    Name,
    /// Prose, a description, words to search for: up to the next command.
    Prose,
    /// Nothing may follow.
    Closed,
}

/// One rule of the grammar.
struct Rule {
    extent: SlotExtent,
    patterns: &'static [&'static str],
    /// `None` if the words turn out to mean something else.
    build: fn(&Captures<'_>) -> Option<Command>,
}

/// A parsed clause.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parsed {
    /// Its meaning.
    pub(super) command: Command,
    /// Whether it is in Chinese.
    pub(super) chinese: bool,
    /// How far it may extend.
    pub(super) extent: SlotExtent,
}

/// What a pattern matched in a clause.
struct Captures<'a> {
    normalized: &'a NormalizedText<'a>,
    slots: Slots,
    chinese: bool,
}

impl Captures<'_> {
    fn range(&self, slot: &str) -> Option<Range<usize>> {
        self.slots
            .iter()
            .find(|it| it.0 == slot)
            .map(|it| it.1.clone())
    }

    /// The value of a slot; `None` if it is missing or contains only separators.
    fn text(&self, slot: &str) -> Option<String> {
        self.range(slot)
            .map(|it| self.normalized.value(it))
            .filter(|it| !it.is_empty())
    }

    /// The words of a slot as written, final punctuation kept: prose.
    fn prose(&self, slot: &str) -> Option<String> {
        self.range(slot)
            .map(|it| self.normalized.prose(it))
            .filter(|it| !it.is_empty())
    }

    fn is_quoted(&self, slot: &str) -> bool {
        self.range(slot)
            .is_some_and(|it| self.normalized.quoted(it).is_some())
    }

    fn who(&self, slot: &str) -> Option<NodeRef> {
        let text = self.text(slot)?;
        Some(if self.is_quoted(slot) {
            NodeRef::Named(text)
        } else {
            lexicon::who(&text)
        })
    }

    fn node_or_implicit(&self, slot: &str) -> NodeRef {
        self.who(slot).unwrap_or(NodeRef::Implicit)
    }

    fn node_or_current(&self, slot: &str) -> NodeRef {
        self.who(slot).unwrap_or(NodeRef::Current)
    }
}

static RULES: LazyLock<Vec<(&'static Rule, Vec<Pattern>)>> = LazyLock::new(|| {
    let catalogue = [
        asking::FIXED,
        measuring::FIXED,
        asking::VERSIONS,
        nodes::START,
        nodes::ENDINGS,
        prose::CREATIVE_REQUESTS,
        nodes::EDGES,
        pictures::RULES,
        attributes::NEW,
        prose::RULES,
        nodes::RULES,
        attributes::NAMES,
        attributes::RULES,
        nodes::REMOVALS,
        asking::RULES,
    ];
    let rules = catalogue.into_iter().flatten();
    rules
        .map(|it| {
            (
                it,
                it.patterns.iter().map(|text| Pattern::new(text)).collect(),
            )
        })
        .collect()
});

/// Polite words before a command that add no meaning.
const POLITE: &[&str] = &[
    "please ",
    "can you ",
    "could you ",
    "would you ",
    "will you ",
    "i want you to ",
    "i'd like ",
    "i would like ",
    "i want ",
    "i would like you to ",
    "i'd like you to ",
    "i want to ",
    "i'd like to ",
    "let's ",
    "now ",
    "also ",
    "then ",
    "and ",
    "next ",
    "finally ",
    "just ",
    "kindly ",
    "after that ",
    "first ",
    "ok ",
    "okay ",
    "so ",
    "but ",
    "hey ",
    "let us ",
    "go and ",
    "afterwards ",
    "& ",
    "请你",
    "请",
    "麻烦你",
    "麻烦",
    "帮我",
    "帮忙",
    "能不能",
    "可不可以",
    "你能",
    "可以",
    "能否",
    "我想要你",
    "我想让你",
    "我想",
    "我要你",
    "我希望",
    "然后",
    "接着",
    "再",
    "并且",
    "并",
    "最后",
    "同时",
    "顺便",
    "现在",
    "还有",
    "以及",
    "随后",
    "之后",
    "另外",
    "此外",
    "首先",
    "先",
    "也",
    "而且",
    "好的",
    "好",
    "于是",
    "给我",
];

/// Words after a command that add no meaning.
const TRAILING: &[&str] = &[
    " please",
    " for me",
    " now",
    " thanks",
    " thank you",
    " too",
    " as well",
    "一下",
    "好吗",
    "可以吗",
    "行吗",
    "谢谢",
];

/// Names that end in the particle's character.
const BA_PREFIXES: &[char] = &[
    '酒', '网', '书', '贴', '茶', '吊', '清', '球', '嘴', '尾', '泥', '哑', '下',
];

/// The clause without polite words before and after it.
fn without_courtesy(normalized: &NormalizedText<'_>, range: Range<usize>) -> Range<usize> {
    let mut range = normalized.trim(range);
    let starts = |range: &Range<usize>, word: &str| {
        let length = word.chars().count();
        length < range.len()
            && word
                .chars()
                .eq(normalized.letters[range.start..][..length].iter().copied())
    };
    let longest = |range: &Range<usize>| {
        POLITE
            .iter()
            .filter(|it| starts(range, it))
            .max_by_key(|it| it.len())
    };
    while let Some(word) = longest(&range) {
        range = normalized.trim(range.start + word.chars().count()..range.end);
    }
    loop {
        let before = range.end;
        for word in TRAILING {
            let length = word.chars().count();
            let at = range.end.saturating_sub(length);
            if at > range.start
                && word
                    .chars()
                    .eq(normalized.letters[at..range.end].iter().copied())
            {
                range.end = at;
            }
        }
        if range.len() > 2
            && normalized.letters[range.end - 1] == '吧'
            && !BA_PREFIXES.contains(&normalized.letters[range.end - 2])
        {
            range.end -= 1;
        }
        range = normalized.trim(range);
        if range.end == before {
            return range;
        }
    }
}

static ELLIPTICAL_PATTERNS: LazyLock<[Pattern; 2]> = LazyLock::new(|| {
    [
        Pattern::new("[his |her |their |its |the |]<k> [to|=|as|into] <v>"),
        Pattern::new("<k>[为|是|:|=]<v>"),
    ]
});

/// The meaning of a clause that omits the verb of the previous one: *and hair to red*.
pub(super) fn parse_elliptical(
    normalized: &NormalizedText<'_>,
    range: Range<usize>,
    before: &Parsed,
) -> Option<Parsed> {
    let range = without_courtesy(normalized, range);
    let slots = ELLIPTICAL_PATTERNS
        .iter()
        .find_map(|it| it.matches(&normalized.letters, range.clone()))?;
    let caught = Captures {
        normalized,
        slots,
        chinese: before.chinese,
    };
    let (key, value) = (caught.text("k")?, caught.text("v")?);
    let command = match &before.command {
        Command::Set { who, .. } => Command::Set {
            who: who.clone(),
            key,
            value,
        },
        Command::Rename { .. } => Command::Rename {
            who: Some(lexicon::who(&key)),
            name: value,
            person: false,
        },
        _ => return None,
    };
    Some(Parsed {
        command,
        chinese: before.chinese,
        extent: SlotExtent::Name,
    })
}

/// The meaning of a clause; `None` if no rule matches.
pub(super) fn parse(normalized: &NormalizedText<'_>, range: Range<usize>) -> Option<Parsed> {
    let without_courtesy = without_courtesy(normalized, range.clone());
    // Prose keeps its final full stop, so it is added to the clause again.
    let end = normalized
        .trim_spaces(without_courtesy.start..range.end.max(without_courtesy.end))
        .end;
    let stop = |it: &char| "。.!?！？…".contains(*it);
    let whole = if normalized.letters[without_courtesy.end..end]
        .iter()
        .all(stop)
    {
        end
    } else {
        without_courtesy.end
    };
    for (rule, patterns) in RULES.iter() {
        let end = if rule.extent == SlotExtent::Prose {
            whole
        } else {
            without_courtesy.end
        };
        for pattern in patterns {
            let Some(slots) = pattern.matches(&normalized.letters, without_courtesy.start..end)
            else {
                continue;
            };
            let chinese = pattern.chinese;
            if let Some(command) = (rule.build)(&Captures {
                normalized,
                slots,
                chinese,
            }) {
                // A title is a name, even in a rule that may hold prose.
                let titled = matches!(&command, Command::Create(node) if node.text.is_none());
                let extent = if titled {
                    SlotExtent::Name
                } else {
                    rule.extent
                };
                return Some(Parsed {
                    command,
                    chinese,
                    extent,
                });
            }
        }
    }
    None
}
