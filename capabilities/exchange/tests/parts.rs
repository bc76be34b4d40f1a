//! A story in several files, imported one after the other.

use expect_test::expect;
use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn import(harness: &TestHarness, format: &str, content: &str) -> Value {
    let args = json!({ "content": content, "format": format });
    harness.ok("import_story", args).await
}

async fn exported(harness: &TestHarness, format: &str) -> String {
    let args = json!({ "format": format });
    let file = harness.ok("export_story", args).await;
    file["content"].as_str().unwrap().to_owned()
}

fn warnings(answer: &Value) -> Vec<&str> {
    let all = answer["warnings"].as_array().unwrap().iter();
    let all = all.filter_map(|it| it["message"].as_str());
    all.filter(|it| !it.contains("StoryData")).collect()
}

const FIRST: &str =
    ":: StoryTitle\nOne\n\n:: Start\nOne.\n[[Hall]]\n\n:: Hall\nOne.\n[[On->Tower]]\n";

#[tokio::test]
async fn nodes_named_in_the_file_get_new_titles_and_its_links_follow() {
    let harness = TestHarness::new();
    import(&harness, "twee", FIRST).await;
    let second = ":: Start\n<<if visited(\"Hall\")>>Again.<<endif>>[[Hall]] [[Out->Hall]]\n\n:: Hall\nTwo.\n\n:: Diary\n";
    let answer = import(&harness, "twee", second).await;
    assert!(
        warnings(&answer).contains(
            &"Titles that are in use here got a number: 2 (Start → Start 2, Hall → Hall 2)."
        ),
        "{answer:#}"
    );
    let titles = answer["first"].as_array().unwrap().iter();
    let titles: Vec<_> = titles.map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Start 2", "Hall 2", "Diary"]);
    expect![[r#"
        :: StoryTitle
        One

        :: StoryData
        {
          "ifid": "019B7000-0000-7000-8000-000000000001"
        }

        :: Start
        One.
        [[Hall]]

        :: Hall
        One.
        [[On->Tower]]

        :: Start 2 {"position":"780,0"}
        <<if visited("Hall 2")>>Again.<<endif>>[[Hall 2]] [[Out->Hall 2]]

        :: Hall 2 {"position":"1120,0"}
        Two.

        :: Diary {"position":"780,240"}
    "#]]
    .assert_eq(&exported(&harness, "twee").await);
}

#[tokio::test]
async fn links_to_titles_of_the_other_file_are_made_in_both_directions() {
    let harness = TestHarness::new();
    let answer = import(&harness, "twee", FIRST).await;
    assert_eq!(
        warnings(&answer),
        ["A link leads to “Tower”, which does not exist."]
    );
    let second = ":: Tower\nHigh.\n[[Back->Hall]]\n[[Up->Sky]]\n";
    let answer = import(&harness, "twee", second).await;
    assert_eq!(
        (&answer["connected"], &answer["links"]),
        (&json!(2), &json!(2)),
        "{answer:#}"
    );
    let warnings = warnings(&answer).join("\n");
    assert!(
        warnings.contains("“Sky”") && !warnings.contains("“Hall”"),
        "{warnings}"
    );
    let graph = harness.store.view(None).graph().unwrap();
    let title = |id: &model::NodeId| graph.nodes[id].title.as_str();
    let links = graph.edges.values().map(|it| &it.record);
    let mut links: Vec<_> = links
        .map(|it| format!("{} -{}-> {}", title(&it.from), it.label, title(&it.to)))
        .collect();
    links.sort();
    assert_eq!(
        links,
        ["Hall -On-> Tower", "Start --> Hall", "Tower -Back-> Hall"]
    );
}

#[tokio::test]
async fn a_long_file_is_linked_too() {
    let harness = TestHarness::new();
    import(&harness, "twee", FIRST).await;
    let passages = (0..100).map(|it| format!(":: Room {it}\n[[Hall]]\n\n"));
    let second = format!(":: Tower\nHigh.\n\n{}", passages.collect::<String>());
    let answer = import(&harness, "twee", &second).await;
    assert_eq!(answer["connected"], 101, "{answer:#}");
}

#[tokio::test]
async fn a_second_ink_file_keeps_its_declarations_and_gets_names_of_its_own() {
    let harness = TestHarness::new();
    let first =
        "VAR gold = 10\nLIST moods = happy, sad\n-> hall\n\n=== hall ===\nOne {gold}.\n-> END\n";
    import(&harness, "ink", first).await;
    let second = "VAR luck = 4\nCONST LIMIT = 7\nLIST moods = angry\nEXTERNAL ring(x)\n-> hall\n\n=== hall ===\nTwo {luck} {LIMIT} {ring(1)}.\n+ [Again] -> hall\n+ [Out] -> END\n";
    import(&harness, "ink", second).await;
    expect![[r#"
        VAR luck = 0
        CONST LIMIT = 7
        EXTERNAL ring(x)
        VAR gold = 10
        LIST moods = happy, sad
        -> hall

        === hall ===
        One {gold}.
        -> END
        === hall_2 === // title: hall 2
        Two {luck} {LIMIT} {ring(1)}.
        + [Again] -> hall_2
        + [Out] -> END
    "#]]
    .assert_eq(&exported(&harness, "ink").await);
}

#[tokio::test]
async fn pasted_copies_link_to_one_another() {
    let harness = TestHarness::new();
    import(&harness, "twee", FIRST).await;
    let piece = json!({ "format": "json", "nodes": ["Start", "Hall"] });
    let piece = harness.ok("export_story", piece).await;
    let paste = json!({ "content": piece["content"], "format": "json", "new_titles": true });
    harness.ok("import_story", paste).await;
    let text = harness.ok("read_text", json!({ "node": "Start 2" })).await;
    assert_eq!(text["text"], "One.\n[[Hall 2]]");
    harness.ok("undo", json!({})).await;
}

#[tokio::test]
async fn languages_and_glossaries_are_joined_and_a_style_guide_stays() {
    let of = async |language: &str, term: &str, voice: &str| {
        let harness = TestHarness::new();
        harness.node("Hall", "scene").await;
        let languages = json!({ "source_language": "en", "target_languages": [language] });
        harness.ok("set_story_languages", languages).await;
        let term = json!({ "term": term, "translation": "x", "language": language });
        harness.ok("set_glossary_term", term).await;
        harness
            .ok("write_style_guide", json!({ "voice": voice }))
            .await;
        harness
    };
    let (here, other) = (of("de", "Sea", "dry").await, of("fr", "Ship", "warm").await);
    let answer = import(&here, "json", &exported(&other, "json").await).await;
    assert_eq!(
        warnings(&answer),
        ["The style guide of this story stays; that of the file was left out."]
    );
    let languages = here.ok("read_story_languages", json!({})).await;
    assert_eq!(languages["targets"], json!(["de", "fr"]), "{languages:#}");
    let terms = here.ok("list_glossary", json!({})).await;
    let terms = terms["terms"].as_array().unwrap().iter();
    let terms: Vec<_> = terms.map(|it| it["term"].as_str().unwrap()).collect();
    assert_eq!(terms, ["Sea", "Ship"]);
    let style = here.ok("read_style_guide", json!({})).await;
    assert_eq!(style["voice"], "dry", "{style:#}");
    let answer = import(&other, "json", &exported(&other, "json").await).await;
    assert_eq!(warnings(&answer), [""; 0], "the same guide is no other");
}

#[tokio::test]
async fn a_whole_story_brings_its_style_guide_into_an_empty_one() {
    let (here, other) = (TestHarness::new(), TestHarness::new());
    other.node("Hall", "scene").await;
    for (harness, voice) in [(&here, "dry"), (&other, "warm")] {
        let guide = json!({ "voice": voice });
        harness.ok("write_style_guide", guide).await;
    }
    import(&here, "json", &exported(&other, "json").await).await;
    let style = here.ok("read_style_guide", json!({})).await;
    assert_eq!(style["voice"], "warm", "{style:#}");
}

#[tokio::test]
async fn a_file_without_scenes_does_not_rename_the_story() {
    let harness = TestHarness::new();
    harness.ok("rename_story", json!({ "title": "Sea" })).await;
    let card = json!({
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": { "name": "Neo", "description": "A programmer." },
    });
    import(&harness, "card", &card.to_string()).await;
    let file = exported(&harness, "json").await;
    let file: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(file["title"], "Sea");
    assert_eq!(file["nodes"][0]["title"], "Neo");
}
