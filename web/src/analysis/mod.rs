//! Questions to the analysis worker, which keeps answers and counts them. The page's thread never waits for it.
//!
//! The first page that calls [`use_analysis`] starts the worker. It ends with the session. No other page loads the worker
//! or contains this module.

mod kept_mark;
mod offline_fallback;
mod port;
mod query;
mod text_search;

pub use offline_fallback::{use_brands_with_offline_fallback, with_offline_fallback};
pub use query::{AnalysisQuery, AnalysisState};
pub use text_search::{FOUND_MAX, Search};

use std::collections::HashMap;
use std::rc::Rc;

use answerdeck_analysis::{
    Credential, FromWorker, Loss, Open, Question, Refusal, Reply, Status, StoreSecret, ToWorker,
};
use answerdeck_client::AccessTokens;
use answerdeck_client::oauth::Persistence;
use leptos::prelude::*;

use crate::queries::{Changes, Kind, use_shared};
use crate::reactive::effect;
use crate::session::{Session, SessionCredential, delete_kept_answers, use_session};
use kept_mark::KeptMark;
use port::Port;

/// The JSON of a value, or why a question has no value.
type JsonReply = Result<Reply<String>, Refusal>;

/// The worker, as the console knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkerState {
    /// It is loading.
    Starting,
    /// It runs.
    Running(Status),
    /// It has deleted the kept answers. It reads nothing until it is started again.
    Forgotten,
    /// It failed. [`Analysis::restart`] starts it again.
    Failed,
}

/// The analysis worker of this tab.
#[derive(Clone, Copy)]
pub struct Analysis {
    state: RwSignal<WorkerState>,
    loss: RwSignal<Option<Loss>>,
    /// Counts the workers that were started.
    starts: RwSignal<u32>,
    port: StoredValue<Option<Port>, LocalStorage>,
    /// Whether the browser was asked for persistent storage.
    has_asked: StoredValue<bool>,
    /// The name of the secret of the session, if answers are kept on the device.
    secret_name: StoredValue<Option<String>>,
    mark: StoredValue<KeptMark>,
    slots: StoredValue<Slots, LocalStorage>,
}

#[derive(Default)]
struct Slots {
    last: u32,
    waiting: HashMap<u32, Waiting>,
}

/// A question without a reply.
struct Waiting {
    number: u32,
    on_reply: Rc<dyn Fn(JsonReply)>,
}

/// The analysis worker. The first call starts it.
pub fn use_analysis() -> Analysis {
    use_shared(Analysis::new)
}

impl Analysis {
    fn new() -> Self {
        let analysis = Self {
            state: RwSignal::new(WorkerState::Starting),
            loss: RwSignal::new(None),
            starts: RwSignal::new(0),
            port: StoredValue::new_local(None),
            has_asked: StoredValue::new(false),
            secret_name: StoredValue::new(None),
            mark: StoredValue::new(KeptMark::default()),
            slots: StoredValue::new_local(Slots::default()),
        };
        let session = use_session();
        let changes: Changes = expect_context();
        effect(move || analysis.replace_worker(session));
        analysis.send_on_change(changes, Kind::Brands, || ToWorker::BrandsChanged);
        analysis.send_on_change(changes, Kind::FinishedRuns, || ToWorker::RunFinished);
        let tell_page = move || analysis.send(&page());
        let listeners = (
            window_event_listener(leptos::ev::visibilitychange, move |_| tell_page()),
            window_event_listener(leptos::ev::online, move |_| tell_page()),
            window_event_listener(leptos::ev::offline, move |_| tell_page()),
        );
        on_cleanup(move || {
            listeners.0.remove();
            listeners.1.remove();
            listeners.2.remove();
        });
        analysis
    }

    /// The state of the worker. Reactive.
    pub fn state(self) -> WorkerState {
        self.state.get()
    }

    /// The last loss of kept answers in this visit. `None` if nothing was lost. Reactive.
    pub fn loss(self) -> Option<Loss> {
        self.loss.get()
    }

    /// Starts the worker again, after it failed or deleted everything.
    pub fn restart(self) {
        self.starts.update(|starts| *starts += 1);
    }

    /// Deletes everything that is kept.
    pub fn forget(self) {
        self.send(&ToWorker::Forget);
    }

