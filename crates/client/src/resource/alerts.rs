//! Alerts.

use std::rc::Rc;

use answerdeck_api::{Alert, AlertFilter, AlertId, AlertList, AlertUpdate, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of alerts.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Alerts(pub(crate) Rc<Dispatcher>);

impl Alerts {
    /// Acknowledges an alert or makes it new again, and returns the changed alert.
    ///
    /// # Errors
    /// Fails with `is_not_found` when it does not exist.
    pub async fn update(&self, id: &AlertId, update: &AlertUpdate) -> Result<Alert> {
        self.0.call(Call::new(operation::UPDATE_ALERT).id(id.as_str()).body(update)?).await
    }

    /// Lists the alerts that match `filter`, newest first. The pager starts at the `cursor` of the filter and uses its `limit`.
    pub fn list(&self, mut filter: AlertFilter) -> Pager<Alert> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        Pager::new::<AlertList>(self.0.clone(), operation::LIST_ALERTS, &filter).with_page(cursor, limit)
    }
}
