use std::rc::Rc;

use answerdeck_api::{Digest, DigestId, DigestList, DigestSettings, DigestSettingsUpdate, PageRequest, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of digests.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone)]
pub struct Digests(pub(crate) Rc<Dispatcher>);

impl Digests {
    /// Lists the digests, newest first.
    pub fn list(&self) -> Pager<Digest> {
        Pager::new::<DigestList>(self.0.clone(), operation::LIST_DIGESTS, &PageRequest::default())
    }

    /// Reads a digest.
    pub async fn get(&self, id: &DigestId) -> Result<Digest> {
        self.0.call(Call::new(operation::GET_DIGEST).id(id.as_str())).await
    }

    /// Reads when digests are made, and who gets them as e-mail.
    pub async fn settings(&self) -> Result<DigestSettings> {
        self.0.call(Call::new(operation::GET_DIGEST_SETTINGS)).await
    }

    /// Changes when digests are made, and who gets them as e-mail. Returns the changed settings.
    pub async fn update_settings(&self, update: &DigestSettingsUpdate) -> Result<DigestSettings> {
        self.0.call(Call::new(operation::UPDATE_DIGEST_SETTINGS).body(update)?).await
    }
}
