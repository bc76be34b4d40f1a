//! The list of stories that were opened here, stored beside the settings: `recent.json`. A list
//! that cannot be read counts as empty; it contains nothing that is not in the stories themselves.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use model::{Timestamp, World as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{StoryInfo, StoryKey, Workspace, lock_recovering};
use crate::Failure;
use crate::RealWorld;

/// How many stories are remembered.
const MAX_RECENT: usize = 20;

/// A story that was opened here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recent {
    /// Its key.
    pub story: StoryKey,
    /// Its title, as it was last seen.
    pub title: String,
    /// Its file.
    pub path: PathBuf,
    /// When it was last opened.
    pub opened: Timestamp,
    /// Whether nobody has closed it since.
    #[serde(default)]
    pub left_open: bool,
    /// Whether its file is not there now.
    #[serde(default, skip_deserializing)]
    pub missing: bool,
}

/// The list and its file.
pub(super) struct Recents {
    file: Option<PathBuf>,
    list: Mutex<Vec<Recent>>,
}

impl Recents {
    /// The list of a folder; without a folder, it is kept in memory only.
    pub(super) fn in_folder(folder: Option<&Path>) -> Self {
        Self {
            file: folder.map(|it| it.join("recent.json")),
            list: Mutex::default(),
        }
    }

    /// The current list, newest first.
    pub(super) fn list(&self) -> Vec<Recent> {
        let mut list = self.read();
        for it in &mut list {
            it.missing = !it.path.is_file();
        }
        list
    }

    pub(super) fn path_of(&self, story: &str) -> Option<PathBuf> {
        self.read()
            .into_iter()
            .find(|it| it.story == story)
            .map(|it| it.path)
    }

    /// The existing stories that nobody closed, newest first.
    pub(super) fn left_open(&self) -> Vec<Recent> {
        let mut list = self.list();
        list.retain(|it| it.left_open && !it.missing);
        list
    }

    /// Puts a story at the top, as open.
    pub(super) fn record_opened(&self, named: &StoryInfo) -> Result<(), Failure> {
        self.put(named, true)
    }

    /// Puts a story at the top, as not open.
    pub(super) fn remember(&self, named: &StoryInfo) -> Result<(), Failure> {
        self.put(named, false)
    }

    fn put(&self, named: &StoryInfo, left_open: bool) -> Result<(), Failure> {
        let path = named.path.canonicalize();
        let recent = Recent {
            story: named.story.clone(),
            title: named.title.clone(),
            path: path.unwrap_or_else(|_| named.path.clone()),
            opened: RealWorld.now(),
            left_open,
            missing: false,
        };
        self.change(|list| {
            list.retain(|it| it.story != recent.story);
            list.insert(0, recent);
            list.truncate(MAX_RECENT);
        })
    }

    pub(super) fn record_closed(&self, story: &str) -> Result<(), Failure> {
        self.change(|list| {
            for it in list.iter_mut().filter(|it| it.story == story) {
                it.left_open = false;
            }
        })
    }

    pub(super) fn forget(&self, story: &str) -> Result<(), Failure> {
        self.change(|list| list.retain(|it| it.story != story))
    }

    fn read(&self) -> Vec<Recent> {
        let Some(file) = &self.file else {
            return lock_recovering(&self.list).clone();
        };
        let text = std::fs::read_to_string(file).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Reads, changes and writes the list; another program may have written it meanwhile.
    fn change(&self, change: impl FnOnce(&mut Vec<Recent>)) -> Result<(), Failure> {
        let mut list = lock_recovering(&self.list);
        if self.file.is_some() {
            *list = self.read();
        }
        change(&mut list);
        match &self.file {
            Some(file) => {
                write(file, &list).map_err(|error| Failure::file("cannot write", file, &error))
            }
            None => Ok(()),
        }
    }
}

/// Written to a temporary file and then renamed, so the list is never incomplete.
fn write(file: &Path, list: &[Recent]) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(&serde_json::to_vec_pretty(list)?)?;
    beside.persist(file)?;
    Ok(())
}

impl Workspace {
    /// The stories that were open when the program exited, newest first.
    pub fn left_open(&self) -> Vec<Recent> {
        self.0.recents.left_open()
    }

    /// The stories that were opened here, newest first.
    pub fn recent(&self) -> Vec<Recent> {
        self.0.recents.list()
    }

    /// Removes a story from the list; its file stays.
    pub fn forget(&self, story: &str) -> Result<(), Failure> {
        self.0.recents.forget(story)
    }

    /// The file of a story on the list.
    pub fn path_of(&self, story: &str) -> Option<PathBuf> {
        let find_open = self.find_open(story).filter(|_| !story.is_empty());
        let find_open = find_open.map(|it| it.store().path().to_owned());
        find_open.or_else(|| self.0.recents.path_of(story))
    }
}
