//! Regions.

use std::rc::Rc;

use answerdeck_api::{Region, RegionList, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of regions.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone)]
pub struct Regions(pub(crate) Rc<Dispatcher>);

impl Regions {
    /// Lists the regions in which a run can collect answers.
    ///
    /// # Errors
    /// Fails like every call.
    pub async fn list(&self) -> Result<Vec<Region>> {
        let list: RegionList = self.0.call(Call::new(operation::LIST_REGIONS)).await?;
        Ok(list.regions)
    }
}
