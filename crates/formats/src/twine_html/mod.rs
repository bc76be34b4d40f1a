//! Twine 2 HTML: what Twine publishes. Of a page only the story element is read: no script of it
//! runs, and the page around it, which is a story format's program, is not kept. Written is the
//! element in an otherwise empty page, which Twine and compilers import. `markup` finds elements,
//! `read` and `write` go through one; archives share all of it.

mod markup;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::reading::decode;
use crate::twine::Plan;
use crate::{
    About, Exporter, Format, FormatError, Importer, Loss, Parcel, Refusal, Warning, twine,
};

pub(crate) use markup::stories;
pub(crate) use read::Draft;
pub(crate) use write::{element, story_losses};

/// The name kept data goes by.
const NAME: &str = "twine-html";

/// Twine 2 HTML.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let plan = Plan::of(&parcel.story, NAME);
        let settings = twine::settings_of(&parcel.story, NAME);
        twine::losses(parcel, &plan, NAME, settings.as_ref(), |losses| {
            story_losses(losses, &parcel.story, settings.as_ref());
        })
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::page(&parcel.story).into_bytes()
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
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        let stories = stories(&text);
        if stories.len() > 1 {
            return Err(FormatError::maybe_at(
                Some(stories[1].line),
                Refusal::TwineSecond {},
            ));
        }
        read::parcel(stories, &text, NAME, warnings, world)
    }
}

/// Whether this is markup with a story element somewhere; `begins` looks at the beginning.
pub(crate) fn looks_like(bytes: &[u8], begins: impl Fn(&str) -> bool) -> bool {
    let beginning = crate::reading::decode_beginning(bytes);
    let beginning = beginning.trim_start();
    if !beginning.starts_with('<') || !begins(beginning) {
        return false;
    }
    // A published page has its story behind half a megabyte of program.
    const ELEMENT: &[u8] = b"<tw-storydata";
    beginning.contains("<tw-storydata")
        || bytes
            .iter()
            .enumerate()
            .any(|(at, byte)| *byte == b'<' && bytes[at..].starts_with(ELEMENT))
}
