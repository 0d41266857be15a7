//! The text of a file, in any encoding that spreadsheets write, and texts in Unicode NFC. The browser has the tables for both.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, TextDecoder, TextDecoderOptions};

/// The maximum size of a file, in bytes: a thousand prompts of the maximum length, several times.
const FILE_MAX: f64 = 20_000_000.0;

/// The text of a file: in UTF-8, in UTF-16 with a byte order mark, or else in CP949, which Korean Excel writes. `None` if it is in none
/// of them, or too large.
pub async fn file_text(file: &File) -> Option<String> {
    if file.size() > FILE_MAX {
        return None;
    }
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?.dyn_into::<ArrayBuffer>().ok()?;
    let bytes = Uint8Array::new(&buffer).to_vec();
    let text = encodings(&bytes).iter().find_map(|label| decoded(&bytes, label))?;
    Some(composed(&text))
}

/// The encodings that a file can have by its first bytes, the most likely first.
///
/// Source: Encoding Standard. Its name of CP949 is `euc-kr`.
fn encodings(bytes: &[u8]) -> &'static [&'static str] {
    match bytes {
        [0xff, 0xfe, ..] => &["utf-16le"],
        [0xfe, 0xff, ..] => &["utf-16be"],
        [_, 0, _, 0, ..] => &["utf-16le"],
        [0, _, 0, _, ..] => &["utf-16be"],
        _ => &["utf-8", "euc-kr"],
    }
}

/// The text, unless a byte has no meaning in the encoding.
fn decoded(bytes: &[u8], label: &str) -> Option<String> {
    let options = TextDecoderOptions::new();
    options.set_fatal(true);
    let decoder = TextDecoder::new_with_label_and_options(label, &options).ok()?;
    decoder.decode_with_u8_array(bytes).ok()
}

/// Returns a text in Unicode NFC.
#[cfg(target_arch = "wasm32")]
pub fn composed(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFC").into()
}

/// Returns a text in Unicode NFC.
#[cfg(not(target_arch = "wasm32"))]
pub fn composed(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_name_the_encodings_to_try() {
        for (bytes, labels) in [
            (&[0xff, 0xfe, b'a', 0][..], &["utf-16le"][..]),
            (&[0xfe, 0xff, 0, b'a'], &["utf-16be"]),
            (&[b'a', 0, b'b', 0], &["utf-16le"]),
            (&[0, b'a', 0, b'b'], &["utf-16be"]),
            (&[0xef, 0xbb, 0xbf, b'a'], &["utf-8", "euc-kr"]),
            (b"", &["utf-8", "euc-kr"]),
        ] {
            assert_eq!(encodings(bytes), labels, "{bytes:?}");
        }
    }
}
