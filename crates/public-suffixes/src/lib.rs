//! The public suffix list.

/// The part of a host that someone registers: its public suffix and the label before it. `None` for a host that has no such
/// label.
#[inline(never)]
pub fn registrable_domain(host: &str) -> Option<&str> {
    psl::domain_str(host)
}

/// Whether a name ends with a suffix of the list. What follows the last dot of any other name is a suffix that is not known.
#[inline(never)]
pub fn has_known_suffix(name: &str) -> bool {
    psl::suffix(name.as_bytes()).is_some_and(|suffix| suffix.is_known())
}
