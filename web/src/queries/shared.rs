//! What many pages need and seldom changes: read when the first of them asks, kept until the next sign-in.

use answerdeck_api::{CreditBalance, Model, ModelCode, Organization, Region};
use leptos::prelude::*;

use super::{Kind, Query};

// What is made in here outlives the page that asked for it.
#[derive(Clone)]
struct SharedOwner(Owner);

pub(super) fn provide_shared_owner() {
    provide_context(SharedOwner(Owner::current().unwrap_or_default()));
}

/// What pages share: made for the first that asks.
pub(super) fn shared<T: Clone + Send + Sync + 'static>(make: fn() -> T) -> T {
    use_context().unwrap_or_else(|| {
        expect_context::<SharedOwner>().0.with(|| {
            let made = make();
            provide_context(made.clone());
            made
        })
    })
}

/// The organization.
pub fn use_organization() -> Query<Organization> {
    shared(|| Query::new(&[], |client| Some(async move { client.organization().get().await })))
}

/// The balance. Read again when [`Kind::Credits`] changes.
pub fn use_credits() -> Query<CreditBalance> {
    shared(|| Query::new(&[Kind::Credits], |client| Some(async move { client.credits().balance().await })))
}

/// The models that the organization may ask.
pub fn use_models() -> Query<Vec<Model>> {
    shared(|| Query::new(&[], |client| Some(async move { client.models().list().await })))
}

/// The regions that answers can be collected in.
pub fn use_regions() -> Query<Vec<Region>> {
    shared(|| Query::new(&[], |client| Some(async move { client.regions().list().await })))
}

/// A model's name as the platform gives it, which says so when a local stand-in serves it. Its code until then.
pub fn model_name(models: Query<Vec<Model>>, code: &ModelCode) -> String {
    let named = models.value().into_iter().flatten().find(|model| model.code == *code);
    named.map_or_else(|| code.to_string(), |model| model.name)
}
