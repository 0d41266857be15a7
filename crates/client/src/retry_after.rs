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
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A larger number is as good as never.
        return Some(Duration::from_secs(value.parse().unwrap_or(u32::MAX).into()));
    }
    let (end, now) = (http_date(value)?, http_date(response.header("date")?)?);
    Some(end.saturating_sub(now))
}

/// The time since 1970 of an HTTP date. A browser parses it itself: httpdate would add 2 kB to every page.
#[cfg(target_arch = "wasm32")]
fn http_date(text: &str) -> Option<Duration> {
    let text = text.trim();
    // Browsers parse a plain number as a date, too. An HTTP date begins with the day of the week.
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    // A date is in UTC, even if it does not say so.
    let zone = if text.ends_with("GMT") { "" } else { " GMT" };
    let milliseconds = js_sys::Date::parse(&[text, zone].concat());
    // The cast turns a time before 1970 into 0.
    milliseconds.is_finite().then(|| Duration::from_millis(milliseconds as u64))
}

/// The time since 1970 of an HTTP date.
#[cfg(not(target_arch = "wasm32"))]
fn http_date(text: &str) -> Option<Duration> {
    httpdate::parse_http_date(text.trim()).ok()?.duration_since(std::time::UNIX_EPOCH).ok()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

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
        for text in ["4294967296", "99999999999999999999999"] {
            assert_eq!(wait(text, None), Some(u32::MAX.into()), "{text}");
        }
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
        for text in ["", "-1", "soon", "1.5", "Sun, 06 Foo 1994 08:49:37 GMT"] {
            assert_eq!(wait(text, Some("Sun, 06 Nov 1994 08:49:37 GMT")), None, "{text}");
        }
    }
}
