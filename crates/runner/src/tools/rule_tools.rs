//! Rules for the style guide suggested by the writer's corrections: proposed by a model, decided by
//! a person.

use std::sync::Arc;

use capability::{Caller, Code, Impact, Tool, ToolContext, ToolError};
use model::World;
use model::conversation::ToolCall;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Runner;
use crate::story_memory::{ProposedRule, all_rules, decide, light_model, propose};

pub(super) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_propose, on_list, on_decide] = std::array::from_fn(|_| runner.clone());
    vec![
        Tool::new(
            "propose_rules",
            "propose_rules",
            Impact::Spend,
            move |cx, input| propose_rules(on_propose.clone(), cx, input),
        )
        .hidden_from_models(),
        Tool::new(
            "list_proposed_rules",
            "list_proposed_rules",
            Impact::Read,
            move |_, input| list(on_list.clone(), input),
        ),
        Tool::with_caller(
            "decide_proposed_rule",
            "decide_proposed_rule",
            Impact::Write,
            move |_, caller, input| decide_rule(on_decide.clone(), caller, input),
        )
        .hidden_from_models(),
    ]
}

/// Ask a model which rules for the style guide follow from what was corrected by hand in texts of the
/// assistant. They are proposed only: decide_proposed_rule accepts or rejects each.
#[derive(Deserialize, JsonSchema)]
struct Propose {}

#[derive(Serialize, JsonSchema)]
struct ProposedRules {
    /// How many rules are new.
    new: usize,
    /// How many corrections were looked at; with fewer than two, no model is asked.
    corrections: usize,
    /// The rules that wait for a decision.
    rules: Vec<ProposedRule>,
}

async fn propose_rules(
    runner: Runner,
    cx: ToolContext,
    _: Propose,
) -> Result<ProposedRules, ToolError> {
    let unavailable = |why: String| ToolError::new(Code::Unavailable, why);
    let model = match light_model(&runner).map_err(unavailable)? {
        Some(light) => light,
        None => runner.model(),
    };
    if !model.is_generative() {
        return Err(unavailable(format!(
            "{} reads commands and finds no rules",
            model.name()
        ))
        .hint("choose a language model in the settings, or with --model at a terminal"));
    }
    let store = runner.store()?;
    let world: Arc<dyn World> = cx.target().world.clone();
    let proposed = propose(&store, &*model, &world, cx.cancelled()).await;
    let proposed = proposed.map_err(unavailable)?;
    Ok(ProposedRules {
        new: proposed.new,
        corrections: proposed.corrections,
        rules: waiting(&runner)?,
    })
}

/// List the rules that are proposed for the style guide, each with the corrections that suggest it.
/// They hold only once a person has accepted them.
#[derive(Deserialize, JsonSchema)]
struct List {}

#[derive(Serialize, JsonSchema)]
struct Listed {
    rules: Vec<ProposedRule>,
}

async fn list(runner: Runner, _: List) -> Result<Listed, ToolError> {
    Ok(Listed {
        rules: waiting(&runner)?,
    })
}

fn waiting(runner: &Runner) -> Result<Vec<ProposedRule>, ToolError> {
    let mut rules = all_rules(&runner.store()?)?;
    rules.retain(|it| !it.rejected);
    Ok(rules)
}

/// Accept or reject a rule that is proposed for the style guide. An accepted one is added to the
/// rules there; a rejected one is not proposed again.
#[derive(Deserialize, JsonSchema)]
struct DecideRule {
    /// The rule, by its id as list_proposed_rules gives it.
    rule: String,
    /// Whether it becomes a rule of the style guide.
    accept: bool,
    /// How the rule is to be worded, where its words are to be changed.
    wording: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Decided {
    /// The rule as it was added; none where it was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<String>,
    /// The rules that still wait.
    rules: Vec<ProposedRule>,
}

async fn decide_rule(
    runner: Runner,
    caller: Caller,
    input: DecideRule,
) -> Result<Decided, ToolError> {
    let store = runner.store()?;
    let wanted = input.rule.trim().to_lowercase();
    let found = waiting(&runner)?.into_iter().find(|it| it.id == wanted);
    let Some(rule) = found else {
        return Err(
            ToolError::not_found(format!("no rule with the id {wanted:?} is proposed"))
                .hint("list_proposed_rules gives the ids")
                .at("/rule"),
        );
    };
    let mut added = None;
    if input.accept {
        let wording = input.wording.filter(|it| !it.trim().is_empty());
        let text = wording.unwrap_or(rule.rule);
        let call = ToolCall {
            id: None,
            name: "write_style_guide".to_owned(),
            args: json!({ "add_rules": [text] }),
        };
        let output = runner.registry()?.call(&caller, call).await;
        if let Some(error) = output.error {
            return Err(ToolError::new(error.code, error.message)
                .hint("shorten the style guide first, or reject the rule"));
        }
        added = Some(text);
    }
    decide(&store, &rule.id, input.accept).await?;
    Ok(Decided {
        added,
        rules: waiting(&runner)?,
    })
}
