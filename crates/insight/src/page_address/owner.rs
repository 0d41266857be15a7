//! The owner of a page on a site of many people.

use crate::address_lists::SHARED_SITES;

/// The length of the path at the start of `path` that names the owner on a host of many people: 0 where the host does. The path
/// has a final `/`.
pub(crate) fn owner_end(host: &str, path: &str) -> Option<usize> {
    SHARED_SITES.iter().find_map(|(site, pattern, others)| match site.strip_prefix('*') {
        Some(suffix) => {
            let label = host.strip_suffix(suffix)?;
            (!label.is_empty() && !label.contains('.') && others.split(' ').all(|other| other != label)).then_some(0)
        }
        None if *site == host => {
            let before = pattern.strip_suffix('*')?;
            let name = path.strip_prefix(before)?;
            let length = name.find('/')?;
            let is_owner = length > 0 && !others.split(' ').any(|other| name[..length].eq_ignore_ascii_case(other));
            is_owner.then_some(before.len() + length)
        }
        None => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
