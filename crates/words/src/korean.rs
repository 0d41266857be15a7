//! Finds Korean nouns with the morphemes of a dictionary, which splits a word that it does not know into words that it knows
//! (`타브린`). Here a segment is a noun with its particles, a verb with its endings, or else unknown and stays whole.
//! docs/decisions/0013-nouns-and-tokens.md explains the choices.

use crate::dictionary::Morpheme;
use crate::korean_common_nouns::{ADJECTIVE_ROOTS, COMMON_NOUNS, KOREAN_LIGHT_NOUNS, NADA_VERB_ROOTS};
use crate::korean_names::{ends_like_organization, is_company, is_known_name};
use crate::particles;
use crate::script::{is_hangul, is_latin};
use crate::segment_cache::KoreanNoun;
use crate::stop_words::KOREAN_STOP_WORDS;
use crate::text_dictionary::TextDictionary;

/// The maximum number of syllables of a compound. A longer one is text without spaces, and its parts are the nouns.
const COMPOUND_MAX: usize = 9;

/// The maximum number of syllables of the particles after a noun.
const PARTICLE_MAX: usize = 4;

/// Endings that a particle can follow: `먹고는`. After any other, the word before the particle is a name.
const ENDINGS_BEFORE_PARTICLES: &[&str] = &[
    "고", "서", "아서", "어서", "지", "면", "으면", "게", "아", "어", "도록", "려고", "며", "면서", "기", "음", "ㅁ",
    "느냐", "는지", "은지", "ㄴ지", "자",
];

/// The nouns of a segment that contains Hangul.
pub(crate) fn nouns(dictionary: &TextDictionary<'_>, segment: &str) -> Vec<KoreanNoun> {
    let tail = segment.trim_start_matches(|letter| !is_hangul(letter));
    if tail.len() < segment.len() && particles::is_particle(tail) {
        return Vec::new();
    }
    let morphemes = dictionary.morphemes(segment);
    let shape = shape(&morphemes);
    let is_known =
        matches!(shape, Shape::Noun(1)) && morphemes[0].is_noun() && morphemes[1..].iter().all(Morpheme::is_particle);
    if is_known {
        return compound(&morphemes[..1], None);
    }
    if let Some(word) = known_word(dictionary, segment, &morphemes, shape) {
        return compound(&[word], None);
    }
    match shape {
        Shape::Noun(end) => compound(&morphemes[..end], morphemes.get(end)),
        Shape::Other => Vec::new(),
        Shape::Unknown if segment.chars().nth(COMPOUND_MAX + PARTICLE_MAX).is_some() => parts(&morphemes),
        Shape::Unknown => unknown(dictionary, segment, &morphemes).into_iter().collect(),
    }
}

/// The word of the dictionary that a segment consists of, with or without one particle or the copula. The analyzer
/// prefers rarer words that are longer: `매장이`.
fn known_word(
    dictionary: &TextDictionary<'_>,
    segment: &str,
    morphemes: &[Morpheme],
    shape: Shape,
) -> Option<Morpheme> {
    if let [only] = morphemes {
        return only.is_noun().then(|| only.clone());
    }
    let with_particle = particles::stems(segment);
    let with_copula = particles::stems_of_copula(segment);
    let is_verbal = |morpheme: &Morpheme| matches!(morpheme.tag(), "XSV" | "XSA");
    // A text without spaces may end with many particles, each of which would cost an analysis.
    let is_text = segment.chars().nth(COMPOUND_MAX + PARTICLE_MAX).is_some();
    if is_text || matches!(shape, Shape::Other) || morphemes.iter().any(is_verbal) {
        return None;
    }
    let word = |stem| {
        let mut alone = dictionary.morphemes(stem);
        alone.pop().filter(|_| alone.is_empty())
    };
    let with_particle = with_particle.filter_map(word).find(Morpheme::is_noun);
    with_particle.or_else(|| with_copula.filter_map(word).find(|word| word.is("NNG")))
}

#[derive(Clone, Copy)]
enum Shape {
    /// The number of morphemes of the noun. Particles and endings follow them.
    Noun(usize),
    /// A verb, an adverb or a number.
    Other,
    /// A sequence that is not Korean.
    Unknown,
}

