//! The index of a project: the items of the binder in order, and what their labels, statuses, keywords
//! and fields are called.

use std::collections::HashMap;

use crate::import::{Token, attribute};

/// What Scrivener calls statuses in the languages that it comes in, in lower case. Writers rename the
/// setting where it means something else to them.
const STATUS_TITLES: [&str; 7] = [
    "status",
    "statut",
    "estado",
    "stato",
    "状态",
    "狀態",
    "ステータス",
];

/// What the folder of templates is called where nothing marks it.
const TEMPLATES: &str = "Template Sheets";
/// The attribute for how many words a scene is to have.
const WORD_GOAL: &str = "Word goal";
/// How many elements may lack their closing tag.
const MAX_UNCLOSED: usize = 16;

/// The part of a project that an item is in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Place {
    Manuscript,
    /// Research, characters, places and other folders beside the manuscript.
    #[default]
    Beside,
    /// The trash, and the templates that new documents are made of.
    Unused,
}

/// A document or folder of the binder.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) id: String,
    /// `Text`, `Folder`, `Image` and others.
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) place: Place,
    /// How many items enclose it.
    pub(super) depth: usize,
    /// Whether other items are in it.
    pub(super) encloses: bool,
    /// Whether the finished book is to contain it.
    pub(super) is_compiled: bool,
    /// What the index says of that.
    says_compiled: Option<bool>,
    /// How many words it is to have.
    target: Target,
    label: String,
    status: String,
    keywords: Vec<String>,
    fields: Vec<(String, String)>,
}

impl Item {
    /// Whether it is a folder of the writer's with something in it.
    pub(super) fn is_folder_of_documents(&self) -> bool {
        self.kind == "Folder" && self.encloses
    }

    /// Whether it is one of the folders that every project has.
    pub(super) fn is_root(&self) -> bool {
        self.kind.ends_with("Folder") && self.kind != "Folder"
    }
}

/// How long a text is to be. Scrivener counts in words or in characters.
#[derive(Debug, Default)]
struct Target {
    is_in_words: bool,
    count: String,
}

impl Target {
    fn begin(unit: &str) -> Self {
        Self {
            is_in_words: unit.is_empty() || unit == "Words",
            count: String::new(),
        }
    }

    fn words(&self) -> Option<u32> {
        let count = self.count.trim().parse().ok()?;
        (self.is_in_words && count > 0).then_some(count)
    }
}

/// A label or keyword.
#[derive(Default)]
struct Named {
    name: String,
    /// Three parts from 0 to 1, such as `0.99 0.7 0.73`.
    color: String,
}

/// The index of a project.
#[derive(Default)]
pub(super) struct Project {
    /// The items, each before those in it.
    pub(super) items: Vec<Item>,
    /// By kind of name and id.
    names: HashMap<(Names, String), Named>,
    label_title: String,
    status_title: String,
    templates: String,
    /// How many words the manuscript is to have.
    target: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Names {
    Labels,
    Statuses,
    Keywords,
    Fields,
}

impl Project {
    /// The attributes of an item, with their names, in the order in which Scrivener shows them.
    pub(super) fn attributes(&self, item: &Item) -> Vec<(String, String)> {
        let name = |names, id: &str| {
            let named = self.names.get(&(names, id.to_owned()))?;
            Some(tidy(&named.name)).filter(|it| !it.is_empty())
        };
        let titled = |title: &str, otherwise: &str| match tidy(title) {
            title if title.is_empty() => otherwise.to_owned(),
            title => title,
        };
        let mut attributes = Vec::new();
        if let Some(status) = chosen(&item.status).and_then(|it| name(Names::Statuses, it)) {
            let title = titled(&self.status_title, "Status");
            let is_status = STATUS_TITLES.contains(&title.to_lowercase().as_str());
            let title = if is_status {
                "Status".to_owned()
            } else {
                title
            };
            attributes.push((title, status));
        }
        if let Some(label) = chosen(&item.label).and_then(|it| name(Names::Labels, it)) {
            attributes.push((titled(&self.label_title, "Label"), label));
        }
        let keywords = item.keywords.iter();
        let keywords: Vec<_> = keywords
            .map(|it| name(Names::Keywords, it.trim()).unwrap_or_else(|| tidy(it)))
            .map(|it| tag(&it))
            .collect();
        if !keywords.is_empty() {
            attributes.push(("Tags".to_owned(), keywords.join(", ")));
        }
        for (id, value) in &item.fields {
            let value = value.trim();
            if !value.is_empty() {
                let title = name(Names::Fields, id.trim()).unwrap_or_else(|| tidy(id));
                // The choices of a list have ids of their own.
                let value = name(Names::Fields, value).unwrap_or_else(|| value.to_owned());
                attributes.push((title, value));
            }
        }
        if let Some(words) = item.target.words() {
            attributes.push((WORD_GOAL.to_owned(), words.to_string()));
        }
        attributes
    }

