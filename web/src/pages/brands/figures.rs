//! The figures of the list of brands. Their code is loaded while the brands are read.

use std::collections::HashMap;

use answerdeck_analysis::{BrandMetrics, BrandPoint, BrandReport, ReportedBrand};
use answerdeck_api::{Brand, BrandId};
use answerdeck_insight::{Period, ShareOfVoice};
use leptos::prelude::*;

use crate::analysis::{AnalysisQuery, use_analysis};
use crate::charts::Sparkline;
use crate::components::{CoverageNote, ScopeTotal, TierBadge, analysis_problem, rate_interval, rate_value, with_tiers};
use crate::exports::TableExport;
use crate::format::{mean, rate};
use crate::locale::{Texts, t, t_with};
use crate::parts::lazy_part;
use crate::paths::{AnswersParams, BrandFigure, brand_answers};
use crate::queries::deletions::Deletions;
use crate::reactive::{live, live_option};
use crate::ui::{Methodology, SortKey, TableOrder};

/// The color number of the trends of other brands.
const OTHER_BRANDS: usize = 8;

/// What answers say about all brands.
pub type Report = AnalysisQuery<BrandReport>;

/// Functions that ask for the figures and show them.
#[derive(Clone, Copy)]
pub struct Figures {
    /// Asks for the report. Asks nothing while there are no brands.
    pub ask: fn(answers: Memo<AnswersParams>, has_brands: Memo<bool>) -> Report,
    /// How many answers were counted.
    pub total: fn(Report, answers: Memo<AnswersParams>) -> AnyView,
    /// Why there are no figures.
    pub problem: fn(Report) -> AnyView,
    /// The positions of the brands in an order of the table. Unchanged while there are no numbers. Reactive.
    pub order: fn(&[Brand], Report, TableOrder) -> Vec<usize>,
    /// The cells of a brand. A new brand has no numbers until answers are searched for it.
    pub cells: fn(BrandId, Report, is_own: Memo<bool>, answers: Memo<AnswersParams>, Deletions) -> AnyView,
    /// How the figures are counted.
    pub methodology: fn(Report) -> AnyView,
    /// The exported table of some brands.
    pub table: fn(Vec<Brand>, Report, Deletions) -> TableExport,
}

lazy_part! {
    /// The figures of the list.
    brand_list_figures: Figures = Figures { ask, total, problem, order, cells, methodology, table }
}

fn ask(answers: Memo<AnswersParams>, has_brands: Memo<bool>) -> Report {
    use_analysis().query(move || {
        let question = BrandMetrics { scope: answers.get().counted()?, period: Some(Period::Week) };
        has_brands.get().then_some(question)
    })
}

fn total(report: Report, answers: Memo<AnswersParams>) -> AnyView {
    let none_match = Memo::new(move |_| {
        let none = report
            .with(|reply| reply.is_some_and(|reply| reply.value.sample.answers == 0 && !reply.coverage.is_reading()));
        none && !answers.with(AnswersParams::is_everything)
    });
    let total = move || match none_match.get() {
        true => view! { <p class="scope-total muted">{t(|t| t.answers().none_found)}</p> }.into_any(),
        false => view! { <ScopeTotal report params=answers /> }.into_any(),
    };
    view! {
        {live(total)}
        <CoverageNote coverage=Signal::derive(move || report.with(|reply| reply.map(|reply| reply.coverage))) />
    }
    .into_any()
}

fn problem(report: Report) -> AnyView {
    let analysis = use_analysis();
    live_option(move || analysis_problem(analysis, &report.get()))
}

fn methodology(report: Report) -> AnyView {
    let text = t_with(move |t| {
        let sample = report.with(|reply| reply.map(|reply| reply.value.sample)).unwrap_or_default();
        with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t)
    });
    view! { <Methodology label=t(|t| t.common().methodology) text /> }.into_any()
}

fn table(brands: Vec<Brand>, report: Report, deletions: Deletions) -> TableExport {
    let mut report = report.with(|reply| reply.map(|reply| reply.value.clone()));
    if let Some(report) = &mut report {
        let hidden = hidden_mentions(report, deletions);
        for brand in &mut report.brands {
            leave_out(&mut brand.visibility.share_of_voice, hidden);
        }
    }
    TableExport::Brands { brands, report }
}

