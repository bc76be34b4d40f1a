//! What the styles and lists of a document mean for its text.

use std::collections::HashMap;

use crate::import::{TextStyle, Token, attribute, walk};
use crate::novel::style_role::{Role, role_of};

/// A chain of styles based on each other is followed this far.
const MAX_CHAIN: usize = 16;

/// The styles of a document by their ids.
#[derive(Default)]
pub(super) struct Styles(HashMap<String, Style>);

#[derive(Default)]
struct Style {
    role: Option<Role>,
    /// The list that its paragraphs are items of, and how deep it is.
    list: Option<(String, usize)>,
    /// How it changes words, if it is a style for words.
    words: TextStyle,
    based_on: Option<String>,
}

impl Styles {
    pub(super) fn read(text: &str) -> Self {
        let mut styles = HashMap::<String, Style>::new();
        let (mut id, mut is_for_words) = (String::new(), false);
        let _ = walk(text, |token| {
            let Token::Open(name, tag) = token else {
                return;
            };
            let value = || attribute(tag, "val").unwrap_or_default();
            if name == "style" {
                id = attribute(tag, "styleId").unwrap_or_default();
                is_for_words = attribute(tag, "type").is_some_and(|it| it == "character");
            }
            let style = styles.entry(id.clone()).or_default();
            match name.as_str() {
                "name" => style.role = role_of(&value()),
                "outlinelvl" => {
                    let level = value().parse::<u8>().ok().filter(|it| *it < 9);
                    style.role = style.role.or(level.map(|it| Role::Heading(it + 1)));
                }
                "numid" => style.list.get_or_insert_default().0 = value(),
                "ilvl" => style.list.get_or_insert_default().1 = value().parse().unwrap_or(0),
                "basedon" => style.based_on = Some(value()),
                name if is_for_words => {
                    if let Some(mark) = mark_of(name) {
                        style.words[mark] = is_on(&value());
                    }
                }
                _ => {}
            }
        });
        Self(styles)
    }

    /// The style and those that it is based on.
    fn chain(&self, id: &str) -> impl Iterator<Item = &Style> {
        let first = self.0.get(id);
        let chain = std::iter::successors(first, |it| self.0.get(it.based_on.as_ref()?));
        chain.take(MAX_CHAIN)
    }

    /// What a style makes of a paragraph.
    pub(super) fn role(&self, id: &str) -> Option<Role> {
        let role = self.chain(id).find_map(|it| it.role);
        role.or_else(|| role_of(id))
    }

    /// The list that paragraphs of a style are items of, and how deep it is.
    pub(super) fn list(&self, id: &str) -> Option<(String, usize)> {
        self.chain(id).find_map(|it| it.list.clone())
    }

    /// How a style changes words.
    pub(super) fn words(&self, id: &str) -> TextStyle {
        let words = self.chain(id).map(|it| it.words);
        words.fold([false; 3], |all, it| {
            [0, 1, 2].map(|mark| all[mark] || it[mark])
        })
    }
}

/// The position in a style of text of what an element changes. Manuscripts underline what a book
/// prints in italics.
pub(super) fn mark_of(element: &str) -> Option<usize> {
    match element {
        "b" => Some(0),
        "i" | "u" => Some(1),
        "strike" | "dstrike" => Some(2),
        _ => None,
    }
}

/// Whether an element with this value switches its property on.
pub(super) fn is_on(value: &str) -> bool {
    !matches!(value, "0" | "false" | "none" | "off")
}

/// The lists of a document.
#[derive(Default)]
pub(super) struct Lists {
    /// The definition of each list.
    definitions: HashMap<String, String>,
    /// How the items of each definition are numbered, by their depth.
    formats: HashMap<(String, usize), String>,
}

impl Lists {
    pub(super) fn read(text: &str) -> Self {
        let mut lists = Self::default();
        let (mut definition, mut list, mut depth) = (String::new(), String::new(), 0);
        let _ = walk(text, |token| {
            let Token::Open(name, tag) = token else {
                return;
            };
            let get = |key| attribute(tag, key).unwrap_or_default();
            match name.as_str() {
                "abstractnum" => definition = get("abstractNumId"),
                "lvl" => depth = get("ilvl").parse().unwrap_or(0),
                "numfmt" => {
                    let of = (definition.clone(), depth);
                    lists.formats.entry(of).or_insert_with(|| get("val"));
                }
                "num" => list = get("numId"),
                "abstractnumid" => _ = lists.definitions.insert(list.clone(), get("val")),
                _ => {}
            }
        });
        lists
    }

    /// Whether the items of a list are numbered rather than marked with bullets; `None` if they
    /// have neither.
    pub(super) fn is_numbered(&self, list: &str, depth: usize) -> Option<bool> {
        let definition = self.definitions.get(list)?.clone();
        match self.formats.get(&(definition, depth)).map(String::as_str) {
            Some("none") => None,
            Some("bullet") | None => Some(false),
            Some(_) => Some(true),
        }
    }
}
