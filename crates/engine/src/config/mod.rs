//! The configuration of engines: a TOML file with a table for each model, which names its provider. Everything is checked
//! before the first question: unknown keys, missing credentials, and models that a provider does not serve.

mod entry;
mod error;
mod provider;

use std::path::Path;
use std::sync::Arc;

use answerdeck_api::limits::ANSWER_PRICE;
use answerdeck_api::{ModelCode, ModelRoute};
use toml::{Table, Value};
use url::Url;

pub use self::entry::RESERVED_PREFIX;
use self::entry::{Entry, Secrets};
pub use self::error::ConfigError;
use self::provider::Provider;
use crate::answer_engine::{AnswerEngine, Engines, ServedModel};
use crate::corpus::Corpus;
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
    Ok(Engines::new(served.into_iter().map(|(_, served)| served).collect()))
}

/// The model, the route and the provider of each entry of a configuration in TOML, or its first mistake. It reads no variables and
/// no files.
pub fn entries(toml: &str, corpus: &Arc<Corpus>) -> Result<Vec<(ModelCode, ModelRoute, &'static str)>, ConfigError> {
    let secrets = Secrets { variable: &|_| Some("unread".to_owned()), file: &|_| Ok("unread".to_owned()) };
    let served = served_models(toml, secrets, corpus)?;
    Ok(served.into_iter().map(|(provider, served)| (served.code, served.route, provider.name())).collect())
}

fn served_models(
    toml: &str,
    secrets: Secrets<'_>,
    corpus: &Arc<Corpus>,
) -> Result<Vec<(Provider, ServedModel)>, ConfigError> {
    let mut served = Vec::new();
    for (code, table) in tables(toml)? {
        let entry = Entry::read(toml, &code, table, secrets)?;
        served.push((entry.provider, served_model(&entry, corpus)?));
    }
    Ok(served)
}

/// The table of each entry, in the order of the models.
fn tables(toml: &str) -> Result<Vec<(ModelCode, Table)>, ConfigError> {
    let file: Table = toml.parse().map_err(|error: toml::de::Error| {
        // The lines around the mistake can contain a credential.
        ConfigError::at(toml, error.span().map_or(0, |span| span.start), error.message())
    })?;
    if file.is_empty() {
        return Err(ConfigError::of_file("the file has no model"));
    }
    let mut tables: Vec<(ModelCode, Table)> = Vec::new();
    for (name, value) in file {
        let code = ModelCode::from(name.as_str());
        if !code.is_known() {
            let known: Vec<&str> = ModelCode::ALL.iter().map(ModelCode::as_str).collect();
            let message = format!("there is no such model. The models are {}", known.join(", "));
            return Err(ConfigError::of_table(toml, &name, message));
        }
        let Value::Table(table) = value else {
            let message = format!("write [{name}] above its keys");
            return Err(ConfigError::of_table(toml, &name, message));
        };
        // Names that differ in letter case are two for TOML.
        if tables.iter().any(|(other, _)| *other == code) {
            return Err(ConfigError::of_table(toml, code.as_str(), "the file has this model twice"));
        }
        tables.push((code, table));
    }
    tables.sort_by_key(|(code, _)| ModelCode::ALL.iter().position(|known| known == code));
    Ok(tables)
}

fn served_model(entry: &Entry<'_>, corpus: &Arc<Corpus>) -> Result<ServedModel, ConfigError> {
    let code = entry.code;
    let mut name = stand_in::name_of(code).unwrap_or(code.as_str()).to_owned();
    let unserved = || entry.error("provider", "no provider serves this model");
    let failed = |error| entry.error("provider", error);
    let api = || Ok(ModelApiOptions { url: entry.url()?, model: entry.model()?, key: entry.credential("key")? });
    let engine: Arc<dyn AnswerEngine> = match entry.provider {
        Provider::OpenAi => Arc::new(openai::engine(api()?).map_err(failed)?),
        Provider::Anthropic => Arc::new(Anthropic::new(api()?).map_err(failed)?),
        Provider::Gemini => {
            entry.check_terms()?;
            Arc::new(Gemini::new(api()?, None).map_err(failed)?)
        }
        Provider::Perplexity => Arc::new(perplexity::engine(api()?).map_err(failed)?),
        Provider::SerpApi => {
            let surface = SerpApiSurface::of(code).ok_or_else(unserved)?;
            let url = address(entry.url()?, serpapi::URL);
            let options = SerpApiOptions { url, key: entry.credential("key")?, surface };
            Arc::new(SerpApi::new(options).map_err(failed)?)
        }
        Provider::DataForSeo => {
            let options = DataForSeoOptions {
                url: address(entry.url()?, dataforseo::URL),
                login: entry.credential("login")?,
                password: entry.credential("password")?,
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
        Provider::StandIn => {
            let served = stand_in::served_model(code, corpus).ok_or_else(unserved)?;
            return Ok(ServedModel { limits: entry.limits()?, ..served });
        }
    };
    let (route, is_paid) = (entry.provider.route(), entry.provider.estimated_cost().is_some());
    Ok(ServedModel { code: code.clone(), name, route, price: ANSWER_PRICE, is_paid, limits: entry.limits()?, engine })
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
