//! A full disk: a clear error, no loss of acknowledged data, and work continues once there is
//! space. Needs the right to mount a small file system; without it the tests print that and end.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::counter;
use crate::support::story_file::StoryFile;

const FILE: &str = "small/count.story";
/// A file that takes up space until it is removed.
const BALLAST: &str = "small/ballast";

/// A disk of a few megabytes in the harness's folder `small`, unmounted when dropped.
struct SmallDisk {
    harness: TestHarness,
}

impl SmallDisk {
    /// A disk with a story and ballast on it; `None` if this machine does not allow mounting.
    #[expect(clippy::print_stderr, reason = "a test that cannot run has to say so")]
    fn mount() -> Option<Self> {
        let harness = TestHarness::empty();
        let folder = harness.path("small");
        std::fs::create_dir(&folder).expect("an empty folder");
        let options = ["-t", "tmpfs", "-o", "size=4m", "storyteller-test"];
        let mounted = Command::new("mount").args(options).arg(&folder).output();
        if !mounted.as_ref().is_ok_and(|it| it.status.success()) {
            eprintln!("skipped: no small disk can be mounted here: {mounted:?}");
            return None;
        }
        let disk = Self { harness };
        counter::create_story(&disk.harness, FILE);
        std::fs::write(disk.harness.path(BALLAST), vec![0; 1 << 20]).expect("room for ballast");
        Some(disk)
    }

    fn free_space(&self) {
        std::fs::remove_file(self.harness.path(BALLAST)).expect("the ballast is there");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Also if a program of a failed test still has the story open.
        let unmounted = Command::new("umount")
            .arg("--lazy")
            .arg(self.harness.path("small"))
            .status();
        assert!(
            unmounted.is_ok_and(|it| it.success()),
            "the small disk stays mounted"
        );
    }
}

/// A text that contains its number and takes up space.
fn text(number: u32) -> String {
    format!("{number} {}", "word ".repeat(6_000))
}

fn write(writer: &mut RunningProgram, number: u32) -> Value {
    let args = json!({ "node": "Counter", "text": text(number) });
    writer
        .say(&json!({ "name": "write_text", "args": args }).to_string())
        .expect("it reads");
    serde_json::from_str(&writer.line().expect("it answers")).expect("in JSON")
}

/// Writes versions 1, 2, … until one is refused; the number of the last one acknowledged.
fn fill(writer: &mut RunningProgram) -> (u32, Value) {
    for number in 1.. {
        assert!(number < 1_000, "a disk of 4 MB takes no 30 MB");
        let answer = write(writer, number);
        if answer["ok"] != true {
            return (number - 1, answer["error"].clone());
        }
        assert_eq!(answer["data"]["version"], number);
    }
    unreachable!("the numbers do not end")
}

fn check(path: &Path, last: u32) {
    let file = StoryFile::open(path);
    assert_eq!(file.integrity(), "ok");
    let written = file.versions("text");
    let numbers: Vec<u32> = written.iter().map(|it| it.0).collect();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
    for (number, data) in written {
        assert!(
            data.to_string().contains(&text(number)),
            "version {number} is whole"
        );
    }
}

#[test]
fn reports_a_full_disk_and_resumes_once_space_is_free() {
    let Some(disk) = SmallDisk::mount() else {
        return;
    };
    let mut writer = disk.harness.start(&["open", FILE, "--json"]);
    let (last, error) = fill(&mut writer);
    assert!(last > 5, "there was room for some: {last}");
    assert_eq!(error["code"], "UNAVAILABLE", "{error}");
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains("disk is full"), "{error}");
    assert!(
        error["hint"]
            .as_str()
            .is_some_and(|it| it.contains("nothing was written")),
        "{error}"
    );
    // Refused again, and still nothing is written.
    assert_eq!(write(&mut writer, last + 1)["error"]["code"], "UNAVAILABLE");
    check(&disk.harness.path(FILE), last);

    disk.free_space();
    for number in last + 1..=last + 3 {
        assert_eq!(write(&mut writer, number)["data"]["version"], number);
    }
    assert_eq!(writer.end(), 0);
    check(&disk.harness.path(FILE), last + 3);
    disk.harness.good(&["check", FILE]);
}

#[test]
fn refuses_to_open_on_a_full_disk_and_loses_nothing() {
    let Some(disk) = SmallDisk::mount() else {
        return;
    };
    let mut writer = disk.harness.start(&["open", FILE, "--json"]);
    let (last, _) = fill(&mut writer);
    writer.kill();
    let more = text(last + 1);
    let words = ["write_text", FILE, "--node", "Counter", "--text", &more];
    let refused = disk.harness.run(&words);
    assert_eq!(refused.code, 6, "{refused:?}");
    assert!(refused.err.contains("the disk is full"), "{}", refused.err);

    disk.free_space();
    disk.harness.good(&["check", FILE]);
    disk.harness.good(&words);
    check(&disk.harness.path(FILE), last + 1);
}
