//! Credentials are issued, restricted and revoked; the list is stored, and others cannot read it.

use std::collections::BTreeSet;
use std::time::Duration;

use model::{FixedWorld, World};
use secrecy::ExposeSecret as _;
use star::credential::PublicKey;

use super::*;

fn wanted(world: &FixedWorld, client: &str, level: Level) -> Credential {
    let from = world.now();
    Credential {
        id: world.new_id(),
        client: client.to_owned(),
        role: ClientType::AGENT,
        permission: Permission::of(level),
        from,
        until: from + Duration::from_secs(600),
        signed_until: None,
        ended: None,
    }
}

#[test]
fn at_13_a_credential_is_valid_for_one_environment_and_one_client() {
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    let made = agents.issue("The Lighthouse!", wanted(&world, "reader", Level::Draft));
    let (credential, secret) = made.unwrap();
    let key = PublicKey::from_text(&agents.public_key().unwrap()).unwrap();
    let claims = key.verify(secret.expose_secret(), world.now()).unwrap();
    assert_eq!(
        (claims.environment.as_str(), claims.client.as_str()),
        ("the-lighthouse", "reader")
    );
    assert_eq!(claims.id, credential.id.to_string());
    let kept = agents.find(&claims.id).unwrap().unwrap();
    assert_eq!(kept, credential);
    let text = std::fs::read_to_string(agents.path.as_path()).unwrap();
    assert!(
        !text.contains(secret.expose_secret()),
        "the secret is kept nowhere"
    );
}

#[test]
fn a_refused_name_says_why_as_a_message_with_an_id() {
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    let said = |name| {
        let refused = agents.issue("T", wanted(&world, name, Level::Read));
        refused.unwrap_err().report().said.clone().unwrap()
    };
    let parts = serde_json::json!({ "name": "ab", "least": 3, "most": 50 });
    assert_eq!(said("ab")["what"], "agent_name_length");
    assert_eq!(said("ab")["parts"], parts);
    let parts = serde_json::json!({ "name": "a reader", "character": " " });
    assert_eq!(said("a reader")["what"], "agent_name_character");
    assert_eq!(said("a reader")["parts"], parts);
}

#[test]
fn a_new_credential_replaces_the_old_one_and_a_revoked_one_stays_revoked() {
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    let first = agents
        .issue("T", wanted(&world, "reader", Level::Read))
        .unwrap()
        .0;
    let second = agents
        .issue("T", wanted(&world, "reader", Level::Write))
        .unwrap()
        .0;
    let now = world.now();
    let all = agents.list().unwrap();
    assert_eq!(
        all.iter().map(|it| it.is_valid(now)).collect::<Vec<_>>(),
        [false, true]
    );
    let narrowed = agents
        .permit("reader", Permission::of(Level::Read), now)
        .unwrap();
    assert_eq!(
        (narrowed.id, narrowed.permission.level),
        (second.id, Level::Read)
    );
    agents.end("reader", now).unwrap();
    assert!(
        agents
            .permit("reader", Permission::of(Level::Write), now)
            .is_err()
    );
    assert!(
        !agents
            .find(&first.id.to_string())
            .unwrap()
            .unwrap()
            .is_valid(now)
    );
}

#[test]
fn people_have_the_names_that_people_have() {
    for (name, id) in [
        ("Anna Karenina", "Anna_Karenina"),
        (" 安娜 ", "安娜_"),
        ("B", "B__"),
        ("ann", "ann"),
    ] {
        assert_eq!(person_id(name), id);
        assert_eq!(Id::check(id), Ok(()));
        assert_eq!(principal(&ClientType::HUMAN, id).name, name.trim());
        assert_eq!(principal(&ClientType::AGENT, id).name, id);
    }
    assert_eq!(person_id(" "), "");
}

