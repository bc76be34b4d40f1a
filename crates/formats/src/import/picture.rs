//! Pictures that an imported file has for a node.

use std::collections::BTreeMap;

use markup::kept_data::DataMap;
use model::contents::{Content as _, OWN_FILE, Picture, picture_mime};
use model::{AssetId, ContentHash};

use crate::PackedAsset;

/// Makes a file the picture of a node, and returns whether it is a picture that a node can have.
pub(crate) fn set_picture(
    assets: &mut BTreeMap<AssetId, PackedAsset>,
    data: &mut DataMap,
    bytes: &[u8],
) -> bool {
    let (Some(mime), Ok(size)) = (picture_mime(bytes), imagesize::blob_size(bytes)) else {
        return false;
    };
    let asset = ContentHash::of(bytes);
    let picture = Picture {
        asset,
        mime: mime.to_owned(),
        prompt: String::new(),
        ratio: String::new(),
        model: String::new(),
        seed: None,
        width: size.width.try_into().unwrap_or_default(),
        height: size.height.try_into().unwrap_or_default(),
        origin: OWN_FILE.to_owned(),
    };
    picture.store_in(data);
    assets.entry(asset).or_insert_with(|| PackedAsset {
        mime: mime.to_owned(),
        bytes: bytes.to_owned(),
    });
    true
}
