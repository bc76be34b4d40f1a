//! The objects of a project by their ids, with the pins that connect them.

use std::collections::HashMap;

use serde_json::Value;

use super::files::Export;
use crate::import::string_field;
use crate::{FormatError, FormatErrorKind};

/// The base classes of objects that are read. A template derives from one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A line of dialogue.
    Fragment,
    /// A flow fragment or a dialogue, which may contain a flow.
    Container,
    Hub,
    Jump,
    Condition,
    Instruction,
    Comment,
    Entity,
    /// A location, or a zone or spot on one.
    Place,
    Document,
    /// A text of a document.
    DocumentText,
    /// A picture, sound or other file.
    Asset,
    /// What is not part of a story, such as folders.
    Other,
}

impl Class {
    fn named(name: &str) -> Self {
        match name {
            "DialogueFragment" => Self::Fragment,
            "FlowFragment" | "Dialogue" => Self::Container,
            "Hub" => Self::Hub,
            "Jump" => Self::Jump,
            "Condition" => Self::Condition,
            "Instruction" => Self::Instruction,
            "Comment" => Self::Comment,
            "Entity" => Self::Entity,
            "Location" | "Zone" | "Spot" => Self::Place,
            "Document" => Self::Document,
            "TextObject" => Self::DocumentText,
            "Asset" => Self::Asset,
            _ => Self::Other,
        }
    }

    /// Whether it is part of a flow.
    pub(super) fn is_flow(self) -> bool {
        use Class::{Condition, Container, Fragment, Hub, Instruction, Jump};
        matches!(
            self,
            Fragment | Container | Hub | Jump | Condition | Instruction
        )
    }
}

/// An object.
pub(super) struct Object<'a> {
    pub(super) id: &'a str,
    pub(super) class: Class,
    /// The name of its template; that of its class if it has none.
    pub(super) template: &'a str,
    /// The index of what it is in, if that is an object.
    pub(super) parent: Option<usize>,
    properties: &'a Value,
    /// The values of its template, by feature.
    pub(super) features: Option<&'a Value>,
    pub(super) inputs: Vec<Pin<'a>>,
    pub(super) outputs: Vec<Pin<'a>>,
}

/// A pin, at which connections end or begin.
pub(super) struct Pin<'a> {
    id: &'a str,
    /// A condition at an input, an instruction at an output.
    pub(super) code: &'a str,
    pub(super) connections: Vec<Connection<'a>>,
}

/// Where a connection leads.
pub(super) struct Connection<'a> {
    pub(super) label: &'a str,
    pub(super) object: &'a str,
    pub(super) pin: &'a str,
}

impl<'a> Object<'a> {
    /// A property that is not a text of the story; empty if it is missing.
    pub(super) fn word(&self, key: &str) -> &'a str {
        string_field(self.properties, key)
    }

    /// A pair of numbers, such as a position.
    pub(super) fn pair(&self, key: &str, names: [&str; 2]) -> Option<(f64, f64)> {
        let pair = self.properties.get(key)?;
        let number = |name: &str| pair.get(name)?.as_f64().filter(|it| it.is_finite());
        Some((number(names[0])?, number(names[1])?))
    }

    /// The output pin with this id.
    pub(super) fn output(&self, pin: &str) -> Option<&Pin<'a>> {
        self.outputs.iter().find(|it| it.id == pin)
    }

    /// The input pin with this id; the first if there is none.
    pub(super) fn input(&self, pin: &str) -> Option<&Pin<'a>> {
        let named = self.inputs.iter().find(|it| it.id == pin);
        named.or_else(|| self.inputs.first())
    }
}

/// A project.
pub(super) struct Project<'a> {
    export: &'a Export,
    /// The objects, in the order of the project's navigator.
    pub(super) objects: Vec<Object<'a>>,
    index: HashMap<&'a str, usize>,
    /// What is directly in each object.
    pub(super) children: Vec<Vec<usize>>,
    /// The definitions of types, by name.
    pub(super) types: HashMap<&'a str, &'a Value>,
}

