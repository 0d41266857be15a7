//! The application state that every request and every worker shares.

use std::sync::Arc;

use answerdeck_crawler::{Crawler, NetworkPolicy};
use answerdeck_engine::Engines;
use answerdeck_keyword_data::KeywordProviders;
use sea_orm::DatabaseConnection;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::analyzer_pool::AnalyzerPool;
use crate::clock::Clock;
use crate::demo_sites::DemoSites;
use crate::key_locks::KeyLocks;
use crate::random::Random;
use crate::rate_limit::RateLimiter;
use crate::throttle::Throttles;

/// What a server is told at its start.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Where clients reach the server, without a trailing slash: the OAuth issuer and the start of every address it gives out.
    pub public_url: String,
    /// What takes texts apart.
    pub words: AnalyzerPool,
    /// Whom to ask for keyword data.
    pub keywords: KeywordProviders,
    /// The demo's own sites, where the server shows them.
    pub demo_sites: Option<DemoSites>,
    /// How far site analyses may go.
    pub reach: NetworkPolicy,
}

/// What every request and every worker shares. Clones share it.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// See [`AppState`].
pub struct Shared {
    /// What the server was told.
    pub config: Config,
    /// The database.
    pub database: DatabaseConnection,
    /// The time.
    pub clock: Clock,
    /// Ids and secrets.
    pub random: Random,
    /// Cancelled when the server is told to stop: a worker ends what it does and takes nothing new.
    pub stopping: CancellationToken,
    /// Who answers which model.
    pub engines: Engines,
    /// Rung when there are new items to work on.
    pub(crate) run_notify: Notify,
    /// Rung when there is a new site to analyse.
    pub(crate) site_notify: Notify,
    /// Who visits sites.
    pub(crate) crawler: Crawler,
    /// Who asks for which keywords.
    pub(crate) keyword_locks: KeyLocks,
    pub(crate) limiter: RateLimiter,
    pub(crate) throttles: Throttles,
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// Puts an application together.
    pub fn new(config: Config, database: DatabaseConnection, clock: Clock, random: Random, engines: Engines) -> Self {
        let (stopping, run_notify, limiter) = (CancellationToken::new(), Notify::new(), RateLimiter::new(&database));
        let (site_notify, throttles) = (Notify::new(), Throttles::default());
        let crawler = Crawler::new(config.reach);
        Self(Arc::new(Shared {
            config,
            database,
            clock,
            random,
            engines,
            stopping,
            run_notify,
            site_notify,
            crawler,
            keyword_locks: KeyLocks::default(),
            limiter,
            throttles,
        }))
    }
}
