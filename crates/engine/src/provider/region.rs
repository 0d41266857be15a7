//! What providers have to know of a region: its language, its country by Google's name, and its locale.

/// The language of the results that most people of a region see, as Google names it. English where there is no single one.
pub(super) fn language(region: &str) -> &'static str {
    match region {
        "AE" | "BH" | "DZ" | "EG" | "IQ" | "JO" | "KW" | "LB" | "LY" | "MA" | "OM" | "PS" | "QA" | "SA" | "SD"
        | "SY" | "TN" | "YE" => "ar",
        "AR" | "BO" | "CL" | "CO" | "CR" | "CU" | "DO" | "EC" | "ES" | "GT" | "HN" | "MX" | "NI" | "PA" | "PE"
        | "PR" | "PY" | "SV" | "UY" | "VE" => "es",
        "AT" | "CH" | "DE" | "LI" => "de",
        "BG" => "bg",
        "BR" | "PT" => "pt",
        "BY" | "KG" | "KZ" | "RU" => "ru",
        "CN" => "zh-CN",
        "CY" | "GR" => "el",
        "CZ" => "cs",
        "DK" => "da",
        "FI" => "fi",
        "FR" | "LU" | "MC" => "fr",
        "HK" | "TW" => "zh-TW",
        "HU" => "hu",
        "ID" => "id",
        "IT" | "SM" | "VA" => "it",
        "JP" => "ja",
        "KR" => "ko",
        "MD" | "RO" => "ro",
        "BE" | "NL" => "nl",
        "PL" => "pl",
        "SE" => "sv",
        "SK" => "sk",
        "TH" => "th",
        "TR" => "tr",
        "UA" => "uk",
        "VN" => "vi",
        _ => "en",
    }
}

pub(super) fn google_country(region: &str) -> String {
    if region == "GB" { "uk".to_owned() } else { region.to_ascii_lowercase() }
}

/// The language and the country of the results, as a language tag.
pub(super) fn locale(region: &str) -> String {
    let language = language(region);
    if language.contains('-') { language.to_owned() } else { format!("{language}-{region}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_has_a_language_a_country_of_google_and_a_locale() {
        for (region, names) in [
            ("KR", ("ko", "kr", "ko-KR")),
            ("GB", ("en", "uk", "en-GB")),
            ("TW", ("zh-TW", "tw", "zh-TW")),
            ("AQ", ("en", "aq", "en-AQ")),
        ] {
            assert_eq!((language(region), google_country(region).as_str(), locale(region).as_str()), names);
        }
    }
}
