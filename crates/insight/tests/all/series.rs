//! Series equal a grouping by an independent calendar.

use std::collections::BTreeMap;

use answerdeck_api::{Answer, AnswerScope, AnswerStatus, ModelCode, Timestamp};
use answerdeck_insight::{AnswerTable, Date, Period, Selection, encode_answers};
use jiff::civil;
use jiff::tz::TimeZone;
use proptest::prelude::*;
use proptest::sample::select;

use crate::history::{HistoryAnswer, histories, scopes};

const PERIODS: [Period; 3] = [Period::Day, Period::Week, Period::Month];
/// The last two change their clocks at midnight, and by half an hour.
const ZONES: &[&str] =
    &["UTC", "Asia/Seoul", "America/New_York", "Asia/Kathmandu", "Africa/Cairo", "Australia/Lord_Howe"];

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn utc_offset(zone: &TimeZone, time: i64) -> i32 {
    zone.to_offset(jiff::Timestamp::from_millisecond(time).unwrap()).seconds()
}

fn local_day(zone: &TimeZone, time: i64) -> civil::Date {
    jiff::Timestamp::from_millisecond(time).unwrap().to_zoned(zone.clone()).date()
}

fn first_day(period: Period, day: civil::Date) -> civil::Date {
    match period {
        Period::Day => day,
        Period::Week => day - jiff::Span::new().days(day.weekday().to_monday_zero_offset()),
        Period::Month => day.first_of_month(),
    }
}

fn next(period: Period, first_day: civil::Date) -> civil::Date {
    first_day
        + match period {
            Period::Day => jiff::Span::new().days(1),
            Period::Week => jiff::Span::new().weeks(1),
            Period::Month => jiff::Span::new().months(1),
        }
}

fn civil_date(date: Date) -> civil::Date {
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    civil::date(i16::try_from(year).unwrap(), i8::try_from(month).unwrap(), i8::try_from(day).unwrap())
}

/// Distinguishes selections: the ranking of searches, with models and times.
fn content(selection: &Selection) -> String {
    format!("{:?} {:?}", selection.len(), selection.rank_fanouts(&[answerdeck_api::FanoutInclude::Models], 100))
}

proptest! {
    #[test]
    fn a_series_has_every_period_from_the_first_to_the_last_in_the_readers_zone(
        history in histories(),
        scope in scopes(),
        zone_name in select(ZONES),
        period in select(&PERIODS[..]),
    ) {
        let (table, scope, zone) = (history.table(), history.scope(&scope), zone(zone_name));
        let mut expected = BTreeMap::<civil::Date, Vec<&HistoryAnswer>>::new();
        for answer in history.select(&scope).into_iter().filter(|answer| history.is_finished(answer)) {
            expected.entry(first_day(period, local_day(&zone, answer.time))).or_default().push(answer);
        }
        let selection = table.select(&scope).unwrap();
        let series = selection.by_period(period, |time| utc_offset(&zone, time));
        let found: Vec<(civil::Date, Option<usize>)> =
            series.points().map(|point| (civil_date(point.first_day), point.answers.map(Selection::len))).collect();
        let mut all = Vec::new();
        if let (Some((first, _)), Some((last, _))) = (expected.first_key_value(), expected.last_key_value()) {
            let mut day = *first;
            while day <= *last {
                all.push((day, expected.get(&day).map(Vec::len)));
                day = next(period, day);
            }
        }
        assert_eq!(found, all);
    }

    #[test]
    fn a_series_by_run_has_the_finished_runs_in_the_order_of_time(history in histories(), scope in scopes()) {
        let (table, scope) = (history.table(), history.scope(&scope));
        let mut expected = Vec::new();
        for run in history.runs.iter().filter(|run| run.status == answerdeck_api::RunStatus::Finished) {
            let of_run = AnswerScope { run_id: Some(run.id.clone()), ..scope.clone() };
            let all = AnswerScope { run_id: Some(run.id.clone()), ..AnswerScope::default() };
            let is_in_scope = scope.run_id.as_ref().is_none_or(|wanted| *wanted == run.id);
            if is_in_scope && !history.select(&of_run).is_empty() {
                let started = history.select(&all).iter().map(|answer| answer.time).min().unwrap();
                expected.push((started, run.id.as_str(), content(&table.select(&of_run).unwrap())));
            }
        }
        expected.sort();
        let points = table.select(&scope).unwrap().by_run();
        for point in &points {
            let run = AnswerScope { run_id: point.run.parse().ok(), ..scope.clone() };
            let first = history.select(&run).iter().map(|answer| answer.time).min();
            let first = first.map(|time| format!("{:.3}", jiff::Timestamp::from_millisecond(time).unwrap()));
            assert_eq!(point.answers.started_at().map(|time| time.as_str().to_owned()), first);
        }
        let found: Vec<(String, String)> =
            points.iter().map(|point| (point.run.to_owned(), content(&point.answers))).collect();
        let expected: Vec<(String, String)> =
            expected.into_iter().map(|(_, run, content)| (run.to_owned(), content)).collect();
        assert_eq!(found, expected);
    }
}

