//! A device with its stores, a platform in memory, and tabs on the device.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::pending;
use std::rc::{Rc, Weak};
use std::time::Duration;

use answerdeck_analysis::{FromWorker, StoreSecret};
use answerdeck_answer_store::{Changes, Compression, MemoryStore, Records, Store, StoreError, Uncompressed};
use answerdeck_api::{
    Answer, AnswerList, AnswerStatus, Brand, BrandList, ModelCode, Prompt, PromptList, PromptSet, PromptSetList, Run,
    RunList, RunStatus, Source, Timestamp,
};
use answerdeck_client::transport::{Request, Response, Transport, TransportError};
use futures_core::future::LocalBoxFuture;

use crate::{Environment, Guard, Inbox, OpenedStore};

/// What a store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoreFault {
    Evicted,
    Broken,
    Full,
}

/// A device, and a platform with one set of prompts.
#[derive(Default)]
pub(super) struct Device {
    stores: RefCell<BTreeMap<String, Rc<MemoryStore>>>,
    pub(super) keeps_nothing: Cell<bool>,
    pub(super) fault: Cell<Option<StoreFault>>,
    pub(super) is_away: Cell<bool>,
    /// Requests whose address contains this text fail with an internal error.
    pub(super) failing: Cell<Option<&'static str>>,
    /// Whether reading runs from a store never ends.
    pub(super) never_opens: Cell<bool>,
    pub(super) time_zone: Cell<&'static str>,
    /// The texts of the answers of each run.
    runs: RefCell<Vec<Vec<String>>>,
    /// The texts of the answers without a run. They are older than the runs.
    pub(super) without_run: RefCell<Vec<&'static str>>,
    /// The run that is missing from the list of all answers.
    pub(super) unlisted: Cell<Option<usize>>,
    /// The number of answers of a page. 0 for all.
    pub(super) page: Cell<usize>,
    /// How many more lists of answers get a response. After that, the network hangs.
    pub(super) lists_left: Cell<Option<usize>>,
    brands: RefCell<Vec<Brand>>,
    tabs: RefCell<Vec<Weak<Tab>>>,
    is_locked: Rc<Cell<bool>>,
}

fn id(kind: char, number: usize) -> String {
    format!("{kind}{number:021}")
}

pub(super) fn time() -> Timestamp {
    Timestamp::new("2026-11-01T00:00:00.000Z")
}

impl Device {
    /// Adds a finished run.
    pub(super) fn finish_run(&self, contents: &[&str]) {
        self.runs.borrow_mut().push(contents.iter().map(|content| (*content).to_owned()).collect());
    }

    /// Replaces the answers of a run.
    pub(super) fn change_run(&self, run: usize, contents: &[&str]) {
        self.runs.borrow_mut()[run] = contents.iter().map(|content| (*content).to_owned()).collect();
    }

    /// Deletes the newest run.
    pub(super) fn delete_run(&self) {
        self.runs.borrow_mut().pop();
    }

    pub(super) fn set_brands(&self, names: &[&str]) {
        let brand = |(number, name): (usize, &&str)| Brand {
            id: id('b', number).parse().unwrap(),
            name: (*name).to_owned(),
            description: None,
            synonyms: Vec::new(),
            websites: Vec::new(),
            created_at: time(),
        };
        *self.brands.borrow_mut() = names.iter().enumerate().map(brand).collect();
    }

    /// Gives a brand a website.
    pub(super) fn set_website(&self, brand: usize, website: &str) {
        self.brands.borrow_mut()[brand].websites.push(website.to_owned());
    }

    /// The names of its stores.
    pub(super) fn stores(&self) -> Vec<String> {
        self.stores.borrow().keys().cloned().collect()
    }

    /// Changes a record of each key that begins with `prefix`.
    pub(super) fn damage(&self, prefix: &str) {
        for store in self.stores.borrow().values() {
            let keys = futures_util::FutureExt::now_or_never(store.keys()).unwrap().unwrap();
            let put = keys.into_iter().filter(|key| key.starts_with(prefix)).map(|key| (key, vec![9; 5])).collect();
            futures_util::FutureExt::now_or_never(store.write(Changes { put, ..Changes::default() })).unwrap().unwrap();
        }
    }

