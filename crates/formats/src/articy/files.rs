//! Opens the files of an export. Its parts are in one file, or a manifest names a file for each.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::folder::{FileLookup, MAX_TEXT, is_archive};
use crate::import::{decode, has_extension, parse_json};
use crate::{Folder, FormatError, FormatErrorKind, Warning};

/// The name of the file that lists the others.
pub(super) const MANIFEST: &str = "manifest.json";
/// What the archives of articy:draft for game engines begin with.
pub(super) const ARTICY_ARCHIVE: &[u8] = b"ADFA";

/// The parts of an export, each as its file contains it; `Null` if it is missing.
#[derive(Debug, Default)]
pub(super) struct Export {
    pub(super) settings: Value,
    pub(super) project: Value,
    pub(super) variables: Value,
    pub(super) definitions: Value,
    /// The objects of all packages.
    pub(super) objects: Vec<Value>,
    /// The texts by their keys in the first language; empty if they are in the objects themselves.
    pub(super) texts: BTreeMap<String, String>,
    /// The languages of the texts as codes; the first may be empty.
    pub(super) languages: Vec<String>,
    pub(super) hierarchy: Value,
}

/// Opens a file or an archive.
pub(super) fn open(bytes: &[u8], warnings: &mut Vec<Warning>) -> Result<Export, FormatError> {
    let folder = if bytes.starts_with(ARTICY_ARCHIVE) {
        unpack(bytes)?
    } else if is_archive(bytes) {
        Folder::unpack_selected(bytes, MAX_TEXT, |it| has_extension(it, &["json"]))?.0
    } else {
        let (text, more) = decode(bytes)?;
        warnings.extend(more);
        let folder = Folder::default();
        return Parts::new(&folder, "", warnings).export(parse_json(&text)?);
    };
    let mut paths: Vec<_> = folder.files.keys().collect();
    paths.sort_by_key(|it| it.len());
    let manifest = paths.iter().find(|it| it.ends_with(MANIFEST));
    let Some(path) = manifest.or(paths.first()) else {
        return Err(FormatError::for_file(FormatErrorKind::NotArticy {}));
    };
    let above = path.rsplit_once('/').map_or("", |it| it.0);
    let mut parts = Parts::new(&folder, above, warnings);
    let manifest = parts.file(path)?;
    parts.export(manifest)
}

/// The parts that a manifest names.
struct Parts<'a> {
    lookup: FileLookup<'a>,
    /// The folder of the manifest.
    above: &'a str,
    warnings: &'a mut Vec<Warning>,
}

impl<'a> Parts<'a> {
    fn new(folder: &'a Folder, above: &'a str, warnings: &'a mut Vec<Warning>) -> Self {
        Self {
            lookup: folder.lookup(),
            above,
            warnings,
        }
    }

    fn export(&mut self, mut manifest: Value) -> Result<Export, FormatError> {
        if !manifest.is_object() {
            return Err(FormatError::for_file(FormatErrorKind::NotArticy {}));
        }
        let mut take = |key: &str| manifest.get_mut(key).map(Value::take).unwrap_or_default();
        let (settings, project) = (take("Settings"), take("Project"));
        let (variables, packages) = (take("GlobalVariables"), take("Packages"));
        let (definitions, hierarchy) = (take("ObjectDefinitions"), take("Hierarchy"));
        let languages = list(take("Languages"));
        let written = languages.iter().filter(|it| it["IsVoiceOver"] != true);
        let codes = written.filter_map(|it| it["CultureName"].as_str());
        let languages: Vec<String> = codes.map(str::to_owned).collect();
        let main = languages.first().cloned().unwrap_or_default();
        let mut export = Export {
            settings,
            project,
            languages,
            variables: self.part(variables, "GlobalVariables")?,
            hierarchy: self.part(hierarchy, "Hierarchy")?,
            ..Export::default()
        };
        export.definitions = match definitions {
            Value::Object(mut parts) => {
                let mut take = |key: &str| parts.remove(key).unwrap_or_default();
                let (types, texts) = (take("Types"), take("Texts"));
                let texts = self.part(texts, "")?;
                add_texts(texts, &main, &mut export.texts);
                self.part(types, "ObjectDefinitions")?
            }
            other => other,
        };
        for mut package in list(packages) {
            let mut take = |key: &str| package.get_mut(key).map(Value::take).unwrap_or_default();
            export.objects.extend(list(take("Models")));
            let mut files = take("Files");
            let mut take = |key: &str| files.get_mut(key).map(Value::take).unwrap_or_default();
            let (objects, texts) = (take("Objects"), take("Texts"));
            export.objects.extend(list(self.part(objects, "Objects")?));
            add_texts(self.part(texts, "")?, &main, &mut export.texts);
        }
        Ok(export)
    }

