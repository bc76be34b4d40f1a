//! The set of instructions in `tests/instructions`: the built-in reader does what it says it can, and
//! leaves alone what it cannot; a model that makes the right calls does all of it over the real wire.

#[path = "../instructions/jobs.rs"]
mod jobs;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use capability::{Answer, Approver, Caller, Question};
use host::{RealWorld, Studio, StudioOptions};
use llm::http::Http;
use llm::{LanguageModel, ModelOptions};
use model::conversation::ToolCall;
use runner::{Autonomy, Instruction};
use serde_json::Value;
use tokio::runtime::Runtime;

use self::jobs::{Call, InstructionSet, Job, read_sets};
use crate::support::fake_openai::{FakeOpenAi, calls, says};
use crate::support::root;

/// Says yes to everything.
struct Yes;

#[async_trait]
impl Approver for Yes {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

/// The story of a set, made once and copied for each job.
struct Stage {
    runtime: Runtime,
    folder: tempfile::TempDir,
}

impl Stage {
    fn new(set: &InstructionSet) -> Self {
        let stage = Self {
            runtime: Runtime::new().unwrap(),
            folder: tempfile::tempdir().unwrap(),
        };
        let entered = stage.runtime.enter();
        let options = StudioOptions::built_in(Arc::new(RealWorld));
        let studio = Studio::create(&stage.base(), "Harbor", options).unwrap();
        for it in set.story() {
            stage.call(&studio, it).unwrap();
        }
        studio.close().unwrap();
        drop(entered);
        stage
    }

    fn base(&self) -> PathBuf {
        self.folder.path().join("base.story")
    }

    fn call(&self, studio: &Studio, (name, args): Call<'_>) -> Result<Value, String> {
        let call = ToolCall {
            id: None,
            name: name.to_owned(),
            args: args.clone(),
        };
        let output = self.runtime.block_on(studio.call(&person(studio), call));
        output
            .result
            .map(|it| it.data)
            .ok_or_else(|| format!("{:?}", output.error))
    }

    /// Does a job on a new copy; what is wrong then, and whether the story changed at all.
    fn run(&self, job: Job<'_>, model: Option<Arc<dyn LanguageModel>>) -> (Vec<String>, bool) {
        let _entered = self.runtime.enter();
        let path: &Path = &self.folder.path().join("job.story");
        std::fs::copy(self.base(), path).unwrap();
        let mut options = StudioOptions::built_in(Arc::new(RealWorld));
        options.model = model.unwrap_or(options.model);
        let studio = Studio::open(path, options).unwrap();
        let before = studio.store().number().unwrap();
        let graph = studio.store().view(None).graph().unwrap();
        let open = job.node().map(|title| {
            let node = graph.nodes.values().find(|it| it.title == title);
            node.expect("the node that is open").id
        });
        let (mut thread, mut answer) = (None, String::new());
        for text in job.instructions() {
            let instruction = Instruction {
                thread,
                node: open,
                text: text.to_owned(),
                autonomy: Autonomy::Adopt,
                ..Instruction::default()
            };
            let person = person(&studio);
            let outcome = self.runtime.block_on(studio.send(instruction, &person));
            let outcome = outcome.unwrap();
            thread = Some(outcome.thread);
            answer = outcome.text;
        }
        let problems = job.problems(&answer, &mut |it| self.call(&studio, it));
        let is_changed = studio.store().number().unwrap() != before;
        self.runtime.block_on(studio.wait_for_background());
        studio.close().unwrap();
        std::fs::remove_file(path).unwrap();
        (problems, is_changed)
    }
}

fn person(studio: &Studio) -> Caller {
    studio.person("test", Arc::new(Yes))
}

fn sets() -> Vec<InstructionSet> {
    read_sets(&root()).unwrap()
}

/// What is wrong, each with its instruction.
#[track_caller]
fn assert_right(wrong: &[(String, Vec<String>)]) {
    let lines = wrong.iter();
    let lines = lines.map(|(said, problems)| format!("{said}\n    {}\n", problems.join("\n    ")));
    assert!(wrong.is_empty(), "\n{}", lines.collect::<String>());
}

#[test]
fn there_are_thirty_instructions_in_each_of_two_languages() {
    let counts: Vec<_> = sets()
        .iter()
        .map(|it| (it.language.clone(), it.jobs().count()))
        .collect();
    let languages: Vec<_> = counts.iter().map(|it| &*it.0).collect();
    assert_eq!(languages, ["en", "zh-CN"]);
    assert!(counts.iter().all(|it| it.1 >= 30), "{counts:?}");
}

#[test]
fn the_built_in_reader_does_supported_instructions_and_changes_nothing_else() {
    for set in sets() {
        let (stage, mut wrong) = (Stage::new(&set), Vec::new());
        for job in set.jobs() {
            let (mut problems, is_changed) = stage.run(job, None);
            if !job.is_for_the_built_in_reader() {
                problems.clear();
                if is_changed {
                    problems.push("it changed the story".to_owned());
                }
            }
            if !problems.is_empty() {
                wrong.push((job.instructions().collect::<Vec<_>>().join(" / "), problems));
            }
        }
        assert_right(&wrong);
    }
}

#[test]
fn a_scripted_model_carries_out_every_instruction_over_http() {
    for set in sets() {
        let replies = set.jobs().flat_map(|job| {
            let each = job.calls().into_iter();
            let each = each.flat_map(|it| {
                let made: Vec<_> = it
                    .iter()
                    .map(|(name, args)| (*name, (*args).clone()))
                    .collect();
                [
                    calls(&made),
                    says(&format!("Done. {}", job.answer().join(" "))),
                ]
            });
            each.collect::<Vec<_>>()
        });
        let service = FakeOpenAi::start(replies);
        let options = ModelOptions {
            base_url: Some(service.base_url.clone()),
            context_tokens: Some(128_000),
            ..ModelOptions::default()
        };
        let http = Http::new().unwrap();
        let model = llm::connect("openai-compatible:scripted", options, &http).unwrap();
        let model: Arc<dyn LanguageModel> = Arc::new(model);
        let (stage, mut wrong) = (Stage::new(&set), Vec::new());
        for job in set.jobs() {
            let (problems, _) = stage.run(job, Some(Arc::clone(&model)));
            if !problems.is_empty() {
                wrong.push((job.instructions().collect::<Vec<_>>().join(" / "), problems));
            }
        }
        assert_right(&wrong);
        assert_light(&set, &service.requests());
    }
}

/// The most tokens of tools in a first request, and of all requests of a job in the mean.
const MOST_TOOL_TOKENS: usize = 4_500;
const MOST_JOB_TOKENS: usize = 13_500;

/// Requests stay light: tokens as the program estimates them, a third of the bytes.
#[track_caller]
fn assert_light(set: &InstructionSet, requests: &[Value]) {
    let tokens = |it: &Value| it.to_string().len() / 3;
    // Later ones hold the tools that were called or found as well.
    let is_first = |it: &&Value| {
        let messages = it["messages"].as_array().unwrap();
        messages.iter().all(|it| it["role"] != "tool")
    };
    let first = requests.iter().filter(is_first);
    let tools = first.map(|it| tokens(&it["tools"])).max();
    let tools = tools.unwrap_or_default();
    let whole: usize = requests.iter().map(tokens).sum();
    let of_a_job = whole / set.jobs().count();
    let figures = format!(
        "{}: tools {tools} tokens at most, {of_a_job} tokens a job",
        set.language
    );
    assert!(tools <= MOST_TOOL_TOKENS, "{figures}");
    assert!(of_a_job <= MOST_JOB_TOKENS, "{figures}");
}
