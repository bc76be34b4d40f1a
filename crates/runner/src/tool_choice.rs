//! Which tools a turn is shown (OS-8). The block is the same from turn to turn, in order and text,
//! so that providers can cache it (OS-7). What is *allowed* the grant decides, not this.

use capability::Registry;
use model::talk::ToolDefinition;

use crate::assistant;

/// Every tool that models may see, in the registry's order; never the assistant's own verbs, with
/// which it would talk to itself.
pub(crate) fn shown(registry: &Registry) -> Vec<ToolDefinition> {
    let own = |it: &ToolDefinition| {
        registry
            .spec(&it.name)
            .is_some_and(|spec| spec.module == assistant::NAME)
    };
    registry
        .definitions()
        .into_iter()
        .filter(|it| !own(it))
        .collect()
}
