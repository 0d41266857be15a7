//! Where a significant change of a brand's mention rate comes from.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, ChangeBasis, MovementFilter, MovementList};
use answerdeck_insight::DIRECTIONAL_ANSWERS;
use leptos::prelude::*;

use crate::components::{BrandInGroup, movements_since, query_view, rate_change};
use crate::locale::{Texts, t, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, brand_answers};
use crate::queries::Query;
use crate::queries::metrics::use_movements;
use crate::reactive::live_when;
use crate::ui::skeleton;

/// How much of the change since the period before comes from the prompts, from the models and from the brand itself, and the prompts
/// for which the brand's rate moved. It is counted when the user asks. Nothing is shown if the rate did not change significantly.
pub fn change_cause(
    id: StoredValue<BrandId>,
    metrics: Query<BrandMetrics>,
    answers: Memo<AnswerFilterParams>,
) -> AnyView {
    let is_changed = Memo::new(move |_| {
        answers.with(|answers| answers.from.is_some() && answers.run.is_none())
            && metrics.with(|found| found.is_some_and(|found| id.with_value(|id| has_changed(found, id))))
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
    let sentence = move |found: MovementList| match cause(&found, texts()) {
        Some((text, is_rise)) => {
            let figure = if is_rise { BrandFigure::Named } else { BrandFigure::Unnamed };
            let address = id.with_value(|id| answers.with(|answers| brand_answers(id, answers, figure, None)));
            view! {
                <p>
                    <a href=address>{text}</a>
                </p>
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

fn has_changed(metrics: &BrandMetrics, id: &BrandId) -> bool {
    let change = || {
        let (now, before) = (BrandInGroup::find(metrics, id)?, BrandInGroup::before(metrics, id)?);
        rate_change(now.brand.mention_rate, before.brand.mention_rate)
    };
    change().is_some_and(|(_, is_better)| is_better.is_some())
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
