use crate::format::{count, counted};

texts! {
    button = "CSV 내보내기", "Export CSV";
    /// What writing a list is called, and the rows that were read so far.
    writing = "CSV 만드는 중", "Writing the CSV file";
    rows_so_far(n: u64) = format!("지금까지 {}행", count(n)), format!("{} so far", counted(n, "row", "rows"));
    saved(name: &str, n: u64) =
        format!("{name}에 {}행을 저장했어요.", count(n)),
        format!("Saved {} to {name}.", counted(n, "row", "rows"));
    /// The name of a list of which a file has only so many rows, the first ones.
    first(name: &str, n: u64) = format!("{name} 상위 {}개", count(n)), format!("{name}, top {}", count(n));
    refused = "브라우저가 파일을 저장하지 못했어요.", "The browser could not save the file.";
    /// The end of a text that is too long for a cell.
    cut = "… [너무 길어서 여기까지만 담았어요]", "… [cut: too long for a cell]";
    time(name: &str, zone: &str) = format!("{name} ({zone})"), format!("{name} ({zone})");
    id = "ID", "ID";
    prompts = "프롬프트 수", "Prompts";
    models = "모델 수", "Models";
    items = "항목 수", "Items";
    question = "질문", "Question";
    excerpt = "일치한 부분", "Excerpt";
    yes = "있음", "present";
    no = "없음", "absent";
    source_addresses = "출처 주소", "Source addresses";
    search_texts = "검색어 문구", "Search texts";
    interval_low = "95% 신뢰구간 하한", "95% interval, lower limit";
    interval_high = "95% 신뢰구간 상한", "95% interval, upper limit";
    naming_answers = "언급한 답변 수", "Answers that mention it";
    answers_naming(name: &str) = format!("‘{name}’ 언급 답변 수"), format!("Answers that mention {name}");
    rate_before = "이전 기간 언급률", "Mention rate in the period before";
    naming_before = "이전 기간에 언급한 답변 수", "Answers that mention it in the period before";
    answers_before = "이전 기간 전체 답변 수", "All answers in the period before";
    rate_change = "언급률 변화(이전 기간 대비)", "Change of the mention rate from the period before";
    all_answers = "전체 답변 수", "All answers";
    all_mentions = "전체 브랜드 언급 수", "Mentions of all brands";
}
