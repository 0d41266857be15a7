use answerdeck_api::limits::SAVED_VIEWS_MAX;
use answerdeck_api::{SavedView, SavedViewCreate, SavedViewId, SavedViewUpdate};
use answerdeck_client::Client;

use super::{KeepPrevious, Kind, Mutation, Query};
use crate::paths::is_return_address;

const KINDS: &[Kind] = &[Kind::SavedViews];

/// The saved views, newest first. They stay when they cannot be read again.
pub fn use_saved_views() -> Query<Vec<SavedView>> {
    Query::keeping(KeepPrevious::ALWAYS).run(KINDS, |client| {
        Some(async move {
            let mut views = client.saved_views().list().await?.saved_views;
            // Any program may have saved them: only addresses of pages count.
            views.retain(|view| is_return_address(&view.address));
            views.truncate(SAVED_VIEWS_MAX as usize);
            Ok(views)
        })
    })
}

pub fn create(mutation: Mutation, view: SavedViewCreate, on_success: impl FnOnce(SavedViewId) + 'static) {
    mutation.run(KINDS, |client| async move { client.saved_views().create(&view).await }, on_success);
}

pub fn rename(mutation: Mutation, id: SavedViewId, name: String, on_success: impl FnOnce(SavedView) + 'static) {
    let update = SavedViewUpdate { name: Some(name) };
    let request = |client: Client| async move { client.saved_views().update(&id, &update).await };
    mutation.run(KINDS, request, on_success);
}

pub fn delete(mutation: Mutation, id: SavedViewId, on_success: impl FnOnce(()) + 'static) {
    mutation.run(KINDS, |client| async move { client.saved_views().delete(&id).await }, on_success);
}
