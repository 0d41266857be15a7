//! Why a call came to nothing, as the console shows it.

use answerdeck_client::Error;

use crate::locale::Texts;

/// Why a call came to nothing.
#[derive(Debug, Clone)]
pub struct Failure(Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl Failure {
    /// What to tell the person. The platform's own message is already in their language.
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
        } else {
            self.0.message()
        }
    }

    /// What the platform adds, without the entries that begin with the name of one of `fields`.
    pub fn details(&self, fields: &[&str]) -> Vec<String> {
        let of_a_field = |detail: &&String| fields.iter().any(|field| about(detail, field).is_some());
        self.0.details().iter().filter(|detail| !of_a_field(detail)).cloned().collect()
    }

    /// What the platform says about one field.
    pub fn of_field(&self, field: &str) -> Option<String> {
        self.0.details().iter().find_map(|detail| about(detail, field)).map(str::to_owned)
    }

    /// The request's id, to quote to whoever runs the server.
    pub fn request_id(&self) -> Option<String> {
        self.0.request_id().map(str::to_owned)
    }

    /// Whether the server was not reached at all.
    pub fn is_connection(&self) -> bool {
        self.0.is_connection() || matches!(self.0.status(), Some(502..=504))
    }

    /// Whether the credential is not, or no longer, good.
    pub fn is_unauthorized(&self) -> bool {
        self.0.is_unauthorized()
    }

    /// Whether there is no such thing.
    pub fn is_not_found(&self) -> bool {
        self.0.is_not_found()
    }

    /// Whether it may have been done although no answer came.
    pub fn is_outcome_unknown(&self) -> bool {
        self.0.is_outcome_unknown()
    }
}

// Details of the platform read "field: why".
fn about<'a>(detail: &'a str, field: &str) -> Option<&'a str> {
    detail.strip_prefix(field)?.strip_prefix(':').map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn a_detail_belongs_to_the_field_that_it_names() {
        assert_eq!(about("name: too long", "name"), Some("too long"));
        assert_eq!(about("name too long", "name"), None);
        assert_eq!(about("names: too long", "name"), None);
    }
}
