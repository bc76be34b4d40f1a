//! The pictures and sounds of a folder, by content hash.

use std::collections::{BTreeMap, HashMap};

use model::{AssetId, ContentHash};
use serde_json::Value;

use super::ASSETS;
use super::fields::words;
use super::write::EXTENSIONS;
use crate::{Folder, PackedAsset};

/// Reads pictures and sounds. The second map gives the new hash for the old one of each file edited
/// by hand; `changed` is called with the paths of those files.
pub(super) fn read(
    folder: &Folder,
    root: Option<&str>,
    unusual: Option<&Value>,
    changed: &mut dyn FnMut(&str),
) -> (BTreeMap<AssetId, PackedAsset>, HashMap<String, String>) {
    let (mut assets, mut replaced) = (BTreeMap::new(), HashMap::new());
    let Some(root) = root else {
        return (assets, replaced);
    };
    let below = format!("{root}{ASSETS}");
    for (path, bytes) in folder.files.range(below.clone()..) {
        let Some(name) = path.strip_prefix(&below) else {
            break;
        };
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let mime = unusual.and_then(|it| it.get(stem)).map(words);
        let known = EXTENSIONS
            .iter()
            .find(|it| it.1 == ending)
            .map(|it| it.0.to_owned());
        let mime = mime
            .or(known)
            .unwrap_or_else(|| "application/octet-stream".to_owned());
        let hash = ContentHash::of(bytes);
        if let Ok(named) = stem.parse::<AssetId>()
            && named != hash
        {
            changed(path);
            replaced.insert(named.to_string(), hash.to_string());
        }
        assets.insert(
            hash,
            PackedAsset {
                mime,
                bytes: bytes.clone(),
            },
        );
    }
    (assets, replaced)
}
