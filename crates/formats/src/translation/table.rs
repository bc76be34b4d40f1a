//! A table for spreadsheets and for translation programs, with the column names that these expect.

use csv::{StringRecord, WriterBuilder};

use super::{TranslationFile, TranslationUnit, UnitState};
use crate::spreadsheet::{damaged, is_formula, rows_of, without_formula_guard};
use crate::{FormatError, FormatErrorKind};

const COLUMNS: [&str; 8] = [
    "id",
    "context",
    "source",
    "target",
    "language",
    "fuzzy",
    "developer_comments",
    "previous_source",
];

pub(super) fn write(file: &TranslationFile) -> Vec<u8> {
    // Excel misreads text that is not ASCII without a byte order mark.
    let mut writer = WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(b"\xef\xbb\xbf".to_vec());
    let row = |writer: &mut csv::Writer<Vec<u8>>, cells: [&str; 8]| {
        let guarded = cells.map(|it| match is_formula(it) {
            true => format!("'{it}"),
            false => it.to_owned(),
        });
        writer
            .write_record(guarded)
            .expect("rows of one length, in memory");
    };
    row(&mut writer, COLUMNS);
    for unit in &file.units {
        let is_fuzzy = unit.state != UnitState::Plain && !unit.text.is_empty();
        row(
            &mut writer,
            [
                &unit.id,
                &unit.context,
                &unit.source,
                &unit.text,
                &file.target,
                if is_fuzzy { "True" } else { "False" },
                &unit.note,
                unit.previous.as_deref().unwrap_or_default(),
            ],
        );
    }
    writer.into_inner().expect("nothing fails in memory")
}

/// The columns of a table.
struct Columns {
    id: Option<usize>,
    context: Option<usize>,
    source: Option<usize>,
    fuzzy: Option<usize>,
    previous: Option<usize>,
    /// The language of a row.
    language: Option<usize>,
    /// Of string tables of Yarn Spinner: the hash of a row's source.
    lock: Option<usize>,
    /// The columns of translations, with their languages if known.
    targets: Vec<(String, usize)>,
}

impl Columns {
    fn of(headers: &StringRecord, languages: &[&str]) -> Option<Self> {
        let column = |name: &str| {
            headers
                .iter()
                .position(|it| it.trim().eq_ignore_ascii_case(name))
        };
        let (id, lock) = (column("id"), column("lock"));
        let (source_language, others) = languages.split_first()?;
        let mut targets: Vec<(String, usize)> = Vec::new();
        if let Some(at) = column("target").or_else(|| column("text").filter(|_| lock.is_some())) {
            targets.push((String::new(), at));
        } else {
            let named = |it: &&str| Some(((*it).to_owned(), column(it)?));
            targets.extend(others.iter().filter_map(named));
        }
        let source = column("source").or_else(|| column(source_language));
        let is_table = !targets.is_empty() && (source.is_some() || id.is_some());
        is_table.then(|| Self {
            id,
            context: column("context"),
            source,
            fuzzy: column("fuzzy"),
            previous: column("previous_source"),
            // One column named by a code needs no other.
            language: column("language").filter(|_| targets.iter().all(|it| it.0.is_empty())),
            lock,
            targets,
        })
    }
}

pub(super) fn read(text: &str, languages: &[&str]) -> Result<Vec<TranslationFile>, FormatError> {
    let mut reader = rows_of(text);
    let headers = reader.headers().map_err(damaged)?.clone();
    let Some(columns) = Columns::of(&headers, languages) else {
        return Err(FormatError::for_file(
            FormatErrorKind::TableWithoutColumns {},
        ));
    };
    let mut files: Vec<TranslationFile> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(damaged)?;
        let cell = |at: Option<usize>| at.map(|it| cell(&record, it)).unwrap_or_default();
        let given = |at| Some(cell(at)).filter(|it| !it.is_empty());
        let unit = TranslationUnit {
            id: cell(columns.id),
            context: cell(columns.context),
            source: cell(columns.source),
            previous: given(columns.previous),
            state: match cell(columns.fuzzy).trim().to_lowercase().as_str() {
                "true" | "1" | "yes" | "x" | "fuzzy" | "wahr" => UnitState::Stale,
                _ => UnitState::Plain,
            },
            lock: given(columns.lock),
            ..TranslationUnit::default()
        };
        if unit.source.is_empty() && unit.id.is_empty() {
            continue;
        }
        for (language, at) in &columns.targets {
            let language = match columns.language {
                Some(_) => cell(columns.language),
                None => language.clone(),
            };
            let file = match files.iter().position(|it| it.target == language) {
                Some(at) => &mut files[at],
                None => {
                    files.push(TranslationFile {
                        target: language,
                        ..TranslationFile::default()
                    });
                    files.last_mut().expect("just added")
                }
            };
            file.units.push(TranslationUnit {
                text: cell(Some(*at)),
                ..unit.clone()
            });
        }
    }
    Ok(files)
}

fn cell(record: &StringRecord, at: usize) -> String {
    without_formula_guard(record.get(at).unwrap_or_default()).to_owned()
}
