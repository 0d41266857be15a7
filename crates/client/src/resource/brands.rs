//! Brands.

use std::rc::Rc;

use answerdeck_api::{Brand, BrandCreate, BrandId, BrandList, BrandUpdate, Created, PageRequest, operation};

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
    /// Makes a brand.
    ///
    /// # Errors
    /// `is_validation` for a field out of bounds.
    pub async fn create(&self, brand: &BrandCreate) -> Result<BrandId> {
        let created: Created<_> = self.0.call(Call::new(operation::CREATE_BRAND).body(brand)?).await?;
        Ok(created.id)
    }

    /// Reads a brand.
    ///
    /// # Errors
    /// `is_not_found`.
    pub async fn get(&self, id: &BrandId) -> Result<Brand> {
        self.0.call(Call::new(operation::GET_BRAND).id(id.as_str())).await
    }

    /// Changes a brand, and gives it as it is then.
    ///
    /// # Errors
    /// `is_not_found`; `is_validation` for a field out of bounds.
    pub async fn update(&self, id: &BrandId, update: &BrandUpdate) -> Result<Brand> {
        self.0.call(Call::new(operation::UPDATE_BRAND).id(id.as_str()).body(update)?).await
    }

    /// Takes a brand away.
    ///
    /// # Errors
    /// `is_not_found`.
    pub async fn delete(&self, id: &BrandId) -> Result<()> {
        self.0.send(Call::new(operation::DELETE_BRAND).id(id.as_str())).await?;
        Ok(())
    }

    /// Lists the brands, the newest first.
    pub fn list(&self) -> Pager<Brand> {
        Pager::new::<BrandList>(self.0.clone(), operation::LIST_BRANDS, &PageRequest::default())
    }
}
