//! Formatting of numbers, times and plurals in the current language. No other module formats them.

use std::cell::RefCell;
use std::cmp::Ordering;

use answerdeck_api::{RunId, Timestamp};
use answerdeck_insight::sort_by;
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
    static FORMATTERS: RefCell<Vec<(&'static str, Language, JsValue)>> = const { RefCell::new(Vec::new()) };
}

/// A browser formatter for the current language. Formatters are cached, because creating one takes much longer than using
/// it.
fn formatter<T: JsCast>(kind: &'static str, make: impl FnOnce(&Array) -> T) -> T {
    let language = language();
    FORMATTERS
        .with_borrow_mut(|all| {
            if let Some((.., found)) = all
                .iter()
                .find(|(cached_kind, cached_language, _)| *cached_kind == kind && *cached_language == language)
            {
                return found.clone();
            }
            let new: JsValue = make(&locales(language)).into();
            all.push((kind, language, new.clone()));
            new
        })
        .unchecked_into()
}

/// Calls a formatter's `format` function.
fn call_format(format: &Function, value: &JsValue) -> Option<String> {
    format.call1(&JsValue::UNDEFINED, value).ok()?.as_string()
}

/// A whole number with separators: `1,234`.
pub fn count(number: u64) -> String {
    decimal(number as f64)
}

/// The end of a run's id, which is enough to tell the runs of an organization apart.
pub fn short_run_id(run: &RunId) -> String {
    run.as_str().get(16..).unwrap_or_default().to_owned()
}

/// A number with at most three decimals: `1,234.5`.
pub fn decimal(number: f64) -> String {
    let format = formatter("decimal", |locales| Intl::NumberFormat::new(locales, &Object::new()).format());
    call_format(&format, &number.into()).unwrap_or_default()
}

/// How far of all is done, as a percentage without decimals: `45%`. `0%` only if nothing is done or `total` is 0, and `100%` only
/// if all is.
pub fn percent(part: u64, total: u64) -> String {
    let share = match (part, total) {
        (_, 0) => 0.0,
        (part, total) if 0 < part && part < total => (part as f64 / total as f64).clamp(0.01, 0.99),
        (part, total) => part as f64 / total as f64,
    };
    whole_percent(share)
}

/// A rate, 0..1, as a percentage without decimals: `5%`.
pub fn whole_percent(rate: f64) -> String {
    let format =
        formatter("percent", |locales| Intl::NumberFormat::new(locales, &options(&[("style", "percent")])).format());
    call_format(&format, &rate.into()).unwrap_or_default()
}

/// A rate, 0..1, as a percentage: `45%`, `5.0%`. It has a decimal below 10%, and two digits below 0.1%. `100%` only if it is 1,
/// and `0%` only if it is 0.
pub fn rate(rate: f64) -> String {
    let almost_all = almost_all(rate);
    let has_decimal = almost_all.is_some() || (0.001..0.0995).contains(&rate);
    let format = if has_decimal {
        let digits = [("style", "percent"), ("minimumFractionDigits", "1"), ("maximumFractionDigits", "1")];
        formatter("rate-with-decimal", |locales| Intl::NumberFormat::new(locales, &options(&digits)).format())
    } else {
        let digits = [("style", "percent"), ("maximumSignificantDigits", "2")];
        formatter("rate", |locales| Intl::NumberFormat::new(locales, &options(&digits)).format())
    };
    call_format(&format, &almost_all.unwrap_or(rate).into()).unwrap_or_default()
}

/// A part of a total as a [`rate`]. `0%` if the total is 0.
pub fn share(part: u64, total: u64) -> String {
    rate(if total == 0 { 0.0 } else { part as f64 / total as f64 })
}

/// A rate below 1 that would be `100%` with two digits, in thousandths. `None` for another rate.
fn almost_all(rate: f64) -> Option<f64> {
    // A computed 1 may miss it by a rounding error.
    let is_almost_all = (0.995..1.0 - 1e-9).contains(&rate);
    is_almost_all.then(|| (rate * 1_000.0).round().min(999.0) / 1_000.0)
}

