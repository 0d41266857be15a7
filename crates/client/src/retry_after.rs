//! How long `Retry-After` asks to wait.

use std::time::Duration;

use crate::transport::Response;

/// Reads `Retry-After` of a response: seconds, or a date.
///
/// A date is measured against the response's own `Date`, which is the same clock; the browser's may be hours off.
/// `None` when the header is missing or cannot be read, or a date has no `Date` beside it.
///
/// Source: RFC 9110, sections 10.2.3 and 5.6.7.
pub(crate) fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.header("retry-after")?.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(Duration::from_secs(seconds.into()));
    }
    let until = http_date(value)?;
    let now = http_date(response.header("date")?.trim())?;
    Some(Duration::from_secs(until.saturating_sub(now)))
}

/// Seconds from 0000-03-01 to an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Only differences of it are used, so the epoch is the one that makes the sum shortest.
fn http_date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"];
    let (_, text) = text.split_once(", ")?;
    let mut parts = text.strip_suffix(" GMT")?.split([' ', ':']);
    let day: u64 = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64;
    let year: u64 = parts.next()?.parse().ok()?;
    let mut time = || parts.next()?.parse::<u64>().ok();
    let (hours, minutes, seconds) = (time()?, time()?, time()?);
    let in_range = (1..=31).contains(&day) && (1..=9_999).contains(&year) && hours < 24 && minutes < 60 && seconds < 61;
    if !in_range || parts.next().is_some() {
        return None;
    }
    // The year begins in March, so that the leap day is its last.
    let year = if month >= 10 { year - 1 } else { year };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1;
    Some(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(retry_after_header: &str, date: Option<&str>) -> Option<u64> {
        let mut headers = vec![("retry-after".to_owned(), retry_after_header.to_owned())];
        headers.extend(date.map(|date| ("date".to_owned(), date.to_owned())));
        retry_after(&Response { status: 429, headers, body: String::new() }).map(|wait| wait.as_secs())
    }

    #[test]
    fn ok_seconds() {
        assert_eq!(wait("1", None), Some(1));
        assert_eq!(wait(" 0 ", None), Some(0));
    }

    #[test]
    fn ok_a_date_is_measured_against_the_date_of_the_response() {
        let date = "Tue, 29 Feb 2028 23:59:58 GMT";
        assert_eq!(wait("Wed, 01 Mar 2028 00:00:03 GMT", Some(date)), Some(5));
        assert_eq!(wait("Fri, 01 Mar 2030 00:00:00 GMT", Some(date)), Some(365 * 2 * 86_400 + 2));
        assert_eq!(wait("Tue, 29 Feb 2028 23:00:00 GMT", Some(date)), Some(0), "the date has passed");
    }

    #[test]
    fn err_a_date_without_one_to_measure_it_against() {
        assert_eq!(wait("Wed, 01 Mar 2028 00:00:03 GMT", None), None);
    }

    #[test]
    fn err_what_is_neither() {
        for text in ["", "-1", "soon", "1.5", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT"] {
            assert_eq!(wait(text, Some("Sun, 06 Nov 1994 08:49:37 GMT")), None, "{text}");
        }
    }
}
