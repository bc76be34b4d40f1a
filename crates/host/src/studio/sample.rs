//! The sample story in the user's language: with groups, tags and status, portraits, a conversation
//! and a draft that waits for review.

use std::path::Path;
use std::sync::Arc;

use capability::NoApprover;
use messages::Language;
use model::conversation::ToolCall;
use runner::{Autonomy, Instruction};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::{ImportedFile, Studio, StudioOptions, discard};
use crate::Failure;

/// The sample in one language, and what is added to it.
pub struct Sample {
    language: &'static str,
    /// Its title, which is also the name of its file.
    pub title: &'static str,
    story: &'static str,
    /// A first instruction to the assistant.
    pub first_instruction: &'static str,
    /// The card of the hero, which the first instruction is about.
    pub hero: &'static str,
    /// Cards with a picture: the hero, the engineer, the ferry.
    cards: [&'static str; 3],
    /// What their pictures show.
    prompts: [&'static str; 3],
    /// The question to the assistant that is answered.
    question: &'static str,
    /// The instruction whose result waits as a draft.
    instruction: &'static str,
    /// The scene that the instruction is about.
    about: &'static str,
}

/// Width to height of the pictures.
const RATIOS: [&str; 3] = ["1:1", "1:1", "16:9"];

const ENGLISH_PROMPTS: [&str; 3] = [
    "Thomas Anderson, portrait, black coat, tired eyes, night",
    "Lin Mei, portrait, woman, black hair, blue coat",
    "a ferry at night in the rain, harbor lights, sea",
];

static SAMPLES: [Sample; 3] = [
    Sample {
        language: "en",
        title: "The Last Ferry",
        story: include_str!("../../../../samples/en.json"),
        first_instruction: "rename the hero to Neo and make a portrait",
        hero: "Thomas Anderson",
        cards: ["Thomas Anderson", "Lin Mei", "The Ferry Perdita"],
        prompts: ENGLISH_PROMPTS,
        question: "list all characters",
        instruction: "add a scene called \"The Lantern\" after Gangway with text \"A lantern swings on the \
               rail, where no hand holds it. Somebody has scratched a number into the glass: 13.\" \
               and label \"Follow the light\"",
        about: "Gangway",
    },
    // The built-in assistant answers in German, and reads instructions in English.
    Sample {
        language: "de",
        title: "Die letzte Fähre",
        story: include_str!("../../../../samples/de.json"),
        first_instruction: "rename the hero to Neo and make a portrait",
        hero: "Thomas Anderson",
        cards: ["Thomas Anderson", "Lin Mei", "Die Fähre Perdita"],
        prompts: ENGLISH_PROMPTS,
        question: "list all characters",
        instruction: "add a scene called \"Das Licht\" after Laufsteg with text \"An der Reling schaukelt \
               ein Licht, das niemand hält. Jemand hat eine Zahl ins Glas geritzt: 13.\" \
               and label \"Dem Licht folgen\"",
        about: "Laufsteg",
    },
    Sample {
        language: "zh-CN",
        title: "最后一班渡轮",
        story: include_str!("../../../../samples/zh-CN.json"),
        first_instruction: "把主角改名为尼奥，再画一张肖像",
        hero: "陈望",
        cards: ["陈望", "林梅", "远归号渡轮"],
        prompts: [
            "陈望，肖像，黑色大衣，倦眼，夜晚",
            "林梅，肖像，女人，黑发，蓝色工装",
            "夜雨中的渡轮，码头灯火，海",
        ],
        question: "列出所有角色",
        instruction: "在“舷梯”之后添加一个场景“灯笼”，正文“栏杆上晃着一盏灯笼，没有人提着它。玻璃上有人刻了一个数字：十三。”，标签“跟着光走”",
        about: "舷梯",
    },
];

/// The import arguments of the sample's file.
const FILE: ImportedFile<'static> = ImportedFile {
    name: "sample.json",
    format: Some("json"),
    split: None,
};

impl Sample {
    /// The sample in a language, or in English if there is none.
    pub fn in_language(language: Language) -> &'static Self {
        let same = SAMPLES.iter().find(|it| it.language == language.code());
        same.unwrap_or(&SAMPLES[0])
    }

    /// The codes of the languages that there are samples in.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        SAMPLES.iter().map(|it| it.language)
    }

    /// Creates its file. Its content cannot be undone, because a first undo should not empty it.
    pub async fn make(&self, path: &Path, options: &StudioOptions) -> Result<(), Failure> {
        let mut options = StudioOptions {
            author: options.author.clone(),
            ..StudioOptions::built_in(Arc::clone(&options.world))
        };
        options.assistant.language = Language::for_tag(self.language).unwrap_or_default();
        let studio = Studio::create(path, self.title, options)?;
        let filled = self.fill(&studio).await;
        let closed = studio.close();
        filled.and(closed.map_err(Failure::from)).inspect_err(|_| {
            // It has just been created, and nobody has seen it.
            discard(path);
        })
    }

    async fn fill(&self, studio: &Studio) -> Result<(), Failure> {
        let stop = CancellationToken::new();
        let output = studio.import_into(self.story.into(), FILE, stop).await;
        if let (None, Some(error)) = (output.result, output.error) {
            return Err(error.into());
        }
        let person = studio.person("import", Arc::new(NoApprover));
        for ((node, prompt), ratio) in self.cards.into_iter().zip(self.prompts).zip(RATIOS) {
            let call = ToolCall {
                id: None,
                name: "generate_image".to_owned(),
                args: json!({ "node": node, "prompt": prompt, "ratio": ratio, "seed": 13 }),
            };
            studio.call_for_data(&person, call).await?;
        }
        let graph = studio.store().view(None).graph()?;
        let about = graph.titled(self.about).first().map(|it| it.id);
        let answered = studio
            .send(
                Instruction {
                    node: about,
                    text: self.question.to_owned(),
                    ..Instruction::default()
                },
                &person,
            )
            .await?;
        studio
            .send(
                Instruction {
                    thread: Some(answered.thread),
                    node: about,
                    text: self.instruction.to_owned(),
                    autonomy: Autonomy::Review,
                    ..Instruction::default()
                },
                &person,
            )
            .await?;
        studio.wait_for_background().await;
        Ok(studio.store().clear_undo().await?)
    }
}
