//! Numbers, and nouns with them.

use answerdeck_insight::points;
use js_sys::Intl;

use super::{call_format, formatter, options};

/// A whole number with separators: `1,234`.
pub fn count(number: u64) -> String {
    decimal(number as f64)
}

/// A number with at most three decimals: `1,234.5`.
pub fn decimal(number: f64) -> String {
    formatted("decimal", &[], number)
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
    formatted("percent", &[("style", "percent")], rate)
}

/// The least rate that is written as a number. A lower one is less than it.
const LEAST_RATE: f64 = 0.001;

/// A rate, 0..1, as a percentage: `45%`, `5.0%`, `<0.1%`. It has a decimal below 10%. `100%` only if it is 1, and `0%` only if it
/// is 0.
pub fn rate(rate: f64) -> String {
    let with_decimal = |rate: f64| {
        let digits = [("style", "percent"), ("minimumFractionDigits", "1"), ("maximumFractionDigits", "1")];
        formatted("rate-with-decimal", &digits, rate)
    };
    match almost_all(rate) {
        Some(rate) => with_decimal(rate),
        None if rate > 0.0 && rate < LEAST_RATE => ["<", &with_decimal(LEAST_RATE)].concat(),
        None if (LEAST_RATE..0.0995).contains(&rate) => with_decimal(rate),
        None => formatted("rate", &[("style", "percent"), ("maximumSignificantDigits", "2")], rate),
    }
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
    formatted("mean", &[("minimumFractionDigits", "1"), ("maximumFractionDigits", "1")], mean)
}

const DOLLARS: [(&str, &str); 3] = [("style", "currency"), ("currency", "USD"), ("currencyDisplay", "narrowSymbol")];

/// An amount in US dollars: `$1.30`.
pub fn dollars(amount: f64) -> String {
    formatted("dollars", &DOLLARS, amount)
}

/// A small amount in US dollars, with at most four decimals: `$0.0042`.
pub fn cost(amount: f64) -> String {
    formatted("cost", &[&DOLLARS[..], &[("maximumFractionDigits", "4")]].concat(), amount)
}

/// A change in percent, with its sign: `+22%`, `0%`.
pub fn percent_change(percent: f64) -> String {
    signed("percent-change", &[("style", "percent")], percent / 100.0)
}

fn signed(kind: &'static str, parts: &[(&str, &str)], number: f64) -> String {
    formatted(kind, &[parts, &[("signDisplay", "exceptZero")]].concat(), number).replace('-', "−")
}

fn formatted(kind: &'static str, parts: &[(&str, &str)], number: f64) -> String {
    let format = formatter(kind, |locales| Intl::NumberFormat::new(locales, &options(parts)).format());
    call_format(&format, &number.into()).unwrap_or_default()
}

/// A difference of rates as percentage points with their sign and a unit: `+6 points`.
pub fn percentage_points(difference: f64, unit: &str) -> String {
    [&signed("points", &[], points(difference)), unit].concat()
}

/// A difference of rates as percentage points with their sign and the form of an English unit for them: `−1 point`.
pub fn counted_points(difference: f64, one: &str, other: &str) -> String {
    percentage_points(difference, if points(difference).abs() == 1.0 { one } else { other })
}

/// The singular or plural form of an English noun for a number.
pub const fn plural(number: u64, one: &'static str, other: &'static str) -> &'static str {
    if number == 1 { one } else { other }
}

/// A number with the form of an English noun for it: `2 answers`.
pub fn counted(number: u64, one: &'static str, other: &'static str) -> String {
    [&count(number), " ", plural(number, one, other)].concat()
}

#[cfg(test)]
mod tests {
    use super::almost_all;

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
}
