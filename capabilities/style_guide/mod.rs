//! Style guide: how the text of the story is to be written. It is stored on the story, with
//! versions like everything else. The runner puts it into the prompt of every request.

#[cfg(test)]
mod tests;

use capability::{Capability, DataSpec, Impact, InvalidArgument, Tool, ToolContext, ToolError};
use model::Slot;
use model::contents::{Content as _, STYLE_GUIDE, StyleGuide};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{message, stored};
use crate::error::CapabilityError;
use crate::validate;

/// The longest guide, in characters: a model reads it with every request.
const MAX_CHARS: usize = 8_000;

pub(crate) struct Style;

impl Capability for Style {
    fn name(&self) -> &'static str {
        STYLE_GUIDE
    }

    fn title(&self) -> &'static str {
        "Style guide"
    }

    fn summary(&self) -> &'static str {
        "Keeps the writer's rules for the text of the story: voice, tense, person, spelling, do and do not."
    }

    fn data(&self) -> Option<DataSpec> {
        let outline = "{ voice, tense, person, language, spelling, rules: [], samples: [] }";
        Some(DataSpec::of::<StyleGuide>(outline))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("read", "read_style_guide", Impact::Read, read).verb("style"),
            Tool::new("write", "write_style_guide", Impact::Write, write)
                .hints(|_| message("Changed the style guide".to_owned())),
        ]
    }
}

/// Read the style guide of the story: how its text is to be written.
#[derive(Deserialize, JsonSchema)]
struct Read {}

#[derive(Serialize, JsonSchema)]
struct GuideResult {
    /// The adopted version; none if there is no guide yet.
    version: Option<u32>,
    #[serde(flatten)]
    guide: StyleGuide,
}

async fn read(cx: ToolContext, _: Read) -> Result<GuideResult, ToolError> {
    let version = cx.story().adopted(&Slot::story(STYLE_GUIDE))?;
    Ok(GuideResult {
        guide: stored(version.as_ref())?,
        version: version.map(|it| it.number),
    })
}

/// Change the style guide of the story: how its text is to be written by everyone, in every
/// request. Omitted fields stay; an empty text or list clears a field.
#[derive(Deserialize, JsonSchema)]
struct Write {
    /// The narrator's voice and tone, for instance `dry, warm beneath`.
    voice: Option<String>,
    /// The tense of the narration, for instance `past`.
    tense: Option<String>,
    /// Person and point of view, for instance `second person; the reader is the smuggler`.
    person: Option<String>,
    /// The language of the story, for instance `British English`.
    language: Option<String>,
    /// Spelling, quotation marks, numbers, for instance `-ise; single quotation marks`.
    spelling: Option<String>,
    /// All rules, one each, for instance `No dreams.`; they replace the current ones.
    rules: Option<Vec<String>>,
    /// Rules to add to the current ones.
    add_rules: Option<Vec<String>>,
    /// Rules to remove, as they are written.
    remove_rules: Option<Vec<String>>,
    /// All passages that show how the text should sound; they replace the current ones.
    samples: Option<Vec<String>>,
}

async fn write(cx: ToolContext, input: Write) -> Result<GuideResult, ToolError> {
    input.check()?;
    cx.edit(move |edit| {
        let slot = Slot::story(STYLE_GUIDE);
        let mut guide: StyleGuide = stored(edit.adopted(&slot)?.as_ref())?;
        input.apply(&mut guide)?;
        let characters = guide.characters();
        if characters > MAX_CHARS {
            let message = format!(
                "the guide would have {characters} characters; at most {MAX_CHARS} are kept, \
                 because a model reads it with every request"
            );
            let most = MAX_CHARS as u64;
            return Err(ToolError::invalid("/rules", message)
                .hint("shorten the sample passages first, then the rules")
                .said(&InvalidArgument::FieldLong { most }));
        }
        let version = edit.write(&slot, &guide.to_data())?.number;
        Ok(GuideResult {
            version: Some(version),
            guide,
        })
    })
    .await
}

impl Write {
    fn check(&self) -> Result<(), ToolError> {
        let lines = [
            ("/voice", &self.voice),
            ("/tense", &self.tense),
            ("/person", &self.person),
            ("/language", &self.language),
            ("/spelling", &self.spelling),
        ];
        for (path, line) in lines {
            if let Some(line) = line {
                validate::prose(path, "the text", line)?;
            }
        }
        let lists = [
            ("/rules", &self.rules),
            ("/add_rules", &self.add_rules),
            ("/samples", &self.samples),
        ];
        for (path, list) in lists {
            for (index, line) in list.iter().flatten().enumerate() {
                let path = format!("{path}/{index}");
                validate::prose(&path, "the text", line)?;
                if line.trim().is_empty() {
                    return Err(ToolError::invalid(path, "it is empty")
                        .hint("leave it out, or give an empty list to remove all")
                        .said(&InvalidArgument::FieldEmpty {}));
                }
            }
        }
        let is_idle = lines.iter().all(|it| it.1.is_none())
            && lists.iter().all(|it| it.1.is_none())
            && self.remove_rules.is_none();
        if is_idle {
            return Err(ToolError::new(
                capability::Code::InvalidActionInput,
                CapabilityError::NothingToChange {},
            )
            .hint("give at least one field; read_style_guide shows what there is"));
        }
        Ok(())
    }

    fn apply(self, guide: &mut StyleGuide) -> Result<(), ToolError> {
        let replace = |field: &mut String, given: Option<String>| {
            if let Some(given) = given {
                *field = given.trim().to_owned();
            }
        };
        replace(&mut guide.voice, self.voice);
        replace(&mut guide.tense, self.tense);
        replace(&mut guide.person, self.person);
        replace(&mut guide.language, self.language);
        replace(&mut guide.spelling, self.spelling);
        let trimmed = |list: Vec<String>| -> Vec<String> {
            list.iter().map(|it| it.trim().to_owned()).collect()
        };
        if let Some(rules) = self.rules {
            guide.rules = trimmed(rules);
        }
        for (index, rule) in self.remove_rules.iter().flatten().enumerate() {
            let rules = guide.rules.iter().map(String::as_str);
            match validate::position(rules.clone(), rule.trim()) {
                Some(at) => _ = guide.rules.remove(at),
                None => {
                    let known = validate::join_names(rules);
                    return Err(ToolError::not_found(format!(
                        "there is no rule {}",
                        validate::quoted(rule)
                    ))
                    .hint(format!("the rules are: {known}"))
                    .at(format!("/remove_rules/{index}")));
                }
            }
        }
        for rule in trimmed(self.add_rules.unwrap_or_default()) {
            if !guide.rules.contains(&rule) {
                guide.rules.push(rule);
            }
        }
        if let Some(samples) = self.samples {
            guide.samples = trimmed(samples);
        }
        Ok(())
    }
}
