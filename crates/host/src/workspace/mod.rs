//! Workspace: which stories are open here, and which were. A window or a browser's page works on
//! one story at a time and names it by its key; several can be open at once.
//!
//! Enter through [`Workspace::new`]. Not here: what is done inside a story (its `Studio`), and how
//! a window's request arrives (`interfaces::window`).

mod agents;
mod backups;
mod folder;
mod imports;
mod outside_servers;
mod person;
mod preferences;
mod preview;
mod recent;
mod sample;
mod server_changes;
mod server_sign_in;
#[cfg(test)]
pub(crate) mod testing;
mod whole_file;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use capability::{ErrorReport, Progress};
use model::{AssetId, StoryId, World};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Asset, StoreError};
use tokio_util::sync::{CancellationToken, DropGuard};

pub use self::backups::Backup;
use self::folder::key_of;
pub use self::folder::validate_title;
use self::imports::Imports;
pub use self::outside_servers::{
    OutsideServerView, OutsideToolView, PhaseName, ToolPermission, ToolToJudge,
};
pub use self::preferences::{KeyState, ModelChoice, RemovedKey, SettingsView};
pub use self::recent::Recent;
use self::recent::Recents;
pub use self::server_changes::ServerChanges;
use self::server_sign_in::Attempt;
pub use self::server_sign_in::{SignInState, SignInView};
use crate::settings::{Environment, Keys, OsKeyChain, Settings};
use crate::{
    AssistantOptions, Failure, HubLauncher, ImportedFile, OutsideAgents, OutsideTools, RealWorld,
    RunningServers, StoryHub, Studio, StudioOptions, WorkspaceError, models,
};

/// The extension of story files.
pub const STORY_EXTENSION: &str = "story";

/// Identifies an open story as long as its file stays in place, also across restarts.
pub type StoryKey = String;

/// Where the workspace finds settings, keys and folders.
pub struct WorkspaceOptions {
    /// The process's environment.
    pub environment: Environment,
    /// Where keys are kept.
    pub keys: Keys,
    /// The model named on the command line, which overrides that of the settings, and its address.
    pub model: Option<(String, Option<String>)>,
}

/// The open stories of one program. Cheap to clone.
#[derive(Clone)]
pub struct Workspace(Arc<Inner>);

struct Inner {
    options: WorkspaceOptions,
    world: Arc<dyn World>,
    config: Option<PathBuf>,
    recents: Recents,
    open: Mutex<BTreeMap<StoryKey, OpenStory>>,
    /// Stories are opened one at a time, so that none is opened twice.
    opening: tokio::sync::Mutex<()>,
    imports: Imports,
    /// The story of a window that names none.
    initial_story: Mutex<Option<StoryKey>>,
    /// Opens stories to agents, if this program can.
    hub_launcher: OnceLock<Arc<dyn HubLauncher>>,
    /// Provides tools of MCP servers, if this program can.
    outside_tools: OnceLock<Arc<dyn OutsideTools>>,
    outside_agents: OnceLock<Arc<dyn OutsideAgents>>,
    /// Sign-ins to MCP servers that are waited for, or failed, by the server's name.
    sign_ins: Mutex<BTreeMap<String, Attempt>>,
    /// Why the last backup of a story was not taken, by the story's key.
    backup_failures: Mutex<BTreeMap<StoryKey, ErrorReport>>,
}

/// An open story and the windows that work on it.
struct OpenStory {
    studio: Studio,
    windows: BTreeSet<String>,
    /// The hub, while the story is open to agents; dropped before the story is closed.
    hub: Option<Box<dyn StoryHub>>,
    /// The MCP servers whose tools it has; they stop when this is dropped.
    servers: Option<Arc<dyn RunningServers>>,
    /// Takes backups now and then; stops when this is dropped.
    backups: DropGuard,
}

impl OpenStory {
    fn close(self) -> Result<(), Failure> {
        drop((self.hub, self.servers, self.backups));
        Ok(self.studio.close()?)
    }
}

/// A story as it is named to a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StoryInfo {
    /// Its key.
    pub story: StoryKey,
    /// Its title.
    pub title: String,
    /// Its file.
    pub path: PathBuf,
}

