//! Which clients are connected at which other hub.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use hub::PeerClient;
use star::Address;

use crate::gossip::{Gossip, GossipContent};

/// Clients by environment, type and id.
type Clients = HashMap<String, HashMap<String, HashMap<String, PeerClient>>>;

/// The other hubs.
#[derive(Default)]
pub(crate) struct Table {
    hubs: HashMap<String, OtherHub>,
}

struct OtherHub {
    number: u64,
    last_seen: Instant,
    clients: Clients,
}

/// What follows from a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Followup {
    Joined(PeerClient),
    Left(PeerClient),
    /// Something was missed: this hub is to be asked for its list.
    Ask(String),
    /// This hub's list is wanted.
    SendList,
}

impl Table {
    /// Notes what a hub says.
    pub(crate) fn hear(&mut self, gossip: Gossip, own: &str, now: Instant) -> Vec<Followup> {
        let Gossip {
            hub,
            number,
            content,
        } = gossip;
        match content {
            GossipContent::Gone => return self.forget(&hub),
            GossipContent::Hello => {
                let mut followups = match self.hubs.get(&hub) {
                    // It has forgotten everything that it said before.
                    Some(known) if number < known.number => self.forget(&hub),
                    // What was sent to its environments may be lost: clients here hear again that they
                    // are online, and send what is unanswered.
                    Some(known) => {
                        let online = environments(known);
                        online.into_iter().map(Followup::Joined).collect()
                    }
                    None => Vec::new(),
                };
                followups.push(Followup::SendList);
                return followups;
            }
            GossipContent::Ask(who) => {
                return match who == own {
                    true => vec![Followup::SendList],
                    false => Vec::new(),
                };
            }
            GossipContent::List(clients) => return self.replace(hub, number, clients, now),
            GossipContent::Joined(_) | GossipContent::Left(_) | GossipContent::Alive => {}
        }
        let Some(known) = self.hubs.get_mut(&hub) else {
            return vec![Followup::Ask(hub)];
        };
        known.last_seen = now;
        let expected = match content {
            GossipContent::Alive => known.number,
            _ => known.number + 1,
        };
        if number < expected {
            return Vec::new();
        }
        if number > expected {
            return vec![Followup::Ask(hub)];
        }
        known.number = number;
        match content {
            GossipContent::Joined(client) => {
                insert(&mut known.clients, client.clone());
                vec![Followup::Joined(client)]
            }
            GossipContent::Left(client) if remove(&mut known.clients, &client) => {
                vec![Followup::Left(client)]
            }
            _ => Vec::new(),
        }
    }

    fn replace(
        &mut self,
        hub: String,
        number: u64,
        clients: Vec<PeerClient>,
        now: Instant,
    ) -> Vec<Followup> {
        let before = self.hubs.remove(&hub).map(|it| all(&it.clients));
        let before = before.unwrap_or_default();
        let mut kept = Clients::new();
        for client in &clients {
            insert(&mut kept, client.clone());
        }
        let known = OtherHub {
            number,
            last_seen: now,
            clients: kept,
        };
        self.hubs.insert(hub, known);
        let joined = clients.iter().filter(|it| !before.contains(it));
        let is_gone = |it: &&PeerClient| clients.iter().all(|now| now.client != it.client);
        let left = before.iter().filter(is_gone);
        let joined = joined.cloned().map(Followup::Joined);
        left.cloned().map(Followup::Left).chain(joined).collect()
    }

    fn forget(&mut self, hub: &str) -> Vec<Followup> {
        let clients = self.hubs.remove(hub).map(|it| all(&it.clients));
        let left = clients.into_iter().flatten();
        left.map(Followup::Left).collect()
    }

    /// Forgets hubs that were silent for too long.
    pub(crate) fn expire(&mut self, silence: Duration, now: Instant) -> Vec<Followup> {
        let is_silent = |it: &OtherHub| now.duration_since(it.last_seen) > silence;
        let silent = self.hubs.iter().filter(|it| is_silent(it.1));
        let silent: Vec<String> = silent.map(|it| it.0.clone()).collect();
        silent.iter().flat_map(|it| self.forget(it)).collect()
    }

    /// Nothing is heard while there is no server: that is no sign that the hubs are gone.
    pub(crate) fn excuse_silence(&mut self, now: Instant) {
        self.hubs.values_mut().for_each(|it| it.last_seen = now);
    }

    /// The hub where a client is connected; the newest connection counts.
    pub(crate) fn hub_of(&self, environment: &str, client: &Address) -> Option<&str> {
        let found = self.hubs.iter().filter_map(|(hub, it)| {
            let found = find(&it.clients, environment, client)?;
            Some((found.since, hub.as_str()))
        });
        found.max().map(|it| it.1)
    }

    /// Whether another hub has clients of a type.
    pub(crate) fn has_any(&self, environment: &str, kind: &str) -> bool {
        self.hubs.values().any(|it| {
            let of_kind = it.clients.get(environment).and_then(|it| it.get(kind));
            of_kind.is_some_and(|it| !it.is_empty())
        })
    }

