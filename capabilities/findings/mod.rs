//! Findings: what somebody noticed at a passage while reading, such as a contradiction or an open
//! promise. A finding follows its passage when texts change (`place`), can be waived with a reason,
//! and reopens when its passage changes. Not here: the check of links and rules.

mod replies;
mod state;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use capability::{
    Capability, DataSpec, Edit, Impact, InvalidArgument, NodeSelection, Tool, ToolContext,
    ToolError, UiHints,
};
use model::contents::{COMMENT, Content as _, FINDINGS, Findings, PassageFinding, QuotedPassage};
use model::{Node, NodeId, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{hints, stored};
use crate::shared::quotation;
use crate::shared::quoted_passage::Texts;
use crate::validate;
use state::{FindingState, State};

/// How many findings a node has at most.
const MAX_FINDINGS: usize = 500;
/// The longest quotation, in characters.
const MAX_QUOTE_CHARS: usize = 1_000;

pub(crate) struct FindingsCapability;

impl Capability for FindingsCapability {
    fn name(&self) -> &'static str {
        FINDINGS
    }

    fn title(&self) -> &'static str {
        "Findings"
    }

    fn summary(&self) -> &'static str {
        "Keeps what was noticed at passages: contradictions, promises to keep, comments."
    }

    fn data(&self) -> Option<DataSpec> {
        // Search finds what the story says, not what is said about it.
        let outline = "{ items: [{id, kind, says, author, passage, other, advanced, waived, closed, replies}] }";
        Some(DataSpec::of::<Findings>(outline).text(|_| String::new()))
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::{Read, Write};
        vec![
            Tool::new("add", "add_finding", Write, add)
                .hints(|it| show("Noted", it))
                .formerly_value("kind", "note", COMMENT),
            Tool::new("list", "list_findings", Read, list).formerly_value("sort", "note", COMMENT),
            Tool::new("waive", "waive_finding", Write, waive).hints(|it| show("Waived", it)),
            Tool::new("close", "close_finding", Write, close).hints(|it| show("Closed", it)),
            Tool::new("advance", "advance_promise", Write, advance).hints(|it| show("Led on", it)),
            Tool::new("reply", "reply_to_finding", Write, replies::reply)
                .hints(|it| show("Replied", it)),
            Tool::new("update", "update_finding", Write, replies::update)
                .hints(|it| show("Changed", it)),
        ]
    }
}

/// What kind of finding it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum FindingKind {
    /// Two passages contradict each other, or one contradicts what the story knows.
    Contradiction,
    /// Something is set up that readers expect to matter later.
    Promise,
    /// Anything else.
    Comment,
}

impl FindingKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Contradiction => "contradiction",
            Self::Promise => "promise",
            Self::Comment => COMMENT,
        }
    }
}

/// Record a finding at a passage: a comment; a contradiction, with both passages; or a promise that the
/// story has to keep. The texts are not changed. The finding follows its passage when texts
/// change.
#[derive(Deserialize, JsonSchema)]
struct Add {
    /// What was noticed, in a sentence or two.
    says: String,
    /// The passage, quoted exactly.
    passage: String,
    /// At which character of the text the passage begins, counting from 1. Needed only where the text
    /// has these words several times.
    #[schemars(range(min = 1))]
    character: Option<usize>,
    /// The node of the passage: its title, or the first or last characters of its id. Defaults to
    /// the node being edited.
    node: Option<String>,
    /// The passage it contradicts, quoted exactly.
    other_passage: Option<String>,
    /// The node of the other passage: its title, or the first or last characters of its id.
    /// Defaults to the same node.
    other_node: Option<String>,
    /// What kind of finding it is. Defaults to `contradiction` with two passages, to `comment`
    /// with one.
    kind: Option<FindingKind>,
}

