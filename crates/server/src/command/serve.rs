//! `answerdeck serve`.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::limits::RATE_LIMIT_REQUESTS;
use answerdeck_database::Databases;
use answerdeck_database::entity::organization;
use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::{Engines, stand_in};
use answerdeck_guarded_http::NetworkPolicy;
use axum::Router;
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use futures_util::future::OptionFuture;
use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};
use sea_orm::EntityTrait;
use tokio::net::TcpListener;

use super::database_url::ReplicaUrl;
use super::engine_reloads::EngineReloads;
use super::error::CommandError;
use super::keywords::KeywordOptions;
use super::mail::MailOptions;
use super::public_url::PublicUrl;
use super::secret::hidden;
use super::signals::{HangupSignals, ShutdownSignals};
use super::statistics::ClickHouseOptions;
use super::words::KoreanOptions;
use super::{DatabaseOptions, certificate_authorities, engines, print};
use crate::clock::Clock;
use crate::connections::trusted_proxies::parse_network;
use crate::connections::{self, ConnectionLimits};
use crate::demo::{create_demo, pause_paid_schedules};
use crate::demo_sites::DemoSites;
use crate::headers::page_origin::PageOrigin;
use crate::jobs::{Jobs, count_lost_answers};
use crate::monitoring::scrape;
use crate::random::Random;
use crate::router;
use crate::run::collect_settings::CollectSettings;
use crate::run::queue::PAID_ANSWER_GRACE;
use crate::schedule::pause;
use crate::state::{AppState, Config};

/// How long a shutdown waits for requests and background jobs.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(20);

/// What a server without an organization says.
const NO_ORGANIZATION: &str = "there is no organization: create one with `answerdeck organization create --name NAME`, \
    and its API key with `answerdeck key create --organization ID`, both with the --database of this server";

