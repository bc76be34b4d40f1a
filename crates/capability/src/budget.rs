//! Limits paid images. A call with a budget generates images through it, whichever tool it uses and
//! however it was called. Enter through [`Budget`]; [`limited_models`] wraps the models a tool may
//! use. Not here: the size of a budget.

use std::sync::Arc;

use async_trait::async_trait;
use llm::{GeneratedImage, ImageModel, ImageRequest, LlmError};
use tokio_util::sync::CancellationToken;

use crate::Models;

/// Accounts for the images that calls pay for.
pub trait Budget: Send + Sync {
    /// Reserves the cost of one image of this model (`provider:model`); the error says why the
    /// budget does not allow it.
    fn reserve(&self, model: &str) -> Result<(), String>;
    /// Returns a reservation: the image was not made.
    fn refund(&self, model: &str);
}

/// Wraps models with a budget.
pub(crate) fn limited_models(models: Arc<dyn Models>, budget: Arc<dyn Budget>) -> Arc<dyn Models> {
    Arc::new(LimitedModels { models, budget })
}

struct LimitedModels {
    models: Arc<dyn Models>,
    budget: Arc<dyn Budget>,
}

impl Models for LimitedModels {
    fn image(&self) -> Arc<dyn ImageModel> {
        let model = self.models.image();
        match model.is_paid() {
            false => model,
            true => Arc::new(LimitedImageModel {
                model,
                budget: Arc::clone(&self.budget),
            }),
        }
    }

    fn fonts(&self) -> Vec<(Arc<Vec<u8>>, u32)> {
        self.models.fonts()
    }
}

struct LimitedImageModel {
    model: Arc<dyn ImageModel>,
    budget: Arc<dyn Budget>,
}

#[async_trait]
impl ImageModel for LimitedImageModel {
    fn name(&self) -> String {
        self.model.name()
    }

    fn is_paid(&self) -> bool {
        true
    }

    async fn generate_with_progress(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        let name = self.model.name();
        self.budget
            .reserve(&name)
            .map_err(|message| LlmError::OverBudget { message })?;
        let painting = self
            .model
            .generate_with_progress(request, cancelled, on_progress);
        painting.await.inspect_err(|error| {
            // The cost of an image whose generation was cancelled or interrupted is unknown.
            if !matches!(error, LlmError::Cancelled | LlmError::BrokenOff { .. }) {
                self.budget.refund(&name);
            }
        })
    }
}
