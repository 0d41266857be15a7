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
    let date = |text: &str| httpdate::parse_http_date(text.trim()).ok();
    let (end, now) = (date(value)?, date(response.header("date")?)?);
    Some(end.duration_since(now).unwrap_or_default())
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
    fn retry_after_reads_the_obsolete_date_formats() {
        for text in ["Sunday, 06-Nov-94 08:49:42 GMT", "Sun Nov  6 08:49:42 1994"] {
            assert_eq!(wait(text, Some("Sun, 06 Nov 1994 08:49:37 GMT")), Some(5), "{text}");
        }
    }

    #[test]
    fn retry_after_ignores_a_date_without_a_date_header() {
        assert_eq!(wait("Wed, 01 Mar 2028 00:00:03 GMT", None), None);
    }

    #[test]
    fn retry_after_ignores_malformed_values() {
        for text in ["", "-1", "soon", "1.5", "Sun, 06 Nov 1994 08:49 GMT"] {
            assert_eq!(wait(text, Some("Sun, 06 Nov 1994 08:49:37 GMT")), None, "{text}");
        }
    }
}
