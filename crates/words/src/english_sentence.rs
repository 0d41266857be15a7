//! The tagged words of an English sentence, and the names among them.

use std::collections::HashSet;

use crate::brill::{Tag, most_frequent_tag};
use crate::english_tags::{TagInput, is_verb_with_particle, tag_of_form, tag_of_other_form, tag_of_unknown, tags};
use crate::names::{
    is_capitalized, is_common_acronym, is_edition, is_name_by_spelling, is_ordinary, is_ordinary_maker, maker_length,
};
use crate::script::{is_latin, is_mark, is_number, segments};
use crate::stop_words::{CALENDAR_WORDS, ENGLISH_FUNCTION_WORDS, ENGLISH_LIGHT_NOUNS, is_stop_word, is_unit};

/// The minimum number of words of a title. A line with at least so many words is a title if most of them are capitalized.
const TITLE_MIN: usize = 4;

/// The maximum number of words of a name. More words with capitals are text in capitals.
pub(crate) const NAME_WORDS_MAX: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EnglishNoun {
    /// A proper noun, as it is written, with single spaces.
    Proper(String),
    /// A common noun, in lower case.
    Common(String),
}

/// What a text shows about its names.
#[derive(Debug, Default)]
pub(crate) struct KnownNames {
    /// The words of names.
    pub(crate) proper: HashSet<String>,
    /// Words that the tagger does not know and that the text has in lower case: they are not names.
    lower: HashSet<String>,
}

impl KnownNames {
    /// Learns the names inside a sentence, and the words in lower case. At its start and in a title a capital shows nothing.
    pub(crate) fn learn(&mut self, words: &EnglishSentence<'_>) {
        if !words.is_title {
            let names = (0..words.all.len()).filter(|at| !words.all[*at].opens && words.is_name(*at, self));
            let names: Vec<String> = names.map(|at| words.all[at].text.to_owned()).collect();
            self.proper.extend(names);
        }
        let lower = words.all.iter().filter(|word| !is_capitalized(word.text) && word.form.is_none());
        self.lower.extend(lower.map(|word| word.lower.clone()));
    }
}

struct Word<'a> {
    /// The word without the ending of a possessive.
    text: &'a str,
    lower: String,
    /// Its most frequent tag. `None` when the model does not know it.
    known: Option<Tag>,
    /// Its most frequent tag, or that of another form. `None` when the model knows no form of it.
    form: Option<Tag>,
    tag: Tag,
    /// Whether only white space separates it from the word before.
    follows: bool,
    /// Whether a sentence, a quotation or an item of a list begins with it, so that its capital shows nothing.
    opens: bool,
    /// Whether the ending of a possessive follows.
    is_possessive: bool,
}

impl Word<'_> {
    /// Whether this is a name that was known before the analysis.
    fn is_given(&self) -> bool {
        self.text.starts_with(is_mark)
    }

    fn to_tag(&self, is_title: bool) -> TagInput<'_> {
        let capital_counts = is_capitalized(self.text) && !self.opens && !is_title;
        let is_unknown = || self.form.is_none() && !has_ordinary_ending(&self.lower);
        let spelled = if is_number(self.text) {
            Some(Tag::Num)
        } else {
            let is_name = is_name_by_spelling(self.text)
                || capital_counts && !is_function_tag(self.known)
                || is_capitalized(self.text) && is_unknown();
            is_name.then_some(Tag::Propn)
        };
        TagInput {
            lower: &self.lower,
            form: self.form,
            spelled,
            follows: self.follows,
            is_possessive: self.is_possessive,
        }
    }
}

/// The tagged words of an English sentence.
pub(crate) struct EnglishSentence<'a> {
    all: Vec<Word<'a>>,
    is_title: bool,
}