fn shape(morphemes: &[Morpheme]) -> Shape {
    // A number opens the segment: 30시간, 20대.
    if morphemes.first().is_some_and(|first| first.is("SN")) {
        return Shape::Other;
    }
    if is_noun_with_verb(morphemes) {
        return Shape::Noun(1);
    }
    let end = morphemes.iter().position(|morpheme| !morpheme.is_nominal()).unwrap_or(morphemes.len());
    let (stem, tail) = morphemes.split_at(end);
    if stem.is_empty() {
        return verb_shape(morphemes);
    }
    if !is_noun_tail(tail) {
        return Shape::Unknown;
    }
    // A pronoun or a numeral is not a noun, and does not begin one.
    match stem.iter().position(|morpheme| matches!(morpheme.tag(), "NP" | "NR")) {
        Some(0) if stem[1..].iter().all(|morpheme| morpheme.is_bound() || matches!(morpheme.tag(), "SN" | "NR")) => {
            return Shape::Other;
        }
        Some(_) => return Shape::Unknown,
        None => {}
    }
    let bound = stem.iter().rev().take_while(|morpheme| morpheme.is_bound()).count();
    let end = end - bound;
    if end == 0 { Shape::Other } else { Shape::Noun(end) }
}

/// Whether what the dictionary tags as the pronoun 나 is the verb 나다 after a noun: `냄새나는`, `소문난`.
fn is_noun_with_verb(morphemes: &[Morpheme]) -> bool {
    match morphemes {
        [noun, verb] => verb.text == "난" && NADA_VERB_ROOTS.contains(&noun.text),
        [noun, verb, ending] => verb.text == "나" && ending.text == "는" && NADA_VERB_ROOTS.contains(&noun.text),
        _ => false,
    }
}

/// Whether the morphemes after a noun can follow one: particles, the copula or a verbal suffix, and then endings.
fn is_noun_tail(tail: &[Morpheme]) -> bool {
    let Some((first, rest)) = tail.split_first() else { return true };
    let is_ending = |morpheme: &Morpheme| {
        morpheme.is_ending() || morpheme.is_particle() || matches!(morpheme.tag(), "VX" | "VCP" | "VCN")
    };
    let starts = first.is_particle() || matches!(first.tag(), "XSV" | "XSA" | "VCP");
    starts && !tail.iter().any(is_archaic) && rest.iter().all(is_ending)
}

/// The shape of a segment that begins with no noun.
fn verb_shape(morphemes: &[Morpheme]) -> Shape {
    let Some((first, rest)) = morphemes.split_first() else { return Shape::Other };
    if rest.is_empty() {
        return Shape::Other;
    }
    if matches!(first.tag(), "VV" | "VA" | "VX" | "VCN" | "VCP" | "XR" | "XSV" | "XSA") {
        let mut before = first;
        for morpheme in rest {
            let continues = morpheme.is_ending()
                || matches!(morpheme.tag(), "VX" | "XSA" | "XSV" | "VCP")
                || morpheme.is_particle()
                    && (before.ends_with_ending() && ENDINGS_BEFORE_PARTICLES.contains(&before.text.as_str())
                        || before.is_particle()
                        || matches!(before.tag(), "ETN" | "EF"));
            if !continues || is_archaic(morpheme) {
                return Shape::Unknown;
            }
            before = morpheme;
        }
        return Shape::Other;
    }
    let is_adverb = matches!(first.tag(), "MAG" | "MAJ" | "IC" | "NP" | "NR");
    let follows_adverb = |morpheme: &Morpheme| {
        morpheme.is_particle()
            || morpheme.is_ending()
            || matches!(morpheme.tag(), "VCP" | "XSV" | "XSA" | "XSN" | "NNBC")
    };
    if is_adverb && rest.iter().all(follows_adverb) { Shape::Other } else { Shape::Unknown }
}

/// Whether an ending is archaic, so that the word must be a name: `누리오`.
fn is_archaic(morpheme: &Morpheme) -> bool {
    matches!(morpheme.text.as_str(), "오" | "소" | "움" | "라네" | "노라" | "코") && morpheme.ends_with_ending()
        || is_archaic_particle(morpheme)
}

