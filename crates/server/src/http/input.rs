//! The input of a request, a JSON body or a query, as it was sent.
//!
//! The wire types are read from it, and not with the deserializers of serde_json and serde_html_form: it takes an object for a
//! struct and never a list, knows which fields count as absent, and its errors name the field.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Enumerate;
use std::num::IntErrorKind;
use std::{slice, vec};

use answerdeck_api::is_direction_control;
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Number;

use crate::language::shortened;

/// The maximum length of an unknown name in an error.
const NAME_MAX: usize = 100;

/// What valid JSON has that cannot be read, by a part of the error's text.
const FAULTS: [(&str, &str); 3] = [
    ("hex escape", "a string contains half of a character, a lone surrogate"),
    ("recursion limit", "nested too deeply"),
    ("out of range", "a number is too large"),
];

/// The input of a request. An object may have a field twice.
pub(crate) enum Input {
    Null,
    Boolean(bool),
    Number(Number),
    Text(String),
    List(Vec<Input>),
    Object(Vec<(String, Input)>),
    /// The values of a parameter of the query: it is given once for each.
    Parameter(Vec<String>),
}

impl Input {
    /// Reads a JSON text. An empty one is `null`.
    pub(crate) fn from_json(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "must be UTF-8".to_owned())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.is_empty() {
            return Ok(Self::Null);
        }
        serde_json::from_str(text).map_err(|error| {
            // Only its text tells these errors of valid JSON from others.
            let text = error.to_string();
            let fault =
                FAULTS.iter().find(|(part, _)| text.contains(part)).map_or("not valid JSON", |&(_, fault)| fault);
            format!("{fault} (line {}, column {})", error.line(), error.column())
        })
    }

    /// Reads the parameters of a query. Many clients write the name of a list with brackets: `promptIDs[]`.
    pub(crate) fn from_query(query: &str) -> Result<Self, String> {
        percent_encoding::percent_decode_str(query).decode_utf8().map_err(|_| "must be UTF-8".to_owned())?;
        let mut parameters = BTreeMap::<String, Vec<String>>::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let name = name.strip_suffix("[]").unwrap_or(&name);
            parameters.entry(name.to_owned()).or_default().push(value.into_owned());
        }
        Ok(Self::Object(parameters.into_iter().map(|(name, values)| (name, Self::Parameter(values))).collect()))
    }

    /// The input without the characters with which a name could be read as another one, and without the white space at the ends of
    /// texts, which a spreadsheet adds.
    ///
    /// Source: docs/platform-api.md, section 1, rule 8.
    pub(crate) fn cleaned(self) -> Self {
        self.with_clean_texts(true)
    }

    fn with_clean_texts(self, trims: bool) -> Self {
        match self {
            Self::Text(mut text) => {
                text.retain(|letter| !is_direction_control(letter));
                // A blank text is refused as such.
                if trims && !text.trim().is_empty() {
                    text = text.trim().to_owned();
                }
                Self::Text(text)
            }
            Self::List(items) => Self::List(items.into_iter().map(|item| item.with_clean_texts(trims)).collect()),
            Self::Object(fields) => {
                // Keywords are returned as they were sent.
                let field = |(name, value): (String, Self)| {
                    let trims = trims && name != "keywords";
                    (name, value.with_clean_texts(trims))
                };
                Self::Object(fields.into_iter().map(field).collect())
            }
            other => other,
        }
    }

    /// The first text with the character U+0000, which PostgreSQL cannot store.
    pub(crate) fn nul(&self) -> Option<InputError> {
        let found =
            |text: &String| text.contains('\0').then(|| InputError::custom("must not contain the character U+0000"));
        match self {
            Self::Text(text) => found(text),
            Self::List(items) => {
                let mut items = items.iter().enumerate();
                items.find_map(|(index, item)| Some(item.nul()?.within(&format!("[{index}]"))))
            }
            Self::Object(fields) => {
                fields.iter().find_map(|(name, value)| Some(value.nul()?.within(&shortened(name.clone(), NAME_MAX))))
            }
            Self::Parameter(values) => values.iter().find_map(found),
            Self::Null | Self::Boolean(_) | Self::Number(_) => None,
        }
    }

    /// Leaves out the parameter of an error, or the field whose value is wrong. `false` if it is inside of another one.
    pub(super) fn remove(&mut self, error: &InputError) -> bool {
        let Self::Object(fields) = self else { return false };
        let is_removed = |(name, value): &(String, Self)| {
            *name == error.field && (error.is_of_value() || matches!(value, Self::Parameter(_)))
        };
        let at = fields.iter().position(is_removed);
        at.map(|at| fields.remove(at)).is_some()
    }

    /// Whether a field with this value counts as absent: one that is `null`, and an empty parameter. An empty id or cursor is
    /// malformed: without it, the request would mean something else.
    pub(super) fn is_absent(&self, name: &str) -> bool {
        let is_id_or_cursor =
            || name.ends_with("ID") || name.ends_with("IDs") || ["cursor", "neighborsOf"].contains(&name);
        match self {
            Self::Null => true,
            Self::Parameter(values) => values.iter().all(String::is_empty) && !is_id_or_cursor(),
            _ => false,
        }
    }
}

