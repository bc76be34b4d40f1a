//! Writes the settings file, and keeps a person's comments and order in it.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table};

use super::{Settings, SettingsError};

impl Settings {
    /// The settings of this folder with a change applied; nothing is written yet.
    pub fn change(folder: &Path, change: impl FnOnce(&mut Self)) -> Result<Self, SettingsError> {
        let mut settings = Self::load(folder)?;
        change(&mut settings);
        Ok(settings)
    }

    /// Saves the settings in this folder. Changes only what differs from the file.
    pub fn save(&self, folder: &Path) -> Result<(), SettingsError> {
        let path = folder.join("settings.toml");
        let io = |source| SettingsError::Io {
            path: path.clone(),
            source,
        };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(source) => return Err(io(source)),
        };
        let malformed = |why: String| SettingsError::Malformed {
            path: path.clone(),
            why,
        };
        let mut document: DocumentMut = text
            .parse()
            .map_err(|error: toml_edit::TomlError| malformed(error.message().to_owned()))?;
        let wanted = toml::to_string(self).map_err(|error| malformed(error.to_string()))?;
        let wanted: DocumentMut = wanted
            .parse()
            .map_err(|error: toml_edit::TomlError| malformed(error.message().to_owned()))?;
        merge_into(document.as_table_mut(), wanted.as_table());
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(folder)?;
            let mut beside = tempfile::NamedTempFile::new_in(folder)?;
            beside.write_all(document.to_string().as_bytes())?;
            beside.persist(&path)?;
            Ok(())
        };
        write().map_err(io)
    }
}

/// Updates a table to equal another, leaving equal entries untouched.
fn merge_into(table: &mut Table, wanted: &Table) {
    let gone: Vec<String> = table
        .iter()
        .map(|(key, _)| key.to_owned())
        .filter(|it| !wanted.contains_key(it))
        .collect();
    for key in gone {
        table.remove(&key);
    }
    for (key, item) in wanted {
        match (table.get_mut(key), item) {
            (Some(Item::Table(old)), Item::Table(new)) => merge_into(old, new),
            (Some(old), new) if display_value(old) == display_value(new) => {}
            (Some(Item::Value(old)), Item::Value(new)) => {
                let around = old.decor().clone();
                *old = new.clone();
                *old.decor_mut() = around;
            }
            _ => {
                table.insert(key, item.clone());
            }
        }
    }
}

/// The value of an item, without surrounding whitespace and comments.
fn display_value(item: &Item) -> String {
    item.to_string().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_comments_in_the_settings_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let text = "# mine\nmodel = \"home:qwen\" # at home\n\n[providers.home]\nbase_url = \"http://h/v1\"\n";
        std::fs::write(&path, text).unwrap();
        let changed = Settings::change(folder.path(), |it| it.model = "home:llama".into()).unwrap();
        changed.save(folder.path()).unwrap();
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(
            kept.contains("# mine\nmodel = \"home:llama\" # at home"),
            "{kept}"
        );
        assert_eq!(Settings::load(folder.path()).unwrap(), changed);
        changed.save(folder.path()).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
    }

    #[test]
    fn does_not_overwrite_unreadable_settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, "model = ").unwrap();
        assert!(Settings::default().save(folder.path()).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "model = ");
    }
}
