//! The keywords of an analysis, with the sentences that have them.

use std::sync::Arc;

use answerdeck_api::{SiteKeyword, SiteKeywordAnalysis};
use leptos::prelude::*;

use crate::components::{KEYWORD_MAX, KeywordSelection, select_all_cell, select_cell};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::forms::KeywordPromptsDialog;
use crate::keywords::address_words;
use crate::letter_case::lower_case;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_query_string, use_table_order};
use crate::paths::{self, KeywordsParams, UrlParams, search_of, sort_of};
use crate::reactive::{live, live_option};
use crate::router::use_router;
use crate::sorting::items_at;
use crate::ui::{
    Button, DialogState, ExternalLink, Methodology, SearchField, SortKey, Table, Variant, actions_head, none_found,
    ordered_rows,
};
use crate::untrusted::{LinkTarget, link_target, quotation};

/// The maximum length of a sentence, in characters.
pub const SENTENCE_MAX: usize = 300;
/// The maximum length of an address in a title, in characters.
pub const ADDRESS_MAX: usize = 80;

const COLUMNS: [&str; 3] = ["", "name", "-pages"];

pub fn keywords_view(analysis: Arc<SiteKeywordAnalysis>) -> AnyView {
    let (selection, prompts_dialog) = (KeywordSelection::new(), DialogState::<Vec<String>>::new());
    let (searched, sort) = (use_query_string(search_of), use_query_string(sort_of));
    let search = Signal::derive(move || searched.get().unwrap_or_default());
    let id = StoredValue::new(analysis.id.clone());
    let analysis = StoredValue::new(analysis);
    let address =
        Callback::new(move |sort| id.with_value(|id| paths::site_analysis(id, searched.get_untracked(), sort)));
    let order = use_table_order(&COLUMNS, sort, address);
    let router = use_router();
    let find = move |text: String| {
        let text = Some(text).filter(|text| !text.is_empty());
        // Every pause in typing would be an entry of the history.
        router.navigate(&id.with_value(|id| paths::site_analysis(id, text, sort.get_untracked())), true);
    };
    let found = Memo::new(move |_| {
        let search = lower_case(&search.get());
        analysis.with_value(|analysis| {
            let words = &analysis.keywords;
            let mut found = order.positions(words.len(), &|column, row| sort_key(words.get(row)?, column));
            let contains = |word: &SiteKeyword| lower_case(&word.keyword).contains(&search);
            found.retain(|index| words.get(*index).is_some_and(contains));
            found
        })
    });
    let found_words = move || -> Vec<String> {
        found.with(|found| {
            analysis.with_value(|analysis| {
                let words = found.iter().filter_map(|index| analysis.keywords.get(*index));
                words.map(|word| word.keyword.clone()).collect()
            })
        })
    };
    let export = move |()| {
        let keywords =
            analysis.with_value(|analysis| found.with_untracked(|found| items_at(&analysis.keywords, found)));
        Export::Table(TableExport::SiteKeywords(keywords))
    };
    let is_empty = Memo::new(move |_| found.with(Vec::is_empty));
    let table = move || {
        if is_empty.get() {
            let all = Signal::derive(move || id.with_value(|id| paths::site_analysis(id, None, sort.get())));
            let clear: Pick = |t| t.common().clear_search;
            return none_found(
                |t| t.site_keywords().none_found,
                |t| t.site_keywords().none_found_description,
                (all, clear),
            );
        }
        let head = view! {
            {select_all_cell(found_words, selection)}
            {order.head("name", t(|t| t.keywords().keyword), "")}
            {order.head("pages", t(|t| t.site_keywords().source_pages), "number")}
            {actions_head()}
        }
        .into_any();
        let row = move |index: usize| {
            analysis.with_value(|analysis| analysis.keywords.get(index).map(|word| row(word, selection)))
        };
        view! { <Table class="table keyword-table" head rows=ordered_rows(move || found.get(), row) /> }.into_any()
    };
    view! {
        <section class="section" aria-label=t(|t| t.frame().keywords)>
            <div class="keyword-choices">
                <SearchField id="search" label=t(|t| t.site_keywords().filter) value=search on_search=find />
                <div class="keyword-state">
                    <ExportCsv export />
                    {actions(found_words, selection, prompts_dialog)}
                </div>
            </div>
            {live(table)}
            <Methodology text=t(|t| t.site_keywords().methodology) />
        </section>
        <KeywordPromptsDialog dialog=prompts_dialog />
    }
    .into_any()
}

