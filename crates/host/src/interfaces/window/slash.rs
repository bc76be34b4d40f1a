//! `desk_slash`: a line that begins with `/`, typed at a window (OS-1). It runs with the person's
//! authority and is kept in the conversation. Enter through [`run`]. Not here: the grammar.

use model::ThreadId;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{WindowRequest, commands, person};
use crate::Failure;
use crate::Workspace;
use crate::interfaces::{slash, wire};

/// What is typed, and the conversation it is typed in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    line: String,
    thread: Option<ThreadId>,
}

/// Runs a line; the record of its call, with the `thread` and `turn` that keep it.
pub(super) async fn run(
    workspace: &Workspace,
    request: WindowRequest,
    stop: CancellationToken,
) -> Result<Value, Failure> {
    let Typed { line, thread } = commands::args(&request)?;
    let studio = workspace.studio(&request.story).await?;
    let specs: Vec<_> = studio.registry().specs().into_iter().cloned().collect();
    let mut call = slash::read(&line, &specs)?;
    call.id = request.id.clone();
    let mut caller = person(&studio, &request);
    caller.cancelled = stop;
    let commanded = studio.command(thread, line.trim(), &caller, call).await?;
    let mut record = wire::record(&commanded.output);
    if let Some((turn, thread)) = commanded.kept {
        record["thread"] = json!(thread);
        record["turn"] = json!(turn);
    }
    Ok(record)
}
