//! Keys of model services: searched in the key chain, then the environment, then a file that nobody
//! else can read. Never in an argument, never in a message.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use capability::{Code, ToolFailure};
use model::LocalizedMessage;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::{Environment, PersistError};
use crate::Failure;

/// The service name of our entries in the system's key chain.
const SERVICE: &str = "storyteller";
/// How long the key chain may take before it counts as missing. A locked one may wait for a prompt
/// on a screen that nobody sees.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Where a key is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyLocation {
    /// The system's key chain.
    KeyChain,
    /// An environment variable, by name.
    Environment(String),
    /// The file of keys.
    File(PathBuf),
}

impl std::fmt::Display for KeyLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::KeyChain => f.write_str("the key chain"),
            Self::Environment(name) => write!(f, "the environment variable {name}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// A key and where it was found. `Debug` never shows the key.
#[derive(Debug, Clone)]
pub struct FoundKey {
    /// The key.
    pub secret: SecretString,
    /// Where it was found.
    pub place: KeyLocation,
}

/// Keys that cannot be read or stored, and what to do. No variant contains a key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Others can read the file.
    #[error("{path} can be read by others (mode {mode:03o}); run: chmod 600 {path}")]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The file is not a table of names and keys.
    #[error("{path} is not a file of keys: {why}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Why; never quotes the file.
        why: String,
    },
    /// The system could not read or write the file.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Its error.
        source: std::io::Error,
    },
    /// There is no usable key chain.
    #[error("the key chain cannot be used: {why}")]
    NoKeyChain {
        /// Its error.
        why: String,
    },
    /// An invalid provider name.
    #[error("{name:?} is not a valid provider name: use letters, digits, - and _")]
    BadName {
        /// As given.
        name: String,
    },
}

impl KeyError {
    /// The same as a message id and its arguments, for a window in another language.
    pub fn said(&self) -> Option<Value> {
        let shown = |path: &Path| path.display().to_string();
        let word = match self {
            Self::Exposed { path, .. } => PersistError::KeysExposed { path: shown(path) },
            Self::Malformed { path, why } => PersistError::KeysUnread {
                path: shown(path),
                why: why.clone(),
            },
            Self::Io { path, source } => {
                return LocalizedMessage::of(&ToolFailure::from_io_error(path, source)).said;
            }
            Self::NoKeyChain { why } => PersistError::KeyChainNone { why: why.clone() },
            Self::BadName { name } => PersistError::KeyMisnamed { name: name.clone() },
        };
        LocalizedMessage::from(word).said
    }
}

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        let code = match &error {
            KeyError::Exposed { .. } => Code::PermissionDenied,
            KeyError::Malformed { .. } | KeyError::BadName { .. } => Code::InvalidActionInput,
            KeyError::Io { .. } | KeyError::NoKeyChain { .. } => Code::Unavailable,
        };
        let message = LocalizedMessage::from_error(&error, error.said());
        Self::new(code, message)
    }
}

/// The system's store of secrets, or a replacement for it.
pub trait KeyChain: Send + Sync {
    /// The key stored under a name.
    fn read(&self, name: &str) -> Result<Option<SecretString>, KeyError>;
    /// Stores a key under a name.
    fn write(&self, name: &str, secret: &SecretString) -> Result<(), KeyError>;
    /// Removes a key; returns whether there was one.
    fn remove(&self, name: &str) -> Result<bool, KeyError>;
}

/// The key chain of macOS, Windows, or the Secret Service. Every call returns within seconds.
pub struct OsKeyChain;

impl OsKeyChain {
    /// Uses a thread of its own instead of the runtime's: one that hangs must not keep the program
    /// from exiting.
    fn with_timeout<T: Send + 'static>(
        work: impl FnOnce() -> keyring::Result<T> + Send + 'static,
    ) -> Result<Option<T>, KeyError> {
        let (answer, answered) = mpsc::channel();
        std::thread::spawn(move || answer.send(work()));
        match answered.recv_timeout(TIMEOUT) {
            Ok(Ok(value)) => Ok(Some(value)),
            Ok(Err(keyring::Error::NoEntry)) => Ok(None),
            Ok(Err(error)) => Err(KeyError::NoKeyChain {
                why: error.to_string(),
            }),
            Err(_) => Err(KeyError::NoKeyChain {
                why: "it does not answer".into(),
            }),
        }
    }
}

