//! Finds Korean nouns without a dictionary: removes the particle of a word.

use crate::korean_common_nouns::{ADJECTIVE_ROOTS, KOREAN_LIGHT_NOUNS};
use crate::script::is_hangul;
use crate::stop_words::KOREAN_STOP_WORDS;
use crate::word_list::WordList;

/// Particles at the end of a Korean word, the longest first.
const PARTICLES: &str = "\
     에서는 으로는 한테 에게 에서 으로 이랑 하고 까지 부터 보다 처럼 께서 마다 조차 에는 에도 랑 은 는 이 가 을 \
     를 에 의 와 과 도";

/// Particles that join two nouns, as "and" does: `A랑 B`. The longest first.
const JOINING_PARTICLES: &[&str] = &["이랑", "하고", "랑", "와"];

/// Endings of words that are not nouns.
static ENDINGS: WordList = WordList::new(
    "
    니다 어요 아요 해요 에요 예요 세요 네요 지요 군요 나요 까요 려요 와요 봐요 워요 이다 하다 한다 된다 는다 없다 하는
    되는 있는 없는 같은 좋은 는데 은데 한데 인데 지만 면서 려고 해서 어서 아서 하면 으면 되면 하게 하지 니까 하며 이며
    해야 어야 아야 할까 을까 거나 든지 도록 해줘 하여 되어 하십시오 하시는 하시기 하실 하신 시켜 시키는 시킨다",
);

/// What follows the ending of a verb in writing: `감사합니다만`, `극대화한다는`.
const AFTER_ENDINGS: &[&str] = &["만", "는", "고", "면", "며", "던", "지만", "라고", "라는"];

/// A word without its particle. The particle stays where fewer than two syllables would be left, because a short word
/// may be a name that ends like a particle. A Latin name or a number always loses its particle.
pub fn strip_particle(word: &str) -> &str {
    let is_complete =
        |stem: &&str| stem.chars().count() >= 2 || stem.ends_with(|letter: char| letter.is_ascii_alphanumeric());
    PARTICLES.split(' ').find_map(|particle| word.strip_suffix(particle).filter(is_complete)).unwrap_or(word)
}

/// A word without the particle that joins it to the next noun, such as `랑`. `None` when it has none; empty when it is the
/// particle itself.
pub fn strip_joining_particle(word: &str) -> Option<&str> {
    JOINING_PARTICLES.iter().find_map(|particle| word.strip_suffix(particle))
}

/// The most frequent forms of the copula after a noun, the longest first.
const COPULAS: &str = "이었습니다 이었다 입니다 이지만 이에요 예요 이다 이고 이며 이면 였다 면 다 인 고";

/// The word without its particle, for each particle that it may end with. At least two letters.
pub(crate) fn stems(word: &str) -> impl Iterator<Item = &str> {
    let particles = PARTICLES.split(' ').chain(["로", "만", "에만", "으로도", "에서도"]);
    particles.filter_map(|particle| word.strip_suffix(particle)).filter(is_long_enough)
}

/// The word without the copula, for each form that it may end with. At least two letters.
pub(crate) fn stems_of_copula(word: &str) -> impl Iterator<Item = &str> {
    COPULAS.split(' ').filter_map(|copula| word.strip_suffix(copula)).filter(is_long_enough)
}

fn is_long_enough(stem: &&str) -> bool {
    stem.chars().nth(1).is_some()
}

pub(crate) fn is_particle(word: &str) -> bool {
    PARTICLES.split(' ').any(|particle| particle == word)
}

/// Whether a word has the ending of the past tense: `샀다`, `이겼고`.
fn is_past_tense(word: &str) -> bool {
    word.chars().rev().nth(1).is_some_and(|syllable| final_consonant(syllable) == Some(SSANG_SIOS))
}

/// Whether a word has the ending of the present tense: `이끈다`.
fn is_present_tense(word: &str) -> bool {
    let Some(stem) = word.strip_suffix('다') else { return false };
    stem.chars().next_back().and_then(final_consonant) == Some(NIEUN)
}

/// The numbers of ㄴ and ㅆ among the 28 final consonants of a syllable.
const NIEUN: u32 = 4;
const SSANG_SIOS: u32 = 20;

fn final_consonant(syllable: char) -> Option<u32> {
    is_hangul(syllable).then(|| (u32::from(syllable) - u32::from('가')) % 28)
}

