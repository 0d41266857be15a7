//! Responses of SerpApi: the fields that are used.

use answerdeck_provider_http::lenient::{Items, readable};
use serde::Deserialize;

/// A results page. The page of AI Mode has the fields of an overview itself.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Page {
    #[serde(deserialize_with = "readable")]
    pub(super) search_metadata: Option<SearchMetadata>,
    #[serde(deserialize_with = "readable")]
    pub(super) error: Option<String>,
    pub(super) ai_overview: Option<Overview>,
    text_blocks: Items<TextBlock>,
    references: Items<Reference>,
    reconstructed_markdown: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct SearchMetadata {
    pub(super) status: Option<String>,
}

/// The AI's answer, or the token that fetches it.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Overview {
    pub(super) text_blocks: Items<TextBlock>,
    pub(super) references: Items<Reference>,
    /// The whole answer as Markdown.
    pub(super) reconstructed_markdown: Option<String>,
    pub(super) page_token: Option<String>,
    #[serde(deserialize_with = "readable")]
    pub(super) error: Option<String>,
}

/// A part of the answer. Its `kind` says which of the other fields it has.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct TextBlock {
    #[serde(rename = "type", deserialize_with = "readable")]
    pub(super) kind: Option<String>,
    #[serde(deserialize_with = "readable")]
    pub(super) title: Option<String>,
    #[serde(deserialize_with = "readable")]
    pub(super) snippet: Option<String>,
    /// The text of a `code_block`.
    #[serde(deserialize_with = "readable")]
    pub(super) code: Option<String>,
    pub(super) list: Items<ListItem>,
    pub(super) table: Items<Vec<String>>,
    /// The names of the columns of a `comparison`.
    pub(super) product_labels: Items<String>,
    pub(super) comparison: Items<Comparison>,
    pub(super) text_blocks: Items<TextBlock>,
    pub(super) reference_indexes: Items<u64>,
}

#[derive(Deserialize)]
pub(super) struct Comparison {
    pub(super) feature: String,
    pub(super) values: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct ListItem {
    #[serde(deserialize_with = "readable")]
    pub(super) title: Option<String>,
    #[serde(deserialize_with = "readable")]
    pub(super) snippet: Option<String>,
    pub(super) list: Items<ListItem>,
    pub(super) text_blocks: Items<TextBlock>,
    pub(super) reference_indexes: Items<u64>,
}

/// A page that the answer refers to by its index.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Reference {
    #[serde(deserialize_with = "readable")]
    pub(super) index: Option<u64>,
    #[serde(deserialize_with = "readable")]
    pub(super) title: Option<String>,
    #[serde(deserialize_with = "readable")]
    pub(super) link: Option<String>,
}

impl Page {
    /// The overview beside the results, or the page itself when it is one.
    pub(super) fn into_overview(self) -> Option<Overview> {
        self.ai_overview.or_else(|| {
            let overview = Overview {
                text_blocks: self.text_blocks,
                references: self.references,
                reconstructed_markdown: self.reconstructed_markdown,
                ..Overview::default()
            };
            overview.has_answer().then_some(overview)
        })
    }
}

impl Overview {
    pub(super) fn has_answer(&self) -> bool {
        !self.text_blocks.known.is_empty() || self.text_blocks.skipped > 0 || self.reconstructed_markdown.is_some()
    }
}
