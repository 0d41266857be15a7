//! Finds the organization's own brand among its brands.

use std::sync::LazyLock;

use answerdeck_api::{Brand, BrandId, OrganizationId};
use answerdeck_insight::{SiteAddress, brand_with_website};
use leptos::prelude::*;

use crate::browser_storage;

/// The beginning of the name of each item. The id of the organization follows.
const PREFIX: &str = "answerdeck.own-brand.";

/// An organization, and the brand that was chosen for it.
type Choice = (OrganizationId, Option<BrandId>);

/// The last choice in this tab, because the browser may not have stored it.
static LAST_CHOICE: LazyLock<ArcRwSignal<Option<Choice>>> = LazyLock::new(|| ArcRwSignal::new(None));

/// The brand that was chosen for an organization on this device. `None` if none was. Reactive.
pub fn chosen_brand(organization: &OrganizationId) -> Option<BrandId> {
    let last = LAST_CHOICE.with(|last| last.clone().filter(|(of, _)| of == organization));
    last.map_or_else(|| browser_storage::local().read(&item(organization))?.parse().ok(), |(_, brand)| brand)
}

/// Chooses the own brand of an organization on this device. `None` leaves the choice to [`own_brand`].
pub fn choose_brand(organization: &OrganizationId, brand: Option<BrandId>) {
    let (storage, item) = (browser_storage::local(), item(organization));
    match &brand {
        Some(brand) => _ = storage.write(&item, brand.as_str()),
        None => storage.remove(&item),
    }
    LAST_CHOICE.set(Some((organization.clone(), brand)));
}

fn item(organization: &OrganizationId) -> String {
    format!("{PREFIX}{organization}")
}

/// The own brand: the chosen one, or else one that has a website of the organization.
pub fn own_brand<'a>(
    brands: &'a [Brand],
    chosen: Option<&BrandId>,
    organization_websites: &[String],
) -> Option<&'a Brand> {
    brands.iter().find(|brand| Some(&brand.id) == chosen).or_else(|| with_website(brands, organization_websites))
}

/// The brand that has a website of the organization. Brands are newest first.
pub fn with_website<'a>(brands: &'a [Brand], websites: &[String]) -> Option<&'a Brand> {
    brand_with_website(brands, |brand| &brand.websites, websites)
}

/// Whether all pages of a domain are the brand's.
pub fn owns_domain(brand: &Brand, domain: &str) -> bool {
    owns_page(brand, &format!("https://{domain}"))
}

/// Whether a page is on a website of the brand.
pub fn owns_page(brand: &Brand, address: &str) -> bool {
    SiteAddress::parse(address).is_some_and(|page| sites(brand).any(|site| site.contains(&page)))
}

fn sites(brand: &Brand) -> impl Iterator<Item = SiteAddress> {
    brand.websites.iter().filter_map(|website| SiteAddress::parse(website))
}

#[cfg(test)]
mod tests {
    use answerdeck_api::Timestamp;

    use super::*;

    fn brand(number: u8, websites: &[&str]) -> Brand {
        Brand {
            id: format!("{number:0>22}").parse().unwrap(),
            name: format!("Brand {number}"),
            description: None,
            synonyms: Vec::new(),
            case_sensitive: false,
            excluded_phrases: Vec::new(),
            websites: websites.iter().map(|website| (*website).to_owned()).collect(),
            created_at: Timestamp::new("2026-11-20T00:00:00.000Z"),
        }
    }

    fn own(brands: &[Brand], chosen: Option<&BrandId>, websites: &[&str]) -> Option<String> {
        let websites: Vec<String> = websites.iter().map(|website| (*website).to_owned()).collect();
        own_brand(brands, chosen, &websites).map(|brand| brand.name.clone())
    }

    #[test]
    fn the_own_brand_has_a_website_of_the_organization() {
        let brands = [brand(2, &["https://tavrin.example"]), brand(1, &["https://www.nurio.example/"])];
        assert_eq!(own(&brands, None, &["HTTP://Nurio.example:8080?a=b"]).as_deref(), Some("Brand 1"));
        assert_eq!(own(&brands, None, &["https://nurio.example/ko"]), None);
        assert_eq!(own(&brands, None, &["nurio.example", ""]), None);
        assert_eq!(own(&brands, None, &[]), None);
    }

    #[test]
    fn brands_on_one_host_are_told_apart_by_their_paths() {
        let brands = [brand(2, &["https://blog.example/tavrin"]), brand(1, &["https://blog.example/nurio/"])];
        assert_eq!(own(&brands, None, &["https://blog.example/nurio"]).as_deref(), Some("Brand 1"));
    }

    #[test]
    fn a_domain_is_a_brands_own_if_all_its_pages_are() {
        let brand =
            brand(1, &["https://www.nurio.example/", "https://blog.example/nurio", "https://shop.tavrin.example"]);
        let domains = ["nurio.example", "shop.nurio.example", "blog.example", "tavrin.example", "shop.tavrin.example"];
        assert_eq!(domains.map(|domain| owns_domain(&brand, domain)), [true, true, false, false, true]);
    }

    #[test]
    fn a_page_is_a_brands_own_if_it_is_on_one_of_its_websites() {
        let brand = brand(1, &["https://누리오.한국/", "https://blog.example/nurio"]);
        for (page, own) in [
            ("http://www.xn--od1b68lv7k.xn--3e0b707e/a?b=c", true),
            ("https://blog.example/nurio/1", true),
            ("https://blog.example/", false),
            ("urn:x", false),
        ] {
            assert_eq!(owns_page(&brand, page), own, "{page}");
        }
    }

    #[test]
    fn a_chosen_brand_comes_first_unless_it_was_deleted() {
        let brands = [brand(2, &["https://tavrin.example"]), brand(1, &["https://nurio.example"])];
        let websites = ["https://nurio.example"];
        assert_eq!(own(&brands, Some(&brand(2, &[]).id), &websites).as_deref(), Some("Brand 2"));
        assert_eq!(own(&brands, Some(&brand(3, &[]).id), &websites).as_deref(), Some("Brand 1"));
    }

    #[test]
    fn the_first_website_of_the_organization_decides() {
        let brands = [brand(2, &["https://nurio.example"]), brand(1, &["https://tavrin.example"])];
        let websites = ["https://nurio.example", "https://tavrin.example"];
        assert_eq!(own(&brands, None, &websites).as_deref(), Some("Brand 2"));
    }

    #[test]
    fn of_two_brands_with_the_website_the_older_is_the_own_one() {
        let brands = [brand(2, &["https://nurio.example"]), brand(1, &["https://nurio.example"])];
        assert_eq!(own(&brands, None, &["https://nurio.example"]).as_deref(), Some("Brand 1"));
    }
}
