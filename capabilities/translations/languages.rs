//! The languages of the story.

use capability::{InvalidArgument, ToolContext, ToolError, UiHints};
use model::Slot;
use model::contents::{Content as _, LANGUAGES, StoryLanguages};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{message, stored};
use crate::error::CapabilityError;
use crate::shared::story_languages::language_code;

/// How many languages a story has at most.
const MAX_LANGUAGES: usize = 50;

/// Set which language the story is written in and which it is translated into. What is not given
/// stays. Translations into a language that is taken away are kept, and are there again when it comes
/// back.
#[derive(Deserialize, JsonSchema)]
pub(super) struct SetLanguages {
    /// The language the story is written in, by its BCP 47 code, for instance `en`.
    source_language: Option<String>,
    /// All languages it is translated into, by their codes, for instance `de` and `zh-CN`; they
    /// replace those there are.
    target_languages: Option<Vec<String>>,
}

/// Read which language the story is written in and which it is translated into.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ReadLanguages {}

pub(super) async fn read(cx: ToolContext, _: ReadLanguages) -> Result<LanguagesResult, ToolError> {
    let version = cx.story().adopted(&Slot::story(LANGUAGES))?;
    Ok(LanguagesResult {
        languages: stored(version.as_ref())?,
        version: version.map(|it| it.number),
    })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LanguagesResult {
    /// None where nothing was set yet; then `source` is empty.
    version: Option<u32>,
    #[serde(flatten)]
    languages: StoryLanguages,
}

pub(super) async fn set(
    cx: ToolContext,
    input: SetLanguages,
) -> Result<LanguagesResult, ToolError> {
    let source = input.source_language.as_deref();
    let source = source
        .map(|it| language_code("/source_language", it))
        .transpose()?;
    let mut targets: Option<Vec<String>> = None;
    if let Some(given) = &input.target_languages {
        if given.len() > MAX_LANGUAGES {
            let message = format!("a story has at most {MAX_LANGUAGES} languages");
            return Err(ToolError::invalid("/target_languages", message));
        }
        let mut codes = Vec::new();
        for (index, code) in given.iter().enumerate() {
            let code = language_code(&format!("/target_languages/{index}"), code)?;
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        targets = Some(codes);
    }
    if source.is_none() && targets.is_none() {
        return Err(ToolError::new(
            capability::Code::InvalidActionInput,
            CapabilityError::NothingToChange {},
        )
        .hint("give `source_language` or `target_languages`"));
    }
    cx.edit(move |edit| {
        let slot = Slot::story(LANGUAGES);
        let mut languages: StoryLanguages = stored(edit.adopted(&slot)?.as_ref())?;
        languages.source = source.unwrap_or(languages.source);
        languages.targets = targets.unwrap_or(languages.targets);
        if languages.source.is_empty() {
            return Err(ToolError::invalid(
                "/source_language",
                "nothing says which language the story is written in",
            )
            .hint("give its code, for instance `en`")
            .said(&InvalidArgument::FieldMissing {}));
        }
        let own = languages.source.clone();
        if languages.targets.contains(&own) {
            let language = own;
            return Err(ToolError::invalid(
                "/target_languages",
                CapabilityError::TranslatedIntoItself { language },
            )
            .hint("leave it out of `target_languages`"));
        }
        let version = Some(edit.write(&slot, &languages.to_data())?.number);
        Ok(LanguagesResult { version, languages })
    })
    .await
}

pub(super) fn show(answer: &Value) -> Option<UiHints> {
    let targets = answer["targets"].as_array().into_iter().flatten();
    let targets: Vec<_> = targets.filter_map(Value::as_str).collect();
    message(match targets.is_empty() {
        true => "The story has one language".to_owned(),
        false => format!("The story is translated into {}", targets.join(", ")),
    })
}
