//! Budget: what holds back pictures that are paid for. A call that has one paints through it,
//! whichever tool and however it was called. Enter through [`Budget`]; [`held`] puts it before the
//! models a tool may use. Not here: how much there is to spend.

use std::sync::Arc;

use async_trait::async_trait;
use llm::{ImageModel, ImageRequest, LlmError, Painted};
use tokio_util::sync::CancellationToken;

use crate::Models;

/// Answers for the pictures that calls pay for.
pub trait Budget: Send + Sync {
    /// Takes from it what one picture of this model (`provider:model`) costs; the error says why
    /// there is not enough left.
    fn take(&self, model: &str) -> Result<(), String>;
    /// Gives it back: the picture was not made.
    fn give_back(&self, model: &str);
}

/// The models behind a budget.
pub(crate) fn held(models: Arc<dyn Models>, budget: Arc<dyn Budget>) -> Arc<dyn Models> {
    Arc::new(Held { models, budget })
}

struct Held {
    models: Arc<dyn Models>,
    budget: Arc<dyn Budget>,
}

impl Models for Held {
    fn image(&self) -> Arc<dyn ImageModel> {
        let model = self.models.image();
        match model.costs() {
            false => model,
            true => Arc::new(Paid {
                model,
                budget: Arc::clone(&self.budget),
            }),
        }
    }

    fn fonts(&self) -> Vec<(Arc<Vec<u8>>, u32)> {
        self.models.fonts()
    }
}

struct Paid {
    model: Arc<dyn ImageModel>,
    budget: Arc<dyn Budget>,
}

#[async_trait]
impl ImageModel for Paid {
    fn name(&self) -> String {
        self.model.name()
    }

    fn costs(&self) -> bool {
        true
    }

    async fn paint_watched(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Painted, LlmError> {
        let name = self.model.name();
        self.budget
            .take(&name)
            .map_err(|message| LlmError::OverBudget { message })?;
        let painting = self.model.paint_watched(request, cancelled, on_progress);
        painting.await.inspect_err(|error| {
            // Of a picture that was stopped or broke off nobody knows what it costs.
            if !matches!(error, LlmError::Cancelled | LlmError::BrokenOff { .. }) {
                self.budget.give_back(&name);
            }
        })
    }
}
