//! How many of the listed answers name a brand: that of the filter, or else the own one.

use answerdeck_api::metrics::{AnswerMatchFilter, Coverage};
use answerdeck_api::{Answer, Brand};
use leptos::prelude::*;

use crate::components::{Sentence, finding_view, own_finding};
use crate::locale::texts;
use crate::paths::{AnswerFilterParams, BRANDS, UrlParams};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::metrics::use_match_total;
use crate::queries::{Items, Kind, Query};
use crate::reactive::live_when;

#[derive(Clone, Copy)]
pub(super) struct Naming {
    /// How many name it, and how many were searched for it. `None` while it is unknown. Without a brand, all answers.
    pub(super) found: Memo<Option<(u64, Coverage)>>,
    /// The same for the own brand, read when no filter has a brand.
    of_own: Query<(u64, Coverage)>,
}

/// Counts them. The pages of the list set `of_filter` when the filter has a brand.
pub(super) fn use_naming(params: Memo<AnswerFilterParams>, of_filter: RwSignal<Option<(u64, Coverage)>>) -> Naming {
    let (brands, own) = (use_all_brands(), use_own_brand_id());
    let of_own = use_match_total(&[Kind::Brands, Kind::Answers], move || {
        let params = params.get();
        let is_known = params.brand.is_none() && !brands.is_loading();
        let names_brand_ids = own.get().into_iter().collect();
        is_known.then(|| AnswerMatchFilter { names_brand_ids, ..params.scope().into() })
    });
    // Of the answers that are listed, not of those before.
    let found = Memo::new(move |_| match params.with(|params| params.brand.is_some()) {
        true => of_filter.get(),
        false => of_own.value().filter(|_| !of_own.is_fetching()),
    });
    Naming { found, of_own }
}

/// Says it, with a link to these answers.
pub(super) fn finding(
    answers: Query<Items<Answer>>,
    params: Memo<AnswerFilterParams>,
    Naming { found, of_own }: Naming,
) -> AnyView {
    let (brands, own) = (use_all_brands(), use_own_brand());
    let brand = Memo::new(move |_| {
        let Some(id) = params.with(|params| params.brand.clone()) else { return own.get() };
        brands.with(|brands| brands?.iter().find(|brand| brand.id == id).cloned())
    });
    let sentences = Memo::new(move |_| {
        let is_known = brands.with(|brands| brands.is_some()) && !answers.is_loading();
        let params = params.get();
        let said = || match brand.get() {
            Some(brand) => sentence(&brand, found.get()?, &params),
            None if params.brand.is_some() => None,
            None => Some((texts().findings().no_brand.to_owned(), BRANDS.to_owned())),
        };
        is_known.then(said).flatten().into_iter().collect::<Vec<_>>()
    });
    // Without answers, the list says what to do.
    let is_shown = Memo::new(move |_| (answers.is_loading() || answers.len() > 0) && !of_own.is_missing());
    live_when(move || is_shown.get(), move || finding_view(2, sentences))
}

fn sentence(brand: &Brand, (naming, of): (u64, Coverage), params: &AnswerFilterParams) -> Option<Sentence> {
    let all = AnswerFilterParams { brand: None, ..params.clone() };
    let value = (of.counted > 0).then(|| naming as f64 / of.counted as f64)?;
    let text = own_finding(&all, &brand.name, value, [naming, of.counted], None, texts());
    Some((text, AnswerFilterParams { brand: Some(brand.id.clone()), ..all }.address()))
}
