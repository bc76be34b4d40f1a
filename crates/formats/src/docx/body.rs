//! The text of the document, its links and pictures.

use std::collections::BTreeMap;

use model::AssetId;

use super::comments;
use super::manuscript::{HEADER, word_count};
use super::{Layout, XML_DECLARATION};
use crate::edited::bookmarks;
use crate::export::prose::{Block, BlockKind, ListMarker, Run, blocks};
use crate::export::xml::escaped;
use crate::export::{Book, Comments, Opening, PrintedChoice, are_right_to_left, is_right_to_left};
use crate::folder::Folder;
use markup::progress::track;

/// A centered line on the same page as what follows.
const CENTERED: &str = "<w:keepNext/><w:ind w:firstLine=\"0\"/><w:jc w:val=\"center\"/>";
/// The chapters of a manuscript begin at a third of the page.
const CHAPTER_SPACE: &str = "<w:spacing w:before=\"3600\"/>";
/// One pixel in English Metric Units (360,000 per centimeter).
const EMU_PER_PIXEL: u64 = 9_525;
/// The maximum picture size: the area between the page margins.
const MAX_WIDTH: u64 = 5_400_000;
const MAX_HEIGHT: u64 = 7_200_000;
/// The relationship ids below this one are used by every document.
const FIRST_RELATION: usize = 10;
/// What the types of relations begin with.
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Adds the document and the files it refers to; returns whether comments are among these.
pub(super) fn put(book: &Book<'_>, layout: Layout, folder: &mut Folder) -> bool {
    let mut body = Body {
        layout,
        ..Body::default()
    };
    let (mut header, mut first_page) = (String::new(), "");
    let mut margin = 1417;
    if layout == Layout::Manuscript {
        let relation = body.relation("header", HEADER.to_owned(), false);
        header = format!("<w:headerReference w:type=\"default\" r:id=\"rId{relation}\"/>");
        first_page = "<w:titlePg/>";
        margin = 1440;
        body.paragraph("WordCount", &run_xml(&word_count(book), ""));
    }
    body.titled("Title", &book.title, &run_xml(&book.title, ""));
    for number in track("writing chapters", 0..book.chapters.len()) {
        body.chapter(book, number, folder);
    }
    let has_comments = !body.comments.is_empty();
    if has_comments {
        comments::put(&body.comments, folder);
        body.relation("comments", comments::FILE.to_owned(), false);
        let file = comments::EXTENDED_FILE.to_owned();
        body.relations
            .push((comments::EXTENDED.to_owned(), file, false));
    }
    let (width, height) = book.bundle.options.paper.twips();
    let document = format!(
        "{XML_DECLARATION}<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
         xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
         xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
         xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\">\n<w:body>\n{}\
         <w:sectPr>{header}<w:pgSz w:w=\"{width}\" w:h=\"{height}\"/><w:pgMar w:top=\"{margin}\" \
         w:right=\"{margin}\" w:bottom=\"{margin}\" w:left=\"{margin}\" w:header=\"708\" w:footer=\"708\" \
         w:gutter=\"0\"/>{first_page}</w:sectPr>\n</w:body>\n</w:document>\n",
        body.text
    );
    folder.put("word/document.xml", document);
    folder.put("word/_rels/document.xml.rels", body.relations());
    has_comments
}

#[derive(Default)]
struct Body {
    layout: Layout,
    text: String,
    /// The targets of the document's relationships: type, target, and whether it is external.
    /// The type of each, its target, and whether that is outside of the document.
    relations: Vec<(String, String, bool)>,
    pictures: BTreeMap<AssetId, usize>,
    drawings: usize,
    comments: Comments,
}

impl Body {
    fn chapter(&mut self, book: &Book<'_>, number: usize, folder: &mut Folder) {
        let chapter = &book.chapters[number];
        // Links lead to the first; by the others, the scene is known when the document comes back.
        let [scene, text] = bookmarks(chapter.node.id, chapter.node.prose(), book.numbering);
        let names = [format!("node{number}"), scene, text];
        let marked = |words: &str| {
            let ids = (number * names.len()..).zip(&names);
            let begin = ids
                .clone()
                .map(|(id, name)| format!("<w:bookmarkStart w:id=\"{id}\" w:name=\"{name}\"/>"));
            let begin: String = begin.collect();
            let end = ids.map(|(id, _)| format!("<w:bookmarkEnd w:id=\"{id}\"/>"));
            format!("{begin}{}{}", run_xml(words, ""), end.collect::<String>())
        };
        let has_page = book.has_chapter_pages() || self.layout == Layout::Manuscript;
        let mut begins_page = has_page;
        if let Some((_, part)) = book.parts.beginning_at(number) {
            self.heading(1, &part, &run_xml(&part, ""), has_page);
            // The first chapter stands below the title of its part.
            begins_page = false;
        }
        let depth = 1 + u8::from(book.parts.part_of(number).is_some());
        match chapter.opening {
            Opening::Heading => {
                let heading = marked(&chapter.title);
                match book.is_numbered() {
                    true => self.styled("Heading1", "<w:jc w:val=\"center\"/>", &heading),
                    false => self.heading(depth, &chapter.title, &heading, begins_page),
                }
            }
            Opening::SceneBreak => self.styled("Normal", CENTERED, &marked(self.scene_break())),
            Opening::Unmarked => {}
        }
        if let Some((id, asset, shows)) = book.picture(chapter) {
            let name = format!("picture-{id}.{}", asset.mime.trim_start_matches("image/"));
            let relation = self.picture(id, &name, &asset.bytes, folder);
            let size = size_of(&asset.bytes);
            self.drawings += 1;
            let drawing = drawing(self.drawings, relation, size, &shows);
            self.paragraph("Normal", &drawing);
        }
        if let Some(note) = book.entry_note(chapter) {
            self.titled("Normal", &note, &run_xml(&note, "<w:i/>"));
        }
        let text = self.comments.text_of(book, chapter);
        for block in blocks(&text) {
            self.block(&block, depth);
        }
        for choice in book.printed_choices(number) {
            self.titled("Choice", &choice.words, &choice_xml(&choice));
        }
    }

