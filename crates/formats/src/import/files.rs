//! Reads formats whose stories are one text file or a folder of them: the files with their paths,
//! and the warnings for each with its path.

use std::borrow::Cow;

use crate::folder::{Folder, MAX_TEXT, is_archive};
use crate::{FormatError, FormatErrorKind, ImportWarning, Warning};

use super::decode;

/// A text file of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextFile<'a> {
    /// Its path in the folder; empty if the story is a single file.
    pub(crate) path: String,
    /// Its text, with LF line ends unless they were mixed.
    pub(crate) text: Cow<'a, str>,
    /// Whether every line ended in CRLF.
    pub(crate) has_crlf: bool,
}

/// The text files of a story: a single file, or the files in an archive with one of these
/// extensions.
pub(crate) fn text_files<'a>(
    bytes: &'a [u8],
    extensions: &[&str],
    warnings: &mut Vec<Warning>,
) -> Result<Vec<TextFile<'a>>, FormatError> {
    text_files_and(bytes, extensions, |_, _| false, warnings)
}

/// The same, with other files of an archive that belong to the story: `beside` decides by path and
/// content; the content is empty while only the path is known. Files that are not text are left
/// out.
pub(crate) fn text_files_and<'a>(
    bytes: &'a [u8],
    extensions: &[&str],
    beside: fn(&str, &[u8]) -> bool,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<TextFile<'a>>, FormatError> {
    if !is_archive(bytes) {
        return Ok(vec![text_file(String::new(), bytes, warnings)?]);
    }
    let mut files = Vec::new();
    let is_own = |path: &str| has_extension(path, extensions);
    let wanted = |path: &str| is_own(path) || beside(path, b"");
    let (folder, mut left_out) = Folder::unpack_selected(bytes, MAX_TEXT, wanted)?;
    for (path, content) in folder.files {
        if content.iter().all(u8::is_ascii_whitespace) {
            files.push(TextFile {
                path,
                text: String::from_utf8_lossy(&content).into_owned().into(),
                has_crlf: false,
            });
        } else if is_own(&path) {
            files.push(text_file(path, &content, warnings)?.into_owned());
        } else {
            match text_file(path.clone(), &content, &mut Vec::new()) {
                Ok(file) if beside(&path, &content) => files.push(file.into_owned()),
                _ => left_out.push(path),
            }
        }
    }
    if !files.iter().any(|it| is_own(&it.path)) {
        return Err(FormatError::for_file(
            FormatErrorKind::ArchiveNoMatchingFile {
                extensions: extensions.join(", *."),
            },
        ));
    }
    if !left_out.is_empty() {
        let shown: Vec<_> = left_out.iter().take(5).map(String::as_str).collect();
        warnings.push(Warning::for_file(ImportWarning::FilesSkipped {
            count: left_out.len(),
            names: shown.join(", "),
        }));
    }
    Ok(files)
}

impl TextFile<'_> {
    fn into_owned(self) -> TextFile<'static> {
        TextFile {
            path: self.path,
            text: Cow::Owned(self.text.into_owned()),
            has_crlf: self.has_crlf,
        }
    }
}

fn text_file<'a>(
    path: String,
    bytes: &'a [u8],
    warnings: &mut Vec<Warning>,
) -> Result<TextFile<'a>, FormatError> {
    let (text, more) = decode(bytes).map_err(|it| it.in_file(&path))?;
    warnings.extend(more.into_iter().map(|it| it.in_file(&path)));
    let (text, has_crlf) = with_lf(text);
    Ok(TextFile {
        path,
        text,
        has_crlf,
    })
}

pub(crate) fn has_extension(path: &str, extensions: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, it)| extensions.contains(&it.to_lowercase().as_str()))
}

/// Converts CRLF to LF if every line ends in CRLF; text with mixed line ends is left unchanged, so
/// that none are lost.
fn with_lf(text: Cow<'_, str>) -> (Cow<'_, str>, bool) {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return (text, false);
    }
    let pairs = text.matches("\r\n").count();
    let is_uniform =
        pairs > 0 && pairs == text.matches('\n').count() && pairs == text.matches('\r').count();
    if is_uniform {
        (text.replace("\r\n", "\n").into(), true)
    } else {
        (text, false)
    }
}

/// The text with CRLF line ends.
pub(crate) fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\n', "\r\n")
}
