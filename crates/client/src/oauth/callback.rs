//! The authorization response: the callback URL.

use super::authorize::PendingSignIn;
use crate::error::SignInError;

/// The parameter that ties a callback to its sign-in.
pub(super) const STATE: &str = "state";

/// Validates the callback and returns its code.
///
/// The order matters: a callback of another sign-in is rejected before its other parameters are read.
///
/// Source: RFC 6749, section 4.1.2; RFC 9207, section 2.4.
pub(super) fn extract_code(current_url: &str, pending: &PendingSignIn) -> Result<String, SignInError> {
    let parameters = Parameters::parse(current_url);

    // 1. The callback belongs to this sign-in.
    if parameters.get(STATE)?.as_deref() != Some(pending.state.as_str()) {
        return Err(SignInError::StateMismatch);
    }
    // 2. The callback comes from the expected authorization server.
    match parameters.get("iss")? {
        Some(issuer) if issuer != pending.issuer => {
            return Err(SignInError::CallbackIssuerMismatch { expected: pending.issuer.clone(), actual: issuer });
        }
        None if pending.iss_required => return Err(SignInError::MissingIssuer),
        _ => {}
    }
    // 3. The callback has no error.
    if let Some(error) = parameters.get("error")? {
        return Err(SignInError::Denied { error, description: parameters.get("error_description")? });
    }
    // 4. The callback has a code.
    parameters.get("code")?.filter(|code| !code.is_empty()).ok_or(SignInError::MissingCode)
}

struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn parse(url: &str) -> Self {
        let url = url.split_once('#').map_or(url, |(before, _)| before);
        let query = url.split_once('?').map_or("", |(_, query)| query);
        Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    fn get(&self, name: &'static str) -> Result<Option<String>, SignInError> {
        let mut values = self.0.iter().filter(|(parameter, _)| parameter == name).map(|(_, value)| value);
        let value = values.next().cloned();
        if values.next().is_some() {
            return Err(SignInError::RepeatedParameter { name });
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oauth::storage::Persistence;

    fn pending(iss_required: bool) -> PendingSignIn {
        PendingSignIn {
            base_url: "https://a.example".to_owned(),
            issuer: "https://a.example".to_owned(),
            iss_required,
            token_endpoint: "https://a.example/oauth/token".to_owned(),
            revocation_endpoint: None,
            client_id: "client".to_owned(),
            redirect_uri: "https://console.example/callback".to_owned(),
            state: "the-state".to_owned(),
            verifier: "the-verifier".to_owned(),
            persistence: Persistence::Tab,
        }
    }

    #[test]
    fn extract_code_returns_the_code_or_the_first_violated_rule() {
        use SignInError::{Denied, MissingCode, MissingIssuer, RepeatedParameter, StateMismatch};
        let (error, description) = ("access_denied".to_owned(), Some("no thanks".to_owned()));
        for (query, expected) in [
            ("code=a%20b&state=the-state&ISS", Ok("a b".to_owned())),
            ("", Err(StateMismatch)),
            ("code=c", Err(StateMismatch)),
            ("code=c&ISS", Err(StateMismatch)),
            ("code=c&state=other", Err(StateMismatch)),
            ("error=access_denied&state=", Err(StateMismatch)),
            ("code=c&state=the-state", Err(MissingIssuer)),
            (
                "error=access_denied&error_description=no+thanks&state=the-state&ISS&code=c",
                Err(Denied { error, description }),
            ),
            ("state=the-state&ISS", Err(MissingCode)),
            ("code=&state=the-state&ISS", Err(MissingCode)),
            ("code=a&code=b&state=the-state&ISS", Err(RepeatedParameter { name: "code" })),
            ("code=a&state=the-state&state=other&ISS", Err(RepeatedParameter { name: "state" })),
            ("code=a&state=the-state&ISS&ISS", Err(RepeatedParameter { name: "iss" })),
        ] {
            let query = query.replace("ISS", "iss=https%3A%2F%2Fa.example");
            let url = format!("https://console.example/callback?{query}#fragment?code=other");
            assert_eq!(extract_code(&url, &pending(true)), expected, "{query}");
        }
    }

    #[test]
    fn extract_code_accepts_a_missing_issuer_unless_the_server_announces_it_and_never_another_one() {
        let url = "https://console.example/callback?code=c&state=the-state";
        assert_eq!(extract_code(url, &pending(false)), Ok("c".to_owned()));
        let (expected, actual) = ("https://a.example".to_owned(), "https://evil.example".to_owned());
        let mismatch = Err(SignInError::CallbackIssuerMismatch { expected, actual });
        for required in [true, false] {
            assert_eq!(extract_code(&format!("{url}&iss=https%3A%2F%2Fevil.example"), &pending(required)), mismatch);
        }
    }
}
