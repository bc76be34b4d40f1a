//! Addresses in a story's texts, placed there by a manipulated model: no file that the program
//! writes requests them when opened, and writing the file does not request them either.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use super::HERO;
use crate::support::cli::TestHarness;
use crate::support::root;
use crate::wires::python;

/// Records who sends a request, and answers with nothing.
struct ListeningServer {
    address: String,
    received: Receiver<String>,
}

impl ListeningServer {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (sender, received) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut head = [0; 512];
                let read = stream.read(&mut head).unwrap_or_default();
                let line = String::from_utf8_lossy(&head[..read]);
                let path = line.split(' ').nth(1).unwrap_or("nothing").to_owned();
                // A client that does not wait for the answer has sent a request all the same.
                let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
                if sender.send(path).is_err() {
                    return;
                }
            }
        });
        Self { address, received }
    }

    fn paths(&self) -> BTreeSet<String> {
        self.received.try_iter().collect()
    }

    /// Every known way by which a text can make its reader request an address.
    fn tracking_links(&self, place: &str) -> String {
        let at = format!("{}/{place}", self.address);
        format!(
            "![x]({at}/1) <img src=\"{at}/2\"> <img srcset='{at}/3 2x'> <script src=\"{at}/4\"></script> \
             <link rel=stylesheet href={at}/5> <style>@import url({at}/6);</style> \
             <svg><image href=\"{at}/7\"/></svg> <iframe src=\"{at}/8\"></iframe> \
             <p style=\"background:url({at}/9)\"> <video poster=\"{at}/10\"> [img[{at}/11]] \
             <meta http-equiv=refresh content=\"0;url={at}/12\"> \"><img src={at}/13>"
        )
    }
}

fn open(files: &[PathBuf]) {
    let ran = Command::new("node")
        .arg(root().join("tests/outside/open_files.js"))
        .args(files)
        .output()
        .expect("node runs");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files_in(&path)),
            false => found.push(path),
        }
    }
    found
}

fn unpacked(file: &Path) -> Vec<PathBuf> {
    let folder = file.with_extension("parts");
    let ran = Command::new(python())
        .arg(root().join("tests/outside/unpack.py"))
        .args([file, &folder])
        .status()
        .expect("Python runs");
    assert!(ran.success());
    files_in(&folder)
}

/// A story whose texts contain all of them.
fn story_with_tracking_links(harness: &TestHarness, server: &ListeningServer) {
    let call = |tool: &str, input: Value| {
        let words = [tool, "demo.story", "--input", "-"];
        let ran = harness.run_with_input(&words, input.to_string().as_bytes());
        assert_eq!(ran.code, 0, "{tool}: {}{}", ran.out, ran.err);
    };
    let text = server.tracking_links("text");
    call("write_text", json!({ "node": HERO, "text": text }));
    call("set_start", json!({ "node": HERO }));
    let items = json!([{ "k": "<img src=x>", "v": server.tracking_links("value") }]);
    call("update_node_kv", json!({ "node": HERO, "items": items }));
    let beyond = server.tracking_links("title");
    let beyond: String = beyond.chars().take(190).collect();
    call(
        "create_node",
        json!({ "title": beyond, "kind": "scene", "text": text }),
    );
    let lure = format!("<img src={}/label>", server.address);
    call(
        "link_nodes",
        json!({ "from": HERO, "to": beyond, "label": lure }),
    );
    call("rename_story", json!({ "title": lure }));
}

#[test]
fn at_9_exported_files_request_no_address_found_in_text() {
    let (harness, server) = (TestHarness::with_story(), ListeningServer::new());
    let control = harness.path("control.html");
    std::fs::write(&control, format!("<img src={}/control>", server.address)).unwrap();
    open(&[control]);
    assert!(server.paths().contains("/control"), "what asks is heard");

    story_with_tracking_links(&harness, &server);
    let formats = harness.data(&["list_formats", "demo.story"]);
    let mut pages = Vec::new();
    let mut seen = BTreeSet::new();
    for format in formats["exports"].as_array().unwrap() {
        let name = format["format"].as_str().unwrap();
        let file = harness.path(&format!(
            "{name}.{}",
            format["extensions"][0].as_str().unwrap()
        ));
        let path = file.to_str().unwrap();
        harness.good(&["export", "demo.story", "--format", name, "--output", path]);
        let parts = match file.extension().and_then(|it| it.to_str()) {
            Some("epub" | "docx" | "pdf" | "zip") => unpacked(&file),
            _ => vec![file],
        };
        for part in parts {
            let bytes = std::fs::read(&part).unwrap();
            let holds = |word: &str| bytes.windows(word.len()).any(|it| it == word.as_bytes());
            if name == "docx" {
                assert!(!holds("TargetMode=\"External\""), "{}", part.display());
            }
            if name == "pdf" {
                let deeds = [
                    "/URI",
                    "/Launch",
                    "/JavaScript",
                    "/GoToR",
                    "/SubmitForm",
                    "/RichMedia",
                ];
                let found: Vec<_> = deeds.into_iter().filter(|it| holds(it)).collect();
                assert!(found.is_empty(), "{}: {found:?}", part.display());
                seen.extend(holds("/Page").then_some("a page of the PDF"));
            }
            let kind = part.extension().and_then(|it| it.to_str());
            if kind.is_some_and(|it| ["html", "xhtml", "svg", "css"].contains(&it)) {
                let lured = holds("127.0.0.1");
                seen.extend(lured.then_some(name).map(|it| match it {
                    "play" => "the playable page",
                    "svg" => "the picture of the graph",
                    it if it.starts_with("epub") => "a book",
                    _ => "another",
                }));
                pages.push(part);
            }
        }
    }
    assert_eq!(server.paths(), BTreeSet::new(), "while it was written");
    for wanted in [
        "the playable page",
        "the picture of the graph",
        "a book",
        "a page of the PDF",
    ] {
        assert!(seen.contains(wanted), "{wanted} is not among {seen:?}");
    }
    open(&pages);
    assert_eq!(server.paths(), BTreeSet::new(), "when it was opened");
}
