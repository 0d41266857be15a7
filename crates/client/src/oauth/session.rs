//! A person who signed in: an access token, and the means to renew it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;
use futures_util::future::Shared;
use serde::{Deserialize, Serialize};

use super::token::{self, Tokens};
use super::{Area, Remember, SignInProblem, Storage};
use crate::transport::Transport;
use crate::{Error, Result};

/// A token is renewed so long before it ends, or a tenth of its lifetime where that is less.
const RENEW_BEFORE: Duration = Duration::from_secs(60);

/// A signed-in person's session with one platform. Cheap to clone: the clones are one session.
///
/// It renews its access token a minute before that ends, by time that it measures itself, and when the platform
/// refuses it earlier. One renewal runs at a time in all tabs, because a refresh token that is used twice ends the
/// session.
#[derive(Clone)]
pub struct Session(Rc<Inner>);

struct Inner {
    transport: Rc<dyn Transport>,
    storage: Rc<dyn Storage>,
    base_url: String,
    remember: Remember,
    record: RefCell<Record>,
    /// Whether the storage took the record; what it does not hold then, another tab has taken away.
    stored: Cell<bool>,
    access: RefCell<Option<Access>>,
    renewal: RefCell<Option<Renewal>>,
    ended: Cell<bool>,
}

/// What outlives a reload, where the user wishes it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) token_endpoint: String,
    pub(super) revocation_endpoint: Option<String>,
    pub(super) client_id: String,
    pub(super) refresh_token: Option<String>,
    /// A reload goes on with it. To renew at every reload would sign out whoever leaves the page before the answer.
    #[serde(default)]
    pub(super) access: Option<StoredAccess>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredAccess {
    token: String,
    /// Milliseconds since 1970 by the device's clock. Where that is wrong, the platform's refusal brings a new token.
    renew_at: u64,
}

struct Access {
    token: String,
    /// On the transport's clock that never goes back.
    renew_at: Duration,
}

type Renewal = Shared<LocalBoxFuture<'static, Result<String>>>;

fn key(base_url: &str) -> String {
    format!("answerdeck.session.{base_url}")
}

impl Session {
    /// A session that has just begun.
    pub(super) fn begin(
        transport: Rc<dyn Transport>,
        storage: Rc<dyn Storage>,
        base_url: String,
        remember: Remember,
        record: Record,
        tokens: Tokens,
    ) -> Self {
        // Only one session with a platform is remembered: the last.
        for area in [Area::Tab, Area::Device] {
            storage.remove(area, &key(&base_url));
        }
        let session = Self::new(transport, storage, base_url, remember, record);
        session.accept(tokens);
        session
    }

    /// The session that a tab or the device remembers.
    pub(super) fn restore(transport: Rc<dyn Transport>, storage: Rc<dyn Storage>, base_url: &str) -> Option<Self> {
        let (remember, record) = [Remember::Tab, Remember::Device].into_iter().find_map(|remember| {
            let text = storage.get(remember.area()?, &key(base_url))?;
            Some((remember, serde_json::from_str::<Record>(&text).ok()?))
        })?;
        let session = Self::new(transport, storage, base_url.to_owned(), remember, record);
        session.0.stored.set(true);
        session.take_stored_access();
        Some(session)
    }

    fn new(
        transport: Rc<dyn Transport>,
        storage: Rc<dyn Storage>,
        base_url: String,
        remember: Remember,
        record: Record,
    ) -> Self {
        Self(Rc::new(Inner {
            transport,
            storage,
            base_url,
            remember,
            record: RefCell::new(record),
            stored: Cell::new(false),
            access: RefCell::new(None),
            renewal: RefCell::new(None),
            ended: Cell::new(false),
        }))
    }

    /// The address of the platform.
    pub fn base_url(&self) -> &str {
        &self.0.base_url
    }

    /// How long the person stays signed in.
    pub fn remember(&self) -> Remember {
        self.0.remember
    }

    /// Forgets the session here, and tells the platform to end it where the platform listens to that.
    ///
    /// # Errors
    /// As every call, when the platform could not be told. The session is forgotten here all the same.
    ///
    /// Source: RFC 7009.
    pub async fn sign_out(&self) -> Result<()> {
        // Another tab may have renewed it: the newest refresh token is the one to end.
        let _ = self.reload();
        let record = self.0.record.borrow().clone();
        self.end();
        match (&record.revocation_endpoint, &record.refresh_token) {
            (Some(endpoint), Some(token)) => {
                token::revoke(&*self.0.transport, endpoint, &record.client_id, token).await
            }
            _ => Ok(()),
        }
    }

    /// An access token that should still be good for the next request.
    pub(crate) async fn access_token(&self) -> Result<String> {
        let good = self.good_token(None);
        match good {
            Some(token) => Ok(token),
            None => self.renewal().await,
        }
    }

    /// Gets another access token than the one that the platform refused.
    pub(crate) async fn renew(&self, refused: &str) -> Result<()> {
        // While a request was on its way with the old token, another one may have brought a new one.
        if self.good_token(Some(refused)).is_none() {
            self.renewal().await?;
        }
        Ok(())
    }

    fn good_token(&self, refused: Option<&str>) -> Option<String> {
        let access = self.0.access.borrow();
        let access = access.as_ref()?;
        let good = self.0.transport.now() < access.renew_at && Some(access.token.as_str()) != refused;
        good.then(|| access.token.clone())
    }