impl Workspace {
    /// A workspace without open stories.
    pub fn new(options: WorkspaceOptions) -> Self {
        let config = options.environment.config_folder();
        Self(Arc::new(Inner {
            recents: Recents::in_folder(config.as_deref()),
            config,
            options,
            world: Arc::new(RealWorld),
            open: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            imports: Imports::default(),
            initial_story: Mutex::default(),
            hub_launcher: OnceLock::new(),
            outside_tools: OnceLock::new(),
            outside_agents: OnceLock::new(),
            sign_ins: Mutex::default(),
            backup_failures: Mutex::default(),
        }))
    }

    /// The workspace of the person who runs this process.
    pub fn from_environment() -> Self {
        let environment = Environment::from_process_environment();
        let folder = environment.config_folder();
        let keys = Keys::new(Arc::new(OsKeyChain), environment.clone(), folder.as_deref());
        Self::new(WorkspaceOptions {
            environment,
            keys,
            model: None,
        })
    }

    /// A workspace for one open story, without a folder of its own.
    pub fn with(studio: Studio) -> Result<Self, Failure> {
        let workspace = Self(Arc::new(Inner {
            recents: Recents::in_folder(None),
            config: None,
            world: Arc::new(RealWorld),
            options: WorkspaceOptions {
                environment: Environment::default(),
                keys: Keys::none(),
                model: None,
            },
            open: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            imports: Imports::default(),
            initial_story: Mutex::default(),
            hub_launcher: OnceLock::new(),
            outside_tools: OnceLock::new(),
            outside_agents: OnceLock::new(),
            sign_ins: Mutex::default(),
            backup_failures: Mutex::default(),
        }));
        let named = workspace.add_open(studio, "")?;
        workspace.set_initial_story(&named.story);
        Ok(workspace)
    }

    /// Sets the story of windows that name none.
    pub fn set_initial_story(&self, story: &str) {
        *lock_recovering(&self.0.initial_story) = Some(story.to_owned());
    }

    /// The story of a new window: the one this program was started for, else the one that was open
    /// when the program last exited.
    pub fn initial_story(&self) -> Option<StoryKey> {
        let initial = lock_recovering(&self.0.initial_story).clone();
        initial.or_else(|| Some(self.left_open().into_iter().next()?.story))
    }

    /// Opens a story file for a window; an open story is shared.
    pub async fn open(&self, path: &Path, window: &str) -> Result<StoryInfo, Failure> {
        let _one = self.0.opening.lock().await;
        let key = key_of(path)?;
        if let Some(open) = lock_recovering(&self.0.open).get_mut(&key) {
            open.windows.insert(window.to_owned());
            let named = story_info(&key, &open.studio)?;
            self.0.recents.record_opened(&named)?;
            return Ok(named);
        }
        let path = path.to_owned();
        let studio = self
            .run_blocking(move |workspace| Ok(Studio::open(&path, workspace.studio_options()?)?))
            .await?;
        // Turns that a crash left open are closed before a conversation continues.
        studio.recover().await?;
        self.add_open(studio, window)
    }

    /// Creates and opens a story: at the path, else in the stories' folder under its title.
    pub async fn create(
        &self,
        title: &str,
        path: Option<PathBuf>,
        window: &str,
    ) -> Result<StoryInfo, Failure> {
        let title = folder::validate_title(title)?.to_owned();
        let path = self.new_story_path(&title, path)?;
        let _one = self.0.opening.lock().await;
        let studio = self
            .run_blocking(move |workspace| {
                Ok(Studio::create(&path, &title, workspace.studio_options()?)?)
            })
            .await?;
        self.add_open(studio, window)
    }

