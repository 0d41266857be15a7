//! One entry of the configuration: the table of a model, as it is written in the file.

use answerdeck_api::ModelCode;
use serde::Deserialize;
use url::Url;

use super::error::ConfigError;
use super::provider::Provider;
use crate::route_limits::RouteLimits;

/// The allowed numbers of questions at the same time.
const MAX_CONCURRENCY: std::ops::RangeInclusive<usize> = 1..=50;
/// The highest amount, in US dollars. A higher one is a mistake.
const DOLLARS_MAX: f64 = 1_000_000.0;
const MILLION: f64 = 1_000_000.0;

/// The keys of an entry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys", rename_all = "kebab-case")]
pub(super) struct Entry {
    pub(super) provider: Provider,
    model: Option<String>,
    key: Option<String>,
    key_env: Option<String>,
    key_file: Option<String>,
    login: Option<String>,
    login_env: Option<String>,
    login_file: Option<String>,
    password: Option<String>,
    password_env: Option<String>,
    password_file: Option<String>,
    max_concurrency: Option<usize>,
    spend_per_day: Option<f64>,
    price: Option<f64>,
    url: Option<String>,
    search_url: Option<String>,
    accept_terms: Option<bool>,
}

/// An entry with its model. Its methods read one part each, and their errors name the model and the key.
pub(super) struct Route<'a> {
    pub(super) code: &'a ModelCode,
    pub(super) entry: &'a Entry,
    /// Reads an environment variable.
    pub(super) variable: &'a dyn Fn(&str) -> Option<String>,
}

