//! An image model that follows a script, for testing everything that can happen to an image.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::{GeneratedImage, ImageModel, ImageRequest, LlmError};

/// An image model that follows a script.
pub struct ScriptedImageModel {
    is_paid: bool,
    steps: Mutex<VecDeque<Result<GeneratedImage, LlmError>>>,
    requests: Mutex<Vec<ImageRequest>>,
}

impl ScriptedImageModel {
    /// Follows these steps, one per request. `is_paid` is what it reports about itself.
    pub fn new(
        is_paid: bool,
        steps: impl IntoIterator<Item = Result<GeneratedImage, LlmError>>,
    ) -> Self {
        Self {
            is_paid,
            steps: Mutex::new(steps.into_iter().collect()),
            requests: Mutex::default(),
        }
    }

    /// The requests received so far.
    pub fn requests(&self) -> Vec<ImageRequest> {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

#[async_trait]
impl ImageModel for ScriptedImageModel {
    fn name(&self) -> String {
        "scripted:painter".into()
    }

    fn is_paid(&self) -> bool {
        self.is_paid
    }

    async fn generate_with_progress(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
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
