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
