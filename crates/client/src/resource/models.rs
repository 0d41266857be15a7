//! Models.

use answerdeck_api::{Model, ModelList, operation};

use crate::send::Call;
use crate::{Client, Result};

/// The operations of models.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Models(pub(crate) Client);

impl Models {
    /// Lists the models that the organization may ask.
    ///
    /// # Errors
    /// As every call.
    pub async fn list(&self) -> Result<Vec<Model>> {
        let list: ModelList = self.0.call(Call::new(operation::LIST_MODELS)).await?;
        Ok(list.models)
    }
}
