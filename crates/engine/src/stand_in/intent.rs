//! What a question asks for.

use answerdeck_api::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intent {
    /// A product to choose.
    Choice,
    /// Instructions. Only the prompt itself is searched.
    Instruction,
    Fact,
}

/// Beginnings of Korean words that ask for a product.
const KOREAN_CHOICE: [&str; 8] = ["추천", "좋아", "좋은", "살까", "비교", "맞는", "고르", "이하"];
/// Endings of Korean questions that ask how to do something.
const KOREAN_INSTRUCTION: [&str; 4] = ["방법", "보관법", "방법 알려 줘", "어떻게 해"];
/// English words that ask for a product.
const ENGLISH_CHOICE: [&str; 9] = ["best", "which", "vs", "good", "better", "recommend", "worth", "compare", "under"];
/// Beginnings of English questions that ask how to do something.
const ENGLISH_INSTRUCTION: [&str; 3] = ["how to ", "how often ", "how do "];

pub(super) fn intent(question: &str, language: Language) -> Intent {
    let question = question.trim().trim_end_matches(['?', '.', '!']).to_lowercase();
    let (is_instruction, is_choice) = match language {
        Language::Korean => (
            KOREAN_INSTRUCTION.iter().any(|ending| question.ends_with(ending)),
            question.split_whitespace().any(|word| KOREAN_CHOICE.iter().any(|beginning| word.starts_with(beginning))),
        ),
        Language::English => (
            ENGLISH_INSTRUCTION.iter().any(|beginning| question.starts_with(beginning)),
            question.split(|letter: char| !letter.is_alphanumeric()).any(|word| ENGLISH_CHOICE.contains(&word)),
        ),
    };
    match (is_instruction, is_choice) {
        (true, _) => Intent::Instruction,
        (false, true) => Intent::Choice,
        (false, false) => Intent::Fact,
    }
}

#[cfg(test)]
mod tests {
    use super::{Intent, intent};
    use crate::corpus::language_of;

    #[test]
    fn the_words_of_a_question_determine_its_intent() {
        for (question, expected) in [
            ("출퇴근용 노이즈 캔슬링 무선 이어폰 추천해 줘", Intent::Choice),
            ("누리오 에어 2랑 타브린 Q7 중에 뭐 살까?", Intent::Choice),
            ("Which wireless earbuds fit small ears?", Intent::Choice),
            ("Nurio Air 2 vs Tavrin Q7: battery and noise cancelling", Intent::Choice),
            ("무선 이어폰 청소는 어떻게 해?", Intent::Instruction),
            ("커피 머신 석회 제거 방법 알려 줘", Intent::Instruction),
            ("How often should I descale a coffee machine?", Intent::Instruction),
            ("브루베인 듀오 15 단점이 뭐야?", Intent::Fact),
            ("펠모라 S3 리콜 대상인지 어떻게 확인해?", Intent::Fact),
            ("Do new running shoes help with knee pain?", Intent::Fact),
        ] {
            assert_eq!(intent(question, language_of(question)), expected, "{question}");
        }
    }
}
