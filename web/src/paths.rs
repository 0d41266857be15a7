//! Every address of the console: the patterns that the router matches, the addresses that links lead to, and the
//! typed parameters that stand in them. No other room holds a path.

use std::str::FromStr;

use answerdeck_api::{PromptId, PromptSetId};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_params_map};

/// The patterns that the router matches.
pub mod pattern {
    use leptos_router::{ParamSegment, StaticSegment};

    type One = StaticSegment<&'static str>;
    type Named = (StaticSegment<&'static str>, ParamSegment);

    pub const START: One = StaticSegment("");
    pub const SIGN_IN: One = StaticSegment("sign-in");
    pub const SIGN_IN_CALLBACK: (One, One) = (StaticSegment("sign-in"), StaticSegment("callback"));
    pub const PROMPT_SETS: One = StaticSegment("prompt-sets");
    pub const PROMPTS: One = StaticSegment("prompts");
    pub const PROMPT: Named = (StaticSegment("prompts"), ParamSegment("id"));
}

/// The console's first page.
pub const START: &str = "/";
/// Sign in.
pub const SIGN_IN: &str = "/sign-in";
/// Where the consent page sends the person back to.
pub const SIGN_IN_CALLBACK: &str = "/sign-in/callback";
/// Every prompt set.
pub const PROMPT_SETS: &str = "/prompt-sets";
/// Every prompt.
pub const PROMPTS: &str = "/prompts";
/// Every run.
pub const RUNS: &str = "/runs";
/// Every answer.
pub const ANSWERS: &str = "/answers";

/// One prompt.
pub fn prompt(id: &PromptId) -> String {
    format!("{PROMPTS}/{id}")
}

/// Answers to one prompt.
pub fn answers_of_prompt(id: &PromptId) -> String {
    with_query(ANSWERS, &[("prompt", Some(id.to_string()))])
}

/// Parameters that stand behind the `?` of an address. What cannot be read is as if it were absent.
pub trait UrlParams: Clone + PartialEq + Send + Sync + 'static {
    /// Reads them.
    fn read(map: &Parameters) -> Self;
    /// The address that carries them.
    fn address(&self) -> String;
}

/// Which prompts are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptsParams {
    /// Only those of this set.
    pub set: Option<PromptSetId>,
    /// Only those that contain this text.
    pub search: Option<String>,
}

impl UrlParams for PromptsParams {
    fn read(map: &Parameters) -> Self {
        Self { set: parsed(map, "set"), search: text(map, "q") }
    }

    fn address(&self) -> String {
        with_query(PROMPTS, &[("set", self.set.as_ref().map(ToString::to_string)), ("q", self.search.clone())])
    }
}

/// What the sign-in page is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignInParams {
    /// Where to go afterwards: an address of the console, never of another site.
    pub next: Option<String>,
}

impl UrlParams for SignInParams {
    fn read(map: &Parameters) -> Self {
        Self { next: text(map, "next").filter(|next| is_own(next)) }
    }

    fn address(&self) -> String {
        with_query(SIGN_IN, &[("next", self.next.clone())])
    }
}

/// Whether an address leads to a page of the console that is not about signing in.
pub fn is_own(address: &str) -> bool {
    let same_site =
        address.starts_with('/') && !address.starts_with("//") && !address.contains(['\\', '\n', '\t', '\r']);
    same_site && !address.starts_with(SIGN_IN)
}

/// The parameters of the page's address; they follow it.
pub fn use_url<P: UrlParams>() -> Memo<P> {
    let url = leptos_router::hooks::use_url();
    Memo::new(move |_| url.with(|url| P::read(&Parameters::of(url.search()))))
}

/// Goes to an address. A change of the same view (`replace`) makes no step in the history.
pub fn use_go() -> impl Fn(&str, bool) + Clone + 'static {
    let navigate = use_navigate();
    move |address: &str, replace: bool| {
        let options = NavigateOptions { replace, scroll: !replace, ..NavigateOptions::default() };
        navigate(address, options);
    }
}

