//! Volumes from Naver Search Ad.
//!
//! Source: Naver Search Ad API, RelKwdStat, `GET /keywordstool`.

use answerdeck_api::{Competition, NaverKeywordMetrics};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use jiff::Timestamp;
use reqwest::header::{self, HeaderValue};
use serde::Deserialize;
use serde_json::Value;
use sha2::Sha256;

use crate::client::{ProviderClient, retry_rate_limited};
use crate::keyword::keyword_key;
use crate::provider::{ByKeyword, KeywordError, RelatedKeywords};

/// Hint keywords of one call.
pub(super) const HINTS_MAX: usize = 5;
const PATH: &str = "/keywordstool";

pub struct SearchAd {
    client: ProviderClient,
    now: Box<dyn Fn() -> Timestamp + Send + Sync>,
    base_url: String,
    key: HeaderValue,
    customer: HeaderValue,
    secret: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeywordToolResponse {
    keyword_list: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    rel_keyword: String,
    monthly_pc_qc_cnt: Count,
    monthly_mobile_qc_cnt: Count,
    monthly_ave_pc_clk_cnt: Option<f64>,
    monthly_ave_mobile_clk_cnt: Option<f64>,
    monthly_ave_pc_ctr: Option<f64>,
    monthly_ave_mobile_ctr: Option<f64>,
    pl_avg_depth: Option<u64>,
    comp_idx: Option<String>,
}

/// A number, or `"< 10"`, which counts as 0: so a total never claims more than Naver does.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct Count {
    number: u64,
    is_below_threshold: bool,
}

impl TryFrom<Value> for Count {
    type Error = String;

    fn try_from(count: Value) -> Result<Self, String> {
        let text = count.as_str().unwrap_or_default();
        if text.split_whitespace().eq(["<", "10"]) || text == "<10" {
            return Ok(Self { number: 0, is_below_threshold: true });
        }
        let number = count.as_u64().or_else(|| text.parse().ok());
        let number = number.ok_or_else(|| format!("{count} is not a count"))?;
        Ok(Self { number, is_below_threshold: false })
    }
}

impl Row {
    fn metrics(self) -> NaverKeywordMetrics {
        let (pc, mobile) = (self.monthly_pc_qc_cnt, self.monthly_mobile_qc_cnt);
        NaverKeywordMetrics {
            ad_depth: self.pl_avg_depth,
            avg_ctr_mobile: self.monthly_ave_mobile_ctr,
            avg_ctr_pc: self.monthly_ave_pc_ctr,
            avg_click_mobile: self.monthly_ave_mobile_clk_cnt,
            avg_click_pc: self.monthly_ave_pc_clk_cnt,
            competition: self.comp_idx.map(|label| Competition::from(label.as_str())),
            mobile_below_threshold: mobile.is_below_threshold,
            pc_below_threshold: pc.is_below_threshold,
            search_volume_mobile: mobile.number,
            search_volume_pc: pc.number,
            search_volume_total: pc.number.saturating_add(mobile.number),
        }
    }
}

impl SearchAd {
    /// An adapter for the API at `base_url` (without a path), with the access license, the secret key and the customer id
    /// of the API. `now` returns the current time, which every request is signed with.
    pub fn new(
        base_url: &str,
        now: impl Fn() -> Timestamp + Send + Sync + 'static,
        key: &str,
        secret: &str,
        customer: &str,
    ) -> Result<Self, header::InvalidHeaderValue> {
        let mut key = HeaderValue::try_from(key)?;
        key.set_sensitive(true);
        Ok(Self {
            client: ProviderClient::new("Naver Search Ad"),
            now: Box::new(now),
            base_url: base_url.to_owned(),
            key,
            customer: HeaderValue::try_from(customer)?,
            secret: secret.to_owned(),
        })
    }

    /// The metrics of up to [`HINTS_MAX`] keywords, and of some others.
    pub(super) async fn metrics(&self, hints: Vec<String>) -> Result<ByKeyword<NaverKeywordMetrics>, KeywordError> {
        let rows = retry_rate_limited(|| self.keyword_tool(&hints)).await?;
        Ok(rows.into_iter().map(|row| (keyword_key(&row.rel_keyword), row.metrics())).collect())
    }

    pub(super) async fn related(&self, hint: String) -> Result<RelatedKeywords<NaverKeywordMetrics>, KeywordError> {
        let rows = retry_rate_limited(|| self.keyword_tool(std::slice::from_ref(&hint))).await?;
        Ok(RelatedKeywords::of(&hint, rows.into_iter().map(|row| (row.rel_keyword.clone(), row.metrics()))))
    }

    async fn keyword_tool(&self, hints: &[String]) -> Result<Vec<Row>, KeywordError> {
        let hints: Vec<String> = hints.iter().map(|hint| hint.split_whitespace().collect()).collect();
        let timestamp = (self.now)().as_millisecond();
        let request = self
            .client
            .http
            .get(format!("{}{PATH}", self.base_url))
            .query(&[("hintKeywords", hints.join(",").as_str()), ("showDetail", "1")])
            .header("X-Timestamp", timestamp)
            .header("X-API-KEY", &self.key)
            .header("X-Customer", &self.customer)
            .header("X-Signature", signature(&self.secret, timestamp));
        let body: KeywordToolResponse = self.client.send(request).await?;
        Ok(body.keyword_list)
    }
}

/// Source: Naver Search Ad API, signature of a request.
fn signature(secret: &str, timestamp: i64) -> String {
    #[expect(clippy::expect_used, reason = "HMAC accepts a key of any length")]
    let mut hmac = <Hmac<Sha256> as Mac>::new_from_slice(secret.as_bytes()).expect("a key of any length");
    hmac.update(format!("{timestamp}.GET.{PATH}").as_bytes());
    STANDARD.encode(hmac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_covers_time_method_and_path() {
        // Made with `printf '1795165200000.GET./keywordstool' | openssl dgst -sha256 -hmac secret -binary | base64`.
        assert_eq!(signature("secret", 1_795_165_200_000), "2Edt4dXURWIDcu68EXeyhXS2o67oy37sBhaxYUVIIz4=");
    }

    #[test]
    fn a_count_is_a_number_or_below_ten() {
        let read =
            |text: &str| serde_json::from_str::<Count>(text).map(|count| (count.number, count.is_below_threshold));
        assert_eq!(read("1200").unwrap(), (1_200, false));
        assert_eq!(read("\"< 10\"").unwrap(), (0, true));
        assert_eq!(read("\"35\"").unwrap(), (35, false));
        assert!(read("\"many\"").is_err() && read("-1").is_err() && read("null").is_err());
    }
}
