use answerdeck_api::metrics::SeriesInterval;

use super::answer_filter::AnswerFilterParams;
use super::query_string::{QueryString, name_of};

/// The length of the periods of a trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Period {
    Day,
    #[default]
    Week,
    Month,
}

impl Period {
    /// The interval of the platform's series.
    pub fn interval(self) -> SeriesInterval {
        match self {
            Self::Day => SeriesInterval::Day,
            Self::Week => SeriesInterval::Week,
            Self::Month => SeriesInterval::Month,
        }
    }
}

/// The periods, each with its name in addresses.
pub const PERIODS: [(Period, &str); 3] = [(Period::Day, "day"), (Period::Week, "week"), (Period::Month, "month")];

const PERIOD: &str = "by";

/// Reads the period from a query string. An absent or unknown one counts as a week.
pub fn period_of(query: &QueryString) -> Period {
    query.named(PERIOD, &PERIODS).unwrap_or_default()
}

/// The parameter of a period. A week needs none.
pub(super) fn period_pair(period: Period) -> (&'static str, Option<String>) {
    (PERIOD, name_of(&PERIODS, &period).filter(|_| period != Period::Week))
}

/// The address of a page with metrics: those of the answers that match a filter, with trends by a period.
pub fn metrics_address(path: &str, answers: &AnswerFilterParams, period: Period) -> String {
    answers.at(path, [period_pair(period)])
}

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{query_of, read};
    use super::*;

    #[test]
    fn a_period_and_a_filter_survive_being_written_and_read() {
        for (period, _) in PERIODS {
            for region in [None, Some("KR".to_owned())] {
                let answers = AnswerFilterParams { region, ..AnswerFilterParams::recent() };
                let address = metrics_address("/overview", &answers, period);
                let found = (period_of(&query_of(&address)), read::<AnswerFilterParams>(&address));
                assert_eq!(found, (period, answers), "{address}");
            }
        }
        assert_eq!(metrics_address("/overview", &AnswerFilterParams::recent(), Period::Week), "/overview");
        assert_eq!(period_of(&query_of("by=century")), Period::Week);
    }
}
