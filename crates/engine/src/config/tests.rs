use std::sync::Arc;

use answerdeck_api::ModelRoute;

use super::*;
use crate::answer_engine::EngineLimits;

fn read(toml: &str) -> Result<Engines, ConfigError> {
    let variable = |name: &str| match name {
        "OPENAI_API_KEY" => Some("sk-secret\n".to_owned()),
        "EMPTY" => Some(String::new()),
        _ => None,
    };
    engines(toml, &variable, &corpus())
}

fn corpus() -> Arc<Corpus> {
    Arc::new(Corpus::shipped("2026-11-22T00:00:00Z".parse().unwrap()).unwrap())
}

const EVERY_PROVIDER: &str = r#"
[CLAUDE]
provider = "anthropic"
model = "claude-x"
key = "k"
spend-per-day = 20

[NAVER_AI_BRIEFING]
provider = "serpapi"
key = "k"
spend-per-day = 1.5
estimated-cost = 0.0075

[CHATGPT]
provider = "openai"
model = "gpt-x"
key-env = "OPENAI_API_KEY"
max-concurrency = 50
spend-per-day = 20.0

[GOOGLE_AI]
provider = "dataforseo"
login = "l"
password = "p"
spend-per-day = 5
url = "http://127.0.0.1:9/"

[GEMINI]
provider = "gemini"
model = "gemini-x"
key = "k"
spend-per-day = 5
accept-terms = true

[PERPLEXITY]
provider = "perplexity"
model = "perplexity/sonar"
key = "k"
spend-per-day = 5

[GOOGLE_OVERVIEW]
provider = "compatible"
model = "llama"
url = "http://127.0.0.1:11434/v1"
search-url = "http://127.0.0.1:8888"

[NAVER_AI_TAB]
provider = "stand-in"
max-concurrency = 1
"#;

#[test]
fn the_entries_of_a_file_are_checked_and_listed_without_its_credentials() {
    let listed = |toml: &str| entries(toml, &corpus());
    let openai = "[CHATGPT]\nprovider = \"openai\"\nmodel = \"m\"\nkey-env = \"UNSET\"\nspend-per-day = 1\n";
    let perplexity =
        "[PERPLEXITY]\nprovider = \"perplexity\"\nmodel = \"m\"\nkey-file = \"/no/such/key\"\nspend-per-day = 1\n";
    let stand_in = "[CLAUDE]\nprovider = \"stand-in\"\n";
    let expected = [
        (ModelCode::Chatgpt, ModelRoute::Api, "openai"),
        (ModelCode::Perplexity, ModelRoute::Api, "perplexity"),
        (ModelCode::Claude, ModelRoute::StandIn, "stand-in"),
    ];
    assert_eq!(listed(&format!("{stand_in}{openai}{perplexity}")).unwrap(), expected);
    for (toml, error) in [
        (format!("{openai}key = \"k\""), "line 6: CHATGPT: key: choose one of key, key-env and key-file"),
        (openai.replace("model = \"m\"", ""), "line 1: CHATGPT: model: name a model of the provider"),
        (format!("{openai}max-concurrency = 51"), "line 6: CHATGPT: max-concurrency: choose a number from 1 to 50"),
    ] {
        assert_eq!(listed(&toml).unwrap_err().to_string(), error);
    }
}

#[test]
fn keys_may_have_underscores_and_providers_any_letter_case() {
    let toml = "[CHATGPT]\nprovider = \"OpenAI\"\nmodel = \"m\"\nkey_env = \"OPENAI_API_KEY\"\nspend_per_day = 1\n";
    assert_eq!(read(toml).unwrap().iter().next().unwrap().limits.spend_per_day, Some(1_000_000));
    for (toml, error) in [
        (format!("{toml}spend-per-day = 1"), ": the model has this key twice"),
        (format!("{toml}keys_env = 'A'"), "line 6: CHATGPT: keys_env: openai takes no such key. "),
        (toml.replace("OPENAI_API_KEY", "UNSET"), "line 4: CHATGPT: key-env: the environment has no variable UNSET"),
    ] {
        let found = read(&toml).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.contains(error), "{found}");
    }
}

