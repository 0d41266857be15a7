//! Brands: what an organization looks for in answers.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::id::BrandId;
use crate::limits::{
    BRAND_DESCRIPTION_MAX, BRAND_NAME_MAX, BRAND_SYNONYM_MAX, BRAND_SYNONYMS_MAX, BRAND_WEBSITES_MAX, WEB_ADDRESS_MAX,
};
use crate::list::{list, non_null, nullable};
use crate::timestamp::Timestamp;
use crate::web_address::web_address;

/// A brand. It takes no part in collecting answers: it is looked for in what was collected.
///
/// Source: docs/platform-api.md, section 2, Brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    /// Its id.
    pub id: BrandId,
    /// Its name, 1..100 characters.
    pub name: String,
    /// What it is, at most 1,000 characters. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Other names of it, 0..50, each of 1..100 characters.
    #[serde(default)]
    pub synonyms: Vec<String>,
    /// Its own sites, 0..20.
    #[serde(default)]
    pub websites: Vec<String>,
    /// When it was made.
    pub created_at: Timestamp,
}

list! {
    /// A page of brands, the newest first.
    BrandList {
        /// The brands.
        brands: Brand
    }
}

/// A brand to make.
///
/// Source: docs/platform-api.md, section 2, Brand, and section 8.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandCreate {
    /// Its name, 1..100 characters.
    #[garde(length(chars, min = 1, max = BRAND_NAME_MAX))]
    pub name: String,
    /// What it is, at most 1,000 characters.
    #[garde(length(chars, max = BRAND_DESCRIPTION_MAX))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Other names of it, 0..50, each of 1..100 characters.
    #[garde(length(max = BRAND_SYNONYMS_MAX), inner(length(chars, min = 1, max = BRAND_SYNONYM_MAX)))]
    pub synonyms: Vec<String>,
    /// Its own sites, 0..20: addresses with http or https, each of at most 2,048 characters. None when absent.
    #[garde(length(max = BRAND_WEBSITES_MAX), inner(length(chars, max = WEB_ADDRESS_MAX), custom(web_address)))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN))))]
    pub websites: Vec<String>,
}

/// What to change in a brand. A field that is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandUpdate {
    /// Its new name, 1..100 characters.
    #[garde(length(chars, min = 1, max = BRAND_NAME_MAX))]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    pub name: Option<String>,
    /// Its new description, at most 1,000 characters; `null` takes it away.
    #[garde(length(chars, max = BRAND_DESCRIPTION_MAX))]
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "Option<String>"))]
    pub description: Option<Option<String>>,
    /// Its other names in place of all that it has, 0..50, each of 1..100 characters.
    #[garde(length(max = BRAND_SYNONYMS_MAX), inner(inner(length(chars, min = 1, max = BRAND_SYNONYM_MAX))))]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "Vec<String>", inner(length(min = 1, max = BRAND_SYNONYM_MAX))))]
    pub synonyms: Option<Vec<String>>,
    /// Its own sites in place of all that it has, 0..20, each of at most 2,048 characters.
    #[garde(
        length(max = BRAND_WEBSITES_MAX),
        inner(inner(length(chars, max = WEB_ADDRESS_MAX), custom(web_address)))
    )]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schemars(
            with = "Vec<String>",
            inner(length(max = WEB_ADDRESS_MAX), regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN))
        )
    )]
    pub websites: Option<Vec<String>>,
}