impl<'a> EnglishSentence<'a> {
    pub(crate) fn new(sentence: &'a str) -> Self {
        let mut all = words(sentence);
        let is_title = is_title(&all);
        let is_clause = !is_title && sentence.trim_end().ends_with(['.', '!', '?']);
        let input: Vec<TagInput<'_>> = all.iter().map(|word| word.to_tag(is_title)).collect();
        let tags = tags(&input, is_clause);
        for (word, tag) in all.iter_mut().zip(tags) {
            word.tag = tag;
        }
        Self { all, is_title }
    }

    /// The nouns in their order.
    pub(crate) fn nouns(&self, known: &KnownNames) -> Vec<EnglishNoun> {
        let mut nouns = Vec::new();
        let mut at = 0;
        while at < self.all.len() {
            let end = self.name_end(at, known);
            if end > at {
                let name: Vec<&str> = self.all[at..end].iter().map(|word| word.text).collect();
                let after_article = at > 0 && self.all[at].follows && self.all[at - 1].lower == "the";
                add_names(&name, after_article, &mut nouns);
                at = end;
            } else {
                nouns.extend(self.common_noun(at));
                at += 1;
            }
        }
        nouns
    }

    /// Whether a word is a name, or a word of one.
    fn is_name(&self, at: usize, known: &KnownNames) -> bool {
        let word = &self.all[at];
        if word.is_given() {
            return true;
        }
        if is_name_by_spelling(word.text) {
            return !is_ordinary_word_in_capitals(word) && !self.is_unit(at);
        }
        if !is_capitalized(word.text) || is_common_acronym(word.text) || word.text.chars().nth(1).is_none() {
            return false;
        }
        if known.proper.contains(word.text) {
            return true;
        }
        let tag = word.form;
        if word.opens || self.is_title {
            return match tag {
                None => {
                    !has_ordinary_ending(&word.lower)
                        && !known.lower.contains(&word.lower)
                        && !self.is_ordinary_here(at)
                }
                Some(Tag::Propn) => true,
                _ if is_ordinary_maker(&word.lower) => true,
                Some(Tag::Noun | Tag::Verb) if !self.is_title => self.is_beside_name(at),
                Some(Tag::Noun) => self.is_before_model(at),
                _ => false,
            };
        }
        match tag {
            Some(Tag::Det | Tag::Adp | Tag::Pron | Tag::Aux | Tag::Cconj | Tag::Sconj | Tag::Part | Tag::Num) => false,
            // Korean food, but Korean Air.
            Some(Tag::Adj) if is_nationality(&word.lower) => {
                !self.all.get(at + 1).is_some_and(|next| next.follows && !is_capitalized(next.text))
            }
            _ => true,
        }
    }

    /// Whether the words around an unknown word with a first capital show that it is not a name: `a Stroller`, `Fig and cedar`,
    /// `Vegans love`, and in a title `Cheaper Groupset for`.
    fn is_ordinary_here(&self, at: usize) -> bool {
        let word = &self.all[at];
        let before = at.checked_sub(1).map(|before| &self.all[before]).filter(|_| word.follows);
        let after_article = before.is_some_and(|before| matches!(before.lower.as_str(), "a" | "an"));
        let after_adjective = self.is_title
            && before.is_some_and(|before| before.known == Some(Tag::Adj) && !is_stop_word(&before.lower));
        let Some(next) = self.all.get(at + 1).filter(|next| next.follows) else {
            return after_article || after_adjective;
        };
        let ends_phrase = after_adjective && is_function_tag(next.known);
        let is_plural_subject = word.lower.ends_with('s')
            && !is_capitalized(next.text)
            && next.known == Some(Tag::Verb)
            && !next.lower.ends_with('s')
            && !next.lower.ends_with("ed");
        // Wetsuits from Krevo keep warm.
        let is_plural_before_preposition = word.lower.ends_with('s')
            && !["ss", "us", "is"].iter().any(|ending| word.lower.ends_with(ending))
            && matches!(next.lower.as_str(), "at" | "by" | "for" | "from" | "in" | "on" | "with" | "without");
        let is_beside_noun = matches!(next.lower.as_str(), "and" | "or")
            && self
                .all
                .get(at + 2)
                .is_some_and(|after| after.follows && !is_capitalized(after.text) && after.tag == Tag::Noun);
        after_article || ends_phrase || is_plural_subject || is_plural_before_preposition || is_beside_noun
    }

