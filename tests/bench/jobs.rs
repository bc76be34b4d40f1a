//! A job of a hundred scenes with a model that answers at once, against one of ten: no scene may cost
//! more for others having been done before.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use capability::{Answer, Approver, Question};
use host::{RealWorld, Studio, StudioOptions};
use model::conversation::ToolCall;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::Scale;
use crate::harness::{TestHarness, make};
use crate::instant_model::InstantModel;
use crate::report::{Figure, Pair, Target, median};

const MANY: usize = 100;
const FEW: usize = 10;
/// A job of [`MANY`] scenes takes at most so long.
const LIMIT: Duration = Duration::from_secs(2);

/// A person who allows everything.
struct AlwaysYes;

#[async_trait::async_trait]
impl Approver for AlwaysYes {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

/// Measures it.
pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let runtime = Runtime::new()?;
    let (mut many, mut few) = (Vec::new(), Vec::new());
    for _ in 0..scale.of(5, 1) {
        many.push(job(&runtime, MANY)?);
        few.push(job(&runtime, FEW)?);
    }
    let (many, few) = (median(many), median(few));
    let whole = Pair {
        ours: many,
        baseline: LIMIT,
    };
    let each = Pair {
        ours: many / MANY as u32,
        baseline: few / FEW as u32,
    };
    Ok(vec![
        Figure::times(
            format!("a job of {MANY} scenes; baseline the limit"),
            whole,
            Some(Target::AtMost(1.0)),
        ),
        Figure::times(
            format!("a scene in a job of {MANY}; baseline in one of {FEW}"),
            each,
            Some(Target::AtMost(1.0)),
        ),
    ])
}

fn job(runtime: &Runtime, scenes: usize) -> Result<Duration> {
    let harness = TestHarness::new()?;
    let store = harness.create()?;
    let text = "It rains, and the keeper climbs the stairs again. ".repeat(30);
    let nodes = (0..scenes).map(|at| {
        let data = vec![("text", json!({ "text": format!("{text}{at}") }))];
        (format!("Scene {at}"), data)
    });
    make(&store, nodes.collect())?;
    store.close()?;
    runtime.block_on(async {
        let options = StudioOptions {
            model: InstantModel::new(|_| "It rained.".to_owned()),
            ..StudioOptions::built_in(Arc::new(RealWorld))
        };
        let studio = Studio::open(&harness.story(), options)?;
        let person = studio.person("bench", Arc::new(AlwaysYes));
        let call = ToolCall {
            id: None,
            name: "run_job".to_owned(),
            args: json!({ "kind": "scene", "instruction": "Put it into the past tense." }),
        };
        let start = Instant::now();
        let output = studio.call(&person, call).await;
        let took = start.elapsed();
        let written = output.result.map(|it| it.data["written"].clone());
        if written != Some(json!(scenes)) {
            return Err(anyhow!("the job wrote {written:?}: {:?}", output.error));
        }
        Ok(took)
    })
}
