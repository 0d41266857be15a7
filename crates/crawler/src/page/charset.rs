//! Decodes the bytes of a page.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8};

/// Decodes a page by its byte order mark, by the charset of the header or of the page, or by a guess that takes the top-level
/// domain of `host` into account. Ignores a declared charset that does not fit the bytes. Replaces malformed sequences.
///
/// Valid UTF-8 is always decoded as UTF-8, as text in another encoding is hardly ever valid UTF-8.
pub(super) fn decode(bytes: &[u8], header: Option<&str>, declared: Option<&str>, host: &str) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    // Text in a 7-bit or 16-bit encoding can look like ASCII.
    if let Ok(text) = str::from_utf8(bytes)
        && !text.contains(['\0', '\u{1b}'])
    {
        return text.to_owned();
    }
    let declared = [header, declared].into_iter().flatten().filter_map(encoding);
    let (single_byte, other): (Vec<_>, Vec<_>) = declared.partition(|encoding| encoding.is_single_byte());
    // Any bytes fit an encoding of single bytes, which is the default of many servers. So it counts least.
    let guessed = (!single_byte.is_empty()).then(|| guess(bytes, host)).filter(|encoding| !encoding.is_single_byte());
    other
        .into_iter()
        .chain([UTF_8])
        .chain(guessed)
        .chain(single_byte)
        .map(|encoding| encoding.decode_without_bom_handling(bytes).0)
        .find(|text| fits(text))
        .unwrap_or_else(|| guess(bytes, host).decode_without_bom_handling(bytes).0)
        .into_owned()
}

/// The encoding of a label: of those that browsers know, and of the names of code pages that servers write.
fn encoding(label: &str) -> Option<&'static Encoding> {
    let label = label.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | ';'));
    Encoding::for_label(label.as_bytes()).or_else(|| {
        Some(match label.to_ascii_lowercase().as_str() {
            "cp949" | "cp-949" | "ms949" | "ms_949" | "x-cp949" | "x-windows-949" | "x-uhc" | "uhc" | "euc_kr"
            | "euckr" | "x-euc-kr" | "ksc_5601-1987" | "ks_c_5601" | "ks-c-5601" | "ks_c-5601-1987" => EUC_KR,
            "cp932" | "x-ms-cp932" => SHIFT_JIS,
            "cp936" | "ms936" => GBK,
            "cp950" | "ms950" => BIG5,
            "utf_8" | "utf8mb4" => UTF_8,
            _ => return None,
        })
    })
}

/// Whether less than a tenth of the letters beyond ASCII had to be replaced.
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
    use super::*;

    const TEXT: &str = "<p>무선 이어폰은 착용감과 음질을 함께 봐야 합니다. 똠방각하와 펲시콜라도 씁니다.</p>";

    #[test]
    fn korean_is_decoded_in_both_encodings_under_any_declaration() {
        let old = EUC_KR.encode(TEXT).0;
        for bytes in [TEXT.as_bytes(), &old] {
            for label in [
                "utf-8",
                "euc-kr",
                "ks_c_5601-1987",
                "ms949",
                "CP949",
                "x-windows-949",
                "windows-949",
                "uhc",
                "euc_kr",
                "'euc-kr'",
                "iso-8859-1",
                "latin1",
                "windows-1252",
                "us-ascii",
                "no-such",
                "",
            ] {
                for label in [None, Some(label)] {
                    assert_eq!(decode(bytes, label, None, "a.example"), TEXT, "{label:?}");
                    assert_eq!(decode(bytes, None, label, "a.example"), TEXT, "{label:?}");
                }
                assert_eq!(decode(bytes, Some(label), Some("ms949"), "a.example"), TEXT, "{label:?}");
            }
        }
        assert_eq!(decode(&old, Some("utf-8"), Some("euc-kr"), "a.example"), TEXT);
    }

    #[test]
    fn a_text_in_single_bytes_is_decoded_as_it_is_declared() {
        let text = "<p>Der Kopfhörer klingt für den Preis außergewöhnlich schön, café crème à la carte.</p>";
        let bytes = encoding_rs::WINDOWS_1252.encode(text).0;
        for label in ["iso-8859-1", "windows-1252", "latin1"] {
            assert_eq!(decode(&bytes, Some(label), None, "a.example"), text, "{label}");
            assert_eq!(decode(&bytes, Some("utf-8"), Some(label), "a.example"), text, "{label}");
        }
        let russian = "<p>Беспроводные наушники с хорошим звуком и долгой работой.</p>";
        let bytes = encoding_rs::WINDOWS_1251.encode(russian).0;
        assert_eq!(decode(&bytes, Some("windows-1251"), None, "a.example"), russian);
    }

    #[test]
    fn a_byte_order_mark_has_precedence_over_a_declaration() {
        let wide: Vec<u8> = "\u{feff}이어폰".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide, Some("utf-8"), None, "a.example"), "이어폰");
        assert_eq!(decode("\u{feff}이어폰".as_bytes(), Some("euc-kr"), None, "a.example"), "이어폰");
    }

    #[test]
    fn a_malformed_byte_changes_no_other_letter() {
        let mut bytes = TEXT.as_bytes().to_vec();
        bytes.insert(3, 0xff);
        assert_eq!(decode(&bytes, Some("utf-8"), None, "a.example").replace('\u{fffd}', ""), TEXT);
        assert_eq!(decode(&bytes, None, None, "a.example").replace('\u{fffd}', ""), TEXT);
    }

    #[test]
    fn any_bytes_can_be_decoded() {
        for bytes in [&[0xff_u8; 64][..], &[0x80, 0, 0x1b, b'$', b'B'], &[0xfe], &[]] {
            for label in [None, Some("euc-kr"), Some("utf-16"), Some("iso-2022-kr"), Some("replacement")] {
                assert_eq!(decode(bytes, label, label, "").is_empty(), bytes.is_empty(), "{label:?}");
            }
        }
    }
}
