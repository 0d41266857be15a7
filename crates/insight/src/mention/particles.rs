//! Korean particles after a noun: the letters that may follow a name.
//!
//! Particles follow one another in a fixed order (`에서` + `까지` + `만` + `은`), and most have one form after a vowel and one
//! after a consonant (`는`, `은`). Both are checked, so that `한국도로` is not `한국` with `도` and `로`, and `신라면` is not `신` with
//! `라면`. The copula counts as a particle, as Korean grammars count it: its stem `이`, which a vowel can swallow, and then a
//! tense and an ending. Where letters can be read both as particles and as a noun, they are particles: `제주도`.
//!
//! After Hangul, `면` (`신라면`), `인` (`현대인`), `일` (`스타일`) and `지` (`메시지`) alone are left out: they far more often belong to another
//! word. So does `인지` after a vowel (`메타인지`), unless a doubt follows (`나이키인지 모른다`).
//!
//! A template writes both forms of a particle, and only one agrees: `나이키은(는)`, `나이키을/를`. Both together always count. Without a space
//! after a particle, a word that no noun begins with may follow: `나이키는어디서`.
//!
//! The list was compared with the particles of mecab-ko-dic (its tags `J…` and `VCP`). It has those of today's written
//! language.

use std::sync::LazyLock;

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
    /// As `다` does: 나이키다, 였다. No noun ends with the consonant of a tense.
    VowelOrTense,
    /// No Hangul and no digit: Nike면, but not 5인.
    Foreign,
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
    /// 만, 까지 after an ending: 라고만.
    Limit,
    /// The copula 인 before a noun that it describes: 인 이유.
    Described,
    /// The copula 일 before such a noun: 일 수.
    Possible,
    /// A noun after 인 and 일. It has particles again.
    Noun,
    /// A noun after 인.
    NounOfFact,
    /// A noun after 일.
    NounOfChance,
    /// Those before a [`NounStem`](Role::NounStem), also after a particle: 에서일 것이다.
    Presumed,
    /// The beginning of a word after 인 or 일: 듯하다, 것이다.
    NounStem,
    /// 인지 after a noun, if a doubt follows.
    Doubted,
    /// 인지 after a particle.
    Asked,
    /// Other forms of the copula: 뿐인, 이라.
    Copula,
    /// The stem of the copula: 이. An ending must follow.
    Stem,
    /// The stem before 라, 이라고. Only after a consonant: 차이라고 is about 차이. An ending must follow.
    StemOfSaid,
    /// The copula with a tense: 였. An ending must follow.
    Tense,
    /// Endings of the copula after its stem and its tense: 다, 죠.
    Final,
    /// Those before 요: 네, 고.
    Talk,
    /// Those before 는, 도, 만 and 요: 니까, 면서.
    Open,
    /// Those after which it is a noun: 임.
    Nominal,
    /// Those with 라: 라고, 라서.
    Said,
    /// Those that must have a stem before them: 지, 면.
    Long,
    /// Those that must have a tense before them: 는데, 습니다.
    Ending,
    /// A noun that is written as a particle: 등, 측. It has particles again.
    Bound,
    /// 답게, 답다.
    Worthy,
}

use After::{Any, Consonant, ConsonantButRieul, Foreign, Vowel, VowelOrRieul, VowelOrTense};
use Role::{
    Alone, Also, Asked, Beyond, Bound, Bounded, Choice, Companion, Comparison, Copula, Described, Doubted, Emphasis,
    Ending, Extent, Final, Limit, Long, Means, Negation, Nominal, Noun, NounOfChance, NounOfFact, NounStem, Object,
    Only, Open, Place, Polite, Possessive, Possible, Presumed, Said, Stem, StemOfSaid, Subject, Talk, Tense, Topic,
    Worthy,
};

#[derive(Clone, Copy)]
struct Roles(u64);

impl Roles {
    const fn new(roles: &[Role]) -> Self {
        let (mut set, mut at) = (0, 0);
        while at < roles.len() {
            set |= 1 << roles[at] as u8;
            at += 1;
        }
        Self(set)
    }

    const fn and(self, Self(others): Self) -> Self {
        Self(self.0 | others)
    }

    const fn contain(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 == 1
    }
}

/// The roles that can follow a name.
const AFTER_NAME: Roles = NOUN.and(Roles::new(&[Bound, Doubted, Described, Possible, Worthy]));

/// The roles that can follow a name and a noun after the copula.
const NOUN: Roles = FORMS.and(Roles::new(&[
    Place, Means, Companion, Comparison, Extent, Alone, Only, Beyond, Subject, Object, Possessive, Topic, Also, Choice,
    Emphasis, Polite,
]));

/// The copula after a particle.
const COPULA: Roles = FORMS.and(Roles::new(&[Asked]));

