use crate::format::{count, counted};

texts! {
    title = "브랜드 언급", "Brand mentions";
    searching = "브랜드를 찾고 있어요.", "Looking for brands.";
    none = "등록한 브랜드가 언급되지 않았어요.", "Mentions none of your brands.";
    no_brands = "브랜드를 추가하면 답변에서 찾아 표시해 드려요.", "Add brands to see where answers mention them.";
    /// The title of a mark: the names of its brands.
    own_mark(names: &str) = format!("{names} (우리 브랜드)"), format!("{names} (your brand)");
    count(n: u64) = format!("{}회", count(n)), counted(n, "mention", "mentions");
    not_named = "언급 없음", "Not mentioned";
    /// The tag of a brand about which the answer says only that nothing was found.
    nothing_found = "정보 없음이라고 답함", "says it found nothing";
}
