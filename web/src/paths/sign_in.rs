use answerdeck_api::console_page::SIGN_IN;

use super::is_return_address;
use super::query_string::{QueryString, UrlParams, with_query};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignInParams {
    /// The address to open after sign-in. It is always an address of the console.
    pub next: Option<String>,
}

impl UrlParams for SignInParams {
    fn read(query: &QueryString) -> Self {
        Self { next: query.text("next").filter(|next| is_return_address(next)) }
    }

    fn address(&self) -> String {
        with_query(SIGN_IN, &[("next", self.next.clone())])
    }
}

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::read;
    use super::*;

    #[test]
    fn sign_in_returns_to_no_other_site() {
        let next =
            |address: &str| read::<SignInParams>(&SignInParams { next: Some(address.to_owned()) }.address()).next;
        for address in
            ["https://evil.example", "//evil.example", "/\\evil.example", "evil", "/sign-in", "/\t/evil.example"]
        {
            assert_eq!(next(address), None, "{address}");
        }
        assert_eq!(next("/prompts?q=a%26b").as_deref(), Some("/prompts?q=a%26b"));
    }
}
