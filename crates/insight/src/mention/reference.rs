//! A slow and simple reference implementation of the rule: for every position and every name, letter by letter. It shares with
//! the finder the addresses of a text, the forms of names, and the particles and letters, whose tables are their definition.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::letter::{Kind, is_currency, kind};
use super::letter_form::{is_blank, is_frame, is_ignorable, is_kept, is_ornament, is_wide_digit};
use super::links::{Link, Links};
use super::name_forms::forms;
use super::particles::are_particles;
use super::{BrandNames, Mention};

/// A folded letter.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub(super) letter: char,
    kind: Kind,
    /// The bytes of its character in the text.
    start: usize,
    end: usize,
    /// Whether it is the first or the last letter of its character.
    is_first: bool,
    is_last: bool,
}

pub(super) fn find(brands: &[BrandNames], text: &str) -> Vec<Mention> {
    let letters = fold(text);
    let Links(links) = Links::new(text);
    let phrases = |brand: &BrandNames| brand.excluded_phrases.iter().flat_map(|phrase| forms(phrase)).collect();
    let phrases: Vec<Vec<String>> = brands.iter().map(phrases).collect();
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let ends = (at + 1..=letters.len()).rev();
        let mut found: Vec<Mention> = Vec::new();
        for end in ends {
            let range = letters[at].start..letters[end - 1].end;
            if !starts(&letters, at) || !ends_at(&letters, end) || links.iter().any(|link| forbids(link, &range)) {
                continue;
            }
            for (brand, BrandNames { names, case_sensitive, .. }) in brands.iter().enumerate() {
                let has_case = |name: &String| !case_sensitive || with_case(name) == with_case(&text[range.clone()]);
                let is_named = names.iter().any(|name| is_name(name, &letters[at..end]) && has_case(name));
                if is_named && !is_in_phrase(&phrases[brand], &letters, at..end) {
                    found.push(Mention { start: range.start, end: range.end, entry: brand });
                }
            }
            if !found.is_empty() {
                at = end - 1;
                break;
            }
        }
        mentions.extend(found);
        at += 1;
    }
    mentions
}

/// Whether a link makes a range no mention: they have a part in common, and it is more than a host or not whole in the range.
fn forbids(Link { range: link, is_host }: &Link, range: &Range<usize>) -> bool {
    let common = link.start.max(range.start)..link.end.min(range.end);
    let is_whole_host = *is_host && common == *link;
    !common.is_empty() && !is_whole_host
}

fn is_name(name: &str, letters: &[Letter]) -> bool {
    let text: String = letters.iter().map(|letter| letter.letter).collect();
    forms(name).contains(&text)
}

/// The letters of a name that have case.
fn with_case(name: &str) -> String {
    let one_form = |letter: char| match letter.is_uppercase() {
        true => letter.to_string().to_lowercase().to_uppercase(),
        false => letter.to_string().to_uppercase().chars().flat_map(char::to_lowercase).collect(),
    };
    let letters = name.replace("amp;", "");
    letters.nfkd().filter(|letter| letter.is_lowercase() || letter.is_uppercase()).map(one_form).collect()
}

/// Whether one of some phrases, as whole words, contains the place of a name.
fn is_in_phrase(phrases: &[String], letters: &[Letter], place: Range<usize>) -> bool {
    let is_phrase = |from: usize, phrase: &String| {
        let phrase: Vec<char> = phrase.chars().collect();
        let to = from + phrase.len();
        (place.end..=letters.len()).contains(&to)
            && letters[from..to].iter().map(|letter| letter.letter).eq(phrase)
            && starts(letters, from)
            && ends_at(letters, to)
    };
    (0..=place.start).any(|from| phrases.iter().any(|phrase| is_phrase(from, phrase)))
}

