//! Other spellings of a name, which texts may have and which are no mentions: one rule for all names would find other words.

use super::name_forms::forms;

/// Letters of Latin and their forms with accents, of which names have one at most times.
const ACCENTED: &[(char, &str)] = &[
    ('a', "áàâäåã"),
    ('c', "ç"),
    ('e', "éèêë"),
    ('i', "íìîï"),
    ('n', "ñ"),
    ('o', "óòôöø"),
    ('u', "úùûü"),
    ('y', "ýÿ"),
];

/// The spellings of a name that differ in spaces or in one accent, and that are not found as the name, each once: `NewBalance` of
/// `New Balance`, `올리브 영` of `올리브영`, `Nestlé` of `Nestle`. Without capitals.
///
/// ```
/// assert!(answerdeck_insight::other_spellings("New Balance").contains(&"newbalance".to_owned()));
/// ```
pub fn other_spellings(name: &str) -> Vec<String> {
    let forms = forms(name);
    let Some(plain) = forms.iter().find(|form| !form.contains('-') && !form.contains("&amp;")).or(forms.first()) else {
        return Vec::new();
    };
    let mut others = vec![plain.replace([' ', '-'], "")];
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    for (at, letter) in plain.char_indices() {
        let (before, after) = plain.split_at(at);
        // A Latin letter alone is another word.
        let is_apart = !letter.is_ascii() || before.len() > 1 && after.len() > 1;
        if is_apart && is_word(before.chars().next_back()) && is_word(Some(letter)) {
            others.push(format!("{before} {after}"));
        }
        let accents = ACCENTED.iter().find(|(plain, _)| *plain == letter).map_or("", |(_, accents)| accents);
        others.extend(accents.chars().map(|accent| format!("{before}{accent}{}", &after[1..])));
    }
    let mut spellings: Vec<String> = Vec::new();
    for other in others {
        if !forms.contains(&other) && !spellings.contains(&other) {
            spellings.push(other);
        }
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_be_joined_split_or_have_an_accent() {
        for (name, spelling) in [
            ("New Balance", "newbalance"),
            ("NewBalance", "new balance"),
            ("Coca-Cola", "cocacola"),
            ("올리브영", "올리브 영"),
            ("올리브 영", "올리브영"),
            ("뉴발란스", "뉴 발란스"),
            ("Nestle", "nestlé"),
            ("Citroen", "citroën"),
            ("H&M Home", "h&mhome"),
        ] {
            assert!(other_spellings(name).contains(&spelling.to_owned()), "{name}: {:?}", other_spellings(name));
        }
        assert!(!other_spellings("New Balance").contains(&"new-balance".to_owned()), "it is found");
        assert!(!other_spellings("Nike").contains(&"n ike".to_owned()));
        assert_eq!(other_spellings("\u{200b}"), Vec::<String>::new());
    }
}
