//! Formatting of numbers, times and names in the current language. No other module formats them.

mod dates;
mod names;
mod numbers;
mod relative_time;

use std::cell::RefCell;

use js_sys::{Array, Function, Object, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};

use crate::language::{Language, language};
pub use dates::{
    calendar_day, calendar_month, date_range, date_time, date_time_in, date_time_of_zone, day, day_before, day_of,
    day_range, due_time_in, full_day_range, last_day, now, other_zone_name, parse_day, planned_time, spreadsheet_time,
    start_of_day, time_of_day, time_zone, time_zone_name, time_zones, times_before, today,
};
pub use names::{choices_by_name, language_name, language_of, region, short_run_id, sorted_by_name};
pub use numbers::{
    cost, count, counted, counted_points, decimal, dollars, mean, percent, percent_change, percentage_points, plural,
    rate, share, whole_percent,
};
pub use relative_time::{relative_time, time_until};

fn locales() -> Array {
    let language = language();
    let english = if language == Language::English { english_of_browser() } else { None };
    english.unwrap_or_else(|| Array::of1(&JsValue::from_str(language.tag())))
}

/// The English of the browser, such as `en-GB`. `None` if its language is another one.
fn english_of_browser() -> Option<Array> {
    let tag = window().navigator().language().filter(|tag| Language::parse(tag) == Some(Language::English))?;
    // A formatter would throw if the tag is malformed, as `en-US@posix` is.
    Some(Array::from(&intl("getCanonicalLocales")?.call1(&JsValue::UNDEFINED, &tag.into()).ok()?))
}

fn options(pairs: &[(&str, &str)]) -> Object {
    let object = Object::new();
    for (name, value) in pairs {
        let _ = Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    object
}

thread_local! {
    static FORMATTERS: RefCell<Vec<(&'static str, Language, JsValue)>> = const { RefCell::new(Vec::new()) };
}

/// A browser formatter for the current language. Formatters are cached, because creating one takes much longer than using
/// it.
fn formatter<T: JsCast>(kind: &'static str, make: impl FnOnce(&Array) -> T) -> T {
    let language = language();
    FORMATTERS
        .with_borrow_mut(|all| {
            if let Some((.., found)) = all.iter().find(|(cached, of, _)| (*cached, *of) == (kind, language)) {
                return found.clone();
            }
            let new: JsValue = make(&locales()).into();
            all.push((kind, language, new.clone()));
            new
        })
        .unchecked_into()
}

/// A class or a function of the browser's `Intl`. `None` in an old browser.
fn intl(name: &str) -> Option<Function> {
    let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    Reflect::get(&intl, &name.into()).ok()?.dyn_into().ok()
}

/// Calls a method of an object of the browser. `None` if there is none, or it throws.
fn call(object: &JsValue, method: &str, arguments: &Array) -> Option<JsValue> {
    let method = Reflect::get(object, &method.into()).ok()?;
    method.dyn_ref::<Function>()?.apply(object, arguments).ok()
}

/// Calls a formatter's `format` function.
fn call_format(format: &Function, value: &JsValue) -> Option<String> {
    format.call1(&JsValue::UNDEFINED, value).ok()?.as_string()
}