/// What a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Role {
    /// Serves requests and runs the background jobs.
    All,
    /// Serves requests only. A worker must run too.
    Api,
    /// Runs the background jobs, and serves only /health, and /metrics at the address of --prometheus.
    Worker,
}

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address to listen on. A port alone is one of 127.0.0.1, and the name of a host is resolved.
    #[arg(
        long,
        env = "ANSWERDECK_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS:PORT",
        value_parser = own_address
    )]
    listen: SocketAddr,
    #[command(flatten)]
    database: DatabaseOptions,
    /// Streaming replica of a PostgreSQL database, as postgres://USER:PASSWORD@HOST/NAME. It answers counts and rankings, and never
    /// with old numbers: while it is late or away, the database of --database answers.
    #[arg(
        long,
        env = "ANSWERDECK_STATISTICS_DATABASE",
        value_name = "URL",
        hide_env_values = true,
        value_parser = hidden::<ReplicaUrl>()
    )]
    statistics_database: Option<ReplicaUrl>,
    #[command(flatten)]
    clickhouse: ClickHouseOptions,
    /// What this process does. Several processes need PostgreSQL.
    #[arg(long, env = "ANSWERDECK_ROLE", default_value = "all")]
    role: Role,
    /// Public URL of the server, such as https://answers.example.com. Defaults to http and the address of --listen. 0.0.0.0 and
    /// [::] need a public URL, or --allow-http: then it is that of the loopback address. A worker needs one: mails and webhooks
    /// link to it.
    #[arg(long, env = "ANSWERDECK_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Allow a public URL with http on another host. Networks in between can then read API keys and tokens.
    #[arg(long, env = "ANSWERDECK_ALLOW_HTTP", value_parser = BoolishValueParser::new())]
    allow_http: bool,
    /// Address to serve /metrics on, for Prometheus. Anyone who can reach it can read it.
    #[arg(long, env = "ANSWERDECK_PROMETHEUS", value_name = "ADDRESS:PORT", value_parser = own_address)]
    prometheus: Option<SocketAddr>,
    /// Addresses of reverse proxies in front of the server, or their networks, such as 127.0.0.1,10.0.0.0/8. They name the client
    /// in X-Forwarded-For, for the limits of sign-in and for the log. Without this option all clients of a proxy share the limits
    /// of one address.
    #[arg(
        long,
        env = "ANSWERDECK_TRUSTED_PROXIES",
        value_name = "ADDRESSES",
        value_delimiter = ',',
        value_parser = parse_network
    )]
    trusted_proxy: Vec<IpNet>,
    /// Origin of pages and programs that may call the MCP endpoint from a browser, such as https://app.example or app://a-program.
    /// They still need an API key or an access token.
    #[arg(long, env = "ANSWERDECK_MCP_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    mcp_origin: Vec<PageOrigin>,
    /// Create a demo organization with prompts, runs and answers if there is none, and print a new API key for it.
    #[arg(long, env = "ANSWERDECK_DEMO", value_parser = BoolishValueParser::new())]
    demo: bool,
    /// TOML file that names the provider of each model. Without it no model can be asked, except with --demo: then local
    /// stand-ins answer as all models.
    #[arg(long, env = "ANSWERDECK_ENGINES", value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Folder of documents that stand-ins answer from. Defaults to the documents of the demo.
    #[arg(long, env = "ANSWERDECK_CORPUS", value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Allow site analyses to visit private addresses, such as this machine and its network, and OAuth clients and webhooks to be
    /// there. Anyone with an API key can then read pages that only this machine can reach, and send requests to them.
    #[arg(long, env = "ANSWERDECK_ALLOW_PRIVATE_SITES", value_parser = BoolishValueParser::new())]
    allow_private_sites: bool,
    /// PEM file of certificate authorities to trust in addition to those that browsers trust, for sites, webhooks, the
    /// mail server, ClickHouse and the metadata documents of OAuth clients.
    #[arg(long, env = "ANSWERDECK_CERTIFICATE_AUTHORITIES", value_name = "FILE")]
    certificate_authorities: Option<PathBuf>,
    #[command(flatten)]
    korean: KoreanOptions,
    /// Number of prompts that stand-ins answer at the same time. Each engine of a provider has its own limit.
    #[arg(long, env = "ANSWERDECK_MAX_CONCURRENCY", value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    max_concurrency: u8,
    /// Pause before each answer of a stand-in, so that a person can watch a run progress.
    #[arg(long, env = "ANSWERDECK_ITEM_PAUSE", value_name = "MILLISECONDS", default_value_t = 600)]
    item_pause: u16,
    /// Requests that an organization may send in a second. The API promises 10, so it is never less.
    #[arg(long, env = "ANSWERDECK_RATE_LIMIT", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(i64::from(RATE_LIMIT_REQUESTS)..=100_000))]
    rate_limit: Option<u32>,
    /// Days that runs and their answers are kept after the end of the run. Without this option they are kept forever.
    #[arg(long, env = "ANSWERDECK_KEEP_RUNS", value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..))]
    keep_runs: Option<u16>,
    // Headings apply to all options that follow.
    #[command(flatten)]
    mail: MailOptions,
    #[command(flatten)]
    keywords: KeywordOptions,
}