/// Whether a mention can begin with the letter at `at`.
fn starts(letters: &[Letter], at: usize) -> bool {
    if !letters[at].is_first {
        return false;
    }
    let kind_before = |distance: usize| at.checked_sub(distance).map(|index| letters[index].kind);
    let Some(before) = at.checked_sub(1).map(|index| letters[index]) else { return true };
    let kind = letters[at].kind;
    let is_word = matches!(kind, Kind::Letter | Kind::Digit);
    if is_word && is_word_part(before.kind) {
        return false;
    }
    if is_word && before.kind == Kind::Underscore {
        let word = letters[..at].iter().rev().find(|letter| letter.letter != '_');
        return !word.is_some_and(|letter| is_word_part(letter.kind));
    }
    if is_word && before.letter == '&' && (joins(letters, at - 1) || is_text(&letters[at..], "amp;")) {
        return false;
    }
    let entity = at.checked_sub(5).filter(|entity| is_text(&letters[*entity..], "&amp;"));
    if is_word && entity.is_some_and(|entity| joins(letters, entity)) {
        return false;
    }
    match kind {
        Kind::Letter => !(before.letter == '\'' && kind_before(2) == Some(Kind::Letter)),
        Kind::Digit if ['.', ','].contains(&before.letter) => kind_before(2) != Some(Kind::Digit),
        Kind::Digit => !is_currency(before.letter),
        Kind::Hangul | Kind::Katakana => before.kind != kind,
        _ => true,
    }
}

/// Whether a mention can end before the letter at `end`.
fn ends_at(letters: &[Letter], end: usize) -> bool {
    let last = letters[end - 1];
    if !last.is_last {
        return false;
    }
    let Some(next) = letters.get(end) else { return true };
    let is_word = is_word_part(last.kind);
    if is_word && is_word_part(next.kind) {
        return false;
    }
    if is_word && next.kind == Kind::Underscore {
        let word = letters[end..].iter().find(|letter| letter.letter != '_');
        return !word.is_some_and(|letter| matches!(letter.kind, Kind::Letter | Kind::Digit));
    }
    if next.kind == Kind::Hangul && (is_word || last.kind == Kind::Hangul) {
        let rest: String = letters[end..].iter().map(|letter| letter.letter).collect();
        return are_particles(last.letter, &rest);
    }
    if last.kind == Kind::Hangul && next.kind == Kind::Digit {
        let rest: String = letters[end..].iter().map(|letter| letter.letter).collect();
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let after: String = rest.chars().skip(number.len()).collect();
        let is_word = after.chars().next().is_some_and(|next| matches!(kind(next), Kind::Letter | Kind::Mark));
        let is_year = ["19", "20"].iter().any(|century| number.starts_with(century)) && number.len() == 4 && !is_word;
        let counters = ["위", "개", "명", "원", "년", "월", "주년", "가지", "켤레", "세대", "번째", "번 ", "종 ", "%"];
        return is_year || counters.iter().any(|counter| after.starts_with(counter));
    }
    if next.letter == '\'' && matches!(last.kind, Kind::Letter | Kind::Mark) {
        let joined = letters[end + 1..].iter().take_while(|letter| matches!(letter.kind, Kind::Letter | Kind::Digit));
        let joined: String = joined.map(|letter| letter.letter).collect();
        return ["", "s", "ll", "d", "re", "ve"].contains(&joined.as_str());
    }
    if next.letter == '&' && is_word && joins(letters, end) {
        return false;
    }
    if "+#".contains(next.letter) && is_word {
        let signs = letters[end..].iter().take_while(|letter| "+#".contains(letter.letter)).count();
        let word = letters[..end].iter().rev().take_while(|letter| is_word_part(letter.kind)).count();
        let rest: String = letters[end + signs..].iter().map(|letter| letter.letter).collect();
        let is_another_word = letters.get(end + signs).is_some_and(|letter| match letter.kind {
            Kind::Sign | Kind::Underscore => false,
            Kind::Hangul => !are_particles('+', &rest),
            _ => true,
        });
        return signs == 1 && word > 1 && is_another_word;
    }
    if matches!(next.letter, '.' | ',') && last.kind == Kind::Digit {
        return letters.get(end + 1).is_none_or(|letter| letter.kind != Kind::Digit);
    }
    !(last.kind == Kind::Katakana && next.kind == Kind::Katakana)
}

