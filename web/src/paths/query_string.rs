use std::str::FromStr;

use answerdeck_api::console_page::parameter::SEARCH;
pub use answerdeck_api::console_page::parameter::SORT;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All characters but the unreserved ones. Source: RFC 3986, section 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The parameters of an address, decoded. Reads a space written as `%20` or as `+`.
pub struct QueryString(Vec<(String, String)>);

impl QueryString {
    /// Parses a query string, with or without its `?`.
    pub fn parse(query: &str) -> Self {
        Self(form_urlencoded::parse(query.trim_start_matches('?').as_bytes()).into_owned().collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Returns a parameter as text. `None` if it is absent or empty.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    /// Returns all values of a repeated parameter.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Returns a code of two letters, as of a country or a language, in the case of such codes. `None` if it is absent or malformed.
    pub fn code(&self, name: &str, in_case: fn(&str) -> String) -> Option<String> {
        let code = self.get(name)?;
        (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then(|| in_case(code))
    }

    /// Returns the value that a parameter names. `None` if it is absent, or no value has this name.
    pub fn named<T: Copy>(&self, name: &str, names: &[(T, &str)]) -> Option<T> {
        let text = self.get(name)?;
        names.iter().find(|(_, known)| *known == text).map(|(value, _)| *value)
    }

    /// Returns a parsed parameter. `None` if it is absent or malformed.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }
}

/// The parameters of a page. A malformed one counts as absent.
pub trait UrlParams: Clone + PartialEq + Send + Sync + 'static {
    /// Reads the parameters from a query string.
    fn read(query: &QueryString) -> Self;
    /// Builds the address with these parameters.
    fn address(&self) -> String;
}

/// The maximum length of the order of a table in an address, in bytes.
const SORT_MAX: usize = 20;

/// The order of a page's table: the name of a column, with `-` in front if it is descending.
pub fn sort_of(query: &QueryString) -> Option<String> {
    order_of(query, SORT)
}

/// The text that a page is searched for.
pub fn search_of(query: &QueryString) -> Option<String> {
    query.text(SEARCH)
}

pub fn order_of(query: &QueryString, parameter: &str) -> Option<String> {
    query.text(parameter).filter(|order| order.len() <= SORT_MAX)
}

/// Appends to a path the parameters that have a value.
pub fn with_query(path: &str, pairs: &[(&str, Option<String>)]) -> String {
    let mut address = path.to_owned();
    let mut separator = '?';
    for (name, value) in pairs {
        if let Some(value) = value {
            address.push(separator);
            address.push_str(name);
            address.push('=');
            // Not `form_urlencoded`, which writes a space as `+`: outside a query string, `+` is a plus sign.
            address.extend(utf8_percent_encode(value, RESERVED));
            separator = '&';
        }
    }
    address
}

/// The name of a value. `None` if it has none.
pub fn name_of<T: PartialEq>(names: &[(T, &str)], value: &T) -> Option<String> {
    names.iter().find(|(known, _)| known == value).map(|(_, name)| (*name).to_owned())
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

    #[test]
    fn a_value_is_escaped_except_for_unreserved_characters() {
        let address = with_query("/prompts", &[("set", None), ("q", Some("이어폰 & a=b+c".into()))]);
        assert_eq!(address, "/prompts?q=%EC%9D%B4%EC%96%B4%ED%8F%B0%20%26%20a%3Db%2Bc");
        assert_eq!(with_query("/", &[("q", Some("aZ09-._~*".into()))]), "/?q=aZ09-._~%2A");
    }

    #[test]
    fn a_space_is_read_in_both_forms() {
        for query in ["q=a%20b%2", "?q=a+b%2"] {
            assert_eq!(QueryString::parse(query).text("q").as_deref(), Some("a b%2"), "{query}");
        }
    }

    #[test]
    fn a_value_survives_being_written_and_read() {
        for value in ["이어폰", "100%", "%41", "a&b=c", "a+b", "?#/ \n\""] {
            let address = with_query("/", &[("q", Some(value.into()))]);
            assert_eq!(query_of(&address).text("q").as_deref(), Some(value), "{address}");
        }
    }
}
