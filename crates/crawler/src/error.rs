//! Why a page was not read.

use answerdeck_guarded_http::HttpError;
use serde::{Deserialize, Serialize};

/// Why a page was not read. The message is for the person who asked and reveals nothing about the internal network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PageError {
    /// There is no response.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The response was not complete in time.
    #[error("the page took too long to load")]
    TimedOut,
    /// The page has too many bytes.
    #[error("the page is too large")]
    TooLarge,
    /// The page has this media type.
    #[error("the page is not HTML but {0}")]
    NotHtml(String),
    /// The response has this status, which is not a success.
    #[error("the site responded with status {0}")]
    Status(u16),
    /// The page is a challenge for visitors, such as a captcha.
    #[error("the site shows a check for robots instead of its page; its operator has to let this crawler pass")]
    Challenge,
    /// No page has a text without scripts.
    #[error(
        "the site shows its text only by scripts, which are not run; enter the address of a page that has text without them"
    )]
    NoText,
    /// robots.txt forbids the page.
    ///
    /// Source: RFC 9309, section 2.2.2.
    #[error("the site's robots.txt forbids this page")]
    ForbiddenByRobots,
    /// robots.txt could not be read.
    ///
    /// Source: RFC 9309, section 2.3.1.4.
    #[error("the site's robots.txt cannot be read, so no page may be visited")]
    RobotsUnavailable,
    /// The page redirects too often.
    #[error("the page redirects too often")]
    TooManyRedirects,
    /// The page belongs to another site, or redirects to one.
    #[error("the page redirects to another site")]
    CrossSiteRedirect,
}
