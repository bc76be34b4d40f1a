//! Runs third-party programs on exported files: the Node and Python scripts in `tests/outside`, and
//! installed programs. A missing program fails the test with a message on how to install it.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A temporary folder with these files.
pub(crate) fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).expect("a file for the test");
    }
    folder
}

/// The output of a program; fails the test if the program is missing or reports an error.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> String {
    let ran = command.output();
    let ran = ran.unwrap_or_else(|error| {
        panic!("{command:?} does not start ({error}): run `cargo xtask test`, which installs it")
    });
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success(),
        "{command:?} refused:\n{out}\n{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    out
}

/// Runs a script in `tests/outside` with Node.
#[track_caller]
pub(crate) fn node(script: &str, folder: &Path, arguments: &[&str]) -> String {
    let scripts = root().join("tests/outside");
    assert!(
        scripts.join("node_modules").exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    run(Command::new("node")
        .arg(scripts.join(script))
        .args(arguments)
        .current_dir(folder))
}

/// Runs a script in `tests/outside` with Python.
#[track_caller]
pub(crate) fn python(script: &str, folder: &Path, arguments: &[&str]) -> String {
    let python = root().join("target/outside/bin/python");
    assert!(
        python.exists(),
        "target/outside is missing: run `cargo xtask test`, which installs it"
    );
    run(Command::new(python)
        .arg(root().join("tests/outside").join(script))
        .args(arguments)
        .current_dir(folder))
}

/// Validates an EPUB file with epubcheck; warnings fail the test too. It runs for seconds only, so the
/// optimising compiler of the virtual machine would cost more than it saves.
#[track_caller]
pub(crate) fn epubcheck(folder: &Path, name: &str) {
    run(Command::new("java")
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"])
        .args(["-jar", "/usr/share/java/epubcheck.jar"])
        .args(["--failonwarnings", name])
        .current_dir(folder));
}

/// An installed font with Chinese glyphs, of the weight `Regular` or `Bold`.
pub(crate) fn chinese_font(weight: &str) -> crate::FontFile {
    let name = format!("opentype/noto/NotoSerifCJK-{weight}.ttc");
    crate::FontFile {
        index: 2,
        ..system_font(&name)
    }
}

/// An installed font, by its place among them.
pub(crate) fn system_font(name: &str) -> crate::FontFile {
    let path = format!("/usr/share/fonts/{name}");
    let bytes = std::fs::read(&path);
    let bytes = bytes.unwrap_or_else(|error| {
        panic!("{path}: {error}: run `cargo xtask test`, which installs it")
    });
    crate::FontFile {
        bytes: std::sync::Arc::new(bytes),
        index: 0,
    }
}

/// What python-docx reads of a document.
pub(crate) fn read_docx(bytes: &[u8]) -> serde_json::Value {
    let folder = folder_with(&[("story.docx", bytes)]);
    let read = python("read_docx.py", folder.path(), &["story.docx"]);
    serde_json::from_str(&read).unwrap()
}

/// The paragraphs of such a document, each behind the name of its style.
pub(crate) fn paragraphs(read: &serde_json::Value) -> Vec<String> {
    let paragraphs = read["paragraphs"].as_array().unwrap().iter();
    let words = |it: &serde_json::Value| it.as_str().unwrap().to_owned();
    paragraphs
        .map(|it| format!("{}: {}", words(&it[0]), words(&it[1])))
        .collect()
}
