//! The search engines and the market of a look-up, the months of the trends, and what can be done with the keywords.

use answerdeck_api::limits::{GOOGLE_COUNTRY_DEFAULT, GOOGLE_LANGUAGE_DEFAULT};
use leptos::prelude::*;

use crate::components::KeywordSelection;
use crate::format::{choices_by_name, language_name, language_of, region};
use crate::keywords::{KeywordEngines, KeywordRow, address_words};
use crate::locale::{t, t_with};
use crate::navigation::use_show;
use crate::overlay::SAVED_VIEWS_OPEN;
use crate::paths::{KeywordsParams, TREND_MONTHS};
use crate::queries::regions::{RegionChoice, use_google_market};
use crate::queries::use_regions;
use crate::reactive::live_when;
use crate::ui::{Button, SegmentedControl, SelectField, Variant};

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

pub fn provider_choice(params: Memo<KeywordsParams>) -> AnyView {
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

pub fn market_fields(params: Memo<KeywordsParams>, google: Memo<[String; 2]>) -> AnyView {
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

pub fn months_choice(params: Memo<KeywordsParams>) -> AnyView {
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
