//! The figures of a brand. Their code is loaded in parallel with the metrics.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, BrandName, ChangeBasis, CitedInstead, MovementFilter, MovementList};
use answerdeck_insight::{DIRECTIONAL_ANSWERS, points};
use leptos::prelude::*;

use crate::components::{
    BrandCitations, BrandInGroup, BrandStats, BrandTrend, ModelRates, PeriodChoice, PromptHeatMap, ScopeTotal,
    brand_findings, color_of, finding_view, movements_since, of_finished_runs, query_view, with_sample, with_tiers,
};
use crate::exports::{Export, ExportCsv};
use crate::format::{count, rate};
use crate::lazy::lazy_part;
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, Period, Rivals, brand_answers, prompt_changes};
use crate::queries::Query;
use crate::queries::brands::use_own_brand_id;
use crate::queries::metrics::use_movements;
use crate::reactive::{live, live_when};
use crate::ui::{Methodology, SortKey, Table, TableOrder, skeleton};

const RIVAL_COLUMNS: [&str; 2] = ["-answers", "brand"];

#[derive(Clone, Copy)]
pub struct BrandData {
    pub id: StoredValue<BrandId>,
    pub name: Signal<String>,
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
    let brand = Memo::new(move |_| metrics.with(|found| id.with_value(|id| BrandInGroup::find(found?, id))));
    let color = Memo::new(move |_| own.with(|own| id.with_value(|id| color_of(metrics, own.as_ref(), id))));
    let cells = move || brand.with(|brand| brand.as_ref().map(|brand| brand.brand.mentioned_and_cited));
    let export = move |()| Export::table(move |tables| tables.mentioned_and_cited(cells().unwrap_or_default()));
    let no_cells = Signal::derive(move || cells().is_none());
    let export_cells = view! { <ExportCsv export disabled=no_cells /> }.into_any();
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
        let (answers, period, texts) = (answers.get(), period.get(), texts());
        metrics.with(|found| id.with_value(|id| brand_findings(found, Some(id), &answers, period, texts)))
    });
    view! {
        {finding_view(0, sentences)}
        {change_cause(id, metrics, answers)}
        <ScopeTotal metrics params=answers />
        <BrandStats id=this own metrics params=answers />
        <PeriodChoice period answers on_change=on_period />
        <div class="columns">
            <BrandTrend metrics scope=answers period own strong=this brand=id />
            <ModelRates brand=id name metrics params=answers />
        </div>
        <PromptHeatMap brand=id.get_value() name color params=answers />
        <BrandCitations id=id.get_value() brand color params=answers export=export_cells />
        {cited_rivals(id, name, brand, answers)}
        <Methodology text=methodology />
    }
    .into_any()
}

// How much of the change since the period before comes from the prompts, from the models and from the brand itself, and the prompts
// for which the brand's rate moved. It is counted when the user asks. Nothing is shown if the rate did not change.
fn change_cause(id: StoredValue<BrandId>, metrics: Query<BrandMetrics>, answers: Memo<AnswerFilterParams>) -> AnyView {
    let is_changed = Memo::new(move |_| {
        answers.with(|answers| answers.from.is_some() && answers.run.is_none())
            && metrics
                .with(|found| id.with_value(|id| BrandInGroup::change(found?, id)))
                .is_some_and(|(moved, _)| points(moved) != 0.0)
    });
    let is_open = RwSignal::new(false);
    let moved = use_movements(move || {
        (is_open.get() && is_changed.get()).then_some(())?;
        Some(MovementFilter {
            basis: Some(ChangeBasis::Periods),
            brand_ids: vec![id.get_value()],
            ..answers.get().counted_scope()?.into()
        })
    });
    let own = use_own_brand_id();
    let sentence = move |found: MovementList| match cause(&found, texts()) {
        Some((text, is_rise)) => {
            // The list of prompts has the changes of the own brand.
            let address = move || {
                let is_own = own.with(|own| id.with_value(|id| own.as_ref() == Some(id)));
                match is_own {
                    true => prompt_changes(answers.get(), is_rise),
                    false => id.with_value(|id| brand_answers(id, &answers.get(), BrandFigure::Named, None)),
                }
            };
            view! {
                <p><a href=address>{text}</a></p>
                {found.comparison.map(|comparison| movements_since(comparison, answers))}
            }
            .into_any()
        }
        None => view! { <p>{t(|t| t.brands().change_cause_unknown)}</p> }.into_any(),
    };
    let disclosure = move || {
        view! {
            <details on:toggle=move |_| is_open.set(true)>
                <summary>{t(|t| t.brands().change_cause_title)}</summary>
                {live_when(move || is_open.get(), move || query_view(moved, skeleton::<1>, sentence))}
            </details>
        }
    };
    live_when(move || is_changed.get(), disclosure)
}

