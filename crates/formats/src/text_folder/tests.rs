//! Folders: what a person changes by hand in the files comes back, and notes of other programs
//! are read.

use expect_test::expect;
use model::{FixedWorld, Story};

use super::TextFolder;
use crate::tests::stories::three_rooms;
use crate::{Exporter, Folder, FormatError, Importer, PackedAsset, Parcel, Warning};

fn written() -> Folder {
    Folder::unpack(&TextFolder.export(&Parcel::new(three_rooms()))).unwrap()
}

fn read(folder: &Folder) -> Result<(Parcel, Vec<Warning>), FormatError> {
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
            crate::kept::text_of(node)
        ));
        for edge in story.edges_from(node.id) {
            let (to, it) = (&story.nodes[&edge.record.to].title, &edge.record);
            lines.push(format!("  {:?} → {to} {:?}", it.label, it.condition));
        }
    }
    lines.join("\n")
}

#[test]
fn a_story_is_readable_text() {
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
fn a_changed_node_changes_its_own_file_alone() {
    let before = written();
    let mut story = three_rooms();
    let (_, node) = story.nodes.first_mut().unwrap();
    let data = &mut std::sync::Arc::make_mut(node).data;
    crate::kept::set_text(data, "Warm.");
    let after = Folder::unpack(&TextFolder.export(&Parcel::new(story))).unwrap();
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
fn what_is_changed_by_hand_comes_back() {
    let mut folder = written();
    let hall = text(&folder, "nodes/大厅 [hall].md");
    let hall = hall
        .replace("title: 大厅 [hall]", "title: The great hall")
        .replace("It was dark.", "It was light.");
    // The first link goes, with all its lines.
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
    let (parcel, warnings) = read(&folder).unwrap();
    expect![[r#"
        The "Yard" (scene): "Cold. <b>#1</b>"
          "back" → The great hall None
        The great hall (scene): "It was light.\n\nA door shut."
          "out | \"away\"" → The "Yard" Some("$light > 0")
        Neo (character): ""
        Cellar (scene): "Damp."
          "up" → The great hall None"#]]
    .assert_eq(&shape(&parcel.story));
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect![[r#"
        nodes/acts/Cellar.md:5: A link leads to “nowhere”, which does not exist.
        Other files are not read: 1 (notes.txt)."#]]
    .assert_eq(&warnings.join("\n"));
    let again = Folder::unpack(&TextFolder.export(&parcel)).unwrap();
    assert!(
        text(&again, "nodes/Cellar.md").contains("- to: nowhere"),
        "a broken link stays"
    );
}

#[test]
fn a_picture_changed_by_hand_is_shown_where_the_old_one_was() {
    let mut story = three_rooms();
    let old = model::ContentHash::of(b"old");
    let (_, node) = story.nodes.first_mut().unwrap();
    let image = serde_json::json!({ "images": [{ "asset": old }] });
    std::sync::Arc::make_mut(node)
        .data
        .insert("image".into(), std::sync::Arc::new(image));
    let mut parcel = Parcel::new(story);
    let asset = PackedAsset {
        mime: "image/png".into(),
        bytes: b"old".to_vec(),
    };
    parcel.assets.insert(old, asset);
    let mut folder = Folder::unpack(&TextFolder.export(&parcel)).unwrap();
    folder.put(format!("assets/{old}.png"), "new");
    let (parcel, _) = read(&folder).unwrap();
    let new = model::ContentHash::of(b"new");
    assert_eq!(parcel.assets.keys().collect::<Vec<_>>(), [&new]);
    let data = &parcel.story.nodes[0].data["image"];
    assert_eq!(data["images"][0]["asset"], serde_json::json!(new));
}

#[test]
fn notes_of_another_program_are_read() {
    let mut folder = Folder::default();
    folder.put(
        "vault/Hall.md",
        "---\ntags: [place, dark]\naliases: 大厅\n---\n# Hall\n\nTo the [[Yard|way out]].\n",
    );
    folder.put("vault/deep/Yard.md", "Back [in](../Hall.md), or [[Moon]].");
    folder.put("vault/.obsidian/app.json", "{}");
    let (parcel, warnings) = read(&folder).unwrap();
    expect![[r##"
        Hall (scene): "# Hall\n\nTo the [[Yard|way out]]."
          "way out" → Yard None
        Yard (scene): "Back [in](../Hall.md), or [[Moon]]."
          "in" → Hall None"##]]
    .assert_eq(&shape(&parcel.story));
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expect!["vault/deep/Yard.md:1: A link leads to “Moon”, which does not exist."]
        .assert_eq(&warnings.join("\n"));
    let again = Folder::unpack(&TextFolder.export(&parcel)).unwrap();
    assert!(text(&again, "nodes/Hall.md").contains("tags:\n- place\n- dark\naliases: 大厅"));
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
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
        story.yaml: This does not say “format: storyteller-folder”: it is no story of Storyteller.
        nodes/a.md: This is not a text file. Choose a file in one of the formats listed by the import.
        nodes/a.md:2: More than 1000 brackets are open at once."#]].assert_eq(&refused.join("\n"));
    assert!(read(&Folder::default()).is_err());
}

#[test]
fn a_file_renamed_by_hand_is_still_found_by_the_name_its_title_gives() {
    let mut folder = written();
    let page = folder.files.remove("nodes/The -Yard-.md").unwrap();
    folder.put("nodes/outside.md".to_owned(), page);
    let (before, _) = read(&written()).unwrap();
    let (after, warnings) = read(&folder).unwrap();
    assert_eq!(shape(&after.story), shape(&before.story));
    assert_eq!(warnings, []);
}
