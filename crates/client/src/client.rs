//! The client and its builder.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::operation::PathOrigin;
use answerdeck_api::{Language, Operation};

use crate::base_url::BaseUrl;
use crate::call::Call;
use crate::credential::Credential;
use crate::dispatcher::Dispatcher;
use crate::error::{Error, Result};
use crate::idempotency_key::IdempotencyKeys;
use crate::pacer::Pacer;
use crate::resource;
use crate::retry::RetryLimits;
use crate::subscription::Subscription;
use crate::transport::{self, Response, Transport};

/// The default timeout of one exchange.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client of one platform, for one organization.
///
/// Cheap to clone: the clones share the credential, the language and the rate limit.
///
/// ```no_run
/// # async fn example() -> answerdeck_client::Result<()> {
/// # let transport = std::rc::Rc::new(answerdeck_client::transport::NativeTransport::new().unwrap());
/// use answerdeck_client::{ApiKey, Client, Credential};
///
/// let client = Client::builder_with(transport, "https://platform.example")
///     .credential(Credential::ApiKey(ApiKey::new("adk_…")?))
///     .build()?;
/// let mut pages = client.prompt_sets().list();
/// while let Some(page) = pages.next_page().await? {
///     for set in page.items {
///         println!("{}", set.name);
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Client {
    dispatcher: Rc<Dispatcher>,
}

impl Client {
    /// Returns a builder for a client of the platform at `base_url`: `https://host` or `http://host` with an optional port
    /// and an optional path. `/api` at its end makes no difference. The transport is `fetch`: elsewhere than in WebAssembly, use
    /// [`Client::builder_with`].
    pub fn builder(base_url: &str) -> ClientBuilder {
        ClientBuilder::new(base_url, transport::browser_transport())
    }

    /// Returns a builder like [`Client::builder`], for a client with another transport. That of the browser is then not linked
    /// into the program.
    pub fn builder_with(transport: Rc<dyn Transport>, base_url: &str) -> ClientBuilder {
        ClientBuilder::new(base_url, Some(transport))
    }

    /// Sets the language of the platform's messages, from the next request on.
    pub fn set_language(&self, language: Language) {
        self.dispatcher.language.set(language);
    }

    /// Returns a client with another timeout of one exchange than the default of 30 s, for calls that may take longer or must
    /// not. It shares everything else with this one, the rate limit too.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self { dispatcher: Rc::new(Dispatcher { timeout, ..(*self.dispatcher).clone() }) }
    }

    /// Returns a client with other limits of retries. It shares everything else with this one, the rate limit too.
    #[must_use]
    pub fn with_retry_limits(&self, retry_limits: RetryLimits) -> Self {
        Self { dispatcher: Rc::new(Dispatcher { retry_limits, ..(*self.dispatcher).clone() }) }
    }

    /// Returns a client that sends one write under this idempotency key: 1 to 255 visible ASCII characters. It shares everything
    /// else with this one, the rate limit too.
    ///
    /// Every write has a random key by itself. Give one that you have stored to send the same write again later, such as after
    /// a restart or after [`Error::is_outcome_unknown`]: the platform then makes the change once and answers as it did before.
    /// Another write under the same key fails with the code `IDEMPOTENCY_KEY_REUSED`.
    ///
    /// # Errors
    /// Fails with [`Error::is_usage`] when the key is malformed.
    ///
    /// Source: docs/platform-api.md, section 8, Idempotency keys.
    pub fn with_idempotency_key(&self, key: &str) -> Result<Self> {
        let idempotency_keys = IdempotencyKeys::given(key)?;
        Ok(Self { dispatcher: Rc::new(Dispatcher { idempotency_keys, ..(*self.dispatcher).clone() }) })
    }

    /// Returns a client with another transport for its requests, such as one that keeps what it received. It shares everything
    /// else with this one, the rate limit too.
    #[must_use]
    pub fn with_transport(&self, transport: Rc<dyn Transport>) -> Self {
        Self { dispatcher: Rc::new(Dispatcher { transport, ..(*self.dispatcher).clone() }) }
    }

    /// Sends a call with pacing and retries, and returns the response of the status 2xx as the platform sent it.
    ///
    /// For bindings to other languages, which encode and decode by themselves.
    pub async fn send(&self, call: Call) -> Result<Response> {
        self.dispatcher.send(call).await
    }

    /// Registers a callback that runs when the platform permanently rejects the credential: the API key or the renewal
    /// of the session. The user must sign in again. The callback ends with the returned subscription.
    ///
    /// Several concurrent requests may each run the callback.
    pub fn on_signed_out(&self, callback: impl Fn() + 'static) -> Subscription {
        self.dispatcher.on_signed_out.register(callback)
    }
}

