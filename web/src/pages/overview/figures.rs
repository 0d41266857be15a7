//! The figures of the overview: brands, movements and sources.

use answerdeck_api::Brand;
use answerdeck_api::metrics::{Comparison, Highlights, Rate, Sample};
use leptos::prelude::*;

use super::OverviewData;
use super::new_page::NewPage;
use super::unnamed_searches::unnamed_searches;
use crate::components::{
    BrandMovements, BrandStats, BrandTrend, CoverageNote, NoAnswers, Sentence, ShareOfVoiceTrend, brand_findings,
    domain_bars, of_finished_runs, overtaking_event, query_view, steady_view, use_source_owners, with_sample,
    with_tiers,
};
use crate::format::rate;
use crate::lazy::lazy_part;
use crate::locale::{Pick, Texts, t, t_with, texts};
use crate::paths::{self, AnswerFilterParams, BRANDS, SourcesParams, UrlParams, metrics_address};
use crate::reactive::{live_on, live_when};
use crate::ui::{ButtonLink, Methodology, skeleton};
use crate::untrusted::visible;

/// A finding with more sentences does not name the most cited source: they say what changed.
const SENTENCES_BESIDE_SOURCE_MAX: usize = 3;
/// The most cited domains that are shown.
const DOMAINS_SHOWN: usize = 10;

#[derive(Clone, Copy)]
pub struct Figures {
    /// What the numbers say, in words. Reactive.
    pub finding: fn(OverviewData) -> Vec<Sentence>,
    pub brands: fn(OverviewData) -> AnyView,
    /// Shows what moved, and the searches without the own brand.
    pub insights: fn(OverviewData) -> AnyView,
    /// Shows the most cited domains.
    pub sources: fn(OverviewData) -> AnyView,
    pub methodology: fn(OverviewData) -> AnyView,
}

lazy_part! {
    overview_figures: Figures = Figures { finding, brands, insights, sources, methodology }
}

// Says how often the own brand is named, which rival moved and who is ahead of it, and which page is new, or which source the
// answers that name it cite. Reactive.
fn finding(data: OverviewData) -> Vec<Sentence> {
    let OverviewData { own, answers, period, metrics, highlights, .. } = data;
    // A sentence that arrives later would move the others.
    if highlights.is_loading() || metrics.is_loading() {
        return Vec::new();
    }
    let (answers, texts) = (answers.get(), texts());
    let (own, name) = own.with(|own| own.as_ref().map(|own| (own.id.clone(), own.name.clone()))).unzip();
    let mut all = metrics.with(|found| brand_findings(found, own.as_ref(), &answers, period.get(), texts));
    let about_source = highlights.with(|found| {
        let found = found?;
        let new_page = NewPage::find(found).map(|page| page.sentence(&answers, texts));
        new_page.or_else(|| influence(found, name.as_deref(), &answers, texts)).or_else(|| {
            (all.len() <= SENTENCES_BESIDE_SOURCE_MAX).then(|| most_cited(found, &answers, texts)).flatten()
        })
    });
    if let Some(sentence) = about_source {
        // What is missing stays at the end.
        let end = all.iter().position(|sentence| sentence.is_about_sample_size).unwrap_or(all.len());
        all.insert(end, sentence);
    }
    all
}

// The source whose answers name the own brand significantly more often.
fn influence(found: &Highlights, own: Option<&str>, answers: &AnswerFilterParams, texts: Texts) -> Option<Sentence> {
    let (found, own) = found.source_influence.as_ref().zip(own)?;
    let side = |named: Rate, of: &Sample| Some((rate(named.value?), [named.numerator, of.answers]));
    let (citing, others) =
        (side(found.mention_rate_citing, &found.citing)?, side(found.mention_rate_others, &found.others)?);
    let text = (texts.overview().finding_influence)(&visible(&found.source), own, [&citing, &others]);
    Some(about_source(text, &found.source, answers))
}

fn most_cited(found: &Highlights, answers: &AnswerFilterParams, texts: Texts) -> Option<Sentence> {
    let ranking = &found.source_domains;
    let first = ranking.domains.first()?;
    let counts = (first.citation_count, ranking.total_citations);
    let text = (texts.findings().cited)(false, &visible(&first.domain), counts.0, counts.1);
    Some(about_source(text, &first.domain, answers))
}

fn about_source(text: String, domain: &str, answers: &AnswerFilterParams) -> Sentence {
    let (answers, domain) = (answers.clone(), Some(domain.to_owned()));
    Sentence::new(text, SourcesParams { answers, domain, ..SourcesParams::default() }.address())
}

fn insights(data: OverviewData) -> AnyView {
    let OverviewData { highlights, answers, own_id, .. } = data;
    let movements = highlights.map(|found| found.movements.clone());
    view! {
        <div class="columns">
            <BrandMovements found=movements params=answers own=own_id />
            {live_when(move || own_id.with(Option::is_some), move || unnamed_searches(data))}
        </div>
    }
    .into_any()
}

