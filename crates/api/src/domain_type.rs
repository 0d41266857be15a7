//! The types of the domains that answers cite. An extension of Answerdeck.

use serde::{Deserialize, Serialize};

use crate::domain::valid_domain;
use crate::limits::DOMAIN_MAX;
use crate::request::request;
use crate::response_field::null_as_default;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The type of a domain. Whether it belongs to a brand is no type: the websites of brands say it.
    DomainType {
        /// A newspaper, a magazine, a broadcaster or an agency.
        News = "NEWS",
        /// Tests and comparisons of products.
        Review = "REVIEW",
        /// Posts of its readers: a forum, a social network, blogs, videos.
        Community = "COMMUNITY",
        /// A shop or a marketplace.
        Shop = "SHOP",
        /// An encyclopedia, a dictionary, science or an authority.
        Reference = "REFERENCE",
        /// None of these.
        Other = "OTHER",
    }
}

wire_enum! {
    /// Who has assigned a type to a domain.
    DomainTypeOrigin {
        /// The platform's list of well-known domains.
        List = "LIST",
        /// Somebody of the organization.
        Organization = "ORGANIZATION",
    }
}

/// The type of a domain, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AssignedDomainType {
    /// The type.
    #[serde(rename = "type")]
    pub domain_type: DomainType,
    /// Who has assigned it.
    pub origin: DomainTypeOrigin,
}

/// A domain with its type.
///
/// Source: docs/platform-api.md, section 2, Domain type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TypedDomain {
    /// The root domain.
    pub domain: String,
    /// Its type. Omitted when nobody has assigned one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_type: Option<AssignedDomainType>,
}

/// The domains to which the organization has assigned a type, by name. There are at most 1,000.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TypedDomainList {
    /// The domains.
    #[serde(deserialize_with = "null_as_default")]
    pub domains: Vec<TypedDomain>,
}

request! {
    /// The type that the organization assigns to a domain.
    ///
    /// Source: docs/platform-api.md, section 2, Domain type.
    DomainTypeAssignment {
        /// The root domain, 1..253 characters, such as `news.example`. It may be the address of a page; `www.` and capital letters make
        /// no difference.
        #[garde(length(chars, min = 1, max = DOMAIN_MAX), custom(valid_domain))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::domain::DOMAIN_PATTERN)))]
        domain: String,
        /// The type. `null` or absent returns to that of the list.
        #[garde(skip)]
        #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
        domain_type: Option<DomainType>,
    }
}
