//! The attributes of a node, which the `kv` capability stores as `{"items": [{"k": …, "v": …}]}`.

use model::Node;
use serde_json::Value;

/// The capability that holds attributes.
pub(crate) const KV: &str = "kv";

/// Names and values in the author's order; values that are not strings as JSON.
pub(crate) fn attributes(node: &Node) -> Vec<(&str, String)> {
    let items = node.data.get(KV).and_then(|it| it.get("items"));
    let items = items.and_then(Value::as_array).into_iter().flatten();
    items
        .filter_map(|item| {
            let (key, value) = (item.get("k")?.as_str()?, item.get("v")?);
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            Some((key, value))
        })
        .collect()
}
