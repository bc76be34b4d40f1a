//! Grants that are made once for all calls of a client: a grant names every tool that is denied, which
//! takes longer than many a call.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use capability::{Grant, Registry};
use model::Timestamp;

use super::Permission;
use crate::Studio;

/// The grants made last, by the id of a credential; by none for a client without one.
#[derive(Default)]
pub struct GrantCache(Mutex<HashMap<Option<String>, CachedGrant>>);

/// A grant, and what it was made from: it is made again where that differs.
struct CachedGrant {
    permission: Permission,
    until: Option<Timestamp>,
    /// The registry's, whose tools it names.
    revision: u64,
    free: BTreeSet<String>,
    grant: Arc<Grant>,
}

/// Grants that are remembered; with more credentials in use all are made anew.
const MAX_GRANTS: usize = 1_000;

impl GrantCache {
    /// The grant for the calls of a client on this story, until its credential expires. `make` makes
    /// it from the permission, the tools and the methods that cost nothing, and has to make the same
    /// from the same.
    pub fn grant(
        &self,
        studio: &Studio,
        credential: Option<&str>,
        (permission, until): (&Permission, Option<Timestamp>),
        make: impl FnOnce(&Permission, &Registry, BTreeSet<String>) -> Grant,
    ) -> Arc<Grant> {
        let registry = studio.registry();
        let (revision, free) = (registry.revision(), studio.methods_without_cost());
        let mut grants = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = credential.map(str::to_owned);
        if let Some(made) = grants.get(&key)
            && made.permission == *permission
            && (made.until, made.revision, &made.free) == (until, revision, &free)
        {
            return Arc::clone(&made.grant);
        }
        let grant = Arc::new(Grant {
            story: Some(studio.store().story_id()),
            expires: until,
            ..make(permission, registry, free.clone())
        });
        let made = CachedGrant {
            permission: permission.clone(),
            until,
            revision,
            free,
            grant: Arc::clone(&grant),
        };
        if grants.len() >= MAX_GRANTS {
            grants.clear();
        }
        grants.insert(key, made);
        grant
    }
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::*;

    #[tokio::test]
    async fn a_grant_is_made_again_only_where_it_would_differ() {
        let model = crate::models::built_in_language_model();
        let studio = Studio::in_memory(model).unwrap();
        let cache = GrantCache::default();
        let grant = |key, level, until| {
            let permission = Permission::of(level);
            cache.grant(&studio, key, (&permission, until), Permission::grant)
        };
        let first = grant(Some("a"), Level::Read, None);
        assert_eq!(first.story, Some(studio.store().story_id()));
        assert!(Arc::ptr_eq(&first, &grant(Some("a"), Level::Read, None)));
        let until = Some(studio.world().now());
        for other in [
            grant(Some("b"), Level::Read, None),
            grant(Some("a"), Level::Write, None),
            grant(Some("a"), Level::Write, until),
        ] {
            assert!(!Arc::ptr_eq(&first, &other));
        }
        let last = grant(Some("a"), Level::Write, until);
        assert_eq!((last.expires, last.write), (until, capability::Rule::Allow));
    }
}
