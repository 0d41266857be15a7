//! Numbers, times and plurals, by the language in use. No other room makes them.

use answerdeck_api::Timestamp;
use js_sys::{Array, Date, Intl, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::locale::{Language, language};

fn locales(language: Language) -> Array {
    Array::of1(&JsValue::from_str(language.tag()))
}

fn options(pairs: &[(&str, &str)]) -> Object {
    let object = Object::new();
    for (name, value) in pairs {
        let _ = Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    object
}

/// A whole number with its separators: `1,234`.
pub fn count(number: u64) -> String {
    decimal(number as f64)
}

/// A number with at most three places: `1,234.5`.
pub fn decimal(number: f64) -> String {
    let format = Intl::NumberFormat::new(&locales(language()), &Object::new());
    let text = format.format().call1(&JsValue::UNDEFINED, &JsValue::from_f64(number));
    text.ok().and_then(|text| text.as_string()).unwrap_or_else(|| number.to_string())
}

/// A share of a whole as a percentage without places: `45%`. `whole` 0 is `0%`.
pub fn percent(part: u64, whole: u64) -> String {
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let format = Intl::NumberFormat::new(&locales(language()), &options(&[("style", "percent")]));
    let text = format.format().call1(&JsValue::UNDEFINED, &JsValue::from_f64(share));
    text.ok().and_then(|text| text.as_string()).unwrap_or_default()
}

/// The form of an English noun that goes with a number.
pub fn plural(number: u64, one: &'static str, other: &'static str) -> &'static str {
    let rules = Intl::PluralRules::new(&locales(Language::English), &Object::new());
    if rules.select(number as f64) == "one" { one } else { other }
}

fn date_of(time: &Timestamp) -> Option<Date> {
    let date = Date::new(&JsValue::from_str(time.as_str()));
    (!date.get_time().is_nan()).then_some(date)
}

/// A point in time, exact to the minute, in the reader's time zone. The text as it came when it is no time.
pub fn exact(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let format =
        Intl::DateTimeFormat::new(&locales(language()), &options(&[("dateStyle", "long"), ("timeStyle", "short")]));
    let text = format.format().call1(&JsValue::UNDEFINED, date.unchecked_ref());
    text.ok().and_then(|text| text.as_string()).unwrap_or_else(|| time.to_string())
}

/// How long ago, or how far ahead, a point in time is: `3 minutes ago`. The text as it came when it is no time.
pub fn relative(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let (number, unit) = step((date.get_time() - Date::now()) / 1000.0);
    let format = Intl::RelativeTimeFormat::new(&locales(language()), &options(&[("numeric", "auto")]));
    format.format(number, unit).into()
}

/// Seconds in the largest unit that they fill.
fn step(seconds: f64) -> (f64, &'static str) {
    const UNITS: [(f64, &str); 6] = [
        (31_556_952.0, "year"),
        (2_629_746.0, "month"),
        (604_800.0, "week"),
        (86_400.0, "day"),
        (3_600.0, "hour"),
        (60.0, "minute"),
    ];
    let far = seconds.abs();
    let unit = UNITS.into_iter().find(|(length, _)| far >= *length);
    // Seconds that count down before the eye distract: less than a minute is now.
    unit.map_or((0.0, "second"), |(length, name)| ((seconds / length).trunc(), name))
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn a_time_is_told_in_the_largest_unit_that_it_fills() {
        for (seconds, expected) in [
            (-0.5, (0.0, "second")),
            (-59.9, (0.0, "second")),
            (-60.0, (-1.0, "minute")),
            (-3_599.0, (-59.0, "minute")),
            (-7_300.0, (-2.0, "hour")),
            (90_000.0, (1.0, "day")),
            (-86_400.0 * 15.0, (-2.0, "week")),
            (-86_400.0 * 84.0, (-2.0, "month")),
            (-86_400.0 * 800.0, (-2.0, "year")),
        ] {
            assert_eq!(step(seconds), expected, "{seconds}");
        }
    }
}
