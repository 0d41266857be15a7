//! Dates, times of day and time zones.

use std::sync::LazyLock;
use std::time::Duration;

use answerdeck_api::Timestamp;
use js_sys::{Array, Date, Intl, Object, Reflect};
use leptos::prelude::*;
use leptos::reactive::graph::Observer;
use wasm_bindgen::JsValue;

use super::{call, call_format, formatter, intl, locales, options};
use crate::language::{Language, language};

const DATE_TIME: [(&str, &str); 2] = [("dateStyle", "medium"), ("timeStyle", "short")];

/// A day of the calendar: `Nov 20`.
pub fn calendar_day(date: time::Date) -> String {
    unbroken(calendar_date("calendar-day", date, &[("month", "short"), ("day", "numeric")]))
}

/// A month of the calendar: `Nov 2026`.
pub fn calendar_month(date: time::Date) -> String {
    calendar_date("calendar-month", date, &[("year", "numeric"), ("month", "short")])
}

fn calendar_date(kind: &'static str, date: time::Date, parts: &[(&str, &str)]) -> String {
    formatted(kind, parts, &midnight(date, 0)).unwrap_or_default()
}

// The start of the day in the reader's time zone that is `days_later` days after a date.
fn midnight(date: time::Date, days_later: i32) -> Date {
    let (month, day) = (i32::from(date.month() as u8), i32::from(date.day()));
    Date::new_with_year_month_day(date.year().unsigned_abs(), month - 1, day + days_later)
}

/// Reads a day, such as `2026-11-16`. `None` if it is malformed.
pub fn parse_day(text: &str) -> Option<time::Date> {
    let mut parts = text.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month = time::Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    time::Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()
}

/// A point in time, exact to the minute, in the reader's time zone. The original text if it is not a valid time.
pub fn date_time(time: &Timestamp) -> String {
    let text = |date: Date| formatted("date-time", &[("dateStyle", "long"), ("timeStyle", "short")], &date);
    date_of(time).and_then(text).unwrap_or_else(|| time.to_string())
}

/// A point in time, exact to the minute, in a time zone: `Nov 23, 2026, 5:00 PM (Korean Standard Time)`. In the reader's, which it
/// does not name, if the browser does not know it.
pub fn date_time_in(time: &Timestamp, zone: &str) -> String {
    in_zone(time, zone, &DATE_TIME)
}

/// The same where a heading names the zone with [`other_zone_name`].
pub fn date_time_of_zone(time: &Timestamp, zone: &str) -> String {
    text_in_zone(time, zone, &DATE_TIME).unwrap_or_else(|| date_time(time))
}

/// A point in time of the next months, in a time zone: `Dec 6, 9:08 AM (Korean Standard Time)`. It does not name the reader's.
pub fn due_time_in(time: &Timestamp, zone: &str) -> String {
    in_zone(time, zone, &[("month", "short"), ("day", "numeric"), ("hour", "numeric"), ("minute", "2-digit")])
}

fn in_zone(time: &Timestamp, zone: &str, parts: &[(&str, &str)]) -> String {
    match (text_in_zone(time, zone, parts), other_zone_name(zone)) {
        (Some(text), Some(name)) => format!("{text} ({name})"),
        (Some(text), None) => text,
        (None, _) => date_time(time),
    }
}

// `None` if the browser does not know the time zone.
fn text_in_zone(time: &Timestamp, zone: &str, parts: &[(&str, &str)]) -> Option<String> {
    let format = date_format(&[parts, &[("timeZone", zone)]].concat())?;
    call(&format, "format", &Array::of1(&date_of(time)?.into()))?.as_string()
}

/// A point in time, exact to the minute, in the reader's time zone, with its name if the time was planned in another:
/// `Nov 23, 2026, 5:00 PM (Korean Standard Time)`.
pub fn planned_time(time: &Timestamp, planned_in: &str) -> String {
    let zone = time_zone();
    let text = date_time_in(time, &zone);
    if zone == planned_in { text } else { format!("{text} ({})", time_zone_name(&zone)) }
}