    fn answer(&self, url: &str) -> String {
        let runs = self.runs.borrow();
        let path = url.split("/v1/platform/").nth(1).unwrap_or_default();
        if path.starts_with("brands") {
            let brands = self.brands.borrow().clone();
            return serde_json::to_string(&BrandList { brands, next_cursor: None }).unwrap();
        }
        if path.starts_with("runs") {
            let run = |(number, answers): (usize, &Vec<String>)| Run {
                id: id('r', number).parse().unwrap(),
                status: RunStatus::Finished,
                total_count: answers.len() as u64,
                finished_count: answers.len() as u64,
                success_count: answers.len() as u64,
                failed_count: 0,
                running_count: 0,
                stopped_at: None,
                provider_cost: None,
                created_at: None,
                answers: None,
            };
            let runs = runs.iter().enumerate().rev().map(run).collect();
            return serde_json::to_string(&RunList { runs, next_cursor: None }).unwrap();
        }
        if path.starts_with("prompt-sets") {
            let set = PromptSet {
                id: id('s', 0).parse().unwrap(),
                name: "a".to_owned(),
                description: None,
                created_at: time(),
                prompt_count: None,
            };
            return serde_json::to_string(&PromptSetList { prompt_sets: vec![set], next_cursor: None }).unwrap();
        }
        if path.starts_with("prompts") {
            let prompt = |number| Prompt {
                id: id('p', number).parse().unwrap(),
                content: "a".to_owned(),
                prompt_set_id: id('s', 0).parse().unwrap(),
                created_at: time(),
                answer_count: None,
            };
            return serde_json::to_string(&PromptList { prompts: vec![prompt(1), prompt(0)], next_cursor: None })
                .unwrap();
        }
        let wanted = path.split("runID=").nth(1).map(|rest| rest[..22].to_owned());
        let mut answers = Vec::new();
        for (number, contents) in runs.iter().enumerate() {
            let run = id('r', number);
            if wanted.as_ref().map_or(self.unlisted.get() != Some(number), |wanted| *wanted == run) {
                let contents = contents.iter().map(String::as_str);
                answers.extend(contents.enumerate().map(|(index, text)| answer(number, index, text, Some(&run))));
            }
        }
        if wanted.is_none() {
            let without_run = self.without_run.borrow();
            answers.extend(without_run.iter().enumerate().map(|(index, text)| answer(999, index, text, None)));
        }
        let start = path.split("cursor=").nth(1).map_or(0, |rest| rest.split('&').next().unwrap().parse().unwrap());
        let end = match self.page.get() {
            0 => answers.len(),
            page => answers.len().min(start + page),
        };
        let next_cursor = (end < answers.len()).then(|| end.to_string());
        let answers = answers.drain(start..end).collect();
        serde_json::to_string(&AnswerList { answers, next_cursor }).unwrap()
    }
}

fn answer(run: usize, index: usize, content: &str, run_id: Option<&str>) -> Answer {
    let prompt = words(content, "prompt:").next().map_or(0, |number| number.parse().unwrap());
    Answer {
        id: id('a', run * 1_000 + index).parse().unwrap(),
        model: words(content, "model:").next().map_or(ModelCode::Claude, ModelCode::from),
        route: None,
        failure: None,
        prompt_id: id('p', prompt).parse().unwrap(),
        region: "KR".to_owned(),
        status: AnswerStatus::Success,
        content: content.to_owned(),
        query: "a".to_owned(),
        created_at: Some(time()),
        run_id: run_id.map(|run| run.parse().unwrap()),
        markdown_url: None,
        fanouts: words(content, "search:").map(str::to_owned).collect(),
        sources: words(content, "https://").map(source).collect(),
    }
}

/// A tab: the environment of its worker.
pub(super) struct Tab {
    device: Rc<Device>,
    inbox: Inbox,
    this: Weak<Tab>,
    now: Rc<Cell<Duration>>,
    pub(super) posted: RefCell<Vec<FromWorker>>,
    pub(super) requests: Rc<RefCell<Vec<String>>>,
}

impl Tab {
    pub(super) fn new(device: Rc<Device>, inbox: Inbox) -> Rc<Self> {
        let tab = Rc::new_cyclic(|this| Self {
            device: device.clone(),
            inbox,
            this: this.clone(),
            now: Rc::default(),
            posted: RefCell::default(),
            requests: Rc::default(),
        });
        device.tabs.borrow_mut().push(Rc::downgrade(&tab));
        tab
    }

    /// Lets time pass.
    pub(super) fn advance(&self, duration: Duration) {
        self.now.set(self.now.get() + duration);
    }
}

impl Environment for Tab {
    fn post(&self, message: &FromWorker) {
        let text = serde_json::to_string(message).unwrap();
        self.posted.borrow_mut().push(serde_json::from_str(&text).unwrap());
    }

    fn transport(&self) -> Rc<dyn Transport> {
        Rc::new(Network { device: self.device.clone(), now: self.now.clone(), requests: self.requests.clone() })
    }

    fn compression(&self) -> Rc<dyn Compression> {
        Rc::new(Uncompressed)
    }

