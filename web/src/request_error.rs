//! A failed request, as the console shows it.

use answerdeck_api::ErrorCode;
use answerdeck_client::Error;

use crate::locale::Texts;

#[derive(Debug, Clone)]
pub struct RequestError(Error);

/// Why keyword data is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeywordProblem {
    /// The platform has no provider.
    NotConfigured,
    Rejected,
    CountryNotSupported,
    Unavailable,
}

impl From<Error> for RequestError {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl RequestError {
    /// The message to show. The platform's own message is already in the language in use.
    pub fn message(&self, texts: Texts) -> String {
        let texts = texts.failure();
        if self.0.is_outcome_unknown() {
            texts.outcome_unknown.to_owned()
        } else if self.0.is_connection() {
            texts.connection.to_owned()
        } else if self.0.status() == Some(500) {
            texts.internal.to_owned()
        } else if self.0.is_not_found() {
            texts.not_found.to_owned()
        } else if let Some(wait) = self.0.retry_after().filter(|_| self.0.is_rate_limited()) {
            (texts.rate_limited)(wait.as_secs())
        } else if let Some(message) = self.0.platform_message() {
            message.to_owned()
        } else if self.0.sign_in_error().is_some() {
            texts.session.to_owned()
        } else {
            self.0.status().map_or_else(|| texts.unreadable.to_owned(), texts.status)
        }
    }

    /// The platform's details, without those about one of `fields`.
    pub fn details(&self, fields: &[&str]) -> Vec<String> {
        let of_a_field = |detail: &&String| fields.iter().any(|field| about(detail, field).is_some());
        self.0.details().iter().filter(|detail| !of_a_field(detail)).cloned().collect()
    }

    /// Whether the platform's details are all about `fields`.
    pub fn is_of_fields(&self, fields: &[&str]) -> bool {
        !self.0.details().is_empty() && self.details(fields).is_empty()
    }

    /// The platform's first detail about a field. `None` if there is none.
    pub fn of_field(&self, field: &str) -> Option<String> {
        self.0.details().iter().find_map(|detail| about(detail, field)).map(str::to_owned)
    }

    /// The id of the request, for the server's operator. `None` if the server sent none.
    pub fn request_id(&self) -> Option<String> {
        self.0.request_id().map(str::to_owned)
    }

    /// Whether the server could not be reached. An unreachable provider of keyword data is not such a failure, although
    /// its status is that of a gateway.
    pub fn is_connection(&self) -> bool {
        let is_gateway = || matches!(self.0.status(), Some(502..=504)) && self.keyword_problem().is_none();
        self.0.is_connection() || is_gateway()
    }

    /// The reason why keyword data is missing. `None` for any other failure.
    pub fn keyword_problem(&self) -> Option<KeywordProblem> {
        let problems = [
            (self.0.is_keyword_data_not_configured(), KeywordProblem::NotConfigured),
            (self.0.is_provider_rejected(), KeywordProblem::Rejected),
            (self.0.is_country_not_supported(), KeywordProblem::CountryNotSupported),
            (self.0.is_provider_unavailable(), KeywordProblem::Unavailable),
        ];
        problems.into_iter().find_map(|(is_it, problem)| is_it.then_some(problem))
    }

    /// Whether the platform rejected the credential.
    pub fn is_unauthorized(&self) -> bool {
        self.0.is_unauthorized()
    }

    /// Whether the platform has no such operation. A platform responds with a code if only the item does not exist.
    pub fn is_operation_missing(&self) -> bool {
        match self.0.code() {
            Some(code) => *code == ErrorCode::SystemBadRequest,
            None => self.0.is_not_found(),
        }
    }

    /// Whether the requested item does not exist.
    pub fn is_not_found(&self) -> bool {
        self.0.is_not_found()
    }

    /// Whether the platform has the operation, and not the requested item.
    pub fn is_item_missing(&self) -> bool {
        self.is_not_found() && !self.is_operation_missing()
    }

    /// The platform's code. `None` if it sent none.
    pub fn code(&self) -> Option<&ErrorCode> {
        self.0.code()
    }

    /// Whether the platform may have carried out the request although no response arrived.
    pub fn is_outcome_unknown(&self) -> bool {
        self.0.is_outcome_unknown()
    }
}

// The platform's details have the form "field: reason".
fn about<'a>(detail: &'a str, field: &str) -> Option<&'a str> {
    detail.strip_prefix(field)?.strip_prefix(':').map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn a_detail_is_about_the_field_that_it_begins_with() {
        assert_eq!(about("name: too long", "name"), Some("too long"));
        assert_eq!(about("name too long", "name"), None);
        assert_eq!(about("names: too long", "name"), None);
    }
}
