//! Tests of the worker on a platform and a device in memory.

mod brand_questions;
mod device;
mod faults;
mod last_replies;
mod questions;
mod reading;
mod source_questions;
mod text_questions;

use std::rc::Rc;

use answerdeck_analysis::{
    AnyQuestion, BrandMetrics, BrandReport, Credential, FromWorker, Open, Phase, Refusal, Reply, Status, StoreSecret,
    ToWorker,
};
use answerdeck_api::AnswerScope;
use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;

use crate::tests::device::{Device, Tab};
use crate::{Inbox, run};

/// Sends a message as the page does.
fn post(inbox: &Inbox, message: &ToWorker) {
    inbox.receive_from_page(&serde_json::to_string(message).unwrap());
}

/// A question as the page sends it.
fn json(question: &AnyQuestion) -> String {
    serde_json::to_string(question).unwrap()
}

/// A worker of a tab, which runs when [`Worker::settle`] is called.
struct Worker {
    tab: Rc<Tab>,
    inbox: Inbox,
    running: Option<LocalBoxFuture<'static, ()>>,
}

impl Worker {
    /// Starts a worker that keeps answers on the device.
    fn start(device: &Rc<Device>) -> Self {
        Self::start_with(device, Some(StoreSecret { name: "s".to_owned(), key: [7; 32] }))
    }

    fn start_with(device: &Rc<Device>, secret: Option<StoreSecret>) -> Self {
        let inbox = Inbox::default();
        let tab = Tab::new(device.clone(), inbox.clone());
        let running = run(tab.clone(), inbox.clone()).map(|result| result.unwrap()).boxed_local();
        let credential = Credential::ApiKey("adk_1".to_owned());
        let base_url = "https://platform.example".to_owned();
        post(&inbox, &ToWorker::Open(Open { base_url, credential, secret }));
        Self { tab, inbox, running: Some(running) }
    }

    /// Runs the worker until it waits for something that only the test brings.
    fn settle(&mut self) {
        if self.running.as_mut().is_some_and(|running| running.now_or_never().is_some()) {
            self.running = None;
        }
    }

    fn send(&mut self, message: ToWorker) {
        post(&self.inbox, &message);
        self.settle();
    }

    fn status(&self) -> Status {
        let statuses = self.tab.posted.borrow();
        let last = statuses.iter().rev().find_map(|message| match message {
            FromWorker::Status(status) => Some(status.clone()),
            _ => None,
        });
        last.unwrap_or_default()
    }

    fn kept(&self) -> (Phase, u64, Option<u64>) {
        let Status { phase, kept, total, .. } = self.status();
        (phase, kept, total)
    }

    /// Asks a question in a new slot. Returns the reply. `None` if there is none yet.
    fn ask(&mut self, question: impl Into<AnyQuestion>) -> Option<Result<Reply<String>, Refusal>> {
        self.send(ToWorker::Ask { slot: 1, number: 1, question: json(&question.into()) });
        self.reply(1)
    }

    fn reply(&self, wanted: u32) -> Option<Result<Reply<String>, Refusal>> {
        self.tab.posted.borrow().iter().rev().find_map(|message| match message {
            FromWorker::Reply { slot, reply, .. } if *slot == wanted => Some(reply.clone()),
            _ => None,
        })
    }

    /// Returns how many answers name each brand, of how many.
    fn naming(&mut self) -> (Vec<u64>, u64) {
        let question = BrandMetrics { scope: AnswerScope::default(), period: None };
        let reply = self.ask(question).expect("a reply").expect("a value");
        let report: BrandReport = serde_json::from_str(&reply.value).unwrap();
        let naming = report.brands.iter().map(|brand| brand.visibility.mention_rate.numerator).collect();
        (naming, report.sample.answers)
    }

    fn requests(&self) -> Vec<String> {
        self.tab.requests.take()
    }
}

/// Requests for answers.
fn answer_lists(requests: &[String]) -> usize {
    requests.iter().filter(|request| request.contains("/answers?")).count()
}
