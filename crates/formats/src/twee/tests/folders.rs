//! Stories of several Twee files, with code beside them.

use std::sync::Arc;

use expect_test::expect;
use markup::kept_data;
use model::{FixedWorld, NodeId};

use super::super::Twee;
use super::{HEAD, change, node, read};
use crate::{Bundle, Exporter, Folder, Importer};

#[test]
fn several_files_round_trip() {
    let mut folder = Folder::default();
    folder.put("data.tw", HEAD.trim_end().to_owned() + "\n");
    folder.put(
        "parts/海.twee",
        "by hand\r\n\r\n:: Sea [outside]\r\n[[Start]]\r\n",
    );
    folder.put("start.twee", ":: Start\n[[Sea]]\n\n\n:: Last\nEnd");
    folder.put("notes.txt", "no story");
    let archive = folder.pack(&[]);
    assert_eq!(
        crate::sniff(&archive, "a.zip").map(|it| it.name()),
        Some("twee")
    );
    let (bundle, warnings) = Twee.import(&archive, &FixedWorld::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect![[r#"
        parts/海.twee:1: Text before the first passage belongs to none. It is kept and written back.
        Other files are not read: 1 (notes.txt)."#]]
    .assert_eq(&warnings.join("\n"));
    assert_eq!((bundle.story.nodes.len(), bundle.story.edges.len()), (3, 2));
    assert_eq!(Twee.extension_for(&bundle), "zip");
    folder.files.remove("notes.txt");
    assert_eq!(Folder::unpack(&Twee.export(&bundle)).unwrap(), folder);
    // Changes go to their own file; new passages go to the first.
    let mut story = bundle.story;
    let sea = node(&story, "Sea");
    change(&mut story, sea, |it| it.title = "Ocean".to_owned());
    let mut new = story.nodes[0].clone();
    let it = Arc::make_mut(&mut new);
    (it.id, it.title) = (NodeId(uuid::Uuid::from_u128(5)), "New".to_owned());
    it.data.clear();
    story.nodes.insert(new.id, new);
    let written = Folder::unpack(&Twee.export(&Bundle::new(story))).unwrap();
    let text = |path: &str| String::from_utf8_lossy(&written.files[path]).into_owned();
    assert!(text("parts/海.twee").contains(":: Ocean [outside]\r\n"));
    assert!(text("data.tw").contains(":: New"));
    assert!(text("start.twee").starts_with(":: Start\n[[Sea]]"));
}

/// A story in two files with a script and a style sheet beside it.
fn folder_with_code() -> Folder {
    let mut folder = Folder::default();
    folder.put(
        "a.js",
        "\nsetup.open = () => Engine.play('Cellar');\r\n:: no passage\r\n",
    );
    folder.put("css/page.css", "body { color: red }");
    folder.put("js/a.js", "");
    folder.put("story.twee", [HEAD, ":: Start\n[[Cellar]]\n"].concat());
    folder.put("z.tw", ":: Cellar\nDark.\n");
    folder
}

#[test]
fn imports_scripts_and_style_sheets_next_to_twee_files() {
    let mut folder = folder_with_code();
    let own = folder.clone();
    folder.put("node_modules/x/index.js", "alert(1)");
    folder.put("format/format.js", "window.storyFormat({});");
    folder.put("binary.js", b"\0\xff\xfe\0\0\x01".to_vec());
    let (bundle, warnings) = Twee
        .import(&folder.pack(&[]), &FixedWorld::default())
        .unwrap();
    let messages: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect!["Other files are not read: 3 (node_modules/x/index.js, binary.js, format/format.js)."]
        .assert_eq(&messages.join("\n"));
    let header = |title: &str| {
        let node = &bundle.story.nodes[&node(&bundle.story, title)];
        kept_data::get(&node.data, "twee").unwrap()["header"].clone()
    };
    assert_eq!(header("a.js"), ":: a.js [script]");
    assert_eq!(header("page.css"), ":: page.css [stylesheet]");
    assert_eq!(
        header("js/a.js"),
        ":: js/a.js [script]",
        "the name is taken"
    );
    // Each is exported as the file it was.
    assert_eq!(Folder::unpack(&Twee.export(&bundle)).unwrap(), own);
    // In a single file they are passages.
    let single = String::from_utf8(Twee.export_single_file(&bundle)).unwrap();
    assert!(single.contains(":: a.js [script]\n"), "{single}");
    assert!(single.contains("\n :: no passage"), "{single}");
    let again = read(&single);
    assert_eq!(again.nodes.len(), bundle.story.nodes.len());
    assert_eq!(again.titled("Start").len(), 1);
}

#[test]
fn exports_changed_and_deleted_scripts_next_to_twee_files() {
    let (bundle, _) = Twee
        .import(&folder_with_code().pack(&[]), &FixedWorld::default())
        .unwrap();
    let mut story = bundle.story;
    let (script, sheet) = (node(&story, "a.js"), node(&story, "page.css"));
    change(&mut story, script, |it| {
        kept_data::set_text(&mut it.data, "let a = 1;")
    });
    story.nodes.shift_remove(&sheet);
    let mut new = story.nodes[0].clone();
    let it = Arc::make_mut(&mut new);
    (it.id, it.title) = (NodeId(uuid::Uuid::from_u128(5)), "New".to_owned());
    it.data.clear();
    story.nodes.insert(new.id, new);
    let written = Folder::unpack(&Twee.export(&Bundle::new(story))).unwrap();
    let text = |path: &str| String::from_utf8_lossy(&written.files[path]).into_owned();
    assert!(text("a.js").starts_with("let a = 1;"), "{}", text("a.js"));
    assert!(!written.files.contains_key("css/page.css"));
    assert!(
        text("story.twee").contains(":: New"),
        "new passages go into no script"
    );
}
