//! The months of the trends, and what can be done with the keywords.

use leptos::prelude::*;

use crate::components::KeywordSelection;
use crate::keywords::{KeywordRow, address_words};
use crate::locale::{t, t_with};
use crate::navigation::use_show;
use crate::overlay::SAVED_VIEWS_OPEN;
use crate::paths::{KeywordsParams, TREND_MONTHS};
use crate::reactive::live_when;
use crate::ui::{Button, SegmentedControl, Variant};

#[component]
pub fn MonthsChoice(params: Memo<KeywordsParams>) -> AnyView {
    let show = use_show::<KeywordsParams>();
    let options =
        TREND_MONTHS.into_iter().map(|months| (months, t_with(move |t| (t.keywords().last_months)(months)))).collect();
    view! {
        <SegmentedControl
            label=t(|t| t.common().period)
            name="period"
            options
            selected=Signal::derive(move || params.with(|params| params.months))
            on_change=move |months| show(KeywordsParams { months, ..params.get_untracked() })
        />
    }
    .into_any()
}

/// Chooses whether the chart of Naver shows its ratios.
pub fn choose_relative(params: Memo<KeywordsParams>) -> Callback<bool> {
    let show = use_show::<KeywordsParams>();
    Callback::new(move |is_relative| show(KeywordsParams { is_relative, ..params.get_untracked() }))
}

/// The actions for the selected rows, or for all, and the one that saves the list.
#[component]
pub fn Selected(
    keywords: Memo<Vec<String>>,
    rows: Memo<Vec<KeywordRow>>,
    selection: KeywordSelection,
    #[prop(into)] on_prompts: Callback<Vec<String>>,
) -> AnyView {
    let chosen = Memo::new(move |_| {
        let shown: Vec<String> = rows.with(|rows| rows.iter().map(|row| row.keyword.clone()).collect());
        // A filter may hide some of them.
        let selected: Vec<String> = selection.get().into_iter().filter(|keyword| shown.contains(keyword)).collect();
        if selected.is_empty() { shown } else { selected }
    });
    let label = t_with(move |t| (t.keywords().make_prompts)(chosen.with(Vec::len) as u64));
    // The list is saved as the address of the page.
    let save = t_with(move |t| {
        let texts = t.keywords();
        keywords.with(|keywords| match address_words(keywords).len() {
            fitting if fitting < keywords.len() => (texts.save_first)(fitting as u64),
            _ => t.saved_views().save.to_owned(),
        })
    });
    let clear = move || {
        let selected = t_with(move |t| (t.common().selected)(selection.len() as u64));
        view! {
            <span class="muted" role="status">{selected}</span>
            <Button label=t(|t| t.keywords().clear) variant=Variant::Quiet on_click=move |()| selection.clear() />
        }
    };
    view! {
        {live_when(move || selection.len() > 0, clear)}
        <Button label=save on_click=|()| SAVED_VIEWS_OPEN.set(true) />
        <Button
            label
            disabled=Signal::derive(move || chosen.with(Vec::is_empty))
            on_click=move |()| on_prompts.run(chosen.get_untracked())
        />
    }
    .into_any()
}
