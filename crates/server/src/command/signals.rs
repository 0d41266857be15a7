//! The signals of the server. Ctrl-C shuts it down, and on Unix also SIGTERM. SIGHUP makes it read its engines file again.

use super::error::CommandError;

/// Receives the signals that shut the server down, which no longer end the process.
pub(super) struct ShutdownSignals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl ShutdownSignals {
    pub(super) fn listen() -> Result<Self, CommandError> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::SignalKind;
            Ok(Self { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    pub(super) async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Receives SIGHUP, which no longer ends the process.
pub(super) struct HangupSignals {
    #[cfg(unix)]
    hangup: tokio::signal::unix::Signal,
}

impl HangupSignals {
    pub(super) fn listen() -> Result<Self, CommandError> {
        #[cfg(unix)]
        return Ok(Self { hangup: listen(tokio::signal::unix::SignalKind::hangup())? });
        #[cfg(not(unix))]
        Ok(Self {})
    }

    pub(super) async fn next(&mut self) {
        #[cfg(unix)]
        if self.hangup.recv().await.is_some() {
            return;
        }
        std::future::pending().await
    }
}

#[cfg(unix)]
fn listen(kind: tokio::signal::unix::SignalKind) -> Result<tokio::signal::unix::Signal, CommandError> {
    tokio::signal::unix::signal(kind).map_err(|error| CommandError::new(format!("cannot listen for signals: {error}")))
}
