//! `answerdeck serve`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use answerdeck_crawler::NetworkPolicy;
use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::local;
use clap::Args;
use tokio::net::TcpListener;

use super::failure::Failure;
use super::keywords::KeywordOptions;
use super::stop_signals::StopSignals;
use super::{DatabaseOptions, say};
use crate::analyzer_pool::AnalyzerPool;
use crate::clock::Clock;
use crate::demo::demo;
use crate::demo_sites::DemoSites;
use crate::public_url::PublicUrl;
use crate::random::Random;
use crate::router::router;
use crate::run::items::Pace;
use crate::state::{AppState, Config};
use crate::worker::Worker;

/// How long a stop waits for requests that are being answered.
const STOP: Duration = Duration::from_secs(20);

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The address to listen on.
    #[arg(long, env = "ANSWERDECK_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    listen: SocketAddr,

    #[command(flatten)]
    database: DatabaseOptions,

    /// Where people and programs reach the server, such as https://answers.example.com. Default: the address it listens on.
    #[arg(long, env = "ANSWERDECK_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,

    /// Make a demo organization with prompts, runs and answers, once, and print its API key.
    #[arg(long, env = "ANSWERDECK_DEMO")]
    demo: bool,

    /// The folder of documents that the engine answers from. Default: the demo's own.
    #[arg(long, env = "ANSWERDECK_CORPUS", value_name = "DIR")]
    corpus: Option<PathBuf>,

    /// Let site analyses visit private addresses too, such as those of this machine and its network. Whoever has an API key
    /// can then have pages read that only this machine can reach.
    #[arg(long, env = "ANSWERDECK_ALLOW_PRIVATE_SITES")]
    allow_private_sites: bool,

    /// The folder of a compiled MeCab dictionary of Korean, such as mecab-ko-dic. Without it, Korean words are what is left
    /// without their particles, and none is told to be a name.
    #[arg(long, env = "ANSWERDECK_KOREAN_DICTIONARY", value_name = "DIR")]
    korean_dictionary: Option<PathBuf>,

    /// Items of runs worked on at the same time.
    #[arg(long, env = "ANSWERDECK_ITEMS_AT_A_TIME", value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    items_at_a_time: u8,

    /// The longest pause before an item is asked, so that a person sees a run progress; the shortest is a third of it.
    #[arg(long, env = "ANSWERDECK_ITEM_PAUSE", value_name = "MILLISECONDS", default_value_t = 900)]
    item_pause: u16,

    // Last: its heading is that of all options after it.
    #[command(flatten)]
    keywords: KeywordOptions,
}

impl Serve {
    pub(super) async fn run(self) -> Result<(), Failure> {
        let pace = self.pace();
        let database = self.database.database.connect().await?;
        let listener = TcpListener::bind(self.listen).await.map_err(|error| cannot_listen(self.listen, &error))?;
        let address = listener.local_addr().unwrap_or(self.listen);
        let public_url = self.public_url.unwrap_or_else(|| PublicUrl::of_listener(address));
        let words = match &self.korean_dictionary {
            Some(folder) => AnalyzerPool::with_dictionary(folder).map_err(|error| Failure::new(error.to_string()))?,
            None => AnalyzerPool::default(),
        };
        let clock = Clock::wall();
        let keywords = self.keywords.providers(&clock, self.demo)?;
        tracing::info!(google = keywords.google_name(), naver = keywords.naver_name(), "providers of keyword data");
        let corpus = match &self.corpus {
            Some(folder) => Corpus::from_folder(folder, clock.now()),
            None => Corpus::shipped(clock.now()),
        };
        let corpus = corpus.map_err(|error| Failure::new(error.to_string()))?;
        let config = Config {
            public_url: public_url.to_string(),
            words,
            keywords,
            demo_sites: self.demo.then(|| DemoSites::render(&corpus)),
            reach: NetworkPolicy {
                allow_private: self.allow_private_sites,
                own_listener: self.demo.then_some(address),
            },
        };
        let engines = local::engines(corpus);
        let app = AppState::new(config, database, clock, Random::system(), engines);
        let worker = Worker::new(app.clone(), pace).await.map_err(|error| Failure::new(error.to_string()))?;
        let demo =
            if self.demo { Some(demo(&app).await.map_err(|error| Failure::new(error.to_string()))?) } else { None };
        let signals = StopSignals::listen()?;
        // Whoever reads this may have read enough: that ends no server.
        let _ = say(format_args!("Address: {public_url}"));
        if let Some(demo) = demo {
            let _ = say(format_args!("API key: {}", demo.api_key));
        }
        tracing::info!(%address, %public_url, "serving");
        serve(app, listener, worker, signals).await
    }

    fn pace(&self) -> Pace {
        let longest = Duration::from_millis(self.item_pause.into());
        Pace { at_a_time: self.items_at_a_time.into(), shortest: longest / 3, longest }
    }
}

/// Serves until a signal, then stops accepting, lets what is under way end, and closes the database.
async fn serve(app: AppState, listener: TcpListener, worker: Worker, mut signals: StopSignals) -> Result<(), Failure> {
    let worker = tokio::spawn(worker.run());
    let stopping = app.stopping.clone();
    let server = axum::serve(listener, router(&app)).with_graceful_shutdown(stopping.clone().cancelled_owned());
    let mut server = std::pin::pin!(server.into_future());
    tokio::select! {
        ended = &mut server => return ended.map_err(|error| Failure::new(format!("the server ended: {error}"))),
        () = signals.next() => {}
    }
    tracing::info!("stopping");
    stopping.cancel();
    let ended = async {
        let _ = server.await;
        if worker.await.is_err() {
            tracing::error!("the worker panicked");
        }
    };
    tokio::select! {
        () = ended => {}
        () = tokio::time::sleep(STOP) => tracing::warn!("stopped with work under way"),
        () = signals.next() => tracing::warn!("told twice to stop"),
    }
    if let Err(error) = app.database.clone().close().await {
        tracing::warn!(%error, "the database did not close");
    }
    tracing::info!("stopped");
    Ok(())
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Failure {
    Failure::new(match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("another program listens on {address}: stop it, or choose another address with --listen")
        }
        std::io::ErrorKind::PermissionDenied => {
            format!("this user may not listen on {address}: choose a port from 1024 up with --listen")
        }
        _ => format!("cannot listen on {address}: {error}"),
    })
}
