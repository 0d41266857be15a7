use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandUpdate, Organization};
use answerdeck_client::Client;
use leptos::prelude::*;

use super::deletions::{Deletions, deletions, use_delayed_deletion};
use super::pages::all_items;
use super::shared::carried_or_read;
use super::{Kind, Mutation, Query, use_shared};

/// All brands, newest first. In one value, because brands are compared with each other. All pages share it.
pub fn use_all_brands() -> Query<Vec<Brand>> {
    use_shared(|| {
        let carried = |organization: &Organization| organization.brands.clone();
        carried_or_read(&[Kind::Brands], carried, |client| async move {
            all_items(client.brands().list().limit(PAGE_SIZE_MAX)).await
        })
    })
}

pub fn use_brand(id: Signal<Option<BrandId>>) -> Query<Brand> {
    Query::of_id(&[Kind::Brands], id, |client, id| async move { client.brands().get(&id).await })
}

/// The organization's own brand among all of its brands. `None` while its deletion can be undone.
pub fn use_own_brand() -> Memo<Option<Brand>> {
    use_own(Brand::clone)
}

pub fn use_own_brand_id() -> Memo<Option<BrandId>> {
    use_own(|brand| brand.id.clone())
}

fn use_own<T: PartialEq + Send + Sync + 'static>(read: fn(&Brand) -> T) -> Memo<Option<T>> {
    let (brands, deletion) = (use_all_brands(), use_delayed_deletion());
    let is_own = move |brand: &&Brand| brand.is_own && !deletion.is_hidden(brand.id.as_str());
    Memo::new(move |_| brands.with(|brands| brands?.iter().find(is_own).map(read)))
}

pub fn create(mutation: Mutation, brand: BrandCreate, on_success: impl FnOnce(BrandId) + 'static) {
    mutation.run(&[Kind::Brands], |client| async move { client.brands().create(&brand).await }, on_success);
}

pub fn update(mutation: Mutation, id: BrandId, update: BrandUpdate, on_success: impl FnOnce(Brand) + 'static) {
    mutation.run(&[Kind::Brands], |client| async move { client.brands().update(&id, &update).await }, on_success);
}

pub fn use_deletions() -> Deletions {
    let delete = |client: Client, id: BrandId| async move { client.brands().delete(&id).await };
    deletions(&[Kind::Brands], delete, |t| t.brands().not_deleted)
}
