//! Keywords: how often people search for them on Google and Naver, which others they search for, and prompts made of them.
//! Uses `measure_google_keywords`, `suggest_google_keywords`, `list_related_google_keywords`, `measure_naver_keywords`,
//! `suggest_naver_keywords`, `list_related_naver_keywords`, `get_naver_keyword_trends`, `list_unasked_keywords`, `list_regions`,
//! `get_organization`, `list_prompt_sets`, `create_prompt_set` and `create_prompts`.

mod both_engines;
mod choices;
mod other_keywords;
mod results;

use leptos::prelude::*;

use crate::components::{KeywordSelection, finding_text};
use crate::forms::KeywordsForm;
use crate::keywords::{KeywordEngines, KeywordList, KeywordProvider, address_words};
use crate::lazy::{lazy_view, loaded_when};
use crate::locale::{t, t_with};
use crate::navigation::{use_show, use_url_params};
use crate::paths::{CHARTED_MAX, KeywordsParams, UrlParams};
use crate::queries::keywords::{KeywordLookup, KeywordMarket, LookupState, use_keyword_lookup};
use crate::reactive::{effect, live_on, live_when};
use crate::router::use_router;
use crate::ui::{PageHeader, empty_state, loading};
use choices::{google_market, market_fields, provider_choice};

/// What the results of a look-up are made from.
#[derive(Clone, Copy)]
pub struct LookupData {
    pub params: Memo<KeywordsParams>,
    /// The numbers of the provider, or of Google beside Naver.
    pub lookup: KeywordLookup,
    /// The numbers of Naver beside those of Google.
    pub naver_lookup: KeywordLookup,
    pub is_both: Memo<bool>,
    pub selection: KeywordSelection,
    /// Set to what the numbers of one search engine say.
    pub finding: RwSignal<String>,
}

pub fn view() -> AnyView {
    let params = use_url_params::<KeywordsParams>();
    let (router, show) = (use_router(), use_show::<KeywordsParams>());
    let google = google_market(params);
    let market = Memo::new(move |_| match params.with(|params| params.engines) {
        KeywordEngines::Google | KeywordEngines::Both => {
            let [country, language] = google.get().map(Some);
            KeywordMarket { provider: KeywordProvider::Google, country, language }
        }
        KeywordEngines::Naver => KeywordMarket::naver(),
    });
    let asked = RwSignal::new(params.get_untracked().keywords);
    // How often the keywords came from the address: then the form shows them.
    let changes = RwSignal::new(0_u32);
    effect(move || {
        let in_address = params.with(|params| params.keywords.clone());
        // The address of a long list contains only its beginning.
        if asked.with_untracked(|asked| address_words(asked) != in_address) {
            asked.set(in_address);
            changes.update(|count| *count += 1);
        }
    });
    let keywords = Memo::new(move |_| asked.get());
    let lookup = use_keyword_lookup(keywords, market);
    let is_both = Memo::new(move |_| params.with(|params| params.engines == KeywordEngines::Both));
    // Naver's numbers beside those of Google.
    let beside = Memo::new(move |_| if is_both.get() { keywords.get() } else { Vec::new() });
    let naver_lookup = use_keyword_lookup(beside, Memo::new(|_| KeywordMarket::naver()));
    let selection = KeywordSelection::new();
    effect(move || keywords.with(|keywords| selection.keep_only(keywords)));
    let charted_in = move |keywords: &[String]| charted(keywords, &selection.get());
    // The keywords of the chart are in the address, so a shared address shows the same chart.
    let select_charted = move |params: &KeywordsParams| {
        if untrack(|| charted_in(&params.keywords)) != params.charted {
            let keyword = |at: &usize| params.keywords.get(*at).cloned();
            selection.replace(params.charted.iter().filter_map(keyword).collect());
        }
    };
    params.with_untracked(select_charted);
    effect(move || params.with(select_charted));
    effect(move || {
        let params = params.get();
        let charted = charted_in(&params.keywords);
        if charted != params.charted {
            let address = KeywordsParams { charted, ..params }.address();
            router.navigate(&address, true);
        }
    });

    // The address of a look-up says its market.
    let open_list = move |keywords: Vec<String>| {
        asked.set(keywords.clone());
        let charted = untrack(|| charted_in(address_words(&keywords)));
        let (market, params) = (market.get_untracked(), params.get_untracked());
        let (country, language) = (market.country.or(params.country), market.language.or(params.language));
        show(KeywordsParams { keywords, charted, ideas: None, country, language, ..params });
    };
    let look_up = move |keywords: Vec<String>| {
        let same = asked.with_untracked(|asked| *asked == keywords);
        open_list(keywords);
        if same {
            lookup.resume();
            naver_lookup.resume();
        }
    };
    let has_keywords = Memo::new(move |_| keywords.with(|keywords| !keywords.is_empty()));
    let has_ideas = move || params.with(|params| params.ideas.is_some());
    let views = loaded_when(move || has_keywords.get() || has_ideas(), results::load);
    let is_google = move || market.with(|market| market.provider == KeywordProvider::Google);
    let form = move |_: u32| {
        view! {
            <KeywordsForm keywords=asked.get() on_submit=look_up>
                {provider_choice(params)}
                {live_when(is_google, move || market_fields(params, google))}
            </KeywordsForm>
        }
        .into_any()
    };
    let finding = RwSignal::new(String::new());
    // Its space is reserved until the keywords are looked up and drawn. Without numbers, there is nothing to say.
    let has_finding = move || {
        let is_coming = lookup.state.get() == LookupState::Running || views.with(Option::is_none);
        is_coming || finding.with(|finding| !finding.is_empty())
    };
    // Side by side, each chart says it.
    let finding_line = move || {
        let text = t_with(move |_| finding.get());
        finding_text(2, view! { <bdi>{text}</bdi> }.into_any())
    };
    let data = LookupData { params, lookup, naver_lookup, is_both, selection, finding };
    let body = move |has_keywords: bool| match has_keywords {
        true => lazy_view(views, loading, move |views| (views.results)(data)),
        false => empty_state(|t| t.keywords().empty, |t| t.keywords().empty_description),
    };
    let on_add = Callback::new(move |more: Vec<String>| {
        open_list(asked.with_untracked(|asked| KeywordList::with(asked, more.into_iter())).keywords);
        changes.update(|count| *count += 1);
    });
    view! {
        <PageHeader title=t(|t| t.frame().keywords) description=t(|t| t.keywords().description) />
        {live_on(changes, form)}
        {live_when(move || has_keywords.get() && !is_both.get() && has_finding(), finding_line)}
        {live_on(has_keywords, body)}
        {lazy_view(views, || ().into_any(), move |views| (views.others)(params, market, on_add))}
    }
    .into_any()
}

// The positions of the selected keywords that the chart shows.
fn charted(keywords: &[String], selected: &[String]) -> Vec<usize> {
    let position = |keyword: &String| keywords.iter().position(|other| other == keyword);
    selected.iter().filter_map(position).take(CHARTED_MAX).collect()
}
