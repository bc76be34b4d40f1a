//! What a foreign format holds and a story does not: read and written under [`part::KEPT`], one
//! JSON object a format, on any subject. Also the one capability every format knows, `text`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use model::{Node, part};
use serde_json::{Map, Value};

/// Data by capability, as nodes, edges and stories carry it.
pub(crate) type DataMap = BTreeMap<Arc<str>, Arc<Value>>;

/// The capability that holds a node's prose, as `{"text": "…"}`.
pub(crate) const TEXT: &str = "text";

/// The names under which each node's data lies, once for all nodes.
static NAMES: LazyLock<[Arc<str>; 2]> = LazyLock::new(|| [TEXT.into(), part::KEPT.into()]);

/// What one format keeps on this subject.
pub(crate) fn of<'a>(data: &'a DataMap, format: &str) -> Option<&'a Map<String, Value>> {
    data.get(part::KEPT)?.get(format)?.as_object()
}

/// Keeps something for one format, beside what other formats keep; an empty object keeps nothing.
pub(crate) fn keep(data: &mut DataMap, format: &str, what: Map<String, Value>) {
    if what.is_empty() {
        return;
    }
    let mut all = match data.get(part::KEPT).map(|it| it.as_ref()) {
        Some(Value::Object(all)) => all.clone(),
        // Room for more than is there would be most of what a small node takes.
        _ => Map::with_capacity(1),
    };
    all.insert(format.to_owned(), Value::Object(what));
    data.insert(NAMES[1].clone(), Arc::new(Value::Object(all)));
}

/// Data without what one format keeps on this subject, and that apart from it: for formats that
/// write all data, and their own where they found it.
pub(crate) fn apart(data: &DataMap, format: &str) -> (DataMap, Map<String, Value>) {
    let Some(own) = of(data, format) else {
        return (data.clone(), Map::new());
    };
    let own = own.clone();
    let mut data = data.clone();
    let others = data.remove(part::KEPT).map(Arc::unwrap_or_clone);
    if let Some(Value::Object(mut map)) = others {
        map.shift_remove(format);
        if !map.is_empty() {
            data.insert(part::KEPT.into(), Arc::new(Value::Object(map)));
        }
    }
    (data, own)
}

/// A node's prose; empty where it has none.
pub(crate) fn text_of(node: &Node) -> &str {
    node.data
        .get(TEXT)
        .and_then(|it| it.get("text"))
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// Gives a node its prose.
pub(crate) fn set_text(data: &mut DataMap, text: impl Into<String>) {
    let mut own = Map::with_capacity(1);
    own.insert(TEXT.to_owned(), Value::String(text.into()));
    data.insert(NAMES[0].clone(), Arc::new(Value::Object(own)));
}
