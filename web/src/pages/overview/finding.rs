//! What the numbers of the overview say.

use answerdeck_api::metrics::{BrandMetrics, Highlights, Rate, Sample, SourceInfluence};
use leptos::prelude::*;

use super::shown::Shown;
use crate::components::{Sentence, brand_findings};
use crate::format::rate;
use crate::locale::{Texts, texts};
use crate::paths::{AnswerFilterParams, OVERVIEW, PROMPTS, SourcesParams, UrlParams, Window, metrics_address};
use crate::untrusted::visible;

/// Says how often the own brand is named, which rival moved and who is ahead of it, and which source the answers that name it
/// cite. Reactive.
pub fn finding(Shown { own, params, answers, period, metrics, highlights, .. }: Shown) -> Vec<Sentence> {
    // A sentence that arrives later would move the others.
    if highlights.is_loading() || metrics.is_loading() {
        return Vec::new();
    }
    let (answers, texts) = (answers.get(), texts());
    let (own, name) = own.with(|own| own.as_ref().map(|own| (own.id.clone(), own.name.clone()))).unzip();
    let found = |found: &BrandMetrics| brand_findings(found, own.as_ref(), &answers, period.get(), texts);
    let mut all = metrics.with(|metrics| metrics.map(found)).unwrap_or_default();
    let is_empty = metrics.with(|metrics| metrics.is_some_and(|found| found.coverage.answers == 0));
    if let (true, Window::Days(days)) = (is_empty, answers.window) {
        let all_time = params.get().within(Window::All);
        // With another filter, all time may have none, too.
        if !all_time.is_unfiltered() {
            return Vec::new();
        }
        let address = metrics_address(OVERVIEW, &all_time, period.get());
        return vec![((texts.overview().finding_none)(days.into()), address)];
    }
    if let Some(source) = highlights.with(|found| source(found?, name.as_deref(), &answers, texts)) {
        // What is missing stays at the end.
        let end = all.iter().position(|(_, address)| address == PROMPTS).unwrap_or(all.len());
        all.insert(end, source);
    }
    all
}

// The source whose answers name the own brand significantly more often. Without one, the domain that answers cite most.
fn source(found: &Highlights, own: Option<&str>, answers: &AnswerFilterParams, texts: Texts) -> Option<Sentence> {
    let influence = found.source_influence.as_ref().zip(own).and_then(|(found, own)| influence(found, own, texts));
    let (text, domain) = influence.or_else(|| {
        let (ranking, text) = (&found.source_domains, texts.findings().cited);
        let first = ranking.domains.first()?;
        Some((text(false, &visible(&first.domain), first.citation_count, ranking.total_citations), &first.domain))
    })?;
    let (answers, domain) = (answers.clone(), Some(domain.clone()));
    Some((text, SourcesParams { answers, domain, ..SourcesParams::default() }.address()))
}

fn influence<'a>(found: &'a SourceInfluence, own: &str, texts: Texts) -> Option<(String, &'a String)> {
    let side = |named: Rate, of: &Sample| Some((rate(named.value?), [named.numerator, of.answers]));
    let (citing, others) =
        (side(found.mention_rate_citing, &found.citing)?, side(found.mention_rate_others, &found.others)?);
    let text = (texts.overview().finding_influence)(&visible(&found.source), own, [&citing, &others]);
    Some((text, &found.source))
}
