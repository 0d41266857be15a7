use answerdeck_api::metrics::AnswerMatch;
use leptos::prelude::*;

use super::{ModelBadge, RelativeTime};
use crate::untrusted::visible;

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
                <a href=address>
                    <bdi class="line-clamp">{visible(&query)}</bdi>
                </a>
                {excerpt}
                <span class="cell-note narrow-only">
                    {narrow_brands}
                    <ModelBadge code=narrow_model route=narrow_route in_table=true />
                    " · " <RelativeTime at />
                </span>
            </th>
            <td class="wide-only">
                <ModelBadge code=model route in_table=true />
            </td>
            {brands.map(|brands| view! { <td class="wide-only named">{brands}</td> })}
            <td class="wide-only fit muted">
                <RelativeTime at=created_at />
            </td>
        </tr>
    }
    .into_any()
}