/// The copula in all forms but for 인지.
const FORMS: Roles = Roles::new(&[Copula, Presumed, Stem, StemOfSaid, Tense, Final, Talk, Open, Nominal, Said]);

impl Role {
    /// The roles that can follow this one. No role leads back to itself.
    const fn followers(self) -> Roles {
        match self {
            Place => COPULA.and(Roles::new(&[
                Companion, Comparison, Extent, Alone, Only, Beyond, Possessive, Topic, Also, Choice, Emphasis, Polite,
            ])),
            Means => Roles::new(&[
                Comparison, Extent, Alone, Only, Beyond, Possessive, Topic, Also, Choice, Emphasis, Polite,
            ]),
            Bounded => Roles::new(&[Possessive, Topic, Also, Choice, Emphasis, Polite]),
            Companion => Roles::new(&[Comparison, Extent, Alone, Possessive, Topic, Also, Emphasis]),
            Comparison => COPULA.and(Roles::new(&[Alone, Subject, Possessive, Topic, Also, Choice, Emphasis, Polite])),
            Extent => COPULA
                .and(Roles::new(&[Bounded, Alone, Subject, Object, Possessive, Topic, Also, Choice, Emphasis, Polite])),
            Only => COPULA.and(Roles::new(&[Alone, Subject, Topic, Negation])),
            Alone => COPULA.and(Roles::new(&[
                Bounded, Subject, Object, Possessive, Topic, Also, Choice, Emphasis, Polite, Negation,
            ])),
            Beyond => Roles::new(&[Topic, Also, Polite]),
            Topic | Also | Talk => Roles::new(&[Polite]),
            Described => Roles::new(&[Noun, NounOfFact]),
            Possible => Roles::new(&[Noun, NounOfChance]),
            Presumed => Roles::new(&[NounStem]),
            Noun | NounOfFact | NounOfChance | Bound => NOUN.and(COPULA),
            Worthy => Roles::new(&[Alone, Topic, Also]),
            Stem => Roles::new(&[Tense, Final, Talk, Open, Long]),
            StemOfSaid => Roles::new(&[Said]),
            Tense => Roles::new(&[Final, Talk, Open, Ending]),
            Limit => Roles::new(&[Topic, Also]),
            Open | Said => Roles::new(&[Limit, Topic, Also, Polite]),
            Nominal | Asked | Ending => Roles::new(&[Limit, Subject, Object, Topic, Also, Polite]),
            Subject | Object | Possessive | Choice | Emphasis | Polite | Negation | Doubted | Copula | Final | Long
            | NounStem => Roles::new(&[]),
        }
    }
}

/// Particles of the same role and agreement, separated by |.
struct Group {
    role: Role,
    after: After,
    particles: &'static str,
}

const fn group(role: Role, after: After, particles: &'static str) -> Group {
    Group { role, after, particles }
}

