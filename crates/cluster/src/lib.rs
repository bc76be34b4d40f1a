//! Several machines joined over NATS: hubs that share their environments, and stories of which other
//! machines keep a copy that takes over when the owner is gone.
//!
//! Enter through [`Nats::connect`]; then [`HubLink::start`] joins a hub to the others, and
//! [`SharedStory::open`] is a story with one owner and any number of copies. What travels under
//! which subject is in `names`.
//!
//! Not here: routing between the clients of one hub (`hub`), what a row means (`store`), and what an
//! environment does (`environment`).

mod connect;
mod copy;
mod error;
mod gossip;
mod lease;
mod link;
mod log;
mod names;
mod owner;
mod shared;
mod table;

pub use self::connect::{Nats, NatsAccess};
pub use self::error::ClusterError;
pub use self::link::HubLink;
pub use self::owner::{Owner, OwnershipLost};
pub use self::shared::{Claim, Progress, SharedStory};
