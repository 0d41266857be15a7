use answerdeck_api::BrandId;
use answerdeck_api::metrics::NamedBrand;
use leptos::prelude::*;

use crate::format::count;
use crate::locale::t;
use crate::paths::{AnswerFilterParams, BrandFigure, brand_answers};
use crate::sorting::sort_by_key;
use crate::ui::{Badge, Tone};

/// How many brands are named at most. The page of an answer has all of them.
const SHOWN_MAX: usize = 4;

/// The brands that some answers name, the most frequent first, each as a link to all answers of a scope that name it. `answers` has
/// the brands of each. Of several answers, it says how many. A dash if they name none.
pub fn named_brands(answers: &[&[NamedBrand]], own: Option<&BrandId>, scope: &AnswerFilterParams) -> AnyView {
    let mut brands: Vec<(&NamedBrand, u64)> = Vec::new();
    for named in answers.iter().copied().flatten() {
        match brands.iter_mut().find(|(other, _)| other.brand.id == named.brand.id) {
            Some((_, answers)) => *answers += 1,
            None => brands.push((named, 1)),
        }
    }
    // On a phone there is no cell to fill.
    if brands.is_empty() {
        return view! { <span class="muted wide-only">"–"</span> }.into_any();
    }
    sort_by_key(&mut brands, |(_, answers)| std::cmp::Reverse(*answers));
    let hidden = brands.len().saturating_sub(SHOWN_MAX);
    let has_counts = answers.len() > 1;
    let brand = |(named, answers): &(&NamedBrand, u64)| {
        let is_own = Some(&named.brand.id) == own;
        let address = brand_answers(&named.brand.id, scope, BrandFigure::Named, None);
        let answers = has_counts.then(|| view! { " " <span class="muted">{count(*answers)}</span> });
        view! {
            <li>
                <a href=address data-own=is_own.then_some("")><bdi translate="no">{named.brand.name.clone()}</bdi></a>
                {answers}
            </li>
        }
    };
    view! {
        <ul class="named-brands">
            {brands.iter().take(SHOWN_MAX).map(brand).collect_view()}
            {(hidden > 0).then(|| view! { <li class="muted">"+" {count(hidden as u64)}</li> })}
        </ul>
    }
    .into_any()
}

pub fn own_brand_badge() -> AnyView {
    view! { <Badge label=t(|t| t.common().own_brand) tone=Tone::Active /> }.into_any()
}