    /// Creates a story from the file of another program and opens it; returns the report. A story
    /// file is copied, which has no report.
    pub async fn import(
        &self,
        bytes: Vec<u8>,
        file: ImportedFile<'_>,
        (window, stop): (&str, CancellationToken),
    ) -> Result<(StoryInfo, serde_json::Value), Failure> {
        let stem = Path::new(file.name).file_stem().unwrap_or_default();
        let title = stem.to_string_lossy().replace(char::is_control, " ");
        let title = if title.trim().is_empty() {
            "Story"
        } else {
            title.trim()
        };
        let path = self.new_story_path(title, None)?;
        if store::is_story_file(&bytes) {
            let named = self.open_copy(path, bytes, window).await?;
            return Ok((named, serde_json::Value::Null));
        }
        let import_guard = self.0.imports.begin(window, stop);
        let _one = self.0.opening.lock().await;
        let options = self
            .run_blocking(|workspace| workspace.studio_options())
            .await?;
        let stop = import_guard.stop.clone();
        let tell = |progress| import_guard.report(progress);
        let (studio, filled) =
            Studio::from_file(&path, options, title, (bytes, file), (stop, &tell)).await?;
        let report = filled.result.map(|it| it.data).unwrap_or_default();
        Ok((self.add_open(studio, window)?, report))
    }

    /// The progress of imports that a window waits for; short ones are left out.
    pub fn imports(&self, window: &str) -> Vec<Progress> {
        self.0.imports.of(window)
    }

    /// Stops an import by the number of its progress; returns whether the window waited for one. It
    /// leaves no story behind.
    pub fn cancel_import(&self, run: u64, window: &str) -> bool {
        self.0.imports.cancel(run, window)
    }

    /// Opens a story from its bytes, because a page does not know file paths: as a copy in the
    /// stories' folder. Bytes that are not a story leave nothing behind.
    async fn open_copy(
        &self,
        path: PathBuf,
        bytes: Vec<u8>,
        window: &str,
    ) -> Result<StoryInfo, Failure> {
        let to = path.clone();
        self.run_blocking(move |_| {
            let failure = |error| Failure::file("cannot write", &to, &error);
            std::fs::write(&to, bytes).map_err(failure)
        })
        .await?;
        let opened = self.open(&path, window).await;
        if opened.is_err() {
            crate::studio::discard(&path);
        }
        opened
    }

    /// A window leaves a story; the last one closes it. It is not reopened at the next start.
    pub fn close(&self, story: &str, window: &str) -> Result<(), Failure> {
        if lock_recovering(&self.0.initial_story).as_deref() == Some(story) {
            *lock_recovering(&self.0.initial_story) = None;
        }
        self.0.recents.record_closed(story)?;
        self.leave(story, window)
    }

    /// A window is gone, whatever it worked on; its story is reopened at the next start.
    pub fn window_closed(&self, window: &str) -> Result<(), Failure> {
        let stories = self.stories_of_window(window);
        stories.iter().try_for_each(|it| self.leave(it, window))
    }

    /// A person closes a window; its story is not reopened at the next start, unless another window
    /// works on it.
    pub fn dismiss_window(&self, window: &str) -> Result<(), Failure> {
        let alone = |it: &StoryKey| {
            lock_recovering(&self.0.open)
                .get(it)
                .is_some_and(|it| it.windows.len() == 1)
        };
        let stories = self.stories_of_window(window).into_iter().filter(alone);
        stories
            .into_iter()
            .try_for_each(|it| self.0.recents.record_closed(&it))
    }

    fn stories_of_window(&self, window: &str) -> Vec<StoryKey> {
        let open = lock_recovering(&self.0.open);
        let mine = open.iter().filter(|(_, it)| it.windows.contains(window));
        mine.map(|(key, _)| key.clone()).collect()
    }

    fn leave(&self, story: &str, window: &str) -> Result<(), Failure> {
        let left = {
            let mut open = lock_recovering(&self.0.open);
            let Some(found) = open.get_mut(story) else {
                return Ok(());
            };
            if !found.windows.remove(window) || !found.windows.is_empty() {
                return Ok(());
            }
            open.remove(story)
        };
        let Some(left) = left else {
            return Ok(());
        };
        self.take_usual_backup(story, &left.studio);
        left.close()
    }

    /// An open story by its key. A story in the list that is not open because the program was
    /// restarted is opened; an empty key means the only open story.
    pub async fn studio(&self, story: &str) -> Result<Studio, Failure> {
        if let Some(studio) = self.find_open(story) {
            return Ok(studio);
        }
        if story.is_empty() && lock_recovering(&self.0.open).len() > 1 {
            return Err(Failure::not_found(WorkspaceError::StoriesSeveral {})
                .hint("say which: ?story= with the key that get_workspace_state tells"));
        }
        let path = self.0.recents.path_of(story).ok_or_else(|| {
            Failure::not_found(WorkspaceError::StoryShut {})
                .hint("open it again from the welcome screen")
        })?;
        self.open(&path, "").await?;
        self.find_open(story).ok_or_else(|| {
            Failure::not_found(WorkspaceError::StoryMoved {
                path: path.display().to_string(),
            })
        })
    }

