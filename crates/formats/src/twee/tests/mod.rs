//! Small Twee files: what each notation becomes, which warnings it causes, and that unchanged files
//! round-trip.

mod folders;

use std::sync::Arc;

use expect_test::{Expect, expect};
use markup::notation::twine::imported_tags;
use model::contents::{Attribute, Attributes, Content as _};
use model::{EdgeId, EdgeRecord, FixedWorld, NodeId, Story};
use proptest::prelude::*;
use proptest::sample::select;

use super::Twee;
use crate::twine::{Header, Metadata, read_header, write_header};
use crate::{Bundle, Exporter, FormatError, ImportWarning, Importer, Warning};
use markup::kept_data;

const HEAD: &str =
    ":: StoryTitle\nT\n:: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\"}\n\n";

fn try_read(text: &str) -> Result<(Story, Vec<Warning>), FormatError> {
    let (bundle, warnings) = Twee.import(text.as_bytes(), &FixedWorld::default())?;
    Ok((bundle.story, warnings))
}

fn read(text: &str) -> Story {
    try_read(text).unwrap().0
}

fn write(story: &Story) -> String {
    String::from_utf8(Twee.export(&Bundle::new(story.clone()))).unwrap()
}

fn node(story: &Story, title: &str) -> NodeId {
    story.titled(title)[0].id
}

fn change(story: &mut Story, id: NodeId, change: impl FnOnce(&mut model::Node)) {
    change(Arc::make_mut(&mut story.nodes[&id]));
}

fn link(story: &mut Story, from: &str, to: &str, label: &str) {
    let (from, to) = (node(story, from), node(story, to));
    let id = EdgeId(uuid::Uuid::from_u128(7000 + story.edges.len() as u128));
    let record = EdgeRecord {
        dynamic: false,
        includes: false,
        once: false,
        from,
        to,
        label: label.to_owned(),
        order: 9,
        condition: None,
        effect: None,
    };
    story.edges.insert(
        id,
        Arc::new(model::Edge {
            id,
            record,
            data: Default::default(),
        }),
    );
}

/// Every line that differs from the file, with its new text.
fn changes(before: &str, story: &Story) -> String {
    let after = write(story);
    let diff = similar_lines(before, &after);
    diff.join("\n")
}

fn similar_lines(before: &str, after: &str) -> Vec<String> {
    let before: Vec<_> = before.lines().collect();
    let after: Vec<_> = after.lines().collect();
    let removed = before
        .iter()
        .filter(|it| !after.contains(it))
        .map(|it| format!("-{it}"));
    let added = after
        .iter()
        .filter(|it| !before.contains(it))
        .map(|it| format!("+{it}"));
    removed.chain(added).collect()
}

