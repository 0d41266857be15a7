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

    /// The parameters of a query string, or of an address.
    pub(in crate::paths) fn query_of(text: &str) -> QueryString {
        QueryString::parse(text.split_once('?').map_or(text, |(_, query)| query))
    }

    pub(in crate::paths) fn read<P: UrlParams>(text: &str) -> P {
        P::read(&query_of(text))
    }
}
