//! What reading for continuity finds of what is planted in a story of a hundred scenes, in English and
//! Chinese: a model notices a contradiction wherever it is shown both passages.

#[path = "../it/support/continuity.rs"]
mod planted;

use anyhow::Result;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::Scale;
use crate::harness::TestHarness;
use crate::instant_model::InstantModel;
use crate::report::{Figure, Target};
use planted::{OpenSet, Set};

/// Measures both languages.
pub(crate) fn measure(_: Scale) -> Result<Vec<Figure>> {
    let runtime = Runtime::new()?;
    let mut figures = Vec::new();
    for (language, chinese) in [("English", false), ("Chinese", true)] {
        let set = Set::of(chinese);
        let reader = set.clone();
        let model = InstantModel::new(move |question| reader.reply(question));
        let harness = TestHarness::new()?;
        let found = runtime.block_on(async {
            let open = OpenSet::open(&harness.story(), &set, model).await;
            open.call("check_continuity", json!({})).await;
            let args = json!({ "sort": "contradiction", "status": "open", "limit": 1000 });
            open.call("list_findings", args).await["count"].as_u64()
        });
        let planted = set.contradictions.len();
        let scenes = planted::SCENES;
        figures.push(Figure::share(
            format!("contradictions found among {scenes} scenes, {language}"),
            found.unwrap_or_default() as usize,
            planted,
            Some(Target::AtLeast(1.0)),
        ));
    }
    Ok(figures)
}