    fn heading(&mut self, level: u8, words: &str, content: &str, begins_page: bool) {
        let (page, space) = match (begins_page, self.layout) {
            (false, _) => ("", ""),
            (true, Layout::Document) => ("<w:pageBreakBefore/>", ""),
            (true, Layout::Manuscript) => ("<w:pageBreakBefore/>", CHAPTER_SPACE),
        };
        let direction = direction(is_right_to_left(words));
        let more = format!("{page}{direction}{space}");
        self.styled(&format!("Heading{level}"), &more, content);
    }

    /// What stands between scenes, in the middle of a line.
    fn scene_break(&self) -> &'static str {
        match self.layout {
            Layout::Document => "* * *",
            Layout::Manuscript => "#",
        }
    }

    fn paragraph(&mut self, style: &str, content: &str) {
        self.styled(style, "", content);
    }

    /// A paragraph in the direction of this text.
    fn titled(&mut self, style: &str, words: &str, content: &str) {
        self.styled(style, direction(is_right_to_left(words)), content);
    }

    fn styled(&mut self, style: &str, more: &str, content: &str) {
        self.text.push_str(&format!(
            "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/>{more}</w:pPr>{content}</w:p>\n"
        ));
    }

    /// Adds a block of a chapter whose heading has this level.
    fn block(&mut self, block: &Block, chapter: u8) {
        let runs: String = block.runs.iter().map(|it| self.run(it)).collect();
        let direction = direction(are_right_to_left(&block.runs));
        let plain = if block.quote_depth > 0 {
            "Quote"
        } else {
            "Normal"
        };
        match block.kind {
            BlockKind::Paragraph => self.styled(plain, direction, &runs),
            BlockKind::Heading(level) => {
                let style = format!("Heading{}", (level + chapter).min(4));
                self.styled(&style, direction, &runs);
            }
            BlockKind::Code => self.styled("SourceText", direction, &runs),
            BlockKind::Rule => {
                let words = run_xml(self.scene_break(), "");
                self.styled(plain, CENTERED, &words);
            }
            BlockKind::Item { depth, mark } => {
                let indent = format!("<w:ind w:left=\"{}\" w:hanging=\"425\"/>", 425 * depth);
                let (numbered, indent, before) = match mark {
                    ListMarker::Bullet => {
                        let level = depth - 1;
                        let list = "<w:numId w:val=\"1\"/>";
                        let list = format!("<w:numPr><w:ilvl w:val=\"{level}\"/>{list}</w:numPr>");
                        (list, String::new(), String::new())
                    }
                    // Written as text, so that each list keeps the numbers its author chose.
                    ListMarker::Number(number) => {
                        (String::new(), indent, run_xml(&format!("{number}.\t"), ""))
                    }
                    ListMarker::None => (
                        String::new(),
                        format!("<w:ind w:left=\"{}\"/>", 425 * depth),
                        String::new(),
                    ),
                };
                let more = format!("{numbered}{direction}{indent}");
                self.styled("ListParagraph", &more, &format!("{before}{runs}"));
            }
        }
    }

    fn run(&mut self, run: &Run) -> String {
        let style = run.style;
        let marks = [
            (run.link.is_some(), "<w:rStyle w:val=\"Hyperlink\"/>"),
            (
                style.code,
                "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\"/>",
            ),
            (style.bold, "<w:b/><w:bCs/>"),
            (style.italic, "<w:i/><w:iCs/>"),
            (style.strikethrough, "<w:strike/>"),
        ];
        let marks: String = marks.iter().filter(|it| it.0).map(|it| it.1).collect();
        let words = comments::elements(&run.text, |words| run_xml(words, &marks));
        match &run.link {
            None => words,
            Some(link) => {
                let id = self.relation("hyperlink", escaped(link), true);
                format!("<w:hyperlink r:id=\"rId{id}\">{words}</w:hyperlink>")
            }
        }
    }

    fn picture(&mut self, id: AssetId, name: &str, bytes: &[u8], folder: &mut Folder) -> usize {
        if let Some(relation) = self.pictures.get(&id) {
            return *relation;
        }
        folder.put(format!("word/media/{name}"), bytes);
        let relation = self.relation("image", format!("media/{name}"), false);
        self.pictures.insert(id, relation);
        relation
    }

    fn relation(&mut self, kind: &str, target: String, is_outside: bool) -> usize {
        let kind = format!("{RELATIONS}/{kind}");
        self.relations.push((kind, target, is_outside));
        FIRST_RELATION + self.relations.len() - 1
    }

    fn relations(&self) -> String {
        let mut text = format!(
            "{XML_DECLARATION}<Relationships \
             xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship \
             Id=\"rId1\" Type=\"{RELATIONS}/styles\" Target=\"styles.xml\"/><Relationship Id=\"rId2\" \
             Type=\"{RELATIONS}/numbering\" Target=\"numbering.xml\"/>"
        );
        for (at, (kind, target, is_outside)) in self.relations.iter().enumerate() {
            let mode = if *is_outside {
                " TargetMode=\"External\""
            } else {
                ""
            };
            text.push_str(&format!(
                "<Relationship Id=\"rId{}\" Type=\"{kind}\" Target=\"{target}\"{mode}/>",
                FIRST_RELATION + at
            ));
        }
        text + "</Relationships>\n"
    }
}

