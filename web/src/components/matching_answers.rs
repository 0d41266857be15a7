//! The answers behind a figure about sources or searches.

use answerdeck_analysis::{AnswerFeature, AnswersWith, MatchingAnswer};
use leptos::prelude::*;

use super::matching_answer_row::matching_answer_row;
use super::{CoverageNote, NoAnswers, analysis_view};
use crate::analysis::use_analysis;
use crate::locale::{t, t_with};
use crate::navigation::use_address;
use crate::paths::AnswersParams;
use crate::reactive::live;
use crate::ui::{Skeleton, Table};

/// The answers shown.
const SHOWN_MAX: u32 = 30;

/// The newest answers with a feature, from the kept answers: the platform does not select answers by it.
#[component]
pub fn AnswersBehind(
    /// The answers that are searched.
    scope: Memo<AnswersParams>,
    /// What they have. `None` asks nothing.
    #[prop(into)]
    feature: Signal<Option<AnswerFeature>>,
) -> AnyView {
    let page = use_address();
    let found = use_analysis().query(move || {
        let feature = feature.get()?;
        Some(AnswersWith { scope: scope.get().counted()?, feature, limit: SHOWN_MAX })
    });
    let coverage = Signal::derive(move || found.with(|reply| reply.map(|reply| reply.coverage)));
    let answers = Memo::new(move |_| found.with(|reply| reply.map(|reply| reply.value.clone())).unwrap_or_default());
    let about =
        t_with(move |t| answers.with(|found| (t.sources().answers_about)(found.newest.len() as u64, found.total)));
    let list = move || {
        if answers.with(|found| found.newest.is_empty()) {
            return view! { <NoAnswers coverage params=scope /> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.answers().prompt)}</th>
            <th scope="col" class="wide-only">{t(|t| t.answers().model)}</th>
            <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
        };
        let rows = answers.with(|found| {
            let row = |answer: MatchingAnswer| {
                let address =
                    scope.with_untracked(|scope| page.with_untracked(|page| scope.answer_from(&answer.id, page)));
                matching_answer_row(answer, address, None)
            };
            found.newest.iter().cloned().map(row).collect_view()
        });
        view! {
            <p class="muted">{about}</p>
            <Table head=head.into_any() rows=rows.into_any() />
        }
        .into_any()
    };
    view! {
        <section class="section" aria-labelledby="answers-behind">
            <h2 id="answers-behind">{t(|t| t.answers().title)}</h2>
            <CoverageNote coverage />
            {analysis_view(found, || view! { <Skeleton rows=4 /> }.into_any(), move || live(list))}
        </section>
    }
    .into_any()
}
