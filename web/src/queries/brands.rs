//! Brands.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandUpdate};
use leptos::prelude::*;

use super::deletions::{DeleteRequest, Deletions};
use super::{Kind, Mutation, Query, use_organization};
use crate::local_settings::{SettingKey, load, save};
use crate::own_brand::{chosen_brand, own_brand};
use crate::reactive::effect;
use crate::request_error::RequestError;

/// All brands, newest first. In one value, because brands are compared with each other.
pub fn use_all_brands() -> Query<Vec<Brand>> {
    Query::new(&[Kind::Brands], |client| {
        Some(async move {
            let mut pager = client.brands().list().limit(PAGE_SIZE_MAX);
            let mut brands = Vec::new();
            while let Some(page) = pager.next_page().await? {
                brands.extend(page.items);
            }
            Ok(brands)
        })
    })
}

/// One brand. Fetches nothing while `id` is `None`.
pub fn use_brand(id: Signal<Option<BrandId>>) -> Query<Brand> {
    Query::new(&[Kind::Brands], move |client| {
        let id = id.get()?;
        Some(async move { client.brands().get(&id).await })
    })
}

/// The own brand: the brand that was chosen for the organization on this device, or else one with a website of the
/// organization. While the organization is unknown, as without a connection, the own brand stays the same.
pub fn use_own_brand(brands: Query<Vec<Brand>>) -> Memo<Option<Brand>> {
    let organization = use_organization();
    let own = Memo::new(move |_| {
        let (chosen, websites) = organization.with(|organization| match organization {
            Some(organization) => (chosen_brand(&organization.id), organization.websites.clone()),
            None => (load(SettingKey::LastOwnBrand).and_then(|id| id.parse().ok()), Vec::new()),
        });
        brands.with(|brands| own_brand(brands?, chosen.as_ref(), &websites).cloned())
    });
    effect(move || {
        let is_known = organization.with(|organization| organization.is_some());
        if let Some(own) = own.get().filter(|_| is_known) {
            save(SettingKey::LastOwnBrand, Some(own.id.as_str()));
        }
    });
    own
}

/// Creates a brand.
pub fn create(mutation: Mutation, brand: BrandCreate, on_success: impl FnOnce(BrandId) + 'static) {
    mutation.run(&[Kind::Brands], |client| async move { client.brands().create(&brand).await }, on_success);
}

/// Updates a brand.
pub fn update(mutation: Mutation, id: BrandId, update: BrandUpdate, on_success: impl FnOnce(Brand) + 'static) {
    mutation.run(&[Kind::Brands], |client| async move { client.brands().update(&id, &update).await }, on_success);
}

/// The deletions of the list of brands.
pub fn use_deletions(on_failure: impl Fn(RequestError) + Send + Sync + 'static) -> Deletions {
    let request: DeleteRequest = |client, id| {
        Box::pin(async move {
            let Ok(id) = id.parse::<BrandId>() else { return Ok(()) };
            client.brands().delete(&id).await
        })
    };
    Deletions::new(Kind::Brands, "answerdeck.draft.deletions-of-brands", request, on_failure)
}
