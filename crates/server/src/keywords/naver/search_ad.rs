//! Volumes by Naver Search Ad.
//!
//! Source: Naver Search Ad API, RelKwdStat, `GET /keywordstool`.

use answerdeck_api::{Competition, NaverKeywordMetrics};
use axum::http::{HeaderValue, Request, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::clock::Clock;
use crate::keywords::outbound::Outbound;
use crate::keywords::{KeywordError, Measured, RelatedKeywords, key};

/// Keywords of one call.
const HINTS: usize = 5;
const PATH: &str = "/keywordstool";

/// The adapter.
pub struct SearchAd {
    outbound: Outbound,
    clock: Clock,
    address: String,
    key: HeaderValue,
    customer: HeaderValue,
    secret: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
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

/// A number, or `"< 10"`.
#[derive(Deserialize)]
#[serde(try_from = "CountText")]
enum Count {
    Told(u64),
    BelowThreshold,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CountText {
    Number(u64),
    Text(String),
}

impl TryFrom<CountText> for Count {
    type Error = String;

    fn try_from(text: CountText) -> Result<Self, String> {
        match text {
            CountText::Number(number) => Ok(Self::Told(number)),
            CountText::Text(text) if text.split_whitespace().eq(["<", "10"]) || text == "<10" => {
                Ok(Self::BelowThreshold)
            }
            CountText::Text(text) => text.parse().map(Self::Told).map_err(|_| format!("{text:?} is no count")),
        }
    }
}

impl Count {
    fn told(&self) -> u64 {
        match self {
            Self::Told(number) => *number,
            Self::BelowThreshold => 0,
        }
    }
}

impl Row {
    fn metrics(self) -> NaverKeywordMetrics {
        let (pc, mobile) = (self.monthly_pc_qc_cnt.told(), self.monthly_mobile_qc_cnt.told());
        NaverKeywordMetrics {
            ad_depth: self.pl_avg_depth,
            avg_ctr_mobile: self.monthly_ave_mobile_ctr,
            avg_ctr_pc: self.monthly_ave_pc_ctr,
            avg_click_mobile: self.monthly_ave_mobile_clk_cnt,
            avg_click_pc: self.monthly_ave_pc_clk_cnt,
            competition: self.comp_idx.map(|label| Competition::from(label.as_str())),
            mobile_below_threshold: matches!(self.monthly_mobile_qc_cnt, Count::BelowThreshold),
            pc_below_threshold: matches!(self.monthly_pc_qc_cnt, Count::BelowThreshold),
            search_volume_mobile: mobile,
            search_volume_pc: pc,
            search_volume_total: pc.saturating_add(mobile),
        }
    }
}

impl SearchAd {
    /// Asks at `address`, an origin, with the access licence, the secret key and the customer id of the API.
    ///
    /// # Errors
    /// When a credential does not fit into a header.
    pub fn new(
        address: &str,
        clock: Clock,
        key: &str,
        secret: &str,
        customer: &str,
    ) -> Result<Self, header::InvalidHeaderValue> {
        let mut key = HeaderValue::try_from(key)?;
        key.set_sensitive(true);
        Ok(Self {
            outbound: Outbound::new("Naver Search Ad"),
            clock,
            address: address.to_owned(),
            key,
            customer: HeaderValue::try_from(customer)?,
            secret: secret.to_owned(),
        })
    }

    pub(super) async fn metrics(&self, keywords: &[String]) -> Result<Measured<NaverKeywordMetrics>, KeywordError> {
        let mut measured = Measured::new();
        for hints in keywords.chunks(HINTS) {
            let wanted: Vec<String> = hints.iter().map(|hint| key(hint)).collect();
            for row in self.ask(hints).await? {
                let name = key(&row.rel_keyword);
                if wanted.contains(&name) {
                    measured.insert(name, row.metrics());
                }
            }
        }
        Ok(measured)
    }

    pub(super) async fn around(&self, keyword: &str) -> Result<RelatedKeywords<NaverKeywordMetrics>, KeywordError> {
        let base = key(keyword);
        let mut around = RelatedKeywords { metrics: None, keywords: Vec::new() };
        for row in self.ask(&[keyword.to_owned()]).await? {
            let name = row.rel_keyword.clone();
            match key(&name) == base {
                true => around.metrics = Some(row.metrics()),
                false => around.keywords.push((name, row.metrics())),
            }
        }
        Ok(around)
    }

    async fn ask(&self, hints: &[String]) -> Result<Vec<Row>, KeywordError> {
        if hints.iter().any(|hint| hint.contains(',')) {
            return Err(KeywordError::Rejected("Naver takes no keyword with a comma".to_owned()));
        }
        let hints: Vec<String> = hints.iter().map(|hint| hint.split_whitespace().collect()).collect();
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("hintKeywords", &hints.join(","))
            .append_pair("showDetail", "1")
            .finish();
        let timestamp = self.clock.now().as_millisecond();
        let request = Request::get(format!("{}{PATH}?{query}", self.address))
            .header("X-Timestamp", timestamp)
            .header("X-API-KEY", &self.key)
            .header("X-Customer", &self.customer)
            .header("X-Signature", signature(&self.secret, timestamp))
            .body(Default::default())
            .map_err(|error| KeywordError::Unavailable(error.to_string()))?;
        let reply = self.outbound.send(request).await?;
        if !reply.status.is_success() {
            return Err(self.outbound.refused(reply.status));
        }
        let answer: Answer = self.outbound.read(&reply)?;
        Ok(answer.keyword_list)
    }
}

/// Source: Naver Search Ad API, signature of a request.
fn signature(secret: &str, timestamp: i64) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut hmac = <Hmac<Sha256> as Mac>::new_from_slice(secret.as_bytes()).expect("a key of any length");
    hmac.update(format!("{timestamp}.GET.{PATH}").as_bytes());
    STANDARD.encode(hmac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_signed_over_its_time_method_and_path() {
        // By `printf '1795165200000.GET./keywordstool' | openssl dgst -sha256 -hmac secret -binary | base64`.
        assert_eq!(signature("secret", 1_795_165_200_000), "2Edt4dXURWIDcu68EXeyhXS2o67oy37sBhaxYUVIIz4=");
    }

    #[test]
    fn a_count_is_a_number_or_under_ten() {
        let read = |text: &str| {
            serde_json::from_str::<Count>(text).map(|count| (count.told(), matches!(count, Count::BelowThreshold)))
        };
        assert_eq!(read("1200").unwrap(), (1_200, false));
        assert_eq!(read("\"< 10\"").unwrap(), (0, true));
        assert_eq!(read("\"35\"").unwrap(), (35, false));
        assert!(read("\"many\"").is_err() && read("-1").is_err() && read("null").is_err());
    }
}
