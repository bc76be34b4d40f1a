//! Instructions to the assistant, each with what must be true of the story afterwards: the data in
//! `tests/instructions`, one file a language, and how it is read and checked. Used by the tests and by
//! `cargo xtask try-model`, which run the instructions in their own ways. A file holds
//!
//! - `story`: the calls that make the story each job begins with, as `[tool, arguments]`
//! - `jobs`, each with
//!   - `say`: the instructions, one after the other in one conversation
//!   - `node`: the node that is open, by its title
//!   - `builtin`: whether the built-in reader of plain commands can do it; if not, it must leave the
//!     story alone
//!   - `calls`: for each instruction, the calls of a model that does it right
//!   - `checks`: calls whose answer has a value `at` a JSON pointer that `is` a value, `has` or `lacks`
//!     it: a part of a text, of an object, or an item of a list
//!   - `answer`: words that the last answer must hold

use std::path::Path;

use serde_json::Value;

/// The instructions of one language, by the name of the file.
pub(crate) struct InstructionSet {
    pub(crate) language: String,
    data: Value,
}

/// One job of a set.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a>(&'a Value);

/// A call: a tool and its arguments.
pub(crate) type Call<'a> = (&'a str, &'a Value);

/// Reads all sets under the root of the repository.
pub(crate) fn read_sets(root: &Path) -> Result<Vec<InstructionSet>, String> {
    let folder = root.join("tests/instructions");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let mut sets = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(|it| failed(&it))? {
        let path = entry.map_err(|it| failed(&it))?.path();
        if path.extension().is_none_or(|it| it != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|it| failed(&it))?;
        let language = path.file_stem().unwrap_or_default();
        sets.push(InstructionSet {
            language: language.to_string_lossy().into_owned(),
            data: serde_json::from_str(&text)
                .map_err(|error| format!("{}: {error}", path.display()))?,
        });
    }
    sets.sort_by(|one, other| one.language.cmp(&other.language));
    Ok(sets)
}

impl InstructionSet {
    /// The calls that make the story.
    pub(crate) fn story(&self) -> Vec<Call<'_>> {
        calls(&self.data["story"])
    }

    pub(crate) fn jobs(&self) -> impl Iterator<Item = Job<'_>> {
        items(&self.data["jobs"]).map(Job)
    }
}

impl<'a> Job<'a> {
    pub(crate) fn instructions(self) -> impl Iterator<Item = &'a str> {
        items(&self.0["say"]).filter_map(Value::as_str)
    }

    /// Words that its last answer must hold.
    pub(crate) fn answer(self) -> Vec<&'a str> {
        items(&self.0["answer"]).filter_map(Value::as_str).collect()
    }

    /// Whether the built-in reader can do it.
    pub(crate) fn is_for_the_built_in_reader(self) -> bool {
        self.0["builtin"] == true
    }

    /// For each instruction, the calls of a model that does it right.
    pub(crate) fn calls(self) -> Vec<Vec<Call<'a>>> {
        items(&self.0["calls"]).map(calls).collect()
    }

    /// The node that is open, by its title.
    pub(crate) fn node(self) -> Option<&'a str> {
        self.0["node"].as_str()
    }

    /// What is wrong after it was done: with the last answer, and with the story, which `call` reads.
    pub(crate) fn problems(
        self,
        answer: &str,
        call: &mut dyn FnMut(Call<'_>) -> Result<Value, String>,
    ) -> Vec<String> {
        let mut problems = Vec::new();
        for words in self.answer() {
            if !answer.contains(words) {
                problems.push(format!("the answer lacks {words:?}: {answer}"));
            }
        }
        for check in items(&self.0["checks"]) {
            let name = check["call"].as_str().unwrap_or_default();
            match call((name, &check["args"])) {
                Err(error) => problems.push(format!("{name} {}: {error}", check["args"])),
                Ok(data) => problems.extend(problem(check, &data)),
            }
        }
        problems
    }
}

/// What a check finds wrong in the answer of its call.
fn problem(check: &Value, data: &Value) -> Option<String> {
    let at = check["at"].as_str().unwrap_or_default();
    let found = data.pointer(at).unwrap_or(&Value::Null);
    let (how, wanted, holds) = match check.as_object()? {
        it if it.contains_key("is") => ("is", &it["is"], *found == it["is"]),
        it if it.contains_key("has") => ("has", &it["has"], has(found, &it["has"])),
        it if it.contains_key("lacks") => ("lacks", &it["lacks"], !has(found, &it["lacks"])),
        _ => return Some(format!("a check without a condition: {check}")),
    };
    let (call, args) = (&check["call"], &check["args"]);
    (!holds).then(|| format!("{call} {args} {at}: not so: {how} {wanted}: {found}"))
}

/// Whether a text holds another, or a list an item that is like this one.
fn has(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::String(text), Value::String(part)) => text.contains(part),
        (Value::Array(items), _) => items.iter().any(|it| is_like(it, wanted)),
        _ => false,
    }
}

/// Whether a value has at least what another has.
fn is_like(value: &Value, wanted: &Value) -> bool {
    match (value, wanted) {
        (Value::Object(value), Value::Object(wanted)) => wanted
            .iter()
            .all(|(key, wanted)| value.get(key).is_some_and(|it| is_like(it, wanted))),
        _ => value == wanted,
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Calls that are written as `[tool, arguments]`.
fn calls(value: &Value) -> Vec<Call<'_>> {
    let calls = items(value).filter_map(|it| Some((it.get(0)?.as_str()?, it.get(1)?)));
    calls.collect()
}
