//! A slow and simple reference implementation of the rule: for every position and every name, letter by letter. It
//! shares the particles and the forms of names with the finder, whose tables are their definition, and nothing else.

pub(super) mod letter;
pub(super) mod links;

use unicode_normalization::UnicodeNormalization;

use super::name_forms::forms;
use super::particles::are_particles;
use super::{BrandNames, Mention};
use letter::{Kind, Letter, fold, is_currency};
use links::links;

pub(super) fn find(brands: &[BrandNames], text: &str) -> Vec<Mention> {
    let letters = fold(text);
    let links = links(text);
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
fn forbids((link, is_host): &links::Link, range: &std::ops::Range<usize>) -> bool {
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
fn is_in_phrase(phrases: &[String], letters: &[Letter], place: std::ops::Range<usize>) -> bool {
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
    let is_word = matches!(kind, Kind::Word | Kind::Number);
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
        Kind::Word => !(before.letter == '\'' && kind_before(2) == Some(Kind::Word)),
        Kind::Number if ['.', ','].contains(&before.letter) => kind_before(2) != Some(Kind::Number),
        Kind::Number => !is_currency(before.letter),
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
        return !word.is_some_and(|letter| matches!(letter.kind, Kind::Word | Kind::Number));
    }
    if next.kind == Kind::Hangul && (is_word || last.kind == Kind::Hangul) {
        let rest: String = letters[end..].iter().map(|letter| letter.letter).collect();
        return are_particles(last.letter, &rest);
    }
    if last.kind == Kind::Hangul && next.kind == Kind::Number {
        let rest: String = letters[end..].iter().map(|letter| letter.letter).collect();
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let after: String = rest.chars().skip(number.len()).collect();
        let is_word = after.chars().next().is_some_and(|next| matches!(letter::kind(next), Kind::Word | Kind::Mark));
        let is_year = ["19", "20"].iter().any(|century| number.starts_with(century)) && number.len() == 4 && !is_word;
        let counters = ["위", "개", "명", "원", "년", "월", "주년", "가지", "켤레", "세대", "번째", "번 ", "종 ", "%"];
        return is_year || counters.iter().any(|counter| after.starts_with(counter));
    }
    if next.letter == '\'' && matches!(last.kind, Kind::Word | Kind::Mark) {
        let joined = letters[end + 1..].iter().take_while(|letter| matches!(letter.kind, Kind::Word | Kind::Number));
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
    if matches!(next.letter, '.' | ',') && last.kind == Kind::Number {
        return letters.get(end + 1).is_none_or(|letter| letter.kind != Kind::Number);
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
    matches!(kind, Kind::Word | Kind::Number | Kind::Mark)
}
