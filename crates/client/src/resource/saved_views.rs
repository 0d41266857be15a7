use std::rc::Rc;

use answerdeck_api::{SavedView, SavedViewCreate, SavedViewId, SavedViewList, SavedViewUpdate, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of saved views.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct SavedViews(pub(crate) Rc<Dispatcher>);

impl SavedViews {
    /// Lists the saved views, newest first.
    pub async fn list(&self) -> Result<SavedViewList> {
        self.0.call(Call::new(operation::LIST_SAVED_VIEWS)).await
    }

    /// Saves a view.
    ///
    /// # Errors
    /// Fails with the code `SAVED_VIEW_LIMIT_EXCEEDED` when there are 50.
    pub async fn create(&self, view: &SavedViewCreate) -> Result<SavedViewId> {
        self.0.create(Call::new(operation::CREATE_SAVED_VIEW).body(view)?).await
    }

    /// Renames a saved view and returns the renamed view.
    pub async fn update(&self, id: &SavedViewId, update: &SavedViewUpdate) -> Result<SavedView> {
        self.0.call(Call::new(operation::UPDATE_SAVED_VIEW).id(id.as_str()).body(update)?).await
    }

    /// Deletes a saved view.
    pub async fn delete(&self, id: &SavedViewId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_SAVED_VIEW).id(id.as_str())).await
    }
}
