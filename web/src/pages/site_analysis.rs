//! One analysis of a site: its progress, then its keywords with the sentences that have them, their volumes, and prompts made
//! of them. Uses `get_site_keyword_analysis`, `get_organization`, `list_unasked_keywords`, `list_prompt_sets`, `create_prompt_set`
//! and `create_prompts`.

use std::sync::Arc;

use answerdeck_api::{SiteKeyword, SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisStatus};
use leptos::prelude::*;

use crate::components::{
    ALL_ROWS, KEYWORD_MAX, KeywordSelection, UnaskedKeywords, failed_panel, more_rows, select_all_cell, select_cell,
    steady_item_view, watch_error,
};
use crate::exports::{Export, ExportCsv};
use crate::forms::KeywordPromptsDialog;
use crate::keywords::address_words;
use crate::letter_case::lower_case;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_path_id, use_query_string, use_table_order};
use crate::paths::{self, KeywordsParams, SITE_KEYWORDS, SiteKeywordsParams, UrlParams};
use crate::queries::Query;
use crate::queries::regions::use_google_market;
use crate::queries::site_keywords::use_live_analysis;
use crate::reactive::{live, live_on, live_option, live_when};
use crate::router::use_router;
use crate::site_analyses;
use crate::sorting::items_at;
use crate::ui::{
    Badge, Button, ButtonLink, DialogState, ExternalLink, Methodology, PageHeader, Progress, SearchField, SortKey,
    Table, Tone, Variant, empty_with_action, keyed_items, none_found,
};
use crate::untrusted::{LinkTarget, link_target, quotation};

const SENTENCE_CHARS_MAX: usize = 300;
const ADDRESS_CHARS_MAX: usize = 80;
const SHOWN_AT_FIRST: usize = 50;

const COLUMNS: [&str; 3] = ["", "name", "-pages"];

pub fn view() -> AnyView {
    let id = use_path_id::<SiteKeywordAnalysisId>();
    let live_analysis = use_live_analysis(id.into());
    let site = Memo::new(move |_| {
        let started_here = site_analyses::find(&id.get()?).map(|stored| stored.address);
        started_here.or_else(|| live_analysis.with(|analysis| site_of(analysis?)))
    });
    let title = t_with(move |t| {
        site.get().map_or_else(|| t.frame().site_keywords.to_owned(), |site| quotation(&site, ADDRESS_CHARS_MAX))
    });
    let body = move || sections(live_analysis, site);
    view! {
        <PageHeader title back=(t(|t| t.frame().site_keywords), SITE_KEYWORDS.into()) />
        {steady_item_view(id, live_analysis, body, (SITE_KEYWORDS, |t| t.frame().site_keywords))}
    }
    .into_any()
}

// The site of an analysis that was started in another browser: that of its pages.
fn site_of(analysis: &SiteKeywordAnalysis) -> Option<String> {
    let page = analysis.keywords.iter().find_map(|keyword| keyword.sources.as_ref()?.first())?;
    let LinkTarget::Web { address, host } = link_target(&page.url) else { return None };
    let (scheme, _) = address.split_once(':')?;
    Some(format!("{scheme}://{host}"))
}

fn sections(live_analysis: Query<Arc<SiteKeywordAnalysis>>, site: Memo<Option<String>>) -> AnyView {
    // The analysis is polled, but each part is built only when it changes.
    let status = Memo::new(move |_| live_analysis.value().map(|analysis| analysis.status.clone()));
    let result = move |status: Option<SiteKeywordAnalysisStatus>| {
        let Some(analysis) = live_analysis.value() else { return ().into_any() };
        match status {
            Some(SiteKeywordAnalysisStatus::Completed) if analysis.keywords.is_empty() => no_keywords(site),
            Some(SiteKeywordAnalysisStatus::Completed) => keywords_view(analysis),
            Some(SiteKeywordAnalysisStatus::Failed) => failed_view(&analysis, site),
            _ => ().into_any(),
        }
    };
    view! {
        {progress(live_analysis, status)}
        {live_on(status, result)}
    }
    .into_any()
}

