//! check_story: what is wrong, why it matters, and the call that mends it.

use capability::{ToolContext, ToolError, UiHints};
use model::examine::{Finding, FindingKind, Fix, Mends, Severity, What};
use model::{EdgeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::held::with_check;
use crate::answer::{NodeName, hints};
use crate::check;

/// How many nodes one finding names.
const NAMED: usize = 20;
/// How many findings are listed where nobody says.
const LISTED: usize = 100;

/// Check the story for faults: nodes that cannot be reached, dead ends that are not marked as
/// endings, loops without a way out, links to nothing, choices that can never be taken, pages whose
/// choices may all be closed, variables that are never set, doubled titles, empty pages. Each finding says why it matters and gives the
/// tool call that mends it. What is not certain is not reported.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CheckStory {
    /// Only findings about this node: its title, or the beginning or end of its id.
    node: Option<String>,
    /// How many findings to list at most, worst first; 100 when left out.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize)]
pub(super) struct Checked {
    /// The number of the last change that was looked at.
    number: u64,
    /// How many findings there are.
    count: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    pages: usize,
    reached: usize,
    /// Nodes with links whose target the running story computes.
    computed: usize,
    findings: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    kind: FindingKind,
    severity: Severity,
    /// In English.
    message: String,
    /// What the message says, in names and numbers: the keys are fixed for each kind.
    parts: What,
    why: &'static str,
    nodes: Vec<NodeName>,
    /// How many nodes it is about.
    node_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Mending>,
    /// Another call that mends it, where there are two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<Mending>,
}

/// A tool call that mends a finding.
#[derive(Serialize)]
struct Mending {
    /// What it does, in English.
    title: String,
    /// What the title says: a fixed word, and names.
    #[serde(flatten)]
    mends: Mends,
    /// The tool.
    name: &'static str,
    arguments: Value,
}

impl From<Fix> for Mending {
    fn from(fix: Fix) -> Self {
        Self {
            title: fix.mends.to_string(),
            mends: fix.mends,
            name: fix.name,
            arguments: fix.arguments,
        }
    }
}

impl Found {
    fn of(story: &Story, finding: &Finding) -> Self {
        let nodes = finding.nodes.iter().take(NAMED);
        Self {
            kind: finding.kind(),
            severity: finding.kind().severity(),
            why: finding.kind().why(),
            nodes: nodes.map(|it| NodeName::find(story, *it)).collect(),
            node_count: finding.nodes.len(),
            message: finding.what.to_string(),
            parts: finding.what.clone(),
            edge: finding.edge,
            fix: finding.fix.clone().map(Mending::from),
            instead: finding.instead.clone().map(Mending::from),
        }
    }
}

pub(super) async fn check_story(cx: ToolContext, input: CheckStory) -> Result<Checked, ToolError> {
    let only = match &input.node {
        Some(node) => Some(check::node(&cx, "/node", Some(node))?.id),
        None => None,
    };
    let limit = input.limit.unwrap_or(LISTED);
    with_check(&cx, move |check, story| {
        let report = check.report(story);
        let mut findings = report.findings;
        findings.retain(|it| only.is_none_or(|node| it.nodes.contains(&node)));
        let of = |severity| {
            let mut all = findings.iter();
            all.by_ref()
                .filter(|it| it.kind().severity() == severity)
                .count()
        };
        Checked {
            number: story.number,
            count: findings.len(),
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            notes: of(Severity::Note),
            pages: report.pages,
            reached: report.reached,
            computed: report.computed,
            findings: findings
                .iter()
                .take(limit)
                .map(|it| Found::of(story, it))
                .collect(),
        }
    })
    .await
}

pub(super) fn show(answer: &Value) -> Option<UiHints> {
    let title = match answer["count"].as_u64() {
        Some(0) => "Nothing is wrong".to_owned(),
        Some(1) => "1 finding".to_owned(),
        count => format!("{} findings", count.unwrap_or_default()),
    };
    hints("findings", title, json!({ "findings": answer["findings"] }))
}
