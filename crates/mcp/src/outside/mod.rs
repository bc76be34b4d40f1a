//! Tools of MCP servers in a story: each server of the settings becomes a capability of its name,
//! whose tools are approved one by one. Enter through [`Servers`], which a program passes to its
//! workspace.
//!
//! Nothing that a server sends is trusted: its schemas are reduced to what models and errors can
//! handle (`schema.rs`), its answers are data of bounded length (`answer.rs`), control sequences
//! and invisible characters are removed (`plain.rs`), and its hints are ignored.

mod answer;
mod connection;
mod failures;
mod last_words;
mod plain;
mod resources;
mod schema;
mod sign_in;
mod supervisor;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use async_trait::async_trait;
use capability::ToolError;
use host::{
    OutsideResource, OutsideResources, OutsideTools, RunningServers, ServerPhase, ServerState,
    ServerToStart, SignIn, Studio, server_not_running,
};

use self::supervisor::Supervisor;

/// Starts servers for stories.
pub struct Servers;

#[async_trait]
impl OutsideTools for Servers {
    fn start(&self, studio: &Studio, servers: Vec<ServerToStart>) -> Arc<dyn RunningServers> {
        let running = Arc::new(Running {
            studio: studio.clone(),
            supervisors: Mutex::default(),
        });
        running.update(servers);
        let resources: Weak<Running> = Arc::downgrade(&running);
        studio.set_outside_resources(resources);
        running
    }

    async fn sign_in(&self, server: ServerToStart) -> Result<SignIn, ToolError> {
        let limit = connection::start_limit(&server);
        sign_in::begin(server, limit).await
    }
}

/// The running servers; they stop when this is dropped.
struct Running {
    studio: Studio,
    /// One per server, including stopped ones: the next server of the same name waits for its end.
    supervisors: Mutex<BTreeMap<String, Supervisor>>,
}

impl Running {
    fn supervisors(&self) -> MutexGuard<'_, BTreeMap<String, Supervisor>> {
        // Each change is one step, so a panic cannot leave the map half changed.
        self.supervisors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the server with this name, if any, and starts the given one.
    fn start(&self, supervisors: &mut BTreeMap<String, Supervisor>, server: ServerToStart) {
        let former = supervisors.remove(&server.name).map(Supervisor::end);
        let name = server.name.clone();
        supervisors.insert(name, Supervisor::start(&self.studio, server, former));
    }
}

#[async_trait]
impl OutsideResources for Running {
    fn list(&self) -> Vec<OutsideResource> {
        let supervisors = self.supervisors();
        let running = supervisors.values().filter(|it| !it.is_stopped());
        let states = running.map(Supervisor::state);
        let resources = states.flat_map(|it| it.borrow().resources.to_vec());
        resources.collect()
    }

    async fn read(&self, server: &str, uri: &str) -> Result<String, ToolError> {
        let connection = {
            let supervisors = self.supervisors();
            let running = supervisors.get(server).filter(|it| !it.is_stopped());
            running.map(Supervisor::connection)
        };
        let connection = connection.ok_or_else(|| server_not_running(server))?;
        connection.read(uri).await
    }
}

#[async_trait]
impl RunningServers for Running {
    async fn ready(&self) {
        let states: Vec<_> = self.supervisors().values().map(Supervisor::state).collect();
        for mut state in states {
            // If the supervisor failed, the server will never be ready.
            let _ = state.wait_for(|it| it.phase != ServerPhase::Starting).await;
        }
    }

    fn update(&self, servers: Vec<ServerToStart>) {
        let mut supervisors = self.supervisors();
        for (name, supervisor) in supervisors.iter() {
            if !servers.iter().any(|it| it.name == *name) {
                supervisor.stop();
            }
        }
        for server in servers {
            let running = supervisors.get(&server.name).filter(|it| !it.is_stopped());
            if !running.is_some_and(|it| it.follow(&server)) {
                self.start(&mut supervisors, server);
            }
        }
    }

    fn restart(&self, server: &str) {
        let mut supervisors = self.supervisors();
        let running = supervisors.get(server).filter(|it| !it.is_stopped());
        if let Some(server) = running.map(Supervisor::server) {
            self.start(&mut supervisors, server);
        }
    }

    fn states(&self) -> BTreeMap<String, ServerState> {
        let supervisors = self.supervisors();
        let running = supervisors.iter().filter(|(_, it)| !it.is_stopped());
        let running = running.inspect(|(_, it)| it.look());
        let states = running.map(|(name, it)| (name.clone(), it.state().borrow().clone()));
        states.collect()
    }
}
