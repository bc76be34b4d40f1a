//! Removes the metadata of a picture file (place and time, camera, names, thumbnails, trailing
//! bytes), because stories are shared and nobody checks it. Pixels, color profile and orientation
//! are kept byte for byte. Enter through [`strip`]. Not here: whether a file is a complete picture.

use std::ops::Range;

/// The orientation of a picture that is shown as stored.
const UPRIGHT: u8 = 1;

/// PNG chunks that affect how the picture looks.
const PNG_KEPT: [&[u8]; 20] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP",
    b"mDCV", b"cLLI", b"sBIT", b"bKGD", b"hIST", b"pHYs", b"sPLT", b"acTL", b"fcTL", b"fdAT",
];
/// WebP chunks that affect how the picture looks.
const WEBP_KEPT: [&[u8]; 7] = [
    b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];
/// The WebP flags for an Exif and an XMP chunk.
const WEBP_EXIF: u8 = 0x08;
const WEBP_XMP: u8 = 0x04;

/// The picture without metadata, by its mime type; `None` if the file cannot be parsed.
pub(super) fn strip(mime: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    match mime {
        "image/png" => png(bytes),
        "image/jpeg" => jpeg(bytes),
        "image/webp" => webp(bytes),
        _ => None,
    }
}

fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    const END: u8 = 0xd9;
    const SCAN: u8 = 0xda;
    const EXIF: &[u8] = b"Exif\0\0";
    let mut kept = bytes.get(..2)?.to_vec();
    let mut turned = UPRIGHT;
    let mut at = 2;
    // The orientation is inserted after this point: a JFIF header comes first.
    let mut head = at;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        match marker {
            // Fill bytes.
            0xff => at += 1,
            END => break,
            0x01 | 0xd0..=0xd7 => at += 2,
            _ => {
                let length = usize::from(u16::from_be_bytes([
                    *bytes.get(at + 2)?,
                    *bytes.get(at + 3)?,
                ]));
                let mut end = at + 2 + length;
                let body = bytes.get(at + 4..end)?;
                if marker == SCAN {
                    end = end_of_scan(bytes, end)?;
                }
                if let (0xe1, Some(exif)) = (marker, body.strip_prefix(EXIF)) {
                    turned = orientation(exif);
                }
                let keeps = match marker {
                    // Application data is kept only for the file type, colors, and their encoding.
                    0xe0 => body.starts_with(b"JFIF\0"),
                    0xe2 => body.starts_with(b"ICC_PROFILE\0"),
                    0xee => body.starts_with(b"Adobe"),
                    0xe1..=0xef | 0xfe => false,
                    _ => true,
                };
                if keeps {
                    kept.extend_from_slice(bytes.get(at..end)?);
                    if marker == 0xe0 {
                        head = kept.len();
                    }
                }
                at = end;
            }
        }
    }
    kept.extend_from_slice(&[0xff, END]);
    if turned != UPRIGHT {
        let exif = [EXIF, &orientation_exif(turned)].concat();
        let length = u16::try_from(exif.len() + 2).ok()?.to_be_bytes();
        let segment = [&[0xff, 0xe1], &length[..], &exif].concat();
        kept.splice(head..head, segment);
    }
    Some(kept)
}

/// The end of a scan's coded pixels: the next marker that is not part of them.
fn end_of_scan(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr::memchr(0xff, bytes.get(at..)?)?;
        match *bytes.get(at + 1)? {
            0x00 | 0xd0..=0xd7 => at += 2,
            0xff => at += 1,
            _ => return Some(at),
        }
    }
}

fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    const HEAD: usize = 8;
    let mut kept = bytes.get(..HEAD)?.to_vec();
    let mut turned = UPRIGHT;
    let mut at = HEAD;
    loop {
        let length = u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?);
        let end = at + 12 + usize::try_from(length).ok()?;
        let chunk = bytes.get(at..end)?;
        let (kind, body) = (&chunk[4..8], &chunk[8..chunk.len() - 4]);
        if kind == b"eXIf" {
            turned = orientation(body);
        }
        if kind == b"IEND" && turned != UPRIGHT {
            kept.extend(png_chunk(b"eXIf", &orientation_exif(turned)));
        }
        if PNG_KEPT.contains(&kind) {
            kept.extend_from_slice(chunk);
        }
        if kind == b"IEND" {
            return Some(kept);
        }
        at = end;
    }
}

fn png_chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap_or_default().to_be_bytes();
    let named = [kind, body].concat();
    let check = crc32fast::hash(&named).to_be_bytes();
    [&length, &named[..], &check].concat()
}

fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    const HEAD: usize = 12;
    let size = usize::try_from(u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?)).ok()?;
    let end = bytes.len().min(size + 8);
    let mut kept = bytes.get(..HEAD)?.to_vec();
    let mut flags: Option<Range<usize>> = None;
    let mut turned = UPRIGHT;
    let mut at = HEAD;
    while at < end {
        let length =
            usize::try_from(u32::from_le_bytes(*bytes.get(at + 4..)?.first_chunk()?)).ok()?;
        let kind = bytes.get(at..at + 4)?;
        let body = bytes.get(at + 8..at + 8 + length)?;
        // Each chunk is padded to an even length.
        let next = (at + 8 + length + length % 2).min(bytes.len());
        if kind == b"EXIF" {
            turned = orientation(body.strip_prefix(b"Exif\0\0").unwrap_or(body));
        }
        if WEBP_KEPT.contains(&kind) {
            if kind == b"VP8X" && !body.is_empty() {
                flags = Some(kept.len() + 8..kept.len() + 9);
            }
            kept.extend_from_slice(&bytes[at..next]);
        }
        at = next;
    }
    // A file without extended flags cannot hold an orientation and had none.
    if let Some(flag) = flags.and_then(|it| kept.get_mut(it)?.first_mut()) {
        *flag &= !(WEBP_EXIF | WEBP_XMP);
        if turned != UPRIGHT {
            *flag |= WEBP_EXIF;
            let exif = orientation_exif(turned);
            let length = u32::try_from(exif.len()).ok()?.to_le_bytes();
            kept.extend([b"EXIF", &length[..], &exif].concat());
        }
    }
    let size = u32::try_from(kept.len() - 8).ok()?.to_le_bytes();
    kept[4..8].copy_from_slice(&size);
    Some(kept)
}

/// The rotation of a picture, 1 to 8, from its Exif data.
fn orientation(exif: &[u8]) -> u8 {
    // Many cameras and programs write slightly invalid data; the valid part is used.
    let read = exif::Reader::new()
        .continue_on_error(true)
        .read_raw(exif.to_vec())
        .or_else(|error| error.distill_partial_result(|_| {}))
        .ok();
    let field = read
        .as_ref()
        .and_then(|it| it.get_field(exif::Tag::Orientation, exif::In::PRIMARY));
    let turned = field.and_then(|it| it.value.get_uint(0));
    turned
        .and_then(|it| u8::try_from(it).ok())
        .filter(|it| (1..=8).contains(it))
        .unwrap_or(UPRIGHT)
}

/// Exif data with only the orientation; an even number of bytes.
fn orientation_exif(turned: u8) -> Vec<u8> {
    let head: &[u8] = b"MM\0\x2a\0\0\0\x08";
    // One entry: tag 0x0112, one short, its value; no further directory.
    let entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0];
    [head, &[0, 1], &entry, &[0; 4]].concat()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    const FILES: [(&str, &[u8]); 3] = [
        ("image/jpeg", include_bytes!("fixtures/camera.jpg")),
        ("image/png", include_bytes!("fixtures/camera.png")),
        ("image/webp", include_bytes!("fixtures/camera.webp")),
    ];
    /// Private data in the test files.
    const PRIVATE_MARKERS: [&str; 7] = [
        "SecretCam",
        "Jane Doe",
        "HomeStreet",
        "2024:05:01",
        "SN-12345",
        "adobe:ns:meta",
        "MotionPhoto",
    ];

    fn contains_text(bytes: &[u8], what: &str) -> bool {
        memchr::memmem::find(bytes, what.as_bytes()).is_some()
    }

    fn pixels(mime: &str, bytes: &[u8]) -> Vec<u8> {
        match mime {
            "image/png" => {
                let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
                let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
                reader.next_frame(&mut pixels).unwrap();
                pixels
            }
            "image/jpeg" => {
                zune_jpeg::JpegDecoder::new(zune_jpeg::zune_core::bytestream::ZCursor::new(bytes))
                    .decode()
                    .unwrap()
            }
            _ => {
                let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).unwrap();
                let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
                decoder.read_image(&mut pixels).unwrap();
                pixels
            }
        }
    }

    #[test]
    fn strip_keeps_pixels_color_profile_and_orientation() {
        for (mime, file) in FILES {
            assert!(
                contains_text(file, "SecretCam"),
                "{mime} tells something before"
            );
            let plain = strip(mime, file).unwrap();
            for what in PRIVATE_MARKERS {
                assert!(!contains_text(&plain, what), "{mime} tells {what}");
            }
            assert_eq!(pixels(mime, &plain), pixels(mime, file), "{mime}");
            assert!(
                contains_text(&plain, "iCCP") || contains_text(&plain, "ICC"),
                "{mime} keeps its colours"
            );
            let exif = exif::Reader::new()
                .read_from_container(&mut Cursor::new(&plain))
                .unwrap();
            let fields: Vec<_> = exif.fields().collect();
            assert_eq!(fields.len(), 1, "{mime}: {fields:?}");
            assert_eq!(fields[0].tag, exif::Tag::Orientation);
            assert_eq!(fields[0].value.get_uint(0), Some(6));
            assert_eq!(strip(mime, &plain), Some(plain), "{mime}: once is enough");
        }
    }

    proptest! {
        #[test]
        fn strip_never_panics_on_arbitrary_bytes(
            which in 0..3_usize,
            at in any::<prop::sample::Index>(),
            with in proptest::collection::vec(any::<u8>(), 0..9),
        ) {
            let (mime, file) = FILES[which];
            let at = at.index(file.len());
            let mut broken = file.to_vec();
            broken.splice(at..(at + 4).min(file.len()), with);
            if let Some(plain) = strip(mime, &broken) {
                prop_assert!(plain.len() <= broken.len() + 64);
            }
            prop_assert!(strip(mime, &file[..at]).is_none_or(|it| it.len() <= file.len()));
        }
    }
}
