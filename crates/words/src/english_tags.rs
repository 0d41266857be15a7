//! Tags of English words: the tagger's, with what it cannot know about words that its model lacks.

use crate::brill::{Tag, correct, most_frequent_tag};

/// A word to tag.
pub(crate) struct TagInput {
    /// The word in lower case.
    pub(crate) lower: String,
    /// The tag that its spelling gives, such as a name's or a number's. `None` when the model decides.
    pub(crate) spelled: Option<Tag>,
    /// Whether only white space separates it from the word before.
    pub(crate) follows: bool,
    /// Whether the ending of a possessive follows.
    pub(crate) is_possessive: bool,
}

/// The tags of a sentence. A sentence that `is_clause` has a verb, a title or an item of a list need not.
pub(crate) fn tags(words: &[TagInput], is_clause: bool) -> Vec<Tag> {
    let (mut texts, mut tags, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for (at, word) in words.iter().enumerate() {
        // Punctuation is a word for the tagger.
        if at > 0 && !word.follows {
            texts.push(",".to_owned());
            tags.push(Tag::Punct);
        }
        places.push(texts.len());
        texts.push(word.lower.clone());
        tags.push(word.spelled.or_else(|| tag_of_form(&word.lower)).unwrap_or_else(|| tag_of_unknown(&word.lower)));
        if word.is_possessive {
            texts.push("'s".to_owned());
            tags.push(Tag::Part);
        }
    }
    correct(&texts, &mut tags);
    for (word, place) in words.iter().zip(&places) {
        if let Some(tag) = word.spelled {
            tags[*place] = tag;
        } else if tags[*place] == Tag::Verb && !may_be_verb(&word.lower) || tags[*place] == Tag::Propn {
            tags[*place] = Tag::Noun;
        }
    }
    find_nouns(&texts, &mut tags);
    if is_clause {
        for clause in clauses(&tags) {
            find_verb(&texts[clause.clone()], &mut tags[clause]);
        }
    }
    places.into_iter().map(|place| tags[place]).collect()
}

/// Tags the last word of a phrase as its noun: `the ranking`, `no white cast`.
fn find_nouns(texts: &[String], tags: &mut [Tag]) {
    for at in 1..tags.len() {
        let is_plain = !texts[at].ends_with("ed") && !texts[at].ends_with("est") && !texts[at].ends_with("ly");
        let next = tags.get(at + 1).copied();
        let ends = next.is_none_or(|tag| matches!(tag, Tag::Adp | Tag::Punct | Tag::Aux));
        let before = tags[at - 1];
        let in_phrase = match before {
            Tag::Det => texts[at].ends_with("ing"),
            Tag::Adj | Tag::Noun | Tag::Propn => {
                tags[at.saturating_sub(4)..at - 1].contains(&Tag::Det)
                    && !matches!(texts[at - 1].as_str(), "more" | "most")
            }
            _ => false,
        };
        let is_object = matches!(tags[at], Tag::Adj | Tag::Verb) && is_plain && ends && in_phrase;
        let is_subject = tags[at] == Tag::Verb
            && texts[at].ends_with('s')
            && next == Some(Tag::Aux)
            && !matches!(before, Tag::Pron | Tag::Propn | Tag::Noun);
        if is_object && !(tags[at] == Tag::Verb && texts[at].ends_with('s') && next != Some(Tag::Aux)) || is_subject {
            tags[at] = Tag::Noun;
        }
    }
}

/// The ranges between punctuation.
fn clauses(tags: &[Tag]) -> Vec<std::ops::Range<usize>> {
    let mut start = 0;
    let mut clauses = Vec::new();
    for clause in tags.split(|tag| *tag == Tag::Punct) {
        clauses.push(start..start + clause.len());
        start += clause.len() + 1;
    }
    clauses
}

/// Tags a word of a clause as its verb: the word after the names that open it (`Nongshim exports noodles`), or the first
/// that can be one when the clause has none (`Users praise the comfort`).
fn find_verb(texts: &[String], tags: &mut [Tag]) {
    let is_subject = |tag: &Tag| matches!(tag, Tag::Propn | Tag::Num | Tag::Det | Tag::Cconj | Tag::Part);
    let opening = tags.iter().take_while(|tag| is_subject(tag)).count();
    let after_names = opening > 0
        && opening < tags.len()
        && matches!(tags[opening - 1], Tag::Propn | Tag::Num)
        && tags[opening] == Tag::Noun
        && may_be_verb(&texts[opening])
        && is_plural(&texts[opening]) != tags[..opening].contains(&Tag::Cconj)
        && !tags
            .get(opening + 1)
            .is_some_and(|next| matches!(next, Tag::Verb | Tag::Aux) && !texts[opening + 1].ends_with('s'));
    let is_finite = |at: usize| tags[at] == Tag::Aux || tags[at] == Tag::Verb && !texts[at].ends_with("ing");
    let is_verb = |at: &usize| {
        let is_joined = at.checked_sub(2).is_some_and(|before| texts[before] == "and");
        tags[*at] == Tag::Noun
            && matches!(tags[at - 1], Tag::Noun | Tag::Propn | Tag::Num)
            && may_be_verb(&texts[*at])
            && is_plural(&texts[*at]) == (!is_plural(&texts[at - 1]) && !is_joined)
    };
    let verb = if after_names {
        Some(opening)
    } else if (0..tags.len()).any(is_finite) {
        None
    } else {
        (1..tags.len()).find(is_verb)
    };
    if let Some(at) = verb {
        tags[at] = Tag::Verb;
        if let Some(next) = tags.get_mut(at + 1).filter(|next| after_names && **next == Tag::Verb) {
            *next = Tag::Noun;
        }
    }
}

fn is_plural(word: &str) -> bool {
    word.ends_with('s') && !word.ends_with("ss")
}

/// Whether the model knows a word, or another form of it, as a verb.
fn may_be_verb(word: &str) -> bool {
    let is_verb = |form: &str| most_frequent_tag(form) == Some(Tag::Verb);
    let has_form = |stem: &str| {
        let short = stem.strip_suffix('e').unwrap_or(stem);
        is_verb(stem) || is_verb(&format!("{short}ed")) || is_verb(&format!("{short}ing"))
    };
    let stems = [word.strip_suffix('s'), word.strip_suffix("es")];
    is_verb(word)
        || word.ends_with("ing")
        || word.ends_with("ed")
        || has_form(word)
        || stems.into_iter().flatten().any(has_form)
        || word.strip_suffix("ies").is_some_and(|stem| has_form(&format!("{stem}y")))
}

/// The most frequent tag of a lower-case word or, when the model does not know it, of its singular.
pub(crate) fn tag_of_form(word: &str) -> Option<Tag> {
    let stem = |plural: &str, singular: &str| {
        most_frequent_tag(&format!("{}{singular}", word.strip_suffix(plural)?))
            .filter(|tag| matches!(tag, Tag::Noun | Tag::Verb))
    };
    let known =
        most_frequent_tag(word).or_else(|| stem("ies", "y")).or_else(|| stem("s", "")).or_else(|| stem("es", ""));
    known.or_else(|| (word.ends_with('s') && may_be_verb(word)).then_some(Tag::Verb))
}

/// The tag of a lower-case word that the model does not know.
pub(crate) fn tag_of_unknown(word: &str) -> Tag {
    if let Some((_, last)) = word.rsplit_once('-') {
        return match tag_of_form(last) {
            Some(Tag::Noun) if !word.contains(|letter: char| letter.is_ascii_digit()) => Tag::Noun,
            _ => Tag::Adj,
        };
    }
    const ENDINGS: &[(&str, Tag)] = &[
        ("ly", Tag::Adv),
        ("ing", Tag::Verb),
        ("ed", Tag::Verb),
        ("able", Tag::Adj),
        ("ible", Tag::Adj),
        ("ful", Tag::Adj),
        ("less", Tag::Adj),
        ("ous", Tag::Adj),
        ("ive", Tag::Adj),
        ("ish", Tag::Adj),
        ("est", Tag::Adj),
        ("ic", Tag::Adj),
        ("ical", Tag::Adj),
    ];
    ENDINGS.iter().find(|(ending, _)| word.ends_with(ending)).map_or(Tag::Noun, |(_, tag)| *tag)
}
