//! Text analysis that is busy until a test lets it continue.

use std::sync::mpsc;

use answerdeck_api::TextLanguage;
use answerdeck_server::analyzer_pool::AnalyzerPool;

/// The pool for text analysis, all of whose permits are held until this is dropped.
pub struct HeldPool(#[allow(dead_code, reason = "it ends the tasks when it is dropped")] Vec<mpsc::Sender<()>>);

/// Keeps the thread that drops it until the other side is dropped.
struct BusyUntilDropped(mpsc::Receiver<()>, Option<tokio::sync::oneshot::Sender<()>>);

impl Drop for BusyUntilDropped {
    fn drop(&mut self) {
        if let Some(started) = self.1.take() {
            let _ = started.send(());
        }
        let _ = self.0.recv();
    }
}

impl HeldPool {
    /// Acquires both permits.
    pub async fn hold(pool: &AnalyzerPool) -> Self {
        let mut ends = Vec::new();
        for _ in 0..2 {
            let (end, ended) = mpsc::channel();
            let (start, started) = tokio::sync::oneshot::channel();
            let (pool, held) = (pool.clone(), BusyUntilDropped(ended, Some(start)));
            tokio::spawn(async move { pool.nouns(String::new(), TextLanguage::English, held).await });
            started.await.unwrap();
            ends.push(end);
        }
        Self(ends)
    }
}
