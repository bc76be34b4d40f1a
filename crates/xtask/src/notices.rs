//! The notices of third parties: the licenses of all that goes into the bundle, as their authors ask
//! for. Enter through [`write`]. Which licenses are allowed at all is checked by the tests and by
//! `deny.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::shell;

/// The programs whose parts are listed.
const PROGRAMS: [&str; 2] = ["storyteller", "window"];

/// Parts that are kept in the repository: name, version, license and folder.
const VENDORED: [[&str; 4]; 2] = [
    ["Noto fonts", "2", "OFL-1.1", "crates/formats/fonts"],
    ["inkjs", "2.4.0", "MIT", "crates/script_player/js/inkjs"],
];

/// Files that hold a license or a notice begin with one of these.
const TEXTS: [&str; 7] = [
    "license",
    "licence",
    "copying",
    "notice",
    "unlicense",
    "copyright",
    "ofl",
];

/// A part made by others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    name: String,
    version: String,
    license: String,
    folder: PathBuf,
}

/// Writes the notices of everything in the bundle; returns the file.
pub(crate) fn write() -> Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let folder = target.unwrap_or_else(|| shell::root().join("target"));
    let file = folder.join("THIRD-PARTY-NOTICES.txt");
    let mut parts = crates()?;
    parts.extend(packages(&shell::root().join("ui"))?);
    parts.extend(vendored());
    fs::create_dir_all(&folder)?;
    fs::write(&file, text(&parts)?)?;
    println!("{}: {} parts", file.display(), parts.len());
    Ok(file)
}

fn vendored() -> impl Iterator<Item = Part> {
    VENDORED
        .into_iter()
        .map(|[name, version, license, folder]| Part {
            name: name.to_owned(),
            version: version.to_owned(),
            license: license.to_owned(),
            folder: shell::root().join(folder),
        })
}

/// The crates that our programs are built from on this system.
fn crates() -> Result<BTreeSet<Part>> {
    let host = shell::read(std::process::Command::new("rustc").arg("-vV"))?;
    let host = host.lines().find_map(|it| it.strip_prefix("host: "));
    let host = host.context("rustc names no host")?;
    let words = [
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
    ];
    let metadata = shell::read(shell::cargo().args(words).arg(host))?;
    crates_in(&serde_json::from_str(&metadata)?)
}

fn crates_in(metadata: &Value) -> Result<BTreeSet<Part>> {
    let by_id = |list: &Value| -> BTreeMap<String, Value> {
        let items = list.as_array().into_iter().flatten();
        items.map(|it| (word(&it["id"]), it.clone())).collect()
    };
    let packages = by_id(&metadata["packages"]);
    let nodes = by_id(&metadata["resolve"]["nodes"]);
    let is_program = |it: &&Value| PROGRAMS.contains(&it["name"].as_str().unwrap_or_default());
    let mut waiting: Vec<String> = packages
        .values()
        .filter(is_program)
        .map(|it| word(&it["id"]))
        .collect();
    ensure!(waiting.len() == PROGRAMS.len(), "a program is missing");
    let mut seen = BTreeSet::new();
    let mut parts = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let node = nodes.get(&id).context("a crate is not resolved")?;
        for dependency in node["deps"].as_array().into_iter().flatten() {
            let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            // What only builds or tests a crate is not in the bundle.
            if kinds.any(|it| it["kind"].is_null()) {
                waiting.push(word(&dependency["pkg"]));
            }
        }
        let package = packages.get(&id).context("a crate is not described")?;
        // Our own crates come from no registry.
        if package["source"].is_string() {
            let manifest = PathBuf::from(word(&package["manifest_path"]));
            parts.insert(Part {
                name: word(&package["name"]),
                version: word(&package["version"]),
                license: word(&package["license"]),
                folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
            });
        }
    }
    Ok(parts)
}

