//! The files of an EPUB: container, package, navigation, cover, one page per chapter, pictures.

use std::collections::BTreeMap;
use std::ops::Range;

use model::AssetId;

use super::xhtml::{self, direction};
use crate::export::xml::escaped;
use crate::export::{Book, Opening, PrintedChoice, Wording, is_right_to_left, primary_language};
use crate::folder::Folder;
use markup::progress::track;

const CONTAINER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"#;

/// A picture in the book.
struct Picture {
    name: String,
    mime: String,
}

type Pictures = BTreeMap<AssetId, Picture>;

/// Adds all files of the book.
pub(super) fn put_all(book: &Book<'_>, with_choices: bool, folder: &mut Folder) {
    folder.put("mimetype", "application/epub+zip");
    folder.put("META-INF/container.xml", CONTAINER);
    folder.put("book/style.css", include_str!("style.css"));
    let pictures = put_pictures(book, folder);
    put_cover(book, &pictures, folder);
    let sections: Vec<_> = book.sections().collect();
    for section in track("writing chapters", sections) {
        let number = section.start;
        if let Some((part, title)) = book.parts.beginning_at(number) {
            let dir = direction(is_right_to_left(&title));
            let body = format!("<h1 class=\"part\"{dir}>{}</h1>\n", escaped(&title));
            folder.put(
                format!("book/{}", part_file(part)),
                page(&book.language, &title, &body),
            );
        }
        let level = 1 + u8::from(book.parts.part_of(number).is_some());
        let bodies = section.map(|it| scene_body(book, it, level, with_choices, &pictures));
        let title = &book.chapters[number].title;
        let page = page(&book.language, title, &bodies.collect::<String>());
        folder.put(format!("book/{}", file(number)), page);
    }
    if book.chapters.is_empty() {
        folder.put(
            "book/page-1.xhtml",
            page(
                &book.language,
                &book.title,
                &format!("<h1>{}</h1>\n", escaped(&book.title)),
            ),
        );
    }
    folder.put("book/nav.xhtml", navigation(book));
    folder.put("book/package.opf", package(book, &pictures));
}

fn file(number: usize) -> String {
    format!("page-{}.xhtml", number + 1)
}

fn part_file(number: usize) -> String {
    format!("part-{}.xhtml", number + 1)
}

fn put_pictures(book: &Book<'_>, folder: &mut Folder) -> Pictures {
    let mut pictures = Pictures::new();
    for chapter in &book.chapters {
        let Some((id, asset, _)) = book.picture(chapter) else {
            continue;
        };
        let number = pictures.len() + 1;
        pictures.entry(id).or_insert_with(|| {
            let ending = asset.mime.trim_start_matches("image/");
            let name = format!("picture-{number}.{ending}");
            folder.put(format!("book/{name}"), asset.bytes.clone());
            Picture {
                name,
                mime: asset.mime.clone(),
            }
        });
    }
    pictures
}

/// The cover picture: that of the first chapter, if it has one.
fn cover_picture<'a>(book: &Book<'_>, pictures: &'a Pictures) -> Option<&'a Picture> {
    let (id, ..) = book.picture(book.chapters.first()?)?;
    pictures.get(&id)
}

fn put_cover(book: &Book<'_>, pictures: &Pictures, folder: &mut Folder) {
    let name = match cover_picture(book, pictures) {
        Some(picture) => picture.name.as_str(),
        None => {
            folder.put("book/cover.svg", drawn_cover(&book.title));
            "cover.svg"
        }
    };
    let body = format!(
        "<p class=\"cover\"><img src=\"{name}\" alt=\"{}\"/></p>\n",
        escaped(&book.title)
    );
    folder.put("book/cover.xhtml", page(&book.language, &book.title, &body));
}

