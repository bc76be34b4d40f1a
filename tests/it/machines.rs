//! Several machines over a real NATS server: hubs that share environments, and a story whose copy
//! takes over when its owner is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use star::{Agent, ClientOptions, Incoming, Payload, Role, Status};
use tokio::sync::watch;

use crate::environment;
use crate::soak::{self, Difference, Soak};
use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::nats::NatsServer;
use crate::support::places::{Place, Places};
use crate::support::server::TestServer;
use crate::survive::{PATIENCE, agents, outcomes, started};

/// A hub for every program here that has joined the others.
fn hub(harness: &TestHarness, nats: &NatsServer) -> (RunningProgram, String) {
    let words = ["hub", "--open", "--port", "0", "--nats", &nats.address()];
    started(harness, &words)
}

/// A program that serves the story or follows it, and its first line.
fn join(
    harness: &TestHarness,
    (nats, hub): (&NatsServer, &str),
    file: &str,
) -> (RunningProgram, String) {
    let nats = nats.address();
    let words = [
        "join", hub, file, "--as", "demo", "--guests", "write", "--nats", &nats,
    ];
    started(harness, &words)
}

async fn connect(hub: &str, role: Role) -> Agent {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let ids = Arc::new(|| format!("m-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    let connected = Agent::connect(ClientOptions::new(hub, role, ids)).await;
    connected.unwrap_or_else(|error| panic!("{error}"))
}

async fn done(agent: &Agent, action: &str, parameters: Value) -> Value {
    let parameters = parameters.as_object().expect("an object").clone();
    let outcome = tokio::time::timeout(PATIENCE, agent.act(action, parameters)).await;
    let outcome = outcome.expect("an outcome").expect("it is taken");
    assert_eq!(outcome.outcome.status, Status::Success, "{outcome:?}");
    outcome.outcome.data
}

/// The next event of a name.
async fn event(agent: &Agent, name: &str) -> Value {
    let found = async {
        loop {
            let incoming = agent.next().await.expect("the connection is open");
            if let Incoming::Message(envelope) = incoming
                && let Payload::Event(event) = envelope.payload
                && event.event == name
            {
                return event.data;
            }
        }
    };
    let found = tokio::time::timeout(PATIENCE, found).await;
    found.unwrap_or_else(|_| panic!("no event {name}"))
}

#[tokio::test]
async fn sp_3_agents_work_on_an_environment_at_another_hub() {
    let (nats, harness) = (NatsServer::start(), TestHarness::empty());
    soak::make_story(&harness.path("demo.story"), 1).unwrap();
    let ((_one, here), (_other, there)) = (hub(&harness, &nats), hub(&harness, &nats));
    let ann = connect(&here, Role::agent("demo", "ann")).await;
    let bob = connect(&there, Role::human(Some("demo".to_owned()), "bob")).await;
    let (joined, _) = join(&harness, (&nats, &there), "demo.story");
    let online = event(&ann, "environment_online").await;
    assert_eq!(online["client"]["id"], "demo");

    // An action and its outcome, the event of its change for everybody, and who is there.
    let node = soak::title(0);
    let items = json!([{ "k": "place", "v": "cave" }]);
    let wrote = done(
        &ann,
        "update_node_kv",
        json!({ "node": node, "items": items }),
    )
    .await;
    for received in [
        event(&ann, "data:changed").await,
        event(&bob, "data:changed").await,
    ] {
        assert_eq!(received["number"], wrote["change"]);
        assert_eq!(received["author"]["principal"], "star/agent/ann");
    }
    let there_are = done(&bob, "list_participants", json!({})).await;
    let mut names: Vec<_> = there_are["participants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["ann", "bob"], "{there_are}");

    // A client that is nowhere is an error here too, and so is an environment that is gone.
    let message = json!({ "text": "hello" });
    done(&bob, "post_message", message).await;
    assert_eq!(event(&ann, "message_posted").await["text"], "hello");
    joined.kill();
    let offline = event(&ann, "environment_offline").await;
    assert_eq!(offline["client"]["id"], "demo");
    // What is asked meanwhile is done when the story is back, at whichever hub.
    let items = json!([{ "k": "place", "v": "hill" }]);
    let asked = tokio::spawn(async move {
        done(
            &ann,
            "update_node_kv",
            json!({ "node": node, "items": items }),
        )
        .await
    });
    let (_joined, _) = join(&harness, (&nats, &here), "demo.story");
    assert_eq!(asked.await.unwrap()["status"], "success");
}

#[tokio::test]
async fn sp_3_a_client_that_moves_to_another_hub_ends_its_older_connection() {
    let (nats, harness) = (NatsServer::start(), TestHarness::empty());
    let ((_one, here), (_other, there)) = (hub(&harness, &nats), hub(&harness, &nats));
    let first = connect(&here, Role::agent("demo", "ann")).await;
    let _second = connect(&there, Role::agent("demo", "ann")).await;
    let ended = async {
        loop {
            match first.next().await {
                Some(Incoming::Disconnected { why }) => return why,
                Some(_) => {}
                None => return "closed".to_owned(),
            }
        }
    };
    let why = tokio::time::timeout(PATIENCE, ended)
        .await
        .expect("it ends");
    assert!(why.contains("took over"), "{why}");
}

/// The key of all clients and environments, where hubs do not listen on this computer alone.
const KEY: &str = "key-of-the-test-0123456789";

/// The window's program shares its story too: a copy elsewhere takes over when it is gone.
#[tokio::test]
async fn sp_10_a_replica_takes_over_a_story_open_in_a_browser() {
    let (nats, harness, other) = (
        NatsServer::start(),
        TestHarness::empty(),
        TestHarness::empty(),
    );
    soak::make_story(&harness.path("demo.story"), 1).unwrap();
    let secret = environment::credential(&harness, "ann", &["--level", "write"]);
    let words = [
        "serve",
        "demo.story",
        "--port",
        "0",
        "--hub",
        "--hub-port",
        "0",
    ];
    let address = nats.address();
    let server = TestServer::start_words(&harness, &[&words[..], &["--nats", &address]].concat());
    let ann = environment::connect(&server.hub, "agent", "ann", Some(&secret)).await;
    let write = async |place: &str| {
        let items = json!([{ "k": "place", "v": place }]);
        let args = json!({ "node": soak::title(0), "items": items });
        done(&ann, "update_node_kv", args).await
    };
    write("cave").await;

    let (_hub, there) = hub(&other, &nats);
    let hub_address = server.hub.clone();
    let (_, id) = hub_address.rsplit_once('/').expect("an environment");
    let words = [
        "join",
        &there,
        "copy.story",
        "--as",
        id,
        "--guests",
        "write",
        "--nats",
        &address,
    ];
    let (mut copy, line) = started(&other, &words);
    assert_eq!(line, format!("following {id}"));
    write("hill").await;
    server.end(&harness);
    let line = copy.line().expect("it takes over");
    assert_eq!(line, format!("{there}/env/{id}"));
    let bob = connect(&there, Role::agent(id, "bob")).await;
    let read = done(&bob, "show_node", json!({ "node": soak::title(0) })).await;
    assert!(read.to_string().contains("hill"), "{read:#}");
}

/// A machine with a hub, and the folder of what runs there.
struct Machine {
    harness: TestHarness,
    place: Place,
    nats: String,
    hub: String,
    _running: RunningProgram,
}

impl Machine {
    fn start(place: Place, nats: &NatsServer) -> Self {
        let harness = TestHarness::empty();
        let keys = harness.path("keys.json");
        let key = json!({ "name": "all", "key": KEY, "environment": "*", "role": "*" });
        std::fs::write(&keys, json!({ "keys": [key] }).to_string()).unwrap();
        let mut private = std::fs::metadata(&keys).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut private, 0o600);
        std::fs::set_permissions(&keys, private).unwrap();
        let nats = nats.address();
        let words = [
            "hub",
            "--keys",
            "keys.json",
            "--port",
            "0",
            "--listen",
            &place.address,
            "--nats",
            &nats,
        ];
        let mut running = RunningProgram::new(harness.command_at(&place.prefix, &words));
        let hub = running.line().expect("the hub's address");
        Self {
            harness,
            place,
            nats,
            hub,
            _running: running,
        }
    }

    /// Serves the story or follows it; the first line.
    fn join(&self) -> (RunningProgram, String) {
        let words = [
            "join",
            &self.hub,
            "demo.story",
            "--as",
            "demo",
            "--guests",
            "write",
            "--nats",
            &self.nats,
        ];
        let mut command = self.harness.command_at(&self.place.prefix, &words);
        command.env("STAR_CREDENTIAL", KEY);
        let mut joined = RunningProgram::new(command);
        let line = joined.line().expect("it serves or follows");
        (joined, line)
    }
}

/// Kills the owner of a story several times while agents at two hubs work on it: on three hosts
/// where this machine can have them.
#[tokio::test]
async fn sp_10_a_replica_takes_over_without_losing_or_repeating_acknowledged_writes() {
    let mut places = Places::three();
    let [first, second, third] = places.take();
    let nats = NatsServer::start_at(third);
    let machines = [first, second].map(|it| Machine::start(it, &nats));
    soak::make_story(&machines[0].harness.path("demo.story"), 12).unwrap();
    let hubs = machines.iter().map(|it| it.hub.clone()).collect();
    let (mut owner, line) = machines[0].join();
    assert!(line.starts_with("ws://"), "{line}");
    let (tell, progress) = watch::channel(0);
    let work = Soak {
        credential: Some(KEY.to_owned()),
        ..agents(hubs, 12, 16)
    };
    let working = tokio::spawn(soak::run(work, tell));
    for (round, count) in [24, 64, 104, 144].into_iter().enumerate() {
        let (mut follower, line) = machines[(round + 1) % 2].join();
        assert_eq!(line, "following demo");
        outcomes(&progress, count).await;
        // `ip netns exec` becomes the program that it starts.
        owner.kill();
        let line = follower.line().expect("it takes over");
        assert!(line.starts_with("ws://"), "{line}");
        owner = follower;
    }
    let report = tokio::time::timeout(PATIENCE, working).await;
    let report = report.expect("they come to an end").unwrap().unwrap();
    assert_eq!(report.refused, [""; 0]);
    // The last owner is on the first machine again.
    owner.kill();
    let file = machines[0].harness.path("demo.story");
    let store = soak::open_story(&file).unwrap();
    let difference = soak::compare(&store, &report).unwrap();
    assert_eq!(difference, Difference::default());
}

/// The server that joins the machines is killed and started again.
#[tokio::test]
async fn sp_10_work_continues_after_the_nats_server_was_down() {
    let (mut nats, harness) = (NatsServer::start(), TestHarness::empty());
    soak::make_story(&harness.path("demo.story"), 6).unwrap();
    let ((_here, here), (_there, there)) = (hub(&harness, &nats), hub(&harness, &nats));
    let (owner, _) = join(&harness, (&nats, &there), "demo.story");
    let (tell, progress) = watch::channel(0);
    let work = agents(vec![here.clone(), there.clone()], 6, 12);
    let working = tokio::spawn(soak::run(work, tell));
    for count in [12, 36] {
        outcomes(&progress, count).await;
        nats.kill();
        nats.start_again();
    }
    let report = tokio::time::timeout(PATIENCE, working).await;
    let report = report.expect("they come to an end").unwrap().unwrap();
    assert_eq!(report.refused, [""; 0]);
    owner.kill();
    let store = soak::open_story(&harness.path("demo.story")).unwrap();
    let difference = soak::compare(&store, &report).unwrap();
    assert_eq!(difference, Difference::default());
}

#[tokio::test]
async fn sp_10_a_replica_takes_over_with_the_oldest_supported_nats_server() {
    let nats = NatsServer::start_oldest();
    let (one, other) = (TestHarness::empty(), TestHarness::empty());
    soak::make_story(&one.path("demo.story"), 4).unwrap();
    let ((_here, here), (_there, there)) = (hub(&one, &nats), hub(&other, &nats));
    let (owner, _) = join(&one, (&nats, &here), "demo.story");
    let (mut follower, line) = join(&other, (&nats, &there), "demo.story");
    assert_eq!(line, "following demo");
    let (tell, progress) = watch::channel(0);
    let working = tokio::spawn(soak::run(agents(vec![here, there], 4, 8), tell));
    outcomes(&progress, 16).await;
    owner.kill();
    let line = follower.line().expect("it takes over");
    assert!(line.starts_with("ws://"), "{line}");
    let report = tokio::time::timeout(PATIENCE, working).await;
    let report = report.expect("they come to an end").unwrap().unwrap();
    assert_eq!(report.refused, [""; 0]);
    follower.kill();
    let store = soak::open_story(&other.path("demo.story")).unwrap();
    let difference = soak::compare(&store, &report).unwrap();
    assert_eq!(difference, Difference::default());
}

/// An owner that is stopped for longer than its ownership lives: when it continues, what it writes
/// counts for nobody, and it follows the new owner.
#[tokio::test]
async fn sp_10_a_former_owner_is_rejected_and_follows_the_new_one() {
    let nats = NatsServer::start();
    let (one, other) = (TestHarness::empty(), TestHarness::empty());
    soak::make_story(&one.path("demo.story"), 1).unwrap();
    let ((_here, here), (_there, there)) = (hub(&one, &nats), hub(&other, &nats));
    let (mut owner, _) = join(&one, (&nats, &here), "demo.story");
    let (mut follower, _) = join(&other, (&nats, &there), "demo.story");
    signal(&owner, "STOP");
    let line = follower.line().expect("it takes over");
    assert!(line.starts_with("ws://"), "{line}");
    // A person edits the file of the former owner meanwhile; it is kept beside the shared one.
    let edit = [
        "kv",
        "update",
        "demo.story",
        "--node",
        "agent_00000",
        "by=former",
    ];
    one.good(&edit);
    let ann = connect(&here, Role::agent("demo", "ann")).await;
    let items = json!([{ "k": "by", "v": "new" }]);
    done(
        &ann,
        "update_node_kv",
        json!({ "node": "agent_00000", "items": items }),
    )
    .await;
    signal(&owner, "CONT");
    assert_eq!(owner.line().as_deref(), Some("following demo"));
    let value = |harness: &TestHarness, file: &str| {
        let read = harness.data(&["kv", "read", file, "--node", "agent_00000"]);
        read["items"][0]["v"].clone()
    };
    assert_eq!(value(&other, "demo.story"), "new");
    follower.kill();
    let line = owner.line().expect("it takes over again");
    assert!(line.starts_with("ws://"), "{line}");
    assert_eq!(value(&one, "demo.story"), "new");
    assert_eq!(value(&one, "demo.other.story"), "former");
}

fn signal(program: &RunningProgram, name: &str) {
    let mut kill = std::process::Command::new("kill");
    let sent = kill.args([&format!("-{name}"), &program.id().to_string()]);
    assert!(sent.status().expect("kill runs").success());
}
