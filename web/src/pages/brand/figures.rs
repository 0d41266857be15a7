//! The figures of a brand. Their code is loaded in parallel with the worker, which counts them.

use answerdeck_analysis::{BrandReport, BrandReproducibility};
use answerdeck_api::BrandId;
use answerdeck_insight::Period;
use leptos::prelude::*;

use super::cited_rivals::CitedRivalList;
use crate::analysis::{AnalysisQuery, use_analysis};
use crate::components::{
    BrandCitations, BrandStats, BrandTrend, ModelRates, PeriodChoice, PromptHeatMap, with_sample, with_tiers,
    within_period,
};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::rate;
use crate::locale::{t, t_with};
use crate::parts::lazy_part;
use crate::paths::{AnswersParams, BrandFigure, brand_answers};
use crate::ui::Methodology;

/// The data that the figures show.
#[derive(Clone, Copy)]
pub struct Figures {
    /// The brand.
    pub id: StoredValue<BrandId>,
    /// Its name.
    pub name: StoredValue<String>,
    /// The metrics.
    pub report: AnalysisQuery<BrandReport>,
    /// The answers that were counted.
    pub answers: Memo<AnswersParams>,
    /// The period of the trend.
    pub period: Memo<Period>,
    /// Called when another period is selected.
    pub on_period: Callback<Period>,
}

/// Shows the figures.
type FiguresView = fn(Figures) -> AnyView;

lazy_part! {
    /// The figures of a brand.
    brand_figures: FiguresView = view
}

fn view(Figures { id, name, report, answers, period, on_period }: Figures) -> AnyView {
    let own = Signal::derive(move || Some(id.get_value()));
    let name = Signal::derive(move || name.get_value());
    let found = Memo::new(move |_| {
        report.with(|reply| {
            let id = id.get_value();
            reply?.value.brands.iter().find(|brand| brand.id == id).cloned()
        })
    });
    let named_and_cited = move || found.with(|brand| brand.as_ref().map(|brand| brand.citations.named_and_cited));
    let cells = move |()| Export::Table(TableExport::NamedAndCited(untrack(named_and_cited).unwrap_or_default()));
    let no_cells = Signal::derive(move || named_and_cited().is_none());
    let export_cells = view! { <ExportCsv export=cells disabled=no_cells /> }.into_any();
    let counted = Signal::derive(move || report.with(|reply| reply.map(|reply| reply.value.sample)));
    let sample = move || counted.get().unwrap_or_default();
    let named = Signal::derive(move || brand_answers(&id.get_value(), &answers.get(), BrandFigure::Named, None));
    let of_period = Callback::new(move |(first_day, brand): (_, Option<BrandId>)| {
        let answers = within_period(first_day, period.get(), &answers.get());
        brand_answers(&brand.unwrap_or_else(|| id.get_value()), &answers, BrandFigure::Named, None)
    });
    let repeated = use_analysis()
        .query(move || Some(BrandReproducibility { scope: answers.get().counted()?, brand: id.get_value() }));
    let methodology = t_with(move |t| {
        let agreement = repeated.with(|reply| reply.and_then(|reply| reply.value)).and_then(|found| {
            Some((t.metrics().methodology_repeated)(&rate(found.value()?), found.agreeing, found.pairs))
        });
        let explanation = (t.metrics().methodology)(sample().answers, sample().prompts);
        with_sample(&with_tiers(&explanation, t), agreement)
    });
    view! {
        <BrandStats brand=found answers=named />
        <Methodology label=t(|t| t.common().methodology) text=methodology />
        <PeriodChoice period on_change=on_period />
        <div class="columns">
            <BrandTrend report period own answers=of_period />
            <ModelRates brand=own name params=answers sample=counted />
        </div>
        <PromptHeatMap brand=id.get_value() name params=answers />
        <BrandCitations brand=found params=answers export=export_cells />
        <CitedRivalList brand=id.get_value() name params=answers sample=counted />
    }
    .into_any()
}
