//! The process's environment, read once and passed on as a value, so that tests can have their own.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Environment variables by name, and the system's language.
#[derive(Clone, Default)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    /// As a BCP 47 tag, if the system has one.
    locale: Option<String>,
}

impl std::fmt::Debug for Environment {
    /// Names only: values may be keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.variables.keys()).finish()
    }
}

impl Environment {
    /// The variables of this process; a value that is not Unicode counts as unset.
    pub fn from_process_environment() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self {
            variables: std::env::vars_os().filter_map(text).collect(),
            locale: sys_locale::get_locale(),
        }
    }

    /// A custom environment.
    pub fn of<const N: usize>(variables: [(&str, &str); N]) -> Self {
        let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            variables: owned.into(),
            locale: None,
        }
    }

    /// The value of a variable, if it is set and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables
            .get(name)
            .map(String::as_str)
            .filter(|it| !it.is_empty())
    }

    /// The value of the first variable that is set.
    pub fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|it| self.get(it))
    }

    /// The same environment with another system language, as a BCP 47 tag.
    pub fn in_locale(self, locale: &str) -> Self {
        Self {
            locale: Some(locale.to_owned()),
            ..self
        }
    }

    /// The system's language as a BCP 47 tag, if there is one.
    pub fn locale(&self) -> Option<&str> {
        self.locale.as_deref()
    }

    /// The folder for settings, keys and the prompt's history: `STORYTELLER_CONFIG`, else the
    /// system's configuration folder. `None` on a system without home folders.
    pub fn config_folder(&self) -> Option<PathBuf> {
        self.get("STORYTELLER_CONFIG")
            .map(PathBuf::from)
            .or_else(|| {
                let folders = directories::ProjectDirs::from("", "", "storyteller")?;
                Some(folders.config_dir().to_owned())
            })
    }

    /// The folder for new stories: `STORYTELLER_STORIES`, else a folder in the person's documents.
    /// `None` on a system without home folders.
    pub fn stories_folder(&self) -> Option<PathBuf> {
        self.get("STORYTELLER_STORIES")
            .map(PathBuf::from)
            .or_else(|| {
                let person = directories::UserDirs::new()?;
                let documents = person.document_dir().unwrap_or(person.home_dir());
                Some(documents.join("Storyteller"))
            })
    }
}
