//! English names: which capitals mark one, and where a maker's name ends and its product's begins.

use crate::brill::{Tag, most_frequent_tag};
use crate::english_tags::tag_of_form;
use crate::script::{is_mark, is_number};
use crate::word_list::WordList;

/// Makers whose name a product follows. Without the list, `Sony Alpha` looks like a first name and a surname.
static MAKERS: WordList = WordList::new(
    "
    adidas adobe amazon anker apple asus audi bmw bosch bose braun canon casio dell dyson fitbit ford fujifilm garmin
    google hoka honda hp huawei hyundai ikea intel jbl kia lego lenovo lg logitech meta microsoft miele mizuno nike
    nikon nintendo nissan nvidia oppo oracle panasonic philips puma reebok samsung sennheiser sonos sony tesla toyota
    volvo xiaomi",
);

/// Makers whose name is also an ordinary word.
const ORDINARY_MAKERS: &[&str] = &["amazon", "apple", "delta", "intel", "lush", "meta", "oracle", "puma", "visa"];

/// Last words of names of places and organizations. Such a name is one.
static NAME_LAST_WORDS: WordList = WordList::new(
    "
    abbey academy airline airlines airport airways aquarium arena association avenue bank bay beach bikes boulevard
    bridge canyon castle cathedral center centre church city clinic club coffee college court cup electronics falls
    festival foods foundation gallery garden gardens group hall harbor heights hill hills hospital hotel house inn
    institute insurance island lake league library lodge mall maps marine market motors mountain museum music ocean
    opera palace park pay plaza port resort river road school scooters sea square stadium station store street studio
    suites telecom temple theater theatre tower towers union university valley village watch zoo",
);

/// Acronyms that are common nouns, without a plural `s`.
const COMMON_ACRONYMS: &[&str] = &[
    "AI", "ANC", "API", "ATM", "CEO", "CPU", "DIY", "EQ", "EV", "FAQ", "GPS", "GPU", "IT", "LCD", "LED", "OLED", "PC",
    "PR", "AS", "RAM", "ROM", "SSD", "SUV", "TV", "UI", "UV",
];

/// Whether a word has a capital after its first letter, or a capital and a digit: `iPhone`, `AT&T`, `Q7`. An acronym
/// that is a common noun does not count, and neither does a size: `2E`.
pub(crate) fn is_name_by_spelling(word: &str) -> bool {
    if is_number(word) {
        return false;
    }
    let later = word.chars().skip(1).any(char::is_uppercase);
    (later || is_capitalized(word) && word.contains(|letter: char| letter.is_ascii_digit())) && !is_common_acronym(word)
}

/// Whether a word is an acronym that is a common noun: `TV`, `LEDs`.
pub(crate) fn is_common_acronym(word: &str) -> bool {
    let singular = word.strip_suffix('s').unwrap_or(word);
    COMMON_ACRONYMS.contains(&singular)
}

/// Whether a word has a first capital, or is the mark of a name.
pub(crate) fn is_capitalized(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_uppercase() || is_mark(letter))
}

/// Whether a lower-case word follows the name of a product as its edition: `Pro`.
pub(crate) fn is_edition(word: &str) -> bool {
    matches!(word, "air" | "lite" | "max" | "mini" | "plus" | "pro" | "ultra")
}

/// Whether a lower-case word is the name of a maker, but also an ordinary word: `apple`.
pub(crate) fn is_ordinary_maker(word: &str) -> bool {
    ORDINARY_MAKERS.contains(&word)
}

/// Whether a word of a name is an ordinary one, and so no name on its own: `Balance`.
pub(crate) fn is_ordinary(word: &str) -> bool {
    let lower = word.to_lowercase();
    tag_of_form(&lower).is_some_and(|tag| tag != Tag::Propn)
}

/// Whether a word of a name is a name on its own: `Vuitton`, but not `Balance`, `Pro` or a number.
pub(crate) fn is_standalone_name(word: &str) -> bool {
    word.chars().nth(2).is_some()
        && word.chars().all(char::is_alphabetic)
        && !is_edition(&word.to_lowercase())
        && !is_ordinary(word)
}

/// Whether a word has a capital after its first letter, and is not a surname: `QuietComfort`, but not `McDonald`.
fn has_inner_capital(word: &str) -> bool {
    let rest = word.strip_prefix("Mc").or_else(|| word.strip_prefix("Mac")).unwrap_or(word);
    !word.contains(['\'', '’']) && rest.chars().skip(1).any(char::is_uppercase) && rest.contains(char::is_lowercase)
}

/// How many words of a name, from its start, are the maker's. 0 when the name is not divided. A product may have an
/// article, but a person has none: `the Renault Clio`.
pub(crate) fn maker_length(words: &[&str], after_article: bool) -> usize {
    let [first, rest @ ..] = words else { return 0 };
    let Some(last) = rest.last() else { return 0 };
    let lower = first.to_lowercase();
    let has_digit = |word: &str| word.contains(|letter: char| letter.is_ascii_digit());
    let is_numeral = is_number(rest[0]) || most_frequent_tag(&rest[0].to_lowercase()) == Some(Tag::Num);
    if is_numeral || NAME_LAST_WORDS.contains(&last.to_lowercase()) {
        return 0;
    }
    if first.starts_with(is_mark) {
        return usize::from(rest.len() > 1 || !is_edition(&last.to_lowercase()));
    }
    let is_maker = MAKERS.contains(&lower);
    let names_a_model = rest.iter().any(|word| has_digit(word) || has_inner_capital(word)) && !is_ordinary(first);
    let is_unknown = most_frequent_tag(&lower).is_none();
    let begins_ordinary = is_ordinary(rest[0]) && most_frequent_tag(&rest[0].to_lowercase()) != Some(Tag::Det);
    // Byredo Gypsy Water
    let ends_ordinary = rest.len() > 1 && is_ordinary(last);
    let names_a_product = is_unknown && (begins_ordinary || ends_ordinary)
        || after_article && rest.iter().all(|word| is_standalone_name(word)) && is_standalone_name(first);
    usize::from(is_maker || names_a_model || names_a_product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maker_ends_before_its_product() {
        let length = |name: &str| maker_length(&name.split(' ').collect::<Vec<_>>(), false);
        for name in ["Nurio Air 2", "Sony WH-1000XM5", "Tavrin Q7 Pro", "Garmin Forerunner 265", "Samsung Galaxy Buds"]
        {
            assert_eq!(length(name), 1, "{name}");
        }
        for name in
            ["New Balance", "Galaxy S24 Ultra", "iPhone 15 Pro", "Louis Vuitton", "Haeundae Beach", "Nike", "Air 2"]
        {
            assert_eq!(length(name), 0, "{name}");
        }
    }

    #[test]
    fn capitals_and_digits_inside_a_word_mark_a_name() {
        assert!(["AirPods", "Q7", "AT&T", "WH-1000XM5", "iPhone"].into_iter().all(is_name_by_spelling));
        assert!(!["Nurio", "TVs", "LED", "s3", "2e", "2E", "16GB", "battery"].into_iter().any(is_name_by_spelling));
    }
}