    /// Whether the number of a model follows a noun of a title: `Galaxy S24`.
    fn is_before_model(&self, at: usize) -> bool {
        !ENGLISH_LIGHT_NOUNS.contains(&self.all[at].lower)
            && self.all.get(at + 1).is_some_and(|next| {
                next.follows
                    && (is_model_number(next.text)
                        || is_name_by_spelling(next.text) && next.text.contains(|letter: char| letter.is_ascii_digit()))
            })
    }

    fn is_unit(&self, at: usize) -> bool {
        at > 0 && self.all[at].follows && is_number(self.all[at - 1].text) && is_unit(&self.all[at].lower)
    }

    /// Whether a conjunction or a comma joins the first word to a name: `Pilot and Zebra`, `Slack, Zoom and Asana`.
    fn is_beside_name(&self, at: usize) -> bool {
        let joins_name = |at: usize| {
            let (next, after) = (self.all.get(at), self.all.get(at + 1));
            next.is_some_and(|next| next.follows && matches!(next.lower.as_str(), "and" | "or"))
                && after.is_some_and(|after| after.follows && is_capitalized(after.text))
        };
        let is_listed = |word: &Word<'_>| !word.follows && !word.opens && is_capitalized(word.text);
        let is_in_list = self.all.get(at + 1).is_some_and(is_listed)
            && (joins_name(at + 2) || self.all.get(at + 2).is_some_and(is_listed));
        joins_name(at + 1) || is_in_list
    }

    /// The end of the name that begins at a word: the word itself when none does.
    fn name_end(&self, start: usize, known: &KnownNames) -> usize {
        let first = &self.all[start];
        let joins_next =
            |next: &Word<'_>| next.follows && is_capitalized(next.text) && !next.is_given() && !self.is_title;
        let is_name = self.is_name(start, known);
        // Blue Bottle, The North Face: an ordinary word opens a name of ordinary words.
        let opens_name = !is_name
            && is_capitalized(first.text)
            && (first.opens
                && matches!(first.tag, Tag::Noun | Tag::Adj | Tag::Adp | Tag::Verb | Tag::Propn)
                && !is_stop_word_of_start(&first.lower)
                || !first.opens && first.lower == "the")
            && !first.is_possessive
            && self
                .all
                .get(start + 1)
                .is_some_and(|next| joins_next(next) && (is_ordinary(next.text) || first.tag == Tag::Noun));
        if !is_name && !opens_name
            || CALENDAR_WORDS.contains(&first.lower) && !self.all.get(start + 1).is_some_and(joins_next)
        {
            return start;
        }
        let mut end = start + 1;
        let continues = |end: usize, word: &Word<'_>| {
            word.follows && !word.is_given() && !self.all[end - 1].is_possessive && end - start < NAME_WORDS_MAX
        };
        while let Some(word) = self.all.get(end).filter(|word| continues(end, word)) {
            let is_part = if is_number(word.text) {
                is_model_number(word.text)
                    && !self.all.get(end + 1).is_some_and(|next| next.follows && is_unit(&next.lower))
            } else {
                is_capitalized(word.text)
                    && (!self.is_title || is_title_part(word))
                    && !is_common_acronym(word.text)
                    && (!is_function_tag(word.known) || !self.is_title && self.all.get(end + 1).is_some_and(joins_next))
                    || is_name_by_spelling(word.text)
            };
            if !is_part {
                break;
            }
            end += 1;
        }
        end
    }

    fn common_noun(&self, at: usize) -> Option<EnglishNoun> {
        let word = &self.all[at];
        let next = self.all.get(at + 1);
        let is_amount = |word: &Word<'_>| {
            is_number(word.text)
                || matches!(word.lower.as_str(), "about" | "half" | "less" | "more" | "nothing" | "only" | "twice")
        };
        let is_price = matches!(word.lower.as_str(), "cost" | "costs") && next.is_some_and(is_amount);
        let is_modifier = word.lower.contains('-') && next.is_some_and(|next| next.follows && next.tag == Tag::Noun);
        let is_noun = word.tag == Tag::Noun && !cannot_be_noun(word.text) && has_only_letters(word.text)
            || is_common_acronym(word.text);
        (is_noun && !ENGLISH_LIGHT_NOUNS.contains(&word.lower) && !is_modifier && !is_price && !self.is_unit(at))
            .then(|| EnglishNoun::Common(word.lower.clone()))
    }
}