impl KeyChain for OsKeyChain {
    fn read(&self, name: &str) -> Result<Option<SecretString>, KeyError> {
        let name = name.to_owned();
        let read = move || keyring::Entry::new(SERVICE, &name)?.get_password();
        Ok(Self::with_timeout(read)?.map(SecretString::from))
    }

    fn write(&self, name: &str, secret: &SecretString) -> Result<(), KeyError> {
        let (name, secret) = (name.to_owned(), secret.clone());
        let write =
            move || keyring::Entry::new(SERVICE, &name)?.set_password(secret.expose_secret());
        Self::with_timeout(write).map(|_| ())
    }

    fn remove(&self, name: &str) -> Result<bool, KeyError> {
        let name = name.to_owned();
        let remove = move || keyring::Entry::new(SERVICE, &name)?.delete_credential();
        Ok(Self::with_timeout(remove)?.is_some())
    }
}

/// A system without a key chain.
pub struct NoKeyChain;

impl KeyChain for NoKeyChain {
    fn read(&self, _: &str) -> Result<Option<SecretString>, KeyError> {
        Ok(None)
    }
    fn write(&self, _: &str, _: &SecretString) -> Result<(), KeyError> {
        Err(KeyError::NoKeyChain {
            why: "there is none".into(),
        })
    }
    fn remove(&self, _: &str) -> Result<bool, KeyError> {
        Ok(false)
    }
}

/// All places for keys, in the order they are searched.
#[derive(Clone)]
pub struct Keys {
    chain: Arc<dyn KeyChain>,
    environment: Environment,
    file: Option<PathBuf>,
}

/// Keeps this process's memory out of core dumps. Programs that collect dumps respect the same
/// limit.
fn forbid_core_dumps() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let none = Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        if let Err(error) = setrlimit(Resource::Core, none) {
            tracing::warn!(%error, "core dumps cannot be turned off");
        }
    }
}

impl Keys {
    /// The given key chain, then the environment, then `keys.toml` in the folder.
    pub fn new(chain: Arc<dyn KeyChain>, environment: Environment, folder: Option<&Path>) -> Self {
        Self {
            chain,
            environment,
            file: folder.map(|it| it.join("keys.toml")),
        }
    }

    /// No keys at all.
    pub fn none() -> Self {
        Self::new(Arc::new(NoKeyChain), Environment::default(), None)
    }

    /// The key of a provider: from the key chain, else `STORYTELLER_<NAME>_KEY`, else the name the
    /// provider's own tools use (`OPENAI_API_KEY`), else the file.
    ///
    /// From the first key on this process leaves no core dump, which would hold it.
    pub fn find(&self, provider: &str) -> Result<Option<FoundKey>, KeyError> {
        let found = self.search(provider)?;
        if found.is_some() {
            forbid_core_dumps();
        }
        Ok(found)
    }

    fn search(&self, provider: &str) -> Result<Option<FoundKey>, KeyError> {
        match self.chain.read(provider) {
            Ok(Some(secret)) => {
                return Ok(Some(FoundKey {
                    secret,
                    place: KeyLocation::KeyChain,
                }));
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "going on without the key chain"),
        }
        for variable in variables(provider) {
            if let Some(value) = self.environment.get(&variable) {
                let place = KeyLocation::Environment(variable);
                return Ok(Some(FoundKey {
                    secret: value.into(),
                    place,
                }));
            }
        }
        let Some(path) = &self.file else {
            return Ok(None);
        };
        let secret = read_file(path)?.remove(provider);
        Ok(secret.map(|secret| FoundKey {
            secret,
            place: KeyLocation::File(path.clone()),
        }))
    }

