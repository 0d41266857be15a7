//! The application state, which all requests and background jobs share.

use std::sync::{Arc, PoisonError, RwLock};

use answerdeck_api::limits::RATE_LIMIT_REQUESTS;
use answerdeck_crawler::Crawler;
use answerdeck_database::Databases;
use answerdeck_database::availability::{Reachability, Writability};
use answerdeck_engine::Engines;
use answerdeck_guarded_http::{CertificateRoots, DocumentFetcher, JsonPoster, NetworkPolicy};
use answerdeck_keyword_data::KeywordProviders;
use answerdeck_statistics::{ClickHouse, Embedded, Statistics};
use ipnet::IpNet;
use jiff::SignedDuration;
use sea_orm::{DatabaseConnection, DbBackend};
use tokio_util::sync::CancellationToken;

use crate::admission::fair_semaphore::{FairSemaphore, FairSemaphoreLimits};
use crate::admission::rate_limit::RateLimiter;
use crate::admission::throttle::Throttles;
use crate::analyzer_pool::AnalyzerPool;
use crate::brand_finder::BrandFinderCache;
use crate::clock::Clock;
use crate::cpu_pool::CpuPool;
use crate::demo_sites::DemoSites;
use crate::headers::page_origin::PageOrigin;
use crate::job_kind::{JobKind, JobNotifications};
use crate::keyword_locks::KeywordLocks;
use crate::mail::Mailer;
use crate::prometheus::Prometheus;
use crate::random::Random;
use crate::stored_bytes::StoredBytes;

/// The readers of long runs. Each needs a few megabytes.
const RUN_READERS: FairSemaphoreLimits = FairSemaphoreLimits { total: 8, per_key: 2, queue: 4 };

/// The requests that read many answers. Each keeps a processor busy.
const HEAVY_READS: FairSemaphoreLimits = FairSemaphoreLimits { total: 2, per_key: 1, queue: 10 };

/// The requests that extract nouns. They use one of the two threads for text analysis, and leave the other to runs.
const NOUN_EXTRACTIONS: FairSemaphoreLimits = FairSemaphoreLimits { total: 1, per_key: 1, queue: 10 };

/// The documents of OAuth clients that are read at the same time. The keys are networks.
const CLIENT_METADATA_READS: FairSemaphoreLimits = FairSemaphoreLimits { total: 32, per_key: 4, queue: 4 };

/// The pages of sites that are parsed at the same time.
const CONCURRENT_PAGES: usize = 2;
/// The responses of providers that are decompressed at the same time.
const CONCURRENT_RESPONSES: usize = 2;

#[derive(Clone, Default)]
pub struct Config {
    /// The public URL of the server, without a trailing slash. It is the OAuth issuer and the base of all URLs that the
    /// server returns.
    pub public_url: String,
    pub analyzer: AnalyzerPool,
    pub keywords: KeywordProviders,
    /// The keywords that an organization may request from the providers in a UTC day. `None` without a limit.
    pub keywords_per_day: Option<u32>,
    /// The requests that an organization may send in a second. `None`: those that the API promises.
    pub rate_limit: Option<u32>,
    /// How long runs are kept after their end. `None`: forever.
    pub keep_runs: Option<SignedDuration>,
    /// The sites of the demo. `None` when the server does not serve them.
    pub demo_sites: Option<DemoSites>,
    /// The addresses to which site analyses, the reader of OAuth clients' documents, and webhooks may connect.
    pub network_policy: NetworkPolicy,
    /// The certificate authorities that are trusted for these connections.
    pub certificate_roots: CertificateRoots,
    /// Counts copies of answers. `None`: the columns count all.
    pub clickhouse: Option<ClickHouse>,
    /// Sends e-mail. `None`: digests are only in the console.
    pub mailer: Option<Mailer>,
    /// The origins whose pages may call the MCP endpoint, beside that of the public URL.
    pub mcp_origins: Vec<PageOrigin>,
    /// The proxies whose `X-Forwarded-For` names the client.
    pub trusted_proxies: Vec<IpNet>,
}

/// The application state. Clones share it.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

