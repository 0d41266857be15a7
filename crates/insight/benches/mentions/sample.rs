//! Invented brands, and texts with their names. No two texts have a sentence in common, and words are as frequent as Zipf's law
//! says, so that texts compress like those of people.

use std::fmt::Write;

/// The brands whose names are in the texts.
pub(crate) const BRANDS: usize = 20;
/// The names of each brand.
const NAMES: usize = 10;
/// The words of each language.
const WORDS: usize = 8_000;
/// A text ends with the sentence in which it reaches this many bytes.
const TEXT_BYTES: usize = 1_950;

const PARTICLES: &[&str] =
    &["", "", "", "은", "는", "이", "가", "을", "를", "에", "에서", "의", "로", "도", "까지", "보다"];
const ENDINGS: &[&str] = &["합니다.", "좋습니다.", "있습니다.", "편입니다.", "됩니다.", "어떨까요?", "추천해요!"];

/// The words and names that texts are made of.
pub(crate) struct Sample {
    names: Vec<Vec<String>>,
    korean: Vec<String>,
    english: Vec<String>,
    /// Positions of words, as often as the words are frequent.
    frequencies: Vec<u16>,
}

impl Sample {
    pub(crate) fn new() -> Self {
        let mut random = Random::new(1);
        let korean = (0..WORDS).map(|_| korean_word(&mut random)).collect();
        let english = (0..WORDS).map(|_| english_word(&mut random)).collect();
        let weights = || (0..WORDS).map(|rank| 1.0 / (rank as f64 + 2.7));
        let whole: f64 = weights().sum();
        let slots = |weight: f64| (weight / whole * 65_536.0).ceil() as usize;
        let frequencies = (0..).zip(weights()).flat_map(|(word, weight)| std::iter::repeat_n(word, slots(weight)));
        Self { names: (0..BRANDS).map(names).collect(), korean, english, frequencies: frequencies.collect() }
    }

    /// The text of an answer in Markdown, of about 2 kB in UTF-8. Two of three sentences are Korean.
    pub(crate) fn text(&self, answer: usize) -> String {
        let mut random = Random::new(answer);
        let mut text = String::with_capacity(TEXT_BYTES + 300);
        while text.len() < TEXT_BYTES {
            text.push_str(["", "", "", "", "## ", "- ", "1. ", "> ", "| "][random.below(9)]);
            let words = 5 + random.below(9);
            let place = random.below(2 * words);
            let is_korean = random.below(3) > 0;
            for word in 0..words {
                if word == place {
                    self.push_name(&mut random, is_korean, &mut text);
                } else {
                    self.push_word(&mut random, is_korean, word == 0, &mut text);
                }
                text.push_str([" ", " ", " ", " ", " ", " ", " ", ", "][random.below(8)]);
            }
            let ending = if is_korean { ENDINGS[random.below(ENDINGS.len())] } else { "today." };
            text.push_str(ending);
            if random.below(6) == 0 {
                let page = random.below(1_000_000);
                write!(text, " ([{}](https://www.{}))", self.words(page, false, 2), self.address(page)).unwrap();
            }
            text.push_str([" ", " ", "\n", "\n\n"][random.below(4)]);
        }
        text
    }

    /// Some words, separated by spaces. Each number has other ones.
    fn words(&self, number: usize, is_korean: bool, count: usize) -> String {
        let mut random = Random::new(number);
        let mut words = String::new();
        for word in 0..count {
            words.push_str(if word == 0 { "" } else { " " });
            self.push_word(&mut random, is_korean, false, &mut words);
        }
        words
    }

    /// The host and the path of a page.
    fn address(&self, page: usize) -> String {
        format!("site-{}.example/articles/{}-{page}", page % 20_000, self.words(page, false, 4).replace(' ', "-"))
    }

    fn push_word(&self, random: &mut Random, is_korean: bool, is_first: bool, text: &mut String) {
        let word = usize::from(self.frequencies[random.below(self.frequencies.len())]);
        if is_korean {
            text.push_str(&self.korean[word]);
            text.push_str(PARTICLES[random.below(PARTICLES.len())]);
        } else {
            let word = &self.english[word];
            let (initial, rest) = word.split_at(1);
            text.push_str(&if is_first { initial.to_ascii_uppercase() } else { initial.to_owned() });
            text.push_str(rest);
        }
    }

    fn push_name(&self, random: &mut Random, is_korean: bool, text: &mut String) {
        let name = &self.names[random.below(BRANDS)][random.below(NAMES)];
        let (before, after) = match (random.below(4), is_korean) {
            (0, _) => ("**", "**"),
            (1, false) => ("", "'s"),
            (_, true) => ("", ["에서", "보다", "도", "의"][random.below(4)]),
            (_, false) => ("", ""),
        };
        text.extend([before, name, after]);
    }
}

/// The names of a brand: Korean, Latin, with spaces, with digits.
pub(crate) fn names(brand: usize) -> Vec<String> {
    let syllable = |at: usize| char::from_u32(0xac00 + (brand * 523 + at * 2_081) as u32 % 11_172).unwrap();
    let korean: String = (0..3).map(syllable).collect();
    let latin: String = (0..6).map(|at| char::from(b'a' + ((brand * 7 + at * 11) % 26) as u8)).collect();
    let suffixes = ["", " 러닝", " 코리아", " 24", "전자"];
    let korean = suffixes.iter().map(|suffix| format!("{korean}{suffix}"));
    korean.chain(["", " Air", " Korea", " 24", "+"].iter().map(|suffix| format!("{latin}{suffix}"))).collect()
}

/// Two syllables mostly, of which a few are frequent.
fn korean_word(random: &mut Random) -> String {
    let syllable = |random: &mut Random| {
        let rank = random.skewed(1_200);
        char::from_u32(0xac00 + (rank * 2_081) as u32 % 11_172).unwrap()
    };
    let length = [1, 2, 2, 2, 2, 3, 3, 4][random.below(8)];
    (0..length).map(|_| syllable(random)).collect()
}

/// Consonants and vowels in turn.
fn english_word(random: &mut Random) -> String {
    let letters = [&b"tnshrdlcmfpgwybvk"[..], &b"eaoiu"[..]];
    let first = random.below(2);
    let length = 2 + random.below(4) + random.below(5);
    let mut letter = |at: usize| {
        let letters = letters[(first + at) % 2];
        let rank = random.skewed(letters.len());
        char::from(letters[rank])
    };
    (0..length).map(&mut letter).collect()
}

/// Repeatable random numbers.
///
/// Source: G. Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    /// Numbers that only depend on `seed`.
    fn new(seed: usize) -> Self {
        let mut random = Self(seed as u64 * 0x9e37_79b9_7f4a_7c15 + 1);
        random.below(1);
        random
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    /// Small numbers are more frequent.
    fn skewed(&mut self, limit: usize) -> usize {
        let bound = 1 + self.below(limit);
        self.below(bound)
    }
}
