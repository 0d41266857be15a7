//! Parameters in the query string of an address.

use super::query_string::QueryString;

/// A malformed parameter counts as absent.
pub trait UrlParams: Clone + PartialEq + Send + Sync + 'static {
    /// Reads the parameters from a query string.
    fn read(query: &QueryString) -> Self;
    /// Builds the address with these parameters.
    fn address(&self) -> String;
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::paths) const ID: &str = "0123456789ABCDEFabcdef";

    /// Reads parameters from a query string, or from an address.
    pub(in crate::paths) fn read<P: UrlParams>(query: &str) -> P {
        P::read(&QueryString::parse(query.split_once('?').map_or(query, |(_, query)| query)))
    }
}
