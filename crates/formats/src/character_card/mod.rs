//! Character cards, versions 2 and 3: as JSON, inside a PNG, or as a CHARX archive; several cards
//! are written as an archive of them. A card becomes a character; the entries of its lorebook
//! become notes that the character links to. `fields` maps card fields to nodes, `picture` finds
//! the card in a PNG, `read` and `write` convert whole files.

mod fields;
mod picture;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::folder::paths;
use crate::import::decode_start;
use crate::{About, Bundle, Exporter, Format, FormatError, Importer, Loss, Warning, is_archive};

/// The format's name, also the key of its kept data.
const NAME: &str = "card";
/// The file that lists the cards in an archive of several.
const LIST: &str = "cards.json";
/// The card in an archive of one card.
const CARD: &str = "card.json";

/// Character cards.
pub(crate) struct CharacterCard;

impl Format for CharacterCard {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Character cards",
            extensions: &["zip", "charx", "json", "png"],
        }
    }
}

impl Exporter for CharacterCard {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        write::losses(bundle)
    }

    fn extension_for(&self, bundle: &Bundle) -> &'static str {
        write::extension(bundle)
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        write::bytes(bundle).0
    }
}

impl Importer for CharacterCard {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if is_archive(bytes) {
            return paths(bytes).iter().any(|it| it == LIST || it == CARD);
        }
        if picture::is_png(bytes) {
            return picture::card(bytes).is_some();
        }
        let text = decode_start(bytes);
        let says = |key: &str| text.contains(key);
        text.trim_start().starts_with('{')
            && !says("\"storyteller-story\"")
            && (says("\"chara_card_v2\"")
                || says("\"chara_card_v3\"")
                || (says("\"first_mes\"") && says("\"personality\"")))
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        read::read_bundle(bytes, world)
    }
}
