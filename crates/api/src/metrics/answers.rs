//! Answers that meet conditions.

use serde::{Deserialize, Serialize};

use super::counted::{BrandName, Coverage};
use super::mentions::Mention;
use crate::domain::valid_domain;
use crate::id::{AnswerId, BrandId, PromptId, RunId};
use crate::include::include_enum;
use crate::limits::{
    DOMAIN_MAX, FANOUT_MAX, NAMED_BRANDS_MAX, PAGE_SIZE_MAX, SEARCH_TERM_MAX, TOKEN_MAX, WEB_ADDRESS_MAX,
};
use crate::model::{ModelCode, ModelRoute};
use crate::response_field::null_as_default;
use crate::scope::scoped_request;
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;
use crate::web_address::web_address;

include_enum! {
    /// Optional parts of an answer that meets conditions.
    AnswerMatchInclude {
        /// The beginning of its text.
        Beginning = "beginning",
    }
}

scoped_request! {
    /// A request for the SUCCESS answers that meet all of the given conditions.
    AnswerMatchFilter {
        /// Only answers that name at least one of these brands, 0..100 ids.
        names_brand_ids: ids("namesBrandIDs", BrandId, "Vec<BrandId>", NAMED_BRANDS_MAX),
        /// Only answers that do not name this brand.
        omits_brand_id: id("omitsBrandID", BrandId, "BrandId"),
        /// Only answers that cite a page of this brand.
        cites_brand_id: id("citesBrandID", BrandId, "BrandId"),
        /// Only answers that cite no page of this brand.
        cites_not_brand_id: id("citesNotBrandID", BrandId, "BrandId"),
        /// Only answers that cite a page of this root domain or site. It may be the address of a page.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::domain::DOMAIN_PATTERN)))]
        domain: text(length(chars, min = 1, max = DOMAIN_MAX), inner(custom(valid_domain))),
        /// Only answers that cite this page, by any of its addresses.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN)))]
        url: text(length(chars, max = WEB_ADDRESS_MAX), inner(custom(web_address))),
        /// Only answers for which the model ran this search.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        fanout: text(length(chars, min = 1, max = FANOUT_MAX), inner(custom(not_blank))),
        /// Only answers that contain this token.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        word: text(length(chars, min = 1, max = TOKEN_MAX), inner(custom(not_blank))),
        cursor,
        /// The maximum number of answers of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
        /// The optional parts of each answer: `beginning`.
        include: include(AnswerMatchInclude),
    }
}

/// A page of answers that meet the conditions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnswerMatchList {
    /// How many answers were tested.
    pub coverage: Coverage,
    /// The number of all answers that meet the conditions.
    pub total_answers: u64,
    /// The answers, newest first.
    #[serde(deserialize_with = "null_as_default")]
    pub answers: Vec<AnswerMatch>,
    /// The `cursor` of the next page. `null` on the last page.
    pub next_cursor: Option<String>,
}

/// An answer in a list, without its whole text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnswerMatch {
    /// The id.
    pub id: AnswerId,
    /// The run. Omitted when the answer belongs to none.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// The prompt.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The text of the prompt.
    pub query: String,
    /// The model.
    pub model: ModelCode,
    /// How the answer came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<ModelRoute>,
    /// The region of the question.
    pub region: String,
    /// When the answer was requested.
    pub created_at: Timestamp,
    /// The tracked brands that it names, in the order of their first mentions. At most 100.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<NamedBrand>,
    /// The first 4,000 characters of its text. Untrusted. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<String>,
}

/// A brand that an answer names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NamedBrand {
    /// The brand.
    pub brand: BrandName,
    /// The position among the tracked brands of the answer, 1 or more. Brands that share a name share a position.
    pub position: u32,
    /// The number of mentions, at least 1.
    pub mentions: u32,
}

scoped_request! {
    /// A request to search a phrase in the texts of the SUCCESS answers.
    AnswerTextFilter {
        /// The phrase, 1..100 characters. Matching ignores case and the width of letters.
        #[garde(length(chars, min = 1, max = SEARCH_TERM_MAX), custom(not_blank))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        phrase: String,
        cursor,
        /// The maximum number of answers of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// A page of answers with a phrase. The search of one request ends after 5,000 answers, after 16 MiB of texts, or with a full page: a
/// page can be empty and have a next one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnswerTextList {
    /// The answers with the phrase, newest first.
    #[serde(deserialize_with = "null_as_default")]
    pub answers: Vec<AnswerExcerpt>,
    /// The number of answers that this page searched.
    pub searched: u64,
    /// Answers requested at this time or later are searched, by this page and those before. Omitted when all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_since: Option<Timestamp>,
    /// The `cursor` that continues the search. `null` when all answers are searched.
    pub next_cursor: Option<String>,
}

/// An answer with a phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AnswerExcerpt {
    /// The answer.
    pub answer: AnswerMatch,
    /// The text before the first occurrence, at most 60 characters. Untrusted.
    pub before: String,
    /// The first occurrence as the text has it, at most 200 characters. Untrusted.
    pub phrase: String,
    /// The text after `phrase`, at most 120 characters. Untrusted.
    pub after: String,
    /// The brands that the excerpt names.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<BrandName>,
    /// The mentions of the text that are in the excerpt, cut at its ends: at most 100. Their places are in `before`, `phrase` and
    /// `after` as one text.
    #[serde(deserialize_with = "null_as_default")]
    pub mentions: Vec<Mention>,
}
