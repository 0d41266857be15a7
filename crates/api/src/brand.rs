//! Brands that an organization tracks in answers.

use serde::{Deserialize, Serialize};

use crate::id::BrandId;
use crate::limits::{
    BRAND_DESCRIPTION_MAX, BRAND_EXCLUDED_PHRASE_MAX, BRAND_EXCLUDED_PHRASES_MAX, BRAND_NAME_MAX, BRAND_SYNONYM_MAX,
    BRAND_SYNONYMS_MAX, BRAND_WEBSITES_MAX, WEB_ADDRESS_MAX,
};
use crate::list::list;
use crate::request::request;
use crate::response_field::null_as_default;
use crate::text_form::{not_blank, searchable};
use crate::timestamp::Timestamp;
use crate::web_address::web_address;

/// A brand. Brands do not affect the collection of answers. They are searched for in collected answers.
///
/// Source: docs/platform-api.md, section 2, Brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    /// The id.
    pub id: BrandId,
    /// The name, 1..100 characters.
    pub name: String,
    /// A description, at most 1,000 characters. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Other names of the brand, 0..50, each 1..100 characters.
    #[serde(default, deserialize_with = "null_as_default")]
    pub synonyms: Vec<String>,
    /// Whether the names are found only in the case in which they are written, so that `Apple` is not `apple`. Omitted when
    /// `false`. An extension of Answerdeck.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub case_sensitive: bool,
    /// Phrases in which a name does not name the brand, such as `apple pie`: 0..20, each 1..100 characters. Omitted when there are
    /// none. An extension of Answerdeck.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "Vec::is_empty")]
    pub excluded_phrases: Vec<String>,
    /// The websites of the brand, 0..20.
    #[serde(default, deserialize_with = "null_as_default")]
    pub websites: Vec<String>,
    /// Whether it is the organization's own brand: the chosen one, or else the one that has a website of the organization. Omitted
    /// when `false`. An extension of Answerdeck.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub is_own: bool,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

impl Brand {
    /// All names that answers may call it by: the name, then the synonyms.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.synonyms)
    }
}

list! {
    /// A page of brands, newest first.
    BrandList {
        /// The brands.
        brands: Brand
    }
}

request! {
    /// A brand to create.
    ///
    /// Source: docs/platform-api.md, section 2, Brand, and section 8.
    BrandCreate {
        /// The name, 1..100 characters with a letter or a digit.
        #[garde(length(chars, min = 1, max = BRAND_NAME_MAX), custom(searchable))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: String,
        /// A description, at most 1,000 characters.
        #[garde(length(chars, max = BRAND_DESCRIPTION_MAX))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// Other names of the brand, 0..50, each 1..100 characters with a letter or a digit.
        #[garde(
            length(max = BRAND_SYNONYMS_MAX),
            inner(length(chars, min = 1, max = BRAND_SYNONYM_MAX), custom(searchable))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        synonyms: Vec<String>,
        /// Whether the names are found only in the case in which they are written. `false` when absent. An extension of Answerdeck.
        #[garde(skip)]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        case_sensitive: bool,
        /// Phrases in which a name does not name the brand: 0..20, each 1..100 characters. None when absent. An extension of
        /// Answerdeck.
        #[garde(
            length(max = BRAND_EXCLUDED_PHRASES_MAX),
            inner(length(chars, min = 1, max = BRAND_EXCLUDED_PHRASE_MAX), custom(not_blank))
        )]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S"))))]
        excluded_phrases: Vec<String>,
        /// The websites of the brand, 0..20 HTTP or HTTPS URLs, each at most 2,048 characters. None when absent.
        #[garde(length(max = BRAND_WEBSITES_MAX), inner(length(chars, max = WEB_ADDRESS_MAX), custom(web_address)))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN))))]
        websites: Vec<String>,
        /// Whether it becomes the organization's own brand, in place of another. `false` when absent. An extension of Answerdeck.
        #[garde(skip)]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_own: bool,
    }
}

request! {
    /// The changes to a brand. An omitted field stays unchanged.
    BrandUpdate {
        /// The new name, 1..100 characters with a letter or a digit.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: text(length(chars, min = 1, max = BRAND_NAME_MAX), inner(custom(searchable))),
        /// The new description, at most 1,000 characters. `null` removes the description.
        description: optional(Option<String>, "Option<String>", length(chars, max = BRAND_DESCRIPTION_MAX)),
        /// The new list of other names, which replaces the old list: 0..50, each 1..100 characters with a
        /// letter or a digit.
        #[cfg_attr(
            feature = "openapi",
            schemars(inner(length(min = 1, max = BRAND_SYNONYM_MAX), regex(pattern = r"\S")))
        )]
        synonyms: optional(
            Vec<String>, "Vec<String>", length(max = BRAND_SYNONYMS_MAX),
            inner(inner(length(chars, min = 1, max = BRAND_SYNONYM_MAX), custom(searchable)))
        ),
        /// Whether the names are found only in the case in which they are written. An extension of Answerdeck.
        case_sensitive: optional(bool, "bool"),
        /// The new list of excluded phrases, which replaces the old list: 0..20, each 1..100 characters. An extension of Answerdeck.
        #[cfg_attr(
            feature = "openapi",
            schemars(inner(length(min = 1, max = BRAND_EXCLUDED_PHRASE_MAX), regex(pattern = r"\S")))
        )]
        excluded_phrases: optional(
            Vec<String>, "Vec<String>", length(max = BRAND_EXCLUDED_PHRASES_MAX),
            inner(inner(length(chars, min = 1, max = BRAND_EXCLUDED_PHRASE_MAX), custom(not_blank)))
        ),
        /// The new list of websites, which replaces the old list: 0..20, each at most 2,048 characters.
        #[cfg_attr(
            feature = "openapi",
            schemars(inner(length(max = WEB_ADDRESS_MAX), regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN)))
        )]
        websites: optional(
            Vec<String>, "Vec<String>", length(max = BRAND_WEBSITES_MAX),
            inner(inner(length(chars, max = WEB_ADDRESS_MAX), custom(web_address)))
        ),
        /// `true` chooses it as the organization's own brand, in place of another. `false` takes the choice back. An extension of
        /// Answerdeck.
        is_own: optional(bool, "bool"),
    }
}