// The sentence, and whether the rate rose. `None` if both periods have too few answers to the same prompts by the same models.
fn cause(found: &MovementList, texts: Texts) -> Option<(String, bool)> {
    let comparison = found.comparison.as_ref()?;
    let change = comparison.changes.first()?.mention_rate?;
    let compared = [&comparison.before, &comparison.after].map(|side| side.comparable.answers);
    let effects = [change.brand, change.prompts, change.models];
    let is_enough = compared.iter().all(|answers| *answers >= DIRECTIONAL_ANSWERS);
    is_enough.then(|| ((texts.brands().change_cause)(compared, effects), change.after > change.before))
}

// The brands whose sites are cited by answers that neither name nor cite a brand. Each leads to these answers.
fn cited_rivals(
    id: StoredValue<BrandId>,
    name: Signal<String>,
    brand: Memo<Option<BrandInGroup>>,
    params: Memo<AnswerFilterParams>,
) -> AnyView {
    let rivals = Memo::new(move |_| {
        brand.with(|brand| brand.as_ref().map(|brand| brand.brand.cited_instead.clone())).unwrap_or_default()
    });
    let is_empty = Memo::new(move |_| rivals.with(Vec::is_empty));
    let order = TableOrder::local(&RIVAL_COLUMNS);
    let sort_key = |rival: &CitedInstead, column: &str| {
        if column == "brand" { SortKey::text(&rival.brand.name) } else { SortKey::count(rival.answers) }
    };
    let in_order = move || rivals.with(|rivals| order.sorted(rivals, sort_key));
    let export = move |()| Export::table(move |tables| tables.cited_instead(&in_order()));
    let rows = move || {
        let row = |CitedInstead { brand: BrandName { id: rival, name }, answers }: CitedInstead| {
            let rival = Rivals::Cited(rival);
            let address = move || {
                id.with_value(|id| params.with(|params| brand_answers(id, params, BrandFigure::Neither, Some(&rival))))
            };
            view! {
                <tr>
                    <th scope="row"><bdi>{name}</bdi></th>
                    <td class="fit number">
                        <a class="figure" href=address aria-label=t_with(move |t| (t.sources().answers_of)(answers))>
                            {t_with(move |_| count(answers))}
                        </a>
                    </td>
                </tr>
            }
        };
        in_order().into_iter().map(row).collect_view().into_any()
    };
    // The head of the table stays when its rows change: it may have the focus.
    let list = move || {
        if is_empty.get() {
            return view! { <p class="muted">{t_with(move |t| (t.brands().rivals_none)(&name.get()))}</p> }.into_any();
        }
        let head = view! {
            {order.head("brand", t(|t| t.common().brand), "")}
            {order.head("answers", t(|t| t.frame().answers), "fit number")}
        };
        view! {
            <p class="muted">{t_with(move |t| (t.brands().rivals_about)(&name.get()))}</p>
            <Table head=head.into_any() rows=live(rows) />
        }
        .into_any()
    };
    view! {
        <section class="section" aria-labelledby="cited-rivals">
            <div class="section-head">
                <h3 id="cited-rivals">{t(|t| t.brands().rivals)}</h3>
                <ExportCsv export disabled=is_empty />
            </div>
            {live(list)}
        </section>
    }
    .into_any()
}
