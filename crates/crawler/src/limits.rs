use std::time::Duration;

/// Limits of time, size and redirects. Tests use smaller ones.
#[derive(Debug, Clone)]
pub struct CrawlLimits {
    /// Time limit of a connection, over all addresses of the host.
    pub connect_timeout: Duration,
    /// Time limit of a page with its redirects, and again of robots.txt with its redirects.
    pub page_timeout: Duration,
    /// Delay between the starts of two requests to a host.
    pub delay: Duration,
    /// The longest delay that robots.txt can ask for.
    pub delay_max: Duration,
    /// Bytes of a page, before and after decompression.
    pub body_bytes_max: usize,
    pub redirects_max: usize,
    /// Time limit of a crawl. No page is read after it.
    pub crawl_timeout: Duration,
    /// Steps that matching URLs with the rules of one host may take in a crawl. A step takes some nanoseconds.
    pub robots_steps_max: u64,
}

impl Default for CrawlLimits {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(4),
            page_timeout: Duration::from_secs(15),
            delay: Duration::from_millis(500),
            delay_max: Duration::from_secs(10),
            body_bytes_max: 2 * 1024 * 1024,
            redirects_max: 5,
            crawl_timeout: Duration::from_secs(15 * 60),
            robots_steps_max: 128 * 1024 * 1024,
        }
    }
}
