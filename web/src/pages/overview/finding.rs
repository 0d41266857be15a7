//! What the numbers of the overview say.

use answerdeck_api::SourceDomainRanking;
use answerdeck_api::metrics::BrandMetrics;
use leptos::prelude::*;

use super::shown::Shown;
use crate::components::{Sentence, brand_findings, finding_view};
use crate::locale::{Texts, texts};
use crate::paths::{AnswersParams, OVERVIEW, SourcesParams, UrlParams, Window, metrics_address};
use crate::untrusted::visible;

/// Says how often the own brand is named, who is ahead of it, and what is cited most.
pub fn finding(Shown { own, params, answers, period, metrics, highlights, .. }: Shown) -> AnyView {
    finding_view(Memo::new(move |_| {
        // A sentence that arrives later would move the others.
        if highlights.is_loading() || metrics.is_loading() {
            return Vec::new();
        }
        let (answers, texts) = (answers.get(), texts());
        let own = own.with(|own| own.as_ref().map(|own| own.id.clone()));
        let found = |found: &BrandMetrics| brand_findings(found, own.as_ref(), &answers, period.get(), texts);
        let mut all = metrics.with(|metrics| metrics.map(found)).unwrap_or_default();
        let is_empty = metrics.with(|metrics| metrics.is_some_and(|found| found.coverage.answers == 0));
        if let (true, Window::Days(days)) = (is_empty, answers.window) {
            let address = metrics_address(OVERVIEW, &params.get().within(Window::All), period.get());
            return vec![((texts.overview().finding_none)(days.into()), address)];
        }
        if let Some(cited) = highlights.with(|found| cited(&found?.source_domains, &answers, texts)) {
            // What is missing stays at the end.
            all.insert(all.len().min(2), cited);
        }
        all
    }))
}

// The domain that answers cite most.
fn cited(ranking: &SourceDomainRanking, answers: &AnswersParams, texts: Texts) -> Option<Sentence> {
    let first = ranking.domains.first()?;
    let text = (texts.overview().finding_cited)(&visible(&first.domain), first.citation_count, ranking.total_citations);
    let (answers, domain) = (answers.clone(), Some(first.domain.clone()));
    Some((text, SourcesParams { answers, domain, ..SourcesParams::default() }.address()))
}
