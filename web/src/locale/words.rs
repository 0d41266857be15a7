use answerdeck_api::{NounTag, WordLanguage};

use crate::format::{count, counted, share};

texts! {
    finding(word: &str, n: u64, all: Option<u64>) =
        match all {
            Some(all) => format!("‘{word}’ 단어가 답변 {}개 중 {}개에 나와요.", count(all), count(n)),
            None => format!("‘{word}’ 단어가 답변 {}개에 나와요.", count(n)),
        },
        match all {
            Some(all) => format!("“{word}” is in {} of {}.", count(n), counted(all, "answer", "answers")),
            None => format!("“{word}” is in {}.", counted(n, "answer", "answers")),
        };
    ranking = "많이 나온 단어", "Most used words";
    word = "단어", "Word";
    answers = "나온 답변", "Answers";
    /// A word, and the answers that have it as a noun. The search counts its other uses, too.
    search_texts(word: &str, n: u64) =
        format!("답변 {}개에 나온 ‘{word}’ 본문에서 검색", count(n)),
        format!("Search texts for “{word}”, a noun in {}", counted(n, "answer", "answers"));
    chosen = "선택한 단어", "Selected words";
    clear = "모두 해제", "Remove all";
    full(max: u64) =
        format!("단어는 {}개까지 선택할 수 있어요.", count(max)),
        format!("You can select at most {} words.", count(max));
    neighbors = "함께 나온 단어", "Words used together";
    neighbors_about(words: &str, number: usize) =
        match number {
            1 => format!("‘{words}’ 단어가 나온 답변에서 집계했어요."),
            _ => format!("{words} 중 하나라도 나온 답변에서 집계했어요."),
        },
        match number {
            1 => format!("Counted in answers with “{words}”."),
            _ => format!("Counted in answers with at least one of: {words}."),
        };
    together = "함께 나온 답변", "Answers with both";
    of_all = "함께 나온 비율", "Share of answers with the word";
    /// The answers with a chosen word, of all answers with the neighbor, and their share.
    of_all_value(n: u64, all: u64) =
        format!("{}개 중 {}개 · {}", count(all), count(n), share(n, all)),
        format!("{} of {} · {}", count(n), count(all), share(n, all));
    hint =
        "단어를 누르면 함께 나온 단어를 볼 수 있고, 숫자를 누르면 답변 본문에서 그 단어를 검색해요.",
        "Select a word to see which words go with it, or a number to search the texts of answers for it.";
    no_neighbors = "함께 나온 단어가 없어요.", "No other word occurs with them.";
    empty = "아직 단어가 없어요", "No words yet";
    empty_description =
        "실행에서 답변을 수집하면 자주 나오는 단어를 확인할 수 있어요.",
        "When a run has collected answers, you can see here which words they use.";
    none_found = "조건에 맞는 단어가 없어요", "No words match these filters";
    methodology =
        "조건에 맞는 성공한 답변의 명사를 집계했어요. 한 답변에 여러 번 나와도 한 번만 집계하고, 답변 하나에서 500개까지 집계해요. 숫자를 누르면 \
                      본문에 그 단어가 있는 답변을 찾아요. 명사로 쓰이지 않은 경우도 있어서 조금 더 많을 수 있어요.",
        "Counts the nouns of the successful answers that match the filters. A word counts once in an answer, and an answer \
                      has at most 500 words. A number opens the answers that contain this text. There can be more of them, because the \
                      text need not be a noun.";
    methodology_neighbors =
        "함께 나온 답변 = 선택한 단어 중 하나라도 있고 이 단어도 있는 답변. 함께 나온 비율 = 함께 나온 답변 ÷ 이 단어가 나온 모든 답변.",
        "Answers with both: those that have at least one selected word, and this word. Share: answers with both ÷ \
                                all answers with this word.";
    nouns = "텍스트에서 명사 찾기", "Find the nouns in a text";
    nouns_description =
        "텍스트를 붙여 넣으면 브랜드·제품 이름 같은 명사를 찾아 드려요. 저장하지 않아요.",
        "Paste a text to find its nouns, such as the names of brands and products. It is not stored.";
    text = "텍스트", "Text";
    language_auto = "자동", "Automatic";
    language_korean = "한국어", "Korean";
    language_english = "영어", "English";
    extract = "명사 찾기", "Find nouns";
    kind = "종류", "Kind";
    proper = "고유명사", "Proper noun";
    common = "일반명사", "Common noun";
    unknown = "알 수 없음", "Unknown";
    nouns_found(n: u64) = format!("명사 {}개를 찾았어요.", count(n)), format!("Found {}.", counted(n, "noun", "nouns"));
    methodology_nouns =
        "횟수 = 텍스트에 나온 횟수. 고유명사는 사전과 문맥으로 구분해요.",
        "Count: how often the text has the noun. A dictionary and the context decide which nouns are proper nouns.";
}

impl Texts {
    pub fn kind_of(&self, tag: &NounTag) -> &'static str {
        match tag {
            NounTag::Proper => self.proper,
            NounTag::Common => self.common,
            NounTag::Unknown(_) => self.unknown,
        }
    }

    pub fn language_of(&self, language: &WordLanguage) -> &'static str {
        match language {
            WordLanguage::Korean => self.language_korean,
            WordLanguage::English => self.language_english,
            WordLanguage::Unknown(_) => self.unknown,
        }
    }
}
