//! What many pages need and seldom changes: read once a sign-in, kept until the next.

use answerdeck_api::{CreditBalance, Model, ModelCode, Organization, Region};
use leptos::prelude::*;

use super::{Kind, Query};

/// What many pages need and seldom changes.
#[derive(Clone, Copy)]
pub struct Shared {
    /// The organization.
    pub organization: Query<Organization>,
    /// The balance. Read again when [`Kind::Credits`] changes.
    pub credits: Query<CreditBalance>,
    /// The models that the organization may ask.
    pub models: Query<Vec<Model>>,
    /// The regions that answers can be collected in.
    pub regions: Query<Vec<Region>>,
}

impl Shared {
    pub(super) fn new() -> Self {
        Self {
            organization: Query::new(&[], |client| Some(async move { client.organization().get().await })),
            credits: Query::new(&[Kind::Credits], |client| Some(async move { client.credits().balance().await })),
            models: Query::new(&[], |client| Some(async move { client.models().list().await })),
            regions: Query::new(&[], |client| Some(async move { client.regions().list().await })),
        }
    }

    /// A model's name as the platform gives it, which says so when a local stand-in serves it. Its code until then.
    pub fn model_name(&self, code: &ModelCode) -> String {
        let named = self.models.value().into_iter().flatten().find(|model| model.code == *code);
        named.map_or_else(|| code.to_string(), |model| model.name)
    }
}

/// What every page shares.
pub fn use_shared() -> Shared {
    expect_context()
}
