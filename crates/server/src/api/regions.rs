//! The list of regions: the countries of ISO 3166-1.

use answerdeck_api::{Region, RegionList};
use axum::Json;

use crate::http::caller::Caller;

pub(super) async fn list(_: Caller) -> Json<RegionList> {
    let mut regions: Vec<Region> = rust_iso3166::ALL
        .iter()
        .map(|country| Region { code: country.alpha2.to_owned(), name: country.name.to_owned() })
        .collect();
    regions.sort_by(|one, other| one.code.cmp(&other.code));
    Json(RegionList { regions })
}

/// Whether `code` is a country's ISO 3166-1 alpha-2 code, in capitals.
pub(crate) fn is_known(code: &str) -> bool {
    rust_iso3166::from_alpha2(code).is_some_and(|country| country.alpha2 == code)
}
