//! Joins what formats keep about a whole story with what a file adds to it.

use serde_json::Value;

use crate::ink;

/// The kept data of a story with that of a file that is added to it: of formats that the story knows
/// nothing of, and the declarations of an Ink file. `None` if one of them has another shape.
pub fn join_kept_data(here: &Value, new: &Value) -> Option<Value> {
    let mut all = here.as_object()?.clone();
    for (format, added) in new.as_object()? {
        match all.get_mut(format) {
            None => _ = all.insert(format.clone(), added.clone()),
            Some(kept) if format == ink::NAME => ink::add_declarations(kept, added),
            Some(_) => {}
        }
    }
    Some(Value::Object(all))
}
