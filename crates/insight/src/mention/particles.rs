//! Korean particles after a noun: the letters that may follow a name.
//!
//! Particles follow one another in a fixed order (`에서` + `까지` + `만` + `은`), and most have one form after a vowel and one
//! after a consonant (`는`, `은`). Both are checked, so that `한국도로` is not `한국` with `도` and `로`, and `신라면` is not `신` with
//! `라면`. The copula counts as a particle, as Korean grammars count it. Where letters can be read both as particles and as a
//! noun, they are particles: `제주도`. Left out are `면` (`신라면`), `인` (`현대인`), `일` (`스타일`) and `지` (`메시지`) alone: they far more
//! often belong to another word.
//!
//! The list was compared with the particles of mecab-ko-dic (its tags `J…` and `VCP`). It has those of today's written
//! language.

use std::sync::LazyLock;

use super::letter::{Kind, kind};
use crate::order::sort_by;

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
    /// 에서, 에게.
    Place,
    /// 로, 으로.
    Means,
    /// 로 after a limit: 만으로.
    Bounded,
    /// 와, 하고.
    Companion,
    /// 보다, 처럼.
    Comparison,
    /// 까지, 부터.
    Extent,
    /// 만.
    Alone,
    /// 뿐.
    Only,
    /// 밖에.
    Beyond,
    /// 이, 가.
    Subject,
    /// 을, 를.
    Object,
    /// 의.
    Possessive,
    /// 은, 는.
    Topic,
    /// 도.
    Also,
    /// 나, 든지.
    Choice,
    /// 야말로.
    Emphasis,
    /// 요.
    Polite,
    /// 아니라 without a space before it: 뿐아니라.
    Negation,
    /// 인 이유, 일 수: the copula and the noun that it describes, which has particles again.
    Clause,
    /// 이다, 입니다.
    Copula,
    /// The copula with a tense, 이었. An ending must follow.
    Tense,
    /// 다, 지만.
    Ending,
}

use After::{Any, Consonant, ConsonantButRieul, Vowel, VowelOrRieul};
use Role::{
    Alone, Also, Beyond, Bounded, Choice, Clause, Companion, Comparison, Copula, Emphasis, Ending, Extent, Means,
    Negation, Object, Only, Place, Polite, Possessive, Subject, Tense, Topic,
};

/// The roles that can follow a noun.
const AFTER_NOUN: &[Role] = &[
    Place, Means, Companion, Comparison, Extent, Alone, Only, Beyond, Subject, Object, Possessive, Topic, Also, Choice,
    Emphasis, Polite, Clause, Copula, Tense,
];

