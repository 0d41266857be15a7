use crate::format::{count, counted, plural};

texts! {
    earlier = "이전 답변", "Earlier answer";
    later = "이후 답변", "Later answer";
    choose_two = "서로 다른 답변 두 개를 선택해 주세요.", "Choose two different answers.";
    none_before = "이 모델이 이 지역에서 한 이전 답변이 없어요.", "This model has no earlier answer in this region.";
    too_few = "이 모델의 답변이 두 개 이상이어야 비교할 수 있어요.", "This model needs two answers to compare.";
    text = "본문", "Text";
    legend =
        "+와 밑줄은 이후 답변에 추가된 내용, −와 취소선은 이후 답변에서 빠진 내용이에요.",
        "A + and an underline mark what the later answer adds, a − and a line through what it leaves out.";
    same_text = "두 답변의 본문이 같아요.", "Both answers have the same text.";
    added = "추가됨", "added";
    removed = "빠짐", "left out";
    new_sources(n: u64) =
        format!("새 출처 {}개", count(n)),
        format!("{} new {}", count(n), plural(n, "source", "sources"));
    lost_sources(n: u64) =
        format!("빠진 출처 {}개", count(n)),
        format!("{} lost {}", count(n), plural(n, "source", "sources"));
    kept_sources(n: u64) =
        format!("두 답변이 함께 인용한 출처는 {}개예요.", count(n)),
        format!("Both answers cite {}.", counted(n, "source", "sources"));
    methodology =
        "두 답변을 먼저 문단별로, 달라진 문단은 단어별로 비교해요. 공통점이 적거나 아주 긴 부분은 통째로 바뀐 것으로 표시해요. 출처는 주소가 같으면 같은 출처로 보고, 인용 번호만 바뀐 것은 차이로 보지 않아요.",
        "The texts are compared by paragraphs, and paragraphs that differ by words. Parts that have little in common, or are very long, are marked as a whole. Sources with the same address are the same, whatever number the texts refer to them by.";
}