// The mentions of brands whose deletion can still be undone. Until the report is asked for again, it counts them. Reactive.
fn hidden_mentions(report: &BrandReport, deletions: Deletions) -> u64 {
    let hidden = report.brands.iter().filter(|brand| deletions.is_hidden(brand.id.as_str()));
    hidden.map(|brand| brand.visibility.share_of_voice.numerator).sum()
}

fn leave_out(share: &mut ShareOfVoice, mentions: u64) {
    share.denominator = share.denominator.saturating_sub(mentions).max(share.numerator);
}

fn order(brands: &[Brand], report: Report, order: TableOrder) -> Vec<usize> {
    report.with(|reply| {
        let reported = reply.iter().flat_map(|reply| &reply.value.brands);
        let reported: HashMap<&BrandId, &ReportedBrand> = reported.map(|brand| (&brand.id, brand)).collect();
        order.positions(brands.len(), &|column, row| {
            let brand = brands.get(row)?;
            if column == "name" {
                return SortKey::text(&brand.name);
            }
            let of = &reported.get(&brand.id)?.visibility;
            match column {
                "share" => of.share_of_voice.value().map(SortKey::Number),
                "position" => of.first_position.mean().map(SortKey::Number),
                _ => SortKey::count(of.mention_rate.numerator),
            }
        })
    })
}

fn cells(
    id: BrandId,
    report: Report,
    is_own: Memo<bool>,
    answers: Memo<AnswersParams>,
    deletions: Deletions,
) -> AnyView {
    let named = id.clone();
    let address = Memo::new(move |_| brand_answers(&named, &answers.get(), BrandFigure::Named, None));
    let found = Memo::new(move |_| {
        report.with(|reply| {
            let report = &reply?.value;
            if report.sample.answers == 0 {
                return None;
            }
            let index = report.brands.iter().position(|brand| brand.id == id)?;
            let rate = |point: &Option<Vec<_>>| point.as_ref()?.get(index).and_then(mention_rate);
            let trend = report.series.iter().map(|point| rate(&point.brands)).collect::<Vec<_>>();
            let mut brand = report.brands.get(index)?.clone();
            leave_out(&mut brand.visibility.share_of_voice, hidden_mentions(report, deletions));
            Some((brand, trend))
        })
    });
    let text = move |read: fn(&ReportedBrand, Texts) -> String| {
        t_with(move |t| found.with(|found| found.as_ref().map_or("–".to_owned(), |(brand, _)| read(brand, t))))
    };
    let tier = move || {
        let rate = found.with(|found| found.as_ref().map(|(brand, _)| brand.visibility.mention_rate))?;
        rate.value().map(|_| view! { <TierBadge tier=rate.tier() /> }.into_any())
    };
    let trend = move || {
        let values = found.with(|found| found.as_ref().map(|(_, trend)| trend.clone()))?;
        let series = if is_own.get() { 1 } else { OTHER_BRANDS };
        Some(view! { <Sparkline values series /> }.into_any())
    };
    view! {
        <td class="number">
            {live_option(tier)}
            " "
            <strong>{text(|brand, _| rate_value(brand.visibility.mention_rate))}</strong>
            <a class="cell-note" href=address>
                {text(|brand, t| {
                    let rate = brand.visibility.mention_rate;
                    (t.metrics().of_answers)(rate.numerator, rate.sample.answers)
                })}
            </a>
            <span class="cell-note">{text(|brand, t| rate_interval(brand.visibility.mention_rate, t))}</span>
        </td>
        <td class="wide-only number">
            {text(|brand, _| brand.visibility.share_of_voice.value().map_or_else(|| "–".to_owned(), rate))}
            <span class="cell-note">
                {text(|brand, t| {
                    let share = brand.visibility.share_of_voice;
                    (t.metrics().of_mentions)(share.numerator, share.denominator)
                })}
            </span>
        </td>
        <td class="wide-only number">
            {text(|brand, _| brand.visibility.first_position.mean().map_or_else(|| "–".to_owned(), mean))}
            <span class="cell-note">
                {text(|brand, t| (t.metrics().in_answers)(brand.visibility.first_position.sample.answers))}
            </span>
        </td>
        <td class="wide-only fit">{live_option(trend)}</td>
    }
    .into_any()
}

fn mention_rate(point: &BrandPoint) -> Option<f64> {
    point.mention_rate.value()
}