async fn add(cx: ToolContext, input: Add) -> Result<FindingState, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let says = checked("/says", "what was noticed", &input.says)?;
    let other = match (&input.other_passage, &input.other_node) {
        (None, None) => None,
        (None, Some(_)) => {
            return Err(ToolError::invalid(
                "/other_passage",
                "the other node is named without a passage",
            )
            .hint("quote the passage there too")
            .said(&InvalidArgument::FieldMissing {}));
        }
        (Some(quote), other) => {
            let other = other.as_deref().filter(|it| !it.trim().is_empty());
            let other = match other {
                Some(other) => validate::node(&cx, "/other_node", Some(other))?,
                None => node.clone(),
            };
            Some((other, quote.clone()))
        }
    };
    let kind = input.kind.unwrap_or(match other {
        Some(_) => FindingKind::Contradiction,
        None => FindingKind::Comment,
    });
    let author = cx.non_owner_name().map(str::to_owned);
    cx.edit(move |edit| {
        let passage = quoted(edit, "/passage", node.id, &input.passage, input.character)?;
        let other = other
            .map(|(node, quote)| quoted(edit, "/other_passage", node.id, &quote, None))
            .transpose()?;
        let slot = Slot::node(node.id, FINDINGS);
        let mut all: Findings = stored(edit.adopted(&slot)?.as_ref())?;
        let finding = PassageFinding {
            kind: kind.as_str().to_owned(),
            other,
            author: author.filter(|_| kind == FindingKind::Comment),
            ..PassageFinding::comment(passage, says)
        };
        let finding = match all.items.iter().position(|it| it.id == finding.id) {
            Some(at) => {
                // A waiver applies to exactly this passage.
                let known = &mut all.items[at];
                known.other = finding.other.or(known.other.take());
                known.closed = false;
                known.clone()
            }
            None => {
                all.items.push(finding.clone());
                finding
            }
        };
        if all.items.len() > MAX_FINDINGS {
            let message = format!("the node has {MAX_FINDINGS} findings already");
            return Err(ToolError::invalid("/node", message).hint(
                "close_finding closes those that were dealt with; list_findings shows them",
            ));
        }
        edit.write(&slot, &all.to_data())?;
        let texts = Texts::of_edit(edit);
        FindingState::of(&finding, &texts)
    })
    .await
}

/// The quoted passage of a node; of several with these words, the one nearest to a character.
fn quoted(
    edit: &Edit<'_>,
    path: &str,
    node: NodeId,
    quote: &str,
    character: Option<usize>,
) -> Result<QuotedPassage, ToolError> {
    let length = quote.chars().count();
    if length > MAX_QUOTE_CHARS {
        let message = format!("it has {length} characters; at most {MAX_QUOTE_CHARS} are kept");
        let most = MAX_QUOTE_CHARS as u64;
        return Err(ToolError::invalid(path, message)
            .hint("quote the words that matter")
            .said(&InvalidArgument::FieldLong { most }));
    }
    let node: Node = edit.node(node)?;
    let range = match character {
        Some(character) => quotation::find_near(path, &node.title, node.prose(), quote, character)?,
        None => quotation::find_once(path, &node.title, node.prose(), quote)?,
    };
    Ok(QuotedPassage::of(node.id, node.prose(), range))
}

