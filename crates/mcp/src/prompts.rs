//! Prompts for common jobs, which a person selects in the client. Each says what to read first,
//! which tools to use, and what to leave to the writer. Enter through [`all`] and [`get`].

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

/// A prompt: its name, its title, its purpose, its arguments (name, description, whether it is
/// required), and its text, in which `{argument}` is replaced by the given value.
struct Job {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: &'static [(&'static str, &'static str, bool)],
    text: &'static str,
}

const NODE: (&str, &str, bool) = ("node", "The node's title.", true);

const JOBS: [Job; 5] = [
    Job {
        name: "continue_scene",
        title: "Continue a scene",
        description: "Write on from where a scene ends, in its voice.",
        arguments: &[NODE, ("wish", "What should happen, in a few words.", false)],
        text: "Continue the scene “{node}”. What should happen: {wish}. First read it with read_text, and \
               with show_node what leads to it and where it leads; look up the characters in it with \
               search_story and read_node_kv. Keep person, tense and tone of the text. Write two to \
               four paragraphs with append_text, and change nothing else. Then say in one sentence \
               what you added.",
    },
    Job {
        name: "check_continuity",
        title: "Check continuity",
        description: "Look for contradictions between what the story says in different places.",
        arguments: &[(
            "node",
            "Only what concerns this node: its title. Defaults to the whole story.",
            false,
        )],
        text: "Check the continuity of the story. What to look at: {node}. Read the outline, then the texts and \
               attributes that matter, and run check_story. List contradictions only: of names, ages, \
               places, times, things people own or know, and choices that lead where they cannot. For \
               each, name both places and quote the words. Change nothing; suggest the smallest mend \
               for each.",
    },
    Job {
        name: "propose_openings",
        title: "Propose three openings",
        description: "Three ways to begin a scene, to choose from.",
        arguments: &[NODE],
        text: "Propose three openings for “{node}”. Read with show_node what the scene is, and with \
               read_text how the scenes that lead to it end. Write three openings of about eighty \
               words each that differ in point of entry: in the middle of an action, with a voice, \
               with a place. Show them here and write nothing into the story. Ask which one to use.",
    },
    Job {
        name: "propose_choices",
        title: "Propose choices",
        description: "Choices that a reader could be offered at the end of a scene.",
        arguments: &[NODE],
        text: "Propose choices for the end of “{node}”. Read it with read_text and, with show_node, the \
               choices it has. Suggest three more that differ in what they cost the character, each \
               with the label the reader sees, the scene it leads to (an existing one where one fits), \
               and a condition if it needs one. Show them as a list first; when the person agrees, add \
               them with create_node and link_nodes.",
    },
    Job {
        name: "translate_scene",
        title: "Translate a scene",
        description: "Put a scene into another language, beside the original.",
        arguments: &[
            NODE,
            ("language", "The language, for instance German.", true),
        ],
        text: "Translate the scene “{node}” into {language}. Read it with read_text, and look up how names \
               were translated before with search_story. Keep Markdown, links and placeholders as they \
               are; translate the words that a reader sees. Create a node titled “{node} ({language})” of the \
               same kind with create_node and put the translation there. Do not change the original.",
    },
];

/// The replacements for omitted arguments.
const LEFT_OUT: [(&str, &str); 2] = [
    ("wish", "whatever follows most naturally"),
    ("node", "the whole story"),
];

/// The longest argument, in characters.
const MAX_CHARS: usize = 2000;

/// Every prompt, in order.
pub(crate) fn all() -> Vec<Prompt> {
    let described = |job: &Job| {
        let arguments = job.arguments.iter().map(|(name, description, required)| {
            PromptArgument::new(*name)
                .with_description(*description)
                .with_required(*required)
        });
        Prompt::new(job.name, Some(job.description), Some(arguments.collect()))
            .with_title(job.title)
    };
    JOBS.iter().map(described).collect()
}