#[test]
fn every_provider_serves_a_model_in_the_order_of_the_contract() {
    let engines = read(EVERY_PROVIDER).unwrap();
    let served: Vec<_> = engines
        .iter()
        .map(|served| (served.code.as_str(), served.name.as_str(), served.route.clone(), served.limits))
        .collect();
    let limits = |max_concurrency, spend_per_day, estimated_cost| EngineLimits {
        max_concurrency,
        spend_per_day,
        estimated_cost,
    };
    assert_eq!(
        served,
        [
            ("CHATGPT", "ChatGPT", ModelRoute::Api, limits(50, Some(20_000_000), 30_000)),
            ("GOOGLE_OVERVIEW", "Google AI Overview (llama, self-hosted)", ModelRoute::Api, limits(4, None, 0)),
            ("GOOGLE_AI", "Google AI Mode", ModelRoute::Surface, limits(4, Some(5_000_000), 4_000)),
            ("PERPLEXITY", "Perplexity", ModelRoute::Api, limits(4, Some(5_000_000), 10_000)),
            ("GEMINI", "Gemini", ModelRoute::Api, limits(4, Some(5_000_000), 45_000)),
            ("NAVER_AI_BRIEFING", "Naver AI Briefing", ModelRoute::Surface, limits(4, Some(1_500_000), 7_500)),
            ("NAVER_AI_TAB", "Naver AI Tab (local corpus)", ModelRoute::StandIn, limits(1, None, 0)),
            ("CLAUDE", "Claude", ModelRoute::Api, limits(4, Some(20_000_000), 80_000)),
        ]
    );
    let paid: Vec<bool> = engines.iter().map(|served| served.is_paid).collect();
    assert_eq!(paid, [true, false, true, true, true, true, false, true]);
}

