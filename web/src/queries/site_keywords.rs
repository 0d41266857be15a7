//! Analyses of the keywords of sites.

use std::sync::Arc;

use answerdeck_api::{SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisSubmit};
use leptos::prelude::*;

use super::{Mutation, Query};

/// Starts an analysis.
pub fn submit(
    mutation: Mutation,
    analysis: SiteKeywordAnalysisSubmit,
    on_success: impl FnOnce(SiteKeywordAnalysisId) + 'static,
) {
    mutation.run(&[], |client| async move { client.site_keyword_analyses().submit(&analysis).await }, on_success);
}

/// Watches one analysis until it ends.
pub fn use_live_analysis(id: Signal<Option<SiteKeywordAnalysisId>>) -> Query<Arc<SiteKeywordAnalysis>> {
    Query::watch(id, |client, id| client.site_keyword_analyses().watch(id), |_, _| ())
}