    /// The open story with this id, whatever its file is called.
    pub fn studio_by_id(&self, story: StoryId) -> Option<Studio> {
        let open = lock_recovering(&self.0.open);
        let mut studios = open.values().map(|it| &it.studio);
        studios.find(|it| it.store().story_id() == story).cloned()
    }

    /// All open stories.
    pub fn studios(&self) -> Vec<Studio> {
        let open = lock_recovering(&self.0.open);
        open.values().map(|it| it.studio.clone()).collect()
    }

    /// An open story by its key; an empty key means the only open story.
    pub(crate) fn find_open(&self, story: &str) -> Option<Studio> {
        let open = lock_recovering(&self.0.open);
        let found = match (story.is_empty(), open.len()) {
            (true, 1) => open.values().next(),
            _ => open.get(story),
        };
        found.map(|it| it.studio.clone())
    }

    /// A stored picture or sound of any open story, by the hash of its bytes.
    pub fn asset(&self, id: AssetId) -> Result<Option<Asset>, StoreError> {
        let open: Vec<Studio> = lock_recovering(&self.0.open)
            .values()
            .map(|it| it.studio.clone())
            .collect();
        for studio in open {
            if let Some(asset) = studio.store().view(None).asset(id)? {
                return Ok(Some(asset));
            }
        }
        Ok(None)
    }

    /// Closes everything, leaving one file per story.
    pub fn close_all(&self) -> Result<(), Failure> {
        let open = std::mem::take(&mut *lock_recovering(&self.0.open));
        open.into_iter().try_for_each(|(key, it)| {
            self.take_usual_backup(&key, &it.studio);
            it.close()
        })
    }

    fn add_open(&self, studio: Studio, window: &str) -> Result<StoryInfo, Failure> {
        let key = key_of(studio.store().path())?;
        let named = story_info(&key, &studio)?;
        self.0.recents.record_opened(&named)?;
        let windows = [window.to_owned()].into();
        let open = OpenStory {
            servers: self.start_outside_tools(&studio)?,
            studio,
            windows,
            hub: None,
            backups: self.keep_backups(&key),
        };
        lock_recovering(&self.0.open).insert(key, open);
        Ok(named)
    }

    /// The options for opening a story now; an unavailable model reports why when it is used.
    fn studio_options(&self) -> Result<StudioOptions, Failure> {
        let settings = self.settings()?;
        let (keys, environment) = (&self.0.options.keys, &self.0.options.environment);
        let (name, address) = match &self.0.options.model {
            Some((name, address)) => (name.as_str(), address.as_deref()),
            None => (settings.model.as_str(), None),
        };
        Ok(StudioOptions {
            model: self.agent_model(name, &settings).unwrap_or_else(|| {
                models::language_model_or_unavailable(name, address, &settings, keys)
            }),
            image: models::image_model(&settings, keys),
            assistant: AssistantOptions::of(&settings, environment, keys),
            author: settings.author(environment),
            ..StudioOptions::built_in(Arc::clone(&self.0.world))
        })
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let folder = self.0.config.as_deref();
        Ok(folder.map(Settings::load).transpose()?.unwrap_or_default())
    }

    /// Runs work on files and key chains, which may wait, off the threads that carry calls.
    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(Self) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let workspace = self.clone();
        let done = tokio::task::spawn_blocking(move || work(workspace)).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "work on a story fell");
            Err(Failure::panicked())
        })
    }
}

fn story_info(key: &str, studio: &Studio) -> Result<StoryInfo, Failure> {
    Ok(StoryInfo {
        story: key.to_owned(),
        title: studio.title()?,
        path: studio.store().path().to_owned(),
    })
}

/// The locked value. It is valid even after a panic, because each change is a single step.
fn lock_recovering<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
