//! Values that others work out from an open story and want to find again: a cache a type, gone
//! when the story is closed. The store knows nothing of what is in them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// One value a type.
#[derive(Default)]
pub(crate) struct Beside(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Beside {
    /// Lends the value of a type, empty at first, to one caller at a time.
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
                    // Whoever had it last may have left it half changed.
                    let mut value = poisoned.into_inner();
                    *value = T::default();
                    value
                });
                work(&mut value)
            }
            // The key is the value's own type.
            Err(_) => work(&mut T::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_each_type_is_kept() {
        let beside = Beside::default();
        beside.with(|it: &mut Vec<u8>| it.push(1));
        beside.with(|it: &mut String| it.push('a'));
        assert_eq!(beside.with(|it: &mut Vec<u8>| it.clone()), [1]);
        assert_eq!(beside.with(|it: &mut String| it.clone()), "a");
    }
}
