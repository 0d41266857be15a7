//! The search engines, and the market of Google's numbers.

use answerdeck_api::limits::{GOOGLE_COUNTRY_DEFAULT, GOOGLE_LANGUAGE_DEFAULT};
use leptos::prelude::*;

use crate::format::{choices_by_name, language_name, language_of, region};
use crate::keywords::KeywordEngines;
use crate::locale::t;
use crate::navigation::use_show;
use crate::paths::KeywordsParams;
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
pub fn ProviderChoice(params: Memo<KeywordsParams>) -> AnyView {
    let show = use_show::<KeywordsParams>();
    view! {
        <SegmentedControl
            label=t(|t| t.keywords().provider)
            name="provider"
            options=vec![
                (KeywordEngines::Google, t(|t| t.keywords().google)),
                (KeywordEngines::Naver, t(|t| t.keywords().naver)),
                (KeywordEngines::Both, t(|t| t.keywords().both)),
            ]
            selected=Signal::derive(move || params.with(|params| params.engines))
            on_change=move |engines| show(KeywordsParams { engines, ..params.get_untracked() })
        />
    }
    .into_any()
}

#[component]
pub fn MarketFields(params: Memo<KeywordsParams>, google: Memo<[String; 2]>) -> AnyView {
    let show = use_show::<KeywordsParams>();
    // The selected country has a name without the others.
    let are_regions_needed = RwSignal::new(false);
    let country = Signal::derive(move || google.with(|[country, _]| country.clone()));
    let language = Signal::derive(move || google.with(|[_, language]| language.clone()));
    let countries = Signal::derive(move || {
        let regions = are_regions_needed.get().then(|| untrack(use_regions).value()).flatten();
        let codes = regions.into_iter().flatten().map(|region| region.code).collect();
        choices_by_name(codes, country.get(), region)
    });
    let languages =
        Signal::derive(move || choices_by_name(LANGUAGES.map(str::to_owned).to_vec(), language.get(), language_name));
    // A provider has the numbers of a country in its languages.
    let choose_country = move |code: String| {
        RegionChoice::Keywords.keep(&code);
        let params = params.get_untracked();
        let language = language_of(&code).or(params.language);
        show(KeywordsParams { country: Some(code), language, ..params });
    };
    let choose_language = move |code: String| show(KeywordsParams { language: Some(code), ..params.get_untracked() });
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
