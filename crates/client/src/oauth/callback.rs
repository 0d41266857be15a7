//! The answer to an authorization request: the address that the user comes back to.

use super::SignInProblem;
use super::authorize::Pending;

/// Checks the callback and takes the code out of it.
///
/// In this order: what is not ours is refused before what it says is read.
///
/// # Errors
/// `RepeatedParameter`, `StateMismatch`, `MissingIssuer`, `CallbackIssuerMismatch`, `Refused`, `MissingCode`.
///
/// Source: RFC 6749, section 4.1.2; RFC 9207, section 2.4.
pub(super) fn code(current_url: &str, pending: &Pending) -> Result<String, SignInProblem> {
    let parameters = Parameters::of(current_url);

    // 1. It belongs to this sign-in.
    if parameters.get("state")?.as_deref() != Some(pending.state.as_str()) {
        return Err(SignInProblem::StateMismatch);
    }
    // 2. It comes from the authorization server that was asked.
    match parameters.get("iss")? {
        Some(issuer) if issuer != pending.issuer => {
            return Err(SignInProblem::CallbackIssuerMismatch { expected: pending.issuer.clone(), actual: issuer });
        }
        None if pending.iss_required => return Err(SignInProblem::MissingIssuer),
        _ => {}
    }
    // 3. It is no refusal.
    if let Some(error) = parameters.get("error")? {
        return Err(SignInProblem::Refused { error, description: parameters.get("error_description")? });
    }
    // 4. It has a code.
    parameters.get("code")?.filter(|code| !code.is_empty()).ok_or(SignInProblem::MissingCode)
}

struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn of(url: &str) -> Self {
        let url = url.split_once('#').map_or(url, |(before, _)| before);
        let query = url.split_once('?').map_or("", |(_, query)| query);
        Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    fn get(&self, name: &'static str) -> Result<Option<String>, SignInProblem> {
        let mut values = self.0.iter().filter(|(parameter, _)| parameter == name).map(|(_, value)| value);
        let value = values.next().cloned();
        if values.next().is_some() {
            return Err(SignInProblem::RepeatedParameter { name });
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oauth::Remember;

    fn pending(iss_required: bool) -> Pending {
        Pending {
            base_url: "https://a.example".to_owned(),
            issuer: "https://a.example".to_owned(),
            iss_required,
            token_endpoint: "https://a.example/oauth/token".to_owned(),
            revocation_endpoint: None,
            client_id: "client".to_owned(),
            redirect_uri: "https://console.example/callback".to_owned(),
            state: "the-state".to_owned(),
            verifier: "the-verifier".to_owned(),
            remember: Remember::Tab,
        }
    }

    fn check(query: &str) -> Result<String, SignInProblem> {
        code(&format!("https://console.example/callback?{query}#fragment?code=other"), &pending(true))
    }

    const ISS: &str = "iss=https%3A%2F%2Fa.example";

    #[test]
    fn ok_a_code_with_the_state_and_the_issuer() {
        assert_eq!(check(&format!("code=a%20b&state=the-state&{ISS}")), Ok("a b".to_owned()));
    }

    #[test]
    fn ok_without_issuer_where_the_server_does_not_announce_it() {
        let url = "https://console.example/callback?code=c&state=the-state";
        assert_eq!(code(url, &pending(false)), Ok("c".to_owned()));
    }

    #[test]
    fn err_a_wrong_or_missing_state_whatever_else_it_says() {
        for query in ["", "code=c", "code=c&state=other", "error=access_denied&state=", &format!("code=c&{ISS}")] {
            assert_eq!(check(query), Err(SignInProblem::StateMismatch), "{query}");
        }
    }

    #[test]
    fn err_another_issuer_even_where_the_server_does_not_announce_it() {
        let url = "https://console.example/callback?code=c&state=the-state&iss=https%3A%2F%2Fevil.example";
        for required in [true, false] {
            assert_eq!(
                code(url, &pending(required)),
                Err(SignInProblem::CallbackIssuerMismatch {
                    expected: "https://a.example".to_owned(),
                    actual: "https://evil.example".to_owned()
                })
            );
        }
    }

    #[test]
    fn err_no_issuer_where_the_server_announces_it() {
        assert_eq!(check("code=c&state=the-state"), Err(SignInProblem::MissingIssuer));
    }

    #[test]
    fn err_a_refusal_is_given_on_with_its_words() {
        assert_eq!(
            check(&format!("error=access_denied&error_description=no+thanks&state=the-state&{ISS}&code=c")),
            Err(SignInProblem::Refused {
                error: "access_denied".to_owned(),
                description: Some("no thanks".to_owned())
            })
        );
    }

    #[test]
    fn err_no_code() {
        for query in ["", "code=&"] {
            assert_eq!(check(&format!("{query}&state=the-state&{ISS}")), Err(SignInProblem::MissingCode));
        }
    }

    #[test]
    fn err_a_parameter_that_stands_there_twice() {
        for (query, name) in [
            (format!("code=a&code=b&state=the-state&{ISS}"), "code"),
            (format!("code=a&state=the-state&state=other&{ISS}"), "state"),
            (format!("code=a&state=the-state&{ISS}&{ISS}"), "iss"),
        ] {
            assert_eq!(check(&query), Err(SignInProblem::RepeatedParameter { name }), "{query}");
        }
    }
}