/// A mean with one decimal: `1.5`.
pub fn mean(mean: f64) -> String {
    let digits = [("minimumFractionDigits", "1"), ("maximumFractionDigits", "1")];
    let format = formatter("mean", |locales| Intl::NumberFormat::new(locales, &options(&digits)).format());
    call_format(&format, &mean.into()).unwrap_or_default()
}

/// A change of a mean, with its sign and one decimal: `+0.3`.
pub fn signed_mean(change: f64) -> String {
    let sign = if change >= 0.05 { "+" } else { "" };
    [sign, &mean(change)].concat().replace('-', "−")
}

/// An amount in US dollars: `$1.30`.
pub fn dollars(amount: f64) -> String {
    let currency = [("style", "currency"), ("currency", "USD"), ("currencyDisplay", "narrowSymbol")];
    let format = formatter("dollars", |locales| Intl::NumberFormat::new(locales, &options(&currency)).format());
    call_format(&format, &amount.into()).unwrap_or_default()
}

/// A small amount in US dollars, with at most four decimals: `$0.0042`.
pub fn cost(amount: f64) -> String {
    let currency = [
        ("style", "currency"),
        ("currency", "USD"),
        ("currencyDisplay", "narrowSymbol"),
        ("maximumFractionDigits", "4"),
    ];
    let format = formatter("cost", |locales| Intl::NumberFormat::new(locales, &options(&currency)).format());
    call_format(&format, &amount.into()).unwrap_or_default()
}

/// A change in percent, with its sign: `+22%`, `0%`.
pub fn change(percent: f64) -> String {
    let signed = [("style", "percent"), ("signDisplay", "exceptZero")];
    let format = formatter("change", |locales| Intl::NumberFormat::new(locales, &options(&signed)).format());
    call_format(&format, &(percent / 100.0).into()).unwrap_or_default().replace('-', "−")
}

/// A change of a rate, in thousandths, as percentage points with their sign and a unit: `+6 points`. A change of less than a
/// point has a decimal.
pub fn points(thousandths: i32, unit: &str) -> String {
    let points = f64::from(thousandths) / 10.0;
    let shown = if points.abs() < 1.0 { points } else { points.round() };
    let sign = if shown > 0.0 { "+" } else { "" };
    format!("{sign}{}{unit}", decimal(shown).replace('-', "−"))
}

/// A day of the calendar: `Nov 20`.
pub fn calendar_day(date: time::Date) -> String {
    calendar_date("calendar-day", date, &[("month", "short"), ("day", "numeric")])
}

/// A month of the calendar: `Nov 2026`.
pub fn calendar_month(date: time::Date) -> String {
    calendar_date("calendar-month", date, &[("year", "numeric"), ("month", "short")])
}

fn calendar_date(kind: &'static str, date: time::Date, parts: &[(&str, &str)]) -> String {
    let (month, day) = (i32::from(date.month() as u8), i32::from(date.day()));
    let date = Date::new_with_year_month_day(date.year().unsigned_abs(), month - 1, day);
    let format = formatter(kind, |locales| Intl::DateTimeFormat::new(locales, &options(parts)).format());
    call_format(&format, &date).unwrap_or_default()
}

/// The singular or plural form of an English noun for a number.
pub fn plural(number: u64, one: &'static str, other: &'static str) -> &'static str {
    let english = |_: &Array| Intl::PluralRules::new(&locales(Language::English), &Object::new());
    let rules = formatter("plural", english);
    if rules.select(number as f64) == "one" { one } else { other }
}

/// A number with the form of an English noun for it: `2 answers`.
pub fn counted(number: u64, one: &'static str, other: &'static str) -> String {
    [&count(number), " ", plural(number, one, other)].concat()
}

fn date_of(time: &Timestamp) -> Option<Date> {
    let date = Date::new(&JsValue::from_str(time.as_str()));
    (!date.get_time().is_nan()).then_some(date)
}

/// A point in time, exact to the minute, in the reader's time zone. The original text if it is not a valid time.
pub fn exact(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let format = formatter("exact", |locales| {
        Intl::DateTimeFormat::new(locales, &options(&[("dateStyle", "long"), ("timeStyle", "short")])).format()
    });
    call_format(&format, &date).unwrap_or_else(|| time.to_string())
}

