//! Numbers, times and plurals, by the language in use. No other room makes them.

use std::cell::RefCell;

use answerdeck_api::{RunId, Timestamp};
use js_sys::{Array, Date, Function, Intl, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::language::{Language, language};

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

thread_local! {
    static MADE: RefCell<Vec<(&'static str, Language, JsValue)>> = const { RefCell::new(Vec::new()) };
}

/// A formatter of the browser's for the language in use, made once: to make one takes far longer than to use it.
fn made<T: JsCast>(kind: &'static str, make: impl FnOnce(&Array) -> T) -> T {
    let language = language();
    MADE.with_borrow_mut(|all| {
        if let Some((.., found)) = all.iter().find(|(other, of, _)| *other == kind && *of == language) {
            return found.clone();
        }
        let new: JsValue = make(&locales(language)).into();
        all.push((kind, language, new.clone()));
        new
    })
    .unchecked_into()
}

/// What a formatter with a `format` of its own makes of a value.
fn formatted(format: &Function, value: &JsValue) -> Option<String> {
    format.call1(&JsValue::UNDEFINED, value).ok()?.as_string()
}

/// A whole number with its separators: `1,234`.
pub fn count(number: u64) -> String {
    decimal(number as f64)
}

/// The end of a run's id, which is enough to tell the runs of an organization apart.
pub fn short_run_id(run: &RunId) -> String {
    run.as_str().get(16..).unwrap_or_default().to_owned()
}

/// A number with at most three places: `1,234.5`.
pub fn decimal(number: f64) -> String {
    let format = made("decimal", |locales| Intl::NumberFormat::new(locales, &Object::new()).format());
    formatted(&format, &number.into()).unwrap_or_default()
}

/// A share of a whole as a percentage without places: `45%`. `whole` 0 is `0%`.
pub fn percent(part: u64, whole: u64) -> String {
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let format =
        made("percent", |locales| Intl::NumberFormat::new(locales, &options(&[("style", "percent")])).format());
    formatted(&format, &share.into()).unwrap_or_default()
}

/// The form of an English noun that goes with a number.
pub fn plural(number: u64, one: &'static str, other: &'static str) -> &'static str {
    let english = |_: &Array| Intl::PluralRules::new(&locales(Language::English), &Object::new());
    let rules = made("plural", english);
    if rules.select(number as f64) == "one" { one } else { other }
}

fn date_of(time: &Timestamp) -> Option<Date> {
    let date = Date::new(&JsValue::from_str(time.as_str()));
    (!date.get_time().is_nan()).then_some(date)
}

/// A point in time, exact to the minute, in the reader's time zone. The text as it came when it is no time.
pub fn exact(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let format = made("exact", |locales| {
        Intl::DateTimeFormat::new(locales, &options(&[("dateStyle", "long"), ("timeStyle", "short")])).format()
    });
    formatted(&format, &date).unwrap_or_else(|| time.to_string())
}

/// The day of a point in time in the reader's time zone, as a field for dates takes it: `2026-11-20`.
pub fn day_of(time: &Timestamp) -> Option<String> {
    let date = date_of(time)?;
    Some(format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date()))
}

/// The day before the one that begins at a point in time: the last day of a period that ends there.
pub fn day_before(time: &Timestamp) -> Option<String> {
    let date = date_of(time)?;
    day_of(&instant(&Date::new(&JsValue::from_f64(date.get_time() - 1.0)))?)
}

/// The point in time at which a day begins in the reader's time zone, or at which the day `later` days on does.
pub fn start_of_day(day: &str, later: i32) -> Option<Timestamp> {
    let mut parts = day.splitn(3, '-');
    let mut part = || parts.next()?.parse::<i32>().ok();
    let (year, month, day) = (part()?, part()?, part()?);
    if !(1000..=9999).contains(&year) {
        return None;
    }
    instant(&Date::new_with_year_month_day(year.unsigned_abs(), month - 1, day + later))
}

fn instant(date: &Date) -> Option<Timestamp> {
    (!date.get_time().is_nan()).then(|| Timestamp::new(String::from(date.to_iso_string())))
}

/// A day in words, in the reader's time zone: `November 20, 2026`. The text as it came when it is no time.
pub fn day(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let format =
        made("day", |locales| Intl::DateTimeFormat::new(locales, &options(&[("dateStyle", "medium")])).format());
    formatted(&format, &date).unwrap_or_else(|| time.to_string())
}

/// The last day of a period that ends at a point in time, in words.
pub fn last_day(time: &Timestamp) -> String {
    let before = date_of(time).and_then(|date| instant(&Date::new(&JsValue::from_f64(date.get_time() - 1.0))));
    day(&before.unwrap_or_else(|| time.clone()))
}

/// A country by its ISO 3166-1 alpha-2 code: `대한민국`. The code itself when the browser does not know it.
pub fn region(code: &str) -> String {
    let names = made("region", |locales| region_names(locales).unwrap_or(JsValue::UNDEFINED));
    let name = || {
        let of = Reflect::get(&names, &"of".into()).ok()?.dyn_into::<Function>().ok()?;
        of.call1(&names, &JsValue::from_str(code)).ok()?.as_string()
    };
    name().unwrap_or_else(|| code.to_owned())
}

fn region_names(locales: &Array) -> Option<JsValue> {
    let names = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let names = Reflect::get(&names, &"DisplayNames".into()).ok()?.dyn_into::<Function>().ok()?;
    Reflect::construct(&names, &Array::of2(locales, &options(&[("type", "region")]))).ok()
}

/// How long ago, or how far ahead, a point in time is: `3 minutes ago`. The text as it came when it is no time.
pub fn relative(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let (number, unit) = step((date.get_time() - Date::now()) / 1000.0);
    let format = made("relative", |locales| Intl::RelativeTimeFormat::new(locales, &options(&[("numeric", "auto")])));
    format.format(number, unit).into()
}

/// Seconds in the largest unit that they fill. Months begin with the third: of what is asked every week, four would be
/// `last month`.
fn step(seconds: f64) -> (f64, &'static str) {
    const MONTH: f64 = 2_629_746.0;
    // From where, and how long.
    const UNITS: [(f64, f64, &str); 6] = [
        (12.0 * MONTH, 12.0 * MONTH, "year"),
        (3.0 * MONTH, MONTH, "month"),
        (604_800.0, 604_800.0, "week"),
        (86_400.0, 86_400.0, "day"),
        (3_600.0, 3_600.0, "hour"),
        (60.0, 60.0, "minute"),
    ];
    let unit = UNITS.into_iter().find(|(from, ..)| seconds.abs() >= *from);
    // Seconds that count down before the eye distract: less than a minute is now.
    unit.map_or((0.0, "second"), |(_, length, name)| ((seconds / length).trunc(), name))
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn a_time_is_told_in_the_largest_unit_that_it_fills_and_months_begin_with_the_third() {
        for (seconds, expected) in [
            (-0.5, (0.0, "second")),
            (-59.9, (0.0, "second")),
            (-60.0, (-1.0, "minute")),
            (-3_599.0, (-59.0, "minute")),
            (-7_300.0, (-2.0, "hour")),
            (90_000.0, (1.0, "day")),
            (-86_400.0 * 15.0, (-2.0, "week")),
            (-86_400.0 * 84.0, (-12.0, "week")),
            (-86_400.0 * 91.1, (-13.0, "week")),
            (-86_400.0 * 92.0, (-3.0, "month")),
            (-86_400.0 * 800.0, (-2.0, "year")),
        ] {
            assert_eq!(step(seconds), expected, "{seconds}");
        }
    }
}
