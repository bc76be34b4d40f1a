//! `try-model`: the instructions of `tests/instructions` carried out by any model, each on a new copy
//! of a small story; how many came out right, and what they took. What follows the model's name is
//! given to `storyteller ask`, such as `--base-url`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::{Value, json};

use crate::{demo, shell};

#[path = "../../../tests/instructions/jobs.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod jobs;

use jobs::{Call, InstructionSet, Job};

/// What jobs took.
#[derive(Default)]
struct Effort {
    requests: u64,
    input: u64,
    output: u64,
    /// `None` where the settings have no price for the model.
    cost: Option<f64>,
}

impl Effort {
    fn add(&mut self, other: &Self) {
        self.requests += other.requests;
        self.input += other.input;
        self.output += other.output;
        if let Some(cost) = other.cost {
            *self.cost.get_or_insert_default() += cost;
        }
    }

    fn summary(&self) -> String {
        let cost = self
            .cost
            .map_or_else(|| "-".to_owned(), |it| format!("{it:.4}"));
        format!(
            "{:>8} {:>9} {:>7} {cost:>9}",
            self.requests, self.input, self.output
        )
    }
}

/// Runs all jobs, or those of one language (`--language en`), or one of them (`--job 7`), with the
/// program as it is built now, or with one that is built already (`--with PROGRAM`).
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let [model, rest @ ..] = words else {
        bail!("name a model: cargo xtask try-model ollama:qwen3");
    };
    let mut rest = rest.to_vec();
    let language = take_option(&mut rest, "--language")?;
    let job = take_option(&mut rest, "--job")?;
    let program = match take_option(&mut rest, "--with")? {
        Some(program) => program.into(),
        None => demo::storyteller()?.get_program().into(),
    };
    let only: Option<usize> = job.map(str::parse).transpose().context("--job")?;
    let folder = shell::root().join("target/try-model");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let run = Run {
        program,
        folder,
        model,
        more: rest,
    };
    let (mut right, mut all, mut total) = (0, 0, Effort::default());
    println!(
        "{:5} {:8} requests tokens in     out      cost  instruction",
        "", "job"
    );
    for set in jobs::read_sets(&shell::root()).map_err(|it| anyhow!(it))? {
        if language.is_some_and(|it| it != set.language) {
            continue;
        }
        run.make_story(&set)?;
        for (at, job) in set.jobs().enumerate() {
            if only.is_some_and(|it| it != at + 1) {
                continue;
            }
            let (problems, effort) = run.job(&set, job)?;
            let verdict = if problems.is_empty() {
                "right"
            } else {
                "wrong"
            };
            let instructions: Vec<_> = job.instructions().collect();
            let name = format!("{} {}", set.language, at + 1);
            println!(
                "{verdict} {name:8} {}  {}",
                effort.summary(),
                instructions.join(" / ")
            );
            for problem in &problems {
                println!("      {problem}");
            }
            right += usize::from(problems.is_empty());
            all += 1;
            total.add(&effort);
        }
    }
    println!("{right:5} of {all:<5} {}  right", total.summary());
    Ok(())
}

/// Takes an option with its value out of the words.
fn take_option<'a>(words: &mut Vec<&'a str>, name: &str) -> Result<Option<&'a str>> {
    let Some(at) = words.iter().position(|it| *it == name) else {
        return Ok(None);
    };
    if at + 1 >= words.len() {
        bail!("{name} needs a value");
    }
    words.remove(at);
    Ok(Some(words.remove(at)))
}

struct Run<'a> {
    program: PathBuf,
    folder: PathBuf,
    model: &'a str,
    /// What else is given to `storyteller ask`.
    more: Vec<&'a str>,
}

