//! Where keys are found, saved and removed, with a fake key chain.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::*;

/// A key chain that works, or reports that it is locked.
#[derive(Default)]
struct FakeKeyChain {
    locked: bool,
    kept: Mutex<BTreeMap<String, String>>,
}

impl KeyChain for FakeKeyChain {
    fn read(&self, name: &str) -> Result<Option<SecretString>, KeyError> {
        self.unlocked()?;
        Ok(self
            .kept
            .lock()
            .unwrap()
            .get(name)
            .map(|it| it.clone().into()))
    }
    fn write(&self, name: &str, secret: &SecretString) -> Result<(), KeyError> {
        self.unlocked()?;
        let secret = secret.expose_secret().to_owned();
        self.kept.lock().unwrap().insert(name.to_owned(), secret);
        Ok(())
    }
    fn remove(&self, name: &str) -> Result<bool, KeyError> {
        self.unlocked()?;
        Ok(self.kept.lock().unwrap().remove(name).is_some())
    }
}

impl FakeKeyChain {
    fn unlocked(&self) -> Result<(), KeyError> {
        if self.locked {
            return Err(KeyError::NoKeyChain {
                why: "locked".into(),
            });
        }
        Ok(())
    }
}

fn keys(locked: bool, environment: Environment, folder: &Path) -> Keys {
    let chain = FakeKeyChain {
        locked,
        ..FakeKeyChain::default()
    };
    Keys::new(Arc::new(chain), environment, Some(folder))
}

fn found(keys: &Keys) -> Option<(String, KeyLocation)> {
    let key = keys.find("openai").unwrap()?;
    Some((key.secret.expose_secret().to_owned(), key.place))
}

#[test]
fn looks_up_keys_in_key_chain_environment_and_file_in_this_order() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = || Environment::default();
    let usual = || Environment::of([("OPENAI_API_KEY", "usual")]);
    let both = Environment::of([
        ("OPENAI_API_KEY", "usual"),
        ("STORYTELLER_OPENAI_KEY", "own"),
    ]);

    let locked = keys(true, nowhere(), folder.path());
    assert_eq!(found(&locked), None);
    let file = KeyLocation::File(folder.path().join("keys.toml"));
    assert_eq!(locked.save("openai", &"filed".into()).unwrap(), file);
    assert_eq!(found(&locked), Some(("filed".into(), file)));

    let variable = |name: &str| KeyLocation::Environment(name.into());
    let usual = keys(true, usual(), folder.path());
    assert_eq!(
        found(&usual),
        Some(("usual".into(), variable("OPENAI_API_KEY")))
    );
    let both = keys(false, both, folder.path());
    assert_eq!(
        found(&both),
        Some(("own".into(), variable("STORYTELLER_OPENAI_KEY")))
    );

    assert_eq!(
        both.save("openai", &"chained".into()).unwrap(),
        KeyLocation::KeyChain
    );
    assert_eq!(
        found(&both),
        Some(("chained".into(), KeyLocation::KeyChain))
    );
}

#[cfg(unix)]
#[test]
fn the_key_file_must_be_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let keys = keys(true, Environment::default(), folder.path());
    keys.save("openai", &"secret".into()).unwrap();
    let path = folder.path().join("keys.toml");
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);

    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let error = keys.find("openai").unwrap_err();
    assert!(
        matches!(&error, KeyError::Exposed { mode: 0o644, .. }),
        "{error:?}"
    );
    assert!(
        error
            .to_string()
            .ends_with(&format!("chmod 600 {}", path.display())),
        "{error}"
    );
    assert!(
        keys.save("xai", &"other".into()).is_err(),
        "an exposed file is not written to"
    );
}

#[test]
fn removing_a_key_deletes_it_from_key_chain_and_file() {
    let folder = tempfile::tempdir().unwrap();
    let locked = keys(true, Environment::default(), folder.path());
    let file = locked.save("openai", &"filed".into()).unwrap();
    assert_eq!(locked.remove("openai").unwrap(), [file]);
    assert_eq!(found(&locked), None);
    assert_eq!(locked.remove("openai").unwrap(), []);
}

#[test]
fn debug_output_hides_keys() {
    let folder = tempfile::tempdir().unwrap();
    let environment = Environment::of([("OPENAI_API_KEY", "sk-very-secret")]);
    let shown = format!("{environment:?}");
    assert_eq!(shown, "{\"OPENAI_API_KEY\"}");
    let key = keys(true, environment, folder.path())
        .find("openai")
        .unwrap();
    assert!(!format!("{key:?}").contains("sk-very"), "{key:?}");

    let path = folder.path().join("keys.toml");
    std::fs::write(&path, "openai = sk-very-secret\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let error = keys(true, Environment::default(), folder.path())
        .find("openai")
        .unwrap_err();
    assert!(
        !error.to_string().contains("sk-"),
        "a broken file is not quoted: {error}"
    );
}

#[test]
fn rejects_an_invalid_provider_name() {
    let folder = tempfile::tempdir().unwrap();
    let keys = keys(true, Environment::default(), folder.path());
    for name in ["", "a b", "a\nb", "../x"] {
        assert!(
            matches!(keys.save(name, &"k".into()), Err(KeyError::BadName { .. })),
            "{name:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn process_with_a_key_leaves_no_core_dump() {
    use rustix::process::{Resource, getrlimit};
    let folder = tempfile::tempdir().unwrap();
    let keys = keys(false, Environment::default(), folder.path());
    keys.save("openai", &SecretString::from("sk-1")).unwrap();
    assert!(found(&keys).is_some());
    assert_eq!(getrlimit(Resource::Core).current, Some(0));
}
