//! Where sentences end. `answerdeck_words::sentences` has a rule of its own, because the console, which uses this crate, has no room for
//! its dictionaries, and because what is stored about answers depends on this rule.

/// The bytes after the ends of sentences: a line break, or a mark before a space.
pub fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter_map(|(at, character)| {
        let after = at + character.len_utf8();
        let is_mark = matches!(character, '.' | '!' | '?' | '。');
        (character == '\n' || is_mark && text[after..].starts_with(char::is_whitespace)).then_some(after)
    })
}