/// A choice; the number of the section is the link where there is one.
fn choice_xml(choice: &PrintedChoice) -> String {
    let note = choice.note.as_ref();
    let note = note.map(|it| run_xml(it, "<w:i/>"));
    let note = note.unwrap_or_default();
    let link = |words: &str| {
        let words = run_xml(words, "<w:rStyle w:val=\"Hyperlink\"/>");
        let to = choice.to;
        format!("<w:hyperlink w:anchor=\"node{to}\">{words}</w:hyperlink>")
    };
    let arrow = run_xml("→ ", "");
    match &choice.turn_to {
        Some((between, turn_to)) => {
            let words = run_xml(&choice.words, "");
            let between = run_xml(between, "");
            format!("{arrow}{words}{note}{between}{}", link(turn_to))
        }
        None => format!("{arrow}{}{note}", link(&choice.words)),
    }
}

/// The property of a right-to-left paragraph.
fn direction(is_right_to_left: bool) -> &'static str {
    if is_right_to_left { "<w:bidi/>" } else { "" }
}

/// A run of text in one style; line breaks and tabs are elements.
fn run_xml(words: &str, style: &str) -> String {
    let rtl = match is_right_to_left(words) {
        true => "<w:rtl/>",
        false => "",
    };
    let style = match (style, rtl) {
        ("", "") => String::new(),
        (style, rtl) => format!("<w:rPr>{style}{rtl}</w:rPr>"),
    };
    let words = escaped(words)
        .replace('\n', "</w:t><w:br/><w:t xml:space=\"preserve\">")
        .replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">");
    format!("<w:r>{style}<w:t xml:space=\"preserve\">{words}</w:t></w:r>")
}

fn drawing(number: usize, relation: usize, (width, height): (u64, u64), shows: &str) -> String {
    let shows = escaped(shows);
    format!(
        "<w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent \
         cx=\"{width}\" cy=\"{height}\"/><wp:docPr id=\"{number}\" name=\"Picture {number}\" \
         descr=\"{shows}\"/><a:graphic><a:graphicData \
         uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic><pic:nvPicPr>\
         <pic:cNvPr id=\"{number}\" name=\"Picture {number}\"/><pic:cNvPicPr/></pic:nvPicPr>\
         <pic:blipFill><a:blip r:embed=\"rId{relation}\"/><a:stretch><a:fillRect/></a:stretch>\
         </pic:blipFill><pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{width}\" \
         cy=\"{height}\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr>\
         </pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )
}

/// The size of a picture on the page, with its aspect ratio preserved.
fn size_of(bytes: &[u8]) -> (u64, u64) {
    let (width, height) = imagesize::blob_size(bytes).map_or((400, 300), |it| {
        (it.width.max(1) as u64, it.height.max(1) as u64)
    });
    let (wide, high) = (
        width.saturating_mul(EMU_PER_PIXEL),
        height.saturating_mul(EMU_PER_PIXEL),
    );
    if wide <= MAX_WIDTH && high <= MAX_HEIGHT {
        return (wide, high);
    }
    // Shrink by the stronger of the two limits.
    let by_width = (MAX_WIDTH, (MAX_WIDTH.saturating_mul(height) / width).max(1));
    if by_width.1 <= MAX_HEIGHT {
        return by_width;
    }
    (
        (MAX_HEIGHT.saturating_mul(width) / height).max(1),
        MAX_HEIGHT,
    )
}
