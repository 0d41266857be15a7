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