fn checked(path: &str, what: &str, given: &str) -> Result<String, ToolError> {
    validate::prose(path, what, given)?;
    let given = given.trim();
    if given.is_empty() {
        return Err(ToolError::invalid(path, format!("{what} is empty"))
            .hint("say it in a sentence or two")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    Ok(given.to_owned())
}

/// List the findings of the story in reading order: what is open, what was waived and why, and which
/// passages have changed since.
#[derive(Deserialize, JsonSchema)]
struct List {
    #[serde(flatten)]
    selection: NodeSelection,
    /// Only findings in this state. Defaults to all that are not closed.
    status: Option<State>,
    /// Only findings of this kind.
    sort: Option<FindingKind>,
    /// How many to list at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    /// How many fit, listed or not.
    count: usize,
    findings: Vec<FindingState>,
}

async fn list(cx: ToolContext, input: List) -> Result<Listed, ToolError> {
    let view = cx.story();
    let texts = Texts::of_view(view);
    let limit = input.limit.unwrap_or(100);
    let mut listed = Listed {
        count: 0,
        findings: Vec::new(),
    };
    let with_findings: HashSet<NodeId> = view.nodes_with(FINDINGS)?.into_iter().collect();
    // The order of reading, which takes a moment in a large story, is not needed for nothing.
    if view.graph()?.nodes.is_empty()
        || (with_findings.is_empty() && input.selection.is_everything())
    {
        return Ok(listed);
    }
    let chosen = input.selection.resolve(view)?.into_iter();
    for node in chosen.filter(|it| with_findings.contains(it)) {
        let kept = view.adopted(&Slot::node(node, FINDINGS))?;
        let kept: Findings = stored(kept.as_ref())?;
        for finding in &kept.items {
            let is_sort = input.sort.is_none_or(|it| it.as_str() == finding.kind);
            if !is_sort {
                continue;
            }
            let shown = FindingState::of(finding, &texts)?;
            let fits = match input.status {
                Some(state) => shown.state == state,
                None => shown.state != State::Closed,
            };
            if !fits {
                continue;
            }
            listed.count += 1;
            if listed.findings.len() < limit {
                listed.findings.push(shown);
            }
        }
    }
    Ok(listed)
}

/// Waive a finding: it may stay as it is, for a reason; a promise is given up. It is open again when
/// one of its passages changes.
#[derive(Deserialize, JsonSchema)]
struct Waive {
    /// The finding's id, as list_findings gives it.
    finding: String,
    /// Why it may stay as it is; empty to open it again.
    reason: String,
}

async fn waive(cx: ToolContext, input: Waive) -> Result<FindingState, ToolError> {
    validate::prose("/reason", "the reason", &input.reason)?;
    let reason = Some(input.reason.trim().to_owned()).filter(|it| !it.is_empty());
    change(&cx, &input.finding, move |edit, finding| {
        // A waiver applies to the passage as it reads now.
        for passage in std::iter::once(&finding.passage).chain(&finding.other) {
            let located = Texts::of_edit(edit).locate(passage)?;
            if reason.is_some() && !located.stands() {
                let message = "a passage of it has changed, and there is nothing to waive";
                return Err(ToolError::invalid("/finding", message)
                    .hint("close_finding closes it; add_finding keeps it at the new passage"));
            }
        }
        finding.waived = reason;
        finding.closed = false;
        Ok(())
    })
    .await
}

/// Close a finding that was dealt with: a contradiction that was fixed, or a promise that was kept,
/// with the passage that keeps it.
#[derive(Deserialize, JsonSchema)]
struct Close {
    /// The finding's id, as list_findings gives it.
    finding: String,
    /// The passage that keeps the promise, quoted exactly.
    passage: Option<String>,
    /// The node of that passage: its title, or the first or last characters of its id. Defaults to
    /// the node being edited.
    node: Option<String>,
}

async fn close(cx: ToolContext, input: Close) -> Result<FindingState, ToolError> {
    let kept_at = match &input.passage {
        Some(quote) => {
            let node = validate::node(&cx, "/node", input.node.as_deref())?;
            Some((node.id, quote.clone()))
        }
        None => None,
    };
    change(&cx, &input.finding, move |edit, finding| {
        if let Some((node, quote)) = kept_at {
            finding.other = Some(quoted(edit, "/passage", node, &quote, None)?);
        }
        finding.closed = true;
        Ok(())
    })
    .await
}

/// Note a passage that leads on from an open promise without keeping it yet, such as the gun that is
/// taken from the wall.
#[derive(Deserialize, JsonSchema)]
struct Advance {
    /// The promise: a finding's id, as list_findings gives it.
    finding: String,
    /// The passage that leads on, quoted exactly.
    passage: String,
    /// The node of that passage: its title, or the first or last characters of its id. Defaults to
    /// the node being edited.
    node: Option<String>,
}

async fn advance(cx: ToolContext, input: Advance) -> Result<FindingState, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?.id;
    change(&cx, &input.finding, move |edit, finding| {
        if finding.kind != FindingKind::Promise.as_str() {
            let message = format!("it is a {}, not a promise", finding.kind);
            return Err(ToolError::invalid("/finding", message)
                .hint("list_findings with `sort` promise lists the promises"));
        }
        let passage = quoted(edit, "/passage", node, &input.passage, None)?;
        if !finding.advanced.contains(&passage) {
            finding.advanced.push(passage);
        }
        finding.closed = false;
        Ok(())
    })
    .await
}

/// Changes one finding, wherever it is stored. A passage that has moved is quoted from its new
/// place.
async fn change(
    cx: &ToolContext,
    id: &str,
    change: impl FnOnce(&Edit<'_>, &mut PassageFinding) -> Result<(), ToolError> + Send + 'static,
) -> Result<FindingState, ToolError> {
    let view = cx.story();
    let wanted = id.trim().to_lowercase();
    let mut found = None;
    for node in view.nodes_with(FINDINGS)? {
        let kept = view.adopted(&Slot::node(node, FINDINGS))?;
        let kept: Findings = stored(kept.as_ref())?;
        if let Some(finding) = kept.items.into_iter().find(|it| it.id == wanted) {
            found = Some((node, finding));
            break;
        }
    }
    let Some((node, mut now)) = found else {
        let wanted = validate::quoted(id);
        return Err(
            ToolError::not_found(format!("there is no finding {wanted}"))
                .hint("list_findings gives the ids")
                .at("/finding"),
        );
    };
    for passage in now.passages_mut() {
        *passage = Texts::of_view(view).quoted_anew(passage)?;
    }
    cx.edit(move |edit| {
        let slot = Slot::node(node, FINDINGS);
        let mut all: Findings = stored(edit.adopted(&slot)?.as_ref())?;
        let Some(finding) = all.items.iter_mut().find(|it| it.id == wanted) else {
            return Err(ToolError::not_found("the finding is gone").at("/finding"));
        };
        finding.passage = now.passage;
        finding.other = now.other;
        finding.advanced = now.advanced;
        change(edit, finding)?;
        let finding = finding.clone();
        edit.write(&slot, &all.to_data())?;
        FindingState::of(&finding, &Texts::of_edit(edit))
    })
    .await
}

fn show(what: &str, answer: &Value) -> Option<UiHints> {
    let node = &answer["passage"]["node"];
    let title = format!("{what}: {}", answer["says"].as_str().unwrap_or_default());
    hints("nodes", title, json!({ "nodes": [node] }))
}