/// A generated cover with the title wrapped over as many lines as it needs.
fn drawn_cover(title: &str) -> String {
    let mut lines = vec![String::new()];
    let mut width = 0;
    for word in title.split_inclusive(|c: char| c == ' ' || u32::from(c) > 0x2e80) {
        let long: usize = word
            .chars()
            .map(|c| if u32::from(c) > 0x2e80 { 2 } else { 1 })
            .sum();
        if width + long > 18 && width > 0 {
            lines.push(String::new());
            width = 0;
        }
        lines.last_mut().expect("never empty").push_str(word);
        width += long;
    }
    lines.truncate(8);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let y = 720 + 150 * at as i64 - 75 * (lines.len() as i64 - 1);
        text.push_str(&format!(
            "<text x=\"600\" y=\"{y}\" text-anchor=\"middle\">{}</text>\n",
            escaped(line.trim())
        ));
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" \
         width=\"1200\" height=\"1600\" viewBox=\"0 0 1200 1600\">\n<rect width=\"1200\" \
         height=\"1600\" fill=\"#24474b\"/>\n<rect x=\"60\" y=\"60\" width=\"1080\" \
         height=\"1480\" fill=\"none\" stroke=\"#d9c9a3\" stroke-width=\"4\"/>\n<g fill=\"#f6f1e4\" \
         font-family=\"serif\" font-size=\"108\">\n{text}</g>\n</svg>\n"
    )
}

fn page(language: &str, title: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html \
         xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         lang=\"{language}\" xml:lang=\"{language}\">\n<head>\n<title>{}</title>\n<link \
         rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n<body>\n{body}</body>\n\
         </html>\n",
        escaped(title)
    )
}

fn scene_body(
    book: &Book<'_>,
    number: usize,
    level: u8,
    with_choices: bool,
    pictures: &Pictures,
) -> String {
    let chapter = &book.chapters[number];
    let dir = direction(is_right_to_left(&chapter.title));
    let title = escaped(&chapter.title);
    let class = if level > 1 { " class=\"chapter\"" } else { "" };
    let mut body = match chapter.opening {
        Opening::Heading => format!("<h{level}{class}{dir}>{title}</h{level}>\n"),
        Opening::SceneBreak => "<hr/>\n".to_owned(),
        Opening::Unmarked => String::new(),
    };
    if let Some((id, _, shows)) = book.picture(chapter) {
        let name = &pictures[&id].name;
        body.push_str(&format!(
            "<figure><img src=\"{name}\" alt=\"{}\"/></figure>\n",
            escaped(&shows)
        ));
    }
    if let Some(note) = book.entry_note(chapter) {
        body.push_str(&format!(
            "<p class=\"note\"><em>{}</em></p>\n",
            escaped(&note)
        ));
    }
    body.push_str(&xhtml::prose(&chapter.blocks(), level));
    let choices = match with_choices {
        true => book.printed_choices(number),
        false => Vec::new(),
    };
    if !choices.is_empty() {
        body.push_str("<ul class=\"choices\">\n");
        body.extend(choices.iter().map(choice_item));
        body.push_str("</ul>\n");
    }
    body
}

/// A choice as an item of a list; the number of the section is the link where there is one.
fn choice_item(choice: &PrintedChoice) -> String {
    let note = choice.note.as_ref();
    let note = note.map(|it| format!("<em>{}</em>", escaped(it)));
    let note = note.unwrap_or_default();
    let dir = direction(is_right_to_left(&choice.words));
    let words = escaped(&choice.words);
    let link = |words: &str| format!("<a href=\"{}\">{words}</a>", file(choice.to));
    match &choice.turn_to {
        Some((between, turn_to)) => {
            let link = link(&escaped(turn_to));
            format!("<li{dir}>{words}{note}{between}{link}</li>\n")
        }
        None => format!("<li{dir}>{}{note}</li>\n", link(&words)),
    }
}

