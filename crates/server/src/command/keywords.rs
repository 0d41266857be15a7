//! The options that say where keyword data comes from.

use std::str::FromStr;
use std::sync::Arc;

use axum::http::header::InvalidHeaderValue;
use clap::Args;

use super::error::CommandError;
use crate::clock::Clock;
use crate::keywords::dataforseo::{self, DataForSeo};
use crate::keywords::naver::{self, DataLab, Naver, SearchAd};
use crate::keywords::sample::Sample;
use crate::keywords::{GoogleKeywords, KeywordProviders, NaverKeywords};
use crate::public_url::PublicUrl;

/// A credential: never shown.
#[derive(Clone)]
struct Secret(String);

impl FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let fits = !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if fits { Ok(Self(text.to_owned())) } else { Err("a credential is ASCII text") }
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// Credentials of the providers. A provider without them is not asked.
#[derive(Debug, Args)]
#[command(next_help_heading = "Keyword data")]
pub(super) struct KeywordOptions {
    /// The login of the DataForSEO API, for Google's searches.
    #[arg(
        long,
        env = "ANSWERDECK_DATAFORSEO_LOGIN",
        value_name = "LOGIN",
        hide_env_values = true,
        requires = "dataforseo_password"
    )]
    dataforseo_login: Option<Secret>,

    /// The password of the DataForSEO API.
    #[arg(
        long,
        env = "ANSWERDECK_DATAFORSEO_PASSWORD",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "dataforseo_login"
    )]
    dataforseo_password: Option<Secret>,

    /// Where the DataForSEO API is.
    #[arg(long, env = "ANSWERDECK_DATAFORSEO_URL", value_name = "URL", default_value = dataforseo::ADDRESS)]
    dataforseo_url: PublicUrl,

    /// The customer id of the Naver Search Ad API, for Naver's searches.
    #[arg(long, env = "ANSWERDECK_NAVER_AD_CUSTOMER", value_name = "ID", hide_env_values = true, requires_all = ["naver_ad_key", "naver_ad_secret"])]
    naver_ad_customer: Option<Secret>,

    /// The access licence of the Naver Search Ad API.
    #[arg(
        long,
        env = "ANSWERDECK_NAVER_AD_KEY",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "naver_ad_customer"
    )]
    naver_ad_key: Option<Secret>,

    /// The secret key of the Naver Search Ad API.
    #[arg(
        long,
        env = "ANSWERDECK_NAVER_AD_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "naver_ad_customer"
    )]
    naver_ad_secret: Option<Secret>,

    /// Where the Naver Search Ad API is.
    #[arg(long, env = "ANSWERDECK_NAVER_AD_URL", value_name = "URL", default_value = naver::SEARCH_AD_ADDRESS)]
    naver_ad_url: PublicUrl,

    /// The client id of an application with Naver DataLab, for trends.
    #[arg(long, env = "ANSWERDECK_NAVER_CLIENT_ID", value_name = "ID", hide_env_values = true, requires_all = ["naver_client_secret", "naver_ad_customer"])]
    naver_client_id: Option<Secret>,

    /// The client secret of the application with Naver DataLab.
    #[arg(
        long,
        env = "ANSWERDECK_NAVER_CLIENT_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        requires = "naver_client_id"
    )]
    naver_client_secret: Option<Secret>,

    /// Where Naver DataLab is.
    #[arg(long, env = "ANSWERDECK_NAVER_URL", value_name = "URL", default_value = naver::DATA_LAB_ADDRESS)]
    naver_url: PublicUrl,
}

impl KeywordOptions {
    /// The providers whose credentials are given. In a demo the sample provider stands in for the others.
    pub(super) fn providers(&self, clock: &Clock, demo: bool) -> Result<KeywordProviders, CommandError> {
        let sample = match demo {
            true => Sample::providers(clock.clone())
                .map_err(|error| CommandError::new(format!("the sample keywords: {error}")))?,
            false => KeywordProviders::default(),
        };
        let unfit = |_| CommandError::new("a credential of a provider of keyword data does not fit into a header");
        Ok(KeywordProviders {
            google: self.google().transpose().map_err(unfit)?.or(sample.google),
            naver: self.naver(clock).transpose().map_err(unfit)?.or(sample.naver),
        })
    }

    fn google(&self) -> Option<Result<Arc<dyn GoogleKeywords>, InvalidHeaderValue>> {
        let (login, password) = (self.dataforseo_login.as_ref()?, self.dataforseo_password.as_ref()?);
        let provider = DataForSeo::new(&self.dataforseo_url.to_string(), &login.0, &password.0);
        Some(provider.map(|provider| Arc::new(provider) as _))
    }

    fn naver(&self, clock: &Clock) -> Option<Result<Arc<dyn NaverKeywords>, InvalidHeaderValue>> {
        let (customer, key, secret) =
            (self.naver_ad_customer.as_ref()?, self.naver_ad_key.as_ref()?, self.naver_ad_secret.as_ref()?);
        let data_lab = self.naver_client_id.as_ref().zip(self.naver_client_secret.as_ref());
        let data_lab = data_lab.map(|(id, secret)| DataLab::new(&self.naver_url.to_string(), &id.0, &secret.0));
        let search_ad = SearchAd::new(&self.naver_ad_url.to_string(), clock.clone(), &key.0, &secret.0, &customer.0);
        let provider = search_ad.and_then(|search_ad| Ok(Naver { search_ad, data_lab: data_lab.transpose()? }));
        Some(provider.map(|provider| Arc::new(provider) as _))
    }
}
