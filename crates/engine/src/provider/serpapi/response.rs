//! Responses of SerpApi: the fields that are used.

use answerdeck_provider_http::lenient::{Items, Lenient};
use serde::Deserialize;

/// A results page. The page of AI Mode has the fields of an overview itself.
#[derive(Deserialize, Default)]
pub(super) struct Page {
    pub(super) search_metadata: Lenient<SearchMetadata>,
    pub(super) error: Lenient<String>,
    pub(super) ai_overview: Option<Overview>,
    text_blocks: Items<TextBlock>,
    references: Items<Reference>,
    reconstructed_markdown: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct SearchMetadata {
    pub(super) status: Option<String>,
}

/// The AI's answer, or the token that fetches it.
#[derive(Deserialize, Default)]
pub(super) struct Overview {
    pub(super) text_blocks: Items<TextBlock>,
    pub(super) references: Items<Reference>,
    /// The whole answer as Markdown.
    pub(super) reconstructed_markdown: Option<String>,
    pub(super) page_token: Option<String>,
    pub(super) error: Lenient<String>,
}

/// A part of the answer. Its `kind` says which of the other fields it has.
#[derive(Deserialize)]
pub(super) struct TextBlock {
    #[serde(rename = "type")]
    pub(super) kind: Lenient<String>,
    pub(super) title: Lenient<String>,
    pub(super) snippet: Lenient<String>,
    /// The text of a `code_block`.
    pub(super) code: Lenient<String>,
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

#[derive(Deserialize)]
pub(super) struct ListItem {
    pub(super) title: Lenient<String>,
    pub(super) snippet: Lenient<String>,
    pub(super) list: Items<ListItem>,
    pub(super) text_blocks: Items<TextBlock>,
    pub(super) reference_indexes: Items<u64>,
}

/// A page that the answer refers to by its index.
#[derive(Deserialize)]
pub(super) struct Reference {
    pub(super) index: Lenient<u64>,
    pub(super) title: Lenient<String>,
    pub(super) link: Lenient<String>,
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