/// A table of one answer at each of the times, in milliseconds since 1970.
fn table_at(times: impl Iterator<Item = i64>) -> AnswerTable {
    let answer = |(number, time): (usize, i64)| Answer {
        id: format!("{number:022}").parse().unwrap(),
        model: ModelCode::Claude,
        route: None,
        failure: None,
        prompt_id: "0".repeat(22).parse().unwrap(),
        region: "KR".to_owned(),
        status: AnswerStatus::Success,
        content: String::new(),
        query: String::new(),
        created_at: Some(Timestamp::new(jiff::Timestamp::from_millisecond(time).unwrap().to_string())),
        run_id: None,
        markdown_url: None,
        fanouts: Vec::new(),
        sources: Vec::new(),
    };
    let answers: Vec<Answer> = times.enumerate().map(answer).collect();
    let mut table = AnswerTable::default();
    table.put(&encode_answers(None, answers.iter().map(|answer| (answer, None))).unwrap()).unwrap();
    table
}

#[test]
fn days_begin_at_local_midnight_also_where_the_clock_changes() {
    const MINUTE: i64 = 60_000;
    for zone in ZONES.iter().map(|name| zone(name)) {
        // The days of the two changes of 2026 in each zone, a minute at a time.
        let start: jiff::Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        for change in zone.following(start).take(2).map(|change| change.timestamp().as_millisecond()) {
            let times: Vec<i64> = (-1_600..1_600).map(|minute| change + minute * MINUTE).collect();
            let mut expected = BTreeMap::<civil::Date, usize>::new();
            times.iter().for_each(|time| *expected.entry(local_day(&zone, *time)).or_default() += 1);
            let table = table_at(times.into_iter());
            let selection = table.select(&AnswerScope::default()).unwrap();
            let series = selection.by_period(Period::Day, |time| utc_offset(&zone, time));
            let found: BTreeMap<civil::Date, usize> = series
                .points()
                .map(|point| (civil_date(point.first_day), point.answers.map_or(0, Selection::len)))
                .collect();
            assert_eq!(found, expected, "{zone:?}");
        }
    }
}

#[test]
fn ten_thousand_years_between_two_answers_take_no_memory() {
    let table = table_at([-62_167_219_200_000, 253_402_207_200_000].into_iter());
    let selection = table.select(&AnswerScope::default()).unwrap();
    for (period, points) in [(Period::Day, 3_652_424), (Period::Week, 521_776), (Period::Month, 120_000)] {
        let series = selection.by_period(period, |_| 0);
        assert_eq!(series.points().count(), points);
        assert_eq!(series.points().filter(|point| point.answers.is_some()).count(), 2);
    }
}

#[test]
fn an_empty_selection_has_no_points() {
    let table = AnswerTable::default();
    let selection = table.select(&AnswerScope::default()).unwrap();
    assert_eq!(selection.by_period(Period::Day, |_| 0).points().count(), 0);
    assert!(selection.by_run().is_empty());
}
