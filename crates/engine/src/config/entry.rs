//! One entry of the configuration: a model and its table in the file.

use answerdeck_api::ModelCode;
use toml::{Table, Value};
use url::Url;

use super::error::{ConfigError, hyphenated};
use super::provider::Provider;
use crate::answer_engine::EngineLimits;

/// The beginning of the names of the project's own environment variables.
pub const RESERVED_PREFIX: &str = "ANSWERDECK_";
/// The allowed numbers of questions at the same time.
const MAX_CONCURRENCY: std::ops::RangeInclusive<usize> = 1..=50;
/// The highest amount, in US dollars. A higher one is a mistake.
const DOLLARS_MAX: f64 = 1_000_000.0;
const MILLION: f64 = 1_000_000.0;

/// An entry. Its methods read one part each, and their errors name the line, the model and the key.
pub(super) struct Entry<'a> {
    toml: &'a str,
    pub(super) code: &'a ModelCode,
    pub(super) provider: Provider,
    table: Table,
    secrets: Secrets<'a>,
}

/// Where credentials are that the configuration only names.
#[derive(Clone, Copy)]
pub(super) struct Secrets<'a> {
    pub(super) variable: &'a dyn Fn(&str) -> Option<String>,
    pub(super) file: &'a dyn Fn(&str) -> std::io::Result<String>,
}

impl<'a> Entry<'a> {
    /// Reads the table of a model. Its provider serves the model and takes all of its keys.
    pub(super) fn read(
        toml: &'a str,
        code: &'a ModelCode,
        written: Table,
        secrets: Secrets<'a>,
    ) -> Result<Self, ConfigError> {
        let serving: Vec<Provider> = Provider::ALL.into_iter().filter(|provider| provider.serves(code)).collect();
        let named = written.get("provider").and_then(Value::as_str).unwrap_or_default();
        let Some(&provider) = serving.iter().find(|provider| named.eq_ignore_ascii_case(provider.name())) else {
            let names: Vec<&str> = serving.iter().map(|provider| provider.name()).collect();
            let message = format!("choose {}", names.join(" or "));
            return Err(ConfigError::of_key(toml, code.as_str(), "provider", message));
        };
        let mut table = Table::new();
        for (key, value) in written {
            if let Some(mistake) = mistake(provider, &hyphenated(&key), &value) {
                return Err(ConfigError::of_key(toml, code.as_str(), &key, mistake));
            }
            if table.insert(hyphenated(&key), value).is_some() {
                return Err(ConfigError::of_key(toml, code.as_str(), &key, "the model has this key twice"));
            }
        }
        Ok(Self { toml, code, provider, table, secrets })
    }

    pub(super) fn model(&self) -> Result<String, ConfigError> {
        match self.text("model").map(str::trim) {
            Some(model) if !model.is_empty() => Ok(model.to_owned()),
            _ => Err(self.error("model", "name a model of the provider")),
        }
    }

    /// The key of a server that may require none.
    pub(super) fn optional_key(&self) -> Result<Option<String>, ConfigError> {
        let is_written = ["key", "key-env", "key-file"].iter().any(|key| self.table.contains_key(*key));
        is_written.then(|| self.credential("key")).transpose()
    }

    /// The address of another API of the provider.
    pub(super) fn url(&self) -> Result<Option<Url>, ConfigError> {
        self.text("url").map(|url| self.address("url", url)).transpose()
    }

    /// The address of a server that has no default.
    pub(super) fn own_url(&self) -> Result<Url, ConfigError> {
        self.url()?.ok_or_else(|| self.error("url", "name the address of the model server"))
    }

    pub(super) fn search_url(&self) -> Result<Url, ConfigError> {
        let missing = || self.error("search-url", "name the address of SearXNG");
        self.address("search-url", self.text("search-url").ok_or_else(missing)?)
    }

    /// Checks that the operator has accepted the terms of a provider that has special ones.
    pub(super) fn check_terms(&self) -> Result<(), ConfigError> {
        match self.table.get("accept-terms").and_then(Value::as_bool) {
            Some(true) => Ok(()),
            _ => Err(self.error(
                "accept-terms",
                "set it to true once you have accepted Google's terms of grounding with search suggestions",
            )),
        }
    }

