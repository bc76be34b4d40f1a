//! SP-8: who may connect, from where, with which credential, until when; and the metrics.

use std::path::Path;
use std::sync::atomic::Ordering;

use hub::{Access, AccessError, BindError, Hub, HubOptions, Issuer, Key, PageFile, RunningHub};
use serde_json::{Value, json};
use star::credential::{Claims, SigningKey};
use star::{ClientType, Reason};

use crate::support::*;

const WORLD_KEY: &str = "world-key-000000000000000000";
const AGENT_KEY: &str = "agent-key-000000000000000000";

fn key(name: &str, secret: &str, role: &str, client: &str) -> Key {
    Key {
        name: name.to_owned(),
        key: secret.to_owned(),
        environment: "demo_world".to_owned(),
        role: role.to_owned(),
        client: client.to_owned(),
        until: None,
    }
}

/// A hub that knows one environment's key and its signature.
fn restrict(options: &mut HubOptions) -> SigningKey {
    let signing = SigningKey::generate().expect("randomness");
    options.access = Access::Restricted {
        keys: vec![
            key("the world", WORLD_KEY, "environment", "*"),
            key("one agent", AGENT_KEY, "agent", "agent_001"),
        ],
        issuers: vec![Issuer {
            environment: "demo_world".to_owned(),
            public_key: signing.public().to_text(),
        }],
    };
    signing
}

fn claims(client: &str) -> Claims {
    Claims {
        id: format!("credential-of-{client}"),
        environment: "demo_world".to_owned(),
        role: ClientType::AGENT,
        client: client.to_owned(),
        from: at(NOW),
        until: at(NOW + 600),
        grant: Value::Null,
    }
}

fn bearer(credential: &str) -> String {
    format!("Bearer {credential}")
}

async fn join(hub: &RunningHub, path: &str, credential: &str) -> Peer {
    Peer::join_with(hub, path, &[("Authorization", &bearer(credential))]).await
}

/// Connects and returns the reason and the close code of the refusal.
async fn refusal(hub: &RunningHub, path: &str, credential: Option<&str>) -> (String, u16) {
    let value = bearer(credential.unwrap_or_default());
    let headers = [("Authorization", value.as_str())];
    let headers = if credential.is_some() {
        &headers[..]
    } else {
        &[]
    };
    let mut peer = Peer::connect(hub, path, headers)
        .await
        .expect("a WebSocket");
    let error = peer.error().await;
    let reason = error["details"]["reason"]
        .as_str()
        .expect("a reason")
        .to_owned();
    (reason, peer.end().await.0)
}

#[tokio::test]
async fn sp_8_only_holders_of_a_key_or_a_credential_connect() {
    let mut options = options();
    let signing = restrict(&mut options);
    let hub = start(options);
    let mut world = join(&hub, "/env/demo_world", WORLD_KEY).await;
    let mut first = join(&hub, "/env/demo_world/agent/agent_001", AGENT_KEY).await;
    let signed = signing.issue(&claims("agent_002"));
    let _second = join(&hub, "/env/demo_world/agent/agent_002", &signed).await;
    // A browser cannot set headers; it gives the credential as a subprotocol.
    let protocols = format!(
        "star.v1, star-credential.{}",
        signing.issue(&claims("agent_003"))
    );
    let third = [("Sec-WebSocket-Protocol", protocols.as_str())];
    let _third = Peer::join_with(&hub, "/env/demo_world/agent/agent_003", &third).await;
    let asked = message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &json!(1),
    );
    first.send(&asked).await;
    assert_eq!(world.next().await, asked);
}

/// Signs claims that differ from the valid ones.
fn issue(signing: &SigningKey, change: fn(&mut Claims)) -> Option<String> {
    let mut claims = claims("agent_002");
    change(&mut claims);
    Some(signing.issue(&claims))
}

