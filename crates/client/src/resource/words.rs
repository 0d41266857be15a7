use std::rc::Rc;

use answerdeck_api::{ProperNoun, ProperNounList, ProperNounRequest, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of words.
///
/// Source: docs/platform-api.md, section 2, Statistics and token analysis.
#[derive(Debug, Clone)]
pub struct Words(pub(crate) Rc<Dispatcher>);

impl Words {
    /// Extracts the nouns of a text of 1..100,000 characters, most frequent first. Ties are in alphabetical order.
    pub async fn proper_nouns(&self, request: &ProperNounRequest) -> Result<Vec<ProperNoun>> {
        let list: ProperNounList = self.0.call(Call::new(operation::EXTRACT_PROPER_NOUNS).body(request)?).await?;
        Ok(list.proper_nouns)
    }
}
