//! The organization, its credits, and the models and regions that it may use.

use std::rc::Rc;

use answerdeck_api::{CreditBalance, Model, ModelList, Organization, Region, RegionList, operation};

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
    pub async fn get(&self) -> Result<Organization> {
        self.0.call(Call::new(operation::GET_ORGANIZATION)).await
    }
}

/// The operations of credits.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Credits(pub(crate) Rc<Dispatcher>);

impl Credits {
    /// Reads the balance. Costs no credits.
    pub async fn balance(&self) -> Result<CreditBalance> {
        self.0.call(Call::new(operation::GET_CREDIT_BALANCE)).await
    }
}

/// The operations of models.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Models(pub(crate) Rc<Dispatcher>);

impl Models {
    /// Lists the models that the organization may use.
    pub async fn list(&self) -> Result<Vec<Model>> {
        let list: ModelList = self.0.call(Call::new(operation::LIST_MODELS)).await?;
        Ok(list.models)
    }
}

/// The operations of regions.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone)]
pub struct Regions(pub(crate) Rc<Dispatcher>);

impl Regions {
    /// Lists the regions in which a run can collect answers.
    pub async fn list(&self) -> Result<Vec<Region>> {
        let list: RegionList = self.0.call(Call::new(operation::LIST_REGIONS)).await?;
        Ok(list.regions)
    }
}