const GROUPS: &[Group] = &[
    group(Place, Any, "에|에서|에게|에게서|에게로|에다|에다가|한테|한테서|한테로|께|께서|더러|보고"),
    group(Means, VowelOrRieul, "로|로서|로써"),
    group(Means, ConsonantButRieul, "으로|으로서|으로써"),
    group(Bounded, VowelOrRieul, "로"),
    group(Bounded, ConsonantButRieul, "으로"),
    group(Companion, Any, "하고"),
    group(Companion, Vowel, "와|랑"),
    group(Companion, Consonant, "과|이랑"),
    group(Comparison, Any, "보다|처럼|만큼|만치|같이|대로|마다|마냥|치고|같은|만한"),
    group(Extent, Any, "까지|부터|마저|조차"),
    group(Alone, Any, "만"),
    group(Only, Any, "뿐"),
    group(Beyond, Any, "밖에"),
    group(Subject, Any, "에서가"),
    group(Subject, Vowel, "가"),
    group(Subject, Consonant, "이"),
    group(Object, Vowel, "를"),
    group(Object, Consonant, "을"),
    group(Possessive, Any, "의"),
    group(Topic, Vowel, "는"),
    group(Topic, Consonant, "은"),
    // With a particle before it, in one syllable: 에는, 에서는.
    group(Topic, Any, "엔|에선|에겐|한텐|께선|까진|부턴|보단|하곤|치곤|밖엔"),
    group(Topic, VowelOrRieul, "론|로선"),
    group(Topic, ConsonantButRieul, "으론|으로선"),
    group(Also, Any, "도"),
    group(Choice, Any, "커녕|하며|따라"),
    group(Choice, Vowel, "나|나마|라도|든|든지|든가|라든지|라든가|는커녕"),
    group(Choice, Consonant, "이나|이나마|이라도|이든|이든지|이든가|이라든지|이라든가|은커녕"),
    group(Emphasis, Vowel, "야|야말로|란|여"),
    group(Emphasis, Consonant, "이야|이야말로|이란|이여"),
    group(Bound, Any, "등|등등|외에|외의|측|쪽"),
    group(Worthy, Any, "답게|답다|답지|답네|답네요|답습니다"),
    group(Polite, Vowel, "요"),
    group(Polite, Consonant, "이요|요"),
    group(Negation, Any, "아니라|아니고|아닌"),
    group(Limit, Any, "만|까지"),
    // Alone, 인 and 일 are the ends of many nouns. Before these nouns they are the copula.
    group(Described, Any, "인 "),
    group(Possible, Any, "일 "),
    group(Noun, Any, "게|건|걸|거|경우|만큼"),
    group(NounOfFact, Any, "데|반면|상황|셈|이상|이유|점|채|탓|덕|동시|편|브랜드|회사|곳"),
    group(NounOfChance, Any, "가능성|뿐|수|때|정도|리"),
    group(Presumed, Any, "인 |일 "),
    group(NounStem, Any, "것|겁니|거라|거예|거야|듯|척|줄 |줄은|줄도|줄로|줄만|테고|텐데|테니|테지"),
    group(Doubted, Any, "인지|인지도"),
    group(Asked, Any, "인지|인지라"),
    group(Copula, Any, "뿐인|뿐일|인데다|인데다가|인만큼|인듯|일지라도|일지언정|일수록"),
    group(Copula, Vowel, "라|래"),
    group(Copula, Consonant, "이라|이래"),
    group(Copula, Foreign, "면|지|인|일"),
    group(Stem, Any, "이"),
    group(StemOfSaid, Consonant, "이"),
    group(Tense, Any, "이었"),
    group(Tense, Vowel, "였|겠"),
    group(Final, VowelOrTense, "다|구요|구나|긴|기는|기도|기엔|기보단|냐|냐는|더라|던가|거나|지요|죠"),
    group(Final, Vowel, "며|므로|니|여서|여도|예요|에요"),
    group(Talk, VowelOrTense, "고|네|군|거든|잖아|지만"),
    group(Open, Any, "입니다|입니까|인데|인가|일까|일지"),
    group(Open, VowelOrTense, "냐고|기에|기보다|더라도|더라고"),
    group(Open, Vowel, "니까|면서|여야"),
    group(Nominal, Any, "임|임에"),
    group(Nominal, Consonant, "인지|인지라"),
    group(Said, Vowel, "라서|라는|라는데|라고|라곤|라며|라면|라면서|라니|라니까|라던|라던가|라던데"),
    group(Said, Vowel, "라지만|라거나|라네|라기에|라기엔|라기보다|라기보단|라길래|라야|래요|란다|랍니다|랄까"),
    group(Long, Any, "자|기|던|건|면|지|어서|어야|어야만|어야지|어도|에요|거니와|니만큼|십니다"),
    group(Ending, Any, "다가|다고|다는|다던|다며|다면|나|던|더라면|기|는데|는지|습니까|습니다|어"),
    group(Ending, Any, "어야|으나|으니|으니까|으며|으면|으면서|으므로|을|을까|을지|음|음에|지"),
];

/// What follows 인지 in a doubt about which brand it is: 나이키인지 모른다. Otherwise 메타인지 is a noun.
const DOUBTS: &str = "모르|모른|모를|모릅|몰|궁금|확실|헷갈|알 수|아닌|여부";

/// The two forms of particles that templates write together: after a consonant, and after a vowel.
const PAIRS: &str = "\
    은/는 이/가 을/를 과/와 으로/로 으로서/로서 으로써/로써 으로부터/로부터 이나/나 이랑/랑 이란/란 이라/라 \
    이라고/라고 이라는/라는 이라도/라도 이라면/라면 이라서/라서 이든/든 이든지/든지 이며/며 이고/고 이다/다 \
    이야/야 아/야 이여/여 이에요/예요 이었다/였다";

/// The number of bytes up to the sign between the forms of a pair.
const PAIR_BYTES_MAX: usize = 16;

/// How questions begin that follow a name or a particle without a space: `나이키어때`. No noun that a name begins has them.
const UNSPACED_QUESTIONS: [&str; 20] = [
    "어디", "어떤", "어떻", "어때", "어떠", "어느", "무엇", "무슨", "뭐", "뭘", "뭔", "왜", "언제", "누구", "누가",
    "얼마", "몇", "좋", "괜찮", "비싸",
];

/// How other words begin that follow a particle without a space: `나이키가제일`.
const UNSPACED_WORDS: [&str; 7] = ["비싼", "저렴", "추천", "제일", "진짜", "정말", "유명"];

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
        particles.split('|').map(move |text| Particle { first: first(text), text, role, after })
    };
    let mut particles: Vec<Particle> = GROUPS.iter().flat_map(of_group).collect();
    particles.sort_by_key(|particle| particle.first);
    particles
});

