//! A turn in a long conversation against the same turn in a short one: the length of the thread
//! must not matter. And the time until a model is asked, in a large story.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use host::{RealWorld, Studio, StudioOptions};
use model::conversation::{MessageMetadata, Role};
use model::{EdgeRecord, ThreadId, TurnId, World as _};
use runner::Instruction;
use serde_json::json;
use store::{Edit, NewMessage, StoreError};
use tokio::runtime::Runtime;

use crate::Scale;
use crate::generated_text::{Language, Rng};
use crate::harness::{TestHarness, make, note};
use crate::instant_model::InstantModel;
use crate::report::{Figure, Pair, Target, alternate, median};

/// Messages of the long thread, and of the short one.
const LONG: usize = 10_000;
const SHORT: usize = 20;
/// Nodes of the large story, and words of each.
const NODES: usize = 10_000;
const WORDS_A_NODE: usize = 200;
/// A request is composed in at most so long.
const LIMIT: Duration = Duration::from_millis(30);

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
    Ok(vec![
        Figure::times(what, pair, Some(Target::AtMost(2.0))),
        in_a_large_story(scale)?,
    ])
}

/// From an instruction about a scene to the request, in a story of two million words.
fn in_a_large_story(scale: Scale) -> Result<Figure> {
    let nodes = scale.of(NODES, 500);
    let harness = TestHarness::new()?;
    let store = harness.create()?;
    let (language, mut rng) = (Language::english(), Rng::new(7));
    let scenes = (0..nodes).map(|at| {
        let text = language.text(&mut rng, WORDS_A_NODE);
        let data = vec![("text", json!({ "text": text }))];
        (format!("Scene {at}"), data)
    });
    let ids = make(&store, scenes.collect())?;
    let links = ids.clone();
    let join = move |edit: &mut Edit<'_>| {
        for pair in links.windows(2) {
            edit.create_edge(&EdgeRecord::link(pair[0], pair[1], "", 0))?;
        }
        Ok(())
    };
    store.edit_blocking::<(), StoreError>(note("link"), join)?;
    store.close()?;
    let runtime = Runtime::new()?;
    let mut times = Vec::new();
    runtime.block_on(async {
        let model = InstantModel::new(|_| "Done.".to_owned());
        let options = StudioOptions {
            model: model.clone(),
            ..StudioOptions::built_in(Arc::new(RealWorld))
        };
        let studio = Studio::open(&harness.story(), options)?;
        let person = studio.person("bench", Arc::new(capability::NoApprover));
        // The first turn reads the names of all nodes, once for as long as the story is open.
        for round in 0..scale.of(15, 3) + 1 {
            let node = ids[(round * 37 + nodes / 2) % nodes];
            let instruction = Instruction {
                node: Some(node),
                text: "Let Scene 3 end as this one begins, and make it darker.".to_owned(),
                ..Instruction::default()
            };
            let start = Instant::now();
            let sent = studio.send(instruction, &person).await;
            sent.map_err(|error| anyhow!("{error}"))?;
            let asked = model.asked().ok_or_else(|| anyhow!("no model was asked"))?;
            if round > 0 {
                times.push(asked.duration_since(start));
            }
        }
        Ok::<_, anyhow::Error>(())
    })?;
    let pair = Pair {
        ours: median(times),
        baseline: LIMIT,
    };
    let words = nodes * WORDS_A_NODE;
    let what = format!("a request in {nodes} nodes, {words} words; baseline the limit");
    Ok(Figure::times(what, pair, Some(Target::AtMost(1.0))))
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
