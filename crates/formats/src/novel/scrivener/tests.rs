//! Projects of Scrivener 3 and of the versions before it.

use std::fmt::Write as _;

use expect_test::expect;
use model::contents::{Alternatives, Attributes, Prose, Summary};
use model::{FixedWorld, Node};

use super::*;
use crate::tests::outline;
use crate::{Bundle, Importer as _, novel::Novel};
use markup::kept_data;

/// The index of a project as Scrivener 3 writes it, with these items.
fn index(items: &str) -> String {
    format!(
        r##"<?xml version="1.0" encoding="UTF-8"?>
<ScrivenerProject Identifier="A" Version="2.0" Creator="SCRMAC-3.1.1-9852">
<Binder>{items}
  <BinderItem UUID="T" Type="TrashFolder"><Title>Trash</Title><Children>
    <BinderItem UUID="TX" Type="Text"><Title>Thrown away</Title></BinderItem></Children></BinderItem>
</Binder>
<Collections><Collection Type="Binder" ID="B" Color="0.9 0.9 0.9"><Title>Binder</Title></Collection></Collections>
<Keywords><Keyword ID="7"><Title>storm, night</Title><Color>0.0 0.5 1.0</Color></Keyword></Keywords>
<LabelSettings><Title>Étiquette</Title><DefaultLabelID>-1</DefaultLabelID><Labels>
  <Label ID="-1">Aucune étiquette</Label><Label ID="0" Color="0.993495 0.701207 0.732587">Anna &amp; Ben</Label>
</Labels></LabelSettings>
<StatusSettings><Title>Statut</Title><DefaultStatusID>-1</DefaultStatusID><StatusItems>
  <Status ID="-1">Aucun statut</Status><Status ID="2">First Draft</Status></StatusItems></StatusSettings>
<CustomMetaDataSettings><MetaDataField ID="weather" Type="List"><Title>Weather</Title>
  <Option ID="w1">Rain</Option></MetaDataField></CustomMetaDataSettings>
<ProjectTargets Notify="No"><DraftTarget Type="Words">50000</DraftTarget></ProjectTargets>
</ScrivenerProject>"##
    )
}

const ITEMS: &str = r#"
<BinderItem UUID="D" Type="DraftFolder"><Title>Manuscript</Title><MetaData/><Children>
  <BinderItem UUID="P" Type="Folder"><Title>Part  One</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>
    <BinderItem UUID="C" Type="Folder"><Title>Chapter</Title>
      <MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>
      <BinderItem UUID="S1" Type="Text"><Title>Scene</Title>
        <MetaData><LabelID>0</LabelID><StatusID>2</StatusID><IncludeInCompile>Yes</IncludeInCompile>
          <CustomMetaData><MetaDataItem><FieldID>weather</FieldID><Value>w1</Value></MetaDataItem></CustomMetaData>
        </MetaData><Keywords><KeywordID>7</KeywordID></Keywords>
        <TextSettings><TextSelection>0,0</TextSelection><Target Type="Words" Notify="No">1200</Target></TextSettings></BinderItem>
      <BinderItem UUID="S2" Type="Text"><Title>Scene</Title>
        <MetaData><LabelID>-1</LabelID><StatusID>-1</StatusID><IncludeInCompile>Yes</IncludeInCompile></MetaData></BinderItem>
      <BinderItem UUID="N" Type="Text"><Title>Cut</Title>
        <MetaData/></BinderItem>
    </Children></BinderItem>
    <BinderItem UUID="C2" Type="Folder"><Title>Chapter</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>
      <BinderItem UUID="S3" Type="Text"><Title/><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData></BinderItem>
    </Children></BinderItem>
  </Children></BinderItem>
  <BinderItem UUID="E" Type="Text"><Title>After</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>
    <BinderItem UUID="E2" Type="Text"><Title>Long after</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData></BinderItem></Children></BinderItem>