    /// How many words the manuscript is to have.
    pub(super) fn word_goal(&self) -> Option<u32> {
        self.target.words()
    }

    /// The color of an item's label, as `#rrggbb`.
    pub(super) fn color(&self, item: &Item) -> Option<String> {
        let id = chosen(&item.label)?.to_owned();
        hex(&self.names.get(&(Names::Labels, id))?.color)
    }

    /// The keywords that have a color.
    pub(super) fn keyword_colors(&self) -> impl Iterator<Item = (String, String)> {
        let keywords = self.names.iter().filter(|it| it.0.0 == Names::Keywords);
        keywords.filter_map(|(_, it)| Some((tag(&it.name), hex(&it.color)?)))
    }
}

/// The id, unless it stands for no choice.
fn chosen(id: &str) -> Option<&str> {
    Some(id.trim()).filter(|it| !it.is_empty() && *it != "-1")
}

fn tidy(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A keyword as a tag. Tags are separated by commas, which a keyword can contain.
fn tag(keyword: &str) -> String {
    tidy(&keyword.replace([',', ';'], " "))
}

fn hex(color: &str) -> Option<String> {
    let parts = color.split_whitespace().map(str::parse::<f64>);
    let parts: Vec<f64> = parts.collect::<Result<_, _>>().ok()?;
    let [red, green, blue] = *parts.as_slice() else {
        return None;
    };
    let byte = |part: f64| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    Some(format!(
        "#{:02x}{:02x}{:02x}",
        byte(red),
        byte(green),
        byte(blue)
    ))
}

/// Collects the index.
#[derive(Default)]
pub(super) struct IndexReader {
    pub(super) project: Project,
    /// The elements that are open.
    open: Vec<String>,
    /// The items that are open, by index.
    items: Vec<usize>,
    /// The name that is being read.
    named: Option<(Names, String)>,
}

impl IndexReader {
    pub(super) fn take(&mut self, token: Token<'_>) {
        match token {
            Token::Open(name, tag) => {
                let id = |key| attribute(tag, key).unwrap_or_default();
                match name.as_str() {
                    "binderitem" => self.begin_item(id("UUID"), id("ID"), id("Type")),
                    "keywordid" | "keyword" if !self.items.is_empty() => {
                        self.with_item(|it| it.keywords.push(String::new()));
                    }
                    "target" => self.with_item(|it| it.target = Target::begin(&id("Type"))),
                    "drafttarget" => self.project.target = Target::begin(&id("Type")),
                    "metadataitem" => self.with_item(|it| it.fields.push(Default::default())),
                    "label" => self.begin_name(Names::Labels, id("ID"), id("Color")),
                    "status" => self.begin_name(Names::Statuses, id("ID"), id("Color")),
                    "keyword" => self.begin_name(Names::Keywords, id("ID"), id("Color")),
                    "metadatafield" | "option" => {
                        self.begin_name(Names::Fields, id("ID"), String::new());
                    }
                    _ => {}
                }
                self.open.push(name);
            }
            Token::Close(name) => {
                // A closing tag without an opening one closes nothing.
                let inward = self.open.iter().rev().take(MAX_UNCLOSED);
                if let Some(unclosed) = inward.into_iter().position(|it| *it == name) {
                    self.open.truncate(self.open.len() - unclosed - 1);
                    if name == "binderitem" {
                        self.items.pop();
                    }
                }
            }
            Token::Words(words) => self.words(words),
        }
    }

    fn begin_item(&mut self, uuid: String, id: String, kind: String) {
        let above = self.items.last().copied();
        let items = &mut self.project.items;
        let place = match (kind.as_str(), above) {
            ("DraftFolder", _) => Place::Manuscript,
            ("TrashFolder", _) => Place::Unused,
            (_, Some(above)) => items[above].place,
            (_, None) => Place::Beside,
        };
        if let Some(above) = above {
            items[above].encloses = true;
        }
        self.items.push(items.len());
        items.push(Item {
            id: if uuid.is_empty() { id } else { uuid },
            kind,
            place,
            depth: self.items.len() - 1,
            ..Item::default()
        });
    }

    fn begin_name(&mut self, names: Names, id: String, color: String) {
        let named = Named {
            color,
            ..Named::default()
        };
        self.named = Some((names, id.clone()));
        self.project.names.insert((names, id), named);
    }

    fn with_item(&mut self, change: impl FnOnce(&mut Item)) {
        if let Some(item) = self.items.last() {
            change(&mut self.project.items[*item]);
        }
    }

    /// Takes words by the element they are in and the one around it.
    fn words(&mut self, words: &str) {
        let mut inward = self.open.iter().rev().map(String::as_str);
        let (element, around) = (inward.next().unwrap_or(""), inward.next().unwrap_or(""));
        let project = &mut self.project;
        if let Some(item) = self.items.last() {
            let item = &mut project.items[*item];
            let last_field = item.fields.last_mut();
            match (element, last_field) {
                ("title", _) if around == "binderitem" => item.title.push_str(words),
                ("includeincompile", _) => item.says_compiled = Some(words.trim() != "No"),
                ("target", _) => item.target.count.push_str(words),
                ("labelid", _) => item.label.push_str(words),
                ("statusid", _) => item.status.push_str(words),
                ("keywordid" | "keyword", _) => {
                    if let Some(keyword) = item.keywords.last_mut() {
                        keyword.push_str(words);
                    }
                }
                ("fieldid", Some(field)) => field.0.push_str(words),
                ("value", Some(field)) => field.1.push_str(words),
                _ => {}
            }
            return;
        }
        match (element, around) {
            ("title", "labelsettings") => project.label_title.push_str(words),
            ("title", "statussettings") => project.status_title.push_str(words),
            ("templatefolderuuid", _) => project.templates.push_str(words.trim()),
            ("label" | "status" | "keyword" | "option", _)
            | ("title", "keyword" | "metadatafield" | "option") => {
                if let Some(named) = self.named.as_ref().and_then(|it| project.names.get_mut(it)) {
                    named.name.push_str(words);
                }
            }
            ("drafttarget", _) => project.target.count.push_str(words),
            ("color", "keyword") => {
                if let Some(named) = self.named.as_ref().and_then(|it| project.names.get_mut(it)) {
                    named.color.push_str(words);
                }
            }
            _ => {}
        }
    }

    /// The project, with its templates marked as unused.
    pub(super) fn finish(self) -> Project {
        let mut project = self.project;
        // Scrivener says which documents are in the book, and nothing of the others.
        let is_said = |it: &Item| it.place == Place::Manuscript && it.says_compiled == Some(true);
        let is_compiled_unsaid = !project.items.iter().any(is_said);
        for item in &mut project.items {
            item.title = tidy(&item.title);
            item.is_compiled = item.says_compiled.unwrap_or(is_compiled_unsaid);
        }
        let is_template = |it: &Item| {
            let is_marked = !project.templates.is_empty() && it.id == project.templates;
            is_marked || it.title.eq_ignore_ascii_case(TEMPLATES)
        };
        if let Some(from) = project.items.iter().position(is_template) {
            let depth = project.items[from].depth;
            let inside = project.items[from + 1..].iter();
            let count = inside.take_while(|it| it.depth > depth).count();
            for item in &mut project.items[from..=from + count] {
                item.place = Place::Unused;
            }
        }
        project
    }
}
