//! One answer: its text, its sources, what the model searched for, its neighbours in the list. Uses `get_answer`,
//! `get_answer_markdown` and `list_answers`.

use answerdeck_api::{Answer, AnswerId, AnswerStatus};
use leptos::prelude::*;

use crate::components::{
    AnswerState, Button, Copy, Empty, Fanouts, FormError, Icon, IconName, Markdown, ModelBadge, PageHead, RelativeTime,
    Skeleton, Sources, Variant, malformed_address, query_view, save_file,
};
use crate::format::{region, short};
use crate::frame::with_shell;
use crate::locale::{t, t_with};
use crate::navigation::{use_path_id, use_url_params};
use crate::paths::{self, AnswersParams, UrlParams};
use crate::queries::answers::{Neighbors, read_markdown, use_answer, use_neighbors};
use crate::queries::{Mutation, use_models};
use crate::router::PageView;
use crate::untrusted::{to_text, visible};

/// One answer.
#[cfg_attr(feature = "split", lazy)]
pub fn answer_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let id = use_path_id::<AnswerId>();
    let params = use_url_params::<AnswersParams>();
    let answer = use_answer(id.into());
    let neighbours = use_neighbors(params, id);
    // The answer names its model by a code: the names are on their way with it.
    use_models();
    let back = (t(|t| t.answers().back), params.get_untracked().address());
    let body = move || {
        if id.get().is_none() {
            return malformed_address();
        }
        query_view(answer, || view! { <Skeleton /> }.into_any(), whole)
    };
    view! {
        <PageHead title=t(|t| t.answers().one) back>
            {move || around(&neighbours.get(), &params.get())}
        </PageHead>
        {body}
    }
    .into_any()
}

fn around(neighbours: &Neighbors, params: &AnswersParams) -> AnyView {
    let newer = neighbours.newer.as_ref().map(|id| {
        view! {
            <a class="button" href=params.answer(id) rel="prev">
                <Icon icon=IconName::Back />
                {t(|t| t.answers().newer)}
            </a>
        }
    });
    let older = neighbours.older.as_ref().map(|id| {
        view! {
            <a class="button" href=params.answer(id) rel="next">
                {t(|t| t.answers().older)}
                <Icon icon=IconName::Next />
            </a>
        }
    });
    view! {
        <nav class="page-actions" aria-label=t(|t| t.answers().neighbours)>
            {newer}
            {older}
        </nav>
    }
    .into_any()
}

fn whole(answer: Answer) -> AnyView {
    let (sources, fanouts, query) = (answer.sources.clone(), answer.fanouts.clone(), answer.query.clone());
    // Of an answer that is not there, it is not said that it cites nothing.
    if answer.status != AnswerStatus::Success && sources.is_empty() && fanouts.is_empty() {
        return view! {
            <Facts answer=answer.clone() />
            <Content answer />
        }
        .into_any();
    }
    view! {
        <Facts answer=answer.clone() />
        <div class="answer">
            <Content answer />
            <div class="answer-side">
                <Sources sources />
                <Fanouts prompt=query fanouts />
            </div>
        </div>
    }
    .into_any()
}

#[component]
fn Facts(answer: Answer) -> AnyView {
    let Answer { model, prompt_id, region: code, status, query, created_at, run_id, .. } = answer;
    let run = run_id.map(|id| {
        let short = short(&id);
        view! {
            <dt>{t(|t| t.answers().run)}</dt>
            <dd>
                <a href=paths::run(&id)>{t_with(move |t| (t.runs().number)(&short))}</a>
            </dd>
        }
    });
    view! {
        <a class="prompt-text" href=paths::prompt(&prompt_id)>
            <bdi>{visible(&query).into_owned()}</bdi>
        </a>
        <dl class="facts facts-row">
            <dt>{t(|t| t.answers().model)}</dt>
            <dd>
                <ModelBadge code=model />
                " "
                <AnswerState status />
            </dd>
            <dt>{t(|t| t.answers().region)}</dt>
            <dd>{t_with(move |_| region(&code))}</dd>
            {created_at
                .map(|at| {
                    view! {
                        <dt>{t(|t| t.answers().when)}</dt>
                        <dd>
                            <RelativeTime at />
                        </dd>
                    }
                })}
            {run}
        </dl>
    }
    .into_any()
}

#[component]
fn Content(answer: Answer) -> AnyView {
    let Answer { id, status, content, sources, .. } = answer;
    let none = match status {
        AnswerStatus::Success if !content.trim().is_empty() => None,
        AnswerStatus::Success => Some((t(|t| t.answers().no_text), t(|t| t.answers().succeeded))),
        AnswerStatus::Failed => Some((t(|t| t.answers().failed), t(|t| t.answers().failed_sentence))),
        AnswerStatus::Pending => Some((t(|t| t.answers().pending), t(|t| t.answers().pending_sentence))),
        AnswerStatus::Unknown(_) => Some((t(|t| t.answers().unknown), t(|t| t.answers().no_text))),
    };
    if let Some((title, sentence)) = none {
        return view! { <Empty title sentence /> }.into_any();
    }
    let text = StoredValue::new(content.clone());
    let mutation = Mutation::new();
    let name = format!("answer-{id}.md");
    let download = move |()| {
        let name = name.clone();
        read_markdown(mutation, id.clone(), move |markdown| {
            save_file(&name, "text/markdown;charset=utf-8", &markdown);
        });
    };
    view! {
        <section class="section" aria-label=t(|t| t.answers().content)>
            <Markdown content sources />
            <div class="answer-foot below">
                <Copy label=t(|t| t.answers().copy_text) text=t_with(move |_| text.with_value(|text| to_text(text))) />
                <Button
                    label=t(|t| t.answers().download)
                    variant=Variant::Quiet
                    icon=IconName::Download
                    busy=Signal::derive(move || mutation.is_busy())
                    on_click=download
                />
            </div>
            <FormError failure=Signal::derive(move || mutation.failure()) />
        </section>
    }
    .into_any()
}
