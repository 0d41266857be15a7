//! The forms in which texts write a name. Case, width and composition are the same in all of them, by folding.
//!
//! - An accent may be missing: `Nestlé` is written `Nestle`. A text with an accent where the name has none is another word: `über`.
//! - Between words, a space and a hyphen are the same: `New-Balance`.
//! - Between scripts, and before a number, a space may be missing or added: `카카오T`, `GS 25`. Within a script it makes another name:
//!   `NewBalance`, `올리브 영`. A number before letters is an amount, and a single letter before a number a word: `3 M`, `a 4`.
//! - HTML writes `&amp;`.

use unicode_normalization::UnicodeNormalization;

use super::folding::fold_text;
use super::letter::{Kind, kind};
use super::plain_text;

/// The forms in which a folded text has a name, each once. None for a name without visible characters.
pub(super) fn forms(name: &str) -> Vec<String> {
    let name = plain_text(name);
    let name = name.trim();
    if name.is_empty() {
        return Vec::new();
    }
    let mut forms = vec![name.to_owned()];
    if !name.is_ascii() {
        add(&mut forms, without_accents);
    }
    if name.len() > 1 {
        let joined = |form: &str| with_separators(form, "", |_, _| true);
        add(&mut forms, joined);
        for separator in [" ", "-"] {
            add(&mut forms, |form| form.replace([' ', '-'], separator));
            add(&mut forms, |form| with_separators(form, separator, may_be_apart));
        }
    }
    // The hyphen of `-a` is not between words.
    forms.retain(|form| form.trim() == form);
    add(&mut forms, |form| form.replace('&', "&amp;"));
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// Adds another form of each.
fn add(forms: &mut Vec<String>, other: impl Fn(&str) -> String) {
    let others: Vec<String> = forms.iter().map(|form| other(form)).filter(|form| !forms.contains(form)).collect();
    forms.extend(others);
}

/// A name without the marks of its Latin letters.
fn without_accents(name: &str) -> String {
    let mut before = ' ';
    let mut plain = String::new();
    for letter in name.nfkd() {
        let is_accent = kind(letter) == Kind::Mark && before.is_ascii_alphabetic();
        if !is_accent {
            plain.push(letter);
            before = letter;
        }
    }
    // Marks of other letters are composed again.
    fold_text(&plain).as_str().to_owned()
}

/// A name with a separator at each change of script at which one may be.
fn with_separators(name: &str, separator: &str, may_be: impl Fn((Kind, usize), Kind) -> bool) -> String {
    let mut form = String::new();
    // The kind of the letter before, and how many of this kind there are.
    let mut before = (Kind::Sign, 0);
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_separator = matches!(letter, ' ' | '-');
        let next = if is_separator { letters.peek().copied().unwrap_or(' ') } else { letter };
        if is_change(before.0, kind(next)) && (is_separator || before.1 > 0) {
            if may_be(before, kind(next)) {
                form.push_str(separator);
            } else if is_separator {
                form.push(letter);
            }
        } else if is_separator {
            form.push(letter);
        }
        if is_separator {
            before.1 = 0;
        } else {
            form.push(letter);
            before = (kind(letter), if before.0 == kind(letter) { before.1 + 1 } else { 1 });
        }
    }
    form
}

/// Whether two letters are of different scripts, or one is a digit.
fn is_change(one: Kind, other: Kind) -> bool {
    let is_word = |kind| matches!(kind, Kind::Letter | Kind::Digit | Kind::Hangul);
    one != other && is_word(one) && is_word(other)
}

/// Whether a text may separate two parts of a name that is written as one.
fn may_be_apart((before, length): (Kind, usize), next: Kind) -> bool {
    match (before, next) {
        (Kind::Letter, Kind::Digit) => length > 1,
        (Kind::Digit, _) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_forms_that_texts_write() {
        for (name, expected) in [
            ("Nike", &["nike"][..]),
            ("New Balance", &["new balance", "new-balance"]),
            ("new-balance", &["new balance", "new-balance"]),
            ("Nestlé", &["nestle", "nestlé"]),
            ("Häagen-Dazs", &["haagen dazs", "haagen-dazs", "häagen dazs", "häagen-dazs"]),
            ("카카오 T", &["카카오 t", "카카오-t", "카카오t"]),
            ("카카오T", &["카카오 t", "카카오-t", "카카오t"]),
            ("GS25", &["gs 25", "gs-25", "gs25"]),
            ("GS 25", &["gs 25", "gs-25", "gs25"]),
            ("LG전자", &["lg 전자", "lg-전자", "lg전자"]),
            ("올리브영", &["올리브영"]),
            ("-a", &["-a"]),
            ("올리브 영", &["올리브 영", "올리브-영"]),
            ("3M", &["3m"]),
            ("S24", &["s24"]),
            ("11번가", &["11번가"]),
            ("11 번가", &["11 번가", "11-번가", "11번가"]),
            ("AT&T", &["at&amp;t", "at&t"]),
            ("Яндекс й", &["яндекс й", "яндекс-й"]),
            (" \n", &[]),
        ] {
            assert_eq!(forms(name), expected, "{name}");
        }
    }
}