/// Whether a particle is archaic, so that the word must be a name: `나뚜루`, `피그마는`.
fn is_archaic_particle(morpheme: &Morpheme) -> bool {
    morpheme.is_particle() && matches!(morpheme.text.as_str(), "루" | "마는" | "그려" | "토록")
}

/// The noun of a stem of known words.
fn compound(stem: &[Morpheme], next: Option<&Morpheme>) -> Vec<KoreanNoun> {
    // An affix alone is not a word.
    let is_affix_alone = matches!(stem, [only] if only.is("XPN"));
    if is_affix_alone || stem.iter().any(|morpheme| morpheme.is("XSN") && morpheme.text == "적") {
        return Vec::new();
    }
    let mut text: String = stem.iter().map(|morpheme| morpheme.text.as_str()).collect();
    // The dictionary finds words with such endings in names that it splits: 브루·베·인의, 소르·베·오로.
    let is_apart = stem.len() > 1 && stem.iter().all(|morpheme| !morpheme.is("XSN"));
    let ends_with_ro = || stem.len() > 2 && text.ends_with('로') && text.chars().nth(4).is_some();
    if is_apart && (text.ends_with(['의', '와', '를']) || ends_with_ro()) {
        text.pop();
    }
    // The dictionary tags such words as nouns: 해요, 이지만. The names of makers may end like them, too: 혼다.
    let is_name = || is_known_name(&text) || matches!(stem, [only] if only.is("NNP"));
    if particles::is_polite(&text) || particles::ends_like_verb(&text) && !is_name() {
        return Vec::new();
    }
    let next = next.map(Morpheme::tag);
    if next == Some("XSA") || next == Some("XSV") && ADJECTIVE_ROOTS.contains(&text) || is_no_token(&text) {
        return Vec::new();
    }
    if text.chars().count() > COMPOUND_MAX {
        return parts(stem);
    }
    // Latin letters alone are for the rules of English.
    if !text.contains(is_hangul) {
        return Vec::new();
    }
    vec![KoreanNoun { is_proper: is_proper(stem, &text), text }]
}

/// The nouns of a compound of known words, in their order. Empty for any other noun. A word beside a noun of one
/// syllable may be a piece of an unknown one: 캔·슬링.
pub(crate) fn parts_of_compound(dictionary: &TextDictionary<'_>, noun: &str) -> Vec<String> {
    let morphemes = dictionary.morphemes(noun);
    let is_compound = morphemes.iter().filter(|morpheme| !morpheme.is_affix()).count() > 1;
    if !is_compound || !morphemes.iter().all(Morpheme::is_nominal) {
        return Vec::new();
    }
    let is_short = |at: Option<usize>| {
        at.and_then(|at| morphemes.get(at)).is_some_and(|next| next.is_noun() && next.syllables() == 1)
    };
    let is_part = |at: usize| {
        let part = &morphemes[at];
        part.is_noun() && part.syllables() > 1 && !is_short(at.checked_sub(1)) && !is_short(Some(at + 1))
    };
    (0..morphemes.len()).filter(|at| is_part(*at)).map(|at| morphemes[at].text.clone()).collect()
}

/// The nouns of a text without spaces.
fn parts(morphemes: &[Morpheme]) -> Vec<KoreanNoun> {
    let nouns = morphemes.iter().filter(|part| part.is_noun() && part.syllables() > 1 && !is_no_token(&part.text));
    let noun = |part: &Morpheme| KoreanNoun {
        text: part.text.clone(),
        is_proper: is_proper(std::slice::from_ref(part), &part.text),
    };
    nouns.map(noun).collect()
}

fn is_no_token(text: &str) -> bool {
    KOREAN_LIGHT_NOUNS.contains(text) || KOREAN_STOP_WORDS.contains(text)
}