/// Whether the Hangul at the start of `text` is one or several particles of the noun that ends with `last`.
pub(super) fn are_particles(last: char, text: &str) -> bool {
    follow(AFTER_NAME, last, text) || begins_with_one_of(&UNSPACED_QUESTIONS, text)
}

fn begins_with_one_of(words: &[&str], text: &str) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

/// Whether both forms of a particle are at the start of a text: `은(는)`, `를/을`.
fn are_both_forms(text: &str) -> bool {
    // Few texts have a sign so near.
    let has_sign = text.bytes().take(PAIR_BYTES_MAX).any(|byte| matches!(byte, b'(' | b'/'));
    has_sign
        && PAIRS
            .split(' ')
            .filter_map(|pair| pair.split_once('/'))
            .flat_map(|(one, other)| [(one, other), (other, one)])
            .any(|(first, second)| {
                let Some(rest) = text.strip_prefix(first) else { return false };
                match rest.strip_prefix('(') {
                    Some(inner) => inner.strip_prefix(second).is_some_and(|rest| rest.starts_with(')')),
                    None => {
                        let rest = rest.strip_prefix('/').and_then(|rest| rest.strip_prefix(second));
                        rest.is_some_and(|rest| rest.chars().next().is_none_or(|next| kind(next) != Kind::Hangul))
                    }
                }
            })
}

fn follow(roles: Roles, last: char, text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    if roles.contain(Topic) && are_both_forms(text) {
        return true;
    }
    let from = PARTICLES.partition_point(|particle| particle.first < first);
    let mut particles = PARTICLES[from..].iter().take_while(|particle| particle.first == first);
    particles.any(|Particle { text: particle, role, after, .. }| {
        let rest = if roles.contain(*role) && agrees(*after, last) { text.strip_prefix(particle) } else { None };
        rest.is_some_and(|rest| {
            let is_over = match role {
                Stem | StemOfSaid | Tense | Described | Possible | Presumed => false,
                Doubted => is_doubt(last, rest),
                NounStem => true,
                _ => {
                    rest.chars().next().is_none_or(|next| kind(next) != Kind::Hangul)
                        || begins_with_one_of(&UNSPACED_QUESTIONS, rest)
                        || begins_with_one_of(&UNSPACED_WORDS, rest)
                }
            };
            is_over || particle.chars().next_back().is_some_and(|last| follow(role.followers(), last, rest))
        })
    })
}

/// Whether the text after 인지 leaves open which brand it is: it expresses a doubt, or its next word has 인지, too. The same
/// word twice does not count: `메타인지 메타인지`.
fn is_doubt(last: char, text: &str) -> bool {
    let Some(text) = text.strip_prefix(' ') else { return false };
    let word = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let is_other = |other: &str| !other.ends_with(last) && other.chars().nth(1).is_some();
    DOUBTS.split('|').any(|doubt| text.starts_with(doubt))
        || word.split_once("인지").is_some_and(|(other, _)| is_other(other))
}

/// Whether a particle can follow `last`. Every particle can follow a letter that is not Hangul, because its
/// pronunciation is unknown.
fn agrees(after: After, last: char) -> bool {
    if !('가'..='힣').contains(&last) {
        return !matches!(after, Foreign) || kind(last) != Kind::Digit;
    }
    // Syllables are ordered by their 28 finals: the first means no final consonant, the ninth is ㄹ, the twenty-first is ㅆ.
    let final_consonant = (u32::from(last) - u32::from('가')) % 28;
    match after {
        Any => true,
        Consonant => final_consonant != 0,
        Vowel => final_consonant == 0,
        VowelOrRieul => matches!(final_consonant, 0 | 8),
        ConsonantButRieul => !matches!(final_consonant, 0 | 8),
        VowelOrTense => matches!(final_consonant, 0 | 20),
        Foreign => false,
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
        for Group { role, .. } in GROUPS {
            let mut reached = role.followers();
            for _ in GROUPS {
                let followers = GROUPS.iter().filter(|group| reached.contain(group.role));
                reached = followers.fold(reached, |all, group| all.and(group.role.followers()));
            }
            assert!(!reached.contain(*role));
        }
    }

    #[test]
    fn a_long_run_of_particles_is_rejected() {
        assert!(
            ["만으로", "까지", "에서", "는"].iter().all(|run| !is_noun_with_particles("나이키", &run.repeat(100_000)))
        );
    }

    #[test]
    fn no_particle_is_listed_twice() {
        let mut all: Vec<(&str, u8, u8)> = GROUPS
            .iter()
            .flat_map(|group| group.particles.split('|').map(|text| (text, group.role as u8, group.after as u8)))
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
