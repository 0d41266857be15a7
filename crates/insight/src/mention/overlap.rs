//! Which names hide others: a longer name, or one that begins earlier, is a mention, and those that overlap it are not.

use super::name_forms::forms;

/// The bytes of names that are compared with all others. With more, all names count as affected.
const COMPARED_BYTES_MAX: usize = 10_000;

/// Returns for each of `names` whether its mentions in any text may be others when the names in `changed` are added to them or
/// removed. It may be `true` without a reason, but is never `false` without one.
pub fn affected_names(changed: &[impl AsRef<str>], names: &[impl AsRef<str>]) -> Vec<bool> {
    let mut hiding: Vec<String> = changed.iter().flat_map(|name| forms(name.as_ref())).collect();
    let forms: Vec<Vec<String>> = names.iter().map(|name| forms(name.as_ref())).collect();
    let mut is_affected = vec![false; names.len()];
    let mut compared = 0;
    while let Some(name) = hiding.pop() {
        compared += name.len();
        if compared > COMPARED_BYTES_MAX {
            return vec![true; names.len()];
        }
        for (is_affected, forms) in is_affected.iter_mut().zip(&forms) {
            if !*is_affected && forms.iter().any(|form| can_hide(&name, form)) {
                *is_affected = true;
                // What it hides itself is affected, too.
                hiding.extend_from_slice(forms);
            }
        }
    }
    is_affected
}

/// Whether a mention of `name` can overlap a place that would name `other`, and begins before it, or with it and is longer.
fn can_hide(name: &str, other: &str) -> bool {
    if name == other {
        return false;
    }
    let is_inside =
        name.match_indices(other).any(|(start, _)| can_be_edge(name, start) && can_be_edge(name, start + other.len()));
    is_inside
        || name.char_indices().skip(1).any(|(start, _)| {
            let end = &name[start..];
            end.len() < other.len()
                && other.starts_with(end)
                && can_be_edge(name, start)
                && can_be_edge(other, end.len())
        })
}

/// Whether a word can begin or end at a byte of a name. It cannot between letters and digits of ASCII.
fn can_be_edge(name: &str, at: usize) -> bool {
    let is_alphanumeric = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = name.as_bytes();
    !(is_alphanumeric(at.checked_sub(1).and_then(|before| bytes.get(before))) && is_alphanumeric(bytes.get(at)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;
    use crate::MentionFinder;

    fn affected(changed: &[&str], names: &[&str]) -> Vec<bool> {
        affected_names(changed, names)
    }

    #[test]
    fn a_name_affects_those_inside_it_and_those_that_it_overlaps() {
        let names = ["air", "Air 2 Pro", "nurio", "air 2", "pair", "누리", "Nurio Air 2 Max"];
        assert_eq!(affected(&["Nurio AIR 2"], &names), [true, true, true, true, false, false, false]);
        assert_eq!(affected(&["누리오"], &["누리", "오즈", "누리오", "tavrin"]), [true, true, false, false]);
    }

    #[test]
    fn a_name_affects_what_those_hide_that_it_hides() {
        assert_eq!(affected(&["a b"], &["b c", "c d", "d e", "e"]), [true, true, true, true]);
        assert_eq!(affected(&["a b"], &["c d", "d e"]), [false, false]);
    }

    #[test]
    fn many_names_are_all_affected() {
        let names: Vec<String> = (0..2_000).map(|number| format!("b {number}")).collect();
        assert_eq!(affected_names(&["a b"], &names), vec![true; 2_000]);
        assert_eq!(affected_names(&["a"], &names), vec![false; 2_000]);
    }

    const WORDS: &[&str] = &["a", "b", "air", "나", "누리", "누리오", "는", "2", "&", "-", "ﬁ", "é"];

    fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
        let word = (prop::sample::select(WORDS), prop::sample::select(&["", " ", " ", "."][..]));
        prop::collection::vec(word, words)
            .prop_map(|words| words.into_iter().flat_map(|(word, end)| [word, end]).collect())
    }

    proptest! {
        #[test]
        fn the_mentions_of_a_name_that_is_not_affected_stay(
            names in prop::collection::vec(text(1..4), 2..7),
            changed in subsequence((0..7).collect::<Vec<usize>>(), 1..3),
            text in text(1..14),
        ) {
            let (changed, kept): (Vec<_>, Vec<_>) =
                names.into_iter().enumerate().partition(|(index, _)| changed.contains(index));
            let texts = |names: Vec<(usize, String)>| names.into_iter().map(|(_, name)| name).collect::<Vec<_>>();
            let (changed, kept) = (texts(changed), texts(kept));
            let find = |names: Vec<&String>| MentionFinder::new(names.into_iter().map(std::iter::once)).unwrap().find(&text);
            let with = find(kept.iter().chain(&changed).collect());
            let without = find(kept.iter().collect());
            for (index, is_affected) in affected_names(&changed, &kept).into_iter().enumerate() {
                let of = |mentions: &[crate::Mention]| {
                    mentions.iter().filter(|mention| mention.entry == index).copied().collect::<Vec<_>>()
                };
                prop_assert!(is_affected || of(&with) == of(&without), "{:?} {changed:?} {text:?}", kept[index]);
            }
        }
    }
}
