//! Reads the members of an object by their names, without the code that serde writes for a type.

use crate::error::{Error, Step};
use crate::json::Json;

impl Json {
    /// Takes a text.
    pub fn take_text(&mut self, name: &str) -> Result<String, Error> {
        self.take_optional_text(name)?.ok_or_else(|| expected("a text", name))
    }

    /// Takes a text. `None` if it is absent or null.
    pub fn take_optional_text(&mut self, name: &str) -> Result<Option<String>, Error> {
        match self.take(name) {
            Some(Self::Text(text)) => Ok(Some(text)),
            None | Some(Self::Null) => Ok(None),
            Some(_) => Err(expected("a text", name)),
        }
    }

    /// Takes a list of texts. Empty if it is absent.
    pub fn take_texts(&mut self, name: &str) -> Result<Vec<String>, Error> {
        let Some(list) = self.take(name) else { return Ok(Vec::new()) };
        let Self::List(items) = list else { return Err(expected("a list of texts", name)) };
        let text = |item| match item {
            Self::Text(text) => Ok(text),
            _ => Err(expected("a list of texts", name)),
        };
        items.into_iter().map(text).collect()
    }

    /// Takes an integer that is not negative. `None` if it is absent.
    pub fn take_integer(&mut self, name: &str) -> Result<Option<u64>, Error> {
        match self.take(name) {
            Some(Self::Unsigned(integer)) => Ok(Some(integer)),
            None => Ok(None),
            Some(_) => Err(expected("an integer", name)),
        }
    }

    /// Takes `true` or `false`. `false` if it is absent.
    pub fn take_boolean(&mut self, name: &str) -> Result<bool, Error> {
        match self.take(name) {
            Some(Self::Boolean(boolean)) => Ok(boolean),
            None => Ok(false),
            Some(_) => Err(expected("true or false", name)),
        }
    }
}

fn expected(what: &str, name: &str) -> Error {
    Error::new([what, " was expected"].concat()).within(Step::Field(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object() -> Json {
        Json::parse(
            r#"{"text": "a", "texts": ["a", "b"], "integer": 7, "boolean": true, "null": null, "mixed": ["a", 1]}"#,
        )
        .unwrap()
    }

    #[test]
    fn a_member_of_its_type_is_taken() {
        let mut object = object();
        assert_eq!(object.take_text("text").as_deref(), Ok("a"));
        assert_eq!(object.take_texts("texts"), Ok(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(object.take_integer("integer"), Ok(Some(7)));
        assert_eq!(object.take_boolean("boolean"), Ok(true));
    }

    #[test]
    fn an_absent_member_is_none_where_it_may_be() {
        let mut object = object();
        assert_eq!(object.take_optional_text("absent"), Ok(None));
        assert_eq!(object.take_optional_text("null"), Ok(None));
        assert_eq!(object.take_texts("absent"), Ok(Vec::new()));
        assert_eq!(object.take_integer("absent"), Ok(None));
        assert_eq!(object.take_boolean("absent"), Ok(false));
        assert_eq!(Json::List(Vec::new()).take_optional_text("absent"), Ok(None));
    }

    #[test]
    fn a_member_of_another_type_is_an_error_that_names_it() {
        let mut object = object();
        let errors = [
            object.take_text("absent").unwrap_err(),
            object.take_text("integer").unwrap_err(),
            object.take_optional_text("texts").unwrap_err(),
            object.take_texts("mixed").unwrap_err(),
            object.take_texts("text").unwrap_err(),
            object.take_integer("null").unwrap_err(),
            object.take_boolean("null").unwrap_err(),
        ];
        for (error, name) in errors.iter().zip(["absent", "integer", "texts", "mixed", "text", "null", "null"]) {
            assert!(error.to_string().starts_with(&format!("has a wrong value in `{name}`: ")), "{error}");
        }
    }
}