    /// A part that is here, or in the file that is named here, there under a key.
    fn part(&mut self, part: Value, key: &str) -> Result<Value, FormatError> {
        let name = part.get("FileName").and_then(Value::as_str);
        let Some(name) = name.filter(|it| !it.is_empty()) else {
            return Ok(part);
        };
        let path = match self.above {
            "" => name.to_owned(),
            above => format!("{above}/{name}"),
        };
        let mut content = self.file(&path)?;
        Ok(content.get_mut(key).map(Value::take).unwrap_or(content))
    }

    fn file(&mut self, path: &str) -> Result<Value, FormatError> {
        let Some((path, bytes)) = self.lookup.file(path) else {
            // A manifest by itself, or a folder that lacks a part.
            let path = path.to_owned();
            return Err(FormatError::for_file(FormatErrorKind::ArticyPartMissing {
                path,
            }));
        };
        let (text, more) = decode(bytes).map_err(|it| it.in_file(path))?;
        self.warnings
            .extend(more.into_iter().map(|it| it.in_file(path)));
        parse_json(&text).map_err(|it| it.in_file(path))
    }
}

/// Adds the texts of a file in a language; those that it lacks in the first that they have.
fn add_texts(file: Value, language: &str, texts: &mut BTreeMap<String, String>) {
    let Value::Object(entries) = file else {
        return;
    };
    for (key, languages) in entries {
        let text = |it: &Value| it.get("Text")?.as_str().map(str::to_owned);
        let mut all = languages.as_object().into_iter().flatten();
        let own = languages.get(language).and_then(text);
        let text = own.or_else(|| all.find_map(|it| text(it.1)));
        if let Some(text) = text {
            texts.insert(key, text);
        }
    }
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}

/// Unpacks an archive of articy's own: a head, the files one after another, and a list of them.
fn unpack(bytes: &[u8]) -> Result<Folder, FormatError> {
    let damaged = || {
        let detail = "its list of files cannot be read".to_owned();
        FormatError::for_file(FormatErrorKind::ArchiveDamaged { detail })
    };
    let mut head = Numbers { bytes, at: 8 };
    let (count, list) = (head.take::<4>(), head.take::<8>());
    let (Some(count), Some(list)) = (count, list.and_then(|it| usize::try_from(it).ok())) else {
        return Err(damaged());
    };
    let mut entries = Numbers { bytes, at: list };
    let mut folder = Folder::default();
    let mut total = 0;
    for _ in 0..count {
        let mut entry = || {
            let (begin, full) = (entries.take::<8>()?, entries.take::<8>()?);
            let (length, _flags) = (entries.take::<8>()?, entries.take::<2>()?);
            let name = entries.take::<2>()?;
            let name = entries.part(usize::try_from(name).ok()?)?;
            let mut content = Numbers {
                bytes,
                at: usize::try_from(begin).ok()?,
            };
            let content = content.part(usize::try_from(length).ok()?)?;
            // No version of articy:draft has compressed them so far.
            (full == length).then_some(())?;
            Some((String::from_utf8_lossy(name).replace('\\', "/"), content))
        };
        let (name, content) = entry().ok_or_else(damaged)?;
        if has_extension(&name, &["json"]) {
            // Several entries may name the same bytes.
            total += content.len() as u64;
            if total > MAX_TEXT {
                let megabytes = MAX_TEXT >> 20;
                return Err(FormatError::for_file(FormatErrorKind::ArchiveTooLarge {
                    megabytes,
                }));
            }
            folder.put(name, content);
        }
    }
    Ok(folder)
}

/// Reads little-endian numbers.
struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Numbers<'a> {
    fn take<const SIZE: usize>(&mut self) -> Option<u64> {
        let part = self.part(SIZE)?;
        Some(
            part.iter()
                .rev()
                .fold(0, |number, byte| number << 8 | u64::from(*byte)),
        )
    }

    fn part(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(length)?;
        let part = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(part)
    }
}
