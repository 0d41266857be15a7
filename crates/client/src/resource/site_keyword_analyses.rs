use std::rc::Rc;

use answerdeck_api::{SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisSubmit, operation};

use super::Watcher;
use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of site keyword analyses. Beta: the platform may change its responses without notice.
///
/// Source: docs/platform-api.md, sections 2, 3 and 4.
#[derive(Debug, Clone)]
pub struct SiteKeywordAnalyses(pub(crate) Rc<Dispatcher>);

impl SiteKeywordAnalyses {
    /// Starts an analysis. It starts once, even if the request is sent again, on a platform that honors idempotency keys.
    pub async fn submit(&self, analysis: &SiteKeywordAnalysisSubmit) -> Result<SiteKeywordAnalysisId> {
        let call = Call::new(operation::SUBMIT_SITE_KEYWORD_ANALYSIS).body(analysis)?;
        self.0.create(call).await
    }

    /// Reads an analysis. It has its keywords when the state is `COMPLETED`.
    pub async fn get(&self, id: &SiteKeywordAnalysisId) -> Result<SiteKeywordAnalysis> {
        self.0.call(Call::new(operation::GET_SITE_KEYWORD_ANALYSIS).id(id.as_str())).await
    }

    /// Watches an analysis until it completes or fails.
    ///
    /// Source: docs/platform-api.md, section 6.
    pub fn watch(&self, id: SiteKeywordAnalysisId) -> Watcher<SiteKeywordAnalysis> {
        let analyses = self.clone();
        Watcher::new(self.0.transport.clone(), move || {
            let (analyses, id) = (analyses.clone(), id.clone());
            Box::pin(async move { analyses.get(&id).await })
        })
    }
}