    /// The clients of an environment.
    pub(crate) fn clients(&self, environment: &str) -> Vec<PeerClient> {
        let of_hubs = self.hubs.values();
        let inside = of_hubs.filter_map(|it| it.clients.get(environment));
        let kinds = inside.flat_map(|it| it.values());
        kinds.flat_map(|it| it.values().cloned()).collect()
    }

    /// The environments themselves, of all hubs.
    pub(crate) fn environments(&self) -> Vec<PeerClient> {
        self.hubs.values().flat_map(environments).collect()
    }
}

fn environments(hub: &OtherHub) -> Vec<PeerClient> {
    let mut clients = all(&hub.clients);
    clients.retain(|it| it.client.kind == star::ClientType::ENVIRONMENT);
    clients
}

fn insert(clients: &mut Clients, client: PeerClient) {
    let inside = clients.entry(client.environment.clone()).or_default();
    let kind = client.client.kind.as_str().to_owned();
    let of_kind = inside.entry(kind).or_default();
    of_kind.insert(client.client.id.clone(), client);
}

fn find<'c>(clients: &'c Clients, environment: &str, client: &Address) -> Option<&'c PeerClient> {
    let of_kind = clients.get(environment)?.get(client.kind.as_str())?;
    of_kind.get(&client.id)
}

/// Removes a client, unless a newer connection of it was told of.
fn remove(clients: &mut Clients, client: &PeerClient) -> bool {
    let inside = clients.get_mut(&client.environment);
    let of_kind = inside.and_then(|it| it.get_mut(client.client.kind.as_str()));
    let Some(of_kind) = of_kind else { return false };
    let is_it = of_kind.get(&client.client.id) == Some(client);
    if is_it {
        of_kind.remove(&client.client.id);
    }
    is_it
}

fn all(clients: &Clients) -> Vec<PeerClient> {
    let kinds = clients.values().flat_map(|it| it.values());
    kinds.flat_map(|it| it.values().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(id: &str, since: i64) -> PeerClient {
        PeerClient {
            environment: "demo".to_owned(),
            client: Address::agent(id),
            credential: None,
            since,
        }
    }

    fn say(number: u64, message: GossipContent) -> Gossip {
        let hub = "other".to_owned();
        Gossip {
            hub,
            number,
            content: message,
        }
    }

    #[test]
    fn a_hub_that_missed_a_message_requests_the_full_list() {
        let (mut table, now) = (Table::default(), Instant::now());
        let mut hear = |gossip| table.hear(gossip, "own", now);
        let ask = || vec![Followup::Ask("other".to_owned())];
        let (ann, bob) = (client("ann", 1), client("bob", 2));
        assert_eq!(hear(say(3, GossipContent::Alive)), ask());
        let listed = hear(say(3, GossipContent::List(vec![ann.clone()])));
        assert_eq!(listed, [Followup::Joined(ann.clone())]);
        assert_eq!(hear(say(3, GossipContent::Alive)), []);
        assert_eq!(
            hear(say(5, GossipContent::Left(ann.clone()))),
            ask(),
            "4 is missing"
        );
        let listed = hear(say(5, GossipContent::List(vec![bob.clone()])));
        assert_eq!(
            listed,
            [Followup::Left(ann.clone()), Followup::Joined(bob.clone())]
        );
        assert_eq!(
            hear(say(5, GossipContent::Left(bob.clone()))),
            [],
            "it is old"
        );
        assert_eq!(
            hear(say(6, GossipContent::Left(client("bob", 1)))),
            [],
            "of before"
        );
        assert_eq!(
            hear(say(7, GossipContent::Left(bob.clone()))),
            [Followup::Left(bob)]
        );
    }

    #[test]
    fn drops_clients_of_a_silent_hub_and_keeps_the_newest_connection() {
        let (mut table, now) = (Table::default(), Instant::now());
        table.hear(
            say(1, GossipContent::List(vec![client("ann", 1)])),
            "own",
            now,
        );
        let third = Gossip {
            hub: "third".to_owned(),
            number: 1,
            content: GossipContent::List(vec![client("ann", 2)]),
        };
        let later = now + Duration::from_secs(3);
        table.hear(third, "own", later);
        let ann = Address::agent("ann");
        assert_eq!(table.hub_of("demo", &ann), Some("third"));
        let left = table.expire(Duration::from_secs(2), later);
        assert_eq!(left, [Followup::Left(client("ann", 1))]);
        assert_eq!(table.hub_of("demo", &ann), Some("third"));
        assert!(table.has_any("demo", "agent") && !table.has_any("demo", "human"));
        assert_eq!(table.hub_of("else", &ann), None);
    }

    #[test]
    fn a_hub_that_was_away_has_its_environments_announced_again() {
        let (mut table, now) = (Table::default(), Instant::now());
        let environment = PeerClient {
            client: Address::environment("demo"),
            ..client("", 1)
        };
        let list = vec![client("ann", 1), environment.clone()];
        table.hear(say(2, GossipContent::List(list)), "own", now);
        assert_eq!(
            table.hear(say(2, GossipContent::Hello), "own", now),
            [Followup::Joined(environment), Followup::SendList],
            "what was sent to it meanwhile may be lost"
        );
    }
}
