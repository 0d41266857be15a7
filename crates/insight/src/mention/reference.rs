//! The rule again, slow and plain: for every position and every name, letter by letter. It shares the normalization, the kinds
//! of letters, the particles and the addresses with the finder, and nothing else.

use unicode_segmentation::UnicodeSegmentation;

use super::Mention;
use super::address::Addresses;
use super::letter::{Kind, is_currency, kind};
use super::normalization::nfkc;
use super::particles::are_particles;

/// A folded letter.
#[derive(Clone, Copy, Debug)]
struct Letter {
    letter: char,
    kind: Kind,
    /// The bytes of its character in the text.
    start: usize,
    end: usize,
    /// Whether it is the first or the last letter of its character.
    is_first: bool,
    is_last: bool,
}

/// Finds the mentions of brands in a text.
pub(super) fn find(brands: &[Vec<String>], text: &str) -> Vec<Mention> {
    let letters = fold(text);
    let addresses = Addresses::new(text);
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let ends = (at + 1..=letters.len()).rev();
        let mut found: Vec<Mention> = Vec::new();
        for end in ends {
            let range = letters[at].start..letters[end - 1].end;
            if !starts(&letters, at) || !ends_at(&letters, end) || !addresses.allow(&range) {
                continue;
            }
            for (brand, names) in brands.iter().enumerate() {
                if names.iter().any(|name| is_name(name, &letters[at..end])) {
                    found.push(Mention { start: range.start, end: range.end, brand });
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

fn is_name(name: &str, letters: &[Letter]) -> bool {
    let name: String = fold(name).iter().map(|letter| letter.letter).collect();
    name.trim().chars().eq(letters.iter().map(|letter| letter.letter)) && !name.trim().is_empty()
}

/// Folds a text by its characters.
fn fold(text: &str) -> Vec<Letter> {
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
    let mut letters: Vec<Letter> = Vec::new();
    for (start, character) in characters {
        let end = start + character.len();
        let visible: String = character.chars().filter(|letter| !is_invisible(*letter)).collect();
        let Some(first) = visible.chars().next() else { continue };
        let is_space = |letter: char| letter.is_whitespace() || "\u{3164}\u{ffa0}".contains(letter);
        if visible.chars().all(is_space) {
            if letters.last().is_none_or(|last| last.letter != ' ') {
                letters.push(Letter { letter: ' ', kind: Kind::Sign, start, end, is_first: true, is_last: true });
            }
            continue;
        }
        let is_alone = visible.chars().count() == 1;
        let stays = is_alone && (('\u{3131}'..='\u{318e}').contains(&first) || "™℠".contains(first));
        let folded = if stays { visible.clone() } else { fold_character(&visible) };
        let is_wide_digit = matches!(first, '０'..='９' | '\u{1d7ce}'..='\u{1d7ff}');
        let is_symbol = folded != visible && !first.is_alphabetic() && !is_wide_digit;
        let count = folded.chars().count();
        letters.extend(folded.chars().enumerate().map(|(at, letter)| {
            let kind = match kind(letter) {
                Kind::Letter | Kind::Digit if is_symbol => Kind::Sign,
                kind => kind,
            };
            Letter { letter, kind, start, end, is_first: at == 0, is_last: at + 1 == count }
        }));
    }
    letters
}

fn fold_character(character: &str) -> String {
    let folded = nfkc(character).to_lowercase().to_uppercase();
    let lower: String = folded.chars().flat_map(char::to_lowercase).collect();
    let quotes = lower.replace(['‘', '’', 'ʼ', '´'], "'");
    nfkc(&quotes.replace(['‐', '‑', '‒', '–', '−'], "-"))
}

fn is_invisible(letter: char) -> bool {
    let code = u32::from(letter);
    let ranges = [
        0xad..=0xad,
        0x34f..=0x34f,
        0x61c..=0x61c,
        0x115f..=0x1160,
        0x17b4..=0x17b5,
        0x180b..=0x180f,
        0x200b..=0x200f,
        0x202a..=0x202e,
        0x2060..=0x206f,
        0xfe00..=0xfe0f,
        0xfeff..=0xfeff,
        0xfff0..=0xfff8,
        0x1bca0..=0x1bca3,
        0x1d173..=0x1d17a,
        0xe0000..=0xe0fff,
    ];
    ranges.iter().any(|range| range.contains(&code))
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
    if is_word && before.letter == '&' && joins(letters, at - 1) {
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
    let length = |letters: &mut dyn Iterator<Item = &Letter>| letters.take_while(|one| is_word_part(one.kind)).count();
    let (before, after) = (length(&mut letters[..at].iter().rev()), length(&mut letters[at + 1..].iter()));
    before > 0 && after > 0 && (before == 1 || after == 1)
}

fn is_word_part(kind: Kind) -> bool {
    matches!(kind, Kind::Letter | Kind::Digit | Kind::Mark)
}
