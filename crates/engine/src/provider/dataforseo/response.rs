//! Results of DataForSEO: the fields that are used.

use answerdeck_provider_http::lenient::Items;
use serde::Deserialize;

/// The conversation with an assistant.
#[derive(Deserialize, Default)]
pub(super) struct Conversation {
    pub(super) markdown: Option<String>,
    /// The cited pages.
    pub(super) sources: Items<Link>,
    pub(super) fan_out_queries: Items<String>,
}

#[derive(Deserialize, Default)]
pub(super) struct ResultsPage {
    pub(super) items: Items<PageItem>,
}

#[derive(Deserialize)]
pub(super) struct PageItem {
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) markdown: Option<String>,
    /// The cited pages.
    pub(super) references: Items<Link>,
}

#[derive(Deserialize)]
pub(super) struct Link {
    pub(super) url: Option<String>,
    pub(super) title: Option<String>,
}

impl Link {
    /// The link and its title.
    pub(super) fn cited(self) -> Option<(String, String)> {
        Some((self.url?, self.title.unwrap_or_default()))
    }
}