impl Serve {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let hangups = HangupSignals::listen()?;
        let clock = Clock::system();
        // What is wrong with options and files, or takes the port, is found before a database is created.
        let corpus = Arc::new(self.corpus(clock.now())?);
        let stand_ins = stand_in::engines(Arc::clone(&corpus));
        let engines = self.engines(&corpus, &stand_ins)?;
        self.refuse_contradictions()?;
        let mut config = self.config(&clock, &corpus)?;
        let listener = listen(self.listen, "--listen").await?;
        let prometheus = self.prometheus.map(|address| listen(address, "--prometheus"));
        let prometheus = OptionFuture::from(prometheus).await.transpose()?;
        let address = listener.local_addr().unwrap_or(self.listen);
        let public_url = self.public_url_at(address)?;
        config.public_url = public_url.to_string();
        config.network_policy.own_listener = self.demo.then_some(address);
        let databases = self.databases().await?;
        self.log_providers(&config, &engines);
        let app = AppState::new(config, databases, clock, Random::system(), engines);
        let jobs = match self.role {
            Role::Api => None,
            Role::All | Role::Worker => {
                Some(Jobs::new(app.clone(), self.collect_settings()).await.map_err(CommandError::new)?)
            }
        };
        let router = match self.role {
            Role::Worker => router::only_health(&app),
            Role::All | Role::Api => router::router(&app),
        };
        let demo_key = match self.demo {
            true => Some(create_demo(&app, &stand_ins).await.map_err(CommandError::new)?),
            false => None,
        };
        pause_paid_schedules(&app).await.map_err(CommandError::new)?;
        if pause::is_paused(&app.database).await? {
            tracing::warn!("{}", pause::PAUSED);
        }
        if organization::Entity::find().one(&app.database).await?.is_none() {
            tracing::warn!("{NO_ORGANIZATION}");
        }
        let signals = ShutdownSignals::listen()?;
        // The reader may have closed the pipe. The server runs anyway.
        let served_url = if self.role == Role::Worker { PublicUrl::of_listener(address) } else { public_url };
        let _ = print(format_args!("Address: {served_url}"));
        if let Some(key) = demo_key {
            let _ = print(format_args!("API key: {key}"));
        }
        tracing::info!(%address, public_url = %app.config.public_url, role = ?self.role, "serving");
        tokio::spawn(EngineReloads { file: self.engines, corpus, hangups }.run(app.clone()));
        serve(app, (listener, router), prometheus, jobs, signals).await
    }

    fn corpus(&self, now: Timestamp) -> Result<Corpus, CommandError> {
        match &self.corpus {
            Some(folder) => {
                Corpus::from_folder(folder, now).map_err(|error| CommandError::of_option("--corpus", error))
            }
            None => Corpus::shipped(now).map_err(CommandError::new),
        }
    }

    fn engines(&self, corpus: &Arc<Corpus>, stand_ins: &Engines) -> Result<Engines, CommandError> {
        match &self.engines {
            Some(file) => engines::read(file, corpus).map_err(|error| CommandError::of_option("--engines", error)),
            None if self.demo => Ok(stand_ins.clone()),
            None => Ok(Engines::default()),
        }
    }

    /// The configuration without the addresses, which are known when the server listens.
    fn config(&self, clock: &Clock, corpus: &Corpus) -> Result<Config, CommandError> {
        let (authorities, certificate_roots) = certificate_authorities(self.certificate_authorities.as_deref())?;
        Ok(Config {
            public_url: String::new(),
            mailer: self.mail.mailer(authorities.as_deref())?,
            analyzer: self.korean.analyzer()?,
            keywords: self.keywords.providers(clock, self.demo)?,
            keywords_per_day: Some(self.keywords.keywords_per_day),
            rate_limit: self.rate_limit,
            keep_runs: self.keep_runs.map(|days| SignedDuration::from_hours(24 * i64::from(days))),
            clickhouse: self.clickhouse.servers(&certificate_roots),
            demo_sites: self.demo.then(|| DemoSites::render(corpus)),
            network_policy: NetworkPolicy { allow_private: self.allow_private_sites, own_listener: None },
            certificate_roots,
            mcp_origins: self.mcp_origin.clone(),
            trusted_proxies: self.trusted_proxy.clone(),
        })
    }

    /// The public URL of a server that listens at `address`. Fails if networks can read what clients send to it.
    fn public_url_at(&self, address: SocketAddr) -> Result<PublicUrl, CommandError> {
        let is_unnamed = self.public_url.is_none() && address.ip().is_unspecified();
        let public_url = self.public_url.clone().unwrap_or_else(|| PublicUrl::of_listener(address));
        if !self.allow_http && (is_unnamed || !public_url.is_confidential()) {
            let open = if is_unnamed { format!("http://{address}") } else { public_url.to_string() };
            return Err(CommandError::of_usage(format!(
                "networks can read what clients send to {open}: name a URL with https in --public-url, or add --allow-http"
            )));
        }
        Ok(public_url)
    }

    async fn databases(&self) -> Result<Databases, CommandError> {
        let mut databases = self.database.url.connect_server().await?;
        if let Some(url) = &self.statistics_database {
            databases.replica = Some(url.connect(&databases.heavy_reads).await?);
        }
        Ok(databases)
    }

    fn log_providers(&self, config: &Config, engines: &Engines) {
        let Config { keywords, public_url, .. } = config;
        let (google, naver) = (keywords.google_name().unwrap_or("none"), keywords.naver_name().unwrap_or("none"));
        tracing::info!(google, naver, "keyword data providers");
        engines::log(engines);
        if config.mailer.is_some() && self.public_url.is_none() {
            tracing::warn!(
                "the links in mails lead to {public_url}: name the public URL of the server in --public-url"
            );
        }
    }

    fn refuse_contradictions(&self) -> Result<(), CommandError> {
        if self.role != Role::All && self.database.url.is_sqlite() {
            return Err(CommandError::of_usage("SQLite serves one process: use PostgreSQL for processes with --role"));
        }
        if self.statistics_database.is_some() && self.database.url.is_sqlite() {
            return Err(CommandError::of_option(
                "--statistics-database",
                "only PostgreSQL has replicas: name one in --database, too, or leave the option out",
            ));
        }
        if self.role == Role::Worker && self.public_url.is_none() {
            return Err(CommandError::of_usage(
                "a worker sends links: name the public URL of the server in --public-url",
            ));
        }
        if self.prometheus == Some(self.listen) && self.listen.port() != 0 {
            return Err(CommandError::of_option("--prometheus", "--listen has the same address"));
        }
        Ok(())
    }

    fn collect_settings(&self) -> CollectSettings {
        let item_pause = Duration::from_millis(self.item_pause.into());
        CollectSettings { max_concurrency: self.max_concurrency.into(), item_pause, ..CollectSettings::default() }
    }
}

