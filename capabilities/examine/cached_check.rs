//! The check of an open story, cached and updated from changes: after an edit, only the changed
//! node is read again.

use std::borrow::Cow;
use std::sync::Arc;

use capability::{ToolContext, ToolError};
use formats::PlayableScript;
use markup::{all_node_facts, node_facts};
use model::analysis::Check;
use model::{Story, Subject};
use script_player::EngineError;

use crate::background::{run_in_background, with_progress};
use crate::shared::script_language::script_language;

/// With more changed slots than this, reading the whole story is as fast as an update.
const MAX_INCREMENTAL_CHANGES: usize = 1_000;

/// A check and the number of the change it reflects.
#[derive(Default)]
struct CachedCheck {
    number: Option<u64>,
    check: Check,
}

/// Runs `work` on a check that covers every node of the story as the call sees it. Reading a whole
/// story reports progress and can be stopped; the next call then reads everything again.
pub(super) async fn with_check<R: Send + 'static>(
    cx: &ToolContext,
    work: impl FnOnce(&mut Check, &Story) -> R + Send + 'static,
) -> Result<R, ToolError> {
    let cx = cx.clone();
    run_in_background(move || {
        let view = cx.story();
        if view.draft_id().is_some() {
            // A check of a draft is not cached: it is rare, and the draft belongs to one turn.
            let story = view.story()?;
            let mut check = check_all(&cx, &story)?;
            return Ok(work(&mut check, &story));
        }
        view.with_extension(|cached: &mut CachedCheck| {
            let graph = bring_up_to_date(&cx, cached)?;
            cx.progress(None, "checking");
            Ok(work(&mut cached.check, &graph))
        })
    })
    .await
}

fn check_all(cx: &ToolContext, story: &Story) -> Result<Check, ToolError> {
    let facts = with_progress(cx, || all_node_facts(story))?;
    let mut check = Check::default();
    for (id, facts) in story.nodes.keys().zip(facts) {
        check.note(*id, facts);
    }
    compile_script(cx, story, || Ok(Cow::Borrowed(story)), &mut check)?;
    Ok(check)
}

/// Notes the errors of a story's script. Nothing else needs the whole story again after a change.
fn compile_script<'a>(
    cx: &ToolContext,
    graph: &Story,
    story: impl FnOnce() -> Result<Cow<'a, Story>, ToolError>,
    check: &mut Check,
) -> Result<(), ToolError> {
    let language = match graph.record.start {
        Some(start) => script_language(cx.story(), graph, start)?,
        None => None,
    };
    if language.is_none() {
        check.note_script_errors(Vec::new());
        return Ok(());
    }
    cx.progress(None, "compiling the script");
    let cancelled = cx.cancelled().clone();
    // A divert that leads nowhere is a finding of its own.
    let script = PlayableScript::of(&*story()?).filter(|it| !it.has_broken_links);
    let compiled = script.map(|it| it.compile(move || cancelled.is_cancelled()));
    check.note_script_errors(match compiled {
        Some(Err(EngineError::Stopped)) => return Err(ToolError::cancelled()),
        Some(Ok(Err(errors))) => errors,
        // A script that takes too long may be right.
        Some(Ok(Ok(_)) | Err(_)) | None => Vec::new(),
    });
    Ok(())
}

/// Updates the cache to the newest change, and returns the graph of that moment. A change made in
/// between is handled by the next call, which reads its node once more.
fn bring_up_to_date(cx: &ToolContext, cached: &mut CachedCheck) -> Result<Arc<Story>, ToolError> {
    let view = cx.story();
    // Read before the changes: these may then be newer than the graph, but none is missed.
    let graph = view.graph()?;
    let moved = match cached.number {
        Some(number) => view.moved_since(number, MAX_INCREMENTAL_CHANGES)?,
        None => None,
    };
    let Some(moved) = moved else {
        cx.progress(None, "reading the story");
        let story = view.story()?;
        cached.check = check_all(cx, &story)?;
        cached.number = Some(story.number);
        return Ok(Arc::new(story));
    };
    let mut nodes: Vec<_> = moved
        .iter()
        .filter_map(|it| match it.subject {
            Subject::Node(node) => Some(node),
            Subject::Story | Subject::Edge(_) => None,
        })
        .collect();
    nodes.sort();
    nodes.dedup();
    // If reading fails halfway, everything is read again the next time.
    cached.number = None;
    for id in nodes {
        match view.node(id)? {
            Some(node) => cached.check.note(id, node_facts(&node)),
            None => cached.check.forget(id),
        }
    }
    if !moved.is_empty() {
        compile_script(
            cx,
            &graph,
            || Ok(Cow::Owned(view.story()?)),
            &mut cached.check,
        )?;
    }
    cached.number = Some(graph.number);
    Ok(graph)
}
