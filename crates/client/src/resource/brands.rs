use std::rc::Rc;

use answerdeck_api::{Brand, BrandCreate, BrandId, BrandList, BrandUpdate, PageRequest, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of brands.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct Brands(pub(crate) Rc<Dispatcher>);

impl Brands {
    /// Creates a brand.
    pub async fn create(&self, brand: &BrandCreate) -> Result<BrandId> {
        self.0.create(Call::new(operation::CREATE_BRAND).body(brand)?).await
    }

    /// Reads a brand.
    pub async fn get(&self, id: &BrandId) -> Result<Brand> {
        self.0.call(Call::new(operation::GET_BRAND).id(id.as_str())).await
    }

    /// Changes a brand and returns the changed brand.
    pub async fn update(&self, id: &BrandId, update: &BrandUpdate) -> Result<Brand> {
        self.0.call(Call::new(operation::UPDATE_BRAND).id(id.as_str()).body(update)?).await
    }

    /// Deletes a brand.
    pub async fn delete(&self, id: &BrandId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_BRAND).id(id.as_str())).await
    }

    /// Lists the brands, newest first.
    pub fn list(&self) -> Pager<Brand> {
        Pager::new::<BrandList>(self.0.clone(), operation::LIST_BRANDS, &PageRequest::default())
    }
}