/// The words of a sentence, without tags.
fn words(sentence: &str) -> Vec<Word<'_>> {
    let segments = segments(sentence);
    let mut words: Vec<Word<'_>> = Vec::with_capacity(segments.len());
    let (mut end, mut only_numbers) = (0, true);
    for (at, segment) in segments.iter().enumerate() {
        let gap = &sentence[end..segment.offset];
        let next = segments.get(at + 1);
        let stem = base(segment.text);
        // McDonald's sells, but McDonald's burger.
        let is_given = stem.starts_with(is_mark);
        let is_possessive = stem.len() < segment.text.len()
            && (is_given || next.is_some_and(|next| !next.after_punctuation && !ends_phrase(next.text)));
        let text = if is_possessive || !is_capitalized(stem) || is_given { stem } else { segment.text };
        let lower = text.to_lowercase();
        let known = most_frequent_tag(&lower);
        words.push(Word {
            text,
            known,
            form: known.or_else(|| tag_of_other_form(&lower)),
            lower,
            tag: Tag::Noun,
            follows: at > 0 && !segment.after_punctuation,
            opens: only_numbers || gap.contains([':', '"', '“', '(', '*', '•', '—']),
            is_possessive,
        });
        only_numbers &= is_number(text);
        end = segment.offset + segment.text.len();
    }
    words
}

/// Whether a word after `'s` ends the phrase, so that the name includes the ending.
fn ends_phrase(word: &str) -> bool {
    let tag = tag_of_form(&word.to_lowercase());
    is_function_tag(tag) || tag == Some(Tag::Verb)
}

/// Whether a tag is that of a function word, such as a preposition or a pronoun.
pub(crate) fn is_function_tag(tag: Option<Tag>) -> bool {
    matches!(tag, Some(Tag::Det | Tag::Adp | Tag::Pron | Tag::Aux | Tag::Cconj | Tag::Sconj | Tag::Part))
}

/// Whether an adjective is one of a nation, which has a capital and is not a name: `Korean`.
fn is_nationality(word: &str) -> bool {
    const IRREGULAR: &[&str] = &["arab", "czech", "dutch", "french", "greek", "nordic", "swiss", "thai", "welsh"];
    ["an", "ese", "ish"].iter().any(|ending| word.ends_with(ending)) || IRREGULAR.contains(&word)
}

/// Whether an unknown word ends like an ordinary one, so that a first capital makes no name of it.
fn has_ordinary_ending(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "ation", "ologists", "ers", "ing", "ings", "ity", "ities", "ment", "ments", "ness", "sion", "ship", "tions",
        "phones", "buds", "ed", "proof", "less",
    ];
    word.len() > 5
        && (ENDINGS.iter().any(|ending| word.ends_with(ending))
            || is_adverb_of_adjective(word)
            || is_adjective_of_verb(word)
            || is_verb_with_particle(word)
            || word.contains('-') && tag_of_unknown(word) != Tag::Noun)
}

