//! One playable HTML file: the story with a small reader of its own (`reader/`), nothing loaded
//! from anywhere. The story is inert JSON, its words are only ever set as text, and the page's own
//! policy allows no script but the reader's. Out only.

mod rules;
mod story;
#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::play::PLAY;
use sha2::{Digest as _, Sha256};

use crate::kept;
use crate::links;
use crate::reading::tidy_title;
use crate::writing::xml::escaped;
use crate::writing::{Holds, IMAGE, Losses, Pages, language_of, picture_of};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

const PAGE: &str = include_str!("reader/page.html");
const STYLE: &str = include_str!("reader/style.css");
/// One script: a page that is opened from a disk may not load modules.
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("reader/expression.js"),
    include_str!("reader/game.js"),
    include_str!("reader/store.js"),
    include_str!("reader/prose.js"),
    include_str!("reader/words.js"),
    include_str!("reader/carry.js"),
    include_str!("reader/writer.js"),
    include_str!("reader/page.js"),
);

const HOLDS: Holds = Holds {
    format: "play",
    capabilities: &[kept::TEXT, IMAGE, PLAY],
    kind: |_| true,
};

/// A playable page.
pub(crate) struct Play;

impl Format for Play {
    fn about(&self) -> About {
        About {
            name: "play",
            title: "Playable web page",
            extensions: &["html"],
        }
    }
}

impl Exporter for Play {
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        let pages = Pages::of(&parcel.story);
        let mut losses = Losses::of(parcel, &HOLDS);
        pages.losses(&mut losses);
        rules::losses(&pages, &mut losses);
        losses.nodes(
            Lost::Macros,
            pages
                .nodes
                .iter()
                .copied()
                .filter(|it| links::has_macros(&pages.text(it))),
        );
        losses.nodes(
            Lost::PicturesNotShown,
            pages
                .nodes
                .iter()
                .copied()
                .filter(|it| it.data.contains_key(IMAGE) && picture_of(parcel, it).is_none()),
        );
        losses.done()
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let pages = Pages::of(&parcel.story);
        let title = escaped(&tidy_title(&parcel.story.record.title, "Untitled"));
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
             base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
            hash(SCRIPT),
            hash(STYLE)
        );
        let story = story::as_json(parcel, &pages);
        let parts = [
            ("{{language}}", language_of(&pages.nodes)),
            ("{{policy}}", &policy),
            ("{{title}}", &title),
            ("{{style}}", STYLE),
            ("{{title}}", &title),
            ("{{story}}", &story),
            ("{{script}}", SCRIPT),
        ];
        // One pass from front to back, so that nothing a story says is taken for a place to fill.
        let (mut page, mut rest) = (String::new(), PAGE);
        for (place, content) in parts {
            let (before, after) = rest.split_once(place).expect("the page has this place");
            page.push_str(before);
            page.push_str(content);
            rest = after;
        }
        page.push_str(rest);
        page.into_bytes()
    }
}

fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}
