//! The client and its builder.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::Operation;
use answerdeck_api::operation::Origin;

use crate::base_url::BaseUrl;
use crate::pacer::Pacer;
use crate::resource::{
    Answers, Brands, Credits, Keywords, Models, Organizations, PromptSets, Prompts, Regions, Runs, SiteKeywordAnalyses,
    Statistics, Words,
};
use crate::transport::Transport;
use crate::{Credential, Error, Language, Result};

/// How long one exchange may take unless the builder says otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client of one platform, for one organization.
///
/// Cheap to clone: the clones share the credential, the language and the pace.
///
/// ```no_run
/// # async fn example() -> answerdeck_client::Result<()> {
/// # let transport = std::rc::Rc::new(answerdeck_client::transport::NativeTransport::new());
/// use answerdeck_client::{ApiKey, Client, Credential};
///
/// let client = Client::builder("https://platform.example")
///     .credential(Credential::ApiKey(ApiKey::new("adk_…")?))
/// #   .transport(transport)
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
#[derive(Clone)]
pub struct Client {
    pub(crate) inner: Rc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) base_url: BaseUrl,
    pub(crate) credential: Option<Credential>,
    pub(crate) language: Cell<Language>,
    pub(crate) paths: Vec<(&'static str, String)>,
    pub(crate) timeout: Duration,
    pub(crate) transport: Rc<dyn Transport>,
    pub(crate) pacer: Rc<Pacer>,
    on_signed_out: RefCell<Vec<Rc<dyn Fn()>>>,
}

impl Client {
    /// Begins a client of the platform at `base_url`: `https://host` or `http://host`, perhaps with a port, without
    /// `/api`.
    pub fn builder(base_url: &str) -> ClientBuilder {
        ClientBuilder {
            base_url: base_url.to_owned(),
            credential: None,
            language: Language::default(),
            paths: Vec::new(),
            timeout: TIMEOUT,
            transport: default_transport(),
        }
    }

    /// The address of the platform, without a slash at its end.
    pub fn base_url(&self) -> &str {
        self.inner.base_url.as_str()
    }

    /// Changes the language of the platform's messages from the next request on.
    pub fn set_language(&self, language: Language) {
        self.inner.language.set(language);
    }

    /// Calls `callback` when the platform refuses the credential for good: the API key, or the renewal of the session.
    /// Signing in again is then the way.
    ///
    /// It may be called more than once, by requests that were under way together.
    pub fn on_signed_out(&self, callback: impl Fn() + 'static) {
        self.inner.on_signed_out.borrow_mut().push(Rc::new(callback));
    }

    pub(crate) fn tell_signed_out(&self) {
        // A callback may register another one, so the list is not borrowed while they run.
        let callbacks = self.inner.on_signed_out.borrow().clone();
        for callback in callbacks {
            callback();
        }
    }

    /// Prompt sets.
    pub fn prompt_sets(&self) -> PromptSets {
        PromptSets(self.clone())
    }

    /// Prompts.
    pub fn prompts(&self) -> Prompts {
        Prompts(self.clone())
    }

    /// Runs.
    pub fn runs(&self) -> Runs {
        Runs(self.clone())
    }

    /// Answers.
    pub fn answers(&self) -> Answers {
        Answers(self.clone())
    }

    /// Brands.
    pub fn brands(&self) -> Brands {
        Brands(self.clone())
    }

    /// Statistics over answers.
    pub fn statistics(&self) -> Statistics {
        Statistics(self.clone())
    }

    /// Keywords.
    pub fn keywords(&self) -> Keywords {
        Keywords(self.clone())
    }

    /// Models.
    pub fn models(&self) -> Models {
        Models(self.clone())
    }

    /// Regions.
    pub fn regions(&self) -> Regions {
        Regions(self.clone())
    }

    /// Words of a text.
    pub fn words(&self) -> Words {
        Words(self.clone())
    }

    /// The organization of the credential.
    pub fn organization(&self) -> Organizations {
        Organizations(self.clone())
    }

    /// Site keyword analyses.
    pub fn site_keyword_analyses(&self) -> SiteKeywordAnalyses {
        SiteKeywordAnalyses(self.clone())
    }

    /// Credits.
    pub fn credits(&self) -> Credits {
        Credits(self.clone())
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url())
            .field("credential", &self.inner.credential)
            .finish_non_exhaustive()
    }
}

/// Puts a [`Client`] together.
#[must_use]
pub struct ClientBuilder {
    base_url: String,
    credential: Option<Credential>,
    language: Language,
    paths: Vec<(Operation, String)>,
    timeout: Duration,
    transport: Option<Rc<dyn Transport>>,
}

impl ClientBuilder {
    /// Who is calling. Without one the platform answers every request with 401.
    pub fn credential(mut self, credential: Credential) -> Self {
        self.credential = Some(credential);
        self
    }

    /// The language of the platform's messages. Korean unless given.
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Another path for an operation whose path the document does not show, under `/api` and with the operation's
    /// parameters in the same order: `/v1/platform/prompt-sets/{promptSetID}`.
    pub fn path(mut self, operation: Operation, path: &str) -> Self {
        self.paths.push((operation, path.to_owned()));
        self
    }

    /// How long one exchange may take. 30 s unless given.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Another way to the network. In a browser it is `fetch` unless given; elsewhere one must be given.
    pub fn transport(mut self, transport: Rc<dyn Transport>) -> Self {
        self.transport = Some(transport);
        self
    }

    /// Makes the client. Nothing is sent yet.
    ///
    /// # Errors
    /// `is_usage` for an address that is not a scheme, a host and perhaps a port; for a path of an operation whose path
    /// the document shows, or one that does not begin with `/` or has not as many parameters as the operation; and
    /// outside a browser for a missing transport.
    pub fn build(self) -> Result<Client> {
        let base_url = BaseUrl::parse(&self.base_url)?;
        let transport =
            self.transport.ok_or_else(|| Error::usage("there is no browser here: give the builder a transport"))?;
        let mut paths = Vec::with_capacity(self.paths.len());
        for (operation, path) in self.paths {
            check_path(&operation, &path)?;
            paths.push((operation.id, path));
        }
        let pacer = Pacer::new(transport.clone());
        Ok(Client {
            inner: Rc::new(Inner {
                base_url,
                credential: self.credential,
                language: Cell::new(self.language),
                paths,
                timeout: self.timeout,
                transport,
                pacer,
                on_signed_out: RefCell::default(),
            }),
        })
    }
}

fn check_path(operation: &Operation, path: &str) -> Result<()> {
    let refuse = |why: &str| Err(Error::usage(format!("the path {path:?} for {} {why}", operation.id)));
    if operation.origin == Origin::Documented {
        return refuse("would replace one that the document shows");
    }
    if !path.starts_with('/') || path.contains(['?', '#']) {
        return refuse("is no path");
    }
    let parameters = |path: &str| path.matches('{').count();
    if parameters(path) != parameters(operation.path) {
        return refuse("has not as many parameters as the operation");
    }
    Ok(())
}

pub(crate) fn default_transport() -> Option<Rc<dyn Transport>> {
    #[cfg(target_arch = "wasm32")]
    return Some(Rc::new(crate::transport::BrowserTransport));
    #[cfg(not(target_arch = "wasm32"))]
    return None;
}
