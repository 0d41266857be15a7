//! The worker's main loop, which chooses the next step. The modules below it are the steps.

mod brands;
mod failure;
mod messages;
mod progress;
mod replies;
mod schedule;
mod synchronization;

use std::future::pending;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_analysis::{Credential, FromWorker, Loss, Open, Place, Refusal, Status, StoreSecret, ToWorker};
use answerdeck_answer_store::{AnswerStore, AnswerSync, ArchiveError, OverflowStore, Progress, SortedSet};
use answerdeck_api::{Brand, RunId};
use answerdeck_client::transport::Transport;
use answerdeck_client::{AccessTokens, ApiKey, Client};
use futures_util::future::{Either, select};

use crate::access_tokens::PageTokens;
use crate::activity::Activity;
use crate::environment::{Environment, Guard};
use crate::inbox::{Inbox, Received};
use crate::last_replies::LastReplies;
use crate::opening;
use crate::questions::{Questions, Tracked};
use crate::reporter::Reporter;
use failure::Failure;
use schedule::Schedule;

/// How long the worker searches before it handles messages. Not less, because browsers delay consecutive timers by 4
/// ms.
const SEARCH_SLICE: Duration = Duration::from_millis(40);

/// Replies are stored when nothing has been asked for this long, so that no question has to wait for the write.
const REPLIES_KEPT_AFTER: Duration = Duration::from_millis(200);

/// Runs a worker until the kept answers are forgotten.
///
/// # Errors
/// [`ArchiveError`] if not even memory keeps answers.
pub async fn run(environment: Rc<dyn Environment>, inbox: Inbox) -> Result<(), ArchiveError> {
    environment.post(&FromWorker::Ready);
    let mut early = Vec::new();
    let open = loop {
        match inbox.take() {
            Some(Received::Page(message)) => match *message {
                ToWorker::Open(open) => break open,
                other => early.push(Received::Page(Box::new(other))),
            },
            Some(received) => early.push(received),
            None => inbox.received().await,
        }
    };
    let last_replies = Rc::new(LastReplies::new(environment.clone()));
    let mut opening = Box::pin(Worker::open(environment, open, last_replies.clone()));
    let mut worker = loop {
        while let Some(received) = inbox.take() {
            if let Received::Page(message) = &received
                && let ToWorker::Ask { slot, number, question } = &**message
                && let Ok(question) = answerdeck_json::from_str(question)
            {
                last_replies.ask(*slot, *number, &question);
            }
            early.push(received);
        }
        match select(&mut opening, Box::pin(inbox.received())).await {
            Either::Left((worker, _)) => break worker?,
            Either::Right(_) => {}
        }
    };
    drop(opening);
    for received in early {
        worker.handle(received).await;
    }
    worker.work(&inbox).await
}

struct Worker {
    environment: Rc<dyn Environment>,
    transport: Rc<dyn Transport>,
    secret: Option<StoreSecret>,
    tokens: Rc<PageTokens>,
    client: Client,
    questions: Questions,
    last_replies: Rc<LastReplies>,
    /// Whether there are replies that the store has not kept.
    has_new_replies: bool,
    reporter: Reporter,
    schedule: Schedule,
    answers: AnswerStore,
    place: Place,
    overflow: Option<Rc<OverflowStore>>,
    tracked: Option<Tracked>,
    /// The brands that could not be tracked because they have too many names.
    refused: Option<Vec<Brand>>,
    /// Why no brands are tracked.
    without_brands: Option<Refusal>,
    /// The synchronization between its steps.
    sync: Option<Box<AnswerSync>>,
    /// Keeps other tabs from synchronizing.
    lock: Option<Guard>,
    /// Progress of the running synchronization, here or in another tab.
    progress: Option<Progress>,
    /// Changed runs that are not reported to other tabs yet.
    unreported: SortedSet<Option<RunId>>,
    /// The store failed, and is opened again.
    failure: Option<Failure>,
    /// How often the store was opened again.
    reopened: u32,
    is_ended: bool,
}

