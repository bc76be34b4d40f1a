//! Three hosts: network namespaces that a bridge joins where this machine allows them, else three
//! names for this machine.

use std::process::{Command, Stdio};

/// A host that programs are started on.
pub(crate) struct Place {
    /// What a program is started with there.
    pub(crate) prefix: Vec<String>,
    /// Its address for the others and for the test.
    pub(crate) address: String,
}

impl Place {
    /// Without a host of its own.
    pub(crate) fn this_computer() -> Self {
        Self {
            prefix: Vec::new(),
            address: "127.0.0.1".to_owned(),
        }
    }
}

/// Three hosts, until this is dropped.
pub(crate) struct Places {
    all: Option<[Place; 3]>,
    /// What was made in the system: namespaces, and the bridge.
    made: Option<String>,
}

impl Places {
    /// Makes them.
    pub(crate) fn three() -> Self {
        // Process ids are unique among tests that run at once.
        let id = std::process::id() % 50_000;
        let (bridge, net) = (
            format!("st{id}"),
            format!("10.{}.{}", 64 + id / 250, id % 250),
        );
        let names = [1, 2, 3].map(|it| format!("{bridge}-{it}"));
        if !make(&bridge, &net, &names) {
            unmake(&bridge);
            return Self {
                all: Some([(); 3].map(|()| Place::this_computer())),
                made: None,
            };
        }
        let mut number = 0;
        let all = names.map(|name| {
            number += 1;
            Place {
                prefix: ["ip", "netns", "exec", &name].map(str::to_owned).to_vec(),
                address: format!("{net}.{number}"),
            }
        });
        Self {
            all: Some(all),
            made: Some(bridge),
        }
    }

    /// The hosts, once.
    pub(crate) fn take(&mut self) -> [Place; 3] {
        self.all.take().expect("they were not taken before")
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        if let Some(bridge) = &self.made {
            unmake(bridge);
        }
    }
}

fn ip(words: &[&str]) -> bool {
    let mut command = Command::new("ip");
    let ran = command
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    ran.status().is_ok_and(|it| it.success())
}

fn make(bridge: &str, net: &str, names: &[String; 3]) -> bool {
    let own = format!("{net}.254/24");
    let is_bridge = ip(&["link", "add", bridge, "type", "bridge"])
        && ip(&["addr", "add", &own, "dev", bridge])
        && ip(&["link", "set", bridge, "up"]);
    is_bridge
        && names.iter().enumerate().all(|(at, name)| {
            let (outer, address) = (format!("{name}o"), format!("{net}.{}/24", at + 1));
            let inner = format!("{name}i");
            ip(&["netns", "add", name])
                && ip(&[
                    "link", "add", &outer, "type", "veth", "peer", "name", &inner,
                ])
                && ip(&["link", "set", &inner, "netns", name])
                && ip(&["link", "set", &outer, "master", bridge, "up"])
                && ip(&["-n", name, "addr", "add", &address, "dev", &inner])
                && ip(&["-n", name, "link", "set", &inner, "up"])
                && ip(&["-n", name, "link", "set", "lo", "up"])
        })
}

fn unmake(bridge: &str) {
    for number in 1..=3 {
        // With the namespace goes its end of the pair, and with that the other.
        ip(&["netns", "del", &format!("{bridge}-{number}")]);
    }
    ip(&["link", "del", bridge]);
}
