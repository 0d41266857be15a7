use answerdeck_api::{Digest, DigestId, DigestSettings, DigestSettingsUpdate};
use leptos::prelude::*;

use super::{Items, Kind, Mutation, Query};

/// The digests, newest first.
pub fn use_digests() -> Query<Items<Digest>> {
    Query::paged(&[], |client| client.digests().list())
}

/// One digest, which stays until the next one is read. Fetches nothing while `id` is `None`.
pub fn use_digest(id: Signal<Option<DigestId>>) -> Query<Digest> {
    Query::keeping_previous(&[], move |client| {
        let id = id.get()?;
        Some(async move { client.digests().get(&id).await })
    })
}

/// When digests are made, and who gets them. Fetches nothing while it is not needed.
pub fn use_digest_settings(is_needed: impl Fn() -> bool + 'static) -> Query<DigestSettings> {
    Query::keeping_previous(&[Kind::DigestSettings], move |client| {
        is_needed().then_some(async move { client.digests().settings().await })
    })
}

/// Changes when digests are made, and who gets them.
pub fn update_settings(
    mutation: Mutation,
    update: DigestSettingsUpdate,
    on_success: impl FnOnce(DigestSettings) + 'static,
) {
    let request = |client: answerdeck_client::Client| async move { client.digests().update_settings(&update).await };
    mutation.run(&[Kind::DigestSettings], request, on_success);
}