pub struct Shared {
    pub config: Config,
    /// [`Databases::main`], by a short name.
    pub database: DatabaseConnection,
    pub databases: Databases,
    pub statistics: Arc<dyn Statistics>,
    pub clock: Clock,
    pub random: Random,
    pub shutdown: CancellationToken,
    engines: RwLock<Engines>,
    pub(crate) notifications: JobNotifications,
    pub(crate) crawler: Crawler,
    pub(crate) client_metadata: DocumentFetcher,
    pub(crate) webhook_poster: JsonPoster,
    pub(crate) keyword_locks: KeywordLocks,
    pub(crate) brand_finders: BrandFinderCache,
    /// The bytes of responses that are stored with idempotency keys.
    pub(crate) stored_bytes: StoredBytes,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) throttles: Throttles,
    pub(crate) reachability: Reachability,
    pub(crate) writability: Writability,
    pub(crate) prometheus: Prometheus,
    pub(crate) run_readers: FairSemaphore,
    pub(crate) heavy_reads: FairSemaphore,
    pub(crate) noun_extractions: FairSemaphore,
    pub(crate) client_metadata_reads: FairSemaphore,
    pub(crate) pages: CpuPool,
    pub(crate) responses: CpuPool,
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Shared {
    /// Maps each model to its engine, as of now.
    pub fn engines(&self) -> Engines {
        self.engines.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the engines. Questions in progress keep theirs.
    pub fn set_engines(&self, engines: Engines) {
        *self.engines.write().unwrap_or_else(PoisonError::into_inner) = engines;
    }

    /// Lets each job look for work at once.
    pub fn wake_jobs(&self) {
        JobKind::ALL.into_iter().for_each(|kind| self.notifications.of(kind).notify_one());
    }

    pub(crate) fn cpu_pools(&self) -> [(&'static str, &CpuPool); 5] {
        let [texts, sites] = self.config.analyzer.cpu_pools();
        let names = ("names", &self.brand_finders.cpu_pool);
        [texts, sites, ("pages", &self.pages), names, ("responses", &self.responses)]
    }
}

impl AppState {
    pub fn new(
        config: Config,
        databases: impl Into<Databases>,
        clock: Clock,
        random: Random,
        engines: Engines,
    ) -> Self {
        let databases = databases.into();
        let rate_limiter = RateLimiter::new(&databases.main, config.rate_limit.unwrap_or(RATE_LIMIT_REQUESTS));
        let database_file = match databases.main.get_database_backend() {
            DbBackend::Sqlite => {
                Some(databases.main.get_sqlite_connection_pool().connect_options().get_filename().to_owned())
            }
            _ => None,
        };
        let crawler = Crawler::new(config.network_policy, &config.certificate_roots);
        let client_metadata = DocumentFetcher::new(config.network_policy, &config.certificate_roots);
        // Only the operator's permission of private addresses lets a webhook reach the server itself.
        let webhook_policy = NetworkPolicy { own_listener: None, ..config.network_policy };
        let webhook_poster = JsonPoster::new(webhook_policy, &config.certificate_roots);
        let statistics = Arc::new(Embedded::new(&databases, config.clickhouse.clone()));
        Self(Arc::new(Shared {
            config,
            statistics,
            database: databases.main.clone(),
            databases,
            clock,
            random,
            shutdown: CancellationToken::new(),
            engines: RwLock::new(engines),
            notifications: JobNotifications::default(),
            crawler,
            client_metadata,
            webhook_poster,
            keyword_locks: KeywordLocks::default(),
            brand_finders: BrandFinderCache::default(),
            stored_bytes: StoredBytes::default(),
            rate_limiter,
            throttles: Throttles::default(),
            reachability: Reachability::default(),
            writability: Writability::default(),
            prometheus: Prometheus::new(database_file),
            run_readers: FairSemaphore::new(RUN_READERS),
            heavy_reads: FairSemaphore::new(HEAVY_READS),
            noun_extractions: FairSemaphore::new(NOUN_EXTRACTIONS),
            client_metadata_reads: FairSemaphore::new(CLIENT_METADATA_READS),
            pages: CpuPool::new(CONCURRENT_PAGES),
            responses: CpuPool::new(CONCURRENT_RESPONSES),
        }))
    }
}
