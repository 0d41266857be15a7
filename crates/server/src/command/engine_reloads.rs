//! Reading the engines file again while the server runs: at SIGHUP, and when `answerdeck engines reload` asks for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use answerdeck_database::with_write_lock;
use answerdeck_engine::corpus::Corpus;

use super::engines;
use super::signals::HangupSignals;
use crate::demo::pause_paid_schedules;
use crate::engines::{reloads, stops};
use crate::state::AppState;
use crate::worker::JobKind;

/// How often a process looks for a request to read the file again.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Reads the engines file again when someone asks for it.
pub(super) struct EngineReloads {
    pub(super) file: Option<PathBuf>,
    /// For models with stand-ins.
    pub(super) corpus: Arc<Corpus>,
    pub(super) hangups: HangupSignals,
}

impl EngineReloads {
    /// Runs until the server shuts down.
    pub(super) async fn run(mut self, app: AppState) {
        // Absent until the database has answered. Earlier requests do not concern this process, which has just read its file.
        let mut seen: Option<Option<i64>> = None;
        loop {
            if let Ok(last) = reloads::last(&app.databases.monitoring).await
                && seen.replace(last).is_some_and(|seen| seen != last)
            {
                self.reload(&app).await;
            }
            tokio::select! {
                () = app.shutdown.cancelled() => return,
                () = self.hangups.next() => self.reload(&app).await,
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }

    /// Replaces the engines by those of the file. A mistake in it changes nothing.
    async fn reload(&self, app: &AppState) {
        let Some(file) = &self.file else {
            tracing::warn!("there is no engines file to read again: name one with --engines");
            return;
        };
        match engines::read(file, &self.corpus) {
            Ok(engines) => {
                app.set_engines(engines);
                tracing::info!(file = %file.display(), "the engines file was read again");
                engines::log(&app.engines());
            }
            Err(error) => {
                tracing::error!(%error, "the engines stay as they are: their file has a mistake");
                return;
            }
        }
        if let Err(error) = pause_paid_schedules(app).await {
            tracing::warn!(%error, "the schedules of the demo were not paused");
        }
        // The new file may have mended engines that are stopped.
        let (database, now) = (&app.databases.jobs, app.clock.now());
        if let Err(error) = with_write_lock(database, stops::retry_stopped_engines(database, now)).await {
            tracing::warn!(%error, "stopped engines are not tried before their time");
        }
        app.notifications.of(JobKind::RunItems).notify_one();
    }
}
