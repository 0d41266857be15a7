//! The worker's main loop: it chooses the next step, and handles its result.

mod schedule;

use std::future::pending;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_analysis::{
    Credential, FromWorker, Loss, Open, Pause, Phase, Place, Refusal, Status, StoreSecret, ToWorker,
};
use answerdeck_answer_store::{
    AnswerStore, AnswerSync, ArchiveError, OverflowStore, Progress, SortedSet, StoreError, SyncError, SyncEvent,
    TrackError,
};
use answerdeck_api::{Brand, RunId};
use answerdeck_client::transport::Transport;
use answerdeck_client::{AccessTokens, ApiKey, Client};
use futures_util::future::{Either, select};

use crate::access_tokens::PageTokens;
use crate::activity::{self, Activity, Ended};
use crate::environment::{Environment, Guard};
use crate::inbox::{Inbox, Received};
use crate::last_replies::LastReplies;
use crate::opening::{self, Opened};
use crate::peers::ToPeers;
use crate::questions::{self, Asked, KnownBrands, Questions, Tracked};
use crate::reporter::Reporter;
use crate::unanswered::Unanswered;
use schedule::Schedule;

/// How long the worker searches before it handles messages. Not less, because browsers delay consecutive timers by 4
/// ms.
const SEARCH_SLICE: Duration = Duration::from_millis(40);

/// Replies are stored when nothing has been asked for this long, so that no question has to wait for the write.
const REPLIES_KEPT_AFTER: Duration = Duration::from_millis(200);

/// After more failures than this in one visit, memory replaces the store.
const REOPENED_MAX: u32 = 2;

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
            {
                last_replies.ask(*slot, *number, question);
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
    /// Why no brands are tracked.
    without_brands: Option<Refusal>,
    /// The synchronization between its steps.
    sync: Option<Box<AnswerSync>>,
    /// Keeps other tabs from synchronizing.
    lock: Option<Guard>,
    /// Progress of the running synchronization, here or in another tab.
    progress: Option<Progress>,
    /// Changed runs that other tabs have not been told about.
    untold: SortedSet<Option<RunId>>,
    /// The store failed, and is opened again.
    failure: Option<Failure>,
    /// How often the store was opened again.
    reopened: u32,
    is_ended: bool,
}

