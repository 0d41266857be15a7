//! The mention rate of a brand by model.

use answerdeck_analysis::{BrandMetrics, BrandReport};
use answerdeck_api::{AnswerScope, BrandId, ModelCode};
use answerdeck_insight::{Rate, Sample};
use leptos::prelude::*;

use super::brand_trend::RATE_AXIS;
use super::model_badge::model_label;
use super::rate_view::{rate_details, value};
use crate::analysis::{AnalysisQuery, use_analysis};
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing};
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswersParams, BrandFigure, brand_answers};
use crate::queries::use_models;
use crate::reactive::live_option;

/// The mention rate of a brand by model, as bars.
#[component]
pub fn ModelRates(
    /// The brand.
    #[prop(into)]
    brand: Signal<Option<BrandId>>,
    /// The name of the brand.
    name: Signal<String>,
    /// The answers.
    params: Memo<AnswersParams>,
    /// The answers of all models. `None` while they are being counted.
    #[prop(into)]
    sample: Signal<Option<Sample>>,
) -> AnyView {
    let models = use_models();
    let analysis = use_analysis();
    let reports: Vec<(ModelCode, Memo<Option<AnswerScope>>, AnalysisQuery<BrandReport>)> = ModelCode::ALL
        .iter()
        .map(|code| {
            let (asked, code) = (code.clone(), code.clone());
            let scope = Memo::new(move |_| {
                let params = params.get();
                let is_selected = params.model.as_ref().is_none_or(|model| *model == asked);
                let is_offered = || models.with(|models| models.into_iter().flatten().any(|model| model.code == asked));
                let scope = params.counted().filter(|_| is_selected && is_offered())?;
                Some(AnswerScope { model: Some(asked.clone()), ..scope })
            });
            let report = analysis.query(move || Some(BrandMetrics { scope: scope.get()?, period: None }));
            (code, scope, report)
        })
        .collect();
    let rates = Memo::new(move |_| {
        let rate = |(code, scope, report): &(ModelCode, Memo<Option<AnswerScope>>, AnalysisQuery<BrandReport>)| {
            if scope.with(Option::is_none) {
                return None;
            }
            let id = brand.get();
            let rate = report.with(|reply| {
                let found = reply?.value.brands.iter().find(|brand| Some(&brand.id) == id.as_ref())?;
                Some(found.visibility.mention_rate)
            })?;
            // A model that was never asked has no rate.
            (rate.sample.answers > 0).then(|| (code.clone(), rate))
        };
        reports.iter().filter_map(rate).collect::<Vec<(ModelCode, Rate)>>()
    });
    let chart = move || {
        let texts = texts();
        let bar = |(code, rate): (ModelCode, Rate)| Bar {
            name: model_label(models, &code),
            series: 1,
            value: rate.value(),
            label: [&value(rate), " · ", &(texts.metrics().n_of)(rate.numerator, rate.sample.answers)].concat(),
            text: rate_details(rate, texts),
        };
        BarChart { bars: rates.get().into_iter().map(bar).collect(), axis: RATE_AXIS }
    };
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
    let table = Box::new(move || {
        let texts = texts();
        let columns = [texts.metrics().model, texts.metrics().mention_rate, texts.metrics().sample];
        let row =
            |(code, rate): (ModelCode, Rate)| vec![model_label(models, &code), value(rate), rate_details(rate, texts)];
        DataTable {
            columns: columns.map(str::to_owned).to_vec(),
            rows: rates.get().into_iter().map(row).collect(),
            numbers: None,
        }
    });
    let description = t_with(move |t| (t.metrics().by_model_about)(&name.get()));
    let on_open = use_open(move |bar, _| {
        let model = rates.with(|rates| rates.get(bar).map(|(code, _)| code.clone()))?;
        let of_model = AnswersParams { model: Some(model), ..params.get() };
        Some(brand_answers(&brand.get()?, &of_model, BrandFigure::Named, None))
    });
    let are_unlike = Memo::new(move |_| {
        let prompts = sample.get().map(|sample| sample.prompts);
        rates.with(|rates| have_unlike_prompts(prompts, rates.iter().map(|(_, rate)| rate.sample)))
    });
    let note =
        move || are_unlike.get().then(|| view! { <p class="muted">{t(|t| t.metrics().unlike_prompts)}</p> }.into_any());
    view! {
        <div>
            <Chart title=t(|t| t.metrics().by_model) description draw table on_open />
            {live_option(note)}
        </div>
    }
    .into_any()
}

/// Whether models answered different prompts: all of them together answered more than one of them.
fn have_unlike_prompts(all: Option<u64>, mut models: impl ExactSizeIterator<Item = Sample>) -> bool {
    models.len() > 1 && all.is_some_and(|all| models.any(|sample| sample.prompts < all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_unlike_if_one_of_them_lacks_a_prompt() {
        let unlike = |all, prompts: &[u64]| {
            have_unlike_prompts(all, prompts.iter().map(|prompts| Sample { answers: 90, prompts: *prompts }))
        };
        assert!(unlike(Some(48), &[48, 13]));
        // As many prompts, but not the same ones.
        assert!(unlike(Some(48), &[40, 40]));
        assert!(!unlike(Some(48), &[48, 48]));
        assert!(!unlike(Some(48), &[40]), "one model is not compared");
        assert!(!unlike(None, &[48, 13]), "not counted yet");
    }
}
