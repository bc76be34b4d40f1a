//! The process's environment, read once and passed on as a value, so that tests have their own.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Environment variables by name, and the system's language.
#[derive(Clone, Default)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    /// As a BCP 47 tag, where the system names one.
    locale: Option<String>,
}

impl std::fmt::Debug for Environment {
    /// Names only: values may be keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.variables.keys()).finish()
    }
}

impl Environment {
    /// The variables of this process; one whose value is no Unicode counts as unset.
    pub fn from_process_environment() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self {
            variables: std::env::vars_os().filter_map(text).collect(),
            locale: sys_locale::get_locale(),
        }
    }

    /// An environment of one's own.
    pub fn of<const N: usize>(variables: [(&str, &str); N]) -> Self {
        let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            variables: owned.into(),
            locale: None,
        }
    }

    /// The value of a variable that is set to something.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables
            .get(name)
            .map(String::as_str)
            .filter(|it| !it.is_empty())
    }

    /// The value of the first of these that is set.
    pub fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|it| self.get(it))
    }

    /// The same where the system's language is this one, as a BCP 47 tag.
    pub fn in_locale(self, locale: &str) -> Self {
        Self {
            locale: Some(locale.to_owned()),
            ..self
        }
    }

    /// The system's language as a BCP 47 tag, where it names one.
    pub fn locale(&self) -> Option<&str> {
        self.locale.as_deref()
    }

    /// The folder that holds settings, keys and the prompt's history: `STORYTELLER_CONFIG`, else
    /// the place the system has for it. `None` on a system without homes.
    pub fn config_folder(&self) -> Option<PathBuf> {
        self.get("STORYTELLER_CONFIG")
            .map(PathBuf::from)
            .or_else(|| {
                let folders = directories::ProjectDirs::from("", "", "storyteller")?;
                Some(folders.config_dir().to_owned())
            })
    }

    /// The folder that new stories are put into: `STORYTELLER_STORIES`, else one of their own among
    /// the person's documents. `None` on a system without homes.
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
