//! Trends by Naver DataLab.
//!
//! Source: Naver Developers, DataLab, search trend, `POST /v1/datalab/search`.

use axum::http::{HeaderValue, Request, header};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::keywords::months::Month;
use crate::keywords::outbound::Outbound;
use crate::keywords::{KeywordError, Measured, key};

/// Keywords of one call. 100 is the best month of them all; with five digits after the point, a keyword that is
/// searched for ten thousand times less than another still has a trend.
const GROUPS: usize = 5;

/// The adapter.
pub struct DataLab {
    outbound: Outbound,
    address: String,
    client_id: HeaderValue,
    client_secret: HeaderValue,
}

#[derive(Deserialize)]
struct Answer {
    results: Vec<Series>,
}

#[derive(Deserialize)]
struct Series {
    /// The group's name: the place of the keyword in the call.
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
    /// Asks at `address`, an origin, as the application with this id and secret.
    ///
    /// # Errors
    /// When a credential does not fit into a header.
    pub fn new(address: &str, client_id: &str, client_secret: &str) -> Result<Self, header::InvalidHeaderValue> {
        let mut client_secret = HeaderValue::try_from(client_secret)?;
        client_secret.set_sensitive(true);
        Ok(Self {
            outbound: Outbound::new("Naver DataLab"),
            address: address.to_owned(),
            client_id: HeaderValue::try_from(client_id)?,
            client_secret,
        })
    }

    pub(super) async fn trend(
        &self,
        keywords: &[String],
        months: &[Month],
    ) -> Result<Measured<Vec<f64>>, KeywordError> {
        let (Some(first), Some(last)) = (months.first(), months.last()) else { return Ok(Measured::new()) };
        let mut measured = Measured::new();
        for groups in keywords.chunks(GROUPS) {
            let named: Vec<Value> = groups
                .iter()
                .enumerate()
                .map(|(place, keyword)| json!({ "groupName": place.to_string(), "keywords": [keyword] }))
                .collect();
            let body = json!({
                "startDate": first.first(),
                "endDate": last.last(),
                "timeUnit": "month",
                "keywordGroups": named,
            });
            for series in self.ask(&body).await? {
                let keyword = series.title.parse().ok().and_then(|place: usize| groups.get(place));
                // A month that is not there is one without searches; a keyword without any has no data.
                if let Some(keyword) = keyword.filter(|_| !series.data.is_empty()) {
                    measured.insert(key(keyword), months.iter().map(|month| ratio(&series.data, *month)).collect());
                }
            }
        }
        Ok(measured)
    }

    async fn ask(&self, body: &Value) -> Result<Vec<Series>, KeywordError> {
        let request = Request::post(format!("{}/v1/datalab/search", self.address))
            .header("X-Naver-Client-Id", &self.client_id)
            .header("X-Naver-Client-Secret", &self.client_secret)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_string().into())
            .map_err(|error| KeywordError::Unavailable(error.to_string()))?;
        let reply = self.outbound.send(request).await?;
        if !reply.status.is_success() {
            return Err(self.outbound.refused(reply.status));
        }
        let answer: Answer = self.outbound.read(&reply)?;
        Ok(answer.results)
    }
}

fn ratio(data: &[Point], month: Month) -> f64 {
    let first = month.first();
    data.iter().find(|point| point.period == first).map_or(0.0, |point| point.ratio)
}