fn progress(
    live_analysis: Query<Arc<SiteKeywordAnalysis>>,
    status: Memo<Option<SiteKeywordAnalysisStatus>>,
) -> AnyView {
    let done = Signal::derive(move || live_analysis.value().map_or(0, |analysis| u64::from(analysis.processed_pages)));
    // Until the pages are known, the progress bar shows no end: the requested maximum may not be reached.
    let total = Memo::new(move |_| live_analysis.value().and_then(|analysis| analysis.total_pages).map(u64::from));
    let state = move || {
        let (text, tone): (Pick, Tone) = match status.get()? {
            SiteKeywordAnalysisStatus::Pending => (|t| t.site_keywords().waiting, Tone::Active),
            SiteKeywordAnalysisStatus::InProgress => (|t| t.site_keywords().reading, Tone::Active),
            SiteKeywordAnalysisStatus::Completed => (|t| t.site_keywords().completed, Tone::Success),
            SiteKeywordAnalysisStatus::Failed => (|t| t.common().failed, Tone::Danger),
            SiteKeywordAnalysisStatus::Unknown(_) => (|t| t.common().unknown_status, Tone::Neutral),
        };
        Some(view! { <Badge label=t(text) tone /> })
    };
    let pages = t_with(move |t| (t.site_keywords().pages_read)(done.get(), total.get()));
    // What has ended has no bar.
    let has_bar = Memo::new(move |_| {
        let has_ended = status.with(|status| {
            matches!(status, Some(SiteKeywordAnalysisStatus::Completed | SiteKeywordAnalysisStatus::Failed))
        });
        total.get().is_some() && !has_ended
    });
    let bar = move || {
        let total = total.get().filter(|_| has_bar.get())?;
        let done = Signal::derive(move || done.get().min(total));
        let total = Signal::derive(move || total);
        Some(view! { <Progress label=t(|t| t.site_keywords().progress) value_text=pages done total /> })
    };
    view! {
        <section class="section" aria-label=t(|t| t.site_keywords().progress)>
            <div class="run-state" role="status">
                {live_option(state)}
                {live_when(move || !has_bar.get(), move || view! { <span class="muted">{pages}</span> })}
            </div>
            {live_option(bar)}
            {live_option(move || watch_error(live_analysis))}
        </section>
    }
    .into_any()
}

fn failed_view(analysis: &SiteKeywordAnalysis, site: Memo<Option<String>>) -> AnyView {
    let reason = analysis.error.as_deref().map(|error| quotation(error, SENTENCE_CHARS_MAX));
    let reason = reason.map(|reason| view! { <p><bdi>{reason}</bdi></p> });
    failed_panel(t(|t| t.site_keywords().failed_heading), reason.into_any(), again_link(site))
}

fn no_keywords(site: Memo<Option<String>>) -> AnyView {
    let link = again_link(site);
    empty_with_action(|t| t.common().no_keywords, |t| t.site_keywords().no_keywords_description, link)
}

// Leads to the form with the address of the site.
fn again_link(site: Memo<Option<String>>) -> AnyView {
    let form = Signal::derive(move || paths::site_analyses(site.get(), None));
    view! { <ButtonLink label=t(|t| t.site_keywords().again) href=form /> }.into_any()
}