/// A point in time, exact to the minute, in a time zone. In the reader's if the browser does not know it.
pub fn exact_in(time: &Timestamp, zone: &str) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let parts = [("dateStyle", "medium"), ("timeStyle", "short"), ("timeZone", zone)];
    let format = date_format(&parts).and_then(|format| Reflect::get(&format, &"format".into()).ok());
    let text = format.and_then(|format| call_format(format.unchecked_ref::<Function>(), &date));
    text.unwrap_or_else(|| exact(time))
}

/// The days of a period in a time zone: `Nov 16 – 22, 2026`. In the reader's if the browser does not know it.
pub fn days(from: &Timestamp, to: &Timestamp, zone: &str) -> String {
    let last = date_of(to).map(|to| Date::new(&JsValue::from_f64(to.get_time() - 1.0)));
    let text = date_of(from).zip(last).and_then(|(from, last)| {
        let format = date_format(&[("dateStyle", "medium"), ("timeZone", zone)])?;
        let range = Reflect::get(&format, &"formatRange".into()).ok()?;
        range.dyn_ref::<Function>()?.call2(&format, &from, &last).ok()?.as_string()
    });
    text.unwrap_or_else(|| [day(from), last_day(to)].join(" – "))
}

// `None` if the browser does not know the time zone: the constructor throws.
fn date_format(parts: &[(&str, &str)]) -> Option<JsValue> {
    let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let make = Reflect::get(&intl, &"DateTimeFormat".into()).ok()?;
    Reflect::construct(make.unchecked_ref::<Function>(), &Array::of2(&locales(language()), &options(parts))).ok()
}

/// The current time.
pub fn now() -> Timestamp {
    Timestamp::new(String::from(Date::new_0().to_iso_string()))
}

/// The day of a point in time in the reader's time zone, as the value of a date field: `2026-11-20`. `None` if it is not a
/// valid time.
pub fn day_of(time: &Timestamp) -> Option<String> {
    let date = date_of(time)?;
    Some(format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date()))
}

/// The last day of a period that ends at a point in time, as the value of a date field. `None` if it is not a valid time.
pub fn day_before(time: &Timestamp) -> Option<String> {
    let date = date_of(time)?;
    day_of(&instant(&Date::new(&JsValue::from_f64(date.get_time() - 1.0)))?)
}

/// The start of a day in the reader's time zone, `days_later` days after the given one. `None` if `day` is not a valid
/// date.
pub fn start_of_day(day: &str, days_later: i32) -> Option<Timestamp> {
    let mut parts = day.splitn(3, '-');
    let mut part = || parts.next()?.parse::<i32>().ok();
    let (year, month, day) = (part()?, part()?, part()?);
    if !(1000..=9999).contains(&year) {
        return None;
    }
    instant(&Date::new_with_year_month_day(year.unsigned_abs(), month - 1, day + days_later))
}