/// The packages of npm that are in the page.
fn packages(ui: &Path) -> Result<Vec<Part>> {
    let lock = fs::read_to_string(ui.join("package-lock.json"))?;
    let lock: Value = serde_json::from_str(&lock)?;
    let listed = lock["packages"]
        .as_object()
        .context("no packages are locked")?;
    let mut parts = Vec::new();
    for (place, package) in listed {
        let name = place.rsplit("node_modules/").next().unwrap_or_default();
        let is_used = package["dev"] != true && package["devOptional"] != true;
        // A package for another system is locked too, but not installed.
        if place.is_empty() || !is_used || !ui.join(place).is_dir() {
            continue;
        }
        parts.push(Part {
            name: name.to_owned(),
            version: word(&package["version"]),
            license: word(&package["license"]),
            folder: ui.join(place),
        });
    }
    Ok(parts)
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The notices: a list of all parts, then every text once with the parts it belongs to.
fn text(parts: &BTreeSet<Part>) -> Result<String> {
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts {
        let Part {
            name,
            version,
            license,
            folder,
        } = part;
        let found = license_texts(folder)?;
        let note = match found.is_empty() {
            true => " (comes without a text)",
            false => "",
        };
        list.push_str(&format!("{name} {version}: {license}{note}\n"));
        for text in found {
            let owners = texts.entry(text).or_default();
            owners.push(format!("{name} {version}"));
        }
    }
    let mut all = format!("Storyteller contains parts made by others:\n\n{list}");
    for (text, owners) in texts {
        let line = "-".repeat(78);
        all.push_str(&format!(
            "\n{line}\n{}\n{line}\n\n{text}\n",
            owners.join(", ")
        ));
    }
    Ok(all)
}

/// The texts of licenses and notices in a part's folder, in the order of their names.
fn license_texts(folder: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .map(|it| it.map(|it| it.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|it| {
        let name = it
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        it.is_file() && TEXTS.iter().any(|text| name.starts_with(text)) && !name.ends_with(".rs")
    });
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let text = fs::read(&file)?;
        let text = String::from_utf8_lossy(&text).replace('\r', "");
        texts.push(text.trim().to_owned());
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn vendored_packages_have_license_notices() {
        for part in vendored() {
            assert!(!license_texts(&part.folder).unwrap().is_empty(), "{part:?}");
        }
    }

    #[test]
    fn each_license_text_is_listed_once_with_its_packages() {
        let folder = std::env::temp_dir().join(format!("notices-{}", std::process::id()));
        let mut parts = BTreeSet::new();
        for (name, text) in [
            ("one", Some("MIT text")),
            ("two", Some("MIT text")),
            ("three", None),
        ] {
            let place = folder.join(name);
            fs::create_dir_all(&place).unwrap();
            if let Some(text) = text {
                fs::write(place.join("LICENSE-MIT"), text).unwrap();
            }
            fs::write(place.join("licenses.rs"), "code").unwrap();
            parts.insert(Part {
                name: name.to_owned(),
                version: "1.0.0".to_owned(),
                license: "MIT".to_owned(),
                folder: place,
            });
        }
        let text = text(&parts).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text.matches("MIT text").count(), 1, "{text}");
        assert!(text.contains("one 1.0.0, two 1.0.0\n"), "{text}");
        assert!(
            text.contains("three 1.0.0: MIT (comes without a text)"),
            "{text}"
        );
        assert!(!text.contains("code"), "{text}");
    }

    #[test]
    fn packages_in_our_programs_have_license_notices() {
        let parts = crates().unwrap();
        let named = |name: &str| parts.iter().find(|it| it.name == name);
        let sqlite = named("rusqlite").expect("it is in the program");
        assert_eq!(sqlite.license, "MIT");
        assert!(!license_texts(&sqlite.folder).unwrap().is_empty());
        assert!(named("proptest").is_none(), "only tests use it");
        assert!(parts.iter().all(|it| !it.license.is_empty()));
    }

    #[test]
    fn lists_only_packages_built_into_a_program() {
        let package = |name: &str, source: Value| {
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": "MIT",
                "source": source, "manifest_path": format!("/x/{name}/Cargo.toml"),
            })
        };
        let needs =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let registry = json!("registry");
        let metadata = json!({
            "packages": [
                package("storyteller", Value::Null),
                package("window", Value::Null),
                package("used", registry.clone()),
                package("used-by-used", registry.clone()),
                package("builds", registry.clone()),
                package("tests", registry),
            ],
            "resolve": { "nodes": [
                { "id": "storyteller", "deps": [needs("used", Value::Null), needs("tests", json!("dev"))] },
                { "id": "window", "deps": [needs("builds", json!("build"))] },
                { "id": "used", "deps": [needs("used-by-used", Value::Null)] },
                { "id": "used-by-used", "deps": [] },
            ] },
        });
        let parts = crates_in(&metadata).unwrap();
        let names: Vec<_> = parts.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["used", "used-by-used"]);
    }
}
