//! `desk_slash`: a line that begins with `/`, typed at a window (OS-1). It runs with the person's
//! authority and is kept in the conversation. Enter through [`run`]. Not here: the grammar.

use model::ThreadId;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Wish, person, verbs};
use crate::Desk;
use crate::faces::{Failure, slash, wire};

/// What is typed, and the conversation it is typed in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    line: String,
    thread: Option<ThreadId>,
}

/// Runs a line; the record of its call, with the `thread` and `turn` that keep it.
pub(super) async fn run(
    desk: &Desk,
    wish: Wish,
    stop: CancellationToken,
) -> Result<Value, Failure> {
    let Typed { line, thread } = verbs::args(&wish)?;
    let studio = desk.studio(&wish.story).await?;
    let specs: Vec<_> = studio.registry().specs().into_iter().cloned().collect();
    let mut call = slash::read(&line, &specs)?;
    call.id = wish.id.clone();
    let mut caller = person(&studio, &wish);
    caller.cancelled = stop;
    let commanded = studio.command(thread, line.trim(), &caller, call).await?;
    let mut record = wire::record(&commanded.output);
    if let Some((turn, thread)) = commanded.kept {
        record["thread"] = json!(thread);
        record["turn"] = json!(turn);
    }
    Ok(record)
}