fn losses(story: &Story) -> String {
    let losses = Twee.losses(&Bundle::new(story.clone()));
    losses
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

#[track_caller]
fn check_unchanged(text: &str) {
    assert_eq!(write(&read(text)), text);
}

#[track_caller]
fn check_edges(body: &str, expected: &[(&str, &str, &str)]) {
    let story = read(&format!("{HEAD}:: Start\n{body}\n:: Kitchen\n:: Yard\n"));
    let title = |id: &NodeId| story.nodes[id].title.as_str();
    let edges: Vec<_> = story.edges.values().map(|it| &it.record).collect();
    let edges: Vec<_> = edges
        .iter()
        .map(|it| (title(&it.from), it.label.as_str(), title(&it.to)))
        .collect();
    assert_eq!(edges, expected);
}

#[track_caller]
fn check_warnings(text: &str, expected: Expect) {
    let (_, warnings) = try_read(text).unwrap();
    let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn unchanged_file_round_trips_byte_for_byte() {
    check_unchanged(&format!(
        "{HEAD}::Start[ a  b ]{{\"position\":\"1,2\"}}  \nHi\n\n\n\n:: End"
    ));
    check_unchanged(&format!(
        "notes to self\n{HEAD}:: Start\r\n[[End]]\n:: End\n\n"
    ));
    check_unchanged(&format!("{HEAD}:: Start\n[[End]]\n:: End\n").replace('\n', "\r\n"));
    check_unchanged(&format!(
        "{HEAD}:: a\\[b\\] [c] {{\"position\":\"oops\"}}\n[[nowhere]]\n"
    ));
}

#[test]
fn reads_a_header_unchanged() {
    let header = |name: &str, tags: &[&str], metadata: &str, warning: bool| Header {
        name: name.to_owned(),
        tags: tags.iter().map(|&it| it.to_owned()).collect(),
        metadata: serde_json::from_str(metadata).ok().map(Metadata::Map),
        warning: warning.then_some(ImportWarning::UnexpectedAfterTags {}),
    };
    for (line, expected) in [
        ("::A b", header("A b", &[], "", false)),
        (
            ":: A [x y-z] {\"position\":\"1,2\"}",
            header("A", &["x", "y-z"], "{\"position\":\"1,2\"}", false),
        ),
        (":: A {\"a\":1}", header("A", &[], "{\"a\":1}", false)),
        (
            r":: \[A\] \q\\ [\]x]",
            header(r"[A] q\", &["]x"], "", false),
        ),
        (":: A [x", header("A", &[], "", true)),
        (":: A {x}", header("A", &[], "", true)),
        (":: A [x] y", header("A", &["x"], "", true)),
    ] {
        let mut read = read_header(line);
        read.warning = read.warning.map(|_| ImportWarning::UnexpectedAfterTags {});
        assert_eq!(read, expected, "{line}");
    }
}

#[test]
fn links_become_edges_with_labels() {
    check_edges(
        "[[Kitchen]] and [[out->Yard]]",
        &[("Start", "", "Kitchen"), ("Start", "out", "Yard")],
    );
    check_edges(
        "[[out->Yard]] [[out->Yard]] [[off->Yard]]",
        &[("Start", "out", "Yard"), ("Start", "off", "Yard")],
    );
    check_edges(
        "<<link \"in\" \"Kitchen\">><</link>>",
        &[("Start", "in", "Kitchen")],
    );
}

#[test]
fn reports_missing_targets_without_creating_nodes() {
    let text =
        format!("{HEAD}:: Start\nFirst.\n[[x->kitchen]] [[y->Attic]]\n[[z->$n]]\n:: Kitchen\n");
    check_warnings(
        &text,
        expect![[r#"
            line 6: 1 of the links of “Start” lead to targets that only the running story knows; they are marked as dynamic.
            line 8: A link leads to “kitchen”, which does not exist. There is “Kitchen”.
            line 8: A link leads to “Attic”, which does not exist."#]],
    );
    let story = read(&text);
    assert_eq!((story.nodes.len(), story.edges.len()), (2, 1));
    let computed = &story.edges[0];
    assert!(computed.record.dynamic && computed.record.from == computed.record.to);
    let kept = kept_data::get(&story.nodes[&node(&story, "Start")].data, "twee").unwrap();
    assert_eq!(
        kept["broken_links"],
        serde_json::json!(["kitchen", "Attic"])
    );
    assert_eq!(kept["dynamic_links"], 1);
}

#[test]
fn warnings_name_the_line() {
    check_warnings(
        ":: A\n:: A\n:: StoryData\n{oops\n:: [x\n",
        expect![[r#"
            line 2: A passage “A” already exists in line 1. Both are kept; links lead to the first.
            line 3: StoryData is not valid JSON and is ignored; a new one is written on export.
            line 3: The story has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one is written on export.
            line 3: The start “Start” does not exist: no start is set.
            line 5: The tags of this passage have no closing bracket; they are ignored.
            line 5: This passage has no name."#]],
    );
    check_warnings(
        ":: StoryData\n{\"ifid\":\"d674c58c-defa-4f70-b7a2-27742230c0fc\",\"start\":\"B\"}\n:: A\n",
        expect![[r#"
            line 1: The story has no valid “ifid” (8 to 63 digits, capital letters and hyphens); one is written on export.
            line 1: The start “B” does not exist: no start is set."#]],
    );
    assert_eq!(
        try_read("no passage\n").unwrap_err().to_string(),
        "No passage was found: in Twee each begins with a line like “:: Name”."
    );
}

#[test]
fn kinds_and_colors_come_from_tags() {
    let data =
        "{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\",\"tag-colors\":{\"hot\":\"red\"}}";
    let story = read(&format!(
        ":: StoryData\n{data}\n:: Start [hot]\n:: Neo [character]\n:: css [stylesheet]\n:: StoryMenu\n"
    ));
    let nodes: Vec<_> = story
        .nodes
        .values()
        .map(|it| {
            (
                it.title.as_str(),
                it.kind.as_str(),
                it.layout.color.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        nodes,
        [
            ("Start", "scene", Some("1")),
            ("Neo", "character", None),
            ("css", "note", None),
            ("StoryMenu", "note", None)
        ]
    );
}

#[test]
fn shows_custom_tags_and_writes_them_back() {
    let mut story = read(&format!(
        "{HEAD}:: Start [hot note] {{\"position\":\"1,2\"}}\nA\n\n:: End\nB\n"
    ));
    let (start, end) = (node(&story, "Start"), node(&story, "End"));
    assert_eq!(imported_tags(&story.nodes[&start]), ["hot"]);
    let losses = Twee.losses(&Bundle::new(story.clone()));
    let tag = |story: &mut Story, id, value: &str| {
        change(story, id, |it| {
            let tags = Attributes::from_iter([Attribute::new("标签", value)]);
            tags.store_in(&mut it.data);
        });
    };
    tag(&mut story, start, "hot");
    assert!(write(&story).contains(":: Start [hot note] {"), "unchanged");
    tag(&mut story, start, "cold, #act one、cold");
    tag(&mut story, end, "雨");
    let text = write(&story);
    assert!(text.contains(":: Start [note cold act-one] {"), "{text}");
    assert!(text.contains(":: End [雨]\n"), "{text}");
    assert_eq!(Twee.losses(&Bundle::new(story.clone())), losses);
    tag(&mut story, start, "");
    assert!(write(&story).contains(":: Start [note] {"));
    let again = read(&write(&story));
    assert_eq!(write(&again), write(&story));
}

#[test]
fn creates_missing_settings_once() {
    let first = write(&read(":: Start\nHi\n"));
    expect![[r#"
        :: StoryTitle
        Untitled

        :: StoryData
        {
          "ifid": "019B7000-0000-7000-8000-000000000001"
        }

        :: Start
        Hi
    "#]]
    .assert_eq(&first);
    assert_eq!(write(&read(&first)), first);
    let mended = write(&read(
        ":: StoryData\n{\"ifid\":\"d674c58c-defa-4f70-b7a2-27742230c0fc\"}\n:: Start\n",
    ));
    assert!(
        mended.contains("\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\""),
        "{mended}"
    );
}

#[test]
fn an_edit_changes_only_its_own_lines() {
    let text = format!(
        "{HEAD}:: Start [old tag] {{\"size\":\"50,60\",\"position\":\"1,2\",\"x\":1}}\n[[go->End]]\n\n\n:: End\nFin\n"
    );
    let mut story = read(&text);
    let (start, end) = (node(&story, "Start"), node(&story, "End"));
    change(&mut story, start, |it| it.layout.x = 7.5);
    change(&mut story, end, |it| it.title = "The [End]".to_owned());
    story.record.start = Some(end);
    story.record.title = "New".to_owned();
    expect![[r#"
        -T
        -{"ifid":"D674C58C-DEFA-4F70-B7A2-27742230C0FC"}
        -:: Start [old tag] {"size":"50,60","position":"1,2","x":1}
        -:: End
        +New
        +{
        +  "ifid": "D674C58C-DEFA-4F70-B7A2-27742230C0FC",
        +  "start": "The (End)"
        +}
        +:: Start [old tag] {"size":"50,60","position":"7.5,2","x":1}
        +[[go->The (End)]]
        +:: The (End)"#]]
    .assert_eq(&changes(&text, &story));
    expect![[r#"
        Their title is written as a name that links can use: 1 node (The [End]).
        The text links to passages that do not exist: 1 link (Start → End)."#]]
    .assert_eq(&losses(&story));
}

#[test]
fn appends_new_links_below_the_text() {
    let text = format!("{HEAD}:: Start\n[[go->End]]\n\n:: a->b\n\n:: End\nFin\n");
    let mut story = read(&text);
    link(&mut story, "End", "Start", "");
    link(&mut story, "End", "Start", "again");
    link(&mut story, "Start", "End", "on->on");
    link(&mut story, "Start", "End", "]]");
    link(&mut story, "Start", "a->b", "");
    expect![[r#"
        +[[on->on->End]]
        +[[))->End]]
        +[[Start]]
        +[[again->Start]]"#]]
    .assert_eq(&changes(&text, &story));
    expect![[r#"
        Link markup in their label is written with similar characters: 1 edge (Start → End).
        There is no way to write this link in Twee; it is not written: 1 edge (Start → a->b)."#]]
    .assert_eq(&losses(&story));
    let first = write(&story);
    assert_eq!(write(&read(&first)), first);
}

#[test]
fn reports_a_removed_link_still_in_the_text() {
    let text = format!("{HEAD}:: Start\n[[go->End]]\n\n:: End\nFin\n");
    let mut story = read(&text);
    story.edges.clear();
    assert_eq!(changes(&text, &story), "");
    expect!["The text still links there though the link is gone, and is not rewritten: 1 link (Start → End)."].assert_eq(&losses(&story));
}

#[test]
fn turns_titles_into_linkable_names() {
    let mut story = read(&format!("{HEAD}:: Start\nHi\n"));
    let start = node(&story, "Start");
    for (index, title) in ["Start", "a->b", "StoryData", "[x]", "a\nb"]
        .into_iter()
        .enumerate()
    {
        let mut made = (*story.nodes[&start]).clone();
        made.id = NodeId(uuid::Uuid::from_u128(index as u128));
        made.title = title.to_owned();
        made.data = Default::default();
        made.layout = Default::default();
        let to = made.id;
        story.nodes.insert(to, Arc::new(made));
        let id = EdgeId(to.0);
        let record = EdgeRecord {
            dynamic: false,
            includes: false,
            once: false,
            from: start,
            to,
            label: String::new(),
            order: 0,
            condition: None,
            effect: None,
        };
        story.edges.insert(
            id,
            Arc::new(model::Edge {
                id,
                record,
                data: Default::default(),
            }),
        );
    }
    let text = write(&story);
    expect![[r#"
        :: StoryTitle
        T
        :: StoryData
        {"ifid":"D674C58C-DEFA-4F70-B7A2-27742230C0FC"}

        :: Start
        Hi

        [[Start (2)]]
        [[a→b]]
        [[StoryData (2)]]
        [[(x)]]
        [[a b]]

        :: Start (2) {"position":"0,0"}

        :: a→b {"position":"0,0"}

        :: StoryData (2) {"position":"0,0"}

        :: (x) {"position":"0,0"}

        :: a b {"position":"0,0"}
    "#]]
    .assert_eq(&text);
    let again = read(&text);
    assert_eq!(again.edges.len(), 5, "every edge is found again");
    assert_eq!(write(&again), text);
}

#[test]
fn imports_ten_thousand_passages_and_links() {
    let mut text = HEAD.to_owned() + ":: Start\n";
    text.extend((0..10_000).map(|it| format!("[[x{it}->p{it}]]")));
    text.extend((0..10_000).map(|it| format!("\n:: p{it}\n[[Start]]\n")));
    let story = read(&text);
    assert_eq!((story.nodes.len(), story.edges.len()), (10_001, 20_000));
    assert_eq!(write(&story), text);
    assert_eq!(losses(&story), "");
}

#[test]
fn disambiguates_ten_thousand_equal_titles() {
    let mut story = read(&format!("{HEAD}:: Start\nHi\n"));
    let start = node(&story, "Start");
    for index in 0..10_000 {
        let mut made = (*story.nodes[&start]).clone();
        made.id = NodeId(uuid::Uuid::from_u128(index));
        made.data = Default::default();
        story.nodes.insert(made.id, Arc::new(made));
    }
    assert!(write(&story).contains(":: Start (10001) {"));
}

fn any_file() -> impl Strategy<Value = String> {
    let part = select(vec![
        "\n",
        "\n",
        "\n:: ",
        "\n::",
        "\r\n",
        "\r",
        " ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        "\\",
        "a",
        "Start",
        "[[Start]]",
        "[[b->a]]",
        "StoryTitle",
        "{\"position\":\"1,2\"}",
        "{\"position\":\"-1.5,2e3\",\"size\":\"3,4\"}",
        "雨",
        "\u{2028}",
        "\u{85}",
        "\u{b}",
        "[script]",
        "[note]",
        "\"",
        "\0",
        "<<goto a>>",
    ]);
    prop::collection::vec(part, 0..40).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_unchanged_file_round_trips_byte_for_byte(before in any_file(), after in any_file()) {
        prop_assume!(!before.contains("StoryTitle"));
        let text = format!("{}\n{HEAD}:: P{after}", before.replace('\u{feff}', ""));
        prop_assert_eq!(write(&read(&text)), text);
    }

    #[test]
    fn any_header_round_trips(name in "[^\\s](.{0,8}[^\\s])?", tags in prop::collection::vec("[^\\s]{1,5}", 0..3)) {
        let header = Header { name, tags, metadata: None, warning: None };
        prop_assert_eq!(read_header(&write_header(&header)), header);
    }
}