/// Reads a value from an input. `keeps_null` says whether the `null` of one of its fields means something, as it does
/// in the changes to a resource. Everywhere else, such a field counts as absent. A failure says which field cannot be
/// read, and why.
pub(crate) fn read<T: DeserializeOwned>(input: &Input, keeps_null: bool) -> Result<T, InputError> {
    T::deserialize(Reader { input, keeps_null })
}

/// Why an input cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{field}: {reason}")]
pub(crate) struct InputError {
    /// The path of the field, such as `prompts[1].content`. Empty for the input itself.
    pub(crate) field: String,
    pub(crate) reason: Reason,
}

/// What is wrong with a field.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Reason {
    #[error("has the wrong type")]
    WrongType,
    #[error("is required")]
    Missing,
    #[error("given twice")]
    Repeated,
    /// There is no such field. The others are named.
    #[error("unknown; {}", expected(.0))]
    Unknown(&'static [&'static str]),
    /// There is no such field, but one whose name differs only in letter case, `_`, `-` or one other letter.
    #[error("unknown; did you mean {0}?")]
    Misspelled(&'static str),
    /// The value is none of those that the field can have.
    #[error("must be {}", one_of(.0))]
    NotAmong(&'static [&'static str]),
    #[error("{0}")]
    Other(String),
}

fn expected(names: &[&str]) -> String {
    match names {
        [] => "there is nothing to send here".to_owned(),
        names => format!("expected {}", one_of(names)),
    }
}

/// What a value must be of these.
pub(super) fn one_of(names: &[&str]) -> String {
    match names {
        [only] => format!("\"{only}\""),
        names => format!("one of {}", names.join(", ")),
    }
}

impl InputError {
    fn new(field: &str, reason: Reason) -> Self {
        Self { field: field.to_owned(), reason }
    }

    /// Whether a value is wrong or missing, and not the name of a field.
    pub(super) fn is_of_value(&self) -> bool {
        !matches!(self.reason, Reason::Unknown(_) | Reason::Misspelled(_) | Reason::Repeated)
    }

    /// The same error, in a field or an item of `parent`.
    fn within(self, parent: &str) -> Self {
        let separator = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        Self { field: format!("{parent}{separator}{}", self.field), ..self }
    }
}

impl Error for InputError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new("", Reason::Other(message.to_string()))
    }

    fn invalid_type(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self::new("", Reason::WrongType)
    }

    fn invalid_value(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self::new("", Reason::WrongType)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::new("", Reason::NotAmong(expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(field, Reason::Missing)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(field, Reason::Repeated)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let letters = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
        let sent = letters(field);
        // A shorter name is near too many others.
        let is_near = |name: &str| {
            let name = letters(name);
            sent.len() > 3 && name.len().abs_diff(sent.len()) < 2 && strsim::damerau_levenshtein(&name, &sent) == 1
        };
        let same = expected.iter().find(|name| letters(name) == sent);
        let meant = same.or_else(|| expected.iter().find(|name| is_near(name)));
        let reason = meant.map_or(Reason::Unknown(expected), |name| Reason::Misspelled(name));
        Self { field: shortened(field.to_owned(), NAME_MAX), reason }
    }
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InputVisitor)
    }
}