/// Serves until a signal arrives. Then it accepts no more requests, waits for the current ones and closes the database.
async fn serve(
    app: AppState,
    (listener, router): (TcpListener, Router),
    prometheus: Option<TcpListener>,
    jobs: Option<Jobs>,
    mut signals: ShutdownSignals,
) -> Result<(), CommandError> {
    let worker = jobs.as_ref().map(|jobs| jobs.worker.id.clone());
    let mut jobs = jobs.map(|jobs| tokio::spawn(jobs.run()));
    let (shutdown, limits) = (app.shutdown.clone(), ConnectionLimits::default());
    let proxies = app.config.trusted_proxies.clone();
    let mut server = tokio::spawn(connections::serve(listener, router, limits, proxies, shutdown.clone()));
    if let Some(listener) = prometheus {
        let router = scrape::router(&app);
        tokio::spawn(connections::serve(listener, router, limits, Vec::new(), shutdown.clone()));
    }
    let failure = tokio::select! {
        () = signals.next() => None,
        // Without jobs, runs would wait forever. Another process can take over.
        Some(_) = OptionFuture::from(jobs.as_mut()) => {
            Some(CommandError::new("a background job panicked: the log has the reason"))
        }
        _ = &mut server => Some(CommandError::new("the server accepts no connections: the log has the reason")),
    };
    tracing::info!("shutting down");
    shutdown.cancel();
    // Without jobs, this process waits for no answers.
    let has_paid = jobs.is_some() && app.engines().has_paid();
    let grace = if has_paid { SHUTDOWN_GRACE + PAID_ANSWER_GRACE } else { SHUTDOWN_GRACE };
    let drained = async {
        if !server.is_finished() && server.await.is_err() {
            tracing::error!("the server panicked");
        }
        let unfinished = jobs.filter(|jobs| !jobs.is_finished());
        if let Some(Err(_)) = OptionFuture::from(unfinished).await {
            tracing::error!("a background job panicked");
        }
    };
    tokio::select! {
        () = drained => {}
        () = tokio::time::sleep(grace) => tracing::warn!("stopped before all requests and jobs ended"),
        () = signals.next() => {
            let lost_answers = OptionFuture::from(worker.map(|worker| count_lost_answers(&app, worker))).await.flatten();
            tracing::warn!(lost_answers, "second signal: stopped immediately");
        }
    }
    for (pool, database) in app.databases.pools() {
        if let Err(error) = database.clone().close().await {
            tracing::warn!(%error, pool, "the database could not be closed");
        }
    }
    tracing::info!("stopped");
    failure.map_or(Ok(()), Err)
}

