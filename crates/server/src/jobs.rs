//! The background jobs of the server: due schedules, the answers of runs and of stopped runs, site analyses, the deletion of old ones
//! of both, backfills of brands, deliveries of webhooks, alerts, digests, and erasure.

use answerdeck_database::entity::{answer, digest_mail, site_analysis, webhook_delivery};
use answerdeck_database::{erasure, query_row, with_write_lock};
use futures_util::future::OptionFuture;
use sea_orm::DbErr;

use crate::digests::outbox;
use crate::engines::stops;
use crate::run::collect_settings::CollectSettings;
use crate::run::queue::AnswerJob;
use crate::site::analysis;
use crate::state::AppState;
use crate::webhooks::deliveries;
use crate::worker::{HOUR, JobKind, POLL_INTERVAL, RoundRobinJob, Worker, WorkerError, listen, poll};
use crate::{alerts, backfill, digests, idempotency, run, schedule, site};

const CONCURRENT_ANALYSES: usize = 4;
const CONCURRENT_DELIVERIES: usize = 32;
const CONCURRENT_MAILS: usize = 8;

/// All background jobs, on one worker.
pub struct Jobs {
    app: AppState,
    pub(crate) worker: Worker,
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
        let answers = AnswerJob::new(app.clone(), worker.id.clone(), settings);
        Ok(Self { app, worker, answers })
    }

    pub async fn run(self) {
        let (app, worker, id) = (&self.app, &self.worker, self.worker.id.as_str());
        let old_runs = app.config.keep_runs.map(|keep| run::retention::run_until_shutdown(app, keep));
        let mails = app.config.mailer.clone().map(|mailer| {
            let send = move |app, row| outbox::run(app, mailer.clone(), row);
            worker.run(RoundRobinJob::<digest_mail::Entity, _>::new(app, id, CONCURRENT_MAILS, send))
        });
        let deliveries =
            RoundRobinJob::<webhook_delivery::Entity, _>::new(app, id, CONCURRENT_DELIVERIES, deliveries::run);
        tokio::join!(
            listen(app),
            worker.run(self.answers),
            worker.run(RoundRobinJob::<site_analysis::Entity, _>::new(app, id, CONCURRENT_ANALYSES, analysis::run)),
            worker.run(deliveries),
            OptionFuture::from(mails),
            poll(app, POLL_INTERVAL, None, "due schedules were not found", || async {
                schedule::due::start_due(app).await.map(|_| false)
            }),
            poll(app, POLL_INTERVAL, None, "due digests were not found", || digests::due::make_next(app, id)),
            poll(app, POLL_INTERVAL, None, alerts::due::NOT_EVALUATED, || alerts::due::evaluate_next(app, id)),
            poll(app, POLL_INTERVAL, Some(JobKind::StoppedRuns), "the answers of stopped runs did not fail", || {
                run::stopping::end_slices(app)
            }),
            poll(app, POLL_INTERVAL, Some(JobKind::BrandBackfills), "brands were not backfilled", || {
                backfill::backfill_brands(app)
            }),
            poll(app, POLL_INTERVAL, None, "answers were not copied to ClickHouse", || {
                app.statistics.copy_parts(false)
            }),
            OptionFuture::from(old_runs),
            site::RETENTION.run_until_shutdown(app),
            idempotency::RETENTION.run_until_shutdown(app),
            digests::RETENTION.run_until_shutdown(app),
            digests::TOKEN_RETENTION.run_until_shutdown(app),
            poll(app, HOUR, None, "unused copies were not deleted in ClickHouse", || async {
                app.statistics.delete_unused_copies().await.map(|()| false)
            }),
            poll(app, HOUR, None, "free pages of the database were not removed", || remove_free_pages(app)),
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

async fn remove_free_pages(app: &AppState) -> Result<bool, DbErr> {
    let pages = erasure::shrink(&app.databases.jobs, &app.shutdown).await?;
    if pages > 0 {
        tracing::info!(pages, "free pages of the database were removed");
    }
    Ok(false)
}