/// A point in time in the reader's time zone, as spreadsheets read it: `2026-11-20 18:30:00`. The original text if it is not
/// a valid time.
pub fn spreadsheet_time(time: &Timestamp) -> String {
    let (Some(date), Some(day)) = (date_of(time), day_of(time)) else { return time.to_string() };
    format!("{day} {:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}

/// Today in the reader's time zone: `2026-11-20`.
pub fn today() -> String {
    instant(&Date::new_0()).and_then(|now| day_of(&now)).unwrap_or_default()
}

/// The name of the reader's time zone: `Asia/Seoul`.
pub fn time_zone() -> String {
    let options = Intl::DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &"timeZone".into()).ok().and_then(|zone| zone.as_string()).unwrap_or_default()
}

/// The names of the time zones that the browser knows. Empty in an old browser.
pub fn time_zones() -> Vec<String> {
    let zones = || {
        let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
        let values = Reflect::get(&intl, &"supportedValuesOf".into()).ok()?.dyn_into::<Function>().ok()?;
        Some(Array::from(&values.call1(&intl, &"timeZone".into()).ok()?))
    };
    zones().into_iter().flatten().filter_map(|zone| zone.as_string()).collect()
}

fn instant(date: &Date) -> Option<Timestamp> {
    (!date.get_time().is_nan()).then(|| Timestamp::new(String::from(date.to_iso_string())))
}

/// A date in the reader's time zone: `Nov 20, 2026`. The original text if it is not a valid time.
pub fn day(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let format =
        formatter("day", |locales| Intl::DateTimeFormat::new(locales, &options(&[("dateStyle", "medium")])).format());
    call_format(&format, &date).unwrap_or_else(|| time.to_string())
}

/// A time of day, such as `23:15`, as the language writes it: `11:15 PM`. The original text if it is not a valid time.
pub fn time_of_day(time: &str) -> String {
    let Some(date) = date_of(&Timestamp::new(format!("1970-01-01T{time}Z"))) else { return time.to_owned() };
    let format = formatter("time-of-day", |locales| {
        Intl::DateTimeFormat::new(locales, &options(&[("timeStyle", "short"), ("timeZone", "UTC")])).format()
    });
    call_format(&format, &date).unwrap_or_else(|| time.to_owned())
}

/// The last day of a period that ends at a point in time, formatted like [`day`].
pub fn last_day(time: &Timestamp) -> String {
    let before = date_of(time).and_then(|date| instant(&Date::new(&JsValue::from_f64(date.get_time() - 1.0))));
    day(&before.unwrap_or_else(|| time.clone()))
}

/// The name of a country by its ISO 3166-1 alpha-2 code: `대한민국`. The code itself if the browser does not know it.
pub fn region(code: &str) -> String {
    display_name("region", code)
}

/// Sorts codes with their names by the names, as a dictionary of the current language does.
pub fn by_name(mut named: Vec<(String, String)>) -> Vec<(String, String)> {
    let compare: Function = formatter("collator", |locales| Intl::Collator::new(locales, &Object::new()).compare());
    sort_by(&mut named, |(_, one), (_, other)| {
        let order = compare.call2(&JsValue::UNDEFINED, &JsValue::from_str(one), &JsValue::from_str(other));
        let order = order.ok().and_then(|order| order.as_f64());
        order.and_then(|order| order.partial_cmp(&0.0)).unwrap_or(Ordering::Equal)
    });
    named
}

/// The name of a language by its ISO 639-1 code: `한국어`. The code itself if the browser does not know it.
pub fn language_name(code: &str) -> String {
    display_name("language", code)
}

fn display_name(kind: &'static str, code: &str) -> String {
    let names = formatter(kind, |locales| display_names(kind, locales).unwrap_or(JsValue::UNDEFINED));
    let name = || {
        let of = Reflect::get(&names, &"of".into()).ok()?.dyn_into::<Function>().ok()?;
        of.call1(&names, &JsValue::from_str(code)).ok()?.as_string()
    };
    name().unwrap_or_else(|| code.to_owned())
}

fn display_names(kind: &str, locales: &Array) -> Option<JsValue> {
    let names = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let names = Reflect::get(&names, &"DisplayNames".into()).ok()?.dyn_into::<Function>().ok()?;
    Reflect::construct(&names, &Array::of2(locales, &options(&[("type", kind)]))).ok()
}

/// A point in time relative to now: `3 minutes ago`. The original text if it is not a valid time.
pub fn relative(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let now = Date::new_0();
    let seconds = (date.get_time() - now.get_time()) / 1000.0;
    // Both days as if they were of UTC, where each has 24 hours.
    let day = |date: &Date| {
        Date::utc(f64::from(date.get_full_year()), f64::from(date.get_month())) / 86_400_000.0
            + f64::from(date.get_date())
    };
    let (number, unit) = largest_unit(seconds, day(&date) - day(&now));
    // `Intl` has `지금` and `now`, which fit what comes, not what was.
    if unit == "second" && seconds <= 0.0 {
        return match language() {
            Language::Korean => "방금",
            Language::English => "just now",
        }
        .to_owned();
    }
    let format =
        formatter("relative", |locales| Intl::RelativeTimeFormat::new(locales, &options(&[("numeric", "auto")])));
    format.format(number, unit).into()
}

/// The time until something that happens in `seconds`, rounded up: `in 5 minutes`.
pub fn until(seconds: u64) -> String {
    let (number, unit) = waiting_time(seconds);
    let format =
        formatter("relative", |locales| Intl::RelativeTimeFormat::new(locales, &options(&[("numeric", "auto")])));
    format.format(number as f64, unit).into()
}

fn waiting_time(seconds: u64) -> (u64, &'static str) {
    match seconds {
        0..120 => (seconds.max(1), "second"),
        120..7_200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3_600), "hour"),
    }
}

