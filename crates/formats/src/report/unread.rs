//! Files of other programs that cannot be read: what they are, and what to do instead.

use super::error_kind::FormatErrorKind;
use crate::folder::paths;

/// How much of a text is examined, in bytes.
const BEGINNING: usize = 4096;

/// Why a file cannot be read, if it is one of a program known to write no format that can.
pub fn reason_unread(bytes: &[u8]) -> Option<FormatErrorKind> {
    /// What compound files begin with, in which office programs kept everything before 2007.
    const COMPOUND: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];
    if bytes.starts_with(b"%PDF-") {
        return Some(FormatErrorKind::PdfFile {});
    }
    if bytes.starts_with(COMPOUND) {
        return Some(FormatErrorKind::OldOfficeFile {});
    }
    let paths = paths(bytes);
    let has = |end: &str| paths.iter().any(|it| it.ends_with(end));
    if has("Index/Document.iwa") || has("Index.zip") {
        return Some(FormatErrorKind::PagesFile {});
    }
    if has("xl/workbook.xml") {
        return Some(FormatErrorKind::SpreadsheetFile {});
    }
    if has(".aph") || has(".adpd") {
        return Some(FormatErrorKind::ArticyProject {});
    }
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let contains = |mark: &str| memchr::memmem::find(beginning, mark.as_bytes()).is_some();
    if contains("<ScrivenerProject") {
        return Some(FormatErrorKind::ScrivenerIndex {});
    }
    contains("/schemas/articydraft/").then_some(FormatErrorKind::ArticyProject {})
}
