//! Exports one playable HTML file: the story with a small reader (`reader/`), without any external
//! resources; with a player of Ink or Yarn if the story came from there (`script`). The story is
//! embedded as inert JSON, its text is only ever inserted as text nodes, and the content security
//! policy allows no script but the reader's.

mod designs;
mod languages;
mod rules;
mod script;
mod story;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::contents::{LANGUAGES, SOUND, TRANSLATION};
use model::play::PLAY;
use script_player::Language;
use sha2::{Digest as _, Sha256};

use crate::export::xml::escaped;
use crate::export::{
    FormatSupport, IMAGE, Losses, Pages, ReaderTexts, picture_of, source_language,
};
use crate::import::tidy_title;
use crate::playable_script::PlayableScript;
use crate::{About, Bundle, ExportOption, Exporter, Format, Loss, LossKind};
use markup::kept_data;

const PAGE: &str = include_str!("reader/page.html");
const STYLE: &str = include_str!("reader/style.css");
/// A single classic script, because a page opened from disk cannot load modules.
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("reader/expression.js"),
    include_str!("reader/game.js"),
    include_str!("reader/store.js"),
    include_str!("reader/prose.js"),
    include_str!("reader/languages.js"),
    include_str!("reader/messages.js"),
    include_str!("reader/messages/en.js"),
    include_str!("reader/messages/de.js"),
    include_str!("reader/messages/es.js"),
    include_str!("reader/messages/fr.js"),
    include_str!("reader/messages/it.js"),
    include_str!("reader/messages/pt.js"),
    include_str!("reader/messages/ru.js"),
    include_str!("reader/messages/ja.js"),
    include_str!("reader/messages/ko.js"),
    include_str!("reader/messages/zh.js"),
    include_str!("reader/save_transfer.js"),
    include_str!("reader/author_panel.js"),
    include_str!("reader/sound.js"),
    include_str!("reader/page.js"),
);
/// The same with the player of Ink.
static INK_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let (version, license) = (script_player::INKJS_VERSION, script_player::INKJS_LICENSE);
    let player = Language::Ink.player().join("\n");
    format!("\"use strict\";\n/*! inkjs {version}\n{license}*/\n{player}{SCRIPT}")
});
/// The same with the player of Yarn.
static YARN_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let player = Language::Yarn.player().join("\n");
    format!("\"use strict\";\n{player}{SCRIPT}")
});

const SUPPORT: FormatSupport = FormatSupport {
    format: "play",
    capabilities: &[kept_data::TEXT, IMAGE, SOUND, PLAY, TRANSLATION, LANGUAGES],
    kind: |_| true,
};

/// Exporter for a playable page.
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
    fn options(&self) -> &'static [ExportOption] {
        &[ExportOption::Design]
    }

    fn holds_languages(&self) -> bool {
        true
    }

    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let pages = Pages::of(&bundle.story);
        let mut losses = Losses::of(bundle, &SUPPORT);
        if let Some(of_script) = script::losses(bundle, &pages, &mut losses) {
            let mut losses = losses.finish();
            losses.extend(of_script);
            return losses;
        }
        pages.losses(&mut losses);
        let texts = ReaderTexts::of(&bundle.story);
        let nodes = pages.nodes.iter().copied();
        let with_code = nodes.filter(|it| texts.leaves_out_code(it, pages.written(it)));
        losses.add_nodes(LossKind::Macros, with_code);
        rules::losses(&pages, &mut losses);
        losses.add_nodes(
            LossKind::PicturesNotShown,
            pages
                .nodes
                .iter()
                .copied()
                .filter(|it| it.data.contains_key(IMAGE) && picture_of(bundle, it).is_none()),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let pages = Pages::of(&bundle.story);
        let title = escaped(&tidy_title(&bundle.story.record.title, "Untitled"));
        let played = PlayableScript::of(&bundle.story);
        let script = match played.as_ref().map(|it| it.language) {
            Some(Language::Ink) => &INK_SCRIPT,
            Some(Language::Yarn) => &YARN_SCRIPT,
            None => SCRIPT,
        };
        let style = designs::style_of(bundle.options.design);
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
             media-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
            hash(script),
            hash(&style)
        );
        let languages = languages::languages_of(bundle);
        let language = source_language(&bundle.story, &pages.nodes);
        let translate = |asked: &mut _| languages::translations(bundle, languages.as_ref(), asked);
        let story = story::as_json(bundle, &pages, &language, &translate, played.as_ref());
        let parts = [
            ("{{language}}", language.as_str()),
            ("{{policy}}", &policy),
            ("{{title}}", &title),
            ("{{style}}", &*style),
            ("{{title}}", &title),
            ("{{story}}", &story),
            ("{{script}}", script),
        ];
        // A single pass from front to back, so that no placeholder inside story text is replaced.
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
