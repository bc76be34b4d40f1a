//! Completes what a person types for an argument of a prompt or a part of a URI: titles of nodes,
//! drafts, languages.

use host::Studio;
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use crate::identity::Client;
use crate::{prompts, resources};

/// Languages that stories are often translated into.
const LANGUAGES: [&str; 12] = [
    "Chinese",
    "English",
    "French",
    "German",
    "Italian",
    "Japanese",
    "Korean",
    "Polish",
    "Portuguese",
    "Russian",
    "Spanish",
    "Turkish",
];

/// The values that match the typed text, those that begin with it first.
pub(crate) fn complete(
    studio: &Studio,
    client: &Client,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, ErrorData> {
    let argument = request.argument.name.as_str();
    let is_known = match &request.r#ref {
        Reference::Prompt(prompt) => prompts::has_argument(&prompt.name, argument),
        Reference::Resource(resource) => {
            let templates = resources::templates();
            let found = templates.iter().find(|it| it.uri_template == resource.uri);
            found.is_some_and(|it| it.uri_template.contains(&format!("{{{argument}}}")))
        }
        _ => false,
    };
    if !is_known {
        let message = "there is no such argument to complete";
        return Err(ErrorData::invalid_params(message, None));
    }
    let typed = request.argument.value.as_str();
    let values = match argument {
        "node" => {
            let view = resources::view(studio, client)?;
            let story = view.graph().map_err(resources::unreadable)?;
            let titles = story.nodes.values().map(|it| it.title.clone());
            fitting(typed, titles.collect())
        }
        "draft" => {
            let drafts = studio.store().view(None).drafts(true);
            let drafts = drafts.map_err(resources::unreadable)?.into_iter();
            fitting(typed, drafts.map(|it| it.id.to_string()).collect())
        }
        "language" => fitting(typed, LANGUAGES.map(str::to_owned).to_vec()),
        _ => Vec::new(),
    };
    let total = u32::try_from(values.len()).ok();
    let has_more = values.len() > CompletionInfo::MAX_VALUES;
    let shown = values
        .into_iter()
        .take(CompletionInfo::MAX_VALUES)
        .collect();
    let completion = CompletionInfo::with_pagination(shown, total, has_more);
    let completion = completion.map_err(|why| ErrorData::internal_error(why, None))?;
    Ok(CompleteResult::new(completion))
}

/// Values that begin with the typed text, then those that contain it, ignoring letter case, without
/// duplicates.
fn fitting(typed: &str, mut values: Vec<String>) -> Vec<String> {
    let typed = typed.to_lowercase();
    values.sort();
    values.dedup();
    let place = |value: &String| value.to_lowercase().find(&typed);
    values.retain(|it| place(it).is_some());
    values.sort_by_key(|it| place(it) != Some(0));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_lists_prefix_matches_first() {
        let values = ["The harbour", "Harbour", "harbour master", "Fog", "Harbour"];
        let values = values.map(str::to_owned).to_vec();
        assert_eq!(
            fitting("harb", values),
            ["Harbour", "harbour master", "The harbour"]
        );
    }
}