/// Whether a prompt has this argument.
pub(crate) fn has_argument(prompt: &str, argument: &str) -> bool {
    let job = JOBS.iter().find(|it| it.name == prompt);
    job.is_some_and(|it| it.arguments.iter().any(|(name, ..)| *name == argument))
}

/// A prompt with its arguments filled in.
pub(crate) fn get(name: &str, arguments: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let job = JOBS.iter().find(|it| it.name == name);
    let job = job.ok_or_else(|| {
        let names: Vec<_> = JOBS.iter().map(|it| it.name).collect();
        invalid(format!(
            "there is no such prompt; there are {}",
            names.join(", ")
        ))
    })?;
    let mut text = String::new();
    let mut rest = job.text;
    // In a single pass, so that braces in given values are kept.
    while let Some((before, after)) = rest.split_once('{') {
        let (argument, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(&given(job, argument, arguments).map_err(invalid)?);
        rest = after;
    }
    text.push_str(rest);
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(job.description))
}

/// The given value of an argument, or its replacement.
fn given(job: &Job, name: &str, arguments: &JsonObject) -> Result<String, String> {
    let given = arguments.get(name).filter(|it| !it.is_null());
    let Some(given) = given else {
        let needed = job.arguments.iter().any(|it| it.0 == name && it.2);
        let default = LEFT_OUT.iter().find(|it| it.0 == name);
        return match default.filter(|_| !needed) {
            Some((_, words)) => Ok((*words).to_owned()),
            None => Err(format!("{} needs the argument {name:?}", job.name)),
        };
    };
    let words = given.as_str().map(str::trim);
    let words = words.filter(|it| !it.is_empty() && it.chars().count() <= MAX_CHARS);
    let words = words.ok_or_else(|| {
        format!("the argument {name:?} must be a text of 1 to {MAX_CHARS} characters")
    })?;
    Ok(words.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(name: &str, arguments: serde_json::Value) -> Result<String, String> {
        let arguments = arguments.as_object().unwrap();
        let got = get(name, arguments).map_err(|error| error.message.into_owned())?;
        let message = serde_json::to_value(&got.messages[0]).unwrap();
        Ok(message["content"]["text"].as_str().unwrap().to_owned())
    }

    #[test]
    fn every_prompt_can_be_filled_in() {
        for job in &JOBS {
            let arguments = job
                .arguments
                .iter()
                .map(|it| (it.0.to_owned(), json!("Fog")));
            let arguments = serde_json::Value::Object(arguments.collect());
            let text = text(job.name, arguments).unwrap();
            assert!(text.contains("Fog") && !text.contains('{'), "{text}");
            assert!(!text.contains("  "), "{text}");
        }
    }

    #[test]
    fn prompts_name_tools_that_exist() {
        let specs = host::Studio::specs();
        let words =
            |text: &'static str| text.split(|it: char| !(it.is_alphanumeric() || it == '_'));
        for job in &JOBS {
            for word in words(job.text).filter(|it| it.contains('_')) {
                assert!(specs.iter().any(|it| it.name == word), "{word}");
            }
        }
    }

    #[test]
    fn arguments_are_not_substituted_twice() {
        let text = text("continue_scene", json!({ "node": "{wish}", "wish": "fog" })).unwrap();
        assert!(text.contains("“{wish}”"), "{text}");
    }

    #[test]
    fn arguments_are_required_and_limited_in_length() {
        assert!(
            text("continue_scene", json!({}))
                .unwrap_err()
                .contains("node")
        );
        assert!(text("continue_scene", json!({ "node": 7 })).is_err());
        let long = "x".repeat(MAX_CHARS + 1);
        assert!(text("continue_scene", json!({ "node": long })).is_err());
        assert!(
            text("check_continuity", json!({}))
                .unwrap()
                .contains("the whole story")
        );
        assert!(
            text("no_such", json!({}))
                .unwrap_err()
                .contains("continue_scene")
        );
    }
}
