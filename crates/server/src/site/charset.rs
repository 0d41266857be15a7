//! The letters of a page's bytes.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// Reads the letters of a page: by its byte order mark, else as the header or the page itself declares it, else by a guess
/// that `host` helps with. A declaration that does not fit the bytes is passed over. What cannot be read is replaced.
///
/// Bytes that are UTF-8 throughout are UTF-8, whatever they are declared to be: no other encoding looks like it by chance.
pub(super) fn letters(bytes: &[u8], header: Option<&str>, declared: Option<&str>, host: &str) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    // Encodings in seven bits, and those in words of sixteen, can look like ASCII.
    if let Ok(text) = str::from_utf8(bytes)
        && !text.contains(['\0', '\u{1b}'])
    {
        return text.to_owned();
    }
    let labels = [header, declared].into_iter().flatten();
    let named = labels.filter_map(|label| Encoding::for_label(label.trim().as_bytes()));
    named
        .chain([UTF_8])
        .map(|encoding| encoding.decode_without_bom_handling(bytes).0)
        .find(|text| fits(text))
        .unwrap_or_else(|| guess(bytes, host).decode_without_bom_handling(bytes).0)
        .into_owned()
}

/// Whether hardly a letter had to be replaced.
fn fits(text: &str) -> bool {
    let replaced = text.chars().filter(|letter| *letter == char::REPLACEMENT_CHARACTER).count();
    replaced == 0 || replaced * 10 < text.chars().filter(|letter| !letter.is_ascii()).count()
}

fn guess(bytes: &[u8], host: &str) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let country = host.rsplit('.').next().filter(|label| label.bytes().all(|letter| letter.is_ascii_lowercase()));
    detector.guess(country.filter(|label| !label.is_empty()).map(str::as_bytes), Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use encoding_rs::EUC_KR;

    use super::*;

    const TEXT: &str = "<p>무선 이어폰은 착용감과 음질을 함께 봐야 합니다. 똠방각하와 펲시콜라도 씁니다.</p>";

    #[test]
    fn korean_is_read_in_both_its_encodings_however_it_is_declared() {
        let old = EUC_KR.encode(TEXT).0;
        for bytes in [TEXT.as_bytes(), &old] {
            for label in [None, Some("utf-8"), Some("euc-kr"), Some("ks_c_5601-1987"), Some("no-such"), Some("")] {
                assert_eq!(letters(bytes, label, None, "a.example"), TEXT, "{label:?}");
                assert_eq!(letters(bytes, None, label, "a.example"), TEXT, "{label:?}");
            }
        }
        assert_eq!(letters(&old, Some("utf-8"), Some("euc-kr"), "a.example"), TEXT);
    }

    #[test]
    fn a_mark_at_the_start_goes_before_a_declaration() {
        let wide: Vec<u8> = "\u{feff}이어폰".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(letters(&wide, Some("utf-8"), None, "a.example"), "이어폰");
        assert_eq!(letters("\u{feff}이어폰".as_bytes(), Some("euc-kr"), None, "a.example"), "이어폰");
    }

    #[test]
    fn a_letter_that_is_broken_costs_no_other() {
        let mut bytes = TEXT.as_bytes().to_vec();
        bytes.insert(3, 0xff);
        assert_eq!(letters(&bytes, Some("utf-8"), None, "a.example").replace('\u{fffd}', ""), TEXT);
        assert_eq!(letters(&bytes, None, None, "a.example").replace('\u{fffd}', ""), TEXT);
    }

    #[test]
    fn no_bytes_are_too_strange() {
        for bytes in [&[0xff_u8; 64][..], &[0x80, 0, 0x1b, b'$', b'B'], &[0xfe], &[]] {
            for label in [None, Some("euc-kr"), Some("utf-16"), Some("iso-2022-kr"), Some("replacement")] {
                assert_eq!(letters(bytes, label, label, "").is_empty(), bytes.is_empty(), "{label:?}");
            }
        }
    }
}
