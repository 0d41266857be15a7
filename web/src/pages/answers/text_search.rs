//! The answers with a phrase in their text. Most visits of the list search for nothing, so this code is loaded when the address
//! has a phrase.

use answerdeck_analysis::FoundText;
use leptos::prelude::*;

use crate::analysis::{AnalysisState, FOUND_MAX, Search, use_analysis};
use crate::components::{
    CoverageNote, ExcerptMention, ShowMore, analysis_problem, marked_part, matching_answer_row, model_label,
    use_excerpt_mentions,
};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::locale::{t, t_with};
use crate::parts::{lazy_part, loaded, part_view};
use crate::paths::{AnswerSearchParams, UrlParams};
use crate::queries::answers::keep_found;
use crate::queries::use_models;
use crate::reactive::{live, live_option};
use crate::ui::{Empty, Methodology, Progress, Skeleton, Table};
use crate::untrusted::{plain, visible};

/// The number of answers shown at first.
const SHOWN_AT_FIRST: usize = 100;

/// The function that shows the answers.
type Results = fn(Memo<AnswerSearchParams>) -> AnyView;

/// The kept answers that match a filter and have a phrase: the platform does not search them. The code is loaded first.
#[component]
pub fn TextSearchResults(params: Memo<AnswerSearchParams>) -> AnyView {
    part_view(loaded(load), || view! { <Skeleton /> }.into_any(), move |results| results(params))
}

lazy_part! {
    /// The answers with a phrase.
    text_search: Results = results
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    Nothing,
    Searching,
    Found,
}

fn results(params: Memo<AnswerSearchParams>) -> AnyView {
    let analysis = use_analysis();
    let wanted = Memo::new(move |_| {
        let AnswerSearchParams { answers, phrase } = params.get();
        Some((answers.scope(), phrase?))
    });
    let search = analysis.search_texts(wanted);
    let found = Memo::new(move |_| search.get());
    let coverage = Signal::derive(move || found.with(|found| found.coverage));
    let searched = Signal::derive(move || found.with(|found| found.searched));
    let total = Signal::derive(move || found.with(|found| found.total));
    let matches = Signal::derive(move || found.with(|found| found.matches));
    // The page of an answer leads to the next one that was found.
    keep_found(
        Signal::derive(move || params.get().address()),
        Signal::derive(move || found.with(|found| found.newest.iter().map(|found| found.answer.id.clone()).collect())),
    );
    let is_searching = Memo::new(move |_| found.with(|found| !found.is_complete));
    let layout = Memo::new(move |_| {
        found.with(|found| match (found.matches, found.is_complete) {
            (0, true) => Layout::Nothing,
            (0, false) => Layout::Searching,
            _ => Layout::Found,
        })
    });
    let progress = move || {
        let value_text = t_with(move |t| (t.answers().searched)(searched.get(), total.get()));
        is_searching.get().then(|| {
            view! { <Progress label=t(|t| t.answers().searching_texts) value_text done=searched total /> }.into_any()
        })
    };
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let models = use_models();
    let export = move |()| {
        let found = found.with_untracked(|found| found.newest.clone());
        let models = untrack(|| found.iter().map(|found| model_label(models, &found.answer.model)).collect());
        Export::Table(TableExport::FoundTexts { found, models })
    };
    let summary = t_with(move |t| {
        if is_searching.get() {
            return String::new();
        }
        let mut summary = (t.answers().matches)(matches.get(), total.get());
        let shown = found.with(|found| found.newest.len().min(shown.get()) as u64);
        if shown < matches.get() {
            summary.push(' ');
            summary.push_str(&(t.answers().matches_shown)(shown));
        }
        summary
    });
    let is_bounded = Memo::new(move |_| found.with(|found| found.is_complete && found.is_bounded()));
    let bound = move || {
        let text = t_with(|t| (t.answers().matches_bound)(FOUND_MAX as u64));
        is_bounded.get().then(|| view! { <p class="muted">{text}</p> }.into_any())
    };
    let list = move || match layout.get() {
        Layout::Nothing => nothing(params),
        Layout::Searching => view! { <Skeleton /> }.into_any(),
        Layout::Found => table(found, shown, params),
    };
    let has_problem = Memo::new(move |_| matches!(search.state(), AnalysisState::Refused(_) | AnalysisState::Failed));
    let body = move || {
        if has_problem.get() {
            return untrack(|| analysis_problem(analysis, &search.state())).unwrap_or_else(|| ().into_any());
        }
        view! {
            {live_option(progress)}
            {live(list)}
        }
        .into_any()
    };
    view! {
        <CoverageNote coverage />
        <div class="section-head">
            <p role="status" class="muted">
                {summary}
            </p>
            <ExportCsv export disabled=Signal::derive(move || layout.get() != Layout::Found || is_searching.get()) />
        </div>
        {live_option(bound)}
        {live(body)}
        <Methodology label=t(|t| t.common().methodology) text=t(|t| t.answers().search_methodology) />
    }
    .into_any()
}

fn nothing(params: Memo<AnswerSearchParams>) -> AnyView {
    let clear = move || AnswerSearchParams { phrase: None, ..params.get() }.address();
    view! {
        <Empty title=t(|t| t.answers().matches_none) description=t(|t| t.answers().matches_none_description)>
            <a class="button" href=clear>
                {t(|t| t.answers().search_clear)}
            </a>
        </Empty>
    }
    .into_any()
}

fn table(found: Memo<Search>, shown: RwSignal<usize>, params: Memo<AnswerSearchParams>) -> AnyView {
    let head = view! {
        <th scope="col">{t(|t| t.answers().question)}</th>
        <th scope="col" class="wide-only">{t(|t| t.answers().model)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
    };
    let excerpts = Memo::new(move |_| {
        found.with(|found| found.newest.iter().take(shown.get()).map(excerpt_parts).collect::<Vec<_>>())
    });
    let mentions = use_excerpt_mentions(Memo::new(move |_| {
        excerpts.with(|excerpts| excerpts.iter().map(|parts| parts.concat()).collect::<Vec<_>>())
    }));
    let rows = move || {
        let (params, excerpts, mentions) = (params.get(), excerpts.get(), mentions.get());
        let row = |(at, (found, parts)): (usize, (FoundText, [String; 3]))| {
            let mentions = mentions.get(at).map(Vec::as_slice).unwrap_or_default();
            let address = params.answer(&found.answer.id);
            matching_answer_row(found.answer, address, Some(excerpt(parts, mentions)))
        };
        let newest = found.with_untracked(|found| found.newest.clone());
        newest.into_iter().zip(excerpts).enumerate().map(row).collect_view().into_any()
    };
    let rest = Signal::derive(move || found.with(|found| found.newest.len()).saturating_sub(shown.get()) as u64);
    view! {
        <Table class="table answers" head=head.into_any() rows=live(rows) />
        <ShowMore rows=rest on_click=move |()| shown.set(FOUND_MAX) />
    }
    .into_any()
}

// The text before the phrase, the phrase, and the text after it, as they are shown.
fn excerpt_parts(FoundText { before, phrase, after, .. }: &FoundText) -> [String; 3] {
    [plain(before), visible(phrase).into_owned(), plain(after)].map(|part| part.replace('\n', " "))
}

fn excerpt([before, phrase, after]: [String; 3], mentions: &[ExcerptMention]) -> AnyView {
    let begin = before.len() + phrase.len();
    view! {
        <bdi class="cell-note excerpt">
            "…" {marked_part(&before, 0, mentions)} <mark>{phrase}</mark> {marked_part(&after, begin, mentions)} "…"
        </bdi>
    }
    .into_any()
}