#[tokio::test]
async fn sp_8_a_missing_invalid_or_expired_credential_is_rejected() {
    let (mut options, clock) = options_with_clock();
    let signing = restrict(&mut options);
    let hub = start(options);
    let own = "/env/demo_world/agent/agent_002";
    let good = signing.issue(&claims("agent_002"));
    let stranger = SigningKey::generate().expect("randomness");
    let cases = [
        ("none at all", None, "credential_missing"),
        ("an empty one", Some(String::new()), "credential_missing"),
        ("a guess", Some("x".repeat(5000)), "credential_invalid"),
        (
            "cut short",
            Some(good[..good.len() - 1].to_owned()),
            "credential_invalid",
        ),
        (
            "signed by a stranger",
            issue(&stranger, |_| {}),
            "credential_invalid",
        ),
        (
            "not yet valid",
            issue(&signing, |it| it.from = at(NOW + 1)),
            "credential_expired",
        ),
        (
            "over",
            issue(&signing, |it| it.until = at(NOW)),
            "credential_expired",
        ),
    ];
    for (what, credential, reason) in cases {
        let got = refusal(&hub, own, credential.as_deref()).await;
        assert_eq!(got, (reason.to_owned(), 4401), "{what}");
    }
    // A valid credential is refused after it expires.
    clock.store(NOW + 599, Ordering::Relaxed);
    join(&hub, own, &good).await.vanish();
    clock.store(NOW + 600, Ordering::Relaxed);
    assert_eq!(
        refusal(&hub, own, Some(&good)).await.0,
        "credential_expired"
    );
}

#[tokio::test]
async fn sp_8_a_credential_is_valid_only_for_what_it_names() {
    let mut options = options();
    let signing = restrict(&mut options);
    let hub = start(options);
    let own = "/env/demo_world/agent/agent_002";
    let elsewhere = "/env/world_two/agent/agent_002";
    let good = || issue(&signing, |_| {});
    let other_environment = issue(&signing, |it| it.environment = "world_two".to_owned());
    let all_environments = issue(&signing, |it| it.environment = "*".to_owned());
    let agent_key = || Some(AGENT_KEY.to_owned());
    let cases = [
        (
            "of another client",
            "/env/demo_world/agent/agent_003",
            good(),
        ),
        ("of another role", "/env/demo_world/human/agent_002", good()),
        ("of an agent, for an environment", "/env/demo_world", good()),
        ("of another environment", elsewhere, good()),
        (
            "for an environment that is not its issuer's",
            elsewhere,
            other_environment,
        ),
        ("for all environments", own, all_environments),
        ("a key for another role", "/env/demo_world", agent_key()),
        ("a key for another id", own, agent_key()),
    ];
    for (what, path, credential) in cases {
        let got = refusal(&hub, path, credential.as_deref()).await;
        assert_eq!(got, ("credential_scope".to_owned(), 4403), "{what}");
    }
}

#[tokio::test]
async fn sp_8_a_connection_ends_when_its_credential_expires() {
    let (mut options, clock) = options_with_clock();
    options.timing.heartbeat = std::time::Duration::from_millis(20);
    let signing = restrict(&mut options);
    let hub = start(options);
    let path = "/env/demo_world/agent/agent_002";
    let mut peer = join(&hub, path, &signing.issue(&claims("agent_002"))).await;
    clock.store(NOW + 600, Ordering::Relaxed);
    assert_eq!(peer.end().await, (4401, "credential_expired".to_owned()));
}

#[tokio::test]
async fn sp_8_a_revoked_credential_ends_its_connections_at_once_and_stays_rejected() {
    let mut options = options();
    let signing = restrict(&mut options);
    let hub = start(options);
    let mut world = join(&hub, "/env/demo_world", WORLD_KEY).await;
    let path = "/env/demo_world/agent/agent_002";
    let credential = signing.issue(&claims("agent_002"));
    let mut peer = join(&hub, path, &credential).await;
    let ask = json!({ "type": "action", "id": "a_1", "action": "revoke",
        "parameters": { "credential": "credential-of-agent_002" } });
    world
        .send(&message(
            "m_1",
            &environment("demo_world"),
            &hub_address(),
            &ask,
        ))
        .await;
    let answer = world.next().await;
    assert_eq!(answer["reply_to"], "m_1");
    assert_eq!(answer["payload"]["outcome"]["data"], json!({ "ended": 1 }));
    assert_eq!(peer.end().await, (4401, "credential_revoked".to_owned()));
    assert_eq!(
        refusal(&hub, path, Some(&credential)).await.0,
        "credential_revoked"
    );
    // The owner of the hub may do so too.
    let credential = signing.issue(&claims("agent_003"));
    let mut peer = join(&hub, "/env/demo_world/agent/agent_003", &credential).await;
    assert_eq!(hub.revoke("demo_world", "credential-of-agent_003"), 1);
    assert_eq!(peer.end().await.1, "credential_revoked");
}

