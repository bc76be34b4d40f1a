//! Import and export of pages.

use expect_test::expect;
use model::FixedWorld;

use super::TwineHtml;
use crate::{Bundle, Exporter, ImportWarning, Importer, exporter, importer};

const PAGE: &str = "<!DOCTYPE html>\n<html><head><title>x</title>\n<script>window.alert(1)</script></head><body>\n\
<tw-storydata name=\"Tide &amp; Time\" startnode=\"2\" creator=\"Twine\" creator-version=\"2.11.1\" \
ifid=\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\" zoom=\"0.6\" format=\"SugarCube\" format-version=\"2.37.3\" \
options=\"\" tags=\"a b\" data-own=\"1\" hidden><style role=\"stylesheet\" id=\"twine-user-stylesheet\" \
type=\"text/twine-css\">p > b { }</style><script role=\"script\" id=\"twine-user-script\" \
type=\"text/twine-javascript\">if (1 < 2) {}</script><tw-tag name=\"hot\" color=\"red\"></tw-tag>\
<tw-passagedata pid=\"1\" name=\"雨\" tags=\"hot\" position=\"600,400\" size=\"100,200\" data-mood=\"wet\">\
&lt;&lt;goto $next&gt;&gt; [[back-&gt;Start]]</tw-passagedata>\
<tw-passagedata pid=\"2\" name=\"Start\" tags=\"\" position=\"1,2\" size=\"100,100\">&lt;&lt;set $next to &quot;雨&quot;&gt;&gt;\n\
[[gone]]</tw-passagedata></tw-storydata>\n</body></html>";

fn read(page: &str) -> (Bundle, String) {
    let (bundle, warnings) = TwineHtml
        .import(page.as_bytes(), &FixedWorld::default())
        .unwrap();
    let lines: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    (bundle, lines.join("\n"))
}

fn write(bundle: &Bundle) -> String {
    String::from_utf8(TwineHtml.export(bundle)).unwrap()
}

