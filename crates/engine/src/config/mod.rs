//! The configuration of engines: a TOML file that names the provider of each model.
//!
//! The file has a table for each model. Everything is checked before the first question: unknown keys, missing credentials, and
//! models that a provider does not serve.
//!
//! - `entry`: the table of a model.
//! - `provider`: the providers that an entry can name.
//! - `error`: the mistakes of a file.

mod entry;
mod error;
mod provider;

use std::path::Path;
use std::sync::Arc;

use answerdeck_api::limits::ANSWER_PRICE;
use answerdeck_api::{ModelCode, ModelRoute};
use url::Url;

pub use self::entry::RESERVED_PREFIX;
use self::entry::{Entry, Keys, Secrets};
pub use self::error::ConfigError;
use self::provider::Provider;
use crate::answer_engine::{AnswerEngine, Engines, ServedModel};
use crate::corpus::Corpus;
use crate::engine_limits::EngineLimits;
use crate::provider::anthropic::Anthropic;
use crate::provider::compatible::{Compatible, CompatibleOptions};
use crate::provider::dataforseo::{self, DataForSeo, DataForSeoOptions, DataForSeoSurface};
use crate::provider::gemini::Gemini;
use crate::provider::serpapi::{self, SerpApi, SerpApiOptions, SerpApiSurface};
use crate::provider::{ModelApiOptions, openai, perplexity};
use crate::stand_in;

/// The engines of a configuration in TOML, or its first mistake. `variable` reads the environment, and `corpus` is for
/// models with stand-ins. The models are in the order of the API documentation.
///
/// Source: docs/engines.md.
pub fn engines(
    toml: &str,
    variable: &dyn Fn(&str) -> Option<String>,
    corpus: &Arc<Corpus>,
) -> Result<Engines, ConfigError> {
    let secrets = Secrets { variable, file: &|path| std::fs::read_to_string(Path::new(path)) };
    let served = served_models(toml, secrets, corpus)?;
    Ok(Engines::with_limits(served.into_iter().map(|(_, served, limits)| (served, limits)).collect()))
}

/// The model, the route and the provider of each entry of a configuration in TOML, or its first mistake. It reads no variables and
/// no files.
pub fn entries(toml: &str, corpus: &Arc<Corpus>) -> Result<Vec<(ModelCode, ModelRoute, &'static str)>, ConfigError> {
    let secrets = Secrets { variable: &|_| Some("unread".to_owned()), file: &|_| Ok("unread".to_owned()) };
    let served = served_models(toml, secrets, corpus)?;
    Ok(served.into_iter().map(|(provider, served, _)| (served.code, served.route, provider.name())).collect())
}

fn served_models(
    toml: &str,
    secrets: Secrets<'_>,
    corpus: &Arc<Corpus>,
) -> Result<Vec<(Provider, ServedModel, EngineLimits)>, ConfigError> {
    let mut served = Vec::new();
    for (code, keys) in tables(toml)? {
        let entry = Entry { code: &code, keys: &keys, secrets };
        entry.check_keys()?;
        served.push((keys.provider, served_model(&entry, corpus)?, entry.limits()?));
    }
    Ok(served)
}

/// The keys of each entry, in the order of the models.
fn tables(toml: &str) -> Result<Vec<(ModelCode, Keys)>, ConfigError> {
    let table: toml::Table = toml.parse().map_err(|error: toml::de::Error| {
        // The lines around the mistake can contain a credential.
        let before = error.span().and_then(|span| toml.get(..span.start)).unwrap_or_default();
        ConfigError::of_file(format!("line {}: {}", 1 + before.matches('\n').count(), error.message()))
    })?;
    if table.is_empty() {
        return Err(ConfigError::of_file("the file has no model"));
    }
    let mut tables = Vec::new();
    for (name, value) in table {
        let code = ModelCode::from(name.as_str());
        if !code.is_known() {
            let known: Vec<&str> = ModelCode::ALL.iter().map(ModelCode::as_str).collect();
            return Err(ConfigError::of_file(format!("{name} is not a model. The models are {}", known.join(", "))));
        }
        let table = value.as_table().ok_or_else(|| ConfigError::of_model(&code, "expected a table of keys"))?;
        let is_credential = |key: &str| matches!(key.split('-').next(), Some("key" | "login" | "password"));
        // The error of the deserializer would repeat the credential.
        if let Some((key, _)) = table.iter().find(|(key, value)| is_credential(key) && !value.is_str()) {
            return Err(ConfigError::of_model(&code, format!("{key}: write it in quotes")));
        }
        let written = table.keys().cloned().collect();
        let mut keys: Keys = serde_path_to_error::deserialize(value).map_err(|error| {
            let path = error.path().to_string();
            let key = if path == "." { String::new() } else { format!("{path}: ") };
            ConfigError::of_model(&code, format!("{key}{}", error.inner().message()))
        })?;
        keys.written = written;
        tables.push((code, keys));
    }
    tables.sort_by_key(|(code, _)| ModelCode::ALL.iter().position(|known| known == code));
    Ok(tables)
}

fn served_model(entry: &Entry<'_>, corpus: &Arc<Corpus>) -> Result<ServedModel, ConfigError> {
    let code = entry.code;
    let mut name = stand_in::name_of(code).unwrap_or(code.as_str()).to_owned();
    let unserved = || entry.error("no provider serves this model");
    let failed = |error| entry.error(error);
    let api = || Ok(ModelApiOptions { url: entry.url()?, model: entry.model()?, key: entry.key()? });
    let engine: Arc<dyn AnswerEngine> = match entry.keys.provider {
        Provider::OpenAi => Arc::new(openai::engine(api()?).map_err(failed)?),
        Provider::Anthropic => Arc::new(Anthropic::new(api()?).map_err(failed)?),
        Provider::Gemini => {
            entry.check_terms()?;
            Arc::new(Gemini::new(api()?, None).map_err(failed)?)
        }
        Provider::Perplexity => Arc::new(perplexity::engine(api()?).map_err(failed)?),
        Provider::SerpApi => {
            let surface = SerpApiSurface::of(code).ok_or_else(unserved)?;
            let options = SerpApiOptions { url: address(entry.url()?, serpapi::URL), key: entry.key()?, surface };
            Arc::new(SerpApi::new(options).map_err(failed)?)
        }
        Provider::DataForSeo => {
            let options = DataForSeoOptions {
                url: address(entry.url()?, dataforseo::URL),
                login: entry.login()?,
                password: entry.password()?,
                surface: DataForSeoSurface::of(code).ok_or_else(unserved)?,
            };
            Arc::new(DataForSeo::new(options).map_err(failed)?)
        }
        Provider::Compatible => {
            let model = entry.model()?;
            name = format!("{name} ({model}, self-hosted)");
            let options = CompatibleOptions {
                url: without_slash(&entry.own_url()?),
                model,
                key: entry.optional_key()?,
                search_url: without_slash(&entry.search_url()?),
            };
            Arc::new(Compatible::new(options).map_err(failed)?)
        }
        Provider::StandIn => return stand_in::served_model(code, corpus).ok_or_else(unserved),
    };
    let route = entry.keys.provider.route();
    Ok(ServedModel { code: code.clone(), name, route, price: ANSWER_PRICE, engine })
}

/// The configured address, or else the provider's own.
fn address(configured: Option<Url>, own: &str) -> String {
    configured.as_ref().map_or_else(|| own.to_owned(), without_slash)
}

fn without_slash(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests;