#[tokio::test]
async fn sp_8_an_environment_lists_its_clients_and_disconnects_one() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut peer = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let _elsewhere = Peer::join(&hub, "/env/world_two/agent/agent_002").await;
    let me = environment("demo_world");
    let ask = json!({ "type": "action", "id": "a_1", "action": "clients", "parameters": {} });
    world.send(&message("m_1", &me, &hub_address(), &ask)).await;
    let answer = world.next().await;
    let clients = answer["payload"]["outcome"]["data"]["clients"].clone();
    assert_eq!(clients.as_array().map(Vec::len), Some(1), "{clients}");
    assert_eq!(clients[0]["client"], agent("agent_001"));
    let ask = json!({ "type": "action", "id": "a_2", "action": "disconnect",
        "parameters": { "type": "agent", "id": "agent_001" } });
    world.send(&message("m_2", &me, &hub_address(), &ask)).await;
    assert_eq!(
        world.next().await["payload"]["outcome"]["status"],
        "success"
    );
    assert_eq!(peer.end().await, (4403, "disconnected".to_owned()));
    world.event("client_left").await;
    world.send(&message("m_3", &me, &hub_address(), &ask)).await;
    assert_eq!(
        world.error().await["details"]["reason"],
        "unknown_recipient"
    );
}

#[tokio::test]
async fn sp_8_a_credential_takes_over_a_connection_at_once() {
    let mut options = options();
    let signing = restrict(&mut options);
    let hub = start(options);
    let path = "/env/demo_world/agent/agent_002";
    let credential = signing.issue(&claims("agent_002"));
    let mut old = join(&hub, path, &credential).await;
    let mut new = join(&hub, path, &credential).await;
    assert_eq!(old.end().await, (4409, "replaced".to_owned()));
    new.expect_silence(&agent("agent_002")).await;
}

#[tokio::test]
async fn sp_8_foreign_origins_and_host_names_are_rejected() {
    let mut options = options();
    options.origins = vec!["https://notes.example".to_owned()];
    options.hosts = vec!["hub.example".to_owned()];
    let hub = start(options);
    let port = hub.address().port();
    let own = format!("127.0.0.1:{port}");
    for origin in [
        "http://evil.example",
        "null",
        "http://localhost",
        "https://notes.example.evil.example",
    ] {
        for path in ["/env/demo_world", "/health", "/metrics"] {
            let (status, text) = get(&hub, path, &[("Origin", origin)]).await;
            assert_eq!(status, 403, "{origin}");
            assert!(text.contains("foreign_origin"), "{text}");
        }
    }
    let rebound = format!("evil.example:{port}");
    for host in [
        rebound.as_str(),
        "127.0.0.1",
        "127.0.0.1:1",
        "",
        "127.0.0.1.evil.example:80",
    ] {
        let (status, text) = get(&hub, "/health", &[("Host", host)]).await;
        assert_eq!(status, 403, "{host}");
        assert!(text.contains("foreign_host"), "{text}");
    }
    for host in [
        own,
        format!("LOCALHOST:{port}"),
        format!("[::1]:{port}"),
        format!("hub.example:{port}"),
    ] {
        assert_eq!(
            get(&hub, "/health", &[("Host", &host)]).await.0,
            200,
            "{host}"
        );
    }
    let page = [("Origin", "https://notes.example")];
    let _peer = Peer::join_with(&hub, "/env/demo_world", &page).await;
    assert_eq!(get(&hub, "/env/demo_world", &[]).await.0, 426);
    assert_eq!(get(&hub, "/elsewhere", &[]).await.0, 404);
}

#[tokio::test]
async fn sp_8_the_page_that_a_hub_serves_may_connect_to_it_and_no_other() {
    let file = |path: &str, content_type: &str, text: &'static str| PageFile {
        path: path.to_owned(),
        content_type: content_type.to_owned(),
        bytes: text.as_bytes().into(),
    };
    let mut options = options();
    options.hosts = vec!["hub.example".to_owned()];
    options.speaks_public_dialect = true;
    options.page = [
        file("index.html", "text/html", "<title>Read together</title>"),
        file("static/page.js", "text/javascript", "join()"),
    ]
    .into();
    let hub = start(options);
    let own = format!("http://127.0.0.1:{}", hub.address().port());
    let page = ask(&hub, "GET", "/", &[]).await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.ends_with("<title>Read together</title>"), "{page}");
    let page = page.to_lowercase();
    for header in [
        "content-type: text/html",
        "default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "cache-control: no-cache",
    ] {
        assert!(page.contains(header), "{header} is not in {page}");
    }
    let script = ask(&hub, "GET", "/static/page.js", &[]).await;
    assert!(script.contains("immutable"), "{script}");
    let refused = ask(&hub, "POST", "/static/page.js", &[]).await;
    assert!(refused.starts_with("HTTP/1.1 405"), "{refused}");
    assert_eq!(get(&hub, "/static/other.js", &[]).await.0, 404);
    assert_eq!(get(&hub, "/static/../index.html", &[]).await.0, 404);
    let _peer = Peer::join_with(&hub, "/env/demo_world", &[("Origin", &own)]).await;
    let behind = [("Host", "hub.example"), ("Origin", "https://hub.example")];
    assert_eq!(get(&hub, "/health", &behind).await.0, 200);
    let port = hub.address().port();
    for origin in [
        format!("http://localhost:{port}"),
        "http://127.0.0.1:1".to_owned(),
        format!("{own}.evil.example"),
        format!("ftp://127.0.0.1:{port}"),
    ] {
        let status = get(&hub, "/health", &[("Origin", &origin)]).await.0;
        assert_eq!(status, 403, "{origin}");
    }
    let without = open_hub();
    let own = format!("http://{}", without.address());
    let status = get(&without, "/health", &[("Origin", &own)]).await.0;
    assert_eq!(
        status, 403,
        "nothing of its own is there that could connect"
    );
    assert_eq!(get(&without, "/", &[]).await.0, 404);
}

