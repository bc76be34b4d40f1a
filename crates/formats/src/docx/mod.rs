//! Exports the story for word processors in two forms: `docx`, a document with one heading per chapter and
//! choices as internal links, and `manuscript`, the same laid out for submission. Generated here rather than by a library: the few parts that a manuscript needs
//! are small, and this way they are deterministic and use named styles. `body` writes the text,
//! `comments` the comments on it.

mod body;
mod comments;
mod manuscript;
#[cfg(test)]
mod tests;

use crate::export::xml::escaped;
use crate::export::{Book, Losses};
use crate::folder::Folder;
use crate::{About, Bundle, ExportOption, Exporter, Format, Loss};

const XML_DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="gif" ContentType="image/gif"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>
"#;

const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>
"#;

/// Exporter for DOCX manuscripts.
pub(crate) struct Docx;

impl Format for Docx {
    fn about(&self) -> About {
        About {
            name: "docx",
            title: "Word document (DOCX)",
            extensions: &["docx"],
        }
    }
}

impl Exporter for Docx {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        losses_of(&Book::of(bundle))
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        pack(&Book::of(bundle), Layout::Document)
    }

    fn options(&self) -> &'static [ExportOption] {
        use ExportOption::{Chapters, Comments, Numbering, Paper};
        &[Chapters, Numbering, Paper, Comments]
    }
}

/// Exporter for manuscripts that are submitted to publishers.
pub(crate) struct Manuscript;

impl Format for Manuscript {
    fn about(&self) -> About {
        About {
            name: "manuscript",
            title: "Manuscript for submission (DOCX)",
            extensions: &["docx"],
        }
    }
}

impl Exporter for Manuscript {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        losses_of(&Book::of_scenes(bundle))
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        pack(&Book::of_scenes(bundle), Layout::Manuscript)
    }

    fn options(&self) -> &'static [ExportOption] {
        use ExportOption::{Chapters, Comments, Paper};
        &[Chapters, Paper, Comments]
    }
}

/// How the pages of a document are laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Layout {
    /// For reading and editing.
    #[default]
    Document,
    /// As publishers ask for it: double spacing, indented paragraphs, chapters on new pages.
    Manuscript,
}

fn losses_of(book: &Book<'_>) -> Vec<Loss> {
    let support = book.support("docx");
    let mut losses = Losses::of_commented(book, &support);
    book.losses(&mut losses);
    losses.finish()
}

fn pack(book: &Book<'_>, layout: Layout) -> Vec<u8> {
    let mut folder = Folder::default();
    let types = match body::put(book, layout, &mut folder) {
        true => TYPES.replace("</Types>", comments::TYPES),
        false => TYPES.to_owned(),
    };
    folder.put("_rels/.rels", RELATIONS);
    folder.put("docProps/core.xml", core(book));
    folder.put("word/numbering.xml", include_str!("numbering.xml"));
    match layout {
        Layout::Document => {
            folder.put("[Content_Types].xml", types);
            folder.put("word/styles.xml", include_str!("styles.xml"));
        }
        Layout::Manuscript => manuscript::put(book, &types, &mut folder),
    }
    folder.pack(&["[Content_Types].xml"])
}

fn core(book: &Book<'_>) -> String {
    let date = book.date();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<cp:coreProperties \
         xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><dc:title>{}</dc:title>\
         <dc:language>{}</dc:language><dcterms:created xsi:type=\"dcterms:W3CDTF\">{date}\
         </dcterms:created><dcterms:modified xsi:type=\"dcterms:W3CDTF\">{date}\
         </dcterms:modified></cp:coreProperties>\n",
        escaped(&book.title),
        book.language
    )
}
