//! The background jobs of the server: due schedules, the answers of runs and of stopped runs, site analyses, the deletion of old ones
//! of both, backfills of brands, deliveries of webhooks, alerts, digests, and erasure.

use answerdeck_database::entity::{answer, digest_mail, site_analysis, webhook_delivery};
use answerdeck_database::{erasure, statement, with_write_lock};
use futures_util::future::OptionFuture;
use sea_orm::ConnectionTrait;

use crate::alerts::job;
use crate::digests::outbox::MailJob;
use crate::engines::stops;
use crate::run::collect_settings::CollectSettings;
use crate::run::queue::AnswerJob;
use crate::site::analyses::SiteAnalysisJob;
use crate::state::AppState;
use crate::webhooks::deliveries::DeliveryJob;
use crate::worker::{Worker, WorkerError, next_hourly_tick};
use crate::{backfill, digests, idempotency, run, schedule, site};

/// All background jobs, on one worker.
pub struct Jobs {
    app: AppState,
    worker: Worker,
    answers: AnswerJob,
    analyses: SiteAnalysisJob,
    deliveries: DeliveryJob,
    mails: Option<MailJob>,
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
        with_write_lock(&app.jobs_database, stops::retry_stopped_engines(&app.jobs_database, app.clock.now())).await?;
        run::missing_engines::warn(&app).await?;
        let answers = AnswerJob::new(app.clone(), worker.id().to_owned(), settings);
        let analyses = SiteAnalysisJob::new(app.clone(), worker.id().to_owned());
        let deliveries = DeliveryJob::new(app.clone(), worker.id().to_owned());
        let mails = app.config.mailer.clone();
        let mails = mails.map(|mailer| MailJob::new(app.clone(), mailer, worker.id().to_owned()));
        Ok(Self { app, worker, answers, analyses, deliveries, mails })
    }

    /// The owner of the leases.
    pub(crate) fn worker_id(&self) -> &str {
        self.worker.id()
    }

    /// Runs the jobs until the server shuts down.
    pub async fn run(self) {
        let old_runs = async {
            if let Some(keep) = self.app.config.keep_runs {
                run::retention::run_until_shutdown(&self.app, keep).await;
            }
        };
        let stopped_runs = run::stopping::run_until_shutdown(&self.app);
        let schedules = schedule::due::run_until_shutdown(&self.app);
        let backfills = backfill::run_until_shutdown(&self.app);
        let old_analyses = site::RETENTION.run_until_shutdown(&self.app);
        let old_keys = idempotency::RETENTION.run_until_shutdown(&self.app);
        let (answers, analyses) = (self.worker.run(self.answers), self.worker.run(self.analyses));
        let deliveries = self.worker.run(self.deliveries);
        let alerts = job::run_until_shutdown(&self.app, self.worker.id());
        let digests = digests::job::run_until_shutdown(&self.app, self.worker.id());
        let mails = OptionFuture::from(self.mails.map(|mails| self.worker.run(mails)));
        let old_tokens = digests::TOKEN_RETENTION.run_until_shutdown(&self.app);
        let old_digests = digests::RETENTION.run_until_shutdown(&self.app);
        let erasure = shrink_until_shutdown(&self.app);
        tokio::join!(
            self.worker.listen(),
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
    let database = &app.jobs_database;
    let sql = format!(
        "SELECT count(*) FROM answers WHERE ({}) AND status = 'ASKED' AND lease_owner = $1",
        answer::Status::HELD_OR_IN_PROGRESS
    );
    let count = async {
        let row = database.query_one_raw(statement(database, &sql, [worker.into()])).await?;
        row.map(|row| row.try_get_by_index(0)).transpose()
    };
    app.reachability.in_time(database, count).await.flatten()
}

/// Removes the free space of the database's file every hour, until the server shuts down.
async fn shrink_until_shutdown(app: &AppState) {
    loop {
        match erasure::shrink(&app.jobs_database, &app.shutdown).await {
            Ok(0) => {}
            Ok(pages) => tracing::info!(pages, "free pages of the database were removed"),
            Err(error) => tracing::warn!(%error, "free pages of the database were not removed"),
        }
        if !next_hourly_tick(&app.shutdown).await {
            return;
        }
    }
}
