//! Encrypted connections to a hub, by a program in front of it or by a certificate of its own: clients
//! reach it at `wss://`, and check who it is.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;

use rcgen::{BasicConstraints, Certificate, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::soak;
use crate::support::cli::{RunningProgram, TestHarness};
use crate::survive::started;

/// An authority of the test's own as PEM, and a certificate of it for `localhost` with its key.
fn certificates() -> (String, Certificate, KeyPair) {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = authority.self_signed(&authority_key).unwrap().pem();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let own = own.signed_by(&key, &issuer).unwrap();
    (pem, own, key)
}

/// What a server with this certificate shows.
fn server_config(own: &Certificate, key: &KeyPair) -> ServerConfig {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.der().clone()], key)
        .unwrap()
}

/// Decrypts on a free port, and passes everything on.
async fn encrypting(config: ServerConfig, hub: SocketAddr) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut inside = TcpStream::connect(hub).await?;
                let mut outside = acceptor.accept(stream).await?;
                copy_bidirectional(&mut outside, &mut inside).await
            });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_11_a_story_joins_a_hub_over_an_encrypted_connection() {
    let harness = TestHarness::empty();
    soak::make_story(&harness.path("demo.story"), 1).unwrap();
    // Its name counts under the port of the program in front of it too.
    let hub = ["hub", "--open", "--port", "0", "--name", "localhost"];
    let (_hub, address) = started(&harness, &hub);
    let (pem, own, key) = certificates();
    let inside = address.trim_start_matches("ws://").parse().unwrap();
    let port = encrypting(server_config(&own, &key), inside).await;
    std::fs::write(harness.path("authority.pem"), pem).unwrap();

    let outside = format!("wss://localhost:{port}");
    let join = ["join", &outside, "demo.story", "--as", "demo"];
    let mut trusting = harness.command(&join);
    trusting.env("SSL_CERT_FILE", harness.path("authority.pem"));
    let joined = tokio::task::spawn_blocking(move || {
        let mut joined = RunningProgram::new(trusting);
        (joined.line(), joined)
    });
    let (line, _joined) = joined.await.unwrap();
    assert_eq!(line.as_deref(), Some(&*format!("{outside}/env/demo")));

    // An authority that is not known here is refused.
    let words: Vec<String> = join.iter().map(|it| (*it).to_owned()).collect();
    let refused = tokio::task::spawn_blocking(move || {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        harness.run(&words)
    });
    let refused = refused.await.unwrap();
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("certificate"), "{}", refused.err);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_11_a_hub_encrypts_with_a_certificate_of_its_own() {
    let harness = TestHarness::empty();
    soak::make_story(&harness.path("demo.story"), 1).unwrap();
    let (pem, own, key) = certificates();
    std::fs::write(harness.path("authority.pem"), pem).unwrap();
    std::fs::write(harness.path("hub.pem"), own.pem()).unwrap();
    std::fs::write(harness.path("hub.key"), key.serialize_pem()).unwrap();
    let hub = "hub --open --port 0 --certificate hub.pem --key hub.key";
    let hub: Vec<&str> = hub.split(' ').collect();

    // A key that others can read is not used.
    restrict(&harness, 0o644);
    let refused = harness.run(&hub);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("chmod 600"), "{}", refused.err);
    restrict(&harness, 0o600);
    let swapped = harness.run(&[
        "hub",
        "--open",
        "--certificate",
        "hub.key",
        "--key",
        "hub.key",
    ]);
    assert!(swapped.err.contains("no certificate"), "{}", swapped.err);

    // Its address has the name that the certificate is for.
    let (_hub, address) = started(&harness, &hub);
    let port = address.strip_prefix("wss://localhost:").unwrap().to_owned();
    let mut joining = harness.command(&["join", &address, "demo.story", "--as", "demo"]);
    joining.env("SSL_CERT_FILE", harness.path("authority.pem"));
    let joined = tokio::task::spawn_blocking(move || {
        let mut joined = RunningProgram::new(joining);
        (joined.line(), joined)
    });
    let (line, _joined) = joined.await.unwrap();
    assert_eq!(line.as_deref(), Some(&*format!("{address}/env/demo")));

    // Whoever does not encrypt gets nothing.
    let plain = format!("ws://localhost:{port}");
    let refused = tokio::task::spawn_blocking(move || {
        harness.run(&["join", &plain, "demo.story", "--as", "other"])
    });
    assert_ne!(refused.await.unwrap().code, 0);
}

fn restrict(harness: &TestHarness, mode: u32) {
    let mode = std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(harness.path("hub.key"), mode).unwrap();
}
