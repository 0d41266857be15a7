//! How much one page may take.

use std::time::Duration;

/// The bounds of a visit. Tests say smaller ones.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// For a connection.
    pub connect: Duration,
    /// For a page with its redirects, and again for robots.txt with its own.
    pub page: Duration,
    /// Between the starts of two requests to one host.
    pub delay: Duration,
    /// Of the delay that robots.txt asks for.
    pub delay_max: Duration,
    /// Bytes of a page, on the way as well as unpacked.
    pub body: usize,
    /// Redirects of a page.
    pub redirects: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(4),
            page: Duration::from_secs(15),
            delay: Duration::from_millis(500),
            delay_max: Duration::from_secs(10),
            body: 2 * 1024 * 1024,
            redirects: 5,
        }
    }
}
