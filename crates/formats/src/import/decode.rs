//! Decodes bytes to text: byte order marks, UTF-8, UTF-16, and a guess for legacy encodings that
//! warns about the assumption. Enter through [`decode`].

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::{FormatError, FormatErrorKind, ImportWarning, Warning};

/// Larger files are rejected, in bytes.
const MAX_BYTES: usize = 256 << 20;
/// How much of a file is examined to detect its format, in bytes.
const SNIFF_BYTES: usize = 64 << 10;

/// The text of a file without its byte order mark, and warnings about what was assumed. Empty files
/// are rejected, because no format has an empty story.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Warning>), FormatError> {
    check_size(bytes)?;
    let (mut text, warnings) = decode_any(bytes)?;
    // A second mark would be taken for the first when the text is read again.
    if text.starts_with('\u{feff}') {
        text = Cow::Owned(text.trim_start_matches('\u{feff}').to_owned());
    }
    if text.trim().is_empty() {
        return Err(FormatError::for_file(FormatErrorKind::FileEmpty {}));
    }
    Ok((text, warnings))
}

/// Returns an error if a file is larger than what is read.
pub(crate) fn check_size(bytes: &[u8]) -> Result<(), FormatError> {
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::for_file(FormatErrorKind::FileTooLarge {
            megabytes: bytes.len() >> 20,
            most: MAX_BYTES >> 20,
        }));
    }
    Ok(())
}

fn decode_any(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<Warning>), FormatError> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Ok(decode_as(encoding, &bytes[mark..], false));
    }
    let utf8 = std::str::from_utf8(bytes);
    let is_utf8 = utf8.is_ok();
    if let Ok(text) = utf8
        && utf16_without_bom(bytes, true).is_none()
    {
        return Ok((Cow::Borrowed(text), Vec::new()));
    }
    if let Some(encoding) = utf16_without_bom(bytes, is_utf8) {
        return Ok(decode_as(encoding, bytes, true));
    }
    if bytes.contains(&0) {
        return Err(FormatError::for_file(FormatErrorKind::NotText {}));
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    // UTF-8 with some damage is far more likely than a legacy encoding that resembles UTF-8.
    Ok(decode_as(
        detector.guess(None, Utf8Detection::Allow),
        bytes,
        true,
    ))
}

/// The UTF-16 byte order of a text without a byte order mark, if it is UTF-16: line ends, spaces
/// and Latin letters have their zero byte on one side, where other characters rarely have one, and
/// the whole text decodes.
fn utf16_without_bom(bytes: &[u8], is_utf8: bool) -> Option<&'static Encoding> {
    let beginning = &bytes[..bytes.len().min(SNIFF_BYTES)];
    memchr::memchr(0, beginning)?;
    let mut empty = [0_usize; 2];
    for at in memchr::memchr_iter(0, beginning) {
        empty[at % 2] += 1;
    }
    let (encoding, own, other) = match empty {
        [even, odd] if even > odd => (UTF_16BE, even, odd),
        [even, odd] => (UTF_16LE, odd, even),
    };
    // If the bytes are also valid UTF-8, require Latin text: nearly every other byte zero, and more
    // than a few letters. Otherwise require a zero byte in at least one of ten characters.
    let is_likely = if is_utf8 {
        other == 0 && own >= 4 && own * 8 >= beginning.len() * 3
    } else {
        own >= 2 * other && own * 20 >= beginning.len()
    };
    if !bytes.len().is_multiple_of(2) || !is_likely {
        return None;
    }
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let is_binary = |it: char| it.is_control() && !it.is_whitespace();
    (!damaged && !text.contains(is_binary)).then_some(encoding)
}

fn decode_as<'a>(
    encoding: &'static Encoding,
    bytes: &'a [u8],
    guessed: bool,
) -> (Cow<'a, str>, Vec<Warning>) {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let mut warnings = Vec::new();
    if guessed && encoding != UTF_8 {
        warnings.push(Warning::for_file(ImportWarning::Encoding {
            encoding: encoding.name().to_owned(),
        }));
    }
    if damaged {
        let line = text
            .find('\u{fffd}')
            .map(|at| 1 + text[..at].matches('\n').count());
        warnings.push(Warning::maybe_at(
            line,
            ImportWarning::InvalidBytes {
                encoding: encoding.name().to_owned(),
            },
        ));
    }
    (text, warnings)
}

/// The beginning of a file as text, decoded lossily: enough to detect the format.
pub(crate) fn decode_start(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = &bytes[..bytes.len().min(SNIFF_BYTES)];
    UTF_8.decode(bytes).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str, warnings: usize) {
        let (decoded, found) = decode(bytes).unwrap();
        assert_eq!(
            (decoded.as_ref(), found.len()),
            (text, warnings),
            "{found:?}"
        );
    }

    #[test]
    fn detects_byte_order_marks() {
        check(b"\xef\xbb\xbf::A", "::A", 0);
        check(b"\xff\xfe:\0:\0A\0", "::A", 0);
        check(b"\xfe\xff\0:\0:\0A", "::A", 0);
    }

    #[test]
    fn detects_utf_16_without_a_byte_order_mark() {
        let text = ":: 雾\n从前有一座山 [[End]]";
        let bytes = |it: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(it).collect::<Vec<_>>();
        check(&bytes(u16::to_le_bytes), text, 1);
        check(&bytes(u16::to_be_bytes), text, 1);
        check(b"a\0b and more of it", "a\0b and more of it", 0);
        check(b"INC\0", "INC\0", 0);
    }

    #[test]
    fn guesses_legacy_encodings_with_a_warning() {
        for (encoding, text) in [
            (
                encoding_rs::GBK,
                "从前有一座山，山上有一座庙，庙里有一个老和尚在讲故事。",
            ),
            (
                encoding_rs::SHIFT_JIS,
                "むかしむかし、あるところに、おじいさんとおばあさんがいました。",
            ),
            (
                encoding_rs::WINDOWS_1252,
                "Le château était près de la forêt, où l’été durait.",
            ),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            check(&bytes, text, 1);
            let (_, warnings) = decode(&bytes).unwrap();
            let warning = ImportWarning::Encoding {
                encoding: encoding.name().to_owned(),
            };
            assert_eq!(warnings, [Warning::for_file(warning)]);
        }
    }

    #[test]
    fn rejects_an_empty_file() {
        assert!(decode(b"").is_err());
        assert!(decode(b"\xef\xbb\xbf \r\n").is_err());
    }

    #[test]
    fn rejects_a_binary_file() {
        assert!(decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").is_err());
    }

    #[test]
    fn warns_of_a_file_truncated_inside_a_character() {
        let (text, warnings) = decode(b"\xff\xfeA\0\n\0B").unwrap();
        assert_eq!(text, "A\n\u{fffd}");
        assert_eq!(
            warnings.iter().map(|it| it.line).collect::<Vec<_>>(),
            [Some(2)]
        );
    }
}
