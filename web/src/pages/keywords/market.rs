//! The search engines, and the market of Google's numbers.

use answerdeck_api::limits::{GOOGLE_COUNTRY_DEFAULT, GOOGLE_LANGUAGE_DEFAULT};
use leptos::prelude::*;

use crate::format::{language_name, language_of, region, sorted_by_name};
use crate::keywords::KeywordEngines;
use crate::locale::{Pick, t};
use crate::paths::{KEYWORD_ENGINES, KeywordsParams};
use crate::queries::regions::{RegionChoice, use_google_market};
use crate::queries::use_regions;
use crate::ui::{SegmentedControl, SelectField};

/// The languages to choose from, ISO 639-1: those of the regions in which answers are commonly collected.
const LANGUAGES: [&str; 12] = ["ko", "en", "ja", "zh", "de", "fr", "es", "it", "pt", "vi", "th", "id"];

/// The country and the language of Google's numbers. An address with keywords that does not say them has the platform's defaults.
pub fn google_market(params: Memo<KeywordsParams>) -> Memo<[String; 2]> {
    let preselected = use_google_market();
    Memo::new(move |_| {
        let KeywordsParams { keywords, country, language, .. } = params.get();
        let [other_country, other_language] = match keywords.is_empty() {
            true => preselected.get(),
            false => [GOOGLE_COUNTRY_DEFAULT, GOOGLE_LANGUAGE_DEFAULT].map(str::to_owned),
        };
        [country.unwrap_or(other_country), language.unwrap_or(other_language)]
    })
}

#[component]
pub fn ProviderChoice(params: Memo<KeywordsParams>, open: Callback<KeywordsParams>) -> AnyView {
    let options = KEYWORD_ENGINES
        .into_iter()
        .map(|(engines, _)| {
            let text: Pick = match engines {
                KeywordEngines::Google => |t| t.keywords().google,
                KeywordEngines::Naver => |t| t.keywords().naver,
                KeywordEngines::Both => |t| t.keywords().both,
            };
            (engines, t(text))
        })
        .collect();
    view! {
        <SegmentedControl
            label=t(|t| t.keywords().provider)
            name="provider"
            options
            selected=Signal::derive(move || params.with(|params| params.engines))
            on_change=move |engines| open.run(KeywordsParams { engines, ..params.get_untracked() })
        />
    }
    .into_any()
}

#[component]
pub fn MarketFields(
    params: Memo<KeywordsParams>,
    google: Memo<[String; 2]>,
    open: Callback<KeywordsParams>,
) -> AnyView {
    // The selected country has a name without the others.
    let are_regions_needed = RwSignal::new(false);
    let country = Signal::derive(move || google.with(|[country, _]| country.clone()));
    let language = Signal::derive(move || google.with(|[_, language]| language.clone()));
    // The selected code is an option even if the platform does not list it, or has not listed it yet.
    let with_names = |mut codes: Vec<String>, selected: String, name: fn(&str) -> String| {
        if !codes.contains(&selected) {
            codes.push(selected);
        }
        sorted_by_name(codes.into_iter().map(|code| (code.clone(), name(&code))).collect())
    };
    let countries = Signal::derive(move || {
        let regions = are_regions_needed.get().then(|| untrack(use_regions).value()).flatten();
        let codes = regions.into_iter().flatten().map(|region| region.code).collect();
        with_names(codes, country.get(), region)
    });
    let languages =
        Signal::derive(move || with_names(LANGUAGES.map(str::to_owned).to_vec(), language.get(), language_name));
    // A provider has the numbers of a country in its languages.
    let choose_country = move |code: String| {
        RegionChoice::Keywords.keep(&code);
        let params = params.get_untracked();
        let language = language_of(&code).or(params.language);
        open.run(KeywordsParams { country: Some(code), language, ..params });
    };
    let choose_language =
        move |code: String| open.run(KeywordsParams { language: Some(code), ..params.get_untracked() });
    view! {
        <SelectField
            id="country"
            label=t(|t| t.keywords().country)
            options=countries
            selected=country
            on_change=choose_country
            on_open=move |()| are_regions_needed.set(true)
        />
        <SelectField
            id="language"
            label=t(|t| t.frame().language)
            options=languages
            selected=language
            on_change=choose_language
        />
    }
    .into_any()
}
