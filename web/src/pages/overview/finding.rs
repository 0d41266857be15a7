//! What the numbers of the overview say.

use answerdeck_api::SourceDomainRanking;
use answerdeck_api::metrics::BrandMetrics;
use leptos::prelude::*;

use super::figures::Shown;
use crate::components::{Sentence, brand_findings, finding_view};
use crate::locale::{Texts, texts};
use crate::paths::{AnswersParams, SourcesParams, UrlParams};
use crate::untrusted::visible;

/// Says how often the own brand is named, who is ahead of it, and what is cited most.
pub fn finding(Shown { own, answers, period, metrics, highlights, .. }: Shown) -> AnyView {
    finding_view(Memo::new(move |_| {
        let (answers, texts) = (answers.get(), texts());
        let own = own.with(|own| own.as_ref().map(|own| own.id.clone()));
        let found = |found: &BrandMetrics| brand_findings(found, own.as_ref(), &answers, period.get(), texts);
        let mut all = metrics.with(|metrics| metrics.map(found)).unwrap_or_default();
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