</Children></BinderItem>
<BinderItem UUID="F" Type="Folder"><Title>Characters</Title><Children>
  <BinderItem UUID="F1" Type="Text"><Title>Anna</Title></BinderItem></Children></BinderItem>
<BinderItem UUID="R" Type="ResearchFolder"><Title>Research</Title><Children>
  <BinderItem UUID="R0" Type="Text"><Title>Anna</Title></BinderItem>
  <BinderItem UUID="R1" Type="Image"><Title>A quay</Title></BinderItem>
  <BinderItem UUID="R2" Type="PDF"><Title>Tides</Title></BinderItem>
  <BinderItem UUID="R3" Type="Folder"><Title>Places</Title><Children>
    <BinderItem UUID="R4" Type="Text"><Title>Kiel</Title></BinderItem></Children></BinderItem>
</Children></BinderItem>
<BinderItem UUID="X" Type="Folder"><Title>Template Sheets</Title><Children>
  <BinderItem UUID="X1" Type="Text"><Title>Character Sketch</Title></BinderItem></Children></BinderItem>"#;

fn project() -> Folder {
    let mut folder = Folder::default();
    folder.put("Sea.scriv/Sea.scrivx", index(ITEMS));
    let rtf = |words: &str| format!(r"{{\rtf1\ansi\uc1 {words}}}").into_bytes();
    for (path, words) in [
        ("C/synopsis.txt", b" They arrive. ".to_vec()),
        (
            "S1/content.rtf",
            rtf(r"{\b <$Scr_Ps::0>It rang.<!$Scr_Ps::0>}\par She didn\u8217\'92t <look>."),
        ),
        ("S1/synopsis.txt", "She hears the bell.\n".into()),
        ("S1/notes.rtf", rtf(r"Check the tide.\par And the moon.")),
        ("N/content.rtf", rtf("Cut words.")),
        ("S3/content.rtf", rtf("White water. More.")),
        ("E/content.rtf", rtf("The end.")),
        ("F1/content.rtf", rtf("Tall.")),
        ("R1/content.png", crate::tests::stories::picture().1.bytes),
        ("TX/content.rtf", rtf("Gone.")),
        ("X1/content.rtf", rtf("Role:")),
    ] {
        folder.put(format!("Sea.scriv/Files/Data/{path}"), words);
    }
    folder
}

fn read(folder: &Folder) -> (Bundle, Vec<Warning>) {
    Novel
        .import(&folder.pack(&[]), &FixedWorld::default())
        .unwrap()
}

fn attributes(node: &Node) -> Attributes {
    Attributes::of(node.data.get("kv").map(|it| &**it))
}

fn summary(node: &Node) -> Option<Summary> {
    Summary::in_data(node.data.get("summary")?)
}

