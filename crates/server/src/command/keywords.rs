//! The options of the keyword data providers.

use std::sync::Arc;

use answerdeck_keyword_data::dataforseo::{self, DataForSeo};
use answerdeck_keyword_data::naver::{self, DataLab, Naver, SearchAd};
use answerdeck_keyword_data::sample::Sample;
use answerdeck_keyword_data::{GoogleKeywords, KeywordProviders, NaverKeywords};
use axum::http::header::InvalidHeaderValue;
use clap::Args;
use jiff::Timestamp;

use super::error::CommandError;
use super::public_url::PublicUrl;
use super::secret::{Secret, hidden};
use crate::clock::Clock;

/// The credentials of the providers. A provider without credentials is not used.
#[derive(Debug, Args)]
#[command(next_help_heading = "Keyword data")]
pub(super) struct KeywordOptions {
    /// Login for the DataForSEO API, which provides Google keyword data.
    #[arg(
        long,
        env = "ANSWERDECK_DATAFORSEO_LOGIN",
        value_name = "LOGIN",
        hide_env_values = true,
        value_parser = hidden::<Secret>(),
        requires = "dataforseo_password"
    )]
    dataforseo_login: Option<Secret>,

    /// Password for the DataForSEO API.
    #[arg(
        long,
        env = "ANSWERDECK_DATAFORSEO_PASSWORD",
        value_name = "SECRET",
        hide_env_values = true,
        value_parser = hidden::<Secret>(),
        requires = "dataforseo_login"
    )]
    dataforseo_password: Option<Secret>,

    /// URL of the DataForSEO API.
    #[arg(long, env = "ANSWERDECK_DATAFORSEO_URL", value_name = "URL", default_value = dataforseo::BASE_URL)]
    dataforseo_url: PublicUrl,

    /// Customer id for the Naver Search Ad API, which provides Naver keyword data.
    #[arg(long, env = "ANSWERDECK_NAVER_AD_CUSTOMER", value_name = "ID", hide_env_values = true, value_parser = hidden::<Secret>(), requires_all = ["naver_ad_key", "naver_ad_secret"])]
    naver_ad_customer: Option<Secret>,

    /// Access license for the Naver Search Ad API.
    #[arg(
        long,
        env = "ANSWERDECK_NAVER_AD_KEY",
        value_name = "SECRET",
        hide_env_values = true,
        value_parser = hidden::<Secret>(),
        requires = "naver_ad_customer"
    )]
    naver_ad_key: Option<Secret>,

    /// Secret key for the Naver Search Ad API.
    #[arg(
        long,
        env = "ANSWERDECK_NAVER_AD_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        value_parser = hidden::<Secret>(),
        requires = "naver_ad_customer"
    )]
    naver_ad_secret: Option<Secret>,

    /// URL of the Naver Search Ad API.
    #[arg(long, env = "ANSWERDECK_NAVER_AD_URL", value_name = "URL", default_value = naver::SEARCH_AD_BASE_URL)]
    naver_ad_url: PublicUrl,

    /// Client id for Naver DataLab, which provides search trends.
    #[arg(long, env = "ANSWERDECK_NAVER_CLIENT_ID", value_name = "ID", hide_env_values = true, value_parser = hidden::<Secret>(), requires_all = ["naver_client_secret", "naver_ad_customer"])]
    naver_client_id: Option<Secret>,

    /// Client secret for Naver DataLab.
    #[arg(
        long,
        env = "ANSWERDECK_NAVER_CLIENT_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        value_parser = hidden::<Secret>(),
        requires = "naver_client_id"
    )]
    naver_client_secret: Option<Secret>,

    /// URL of Naver DataLab.
    #[arg(long, env = "ANSWERDECK_NAVER_URL", value_name = "URL", default_value = naver::DATA_LAB_BASE_URL)]
    naver_url: PublicUrl,

    /// Keywords that an organization may request from the providers in a day (UTC). Cached keywords do not count.
    #[arg(long, env = "ANSWERDECK_KEYWORDS_PER_DAY", value_name = "COUNT", default_value_t = 10_000)]
    pub(super) keywords_per_day: u32,
}

impl KeywordOptions {
    /// Returns the providers that have credentials. In a demo, sample data replaces the others.
    pub(super) fn providers(&self, clock: &Clock, demo: bool) -> Result<KeywordProviders, CommandError> {
        let sample = match demo {
            true => Sample::providers(now(clock))
                .map_err(|error| CommandError::new(format!("the sample keywords cannot be loaded: {error}")))?,
            false => KeywordProviders::default(),
        };
        let invalid = |_| CommandError::of_usage("a keyword data credential is not a valid header value");
        Ok(KeywordProviders {
            google: self.google().or(sample.google),
            naver: self.naver(clock).transpose().map_err(invalid)?.or(sample.naver),
        })
    }

    fn google(&self) -> Option<Arc<dyn GoogleKeywords>> {
        let (login, password) = (self.dataforseo_login.as_ref()?, self.dataforseo_password.as_ref()?);
        Some(Arc::new(DataForSeo::new(&self.dataforseo_url.to_string(), &login.0, &password.0)))
    }

    fn naver(&self, clock: &Clock) -> Option<Result<Arc<dyn NaverKeywords>, InvalidHeaderValue>> {
        let customer = self.naver_ad_customer.as_ref()?;
        let (key, secret) = (self.naver_ad_key.as_ref()?, self.naver_ad_secret.as_ref()?);
        let data_lab = self.naver_client_id.as_ref().zip(self.naver_client_secret.as_ref());
        let data_lab = data_lab.map(|(id, secret)| DataLab::new(&self.naver_url.to_string(), &id.0, &secret.0));
        let search_ad = SearchAd::new(&self.naver_ad_url.to_string(), now(clock), &key.0, &secret.0, &customer.0);
        let provider = search_ad.and_then(|search_ad| Ok(Naver { search_ad, data_lab: data_lab.transpose()? }));
        Some(provider.map(|provider| Arc::new(provider) as _))
    }
}

/// The current time of `clock`, for the providers.
fn now(clock: &Clock) -> impl Fn() -> Timestamp + Send + Sync + 'static {
    let clock = clock.clone();
    move || clock.now()
}
