//! The real program, run as a person or a script would.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use host::{ImportedFile, RealWorld, Studio, StudioOptions};
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// The built program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_storyteller");

/// The story of the tests.
const STORY: &[u8] = include_bytes!("../../fixtures/bilingual-story.json");

/// What a run printed and how it ended.
#[derive(Debug)]
pub(crate) struct ProgramOutput {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl ProgramOutput {
    /// The output as one JSON value.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("no JSON ({error}):\n{}\n{}", self.out, self.err))
    }

    /// The output as one JSON value per line.
    #[track_caller]
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        let lines = self.out.lines().map(serde_json::from_str);
        lines
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error}:\n{}", self.out))
    }
}

/// A folder with its own settings and, if requested, a story.
pub(crate) struct TestHarness {
    folder: TempDir,
}

async fn make_story(path: &Path) {
    let options = StudioOptions::built_in(Arc::new(RealWorld));
    let file = ImportedFile {
        name: "story.json",
        ..ImportedFile::default()
    };
    let content = (STORY.to_vec(), file);
    let stop = CancellationToken::new();
    let made = Studio::from_file(path, options, "The Last Ferry", content, (stop, &|_| {}));
    let (studio, _) = made.await.expect("the story is read");
    studio.close().expect("the story is closed");
}

impl TestHarness {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder for the test"),
        }
    }

    /// A folder with the story of the tests as `demo.story`.
    pub(crate) fn with_story() -> Self {
        let harness = Self::empty();
        harness.add_story("demo.story");
        harness
    }

    /// Adds the story of the tests, in English and Chinese, under a name. Nothing of it can be undone.
    pub(crate) fn add_story(&self, name: &str) {
        let path = self.path(name);
        // A test may run on a runtime already, where this one cannot wait.
        let making = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(make_story(&path));
        });
        making.join().expect("the story is made");
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program with a fixed environment: no key of this machine, no settings of this person.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        self.command_at(&[], words)
    }

    /// The same on another host: what starts programs there comes first.
    pub(crate) fn command_at(&self, prefix: &[String], words: &[&str]) -> Command {
        let mut command = match prefix {
            [] => Command::new(PROGRAM),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(PROGRAM);
                command
            }
        };
        command
            .args(words)
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("STORYTELLER_CONFIG", self.folder.path().join("config"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it to its end.
    pub(crate) fn run(&self, words: &[&str]) -> ProgramOutput {
        Self::run_command(&mut self.command(words))
    }

    /// Runs a command of [`Self::command`] to its end.
    pub(crate) fn run_command(command: &mut Command) -> ProgramOutput {
        finish(command.spawn().expect("the program starts"), &[])
    }

    /// Runs a command of [`Self::command`] to its end with this standard input.
    pub(crate) fn run_command_with_input(command: &mut Command, input: &[u8]) -> ProgramOutput {
        let child = command.stdin(Stdio::piped()).spawn();
        finish(child.expect("the program starts"), input)
    }

    /// Runs it to its end with this standard input.
    pub(crate) fn run_with_input(&self, words: &[&str], input: &[u8]) -> ProgramOutput {
        Self::run_command_with_input(&mut self.command(words), input)
    }

    /// Runs it to its end, which must be successful.
    #[track_caller]
    pub(crate) fn good(&self, words: &[&str]) -> ProgramOutput {
        let ran = self.run(words);
        assert_eq!(ran.code, 0, "{words:?}\n{}\n{}", ran.out, ran.err);
        ran
    }

    /// The data of a tool called with `--json`.
    #[track_caller]
    pub(crate) fn data(&self, words: &[&str]) -> Value {
        let mut words = words.to_vec();
        words.push("--json");
        self.good(&words).json()["data"].take()
    }

    /// Starts it and reads its output line by line.
    pub(crate) fn start(&self, words: &[&str]) -> RunningProgram {
        let mut command = self.command(words);
        command.stderr(Stdio::inherit());
        RunningProgram::new(command)
    }
}

fn finish(mut child: Child, input: &[u8]) -> ProgramOutput {
    if let Some(mut stdin) = child.stdin.take() {
        // A program that refuses early closes the pipe; its output is the result.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().expect("the program ends");
    ProgramOutput {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("it prints UTF-8"),
        err: String::from_utf8(output.stderr).expect("it prints UTF-8"),
    }
}

/// A running program. It is killed when dropped.
pub(crate) struct RunningProgram {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl RunningProgram {
    /// Starts a program of [`TestHarness::command`].
    pub(crate) fn new(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("its output is piped"));
        Self { child, lines }
    }

    /// The next line it prints; `None` when it has ended.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Writes a line to its input.
    pub(crate) fn say(&mut self, line: &str) -> std::io::Result<()> {
        let stdin = self.child.stdin.as_mut().expect("its input is piped");
        writeln!(stdin, "{line}")?;
        stdin.flush()
    }

    /// Its input, for a separate thread of the test to write to.
    pub(crate) fn input(&mut self) -> ChildStdin {
        self.child
            .stdin
            .take()
            .expect("its input is piped and was not taken before")
    }

    /// Kills it at once (SIGKILL).
    pub(crate) fn kill(mut self) -> Vec<String> {
        let _ = self.child.kill();
        let mut rest = Vec::new();
        while let Some(line) = self.line() {
            rest.push(line);
        }
        let _ = self.child.wait();
        rest
    }

    /// Its process id, to send signals to.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes its input and waits for its end.
    pub(crate) fn end(mut self) -> i32 {
        drop(self.child.stdin.take());
        self.child
            .wait()
            .ok()
            .and_then(|it| it.code())
            .unwrap_or(-1)
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asserts that a run ended with this status and an error that contains these texts.
#[track_caller]
pub(crate) fn assert_refused(ran: &ProgramOutput, words: &[&str], exit: i32, says: &[&str]) {
    assert_eq!(ran.code, exit, "{words:?}\n{}", ran.err);
    assert!(ran.err.contains("error: "), "{words:?}\n{}", ran.err);
    for expected in says {
        assert!(
            ran.err.contains(expected),
            "{words:?} does not say {expected:?}:\n{}",
            ran.err
        );
    }
}
