//! Korean particles after a noun: which letters after a name still leave it a word.
//!
//! Particles follow one another in a fixed order (`에서` + `까지` + `만` + `은`), and most have one form after a vowel and one
//! after a consonant (`는`, `은`). Both are checked, so that `한국도로` is not `한국` with `도` and `로`, and `신라면` is not `신` with
//! `라면`. The copula counts as a particle, as Korean grammars count it. Where letters can be read both as particles and as a
//! noun, they are particles: `제주도`, `현대인`. Left out are the endings that are far more often part of another word:
//! `고`, `네`, `라`, `면`, `일`, `지` alone.
//!
//! Source: National Institute of Korean Language, Standard Korean Language Dictionary, entries of 조사.

use super::letter::{Kind, kind};

/// Which letters a particle follows.
#[derive(Clone, Copy)]
enum After {
    Any,
    Consonant,
    Vowel,
    /// As `로` does: 서울로, 나이키로.
    VowelOrRieul,
    /// As `으로` does: 삼성으로.
    ConsonantButRieul,
}

/// The place of a particle in a sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Place,
    Means,
    /// A means after a limit: 만으로.
    LimitedMeans,
    Companion,
    Comparison,
    Extent,
    Alone,
    Only,
    Beyond,
    Subject,
    Object,
    Possessive,
    Topic,
    Also,
    Choice,
    Emphasis,
    Polite,
    Negation,
    Copula,
}

use After::{Any, Consonant, ConsonantButRieul, Vowel, VowelOrRieul};
use Role::{
    Alone, Also, Beyond, Choice, Companion, Comparison, Copula, Emphasis, Extent, LimitedMeans, Means, Negation,
    Object, Only, Place, Polite, Possessive, Subject, Topic,
};

/// The roles that can follow a noun.
const AFTER_NOUN: &[Role] = &[
    Place, Means, Companion, Comparison, Extent, Alone, Only, Beyond, Subject, Object, Possessive, Topic, Also, Choice,
    Emphasis, Polite, Copula,
];

impl Role {
    /// The roles that can follow this one. No role leads back to itself.
    fn followers(self) -> &'static [Role] {
        match self {
            Place => &[
                Companion, Comparison, Extent, Alone, Only, Beyond, Possessive, Topic, Also, Choice, Emphasis, Polite,
                Copula,
            ],
            Means => &[Comparison, Extent, Alone, Only, Beyond, Possessive, Topic, Also, Choice, Emphasis, Polite],
            LimitedMeans => &[Possessive, Topic, Also, Choice, Emphasis, Polite],
            Companion => &[Comparison, Extent, Alone, Possessive, Topic, Also, Emphasis],
            Comparison => &[Alone, Subject, Possessive, Topic, Also, Choice, Emphasis, Polite, Copula],
            Extent => {
                &[LimitedMeans, Alone, Subject, Object, Possessive, Topic, Also, Choice, Emphasis, Polite, Copula]
            }
            Only => &[Alone, Subject, Topic, Negation, Copula],
            Alone => {
                &[LimitedMeans, Subject, Object, Possessive, Topic, Also, Choice, Emphasis, Polite, Negation, Copula]
            }
            Beyond => &[Topic, Also, Polite],
            Topic | Also => &[Polite],
            Subject | Object | Possessive | Choice | Emphasis | Polite | Negation | Copula => &[],
        }
    }
}

/// Particles of the same role and agreement.
struct Group {
    role: Role,
    after: After,
    particles: &'static [&'static str],
}

const fn group(role: Role, after: After, particles: &'static [&'static str]) -> Group {
    Group { role, after, particles }
}