impl Role {
    /// The roles that can follow this one. No role leads back to itself.
    fn followers(self) -> &'static [Role] {
        match self {
            Place => &[
                Companion, Comparison, Extent, Alone, Only, Beyond, Possessive, Topic, Also, Choice, Emphasis, Polite,
                Copula, Tense,
            ],
            Means => &[Comparison, Extent, Alone, Only, Beyond, Possessive, Topic, Also, Choice, Emphasis, Polite],
            Bounded => &[Possessive, Topic, Also, Choice, Emphasis, Polite],
            Companion => &[Comparison, Extent, Alone, Possessive, Topic, Also, Emphasis],
            Comparison => &[Alone, Subject, Possessive, Topic, Also, Choice, Emphasis, Polite, Copula, Tense],
            Extent => {
                &[Bounded, Alone, Subject, Object, Possessive, Topic, Also, Choice, Emphasis, Polite, Copula, Tense]
            }
            Only => &[Alone, Subject, Topic, Negation, Copula, Tense],
            Alone => {
                &[Bounded, Subject, Object, Possessive, Topic, Also, Choice, Emphasis, Polite, Negation, Copula, Tense]
            }
            Beyond => &[Topic, Also, Polite],
            Topic | Also => &[Polite],
            Subject | Object | Possessive | Choice | Emphasis | Polite | Negation | Copula | Ending => &[],
            Clause => &[
                Place, Means, Companion, Comparison, Extent, Alone, Only, Beyond, Subject, Object, Possessive, Topic,
                Also, Choice, Emphasis, Polite, Copula, Tense,
            ],
            Tense => &[Ending],
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

// rustfmt would put each particle on its own line.
#[rustfmt::skip]
const GROUPS: &[Group] = &[
    group(Place, Any, &[
        "에", "에서", "에게", "에게서", "에게로", "에다", "에다가", "한테", "한테서", "한테로", "께", "께서", "더러",
        "보고",
    ]),
    group(Means, VowelOrRieul, &["로", "로서", "로써"]),
    group(Means, ConsonantButRieul, &["으로", "으로서", "으로써"]),
    group(Bounded, VowelOrRieul, &["로"]),
    group(Bounded, ConsonantButRieul, &["으로"]),
    group(Companion, Any, &["하고"]),
    group(Companion, Vowel, &["와", "랑"]),
    group(Companion, Consonant, &["과", "이랑"]),
    group(Comparison, Any, &["보다", "처럼", "만큼", "만치", "같이", "대로", "마다", "마냥", "치고"]),
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
    // With a particle before it, in one syllable: 에는, 에서는.
    group(Topic, Any, &["엔", "에선", "에겐", "한텐", "께선", "까진", "부턴", "보단", "하곤", "치곤", "밖엔"]),
    group(Topic, VowelOrRieul, &["로선"]),
    group(Topic, ConsonantButRieul, &["으론", "으로선"]),
    group(Also, Any, &["도"]),
    group(Choice, Any, &["커녕"]),
    group(Choice, Vowel, &[
        "나", "나마", "라도", "든", "든지", "든가", "라든지", "라든가", "거나", "라거나", "며", "는커녕",
    ]),
    group(Choice, Consonant, &[
        "이나", "이나마", "이라도", "이든", "이든지", "이든가", "이라든지", "이라든가", "이라거나", "은커녕",
    ]),
    group(Emphasis, Vowel, &["야", "야말로", "란"]),
    group(Emphasis, Consonant, &["이야", "이야말로", "이란"]),
    group(Polite, Vowel, &["요"]),
    group(Polite, Consonant, &["이요", "요"]),
    group(Negation, Any, &["아니라", "아니고", "아닌"]),
    group(Copula, Any, &[
        "이다", "이고", "이며", "이자", "이지만", "이므로", "이니", "이니까", "이기", "이기는", "이기도", "이기에",
        "이긴", "이던", "이건", "이거나", "이면", "이지", "이지요", "이죠", "이네요", "이군요", "이구나", "이거든요",
        "이잖아요", "이어서", "이에요", "이냐", "이냐고", "이냐는", "이더라", "이어야", "이어도", "이거니와",
        "이니만큼", "이십니다", "입니다", "입니다만", "입니까", "인데", "인데도", "인데요", "인가", "인가요",
        "인지", "인지는", "인지를", "인데다", "인데다가", "인지라", "인만큼", "인듯", "일까", "일까요", "일지",
        "일지도", "일지라도", "일지언정", "일수록", "임", "임을", "임에도",
    ]),
    // Alone, 인 and 일 are the ends of many nouns. Before these nouns they are the copula.
    group(Clause, Any, &[
        "인 것", "인 게", "인 경우", "인 데", "인 듯", "인 만큼", "인 반면", "인 상황", "인 셈", "인 이상", "인 이유", "인 점",
        "인 줄", "인 채", "인 탓", "인 덕", "인 동시", "일 것", "일 경우", "일 가능성", "일 만큼", "일 뿐", "일 수", "일 줄",
        "일 테고", "일 텐데", "일 테니",
    ]),
    group(Copula, Any, &["뿐인", "뿐일", "일 겁니다", "일 거라", "일 거라고", "일 거예요", "일 거야"]),
    group(Copula, Vowel, &[
        "다", "고", "라", "네", "지만", "므로", "니까", "라서", "라는", "라는데", "라고", "라고는", "라고도", "라며",
        "라면", "라면서", "라니", "라니까", "라던데", "라지만", "라네", "라네요", "라곤", "라기보다", "라기보다는",
        "라기보단", "라길래", "라야", "래요", "여야", "여도", "랍니다", "랄까", "냐", "냐고", "냐는", "더라", "죠",
        "네요", "군요", "거든요", "잖아요", "여서", "예요", "에요",
    ]),
    group(Copula, Consonant, &[
        "이라", "이라서", "이라는", "이라는데", "이라고", "이라고는", "이라고도", "이라며", "이라면", "이라면서",
        "이라니", "이라니까", "이라던데", "이라지만", "이라네", "이라네요", "이라곤", "이라기보다", "이라기보다는",
        "이라기보단", "이라길래", "이라야", "이래요", "이랍니다", "이랄까", "이예요",
    ]),
    group(Tense, Any, &["이었", "이겠"]),
    group(Tense, Vowel, &["였", "겠"]),
    group(Ending, Any, &[
        "다", "다가", "다고", "다는", "다던", "다며", "다면", "고", "나", "나요", "네", "네요", "냐", "던", "던가",
        "더라", "더라면", "거든요", "구나", "군요", "기", "기에", "는데", "는데도", "는데요", "는지", "는지는",
        "는지도", "습니까", "습니다", "습니다만", "어", "어도", "어야", "어요", "으나", "으니", "으니까", "으며",
        "으면", "으면서", "으므로", "을", "을까", "을까요", "을지", "을지도", "음", "음을", "음에도", "잖아요", "지",
        "지만", "지요", "죠",
    ]),
];

/// A particle of a [`Group`].
struct Particle {
    first: char,
    text: &'static str,
    role: Role,
    after: After,
}

/// All particles, in the order of their first letters. A name in a Korean text is mostly followed by one.
static PARTICLES: LazyLock<Vec<Particle>> = LazyLock::new(|| {
    let of_group = |group: &'static Group| {
        let Group { role, after, particles } = *group;
        let first = |text: &str| text.chars().next().unwrap_or_default();
        particles.iter().map(move |text| Particle { first: first(text), text, role, after })
    };
    let mut particles: Vec<Particle> = GROUPS.iter().flat_map(of_group).collect();
    sort_by(&mut particles, |one, other| one.first.cmp(&other.first));
    particles
});

/// Whether the Hangul at the start of `text` is one or several particles of the noun that ends with `last`.
pub(super) fn are_particles(last: char, text: &str) -> bool {
    follow(AFTER_NOUN, last, text)
}

fn follow(roles: &[Role], last: char, text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let from = PARTICLES.partition_point(|particle| particle.first < first);
    let mut particles = PARTICLES[from..].iter().take_while(|particle| particle.first == first);
    particles.any(|Particle { text: particle, role, after, .. }| {
        let rest = if roles.contains(role) && agrees(*after, last) { text.strip_prefix(particle) } else { None };
        rest.is_some_and(|rest| {
            let is_over = *role != Tense && rest.chars().next().is_none_or(|next| kind(next) != Kind::Hangul);
            is_over || particle.chars().next_back().is_some_and(|last| follow(role.followers(), last, rest))
        })
    })
}

/// Whether a particle can follow `last`. Every particle can follow a letter that is not Hangul, because its
/// pronunciation is unknown.
fn agrees(after: After, last: char) -> bool {
    if !('가'..='힣').contains(&last) {
        return true;
    }
    // Syllables are ordered by their 28 finals: the first means no final consonant, the ninth is ㄹ.
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
        assert!(AFTER_NOUN.iter().chain(&[Bounded, Negation]).all(|role| !reaches(*role, *role)));
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