struct InputVisitor;

impl<'de> Visitor<'de> for InputVisitor {
    type Value = Input;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Input, E> {
        Ok(Input::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Input, E> {
        Ok(Input::Boolean(value))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Input, E> {
        Ok(Input::Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Input, E> {
        Ok(Input::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Input, E> {
        Number::from_f64(number).map(Input::Number).ok_or_else(|| E::custom("not a finite number"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Input, E> {
        Ok(Input::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Input, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Input::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Input, A::Error> {
        let mut object = Vec::new();
        while let Some(field) = fields.next_entry()? {
            object.push(field);
        }
        Ok(Input::Object(object))
    }
}

struct Reader<'a> {
    input: &'a Input,
    keeps_null: bool,
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = InputError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.input {
            Input::Null => visitor.visit_unit(),
            Input::Boolean(value) => visitor.visit_bool(*value),
            Input::Number(number) => {
                number.deserialize_any(visitor).map_err(|_| InputError::new("", Reason::WrongType))
            }
            Input::Text(text) => visitor.visit_str(text),
            Input::List(items) => visitor.visit_seq(Items(items.iter().enumerate())),
            Input::Object(fields) => visitor.visit_map(Fields::new(fields.iter())),
            Input::Parameter(values) => visitor.visit_str(only(values)?),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, InputError> {
        let is_kept = |value: &Input| self.keeps_null && matches!(value, Input::Null);
        match self.input {
            Input::Object(fields) => {
                // A name that is unknown is an error, whatever its value.
                let is_read = |(name, value): &&(String, Input)| {
                    !known.contains(&name.as_str()) || is_kept(value) || !value.is_absent(name)
                };
                visitor.visit_map(Fields::new(fields.iter().filter(is_read)))
            }
            _ => Err(InputError::new("", Reason::WrongType)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.input {
            Input::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, InputError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.input {
            Input::Parameter(values) => {
                let items: Vec<Input> = values.iter().cloned().map(Input::Text).collect();
                visitor.visit_seq(Items(items.iter().enumerate()))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.input {
            Input::Parameter(values) => match only(values)?.trim().to_ascii_lowercase().as_str() {
                "true" | "1" => visitor.visit_bool(true),
                "false" | "0" => visitor.visit_bool(false),
                _ => Err(InputError::new("", Reason::WrongType)),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    /// An integer that is too large or too small becomes the largest or smallest one: it is out of bounds.
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, InputError> {
        match self.input {
            Input::Parameter(values) => {
                let text = only(values)?.trim();
                // As in JSON Schema, 1.0 is an integer.
                match text.strip_suffix(".0").unwrap_or(text).parse::<i64>() {
                    Ok(number) => visitor.visit_i64(number),
                    Err(error) => match error.kind() {
                        IntErrorKind::PosOverflow => visitor.visit_i64(i64::MAX),
                        IntErrorKind::NegOverflow => visitor.visit_i64(i64::MIN),
                        _ => Err(InputError::new("", Reason::WrongType)),
                    },
                }
            }
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map enum
        identifier ignored_any
    }
}

/// The value of a parameter that must not be repeated.
fn only(values: &[String]) -> Result<&str, InputError> {
    match values {
        [value] => Ok(value),
        _ => Err(InputError::new("", Reason::Repeated)),
    }
}

struct Items<'a>(Enumerate<slice::Iter<'a, Input>>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = InputError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, InputError> {
        let Some((index, item)) = self.0.next() else { return Ok(None) };
        let read = seed.deserialize(Reader { input: item, keeps_null: false });
        read.map(Some).map_err(|error| error.within(&format!("[{index}]")))
    }
}

struct Fields<'a> {
    rest: vec::IntoIter<&'a (String, Input)>,
    /// The field whose name was read.
    value: Option<&'a (String, Input)>,
}

impl<'a> Fields<'a> {
    fn new(fields: impl Iterator<Item = &'a (String, Input)>) -> Self {
        Self { rest: fields.collect::<Vec<_>>().into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = InputError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, InputError> {
        let Some(field) = self.rest.next() else { return Ok(None) };
        self.value = Some(field);
        seed.deserialize(field.0.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, InputError> {
        let (name, input) = self.value.take().ok_or_else(|| InputError::custom("a field has no value"))?;
        seed.deserialize(Reader { input, keeps_null: false }).map_err(|error| error.within(name))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[serde(default)]
        items: Vec<Inner>,
        flag: Option<bool>,
        #[serde(default)]
        texts: Vec<String>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        number: i64,
        text: Option<String>,
    }

    fn json(text: &str) -> Result<Outer, String> {
        let input = Input::from_json(text.as_bytes())?;
        read(&input, false).map_err(|error| error.to_string())
    }

    fn query(text: &str) -> Result<Outer, String> {
        read(&Input::from_query(text)?, false).map_err(|error| error.to_string())
    }

    #[test]
    fn a_struct_is_an_object_and_never_a_list() {
        let read = json("\u{feff}{\"items\":[{\"number\":1,\"text\":\"a\"}],\"flag\":true}").unwrap();
        let items = vec![Inner { number: 1, text: Some("a".to_owned()) }];
        assert_eq!(read, Outer { items, flag: Some(true), texts: Vec::new() });
        for (text, error) in [
            ("[[[1,\"a\"]],true,[]]", ": has the wrong type"),
            ("{\"items\":[{\"number\":1},[2,\"a\"]]}", "items[1]: has the wrong type"),
            ("{\"items\":[{\"number\":\"1\"}]}", "items[0].number: has the wrong type"),
            ("{\"items\":[{}]}", "items[0].number: is required"),
            ("{\"flag\":\"true\"}", "flag: has the wrong type"),
            ("{\"flag\":true,\"flag\":true}", "flag: given twice"),
            ("{\"other\":null}", "other: unknown; expected one of items, flag, texts"),
            ("{\"Te_xts\":[]}", "Te_xts: unknown; did you mean texts?"),
            ("{\"text\":[]}", "text: unknown; did you mean texts?"),
            ("{\"itmes\":[]}", "itmes: unknown; did you mean items?"),
            ("{\"flg\":true}", "flg: unknown; expected one of items, flag, texts"),
            ("{\"texts\":[\"a\",null]}", "texts[1]: has the wrong type"),
            ("", ": has the wrong type"),
            ("flag=1", "not valid JSON (line 1, column 2)"),
            ("{\"flag\":1e999}", "a number is too large (line 1, column 13)"),
            (
                "{\"texts\":[\"\\ud800\"]}",
                "a string contains half of a character, a lone surrogate (line 1, column 18)",
            ),
            (
                "{\"texts\":[\"\\udc00\"]}",
                "a string contains half of a character, a lone surrogate (line 1, column 17)",
            ),
        ] {
            assert_eq!(json(text).unwrap_err(), error, "{text}");
        }
    }

    #[test]
    fn a_null_field_is_absent_unless_it_means_something() {
        assert_eq!(json("{\"items\":null,\"flag\":null}"), json("{}"));
        assert_eq!(json("{\"items\":[{\"number\":null}]}").unwrap_err(), "items[0].number: is required");
        let kept = read::<Outer>(&Input::from_json(b"{\"items\":null}").unwrap(), true);
        assert_eq!(kept.unwrap_err().to_string(), "items: has the wrong type");
    }

    #[test]
    fn parameters_are_read_from_texts() {
        for (text, flag) in [("TRUE", true), ("True", true), ("1", true), ("false", false), ("0", false)] {
            assert_eq!(query(&format!("flag={text}")).unwrap().flag, Some(flag), "{text}");
        }
        assert_eq!(query("flag=&items=").unwrap(), json("{}").unwrap());
        for text in ["texts=a&texts=b+c", "texts[]=a&texts%5B%5D=b+c", "texts=a&texts[]=b+c"] {
            assert_eq!(query(text).unwrap().texts, ["a", "b c"], "{text}");
        }
        for (text, error) in [
            ("flag=yes", "flag: has the wrong type"),
            ("flag=1&flag=1", "flag: given twice"),
            ("flag[]=1&flag=1", "flag: given twice"),
            ("other[]=", "other: unknown; expected one of items, flag, texts"),
            ("flag=%FF", "must be UTF-8"),
        ] {
            assert_eq!(query(text).unwrap_err(), error, "{text}");
        }
    }
}
