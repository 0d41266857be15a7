//! Values of the platform that kept answers have too, for the time without a connection.

use answerdeck_analysis::{KeptAnswer, Question, TrackedBrands};
use answerdeck_api::{Answer, AnswerId, Brand, BrandId};
use leptos::prelude::*;

use super::use_analysis;
use crate::queries::Query;
use crate::queries::brands::{use_all_brands, use_brand};
use crate::reactive::effect;

/// A query whose value is counted from the kept answers while the platform cannot be reached.
pub fn or_kept<Q>(query: Query<Q::Value>, question: impl Fn() -> Option<Q> + 'static) -> Query<Q::Value>
where
    Q: Question + 'static,
    Q::Value: Clone + 'static,
{
    or_part_of_kept(query, question, |value| Some(value.clone()))
}

/// All brands, as [`use_all_brands`].
pub fn use_brands_or_kept() -> Query<Vec<Brand>> {
    or_kept(use_all_brands(), || Some(TrackedBrands {}))
}

/// One brand, as [`use_brand`].
pub fn use_brand_or_kept(id: Signal<Option<BrandId>>) -> Query<Brand> {
    or_part_of_kept(
        use_brand(id),
        || Some(TrackedBrands {}),
        move |brands| {
            let id = id.get_untracked();
            brands.iter().find(|brand| Some(&brand.id) == id.as_ref()).cloned()
        },
    )
}

/// Sets an answer while the platform cannot be reached.
pub fn set_kept_answer(query: Query<Answer>, id: Signal<Option<AnswerId>>) {
    or_part_of_kept(query, move || Some(KeptAnswer { id: id.get()? }), Option::clone);
}

/// As [`or_kept`], for a part of the value of a question. `None` if it is not kept.
fn or_part_of_kept<T, Q>(
    query: Query<T>,
    question: impl Fn() -> Option<Q> + 'static,
    part: impl Fn(&Q::Value) -> Option<T> + 'static,
) -> Query<T>
where
    T: Clone + 'static,
    Q: Question + 'static,
    Q::Value: Clone + 'static,
{
    // Not asked before, so that the worker does nothing for it.
    let kept = use_analysis().query(move || question().filter(|_| query.lacks_connection()));
    effect(move || {
        let value = kept.with(|reply| part(&reply?.value));
        // An old reply must not replace a value of the platform.
        if let Some(value) = value.filter(|_| untrack(|| query.lacks_connection())) {
            query.set_kept(value);
        }
    });
    query
}
