//! Where a word begins and ends in a folded text. Only the text decides, not the name that is compared with it.
//!
//! A change of script is a boundary, and so are signs. Latin words follow Unicode Standard Annex #29, with four differences: a
//! possessive or a contraction is not part of a name (`Nike's`), a single period between letters is a sign, an ampersand
//! beside a single letter joins (`KT&G`), and `+` and `#` belong to the word before them (`Disney+`, `C#`), unless another
//! word follows (`Nike+Adidas`).

use super::folded::FoldedText;
use super::letter::{Kind, is_currency, kind};
use super::particles::are_particles;

/// Endings that an apostrophe joins to a noun.
const CONTRACTIONS: [&str; 5] = ["s", "ll", "d", "re", "ve"];

/// What follows a number that counts or ranks.
const COUNTERS: [&str; 14] =
    ["위", "개", "명", "원", "년", "월", "주년", "가지", "켤레", "세대", "번째", "번 ", "종 ", "%"];

/// What follows an ampersand that is an entity of HTML: `AT&amp;T`.
const ENTITY: &str = "amp;";

pub(super) fn starts_word(folded: &FoldedText, at: usize) -> bool {
    let (before, after) = folded.as_str().split_at(at);
    let Some(first) = after.chars().next() else { return false };
    match kind_at(folded, first, at) {
        first @ (Kind::Letter | Kind::Digit) => match last(folded, before) {
            Some((_, Kind::Letter | Kind::Digit | Kind::Mark)) => false,
            Some((_, Kind::Underscore)) => !is_joined_before(folded, before),
            Some(('&', _)) => !after.starts_with(ENTITY) && !is_joined_by_ampersand(folded, at - 1),
            Some((';', _)) => match before[..at - 1].strip_suffix("&amp") {
                Some(before) => !is_joined_by_ampersand(folded, before.len()),
                None => true,
            },
            Some(('\'', _)) if first == Kind::Letter => !ends_with_kind(folded, &before[..before.len() - 1], first),
            Some(('.' | ',', _)) if first == Kind::Digit => !ends_with_kind(folded, &before[..before.len() - 1], first),
            Some((sign, _)) if first == Kind::Digit => !is_currency(sign),
            _ => true,
        },
        script @ (Kind::Hangul | Kind::Katakana) => !ends_with_kind(folded, before, script),
        Kind::Sign | Kind::Underscore | Kind::Mark | Kind::Unspaced => true,
    }
}

pub(super) fn ends_word(folded: &FoldedText, at: usize) -> bool {
    let (before, after) = folded.as_str().split_at(at);
    let Some((letter, last)) = last(folded, before) else { return false };
    let Some((next, next_kind)) = first(folded, after) else { return true };
    match (last, next_kind) {
        (Kind::Letter | Kind::Digit | Kind::Mark, Kind::Letter | Kind::Digit | Kind::Mark) => false,
        (Kind::Letter | Kind::Digit | Kind::Mark, Kind::Underscore) => !is_joined_after(folded, after),
        (Kind::Letter | Kind::Digit | Kind::Mark, Kind::Sign) if next == '&' => !is_joined_by_ampersand(folded, at),
        (Kind::Letter | Kind::Digit | Kind::Mark, Kind::Sign) if is_suffix(next) => !is_continued(folded, at),
        (Kind::Letter | Kind::Mark, Kind::Sign) if next == '\'' => !is_joined_by_apostrophe(folded, &after[1..]),
        (Kind::Digit, Kind::Sign) if matches!(next, '.' | ',') => {
            !first(folded, &after[1..]).is_some_and(|(_, kind)| kind == Kind::Digit)
        }
        (Kind::Letter | Kind::Digit | Kind::Mark | Kind::Hangul, Kind::Hangul) => are_particles(letter, after),
        (Kind::Hangul, Kind::Digit) => !is_number_of_name(after),
        (Kind::Katakana, Kind::Katakana) => false,
        _ => true,
    }
}

/// Whether the digits at the start of a text belong to the Hangul before them, which is another name then: `이마트24`. A year does
/// not, nor a number that counts or ranks: `나이키2024`, `나이키1위`.
fn is_number_of_name(text: &str) -> bool {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let is_word = rest.chars().next().is_some_and(|next| matches!(kind(next), Kind::Letter | Kind::Mark));
    let is_only_a_year = is_year && !is_word;
    !is_only_a_year && !COUNTERS.iter().any(|counter| rest.starts_with(counter))
}

