//! The due times of a recurrence in its time zone.
//!
//! A local time that clocks skip is due as much later as they skip, and one that they repeat is due the first time.

use std::ops::Range;

use answerdeck_api::{ErrorCode, Frequency, RecurrenceRequest, Weekday};
use jiff::civil::{self, Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use crate::problem::{ApiResult, Problem};

/// Every recurrence is due within this number of days: a month, and a day of another offset.
const DAYS_MAX: usize = 33;
const WEEKS_A_YEAR: f64 = 365.2425 / 7.0;
pub(crate) const MONTHS_A_WEEK: f64 = 12.0 / WEEKS_A_YEAR;

#[derive(Debug, Clone)]
pub struct Calendar {
    rule: Rule,
    time: Time,
    zone: TimeZone,
    from: Date,
    until: Date,
}

#[derive(Debug, Clone, Copy)]
enum Rule {
    Daily,
    Weekdays,
    Weekly(civil::Weekday),
    Monthly(i8),
}

impl Calendar {
    /// Reads the `recurrence` of a schedule. A refusal has all mistakes.
    pub fn new(recurrence: &RecurrenceRequest) -> ApiResult<Self> {
        Self::of_fields(recurrence).map_err(|problem| problem.within("recurrence"))
    }

    /// Reads the fields of a recurrence, which a refusal names without `recurrence`.
    pub(crate) fn of_fields(recurrence: &RecurrenceRequest) -> ApiResult<Self> {
        let rule = Rule::read(recurrence);
        let time = recurrence.time.parse().map_err(|_| "time: must be HH:MM from 00:00 to 23:59".to_owned());
        let date = |field: &str, date: &Option<String>, absent| {
            let read = date.as_ref().map_or(Ok(absent), |date| date.parse());
            read.map_err(|_| format!("{field}: there is no such date"))
        };
        let from = date("fromDate", &recurrence.from_date, Date::MIN);
        let until = date("untilDate", &recurrence.until_date, Date::MAX);
        let until = match (&from, until) {
            (Ok(from), Ok(until)) if until < *from => Err("untilDate: must not be before fromDate".to_owned()),
            (_, until) => until,
        };
        // A POSIX zone is no IANA zone.
        let zone = jiff::tz::db().get(&recurrence.time_zone);
        let zone = zone.map_err(|_| "timeZone: must be an IANA time zone, such as Asia/Seoul".to_owned());
        match (rule, time, zone, from, until) {
            (Ok(rule), Ok(time), Ok(zone), Ok(from), Ok(until)) => Ok(Self { rule, time, zone, from, until }),
            (rule, time, zone, from, until) => {
                let mistakes = [rule.err(), time.err(), zone.err(), from.err(), until.err()];
                let details = mistakes.into_iter().flatten().collect();
                Err(Problem::Refused { code: ErrorCode::CommonValidation, details })
            }
        }
    }

    /// The name of the time zone as the IANA writes it.
    pub(crate) fn time_zone(&self) -> &str {
        self.zone.iana_name().unwrap_or("UTC")
    }

    /// The first due time after a time. `None` after the last one.
    pub fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        // A skipped time of the day before may be due on this day.
        let local = self.zone.to_datetime(after).date();
        let start = local.checked_sub(1.day()).unwrap_or(local).max(self.from);
        let days = start.series(1.day()).take(DAYS_MAX).take_while(|date| *date <= self.until);
        days.filter(|date| self.rule.has(*date))
            .filter_map(|date| self.zone.to_timestamp(date.to_datetime(self.time)).ok())
            .find(|due| *due > after)
    }

    pub(crate) fn due_times_from(&self, first: Timestamp) -> impl Iterator<Item = Timestamp> {
        std::iter::successors(Some(first), move |due| self.next_after(*due))
    }

    /// The first due time after a time. Refuses a schedule that is never due any more.
    pub(crate) fn require_next(&self, after: Timestamp) -> ApiResult<Timestamp> {
        let never = || Problem::validation("recurrence.untilDate: there is no due time until then");
        self.next_after(after).ok_or_else(never)
    }

    /// The seven local days before the day of a time, from midnight to midnight.
    pub(crate) fn week_before(&self, time: Timestamp) -> Range<Timestamp> {
        let end = self.zone.to_datetime(time).date();
        let start = end.checked_sub(7.days()).unwrap_or(end);
        let midnight = |date: Date| self.zone.to_timestamp(date.to_datetime(Time::midnight())).unwrap_or(time);
        midnight(start)..midnight(end)
    }

    /// When the calendar month of a time began.
    pub(crate) fn start_of_month(&self, time: Timestamp) -> Timestamp {
        let first = self.zone.to_datetime(time).date().first_of_month();
        self.zone.to_timestamp(first.to_datetime(Time::midnight())).unwrap_or(time)
    }

    /// How often it is still due, from its next due time on, if all of that is within a week.
    pub(crate) fn times_in_final_week(&self, next: Timestamp) -> Option<usize> {
        let date = |due: Timestamp| self.zone.to_datetime(due).date();
        let end = date(next).checked_add(7.days()).ok()?;
        let is_last = self.due_times_from(next).all(|due| date(due) < end);
        is_last.then(|| self.due_times_from(next).count())
    }

    /// How often it is due in a week, on average.
    pub(crate) fn times_a_week(&self) -> f64 {
        match self.rule {
            Rule::Daily => 7.0,
            Rule::Weekdays => 5.0,
            Rule::Weekly(_) => 1.0,
            Rule::Monthly(_) => MONTHS_A_WEEK,
        }
    }
}