const GROUPS: &[Group] = &[
    group(
        Place,
        Any,
        &["에", "에서", "에게", "에게서", "에게로", "에다", "에다가", "한테", "한테서", "한테로", "께", "께서", "더러"],
    ),
    group(Means, VowelOrRieul, &["로", "로서", "로써"]),
    group(Means, ConsonantButRieul, &["으로", "으로서", "으로써"]),
    group(LimitedMeans, VowelOrRieul, &["로"]),
    group(LimitedMeans, ConsonantButRieul, &["으로"]),
    group(Companion, Any, &["하고"]),
    group(Companion, Vowel, &["와", "랑"]),
    group(Companion, Consonant, &["과", "이랑"]),
    group(Comparison, Any, &["보다", "처럼", "만큼", "같이", "대로", "마다", "마냥", "치고"]),
    group(Extent, Any, &["까지", "부터", "마저", "조차"]),
    group(Alone, Any, &["만"]),
    group(Only, Any, &["뿐"]),
    group(Beyond, Any, &["밖에"]),
    group(Subject, Any, &["에서가"]),
    group(Subject, Vowel, &["가"]),
    group(Subject, Consonant, &["이"]),
    group(Object, Vowel, &["를"]),
    group(Object, Consonant, &["을"]),
    group(Possessive, Any, &["의"]),
    group(Topic, Vowel, &["는"]),
    group(Topic, Consonant, &["은"]),
    group(Also, Any, &["도"]),
    group(Choice, Any, &["커녕"]),
    group(
        Choice,
        Vowel,
        &["나", "나마", "라도", "든", "든지", "든가", "라든지", "라든가", "거나", "라거나", "며", "는커녕"],
    ),
    group(
        Choice,
        Consonant,
        &["이나", "이나마", "이라도", "이든", "이든지", "이든가", "이라든지", "이라든가", "이라거나", "은커녕"],
    ),
    group(Emphasis, Vowel, &["야", "야말로", "란"]),
    group(Emphasis, Consonant, &["이야", "이야말로", "이란"]),
    group(Polite, Vowel, &["요"]),
    group(Polite, Consonant, &["이요", "요"]),
    group(Negation, Any, &["아니라", "아니고", "아닌"]),
    group(
        Copula,
        Any,
        &[
            "이다",
            "이고",
            "이며",
            "이자",
            "이지만",
            "이므로",
            "이니",
            "이니까",
            "이기",
            "이기는",
            "이기도",
            "이기에",
            "이던",
            "이거나",
            "이면",
            "이지",
            "이지요",
            "이죠",
            "이네요",
            "이군요",
            "이구나",
            "이거든요",
            "이잖아요",
            "이어서",
            "이에요",
            "이었다",
            "이었고",
            "이었던",
            "이었으며",
            "이었지만",
            "이었는데",
            "이었습니다",
            "이었어요",
            "이십니다",
            "입니다",
            "입니다만",
            "입니까",
            "인",
            "인데",
            "인데도",
            "인데요",
            "인가",
            "인가요",
            "인지",
            "인지는",
            "인지를",
            "인만큼",
            "일까",
            "일까요",
            "일지",
            "일지도",
            "일지라도",
            "일수록",
            "임",
            "임을",
            "임에도",
        ],
    ),
    group(
        Copula,
        Vowel,
        &[
            "다",
            "지만",
            "므로",
            "니까",
            "라서",
            "라는",
            "라고",
            "라고는",
            "라고도",
            "라며",
            "라면",
            "라면서",
            "라니",
            "랍니다",
            "죠",
            "네요",
            "군요",
            "거든요",
            "잖아요",
            "여서",
            "예요",
            "에요",
            "였다",
            "였고",
            "였던",
            "였으며",
            "였지만",
            "였는데",
            "였습니다",
            "였어요",
        ],
    ),
    group(
        Copula,
        Consonant,
        &[
            "이라",
            "이라서",
            "이라는",
            "이라고",
            "이라고는",
            "이라고도",
            "이라며",
            "이라면",
            "이라면서",
            "이라니",
            "이랍니다",
            "이예요",
        ],
    ),
];

/// Whether the Hangul at the start of `text` is one or several particles of the noun that ends with `last`.
pub(super) fn are_particles(last: char, text: &str) -> bool {
    follow(AFTER_NOUN, last, text)
}

