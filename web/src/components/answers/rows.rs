//! What the rows of tables show of answers.

use answerdeck_api::metrics::{AnswerMatch, NamedBrand};
use answerdeck_api::{Answer, AnswerId, AnswerStatus, ModelCode, ModelRoute};
use leptos::prelude::*;

use crate::components::{ModelBadge, RelativeTime, model_name_by};
use crate::locale::{t, t_with};
use crate::paths::AnswerFilterParams;
use crate::queries::{use_models, use_only_route};
use crate::sorting::sort_by_key;
use crate::ui::{Badge, Tone};
use crate::untrusted::{excerpt, visible};

/// The maximum length of the excerpt of an answer, in characters.
const EXCERPT_MAX: usize = 160;

/// What a row shows of one of its answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedAnswer {
    pub id: AnswerId,
    model: ModelCode,
    route: Option<ModelRoute>,
    status: AnswerStatus,
    excerpt: String,
    pub brands: Vec<NamedBrand>,
}

/// What a row shows of its answers, in the order of the platform's list of models. Those without a text come last.
pub fn listed(answers: &[Answer]) -> Vec<ListedAnswer> {
    let listed = |answer: &Answer| ListedAnswer {
        id: answer.id.clone(),
        model: answer.model.clone(),
        route: answer.route.clone(),
        status: answer.status.clone(),
        excerpt: excerpt(&answer.content, EXCERPT_MAX),
        brands: answer.brands.clone().unwrap_or_default(),
    };
    let mut listed: Vec<ListedAnswer> = answers.iter().map(listed).collect();
    sort_by_key(&mut listed, |answer| (answer.status != AnswerStatus::Success, answer.model.clone()));
    listed
}

/// The models of the answers of a row, and the excerpt of the first answer. Several models are links to their answers, of which the
/// eye sees the initials, unless their routes have to be told apart. The row itself leads to the first answer, and has its id.
pub fn answer_models(answers: &[ListedAnswer], params: &AnswerFilterParams) -> AnyView {
    let (is_one, models, only_route) = (answers.len() == 1, use_models(), use_only_route());
    let is_short = move || !is_one && only_route.with(Option::is_some);
    let has_failed = |answer: &&ListedAnswer| answer.status == AnswerStatus::Failed;
    // One badge counts several.
    let failed = Some(answers.iter().filter(has_failed).count() as u64).filter(|failed| *failed > 1);
    let model = |(at, answer): (usize, &ListedAnswer)| {
        let ListedAnswer { id, model, route, status, .. } = answer.clone();
        let badge = view! { <ModelBadge code=model route in_table=true /> };
        let element_id = (at > 0).then(|| answer_element_id(&id));
        let model = match is_one {
            true => badge.into_any(),
            false => view! { <a id=element_id href=params.answer(&id)>{badge}</a> }.into_any(),
        };
        let is_counted = failed.is_some() && status == AnswerStatus::Failed;
        view! {
            {model}
            {(!is_counted).then(|| view! { <AnswerStatusBadge status /> })}
        }
    };
    let failed = failed.map(|failed| {
        view! { <Badge label=t_with(move |t| (t.common().failed_count)(failed)) tone=Tone::Danger /> }
    });
    let excerpt = answers.first().map(|ListedAnswer { model, route, excerpt, .. }| {
        let (model, route, excerpt) = (model.clone(), route.clone(), excerpt.clone());
        let name = move || match is_one {
            true => String::new(),
            false => format!("{}: ", model_name_by(models, &model, route.as_ref())),
        };
        let name = (!excerpt.is_empty()).then(|| view! { <span>{name}</span> });
        view! {
            <span class="cell-note line-clamp">
                {name}
                <bdi translate="yes">{excerpt}</bdi>
            </span>
        }
    });
    view! {
        <span class=move || if is_short() { "answer-models initials" } else { "answer-models" }>
            {answers.iter().enumerate().map(model).collect_view()}
            {failed}
            {excerpt}
        </span>
    }
    .into_any()
}

pub fn answer_element_id(id: &AnswerId) -> String {
    format!("answer-{id}")
}

/// A row with an answer: its prompt as a link to `address`, an excerpt of its text if there is one, its model, the brands that it
/// names if there are views of them, on a phone and elsewhere, and its time.
pub fn matching_answer_row(
    answer: AnswerMatch,
    address: String,
    excerpt: Option<AnyView>,
    brands: Option<[AnyView; 2]>,
) -> AnyView {
    let AnswerMatch { query, model, route, created_at, .. } = answer;
    let (narrow_model, narrow_route, at) = (model.clone(), route.clone(), created_at.clone());
    let (narrow_brands, brands) = brands.map(|[narrow, wide]| (narrow, wide)).unzip();
    view! {
        <tr>
            <th scope="row">
                <a href=address><bdi class="line-clamp">{visible(&query)}</bdi></a>
                {excerpt}
                <span class="cell-note narrow-only">
                    {narrow_brands}
                    <ModelBadge code=narrow_model route=narrow_route in_table=true />
                    " · " <RelativeTime at />
                </span>
            </th>
            <td class="wide-only"><ModelBadge code=model route in_table=true /></td>
            {brands.map(|brands| view! { <td class="not-phone named">{brands}</td> })}
            <td class="wide-only fit muted"><RelativeTime at=created_at /></td>
        </tr>
    }
    .into_any()
}

/// The status of an answer as a badge. A successful answer has none.
#[component]
pub fn AnswerStatusBadge(status: AnswerStatus) -> AnyView {
    let (label, tone) = match status {
        AnswerStatus::Success => return ().into_any(),
        AnswerStatus::Pending => (t(|t| t.common().pending), Tone::Active),
        AnswerStatus::Failed => (t(|t| t.common().failed), Tone::Danger),
        AnswerStatus::Unknown(_) => (t(|t| t.common().unknown_status), Tone::Neutral),
    };
    view! { <Badge label tone /> }.into_any()
}
