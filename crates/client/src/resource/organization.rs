//! The organization.

use std::rc::Rc;

use answerdeck_api::{Organization, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of the organization.
///
/// Source: docs/platform-api.md, section 2, Organization.
#[derive(Debug, Clone)]
pub struct Organizations(pub(crate) Rc<Dispatcher>);

impl Organizations {
    /// Reads the organization of the credential.
    ///
    /// # Errors
    /// Fails like every call.
    pub async fn get(&self) -> Result<Organization> {
        self.0.call(Call::new(operation::GET_ORGANIZATION)).await
    }
}