impl Run<'_> {
    fn program(&self) -> Command {
        let mut program = Command::new(&self.program);
        program.current_dir(shell::root());
        program
    }

    fn base(&self, set: &InstructionSet) -> PathBuf {
        self.folder.join(format!("{}.story", set.language))
    }

    /// Makes the story that each job of a set begins with.
    fn make_story(&self, set: &InstructionSet) -> Result<()> {
        let base = self.base(set);
        remove(&base)?;
        shell::read(self.program().arg("new").arg(&base))?;
        for answer in self.call(&base, &set.story())? {
            answer.map_err(|it| anyhow!(it))?;
        }
        Ok(())
    }

    /// Does a job; what is wrong then, and what it took.
    fn job(&self, set: &InstructionSet, job: Job<'_>) -> Result<(Vec<String>, Effort)> {
        let story = self.folder.join("job.story");
        remove(&story)?;
        shell::read(self.program().arg("copy").arg(self.base(set)).arg(&story))?;
        let (mut effort, mut answer) = (Effort::default(), String::new());
        let mut thread: Option<String> = None;
        for text in job.instructions() {
            let mut asking = self.program();
            asking
                .arg("ask")
                .arg(&story)
                .args(["--json", "--yes", "--autonomy", "adopt"]);
            asking.args(["--model", self.model]).args(&self.more);
            asking.args(job.node().iter().flat_map(|it| ["--node", *it]));
            asking.args(thread.iter().flat_map(|it| ["--thread", it]));
            // A turn that fails ends with another status, and is told by its events.
            let output = asking.arg(text).stderr(Stdio::inherit()).output()?;
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let event: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
                match event["type"].as_str() {
                    Some("context_shown") => effort.requests += 1,
                    Some("turn_began") => thread = event["thread"].as_str().map(str::to_owned),
                    Some("turn_ended") => {
                        let outcome = &event["outcome"];
                        answer = outcome["text"].as_str().unwrap_or_default().to_owned();
                        effort.add(&Effort {
                            requests: 0,
                            input: outcome["usage"]["input"].as_u64().unwrap_or_default(),
                            output: outcome["usage"]["output"].as_u64().unwrap_or_default(),
                            cost: outcome["cost"].as_f64(),
                        });
                    }
                    _ => {}
                }
            }
        }
        let mut failed = None;
        let problems = job.problems(&answer, &mut |call| match self.call(&story, &[call]) {
            Ok(mut answers) => answers.pop().unwrap_or_else(|| Err("no answer".to_owned())),
            Err(error) => {
                failed.get_or_insert(error);
                Err("it could not be checked".to_owned())
            }
        });
        failed.map_or(Ok((problems, effort)), Err)
    }

    /// Calls tools on a story, all in one run of the program.
    fn call(&self, story: &Path, calls: &[Call<'_>]) -> Result<Vec<Result<Value, String>>> {
        let mut open = self.program();
        open.arg("open").arg(story).args(["--json", "--yes"]);
        open.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut open = open.spawn().context("cannot start the program")?;
        let mut lines = open.stdin.take().context("no standard input")?;
        for (name, args) in calls {
            writeln!(lines, "{}", json!({ "name": name, "args": args }))?;
        }
        drop(lines);
        let output = open.wait_with_output()?;
        let answers = String::from_utf8_lossy(&output.stdout);
        let answers = answers.lines().map(|line| {
            let mut answer: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
            Ok(match answer["ok"] == true {
                true => Ok(answer["data"].take()),
                false => Err(answer["error"].to_string()),
            })
        });
        let answers: Vec<_> = answers.collect::<Result<_>>()?;
        if answers.len() != calls.len() {
            bail!(
                "{} calls were answered with {} lines",
                calls.len(),
                answers.len()
            );
        }
        Ok(answers)
    }
}

/// Removes a story of an earlier run.
fn remove(story: &Path) -> Result<()> {
    for side in ["", "-wal", "-shm"] {
        let mut file = story.as_os_str().to_owned();
        file.push(side);
        if Path::new(&file).exists() {
            std::fs::remove_file(&file)
                .with_context(|| format!("cannot remove {}", story.display()))?;
        }
    }
    Ok(())
}
