//! A failed request, as the console shows it.

use answerdeck_client::Error;

use crate::locale::Texts;

/// A failed request.
#[derive(Debug, Clone)]
pub struct RequestError(Error);

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
        } else {
            self.0.message()
        }
    }

    /// The platform's details, without those about one of `fields`.
    pub fn details(&self, fields: &[&str]) -> Vec<String> {
        let of_a_field = |detail: &&String| fields.iter().any(|field| about(detail, field).is_some());
        self.0.details().iter().filter(|detail| !of_a_field(detail)).cloned().collect()
    }

    /// The platform's first detail about a field. `None` if there is none.
    pub fn of_field(&self, field: &str) -> Option<String> {
        self.0.details().iter().find_map(|detail| about(detail, field)).map(str::to_owned)
    }

    /// The id of the request, for the server's operator. `None` if the server sent none.
    pub fn request_id(&self) -> Option<String> {
        self.0.request_id().map(str::to_owned)
    }

    /// Whether the server could not be reached.
    pub fn is_connection(&self) -> bool {
        self.0.is_connection() || matches!(self.0.status(), Some(502..=504))
    }

    /// Whether the browser had no connection when the request failed.
    pub fn is_offline(&self) -> bool {
        self.0.is_offline()
    }

    /// Whether the platform rejected the credential.
    pub fn is_unauthorized(&self) -> bool {
        self.0.is_unauthorized()
    }

    /// Whether the requested item does not exist.
    pub fn is_not_found(&self) -> bool {
        self.0.is_not_found()
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
