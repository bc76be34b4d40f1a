//! The messages of all languages, each parsed once, when it is first needed.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

use crate::{Argument, Language};

/// The program's files, each with the code of its language.
pub(crate) static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

type Bundle = FluentBundle<FluentResource>;

/// Nobody reads all languages at once, and parsed messages take more memory than their files.
static BUNDLES: LazyLock<HashMap<&str, OnceLock<Bundle>>> = LazyLock::new(|| {
    Language::all()
        .map(|it| (it.code(), OnceLock::new()))
        .collect()
});

fn parsed(language: Language) -> Bundle {
    let locale = language.code().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // The texts go to terminals and files too, where marks of direction are garbage.
    bundle.set_use_isolating(false);
    for (_, text) in FILES.iter().filter(|it| it.0 == language.code()) {
        // The rest of a file with a mistake can be used; a test finds the mistake.
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*text).to_owned());
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// A message with its arguments filled in: in English where the language lacks it, and its id where
/// there is no such message, which tests exclude.
pub fn format(language: Language, id: &str, args: &[(&str, Argument<'_>)]) -> String {
    let known = [language, Language::ENGLISH];
    let translated = known.into_iter().find_map(|it| translation(it, id, args));
    debug_assert!(translated.is_some(), "no message {id}");
    translated.unwrap_or_else(|| id.to_owned())
}

/// A message in this language alone, for what has its English elsewhere.
pub fn translation(language: Language, id: &str, args: &[(&str, Argument<'_>)]) -> Option<String> {
    let bundle = BUNDLES
        .get(language.code())?
        .get_or_init(|| parsed(language));
    let pattern = bundle.get_message(id)?.value()?;
    let args: FluentArgs<'_> = args.iter().cloned().collect();
    let mut errors = Vec::new();
    let formatted = bundle.format_pattern(pattern, Some(&args), &mut errors);
    debug_assert!(errors.is_empty(), "message {id}: {errors:?}");
    Some(formatted.into_owned())
}

/// Words in the language's quotation marks.
pub fn quote(language: Language, words: &str) -> String {
    format(language, "punctuation-quote", &[("words", words.into())])
}

/// A list in the language's punctuation.
pub fn list<S: AsRef<str>>(language: Language, items: &[S]) -> String {
    join(items, &format(language, "punctuation-comma", &[]))
}

/// Sentences one after the other, without the empty ones.
pub fn sentences(language: Language, sentences: &[&str]) -> String {
    let sentences = sentences.iter().filter(|it| !it.is_empty());
    let sentences: Vec<_> = sentences.collect();
    join(&sentences, &format(language, "punctuation-space", &[]))
}

fn join<S: AsRef<str>>(items: &[S], between: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    items.join(between)
}
