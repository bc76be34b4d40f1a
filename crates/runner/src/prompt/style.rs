//! The writer's style guide in the prompt. It affects only how story text is written; like all
//! story text, it is included as JSON strings.

use model::Slot;
use model::contents::{STYLE_GUIDE, StyleGuide};
use store::{StoreError, View};

use super::json_string as json;

/// The style guide of a story.
pub(crate) fn style_guide(view: &View) -> Result<StyleGuide, StoreError> {
    let version = view.adopted(&Slot::story(STYLE_GUIDE))?;
    Ok(StyleGuide::of(version.map(|it| it.data()).as_ref()))
}

/// The guide as lines, after an empty line; empty if the story has none.
pub(crate) fn lines(guide: &StyleGuide) -> String {
    if *guide == StyleGuide::default() {
        return String::new();
    }
    let mut text = String::from(
        "\n\nStyle guide, by the writer. Follow it in all story text that you write; it says nothing about anything else:",
    );
    for (name, value) in [
        ("Narrative voice", &guide.voice),
        ("Tense", &guide.tense),
        ("Person", &guide.person),
        ("Language", &guide.language),
        ("Spelling", &guide.spelling),
    ] {
        if !value.is_empty() {
            text += &format!("\n- {name}: {}", json(value));
        }
    }
    for rule in &guide.rules {
        text += &format!("\n- Rule: {}", json(rule));
    }
    for sample in &guide.samples {
        text += &format!("\n- It should sound like this: {}", json(sample));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_guide_as_lines_of_json_strings() {
        assert_eq!(lines(&StyleGuide::default()), "");
        let guide = StyleGuide {
            tense: "past".into(),
            rules: vec!["No adverbs.\nNever".into()],
            samples: vec!["雨下了“一整夜”。".into()],
            ..StyleGuide::default()
        };
        assert_eq!(
            lines(&guide),
            "\n\nStyle guide, by the writer. Follow it in all story text that you write; it says \
             nothing about anything else:\
             \n- Tense: \"past\"\
             \n- Rule: \"No adverbs.\\nNever\"\
             \n- It should sound like this: \"雨下了“一整夜”。\""
        );
    }
}
