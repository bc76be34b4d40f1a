//! Declarations above the first knot that a story needs when a file is added to it: constants, lists
//! and external functions. Variables become effects when a file is read.

use std::collections::HashSet;

use serde_json::Value;

use super::syntax::{is_name_character, without_comments};

/// Adds the declarations that a story lacks to what it keeps of its first file.
pub(crate) fn add_declarations(kept: &mut Value, added: &Value) {
    let own: Vec<String> = tops(kept).map(without_comments).collect();
    let own = own.iter().flat_map(|it| it.lines());
    let mut known: HashSet<String> = own.filter_map(declared).map(str::to_owned).collect();
    let mut new = String::new();
    for top in tops(added) {
        let plain = without_comments(top);
        for (line, plain) in top.lines().zip(plain.lines()) {
            let name = declared(plain).filter(|_| !plain.trim_start().starts_with("VAR "));
            if name.is_some_and(|it| known.insert(it.to_owned())) {
                new.push_str(line);
                new.push('\n');
            }
        }
    }
    let top = kept.pointer("/files/0/top").and_then(Value::as_str);
    if let Some(top) = top.filter(|_| !new.is_empty()) {
        let all = [&new, top].concat();
        kept["files"][0]["top"] = all.into();
    }
}

/// What stands above the first knot of each file of the story.
fn tops(kept: &Value) -> impl Iterator<Item = &str> {
    let files = kept["files"].as_array().into_iter().flatten();
    files
        .filter(|it| it["unused"] != true)
        .filter_map(|it| it["top"].as_str())
}

/// The name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let name = ["VAR ", "CONST ", "LIST ", "EXTERNAL "]
        .iter()
        .find_map(|it| line.strip_prefix(it))?
        .trim_start();
    let end = name.find(|it| !is_name_character(it)).unwrap_or(name.len());
    Some(&name[..end]).filter(|it| !it.is_empty())
}