/// The days of a period in a time zone: `Nov 16 – 22, 2026`. In the reader's if the browser does not know it.
pub fn date_range(from: &Timestamp, to: &Timestamp, zone: &str) -> String {
    range(from, to, &[("dateStyle", "medium"), ("timeZone", zone)])
}

/// The days of a period in the reader's time zone, without their year: `Nov 16 – 22`.
pub fn day_range(from: &Timestamp, to: &Timestamp) -> String {
    range(from, to, &[("month", "short"), ("day", "numeric")])
}

/// The same with their year: `Nov 16 – 22, 2026`.
pub fn full_day_range(from: &Timestamp, to: &Timestamp) -> String {
    range(from, to, &[("year", "numeric"), ("month", "short"), ("day", "numeric")])
}

fn range(from: &Timestamp, to: &Timestamp, parts: &[(&str, &str)]) -> String {
    let text = || {
        let (from, last) = (date_of(from)?, moment_before(to)?);
        call(&date_format(parts)?, "formatRange", &Array::of2(&from, &last))?.as_string()
    };
    unbroken(text().unwrap_or_else(|| [day(from), last_day(to)].join(" – ")))
}

// A Korean day has spaces between its numbers, `2026. 11. 30.`, where a line does not break. A range stays whole, too.
fn unbroken(day: String) -> String {
    match language() {
        Language::Korean => day.replace(' ', "\u{a0}"),
        Language::English => day,
    }
}

/// A date in the reader's time zone: `Nov 20, 2026`. The original text if it is not a valid time.
pub fn day(time: &Timestamp) -> String {
    let text = |date: Date| formatted("day", &[("dateStyle", "medium")], &date);
    date_of(time).and_then(text).map_or_else(|| time.to_string(), unbroken)
}

/// The last day of a period that ends at a point in time, formatted like [`day`].
pub fn last_day(time: &Timestamp) -> String {
    day(&moment_before(time).and_then(|date| instant(&date)).unwrap_or_else(|| time.clone()))
}

/// A time of day, such as `23:15`, as the language writes it: `11:15 PM`. The original text if it is not a valid time.
pub fn time_of_day(time: &str) -> String {
    let text = |date: Date| formatted("time-of-day", &[("timeStyle", "short"), ("timeZone", "UTC")], &date);
    date_of(&Timestamp::new(format!("1970-01-01T{time}Z"))).and_then(text).unwrap_or_else(|| time.to_owned())
}

fn formatted(kind: &'static str, parts: &[(&str, &str)], date: &Date) -> Option<String> {
    let format = formatter(kind, |locales| Intl::DateTimeFormat::new(locales, &options(parts)).format());
    call_format(&format, date)
}

// `None` if the browser does not know the time zone: the constructor throws.
fn date_format(parts: &[(&str, &str)]) -> Option<JsValue> {
    Reflect::construct(&intl("DateTimeFormat")?, &Array::of2(&locales(), &options(parts))).ok()
}

/// The day of a point in time in the reader's time zone, as the value of a date field: `2026-11-20`. `None` if it is not a
/// valid time.
pub fn day_of(time: &Timestamp) -> Option<String> {
    let date = date_of(time)?;
    Some(format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date()))
}

/// The last day of a period that ends at a point in time, as the value of a date field. `None` if it is not a valid time.
pub fn day_before(time: &Timestamp) -> Option<String> {
    day_of(&instant(&moment_before(time)?)?)
}

/// The start of a day in the reader's time zone, `days_later` days after the given one. `None` if `day` is not a valid
/// date.
pub fn start_of_day(day: &str, days_later: i32) -> Option<Timestamp> {
    let date = parse_day(day).filter(|date| date.year() >= 1000)?;
    instant(&midnight(date, days_later))
}

