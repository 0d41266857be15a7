//! Models.

use std::rc::Rc;

use answerdeck_api::{Model, ModelList, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of models.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Models(pub(crate) Rc<Dispatcher>);

impl Models {
    /// Lists the models that the organization may use.
    ///
    /// # Errors
    /// Fails like every call.
    pub async fn list(&self) -> Result<Vec<Model>> {
        let list: ModelList = self.0.call(Call::new(operation::LIST_MODELS)).await?;
        Ok(list.models)
    }
}