#[tokio::test]
async fn sp_8_connections_messages_and_errors_are_counted() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut peer = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    for number in 0..3 {
        let id = format!("m_{number}");
        peer.send(&message(
            &id,
            &agent("agent_001"),
            &environment("demo_world"),
            &json!(1),
        ))
        .await;
        world.next().await;
    }
    peer.send_text("{").await;
    peer.error().await;
    let (status, page) = get(&hub, "/metrics", &[]).await;
    assert_eq!(status, 200);
    for line in [
        "star_connections{type=\"environment\"} 1",
        "star_connections{type=\"agent\"} 1",
        "star_connects_total{type=\"agent\"} 1",
        "star_messages_received_total{type=\"message\"} 3",
        "star_messages_received_total{type=\"unknown\"} 1",
        "star_errors_total{code=\"VALIDATION_ERROR\",reason=\"malformed_json\"} 1",
        "star_queue_messages 0",
        "# TYPE star_queue_seconds histogram",
    ] {
        assert!(
            page.lines().any(|it| it == line),
            "{line} is not in\n{page}"
        );
    }
    let counts = hub.counts();
    assert_eq!(
        (counts.connections, counts.received, counts.errors),
        (2, 4, 1)
    );
    let by_type = [("message".to_owned(), 3), ("unknown".to_owned(), 1)];
    assert_eq!(counts.received_by_type, by_type);
    assert_eq!(counts.errors_by_reason, [(Reason::MalformedJson, 1)]);
    let (status, health) = get(&hub, "/health", &[]).await;
    assert_eq!(
        (status, health.as_str()),
        (200, r#"{"status":"running","connections":2}"#)
    );
}

#[tokio::test]
async fn sp_8_an_open_hub_listens_on_this_computer_only() {
    let mut options = options();
    options.address = ([0, 0, 0, 0], 0).into();
    let error = Hub::bind(options.clone()).err().expect("it is refused");
    assert!(matches!(error, BindError::OpenToOthers(_)), "{error}");
    options.access = Access::Restricted {
        keys: vec![key("weak", "secret", "agent", "*")],
        issuers: Vec::new(),
    };
    let error = Hub::bind(options).err().expect("it is refused");
    assert!(error.to_string().contains("\"weak\""), "{error}");
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[test]
fn sp_8_a_keys_file_must_be_readable_by_its_owner_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.json");
    let text = json!({
        "keys": [{ "name": "the world", "key": WORLD_KEY, "environment": "demo_world", "role": "environment",
            "until": "2030-01-01T00:00:00Z" }],
        "issuers": [{ "environment": "*", "public_key": "k4.public.x" }],
    });
    std::fs::write(&path, text.to_string()).expect("written");
    allow(&path, 0o600);
    let access = Access::from_file(&path).expect("it is read");
    assert!(!format!("{access:?}").contains(WORLD_KEY));
    let mut options = options();
    options.access = access;
    let error = Hub::bind(options).err().expect("k4.public.x is not a key");
    assert!(error.to_string().contains("k4.public."), "{error}");
    #[cfg(unix)]
    {
        allow(&path, 0o644);
        let error = Access::from_file(&path).expect_err("others may read it");
        assert!(matches!(error, AccessError::Exposed(_)));
    }
    assert!(matches!(
        Access::from_json("{\"key\":1}"),
        Err(AccessError::Malformed(_))
    ));
    let error = Access::from_file(&folder.path().join("no.json")).expect_err("not there");
    assert!(error.to_string().contains("no.json"));
}

fn allow(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, permissions).expect("it is ours");
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}
