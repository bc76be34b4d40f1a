//! Which data is admitted: built-in parts by their own shape, data of capabilities by their
//! [`SlotRule`]. Also extracts the text that search should find.

use std::collections::{BTreeMap, HashMap};

use model::{EdgeRecord, Kind, Layout, NodeRecord, Slot, StoryRecord, Subject, part};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{SlotRule, StoreError};

/// The largest body of one version, in bytes of JSON.
pub const MAX_BODY: usize = 16 << 20;
/// The largest picture or sound, in bytes.
pub const MAX_ASSET: usize = 64 << 20;
/// The longest title, in characters.
pub const MAX_TITLE: usize = 500;
/// How deep JSON may be nested: deeper values could be written but not read back.
const MAX_DEPTH: usize = 100;

/// The rules of one open story.
pub(crate) struct Rules {
    by_capability: HashMap<String, SlotRule>,
}

impl Rules {
    /// Takes one rule per capability.
    pub(crate) fn new(rules: Vec<SlotRule>) -> Self {
        Self {
            by_capability: rules
                .into_iter()
                .map(|it| (it.capability.clone(), it))
                .collect(),
        }
    }

    /// The rule for a slot of this name. A capability may have several slots on a subject, each with
    /// versions of its own: what stands behind a colon tells them apart (`translation:de`).
    fn rule_for(&self, name: &str) -> Option<&SlotRule> {
        let capability = name.split_once(':').map_or(name, |it| it.0);
        self.by_capability.get(capability)
    }

    /// The text to store for some data, if it is admissible in the slot.
    pub(crate) fn admit(&self, slot: &Slot, data: &Value) -> Result<String, StoreError> {
        let name = &*slot.capability;
        if depth(data) > MAX_DEPTH {
            return Err(StoreError::invalid(
                name,
                format!("nested deeper than {MAX_DEPTH}"),
            ));
        }
        let body = match (name, slot.subject) {
            (part::NODE, Subject::Node(_)) => to_body(&node_record(read(name, data)?)?)?,
            (part::LAYOUT, Subject::Node(_)) => to_body(&layout(read(name, data)?)?)?,
            (part::EDGE, Subject::Edge(_)) => to_body(&edge_record(read(name, data)?)?)?,
            (part::STORY, Subject::Story) => to_body(&story_record(read(name, data)?)?)?,
            (part::KINDS, Subject::Story) => to_body(&kinds(read(name, data)?)?)?,
            (part::FOREIGN, _) if data.is_object() => to_body(data)?,
            (part::FOREIGN, _) => return Err(StoreError::invalid(name, "it must be an object")),
            _ if part::ALL.contains(&name) => {
                return Err(StoreError::invalid(
                    name,
                    format!("it does not belong on {slot}"),
                ));
            }
            _ => self.admit_ruled(name, data)?,
        };
        limit(&format!("the data of {name}"), body.len(), MAX_BODY)?;
        Ok(body)
    }

    fn admit_ruled(&self, name: &str, data: &Value) -> Result<String, StoreError> {
        let Some(rule) = self.rule_for(name) else {
            return Err(StoreError::invalid(
                name,
                "no capability of that name is known here",
            ));
        };
        (rule.check)(data).map_err(|why| StoreError::invalid(name, why))?;
        to_body(data)
    }

    /// The searchable text of a body; empty if there is none.
    pub(crate) fn text(&self, capability: &str, body: &str) -> String {
        let Ok(data) = serde_json::from_str::<Value>(body) else {
            return String::new();
        };
        let field = |name: &str| data.get(name).and_then(Value::as_str).unwrap_or_default();
        match capability {
            part::NODE | part::STORY => field("title").to_owned(),
            part::EDGE => ["label", "condition", "effect"]
                .map(field)
                .join("\n")
                .trim()
                .to_owned(),
            part::LAYOUT | part::KINDS | part::FOREIGN => String::new(),
            name => match self.rule_for(name) {
                Some(rule) => (rule.text)(&data),
                None => model::json_text(&data),
            },
        }
    }
}

/// Refuses values larger than a limit.
pub(crate) fn limit(what: &str, size: usize, limit: usize) -> Result<(), StoreError> {
    if size > limit {
        return Err(StoreError::TooLarge {
            what: what.to_owned(),
            size,
            limit,
        });
    }
    Ok(())
}

/// A title in stored form: trimmed, one line, not empty, within the length limit.
pub(crate) fn title(capability: &str, title: &str) -> Result<String, StoreError> {
    let title = title.trim();
    let length = title.chars().count();
    if title.is_empty() {
        return Err(StoreError::invalid(capability, "a title cannot be empty"));
    }
    if title.chars().any(char::is_control) {
        return Err(StoreError::invalid(
            capability,
            "a title cannot hold line breaks or other control characters",
        ));
    }
    if length > MAX_TITLE {
        return Err(StoreError::invalid(
            capability,
            format!("a title has at most {MAX_TITLE} characters, this one has {length}"),
        ));
    }
    Ok(title.to_owned())
}

fn node_record(record: NodeRecord) -> Result<NodeRecord, StoreError> {
    Ok(NodeRecord {
        title: title(part::NODE, &record.title)?,
        kind: kind_name(part::NODE, &record.kind)?,
    })
}

fn kind_name(capability: &str, name: &str) -> Result<String, StoreError> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) || name.chars().count() > 100 {
        return Err(StoreError::invalid(
            capability,
            "a kind needs a name of one line and at most 100 characters",
        ));
    }
    Ok(name.to_owned())
}

fn layout(layout: Layout) -> Result<Layout, StoreError> {
    let positive = |it: Option<f64>| it.is_none_or(|it| it.is_finite() && it > 0.0);
    if !(layout.x.is_finite() && layout.y.is_finite()) {
        return Err(StoreError::invalid(
            part::LAYOUT,
            "a position must be two finite numbers",
        ));
    }
    if !(positive(layout.width) && positive(layout.height)) {
        return Err(StoreError::invalid(
            part::LAYOUT,
            "width and height must be above zero",
        ));
    }
    Ok(layout)
}

fn edge_record(record: EdgeRecord) -> Result<EdgeRecord, StoreError> {
    let unreadable = |text: &str| {
        text.chars()
            .any(|it| it.is_control() && !matches!(it, '\n' | '\t'))
    };
    let texts = [
        Some(record.label.as_str()),
        record.condition.as_deref(),
        record.effect.as_deref(),
    ];
    if texts.into_iter().flatten().any(unreadable) {
        return Err(StoreError::invalid(
            part::EDGE,
            "a label, condition or effect cannot hold control characters",
        ));
    }
    Ok(record)
}

fn story_record(record: StoryRecord) -> Result<StoryRecord, StoreError> {
    Ok(StoryRecord {
        title: title(part::STORY, &record.title)?,
        ..record
    })
}

fn kinds(kinds: BTreeMap<String, Kind>) -> Result<BTreeMap<String, Kind>, StoreError> {
    kinds
        .into_iter()
        .map(|(name, kind)| Ok((kind_name(part::KINDS, &name)?, kind)))
        .collect()
}

fn read<T: DeserializeOwned>(name: &str, data: &Value) -> Result<T, StoreError> {
    T::deserialize(data).map_err(|error| StoreError::invalid(name, error.to_string()))
}

fn to_body(data: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(data).map_err(|error| StoreError::invalid("json", error.to_string()))
}

fn depth(data: &Value) -> usize {
    let deepest = match data {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(map) => map.values().map(depth).max(),
        _ => return 0,
    };
    1 + deepest.unwrap_or(0)
}
