//! A three-way merge of one slot's data. How two changes are merged depends on the shape of the data.

use serde_json::{Map, Value};

use crate::contents::{Attribute, Attributes, Content as _, Prose};
use crate::{Merged, merge_text, part};

/// Merges two changes of the data that a capability, or one of [`part`], had at `base`: what only one
/// side changed is taken from it. Prose is merged sentence by sentence, attributes by their keys, parts of
/// the graph by their fields; of other data, such as a picture, the proposal wins where both changed it.
pub fn merge_data(
    capability: &str,
    base: &Value,
    current: &Value,
    proposal: Value,
) -> Merged<Value> {
    if current == base || *current == proposal {
        return Merged {
            value: proposal,
            conflicts: 0,
        };
    }
    let states = [base, current, &proposal];
    if let [Some(base), Some(current), Some(proposed)] = states.map(Prose::only_text_in) {
        let Merged { value, conflicts } = merge_text(base, current, proposed);
        let value = Prose::from(value).to_data();
        return Merged { value, conflicts };
    }
    if let [Some(base), Some(current), Some(proposed)] = states.map(Attributes::only_items_in) {
        let [base, current, proposed] = [base, current, proposed].map(by_key);
        let Merged { value, conflicts } = merge_by_key(&base, &current, &proposed);
        let pairs = value.iter();
        let merged: Attributes = pairs
            .filter_map(|(k, v)| Some(Attribute::new(k, v.as_str()?)))
            .collect();
        let value = merged.to_data();
        return Merged { value, conflicts };
    }
    match (base, current, &proposal) {
        (Value::Object(base), Value::Object(current), Value::Object(proposed))
            if part::ALL.contains(&capability) =>
        {
            let Merged { value, conflicts } = merge_by_key(base, current, proposed);
            Merged {
                value: Value::Object(value),
                conflicts,
            }
        }
        // Data such as a picture cannot be merged.
        _ => Merged {
            value: proposal,
            conflicts: 1,
        },
    }
}

/// Attributes by their keys, in their order.
fn by_key(attributes: Attributes) -> Map<String, Value> {
    let pairs = attributes.items.into_iter();
    pairs.map(|it| (it.k, it.v.into())).collect()
}

/// The proposal's values in its order, plus changes only in the current state.
fn merge_by_key(
    base: &Map<String, Value>,
    current: &Map<String, Value>,
    proposal: &Map<String, Value>,
) -> Merged<Map<String, Value>> {
    let mut value = Map::new();
    let mut conflicts = 0;
    let added = current.keys().filter(|it| !proposal.contains_key(*it));
    for key in proposal.keys().chain(added) {
        let [was, stands, proposed] = [base, current, proposal].map(|it| it.get(key));
        let taken = if proposed == was { stands } else { proposed };
        if proposed != was && stands != was && stands != proposed {
            conflicts += 1;
        }
        if let Some(taken) = taken {
            value.insert(key.clone(), taken.clone());
        }
    }
    Merged { value, conflicts }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check_merge(capability: &str, states: [Value; 3], value: Value, conflicts: usize) {
        let [base, current, proposal] = states;
        let merged = merge_data(capability, &base, &current, proposal);
        assert_eq!((merged.value, merged.conflicts), (value, conflicts));
    }

    fn kv(pairs: &[(&str, &str)]) -> Value {
        let items: Vec<_> = pairs
            .iter()
            .map(|(k, v)| json!({ "k": k, "v": v }))
            .collect();
        json!({ "items": items })
    }

    #[test]
    fn merges_attributes_by_key() {
        check_merge(
            "kv",
            [
                kv(&[("Name", "Thomas"), ("Age", "37"), ("Job", "clerk")]),
                kv(&[("Name", "Thomas"), ("Age", "38"), ("Home", "Zion")]),
                kv(&[("Name", "Neo"), ("Age", "37"), ("Job", "clerk")]),
            ],
            kv(&[("Name", "Neo"), ("Age", "38"), ("Home", "Zion")]),
            0,
        );
        check_merge(
            "kv",
            [
                kv(&[("Name", "Thomas")]),
                kv(&[("Name", "Tom")]),
                kv(&[("Name", "Neo")]),
            ],
            kv(&[("Name", "Neo")]),
            1,
        );
    }

    #[test]
    fn merges_graph_fields_but_not_pictures() {
        check_merge(
            part::NODE,
            [
                json!({ "title": "Hero", "kind": "scene" }),
                json!({ "title": "Hero", "kind": "character" }),
                json!({ "title": "Neo", "kind": "scene" }),
            ],
            json!({ "title": "Neo", "kind": "character" }),
            0,
        );
        check_merge(
            "image",
            [
                json!({ "asset": "a", "alt": "x" }),
                json!({ "asset": "a", "alt": "y" }),
                json!({ "asset": "b", "alt": "x" }),
            ],
            json!({ "asset": "b", "alt": "x" }),
            1,
        );
    }
}
