//! Screenplays in every file type.

use expect_test::expect;
use model::FixedWorld;

use crate::novel::Novel;
use crate::novel::comments::tests::check;
use crate::screenplay::Fountain;
use crate::tests::{external_programs, outline};
use crate::{Bundle, Exporter as _, Importer, sniff};

const FOUNTAIN: &str = "Title:
    _**The Ferry**_
    A Film
Author: A. Writer

FADE IN:

# Night

= They meet.

EXT. QUAY - NIGHT #1#

= Ada wants to cross.

Fog over *black* water.
A bell.

## Beat

THE FERRYMAN (V.O.)
(low)
No crossing
tonight.

Ada waits. [[Longer?
Yes.]]

@Ada (CONT'D)
I can _pay_.

MRS. O'NEIL ^
And I!

~The river runs

> THE END OF THE LINE <

CUT TO:

.THE BOAT

!INT. is only a word here.
NOBODY

/* cut */
# Day

int. hold - same time

I/E. CABIN - DAY

It is day.

> FADE OUT.
";

fn import(text: &str) -> (Bundle, String) {
    let (bundle, warnings) = Novel
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap();
    let warnings = warnings.iter().map(|it| format!("\n! {it}"));
    let read = outline(&bundle.story) + &warnings.collect::<String>();
    (bundle, read)
}

#[test]
fn reads_fountain() {
    let found = sniff(FOUNTAIN.as_bytes(), "ferry.fountain").map(|it| it.name());
    assert_eq!(found, Some("novel"));
    expect![[r#"
        “The Ferry A Film”
        Night (group) at 0,0
        EXT. QUAY - NIGHT (scene, start, in Night) at 0,0
          findings: {"items":[{"id":"cd87ee82","kind":"comment","says":"Longer?\nYes.","passage":{"node":"019b7000-0000-7000-8000-000000000003","quote":"waits.","before":".O.)* *(low)* No crossing tonight.\n\nAda ","after":"\n\nAda: I can _pay_.\n\nMrs. O'Neil: And I!"}}]}
          summary: {"text":"Ada wants to cross.","of":"53f0f45ad39a8d06e5476c4e33e3efefe08e918138b60b9fb927eed3563d668d"}
          text: {"text":"FADE IN:\n\nFog over *black* water.\nA bell.\n\nThe Ferryman: *(V.O.)* *(low)* No crossing tonight.\n\nAda waits.\n\nAda: I can _pay_.\n\nMrs. O'Neil: And I!\n\n*The river runs*\n\nTHE END OF THE LINE\n\nCUT TO:"}
          “” → THE BOAT
        THE BOAT (scene, in Night) at 300,0
          text: {"text":"INT. is only a word here.\nNOBODY"}
          “” → int. hold - same time
        Day (group) at 0,320
        int. hold - same time (scene, in Day) at 0,320
          text: {"text":""}
          “” → I/E. CABIN - DAY
        I/E. CABIN - DAY (scene, in Day) at 300,320
          text: {"text":"It is day.\n\nFADE OUT."}
        The Ferryman (character) at 0,640
        Ada (character) at 300,640
        Mrs. O'Neil (character) at 600,640
        ! Comments are not read: 2."#]].assert_eq(&import(FOUNTAIN).1);
}

#[test]
fn reads_final_draft() {
    let paragraph = |kind: &str, words: &str| {
        format!("<Paragraph Type=\"{kind}\"><Text>{words}</Text></Paragraph>\n")
    };
    let script = [
        paragraph("Action", "FADE IN:"),
        paragraph("New Act", "Act One"),
        "<Paragraph Number=\"1\" Type=\"Scene Heading\"><SceneProperties><Summary><Paragraph><Text>She wants to cross.</Text></Paragraph></Summary></SceneProperties><Text>EXT. QUAY - NIGHT</Text></Paragraph>".to_owned(),
        "<Paragraph Type=\"Action\"><ScriptNote><Paragraph><Text>Nor this.</Text></Paragraph></ScriptNote><Text>Fog &amp; </Text><Text Style=\"Bold+Italic\">black</Text><Text> water.</Text></Paragraph>".to_owned(),
        paragraph("Character", "ADA"),
        paragraph("Parenthetical", "(low)"),
        paragraph("Dialogue", "I can pay."),
        format!(
            "<Paragraph><DualDialogue>{}{}</DualDialogue></Paragraph>",
            paragraph("Character", "THE FERRYMAN (CONT'D)"),
            paragraph("Dialogue", "Then come.")
        ),
        paragraph("End of Act", "End of Act One"),
        paragraph("New Act", "Act Two"),
        paragraph("Scene Heading", "INT. CABIN - DAY"),
        paragraph("Transition", "CUT TO:"),
    ]
    .concat();
    let file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<FinalDraft DocumentType=\"Script\" Version=\"5\"><Content>{script}</Content>\
         <TitlePage><HeaderAndFooter><Header>{}</Header></HeaderAndFooter><Content>{}{}</Content></TitlePage>\
         <ElementSettings Type=\"General\"/><Lists><Content>{}</Content></Lists></FinalDraft>",
        paragraph("General", "Draft 2"),
        paragraph("General", "The Ferry"),
        paragraph("General", "A. Writer"),
        paragraph("General", "Nor that."),
    );
    let found = sniff(file.as_bytes(), "ferry.fdx").map(|it| it.name());
    assert_eq!(found, Some("novel"));
    expect![[r#"
        “The Ferry”
        Act One (group) at 0,0
        EXT. QUAY - NIGHT (scene, start, in Act One) at 0,0
          findings: {"items":[{"id":"f4c84db3","kind":"comment","says":"Nor this.","passage":{"node":"019b7000-0000-7000-8000-000000000003","quote":"Fog & ***black*** water.","before":"FADE IN:\n\n","after":"\n\nAda: *(low)* I can pay.\n\nThe Ferryman:"}}]}
          summary: {"text":"She wants to cross.","of":"eae3509301da6d7b0e0eca9221d8a0d6410b2dfcef838948d96facef983cc376"}
          text: {"text":"FADE IN:\n\nFog & ***black*** water.\n\nAda: *(low)* I can pay.\n\nThe Ferryman: Then come."}
          “” → INT. CABIN - DAY
        Act Two (group) at 0,320
        INT. CABIN - DAY (scene, in Act Two) at 0,320
          text: {"text":"CUT TO:"}
        Ada (character) at 0,640
        The Ferryman (character) at 300,640"#]].assert_eq(&import(&file).1);
    // A file that is cut off is read as far as it goes.
    let (_, cut) = import(&file[..file.find("I can pay").unwrap()]);
    assert!(cut.contains("EXT. QUAY - NIGHT"), "{cut}");
}

#[test]
fn notes_of_the_author_are_comments() {
    let fountain = "INT. A [[Cheaper?]]\n\n[[Begin\nlater.]]\n\nFog [[How much?]] rolls in.\n\n\
                    ADA [[Older.]]\n(low) [[Why?]]\nNo. [[Yes!]]\n\n[[The end of A.]]\n\n\
                    INT. B\n\n[[Nothing yet.]]\n\nINT. C\n\nIt rains.\n";
    check(
        fountain.as_bytes(),
        &expect![[r#"
            INT. A: "Fog rolls in.\n\nAda: *(low)* No."
              “Fog” nobody: "Cheaper?"
              “Fog” nobody: "Begin\nlater."
              “Fog” nobody: "How much?"
              “Ada:” nobody: "Older."
              “Ada:” nobody: "Why?"
              “No.” nobody: "Yes!"
              “No.” nobody: "The end of A."
            INT. B: ""
            INT. C: "It rains."
            Ada: ""
            ! Comments are not read: 1.
        "#]],
    );
    let note = |words: &str| {
        let lines = words
            .split('|')
            .map(|it| format!("<Paragraph><Text>{it}</Text></Paragraph>"));
        let lines: String = lines.collect();
        format!("<ScriptNote ID=\"1\" WriterName=\"Mia\">{lines}</ScriptNote>")
    };
    let file = format!(
        "<FinalDraft><Content><Paragraph Type=\"Scene Heading\">{}<Text>INT. A</Text></Paragraph>\
         <Paragraph Type=\"Action\"><Text>Fog rolls </Text>{}<Text>in.</Text></Paragraph>\
         <Paragraph Type=\"Action\">{}</Paragraph></Content></FinalDraft>",
        note("Where?"),
        note("How much?|And why?"),
        note("More.")
    );
    check(
        file.as_bytes(),
        &expect![[r#"
        INT. A: "Fog rolls in."
          “Fog” Mia: "Where?"
          “Fog rolls in.” Mia: "How much?\nAnd why?"
          “in.” Mia: "More."
    "#]],
    );
}

#[test]
fn fountain_js_finds_the_same_scenes_and_speakers() {
    let tokens = |text: &[u8]| -> Vec<(String, String)> {
        let folder = external_programs::folder_with(&[("ferry.fountain", text)]);
        let read = external_programs::node("read_fountain.js", folder.path(), &["ferry.fountain"]);
        serde_json::from_str(&read).unwrap()
    };
    let of = |tokens: &[(String, String)], kind: &str| -> Vec<String> {
        let found = tokens.iter().filter(|it| it.0 == kind);
        found.map(|it| it.1.to_uppercase()).collect()
    };
    let (bundle, _) = import(FOUNTAIN);
    let titled = |kind: &str| -> Vec<String> {
        let nodes = bundle.story.nodes.values().filter(|it| it.kind == kind);
        nodes.map(|it| it.title.to_uppercase()).collect()
    };
    let original = tokens(FOUNTAIN.as_bytes());
    assert_eq!(titled("scene"), of(&original, "scene_heading"));
    let written = tokens(&Fountain.export(&bundle));
    assert_eq!(titled("scene"), of(&written, "scene_heading"));
    let name = |it: &String| it.split(" (").next().unwrap_or_default().to_owned();
    let speakers: Vec<String> = of(&original, "character").iter().map(name).collect();
    assert_eq!(speakers, titled("character"));
    assert_eq!(speakers, of(&written, "character"));
    assert_eq!(of(&written, "parenthetical"), ["(V.O.)", "(LOW)"]);
}

#[test]
fn prose_is_not_a_screenplay() {
    for text in [
        "Title: A\n\nChapter 1\n\nOn.\n\nChapter 2\n\nOff.\n",
        "# One\n\nEXT. is a word.\n\n# Two\n\nInt. is another.\n",
    ] {
        let (bundle, read) = import(text);
        assert_eq!(bundle.story.nodes.len(), 2, "{read}");
    }
}

#[test]
fn takes_time_in_proportion_to_the_text() {
    for line in [
        "[[",
        "/*",
        "INT. A\n\n",
        "ADA\nNo.\n\n",
        "@\n(\n",
        "~\n",
        ".a\n!b\n",
        "a\n",
    ] {
        let text = format!("Title: A\n\n.B\n\n{}", line.repeat(200_000 / line.len()));
        Novel
            .import(text.as_bytes(), &FixedWorld::default())
            .unwrap();
    }
}
