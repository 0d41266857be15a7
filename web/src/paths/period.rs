//! The period of a page's trends.

use answerdeck_insight::Period;

use super::query_string::{QueryString, with_query};

/// The periods, each with its name in addresses. The second is the default.
pub const PERIODS: [(Period, &str); 3] = [(Period::Day, "day"), (Period::Week, "week"), (Period::Month, "month")];

/// Reads the period from a query string. An absent or unknown one counts as a week.
pub fn period_of(query: &QueryString) -> Period {
    let name = query.text("by");
    let found = PERIODS.into_iter().find(|(_, known)| name.as_deref() == Some(known));
    found.map_or(Period::Week, |(period, _)| period)
}

/// The name of a period in addresses.
pub fn period_name(period: Period) -> &'static str {
    PERIODS.into_iter().find(|(known, _)| *known == period).map_or("", |(_, name)| name)
}

/// The address of a page with a period.
pub fn with_period(path: &str, period: Period) -> String {
    with_query(path, &[("by", (period != Period::Week).then(|| period_name(period).to_owned()))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_survives_being_written_and_read() {
        for (period, _) in PERIODS {
            let address = with_period("/overview", period);
            let query = address.split_once('?').map_or("", |(_, query)| query);
            assert_eq!(period_of(&QueryString::parse(query)), period, "{address}");
        }
        assert_eq!(with_period("/overview", Period::Week), "/overview");
        assert_eq!(period_of(&QueryString::parse("by=century")), Period::Week);
    }
}
