//! The background jobs of the server: due schedules, the answers of runs and of stopped runs, site analyses, the deletion of old ones
//! of both, backfills of brands, deliveries of webhooks, alerts, digests, and erasure.

use answerdeck_database::entity::{answer, digest_mail, site_analysis, webhook_delivery};
use answerdeck_database::{erasure, query_row, with_write_lock};
use futures_util::future::OptionFuture;

use crate::digests::outbox;
use crate::engines::stops;
use crate::run::collect_settings::CollectSettings;
use crate::run::queue::AnswerJob;
use crate::site::analysis;
use crate::state::AppState;
use crate::webhooks::deliveries;
use crate::worker::{RoundRobinJob, Worker, WorkerError, hourly, listen};
use crate::{alerts, backfill, digests, idempotency, run, schedule, site};

const CONCURRENT_ANALYSES: usize = 4;
const CONCURRENT_DELIVERIES: usize = 32;
const CONCURRENT_MAILS: usize = 8;

/// All background jobs, on one worker.
pub struct Jobs {
    app: AppState,
    worker: Worker,
    answers: AnswerJob,
}

impl Jobs {
    /// Prepares the jobs. On SQLite, it ends the leases of a process that died. Stopped engines are tried again, because the
    /// operator may have changed their configuration.
    pub async fn new(app: AppState, settings: CollectSettings) -> Result<Self, WorkerError> {
        let worker = Worker::new(app.clone()).await?;
        worker.recover::<answer::Entity>().await?;
        worker.recover::<site_analysis::Entity>().await?;
        worker.recover::<webhook_delivery::Entity>().await?;
        worker.recover::<digest_mail::Entity>().await?;
        let database = &app.databases.jobs;
        with_write_lock(database, stops::retry_stopped_engines(database, app.clock.now())).await?;
        run::missing_engines::warn(&app).await?;
        let answers = AnswerJob::new(app.clone(), worker.id().to_owned(), settings);
        Ok(Self { app, worker, answers })
    }

    /// The owner of the leases.
    pub(crate) fn worker_id(&self) -> &str {
        self.worker.id()
    }

    pub async fn run(self) {
        let (app, worker) = (&self.app, self.worker.id());
        let old_runs = async {
            if let Some(keep) = app.config.keep_runs {
                run::retention::run_until_shutdown(app, keep).await;
            }
        };
        let stopped_runs = run::stopping::run_until_shutdown(app);
        let schedules = schedule::due::run_until_shutdown(app);
        let backfills = backfill::run_until_shutdown(app);
        let old_analyses = site::RETENTION.run_until_shutdown(app);
        let old_keys = idempotency::RETENTION.run_until_shutdown(app);
        let answers = self.worker.run(self.answers);
        let analyses = RoundRobinJob::<site_analysis::Entity, _>::new(app, worker, CONCURRENT_ANALYSES, analysis::run);
        let analyses = self.worker.run(analyses);
        let deliveries =
            RoundRobinJob::<webhook_delivery::Entity, _>::new(app, worker, CONCURRENT_DELIVERIES, deliveries::run);
        let deliveries = self.worker.run(deliveries);
        let mails = OptionFuture::from(app.config.mailer.clone().map(|mailer| {
            let send = move |app, row| outbox::run(app, mailer.clone(), row);
            self.worker.run(RoundRobinJob::<digest_mail::Entity, _>::new(app, worker, CONCURRENT_MAILS, send))
        }));
        let alerts = alerts::due::run_until_shutdown(app, worker);
        let digests = digests::due::run_until_shutdown(app, worker);
        let old_tokens = digests::TOKEN_RETENTION.run_until_shutdown(app);
        let old_digests = digests::RETENTION.run_until_shutdown(app);
        let erasure = shrink_until_shutdown(app);
        tokio::join!(
            listen(app),
            schedules,
            answers,
            analyses,
            deliveries,
            stopped_runs,
            backfills,
            old_runs,
            old_analyses,
            old_keys,
            alerts,
            digests,
            mails,
            old_digests,
            old_tokens,
            erasure
        );
    }
}

/// How many questions of a worker are in progress at paid engines, whose answers could not be read later. `None` if the database does
/// not say so in time.
pub(crate) async fn count_lost_answers(app: &AppState, worker: String) -> Option<i64> {
    let database = &app.databases.jobs;
    let sql = format!(
        "SELECT count(*) FROM answers WHERE ({}) AND status = 'ASKED' AND lease_owner = $1",
        answer::Status::HELD_OR_IN_PROGRESS
    );
    app.reachability.in_time(database, query_row(database, &sql, [worker.into()])).await.flatten()
}

/// Removes the free space of the database's file every hour, until the server shuts down.
async fn shrink_until_shutdown(app: &AppState) {
    let shrink = || async move {
        let pages = erasure::shrink(&app.databases.jobs, &app.shutdown).await?;
        if pages > 0 {
            tracing::info!(pages, "free pages of the database were removed");
        }
        Ok(())
    };
    hourly(&app.shutdown, "free pages of the database were not removed", shrink).await;
}
