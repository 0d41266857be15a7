//! Selections over time: by run, day, week or month.

use serde::{Deserialize, Serialize};
use time::{Date, Month};

use crate::groups::{finished_runs, groups, keyed};
use crate::selection::Selection;
use crate::sorting::{Key, Keyed, sorted};

const MILLISECONDS_PER_DAY: i64 = 86_400_000;
/// The day of 1970-01-01 in the count of `Date`.
const JULIAN_DAY_OF_1970: i64 = 2_440_588;
/// Zones change their offset on a quarter of an hour of UTC.
const MILLISECONDS_PER_QUARTER: i64 = 900_000;

/// A period of the reader's calendar. It begins and ends at local midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Period {
    /// A day.
    Day,
    /// A week from Monday to Sunday, as in ISO 8601.
    Week,
    /// A month.
    Month,
}

/// The answers of a run of a series.
#[derive(Debug, Clone)]
pub struct RunPoint<'a> {
    /// The id of the run.
    pub run: &'a str,
    /// Its answers in the selection, at least one.
    pub answers: Selection<'a>,
}

/// The answers of a period of a series.
#[derive(Debug, Clone, Copy)]
pub struct PeriodPoint<'a> {
    /// The first day of the period.
    pub first_day: Date,
    /// Its answers in the selection, at least one. `None` is a gap: a period without answers has no value, not the value 0.
    pub answers: Option<&'a Selection<'a>>,
}

/// A selection by periods.
#[derive(Debug, Clone)]
pub struct PeriodSeries<'a> {
    period: Period,
    /// The periods with answers, in ascending order of their numbers.
    periods: Vec<(i64, Selection<'a>)>,
}

impl<'a> Selection<'a> {
    /// Returns the answers of each run, in the order of the runs' times. A run that is not finished, or has no answer
    /// in the selection, has no point. Answers without a run belong to no point.
    pub fn by_run(&self) -> Vec<RunPoint<'a>> {
        let runs = finished_runs(self.table);
        let answers = sorted(keyed(self, |answer| Some([(*runs.get(answer.place.slot)?)?, 0, 0, 0])));
        let point = |run: &[Keyed]| {
            let answers = self.part(run.iter().map(|(_, index)| *index));
            let number = answers.get(0)?.block.run?;
            Some(RunPoint { run: self.table.runs.text(number), answers })
        };
        groups(&answers, 1).filter_map(point).collect()
    }

    /// Returns the answers of each period of the reader's calendar. Answers of a run that is not finished are left out, so
    /// that no point counts a part of a run.
    ///
    /// `utc_offset` returns the seconds that the reader's zone is ahead of UTC at a time in milliseconds since 1970. An
    /// offset must hold for a whole quarter of an hour.
    pub fn by_period(&self, period: Period, mut utc_offset: impl FnMut(i64) -> i32) -> PeriodSeries<'a> {
        let mut last_lookup = None;
        let mut number = |time: i64| {
            let quarter = time.div_euclid(MILLISECONDS_PER_QUARTER);
            // A lookup in the zone's rules is slow, and the answers of a run share their time.
            let known = last_lookup.filter(|(last, _)| *last == quarter);
            let (_, offset) = *last_lookup.insert(known.unwrap_or_else(|| (quarter, utc_offset(time))));
            period.number((time + i64::from(offset) * 1_000).div_euclid(MILLISECONDS_PER_DAY))
        };
        let answers = sorted(
            self.answers()
                .enumerate()
                .filter(|(_, answer)| answer.block.is_finished)
                .map(|(index, answer)| (Key::from_signed(number(answer.row.created_at)), index)),
        );
        let periods = groups(&answers, 4).filter_map(|answers| {
            let (key, _) = answers.first()?;
            Some((key.to_signed(), self.part(answers.iter().map(|(_, index)| *index))))
        });
        PeriodSeries { period, periods: periods.collect() }
    }
}

impl PeriodSeries<'_> {
    /// Returns all periods from the first to the last with answers, those without answers as gaps.
    pub fn points(&self) -> impl Iterator<Item = PeriodPoint<'_>> {
        let first = self.periods.first().map_or(0, |(number, _)| *number);
        let numbers = self.periods.last().map_or(first..first, |(last, _)| first..last + 1);
        let mut rest = self.periods.iter().peekable();
        numbers.map(move |number| {
            let answers = rest.next_if(|(next, _)| *next == number).map(|(_, answers)| answers);
            PeriodPoint { first_day: self.period.first_day(number), answers }
        })
    }
}

impl Period {
    /// Returns the number of the period that contains a day, given in days since 1970-01-01.
    fn number(self, day: i64) -> i64 {
        match self {
            Self::Day => day,
            // 1969-12-29 was a Monday.
            Self::Week => (day + 3).div_euclid(7),
            Self::Month => {
                let date = date(day);
                i64::from(date.year()) * 12 + i64::from(u8::from(date.month())) - 1
            }
        }
    }

    fn first_day(self, number: i64) -> Date {
        match self {
            Self::Day => date(number),
            Self::Week => date(number * 7 - 3),
            Self::Month => {
                let month = u8::try_from(number.rem_euclid(12) + 1).ok().and_then(|month| Month::try_from(month).ok());
                let year = i32::try_from(number.div_euclid(12)).unwrap_or(i32::MAX);
                Date::from_calendar_date(year, month.unwrap_or(Month::January), 1).unwrap_or(Date::MAX)
            }
        }
    }
}

/// Returns a day, given in days since 1970-01-01.
fn date(day: i64) -> Date {
    let julian = i32::try_from(day + JULIAN_DAY_OF_1970).ok();
    julian.and_then(|day| Date::from_julian_day(day).ok()).unwrap_or(Date::MAX)
}
