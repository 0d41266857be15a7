//! The keywords that are suggested for one, or related to it.

use leptos::prelude::*;

use crate::components::{
    KEYWORD_COLUMNS, KeywordSelection, KeywordTable, UnaskedKeywords, keyword_problem, keywords_in_order,
};
use crate::exports::{Export, ExportCsv};
use crate::locale::{t, t_with};
use crate::navigation::use_show;
use crate::paths::{KeywordIdeas, KeywordsParams};
use crate::queries::QueryState;
use crate::queries::keywords::{KeywordMarket, use_other_keywords};
use crate::reactive::{effect, live, live_when};
use crate::ui::{Button, Dialog, SegmentedControl, TableOrder, Variant, empty_state, loading};
use crate::untrusted::quotation;

const QUOTED_CHARS_MAX: usize = 60;

/// Shows the dialog while the address has it.
pub fn other_keywords_dialog(
    params: Memo<KeywordsParams>,
    market: Memo<KeywordMarket>,
    on_add: Callback<Vec<String>>,
) -> AnyView {
    let show = use_show::<KeywordsParams>();
    let ideas = Memo::new(move |_| params.with(|params| params.ideas.clone()));
    let is_open = RwSignal::new(false);
    effect(move || is_open.set(ideas.with(Option::is_some)));
    effect(move || {
        // The person closed the dialog.
        if !is_open.get() && ideas.with_untracked(Option::is_some) {
            show(KeywordsParams { ideas: None, ..params.get_untracked() });
        }
    });
    let title = t_with(move |t| {
        let texts = t.keywords();
        ideas.with(|ideas| match ideas {
            None => String::new(),
            Some((KeywordIdeas::Suggestions, keyword)) => (texts.suggestions_of)(&quotation(keyword, QUOTED_CHARS_MAX)),
            Some((KeywordIdeas::Related, keyword)) => (texts.related_of)(&quotation(keyword, QUOTED_CHARS_MAX)),
        })
    });
    view! { <Dialog open=is_open title large=true>{untrack(|| other_keywords(params, ideas, market, on_add))}</Dialog> }
        .into_any()
}

fn other_keywords(
    params: Memo<KeywordsParams>,
    ideas: Memo<Option<(KeywordIdeas, String)>>,
    market: Memo<KeywordMarket>,
    on_add: Callback<Vec<String>>,
) -> AnyView {
    let others = use_other_keywords(ideas, market);
    let provider = Memo::new(move |_| market.with(|market| market.provider));
    let selection = KeywordSelection::new();
    let order = TableOrder::local(&KEYWORD_COLUMNS);
    let only_unasked = RwSignal::new(false);
    let all = move || -> Vec<String> {
        others.with(|others| others.into_iter().flatten().map(|row| row.keyword.clone()).collect())
    };
    let unasked = UnaskedKeywords::of(all, only_unasked, Callback::new(move |is_only| only_unasked.set(is_only)));
    let rows = Memo::new(move |_| {
        let mut rows = others.with(|others| others.map(|others| keywords_in_order(others, order)).unwrap_or_default());
        rows.retain(|row| unasked.shows(&row.keyword));
        rows
    });
    let is_empty = Memo::new(move |_| rows.with(Vec::is_empty));
    effect(move || {
        rows.track();
        selection.clear();
    });
    let kind = Memo::new(move |_| ideas.with(|ideas| ideas.as_ref().map(|(kind, _)| *kind)));
    let show = use_show::<KeywordsParams>();
    let choose = move |kind: Option<KeywordIdeas>| {
        let keyword = ideas.get_untracked().map(|(_, keyword)| keyword);
        show(KeywordsParams { ideas: kind.zip(keyword), ..params.get_untracked() });
    };
    let body = move || match others.get() {
        QueryState::Loading => loading(),
        QueryState::Failed(failure) => {
            let retry = Callback::new(move |()| others.retry());
            let keyword: Vec<String> =
                ideas.with_untracked(|ideas| ideas.iter().map(|(_, keyword)| keyword.clone()).collect());
            keyword_problem(failure, provider.get_untracked(), &keyword, retry, None)
        }
        QueryState::Ready(others) if others.is_empty() => {
            empty_state(|t| t.common().no_keywords, |t| t.keywords().no_others_description)
        }
        QueryState::Ready(_) if is_empty.get() => UnaskedKeywords::none(),
        QueryState::Ready(_) => {
            untrack(|| view! { <KeywordTable rows order provider months=None selection unasked /> }.into_any())
        }
    };
    let export = move |()| Export::table(move |tables| tables.keywords(&rows.get(), provider.get(), 0));
    let add = move || {
        let label = t_with(move |t| (t.keywords().add_selected)(selection.len() as u64));
        view! { <Button label variant=Variant::Primary on_click=move |()| on_add.run(selection.get()) /> }
    };
    view! {
        <div class="keyword-choices">
            <SegmentedControl
                label=t(|t| t.common().list)
                name="ideas"
                options=vec![
                    (Some(KeywordIdeas::Suggestions), t(|t| t.keywords().suggestions)),
                    (Some(KeywordIdeas::Related), t(|t| t.keywords().related)),
                ]
                selected=kind
                on_change=choose
            />
            {unasked.filter()}
            <ExportCsv export disabled=is_empty />
            {live_when(move || selection.len() > 0, add)}
        </div>
        {live(body)}
    }
    .into_any()
}
