use std::rc::Rc;

use answerdeck_api::{DomainTypeAssignment, TypedDomain, TypedDomainList, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of the types of domains.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct DomainTypes(pub(crate) Rc<Dispatcher>);

impl DomainTypes {
    /// Lists the domains to which the organization has assigned a type.
    pub async fn list(&self) -> Result<TypedDomainList> {
        self.0.call(Call::new(operation::LIST_DOMAIN_TYPES)).await
    }

    /// Assigns a type to a domain, or returns to that of the list. Returns the domain with the type that it has then.
    ///
    /// # Errors
    /// Fails with the code `DOMAIN_TYPE_LIMIT_EXCEEDED` when there are 1,000.
    pub async fn assign(&self, assignment: &DomainTypeAssignment) -> Result<TypedDomain> {
        self.0.call(Call::new(operation::ASSIGN_DOMAIN_TYPE).body(assignment)?).await
    }
}