#[test]
fn published_page_round_trips() {
    let (bundle, warnings) = read(PAGE);
    expect![[r#"
        line 4: 1 of the links of “雨” lead to targets that only the running story knows; they are marked as dynamic.
        line 5: A link leads to “gone”, which does not exist.
        Only the story is read. The program around it belongs to its story format; it was not run and is not kept."#]]
    .assert_eq(&warnings);
    let story = &bundle.story;
    let titles: Vec<_> = story
        .nodes
        .values()
        .map(|it| format!("{} ({})", it.title, it.kind))
        .collect();
    assert_eq!(
        titles,
        [
            "Story Stylesheet (note)",
            "Story JavaScript (note)",
            "雨 (scene)",
            "Start (scene)"
        ]
    );
    let rain = &story.nodes[2];
    assert_eq!(
        (rain.layout.x, rain.layout.color.as_deref()),
        (600.0, Some("1"))
    );
    assert_eq!(story.record.start, Some(story.nodes[3].id));
    assert_eq!(story.edges.len(), 2);
    let first = write(&bundle);
    let element = |it: &str| it[it.find("<tw-storydata").unwrap()..].replace('\n', "");
    let expected = element(PAGE).replace("</body></html>", "");
    assert_eq!(
        element(&first).replace("</body></html>", ""),
        expected.replace('\'', "&#39;")
    );
    assert!(!first.contains("alert"), "no program of the page is kept");
    let (again, _) = read(&first);
    assert_eq!(write(&again), first);
}

#[test]
fn html_round_trips_through_twee_and_json() {
    let (bundle, _) = read(PAGE);
    let twee = exporter("twee").unwrap().export(&bundle);
    expect![[r#"
        :: StoryTitle
        Tide & Time

        :: StoryData
        {
          "ifid": "D674C58C-DEFA-4F70-B7A2-27742230C0FC",
          "zoom": 0.6,
          "format": "SugarCube",
          "format-version": "2.37.3",
          "tag-colors": {
            "hot": "red"
          }
        }

        :: Story Stylesheet [stylesheet] {"position":"1,700"}
        p > b { }

        :: Story JavaScript [script] {"position":"281,700"}
        if (1 < 2) {}

        :: 雨 [hot] {"position":"600,400","size":"100,200","data-mood":"wet"}
        <<goto $next>> [[back->Start]]

        :: Start {"position":"1,2","size":"100,100"}
        <<set $next to "雨">>
        [[gone]]
    "#]]
    .assert_eq(&String::from_utf8(twee.clone()).unwrap());
    for format in ["twee", "twine-json", "twine-archive"] {
        let first = exporter(format).unwrap().export(&bundle);
        let (read, _) = importer(format)
            .unwrap()
            .import(&first, &FixedWorld::default())
            .unwrap();
        let page = write(&read);
        for part in [
            "p > b { }",
            "if (1 < 2) {}",
            "<tw-tag name=\"hot\" color=\"red\">",
            "zoom=\"0.6\"",
            "data-mood=\"wet\"",
        ] {
            assert!(page.contains(part), "{format} lost {part}: {page}");
        }
    }
}

#[test]
fn archive_stories_become_groups() {
    let element = &PAGE[PAGE.find("<tw-storydata").unwrap()..PAGE.find("\n</body>").unwrap()];
    let archive = format!(
        "{element}\n\n{}\n\n",
        element.replace("Tide &amp; Time", "Other")
    );
    let format = importer("twine-archive").unwrap();
    assert!(format.sniff(archive.as_bytes()));
    let (bundle, warnings) = format
        .import(archive.as_bytes(), &FixedWorld::default())
        .unwrap();
    let several = ImportWarning::MultipleStories { count: 2 };
    assert!(warnings.iter().any(|it| it.what == several));
    let story = &bundle.story;
    let groups: Vec<_> = story
        .nodes
        .values()
        .filter(|it| it.kind == "group")
        .collect();
    assert_eq!(
        groups
            .iter()
            .map(|it| it.title.as_str())
            .collect::<Vec<_>>(),
        ["Tide & Time", "Other"]
    );
    for node in story.nodes.values().filter(|it| it.kind != "group") {
        assert!(node.layout.parent.is_some());
    }
    for edge in story.edges.values() {
        let parent = |id| story.nodes[&id].layout.parent;
        assert_eq!(parent(edge.record.from), parent(edge.record.to));
    }
    let first = exporter("twine-archive").unwrap().export(&bundle);
    let text = String::from_utf8(first.clone()).unwrap();
    assert_eq!(text.matches("position=\"600,400\"").count(), 2, "{text}");
    assert_eq!(text.matches("startnode=\"2\"").count(), 2, "{text}");
    let (again, _) = format.import(&first, &FixedWorld::default()).unwrap();
    assert_eq!(
        String::from_utf8(exporter("twine-archive").unwrap().export(&again)).unwrap(),
        text
    );
}

#[test]
fn reports_a_computed_link_without_its_edge() {
    let twee = ":: StoryTitle\nT\n\n:: Start\n<<set $next to \"Cellar\">>[[Down->$next]] [[Up|$other]]\n\n\
        :: Cellar\nCold. [[Start]]\n";
    let importer = crate::importer("twee").unwrap();
    let world = model::FixedWorld::default();
    let mut bundle = importer.import(twee.as_bytes(), &world).unwrap().0;
    let lost = |bundle: &Bundle| {
        let losses = crate::exporter("twee").unwrap().losses(bundle);
        let links = losses
            .into_iter()
            .filter(|it| it.what == crate::LossKind::StaleLinks);
        links.flat_map(|it| it.names).collect::<Vec<_>>()
    };
    assert_eq!(lost(&bundle), [""; 0], "as it came");
    let down = |it: &model::Edge| it.record.dynamic && it.record.label == "Down";
    bundle.story.edges.retain(|_, it| !down(it));
    assert_eq!(lost(&bundle), ["Start → $next"]);
    bundle.story.edges.retain(|_, it| !it.record.dynamic);
    assert_eq!(lost(&bundle), ["Start → $next", "Start → $other"]);
}
