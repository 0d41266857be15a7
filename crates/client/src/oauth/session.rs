//! The session of a signed-in user: an access token, and the refresh token that renews it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;
use futures_util::future::{Either, Shared, join_all, select};

#[cfg(target_arch = "wasm32")]
use super::storage::BrowserStorage;
use super::storage::{Lock, Persistence, Storage, StorageArea};
use super::stored_session::{StoredAccessToken, StoredSession};
use super::token::{self, Tokens};
#[cfg(target_arch = "wasm32")]
use crate::base_url::BaseUrl;
use crate::error::{Error, Result, SignInError};
use crate::transport::Transport;

/// How long before its expiry a token is renewed. A tenth of its lifetime when that is shorter.
const RENEWAL_MARGIN: Duration = Duration::from_secs(60);

/// How long a tab waits for the tokens that another tab has renewed. A browser passes writes to other tabs asynchronously.
const STORAGE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a tab waits for the renewal of another tab, which may hang. The claim of the refresh token still protects it.
const LOCK_TIMEOUT: Duration = Duration::from_secs(45);

/// How long a valid token is used after its renewal failed, until the next attempt.
const RENEWAL_PAUSE: Duration = Duration::from_secs(10);

/// How long a new session waits until the session before is revoked.
const REVOCATION_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a tab waits for the lock of a refresh token before it looks for new tokens.
const CLAIM_TIMEOUT: Duration = Duration::from_millis(50);

/// The session of a signed-in user with one platform. Cheap to clone: the clones share the session.
///
/// It renews its access token one minute before it expires, measured on a monotonic clock, and when the platform rejects
/// the token earlier. Only one renewal runs at a time among all tabs, because using a refresh token after it was replaced ends
/// the session. For the same reason, a tab claims a refresh token before it uses it: another tab may still read the token from
/// its storage after it was used.
#[derive(Clone)]
pub struct Session(Rc<Inner>);

struct Inner {
    transport: Rc<dyn Transport>,
    storage: Rc<dyn Storage>,
    base_url: String,
    persistence: Persistence,
    record: RefCell<StoredSession>,
    /// Whether the storage accepted the record. If the record is missing later, another tab has removed it.
    is_stored: Cell<bool>,
    access_token: RefCell<Option<AccessToken>>,
    renewal: RefCell<Option<Renewal>>,
    /// The refresh token that this session has claimed, and the lock that keeps other tabs from it.
    claim: RefCell<Option<(String, Lock)>>,
    ended: Cell<bool>,
}

/// Its times are on the monotonic clock of the transport.
struct AccessToken {
    token: String,
    renew_at: Duration,
    expires_at: Duration,
}

type Renewal = Shared<LocalBoxFuture<'static, Result<String>>>;

fn storage_key(base_url: &str) -> String {
    ["answerdeck.session.", base_url].concat()
}

/// Whether this tab or this device stores a session with the platform at `base_url`. It may have ended. A program can ask this
/// before it loads the code that restores the session.
#[cfg(target_arch = "wasm32")]
pub fn is_remembered(base_url: &str) -> bool {
    let Ok(base) = BaseUrl::parse(base_url) else { return false };
    let key = storage_key(base.as_str());
    [StorageArea::Tab, StorageArea::Device].iter().any(|area| BrowserStorage.get(*area, &key).is_some())
}

impl Session {
    /// Starts a session with its first tokens, and revokes the one that was stored before.
    pub(super) async fn start(
        transport: Rc<dyn Transport>,
        storage: Rc<dyn Storage>,
        base_url: String,
        persistence: Persistence,
        record: StoredSession,
        tokens: Tokens,
    ) -> Self {
        // Only the latest session with a platform is stored.
        let mut replaced = Vec::new();
        for area in [StorageArea::Tab, StorageArea::Device] {
            replaced.extend(storage.get(area, &storage_key(&base_url)));
            storage.remove(area, &storage_key(&base_url));
        }
        let session = Self::new(transport, storage, base_url, persistence, record);
        session.store_tokens(tokens);
        let transport = &*session.0.transport;
        let replaced = replaced.iter().filter_map(|text| StoredSession::parse(text).ok());
        let revocations = replaced.map(|record| async move {
            // Without a revocation, the previous session expires on its own.
            let _ = record.revoke(transport).await;
        });
        select(join_all(revocations), transport.sleep(REVOCATION_TIMEOUT)).await;
        session
    }

    /// Returns the session that is stored in the tab or on the device.
    pub(super) fn restore(transport: Rc<dyn Transport>, storage: Rc<dyn Storage>, base_url: &str) -> Option<Self> {
        let (persistence, record) = [Persistence::Tab, Persistence::Device].into_iter().find_map(|persistence| {
            let text = storage.get(persistence.area()?, &storage_key(base_url))?;
            Some((persistence, StoredSession::parse(&text).ok()?))
        })?;
        let session = Self::new(transport, storage, base_url.to_owned(), persistence, record);
        session.0.is_stored.set(true);
        session.load_access_token();
        Some(session)
    }