/// Whether a word ends like a polite request or statement. The dictionary tags some as names: `주세요`.
pub(crate) fn is_polite(word: &str) -> bool {
    ["니다", "세요", "어요", "해요", "네요", "까요"].iter().any(|ending| word.ends_with(ending))
}

/// Whether a word ends like a verb or an adjective.
pub(crate) fn ends_like_verb(word: &str) -> bool {
    is_past_tense(word) || is_present_tense(word) || ENDINGS.any(|ending| word.ends_with(ending))
}

/// Endings of verbs that are derived from a noun: `추천한다`.
const VERBAL_ENDINGS: &str = "했습니다 됐습니다 합니다 됩니다 하세요 한다 했다 된다 됐다 하는 되는 하고 하며 해요";

/// The nouns that a segment seems to have. Hangul after a number is a unit: `30시간`, `139,000원인`.
pub(crate) fn nouns(segment: &str) -> impl Iterator<Item = &str> {
    let mut rest = segment;
    std::iter::from_fn(move || {
        let (before, run) = rest.split_at(rest.find(is_hangul)?);
        let (run, after) = run.split_at(run.find(|letter| !is_hangul(letter)).unwrap_or(run.len()));
        rest = after;
        let is_of_number = |letter: u8| letter.is_ascii_digit() || matches!(letter, b',' | b'.');
        let is_unit = !before.is_empty() && before.bytes().all(is_of_number);
        Some(noun(run).filter(|_| !is_unit))
    })
    .flatten()
}

/// The noun that a run of Hangul seems to be.
fn noun(run: &str) -> Option<&str> {
    #[cfg(test)]
    crate::steps::count();
    let is_finite =
        |verb: &&str| is_polite(verb) || ["한다", "된다", "했다", "됐다"].iter().any(|end| verb.ends_with(end));
    let run = AFTER_ENDINGS.iter().find_map(|after| run.strip_suffix(after).filter(is_finite)).unwrap_or(run);
    let of_verb = VERBAL_ENDINGS.split(' ').find_map(|ending| run.strip_suffix(ending)).filter(is_long_enough);
    if let Some(root) = of_verb {
        return Some(root).filter(|root| !ADJECTIVE_ROOTS.contains(root) && !is_past_tense(root));
    }
    // A pronoun or a verb: 저는, 이를. A light noun of one syllable: 원을.
    let is_short = run.chars().nth(2).is_none()
        && (run.ends_with(['는', '를'])
            || run.starts_with(['것', '때', '원']) && run.ends_with(['과', '에', '은', '을', '의', '이']));
    if is_short || is_particle(run) || ends_like_verb(run) {
        return None;
    }
    Some(strip_particle(run)).filter(|stem| !KOREAN_STOP_WORDS.contains(stem) && !KOREAN_LIGHT_NOUNS.contains(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_is_a_word_without_its_particle() {
        let words = ["착용감이", "이어폰에서는", "삼성전자와", "추천합니다", "이겼고", "그리고", "나이", "카메라도"];
        let found = words.map(noun);
        assert_eq!(
            found,
            [Some("착용감"), Some("이어폰"), Some("삼성전자"), Some("추천"), None, None, Some("나이"), Some("카메라")]
        );
    }

    #[test]
    fn units_and_light_nouns_are_not_nouns_and_verbs_may_contain_one() {
        let found = |segment| nouns(segment).collect::<Vec<_>>();
        for number in ["30시간은", "139,000원인", "139,000원이고", "15만원인", "4.6점이라"] {
            assert_eq!(found(number), Vec::<&str>::new(), "{number}");
        }
        assert_eq!(found("원인"), ["원인"]);
        assert_eq!(found("갤럭시S24울트라"), ["갤럭시", "울트라"]);
        assert_eq!(["경우는", "추천한다", "중요한다", "저는"].map(noun), [None, Some("추천"), None, None]);
        assert_eq!(["추천합니다만", "극대화한다는", "있습니다만"].map(noun), [Some("추천"), Some("극대화"), None]);
        assert_eq!(["원을", "것과", "번째는", "둘째", "원가"].map(noun), [None, None, None, None, Some("원가")]);
    }

    #[test]
    fn a_joining_particle_is_stripped_at_any_length() {
        let words = ["Q7이랑", "2랑", "윙하고", "와", "이어폰은"];
        assert_eq!(words.map(strip_joining_particle), [Some("Q7"), Some("2"), Some("윙"), Some(""), None]);
    }
}
