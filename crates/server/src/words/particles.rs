//! Korean without a dictionary: a word is what its particle leaves.

use super::is_hangul;

/// Particles at the end of a Korean word, the longest first.
const PARTICLES: &[&str] = &[
    "에서는",
    "으로는",
    "한테",
    "에게",
    "에서",
    "으로",
    "이랑",
    "하고",
    "까지",
    "부터",
    "보다",
    "처럼",
    "께서",
    "마다",
    "조차",
    "에는",
    "에도",
    "랑",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "에",
    "의",
    "와",
    "과",
    "도",
];

/// How what is no noun ends.
const ENDINGS: &[&str] = &[
    "니다", "어요", "아요", "해요", "에요", "예요", "세요", "네요", "지요", "군요", "나요", "까요", "려요", "와요",
    "봐요", "워요", "이다", "하다", "한다", "된다", "는다", "없다", "하는", "되는", "있는", "없는", "같은", "좋은",
    "는데", "은데", "한데", "인데", "지만", "면서", "려고", "해서", "어서", "아서", "하면", "으면", "되면", "하게",
    "하지", "니까", "하며", "이며", "해야", "어야", "아야", "할까", "을까", "거나", "든지", "도록", "해줘",
];

/// Words that are no nouns, and nouns that name nothing.
const EMPTY: &[&str] = &[
    "가장",
    "같은",
    "경우",
    "그래서",
    "그러나",
    "그런",
    "그리고",
    "너무",
    "다른",
    "다만",
    "다시",
    "따라",
    "때문",
    "또는",
    "또한",
    "매우",
    "먼저",
    "모두",
    "모든",
    "바로",
    "아주",
    "어느",
    "어떤",
    "어떻게",
    "여러",
    "이런",
    "이렇게",
    "이미",
    "자주",
    "저런",
    "정도",
    "정말",
    "제일",
    "조금",
    "특히",
    "하지만",
    "함께",
    "훨씬",
];

/// A word loses its particle where two syllables stay, or a Latin name or number: a shorter one may be a name that ends
/// like one.
pub(crate) fn without_particle(word: &str) -> &str {
    let is_whole =
        |stem: &&str| stem.chars().count() >= 2 || stem.ends_with(|letter: char| letter.is_ascii_alphanumeric());
    PARTICLES.iter().find_map(|particle| word.strip_suffix(particle).filter(is_whole)).unwrap_or(word)
}

/// Whether a run is a particle and nothing else.
pub(super) fn is_particle(run: &str) -> bool {
    PARTICLES.contains(&run)
}

/// Whether a run ends as a past does: `샀다`, `이겼고`.
fn is_past(run: &str) -> bool {
    // The 20th of the 28 ends of a syllable is ㅆ.
    let doubled = |syllable: char| (u32::from(syllable) - u32::from('가')) % 28 == 20;
    run.chars().rev().nth(1).is_some_and(|syllable| is_hangul(syllable) && doubled(syllable))
}

/// The noun that a run of Hangul seems to be.
pub(super) fn noun(run: &str) -> Option<&str> {
    if is_past(run) || is_particle(run) || ENDINGS.iter().any(|ending| run.ends_with(ending)) {
        return None;
    }
    Some(without_particle(run)).filter(|stem| !EMPTY.contains(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_is_what_its_particle_leaves() {
        let nouns = ["착용감이", "이어폰에서는", "삼성전자와", "추천합니다", "이겼고", "그리고", "나이", "카메라도"];
        let found = nouns.map(noun);
        assert_eq!(
            found,
            [Some("착용감"), Some("이어폰"), Some("삼성전자"), None, None, None, Some("나이"), Some("카메라")]
        );
    }
}