    fn new(
        transport: Rc<dyn Transport>,
        storage: Rc<dyn Storage>,
        base_url: String,
        persistence: Persistence,
        record: StoredSession,
    ) -> Self {
        Self(Rc::new(Inner {
            transport,
            storage,
            base_url,
            persistence,
            record: RefCell::new(record),
            is_stored: Cell::new(false),
            access_token: RefCell::new(None),
            renewal: RefCell::new(None),
            claim: RefCell::new(None),
            ended: Cell::new(false),
        }))
    }

    /// Returns the address of the platform.
    pub fn base_url(&self) -> &str {
        &self.0.base_url
    }

    /// Returns where the session is stored.
    pub fn persistence(&self) -> Persistence {
        self.0.persistence
    }

    /// Returns a random text that distinguishes this sign-in from others, also after a reload and in other tabs.
    pub fn id(&self) -> String {
        self.0.record.borrow().id.clone()
    }

    /// Returns whether the session has ended, here or in another tab: that tab has removed it from the storage, or replaced it by
    /// another. Reads the storage, and sends nothing.
    pub fn has_ended(&self) -> bool {
        self.0.ended.get() || (self.0.is_stored.get() && self.stored_record().is_none())
    }

    /// Removes the session from this device, and revokes it if the platform supports revocation.
    ///
    /// # Errors
    /// Fails like every call when the revocation fails. The session is always removed from this device.
    ///
    /// Source: RFC 7009.
    pub async fn sign_out(&self) -> Result<()> {
        // Another tab may have renewed the session: revoke the latest refresh token.
        let _ = self.load_stored();
        let record = self.0.record.borrow().clone();
        self.end();
        record.revoke(&*self.0.transport).await
    }

    /// Returns an access token that is expected to be valid for the next request.
    ///
    /// # Errors
    /// Fails with [`SignInError::SignedOut`] when there will never be one again, and with any other error when there is none for now.
    pub(crate) async fn access_token(&self) -> Result<String> {
        let valid = self.valid_token(None);
        match valid {
            Some(token) => Ok(token),
            None => self.renewal().await.or_else(|error| {
                let token = if error.is_signed_out() { None } else { self.unexpired_token() };
                token.ok_or(error)
            }),
        }
    }

    /// Replaces the access token `rejected`, which the platform rejected.
    pub(crate) async fn renew(&self, rejected: &str) -> Result<()> {
        // Another request may have renewed the token in the meantime.
        if self.valid_token(Some(rejected)).is_none() {
            self.renewal().await?;
        }
        Ok(())
    }

    fn valid_token(&self, rejected: Option<&str>) -> Option<String> {
        let access_token = self.0.access_token.borrow();
        let access_token = access_token.as_ref()?;
        let is_valid = self.0.transport.now() < access_token.renew_at && Some(access_token.token.as_str()) != rejected;
        is_valid.then(|| access_token.token.clone())
    }

    /// Returns the token whose renewal has failed, if it has not expired, and postpones the next renewal.
    fn unexpired_token(&self) -> Option<String> {
        let now = self.0.transport.now();
        let mut access_token = self.0.access_token.borrow_mut();
        let access_token = access_token.as_mut().filter(|access_token| now < access_token.expires_at)?;
        access_token.renew_at = access_token.expires_at.min(now + RENEWAL_PAUSE);
        Some(access_token.token.clone())
    }

    /// Joins the renewal in progress or starts one.
    ///
    /// The renewal continues when all callers are dropped: the server may already have exchanged the refresh token, and a
    /// lost new token would end the session.
    fn renewal(&self) -> Renewal {
        let mut current = self.0.renewal.borrow_mut();
        if let Some(renewal) = current.as_ref().filter(|renewal| renewal.peek().is_none()) {
            return renewal.clone();
        }
        let session = self.clone();
        let renewal = async move { session.renew_now().await }.boxed_local().shared();
        self.0.transport.spawn(renewal.clone().map(drop).boxed_local());
        *current = Some(renewal.clone());
        renewal
    }

    async fn renew_now(&self) -> Result<String> {
        let inner = &*self.0;
        let lock = inner.storage.lock(&storage_key(&inner.base_url));
        let _lock = select(lock, inner.transport.sleep(LOCK_TIMEOUT)).await;
        let previous = inner.access_token.borrow().as_ref().map(|access_token| access_token.token.clone());
        let started = inner.transport.now();
        let (record, refresh_token) = loop {
            if inner.ended.get() {
                return Err(SignInError::SignedOut.into());
            }
            // Another tab may have renewed the session, or signed out, while this one waited.
            self.load_stored().inspect_err(|_| self.end())?;
            if let Some(token) = self.valid_token(previous.as_deref()) {
                return Ok(token);
            }
            let record = inner.record.borrow().clone();
            let Some(refresh_token) = record.refresh_token.clone() else {
                self.end();
                return Err(SignInError::SignedOut.into());
            };
            if self.claim(&refresh_token).await || inner.transport.now() >= started + STORAGE_TIMEOUT {
                break (record, refresh_token);
            }
        };
        let renewed =
            token::refresh(&*inner.transport, &record.token_endpoint, &record.client_id, &refresh_token).await;
        match renewed {
            // The user may have signed out in the meantime, here or in another tab.
            Ok(tokens) if !inner.ended.get() && self.load_stored().is_ok() => Ok(self.store_tokens(tokens)),
            Err(error) if !is_permanent(&error) => Err(error),
            _ => {
                self.end();
                Err(SignInError::SignedOut.into())
            }
        }
    }