/// Whether the ampersand at `at` is between two words, one of which is a single letter.
fn joins(letters: &[Letter], at: usize) -> bool {
    let entity = if is_text(&letters[at + 1..], "amp;") { 4 } else { 0 };
    let length = |letters: &mut dyn Iterator<Item = &Letter>| letters.take_while(|one| is_word_part(one.kind)).count();
    let (before, after) = (length(&mut letters[..at].iter().rev()), length(&mut letters[at + 1 + entity..].iter()));
    before > 0 && after > 0 && (before == 1 || after == 1)
}

/// Whether letters begin with a text.
fn is_text(letters: &[Letter], text: &str) -> bool {
    letters.iter().map(|letter| letter.letter).take(text.len()).eq(text.chars())
}

fn is_word_part(kind: Kind) -> bool {
    matches!(kind, Kind::Letter | Kind::Digit | Kind::Mark)
}

/// Folds a text by its characters.
pub(super) fn fold(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for (start, character) in characters(text) {
        let end = start + character.len();
        let visible: String = character.chars().filter(|letter| !is_ignorable(*letter)).collect();
        let Some(first) = visible.chars().next() else { continue };
        if visible.chars().all(is_blank) {
            if letters.last().is_none_or(|last| last.letter != ' ') {
                letters.push(Letter { letter: ' ', kind: Kind::Sign, start, end, is_first: true, is_last: true });
            }
            continue;
        }
        let is_alone = visible.chars().count() == 1;
        let folded = if is_alone && is_kept(first) { visible.clone() } else { fold_character(&visible) };
        let changes_to_letters = folded != visible && !first.is_alphabetic() && !is_wide_digit(first);
        let is_symbol = is_ornament(first) || visible.contains(is_frame) || changes_to_letters;
        let count = folded.chars().count();
        letters.extend(folded.chars().enumerate().map(|(at, letter)| {
            let kind = if is_symbol && letter != '_' { Kind::Sign } else { kind(letter) };
            Letter { letter, kind, start, end, is_first: at == 0, is_last: at + 1 == count }
        }));
    }
    letters
}

/// The characters of a text, with their places.
fn characters(text: &str) -> Vec<(usize, &str)> {
    let mut characters: Vec<(usize, &str)> = text.grapheme_indices(true).collect();
    // Letters of half the width: a consonant and a vowel are one character.
    let is_half = |character: &str, first: char, last: char| {
        character.chars().count() == 1 && character.starts_with(|letter| (first..=last).contains(&letter))
    };
    let mut index = 0;
    while index + 1 < characters.len() {
        let next = characters[index + 1].1.chars().next().unwrap().to_string();
        if is_half(characters[index].1, '\u{ffa1}', '\u{ffbe}') && is_half(&next, '\u{ffc2}', '\u{ffdc}') {
            let start = characters[index].0;
            characters[index].1 = &text[start..start + 6];
            let rest = &characters[index + 1].1[3..];
            characters.splice(index + 1..index + 2, rest.grapheme_indices(true).map(|(at, one)| (start + 6 + at, one)));
        }
        index += 1;
    }
    characters
}

fn fold_character(character: &str) -> String {
    let folded = character.nfkc().collect::<String>().to_lowercase().to_uppercase();
    let lower: String = folded.chars().flat_map(char::to_lowercase).collect();
    let quotes = lower.replace(['‘', '’', 'ʼ', '´'], "'");
    quotes.replace(['‐', '‑', '‒', '–', '−'], "-").nfkc().collect()
}
