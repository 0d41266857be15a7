//! Trends from Naver DataLab.
//!
//! Source: Naver Developers, DataLab, search trend, `POST /v1/datalab/search`.

use jiff::civil::Date;
use reqwest::header::{self, HeaderValue};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::{ProviderClient, retry_rate_limited};
use crate::keyword::keyword_key;
use crate::provider::{ByKeyword, KeywordError};

/// Keyword groups of one call. The best month of all groups has 100. With five decimals, a keyword still has a trend when
/// people search for it ten thousand times less than for another.
pub(super) const GROUPS_MAX: usize = 5;

pub struct DataLab {
    client: ProviderClient,
    base_url: String,
    client_id: HeaderValue,
    client_secret: HeaderValue,
}

#[derive(Deserialize)]
struct TrendResponse {
    results: Vec<Series>,
}

#[derive(Deserialize)]
struct Series {
    /// The group's name: the index of the keyword in the call.
    title: String,
    data: Vec<Point>,
}

#[derive(Deserialize)]
struct Point {
    /// The first day of the month.
    period: String,
    ratio: f64,
}

impl DataLab {
    /// An adapter for the API at `base_url` (without a path), with the id and secret of an application.
    pub fn new(base_url: &str, client_id: &str, client_secret: &str) -> Result<Self, header::InvalidHeaderValue> {
        let mut client_secret = HeaderValue::try_from(client_secret)?;
        client_secret.set_sensitive(true);
        Ok(Self {
            client: ProviderClient::new("Naver DataLab"),
            base_url: base_url.to_owned(),
            client_id: HeaderValue::try_from(client_id)?,
            client_secret,
        })
    }

    /// The trends of up to [`GROUPS_MAX`] keywords, in percent of the best month of them all. The platform rescales each by its own.
    pub(super) async fn trend(
        &self,
        keywords: Vec<String>,
        months: &[Date],
    ) -> Result<ByKeyword<Vec<f64>>, KeywordError> {
        let (Some(first), Some(last)) = (months.first(), months.last()) else { return Ok(ByKeyword::new()) };
        let mut volumes = ByKeyword::new();
        let keyword_groups: Vec<Value> = keywords
            .iter()
            .enumerate()
            .map(|(index, keyword)| json!({ "groupName": index.to_string(), "keywords": [keyword] }))
            .collect();
        let body = json!({
            "startDate": first.to_string(),
            "endDate": last.last_of_month().to_string(),
            "timeUnit": "month",
            "keywordGroups": keyword_groups,
        });
        for series in retry_rate_limited(|| self.search(&body)).await? {
            let keyword = series.title.parse().ok().and_then(|index: usize| keywords.get(index));
            // A missing month has no searches. A keyword without any month has no data.
            if let Some(keyword) = keyword.filter(|_| !series.data.is_empty()) {
                volumes.insert(keyword_key(keyword), months.iter().map(|month| ratio(&series.data, *month)).collect());
            }
        }
        Ok(volumes)
    }

    async fn search(&self, body: &Value) -> Result<Vec<Series>, KeywordError> {
        let request = self
            .client
            .http
            .post(format!("{}/v1/datalab/search", self.base_url))
            .header("X-Naver-Client-Id", &self.client_id)
            .header("X-Naver-Client-Secret", &self.client_secret)
            .json(body);
        let body: TrendResponse = self.client.send(request).await?;
        Ok(body.results)
    }
}

fn ratio(data: &[Point], month: Date) -> f64 {
    let first = month.to_string();
    data.iter().find(|point| point.period == first).map_or(0.0, |point| point.ratio)
}