    /// Stores a key: in the key chain, or in the file if there is no usable one. Returns where.
    pub fn save(&self, provider: &str, secret: &SecretString) -> Result<KeyLocation, KeyError> {
        check_name(provider)?;
        let refused = match self.chain.write(provider, secret) {
            Ok(()) => return Ok(KeyLocation::KeyChain),
            Err(error) => error,
        };
        let Some(path) = &self.file else {
            return Err(refused);
        };
        let mut keys = read_file(path)?;
        keys.insert(provider.to_owned(), secret.clone());
        write_file(path, &keys)?;
        Ok(KeyLocation::File(path.clone()))
    }

    /// Removes a key from the key chain and the file. Returns where it was; a key in the
    /// environment stays, and [`Self::find`] still returns it.
    pub fn remove(&self, provider: &str) -> Result<Vec<KeyLocation>, KeyError> {
        check_name(provider)?;
        let mut places = Vec::new();
        match self.chain.remove(provider) {
            Ok(true) => places.push(KeyLocation::KeyChain),
            Ok(false) => {}
            Err(error) => tracing::debug!(%error, "going on without the key chain"),
        }
        if let Some(path) = &self.file {
            let mut keys = read_file(path)?;
            if keys.remove(provider).is_some() {
                write_file(path, &keys)?;
                places.push(KeyLocation::File(path.clone()));
            }
        }
        Ok(places)
    }

    /// Excludes every other program that locks the keys, until the returned file is dropped. `None`
    /// where there is no folder for the file.
    pub(crate) fn lock(&self) -> std::io::Result<Option<File>> {
        let Some(path) = &self.file else {
            return Ok(None);
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = File::create(path.with_extension("lock"))?;
        file.lock()?;
        Ok(Some(file))
    }

    /// The names in the file, for a list; a key chain cannot be listed.
    pub fn names_in_file(&self) -> Result<Vec<String>, KeyError> {
        let keys = self
            .file
            .as_deref()
            .map(read_file)
            .transpose()?
            .unwrap_or_default();
        Ok(keys.into_keys().collect())
    }
}

/// The environment variables that may contain a provider's key, the more specific first.
fn variables(provider: &str) -> [String; 2] {
    let name = provider.to_uppercase().replace('-', "_");
    [format!("STORYTELLER_{name}_KEY"), format!("{name}_API_KEY")]
}

fn check_name(name: &str) -> Result<(), KeyError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > 64 || !name.chars().all(fits) {
        return Err(KeyError::BadName {
            name: name.to_owned(),
        });
    }
    Ok(())
}

fn read_file(path: &Path) -> Result<BTreeMap<String, SecretString>, KeyError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => SecretString::from(text),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(source) => {
            return Err(KeyError::Io {
                path: path.to_owned(),
                source,
            });
        }
    };
    reject_world_readable(path)?;
    let keys: BTreeMap<String, String> =
        toml::from_str(text.expose_secret()).map_err(|_| KeyError::Malformed {
            path: path.to_owned(),
            why: "each line should read: provider = \"key\"".into(),
        })?;
    Ok(keys
        .into_iter()
        .map(|(name, key)| (name, key.into()))
        .collect())
}

#[cfg(unix)]
fn reject_world_readable(path: &Path) -> Result<(), KeyError> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = std::fs::metadata(path).map_err(|source| KeyError::Io {
        path: path.to_owned(),
        source,
    })?;
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(KeyError::Exposed {
            path: path.to_owned(),
            mode,
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn reject_world_readable(_: &Path) -> Result<(), KeyError> {
    Ok(())
}

fn write_file(path: &Path, keys: &BTreeMap<String, SecretString>) -> Result<(), KeyError> {
    let plain: BTreeMap<_, _> = keys
        .iter()
        .map(|(name, key)| (name, key.expose_secret()))
        .collect();
    let text = SecretString::from(toml::to_string(&plain).map_err(|_| KeyError::Malformed {
        path: path.to_owned(),
        why: "a key holds what no TOML text can".into(),
    })?);
    let write = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        // Written to a temporary file and then renamed, so the file is never incomplete or readable
        // by others.
        let beside = path.with_extension("toml.new");
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // A file left by an earlier, failed attempt may have other permissions.
        if let Err(error) = std::fs::remove_file(&beside)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
        }
        let mut file = options.open(&beside)?;
        file.write_all(text.expose_secret().as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|source| KeyError::Io {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests;