fn own_address(text: &str) -> Result<SocketAddr, &'static str> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let expected = "expected a port, or an address or a known host with one: 8080, [::1]:8080 or localhost:8080";
    text.to_socket_addrs().into_iter().flatten().min_by_key(SocketAddr::is_ipv6).ok_or(expected)
}

async fn listen(address: SocketAddr, option: &str) -> Result<TcpListener, CommandError> {
    TcpListener::bind(address).await.map_err(|error| {
        CommandError::new(match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("another program listens on {address}: stop it, or choose another address with {option}")
            }
            std::io::ErrorKind::PermissionDenied => {
                format!("this user may not listen on {address}: choose a port of 1024 or above with {option}")
            }
            _ => format!("cannot listen on {address}: {error}"),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use sea_orm::ConnectionTrait;

    use super::*;

    #[test]
    fn supervisors_wait_longer_than_a_shutdown_takes() {
        let seconds = |file: &str, key: &str| -> Vec<u64> {
            let values = file.lines().filter_map(|line| line.trim().strip_prefix(key));
            values.map(|value| value.trim().trim_end_matches('s').parse().unwrap()).collect()
        };
        let (request_grace, answer_grace) = (SHUTDOWN_GRACE.as_secs(), (SHUTDOWN_GRACE + PAID_ANSWER_GRACE).as_secs());
        let unit = seconds(include_str!("../../../../deploy/answerdeck.service"), "TimeoutStopSec=");
        assert!(matches!(unit[..], [all] if all > answer_grace), "{unit:?}");
        let compose = seconds(include_str!("../../../../deploy/compose.yaml"), "stop_grace_period:");
        assert!(matches!(compose[..], [api, worker] if api > request_grace && worker > answer_grace), "{compose:?}");
    }

    #[tokio::test]
    async fn a_panic_of_a_background_job_ends_the_server() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let databases = Databases::connect(&url).await.unwrap();
        // The worker needs an id for the item of this run.
        for sql in [
            "INSERT INTO organizations VALUES ('o', 'Nurio', 'KR', '[]', 1000, 0, 1)",
            "INSERT INTO runs (id, organization_id, region, status, total_count, success_count, failed_count, created_at, \
             models, name, prompt_count, unstarted_count, credits_ran_out, charged) \
             VALUES ('r', 'o', 'KR', 'RUNNING', 1, 0, 0, 1, '[\"CLAUDE\"]', '', 1, 1, TRUE, 0)",
        ] {
            databases.main.execute_unprepared(sql).await.unwrap();
        }
        let has_randomness = Arc::new(AtomicBool::new(true));
        let source = Arc::clone(&has_randomness);
        let random = Random::from_fn(move |bytes| {
            assert!(source.load(Ordering::Relaxed), "there is no randomness");
            bytes.fill(7);
        });
        let app = AppState::new(Config::default(), databases, Clock::system(), random, Engines::default());
        let jobs = Jobs::new(app.clone(), CollectSettings::default()).await.unwrap();
        has_randomness.store(false, Ordering::Relaxed);
        let listener = listen("127.0.0.1:0".parse().unwrap(), "--listen").await.unwrap();
        let router = router::router(&app);
        let signals = ShutdownSignals::listen().unwrap();
        let error = serve(app, (listener, router), None, Some(jobs), signals).await.unwrap_err();
        assert_eq!(error, CommandError::new("a background job panicked: the log has the reason"));
    }
}
