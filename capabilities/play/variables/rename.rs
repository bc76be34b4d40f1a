//! Gives a variable another name, wherever it is used.

use std::collections::BTreeSet;

use capability::{ToolContext, ToolError};
use markup::rename_variable_in_code;
use model::NodeId;
use model::contents::Prose;
use model::play::{is_variable_name, with_renamed_variable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::uses::uses_in;
use super::{bare_name, no_variable};
use crate::background::{run_in_background, with_progress};
use crate::error::CapabilityError;
use crate::shared::rewriting::{rewrite_rules, rewrite_translations, set};
use crate::validate;

/// How many nodes an error names.
const NAMED: usize = 5;

/// Rename a variable wherever the story uses it: in conditions, effects and texts, and in
/// translations of texts. It is one step, which undo takes back.
#[derive(Deserialize, JsonSchema)]
pub(in super::super) struct RenameVariable {
    /// The variable.
    variable: String,
    /// Its new name, which no other variable has: letters, digits and `_`, beginning with a letter.
    new_name: String,
}

#[derive(Serialize, JsonSchema)]
pub(in super::super) struct RenamedVariable {
    variable: String,
    /// The name it had.
    before: String,
    /// How many conditions, effects and texts were changed.
    count: usize,
    /// In how many nodes and the links that leave them.
    nodes: usize,
}

pub(in super::super) async fn rename(
    cx: ToolContext,
    input: RenameVariable,
) -> Result<RenamedVariable, ToolError> {
    let (before, variable) = (bare_name(&input.variable), bare_name(&input.new_name));
    let nodes = {
        let (cx, before, variable) = (cx.clone(), before.clone(), variable.clone());
        run_in_background(move || users(&cx, &before, &variable)).await?
    };
    cx.edit(move |edit| {
        let (mut count, mut changed) = (0, 0);
        for id in &nodes {
            // Another call may have removed it meanwhile.
            let Ok(node) = edit.node(*id) else {
                continue;
            };
            let in_code = |text: &str| rename_variable_in_code(text, &before, &variable);
            let in_rule = |source: &str| with_renamed_variable(source, &before, &variable);
            let mut own = rewrite_rules(edit, &node, &in_rule)?;
            if let Some(text) = in_code(node.prose()) {
                set(edit, &node, &Prose { text })?;
                own += 1;
            }
            rewrite_translations(edit, &node, &in_code)?;
            count += own;
            changed += usize::from(own > 0);
        }
        Ok(RenamedVariable {
            variable,
            before,
            count,
            nodes: changed,
        })
    })
    .await
}

/// The nodes that use a variable, if it can have the new name.
fn users(cx: &ToolContext, before: &str, new: &str) -> Result<BTreeSet<NodeId>, ToolError> {
    if !is_variable_name(new) {
        let name = validate::shorten_for_message(new);
        return Err(
            ToolError::invalid("/new_name", CapabilityError::NoVariableName { name })
                .hint("give letters, digits and _, beginning with a letter, as in met_neo"),
        );
    }
    let story = cx.story().story()?;
    let found = with_progress(cx, || uses_in(&story))?.variables;
    let Some(variable) = found.get(before) else {
        return Err(no_variable("/variable", before, found.keys()));
    };
    if new != before && found.contains_key(new) {
        let variable = new.to_owned();
        return Err(
            ToolError::invalid("/new_name", CapabilityError::VariableExists { variable })
                .hint("give a name that no other variable has"),
        );
    }
    if !variable.foreign.is_empty() {
        let titles = variable.foreign.iter().take(NAMED);
        let nodes = validate::join_names(titles.map(|it| it.title.as_str()));
        let variable = before.to_owned();
        return Err(ToolError::invalid(
            "/variable",
            CapabilityError::VariableInForeignText { variable, nodes },
        )
        .hint("change it there with replace_in_texts; conditions and effects follow their texts"));
    }
    Ok(variable.uses.iter().map(|it| it.node.id).collect())
}