#[test]
fn documents_are_scenes_characters_places_and_notes() {
    let (bundle, warnings) = read(&project());
    let story = &bundle.story;
    let mut text = String::new();
    for node in story.nodes.values() {
        let group = node.layout.parent.map(|it| story.nodes[&it].title.as_str());
        let _ = write!(text, "{}: {} in {group:?}", node.kind, node.title);
        let prose = kept_data::text_of(node);
        let _ = writeln!(text, " {prose:?} {:?}", node.layout.color);
        for item in attributes(node).items {
            let _ = writeln!(text, "  {} = {:?}", item.k, item.v);
        }
        if let Some(summary) = summary(node) {
            assert!(!summary.is_stale(prose));
            let _ = writeln!(text, "  summary {:?}", summary.text);
        }
        if node.data.contains_key("image") {
            let _ = writeln!(text, "  picture");
        }
    }
    for edge in story.edges.values() {
        let title = |it: &model::NodeId| &story.nodes[it].title;
        let _ = writeln!(
            text,
            "{} -> {}",
            title(&edge.record.from),
            title(&edge.record.to)
        );
    }
    let _ = writeln!(
        text,
        "{:?} {:?} {:?}",
        story.record.title, story.record.tag_colors, story.record.word_goal
    );
    for warning in warnings {
        let _ = writeln!(text, "{warning}");
    }
    expect![[r##"
        group: Part One in None "" None
        group: Chapter 1 in Some("Part One") "" None
          summary "They arrive."
        scene: Scene 1 in Some("Chapter 1") "**It rang.**\n\nShe didn’t <look>." Some("#fdb3bb")
          Status = "First Draft"
          Étiquette = "Anna & Ben"
          Tags = "storm night"
          Weather = "Rain"
          Word goal = "1200"
          Notes = "Check the tide.\n\nAnd the moon."
          summary "She hears the bell."
        scene: Scene 2 in Some("Chapter 1") "" None
        note: Cut in Some("Chapter 1") "Cut words." None
        group: Chapter 2 in Some("Part One") "" None
        scene: White water. More. in Some("Chapter 2") "White water. More." None
        scene: After in None "The end." None
        scene: Long after in None "" None
        character: Anna in None "Tall." None
        note: Anna in None "" None
        note: A quay in None "" None
          picture
        place: Kiel in None "" None
        Scene 1 -> Scene 2
        Scene 2 -> White water. More.
        White water. More. -> After
        After -> Long after
        "Sea" {"storm night": "#0080ff"} Some(50000)
        Other files are not read: 1 (Tides).
    "##]]
    .assert_eq(&text);
}

#[test]
fn snapshots_are_alternatives_of_the_text() {
    let mut folder = project();
    let index = "<?xml version=\"1.0\"?><Snapshots Version=\"1.0\">\
        <Snapshot><Title>Untitled Snapshot</Title><Date>2026-05-08 16:04:16 -0700</Date></Snapshot>\
        <Snapshot><Title>Before &amp; after</Title><Date>2026-09-06 19:44:13 +0100</Date></Snapshot>\
        <Snapshot><Title>before &amp; after</Title><Date>2026-09-07 08:00:00 +0100</Date></Snapshot>\
        <Snapshot><Title>The same</Title><Date>2026-09-08 08:00:00 +0100</Date></Snapshot>\
        <Snapshot><Title>Gone</Title><Date>2026-09-09 08:00:00 +0100</Date></Snapshot></Snapshots>";
    let within = "Sea.scriv/Snapshots/E.snapshots";
    folder.put(format!("{within}/index.xml"), index);
    for (file, words) in [
        ("2026-05-08-16-04-16-0700", r"No end.\par Yet."),
        ("2026-09-06-19-44-13+0100", "An end."),
        ("2026-09-07-08-00-00-0100", "Another end."),
        ("2026-09-08-08-00-00+0100", "The end."),
    ] {
        let words = format!(r"{{\rtf1\ansi\uc1 {words}}}");
        folder.put(format!("{within}/{file}.rtf"), words);
    }
    let (bundle, warnings) = read(&folder);
    let after = bundle.story.titled("After")[0];
    let kept = (*after.data["alternatives"]).clone();
    let alternatives: Alternatives = serde_json::from_value(kept).unwrap();
    let found: Vec<_> = alternatives
        .items
        .iter()
        .map(|it| (it.name.as_str(), Prose::text_in(&it.data).unwrap()))
        .collect();
    assert_eq!(
        found,
        [
            ("2026-05-08 16:04", "No end.\n\nYet."),
            ("Before & after", "An end."),
            ("before & after (2026-09-07 08:00)", "Another end."),
        ]
    );
    assert_eq!(kept_data::text_of(after), "The end.");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let others = bundle.story.nodes.values();
    let others = others.filter(|it| it.data.contains_key("alternatives"));
    assert_eq!(others.count(), 1);

    folder.put(
        format!("{within}/index.xml"),
        "<Snapshots><Snapshot><Title>x",
    );
    let story = read(&folder).0.story;
    assert!(!story.titled("After")[0].data.contains_key("alternatives"));
}

#[test]
fn documents_are_in_the_book_where_the_project_does_not_say_which_are() {
    let mut folder = project();
    let silent = index(ITEMS).replace("<IncludeInCompile>Yes</IncludeInCompile>", "");
    folder.put("Sea.scriv/Sea.scrivx", silent.as_str());
    let scenes = |folder: &Folder| {
        let (bundle, _) = read(folder);
        let nodes = bundle.story.nodes.values();
        nodes.filter(|it| it.kind == "scene").count()
    };
    assert_eq!(scenes(&folder), 6);
    let but_one = silent.replace(
        "<Title>Cut</Title>",
        "<Title>Cut</Title><MetaData><IncludeInCompile>No</IncludeInCompile></MetaData>",
    );
    folder.put("Sea.scriv/Sea.scrivx", but_one);
    assert_eq!(scenes(&folder), 5);
}

#[test]
fn the_manuscript_can_be_divided_at_other_places() {
    let book = book(&project()).unwrap();
    expect![[r#"
        Some("Sea")
        [
            Heading(
                1,
                "Part One",
            ),
            Heading(
                2,
                "Chapter",
            ),
            Heading(
                3,
                "Scene",
            ),
            Paragraph(
                "**It rang.**",
            ),
            Paragraph(
                "She didn’t <look>.",
            ),
            Heading(
                3,
                "Scene",
            ),
            Heading(
                2,
                "Chapter",
            ),
            Paragraph(
                "White water. More.",
            ),
            Heading(
                1,
                "After",
            ),
            Paragraph(
                "The end.",
            ),
            Heading(
                2,
                "Long after",
            ),
        ]
        Other files are not read: 3 (Cut, Characters, Research).
    "#]]
    .assert_eq(&format!(
        "{:?}\n{:#?}\n{}\n",
        book.title, book.blocks, book.warnings[0]
    ));
}

#[test]
fn projects_of_older_versions_are_read() {
    let mut folder = Folder::default();
    folder.put(
        "Alt.scriv/binder.scrivx",
        r#"<ScrivenerProject Version="1.0"><Binder>
<BinderItem ID="0" Type="DraftFolder"><Title>Draft</Title><Children>
  <BinderItem ID="3" Type="Text"><Title>One</Title></BinderItem>
</Children></BinderItem></Binder></ScrivenerProject>"#,
    );
    folder.put("Alt.scriv/Files/Docs/3.rtf", br"{\rtf1 Words.}".to_vec());
    folder.put("Alt.scriv/Files/Docs/3_synopsis.txt", "Short.");
    folder.put(
        "Alt.scriv/Files/Docs/3_notes.rtf",
        br"{\rtf1 A note.}".to_vec(),
    );
    let (bundle, _) = read(&folder);
    let node = &bundle.story.nodes[0];
    assert_eq!(kept_data::text_of(node), "Words.");
    assert_eq!(summary(node).unwrap().text, "Short.");
    assert_eq!(attributes(node).items[0].v, "A note.");
    expect![[r#"
        “Alt”
        One (scene, start) at 0,0
          kv: {"items":[{"k":"Notes","v":"A note."}]}
          summary: {"text":"Short.","of":"4fd03600ff95d66bf569716ca5cf3c7a7e2a4925a7223f124e4c59003d36da0b"}
          text: {"text":"Words."}"#]].assert_eq(&outline(&bundle.story));
}

#[test]
fn an_empty_manuscript_is_refused() {
    let mut folder = Folder::default();
    let items = r#"<BinderItem UUID="D" Type="DraftFolder"><Title>Draft</Title></BinderItem>"#;
    folder.put("Sea.scriv/Sea.scrivx", index(items));
    let refused = Novel.import(&folder.pack(&[]), &FixedWorld::default());
    assert_eq!(refused.unwrap_err().why, FormatErrorKind::TextNotFound {});
}
