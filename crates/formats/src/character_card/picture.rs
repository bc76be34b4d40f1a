//! The card inside a PNG: a text chunk named `ccv3` (version 3) or `chara` (version 2), in Base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The keywords of chunks that may hold a card, newest version first.
const KEYS: [&str; 2] = ["ccv3", "chara"];

/// Whether these bytes begin with the PNG signature.
pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// The chunks in order, each as type, data and all its bytes. Stops where the file is truncated.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8], &[u8])> {
    let mut rest = bytes.get(SIGNATURE.len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let whole = rest.get(..length.checked_add(12)?)?;
        rest = &rest[whole.len()..];
        Some((&whole[4..8], &whole[8..8 + length], whole))
    })
}

/// The keyword and text of a text chunk.
fn text<'a>(sort: &[u8], data: &'a [u8]) -> Option<(&'a str, &'a [u8])> {
    let end = data
        .iter()
        .position(|it| *it == 0)
        .filter(|_| sort == b"tEXt")?;
    Some((std::str::from_utf8(&data[..end]).ok()?, &data[end + 1..]))
}

/// The JSON of the card, as bytes.
pub(super) fn card(png: &[u8]) -> Option<Vec<u8>> {
    KEYS.iter().find_map(|key| {
        let found =
            chunks(png).find_map(|(sort, data, _)| text(sort, data).filter(|it| it.0 == *key));
        let encoded: Vec<u8> = found?
            .1
            .iter()
            .copied()
            .filter(|it| !it.is_ascii_whitespace())
            .collect();
        BASE64.decode(encoded).ok()
    })
}

/// The picture with all card chunks removed, and its size in pixels.
pub(super) fn without_card(png: &[u8]) -> (Vec<u8>, u32, u32) {
    let mut bare = SIGNATURE.to_vec();
    let (mut width, mut height) = (0, 0);
    for (sort, data, whole) in chunks(png) {
        if sort == b"IHDR" && data.len() >= 8 {
            let number = |at: usize| {
                u32::from_be_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]])
            };
            (width, height) = (number(0), number(4));
        }
        if text(sort, data).is_none_or(|it| !KEYS.contains(&it.0)) {
            bare.extend(whole);
        }
    }
    (bare, width, height)
}

/// The picture with these card chunks inserted before the image data; `None` if it is not a
/// complete PNG.
pub(super) fn with_card(png: &[u8], cards: &[(&str, String)]) -> Option<Vec<u8>> {
    let mut out = SIGNATURE.to_vec();
    let mut written = false;
    for (sort, _, whole) in chunks(png).filter(|_| is_png(png)) {
        out.extend(whole);
        if sort == b"IHDR" && !written {
            written = true;
            for (key, json) in cards {
                add(&mut out, key, &BASE64.encode(json));
            }
        }
    }
    written.then_some(out)
}

fn add(out: &mut Vec<u8>, key: &str, text: &str) {
    let mut chunk = b"tEXt".to_vec();
    chunk.extend(key.as_bytes());
    chunk.push(0);
    chunk.extend(text.as_bytes());
    let length = u32::try_from(chunk.len() - 4).unwrap_or(u32::MAX);
    out.extend(length.to_be_bytes());
    out.extend(&chunk);
    out.extend(crc32fast::hash(&chunk).to_be_bytes());
}