    /// Joins the renewal that is under way, or begins one.
    ///
    /// It runs on when those who wait for it stop waiting: the server may have exchanged the refresh token already,
    /// and whoever does not read the new one is signed out.
    fn renewal(&self) -> Renewal {
        let mut current = self.0.renewal.borrow_mut();
        if let Some(renewal) = current.as_ref().filter(|renewal| renewal.peek().is_none()) {
            return renewal.clone();
        }
        let session = self.clone();
        let renewal = async move { session.renew_now().await }.boxed_local().shared();
        self.0.transport.finish(renewal.clone().map(drop).boxed_local());
        *current = Some(renewal.clone());
        renewal
    }

    async fn renew_now(&self) -> Result<String> {
        let inner = &*self.0;
        let _turn = inner.storage.lock(&key(&inner.base_url)).await;
        if inner.ended.get() {
            return Err(SignInProblem::SignedOut.into());
        }
        // Another tab may have renewed, or signed out, while this one waited for its turn.
        let before = inner.access.borrow().as_ref().map(|access| access.token.clone());
        self.reload().inspect_err(|_| self.end())?;
        if let Some(token) = self.good_token(before.as_deref()) {
            return Ok(token);
        }
        let record = inner.record.borrow().clone();
        let Some(refresh_token) = record.refresh_token else {
            self.end();
            return Err(SignInProblem::SignedOut.into());
        };
        let renewed =
            token::refresh(&*inner.transport, &record.token_endpoint, &record.client_id, &refresh_token).await;
        match renewed {
            // Somebody may have signed out meanwhile, here or in another tab.
            Ok(tokens) if !inner.ended.get() && self.reload().is_ok() => Ok(self.accept(tokens)),
            Ok(_) => {
                self.end();
                Err(SignInProblem::SignedOut.into())
            }
            Err(error) if is_final(&error) => {
                self.end();
                Err(SignInProblem::SignedOut.into())
            }
            Err(error) => Err(error),
        }
    }

    /// Takes what the storage holds for what is true.
    fn reload(&self) -> std::result::Result<(), SignInProblem> {
        if self.0.stored.get() {
            *self.0.record.borrow_mut() = self.stored_record().ok_or(SignInProblem::SignedOut)?;
            self.take_stored_access();
        }
        Ok(())
    }

    /// What the storage holds of this session. Somebody who signed in again in another tab, perhaps for another
    /// organization, has a client of their own.
    fn stored_record(&self) -> Option<Record> {
        let inner = &*self.0;
        let text = inner.storage.get(inner.remember.area()?, &key(&inner.base_url))?;
        let record: Record = serde_json::from_str(&text).ok()?;
        (record.client_id == inner.record.borrow().client_id).then_some(record)
    }

    /// Goes on with the access token that the storage held.
    fn take_stored_access(&self) {
        let inner = &*self.0;
        let (record, mut access) = (inner.record.borrow(), inner.access.borrow_mut());
        let Some(stored) = &record.access else { return };
        // When a token ends that this page was given itself, it knows better.
        if access.as_ref().is_none_or(|access| access.token != stored.token) {
            let left = Duration::from_millis(stored.renew_at).saturating_sub(inner.transport.device_time());
            *access = Some(Access { token: stored.token.clone(), renew_at: inner.transport.now() + left });
        }
    }

    fn accept(&self, tokens: Tokens) -> String {
        let inner = &*self.0;
        let good_for = tokens.lifetime - RENEW_BEFORE.min(tokens.lifetime / 10);
        let token = tokens.access_token;
        *inner.access.borrow_mut() = Some(Access { token: token.clone(), renew_at: inner.transport.now() + good_for });
        let renew_at = (inner.transport.device_time() + good_for).as_millis();
        let mut record = inner.record.borrow_mut();
        record.access = Some(StoredAccess { token: token.clone(), renew_at: renew_at.try_into().unwrap_or(u64::MAX) });
        if let Some(refresh_token) = tokens.refresh_token {
            record.refresh_token = Some(refresh_token);
        }
        if let Some(area) = inner.remember.area() {
            let text = serde_json::to_string(&*record).unwrap_or_default();
            // A storage that is blocked makes the session one of this page: better than none.
            inner.stored.set(inner.storage.set(area, &key(&inner.base_url), &text).is_ok());
        }
        token
    }

    fn end(&self) {
        let inner = &*self.0;
        inner.ended.set(true);
        inner.access.borrow_mut().take();
        if let Some(area) = inner.remember.area().filter(|_| self.stored_record().is_some()) {
            inner.storage.remove(area, &key(&inner.base_url));
        }
        let mut record = inner.record.borrow_mut();
        (record.refresh_token, record.access) = (None, None);
    }
}

/// Whether the authorization server refused the renewal for good: asking again cannot help.
///
/// Source: RFC 6749, section 5.2.
fn is_final(error: &Error) -> bool {
    matches!(
        error.sign_in_problem(),
        Some(SignInProblem::TokensRefused { error, .. })
            if matches!(error.as_str(), "invalid_grant" | "invalid_client" | "unauthorized_client")
    )
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("base_url", &self.0.base_url)
            .field("remember", &self.0.remember)
            .finish_non_exhaustive()
    }
}
