//! Tags of English words: the tags of the tagger, corrected for words that its model lacks.

use crate::brill::{Tag, correct, most_frequent_tag};

pub(crate) struct TagInput<'a> {
    /// The word in lower case.
    pub(crate) lower: &'a str,
    /// Its most frequent tag. `None` when the model knows no form of it.
    pub(crate) form: Option<Tag>,
    /// The tag that its spelling gives, such as a name's or a number's. `None` when the model decides.
    pub(crate) spelled: Option<Tag>,
    /// Whether only white space separates it from the word before.
    pub(crate) follows: bool,
    /// Whether the ending of a possessive follows.
    pub(crate) is_possessive: bool,
}

/// The tags of a sentence. A sentence that `is_clause` has a verb, a title or an item of a list need not.
pub(crate) fn tags(words: &[TagInput<'_>], is_clause: bool) -> Vec<Tag> {
    let (mut texts, mut tags, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for (at, word) in words.iter().enumerate() {
        // Punctuation is a word for the tagger.
        if at > 0 && !word.follows {
            texts.push(",");
            tags.push(Tag::Punct);
        }
        places.push(texts.len());
        texts.push(word.lower);
        tags.push(word.spelled.or(word.form).unwrap_or_else(|| tag_of_unknown(word.lower)));
        if word.is_possessive {
            texts.push("'s");
            tags.push(Tag::Part);
        }
    }
    correct(&texts, &mut tags);
    for (word, place) in words.iter().zip(&places) {
        if let Some(tag) = word.spelled {
            tags[*place] = tag;
        } else if tags[*place] == Tag::Verb && !may_be_verb(word.lower) || tags[*place] == Tag::Propn {
            tags[*place] = Tag::Noun;
        }
    }
    find_verbs_by_word_before(&texts, &mut tags);
    find_nouns(&texts, &mut tags);
    if is_clause {
        for clause in clauses(&texts, &tags) {
            find_verb(&texts[clause.clone()], &mut tags[clause]);
        }
        find_further_verbs(&texts, &mut tags);
    }
    places.into_iter().map(|place| tags[place]).collect()
}

/// Tags a word that can be a verb as one after a pronoun or a negation: `it sells`, `do not fog`.
fn find_verbs_by_word_before(texts: &[&str], tags: &mut [Tag]) {
    const MODALS: &[&str] = &["can", "could", "did", "do", "does", "may", "might", "must", "should", "will", "would"];
    for at in 1..tags.len() {
        let is_singular_subject = matches!(texts[at - 1], "he" | "it" | "she");
        let is_plural_subject = matches!(texts[at - 1], "i" | "they" | "we");
        let is_negated = texts[at - 1] == "not" && at > 1 && MODALS.contains(&texts[at - 2]);
        let agrees = if is_plural(texts[at]) { is_singular_subject } else { is_plural_subject };
        let is_verb = agrees && may_be_verb(texts[at]) || is_negated && !is_plural(texts[at]);
        if is_verb && tags[at] == Tag::Noun {
            tags[at] = Tag::Verb;
        }
    }
}

/// Tags the last word of a phrase as its noun: `the ranking`, `no white cast`.
fn find_nouns(texts: &[&str], tags: &mut [Tag]) {
    for at in 1..tags.len() {
        let is_plain = !texts[at].ends_with("ed") && !texts[at].ends_with("est") && !texts[at].ends_with("ly");
        let next = tags.get(at + 1).copied();
        let ends = next.is_none_or(|tag| matches!(tag, Tag::Adp | Tag::Punct | Tag::Aux));
        let before = tags[at - 1];
        let in_phrase = match before {
            Tag::Det => texts[at].ends_with("ing") || matches!(texts[at - 1], "a" | "an" | "every" | "the"),
            Tag::Adj | Tag::Noun | Tag::Propn => {
                tags[at.saturating_sub(4)..at - 1].contains(&Tag::Det) && !matches!(texts[at - 1], "more" | "most")
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

/// The ranges between punctuation and conjunctions that begin a clause.
fn clauses(texts: &[&str], tags: &[Tag]) -> Vec<std::ops::Range<usize>> {
    const CONJUNCTIONS: &[&str] = &["although", "because", "if", "unless", "when", "whereas", "while"];
    let ends = |at: &usize| tags[*at] == Tag::Punct || CONJUNCTIONS.contains(&texts[*at]);
    let mut start = 0;
    let mut clauses = Vec::new();
    for end in (0..tags.len()).filter(ends).chain([tags.len()]) {
        clauses.push(start..end);
        start = end + 1;
    }
    clauses
}

/// Tags the further verbs of a subject: `sends reminders, tracks expenses and exports reports`.
fn find_further_verbs(texts: &[&str], tags: &mut [Tag]) {
    let mut is_list = false;
    let Some(first) = (0..tags.len()).find(|at| tags[*at] == Tag::Verb && is_plural(texts[*at])) else { return };
    for at in first + 2..tags.len().saturating_sub(1) {
        let is_next = tags[at - 1] == Tag::Punct || is_list && texts[at - 1] == "and";
        let has_object = matches!(tags[at + 1], Tag::Noun | Tag::Det | Tag::Adj | Tag::Pron | Tag::Propn);
        if is_next && has_object && tags[at] == Tag::Noun && is_plural(texts[at]) && may_be_verb(texts[at]) {
            tags[at] = Tag::Verb;
            is_list = true;
        }
    }
}

/// Tags a word of a clause as its verb: the word after the names that open it (`Nongshim exports noodles`), or the first
/// that can be one when the clause has none (`Users praise the comfort`).
fn find_verb(texts: &[&str], tags: &mut [Tag]) {
    let is_subject = |tag: &Tag| matches!(tag, Tag::Propn | Tag::Num | Tag::Det | Tag::Cconj | Tag::Part);
    let opening = tags.iter().take_while(|tag| is_subject(tag)).count();
    let is_both = |at: usize| matches!(texts[at], "all" | "both" | "each");
    let has_names =
        (0..opening).rev().find(|at| !is_both(*at)).is_some_and(|at| matches!(tags[at], Tag::Propn | Tag::Num));
    let after_names = opening < tags.len()
        && has_names
        && tags[opening] == Tag::Noun
        && (may_be_verb(texts[opening]) || is_unknown_verb(texts, tags, opening))
        && is_plural(texts[opening]) != tags[..opening].contains(&Tag::Cconj)
        && !tags
            .get(opening + 1)
            .is_some_and(|next| matches!(next, Tag::Verb | Tag::Aux) && !texts[opening + 1].ends_with(['s', 'd']));
    let is_finite = |at: usize| tags[at] == Tag::Aux || tags[at] == Tag::Verb && !texts[at].ends_with("ing");
    // Guests at the Savoy complain.
    let before_preposition = tags.iter().position(|tag| *tag == Tag::Adp).unwrap_or_default();
    let has_plural_subject = before_preposition == 1 && tags[0] == Tag::Noun && is_plural(texts[0]);
    let is_verb = |at: &usize| {
        if has_plural_subject && *at > 2 && tags[*at] == Tag::Noun && tags[at - 1] == Tag::Propn {
            return may_be_verb(texts[*at]) && !is_plural(texts[*at]);
        }
        let is_joined = at.checked_sub(2).is_some_and(|before| texts[before] == "and");
        tags[*at] == Tag::Noun
            && matches!(tags[at - 1], Tag::Noun | Tag::Propn | Tag::Num)
            && may_be_verb(texts[*at])
            && is_plural(texts[*at]) == (!is_plural(texts[at - 1]) && !is_joined)
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

/// Whether a word that the model does not know is a verb after a name, as an object follows: `encrypts files`.
fn is_unknown_verb(texts: &[&str], tags: &[Tag], at: usize) -> bool {
    let is_finite = |tag: &Tag| matches!(tag, Tag::Aux | Tag::Verb);
    tag_of_form(texts[at]).is_none()
        && is_plural(texts[at]) != tags[..at].contains(&Tag::Cconj)
        && tags.get(at + 1).is_some_and(|next| matches!(next, Tag::Noun | Tag::Det | Tag::Adj | Tag::Pron))
        && !tags[at + 1..].iter().any(is_finite)
        && !texts.get(at + 1).is_some_and(|next| may_be_verb(next) && !is_plural(next))
}

fn is_plural(word: &str) -> bool {
    word.ends_with('s') && !word.ends_with("ss")
}

/// Whether the model knows a word, or another form of it, as a verb.
fn may_be_verb(word: &str) -> bool {
    let is_verb = |form: &str| most_frequent_tag(form) == Some(Tag::Verb);
    let has_form = |stem: &str| {
        let short = stem.strip_suffix('e').unwrap_or(stem);
        // shipped
        let doubled = || stem.chars().next_back().map(|last| format!("{stem}{last}"));
        let has_participle = |stem: &str| is_verb(&format!("{stem}ed")) || is_verb(&format!("{stem}ing"));
        is_verb(stem) || has_participle(short) || doubled().is_some_and(|stem| has_participle(&stem))
    };
    let stems = [word.strip_suffix('s'), word.strip_suffix("es")];
    is_verb(word)
        || word.ends_with("ing")
        || word.ends_with("ed")
        || has_form(word)
        || stems.into_iter().flatten().any(has_form)
        || word.strip_suffix("ies").is_some_and(|stem| has_form(&format!("{stem}y")))
}

/// The most frequent tag of a lower-case word or, when the model does not know it, of another form of it.
pub(crate) fn tag_of_form(word: &str) -> Option<Tag> {
    most_frequent_tag(word).or_else(|| tag_of_other_form(word))
}

/// The most frequent tag of the singular of a lower-case word, or the tag of a verb whose other form the model knows.
pub(crate) fn tag_of_other_form(word: &str) -> Option<Tag> {
    let stem = |plural: &str, singular: &str| {
        most_frequent_tag(&format!("{}{singular}", word.strip_suffix(plural)?))
            .filter(|tag| matches!(tag, Tag::Noun | Tag::Verb))
    };
    let singular = stem("ies", "y").or_else(|| stem("s", "")).or_else(|| stem("es", ""));
    singular.or_else(|| (word.ends_with('s') && may_be_verb(word)).then_some(Tag::Verb))
}

/// Whether a word is a verb and a particle that are one noun: `check-in`.
pub(crate) fn is_verb_with_particle(word: &str) -> bool {
    const PARTICLES: &[&str] = &["back", "down", "in", "off", "on", "out", "over", "up"];
    word.rsplit_once('-').is_some_and(|(verb, particle)| PARTICLES.contains(&particle) && !verb.contains('-'))
}

/// Whether a word is a noun with the `y` of an adjective: `creamy`.
fn is_adjective_of_noun(word: &str) -> bool {
    word.strip_suffix('y').is_some_and(|stem| {
        stem.len() > 2 && [stem, &format!("{stem}e")].iter().any(|form| most_frequent_tag(form) == Some(Tag::Noun))
    })
}

/// The tag of a lower-case word that the model does not know.
pub(crate) fn tag_of_unknown(word: &str) -> Tag {
    if is_verb_with_particle(word) {
        return Tag::Noun;
    }
    if is_adjective_of_noun(word) {
        return Tag::Adj;
    }
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