impl Worker {
    async fn open(
        environment: Rc<dyn Environment>,
        open: Open,
        last_replies: Rc<LastReplies>,
    ) -> Result<Self, ArchiveError> {
        let mut reporter = Reporter::new(environment.clone());
        reporter.report(Status::default());
        let tokens = Rc::new(PageTokens::new(environment.clone()));
        let transport = environment.transport();
        let credential = match open.credential {
            Credential::ApiKey(key) => ApiKey::new(&key).ok().map(answerdeck_client::Credential::ApiKey),
            Credential::AccessTokens => {
                let tokens: Rc<dyn AccessTokens> = tokens.clone();
                Some(answerdeck_client::Credential::Tokens(tokens))
            }
        };
        let builder = Client::builder(&open.base_url).transport(transport.clone()).background();
        let builder = match credential {
            Some(credential) => builder.credential(credential),
            None => builder,
        };
        // The page has a client with the same address.
        let client = builder.build().map_err(|error| ArchiveError::Encoder(error.to_string()))?;
        let opened = opening::open(&*environment, open.secret.as_ref(), &last_replies).await?;
        let mut worker = Self {
            schedule: Schedule::new(transport.clone()),
            environment,
            transport,
            secret: open.secret,
            tokens,
            client,
            questions: Questions::default(),
            last_replies,
            has_new_replies: false,
            reporter,
            answers: opened.answers,
            place: opened.place,
            overflow: opened.overflow,
            tracked: None,
            refused: None,
            without_brands: None,
            sync: None,
            lock: None,
            progress: None,
            unreported: SortedSet::new(),
            failure: None,
            reopened: 0,
            is_ended: false,
        };
        worker.has_opened(opened.loss).await;
        // The questions that came while it was opened are answered next.
        worker.reporter.discard_changes();
        Ok(worker)
    }

    async fn has_opened(&mut self, loss: Option<Loss>) {
        if let Some(loss) = loss {
            self.environment.post(&FromWorker::Lost(loss));
        }
        self.schedule.opened(self.answers.missing().is_some(), self.answers.has_listed_answers());
        self.has_changed();
        match self.answers.last_tracked().await {
            Ok(Some(brands)) => self.track(brands).await,
            Ok(None) => {}
            Err(error) => self.fail(error).await,
        }
    }

    async fn work(&mut self, inbox: &Inbox) -> Result<(), ArchiveError> {
        let mut activity: Option<Activity> = None;
        let mut last_pause = self.transport.now();
        while !self.is_ended {
            if let Some(failure) = self.failure.take() {
                activity = None;
                self.open_again(failure).await?;
                continue;
            }
            if let Some(received) = inbox.take() {
                self.handle(received).await;
                // A timer or a wait for a lock is replaced. A request is not.
                if !self.schedule.is_requesting {
                    activity = None;
                }
                continue;
            }
            self.answer().await;
            self.report();
            let mut next = activity.take().unwrap_or_else(|| self.next_activity());
            if self.schedule.may_work() && self.answers.unsearched() > 0 {
                self.search().await;
                if self.transport.now().saturating_sub(last_pause) >= SEARCH_SLICE {
                    self.transport.sleep(Duration::ZERO).await;
                    last_pause = self.transport.now();
                }
                activity = Some(next);
                continue;
            }
            let pause = match self.has_new_replies {
                true => self.transport.sleep(REPLIES_KEPT_AFTER),
                false => Box::pin(pending()),
            };
            match select(&mut next, select(Box::pin(inbox.received()), pause)).await {
                Either::Left((ended, _)) => {
                    self.schedule.is_requesting = false;
                    self.end(ended).await;
                }
                Either::Right((message_or_pause, _)) => {
                    activity = Some(next);
                    if let Either::Right(_) = message_or_pause {
                        self.keep_replies().await;
                    }
                }
            }
        }
        Ok(())
    }

    /// Values of questions may have changed.
    fn has_changed(&mut self) {
        self.reporter.change();
        self.last_replies.clear();
        self.has_new_replies = false;
    }
}