fn follow(roles: &[Role], last: char, text: &str) -> bool {
    let groups = GROUPS.iter().filter(|group| roles.contains(&group.role) && agrees(group.after, last));
    groups.flat_map(|group| group.particles.iter().map(|particle| (group.role, *particle))).any(|(role, particle)| {
        text.strip_prefix(particle).is_some_and(|rest| {
            let is_over = rest.chars().next().is_none_or(|next| kind(next) != Kind::Hangul);
            is_over || particle.chars().next_back().is_some_and(|last| follow(role.followers(), last, rest))
        })
    })
}

/// Whether a particle can follow `last`. Every particle can follow a letter that is not Hangul, as only its sound would tell.
fn agrees(after: After, last: char) -> bool {
    if !('가'..='힣').contains(&last) {
        return true;
    }
    // Syllables are ordered by their 28 final consonants: the first is none, the ninth is ㄹ.
    let final_consonant = (u32::from(last) - u32::from('가')) % 28;
    match after {
        Any => true,
        Consonant => final_consonant != 0,
        Vowel => final_consonant == 0,
        VowelOrRieul => matches!(final_consonant, 0 | 8),
        ConsonantButRieul => !matches!(final_consonant, 0 | 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_noun_with_particles(noun: &str, particles: &str) -> bool {
        are_particles(noun.chars().next_back().unwrap(), particles)
    }

    #[test]
    fn particles_follow_in_order() {
        for particles in
            ["에서도", "까지만", "에서부터는", "로부터의", "만으로는", "하고만", "보다는", "뿐만아니라", "에게만큼은"]
        {
            assert!(is_noun_with_particles("나이키", particles), "{particles}");
        }
        for particles in ["도로", "도에서", "는은", "만만", "의를", "가는", "와로", "를의", "까지까지", "만까지"]
        {
            assert!(!is_noun_with_particles("나이키", particles), "{particles}");
        }
    }

    #[test]
    fn every_particle_agrees_with_the_letter_before_it() {
        for (noun, right, wrong) in [
            ("나이키", "는", "은"),
            ("삼성", "은", "는"),
            ("나이키", "로", "으로"),
            ("삼성", "으로", "로"),
            ("서울", "로", "으로"),
            ("나이키", "만은", "만는"),
            ("삼성", "부터가", "부터이"),
            ("삼성", "이라면", "라면"),
        ] {
            assert!(is_noun_with_particles(noun, right), "{noun}{right}");
            assert!(!is_noun_with_particles(noun, wrong), "{noun}{wrong}");
        }
        assert!(["는", "은", "로", "으로"].iter().all(|particle| is_noun_with_particles("Nike", particle)));
    }

    #[test]
    fn particles_end_with_their_hangul() {
        for rest in ["", " 신발", ".", "ㅋㅋ", "2", "Nike", "**", "漢"] {
            assert!(is_noun_with_particles("나이키", &format!("는{rest}")), "{rest}");
        }
        assert!(!is_noun_with_particles("나이키", "는데"));
        assert!(!is_noun_with_particles("나이키", "") && !is_noun_with_particles("나이키", "신발"));
    }

    #[test]
    fn no_role_leads_back_to_itself() {
        fn reaches(from: Role, to: Role) -> bool {
            from.followers().iter().any(|role| *role == to || reaches(*role, to))
        }
        assert!(AFTER_NOUN.iter().chain(&[LimitedMeans, Negation]).all(|role| !reaches(*role, *role)));
    }

    #[test]
    fn a_long_run_of_particles_is_none() {
        assert!(
            ["만으로", "까지", "에서", "는"].iter().all(|run| !is_noun_with_particles("나이키", &run.repeat(100_000)))
        );
    }

    #[test]
    fn no_particle_is_listed_twice() {
        let mut all: Vec<(&str, u8, u8)> = GROUPS
            .iter()
            .flat_map(|group| group.particles.iter().map(|text| (*text, group.role as u8, group.after as u8)))
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
