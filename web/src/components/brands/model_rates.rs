use answerdeck_api::metrics::{BrandMetrics, BrandMetricsOfModel, Sample};
use answerdeck_api::{BrandId, ModelCode};
use leptos::prelude::*;

use super::in_group::BrandInGroup;
use super::trend::color_of;
use crate::charts::{Bar, BarChart, Chart, DataTable};
use crate::components::counted_model_label;
use crate::components::metrics::rates::{CountedRate, rate_cells, rate_columns, rate_details, rate_value};
use crate::components::metrics::trends::RATE_AXIS;
use crate::csv::Cell;
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, BrandFigure, brand_answers};
use crate::queries::brands::use_own_brand_id;
use crate::queries::{Query, use_models};
use crate::reactive::live_when;
use crate::sorting::sort_by_key;

/// The mention rate of a brand by model, as bars in the order of the platform's list.
#[component]
pub fn ModelRates(
    brand: StoredValue<BrandId>,
    name: Signal<String>,
    /// The metrics, with those of each model.
    metrics: Query<BrandMetrics>,
    params: Memo<AnswerFilterParams>,
) -> AnyView {
    let models = use_models();
    let rates = Memo::new(move |_| {
        metrics
            .with(|metrics| {
                let metrics = metrics?;
                let index = brand.with_value(|id| metrics.brands.iter().position(|brand| brand.id == *id))?;
                let of_models = metrics.models.iter().flatten();
                let rate = |BrandMetricsOfModel { model, group }: &BrandMetricsOfModel| {
                    Some((model.clone(), BrandInGroup::of(group, index)?.mention_rate()))
                };
                let mut rates: Vec<(ModelCode, CountedRate)> = of_models.filter_map(rate).collect();
                sort_by_key(&mut rates, |(code, _)| code.clone());
                Some(rates)
            })
            .unwrap_or_default()
    });
    let own = use_own_brand_id();
    let color = Memo::new(move |_| own.with(|own| brand.with_value(|brand| color_of(metrics, own.as_ref(), brand))));
    let label = move |code: &ModelCode| params.with(|params| counted_model_label(models, code, &params.route));
    let chart = move || {
        let (texts, series) = (texts(), color.get());
        let bar = |(code, CountedRate { rate, sample }): (ModelCode, CountedRate)| Bar {
            name: label(&code),
            series,
            value: rate.value,
            label: [&rate_value(rate), " · ", &(texts.metrics().n_of)(rate.numerator, sample.answers)].concat(),
            text: rate_details(rate, sample.answers, texts),
        };
        BarChart { bars: rates.get().into_iter().map(bar).collect(), axis: RATE_AXIS }
    };
    let draw = Box::new(move |width: f64| chart().draw(width));
    let table = Box::new(move || {
        let (texts, rates) = (texts(), rates.get());
        let row = |(code, CountedRate { rate, sample }): &(ModelCode, CountedRate)| {
            vec![label(code), rate_value(*rate), rate_details(*rate, sample.answers, texts)]
        };
        let numbers = |(code, CountedRate { rate, sample }): &(ModelCode, CountedRate)| {
            std::iter::once(Cell::Text(label(code))).chain(rate_cells(*rate, sample.answers)).collect()
        };
        let columns = [texts.common().model, texts.metrics().mention_rate, texts.metrics().sample];
        let number_columns = [&[texts.common().model][..], &rate_columns(texts)].concat();
        let (rows, numbers) = (rates.iter().map(row).collect(), rates.iter().map(numbers).collect());
        DataTable::new(&columns, rows, &number_columns, numbers)
    });
    let description = t_with(move |t| (t.metrics().by_model_about)(&name.get()));
    let on_open = use_open(move |bar, _| {
        let model = rates.with(|rates| rates.get(bar).map(|(code, _)| code.clone()))?;
        let of_model = AnswerFilterParams { model: Some(model), ..params.get() };
        Some(brand.with_value(|brand| brand_answers(brand, &of_model, BrandFigure::Named, None)))
    });
    let are_unlike = move || {
        let all = metrics.with(|metrics| metrics.map_or(0, |metrics| metrics.all.sample.prompts));
        rates.with(|rates| have_unlike_prompts(all, rates.iter().map(|(_, rate)| &rate.sample)))
    };
    let note = || view! { <p class="muted">{t(|t| t.metrics().unlike_prompts)}</p> };
    view! {
        <div>
            <Chart title=t(|t| t.metrics().by_model) description draw table on_open />
            {live_when(are_unlike, note)}
        </div>
    }
    .into_any()
}

/// Whether models answered different prompts: all of them together answered more than one of them.
fn have_unlike_prompts<'a>(all: u64, mut models: impl ExactSizeIterator<Item = &'a Sample>) -> bool {
    models.len() > 1 && models.any(|sample| sample.prompts < all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_unlike_if_one_of_them_lacks_a_prompt() {
        let unlike = |all, prompts: &[u64]| {
            let samples: Vec<Sample> =
                prompts.iter().map(|prompts| Sample { answers: 90, prompts: *prompts, ..Sample::default() }).collect();
            have_unlike_prompts(all, samples.iter())
        };
        assert!(unlike(48, &[48, 13]));
        // As many prompts, but not the same ones.
        assert!(unlike(48, &[40, 40]));
        assert!(!unlike(48, &[48, 48]));
        assert!(!unlike(48, &[40]), "one model is not compared");
    }
}
