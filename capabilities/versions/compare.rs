//! Two versions of a node's data side by side.

use capability::{ToolContext, ToolError, UiHints};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::difference::Difference;
use super::list::version_numbered;
use super::subject_names::slot_named;
use crate::answer::{NodeRef, hints, node_title};
use crate::error::CapabilityError;
use crate::validate;

/// Compare two versions of one capability's data on a node. Prose is compared word by word, other
/// data value by value.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Compare {
    /// Whose versions: `kv`, `text`, `image`, `node` for title and kind, or `layout`.
    capability: String,
    /// The number of the one version. Defaults to the one before `to`.
    from: Option<u32>,
    /// The number of the other. Defaults to the adopted version.
    to: Option<u32>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Compared {
    node: NodeRef,
    capability: String,
    /// None where the first version is compared with nothing.
    from: Option<u32>,
    to: u32,
    same: bool,
    #[serde(flatten)]
    difference: Difference,
}

pub(super) async fn compare(cx: ToolContext, input: Compare) -> Result<Compared, ToolError> {
    let node = NodeRef::from(&validate::node(&cx, "/node", input.node.as_deref())?);
    let view = cx.story();
    let slot = slot_named(view, &node, &input.capability)?;
    let to = match (input.to, view.adopted(&slot)?) {
        (Some(number), _) => version_numbered(view, &slot, number, "/to")?,
        (None, Some(adopted)) => adopted,
        (None, None) => {
            let (title, capability) = (node.title, slot.capability.to_string());
            return Err(
                ToolError::not_found(CapabilityError::NoneAdopted { title, capability })
                    .hint("name both versions: from and to"),
            );
        }
    };
    let from = match input.from.or(to.number.checked_sub(1).filter(|it| *it > 0)) {
        Some(number) => Some(version_numbered(view, &slot, number, "/from")?),
        None => None,
    };
    let older = from.as_ref().map_or(Value::Null, |it| it.data());
    let newer = to.data();
    Ok(Compared {
        node,
        capability: slot.capability.to_string(),
        from: from.map(|it| it.number),
        to: to.number,
        same: older == newer,
        difference: Difference::between(&older, &newer),
    })
}

pub(super) fn show_compared(answer: &Value) -> Option<UiHints> {
    let capability = answer["capability"].as_str().unwrap_or_default();
    let title = format!("{capability} of {}, compared", node_title(answer));
    hints(
        "versions",
        title,
        json!({ "pieces": answer["pieces"], "lines": answer["lines"] }),
    )
}
