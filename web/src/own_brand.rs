//! Finds the organization's own brand among its brands.

use std::sync::LazyLock;

use answerdeck_api::{Brand, BrandId, OrganizationId};
use leptos::prelude::*;

use crate::browser_storage;
use crate::untrusted::{LinkTarget, link_target};

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

/// The brand that has the first of the websites that any brand has. Of several, the oldest: brands are newest first.
pub fn with_website<'a>(brands: &'a [Brand], websites: &[String]) -> Option<&'a Brand> {
    let has =
        |brand: &&Brand, website: &str| brand.websites.iter().any(|other| site(other).as_deref() == Some(website));
    websites
        .iter()
        .filter_map(|website| site(website))
        .find_map(|website| brands.iter().rev().find(|brand| has(brand, &website)))
}

/// Whether all pages of a domain are the brand's.
pub fn owns_domain(brand: &Brand, domain: &str) -> bool {
    brand.websites.iter().filter_map(|website| site(website)).any(|site| site.strip_suffix('/') == Some(domain))
}

/// Whether a page is the brand's: its host is that of a website or below it, and its path is that of the website or below it.
pub fn owns_page(brand: &Brand, address: &str) -> bool {
    let Some(page) = site(address) else { return false };
    let Some((host, path)) = page.split_once('/') else { return false };
    brand.websites.iter().filter_map(|website| site(website)).any(|website| {
        let Some((own_host, own_path)) = website.split_once('/') else { return false };
        let host_matches = host.strip_suffix(own_host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        let path_matches = path.strip_prefix(own_path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        host_matches && (own_path.is_empty() || path_matches)
    })
}

// The host and the path. Scheme, port, query and `www.` make no difference.
fn site(address: &str) -> Option<String> {
    let LinkTarget::Web { host, .. } = link_target(address) else { return None };
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(&*host, |(host, _)| host);
    let (_, rest) = address.split_once(':')?;
    let path = rest
        .strip_prefix("//")?
        .split(['?', '#'])
        .next()?
        .split_once('/')
        .map_or("", |(_, path)| path.trim_end_matches('/'));
    Some(format!("{}/{path}", host.strip_prefix("www.").unwrap_or(host)))
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
    fn a_domain_is_a_brands_own_if_its_website_is_the_whole_domain() {
        let brand =
            brand(1, &["https://www.nurio.example/", "https://blog.example/nurio", "https://shop.tavrin.example"]);
        let own = ["nurio.example", "blog.example", "tavrin.example"].map(|domain| owns_domain(&brand, domain));
        assert_eq!(own, [true, false, false]);
    }

    #[test]
    fn a_page_is_a_brands_own_if_it_is_a_website_or_below_it() {
        let brand = brand(1, &["https://www.nurio.example/", "https://blog.example/nurio"]);
        for (page, own) in [
            ("http://nurio.example/a?b=c", true),
            ("https://shop.nurio.example/", true),
            ("https://blog.example/nurio/1", true),
            ("https://blog.example/nurio", true),
            ("https://blog.example/nurio2", false),
            ("https://blog.example/", false),
            ("https://notnurio.example/", false),
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
