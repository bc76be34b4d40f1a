//! The plugin as a client meets it: started as a program, and asked line by line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

#[test]
fn it_lists_its_tools_and_answers_with_data() {
    let mut plugin = Command::new(env!("CARGO_BIN_EXE_rhymes"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = plugin.stdin.take().expect("an input");
    let mut lines = BufReader::new(plugin.stdout.take().expect("an output")).lines();
    let mut say = |message: Value| writeln!(input, "{message}").expect("it reads");
    let mut hear = || -> Value {
        let line = lines.next().expect("a line").expect("it can be read");
        serde_json::from_str(&line).expect("JSON")
    };
    let about = json!({
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    say(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about }));
    assert!(hear()["result"]["capabilities"]["tools"].is_object());
    say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    say(json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }));
    let listed = hear();
    let tools = listed["result"]["tools"].as_array().expect("tools");
    let names: Vec<_> = tools.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["count_syllables", "find_rhymes"]);
    assert!(tools.iter().all(|it| it["outputSchema"].is_object()));
    let call = json!({ "name": "find_rhymes", "arguments": { "word": "sea", "texts": ["Tea and a key."] } });
    say(json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call }));
    let answer = hear();
    let rhymes = &answer["result"]["structuredContent"]["rhymes"];
    assert_eq!(*rhymes, json!(["tea"]), "{answer}");
    drop(input);
    assert!(plugin.wait().expect("it ends").success());
}