    /// Asks a question, and again whenever a signal that `question` reads changes or other answers are kept. Asks nothing
    /// while it returns `None`.
    pub fn query<Q>(self, question: impl Fn() -> Option<Q> + 'static) -> AnalysisQuery<Q::Value>
    where
        Q: Question + 'static,
        Q::Value: Clone + 'static,
    {
        AnalysisQuery::new(self, Box::new(move || question()?.to_json()))
    }

    /// Ends the worker of the former session, and starts one for this session.
    fn replace_worker(self, session: Session) {
        self.starts.track();
        self.port.set_value(None);
        self.slots.update_value(|slots| slots.waiting.clear());
        self.loss.set(None);
        self.mark.set_value(KeptMark::default());
        self.state.set(WorkerState::Starting);
        let credential = session.credential();
        let secret = credential.as_ref().and_then(secret);
        let name = secret.as_ref().map(|secret| secret.name.clone());
        let former = self.secret_name.try_update_value(|last| std::mem::replace(last, name.clone())).flatten();
        if let Some(former) = former.filter(|former| Some(former) != name.as_ref()) {
            delete_kept_answers(&former);
        }
        let (Some(client), Some(credential)) = (session.client(), credential) else { return };
        let on_credential = credential.clone();
        let port = Port::start(
            move |message| self.receive(message, &on_credential),
            move || {
                self.state.try_set(WorkerState::Failed);
            },
        );
        let Some(port) = port else {
            self.state.set(WorkerState::Failed);
            return;
        };
        port.send(&page());
        port.send(&ToWorker::Open(Open {
            base_url: client.base_url().to_owned(),
            credential: match &credential {
                SessionCredential::ApiKey(key) => Credential::ApiKey(key.as_str().to_owned()),
                SessionCredential::Tokens(_) => Credential::AccessTokens,
            },
            secret,
        }));
        self.port.set_value(Some(port));
    }

    fn receive(self, message: FromWorker, credential: &SessionCredential) {
        match message {
            FromWorker::Ready => {}
            FromWorker::Status(status) => {
                if status.kept > 0 {
                    self.ask_to_persist(credential);
                }
                let name = self.secret_name.try_get_value().flatten();
                let loss = name.and_then(|name| self.mark.try_update_value(|mark| mark.follow(&name, &status))?);
                if loss.is_some() && self.loss.with_untracked(Option::is_none) {
                    self.loss.set(loss);
                }
                self.state.try_set(WorkerState::Running(status));
            }
            FromWorker::Lost(loss) => drop(self.loss.try_set(Some(loss))),
            FromWorker::Forgotten => {
                KeptMark::remove();
                self.state.try_set(WorkerState::Forgotten);
            }
            FromWorker::Reply { slot, number, reply } => {
                let take = |slots: &mut Slots| {
                    let is_newest = slots.waiting.get(&slot).is_some_and(|waiting| waiting.number == number);
                    is_newest.then(|| slots.waiting.remove(&slot)).flatten()
                };
                if let Some(waiting) = self.slots.try_update_value(take).flatten() {
                    (waiting.on_reply)(reply);
                }
            }
            FromWorker::NeedsAccessToken { number, rejected } => {
                let SessionCredential::Tokens(session) = credential.clone() else { return };
                leptos::task::spawn_local(async move {
                    if let Some(rejected) = rejected {
                        // After a failure, the message has no token.
                        let _ = session.renew(&rejected).await;
                    }
                    let token = AccessTokens::access_token(&session).await.ok();
                    self.send(&ToWorker::AccessToken { number, token });
                });
            }
        }
    }

    /// Asks the browser once in a visit not to delete what is kept for a session that stays on the device.
    fn ask_to_persist(self, credential: &SessionCredential) {
        let SessionCredential::Tokens(session) = credential else { return };
        if session.persistence() != Persistence::Device || self.has_asked.try_get_value() != Some(false) {
            return;
        }
        self.has_asked.set_value(true);
        #[cfg(target_arch = "wasm32")]
        leptos::task::spawn_local(async {
            // Even after a refusal, the browser keeps the answers while it has space.
            let _ = answerdeck_browser_store::request_persistence().await;
        });
    }

    fn send(self, message: &ToWorker) {
        self.port.try_with_value(|port| port.as_ref().inspect(|port| port.send(message)).is_some());
    }

    fn send_on_change(self, changes: Changes, kind: Kind, message: fn() -> ToWorker) {
        let mut last = changes.track(&[kind]);
        effect(move || {
            let now = changes.track(&[kind]);
            if std::mem::replace(&mut last, now) != now {
                self.send(&message());
            }
        });
    }

    /// Makes a slot for questions that replace one another.
    fn new_slot(self) -> u32 {
        let next = |slots: &mut Slots| {
            slots.last += 1;
            slots.last
        };
        self.slots.try_update_value(next).unwrap_or_default()
    }

    fn ask(self, slot: u32, number: u32, question: String, on_reply: Rc<dyn Fn(JsonReply)>) {
        self.slots.update_value(|slots| drop(slots.waiting.insert(slot, Waiting { number, on_reply })));
        self.send(&ToWorker::Ask { slot, number, question });
    }

    fn cancel(self, slot: u32) {
        let was_waiting = self.slots.try_update_value(|slots| slots.waiting.remove(&slot).is_some());
        if was_waiting == Some(true) {
            self.send(&ToWorker::Cancel { slot });
        }
    }
}

/// The secret of a session that the browser stores. `None` if the session ends with the page: then nothing is kept on
/// the device.
fn secret(credential: &SessionCredential) -> Option<StoreSecret> {
    let SessionCredential::Tokens(session) = credential else { return None };
    session.secret().map(|secret| StoreSecret { name: secret.name, key: secret.key })
}

fn page() -> ToWorker {
    ToWorker::Page {
        is_visible: document().visibility_state() != web_sys::VisibilityState::Hidden,
        is_online: window().navigator().on_line(),
    }
}
