//! The attributes of an imported node.

use markup::kept_data::DataMap;
use model::contents::{Attribute, Attributes, Content as _};

/// Stores the attributes of a node, if it has any.
pub(crate) fn set_attributes(data: &mut DataMap, items: Vec<Attribute>) {
    if !items.is_empty() {
        Attributes { items }.store_in(data);
    }
}