#[tokio::test]
async fn who_may_comment_may_write_nothing_else() {
    let studio = crate::Studio::in_memory(crate::models::built_in_language_model()).unwrap();
    let grant = Permission::of(Level::Comment).grant(studio.registry(), BTreeSet::new());
    let now = studio.world().now();
    let allowed: Vec<String> = studio
        .specs_now()
        .into_iter()
        .filter(|it| it.impact != Impact::Read)
        .filter(|it| grant.decide(it, None, now) == capability::Decision::Allow)
        .map(|it| it.name)
        .collect();
    assert_eq!(allowed, ["add_finding", "reply_to_finding"]);
}

#[test]
fn a_secret_that_was_verified_before_is_checked_again() {
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    let made = agents.issue("T", wanted(&world, "reader", Level::Read));
    let (credential, secret) = made.unwrap();
    let now = world.now();
    let is_admitted = |time| agents.authenticate(secret.expose_secret(), time).is_ok();
    assert!(is_admitted(now) && is_admitted(now));
    assert!(!is_admitted(credential.until));
    // Another key in the file, as after the list was moved away and made anew.
    let list = std::fs::read_to_string(agents.path.as_path()).unwrap();
    let mut other: serde_json::Value = serde_json::from_str(&list).unwrap();
    other["key"] = star::credential::SigningKey::generate()
        .unwrap()
        .to_text()
        .into();
    std::fs::write(agents.path.with_extension("new"), other.to_string()).unwrap();
    std::fs::rename(agents.path.with_extension("new"), agents.path.as_path()).unwrap();
    assert!(!is_admitted(now));
    std::fs::write(agents.path.as_path(), list).unwrap();
    assert!(is_admitted(now));
    agents.end("reader", now).unwrap();
    assert!(!is_admitted(now));
}

#[test]
fn changes_the_expiry_of_a_credential() {
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    let first = agents.issue("T", wanted(&world, "reader", Level::Read));
    let (first, now) = (first.unwrap().0, world.now());
    let key = PublicKey::from_text(&agents.public_key().unwrap()).unwrap();
    let later = first.until + Duration::from_secs(3600);
    let (longer, secret) = agents.extend("reader", later, now).unwrap();
    let claims = key.verify(secret.expose_secret(), first.until).unwrap();
    assert_eq!(claims.id, first.id.to_string(), "it is the same credential");
    assert_eq!(claims.until, later);
    assert!(longer.is_valid(first.until) && !longer.is_to_be_revoked(later));
    // A secret that was signed for longer must be rejected after the earlier expiry.
    let soon = now + Duration::from_secs(60);
    let (shorter, _) = agents.extend("reader", soon, now).unwrap();
    assert_eq!(shorter.signed_until, Some(later));
    assert!(shorter.is_valid(now) && !shorter.is_to_be_revoked(now));
    assert!(!shorter.is_valid(soon) && shorter.is_to_be_revoked(soon));
    assert!(!shorter.is_to_be_revoked(later));
    assert!(agents.extend("nobody", later, now).is_err());
}

#[test]
fn the_environment_keeps_its_id_when_the_story_is_renamed() {
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    assert_eq!(agents.environment("灯塔与雾", None).unwrap(), "灯塔与雾");
    assert_eq!(agents.environment("Other", None).unwrap(), "灯塔与雾");
    assert_eq!(agents.environment("Other", Some("demo")).unwrap(), "demo");
    assert!(agents.environment("Other", Some("a b")).is_err());
    let short = Agents::of(folder.path(), StoryId(world.new_id()));
    let id = short.environment("雾", None).unwrap();
    assert!(id.starts_with("story-") && Id::check(&id).is_ok(), "{id}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_agent_list() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, world) = (tempfile::tempdir().unwrap(), FixedWorld::default());
    let agents = Agents::of(folder.path(), StoryId(world.new_id()));
    agents.public_key().unwrap();
    let mode = std::fs::metadata(agents.path.as_path())
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o077, 0);
}
