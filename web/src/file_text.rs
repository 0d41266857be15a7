//! The text of a file, in any encoding that spreadsheets write, and texts in Unicode NFC. The browser has the tables for both.

use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, TextDecoder, TextDecoderOptions};

/// The maximum size of a file, in bytes: a thousand prompts of the maximum length, several times.
const FILE_MAX: f64 = 20_000_000.0;

/// The first bytes of the files of Excel: a ZIP archive, and before 2007 a compound file.
const EXCEL: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// Why a file has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileError {
    Excel,
    /// It is in no known encoding, or too large.
    Unreadable,
}

/// The text of a file: in UTF-8, in UTF-16, in CP949, which Korean Excel writes, or else in Windows-1252, which Western Excel writes.
pub async fn file_text(file: &File) -> Result<String, FileError> {
    let bytes = file_bytes(file).await.ok_or(FileError::Unreadable)?;
    if EXCEL.iter().any(|first| bytes.starts_with(first)) {
        return Err(FileError::Excel);
    }
    let text = encodings(&bytes).iter().find_map(|label| decoded(&bytes, label).filter(|text| is_likely(text, label)));
    text.map(|text| composed(&text)).ok_or(FileError::Unreadable)
}

/// The bytes of a file, unless it is too large.
async fn file_bytes(file: &File) -> Option<Vec<u8>> {
    if file.size() > FILE_MAX {
        return None;
    }
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?.dyn_into::<ArrayBuffer>().ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// The encodings that a file can have by its bytes, the most likely first.
///
/// Source: Encoding Standard. Its name of CP949 is `euc-kr`.
fn encodings(bytes: &[u8]) -> &'static [&'static str] {
    match bytes {
        [0xff, 0xfe, ..] => &["utf-16le"],
        [0xfe, 0xff, ..] => &["utf-16be"],
        [_, 0, _, 0, ..] => &["utf-16le"],
        [0, _, 0, _, ..] => &["utf-16be"],
        // Its line breaks have a zero, which no text in another encoding has.
        _ if bytes.chunks_exact(2).any(|letter| letter == b"\n\0") => &["utf-16le"],
        _ => &["utf-8", "euc-kr", "windows-1252"],
    }
}

/// Whether a text that was decoded is one. Every byte has a meaning in Windows-1252. Two Western letters can be one of CP949: the `öß`
/// of `Größe` is `秤`.
fn is_likely(text: &str, label: &str) -> bool {
    match label {
        "euc-kr" => text.chars().zip(text.chars().skip(1)).any(|(one, next)| is_east_asian(one) && is_east_asian(next)),
        "windows-1252" => !text.contains(|char: char| char.is_control() && !char.is_whitespace()),
        _ => true,
    }
}

/// Whether a letter is Hangul, Hanja or kana.
fn is_east_asian(letter: char) -> bool {
    matches!(letter, '가'..='힣' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{3041}'..='\u{30ff}')
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
    fn the_bytes_name_the_encodings_to_try() {
        for (bytes, labels) in [
            (&[0xff, 0xfe, b'a', 0][..], &["utf-16le"][..]),
            (&[0xfe, 0xff, 0, b'a'], &["utf-16be"]),
            (&[b'a', 0, b'b', 0], &["utf-16le"]),
            (&[0, b'a', 0, b'b'], &["utf-16be"]),
            (b"\xc8\xc9\x38\xbb\r\0\n\0\x00\xac", &["utf-16le"]),
            (&[0xef, 0xbb, 0xbf, b'a'], &["utf-8", "euc-kr", "windows-1252"]),
            (b"", &["utf-8", "euc-kr", "windows-1252"]),
        ] {
            assert_eq!(encodings(bytes), labels, "{bytes:?}");
        }
    }

    #[test]
    fn a_text_in_cp949_has_words_of_its_letters_and_one_in_windows_1252_no_control_characters() {
        for text in ["무선 earbuds", "比較 earbuds", "イヤホン"] {
            assert!(is_likely(text, "euc-kr"), "{text}");
        }
        for text in ["癤", "earbuds", "Gr秤e"] {
            assert!(!is_likely(text, "euc-kr"), "{text}");
        }
        assert!(is_likely("Café\tfür\r\n", "windows-1252") && !is_likely("PK\u{3}\u{4}", "windows-1252"));
        assert!(is_likely("earbuds", "utf-8"));
    }
}