/// Whether a word is a verb with `able`. Names end so after other words: `Airtable`.
fn is_adjective_of_verb(word: &str) -> bool {
    let Some(stem) = word.strip_suffix("able") else { return false };
    [stem.to_owned(), format!("{stem}e")].iter().any(|form| tag_of_form(form) == Some(Tag::Verb))
}

/// Whether a word is an adjective or a participle with `ly`. Names end so after other words: `Grammarly`.
fn is_adverb_of_adjective(word: &str) -> bool {
    let Some(stem) = word.strip_suffix("ly") else { return false };
    let forms = [stem.to_owned(), format!("{stem}le"), format!("{}y", stem.trim_end_matches('i'))];
    forms.iter().any(|form| matches!(tag_of_form(form), Some(Tag::Adj | Tag::Verb | Tag::Adv)))
}

/// Whether a word in capitals is an ordinary word: `FREE`.
fn is_ordinary_word_in_capitals(word: &Word<'_>) -> bool {
    word.text.len() > 2 && word.text.chars().all(char::is_uppercase) && word.known.is_some_and(|tag| tag != Tag::Propn)
}

/// Whether a word of a title belongs to the name before it.
fn is_title_part(word: &Word<'_>) -> bool {
    is_edition(&word.lower) || word.form.is_none_or(|tag| tag == Tag::Propn)
}

/// Words that open a sentence but not a name.
fn is_stop_word_of_start(word: &str) -> bool {
    is_stop_word(word) || ENGLISH_FUNCTION_WORDS.contains(word)
}

/// A word without `'s`.
pub(crate) fn base(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Whether a number may be the number of a model: up to four digits, with a letter at most.
pub(crate) fn is_model_number(word: &str) -> bool {
    word.len() <= 4
        && word.chars().all(|letter| letter.is_ascii_digit())
        && !(word.len() == 4 && (word.starts_with("19") || word.starts_with("20")))
}

fn has_only_letters(word: &str) -> bool {
    word.chars().all(|letter| is_latin(letter) && !letter.is_ascii_digit() || matches!(letter, '-' | '\'' | '’'))
}

/// Whether a word cannot be a noun: a single letter, no letters, a contraction, or a function word.
pub(crate) fn cannot_be_noun(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.chars().nth(1).is_none()
        || !word.contains(char::is_alphabetic)
        || is_number(word)
        || word.starts_with("I'")
        || word.starts_with("I’")
        || word.contains(['\'', '’']) && !is_capitalized(word)
        || is_stop_word(&lower)
        || ENGLISH_FUNCTION_WORDS.contains(&lower)
        || ENGLISH_LIGHT_NOUNS.contains(&lower)
        || CALENDAR_WORDS.contains(&lower)
}

/// Whether a word is in lower case and may be a noun.
pub(crate) fn may_be_common_noun(word: &str) -> bool {
    word.chars().nth(2).is_some()
        && word.chars().all(|letter| letter.is_lowercase() || letter == '-')
        && !word.ends_with("ly")
        && !cannot_be_noun(word)
}

fn is_title(words: &[Word<'_>]) -> bool {
    let mut content = words.iter().filter(|word| !is_number(word.text) && !is_function_tag(word.known));
    let count = content.clone().count();
    words.len() >= TITLE_MIN
        && count > 0
        && content.all(|word| is_capitalized(word.text) || is_name_by_spelling(word.text))
}

/// Adds the name that some words are, or the names of a maker and its product.
pub(crate) fn add_names(words: &[&str], after_article: bool, nouns: &mut Vec<EnglishNoun>) {
    let (maker, product) = words.split_at(maker_length(words, after_article));
    for name in [maker, product] {
        let is_name = match name {
            [] => false,
            [word] => !cannot_be_noun(word) || is_name_by_spelling(word),
            _ => true,
        };
        if is_name {
            nouns.push(EnglishNoun::Proper(name.join(" ")));
        }
    }
}
