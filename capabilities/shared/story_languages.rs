//! Resolves language arguments to languages of the story.

use capability::{InvalidArgument, ToolError};
use model::Story;
use model::contents::{LANGUAGES, StoryLanguages};

use crate::error::CapabilityError;
use crate::validate;

/// A BCP 47 code in its usual spelling: `zh-CN` for `ZH_cn`.
pub(crate) fn language_code(path: &str, given: &str) -> Result<String, ToolError> {
    let code = given.trim();
    match code.parse::<unic_langid::LanguageIdentifier>() {
        // Longer codes are reserved, so a name such as `German` is not a code.
        Ok(code)
            if (2..=3).contains(&code.language.as_str().len())
                && code.language.as_str() != "und" =>
        {
            Ok(code.to_string())
        }
        _ => Err(ToolError::invalid(
            path,
            CapabilityError::NoLanguageCode {
                code: validate::shorten_for_message(code),
            },
        )
        .hint("give a BCP 47 code: `de` for German, `zh-CN` for Chinese in China")
        .said(&InvalidArgument::FieldNotListed {})),
    }
}

/// The translation language that an argument names; if none is given, the only one.
pub(crate) fn language(
    languages: &StoryLanguages,
    given: Option<&str>,
) -> Result<String, ToolError> {
    let targets = languages.targets.iter().map(String::as_str);
    let Some(given) = given.map(str::trim).filter(|it| !it.is_empty()) else {
        return match languages.targets.as_slice() {
            [only] => Ok(only.clone()),
            _ => Err(
                ToolError::invalid("/language", "nothing says which language is meant")
                    .hint(format!("name one: {}", validate::join_names(targets)))
                    .said(&InvalidArgument::FieldMissing {}),
            ),
        };
    };
    let code = language_code("/language", given)?;
    if languages.targets.contains(&code) {
        return Ok(code);
    }
    let language = code;
    Err(
        ToolError::invalid("/language", CapabilityError::NotTranslatedInto { language }).hint(
            format!(
                "it is translated into {}; set_story_languages changes that",
                validate::join_names(targets)
            ),
        ),
    )
}

/// The language to show the story in; `None` for the language it is written in.
pub(crate) fn chosen(story: &Story, given: Option<&str>) -> Result<Option<String>, ToolError> {
    let kept = StoryLanguages::of(story.data.get(LANGUAGES).map(|it| &**it));
    chosen_of(&kept.unwrap_or_default(), given)
}

/// The same, given the languages of the story.
pub(crate) fn chosen_of(
    languages: &StoryLanguages,
    given: Option<&str>,
) -> Result<Option<String>, ToolError> {
    let Some(given) = given.map(str::trim).filter(|it| !it.is_empty()) else {
        return Ok(None);
    };
    if language_code("/language", given)? == languages.source {
        return Ok(None);
    }
    if languages.targets.is_empty() {
        return Err(
            ToolError::invalid("/language", CapabilityError::OneLanguage {})
                .hint("add a language with set_story_languages"),
        );
    }
    language(languages, Some(given)).map(Some)
}
