//! Analyses of the keywords of sites.

use std::sync::Arc;

use answerdeck_api::{
    SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisStatus, SiteKeywordAnalysisSubmit,
};
use futures_util::future::abortable;
use leptos::prelude::*;

use super::{Connection, Mutation};
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::use_session;

/// Starts an analysis.
pub fn submit(
    mutation: Mutation,
    analysis: SiteKeywordAnalysisSubmit,
    on_success: impl FnOnce(SiteKeywordAnalysisId) + 'static,
) {
    mutation.run(&[], |client| async move { client.site_keyword_analyses().submit(&analysis).await }, on_success);
}

/// An analysis that is polled until it ends.
#[derive(Clone, Copy)]
pub struct LiveAnalysis {
    analysis: RwSignal<Option<Arc<SiteKeywordAnalysis>>>,
    failure: RwSignal<Option<RequestError>>,
    has_ended: RwSignal<bool>,
    retries: RwSignal<u32>,
}

impl LiveAnalysis {
    /// The newest state. `None` until the first response. Reactive.
    pub fn get(&self) -> Option<Arc<SiteKeywordAnalysis>> {
        self.analysis.get()
    }

    /// The error of the last poll. `None` if it succeeded. Reactive.
    pub fn failure(&self) -> Option<RequestError> {
        self.failure.get()
    }

    /// Whether polling has ended. Reactive.
    pub fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Polls again.
    pub fn retry(&self) {
        self.retries.update(|count| *count += 1);
    }
}

/// Watches an analysis. Fetches nothing while `id` is `None`. The watch ends when the page is closed, pauses without a
/// connection and continues when the connection is back.
pub fn use_live_analysis(id: Signal<Option<SiteKeywordAnalysisId>>) -> LiveAnalysis {
    let live = LiveAnalysis {
        analysis: RwSignal::new(None),
        failure: RwSignal::new(None),
        has_ended: RwSignal::new(false),
        retries: RwSignal::new(0),
    };
    let (session, connection) = (use_session(), expect_context::<Connection>());
    // After a poll that failed offline, the watch continues as soon as the browser is online.
    effect(move || {
        connection.reconnections();
        if live.failure.with_untracked(|failure| failure.as_ref().is_some_and(|failure| !failure.is_offline())) {
            live.retry();
        }
    });
    effect(move || {
        live.retries.track();
        let (Some(client), Some(id)) = (session.client(), id.get()) else { return };
        let known = live.analysis.get_untracked().filter(|analysis| analysis.id == id);
        if known.as_ref().is_some_and(|analysis| has_ended(analysis)) {
            return;
        }
        if known.is_none() {
            live.analysis.set(None);
        }
        live.failure.set(None);
        live.has_ended.set(false);
        let (watch, handle) = abortable(async move {
            let mut watcher = client.site_keyword_analyses().watch(id);
            while let Some(state) = watcher.next_state().await {
                let state = state.map_err(RequestError::from);
                connection.record(&state);
                live.failure.try_set(state.as_ref().err().cloned());
                if let Ok(analysis) = state {
                    live.analysis.try_set(Some(Arc::new(analysis)));
                }
            }
            live.has_ended.try_set(true);
        });
        on_cleanup(move || handle.abort());
        leptos::task::spawn_local(async move {
            let _ = watch.await;
        });
    });
    live
}

/// Whether an analysis has ended.
pub fn has_ended(analysis: &SiteKeywordAnalysis) -> bool {
    matches!(analysis.status, SiteKeywordAnalysisStatus::Completed | SiteKeywordAnalysisStatus::Failed)
}