macro_rules! resources {
    ($($method:ident: $resource:ident, $name:literal;)*) => {
        impl Client {
            $(
                #[doc = concat!("Returns the operations of ", $name, ".")]
                pub fn $method(&self) -> resource::$resource {
                    resource::$resource(self.dispatcher.clone())
                }
            )*
        }
    };
}

resources! {
    prompt_sets: PromptSets, "prompt sets";
    prompts: Prompts, "prompts";
    runs: Runs, "runs";
    schedules: Schedules, "schedules";
    answers: Answers, "answers";
    brands: Brands, "brands";
    metrics: Metrics, "metrics";
    alerts: Alerts, "alerts";
    alert_rules: AlertRules, "rules of alerts";
    digests: Digests, "digests";
    statistics: Statistics, "answer statistics";
    keywords: Keywords, "keywords";
    models: Models, "models";
    regions: Regions, "regions";
    words: Words, "the words of a text";
    organization: Organizations, "the organization";
    site_keyword_analyses: SiteKeywordAnalyses, "site keyword analyses";
    webhooks: Webhooks, "webhooks";
    domain_types: DomainTypes, "the types of domains";
    saved_views: SavedViews, "saved views";
    credits: Credits, "credits";
}

/// Builds a [`Client`].
#[must_use]
pub struct ClientBuilder {
    base_url: String,
    credential: Option<Credential>,
    language: Language,
    path_overrides: Vec<(Operation, String)>,
    idempotency_keys: IdempotencyKeys,
    transport: Option<Rc<dyn Transport>>,
}

impl ClientBuilder {
    fn new(base_url: &str, transport: Option<Rc<dyn Transport>>) -> Self {
        Self {
            base_url: base_url.to_owned(),
            credential: None,
            language: Language::default(),
            path_overrides: Vec::new(),
            idempotency_keys: IdempotencyKeys::Random,
            transport,
        }
    }

    /// Sets the credential. Without one the platform answers every request with 401.
    pub fn credential(mut self, credential: Credential) -> Self {
        self.credential = Some(credential);
        self
    }

    /// Sets the language of the platform's messages. Korean by default.
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Replaces the path of an operation whose path the contract does not document. The path is relative to `/api` and
    /// has the operation's parameters in the same order: `/v1/platform/prompt-sets/{promptSetID}`.
    pub fn path(mut self, operation: Operation, path: &str) -> Self {
        self.path_overrides.push((operation, path.to_owned()));
        self
    }

    /// Sets whether each write has a random idempotency key. It has one by default. Turn it off for a platform of another origin
    /// whose CORS does not allow the header `Idempotency-Key`: a browser then refuses to send the write.
    pub fn idempotency_keys(mut self, is_on: bool) -> Self {
        self.idempotency_keys = if is_on { IdempotencyKeys::Random } else { IdempotencyKeys::Off };
        self
    }

    /// Builds the client. Sends nothing.
    ///
    /// # Errors
    /// Fails with `is_usage` when:
    /// - the address is not a scheme, a host, an optional port and an optional path
    /// - [`path`](Self::path) replaces a documented path
    /// - a path does not begin with `/`, or its number of parameters differs from the operation's
    /// - there is no transport outside a browser
    pub fn build(self) -> Result<Client> {
        let base_url = BaseUrl::parse(&self.base_url)?;
        let missing = "a client outside a browser needs a transport: use `Client::builder_with`";
        let transport = self.transport.ok_or_else(|| Error::usage(missing))?;
        let mut path_overrides = Vec::with_capacity(self.path_overrides.len());
        for (operation, path) in self.path_overrides {
            check_path(&operation, &path)?;
            path_overrides.push((operation.id, path));
        }
        let pacer = Pacer::new(transport.clone(), base_url.as_str());
        Ok(Client {
            dispatcher: Rc::new(Dispatcher {
                base_url,
                credential: self.credential,
                language: Rc::new(Cell::new(self.language)),
                path_overrides: path_overrides.into(),
                timeout: TIMEOUT,
                retry_limits: RetryLimits::default(),
                idempotency_keys: self.idempotency_keys,
                honors_keys: Rc::default(),
                transport,
                pacer,
                on_signed_out: Rc::default(),
            }),
        })
    }
}

fn check_path(operation: &Operation, path: &str) -> Result<()> {
    let invalid = |why: &str| Err(Error::usage(format!("the path {path:?} for {} {why}", operation.id)));
    if operation.path_origin == PathOrigin::Documented {
        return invalid("replaces a documented path");
    }
    if !path.starts_with('/') || path.contains(['?', '#']) {
        return invalid("must begin with / and have no query or fragment");
    }
    let parameters = |path: &str| path.matches('{').count();
    if parameters(path) != parameters(operation.path) {
        return invalid("must have as many parameters as the operation");
    }
    Ok(())
}
