//! The connected clients: environments, their clients by type and id, and clients outside
//! environments.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use star::Address;
use tokio::sync::Notify;

use crate::access::Admission;
use crate::history::History;
use crate::outbox::Outbox;

/// A connected client.
pub(crate) struct Member {
    /// The index of its type in the table of kinds.
    pub(crate) kind: usize,
    pub(crate) address: Address,
    pub(crate) group: Arc<Group>,
    pub(crate) admission: Admission,
    pub(crate) outbox: Outbox,
    pub(crate) history: Arc<History>,
    /// Distinguishes two connections of the same client.
    pub(crate) serial: u64,
    /// When it connected, in milliseconds since 1970.
    pub(crate) since: i64,
    /// When the client last sent something, in milliseconds after the hub's start.
    last_seen: AtomicU64,
    asked: AtomicBool,
    answered: Notify,
}

impl Member {
    pub(crate) fn new(
        (kind, address): (usize, Address),
        group: Arc<Group>,
        admission: Admission,
        outbox: Outbox,
        (history, serial, since): (Arc<History>, u64, i64),
    ) -> Self {
        Self {
            kind,
            address,
            group,
            admission,
            outbox,
            history,
            serial,
            since,
            last_seen: AtomicU64::new(0),
            asked: AtomicBool::new(false),
            answered: Notify::new(),
        }
    }

    /// Records a sign of life.
    pub(crate) fn hear(&self, now: u64) {
        self.last_seen.store(now, Ordering::Relaxed);
        if self.asked.swap(false, Ordering::Relaxed) {
            self.answered.notify_one();
        }
    }

    /// When the client last sent something, in milliseconds after the hub's start.
    pub(crate) fn last_seen(&self) -> u64 {
        self.last_seen.load(Ordering::Relaxed)
    }

    /// Asks for a sign of life and waits for it.
    pub(crate) async fn answers(&self) {
        self.asked.store(true, Ordering::Relaxed);
        self.outbox.ping();
        self.answered.notified().await;
    }

    /// Whether it may reach the clients of an environment other than its own.
    pub(crate) fn reaches(&self, environment: &str) -> bool {
        match (
            self.admission.reach(),
            &self.group.id,
            self.admission.environment.is_some(),
        ) {
            (Some(only), ..) => only == environment,
            // A credential for all environments.
            (None, _, true) => true,
            // On an open hub a client is confined to its environment, if it is in one.
            (None, own, false) => own.is_none(),
        }
    }
}

/// The clients of one environment, or those outside environments.
pub(crate) struct Group {
    pub(crate) id: Option<String>,
    /// By type, then by id.
    members: Vec<RwLock<HashMap<String, Arc<Member>>>>,
}

impl Group {
    fn new(id: Option<String>, kinds: usize) -> Arc<Self> {
        let members = (0..kinds).map(|_| RwLock::default()).collect();
        Arc::new(Self { id, members })
    }

    pub(crate) fn get(&self, kind: usize, id: &str) -> Option<Arc<Member>> {
        self.of(kind).get(id).cloned()
    }

    /// Calls a function for each client of a type.
    pub(crate) fn each(&self, kind: usize, work: impl FnMut(&Arc<Member>)) {
        self.of(kind).values().for_each(work);
    }

    /// All clients.
    pub(crate) fn all(&self) -> Vec<Arc<Member>> {
        let kinds = 0..self.members.len();
        kinds
            .flat_map(|it| self.of(it).values().cloned().collect::<Vec<_>>())
            .collect()
    }

    fn of(&self, kind: usize) -> std::sync::RwLockReadGuard<'_, HashMap<String, Arc<Member>>> {
        self.members[kind]
            .read()
            .expect("no panic while it is held")
    }

    fn is_empty(&self) -> bool {
        (0..self.members.len()).all(|it| self.of(it).is_empty())
    }
}

/// A client that was added.
pub(crate) struct Joined {
    pub(crate) member: Arc<Member>,
    /// The older connection of the same client.
    pub(crate) replaced: Option<Arc<Member>>,
}

/// All groups.
pub(crate) struct Directory {
    groups: RwLock<HashMap<String, Arc<Group>>>,
    outside: Arc<Group>,
    kinds: usize,
}

impl Directory {
    pub(crate) fn new(kinds: usize) -> Self {
        Self {
            groups: RwLock::default(),
            outside: Group::new(None, kinds),
            kinds,
        }
    }

    /// The clients outside environments.
    pub(crate) fn outside(&self) -> &Arc<Group> {
        &self.outside
    }

    /// An environment with clients.
    pub(crate) fn group(&self, environment: &str) -> Option<Arc<Group>> {
        let groups = self.groups.read().expect("no panic while it is held");
        groups.get(environment).cloned()
    }

    /// Adds a client, created for its group; returns the one it replaced. If `may_replace` is
    /// false, the client is not added when its id is taken.
    pub(crate) fn join(
        &self,
        environment: Option<&str>,
        make: impl FnOnce(Arc<Group>) -> Member,
        may_replace: impl FnOnce(&Member) -> bool,
    ) -> Result<Joined, Arc<Member>> {
        // Held until the client is added, so that its group is not removed as empty meanwhile.
        let mut groups = self.groups.write().expect("no panic while it is held");
        let group = match environment {
            None => Arc::clone(&self.outside),
            Some(id) => {
                let made = || Group::new(Some(id.to_owned()), self.kinds);
                Arc::clone(groups.entry(id.to_owned()).or_insert_with(made))
            }
        };
        let member = Arc::new(make(Arc::clone(&group)));
        let mut places = group.members[member.kind]
            .write()
            .expect("no panic while it is held");
        if let Some(there) = places.get(&member.address.id)
            && !may_replace(there)
        {
            return Err(Arc::clone(there));
        }
        let replaced = places.insert(member.address.id.clone(), Arc::clone(&member));
        drop(places);
        Ok(Joined { member, replaced })
    }

    /// Removes a client; returns whether it was still registered.
    pub(crate) fn leave(&self, member: &Member) -> bool {
        let mut groups = self.groups.write().expect("no panic while it is held");
        let id = &member.address.id;
        let mut places = member.group.members[member.kind]
            .write()
            .expect("no panic while it is held");
        let had_it = places.get(id).is_some_and(|it| it.serial == member.serial);
        if had_it {
            places.remove(id);
        }
        drop(places);
        if let Some(environment) = &member.group.id
            && member.group.is_empty()
        {
            groups.remove(environment);
        }
        had_it
    }

    /// All clients.
    pub(crate) fn everybody(&self) -> Vec<Arc<Member>> {
        let groups: Vec<_> = {
            let groups = self.groups.read().expect("no panic while it is held");
            groups.values().cloned().collect()
        };
        let inside = groups.iter().flat_map(|it| it.all());
        inside.chain(self.outside.all()).collect()
    }
}
