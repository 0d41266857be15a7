//! The keywords that were looked up: their trends and their table, and the dialog of other keywords. Most visits begin with
//! the form alone, so this code is loaded when there are keywords.

use leptos::prelude::*;

use super::choices::{Selected, choose_relative, months_choice};
use super::other_keywords::other_keywords_dialog;
use super::{LookupData, both_engines};
use crate::components::{
    KEYWORD_COLUMNS, KeywordChart, KeywordTable, UnaskedKeywords, keyword_problem, keywords_in_order, provider_name,
};
use crate::exports::{Export, ExportCsv};
use crate::forms::KeywordPromptsDialog;
use crate::keywords::{KeywordProvider, address_words};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_params_order, use_show};
use crate::paths::{KeywordIdeas, KeywordsParams};
use crate::queries::keywords::{KeywordLookup, KeywordMarket, LookupState, use_is_sample};
use crate::reactive::{live_on, live_option, live_when};
use crate::request_error::KeywordProblem;
use crate::ui::{Badge, Button, DialogState, Methodology, Progress, Tone, Variant, loading};

type OtherKeywordsView = fn(Memo<KeywordsParams>, Memo<KeywordMarket>, on_add: Callback<Vec<String>>) -> AnyView;

#[derive(Clone, Copy)]
pub struct ResultViews {
    pub results: fn(LookupData) -> AnyView,
    /// Shows the keywords that are suggested for a keyword, or related to it.
    pub others: OtherKeywordsView,
}

lazy_part! {
    keyword_results: ResultViews = ResultViews { results, others: other_keywords_dialog }
}

fn results(data: LookupData) -> AnyView {
    let LookupData { params, lookup, naver_lookup, is_both, selection, finding } = data;
    let KeywordLookup { keywords, market, .. } = lookup;
    let provider = Memo::new(move |_| market.with(|market| market.provider));
    let months = Memo::new(move |_| params.with(|params| params.months));
    let is_relative = Memo::new(move |_| params.with(|params| params.is_relative));
    let show = use_show::<KeywordsParams>();
    let order = use_params_order(&KEYWORD_COLUMNS, params, |params| &mut params.sort);
    let only_unasked = Memo::new(move |_| params.with(|params| params.only_unasked));
    let choose = move |only_unasked| show(KeywordsParams { only_unasked, ..params.get_untracked() });
    let unasked = UnaskedKeywords::of(move || keywords.get(), only_unasked, Callback::new(choose));
    let rows = Memo::new(move |_| {
        let mut rows = lookup.rows.with_items(|rows| keywords_in_order(rows, order));
        rows.retain(|row| unasked.shows(&row.keyword));
        rows
    });
    let is_empty = Memo::new(move |_| rows.with(Vec::is_empty));
    let has_rows = Memo::new(move |_| lookup.rows.len() + naver_lookup.rows.len() > 0);
    let is_sample = use_is_sample(market, is_both);
    let prompts_dialog = DialogState::<Vec<String>>::new();
    let set_ideas = Callback::new(move |ideas: (KeywordIdeas, String)| {
        show(KeywordsParams { ideas: Some(ideas), ..params.get_untracked() });
    });
    let export = move |()| Export::table(move |tables| tables.keywords(&rows.get(), provider.get(), months.get()));
    let make_prompts = Callback::new(move |keywords: Vec<String>| prompts_dialog.open(Some(keywords)));
    let no_trends = move || {
        let failure = if is_both.get() { naver_lookup.trend_failure.get() } else { lookup.trend_failure.get() };
        let text: Pick = match failure?.keyword_problem() {
            Some(KeywordProblem::NotConfigured) => |t| t.keywords().trends_not_configured,
            _ => |t| t.keywords().trends_missing,
        };
        Some(view! { <p class="muted">{t(text)}</p> })
    };
    let table = move || {
        view! { <KeywordTable rows order provider months=Some(months) selection unasked on_ideas=set_ideas /> }
            .into_any()
    };
    let of_one = move || {
        view! {
            <section class="section" aria-labelledby="keyword-trend">
                <h2 class="visually-hidden" id="keyword-trend">{t(|t| t.common().trend)}</h2>
                {months_choice(params)}
                <KeywordChart rows provider months is_relative on_relative=choose_relative(params) selection finding />
            </section>
            <section class="section" aria-label=t(|t| t.frame().keywords)>
                <div class="keyword-state">
                    {unasked.filter()}
                    <ExportCsv export />
                    <Selected keywords rows selection on_prompts=make_prompts />
                </div>
                {live_on(is_empty, move |is_empty| if is_empty { UnaskedKeywords::none() } else { table() })}
            </section>
            <Methodology
                text=t_with(move |t| {
                    let texts = t.keywords();
                    let text = match provider.get() {
                        KeywordProvider::Google => texts.methodology_google,
                        KeywordProvider::Naver => texts.methodology_naver,
                    };
                    text.to_owned()
                })
            />
        }
        .into_any()
    };
    let of_both =
        move || lazy_view(loaded(both_engines::load), loading, move |view| view(data, months, unasked, make_prompts));
    let fitting = Memo::new(move |_| keywords.with(|keywords| (address_words(keywords).len(), keywords.len())));
    let cut_note = move || {
        let (fitting, all) = fitting.get();
        (fitting < all).then(|| {
            let text = t_with(move |t| (t.keywords().address_holds)(fitting as u64, all as u64));
            view! { <p class="muted">{text}</p> }
        })
    };
    view! {
        {live_option(cut_note)}
        {live_option(move || lookup_state(lookup))}
        {live_option(move || if is_both.get() { lookup_state(naver_lookup) } else { None })}
        {live_when(move || has_rows.get() && is_sample.get(), sample_note)}
        <div role="status">{live_option(no_trends)}</div>
        {live_option(move || has_rows.get().then(|| match is_both.get() {
            true => untrack(of_both),
            false => untrack(of_one),
        }))}
        <KeywordPromptsDialog dialog=prompts_dialog />
    }
    .into_any()
}

