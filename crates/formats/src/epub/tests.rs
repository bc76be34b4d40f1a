//! EPUB files, part by part, and as epubcheck judges them.

use std::process::Command;
use std::sync::Arc;

use model::ContentHash;
use serde_json::json;

use super::{Epub, EpubChoices};
use crate::folder::Folder;
use crate::kept::set_text;
use crate::tests::outside;
use crate::tests::stories::{picture, rich, three_rooms};
use crate::{Exporter, Parcel};

fn text(folder: &Folder, path: &str) -> String {
    String::from_utf8(folder.files[path].clone()).unwrap()
}

#[test]
fn a_chapter_is_well_formed_however_its_text_nests() {
    let prose = "> quoted\n> - one\n>   1. two\n>\n>      more\n> - three\n\n<b>& \"</b>\n\n***x*** ~~y~~ `z`";
    let blocks = crate::writing::prose::blocks(prose);
    expect_test::expect![[r#"
        <blockquote>
        <p>quoted</p>
        <ul><li><p>one</p><ol start="1"><li><p>two</p><p>more</p></li></ol>
        </li>
        <li><p>three</p></li></ul>
        </blockquote>
        <p>&lt;b&gt;&amp; &quot;&lt;/b&gt;</p>
        <p><strong><em>x</em></strong> <s>y</s> <code>z</code></p>
    "#]]
    .assert_eq(&super::xhtml::prose(&blocks));
}

#[test]
fn a_gamebook_has_its_choices_as_links() {
    let folder = Folder::unpack(&EpubChoices.export(&Parcel::new(three_rooms()))).unwrap();
    let first = text(&folder, "book/page-1.xhtml");
    assert!(
        first.contains("<a href=\"page-2.xhtml\">Neo</a>"),
        "{first}"
    );
    assert!(first.contains("<em>($light &gt; 0)</em>"), "{first}");
    let folder = Folder::unpack(&Epub.export(&Parcel::new(three_rooms()))).unwrap();
    assert!(!text(&folder, "book/page-1.xhtml").contains("page-2"));
    assert!(
        !folder.files.contains_key("book/page-3.xhtml"),
        "Neo is no chapter"
    );
}

#[test]
fn epubcheck_finds_nothing_in_any_book() {
    let mut pictured = Parcel::new(three_rooms());
    let (id, asset) = picture();
    pictured.assets.insert(id, asset);
    let data = json!({ "asset": id.to_string(), "mime": "image/png", "prompt": "<雨> & \"fog\"" });
    for node in pictured.story.nodes.values_mut() {
        Arc::make_mut(node)
            .data
            .insert("image".into(), Arc::new(data.clone()));
    }
    assert_eq!(ContentHash::of(&pictured.assets[&id].bytes), id);
    let mut odd = Parcel::new(three_rooms());
    let node = Arc::make_mut(&mut odd.story.nodes[0]);
    node.title = "\u{1}]]> &amp; <i>".to_owned();
    set_text(&mut node.data, rich());
    let empty = Parcel::new(model::Story::new(odd.story.id, "Empty"));
    let books = [
        ("pictured.epub", EpubChoices.export(&pictured)),
        ("odd.epub", Epub.export(&odd)),
        ("empty.epub", Epub.export(&empty)),
    ];
    let files = books.each_ref().map(|(name, it)| (*name, it.as_slice()));
    let folder = outside::folder_with(&files);
    for (name, _) in &books {
        outside::run(
            Command::new("java")
                .args([
                    "-jar",
                    "/usr/share/java/epubcheck.jar",
                    "--failonwarnings",
                    name,
                ])
                .current_dir(folder.path()),
        );
    }
}