    pub(super) fn limits(&self) -> Result<EngineLimits, ConfigError> {
        let max_concurrency = match self.table.get("max-concurrency").and_then(Value::as_integer) {
            Some(written) => usize::try_from(written).ok().filter(|written| MAX_CONCURRENCY.contains(written)),
            None => Some(EngineLimits::default().max_concurrency),
        };
        let out_of_bounds = || self.error("max-concurrency", "choose a number from 1 to 50");
        let max_concurrency = max_concurrency.ok_or_else(out_of_bounds)?;
        let Some(default_cost) = self.provider.estimated_cost() else {
            return Ok(EngineLimits { max_concurrency, ..EngineLimits::default() });
        };
        let missing = || self.error("spend-per-day", "say how many US dollars a day may cost");
        let spend = self.number("spend-per-day").ok_or_else(missing)?;
        let spend_per_day = self.millionths("spend-per-day", spend)?;
        let written = self.number("estimated-cost").map(|cost| self.millionths("estimated-cost", cost)).transpose()?;
        let estimated_cost = written.unwrap_or(default_cost);
        if spend_per_day < estimated_cost {
            let dollars = estimated_cost as f64 / MILLION;
            let message = format!(
                "{spend} is less than the estimated cost of one answer, {dollars}, so none would be asked for. Raise it, or set \
                 estimated-cost to what an answer costs"
            );
            return Err(self.error("spend-per-day", message));
        }
        Ok(EngineLimits { max_concurrency, spend_per_day: Some(spend_per_day), estimated_cost })
    }

    pub(super) fn error(&self, key: &str, message: impl std::fmt::Display) -> ConfigError {
        ConfigError::of_key(self.toml, self.code.as_str(), key, message)
    }

    /// A credential from the configuration, or from the environment variable or the file that it names.
    pub(super) fn credential(&self, key: &str) -> Result<String, ConfigError> {
        let [of_variable, of_file] = [format!("{key}-env"), format!("{key}-file")];
        let (place, text) = match (self.text(key), self.text(&of_variable), self.text(&of_file)) {
            (Some(text), None, None) => (key, text.to_owned()),
            (None, Some(name), None) if name.starts_with(RESERVED_PREFIX) => {
                let message = format!("the name of the variable must not begin with {RESERVED_PREFIX}");
                return Err(self.error(&of_variable, message));
            }
            (None, Some(name), None) => {
                let text = (self.secrets.variable)(name);
                let unset = || self.error(&of_variable, format!("the environment has no variable {name}"));
                (&*of_variable, text.ok_or_else(unset)?)
            }
            (None, None, Some(path)) => {
                let text = (self.secrets.file)(path);
                (&*of_file, text.map_err(|error| self.error(&of_file, format!("{path}: {error}")))?)
            }
            (None, None, None) => return Err(self.error(key, format!("set {key}, {of_variable} or {of_file}"))),
            _ => return Err(self.error(key, format!("choose one of {key}, {of_variable} and {of_file}"))),
        };
        let text = text.trim();
        if text.is_empty() {
            return Err(self.error(place, "it is empty"));
        }
        let is_printable = text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_printable { Ok(text.to_owned()) } else { Err(self.error(place, "expected printable ASCII")) }
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.table.get(key).and_then(Value::as_str)
    }

    fn number(&self, key: &str) -> Option<f64> {
        let value = self.table.get(key)?;
        value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
    }

    fn address(&self, key: &str, text: &str) -> Result<Url, ConfigError> {
        let url = Url::parse(text).ok().filter(|url| {
            matches!(url.scheme(), "http" | "https") && url.query().is_none() && url.fragment().is_none()
        });
        url.ok_or_else(|| self.error(key, "expected an http or https address"))
    }

    /// An amount in millionths of a US dollar.
    fn millionths(&self, key: &str, dollars: f64) -> Result<u64, ConfigError> {
        let millionths = (dollars * MILLION).round();
        if (1.0..=DOLLARS_MAX * MILLION).contains(&millionths) {
            Ok(millionths as u64)
        } else {
            Err(self.error(key, "expected an amount above 0, of at most 1,000,000 US dollars"))
        }
    }
}

fn mistake(provider: Provider, key: &str, value: &Value) -> Option<String> {
    const OF_ALL: [&str; 2] = ["provider", "max-concurrency"];
    if !OF_ALL.contains(&key) && !provider.keys().contains(&key) {
        let taken = [OF_ALL.as_slice(), provider.keys()].concat().join(", ");
        return Some(format!("{} takes no such key. Its keys are {taken}", provider.name()));
    }
    let (has_type, expected) = match key {
        "max-concurrency" => (value.is_integer(), "write a whole number without quotes"),
        "spend-per-day" | "estimated-cost" => (value.is_integer() || value.is_float(), "write a number without quotes"),
        "accept-terms" => (value.is_bool(), "write true or false without quotes"),
        // It does not repeat the value, which may be a credential.
        _ => (value.is_str(), "write it in quotes"),
    };
    (!has_type).then(|| expected.to_owned())
}
