//! Kept answers in the list: the number of answers of a filter, and all of them while the platform cannot be reached.
//! The code is loaded after the list.

use answerdeck_analysis::{AnswerFeature, AnswersWith, MatchingAnswers};
use leptos::prelude::*;

use crate::analysis::{AnalysisQuery, use_analysis};
use crate::locale::t_with;
use crate::pages::answers_behind::AnswersBehind;
use crate::parts::lazy_part;
use crate::paths::AnswersParams;
use crate::reactive::live_option;

/// Functions that show kept answers.
#[derive(Clone, Copy)]
pub struct KeptViews {
    /// Says how many answers a filter has, and whether the list has failed ones as well.
    pub total: fn(Memo<AnswersParams>, Memo<bool>) -> AnyView,
    /// Lists the answers of a filter.
    pub list: fn(Memo<AnswersParams>) -> AnyView,
}

lazy_part! {
    /// The kept answers of the list.
    kept_list: KeptViews = KeptViews { total, list }
}

fn count(params: Memo<AnswersParams>) -> AnalysisQuery<MatchingAnswers> {
    use_analysis().query(move || {
        Some(AnswersWith { scope: params.get().counted()?, feature: AnswerFeature::Any, skip: 0, limit: 0 })
    })
}

fn total(params: Memo<AnswersParams>, has_failed: Memo<bool>) -> AnyView {
    let counted = count(params);
    // A number that grows while answers are read is not a total.
    let total = Memo::new(move |_| {
        counted.with(|reply| reply.filter(|reply| reply.coverage.is_complete()).map(|reply| reply.value.total))
    });
    t_with(move |t| total.get().map_or_else(String::new, |total| (t.answers().total)(total, has_failed.get())))
        .into_any()
}

fn list(params: Memo<AnswersParams>) -> AnyView {
    let counted = count(params);
    let has_answers = Memo::new(move |_| counted.with(|reply| reply.is_some_and(|reply| reply.value.total > 0)));
    let all = Signal::derive(|| Some(AnswerFeature::Any));
    live_option(move || {
        has_answers.get().then(|| untrack(|| view! { <AnswersBehind scope=params feature=all /> }.into_any()))
    })
}
