//! What the APIs of DataForSEO have in common: the form of a response, its status codes, and the code of a country.
//!
//! Source: DataForSEO API v3; Appendix, Errors.

use serde::Deserialize;

use crate::lenient::Lenient;

/// The address of the APIs, without a path.
pub const URL: &str = "https://api.dataforseo.com";

pub const OK: u32 = 20_000;
pub const NO_RESULTS: u32 = 40_102;
/// The rate limits: of a minute, and of requests at the same time.
pub const RATE_LIMITS: [u32; 2] = [40_202, 40_209];

/// Every response. Its status says whether the request was accepted; the status of a task has the outcome of the task.
#[derive(Deserialize)]
pub struct Envelope<T> {
    pub status_code: Option<u32>,
    pub status_message: Lenient<String>,
    pub tasks: Option<Vec<Task<T>>>,
}

#[derive(Deserialize)]
pub struct Task<T> {
    pub id: Option<String>,
    pub status_code: Option<u32>,
    pub status_message: Lenient<String>,
    /// US dollars.
    pub cost: Lenient<f64>,
    pub result: Option<Vec<T>>,
}

/// The location code of a country: 2,000 plus its ISO 3166-1 number, as in Google's table of geographic targets. `None` if
/// ISO 3166-1 has no such country.
pub fn location_code(country: &str) -> Option<u32> {
    rust_iso3166::from_alpha2(country).map(|country| 2_000 + u32::from(country.numeric))
}
