//! Handles the messages of the page and of other tabs.

use answerdeck_analysis::{FromWorker, Refusal, ToWorker};
use answerdeck_answer_store::Progress;

use super::Worker;
use crate::inbox::Received;
use crate::peers::ToPeers;
use crate::questions::Asked;

impl Worker {
    pub(super) async fn handle(&mut self, received: Received) {
        match received {
            Received::Page(message) => self.handle_page(*message).await,
            Received::Peer(text) => {
                if let Ok(message) = answerdeck_json::from_str(&text) {
                    self.handle_peer(message).await;
                }
            }
        }
    }

    async fn handle_page(&mut self, message: ToWorker) {
        match message {
            // A worker opens one store.
            ToWorker::Open(_) => {}
            ToWorker::Ask { slot, number, question } => match answerdeck_json::from_str(&question) {
                Ok(question) => self.questions.add(Asked { slot, number, question }),
                Err(error) => {
                    let reply = Err(Refusal::InvalidQuestion(error.to_string()));
                    self.environment.post(&FromWorker::Reply { slot, number, reply });
                }
            },
            ToWorker::Cancel { slot } => self.questions.cancel(slot),
            ToWorker::Page { is_visible, is_online } => self.schedule.set_page(is_visible, is_online),
            ToWorker::BrandsChanged => {
                self.schedule.needs_brands = true;
                self.tell(&ToPeers::BrandsChanged);
            }
            ToWorker::RunFinished => self.schedule.list_now(),
            ToWorker::AccessToken { number, token } => self.tokens.receive(number, token),
            ToWorker::Forget => {
                self.forget().await;
                self.tell(&ToPeers::Forget);
                self.environment.post(&FromWorker::Forgotten);
            }
        }
    }

    async fn handle_peer(&mut self, message: ToPeers) {
        match message {
            ToPeers::Progress { kept, total, changed } => {
                self.progress = Some(Progress { kept, total });
                if changed.is_empty() {
                    return;
                }
                self.has_changed();
                if let Err(error) = self.answers.reload(&changed).await {
                    self.fail(error).await;
                }
            }
            ToPeers::Done => {
                self.progress = None;
                self.schedule.finished_elsewhere();
            }
            ToPeers::BrandsChanged => self.schedule.needs_brands = true,
            ToPeers::Forget => {
                self.is_ended = true;
                self.environment.post(&FromWorker::Forgotten);
            }
        }
    }

    async fn forget(&mut self) {
        self.is_ended = true;
        (self.sync, self.lock) = (None, None);
        // What cannot be deleted now cannot be read any more, and is deleted at the next start.
        if let Some(secret) = &self.secret {
            let _ = self.environment.delete_store(secret).await;
        }
    }
}