fn brands(data: OverviewData) -> AnyView {
    let OverviewData { brands, answers, metrics, newest, address, .. } = data;
    let coverage = Signal::derive(move || metrics.with(|found| found.map(|found| found.coverage)));
    let has_answers = Memo::new(move |_| metrics.with(|found| found.is_some_and(|found| found.all.sample.answers > 0)));
    let counted = move |has_answers: bool| match has_answers {
        true => brand_views(data),
        false => view! { <NoAnswers coverage params=answers address=Some(address) newest has_begun=true /> }.into_any(),
    };
    let figures = move |brands: Vec<Brand>| match brands.is_empty() {
        // The checklist says it.
        true => ().into_any(),
        false => steady_view(metrics, skeleton::<4>, move || live_on(has_answers, counted)),
    };
    view! {
        <CoverageNote coverage />
        <section class="section" aria-labelledby="overview-brands">
            <h2 class="visually-hidden" id="overview-brands">{t(|t| t.frame().brands)}</h2>
            {query_view(brands, skeleton::<4>, figures)}
        </section>
    }
    .into_any()
}

fn brand_views(OverviewData { own_id: own, answers, period, metrics, highlights, .. }: OverviewData) -> AnyView {
    let has_own = Memo::new(move |_| own.with(Option::is_some));
    // The page of the brand shows what moved.
    let address = Signal::derive(move || {
        let page = own.get().map(|own| paths::brand(&own)).unwrap_or_default();
        metrics_address(&page, &answers.get(), period.get())
    });
    let summary = move |has_own: bool| match has_own {
        true => view! { <BrandStats id=own own metrics params=answers address /> }.into_any(),
        false => view! { <p><ButtonLink label=t(|t| t.fanouts().choose_own) href=BRANDS /></p> }.into_any(),
    };
    let events = Memo::new(move |_| {
        let (answers, period, texts) = (answers.get(), period.get(), texts());
        let own = own.get();
        let overtaking = metrics.with(|found| overtaking_event(found?, own.as_ref()?, &answers, period, texts));
        let new_page = highlights.with(|found| Some(NewPage::find(found?)?.event(texts)));
        new_page.into_iter().chain(overtaking).collect::<Vec<_>>()
    });
    view! {
        {live_on(has_own, summary)}
        <div class="columns">
            <BrandTrend metrics scope=answers period own strong=own events />
            <ShareOfVoiceTrend metrics scope=answers period own />
        </div>
        <div class="section-head">
            <a href=move || paths::brands(&answers.get(), None)>{t(|t| t.overview().all_brands)}</a>
        </div>
    }
    .into_any()
}

fn sources(OverviewData { answers, highlights, .. }: OverviewData) -> AnyView {
    let sources = highlights.map(|found| {
        let mut sources = found.source_domains.clone();
        sources.domains.truncate(DOMAINS_SHOWN);
        sources
    });
    let description = t_with(move |t| {
        sources.with(|ranking| {
            let shown = ranking.map_or(0, |ranking| ranking.domains.len() as u64);
            let domains = ranking.and_then(|ranking| ranking.total_domains);
            (t.overview().sources_about)(shown, domains, ranking.map_or(0, |ranking| ranking.total_citations))
        })
    });
    let address = move |domain| {
        SourcesParams { answers: answers.get(), domain: Some(domain), ..SourcesParams::default() }.address()
    };
    query_view(sources, skeleton::<5>, move |found| {
        if found.total_citations == 0 {
            let empty: Pick = match answers.with(AnswerFilterParams::is_unfiltered) {
                true => |t| t.sources().empty,
                false => |t| t.sources().none_found,
            };
            return view! { <p class="muted">{t(empty)}</p> }.into_any();
        }
        untrack(|| domain_bars(sources, |t| t.overview().sources, description, use_source_owners(), address))
    })
}

fn methodology(OverviewData { metrics, highlights, .. }: OverviewData) -> AnyView {
    let text = t_with(move |t| {
        let brands = metrics.with(|found| {
            let sample = &found.filter(|found| found.all.sample.answers > 0)?.all.sample;
            Some(of_finished_runs(&with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t), t))
        });
        let found = highlights.with(|found| found.map(|found| methodology_of_highlights(found, t)));
        let runs = t.runs().methodology.to_owned();
        brands.into_iter().chain(found).chain([runs]).collect::<Vec<_>>().join("\n")
    });
    view! { <Methodology text /> }.into_any()
}

fn methodology_of_highlights(found: &Highlights, t: Texts) -> String {
    let samples = |Comparison { before, after, .. }: &Comparison| {
        [&before.comparable, &after.comparable].map(|sample| (sample.answers, sample.prompts))
    };
    let sample = found.movements.comparison.as_ref().map(samples).map(t.overview().methodology_moved_sample);
    let moved = with_sample(t.overview().methodology_moved, sample);
    let sources = (t.overview().sources_methodology)(found.source_domains.total_citations);
    [t.next_steps().methodology, &moved, t.overview().methodology_unnamed, &sources].join("\n")
}
