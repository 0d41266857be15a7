//! Sites of many people, of which each owns a part.

use crate::SiteAddress;
use crate::page_address::owner_end;

/// The part of a site of many people that belongs to the owner of a page: `blog.naver.com/nurio`, `nurio.tistory.com`. `None` for a
/// page of another site.
pub fn owned_site(url: &str) -> Option<String> {
    let page = SiteAddress::parse(url)?;
    let path = String::from_utf8_lossy(&page.path);
    let end = owner_end(&page.host, &path)?;
    Some(format!("{}{}", page.host, path[..end].trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use crate::address_lists::SHARED_SITES;
    use crate::page_address::HttpUrl;

    #[test]
    fn the_list_has_each_pattern_once_and_in_the_form_of_pages() {
        let mut patterns: Vec<(&str, &str)> = SHARED_SITES.iter().map(|(site, pattern, _)| (*site, *pattern)).collect();
        patterns.sort_unstable();
        assert!(patterns.is_sorted_by(|one, next| one < next));
        for (site, pattern) in patterns {
            assert!(site.starts_with("*.") == pattern.is_empty(), "{site}");
            assert!(pattern.is_empty() || pattern.starts_with('/') && pattern.ends_with('*'), "{site}{pattern}");
            let host = site.trim_start_matches("*.");
            assert!(HttpUrl::parse(&format!("https://{host}")).is_some_and(|address| address.host == host), "{site}");
        }
    }
}
