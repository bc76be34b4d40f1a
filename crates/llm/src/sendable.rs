//! A stored picture as it is sent to a model that sees: base64, of a kind that every service takes,
//! and no larger than is worth paying for. Enter through [`sendable`]. Not here: which pictures are
//! sent, which the runner decides.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::talk::Content;
use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

use crate::picture;

/// The longer side of a picture that is sent, in pixels; services make larger ones smaller
/// themselves and are paid for the way there.
const LONGEST_SIDE: u32 = 1568;
/// A file is at most this large; in base64 it then stays below the 5 MB that the strictest service
/// takes.
const LARGEST: usize = 3_500_000;
/// A PNG, which we can make smaller, is sent with every request of a turn and no larger than this.
const LARGEST_PNG: usize = 1_000_000;

/// Why a picture cannot be sent; in words that follow "a picture that cannot be sent: ".
pub type WhyNot = &'static str;

/// Makes a stored picture ready to be sent. PNGs that are too large are halved until they fit; for
/// other kinds we have no reader, so those go as they are or not at all.
pub fn sendable(bytes: &[u8]) -> Result<Content, WhyNot> {
    let mime = match bytes {
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        _ => picture::mime(bytes).ok_or("it is no PNG, JPEG, GIF or WebP")?,
    };
    let smaller = match mime {
        "image/png" => smaller(bytes)?,
        _ if bytes.len() > LARGEST => return Err("its file is too large"),
        _ => None,
    };
    Ok(Content::Image {
        data: STANDARD.encode(smaller.as_deref().unwrap_or(bytes)),
        mime_type: mime.to_owned(),
    })
}

/// A PNG made to fit; none where it fits already.
fn smaller(bytes: &[u8]) -> Result<Option<Vec<u8>>, WhyNot> {
    const BROKEN: WhyNot = "its file is damaged";
    let (width, height) = picture::png_size(bytes).ok_or(BROKEN)?;
    if width.max(height) <= LONGEST_SIDE && bytes.len() <= LARGEST_PNG {
        return Ok(None);
    }
    let mut picture = Pixmap::decode_png(bytes).map_err(|_| BROKEN)?;
    loop {
        let file = picture.encode_png().map_err(|_| BROKEN)?;
        if picture.width().max(picture.height()) <= LONGEST_SIDE && file.len() <= LARGEST_PNG {
            return Ok(Some(file));
        }
        picture = halved(&picture).ok_or(BROKEN)?;
    }
}

/// Half as wide and half as high; by exact halves no pixel of the original is left out.
fn halved(picture: &Pixmap) -> Option<Pixmap> {
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
        match sendable(bytes).unwrap() {
            Content::Image { data, mime_type } => (mime_type, STANDARD.decode(data).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_picture_that_fits_goes_as_it_is() {
        let file = png(64, 48);
        assert_eq!(sent(&file), ("image/png".to_owned(), file));
        let photograph = [&[0xff, 0xd8, 0xff, 0xe0][..], &[0; 90]].concat();
        assert_eq!(sent(&photograph), ("image/jpeg".to_owned(), photograph));
    }

    #[test]
    fn a_large_picture_is_made_smaller_and_keeps_its_colors() {
        let (mime, file) = sent(&png(4000, 1001));
        assert_eq!(mime, "image/png");
        let seen = Pixmap::decode_png(&file).unwrap();
        assert_eq!((seen.width(), seen.height()), (1000, 251));
        let middle = seen.pixel(500, 120).unwrap().demultiply();
        assert_eq!((middle.red(), middle.green(), middle.blue()), (200, 30, 30));
    }

    #[test]
    fn what_is_no_picture_is_not_sent() {
        assert!(sendable(b"<svg onload='x'/>").is_err());
        assert!(sendable(&png(40, 40)[..30]).is_err());
        let huge = [&[0xff, 0xd8, 0xff][..], &vec![0; LARGEST]].concat();
        assert_eq!(sendable(&huge), Err("its file is too large"));
    }
}