fn is_proper(stem: &[Morpheme], text: &str) -> bool {
    if COMMON_NOUNS.contains(text) {
        return false;
    }
    if is_known_name(text) || is_company(text) {
        return true;
    }
    let (Some(first), Some(last)) = (stem.first(), stem.last()) else { return false };
    if let [only] = stem {
        return only.is("NNP");
    }
    if last.is("XSN") {
        return false;
    }
    if text.contains(is_latin) {
        return true;
    }
    let first_is_name = (first.is("NNP") || is_known_name(&first.text)) && !COMMON_NOUNS.contains(&first.text);
    if ends_like_organization(text) || first_is_name && stem.len() == 2 && last.is("NNG") && last.syllables() > 1 {
        return first_is_name;
    }
    let is_common = |morpheme: &Morpheme| morpheme.is("NNG") || COMMON_NOUNS.contains(&morpheme.text);
    let has_short_part = stem.iter().any(|morpheme| morpheme.syllables() == 1 && !morpheme.is_affix());
    // 닭·가슴살
    if is_common(last) && last.syllables() > 2 {
        return false;
    }
    if stem.iter().all(|morpheme| is_common(morpheme) || morpheme.is_affix()) {
        return has_short_part && !(last.syllables() == 1 && first.syllables() > 1 && ends_compounds(&last.text));
    }
    !ends_compounds(&last.text)
}

/// Whether a noun of one syllable ends many compounds: `성분표`.
fn ends_compounds(word: &str) -> bool {
    const COMPOUND_FINAL_SYLLABLES: &[&str] = &[
        "값", "곳", "광", "밤", "백", "젤", "캡", "탑", "팟", "펜", "폼", "권", "기", "길", "날", "대", "띠", "률",
        "료", "막", "면", "문", "물", "밥", "방", "법", "병", "복", "봉", "부", "북", "비", "빵", "산", "상", "색",
        "석", "선", "세", "솔", "수", "실", "약", "옷", "용", "율", "인", "일", "자", "잔", "장", "점", "제", "죽",
        "줄", "즙", "집", "차", "책", "천", "칩", "층", "컵", "키", "탕", "통", "팩", "판", "폰", "표", "품", "풀",
        "핀", "형", "화",
    ];
    COMPOUND_FINAL_SYLLABLES.contains(&word)
}

/// The word of a segment that the dictionary does not know: the segment without its particles.
fn unknown(dictionary: &TextDictionary<'_>, segment: &str, morphemes: &[Morpheme]) -> Option<KoreanNoun> {
    let particles: usize = morphemes
        .iter()
        .rev()
        .take_while(|last| last.is_particle() && !is_archaic_particle(last))
        .map(|last| last.text.len())
        .sum();
    let stem = match particles {
        0 => particles::strip_particle(segment),
        _ => segment.get(..segment.len() - particles).filter(|stem| stem.chars().nth(1).is_some()).unwrap_or(segment),
    };
    let is_word = stem.chars().all(|letter| is_hangul(letter) || is_latin(letter));
    // 올린, 쓸
    let describes = stem == segment
        && morphemes.last().is_some_and(|last| last.is_contracted_ending() || last.is_ending() && !is_archaic(last));
    if !is_word
        || describes
        || stem.chars().count() > COMPOUND_MAX
        || is_no_token(stem)
        || particles::ends_like_verb(stem)
    {
        return None;
    }
    let alone = dictionary.morphemes(stem);
    let is_proper = match alone.as_slice() {
        [only] if !only.is_nominal() => return None,
        [only] if only.is("NNG") => is_known_name(stem),
        _ => is_known_name(stem) || !COMMON_NOUNS.contains(stem) && !has_common_noun_suffix(stem),
    };
    Some(KoreanNoun { text: stem.to_owned(), is_proper })
}

/// Whether an unknown word ends with a suffix of common nouns: `내구성`.
fn has_common_noun_suffix(word: &str) -> bool {
    word.chars().nth(2).is_some()
        && ["감", "기", "력", "성", "소", "장", "통", "폰", "표", "형"].iter().any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_word_with_a_common_noun_suffix_is_recognized() {
        assert!(has_common_noun_suffix("내구성") && has_common_noun_suffix("먼지통"));
        assert!(!has_common_noun_suffix("타브린") && !has_common_noun_suffix("기성"));
    }
}
