//! The owner of a source: the own brand, another brand, or none.

use answerdeck_api::metrics::BrandName;
use answerdeck_api::{Brand, BrandId};
use answerdeck_insight::{owns_domain, owns_page};
use leptos::prelude::*;

use crate::components::brands::trend::brand_color;
use crate::components::{LINES_MAX, NO_BRAND, own_brand_badge};
use crate::queries::Query;
use crate::queries::brands::{use_all_brands, use_own_brand_id};
use crate::ui::{Badge, Tone};

#[derive(Clone, Copy)]
pub struct SourceOwners {
    brands: Query<Vec<Brand>>,
    own: Memo<Option<BrandId>>,
}

/// The brands that sources may belong to. While they are loading, sources have no owner.
pub fn use_source_owners() -> SourceOwners {
    SourceOwners { brands: use_all_brands(), own: use_own_brand_id() }
}

impl SourceOwners {
    /// The owner of all pages of a domain. Reactive.
    pub fn of_domain(self, domain: &str) -> SourceOwner {
        self.find(|brand| owns_domain(&brand.websites, domain))
    }

    /// The owner of a page. Reactive.
    pub fn of_page(self, address: &str) -> SourceOwner {
        self.find(|brand| owns_page(&brand.websites, address))
    }

    /// The number of brands that have a color of their own: the first colors. Reactive.
    pub fn colored_brands(self) -> usize {
        let count = self.brands.with(|brands| brands.map_or(0, Vec::len));
        // The first color stays that of the own brand.
        if count > LINES_MAX { 1 } else { count }
    }

    // The own brand comes first: brands may share a site.
    fn find(self, owns: impl Fn(&Brand) -> bool) -> SourceOwner {
        let own = self.own.get();
        let find = |brands: &Vec<Brand>| {
            let is_own = |brand: &&Brand| Some(&brand.id) == own.as_ref();
            if let Some(own) = brands.iter().filter(is_own).find(|brand| owns(brand)) {
                return Some(SourceOwner::Own(own.name.clone()));
            }
            let other = brands.iter().find(|brand| owns(brand))?;
            let names = brands.iter().map(|brand| BrandName { id: brand.id.clone(), name: String::new() });
            let color = || brand_color(&names.collect::<Vec<_>>(), own.as_ref(), &other.id);
            let color = if brands.len() > LINES_MAX { None } else { color() };
            let [_, other_brand, _] = SOURCE_SERIES;
            Some(SourceOwner::OtherBrand(other.name.clone(), color.unwrap_or(other_brand)))
        };
        self.brands.with(|brands| brands.and_then(find)).unwrap_or(SourceOwner::Nobody)
    }
}

/// The color numbers of own sources, of other brands' sources and of the rest: the last two are grays, which no brand has.
pub const SOURCE_SERIES: [usize; 3] = [1, 9, NO_BRAND];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceOwner {
    /// The own brand, by its name.
    Own(String),
    /// Another brand, by its name, and its color number: a gray if there are too many brands for each to have a color.
    OtherBrand(String, usize),
    Nobody,
}

impl SourceOwner {
    pub const fn series(&self) -> usize {
        let [own, _, nobody] = SOURCE_SERIES;
        match self {
            Self::Own(_) => own,
            Self::OtherBrand(_, color) => *color,
            Self::Nobody => nobody,
        }
    }

    /// The badge beside the source. `None` without an owner.
    pub fn badge(&self) -> Option<AnyView> {
        match self {
            Self::Own(_) => Some(own_brand_badge()),
            Self::OtherBrand(name, _) => {
                let label = Signal::stored(name.clone());
                Some(view! { <bdi><Badge label tone=Tone::Neutral /></bdi> }.into_any())
            }
            Self::Nobody => None,
        }
    }

    pub fn into_brand(self) -> Option<String> {
        match self {
            Self::Own(name) | Self::OtherBrand(name, _) => Some(name),
            Self::Nobody => None,
        }
    }
}
