//! Keywords: how often people search for them on Google and Naver, which others they search for, and prompts made of them.
//! Uses `measure_google_keywords`, `suggest_google_keywords`, `list_related_google_keywords`, `measure_naver_keywords`,
//! `suggest_naver_keywords`, `list_related_naver_keywords`, `get_naver_keyword_trends`, `list_unasked_keywords`, `list_regions`,
//! `get_organization`, `list_prompt_sets`, `create_prompt_set` and `create_prompts`.

mod asked;
mod both_engines;
mod choices;
mod other_keywords;
mod results;

use leptos::prelude::*;

use crate::components::{KeywordSelection, finding_text};
use crate::forms::KeywordsForm;
use crate::keywords::{KeywordEngines, KeywordProvider};
use crate::lazy::{lazy_view, loaded_when};
use crate::locale::{t, t_with};
use crate::paths::KeywordsParams;
use crate::queries::keywords::{KeywordLookup, KeywordMarket, LookupState, use_keyword_lookup};
use crate::reactive::{live_on, live_when};
use crate::ui::{PageHeader, empty_state, loading};
use asked::AskedKeywords;
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
    let asked = AskedKeywords::of_address();
    let AskedKeywords { params, keywords, selection, changes, .. } = asked;
    let google = google_market(params);
    let market = Memo::new(move |_| match params.with(|params| params.engines) {
        KeywordEngines::Google | KeywordEngines::Both => {
            let [country, language] = google.get().map(Some);
            KeywordMarket { provider: KeywordProvider::Google, country, language }
        }
        KeywordEngines::Naver => KeywordMarket::naver(),
    });
    let lookup = use_keyword_lookup(keywords, market);
    let is_both = Memo::new(move |_| params.with(|params| params.engines == KeywordEngines::Both));
    // Naver's numbers beside those of Google.
    let beside = Memo::new(move |_| if is_both.get() { keywords.get() } else { Vec::new() });
    let naver_lookup = use_keyword_lookup(beside, Memo::new(|_| KeywordMarket::naver()));
    let look_up = move |next: Vec<String>| {
        let is_same = keywords.with_untracked(|keywords| *keywords == next);
        asked.replace(next, market.get_untracked());
        if is_same {
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
            <KeywordsForm keywords=keywords.get() on_submit=look_up>
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
    let on_add = Callback::new(move |more: Vec<String>| asked.add(more, market.get_untracked()));
    view! {
        <PageHeader title=t(|t| t.frame().keywords) description=t(|t| t.keywords().description) />
        {live_on(changes, form)}
        {live_when(move || has_keywords.get() && !is_both.get() && has_finding(), finding_line)}
        {live_on(has_keywords, body)}
        {lazy_view(views, || ().into_any(), move |views| (views.others)(params, market, on_add))}
    }
    .into_any()
}
