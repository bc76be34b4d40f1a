//! Valid files for every importer, to be mutated.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use formats::{Bundle, EXPORTERS, Folder, IMPORTERS, exporter, is_archive, sniff};
use model::FixedWorld;

use crate::mutate::{FuzzRng, MAX_BYTES};
use crate::root;

/// A valid file.
pub(crate) enum Seed {
    /// A plain file.
    File(Vec<u8>),
    /// An archive, as its content.
    Folder(Folder),
    /// A picture that contains this card.
    Card(Vec<u8>),
}

impl Seed {
    /// The whole file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::File(bytes) => bytes.clone(),
            Self::Folder(folder) => folder.pack(&[]),
            Self::Card(card) => picture_with(card),
        }
    }

    /// A random piece of it.
    pub(crate) fn piece(&self, rng: &mut FuzzRng) -> &[u8] {
        match self {
            Self::File(bytes) | Self::Card(bytes) => bytes,
            Self::Folder(folder) => {
                let at = rng.below(folder.files.len());
                folder.files.values().nth(at).map_or(&[], |it| it)
            }
        }
    }
}

impl From<Folder> for Seed {
    fn from(folder: Folder) -> Self {
        Self::Folder(folder)
    }
}

impl From<Vec<u8>> for Seed {
    fn from(bytes: Vec<u8>) -> Self {
        if is_archive(&bytes)
            && let Ok(folder) = Folder::unpack(&bytes)
        {
            return Self::Folder(folder);
        }
        Self::File(bytes)
    }
}

/// A PNG of one pixel that contains a card, with valid checksums.
pub(crate) fn picture_with(card: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder
        .add_text_chunk("chara".to_owned(), STANDARD.encode(card))
        .expect("base64 is Latin");
    let mut writer = encoder.write_header().expect("memory is written");
    writer.write_image_data(&[90]).expect("memory is written");
    writer.finish().expect("memory is written");
    bytes
}

/// All files in these folders and their subfolders.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Valid input for every importer: our fixtures, the corpus if present, and all their stories in
/// every format.
pub(crate) fn seeds() -> BTreeMap<&'static str, Vec<Seed>> {
    let mut paths = Vec::new();
    files(&root().join("tests/fixtures/stories"), &mut paths);
    if let Some(corpus) = option_env!("STORYTELLER_CORPUS") {
        for folder in ["ink", "yarn", "canvas"] {
            files(&Path::new(corpus).join(folder), &mut paths);
        }
    }
    let mut seeds: BTreeMap<_, Vec<Seed>> = BTreeMap::new();
    let mut stories = Vec::new();
    for path in paths {
        let Ok(bytes) = fs::read(&path) else {
            continue;
        };
        let Some(importer) = sniff(&bytes, &path.to_string_lossy()) else {
            continue;
        };
        if let Ok((bundle, _)) = importer.import(&bytes, &FixedWorld::default())
            && bytes.len() < MAX_BYTES
        {
            stories.push(bundle);
        }
        seeds.entry(importer.name()).or_default().push(bytes.into());
    }
    for exporter in EXPORTERS {
        if formats::importer(exporter.name()).is_some() {
            let few = stories.iter().step_by(5);
            let written = few.map(|it| exporter.export(it).into());
            seeds.entry(exporter.name()).or_default().extend(written);
        }
    }
    let mut folder = Folder::default();
    folder.put("a.ink", "INCLUDE b.ink\n-> k\n");
    folder.put("b.ink", "=== k ===\nHi\n-> END\n");
    folder.put("a.yarn", "title: Start\n---\nHi\n===\n");
    folder.put("a.twee", ":: Start\n[[b]]\n");
    for importer in IMPORTERS {
        let own = seeds.entry(importer.name()).or_default();
        own.push(folder.clone().into());
        own.push(Vec::new().into());
    }
    books(&stories, seeds.entry("novel").or_default());
    cards(seeds.entry("card").or_default());
    seeds
}

/// A document with what a word processor writes.
const RICH_TEXT: &[u8] = br#"{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset134 SimSun;}}
{\stylesheet{\s1\outlinelevel0 heading 1;}{\s2 Quote;}}{\info{\title Sea}}
\pard\s1 Chapter 1\par\pard A {\b bell}{\footnote\pard Of {\i bronze}.\par} \u8212\'97 {\f1\'d3\'ea}\line
{\field{\*\fldinst{HYPERLINK "https://example.org"}}{\fldrslt here}}\par
{\listtext 1.\tab}\ilvl1 one\par\trowd\pard\intbl a\cell b\cell\row\pard{\*\shppict{\pict\bin2 ab}}\par}"#;

/// The index of a project of Scrivener.
const BINDER: &str = r#"<?xml version="1.0"?><ScrivenerProject Version="2.0"><Binder>
<BinderItem UUID="D" Type="DraftFolder"><Title>Draft</Title><Children>
<BinderItem UUID="A" Type="Text"><Title>One</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData></BinderItem>
</Children></BinderItem><BinderItem UUID="T" Type="TrashFolder"/></Binder></ScrivenerProject>"#;

const FOUNTAIN: &[u8] = b"Title: Sea\n\n# One\n\nINT. BOAT - DAY\n\nWaves. [[more]] /* less */\n\nADA (V.O.)\n(low)\nLand!\n\n> CUT TO:\n\n.ASHORE #2#\n\n~la\n";
const FINAL_DRAFT: &[u8] = b"<FinalDraft><Content><Paragraph Type=\"Scene Heading\"><Text>INT. BOAT</Text></Paragraph><Paragraph Type=\"Character\"><Text>ADA</Text></Paragraph><Paragraph Type=\"Dialogue\"><Text Style=\"Bold+Italic\">Land!</Text></Paragraph></Content></FinalDraft>";

/// Books written by our own exporters, and some that none of them writes.
fn books(stories: &[Bundle], own: &mut Vec<Seed>) {
    own.push(RICH_TEXT.to_vec().into());
    own.push(FOUNTAIN.to_vec().into());
    own.push(FINAL_DRAFT.to_vec().into());
    let mut project = Folder::default();
    project.put("Sea.scrivx", BINDER);
    project.put("Files/Data/A/content.rtf", RICH_TEXT.to_vec());
    own.push(project.into());
    for format in ["docx", "epub", "markdown"] {
        let exporter = exporter(format).expect("books are written");
        let written = stories.iter().step_by(7).map(|it| exporter.export(it));
        own.extend(written.map(Seed::from));
    }
}

/// The cards of the fixtures as pictures and as archives.
fn cards(own: &mut Vec<Seed>) {
    let texts: Vec<Vec<u8>> = own
        .iter()
        .filter_map(|it| match it {
            Seed::File(bytes) if bytes.starts_with(b"{") => Some(bytes.clone()),
            _ => None,
        })
        .collect();
    for card in texts {
        let mut folder = Folder::default();
        folder.put("assets/icon/a.png", picture_with(&card));
        folder.put("assets/other/voice.bin", "la");
        folder.put("card.json", card.clone());
        own.push(folder.into());
        own.push(Seed::Card(card));
    }
}
