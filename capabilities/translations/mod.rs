//! The languages of a story: which it has ([`LanguagesCapability`]), how names and terms are
//! translated ([`GlossaryCapability`]), and the translations of its nodes
//! ([`TranslationsCapability`]). `markup::translation` defines the pieces of a node and when one is
//! stale; `formats::translation` has the files for translators; translating by a model is a job of
//! the runner.

mod files;
mod glossary;
mod import;
mod languages;
mod list;
mod read;
mod source;
#[cfg(test)]
mod tests;
mod write;

use capability::{Capability, DataSpec, Impact, Tool};
use model::contents::{GLOSSARY, Glossary, LANGUAGES, StoryLanguages, TRANSLATION, Translation};

use Impact::{Read, Write};

pub(crate) struct LanguagesCapability;

impl Capability for LanguagesCapability {
    fn name(&self) -> &'static str {
        LANGUAGES
    }

    fn title(&self) -> &'static str {
        "Languages"
    }

    fn summary(&self) -> &'static str {
        "Keeps which language the story is written in, and which it is translated into."
    }

    fn data(&self) -> Option<DataSpec> {
        // Language codes are not text of the story.
        Some(DataSpec::of::<StoryLanguages>("{ source, targets: [] }").text(|_| String::new()))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("read", "read_story_languages", Read, languages::read),
            Tool::new("set", "set_story_languages", Write, languages::set).hints(languages::show),
        ]
    }
}

pub(crate) struct GlossaryCapability;

impl Capability for GlossaryCapability {
    fn name(&self) -> &'static str {
        GLOSSARY
    }

    fn title(&self) -> &'static str {
        "Glossary"
    }

    fn summary(&self) -> &'static str {
        "Keeps how names and terms of the story are translated."
    }

    fn data(&self) -> Option<DataSpec> {
        let outline = "{ terms: [{term, note, translations}] }";
        Some(DataSpec::of::<Glossary>(outline).text(|_| String::new()))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("list", "list_glossary", Read, glossary::list),
            Tool::new("set", "set_glossary_term", Write, glossary::set).hints(glossary::show),
            Tool::new("remove", "remove_glossary_term", Write, glossary::remove)
                .hints(glossary::show),
        ]
    }
}

pub(crate) struct TranslationsCapability;

impl Capability for TranslationsCapability {
    fn name(&self) -> &'static str {
        TRANSLATION
    }

    fn title(&self) -> &'static str {
        "Translations"
    }

    fn summary(&self) -> &'static str {
        "Keeps titles, texts and choices in other languages, and knows which of them the source has left behind."
    }

    fn data(&self) -> Option<DataSpec> {
        let outline = "{ title, lines: [{id, source, text}], choices: [{id, source, text}] }";
        Some(DataSpec::of::<Translation>(outline).text(Translation::words_in))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("list", "list_translations", Read, list::list),
            Tool::new("read", "read_translation", Read, read::read),
            Tool::new("write", "write_translation", Write, write::write).hints(write::show),
            Tool::new("confirm", "confirm_translation", Write, write::confirm).hints(write::show),
            Tool::new("export", "export_translations", Read, files::export).answers_with_file(),
            Tool::new("import", "import_translations", Write, import::import).hints(import::show),
        ]
    }
}