impl Route<'_> {
    /// Checks that the provider serves the model and takes all keys of the entry.
    ///
    /// # Errors
    /// Fails with the model, or with the first key, that the provider does not support.
    pub(super) fn check_keys(&self) -> Result<(), ConfigError> {
        let (entry, provider) = (self.entry, self.entry.provider);
        if !provider.serves(self.code) {
            return Err(self.error(format!("{} does not serve this model", provider.name())));
        }
        let written = [
            ("model", entry.model.is_some()),
            ("key", entry.key.is_some()),
            ("key-env", entry.key_env.is_some()),
            ("key-file", entry.key_file.is_some()),
            ("login", entry.login.is_some()),
            ("login-env", entry.login_env.is_some()),
            ("login-file", entry.login_file.is_some()),
            ("password", entry.password.is_some()),
            ("password-env", entry.password_env.is_some()),
            ("password-file", entry.password_file.is_some()),
            ("spend-per-day", entry.spend_per_day.is_some()),
            ("price", entry.price.is_some()),
            ("url", entry.url.is_some()),
            ("search-url", entry.search_url.is_some()),
            ("accept-terms", entry.accept_terms.is_some()),
        ];
        match written.iter().find(|(key, is_written)| *is_written && !provider.keys().contains(key)) {
            Some((key, _)) => Err(self.error(format!("{key}: {} takes no such key", provider.name()))),
            None => Ok(()),
        }
    }

    /// The provider's name of the model.
    pub(super) fn model(&self) -> Result<String, ConfigError> {
        match self.entry.model.as_deref().map(str::trim) {
            Some(model) if !model.is_empty() => Ok(model.to_owned()),
            _ => Err(self.error("model: name a model of the provider")),
        }
    }

    pub(super) fn key(&self) -> Result<String, ConfigError> {
        let entry = self.entry;
        self.credential("key", [&entry.key, &entry.key_env, &entry.key_file])
    }

    /// The key of a server that may require none.
    pub(super) fn optional_key(&self) -> Result<Option<String>, ConfigError> {
        let entry = self.entry;
        let is_written = [&entry.key, &entry.key_env, &entry.key_file].into_iter().any(Option::is_some);
        is_written.then(|| self.key()).transpose()
    }

    pub(super) fn login(&self) -> Result<String, ConfigError> {
        let entry = self.entry;
        self.credential("login", [&entry.login, &entry.login_env, &entry.login_file])
    }

    pub(super) fn password(&self) -> Result<String, ConfigError> {
        let entry = self.entry;
        self.credential("password", [&entry.password, &entry.password_env, &entry.password_file])
    }

    /// The address of another API of the provider.
    pub(super) fn url(&self) -> Result<Option<Url>, ConfigError> {
        self.entry.url.as_deref().map(|url| self.address("url", url)).transpose()
    }

    /// The address of a server that has no default.
    pub(super) fn own_url(&self) -> Result<Url, ConfigError> {
        self.url()?.ok_or_else(|| self.error("url: name the address of the model server"))
    }

    pub(super) fn search_url(&self) -> Result<Url, ConfigError> {
        let missing = || self.error("search-url: name the address of SearXNG");
        self.address("search-url", self.entry.search_url.as_deref().ok_or_else(missing)?)
    }

    /// Checks that the operator has accepted the terms of a provider that has special ones.
    pub(super) fn check_terms(&self) -> Result<(), ConfigError> {
        match self.entry.accept_terms {
            Some(true) => Ok(()),
            _ => Err(self.error(
                "accept-terms: set it to true once you have accepted Google's terms of grounding with search suggestions",
            )),
        }
    }

    pub(super) fn limits(&self) -> Result<RouteLimits, ConfigError> {
        let max_concurrency = self.entry.max_concurrency.unwrap_or(RouteLimits::default().max_concurrency);
        if !MAX_CONCURRENCY.contains(&max_concurrency) {
            return Err(self.error("max-concurrency: choose a number from 1 to 50"));
        }
        let Some(default_price) = self.entry.provider.price() else {
            return Ok(RouteLimits { max_concurrency, ..RouteLimits::default() });
        };
        let spend = self.entry.spend_per_day;
        let spend = spend.ok_or_else(|| self.error("spend-per-day: say how many US dollars a day may cost"))?;
        let spend_per_day = self.millionths("spend-per-day", spend)?;
        let price = self.entry.price.map(|price| self.millionths("price", price)).transpose()?.unwrap_or(default_price);
        if spend_per_day < price {
            let dollars = price as f64 / MILLION;
            return Err(self.error(format!(
                "spend-per-day: {spend} is less than the price of one answer, {dollars}, so none would be asked for. Raise it, \
                 or set price to what an answer costs"
            )));
        }
        Ok(RouteLimits { max_concurrency, spend_per_day: Some(spend_per_day), price })
    }

    pub(super) fn error(&self, message: impl std::fmt::Display) -> ConfigError {
        ConfigError::of_model(self.code, message)
    }

    /// A credential from the configuration, or from the environment variable or the file that it names.
    fn credential(&self, key: &str, [written, variable, file]: [&Option<String>; 3]) -> Result<String, ConfigError> {
        let (place, text) = match (written, variable, file) {
            (Some(text), None, None) => (key.to_owned(), text.clone()),
            (None, Some(name), None) => {
                let text = (self.variable)(name);
                let unset = || self.error(format!("{key}-env: the environment has no variable {name}"));
                (format!("{key}-env"), text.ok_or_else(unset)?)
            }
            (None, None, Some(path)) => {
                let text = std::fs::read_to_string(path);
                (format!("{key}-file"), text.map_err(|error| self.error(format!("{key}-file: {path}: {error}")))?)
            }
            (None, None, None) => return Err(self.error(format!("{key}: set {key}, {key}-env or {key}-file"))),
            _ => return Err(self.error(format!("{key}: choose one of {key}, {key}-env and {key}-file"))),
        };
        let text = text.trim();
        if text.is_empty() {
            return Err(self.error(format!("{place}: it is empty")));
        }
        let is_printable = text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_printable { Ok(text.to_owned()) } else { Err(self.error(format!("{place}: expected printable ASCII"))) }
    }

    fn address(&self, key: &str, text: &str) -> Result<Url, ConfigError> {
        let url = Url::parse(text).ok().filter(|url| {
            matches!(url.scheme(), "http" | "https") && url.query().is_none() && url.fragment().is_none()
        });
        url.ok_or_else(|| self.error(format!("{key}: expected an http or https address")))
    }

    /// An amount in millionths of a US dollar.
    fn millionths(&self, key: &str, dollars: f64) -> Result<u64, ConfigError> {
        let millionths = (dollars * MILLION).round();
        if (1.0..=DOLLARS_MAX * MILLION).contains(&millionths) {
            Ok(millionths as u64)
        } else {
            Err(self.error(format!("{key}: expected an amount above 0, of at most 1,000,000 US dollars")))
        }
    }
}