/// The start and the end of the period before one, which is as long. Without an end, the period ends now, and without a start, it has
/// some days.
pub fn times_before(from: Option<&Timestamp>, to: Option<&Timestamp>, days: u16) -> Option<[Timestamp; 2]> {
    let time = |time: Option<&Timestamp>, otherwise: f64| match time {
        Some(time) => date_of(time).map(|date| date.get_time()),
        None => Some(otherwise),
    };
    let to = time(to, Date::now())?;
    let from = time(from, to - f64::from(days) * 86_400_000.0)?;
    let moment = |time: f64| instant(&Date::new(&JsValue::from_f64(time)));
    Some([moment(2.0 * from - to)?, moment(from)?])
}

/// A point in time in the reader's time zone, as spreadsheets read it: `2026-11-20 18:30:00`. The original text if it is not
/// a valid time.
pub fn spreadsheet_time(time: &Timestamp) -> String {
    let (Some(date), Some(day)) = (date_of(time), day_of(time)) else { return time.to_string() };
    format!("{day} {:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}

pub fn now() -> Timestamp {
    Timestamp::new(String::from(Date::new_0().to_iso_string()))
}

/// Changes at midnight.
static TODAY: LazyLock<ArcRwSignal<String>> = LazyLock::new(|| {
    let today = ArcRwSignal::new(day_now());
    let shown = today.clone();
    let update = move || {
        let now = day_now();
        if shown.get_untracked() != now {
            shown.set(now);
        }
    };
    set_interval(update, Duration::from_secs(60));
    today
});

/// Today in the reader's time zone: `2026-11-20`. Reactive inside an effect or a view; elsewhere a single read.
pub fn today() -> String {
    if Observer::get().is_some() {
        TODAY.track();
    }
    day_now()
}

fn day_now() -> String {
    instant(&Date::new_0()).and_then(|now| day_of(&now)).unwrap_or_default()
}

/// The name of the reader's time zone: `Asia/Seoul`.
pub fn time_zone() -> String {
    let options = Intl::DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &"timeZone".into()).ok().and_then(|zone| zone.as_string()).unwrap_or_default()
}

/// The name of a time zone in words: `Korean Standard Time`. Without one, the zone itself.
pub fn time_zone_name(zone: &str) -> String {
    // A mere offset says less than the zone.
    zone_name(zone).filter(|name| !name.starts_with("GMT")).unwrap_or_else(|| zone.to_owned())
}

/// The same of a time zone that is not the reader's.
pub fn other_zone_name(zone: &str) -> Option<String> {
    (zone != time_zone()).then(|| time_zone_name(zone))
}

// `None` if the browser does not know the zone or such names.
fn zone_name(zone: &str) -> Option<String> {
    let part = |part: &JsValue, key: &str| Reflect::get(part, &key.into()).ok()?.as_string();
    let format = date_format(&[("timeZone", zone), ("timeZoneName", "longGeneric")])?;
    let parts = Array::from(&call(&format, "formatToParts", &Array::of1(&Date::new_0()))?);
    let named = parts.iter().find(|found| part(found, "type").as_deref() == Some("timeZoneName"))?;
    part(&named, "value")
}

/// The names of the time zones that the browser knows. Empty in an old browser.
pub fn time_zones() -> Vec<String> {
    let zones = || Some(Array::from(&intl("supportedValuesOf")?.call1(&JsValue::UNDEFINED, &"timeZone".into()).ok()?));
    zones().into_iter().flatten().filter_map(|zone| zone.as_string()).collect()
}

pub(super) fn date_of(time: &Timestamp) -> Option<Date> {
    let date = Date::new(&JsValue::from_str(time.as_str()));
    (!date.get_time().is_nan()).then_some(date)
}

// The last millisecond of a period that ends at a point in time.
fn moment_before(time: &Timestamp) -> Option<Date> {
    Some(Date::new(&JsValue::from_f64(date_of(time)?.get_time() - 1.0)))
}

fn instant(date: &Date) -> Option<Timestamp> {
    (!date.get_time().is_nan()).then(|| Timestamp::new(String::from(date.to_iso_string())))
}
