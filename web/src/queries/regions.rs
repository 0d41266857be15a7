//! The region that a form preselects: what the person chose last in this browser, or else that of the organization.

use answerdeck_api::limits::{GOOGLE_LANGUAGE_DEFAULT, RUN_REGION_DEFAULT};
use leptos::prelude::*;

use super::use_organization;
use crate::format::language_of;
use crate::organization_storage::of_device;

/// Where a region is chosen. Each keeps its own last choice.
#[derive(Debug, Clone, Copy)]
pub enum RegionChoice {
    /// In the forms of runs and of schedules.
    Run,
    /// Among the keywords of Google.
    Keywords,
}

impl RegionChoice {
    const fn item(self) -> &'static str {
        match self {
            Self::Run => "run-region",
            Self::Keywords => "keywords-country",
        }
    }

    /// The region to select at first: the platform's default while the organization is not known. Reactive.
    pub fn preselected(self) -> impl Fn() -> String + Send + Sync + 'static {
        let organization = use_organization();
        move || {
            let of_organization = || organization.with(|organization| Some(organization?.region.clone()));
            let region = of_device().read(self.item()).or_else(of_organization);
            region.unwrap_or_else(|| RUN_REGION_DEFAULT.to_owned())
        }
    }

    /// Keeps what the person has chosen.
    pub fn keep(self, region: &str) {
        of_device().write(self.item(), region);
    }
}

/// The country and the language of Google's keywords to select at first.
pub fn use_google_market() -> Memo<[String; 2]> {
    let country = RegionChoice::Keywords.preselected();
    Memo::new(move |_| {
        let country = country();
        let language = language_of(&country).unwrap_or_else(|| GOOGLE_LANGUAGE_DEFAULT.to_owned());
        [country, language]
    })
}
