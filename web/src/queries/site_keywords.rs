use std::sync::Arc;

use answerdeck_api::{
    SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisStatus, SiteKeywordAnalysisSubmit,
};
use answerdeck_client::Watchable;
use leptos::prelude::*;

use super::{Mutation, Query};
use crate::format::now;
use crate::organization_storage::of_device;
use crate::reactive::effect;
use crate::site_analyses::{self, AnalysisEnd, StoredAnalysis};

/// Starts an analysis, and stores it even if the page was left: nothing else links to it.
pub fn submit(
    mutation: Mutation,
    analysis: SiteKeywordAnalysisSubmit,
    on_success: impl FnOnce(SiteKeywordAnalysisId) + 'static,
) {
    let (storage, address) = (of_device(), analysis.url.clone());
    let on_started = move |id: SiteKeywordAnalysisId| {
        let analysis = StoredAnalysis { id: id.clone(), address, started_at: now(), end: None };
        site_analyses::store(&storage, &analysis);
        on_success(id);
    };
    mutation.run(&[], |client| async move { client.site_keyword_analyses().submit(&analysis).await }, on_started);
}

/// Watches one analysis until it ends, and stores how it ended for the list of analyses.
pub fn use_live_analysis(id: Signal<Option<SiteKeywordAnalysisId>>) -> Query<Arc<SiteKeywordAnalysis>> {
    let analysis = Query::watch(id, |client, id| client.site_keyword_analyses().watch(id), |_, _| ());
    effect(move || {
        if let Some(ended) = analysis.value().filter(|analysis| analysis.progress().has_ended) {
            let completed = ended.status == SiteKeywordAnalysisStatus::Completed;
            site_analyses::store_end(&ended.id, AnalysisEnd { completed, pages: ended.processed_pages.into() });
        }
    });
    analysis
}