    /// Claims a refresh token until this session uses another one. `false` if another tab has claimed it.
    async fn claim(&self, refresh_token: &str) -> bool {
        let inner = &*self.0;
        if !inner.is_stored.get() || inner.claim.borrow().as_ref().is_some_and(|(token, _)| token == refresh_token) {
            return true;
        }
        // The names of locks are not secret. The end of a token distinguishes it from others without revealing it.
        let end = refresh_token.char_indices().nth_back(7).map_or(0, |(at, _)| at);
        let name = [&storage_key(&inner.base_url), ".", &refresh_token[end..]].concat();
        match select(inner.storage.lock(&name), inner.transport.sleep(CLAIM_TIMEOUT)).await {
            Either::Left((lock, _)) => {
                *inner.claim.borrow_mut() = Some((refresh_token.to_owned(), lock));
                true
            }
            Either::Right(_) => false,
        }
    }

    /// Replaces the state in memory with the stored session.
    fn load_stored(&self) -> std::result::Result<(), SignInError> {
        if self.0.is_stored.get() {
            *self.0.record.borrow_mut() = self.stored_record().ok_or(SignInError::SignedOut)?;
            self.load_access_token();
        }
        Ok(())
    }

    /// Returns the stored record of this session. `None` when another sign-in has replaced it.
    fn stored_record(&self) -> Option<StoredSession> {
        let inner = &*self.0;
        let text = inner.storage.get(inner.persistence.area()?, &storage_key(&inner.base_url))?;
        let record = StoredSession::parse(&text).ok()?;
        (record.id == inner.record.borrow().id).then_some(record)
    }

    /// Uses the stored access token.
    fn load_access_token(&self) {
        let inner = &*self.0;
        let (record, mut access_token) = (inner.record.borrow(), inner.access_token.borrow_mut());
        let Some(stored) = &record.access_token else { return };
        // The expiry in memory is more exact, because it is on the monotonic clock.
        if access_token.as_ref().is_none_or(|access_token| access_token.token != stored.token) {
            let from_now = |time| {
                let remaining = Duration::from_millis(time).saturating_sub(inner.transport.device_time());
                inner.transport.now() + remaining
            };
            let (renew_at, expires_at) = (from_now(stored.renew_at), from_now(stored.expires_at));
            *access_token = Some(AccessToken { token: stored.token.clone(), renew_at, expires_at });
        }
    }

    fn store_tokens(&self, tokens: Tokens) -> String {
        let inner = &*self.0;
        let usable_for = tokens.lifetime - RENEWAL_MARGIN.min(tokens.lifetime / 10);
        let token = tokens.access_token;
        let now = inner.transport.now();
        *inner.access_token.borrow_mut() =
            Some(AccessToken { token: token.clone(), renew_at: now + usable_for, expires_at: now + tokens.lifetime });
        let on_device = |from_now| {
            let time = (inner.transport.device_time() + from_now).as_millis();
            u64::try_from(time).unwrap_or(u64::MAX)
        };
        let mut record = inner.record.borrow_mut();
        record.access_token = Some(StoredAccessToken {
            token: token.clone(),
            renew_at: on_device(usable_for),
            expires_at: on_device(tokens.lifetime),
        });
        if let Some(refresh_token) = tokens.refresh_token {
            record.refresh_token = Some(refresh_token);
        }
        if let Some(area) = inner.persistence.area() {
            let text = serde_json::to_string(&*record).unwrap_or_default();
            // When the storage is blocked, the session lasts only as long as the page.
            inner.is_stored.set(inner.storage.set(area, &storage_key(&inner.base_url), &text).is_ok());
        }
        token
    }

    fn end(&self) {
        let inner = &*self.0;
        inner.ended.set(true);
        inner.access_token.borrow_mut().take();
        if let Some(area) = inner.persistence.area().filter(|_| self.stored_record().is_some()) {
            inner.storage.remove(area, &storage_key(&inner.base_url));
        }
        let mut record = inner.record.borrow_mut();
        (record.refresh_token, record.access_token) = (None, None);
    }
}

/// Returns whether the authorization server rejected the renewal permanently, so that a retry cannot succeed.
///
/// Source: RFC 6749, section 5.2.
fn is_permanent(error: &Error) -> bool {
    matches!(
        error.sign_in_error(),
        Some(SignInError::TokenRequestRejected { error, .. })
            if matches!(error.as_str(), "invalid_grant" | "invalid_client" | "unauthorized_client")
    )
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("base_url", &self.0.base_url)
            .field("persistence", &self.0.persistence)
            .finish_non_exhaustive()
    }
}
