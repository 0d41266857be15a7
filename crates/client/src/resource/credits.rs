//! Credits.

use std::rc::Rc;

use answerdeck_api::{CreditBalance, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of credits.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Credits(pub(crate) Rc<Dispatcher>);

impl Credits {
    /// Reads the balance. Costs no credits.
    ///
    /// # Errors
    /// Fails like every call.
    pub async fn balance(&self) -> Result<CreditBalance> {
        self.0.call(Call::new(operation::GET_CREDIT_BALANCE)).await
    }
}
