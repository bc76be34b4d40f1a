//! Prepares a stored image for a model with vision: base64, in a format that every service accepts,
//! and no larger than is worth paying for. Start at [`prepare_image`]. Which images are sent is
//! decided by the runner.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::contents::picture_mime;
use model::conversation::Content;
use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

/// The longer side of a sent image, in pixels. Services scale larger images down anyway, but charge
/// for the upload.
const LONGEST_SIDE: u32 = 1568;
/// The largest file, in bytes; as base64 it stays below the strictest service's limit of 5 MB.
const MAX_BYTES: usize = 3_500_000;
/// The largest PNG, in bytes. It is smaller because we can scale PNGs down and they are sent with
/// every request of a turn.
const MAX_PNG_BYTES: usize = 1_000_000;

/// Why an image cannot be sent; a phrase that follows "a picture that cannot be sent: ".
pub type UnsendableReason = &'static str;

/// Prepares a stored image for sending. PNGs that are too large are halved until they fit; other
/// formats cannot be decoded here, so those are sent unchanged or not at all.
pub fn prepare_image(bytes: &[u8]) -> Result<Content, UnsendableReason> {
    let mime = picture_mime(bytes).ok_or("it is not a PNG, JPEG, GIF or WebP")?;
    let shrink_png = match mime {
        "image/png" => shrink_png(bytes)?,
        _ if bytes.len() > MAX_BYTES => return Err("its file is too large"),
        _ => None,
    };
    Ok(Content::Image {
        data: STANDARD.encode(shrink_png.as_deref().unwrap_or(bytes)),
        mime_type: mime.to_owned(),
    })
}

/// A PNG scaled down until it fits; `None` if it already fits.
fn shrink_png(bytes: &[u8]) -> Result<Option<Vec<u8>>, UnsendableReason> {
    const BROKEN: UnsendableReason = "its file is damaged";
    let (width, height) = size(bytes).ok_or(BROKEN)?;
    if width.max(height) <= LONGEST_SIDE && bytes.len() <= MAX_PNG_BYTES {
        return Ok(None);
    }
    let mut picture = Pixmap::decode_png(bytes).map_err(|_| BROKEN)?;
    loop {
        let file = picture.encode_png().map_err(|_| BROKEN)?;
        if picture.width().max(picture.height()) <= LONGEST_SIDE && file.len() <= MAX_PNG_BYTES {
            return Ok(Some(file));
        }
        picture = half_size(&picture).ok_or(BROKEN)?;
    }
}

/// Width and height of a PNG that is whole up to its pixels.
fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = png::Decoder::new(Cursor::new(bytes)).read_info().ok()?;
    Some((reader.info().width, reader.info().height))
}

/// Half as wide and half as high; by exact halves no pixel of the original is left out.
fn half_size(picture: &Pixmap) -> Option<Pixmap> {
    let side = |it: u32| it.div_ceil(2).max(1);
    let mut half = Pixmap::new(side(picture.width()), side(picture.height()))?;
    let paint = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    let scale = Transform::from_scale(0.5, 0.5);
    half.draw_pixmap(0, 0, picture.as_ref(), &paint, scale, None);
    Some(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut picture = Pixmap::new(width, height).unwrap();
        picture.fill(tiny_skia::Color::from_rgba8(200, 30, 30, 255));
        picture.encode_png().unwrap()
    }

    fn sent(bytes: &[u8]) -> (String, Vec<u8>) {
        match prepare_image(bytes).unwrap() {
            Content::Image { data, mime_type } => (mime_type, STANDARD.decode(data).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn sends_a_small_image_unchanged() {
        let file = png(64, 48);
        assert_eq!(sent(&file), ("image/png".to_owned(), file));
        let photograph = [&[0xff, 0xd8, 0xff, 0xe0][..], &[0; 90]].concat();
        assert_eq!(sent(&photograph), ("image/jpeg".to_owned(), photograph));
    }

    #[test]
    fn scales_down_a_large_image_and_keeps_its_colors() {
        let (mime, file) = sent(&png(4000, 1001));
        assert_eq!(mime, "image/png");
        let seen = Pixmap::decode_png(&file).unwrap();
        assert_eq!((seen.width(), seen.height()), (1000, 251));
        let middle = seen.pixel(500, 120).unwrap().demultiply();
        assert_eq!((middle.red(), middle.green(), middle.blue()), (200, 30, 30));
    }

    #[test]
    fn does_not_send_bytes_that_are_not_an_image() {
        assert!(prepare_image(b"<svg onload='x'/>").is_err());
        assert!(prepare_image(&png(40, 40)[..30]).is_err());
        let huge = [&[0xff, 0xd8, 0xff][..], &vec![0; MAX_BYTES]].concat();
        assert_eq!(prepare_image(&huge), Err("its file is too large"));
    }
}