/// A failure of the store.
enum Failure {
    Evicted,
    Broken,
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
            without_brands: None,
            sync: None,
            lock: None,
            progress: None,
            untold: SortedSet::new(),
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
        self.schedule.opened(self.answers.progress());
        self.has_changed();
        match self.answers.last_tracked().await {
            Ok(Some(brands)) => self.track(brands).await,
            Ok(None) => {}
            Err(error) => self.fail(error).await,
        }
    }

    /// Values of questions may have changed.
    fn has_changed(&mut self) {
        self.reporter.change();
        self.last_replies.clear();
        self.has_new_replies = false;
    }

    /// Opens the store again, or memory if it keeps failing.
    async fn open_again(&mut self, failure: Failure) -> Result<(), ArchiveError> {
        (self.sync, self.lock, self.progress) = (None, None, None);
        let loss = match failure {
            Failure::Evicted => Loss::Evicted,
            Failure::Broken => Loss::Rebuilt,
        };
        self.reopened += 1;
        let secret = self.secret.as_ref().filter(|_| self.reopened <= REOPENED_MAX);
        let Opened { answers, place, overflow, .. } =
            opening::open(&*self.environment, secret, &self.last_replies).await?;
        let is_broken = self.secret.is_some() && secret.is_none();
        self.place = if is_broken { Place::NoStorage } else { place };
        (self.answers, self.overflow) = (answers, overflow);
        let brands = self.tracked.take().map(|tracked| tracked.brands);
        self.has_opened(Some(loss)).await;
        if let Some(brands) = brands {
            self.track(brands).await;
        }
        Ok(())
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

    /// Returns the next activity to wait for, other than messages.
    fn next_activity(&mut self) -> Activity {
        self.schedule.is_requesting = false;
        if !self.schedule.is_visible {
            // A visible tab may synchronize instead.
            self.end_sync();
        }
        if let Some(wait) = self.schedule.wait() {
            return wait.map_or_else(activity::rest, |duration| activity::sleep(&self.transport, duration));
        }
        // A failure to read the brands does not stop the worker from reading answers.
        let has_failed = self.without_brands.is_some() && self.schedule.has_plans();
        if self.schedule.needs_brands && !has_failed {
            self.schedule.is_requesting = true;
            return activity::read_brands(self.client.clone());
        }
        if self.lock.is_none() {
            return match &self.secret {
                Some(secret) if self.overflow.is_some() => activity::lock(self.environment.lock_sync(secret)),
                _ => activity::lock(Box::pin(async { Box::new(()) as Guard })),
            };
        }
        let sync = match self.sync.take() {
            Some(sync) => sync,
            None => Box::new(self.answers.sync(self.client.clone(), self.schedule.begin())),
        };
        self.schedule.is_requesting = true;
        activity::step(sync)
    }

    async fn end(&mut self, ended: Ended) {
        match ended {
            Ended::Woken => {}
            Ended::Locked(guard) => {
                self.lock = Some(guard);
                if self.overflow.is_some()
                    && let Err(error) = self.answers.reload_all().await
                {
                    self.fail(error).await;
                }
            }
            Ended::BrandsRead(Ok(brands)) => {
                self.schedule.succeeded();
                self.schedule.needs_brands = false;
                self.without_brands = None;
                if self.tracked.as_ref().is_none_or(|tracked| tracked.brands != brands) {
                    self.track(brands).await;
                }
            }
            Ended::BrandsRead(Err(error)) => {
                self.without_brands = Some(Refusal::NoBrands);
                self.schedule.failed(&error);
            }
            Ended::Stepped(sync, result) => self.end_step(sync, result).await,
        }
    }

    async fn end_step(&mut self, sync: Box<AnswerSync>, result: Result<Option<SyncEvent>, SyncError>) {
        match result {
            Ok(Some(event)) => {
                self.schedule.succeeded();
                self.progress = Some(sync.progress());
                self.sync = Some(sync);
                if event.changes_numbers() {
                    self.has_changed();
                }
                self.untold.extend(event.changed_runs());
                if self.answers.apply(event).is_err() {
                    // The table has no numbers left for texts. Its present content stays.
                    self.schedule.finished();
                    self.end_sync();
                }
                self.tell_progress();
                self.compact().await;
            }
            Ok(None) => {
                self.schedule.succeeded();
                self.schedule.finished();
                self.tell_progress();
                if !self.schedule.has_plans() {
                    self.tell(&ToPeers::Done);
                }
                self.end_sync();
            }
            Err(SyncError::Client(error)) => {
                // The next step tries the same again, unless a retry is useless.
                self.sync = error.is_retryable().then_some(sync);
                self.schedule.failed(&error);
            }
            Err(SyncError::Archive(error)) => self.fail(error).await,
        }
    }

    /// Makes the store smaller where it has grown. A full device has no space for it.
    async fn compact(&mut self) {
        if self.overflow.as_ref().is_some_and(|overflow| overflow.is_full()) {
            return;
        }
        if let Err(error) = self.answers.compact().await {
            self.fail(error).await;
        }
    }

    /// Ends a synchronization where it is. Another one continues there.
    fn end_sync(&mut self) {
        if self.sync.take().is_some() {
            self.schedule.interrupted();
        }
        (self.lock, self.progress) = (None, None);
    }

    async fn handle(&mut self, received: Received) {
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
            ToWorker::Ask { slot, number, question } => self.questions.add(Asked { slot, number, question }),
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
        // A store that cannot be deleted now can no longer be read, and is deleted at the next start.
        if let Some(secret) = &self.secret {
            let _ = self.environment.delete_store(secret).await;
        }
    }

    async fn track(&mut self, brands: Vec<Brand>) {
        self.has_changed();
        match self.answers.track(&brands).await {
            Ok(()) => self.tracked = Some(Tracked::new(brands)),
            Err(TrackError::Names(_)) => {
                self.tracked = None;
                self.without_brands = Some(Refusal::TooManyNames);
            }
            Err(TrackError::Archive(error)) => {
                self.tracked = Some(Tracked::new(brands));
                self.fail(error).await;
            }
        }
    }

    /// Searches a run for the brands.
    async fn search(&mut self) {
        if let Err(error) = self.answers.search().await {
            self.fail(error).await;
        }
        if self.answers.unsearched() == 0 {
            self.has_changed();
            self.tell_progress();
        }
    }

    /// Answers all questions that can be answered now.
    async fn answer(&mut self) {
        let known = match &self.tracked {
            Some(_) if self.answers.unsearched() > 0 => KnownBrands::Names,
            // Without brands, the questions about them are refused.
            Some(_) => KnownBrands::InAnswers,
            None if self.without_brands.is_some() => KnownBrands::InAnswers,
            None => KnownBrands::Nothing,
        };
        while let Some(Asked { slot, number, question }) = self.questions.take(known) {
            let utc_offset = |time| self.environment.utc_offset(time);
            let reply = match questions::value(&question, &self.answers, self.tracked.as_mut(), &utc_offset).await {
                Ok(reply) => {
                    self.last_replies.put(&question, &reply);
                    self.has_new_replies = true;
                    Ok(reply)
                }
                Err(Unanswered::Refused(Refusal::NoBrands)) => {
                    Err(self.without_brands.clone().unwrap_or(Refusal::NoBrands))
                }
                Err(Unanswered::Refused(refusal)) => Err(refusal),
                Err(Unanswered::Archive(error)) => {
                    let refusal = Refusal::Store(error.to_string());
                    self.fail(error).await;
                    Err(refusal)
                }
            };
            self.environment.post(&FromWorker::Reply { slot, number, reply });
        }
    }

    async fn keep_replies(&mut self) {
        self.has_new_replies = false;
        if let Err(error) = self.answers.keep_replies(&self.last_replies.to_keep()).await {
            self.fail(error).await;
        }
    }

    /// Handles a failure of the store.
    async fn fail(&mut self, error: ArchiveError) {
        let failure = match error {
            ArchiveError::Damaged(run) => match self.answers.discard(run.as_ref()).await {
                Ok(()) => {
                    self.untold.insert(run);
                    self.end_sync();
                    self.schedule.list_now();
                    self.has_changed();
                    return;
                }
                Err(ArchiveError::Store(StoreError::Evicted)) => Failure::Evicted,
                Err(_) => Failure::Broken,
            },
            ArchiveError::Store(StoreError::Evicted) => Failure::Evicted,
            ArchiveError::Store(_) | ArchiveError::Compression(_) | ArchiveError::Encoder(_) => Failure::Broken,
        };
        self.failure = Some(failure);
    }

    /// Tells other tabs the progress of this one. A run is announced only when it has been searched, so that they need
    /// not search it.
    fn tell_progress(&mut self) {
        let Some(Progress { kept, total }) = self.progress else { return };
        let is_searched = self.tracked.is_none() || self.answers.unsearched() == 0;
        let changed = if is_searched { std::mem::take(&mut self.untold) } else { SortedSet::new() };
        self.tell(&ToPeers::Progress { kept, total, changed });
    }

    fn tell(&self, message: &ToPeers) {
        if let Ok(text) = serde_json::to_string(message) {
            self.environment.tell_peers(&text);
        }
    }

    fn report(&mut self) {
        let known = self.answers.progress();
        let progress = self.progress.or(known);
        let is_full = self.overflow.as_ref().is_some_and(|overflow| overflow.is_full());
        self.reporter.report(Status {
            phase: self.phase(),
            kept: progress.map_or_else(|| self.answers.kept_answers(), |progress| progress.kept),
            total: progress.filter(|_| known.is_some()).map(|progress| progress.total),
            bytes: self.answers.bytes(),
            place: if is_full { Place::Full } else { self.place },
            revision: 0,
        });
    }

    fn phase(&self) -> Phase {
        let (unsearched, total) = (self.answers.unsearched(), self.answers.runs());
        if !self.schedule.is_online {
            Phase::Paused(Pause::Offline)
        } else if !self.schedule.is_visible {
            Phase::Paused(Pause::Hidden)
        } else if unsearched > 1 {
            Phase::Searching { searched: total.saturating_sub(unsearched), total }
        } else if self.schedule.has_failed() {
            Phase::Paused(Pause::Platform)
        } else if self.lock.is_none() && self.progress.is_some() {
            Phase::OtherTab
        } else if self.schedule.has_plans() || unsearched > 0 {
            Phase::Reading
        } else {
            Phase::Done
        }
    }
}
