//! Letters in the encodings of Rich Text Format.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Bytes and numbers as they are read, until they make letters.
pub(super) struct Letters {
    bytes: Vec<u8>,
    /// The encoding of the bytes.
    encoding: &'static Encoding,
    /// The first half of a letter in UTF-16.
    half: Option<u16>,
    /// How many letters still stand in place of the last one given by its number.
    pub(super) skipped: usize,
}

impl Default for Letters {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            encoding: WINDOWS_1252,
            half: None,
            skipped: 0,
        }
    }
}

impl Letters {
    /// Adds bytes in an encoding; returns the letters before, if these were in another one.
    pub(super) fn push(&mut self, bytes: &[u8], encoding: &'static Encoding) -> String {
        let before = match self.encoding == encoding {
            true => String::new(),
            false => self.take(),
        };
        self.encoding = encoding;
        let skipped = self.skipped.min(bytes.len());
        self.skipped -= skipped;
        self.bytes.extend(&bytes[skipped..]);
        before
    }

    /// The letters of the bytes so far.
    pub(super) fn take(&mut self) -> String {
        let text = self
            .encoding
            .decode_without_bom_handling(&self.bytes)
            .0
            .into_owned();
        self.bytes.clear();
        text
    }

    /// The letter of a number, of which negative ones mean the upper half of 16 bits.
    pub(super) fn numbered(&mut self, number: i32) -> Option<char> {
        let unit = u16::try_from(number & 0xffff).ok()?;
        let units = self.half.take().into_iter().chain([unit]);
        match char::decode_utf16(units).last()? {
            Ok(letter) => Some(letter),
            Err(_) if (0xd800..0xdc00).contains(&unit) => {
                self.half = Some(unit);
                None
            }
            Err(_) => Some(char::REPLACEMENT_CHARACTER),
        }
    }
}

/// The encoding of a code page.
pub(super) fn of_code_page(number: i32) -> &'static Encoding {
    let label = match number {
        65001 => return UTF_8,
        932 => "shift_jis",
        936 => "gbk",
        949 => "euc-kr",
        950 => "big5",
        874 => "windows-874",
        10000 => "macintosh",
        866 => "ibm866",
        1250..=1258 => return of_label(&format!("windows-{number}")),
        _ => return WINDOWS_1252,
    };
    of_label(label)
}

/// The encoding of a font's letters; `None` for that of the file.
pub(super) fn of_character_set(number: i32) -> Option<&'static Encoding> {
    let page = match number {
        77 => 10000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    Some(of_code_page(page))
}

fn of_label(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}
