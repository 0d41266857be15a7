//! Reads types from JSON.
//!
//! The code that is compiled for each type is kept small: an object is read as a map only, and all errors are created
//! in one place.

use std::iter::Enumerate;
use std::vec::IntoIter;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};

use crate::error::{Error, Step};
use crate::json::Json;

impl Json {
    /// The error of a value that has another type than expected.
    #[cold]
    #[inline(never)]
    fn mismatch(&self, expected: &dyn Expected) -> Error {
        let unexpected = match self {
            Self::Null => Unexpected::Unit,
            Self::Boolean(boolean) => Unexpected::Bool(*boolean),
            Self::Unsigned(number) => Unexpected::Unsigned(*number),
            Self::Signed(number) => Unexpected::Signed(*number),
            Self::Float(number) => Unexpected::Float(*number),
            Self::Text(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(unexpected, expected)
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Unsigned(number) => visitor.visit_u64(number),
            Self::Signed(number) => visitor.visit_i64(number),
            Self::Float(number) => visitor.visit_f64(number),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Text(text) => visitor.visit_string(text),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::List(list) => visitor.visit_seq(Items(list.into_iter().enumerate())),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Object(fields) => visitor.visit_map(Fields { fields: fields.into_iter(), current: None }),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn null<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            other => Err(other.mismatch(&visitor)),
        }
    }
}

macro_rules! read_as {
    ($read:ident: $($method:ident $(($parameter:ident: $kind:ty))*),+) => { $(
        fn $method<V: Visitor<'de>>(self, $($parameter: $kind,)* visitor: V) -> Result<V::Value, Error> {
            $(let _ = $parameter;)*
            self.$read(visitor)
        }
    )+ };
}

impl<'de> Deserializer<'de> for Json {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Boolean(boolean) => visitor.visit_bool(boolean),
            Self::Unsigned(_) | Self::Signed(_) | Self::Float(_) => self.number(visitor),
            Self::Text(text) => visitor.visit_string(text),
            Self::List(_) => self.list(visitor),
            Self::Object(_) => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Boolean(boolean) => visitor.visit_bool(boolean),
            other => Err(other.mismatch(&visitor)),
        }
    }

    read_as!(number: deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64);
    read_as!(number: deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64);
    read_as!(number: deserialize_f32, deserialize_f64);
    read_as!(text: deserialize_char, deserialize_str, deserialize_string, deserialize_identifier);
    read_as!(list: deserialize_seq, deserialize_bytes, deserialize_byte_buf);
    read_as!(object: deserialize_map, deserialize_struct (_name: &'static str) (_fields: &'static [&'static str]));
    read_as!(null: deserialize_unit, deserialize_unit_struct (_name: &'static str));

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::List(list) if list.len() != length => Err(Error::invalid_length(list.len(), &visitor)),
            other => other.list(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_none(),
            other => visitor.visit_some(other),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// The enums of the API read themselves, as texts.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        Err(self.mismatch(&visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

/// The items of an array that have not been read.
struct Items(Enumerate<IntoIter<Json>>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((index, item)) = self.0.next() else { return Ok(None) };
        match seed.deserialize(item) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.within(Step::Index(index))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The fields of an object that have not been read.
struct Fields {
    fields: IntoIter<(String, Json)>,
    /// The field whose name was read, and whose value was not.
    current: Option<(String, Json)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.current = self.fields.next();
        let Some((name, _)) = &self.current else { return Ok(None) };
        let name: StrDeserializer<'_, Error> = name.as_str().into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let (name, value) = self.current.take().unwrap_or((String::new(), Json::Null));
        seed.deserialize(value).map_err(|error| error.within(Step::Field(name)))
    }
}
