//! Parses the `Retry-After` header.

use std::time::Duration;

use crate::transport::Response;

/// Returns the wait that the `Retry-After` header of a response asks for, in seconds or as a date.
///
/// A date is compared with the `Date` header of the same response, because the browser's clock may be hours off. `None`
/// when the header is missing or malformed, or when it is a date and there is no `Date` header.
///
/// Source: RFC 9110, sections 10.2.3 and 5.6.7.
pub(crate) fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.header("retry-after")?.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(Duration::from_secs(seconds.into()));
    }
    let end = http_date(value)?;
    let now = http_date(response.header("date")?.trim())?;
    Some(Duration::from_secs(end.saturating_sub(now)))
}

/// Returns the seconds from 0000-03-01 to an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Callers use only differences, so any epoch works. This one makes the calculation shortest.
fn http_date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"];
    let (_, text) = text.split_once(", ")?;
    let mut parts = text.strip_suffix(" GMT")?.split([' ', ':']);
    let day: u64 = parts.next()?.parse().ok()?;
    let month_name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == month_name)? as u64;
    let year: u64 = parts.next()?.parse().ok()?;
    let mut time = || parts.next()?.parse::<u64>().ok();
    let (hours, minutes, seconds) = (time()?, time()?, time()?);
    let in_range = (1..=31).contains(&day) && (1..=9_999).contains(&year) && hours < 24 && minutes < 60 && seconds < 61;
    if !in_range || parts.next().is_some() {
        return None;
    }
    // Years begin in March, so that the leap day is the last day of a year.
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
    fn retry_after_reads_seconds() {
        assert_eq!(wait("1", None), Some(1));
        assert_eq!(wait(" 0 ", None), Some(0));
    }

    #[test]
    fn retry_after_compares_a_date_with_the_date_of_the_response() {
        let date = "Tue, 29 Feb 2028 23:59:58 GMT";
        assert_eq!(wait("Wed, 01 Mar 2028 00:00:03 GMT", Some(date)), Some(5));
        assert_eq!(wait("Fri, 01 Mar 2030 00:00:00 GMT", Some(date)), Some(365 * 2 * 86_400 + 2));
        assert_eq!(wait("Tue, 29 Feb 2028 23:00:00 GMT", Some(date)), Some(0), "the date is in the past");
    }

    #[test]
    fn retry_after_ignores_a_date_without_a_date_header() {
        assert_eq!(wait("Wed, 01 Mar 2028 00:00:03 GMT", None), None);
    }

    #[test]
    fn retry_after_ignores_malformed_values() {
        for text in ["", "-1", "soon", "1.5", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT"] {
            assert_eq!(wait(text, Some("Sun, 06 Nov 1994 08:49:37 GMT")), None, "{text}");
        }
    }
}