// The keywords, with the sentences that have them.
fn keywords_view(analysis: Arc<SiteKeywordAnalysis>) -> AnyView {
    let (selection, prompts_dialog) = (KeywordSelection::new(), DialogState::<Vec<String>>::new());
    let market = use_google_market();
    let params = use_query_string(SiteKeywordsParams::read);
    let search = Signal::derive(move || params.get().search);
    let analysis = StoredValue::new(analysis);
    let address = move |params: SiteKeywordsParams| analysis.with_value(|analysis| params.address(&analysis.id));
    let sorted = move |sort| address(SiteKeywordsParams { sort, ..params.get_untracked() });
    let order = use_table_order(&COLUMNS, Memo::new(move |_| params.get().sort), Callback::new(sorted));
    let router = use_router();
    // Every pause in typing would be an entry of the history.
    let find = move |search| router.navigate(&address(SiteKeywordsParams { search, ..params.get_untracked() }), true);
    let only = move |only_unasked| {
        router.navigate_in_place(&address(SiteKeywordsParams { only_unasked, ..params.get_untracked() }));
    };
    let all_words = move || -> Vec<String> {
        analysis.with_value(|analysis| analysis.keywords.iter().map(|word| word.keyword.clone()).collect())
    };
    let unasked = UnaskedKeywords::of(all_words, Memo::new(move |_| params.get().only_unasked), Callback::new(only));
    let found = Memo::new(move |_| {
        let search = lower_case(&search.get().unwrap_or_default());
        analysis.with_value(|analysis| {
            let words = &analysis.keywords;
            let mut found = order.positions(words, sort_key);
            let is_found =
                |word: &SiteKeyword| lower_case(&word.keyword).contains(&search) && unasked.shows(&word.keyword);
            found.retain(|position| words.get(*position).is_some_and(is_found));
            found
        })
    });
    let word_at =
        move |position: usize| analysis.with_value(|analysis| Some(analysis.keywords.get(position)?.keyword.clone()));
    let found_words =
        move || -> Vec<String> { found.with(|found| found.iter().filter_map(|position| word_at(*position)).collect()) };
    let export = move |()| {
        let keywords = analysis.with_value(|analysis| found.with(|found| items_at(&analysis.keywords, found)));
        Export::table(move |tables| tables.site_keywords(&keywords))
    };
    let is_empty = Memo::new(move |_| found.with(Vec::is_empty));
    let is_searched = Memo::new(move |_| params.with(|params| params.search.is_some()));
    let (shown, more) = more_rows(Signal::derive(move || found.with(Vec::len)), SHOWN_AT_FIRST, ALL_ROWS);
    let first = move || -> Vec<(String, usize)> {
        let word = |position: &usize| Some((word_at(*position)?, *position));
        found.with(|found| found.iter().take(shown.get()).filter_map(word).collect())
    };
    let table = move || {
        let is_searched = is_searched.get();
        if is_empty.get() {
            if !is_searched {
                return UnaskedKeywords::none();
            }
            let all = Signal::derive(move || address(SiteKeywordsParams { search: None, ..params.get() }));
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
            <th scope="col" class="fit">{t(|t| t.site_keywords().look_up)}</th>
        };
        let row = move |(_, position): (String, usize)| {
            analysis.with_value(|analysis| row(&analysis.keywords[position], selection, unasked, market))
        };
        let rows = keyed_items(first, |(word, _)| word.as_str(), row);
        view! { <Table class="table keyword-table" head=head.into_any() rows /> }.into_any()
    };
    view! {
        <section class="section" aria-label=t(|t| t.frame().keywords)>
            <div class="keyword-choices">
                <SearchField id="search" label=t(|t| t.site_keywords().filter) value=search on_search=find />
                <div class="keyword-state">
                    {unasked.filter()}
                    <ExportCsv export />
                    {actions(found_words, selection, unasked, market, prompts_dialog)}
                </div>
            </div>
            {live(table)}
            {more}
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
    unasked: UnaskedKeywords,
    market: Memo<[String; 2]>,
    prompts_dialog: DialogState<Vec<String>>,
) -> AnyView {
    // The filter may hide some of them.
    let selected = Memo::new(move |_| -> Vec<String> {
        selection.get().into_iter().filter(|keyword| unasked.shows(keyword)).collect()
    });
    let chosen = move || -> Vec<String> {
        let selected = selected.get();
        if selected.is_empty() { found_words() } else { selected }
    };
    let look_up = Signal::derive(move || look_up_address(chosen(), market));
    let look_up_count = Memo::new(move |_| address_words(&chosen()).len() as u64);
    let count = Memo::new(move |_| selected.with(Vec::len) as u64);
    view! {
        <ButtonLink label=t_with(move |t| (t.site_keywords().look_up_many)(look_up_count.get())) href=look_up />
        <Button
            label=t_with(move |t| match count.get() {
                0 => t.site_keywords().select_for_prompts.to_owned(),
                count => (t.keywords().make_prompts)(count),
            })
            variant=Variant::Primary
            disabled=Signal::derive(move || count.get() == 0)
            on_click=move |()| prompts_dialog.open(Some(selected.get_untracked()))
        />
    }
    .into_any()
}

// The address of a look-up on Google.
fn look_up_address(keywords: Vec<String>, market: Memo<[String; 2]>) -> String {
    let [country, language] = market.get().map(Some);
    KeywordsParams { keywords, country, language, ..KeywordsParams::default() }.address()
}

fn row(
    word: &SiteKeyword,
    selection: KeywordSelection,
    unasked: UnaskedKeywords,
    market: Memo<[String; 2]>,
) -> AnyView {
    let name = quotation(&word.keyword, KEYWORD_MAX);
    let link_name = name.clone();
    let (keyword, pages) = (word.keyword.clone(), u64::from(word.source_url_count));
    view! {
        <tr>
            {select_cell(&word.keyword, selection)}
            <th scope="row">
                <bdi class="keyword">{name}</bdi>
                {unasked.mark(&word.keyword)}
                {quotes(word)}
            </th>
            <td class="number">{t_with(move |t| (t.site_keywords().on_pages)(pages))}</td>
            <td class="fit">
                <a
                    class="figure"
                    href=move || look_up_address(vec![keyword.clone()], market)
                    aria-label=t_with(move |t| (t.site_keywords().look_up_one)(&link_name))
                >
                    {t(|t| t.site_keywords().open_volume)}
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
                .map(|sentence| view! { <blockquote><bdi>{quotation(sentence, SENTENCE_CHARS_MAX)}</bdi></blockquote> })
                .collect_view();
            let link = match link_target(&source.url) {
                LinkTarget::Web { address, .. } => {
                    let text = quotation(&address, ADDRESS_CHARS_MAX);
                    view! { <ExternalLink address><bdi>{text}</bdi></ExternalLink> }.into_any()
                }
                LinkTarget::Inert(text) => view! { <bdi>{quotation(&text, ADDRESS_CHARS_MAX)}</bdi> }.into_any(),
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
        view! { <ul>{pages.collect_view()}</ul> }
    };
    let view = view! {
        <details class="quotes" on:toggle=move |_| opened.set(true)>
            <summary>{t(|t| t.site_keywords().sentences)}</summary>
            {live_when(move || opened.get(), content)}
        </details>
    };
    Some(view.into_any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_an_analysis_name_its_site() {
        let analysis = |url: &str| {
            let keywords = serde_json::json!([
                { "keyword": "a", "sourceURLCount": 1 },
                { "keyword": "b", "sourceURLCount": 1, "sources": [{ "url": url }] },
            ]);
            let json = serde_json::json!({ "id": "0".repeat(22), "status": "COMPLETED", "keywords": keywords });
            serde_json::from_value::<SiteKeywordAnalysis>(json).unwrap()
        };
        assert_eq!(site_of(&analysis("https://nurio.example/a?b#c")).as_deref(), Some("https://nurio.example"));
        assert_eq!(site_of(&analysis("javascript:alert(1)")), None);
    }
}
