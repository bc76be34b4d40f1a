//! Twine 2 HTML, as published by Twine. Only the story element is read: no script is run, and the
//! rest of the page, which is the story format's program, is not kept. Exports contain the element
//! in an otherwise empty page, which Twine and compilers can import. `markup` finds elements,
//! `read` and `write` convert them; archives share all of it.

mod markup;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::import::decode;
use crate::twine::ExportPlan;
use crate::{
    About, Bundle, Exporter, Format, FormatError, FormatErrorKind, Importer, Loss, Warning, twine,
};

pub(crate) use markup::stories;
pub(crate) use read::ParsedStory;
pub(crate) use write::{element, story_losses};

/// The key of this format's kept data.
const NAME: &str = "twine-html";

/// The Twine 2 HTML format.
pub(crate) struct TwineHtml;

impl Format for TwineHtml {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Twine 2 HTML",
            extensions: &["html", "htm"],
        }
    }
}

impl Exporter for TwineHtml {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let plan = ExportPlan::of(&bundle.story, NAME);
        let settings = twine::settings_of(&bundle.story, NAME);
        let written = twine::with_rules(&bundle.story, NAME);
        twine::losses(bundle, &plan, NAME, settings.as_ref(), &written, |losses| {
            story_losses(losses, &bundle.story, settings.as_ref());
        })
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        write::page(&bundle.story).into_bytes()
    }
}

impl Importer for TwineHtml {
    fn sniff(&self, bytes: &[u8]) -> bool {
        looks_like(bytes, |beginning| !beginning.starts_with("<tw-storydata"))
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        let stories = stories(&text);
        if stories.len() > 1 {
            return Err(FormatError::maybe_at(
                Some(stories[1].line),
                FormatErrorKind::MultipleTwineStories {},
            ));
        }
        read::read_bundle(stories, &text, NAME, warnings, world)
    }
}

/// Whether this is markup that contains a story element; `begins` checks the beginning.
pub(crate) fn looks_like(bytes: &[u8], begins: impl Fn(&str) -> bool) -> bool {
    let beginning = crate::import::decode_start(bytes);
    let beginning = beginning.trim_start();
    if !beginning.starts_with('<') || !begins(beginning) {
        return false;
    }
    // A published page contains half a megabyte of program before its story.
    const ELEMENT: &[u8] = b"<tw-storydata";
    beginning.contains("<tw-storydata")
        || bytes
            .iter()
            .enumerate()
            .any(|(at, byte)| *byte == b'<' && bytes[at..].starts_with(ELEMENT))
}
