//! `bundle --mcpb`: the program as one file that desktop assistants install, made and checked by the
//! official tool of that format.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::{native, notices, reference_programs, shell, ui};

const PROGRAM: &str = "storyteller";

/// Builds the program for this system and packs it. `--debug`: faster to build.
pub(crate) fn pack(words: &[&str]) -> Result<()> {
    let is_debug = words.contains(&"--debug");
    reference_programs::install_node()?;
    ui::build()?;
    let (profile, more): (_, &[&str]) = match is_debug {
        true => ("debug", &[]),
        false => ("release", &["--release"]),
    };
    native::build_with(PROGRAM, more)?;
    let program = native::program(PROGRAM, profile);
    let target = program.ancestors().nth(2).context("no target folder")?;
    let folder = target.join("mcpb");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(folder.join("server"))?;
    let name = program.file_name().context("the program has a name")?;
    copy(&program, &folder.join("server").join(name))?;
    copy(&notices::write()?, &folder.join("THIRD-PARTY-NOTICES.txt"))?;
    let root = shell::root();
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root.join(file), &folder.join(file))?;
    }
    copy(
        &root.join("src-tauri/icons/icon.png"),
        &folder.join("icon.png"),
    )?;
    let manifest = manifest(&std::fs::read_to_string(
        root.join("crates/mcp/bundle/manifest.json"),
    )?)?;
    std::fs::write(
        folder.join("manifest.json"),
        serde_json::to_string_pretty(&manifest)?,
    )?;
    let packed = target.join(format!(
        "storyteller-{}-{}.mcpb",
        env!("CARGO_PKG_VERSION"),
        platform()
    ));
    let tool = root.join("tests/outside/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    shell::run(ui::node()?.arg(tool).arg("pack").arg(&folder).arg(&packed))?;
    println!("{}", packed.display());
    Ok(())
}

/// The manifest with this version, for this system.
fn manifest(template: &str) -> Result<Value> {
    let mut manifest: Value = serde_json::from_str(template)?;
    manifest["version"] = json!(env!("CARGO_PKG_VERSION"));
    manifest["compatibility"]["platforms"] = json!([platform()]);
    let server = format!("server/{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    manifest["server"]["mcp_config"]["command"] = json!(format!("${{__dirname}}/{server}"));
    manifest["server"]["entry_point"] = json!(server);
    Ok(manifest)
}

/// This system, as the format calls it.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}
