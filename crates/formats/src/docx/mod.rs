//! Exports the story as a DOCX manuscript for word processors, one heading per scene, choices as
//! internal links. Generated here rather than by a library: the few parts that a manuscript needs
//! are small, and this way they are deterministic and use named styles. `body` writes the text.

mod body;
#[cfg(test)]
mod tests;

use crate::export::xml::escaped;
use crate::export::{Book, FormatSupport, IMAGE, Losses};
use crate::folder::Folder;
use crate::{About, Bundle, Exporter, Format, Loss};
use markup::kept_data;

const SUPPORT: FormatSupport = FormatSupport {
    format: "docx",
    capabilities: &[kept_data::TEXT, IMAGE],
    kind: |_| true,
};

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
        let mut losses = Losses::of(bundle, &SUPPORT);
        Book::of_scenes(bundle).losses(&mut losses);
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let book = Book::of_scenes(bundle);
        let mut folder = Folder::default();
        folder.put("[Content_Types].xml", TYPES);
        folder.put("_rels/.rels", RELATIONS);
        folder.put("docProps/core.xml", core(&book));
        folder.put("word/styles.xml", include_str!("styles.xml"));
        folder.put("word/numbering.xml", include_str!("numbering.xml"));
        body::put(&book, &mut folder);
        folder.pack(&["[Content_Types].xml"])
    }

    fn writes_chapters(&self) -> bool {
        true
    }
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
