//! Values that callers derive from an open story and want to cache: one value per type, dropped
//! when the story is closed. The store does not know their contents.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// One value per type.
#[derive(Default)]
pub(crate) struct Extensions(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Extensions {
    /// Gives one caller at a time access to the value of a type, which starts as its default.
    pub(crate) fn with<T, R>(&self, work: impl FnOnce(&mut T) -> R) -> R
    where
        T: Default + Send + 'static,
    {
        let held = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let value = all
                .entry(TypeId::of::<T>())
                .or_insert_with(|| Arc::new(Mutex::new(T::default())));
            Arc::clone(value)
        };
        match held.downcast::<Mutex<T>>() {
            Ok(value) => {
                let mut value = value.lock().unwrap_or_else(|poisoned| {
                    // A panicking caller may have left it half changed.
                    let mut value = poisoned.into_inner();
                    *value = T::default();
                    value
                });
                work(&mut value)
            }
            // The map's key is the value's own type, so this cannot happen.
            Err(_) => work(&mut T::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_one_value_per_type() {
        let beside = Extensions::default();
        beside.with(|it: &mut Vec<u8>| it.push(1));
        beside.with(|it: &mut String| it.push('a'));
        assert_eq!(beside.with(|it: &mut Vec<u8>| it.clone()), [1]);
        assert_eq!(beside.with(|it: &mut String| it.clone()), "a");
    }
}