#[test]
fn an_error_names_the_line_the_model_and_the_key() {
    let table = |model: &str, provider: &str, keys: &str| format!("[{model}]\nprovider = '{provider}'\n{keys}");
    let openai = |keys: &str| table("CHATGPT", "openai", keys);
    let serpapi = |keys: &str| table("GOOGLE_AI", "serpapi", keys);
    let paid = |keys: &str| serpapi(&format!("key = 'k'\nspend-per-day = 1\n{keys}"));
    let own = |model: &str, keys: &str| table(model, "compatible", &format!("model = 'llama'\n{keys}"));
    for (toml, error) in [
        (String::new(), "the file has no model"),
        ("\n\n[CHATGPT\n".to_owned(), "line 3: unclosed table, expected `]`"),
        ("[CHATGPT]\nkey = \"sk-secret".to_owned(), "line 2: invalid basic string, expected `\"`"),
        (
            table("GPT", "openai", ""),
            "line 1: GPT: there is no such model. The models are CHATGPT, GOOGLE_OVERVIEW, GOOGLE_AI, PERPLEXITY, \
             GEMINI, NAVER_AI_BRIEFING, NAVER_AI_TAB, CLAUDE",
        ),
        ("[CHATGPT]".to_owned(), "line 1: CHATGPT: provider: choose openai or dataforseo or compatible or stand-in"),
        ("CHATGPT = \"sk-secret\"".to_owned(), "line 1: CHATGPT: write [CHATGPT] above its keys"),
        (openai("[chatgpt]"), "line 3: CHATGPT: the file has this model twice"),
        ("CHATGPT = { provider = \"openai\",\nkey = 1 }".to_owned(), "line 2: CHATGPT: key: write it in quotes"),
        (openai("key = 12345678"), "line 3: CHATGPT: key: write it in quotes"),
        (table("chatgpt", "openai", "key = 1"), "line 3: CHATGPT: key: write it in quotes"),
        (
            table("CHATGPT", "bing", ""),
            "line 2: CHATGPT: provider: choose openai or dataforseo or compatible or stand-in",
        ),
        (
            openai("keys = 1"),
            "line 3: CHATGPT: keys: openai takes no such key. Its keys are provider, max-concurrency, model, key, \
             key-env, key-file, url, spend-per-day, estimated-cost",
        ),
        (openai("max-concurrency = '8'"), "line 3: CHATGPT: max-concurrency: write a whole number without quotes"),
        (
            openai("max-concurrency = -1\nmodel = 'm'\nkey = 'k'"),
            "line 3: CHATGPT: max-concurrency: choose a number from 1 to 50",
        ),
        (
            paid("spend-per-day = '1'").replace("spend-per-day = 1\n", ""),
            "line 4: GOOGLE_AI: spend-per-day: write a number without quotes",
        ),
        (
            table("GEMINI", "gemini", "accept-terms = 'true'"),
            "line 3: GEMINI: accept-terms: write true or false without quotes",
        ),
        (table("CLAUDE", "openai", ""), "line 2: CLAUDE: provider: choose anthropic or compatible or stand-in"),
        (table("NAVER_AI_TAB", "serpapi", ""), "line 2: NAVER_AI_TAB: provider: choose stand-in"),
        (openai("model = ' '\nkey = 'k'\nspend-per-day = 1"), "line 3: CHATGPT: model: name a model of the provider"),
        (openai("model = 'm'\nspend-per-day = 1"), "line 1: CHATGPT: key: set key, key-env or key-file"),
        (
            openai("model = 'm'\nkey-env = 'ANSWERDECK_OPENAI'"),
            "line 4: CHATGPT: key-env: the name of the variable must not begin with ANSWERDECK_",
        ),
        (openai("model = 'm'\nkey-env = 'EMPTY'"), "line 4: CHATGPT: key-env: it is empty"),
        (
            openai("model = 'm'\nkey-file = '/no/such/key'"),
            "line 4: CHATGPT: key-file: /no/such/key: No such file or directory (os error 2)",
        ),
        (openai("model = 'm'\nkey = 'sk secret'"), "line 4: CHATGPT: key: expected printable ASCII"),
        (
            table("GEMINI", "gemini", "model = 'm'\nkey = 'k'"),
            "line 1: GEMINI: accept-terms: set it to true once you have accepted Google's terms of grounding with \
             search suggestions",
        ),
        (
            serpapi("model = 'm'"),
            "line 3: GOOGLE_AI: model: serpapi takes no such key. Its keys are provider, max-concurrency, key, \
             key-env, key-file, url, spend-per-day, estimated-cost",
        ),
        (serpapi("key = 'k'"), "line 1: GOOGLE_AI: spend-per-day: say how many US dollars a day may cost"),
        (
            serpapi("key = 'k'\nspend-per-day = nan"),
            "line 4: GOOGLE_AI: spend-per-day: expected an amount above 0, of at most 1,000,000 US dollars",
        ),
        (
            serpapi("key = 'k'\nspend-per-day = 0.02"),
            "line 4: GOOGLE_AI: spend-per-day: 0.02 is less than the estimated cost of one answer, 0.03, so none \
             would be asked for. Raise it, or set estimated-cost to what an answer costs",
        ),
        (
            paid("estimated-cost = 1.5"),
            "line 4: GOOGLE_AI: spend-per-day: 1 is less than the estimated cost of one answer, 1.5, so none would be \
             asked for. Raise it, or set estimated-cost to what an answer costs",
        ),
        (
            paid("estimated-cost = -0.1"),
            "line 5: GOOGLE_AI: estimated-cost: expected an amount above 0, of at most 1,000,000 US dollars",
        ),
        (paid("url = 'serpapi.com'"), "line 5: GOOGLE_AI: url: expected an http or https address"),
        (paid("url = 'https://serpapi.com/?a=1'"), "line 5: GOOGLE_AI: url: expected an http or https address"),
        (
            table("GEMINI", "dataforseo", "login = 'l'\nspend-per-day = 1"),
            "line 1: GEMINI: password: set password, password-env or password-file",
        ),
        (own("GEMINI", ""), "line 1: GEMINI: url: name the address of the model server"),
        (own("GEMINI", "url = 'http://127.0.0.1:1/v1'"), "line 1: GEMINI: search-url: name the address of SearXNG"),
        (
            own("GEMINI", "spend-per-day = 1"),
            "line 4: GEMINI: spend-per-day: compatible takes no such key. Its keys are provider, max-concurrency, \
             model, key, key-env, key-file, url, search-url",
        ),
        (
            table("GEMINI", "stand-in", "url = 'http://127.0.0.1'"),
            "line 3: GEMINI: url: stand-in takes no such key. Its keys are provider, max-concurrency",
        ),
    ] {
        assert_eq!(read(&toml).err().map(|error| error.to_string()).as_deref(), Some(error), "{toml}");
    }
}

#[test]
fn a_credential_is_read_from_a_file_without_the_space_around_it() {
    let folder = tempfile::tempdir().unwrap();
    let (key, empty) = (folder.path().join("key"), folder.path().join("empty"));
    std::fs::write(&key, " sk-1\n").unwrap();
    std::fs::write(&empty, "\n").unwrap();
    let toml = |file: &std::path::Path| {
        format!(
            "[CHATGPT]\nprovider = \"openai\"\nmodel = \"m\"\nspend-per-day = 1\nkey-file = {:?}",
            file.to_str().unwrap()
        )
    };
    assert!(read(&toml(&key)).is_ok());
    assert_eq!(read(&toml(&empty)).err().unwrap().to_string(), "line 5: CHATGPT: key-file: it is empty");
}
