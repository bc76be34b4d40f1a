//! Folders: edits made by hand are imported, and notes of other programs can be read.

use expect_test::expect;
use model::{FixedWorld, Story};

use super::TextFolder;
use crate::tests::stories::sample_story;
use crate::{Bundle, Exporter, Folder, FormatError, Importer, PackedAsset, Warning};

fn written() -> Folder {
    Folder::unpack(&TextFolder.export(&Bundle::new(sample_story()))).unwrap()
}

fn read(folder: &Folder) -> Result<(Bundle, Vec<Warning>), FormatError> {
    TextFolder.import(&folder.pack(&[]), &FixedWorld::default())
}

fn text(folder: &Folder, path: &str) -> String {
    String::from_utf8(folder.files[path].clone()).unwrap()
}

fn shape(story: &Story) -> String {
    let mut lines = Vec::new();
    for node in story.nodes.values() {
        lines.push(format!(
            "{} ({}): {:?}",
            node.title,
            node.kind,
            markup::kept_data::text_of(node)
        ));
        for edge in story.edges_from(node.id) {
            let (to, it) = (&story.nodes[&edge.record.to].title, &edge.record);
            lines.push(format!("  {:?} → {to} {:?}", it.label, it.condition));
        }
    }
    lines.join("\n")
}