fn sort_key(word: &SiteKeyword, column: &str) -> Option<SortKey> {
    match column {
        "name" => SortKey::text(&word.keyword),
        "pages" => SortKey::count(word.source_url_count.into()),
        _ => None,
    }
}

// Looks up the selected keywords, or else all that were found, and makes prompts of the selected ones.
fn actions(
    found_words: impl Fn() -> Vec<String> + Copy + Send + Sync + 'static,
    selection: KeywordSelection,
    prompts_dialog: DialogState<Vec<String>>,
) -> AnyView {
    let chosen = move || -> Vec<String> {
        let selected = selection.get();
        if selected.is_empty() { found_words() } else { selected }
    };
    let look_up_address = move || KeywordsParams { keywords: chosen(), ..KeywordsParams::default() }.address();
    let look_up_count = Memo::new(move |_| address_words(&chosen()).len() as u64);
    let count = Memo::new(move |_| selection.len() as u64);
    view! {
        <a class="button" href=look_up_address>
            {t_with(move |t| (t.site_keywords().look_up_many)(look_up_count.get()))}
        </a>
        <Button
            label=t_with(move |t| match count.get() {
                0 => t.site_keywords().select_for_prompts.to_owned(),
                count => (t.keywords().make_prompts)(count),
            })
            variant=Variant::Primary
            disabled=Signal::derive(move || count.get() == 0)
            on_click=move |()| prompts_dialog.open(Some(untrack(|| selection.get())))
        />
    }
    .into_any()
}

fn row(word: &SiteKeyword, selection: KeywordSelection) -> AnyView {
    let name = quotation(&word.keyword, KEYWORD_MAX);
    let link_name = name.clone();
    let pages = u64::from(word.source_url_count);
    view! {
        <tr>
            {select_cell(&word.keyword, selection)}
            <th scope="row">
                <bdi class="keyword">{name}</bdi>
                {quotes(word)}
            </th>
            <td class="number">{t_with(move |t| (t.site_keywords().on_pages)(pages))}</td>
            <td class="fit">
                <a
                    href=KeywordsParams::of_keyword(&word.keyword).address()
                    aria-label=t_with(move |t| (t.site_keywords().look_up_one)(&link_name))
                >
                    {t(|t| t.site_keywords().look_up)}
                </a>
            </td>
        </tr>
    }
    .into_any()
}

// The pages that have a keyword, with their sentences. Built when they are first opened: there may be 50,000 sentences.
fn quotes(word: &SiteKeyword) -> Option<AnyView> {
    let sources = word.sources.clone().filter(|sources| !sources.is_empty())?;
    let opened = RwSignal::new(false);
    let content = move || {
        let pages = sources.iter().map(|source| {
            let sentences = source.contexts.iter().flatten();
            let quoted = sentences
                .map(|sentence| view! { <blockquote><bdi>{quotation(sentence, SENTENCE_MAX)}</bdi></blockquote> })
                .collect_view();
            let link = match link_target(&source.url) {
                LinkTarget::Web { address, .. } => {
                    let text = quotation(&address, ADDRESS_MAX);
                    view! { <ExternalLink address><bdi>{text}</bdi></ExternalLink> }.into_any()
                }
                LinkTarget::Inert(text) => view! { <bdi>{quotation(&text, ADDRESS_MAX)}</bdi> }.into_any(),
            };
            let has_none = source.contexts.as_ref().is_some_and(Vec::is_empty);
            view! {
                <li>
                    {link}
                    {quoted}
                    {has_none.then(|| view! { <span class="cell-note">{t(|t| t.site_keywords().no_sentences)}</span> })}
                </li>
            }
        });
        view! { <ul>{pages.collect_view()}</ul> }.into_any()
    };
    let view = view! {
        <details class="quotes" on:toggle=move |_| opened.set(true)>
            <summary>{t(|t| t.site_keywords().sentences)}</summary>
            {live_option(move || opened.get().then(&content))}
        </details>
    };
    Some(view.into_any())
}
