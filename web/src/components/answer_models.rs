//! The models of answers in one row of a list.

use answerdeck_api::metrics::NamedBrand;
use answerdeck_api::{Answer, AnswerId, AnswerStatus, ModelCode, ModelRoute};
use answerdeck_insight::sort_by_key;
use leptos::prelude::*;

use super::{AnswerStatusBadge, ModelBadge};
use crate::paths::AnswersParams;
use crate::queries::use_only_route;

/// What a row shows of one of its answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedAnswer {
    id: AnswerId,
    model: ModelCode,
    route: Option<ModelRoute>,
    status: AnswerStatus,
    /// The brands that it names.
    pub brands: Vec<NamedBrand>,
}

impl From<&Answer> for ListedAnswer {
    fn from(answer: &Answer) -> Self {
        Self {
            id: answer.id.clone(),
            model: answer.model.clone(),
            route: answer.route.clone(),
            status: answer.status.clone(),
            brands: answer.brands.clone().unwrap_or_default(),
        }
    }
}

/// The models of the answers of a row in the order of the platform's list, and the excerpt of the first answer. Several models are
/// links to their answers, of which the eye sees the initials, unless their routes have to be told apart. The row itself leads to the
/// first answer, and has its id.
pub fn answer_models(answers: &[ListedAnswer], excerpt: String, params: &AnswersParams) -> AnyView {
    let (is_one, only_route) = (answers.len() == 1, use_only_route());
    let is_short = move || !is_one && only_route.with(Option::is_some);
    let mut by_model: Vec<(usize, &ListedAnswer)> = answers.iter().enumerate().collect();
    sort_by_key(&mut by_model, |(_, answer)| answer.model.clone());
    let model = |(at, answer): (usize, &ListedAnswer)| {
        let ListedAnswer { id, model, route, status, .. } = answer.clone();
        let badge = view! { <ModelBadge code=model route in_table=true /> };
        let element_id = (at > 0).then(|| answer_element_id(&id));
        let model = match is_one {
            true => badge.into_any(),
            false => view! { <a id=element_id href=params.answer(&id)>{badge}</a> }.into_any(),
        };
        view! {
            {model}
            <AnswerStatusBadge status />
        }
    };
    view! {
        <span class=move || if is_short() { "answer-models initials" } else { "answer-models" }>
            {by_model.into_iter().map(model).collect_view()}
            <bdi class="cell-note line-clamp" translate="yes">{excerpt}</bdi>
        </span>
    }
    .into_any()
}

/// The id of the element that leads to an answer.
pub fn answer_element_id(id: &AnswerId) -> String {
    format!("answer-{id}")
}