/// The id in the page's address. `None` when what stands there is no id.
pub fn use_id<T: FromStr + PartialEq + Send + Sync + 'static>() -> Memo<Option<T>> {
    let map = use_params_map();
    Memo::new(move |_| map.with(|map| map.get_str("id")?.parse().ok()))
}

/// The parameters behind the `?` of an address. The router's own map decodes twice: `%2541` would come out as `A`.
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn of(query: &str) -> Self {
        let pairs = query.trim_start_matches('?').split('&').filter(|pair| !pair.is_empty());
        Self(
            pairs
                .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
                .map(|(name, value)| (decoded(name), decoded(value)))
                .collect(),
        )
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// A parameter that is not empty.
pub fn text(map: &Parameters, name: &str) -> Option<String> {
    map.get(name).filter(|value| !value.is_empty()).map(str::to_owned)
}

/// A parameter that has a shape.
pub fn parsed<T: FromStr>(map: &Parameters, name: &str) -> Option<T> {
    map.get(name)?.parse().ok()
}

// As forms encode: what is no escape stays as it is.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = |index: usize| after.get(index).and_then(|digit| char::from(*digit).to_digit(16));
        match (byte, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
                continue;
            }
            (b'+', ..) => bytes.push(b' '),
            _ => bytes.push(byte),
        }
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An address with the parameters that have a value.
pub fn with_query(path: &str, pairs: &[(&str, Option<String>)]) -> String {
    let mut address = path.to_owned();
    let mut separator = '?';
    for (name, value) in pairs {
        if let Some(value) = value {
            address.push(separator);
            address.push_str(name);
            address.push('=');
            encode_into(&mut address, value);
            separator = '&';
        }
    }
    address
}

// RFC 3986, section 2.3: everything but the unreserved characters.
fn encode_into(address: &mut String, value: &str) {
    use std::fmt::Write;
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(byte.into());
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789ABCDEFabcdef";

    #[test]
    fn an_address_escapes_what_it_carries() {
        let params = PromptsParams { set: Some(ID.parse().unwrap()), search: Some("이어폰 & a=b".into()) };
        assert_eq!(params.address(), format!("/prompts?set={ID}&q=%EC%9D%B4%EC%96%B4%ED%8F%B0%20%26%20a%3Db"));
        assert_eq!(PromptsParams::default().address(), "/prompts");
    }

    fn prompts(query: &str) -> PromptsParams {
        PromptsParams::read(&Parameters::of(query))
    }

    #[test]
    fn what_an_address_carries_comes_out_as_it_went_in() {
        for search in ["이어폰", "100%", "%41", "a&b=c", "a+b", "?#/ \n\""] {
            let params = PromptsParams { set: None, search: Some(search.into()) };
            let address = params.address();
            let (_, query) = address.split_once('?').unwrap();
            assert_eq!(prompts(query), params, "{address}");
        }
        assert_eq!(prompts("q=a+b%2").search.as_deref(), Some("a b%2"));
    }

    #[test]
    fn what_is_no_id_is_as_if_it_were_absent() {
        assert_eq!(prompts("?set=short&q="), PromptsParams::default());
        assert_eq!(prompts(&format!("set={ID}")).set, Some(ID.parse().unwrap()));
    }

    #[test]
    fn sign_in_leads_to_no_other_site() {
        let next = |address: &str| {
            let params = SignInParams { next: Some(address.to_owned()) }.address();
            SignInParams::read(&Parameters::of(params.split_once('?').unwrap().1)).next
        };
        for address in
            ["https://evil.example", "//evil.example", "/\\evil.example", "evil", "/sign-in", "/\t/evil.example"]
        {
            assert_eq!(next(address), None, "{address}");
        }
        assert_eq!(next("/prompts?q=a%26b").as_deref(), Some("/prompts?q=a%26b"));
    }
}