fn sample_note() -> AnyView {
    view! {
        <p class="sample-note">
            <Badge label=t(|t| t.keywords().sample) tone=Tone::Neutral />
            <span>{t(|t| t.keywords().sample_about)}</span>
        </p>
    }
    .into_any()
}

// What the look-up does. Nothing is shown when it is complete.
fn lookup_state(lookup: KeywordLookup) -> Option<AnyView> {
    let provider = lookup.market.with(|market| market.provider);
    let done = Signal::derive(move || lookup.rows.len() as u64);
    let total = Signal::derive(move || lookup.keywords.with(Vec::len) as u64);
    let view = match lookup.state.get() {
        LookupState::Complete => return None,
        LookupState::Running => view! {
            <div class="keyword-state">
                <Progress
                    label=t_with(move |t| (t.keywords().looking_up)(provider_name(provider, t)))
                    value_text=t_with(move |t| (t.common().progress_of)(done.get(), total.get()))
                    done
                    total
                />
                <Button label=t(|t| t.common().cancel) on_click=move |()| lookup.stop() />
            </div>
            {live_when(move || done.get() == 0, loading)}
        }
        .into_any(),
        LookupState::Stopped => view! {
            <div class="keyword-state">
                <p role="status">{t_with(move |t| (t.keywords().stopped)(done.get(), total.get()))}</p>
                <Button label=t(|t| t.keywords().resume) variant=Variant::Primary on_click=move |()| lookup.resume() />
            </div>
        }
        .into_any(),
        LookupState::Failed => {
            let failure = lookup.rows.failure()?;
            let (batch, total) = untrack(|| (lookup.next_batch(), total.get()));
            let others = total > batch.len() as u64;
            let skip = others.then(|| Callback::new(move |()| lookup.skip_batch()));
            keyword_problem(failure, provider, &batch, Callback::new(move |()| lookup.resume()), skip)
        }
    };
    Some(view)
}
