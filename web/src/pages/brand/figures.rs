//! The figures of a brand. Their code is loaded in parallel with the metrics.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::BrandMetrics;
use leptos::prelude::*;

use super::change_cause::change_cause;
use super::cited_rivals::CitedRivalList;
use crate::components::{
    BrandCitations, BrandInGroup, BrandStats, BrandTrend, ModelRates, PeriodChoice, PromptHeatMap, ScopeTotal,
    brand_findings, color_of, finding_view, of_finished_runs, with_sample, with_tiers, within_period,
};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::rate;
use crate::lazy::lazy_part;
use crate::locale::{t_with, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, Period, brand_answers};
use crate::queries::Query;
use crate::queries::brands::use_own_brand_id;
use crate::ui::Methodology;

/// What the figures are made from.
#[derive(Clone, Copy)]
pub struct BrandData {
    pub id: StoredValue<BrandId>,
    pub name: StoredValue<String>,
    pub metrics: Query<BrandMetrics>,
    pub answers: Memo<AnswerFilterParams>,
    pub period: Memo<Period>,
    pub on_period: Callback<Period>,
}

lazy_part! {
    brand_figures: fn(BrandData) -> AnyView = view
}

fn view(BrandData { id, name, metrics, answers, period, on_period }: BrandData) -> AnyView {
    let this = Signal::derive(move || Some(id.get_value()));
    let own = use_own_brand_id();
    let name = Signal::derive(move || name.get_value());
    let brand = Memo::new(move |_| metrics.with(|found| id.with_value(|id| BrandInGroup::find(found?, id))));
    let color = Memo::new(move |_| own.with(|own| id.with_value(|id| color_of(metrics, own.as_ref(), id))));
    let cells = move || brand.with(|brand| brand.as_ref().map(|brand| brand.brand.mentioned_and_cited));
    let export = move |()| Export::Table(TableExport::MentionedAndCited(cells().unwrap_or_default()));
    let no_cells = Signal::derive(move || cells().is_none());
    let export_cells = view! { <ExportCsv export disabled=no_cells /> }.into_any();
    let of_period = Callback::new(move |(first_day, brand): (_, Option<BrandId>)| {
        let answers = within_period(first_day, period.get(), &answers.get());
        brand_answers(&brand.unwrap_or_else(|| id.get_value()), &answers, BrandFigure::Named, None)
    });
    let methodology = t_with(move |t| {
        let agreement = |brand: &BrandInGroup| {
            let repeated = brand.brand.reproducibility?;
            Some((t.metrics().methodology_repeated)(&rate(repeated.value), repeated.agreeing, brand.repetition_pairs))
        };
        let agreement = brand.with(|brand| brand.as_ref().and_then(agreement));
        let sample = brand.with(|brand| brand.as_ref().map(|brand| brand.sample.clone())).unwrap_or_default();
        let explanation = (t.metrics().methodology)(sample.answers, sample.prompts);
        let of_brand = with_sample(&of_finished_runs(&with_tiers(&explanation, t), t), agreement);
        let rivals = (t.brands().methodology_rivals)(&name.get());
        [&of_brand, t.metrics().methodology_by_prompt, t.metrics().methodology_cells, &rivals].join("\n")
    });
    let sentences = Memo::new(move |_| {
        let of = |metrics: &BrandMetrics| {
            id.with_value(|id| brand_findings(metrics, Some(id), &answers.get(), period.get(), texts()))
        };
        metrics.with(|metrics| metrics.map(of)).unwrap_or_default()
    });
    view! {
        {finding_view(0, sentences)}
        {change_cause(id, metrics, answers)}
        <ScopeTotal metrics params=answers />
        <BrandStats id=this own metrics params=answers />
        <PeriodChoice period answers on_change=on_period />
        <div class="columns">
            <BrandTrend metrics scope=answers period own strong=this answers=of_period />
            <ModelRates brand=id name metrics params=answers />
        </div>
        <PromptHeatMap brand=id.get_value() name color params=answers />
        <BrandCitations id=id.get_value() brand color params=answers export=export_cells />
        <CitedRivalList id name brand params=answers />
        <Methodology text=methodology />
    }
    .into_any()
}
