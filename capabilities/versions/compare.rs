//! Compares two versions of a node's data.

use capability::{ToolContext, ToolError, UiHints, View};
use model::contents::{ALTERNATIVES, Alternatives};
use model::{Node, Slot, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::difference::Difference;
use super::list::version_numbered;
use super::subject_names::slot_named;
use crate::answer::{NodeRef, hints, node_title, stored};
use crate::error::CapabilityError;
use crate::shared::alternative_names;
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
    /// Compare with this alternative instead of a version `to`, by its name; `from` is then the
    /// adopted version where it is left out.
    alternative: Option<String>,
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
    /// None where it is an alternative.
    to: Option<u32>,
    /// The name of the alternative, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    alternative: Option<String>,
    same: bool,
    #[serde(flatten)]
    difference: Difference,
}

pub(super) async fn compare(cx: ToolContext, input: Compare) -> Result<Compared, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let view = cx.story();
    let slot = slot_named(view, &NodeRef::from(&node), &input.capability)?;
    let numbered = |number, path| version_numbered(view, &slot, number, path);
    let Some(name) = &input.alternative else {
        let to = match input.to {
            Some(number) => numbered(number, "/to")?,
            None => in_use(view, &node, &slot)?,
        };
        let before = to.number.checked_sub(1).filter(|it| *it > 0);
        let from = input.from.or(before);
        let from = from.map(|it| numbered(it, "/from")).transpose()?;
        let newer = (Some(to.number), None, to.data());
        return Ok(Compared::of(&node, &slot, from.as_ref(), newer));
    };
    if input.to.is_some() {
        return Err(ToolError::invalid(
            "/alternative",
            "a version and an alternative are both given",
        )
        .hint("name the version in `from`"));
    }
    let kept = view.adopted(&Slot::node(node.id, ALTERNATIVES))?;
    let kept: Alternatives = stored(kept.as_ref())?;
    let Some(at) = kept.position(&slot.capability, name.trim()) else {
        let unknown = alternative_names::unknown(&node, &slot.capability, name, &kept);
        return Err(unknown.at("/alternative"));
    };
    let from = match input.from {
        Some(number) => numbered(number, "/from")?,
        None => in_use(view, &node, &slot)?,
    };
    let one = &kept.items[at];
    let newer = (None, Some(one.name.clone()), one.data.clone());
    Ok(Compared::of(&node, &slot, Some(&from), newer))
}

/// The adopted version.
fn in_use(view: &View, node: &Node, slot: &Slot) -> Result<Version, ToolError> {
    view.adopted(slot)?.ok_or_else(|| {
        let (title, capability) = (node.title.clone(), slot.capability.to_string());
        ToolError::not_found(CapabilityError::NoneAdopted { title, capability })
            .hint("name both versions: from and to")
    })
}

impl Compared {
    fn of(
        node: &Node,
        slot: &Slot,
        from: Option<&Version>,
        (to, alternative, newer): (Option<u32>, Option<String>, Value),
    ) -> Self {
        let older = from.map_or(Value::Null, Version::data);
        Self {
            node: NodeRef::from(node),
            capability: slot.capability.to_string(),
            from: from.map(|it| it.number),
            to,
            alternative,
            same: older == newer,
            difference: Difference::between(&older, &newer),
        }
    }
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
