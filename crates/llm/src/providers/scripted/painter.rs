//! A painter that plays a script: for tests of what a picture may run into.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::{ImageModel, ImageRequest, LlmError, Painted};

/// An image model that plays a script.
pub struct ScriptedPainter {
    costs: bool,
    steps: Mutex<VecDeque<Result<Painted, LlmError>>>,
    requests: Mutex<Vec<ImageRequest>>,
}

impl ScriptedPainter {
    /// Plays these, one a request. `costs` is what it says of itself.
    pub fn new(costs: bool, steps: impl IntoIterator<Item = Result<Painted, LlmError>>) -> Self {
        Self {
            costs,
            steps: Mutex::new(steps.into_iter().collect()),
            requests: Mutex::default(),
        }
    }

    /// The requests it was given so far.
    pub fn requests(&self) -> Vec<ImageRequest> {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

#[async_trait]
impl ImageModel for ScriptedPainter {
    fn name(&self) -> String {
        "scripted:painter".into()
    }

    fn costs(&self) -> bool {
        self.costs
    }

    async fn paint_watched(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Painted, LlmError> {
        if cancelled.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(request.clone());
        let step = self
            .steps
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front();
        step.unwrap_or_else(|| {
            Err(LlmError::Misconfigured {
                message: "the painter's script has ended".into(),
            })
        })
    }
}
