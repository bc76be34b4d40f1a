//! check_story: what is wrong, why it matters, and the call that fixes it.

use capability::{ToolContext, ToolError, UiHints};
use model::analysis::{Finding, FindingDetail, Fix, FixAction, Severity};
use model::{EdgeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::cached_check::with_check;
use crate::answer::{NodeRef, hints};
use crate::validate;

/// How many nodes one finding names.
const MAX_NODES_NAMED: usize = 20;
/// The default number of findings listed.
const DEFAULT_LIMIT: usize = 100;

/// Check the story for faults: nodes that cannot be reached, dead ends that are not marked as
/// endings, loops without a way out, links to nothing, choices that can never be taken, pages whose
/// choices may all be closed, variables that are never set, duplicate titles, empty pages. Each
/// finding says why it matters and gives the tool call that fixes it. Only certain faults are
/// reported.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CheckStory {
    /// Only findings about this node: its title, or the first or last characters of its id.
    node: Option<String>,
    /// How many findings to list at most, worst first. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CheckReport {
    /// The number of the last change that was looked at.
    number: u64,
    /// How many findings there are.
    count: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// Unfinished work.
    hints: usize,
    pages: usize,
    reached: usize,
    /// Nodes with links whose target the running story computes.
    computed: usize,
    findings: Vec<FindingEntry>,
}

#[derive(Serialize, JsonSchema)]
struct FindingEntry {
    /// What the message says, in names and numbers.
    #[serde(flatten)]
    detail: FindingDetail,
    severity: Severity,
    /// Whether it stops readers or keeps something from them.
    breaks_reading: bool,
    /// In English.
    message: String,
    why: &'static str,
    nodes: Vec<NodeRef>,
    /// How many nodes it is about.
    node_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixCall>,
    /// Another call that fixes it, where there are two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<FixCall>,
}

/// A tool call that fixes a finding.
#[derive(Serialize, JsonSchema)]
struct FixCall {
    /// What it does, in English.
    title: String,
    /// What the title says: a fixed word, and names.
    #[serde(flatten)]
    mends: FixAction,
    /// The tool.
    name: &'static str,
    #[schemars(with = "Map<String, Value>")]
    arguments: Value,
}

impl From<Fix> for FixCall {
    fn from(fix: Fix) -> Self {
        Self {
            title: fix.mends.to_string(),
            mends: fix.mends,
            name: fix.name,
            arguments: fix.arguments,
        }
    }
}

impl FindingEntry {
    fn of(story: &Story, finding: &Finding) -> Self {
        let nodes = finding.nodes.iter().take(MAX_NODES_NAMED);
        Self {
            detail: finding.what.clone(),
            severity: finding.kind().severity(),
            breaks_reading: finding.kind().breaks_reading(),
            why: finding.kind().why(),
            nodes: nodes.map(|it| NodeRef::find(story, *it)).collect(),
            node_count: finding.nodes.len(),
            message: finding.what.to_string(),
            edge: finding.edge,
            fix: finding.fix.clone().map(FixCall::from),
            instead: finding.instead.clone().map(FixCall::from),
        }
    }
}

pub(super) async fn check_story(
    cx: ToolContext,
    input: CheckStory,
) -> Result<CheckReport, ToolError> {
    let only = match &input.node {
        Some(node) => Some(validate::node(&cx, "/node", Some(node))?.id),
        None => None,
    };
    let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
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
        CheckReport {
            number: story.number,
            count: findings.len(),
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            notes: of(Severity::Note),
            hints: of(Severity::Hint),
            pages: report.pages,
            reached: report.reached,
            computed: report.computed,
            findings: findings
                .iter()
                .take(limit)
                .map(|it| FindingEntry::of(story, it))
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
