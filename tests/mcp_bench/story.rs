//! A story that is measured, and its calls inside the process.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use capability::NoApprover;
use host::{RealWorld, Studio, StudioOptions};
use model::conversation::ToolCall;
use serde_json::{Value, json};

use crate::harness::{self, TestHarness};
use crate::process;

/// How many nodes calls are spread over.
const SPREAD: usize = 200;

/// The title of a node.
pub(crate) fn title(number: usize) -> String {
    format!("Scene {}", number % SPREAD)
}

/// A story with so many nodes, each with a text.
pub(crate) struct MeasuredStory(pub(crate) TestHarness);

impl MeasuredStory {
    pub(crate) fn make(nodes: usize) -> Result<Self> {
        let harness = TestHarness::new()?;
        let store = harness.create()?;
        let wanted = (0..nodes).map(|it| {
            let text = format!("The fog lies over harbour {it}. ").repeat(8);
            let title = if it < SPREAD {
                title(it)
            } else {
                format!("Page {it}")
            };
            (title, vec![("text", json!({ "text": text }))])
        });
        harness::make(&store, wanted.collect())?;
        store.close()?;
        Ok(Self(harness))
    }

    /// The processor time of each call in this process.
    pub(crate) fn inside(
        &self,
        tool: &str,
        calls: usize,
        args: impl Fn(usize) -> Value,
    ) -> Result<Duration> {
        let runtime = tokio::runtime::Runtime::new()?;
        let options = StudioOptions::built_in(Arc::new(RealWorld));
        let studio = {
            let _inside = runtime.enter();
            Studio::open(&self.0.story(), options).map_err(|error| anyhow!("{error}"))?
        };
        let caller = studio.person("bench", Arc::new(NoApprover));
        let call = async |number: usize| {
            let call = ToolCall {
                id: None,
                name: tool.to_owned(),
                args: args(number),
            };
            let output = studio.registry().call(&caller, call).await;
            ensure!(output.succeeded(), "{}", output.content());
            Ok(())
        };
        let used = runtime.block_on(async {
            for number in 0..calls / 10 {
                call(number).await?;
            }
            let before = process::processor_time(std::process::id())?;
            for number in 0..calls {
                call(number).await?;
            }
            Ok::<_, anyhow::Error>(
                process::processor_time(std::process::id())?.saturating_sub(before),
            )
        })?;
        studio.close()?;
        Ok(used / u32::try_from(calls)?)
    }
}
