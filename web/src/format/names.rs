//! Names of countries and languages, their order, and short names of runs.

use std::cmp::Ordering;

use answerdeck_api::RunId;
use js_sys::{Array, Function, Intl, Object, Reflect};
use wasm_bindgen::JsValue;

use super::{call, formatter, intl, options};
use crate::sorting::sort_by;

/// The name of a country by its ISO 3166-1 alpha-2 code: `대한민국`. The code itself if the browser does not know it.
pub fn region(code: &str) -> String {
    display_name("region", code)
}

/// The name of a language by its ISO 639-1 code: `한국어`. The code itself if the browser does not know it.
pub fn language_name(code: &str) -> String {
    display_name("language", code)
}

/// The language that most people of a country speak, both by their ISO codes: `ko` for `KR`. `None` if the browser does not know it.
pub fn language_of(country: &str) -> Option<String> {
    let locale = Reflect::construct(&intl("Locale")?, &Array::of1(&format!("und-{country}").into())).ok()?;
    let maximized = call(&locale, "maximize", &Array::new())?;
    let language = Reflect::get(&maximized, &"language".into()).ok()?.as_string()?;
    // Three letters are no code of ISO 639-1.
    (language.len() == 2).then_some(language)
}

fn display_name(kind: &'static str, code: &str) -> String {
    let names = formatter(kind, |locales| display_names(kind, locales).unwrap_or(JsValue::UNDEFINED));
    let name = call(&names, "of", &Array::of1(&code.into())).and_then(|name| name.as_string());
    name.unwrap_or_else(|| code.to_owned())
}

fn display_names(kind: &str, locales: &Array) -> Option<JsValue> {
    Reflect::construct(&intl("DisplayNames")?, &Array::of2(locales, &options(&[("type", kind)]))).ok()
}

/// Sorts codes with their names by the names, as a dictionary of the current language does.
pub fn sorted_by_name(mut named: Vec<(String, String)>) -> Vec<(String, String)> {
    let compare: Function = formatter("collator", |locales| Intl::Collator::new(locales, &Object::new()).compare());
    sort_by(&mut named, |(_, one), (_, other)| {
        let order = compare.call2(&JsValue::UNDEFINED, &JsValue::from_str(one), &JsValue::from_str(other));
        let order = order.ok().and_then(|order| order.as_f64());
        order.and_then(|order| order.partial_cmp(&0.0)).unwrap_or(Ordering::Equal)
    });
    named
}

/// Codes to choose from, with their names and sorted by them. The selected code is one of them even if it is not listed, or not yet.
pub fn choices_by_name(mut codes: Vec<String>, selected: String, name: fn(&str) -> String) -> Vec<(String, String)> {
    if !codes.contains(&selected) {
        codes.push(selected);
    }
    sorted_by_name(codes.into_iter().map(|code| (code.clone(), name(&code))).collect())
}

/// The end of a run's id, which is enough to tell the runs of an organization apart.
pub fn short_run_id(run: &RunId) -> String {
    run.as_str().get(16..).unwrap_or_default().to_owned()
}