#[test]
fn exports_a_story_as_readable_text() {
    let folder = written();
    let shown: Vec<_> = folder
        .files
        .keys()
        .map(|it| format!("# {it}\n{}", text(&folder, it)))
        .collect();
    expect![[r##"
        # nodes/Neo.md
        ---
        id: 00000000-0000-0000-0000-000000000003
        title: Neo
        kind: character
        at:
          x: 30
          y: 5.5
        links: []
        data:
          kv:
            items:
            - k: Name
              v: Thomas_Anderson
            - k: age
              v: 37
        ---



        # nodes/The -Yard-.md
        ---
        id: 00000000-0000-0000-0000-000000000001
        title: The "Yard"
        kind: scene
        at:
          x: 10
          y: 5.5
          color: '5'
        links:
        - to: 大厅 [hall].md
          label: back
          order: 3
          id: 00000000-0000-0000-0000-000000000007
        ---

        Cold. <b>#1</b>

        # nodes/大厅 [hall].md
        ---
        id: 00000000-0000-0000-0000-000000000002
        title: 大厅 [hall]
        kind: scene
        at:
          x: 20
          y: 5.5
        links:
        - to: Neo.md
          order: 4
          id: 00000000-0000-0000-0000-000000000006
        - to: The -Yard-.md
          label: out | "away"
          condition: $light > 0
          order: 5
          id: 00000000-0000-0000-0000-000000000005
        ---

        It was dark.

        A door shut.

        # story.yaml
        format: storyteller-folder
        version: 1
        id: 00000000-0000-0000-0000-000000000009
        title: Three \ rooms
        start: 大厅 [hall].md
    "##]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn colors_of_tags_and_the_word_goal_come_back() {
    let mut story = sample_story();
    let colors = [("crossing", "#336699"), ("2", "4")].map(|it| (it.0.to_owned(), it.1.to_owned()));
    story.record.tag_colors = colors.into();
    story.record.word_goal = Some(50_000);
    let folder = TextFolder.export(&Bundle::new(story.clone()));
    let (bundle, warnings) = read(&Folder::unpack(&folder).unwrap()).unwrap();
    assert_eq!((bundle.story.record, warnings), (story.record, Vec::new()));
}

#[test]
fn an_edit_changes_only_its_own_file() {
    let before = written();
    let mut story = sample_story();
    let (_, node) = story.nodes.first_mut().unwrap();
    let data = &mut std::sync::Arc::make_mut(node).data;
    markup::kept_data::set_text(data, "Warm.");
    let after = Folder::unpack(&TextFolder.export(&Bundle::new(story))).unwrap();
    let changed: Vec<_> = after
        .files
        .iter()
        .filter(|(path, it)| before.files.get(*path) != Some(it))
        .collect();
    assert_eq!(
        changed.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(),
        ["nodes/The -Yard-.md"]
    );
}

#[test]
fn imports_edits_made_by_hand() {
    let mut folder = written();
    let hall = text(&folder, "nodes/大厅 [hall].md");
    let hall = hall
        .replace("title: 大厅 [hall]", "title: The great hall")
        .replace("It was dark.", "It was light.");
    // Remove the first link with all its lines.
    let (start, end) = (
        hall.find("- to: Neo.md").unwrap(),
        hall.find("- to: The -Yard-.md").unwrap(),
    );
    let hall = format!("{}{}", &hall[..start], &hall[end..]);
    folder.put("nodes/大厅 [hall].md", hall.replace('\n', "\r\n"));
    folder.put(
        "nodes/acts/Cellar.md",
        "---\nlinks:\n- to: the great hall\n  label: up\n- nowhere\n---\nDamp.",
    );
    folder.put("notes.txt", "not mine");
    let (bundle, warnings) = read(&folder).unwrap();
    expect![[r#"
        The "Yard" (scene): "Cold. <b>#1</b>"
          "back" → The great hall None
        The great hall (scene): "It was light.\n\nA door shut."
          "out | \"away\"" → The "Yard" Some("$light > 0")
        Neo (character): ""
        Cellar (scene): "Damp."
          "up" → The great hall None"#]]
    .assert_eq(&shape(&bundle.story));
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect![[r#"
        nodes/acts/Cellar.md:5: A link leads to “nowhere”, which does not exist.
        Other files are not read: 1 (notes.txt)."#]]
    .assert_eq(&warnings.join("\n"));
    let again = Folder::unpack(&TextFolder.export(&bundle)).unwrap();
    assert!(
        text(&again, "nodes/Cellar.md").contains("- to: nowhere"),
        "a broken link stays"
    );
}

#[test]
fn replaces_a_picture_edited_by_hand() {
    let mut story = sample_story();
    let old = model::ContentHash::of(b"old");
    let (_, node) = story.nodes.first_mut().unwrap();
    let image = serde_json::json!({ "images": [{ "asset": old }] });
    std::sync::Arc::make_mut(node)
        .data
        .insert("image".into(), std::sync::Arc::new(image));
    let mut bundle = Bundle::new(story);
    let asset = PackedAsset {
        mime: "image/png".into(),
        bytes: b"old".to_vec(),
    };
    bundle.assets.insert(old, asset);
    let mut folder = Folder::unpack(&TextFolder.export(&bundle)).unwrap();
    folder.put(format!("assets/{old}.png"), "new");
    let (bundle, _) = read(&folder).unwrap();
    let new = model::ContentHash::of(b"new");
    assert_eq!(bundle.assets.keys().collect::<Vec<_>>(), [&new]);
    let data = &bundle.story.nodes[0].data["image"];
    assert_eq!(data["images"][0]["asset"], serde_json::json!(new));
}

#[test]
fn imports_notes_of_another_program() {
    let mut folder = Folder::default();
    folder.put(
        "vault/Hall.md",
        "---\ntags: [place, dark]\naliases: 大厅\n---\n# Hall\n\nTo the [[Yard|way out]].\n",
    );
    folder.put("vault/deep/Yard.md", "Back [in](../Hall.md), or [[Moon]].");
    folder.put("vault/.obsidian/app.json", "{}");
    let (bundle, warnings) = read(&folder).unwrap();
    expect![[r#"
        Hall (scene): "To the [[way out|Yard]]."
          "way out" → Yard None
        Yard (scene): "Back [[in|Hall]], or [[Moon]]."
          "in" → Hall None"#]]
    .assert_eq(&shape(&bundle.story));
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect!["vault/deep/Yard.md:1: A link leads to “Moon”, which does not exist."]
        .assert_eq(&warnings.join("\n"));
    let again = Folder::unpack(&TextFolder.export(&bundle)).unwrap();
    let hall = text(&again, "nodes/Hall.md");
    assert!(hall.contains("- k: tags\n      v: place, dark"), "{hall}");
}

const PIXEL: &[u8] = include_bytes!("../../../../src-tauri/icons/32x32.png");

#[test]
fn properties_of_a_note_become_attributes() {
    let mut folder = Folder::default();
    folder.put(
        "Anna.md",
        "---\nage: 33\nalive: true\ntags: [a, b]\nseen:\n  - {at: Kiel}\nempty:\n---\nA doctor.",
    );
    let (bundle, _) = read(&folder).unwrap();
    let node = &bundle.story.nodes[0];
    let pairs: Vec<_> = model::contents::Attributes::pairs_in(&node.data["kv"]).collect();
    assert_eq!(pairs, [("age", "33"), ("alive", "true"), ("tags", "a, b")]);
    let kept = markup::kept_data::get(&node.data, super::NAME).unwrap();
    assert_eq!(kept.keys().collect::<Vec<_>>(), ["seen", "empty"]);
}

#[test]
fn the_first_picture_in_a_note_is_that_of_its_node() {
    let mut folder = Folder::default();
    folder.put(
        "v/Harbor.md",
        "Fog.\n\n![[files/harbor.PNG|300]]\n![old](Other%20one.png)\nMore. ![[missing.png]]\n",
    );
    folder.put("v/files/harbor.PNG", PIXEL);
    folder.put("v/Other one.png", PIXEL);
    folder.put("v/plan.pdf", "x");
    let (bundle, warnings) = read(&folder).unwrap();
    let node = &bundle.story.nodes[0];
    assert_eq!(
        markup::kept_data::text_of(node),
        "Fog.\n\nMore. ![](missing.png)"
    );
    let hash = model::ContentHash::of(PIXEL);
    assert_eq!(node.data["image"]["asset"], serde_json::json!(hash));
    assert_eq!(bundle.assets[&hash].bytes, PIXEL);
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect![[r#"
        v/Harbor.md: Pictures and sounds are not read: 1.
        Other files are not read: 2 (v/Other one.png, v/plan.pdf)."#]]
    .assert_eq(&warnings.join("\n"));
}

#[test]
fn links_of_notes_name_the_titles_of_nodes() {
    let mut folder = Folder::default();
    folder.put(
        "Scenes/1 Arrival.md",
        "---\ntitle: Arrival\n---\n# Arrival\nGo.",
    );
    folder.put(
        "Scenes/2 Town.md",
        "# The town\n[[1 Arrival]] [[Scenes/1 Arrival#Pier]] [[#Below|down]] [[1 arrival|back]]\n\
         ```\n[[1 Arrival]]\n```\n[web](https://example.org/a.md) [x](nowhere.md)",
    );
    let (bundle, _) = read(&folder).unwrap();
    let texts: Vec<_> = bundle.story.nodes.values().collect();
    assert_eq!(markup::kept_data::text_of(texts[0]), "Go.");
    assert_eq!(
        markup::kept_data::text_of(texts[1]),
        "# The town\n[[1 Arrival|Arrival]] [[Scenes/1 Arrival|Arrival]] down \
         [[back|Arrival]]\n```\n[[1 Arrival]]\n```\n[web](https://example.org/a.md) [x](nowhere.md)"
    );
}

#[test]
fn folders_of_notes_tell_their_kinds() {
    let mut folder = Folder::default();
    for path in [
        "Book/Characters/Anna.md",
        "Book/Orte/Kiel.md",
        "Book/笔记/想法.md",
        "Book/Characters.md",
        "Book/Draft/One.md",
    ] {
        folder.put(path, "x");
    }
    folder.put("Book/People/Ship.md", "---\nkind: place\n---\nx");
    let (bundle, _) = read(&folder).unwrap();
    let kinds: Vec<_> = bundle
        .story
        .nodes
        .values()
        .map(|it| (it.title.as_str(), it.kind.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("Characters", "scene"),
            ("Anna", "character"),
            ("One", "scene"),
            ("Kiel", "place"),
            ("Ship", "place"),
            ("想法", "note"),
        ]
    );
}

#[test]
fn a_person_mentioned_in_a_scene_is_no_choice() {
    let mut folder = Folder::default();
    folder.put("People/Anna.md", "Sister of [[Ben]]. First in [[Pier]].");
    folder.put("People/Ben.md", "A sailor.");
    folder.put("Pier.md", "[[Anna]] and [her brother](People/Ben.md).");
    let (bundle, _) = read(&folder).unwrap();
    expect![[r#"
        Anna (character): "Sister of [[Ben]]. First in [[Pier]]."
          "" → Ben None
          "" → Pier None
        Ben (character): "A sailor."
        Pier (scene): "Anna and her brother.""#]]
    .assert_eq(&shape(&bundle.story));
}

#[test]
fn scenes_without_links_are_read_in_the_order_of_their_names() {
    let mut folder = Folder::default();
    for chapter in 1..=10 {
        folder.put(format!("Draft/Chapter {chapter}.md"), "[[Anna]]");
    }
    folder.put("Cast/Anna.md", "Met [[Ben]].");
    folder.put("Cast/Ben.md", "x");
    folder.put("Ideas/One.md", "To [[Two]].");
    folder.put("Ideas/Three.md", "x");
    folder.put("Ideas/Two.md", "x");
    let (bundle, _) = read(&folder).unwrap();
    let story = &bundle.story;
    let title = |id| story.nodes[&id].title.as_str();
    let mut path = vec![story.record.start.unwrap()];
    while let Some(edge) = story.edges_from(path[path.len() - 1]).first() {
        path.push(edge.record.to);
    }
    let path: Vec<_> = path.into_iter().map(title).collect();
    let chapters: Vec<_> = (1..=10).map(|it| format!("Chapter {it}")).collect();
    assert_eq!(path, chapters);
    let ideas: Vec<_> = story
        .edges
        .values()
        .map(|it| (title(it.record.from), title(it.record.to)))
        .filter(|it| !it.0.starts_with("Chapter"))
        .collect();
    assert_eq!(ideas, [("Anna", "Ben"), ("One", "Two")]);
}

#[test]
fn a_manuscript_orders_its_scenes_and_names_the_story() {
    let mut folder = Folder::default();
    folder.put(
        "Novel/Index.md",
        "---\nlongform:\n  format: scenes\n  title: The Fog\n  sceneFolder: text\n  scenes:\n    - Zoe leaves\n    \
         - - Anna stays\n      - 1890\n    - Gone\n    - Berlin\n  ignoredFiles:\n    - '*-todo'\n    - Map\n---\n",
    );
    for name in [
        "1890",
        "Anna stays",
        "Berlin",
        "Zoe leaves",
        "ending-todo",
        "Map",
    ] {
        folder.put(format!("Novel/text/{name}.md"), "x");
    }
    folder.put("Cast/Anna.md", "x");
    let (bundle, warnings) = read(&folder).unwrap();
    assert_eq!(bundle.story.record.title, "The Fog");
    expect![[r#"
        Zoe leaves (scene): "x"
          "" → Anna stays None
        Anna stays (scene): "x"
          "" → 1890 None
        1890 (scene): "x"
          "" → Berlin None
        Berlin (scene): "x"
        Anna (character): "x"
        Map (note): "x"
        ending-todo (note): "x""#]]
    .assert_eq(&shape(&bundle.story));
    let start = bundle.story.record.start.unwrap();
    assert_eq!(bundle.story.nodes[&start].title, "Zoe leaves");
    assert_eq!(warnings, []);
}

#[test]
fn a_manuscript_with_notes_of_its_own_stays_as_a_note() {
    let mut folder = Folder::default();
    let index = |title: &str, scenes: &str| {
        format!(
            "---\nlongform:\n  title: {title}\n  sceneFolder: /\n  scenes: {scenes}\n---\nPlans."
        )
    };
    folder.put("First/Index.md", index("One", "[B, A]"));
    folder.put("Second/Index.md", index("Other", "[]"));
    folder.put(
        "Single.md",
        "---\nlongform:\n  format: single\n---\nIt was dark.",
    );
    folder.put("First/A.md", "x");
    folder.put("First/B.md", "x");
    let (bundle, _) = read(&folder).unwrap();
    assert_eq!(bundle.story.record.title, crate::UNTITLED);
    expect![[r#"
        B (scene): "x"
          "" → A None
        A (scene): "x"
        Index (note): "Plans."
        Index (note): "Plans."
        Single (scene): "It was dark.""#]]
    .assert_eq(&shape(&bundle.story));
}

#[test]
fn reading_of_notes_begins_at_the_first_scene_that_leads_on() {
    let mut folder = Folder::default();
    folder.put("Characters/Anna.md", "See [[B]].");
    folder.put("A.md", "The end.");
    folder.put("B.md", "To [[A]].");
    let (bundle, _) = read(&folder).unwrap();
    let story = &bundle.story;
    let start = story.record.start.map(|it| story.nodes[&it].title.as_str());
    assert_eq!(start, Some("B"));
}

#[test]
fn warnings_name_file_and_line() {
    let mut refused = Vec::new();
    let cases: [(&str, &[u8]); 6] = [
        ("nodes/a.md", b"---\ntitle: a\nkind: [\n---\n"),
        ("nodes/a.md", b"---\n- a\n---\n"),
        ("nodes/a.md", b"---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n---\n"),
        ("story.yaml", b"format: storyteller-folder\nversion: 2\n"),
        ("story.yaml", b"title: x\n"),
        ("nodes/a.md", b"\x00\x01\xff"),
    ];
    for (path, bytes) in cases {
        let mut folder = written();
        folder.put(path, bytes);
        refused.push(read(&folder).unwrap_err().to_string());
    }
    let deep = format!("---\na: {}\n---\n", "[".repeat(50_000));
    let mut folder = written();
    folder.put("nodes/a.md", deep);
    refused.push(read(&folder).unwrap_err().to_string());
    expect![[r#"
        nodes/a.md:4: The head cannot be read: did not find expected node content.
        nodes/a.md:2: The head must be a list of names and values, like “title: The hall”.
        nodes/a.md: The head cannot be read: repetition limit exceeded.
        This was written by a newer Storyteller (format version 2; this one reads up to 1). Update Storyteller to read it.
        story.yaml: This does not say “format: storyteller-folder”: it is not a Storyteller story.
        nodes/a.md: This is not a text file. Choose a file in one of the formats listed by the import.
        nodes/a.md:2: More than 1000 brackets are open at once."#]].assert_eq(&refused.join("\n"));
    assert!(read(&Folder::default()).is_err());
}

#[test]
fn finds_a_renamed_file_by_its_title() {
    let mut folder = written();
    let page = folder.files.remove("nodes/The -Yard-.md").unwrap();
    folder.put("nodes/outside.md".to_owned(), page);
    let (before, _) = read(&written()).unwrap();
    let (after, warnings) = read(&folder).unwrap();
    assert_eq!(shape(&after.story), shape(&before.story));
    assert_eq!(warnings, []);
}