impl<'a> Project<'a> {
    /// Reads the objects of an export.
    pub(super) fn of(export: &'a Export) -> Result<Self, FormatError> {
        let definitions = export.definitions.as_array().into_iter().flatten();
        let types = definitions
            .map(|it| (string_field(it, "Type"), it))
            .collect();
        let mut places = HashMap::new();
        list_hierarchy(&export.hierarchy, &mut places, 0);
        let mut objects: Vec<Object<'a>> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for it in &export.objects {
            // An object can be in several packages.
            if let Some(object) = object(it, &types).filter(|it| seen.insert(it.id)) {
                objects.push(object);
            }
        }
        if !objects.iter().any(|it| it.class != Class::Other) {
            return Err(FormatError::for_file(FormatErrorKind::NotArticy {}));
        }
        objects.sort_by_key(|it| places.get(it.id).copied().unwrap_or(usize::MAX));
        let ids = objects.iter().enumerate().map(|(at, it)| (it.id, at));
        let index: HashMap<&str, usize> = ids.collect();
        let mut children = vec![Vec::new(); objects.len()];
        for (at, object) in objects.iter_mut().enumerate() {
            let parent = index.get(object.word("Parent")).copied();
            object.parent = parent.filter(|it| *it != at);
        }
        break_cycles(&mut objects);
        for (at, it) in objects.iter().enumerate() {
            if let Some(parent) = it.parent {
                children[parent].push(at);
            }
        }
        Ok(Self {
            export,
            objects,
            index,
            children,
            types,
        })
    }

    /// The name of the project.
    pub(super) fn name(&self) -> &'a str {
        string_field(&self.export.project, "Name")
    }

    /// The languages whose texts are not read.
    pub(super) fn other_languages(&self) -> &'a [String] {
        self.export.languages.get(1..).unwrap_or_default()
    }

    /// The sets of global variables.
    pub(super) fn variable_sets(&self) -> impl Iterator<Item = &'a Value> {
        self.export.variables.as_array().into_iter().flatten()
    }

    /// The index of an object.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// A text of an object; empty if it is missing.
    pub(super) fn text(&self, object: &Object<'a>, key: &str) -> &'a str {
        self.resolved(object.word(key))
    }

    /// The text for a key; what is no key is the text itself.
    pub(super) fn resolved<'t>(&self, key: &'t str) -> &'t str
    where
        'a: 't,
    {
        self.export.texts.get(key).map_or(key, String::as_str)
    }

    /// Whether the texts are in a table beside the file, and this is a key of it.
    pub(super) fn is_text_key(&self, object: &Object<'_>, text: &str) -> bool {
        let is_localized = self.export.settings.get("set_Localization");
        let is_localized = is_localized.and_then(Value::as_str) == Some("True");
        let name = object.word("TechnicalName");
        is_localized && !name.is_empty() && text.starts_with(name) && text.contains('.')
    }

    /// The objects that a flow is made of and that are in an object.
    pub(super) fn has_flow(&self, object: usize) -> bool {
        let mut children = self.children[object].iter();
        children.any(|it| self.objects[*it].class.is_flow())
    }
}

/// Reads one object; `None` if it has no id.
fn object<'a>(value: &'a Value, types: &HashMap<&'a str, &'a Value>) -> Option<Object<'a>> {
    let template = string_field(value, "Type");
    let properties = value.get("Properties")?;
    let id = string_field(properties, "Id");
    (!id.is_empty()).then_some(())?;
    let defined = types.get(template).map(|it| string_field(it, "Class"));
    let mut class = Class::named(defined.unwrap_or(template));
    if class == Class::Other && defined.is_none() {
        class = likely_class(properties);
    }
    Some(Object {
        id,
        class,
        template,
        parent: None,
        properties,
        features: value.get("Template"),
        inputs: pins(properties, "InputPins"),
        outputs: pins(properties, "OutputPins"),
    })
}

/// The class of an object of a template that the export does not define.
fn likely_class(properties: &Value) -> Class {
    let has = |key: &str| properties.get(key).is_some();
    if has("Speaker") && has("MenuText") {
        Class::Fragment
    } else if has("TargetPin") {
        Class::Jump
    } else if has("Expression") {
        let outputs = properties.get("OutputPins").and_then(Value::as_array);
        match outputs.map_or(0, Vec::len) {
            2 => Class::Condition,
            _ => Class::Instruction,
        }
    } else if has("InputPins") {
        Class::Container
    } else {
        Class::Other
    }
}

fn pins<'a>(properties: &'a Value, key: &str) -> Vec<Pin<'a>> {
    let pins = entries(properties, key).map(|pin| Pin {
        id: string_field(pin, "Id"),
        code: string_field(pin, "Text"),
        connections: entries(pin, "Connections")
            .map(|it| Connection {
                label: string_field(it, "Label"),
                object: string_field(it, "Target"),
                pin: string_field(it, "TargetPin"),
            })
            .collect(),
    });
    pins.collect()
}

/// Numbers the objects of the navigator from top to bottom.
fn list_hierarchy<'a>(entry: &'a Value, places: &mut HashMap<&'a str, usize>, depth: usize) {
    let next = places.len();
    places.entry(string_field(entry, "Id")).or_insert(next);
    // JSON itself is not read deeper than this.
    if depth < 128 {
        for child in entries(entry, "Children") {
            list_hierarchy(child, places, depth + 1);
        }
    }
}

/// Takes objects out of what they are in, where following that would lead back to them.
fn break_cycles(objects: &mut [Object<'_>]) {
    let mut is_rooted = vec![false; objects.len()];
    for begin in 0..objects.len() {
        let (mut way, mut at) = (Vec::new(), Some(begin));
        let mut on_way = std::collections::HashSet::new();
        while let Some(now) = at.filter(|it| !is_rooted[*it]) {
            if !on_way.insert(now) {
                objects[now].parent = None;
                break;
            }
            way.push(now);
            at = objects[now].parent;
        }
        for it in way {
            is_rooted[it] = true;
        }
    }
}

/// The entries of a list.
pub(super) fn entries<'a>(
    entry: &'a Value,
    key: &str,
) -> impl Iterator<Item = &'a Value> + use<'a> {
    let list = entry.get(key).and_then(Value::as_array);
    list.into_iter().flatten()
}
