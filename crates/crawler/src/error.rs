//! Why a page was not read.

use answerdeck_guarded_http::HttpError;
use serde::{Deserialize, Serialize};

/// The message is for the person who asked and reveals nothing about the internal network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PageError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("the page took too long to load")]
    TimedOut,
    #[error("the page is too large")]
    TooLarge,
    #[error("the page is not HTML but {0}")]
    NotHtml(String),
    #[error("the site responded with status {0}")]
    Status(u16),
    /// The page is a challenge for visitors, such as a captcha.
    #[error("the site shows a check for robots instead of its page; its operator has to let this crawler pass")]
    Challenge,
    #[error(
        "the site shows its text only by scripts, which are not run; enter the address of a page that has text without them"
    )]
    NoText,
    /// Source: RFC 9309, section 2.2.2.
    #[error("the site's robots.txt forbids this page")]
    ForbiddenByRobots,
    /// Source: RFC 9309, section 2.3.1.4.
    #[error("the site's robots.txt cannot be read, so no page may be visited")]
    RobotsUnavailable,
    #[error("the page redirects too often")]
    TooManyRedirects,
    /// The page belongs to another site, or redirects to one.
    #[error("the page redirects to another site")]
    CrossSiteRedirect,
}
