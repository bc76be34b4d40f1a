//! The file of a story's agents: read whole, changed under a lock, replaced in one step, and never
//! readable by others.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use capability::Code;
use model::Timestamp;
use serde::{Deserialize, Serialize};
use star::credential::{Claims, CredentialError, SigningKey};
use uuid::Uuid;

use super::Credential;
use super::refresh::RefreshHashes;
use crate::Failure;

/// What the file holds.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct AgentsFile {
    /// The story's id as an environment.
    #[serde(default)]
    pub(super) environment: String,
    /// The secret key that signs credentials.
    #[serde(default)]
    pub(super) key: String,
    /// The credentials, the oldest first.
    #[serde(default)]
    pub(super) credentials: Vec<Credential>,
    /// What renews the secrets of credentials, by the credential's id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) refresh: BTreeMap<Uuid, RefreshHashes>,
}

/// The file as last read, because it is read for each action: it is parsed again only after the
/// file was replaced, and each secret's signature is checked once until then.
#[derive(Default)]
pub(super) struct LastRead(Mutex<Option<Known>>);

/// What was read, and the claims of the secrets that were verified with its key, by their hash.
struct Known {
    stamp: Stamp,
    file: Arc<AgentsFile>,
    verified: HashMap<blake3::Hash, Claims>,
}

/// Verified secrets that are remembered; with more in use all are verified anew.
const MAX_VERIFIED: usize = 1_000;

/// Tells two files at the same path apart: each change creates a new file.
#[derive(PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// The inode, on systems that have one.
    number: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let about = fs::metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&about);
        #[cfg(not(unix))]
        let number = 0;
        Some(Self {
            length: about.len(),
            modified: about.modified().ok(),
            number,
        })
    }
}

impl LastRead {
    /// The file as it is now.
    pub(super) fn read(&self, path: &Path) -> Result<Arc<AgentsFile>, Failure> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refresh(&mut last, path)
    }

    /// The file as it is now, and what a secret claims that its key signed, if it is valid at this
    /// time.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn verify(
        &self,
        path: &Path,
        secret: &str,
        now: Timestamp,
    ) -> Result<(Arc<AgentsFile>, Result<Claims, CredentialError>), Failure> {
        let hash = blake3::hash(secret.as_bytes());
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let file = refresh(&mut last, path)?;
        let known = last.as_ref().and_then(|it| it.verified.get(&hash));
        if let Some(claims) = known.filter(|it| it.are_valid(now)) {
            return Ok((file, Ok(claims.clone())));
        }
        let claims = SigningKey::from_text(&file.key)
            .map_err(|_| CredentialError::Invalid)
            .and_then(|key| key.public().verify(secret, now));
        if let (Some(known), Ok(claims)) = (&mut *last, &claims) {
            if known.verified.len() >= MAX_VERIFIED {
                known.verified.clear();
            }
            known.verified.insert(hash, claims.clone());
        }
        Ok((file, claims))
    }
}

/// Reads the file again if it was replaced.
fn refresh(last: &mut Option<Known>, path: &Path) -> Result<Arc<AgentsFile>, Failure> {
    let stamp = Stamp::of(path);
    if let Some(known) = last.as_ref().filter(|it| Some(&it.stamp) == stamp.as_ref()) {
        return Ok(Arc::clone(&known.file));
    }
    // Taken before reading: a file that was replaced meanwhile is read again the next time.
    let file = Arc::new(read(path)?);
    *last = stamp.map(|stamp| Known {
        stamp,
        file: Arc::clone(&file),
        verified: HashMap::new(),
    });
    Ok(file)
}

/// Reads it; empty if it does not exist.
pub(super) fn read(path: &Path) -> Result<AgentsFile, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(AgentsFile::default()),
        Err(error) => return Err(Failure::file("cannot read", path, &error)),
    };
    // The text of the error could hold the key.
    serde_json::from_str(&text).map_err(|_| {
        let message = format!("{} is not the list of agents it should be", path.display());
        Failure::new(Code::Unavailable, message)
            .hint("move the file away to begin anew; all credentials of the story end with it")
    })
}

/// Changes it while other programs that change it wait. Writes nothing if `change` fails.
pub(super) fn change<T>(
    path: &Path,
    change: impl FnOnce(&mut AgentsFile) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let failure = |error: &std::io::Error| Failure::file("cannot write", path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|it| failure(&it))?;
    let lock = private(&path.with_extension("lock")).map_err(|it| failure(&it))?;
    lock.lock().map_err(|it| failure(&it))?;
    let mut file = read(path)?;
    let before = text_of(&file);
    let value = change(&mut file)?;
    let text = text_of(&file);
    if text != before {
        let new = path.with_extension("new");
        let write = || {
            let mut out = private(&new)?;
            out.write_all(text.as_bytes())?;
            out.sync_all()?;
            fs::rename(&new, path)
        };
        write().map_err(|it| failure(&it))?;
    }
    Ok(value)
}

fn text_of(file: &AgentsFile) -> String {
    serde_json::to_string_pretty(file).expect("the list holds nothing that JSON cannot")
}

/// Creates an empty file that only its owner may read.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}
