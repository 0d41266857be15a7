//! Analyses of the keywords of sites.

use std::sync::Arc;

use answerdeck_api::{
    SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisStatus, SiteKeywordAnalysisSubmit,
};
use leptos::prelude::*;

use super::live::{Live, Pollable, spawn_abortable, use_live};
use super::{Connection, Mutation};
use crate::request_error::RequestError;

/// Starts an analysis.
pub fn submit(
    mutation: Mutation,
    analysis: SiteKeywordAnalysisSubmit,
    on_success: impl FnOnce(SiteKeywordAnalysisId) + 'static,
) {
    mutation.run(&[], |client| async move { client.site_keyword_analyses().submit(&analysis).await }, on_success);
}

impl Pollable for SiteKeywordAnalysis {
    type Id = SiteKeywordAnalysisId;

    fn id(&self) -> &SiteKeywordAnalysisId {
        &self.id
    }

    fn has_ended(&self) -> bool {
        matches!(self.status, SiteKeywordAnalysisStatus::Completed | SiteKeywordAnalysisStatus::Failed)
    }
}

/// Watches one analysis until it ends.
pub fn use_live_analysis(id: Signal<Option<SiteKeywordAnalysisId>>) -> Live<SiteKeywordAnalysis> {
    let connection: Connection = expect_context();
    use_live(id, move |client, id, live| {
        spawn_abortable(async move {
            let mut watcher = client.site_keyword_analyses().watch(id);
            while let Some(state) = watcher.next_state().await {
                let state = state.map(Arc::new).map_err(RequestError::from);
                connection.record(&state);
                live.receive(state);
            }
            live.end();
        })
    })
}