/// The last letter of the text before a place.
fn last(folded: &FoldedText, before: &str) -> Option<(char, Kind)> {
    let letter = before.chars().next_back()?;
    Some((letter, kind_at(folded, letter, before.len() - letter.len_utf8())))
}

/// The first letter of the text after a place.
fn first(folded: &FoldedText, after: &str) -> Option<(char, Kind)> {
    let letter = after.chars().next()?;
    Some((letter, kind_at(folded, letter, folded.as_str().len() - after.len())))
}

/// The kind of the letter at `at`. The letters of a symbol are not a word: `5㎏`, `1️⃣Nike`.
fn kind_at(folded: &FoldedText, letter: char, at: usize) -> Kind {
    match kind(letter) {
        Kind::Underscore => Kind::Underscore,
        _ if folded.is_symbol(at) => Kind::Sign,
        kind => kind,
    }
}

fn ends_with_kind(folded: &FoldedText, before: &str, expected: Kind) -> bool {
    last(folded, before).is_some_and(|(_, kind)| kind == expected)
}

/// Whether underscores join the word after them to a word before them: `my_nike`, but not `_nike_`.
fn is_joined_before(folded: &FoldedText, before: &str) -> bool {
    matches!(last(folded, before.trim_end_matches('_')), Some((_, Kind::Letter | Kind::Digit | Kind::Mark)))
}

/// Whether underscores join the word before them to a word after them.
fn is_joined_after(folded: &FoldedText, after: &str) -> bool {
    matches!(first(folded, after.trim_start_matches('_')), Some((_, Kind::Letter | Kind::Digit)))
}

/// Whether an apostrophe joins the word before it to the letters after it: `l'oréal`, but not `nike's`.
fn is_joined_by_apostrophe(folded: &FoldedText, after: &str) -> bool {
    let is_letter = |text| first(folded, text).is_some_and(|(_, kind)| matches!(kind, Kind::Letter | Kind::Digit));
    let ends_with = |ending: &str| {
        let joined = after.split_at_checked(ending.len());
        joined.is_some_and(|(joined, rest)| joined.eq_ignore_ascii_case(ending) && !is_letter(rest))
    };
    is_letter(after) && !CONTRACTIONS.into_iter().any(ends_with)
}

/// Whether the ampersand at `at` joins the words on both sides of it, because one of them is a single letter.
fn is_joined_by_ampersand(folded: &FoldedText, at: usize) -> bool {
    let (before, after) = (&folded.as_str()[..at], &folded.as_str()[at + 1..]);
    let after = after.strip_prefix(ENTITY).unwrap_or(after);
    let start = folded.as_str().len() - after.len();
    let before = before.char_indices().rev().map(|(index, letter)| kind_at(folded, letter, index));
    let after = after.char_indices().map(|(index, letter)| kind_at(folded, letter, start + index));
    matches!((word_length(before), word_length(after)), (1, 1..) | (1.., 1))
}

/// Whether a sign can be the last of a word.
fn is_suffix(sign: char) -> bool {
    matches!(sign, '+' | '#')
}

/// Whether the signs at `at` are a part of the word before them: `C++17`, `C#은`. One sign between two words of several letters
/// is not.
fn is_continued(folded: &FoldedText, at: usize) -> bool {
    let (before, after) = folded.as_str().split_at(at);
    let rest = after.trim_start_matches(is_suffix);
    let is_word = first(folded, rest).is_some_and(|(_, kind)| match kind {
        Kind::Sign | Kind::Underscore => false,
        Kind::Hangul => !are_particles('+', rest),
        _ => true,
    });
    let before = before.char_indices().rev().map(|(index, letter)| kind_at(folded, letter, index));
    !is_word || after.len() - rest.len() > 1 || word_length(before) == 1
}

/// The length of the word with which letters of these kinds begin. Two also means more.
fn word_length(kinds: impl Iterator<Item = Kind>) -> usize {
    kinds.take(2).take_while(|kind| matches!(kind, Kind::Letter | Kind::Digit | Kind::Mark)).count()
}