impl Rule {
    fn read(recurrence: &RecurrenceRequest) -> Result<Self, String> {
        recurrence.frequency.require_known("frequency")?;
        Ok(match &recurrence.frequency {
            Frequency::Daily | Frequency::Unknown(_) => Self::Daily,
            Frequency::Weekdays => Self::Weekdays,
            Frequency::Weekly => Self::Weekly(civil_weekday(recurrence.weekday.as_ref())?),
            Frequency::Monthly => {
                let day = i8::try_from(recurrence.day_of_month.unwrap_or(1)).ok().filter(|day| (1..=31).contains(day));
                Self::Monthly(day.ok_or("dayOfMonth: must be an integer from 1 to 31")?)
            }
        })
    }

    fn has(self, date: Date) -> bool {
        match self {
            Self::Daily => true,
            Self::Weekdays => !matches!(date.weekday(), civil::Weekday::Saturday | civil::Weekday::Sunday),
            Self::Weekly(weekday) => date.weekday() == weekday,
            Self::Monthly(day) => date.day() == day.min(date.days_in_month()),
        }
    }
}

/// Monday when absent.
fn civil_weekday(weekday: Option<&Weekday>) -> Result<civil::Weekday, String> {
    let weekday = weekday.unwrap_or(&Weekday::Monday);
    weekday.require_known("weekday")?;
    let earlier = Weekday::ALL.iter().take_while(|day| *day != weekday);
    Ok(earlier.fold(civil::Weekday::Monday, |day, _| day.next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recurrence(frequency: Frequency, time: &str, zone: &str) -> RecurrenceRequest {
        RecurrenceRequest {
            frequency,
            time: time.to_owned(),
            time_zone: zone.to_owned(),
            ..RecurrenceRequest::default()
        }
    }

    /// All due times in `[from, until)`, in the zone.
    fn due_times(recurrence: &RecurrenceRequest, from: &str, until: &str) -> Vec<String> {
        let calendar = Calendar::new(recurrence).unwrap();
        let [from, until] = [from, until].map(|time| time.parse::<Timestamp>().unwrap());
        let before = from - jiff::SignedDuration::from_millis(1);
        let times = std::iter::successors(calendar.next_after(before), |due| calendar.next_after(*due));
        let times = times.take_while(|due| *due < until);
        times.map(|due| due.to_zoned(calendar.zone.clone()).strftime("%F %H:%M %:z").to_string()).collect()
    }

    const ZONES: [&str; 3] = ["Asia/Seoul", "America/New_York", "Australia/Lord_Howe"];

    #[test]
    fn every_day_of_ten_years_is_due_once_in_every_zone_at_every_quarter_of_an_hour() {
        for zone in ZONES {
            for quarter in (0..96).step_by(7).chain([7, 8, 9, 10, 11, 12]) {
                let time = format!("{:02}:{:02}", quarter / 4, quarter % 4 * 15);
                let times = due_times(
                    &recurrence(Frequency::Daily, &time, zone),
                    "2020-01-03T00:00:00Z",
                    "2030-01-03T00:00:00Z",
                );
                let mut days: Vec<&str> = times.iter().map(|due| &due[..10]).collect();
                assert_eq!(days.len(), 3_653, "{zone} {time}");
                days.dedup();
                assert_eq!(days.len(), 3_653, "{zone} {time}");
                let moved = times.iter().filter(|due| due[11..16] != time).count();
                assert!(moved <= 10, "{zone} {time} {moved}");
            }
        }
    }

    #[test]
    fn a_time_that_clocks_skip_is_due_as_much_later_as_they_skip() {
        for (zone, time, from, until, expected) in [
            (
                "America/New_York",
                "02:30",
                "2026-03-07T12:00:00Z",
                "2026-03-10T12:00:00Z",
                ["2026-03-08 03:30 -04:00", "2026-03-09 02:30 -04:00", "2026-03-10 02:30 -04:00"],
            ),
            // Its clocks skip half an hour.
            (
                "Australia/Lord_Howe",
                "02:15",
                "2026-10-03T00:00:00Z",
                "2026-10-06T00:00:00Z",
                ["2026-10-04 02:45 +11:00", "2026-10-05 02:15 +11:00", "2026-10-06 02:15 +11:00"],
            ),
        ] {
            assert_eq!(due_times(&recurrence(Frequency::Daily, time, zone), from, until), expected, "{zone}");
        }
    }

    #[test]
    fn a_time_that_clocks_repeat_is_due_the_first_time() {
        for (zone, time, from, until, expected) in [
            (
                "America/New_York",
                "01:30",
                "2026-10-31T12:00:00Z",
                "2026-11-02T12:00:00Z",
                ["2026-11-01 01:30 -04:00", "2026-11-02 01:30 -05:00"],
            ),
            (
                "Australia/Lord_Howe",
                "01:45",
                "2026-04-04T03:00:00Z",
                "2026-04-06T00:00:00Z",
                ["2026-04-05 01:45 +11:00", "2026-04-06 01:45 +10:30"],
            ),
        ] {
            assert_eq!(due_times(&recurrence(Frequency::Daily, time, zone), from, until), expected, "{zone}");
        }
    }

    #[test]
    fn a_day_that_a_zone_skips_is_not_due_twice() {
        // Samoa had no 2011-12-30.
        let times = due_times(
            &recurrence(Frequency::Daily, "09:00", "Pacific/Apia"),
            "2011-12-29T00:00:00Z",
            "2012-01-01T00:00:00Z",
        );
        assert_eq!(times, ["2011-12-29 09:00 -10:00", "2011-12-31 09:00 +14:00", "2012-01-01 09:00 +14:00"]);
    }

    #[test]
    fn the_last_day_stands_for_the_days_that_a_month_does_not_have() {
        let monthly = |day| RecurrenceRequest {
            day_of_month: Some(day),
            ..recurrence(Frequency::Monthly, "00:00", "Asia/Seoul")
        };
        let days = |day, year: i16| -> Vec<String> {
            let (from, until) = (format!("{}-12-31T15:00:00Z", year - 1), format!("{year}-12-31T15:00:00Z"));
            due_times(&monthly(day), &from, &until).iter().map(|due| due[5..10].to_owned()).collect()
        };
        let last = [
            "01-31", "02-28", "03-31", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30", "12-31",
        ];
        assert_eq!(days(31, 2026), last);
        assert_eq!(days(31, 2028)[1], "02-29");
        assert_eq!(days(29, 2026)[1..3], ["02-28", "03-29"]);
        assert_eq!(days(28, 2028)[1], "02-28");
        for day in 1..=31 {
            assert_eq!(days(day, 2026).len(), 12, "{day}");
        }
    }

    #[test]
    fn weekdays_and_weeks_have_their_days() {
        let (from, until) = ("2026-11-20T00:00:00Z", "2026-12-04T00:00:00Z");
        let weekdays = due_times(&recurrence(Frequency::Weekdays, "12:00", "Asia/Seoul"), from, until);
        let days: Vec<&str> = weekdays.iter().map(|due| &due[5..10]).collect();
        assert_eq!(days, ["11-20", "11-23", "11-24", "11-25", "11-26", "11-27", "11-30", "12-01", "12-02", "12-03"]);
        // The local day counts: it is still Saturday in UTC.
        let sunday = RecurrenceRequest {
            weekday: Some(Weekday::Sunday),
            ..recurrence(Frequency::Weekly, "06:00", "Asia/Seoul")
        };
        assert_eq!(due_times(&sunday, from, until), ["2026-11-22 06:00 +09:00", "2026-11-29 06:00 +09:00"]);
        let monday = due_times(&recurrence(Frequency::Weekly, "06:00", "Asia/Seoul"), from, until);
        assert_eq!(monday, ["2026-11-23 06:00 +09:00", "2026-11-30 06:00 +09:00"]);
    }

    #[test]
    fn the_first_and_the_last_date_are_included() {
        let mut limited = recurrence(Frequency::Daily, "23:30", "America/New_York");
        limited.from_date = Some("2027-02-27".to_owned());
        limited.until_date = Some("2027-03-01".to_owned());
        let days = ["2027-02-27 23:30 -05:00", "2027-02-28 23:30 -05:00", "2027-03-01 23:30 -05:00"];
        assert_eq!(due_times(&limited, "2026-11-20T00:00:00Z", "2028-01-01T00:00:00Z"), days);
    }

    #[test]
    fn what_is_no_recurrence_is_refused() {
        let valid = recurrence(Frequency::Daily, "09:00", "asia/seoul");
        assert_eq!(Calendar::new(&valid).unwrap().time_zone(), "Asia/Seoul");
        let text = |text: &str| Some(text.to_owned());
        for (changed, field) in [
            (RecurrenceRequest { frequency: "HOURLY".into(), ..valid.clone() }, "frequency"),
            (
                RecurrenceRequest { frequency: Frequency::Weekly, weekday: Some("DAY".into()), ..valid.clone() },
                "weekday",
            ),
            (RecurrenceRequest { time_zone: "Asia/Nowhere".to_owned(), ..valid.clone() }, "timeZone"),
            (RecurrenceRequest { time_zone: "KST-9".to_owned(), ..valid.clone() }, "timeZone"),
            (RecurrenceRequest { time_zone: String::new(), ..valid.clone() }, "timeZone"),
            (RecurrenceRequest { from_date: text("2026-02-29"), ..valid.clone() }, "fromDate"),
            (RecurrenceRequest { until_date: text("2026-00-10"), ..valid.clone() }, "untilDate"),
            (
                RecurrenceRequest { from_date: text("2026-02-02"), until_date: text("2026-02-01"), ..valid.clone() },
                "untilDate",
            ),
        ] {
            let Err(Problem::Refused { details, .. }) = Calendar::new(&changed) else { panic!("{changed:?}") };
            assert!(details[0].starts_with(&format!("recurrence.{field}:")), "{details:?}");
        }
    }

    #[test]
    fn each_mistake_of_something_weekly_is_told() {
        let weekly = recurrence(Frequency::Weekly, "24:00", "Mars");
        let calendar = Calendar::of_fields(&RecurrenceRequest { weekday: Some("SOMEDAY".into()), ..weekly });
        let Err(Problem::Refused { details, .. }) = &calendar else { panic!("{calendar:?}") };
        let fields: Vec<&str> = details.iter().filter_map(|mistake| mistake.split(": ").next()).collect();
        assert_eq!(fields, ["weekday", "time", "timeZone"]);
    }

    #[test]
    fn a_month_begins_at_local_midnight() {
        let calendar = Calendar::new(&recurrence(Frequency::Daily, "09:00", "Asia/Seoul")).unwrap();
        let start = |time: &str| calendar.start_of_month(time.parse().unwrap()).to_string();
        assert_eq!(start("2026-11-30T14:59:59Z"), "2026-10-31T15:00:00Z");
        assert_eq!(start("2026-11-30T15:00:00Z"), "2026-11-30T15:00:00Z");
    }
}