fn navigation(book: &Book<'_>) -> String {
    let mut list = String::new();
    let mut is_in_part = false;
    let entry = |title: &str, file: &str| {
        let dir = direction(is_right_to_left(title));
        format!("<li{dir}><a href=\"{file}\">{}</a>", escaped(title))
    };
    for Range { start: number, .. } in book.sections() {
        let chapter = &book.chapters[number];
        let begins = book.parts.beginning_at(number);
        if is_in_part && (begins.is_some() || book.parts.part_of(number).is_none()) {
            list.push_str("</ol>\n</li>\n");
        }
        is_in_part = book.parts.part_of(number).is_some();
        if let Some((part, title)) = begins {
            let entry = entry(&title, &part_file(part));
            list.push_str(&format!("{entry}\n<ol>\n"));
        }
        list.push_str(&format!("{}</li>\n", entry(&chapter.title, &file(number))));
    }
    if is_in_part {
        list.push_str("</ol>\n</li>\n");
    }
    if list.is_empty() {
        list = format!(
            "<li><a href=\"{}\">{}</a></li>\n",
            file(0),
            escaped(&book.title)
        );
    }
    let contents = Wording::of(&book.language).contents;
    let body = format!(
        "<nav epub:type=\"toc\" id=\"toc\">\n<h1>{contents}</h1>\n<ol>\n{list}</ol>\n</nav>\n<nav \
         epub:type=\"landmarks\" hidden=\"hidden\">\n<ol>\n<li><a epub:type=\"cover\" \
         href=\"cover.xhtml\">{title}</a></li>\n<li><a epub:type=\"bodymatter\" \
         href=\"{first}\">{title}</a></li>\n</ol>\n</nav>\n",
        title = escaped(&book.title),
        first = match book.parts.beginning_at(0) {
            Some((part, _)) => part_file(part),
            None => file(0),
        }
    );
    page(&book.language, contents, &body)
}

fn package(book: &Book<'_>, pictures: &Pictures) -> String {
    let mut items = String::new();
    // Pages of a book in such a script are turned in the other direction.
    let turning = match primary_language(&book.language) {
        "he" | "ar" | "fa" => " page-progression-direction=\"rtl\"",
        _ => "",
    };
    let mut spine = String::from("<itemref idref=\"cover\"/>\n");
    let mut add_page = |name: &str| {
        let id = name.trim_end_matches(".xhtml");
        items.push_str(&format!(
            "<item id=\"{id}\" href=\"{name}\" media-type=\"application/xhtml+xml\"/>\n"
        ));
        spine.push_str(&format!("<itemref idref=\"{id}\"/>\n"));
    };
    for Range { start: number, .. } in book.sections() {
        if let Some((part, _)) = book.parts.beginning_at(number) {
            add_page(&part_file(part));
        }
        add_page(&file(number));
    }
    if book.chapters.is_empty() {
        add_page(&file(0));
    }
    let cover = cover_picture(book, pictures).map(|it| it.name.as_str());
    for (number, Picture { name, mime }) in pictures.values().enumerate() {
        let is_cover = cover == Some(name.as_str());
        let properties = if is_cover {
            " properties=\"cover-image\""
        } else {
            ""
        };
        items.push_str(&format!(
            "<item id=\"picture-{number}\" href=\"{name}\" media-type=\"{mime}\"{properties}/>\n"
        ));
    }
    if cover.is_none() {
        items.push_str(
            "<item id=\"cover-image\" href=\"cover.svg\" media-type=\"image/svg+xml\" \
             properties=\"cover-image\"/>\n",
        );
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package \
         xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" \
         xml:lang=\"{language}\">\n<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">urn:uuid:{id}</dc:identifier>\n<dc:title>{title}</dc:title>\n\
         <dc:language>{language}</dc:language>\n<meta property=\"dcterms:modified\">{date}</meta>\n\
         </metadata>\n<manifest>\n<item id=\"nav\" href=\"nav.xhtml\" \
         media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n<item id=\"cover\" \
         href=\"cover.xhtml\" media-type=\"application/xhtml+xml\"/>\n<item id=\"style\" \
         href=\"style.css\" media-type=\"text/css\"/>\n{items}</manifest>\n<spine{turning}>\n{spine}</spine>\n\
         </package>\n",
        language = book.language,
        id = book.bundle.story.id,
        title = escaped(&book.title),
        date = book.date()
    )
}
