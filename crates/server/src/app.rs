//! The application: what every request and every worker shares, and its router.

use std::sync::Arc;

use axum::Router;
use sea_orm::DatabaseConnection;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::demo_sites::DemoSites;
use crate::engine::Engines;
use crate::http::cors::any_origin;
use crate::http::rate_limit::RateLimiter;
use crate::keywords::{KeywordProviders, Turns};
use crate::oauth::Doors;
use crate::random::Random;
use crate::site::{Reach, Visitor};
use crate::words::Words;

/// What a server is told at its start.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Where clients reach the server, without a trailing slash: the OAuth issuer and the start of every address it gives out.
    pub public_url: String,
    /// What takes texts apart.
    pub words: Words,
    /// Whom to ask for keyword data.
    pub keywords: KeywordProviders,
    /// The demo's own sites, where the server shows them.
    pub demo_sites: Option<DemoSites>,
    /// How far site analyses may go.
    pub reach: Reach,
}

/// What every request and every worker shares. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// See [`App`].
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
    pub(crate) bell: Notify,
    /// Rung when there is a new site to analyse.
    pub(crate) site_bell: Notify,
    /// Who visits sites.
    pub(crate) visitor: Visitor,
    /// Who asks for which keywords.
    pub(crate) keyword_turns: Turns,
    pub(crate) limiter: RateLimiter,
    pub(crate) doors: Doors,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Puts an application together.
    pub fn new(config: Config, database: DatabaseConnection, clock: Clock, random: Random, engines: Engines) -> Self {
        let (stopping, bell, limiter) = (CancellationToken::new(), Notify::new(), RateLimiter::new(&database));
        let (site_bell, doors) = (Notify::new(), Doors::default());
        let visitor = Visitor::new(config.reach);
        Self(Arc::new(Shared {
            config,
            database,
            clock,
            random,
            engines,
            stopping,
            bell,
            site_bell,
            visitor,
            keyword_turns: Turns::default(),
            limiter,
            doors,
        }))
    }

    /// Everything the server answers.
    pub fn router(&self) -> Router {
        let router = Router::new()
            .nest("/api", crate::api::router(self).layer(any_origin()))
            .merge(crate::oauth::router())
            .merge(crate::health::router())
            .merge(crate::openapi::router(self).layer(any_origin()))
            .merge(crate::demo_sites::router())
            .fallback(crate::console::fallback)
            .with_state(self.clone());
        crate::http::wrap(router, self)
    }
}
