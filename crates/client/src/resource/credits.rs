//! Credits.

use answerdeck_api::{CreditBalance, operation};

use crate::send::Call;
use crate::{Client, Result};

/// The operations of credits.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Credits(pub(crate) Client);

impl Credits {
    /// Reads the balance. It costs nothing.
    ///
    /// # Errors
    /// As every call.
    pub async fn balance(&self) -> Result<CreditBalance> {
        self.0.call(Call::new(operation::GET_CREDIT_BALANCE)).await
    }
}