/// A duration in seconds, and in days of the calendar, rounded in the unit that suits it. From a day on, days of the calendar
/// count: 47 hours ago is not `yesterday`. Weeks are used from the second on, and years too, because `last week` and `last year`
/// are of the calendar; months from the third on, because otherwise four of a series of weekly runs would all be `last month`.
fn largest_unit(seconds: f64, days: f64) -> (f64, &'static str) {
    const DAY: f64 = 86_400.0;
    const MONTH: f64 = 2_629_746.0;
    let rounded = |length: f64, most: f64| (seconds / length).round().clamp(-most, most);
    match seconds.abs() {
        // Less than a minute is `now`, because a running count of seconds distracts.
        ..60.0 => (0.0, "second"),
        ..3_600.0 => (rounded(60.0, 59.0), "minute"),
        ..DAY => (rounded(3_600.0, 23.0), "hour"),
        // A day of 25 hours may have both points in time.
        _ if days == 0.0 => (seconds.signum(), "day"),
        _ if days.abs() < 14.0 => (days, "day"),
        passed if passed < 3.0 * MONTH => ((days / 7.0).round(), "week"),
        passed if passed < 24.0 * MONTH => (rounded(MONTH, 24.0), "month"),
        _ => (rounded(12.0 * MONTH, f64::MAX), "year"),
    }
}

#[cfg(test)]
mod tests {
    use super::{almost_all, largest_unit, waiting_time};

    #[test]
    fn a_rate_below_1_is_never_100_percent() {
        for (rate, expected) in [
            (0.0, None),
            (0.004, None),
            (0.994, None),
            (0.995, Some(0.995)),
            (249.0 / 250.0, Some(0.996)),
            (0.999_6, Some(0.999)),
            (999_999.0 / 1_000_000.0, Some(0.999)),
            ((1..=10).map(|_| 0.1).sum::<f64>(), None),
            (1.0, None),
        ] {
            assert_eq!(almost_all(rate), expected, "{rate}");
        }
    }

    #[test]
    fn a_waiting_time_is_never_too_short() {
        for (seconds, expected) in [
            (0, (1, "second")),
            (119, (119, "second")),
            (121, (3, "minute")),
            (3_600, (60, "minute")),
            (7_201, (3, "hour")),
        ] {
            assert_eq!(waiting_time(seconds), expected, "{seconds}");
        }
    }

    #[test]
    fn a_duration_is_rounded_and_from_a_day_on_counts_days_of_the_calendar() {
        for (hours, days, expected) in [
            (-0.000_1, 0.0, (0.0, "second")),
            (-59.9 / 3_600.0, 0.0, (0.0, "second")),
            (-60.0 / 3_600.0, 0.0, (-1.0, "minute")),
            (-0.999, 0.0, (-59.0, "minute")),
            (-1.4, 0.0, (-1.0, "hour")),
            (-1.99, 0.0, (-2.0, "hour")),
            (-23.9, 0.0, (-23.0, "hour")),
            (-23.9, -1.0, (-23.0, "hour")),
            (-24.5, 0.0, (-1.0, "day")),
            (-25.0, -1.0, (-1.0, "day")),
            (-25.0, -2.0, (-2.0, "day")),
            (-47.0, -1.0, (-1.0, "day")),
            (-47.0, -2.0, (-2.0, "day")),
            (25.0, 1.0, (1.0, "day")),
            (-24.0 * 7.0, -7.0, (-7.0, "day")),
            (-24.0 * 13.9, -13.0, (-13.0, "day")),
            (-24.0 * 13.9, -14.0, (-2.0, "week")),
            (-24.0 * 18.0, -18.0, (-3.0, "week")),
            (-24.0 * 84.0, -84.0, (-12.0, "week")),
            (-24.0 * 91.1, -91.0, (-13.0, "week")),
            (-24.0 * 92.0, -92.0, (-3.0, "month")),
            (-24.0 * 400.0, -400.0, (-13.0, "month")),
            (-24.0 * 800.0, -800.0, (-2.0, "year")),
        ] {
            assert_eq!(largest_unit(hours * 3_600.0, days), expected, "{hours} h, {days} days");
        }
    }
}
