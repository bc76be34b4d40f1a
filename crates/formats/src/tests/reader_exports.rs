//! Exports for readers: stories of other programs are exported as prose, and each of these formats
//! lists that code was left out, except a playable page that runs it.

use model::FixedWorld;

use crate::{Bundle, LossKind, exporter, importer};

fn import(format: &str, text: &str) -> Bundle {
    let importer = importer(format).unwrap();
    let read = importer.import(text.as_bytes(), &FixedWorld::default());
    read.unwrap().0
}

/// The text of a playable page without the marks of conditions in it.
fn words_of_page(page: &str) -> String {
    let story = page.split_once("application/json\" id=\"story\">");
    let story = story.and_then(|it| it.1.split_once("</script>"));
    let story: serde_json::Value = serde_json::from_str(story.unwrap().0).unwrap();
    let blocks = story["nodes"].as_array().unwrap().iter();
    let blocks = blocks.flat_map(|it| it["blocks"].as_array().unwrap());
    let words = blocks.map(|it| {
        let runs = it[2].as_array().unwrap().iter();
        let words = runs.filter_map(|it| it.as_str().or_else(|| it[0].as_str()));
        words.collect::<String>()
    });
    words.collect::<Vec<_>>().join("\n")
}

/// The formats in `complete` carry out all code of the story and leave none out.
#[track_caller]
fn check(bundle: &Bundle, shown: &[&str], hidden: &[&str], complete: &[&str]) {
    for format in ["play", "markdown", "fountain", "fdx", "renpy"] {
        let text = String::from_utf8(exporter(format).unwrap().export(bundle)).unwrap();
        let text = match format {
            "play" => words_of_page(&text),
            _ => text,
        };
        for words in shown {
            assert!(text.contains(words), "{format} lacks {words}: {text}");
        }
        for words in hidden {
            assert!(!text.contains(words), "{format} shows {words}: {text}");
        }
    }
    for format in [
        "play",
        "markdown",
        "fountain",
        "fdx",
        "renpy",
        "epub",
        "epub-choices",
        "docx",
        "pdf",
    ] {
        let losses = exporter(format).unwrap().losses(bundle);
        let listed = losses.iter().any(|it| it.what == LossKind::Macros);
        let is_expected = !complete.contains(&format);
        assert_eq!(
            listed, is_expected,
            "{format} lists the code that it leaves out"
        );
    }
}

#[test]
fn exports_a_sugarcube_story_as_prose() {
    let text = ":: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\",\"format\":\"SugarCube\"}\n\n\
        :: Start\n<<silently>><<set $seen to false>><</silently>>\nThe ''storm'' was near. [[Go->Hall]]\n\n\
        :: Hall\nA hall <<if $seen>>you know<</if>>.\n";
    check(
        &import("twee", text),
        &["storm", "A hall you know."],
        &["silently", "$seen", "''", "<<"],
        &["play", "renpy"],
    );
}

#[test]
fn exports_a_harlowe_story_as_prose() {
    let text = ":: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\",\"format\":\"Harlowe\"}\n\n\
        :: Start\n(set: $a to 1)The storm was near. (if: $a is 1)[It rained.] [[Hall]]\n\n:: Hall\nA hall.\n";
    check(
        &import("twee", text),
        &["near. It rained."],
        &["(set:", "(if:"],
        &["play", "renpy"],
    );
}

#[test]
fn exports_an_ink_story_as_prose() {
    let text = "-> start\n=== start\n~ x = 1\nThe storm {was|is} near. # dark\n+ [Go] -> hall\n=== hall\nA hall.\n-> END\n";
    check(
        &import("ink", text),
        &["The storm was near."],
        &["~ x", "# dark", "-> END"],
        &["play"],
    );
}

#[test]
fn headings_are_in_the_language_of_the_story() {
    let mut bundle = import("twee", ":: Hafen\nNebel.\n\n:: Anna\nDie Fährfrau.\n");
    let nodes = bundle.story.nodes.values_mut();
    let anna = nodes.into_iter().find(|it| it.title == "Anna");
    std::sync::Arc::make_mut(anna.unwrap()).kind = "character".to_owned();
    for (language, heading) in [
        ("de", "Figuren"),
        ("fr-CA", "Personnages"),
        ("zh-CN", "人物"),
        ("nl", "Characters"),
    ] {
        bundle.language = Some(language.to_owned());
        let text = String::from_utf8(exporter("markdown").unwrap().export(&bundle)).unwrap();
        assert!(
            text.contains(&format!("# {heading}\n")),
            "{language}: {text}"
        );
    }
}
