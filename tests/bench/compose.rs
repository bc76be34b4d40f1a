//! A turn in a long conversation against the same turn in a short one: the length of the thread
//! must not matter.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use host::{RealWorld, Studio, StudioOptions};
use model::conversation::{MessageMetadata, Role};
use model::{ThreadId, TurnId, World as _};
use runner::Instruction;
use store::NewMessage;
use tokio::runtime::Runtime;

use crate::Scale;
use crate::harness::TestHarness;
use crate::report::{Figure, Target, alternate};

/// Messages of the long thread, and of the short one.
const LONG: usize = 10_000;
const SHORT: usize = 20;

/// Measures it.
pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let harness = TestHarness::new()?;
    let runtime = Runtime::new()?;
    let studio = runtime.block_on(async {
        let options = StudioOptions::built_in(Arc::new(RealWorld));
        Studio::create(&harness.story(), "Measured", options)
    })?;
    let long = runtime.block_on(thread(&studio, scale.of(LONG, 1000)))?;
    let short = runtime.block_on(thread(&studio, SHORT))?;
    let pair = alternate(
        scale.of(15, 3),
        || runtime.block_on(turn(&studio, long)),
        || runtime.block_on(turn(&studio, short)),
    )?;
    let what = format!(
        "a turn after {} messages; baseline after {SHORT}",
        scale.of(LONG, 1000)
    );
    Ok(vec![Figure::times(what, pair, Some(Target::AtMost(2.0)))])
}

async fn thread(studio: &Studio, messages: usize) -> Result<ThreadId> {
    let thread = studio
        .store()
        .create_thread("Long", None, model::PrincipalId::local())
        .await?
        .id;
    for _ in 0..messages / 2 {
        let turn = TurnId(RealWorld.new_id());
        let line = |role, content: String| NewMessage {
            turn,
            role,
            content,
            metadata: MessageMetadata::default(),
        };
        let text = "and then the keeper climbed the stairs again ".repeat(6);
        let rows = vec![line(Role::User, text.clone()), line(Role::Assistant, text)];
        studio.store().append_messages(thread, rows).await?;
    }
    Ok(thread)
}

async fn turn(studio: &Studio, thread: ThreadId) -> Result<Duration> {
    let person = studio.person("bench", Arc::new(capability::NoApprover));
    let instruction = Instruction {
        thread: Some(thread),
        text: "list the nodes".to_owned(),
        ..Instruction::default()
    };
    let start = Instant::now();
    studio
        .send(instruction, &person)
        .await
        .map_err(|error| anyhow!("{error}"))?;
    Ok(start.elapsed())
}
