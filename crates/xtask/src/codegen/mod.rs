//! Files generated from the tools and committed, so that a reviewer sees every change of wording:
//! `docs/reference/tools.md` for readers, `ui/src/generated` for the window.

mod commands;
mod types;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::shell;

/// Writes the files that are out of date.
pub(crate) fn write() -> Result<()> {
    for (path, text) in generated(&listing_of_a_fresh_build()?)? {
        if std::fs::read_to_string(&path).is_ok_and(|it| it == text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Fails if a file differs from what [`write()`] would write for these tools.
pub(crate) fn check(listing: &str) -> Result<()> {
    for (path, text) in generated(listing)? {
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            bail!("{} is not fresh: run `cargo xtask codegen`", path.display());
        }
    }
    Ok(())
}

/// The list of tools, from a program built for this.
pub(crate) fn listing_of_a_fresh_build() -> Result<String> {
    shell::read(shell::cargo().args([
        "run",
        "--quiet",
        "--package",
        "storyteller",
        "--",
        "tools",
        "--json",
    ]))
}

/// The list of tools, from an existing program.
pub(crate) fn listing_of(program: &Path) -> Result<String> {
    shell::read(Command::new(program).args(["tools", "--json"]))
}

fn generated(listing: &str) -> Result<Vec<(PathBuf, String)>> {
    let tools: Vec<Value> =
        serde_json::from_str(listing).context("`storyteller tools --json` is no JSON list")?;
    let root = shell::root();
    Ok(vec![
        (root.join("docs/reference/tools.md"), reference(&tools)),
        (root.join("ui/src/generated/tools.ts"), types::types(&tools)),
        (
            root.join("ui/src/generated/commands.ts"),
            commands::commands(&tools),
        ),
    ])
}

/// The reference of all tools, one section per module.
fn reference(tools: &[Value]) -> String {
    let mut page = String::from(
        "# Tools\n\n\
         Everything Storyteller can do, as one list: a model, a person at a terminal and another \
         program call the same tools.\n\
         Written by `cargo xtask codegen` from the tools themselves; do not edit.\n",
    );
    let mut module = "";
    for tool in tools {
        let word = |key: &str| tool[key].as_str().unwrap_or_default();
        if word("module") != module {
            module = word("module");
            let _ = write!(page, "\n## {module}\n");
        }
        let _ = write!(
            page,
            "\n### `{}`\n\n{}\n\n",
            word("name"),
            word("description")
        );
        let verb = tool["verb"]
            .as_str()
            .map(|it| format!(" · `storyteller {it}`"));
        let shown = if word("audience") == "people" {
            " · never shown to a model"
        } else {
            ""
        };
        let _ = writeln!(
            page,
            "`{module} {}`{} · {}{shown}",
            word("method"),
            verb.unwrap_or_default(),
            word("impact"),
        );
        for (language, divider) in [("english", " · "), ("chinese", "；")] {
            let aliases = tool["aliases"][language].as_array().into_iter().flatten();
            let aliases: Vec<_> = aliases.filter_map(Value::as_str).collect();
            let _ = writeln!(page, "\nFound by: {}", aliases.join(divider));
        }
        fields(&tool["schema"], &mut page);
    }
    page
}

fn fields(schema: &Value, page: &mut String) {
    let Some(properties) = schema["properties"].as_object().filter(|it| !it.is_empty()) else {
        return;
    };
    let required = schema["required"].as_array();
    page.push_str("\n| field | type | |\n|---|---|---|\n");
    for (name, field) in properties {
        let must = required.is_some_and(|it| it.iter().any(|it| it == name));
        let description = field["description"]
            .as_str()
            .unwrap_or_default()
            .replace('\n', " ");
        let _ = writeln!(
            page,
            "| `{name}`{} | {} | {} |",
            if must { "" } else { "?" },
            type_of(field),
            description.replace('|', "\\|"),
        );
    }
}

fn type_of(field: &Value) -> String {
    if let Some(choices) = field["enum"].as_array() {
        let choices = choices
            .iter()
            .filter_map(Value::as_str)
            .map(|it| format!("`{it}`"));
        return choices.collect::<Vec<_>>().join(" ");
    }
    match field["type"].as_str() {
        Some("array") => format!("list of {}", type_of(&field["items"])),
        Some("object") => {
            let names = field["properties"]
                .as_object()
                .into_iter()
                .flat_map(|it| it.keys());
            format!("{{{}}}", names.cloned().collect::<Vec<_>>().join(", "))
        }
        Some(name) => name.to_owned(),
        None => "any".to_owned(),
    }
}
