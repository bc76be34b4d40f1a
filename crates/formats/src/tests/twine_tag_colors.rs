//! The colors of tags are imported from Twine's forms and exported to them.

use model::{FixedWorld, Story};

use crate::{Bundle, exporter, importer};

const TWEE: &str = ":: StoryTitle\nTale\n\n:: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\",\
    \"tag-colors\":{\"hot\":\"red\",\"cold\":\"blue\",\"odd\":\"puce\"}}\n\n:: Start [hot]\nIt burns.\n";

fn read(format: &str, file: &[u8]) -> Story {
    let importer = importer(format).unwrap();
    let (bundle, _) = importer.import(file, &FixedWorld::default()).unwrap();
    bundle.story
}

fn written(format: &str, story: &Story) -> Vec<u8> {
    exporter(format)
        .unwrap()
        .export(&Bundle::new(story.clone()))
}

fn color<'a>(story: &'a Story, tag: &str) -> Option<&'a str> {
    story.record.tag_colors.get(tag).map(String::as_str)
}

#[test]
fn reads_tag_colors_from_the_file() {
    let story = read("twee", TWEE.as_bytes());
    assert_eq!(color(&story, "hot"), Some("1"));
    assert_eq!(color(&story, "cold"), Some("5"));
    assert_eq!(color(&story, "odd"), None, "Twine has no such color");
    assert_eq!(written("twee", &story), TWEE.as_bytes());
}

#[test]
fn a_changed_tag_color_round_trips_in_every_twine_format() {
    let mut story = read("twee", TWEE.as_bytes());
    let colors = &mut story.record.tag_colors;
    colors.insert("hot".to_owned(), "2".to_owned());
    colors.insert("new".to_owned(), "6".to_owned());
    colors.insert("own".to_owned(), "#123456".to_owned());
    for format in ["twee", "twine-html", "twine-archive", "twine-json"] {
        let file = written(format, &story);
        let text = String::from_utf8_lossy(&file).into_owned();
        assert!(text.contains("puce"), "{format}: what it said is kept");
        let again = read(format, &file);
        for (tag, expected) in [("hot", "2"), ("new", "6"), ("cold", "5")] {
            assert_eq!(color(&again, tag), Some(expected), "{format} {tag}");
        }
        assert_eq!(written(format, &again), file, "{format}");
    }
}

#[test]
fn writes_tag_colors_to_a_file_that_had_none() {
    let mut story = read("twee", b":: Start\nText.\n");
    story
        .record
        .tag_colors
        .insert("storm".to_owned(), "3".to_owned());
    let again = read("twee", &written("twee", &story));
    assert_eq!(color(&again, "storm"), Some("3"));
}
