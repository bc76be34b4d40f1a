//! The variables of a story: where they are set and read, and another name for one. `uses` collects,
//! `rename` renames.

mod rename;
#[cfg(test)]
mod tests;
mod uses;

use capability::{ToolContext, ToolError};
use model::EdgeId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) use self::rename::rename;
use self::uses::uses_in;
use crate::answer::NodeRef;
use crate::background::{run_in_background, with_progress};
use crate::error::CapabilityError;
use crate::validate;

/// How many values of a variable are listed.
const MAX_VALUES: usize = 8;
/// How many of its uses are listed by default.
const LISTED: usize = 100;

/// List the variables of the story: the values they are set to, and how often conditions, effects and
/// texts set and read them. With `variable`, only that one and each of its uses.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ListVariables {
    /// The name of a variable, to list its uses.
    variable: Option<String>,
    /// How many uses to list at most. Defaults to 100.
    #[schemars(range(min = 1, max = 10000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct VariableList {
    /// How many there are.
    count: usize,
    /// By name.
    variables: Vec<ListedVariable>,
    /// Whether scripts, or texts from Ink or Yarn, may use variables that are not listed.
    may_have_others: bool,
}

#[derive(Serialize, JsonSchema)]
struct ListedVariable {
    variable: String,
    /// What it is set to, as it is written; at most 8 values.
    values: Vec<String>,
    /// In how many places it is set.
    set: usize,
    /// In how many places it is read.
    read: usize,
    /// Where it is used, in the order of the story's nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    uses: Option<Vec<VariableUse>>,
}

/// A place that uses a variable.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct VariableUse {
    node: NodeRef,
    place: Place,
    /// The link with the condition or effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeId>,
    /// What the link says.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The condition or effect as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Whether it is set there.
    sets: bool,
    /// Whether it is read there.
    reads: bool,
}

/// What uses a variable.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Place {
    /// The effect of entering a node.
    Enter,
    /// The condition of a choice.
    Condition,
    /// The effect of a choice.
    Effect,
    /// The text of a node.
    Text,
}

pub(super) async fn list(cx: ToolContext, input: ListVariables) -> Result<VariableList, ToolError> {
    cx.progress(None, "reading the story");
    let limit = input.limit.unwrap_or(LISTED);
    let wanted = input.variable.as_deref().map(bare_name);
    run_in_background(move || {
        let story = cx.story().story()?;
        let found = with_progress(&cx, || uses_in(&story))?;
        if let Some(wanted) = &wanted
            && !found.variables.contains_key(wanted)
        {
            return Err(no_variable("/variable", wanted, found.variables.keys()));
        }
        let count = found.variables.len();
        let variables = found.variables.into_iter();
        let variables = variables.filter(|it| wanted.as_ref().is_none_or(|wanted| it.0 == *wanted));
        let listed = variables.map(|(variable, mut found)| {
            let uses = &mut found.uses;
            let (set, read) = (
                uses.iter().filter(|it| it.sets).count(),
                uses.iter().filter(|it| it.reads).count(),
            );
            uses.truncate(limit);
            found.values.truncate(MAX_VALUES);
            ListedVariable {
                variable,
                values: found.values,
                set,
                read,
                uses: wanted.is_some().then_some(found.uses),
            }
        });
        Ok(VariableList {
            count,
            variables: listed.collect(),
            may_have_others: found.may_have_others,
        })
    })
    .await
}

/// The name without the `$` that may stand before it.
fn bare_name(given: &str) -> String {
    given.trim().trim_start_matches('$').to_owned()
}

fn no_variable<'a>(path: &str, name: &str, known: impl Iterator<Item = &'a String>) -> ToolError {
    let variable = validate::shorten_for_message(name);
    let known = validate::join_names(known.map(String::as_str));
    let error = ToolError::invalid(path, CapabilityError::NoVariable { variable });
    match known.is_empty() {
        true => error.hint("effects set variables: set_enter_effect, or update_link with `effect`"),
        false => error.hint(format!("the story uses {known}")),
    }
}
