//! Parses with `JSON.parse`.

use js_sys::{Array, JSON, Object};
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Error;
use crate::json::Json;

/// The maximum depth of nesting, the same as serde_json's. The stack of WebAssembly is small.
const DEPTH_MAX: usize = 128;
/// Integers below this are exact in JavaScript.
const INTEGER_END: f64 = 9_007_199_254_740_992.0;

impl Json {
    /// Parses a text. Lone surrogates are replaced by `U+FFFD`, and numbers that no `f64` holds by `null`, so that only their own
    /// field is lost. Of names that an object repeats, the last one counts.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let value =
            JSON::parse(text).map_err(|error| Error::new(error.unchecked_into::<js_sys::Error>().message().into()))?;
        read(&value, DEPTH_MAX)
    }
}

fn read(value: &JsValue, depth: usize) -> Result<Json, Error> {
    if let Some(text) = value.as_string() {
        // A lone surrogate has become U+FFFD.
        return Ok(Json::Text(text));
    }
    if let Some(number) = value.as_f64() {
        return Ok(read_number(number));
    }
    if let Some(boolean) = value.as_bool() {
        return Ok(Json::Boolean(boolean));
    }
    if value.is_null() {
        return Ok(Json::Null);
    }
    let Some(depth) = depth.checked_sub(1) else { return Err(Error::new("the text is nested too deeply".to_owned())) };
    if let Some(list) = value.dyn_ref::<Array>() {
        return list.iter().map(|item| read(&item, depth)).collect::<Result<_, _>>().map(Json::List);
    }
    let entries = Object::entries(value.unchecked_ref());
    let field = |entry: JsValue| {
        let entry: Array = entry.unchecked_into();
        Ok((entry.get(0).as_string().unwrap_or_default(), read(&entry.get(1), depth)?))
    };
    entries.iter().map(field).collect::<Result<_, _>>().map(Json::Object)
}

fn read_number(number: f64) -> Json {
    if !number.is_finite() {
        // It is out of the range of `f64`.
        return Json::Null;
    }
    if number.trunc() != number || number.abs() >= INTEGER_END {
        return Json::Float(number);
    }
    if number < 0.0 { Json::Signed(number as i64) } else { Json::Unsigned(number as u64) }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    use super::*;

    wasm_bindgen_test_configure!(run_in_browser);

    #[wasm_bindgen_test]
    fn each_type_of_json_is_parsed() {
        let text = |text: &str| Json::Text(text.to_owned());
        let list = [
            Json::Null,
            Json::Boolean(true),
            Json::Unsigned(7),
            Json::Signed(-7),
            Json::Float(0.5),
            Json::Float(INTEGER_END),
            Json::Null,
            text("\u{ac00}\n"),
            text("\u{fffd}"),
        ];
        let fields = [("__proto__".to_owned(), Json::List(list.to_vec())), ("b".to_owned(), Json::Object(Vec::new()))];
        let json = r#"{"__proto__": [null, true, 7, -7, 0.5, 9007199254740992, 1e999, "\uac00\n", "\ud83d"], "b": {}}"#;
        assert_eq!(Json::parse(json), Ok(Json::Object(fields.to_vec())));
    }

    #[wasm_bindgen_test]
    fn a_text_that_is_not_json_or_nested_too_deeply_is_an_error() {
        for text in ["", "<html>", "{", "1 2", "undefined"] {
            assert!(Json::parse(text).is_err(), "{text}");
        }
        let nested = |depth| ["[".repeat(depth), "]".repeat(depth)].concat();
        assert!(Json::parse(&nested(DEPTH_MAX)).is_ok());
        for depth in [DEPTH_MAX + 1, 100_000] {
            assert!(Json::parse(&nested(depth)).is_err());
        }
    }
}