    fn open_store<'a>(&'a self, secret: &'a StoreSecret) -> LocalBoxFuture<'a, Result<OpenedStore, StoreError>> {
        Box::pin(async move {
            if self.device.keeps_nothing.get() {
                return Err(StoreError::Broken("blocked".to_owned()));
            }
            let store = self.device.stores.borrow_mut().entry(secret.name.clone()).or_default().clone();
            Ok(OpenedStore { store: Rc::new(FaultyStore { store, device: self.device.clone() }), is_rebuilt: false })
        })
    }

    fn delete_unused(&self) {
        self.device.stores.borrow_mut().retain(|_, store| Rc::strong_count(store) > 1);
    }

    fn delete_store<'a>(&'a self, secret: &'a StoreSecret) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        self.device.stores.borrow_mut().remove(&secret.name);
        Box::pin(async { Ok(()) })
    }

    fn lock_sync(&self, _secret: &StoreSecret) -> LocalBoxFuture<'static, Guard> {
        let is_locked = self.device.is_locked.clone();
        Box::pin(async move {
            if is_locked.replace(true) {
                return pending().await;
            }
            Box::new(Lock(is_locked)) as Guard
        })
    }

    fn tell_peers(&self, text: &str) {
        for tab in self.device.tabs.borrow().iter().filter(|tab| !tab.ptr_eq(&self.this)) {
            if let Some(tab) = tab.upgrade() {
                tab.inbox.receive_from_peer(text.to_owned());
            }
        }
    }

    fn utc_offset(&self, _time: i64) -> i32 {
        9 * 3_600
    }

    fn time_zone(&self) -> String {
        self.device.time_zone.get().to_owned()
    }
}

struct Lock(Rc<Cell<bool>>);

impl Drop for Lock {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// A network on which only pacing takes time: a sleep shorter than a second moves the clock, a longer one never ends.
struct Network {
    device: Rc<Device>,
    now: Rc<Cell<Duration>>,
    requests: Rc<RefCell<Vec<String>>>,
}

impl Transport for Network {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        self.requests.borrow_mut().push(request.url.clone());
        if request.url.contains("/answers?") {
            match self.device.lists_left.get() {
                Some(0) => return Box::pin(pending()),
                left => self.device.lists_left.set(left.map(|left| left - 1)),
            }
        }
        let result = if self.device.is_away.get() {
            Err(TransportError::ConnectionLost("away".to_owned()))
        } else if self.device.failing.get().is_some_and(|text| request.url.contains(text)) {
            Ok(Response { status: 500, headers: Vec::new(), body: r#"{"message":"broken"}"#.to_owned() })
        } else {
            Ok(Response { status: 200, headers: Vec::new(), body: self.device.answer(&request.url) })
        };
        Box::pin(async { result })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        if duration > Duration::from_secs(3) {
            return Box::pin(pending());
        }
        let now = self.now.clone();
        Box::pin(async move { now.set(now.get() + duration) })
    }

    fn now(&self) -> Duration {
        self.now.get()
    }

    fn device_time(&self) -> Duration {
        self.now.get()
    }

    fn is_online(&self) -> bool {
        true
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(pending())
    }
}

/// A store that fails as the device says.
struct FaultyStore {
    store: Rc<MemoryStore>,
    device: Rc<Device>,
}

impl FaultyStore {
    fn fail<T: 'static>(&self, is_write: bool) -> Option<LocalBoxFuture<'static, Result<T, StoreError>>> {
        let error = match self.device.fault.get()? {
            StoreFault::Full if !is_write => return None,
            StoreFault::Full => StoreError::Full,
            // The next store is a new one.
            StoreFault::Evicted => {
                self.device.fault.set(None);
                self.device.stores.borrow_mut().clear();
                StoreError::Evicted
            }
            StoreFault::Broken => StoreError::Broken("broken".to_owned()),
        };
        Some(Box::pin(async { Err(error) }))
    }
}

impl Store for FaultyStore {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        self.fail(false).unwrap_or_else(|| self.store.read_all(keys))
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>> {
        if prefix == "run/" && self.device.never_opens.get() {
            return Box::pin(pending());
        }
        self.fail(false).unwrap_or_else(|| self.store.read_batch(prefix, after))
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        let is_put = !changes.put.is_empty();
        self.fail(is_put).unwrap_or_else(|| self.store.write(changes))
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.fail(false).unwrap_or_else(|| self.store.keys())
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.fail(false).unwrap_or_else(|| self.store.clear())
    }
}

/// What follows `mark` in the words of a text that begin with it.
fn words<'a>(text: &'a str, mark: &'static str) -> impl Iterator<Item = &'a str> {
    text.split_whitespace().filter_map(move |word| word.strip_prefix(mark))
}

fn source(rest: &str) -> Source {
    let domain = rest.split('/').next().map(str::to_owned);
    Source { url: format!("https://{rest}"), title: String::new(), domain }
}
