//! Data of a foreign format that a story cannot represent, stored under [`part::FOREIGN`] as one
//! JSON object per format, on any subject. Also the `text` capability, which every format knows.

use std::sync::{Arc, LazyLock};

use model::contents::{Content as _, Prose};
use model::{Node, part};
use serde_json::{Map, Value};

pub use model::contents::{DataMap, TEXT};

/// The keys of each node's data, shared by all nodes.
static NAMES: LazyLock<[Arc<str>; 2]> = LazyLock::new(|| [TEXT.into(), part::FOREIGN.into()]);

/// The data that one format keeps on this subject.
pub fn get<'a>(data: &'a DataMap, format: &str) -> Option<&'a Map<String, Value>> {
    data.get(part::FOREIGN)?.get(format)?.as_object()
}

/// Stores data for one format, next to what other formats keep; an empty object stores nothing.
pub fn set(data: &mut DataMap, format: &str, what: Map<String, Value>) {
    if what.is_empty() {
        return;
    }
    let mut all = match data.get(part::FOREIGN).map(|it| it.as_ref()) {
        Some(Value::Object(all)) => all.clone(),
        // The default capacity would account for most of a small node's memory.
        _ => Map::with_capacity(1),
    };
    all.insert(format.to_owned(), Value::Object(what));
    data.insert(NAMES[1].clone(), Arc::new(Value::Object(all)));
}

/// Splits off what one format keeps on this subject from the other data, for formats that write all
/// data and put their own where they found it.
pub fn split(data: &DataMap, format: &str) -> (DataMap, Map<String, Value>) {
    let Some(own) = get(data, format) else {
        return (data.clone(), Map::new());
    };
    let own = own.clone();
    let mut data = data.clone();
    let others = data.remove(part::FOREIGN).map(Arc::unwrap_or_clone);
    if let Some(Value::Object(mut map)) = others {
        map.shift_remove(format);
        if !map.is_empty() {
            data.insert(part::FOREIGN.into(), Arc::new(Value::Object(map)));
        }
    }
    (data, own)
}

/// A node's prose; empty if it has none.
pub fn text_of(node: &Node) -> &str {
    node.prose()
}

/// Sets a node's prose.
pub fn set_text(data: &mut DataMap, text: impl Into<String>) {
    let prose = Prose::from(text.into());
    data.insert(NAMES[0].clone(), Arc::new(prose.to_data()));
}
