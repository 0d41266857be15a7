//! The cities and counties of Korea. The dictionary tags most of them as common nouns.

use crate::word_list::WordList;

static CITIES: WordList = WordList::new(include_str!("../lists/korean-places.txt"));

/// The words that follow a city in the name of a place in it: `통영항`.
const PLACES: &[&str] = &["공항", "군", "대교", "시", "시장", "시청", "역", "중앙시장", "터미널", "항", "해수욕장"];

/// Whether a word is a city or a county, or a place that is named after it.
pub(crate) fn is_korean_place(word: &str) -> bool {
    let is_city = |word: &str| CITIES.contains(word);
    is_city(word) || PLACES.iter().any(|place| word.strip_suffix(place).is_some_and(is_city))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_and_its_station_are_places_and_an_ordinary_word_is_none() {
        assert!(["통영", "통영항", "전주역", "서귀포시"].into_iter().all(is_korean_place));
        assert!(!["예산", "음성", "음성군청사", "시장", "역"].into_iter().any(is_korean_place));
    }
}
