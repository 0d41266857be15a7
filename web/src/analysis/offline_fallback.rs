//! Values from kept answers, for pages that cannot reach the platform. The code is loaded only then.

use answerdeck_analysis::{Fanouts, KeptAnswer, Question, SourceDomains, SourceUrls, TrackedBrands};
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{
    Answer, AnswerId, Brand, BrandId, FanoutInclude, FanoutRanking, SourceDomainRanking, SourceUrlRanking,
};
use leptos::prelude::*;

use super::{AnalysisState, use_analysis};
use crate::parts::{lazy_part, loaded_when};
use crate::paths::AnswersParams;
use crate::queries::Query;
use crate::queries::brands::use_all_brands;
use crate::reactive::effect;

/// Functions that set a query to its value from kept answers, while the platform cannot be reached.
#[derive(Clone, Copy)]
pub struct OfflineFallback {
    /// All brands.
    pub brands: fn(Query<Vec<Brand>>),
    /// A brand.
    pub brand: fn(Query<Brand>, Signal<Option<BrandId>>),
    /// An answer.
    pub answer: fn(Query<Answer>, Signal<Option<AnswerId>>),
    /// The most cited domains of answers. The last parameter is their maximum number.
    pub domains: fn(Query<SourceDomainRanking>, Memo<AnswersParams>, u32),
    /// The most cited pages of a domain.
    pub pages: fn(Query<SourceUrlRanking>, Memo<AnswersParams>, String),
    /// The searches of answers.
    pub fanouts: fn(Query<FanoutRanking>, Memo<AnswersParams>),
}

lazy_part! {
    /// The values from kept answers.
    offline_fallback: OfflineFallback = OfflineFallback { brands, brand, answer, domains, pages, fanouts }
}

/// Returns the query, to which `set` gives a kept value while the platform cannot be reached.
pub fn with_offline_fallback<T: Clone + 'static>(
    query: Query<T>,
    set: impl Fn(OfflineFallback, Query<T>) + 'static,
) -> Query<T> {
    let values = loaded_when(move || query.lacks_connection(), load);
    effect(move || {
        if let Some(values) = values.get() {
            untrack(|| set(values, query));
        }
    });
    query
}

/// All brands, as [`use_all_brands`].
pub fn use_brands_with_offline_fallback() -> Query<Vec<Brand>> {
    with_offline_fallback(use_all_brands(), |values, query| (values.brands)(query))
}

fn brands(query: Query<Vec<Brand>>) {
    set_kept(query, || Some(TrackedBrands {}), |brands| Some(brands.clone()));
}

fn brand(query: Query<Brand>, id: Signal<Option<BrandId>>) {
    let found = move |brands: &Vec<Brand>| {
        let id = id.get_untracked();
        brands.iter().find(|brand| Some(&brand.id) == id.as_ref()).cloned()
    };
    set_kept(query, || Some(TrackedBrands {}), found);
}

fn answer(query: Query<Answer>, id: Signal<Option<AnswerId>>) {
    set_kept(query, move || Some(KeptAnswer { id: id.get()? }), Option::clone);
}

fn domains(query: Query<SourceDomainRanking>, answers: Memo<AnswersParams>, limit: u32) {
    let question = move || Some(SourceDomains { scope: answers.get().counted()?, limit });
    set_kept(query, question, |ranking| Some(ranking.clone()));
}

fn pages(query: Query<SourceUrlRanking>, answers: Memo<AnswersParams>, domain: String) {
    let question = move || {
        Some(SourceUrls { scope: answers.get().counted()?, domain: Some(domain.clone()), limit: PAGE_SIZE_MAX })
    };
    set_kept(query, question, |ranking| Some(ranking.clone()));
}

fn fanouts(query: Query<FanoutRanking>, answers: Memo<AnswersParams>) {
    let question = move || {
        let include = vec![FanoutInclude::Models, FanoutInclude::Regions];
        Some(Fanouts { scope: answers.get().counted()?, include, limit: PAGE_SIZE_MAX })
    };
    set_kept(query, question, |ranking| Some(ranking.clone()));
}

/// Sets a query to a part of the value of a question, while the platform cannot be reached.
fn set_kept<T, Q>(
    query: Query<T>,
    question: impl Fn() -> Option<Q> + 'static,
    part: impl Fn(&Q::Value) -> Option<T> + 'static,
) where
    T: Clone + 'static,
    Q: Question + 'static,
    Q::Value: Clone + 'static,
{
    // Asked only without a connection, so that the worker has nothing to do until then.
    let kept = use_analysis().query(move || question().filter(|_| query.lacks_connection()));
    effect(move || {
        let value = match kept.get() {
            AnalysisState::Ready { reply, is_stale: false } => part(&reply.value),
            _ => None,
        };
        // An old reply must not replace a value of the platform.
        if let Some(value) = value.filter(|_| untrack(|| query.lacks_connection())) {
            query.set_kept(value);
        }
    });
}
