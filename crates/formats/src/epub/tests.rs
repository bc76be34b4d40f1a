//! EPUB files part by part, and as epubcheck validates them.

use std::sync::Arc;

use model::ContentHash;
use serde_json::json;

use super::{Epub, EpubChoices};
use crate::folder::Folder;
use crate::tests::external_programs;
use crate::tests::stories::{picture, rich, sample_story};
use crate::{Bundle, Exporter};
use markup::kept_data::set_text;

fn text(folder: &Folder, path: &str) -> String {
    String::from_utf8(folder.files[path].clone()).unwrap()
}

#[test]
fn nested_text_gives_well_formed_chapters() {
    let prose = "> quoted\n> - one\n>   1. two\n>\n>      more\n> - three\n\n- a\n\n1. b\n\n<b>& \"</b>\n\n***x*** ~~y~~ `z`";
    let blocks = crate::export::prose::blocks(prose);
    expect_test::expect![[r#"
        <blockquote>
        <p>quoted</p>
        <ul><li><p>one</p><ol start="1"><li><p>two</p><p>more</p></li></ol>
        </li>
        <li><p>three</p></li></ul>
        </blockquote>
        <ul><li><p>a</p></li></ul>
        <ol start="1"><li><p>b</p></li></ol>
        <p>&lt;b&gt;&amp; &quot;&lt;/b&gt;</p>
        <p><strong><em>x</em></strong> <s>y</s> <code>z</code></p>
    "#]]
    .assert_eq(&super::xhtml::prose(&blocks, 1));
}

#[test]
fn a_gamebook_has_its_choices_as_links() {
    let folder = Folder::unpack(&EpubChoices.export(&Bundle::new(sample_story()))).unwrap();
    let first = text(&folder, "book/page-1.xhtml");
    assert!(
        first.contains("<a href=\"page-2.xhtml\">Neo</a>"),
        "{first}"
    );
    assert!(first.contains("<em> (if light &gt; 0)</em>"), "{first}");
    let folder = Folder::unpack(&Epub.export(&Bundle::new(sample_story()))).unwrap();
    assert!(!text(&folder, "book/page-1.xhtml").contains("page-2"));
    assert!(
        !folder.files.contains_key("book/page-3.xhtml"),
        "Neo is not a chapter"
    );
}

#[test]
fn epubcheck_reports_no_errors() {
    let mut pictured = Bundle::new(sample_story());
    let (id, asset) = picture();
    pictured.assets.insert(id, asset);
    let data = json!({ "asset": id.to_string(), "mime": "image/png", "prompt": "<雨> & \"fog\"" });
    for node in pictured.story.nodes.values_mut() {
        Arc::make_mut(node)
            .data
            .insert("image".into(), Arc::new(data.clone()));
    }
    assert_eq!(ContentHash::of(&pictured.assets[&id].bytes), id);
    let mut odd = Bundle::new(sample_story());
    let node = Arc::make_mut(&mut odd.story.nodes[0]);
    node.title = "\u{1}]]> &amp; <i>".to_owned();
    set_text(&mut node.data, rich());
    let empty = Bundle::new(model::Story::new(odd.story.id, "Empty"));
    let books = [
        ("pictured.epub", EpubChoices.export(&pictured)),
        ("odd.epub", Epub.export(&odd)),
        ("empty.epub", Epub.export(&empty)),
    ];
    let files = books.each_ref().map(|(name, it)| (*name, it.as_slice()));
    let folder = external_programs::folder_with(&files);
    for (name, _) in &books {
        external_programs::epubcheck(folder.path(), name);
    }
}
