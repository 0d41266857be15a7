//! One analysis of a site: its progress, then its keywords with the sentences that have them, their volumes, and prompts made
//! of them. Uses `get_site_keyword_analysis`, `list_prompt_sets`, `create_prompt_set` and `create_prompts`.

mod keywords;

use std::sync::Arc;

use answerdeck_api::{SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisStatus};
use leptos::prelude::*;

use crate::components::{failure_view, malformed_address, watch_error};
use crate::locale::{Pick, t, t_with};
use crate::navigation::use_path_id;
use crate::paths::{self, SITE_KEYWORDS};
use crate::queries::Query;
use crate::queries::site_keywords::use_live_analysis;
use crate::reactive::{live, live_option};
use crate::site_analyses;
use crate::ui::{Badge, EmptyState, Icon, IconName, PageHeader, Progress, Tone, loading};
use crate::untrusted::{LinkTarget, link_target, quotation};
use keywords::{ADDRESS_MAX, SENTENCE_MAX, keywords_view};

pub fn view() -> AnyView {
    let id = use_path_id::<SiteKeywordAnalysisId>();
    let live_analysis = use_live_analysis(id.into());
    let site = Memo::new(move |_| {
        let started_here = site_analyses::find(&id.get()?).map(|stored| stored.address);
        started_here.or_else(|| live_analysis.with(|analysis| site_of(analysis?)))
    });
    let title = t_with(move |t| {
        site.get().map_or_else(|| t.frame().site_keywords.to_owned(), |site| quotation(&site, ADDRESS_MAX))
    });
    // The analysis is polled, but each part is built only when it changes.
    let known = Memo::new(move |_| live_analysis.value().is_some());
    let status = Memo::new(move |_| live_analysis.value().map(|analysis| analysis.status.clone()));
    let body = move || {
        if id.get().is_none() {
            return malformed_address();
        }
        if known.get() {
            return untrack(|| sections(live_analysis, status, site));
        }
        failure_view(live_analysis).unwrap_or_else(loading)
    };
    view! {
        <PageHeader title back=(t(|t| t.frame().site_keywords), SITE_KEYWORDS.into()) />
        {live(body)}
    }
    .into_any()
}

// The site of an analysis that was started in another browser: that of its pages.
fn site_of(analysis: &SiteKeywordAnalysis) -> Option<String> {
    let page = analysis.keywords.iter().find_map(|keyword| keyword.sources.as_ref()?.first())?;
    let LinkTarget::Web { address, host } = link_target(&page.url) else { return None };
    let (scheme, _) = address.split_once(':')?;
    Some(format!("{scheme}://{host}"))
}

fn sections(
    live_analysis: Query<Arc<SiteKeywordAnalysis>>,
    status: Memo<Option<SiteKeywordAnalysisStatus>>,
    site: Memo<Option<String>>,
) -> AnyView {
    let result = move || {
        let status = status.get()?;
        untrack(|| {
            let analysis = live_analysis.value()?;
            match status {
                SiteKeywordAnalysisStatus::Completed if analysis.keywords.is_empty() => Some(no_keywords(site)),
                SiteKeywordAnalysisStatus::Completed => Some(keywords_view(analysis)),
                SiteKeywordAnalysisStatus::Failed => Some(failed_view(&analysis, site)),
                _ => None,
            }
        })
    };
    view! {
        <AnalysisProgress live_analysis status />
        {live_option(result)}
    }
    .into_any()
}

#[component]
fn AnalysisProgress(
    live_analysis: Query<Arc<SiteKeywordAnalysis>>,
    status: Memo<Option<SiteKeywordAnalysisStatus>>,
) -> AnyView {
    let read = move |pick: fn(&SiteKeywordAnalysis) -> u64| {
        Signal::derive(move || live_analysis.value().map_or(0, |analysis| pick(&analysis)))
    };
    let done = read(|analysis| analysis.processed_pages.into());
    // Until the pages are known, the progress bar shows no end: the requested maximum may not be reached.
    let total = Memo::new(move |_| live_analysis.value().and_then(|analysis| analysis.total_pages).map(u64::from));
    let state = move || {
        let (text, tone): (Pick, Tone) = match status.get()? {
            SiteKeywordAnalysisStatus::Pending => (|t| t.site_keywords().waiting, Tone::Active),
            SiteKeywordAnalysisStatus::InProgress => (|t| t.site_keywords().reading, Tone::Active),
            SiteKeywordAnalysisStatus::Completed => (|t| t.site_keywords().completed, Tone::Success),
            SiteKeywordAnalysisStatus::Failed => (|t| t.common().failed, Tone::Danger),
            SiteKeywordAnalysisStatus::Unknown(_) => (|t| t.common().unknown_status, Tone::Neutral),
        };
        Some(view! { <Badge label=t(text) tone /> }.into_any())
    };
    let pages = t_with(move |t| (t.site_keywords().pages_read)(done.get(), total.get()));
    let bar = move || {
        let total = total.get()?;
        let done = Signal::derive(move || done.get().min(total));
        let total = Signal::derive(move || total);
        Some(view! { <Progress label=t(|t| t.site_keywords().progress) value_text=pages done total /> }.into_any())
    };
    let found = move || total.get().is_none().then(|| view! { <span class="muted">{pages}</span> }.into_any());
    let stale = move || watch_error(live_analysis, |t| t.site_keywords().stale);
    view! {
        <section class="section" aria-label=t(|t| t.site_keywords().progress)>
            <div class="run-state" role="status">
                {live_option(state)}
                {live_option(found)}
            </div>
            {live_option(bar)}
            {live_option(stale)}
        </section>
    }
    .into_any()
}

fn failed_view(analysis: &SiteKeywordAnalysis, site: Memo<Option<String>>) -> AnyView {
    let reason = analysis.error.as_deref().map(|error| quotation(error, SENTENCE_MAX));
    view! {
        <div class="state-panel" data-state="failed" role="alert">
            <Icon icon=IconName::Warning />
            <h2>{t(|t| t.site_keywords().failed_heading)}</h2>
            {reason.map(|reason| view! { <p><bdi>{reason}</bdi></p> })}
            <div class="state-actions">{again_link(site)}</div>
        </div>
    }
    .into_any()
}

fn no_keywords(site: Memo<Option<String>>) -> AnyView {
    view! {
        <EmptyState title=t(|t| t.common().no_keywords) description=t(|t| t.site_keywords().no_keywords_description)>
            {again_link(site)}
        </EmptyState>
    }
    .into_any()
}

// Leads to the form with the address of the site.
fn again_link(site: Memo<Option<String>>) -> AnyView {
    view! {
        <a class="button" href=move || paths::site_analyses(site.get(), None)>
            {t(|t| t.site_keywords().again)}
        </a>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_an_analysis_name_its_site() {
        let analysis = |url: &str| {
            let keywords = serde_json::json!([
                { "keyword": "a", "sourceURLCount": 1 },
                { "keyword": "b", "sourceURLCount": 1, "sources": [{ "url": url }] },
            ]);
            let json = serde_json::json!({ "id": "0".repeat(22), "status": "COMPLETED", "keywords": keywords });
            serde_json::from_value::<SiteKeywordAnalysis>(json).unwrap()
        };
        assert_eq!(site_of(&analysis("https://nurio.example/a?b#c")).as_deref(), Some("https://nurio.example"));
        assert_eq!(site_of(&analysis("javascript:alert(1)")), None);
    }
}
