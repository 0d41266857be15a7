//! The organization.

use answerdeck_api::{Organization, operation};

use crate::send::Call;
use crate::{Client, Result};

/// The operations of the organization.
///
/// Source: docs/platform-api.md, section 2, Organization.
#[derive(Debug, Clone)]
pub struct Organizations(pub(crate) Client);

impl Organizations {
    /// Reads the organization of the credential.
    ///
    /// # Errors
    /// As every call.
    pub async fn get(&self) -> Result<Organization> {
        self.0.call(Call::new(operation::GET_ORGANIZATION)).await
    }
}
