//! Character cards of version 2 and 3: as JSON, in a picture (PNG), as an archive (CHARX); several as
//! an archive of them. A card is a character, the entries of its lorebook are notes it links to.
//! `fields` is the correspondence between a card and a node, `picture` the card in a PNG, `read`
//! and `write` go through files.

mod fields;
mod picture;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::folder::paths;
use crate::reading::decode_beginning;
use crate::{About, Exporter, Format, FormatError, Importer, Loss, Parcel, Warning, is_archive};

/// The name kept data goes by, and the format's own.
const NAME: &str = "card";
/// The file that lists the cards of an archive of several.
const LIST: &str = "cards.json";
/// The card in an archive of one.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        write::losses(parcel)
    }

    fn extension_for(&self, parcel: &Parcel) -> &'static str {
        write::ending(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::bytes(parcel).0
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
        let text = decode_beginning(bytes);
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
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        read::parcel(bytes, world)
    }
}
