use crate::format::{count, counted};

texts! {
    save = "저장", "Save";
    cancel = "취소", "Cancel";
    close = "닫기", "Close";
    delete = "삭제", "Delete";
    edit = "수정", "Edit";
    retry = "다시 시도", "Try again";
    reload_balance = "잔액 다시 불러오기", "Reload the balance";
    undo = "되돌리기", "Undo";
    /// What a question before a deletion says about the answers.
    delete_note =
        "수집한 답변은 남아요. 10초 안에 되돌릴 수 있어요.",
        "Collected answers are kept. You can undo it for ten seconds.";
    copy = "복사", "Copy";
    copied = "복사했어요", "Copied";
    not_copied = "브라우저가 막아서 복사하지 못했어요.", "The browser did not allow copying.";
    loading = "불러오는 중…", "Loading…";
    load_more = "더 보기", "Load more";
    show_more(n: u64) = format!("{}개 더 보기", count(n)), format!("Show {} more", count(n));
    optional = "선택 사항", "optional";
    actions = "작업", "Actions";
    actions_of(name: &str) = format!("‘{name}’ 작업"), format!("Actions for “{name}”");
    created = "생성일", "Created";
    /// The error of an empty required field.
    missing = "입력해 주세요.", "This field is required.";
    /// The note above a form that shows what was typed before, and its button.
    draft_restored = "입력하던 내용을 불러왔어요.", "Draft restored.";
    discard = "지우고 새로 쓰기", "Discard draft";
    draft_discarded = "입력하던 내용을 지웠어요.", "Draft discarded.";
    too_long(max: usize, now: usize) =
        format!("{}자까지 입력할 수 있어요. 지금 {}자예요.", count(max as u64), count(now as u64)),
        format!("Use at most {} characters. There are {} now.", count(max as u64), count(now as u64));
    characters(now: usize, max: usize) =
        format!("{} / {}자", count(now as u64), count(max as u64)),
        format!("{} / {}", count(now as u64), count(max as u64));
    entries(now: usize, max: usize) =
        format!("{} / {}개", count(now as u64), count(max as u64)),
        format!("{} / {}", count(now as u64), count(max as u64));
    too_many_entries =
        "더 추가할 수 없어요. 남은 항목은 입력란에 그대로 있어요.",
        "No more can be added. The rest is still in the field.";
    remove(entry: &str) = format!("‘{entry}’ 빼기"), format!("Remove “{entry}”");
    shown(n: u64) = format!("{}개 표시", count(n)), format!("{} shown", counted(n, "item", "items"));
    /// The items of a complete list.
    total(n: u64) = format!("총 {}개", count(n)), counted(n, "item", "items");
    /// Added to the accessible name of a link.
    opens_new_tab = "새 탭에서 열림", "opens in a new tab";
    own_brand = "우리 브랜드", "Your brand";
    deleted_brand = "삭제된 브랜드", "a deleted brand";
    /// The answers that name only rivals.
    only_rivals = "경쟁 브랜드만", "Only competitors";
    prompt = "프롬프트", "Prompt";
    deleted_prompt = "삭제된 프롬프트", "a deleted prompt";
    name = "이름", "Name";
    status = "상태", "Status";
    brand = "브랜드", "Brand";
    failed = "실패", "Failed";
    failed_count(n: u64) = format!("실패 {}개", count(n)), format!("{} failed", count(n));
    run = "실행", "Run";
    region = "지역", "Region";
    unknown_status = "알 수 없는 상태", "Unknown status";
    none = "없음", "None";
    address = "주소", "Address";
    prompts(n: u64) = format!("프롬프트 {}개", count(n)), counted(n, "prompt", "prompts");
    new_schedule = "새 일정", "New schedule";
    domain = "도메인", "Domain";
    set = "세트", "Set";
    model = "모델", "Model";
    all_sets = "모든 세트", "All sets";
    pending = "대기", "Pending";
    succeeded = "성공", "Succeeded";
    table = "표", "Table";
    /// The choice between lists.
    list = "목록", "List";
    websites = "웹사이트", "Websites";
    description = "설명", "Description";
    repeats = "질문 횟수", "Times asked";
    times = "횟수", "Count";
    progress_of(done: u64, all: u64) =
        format!("{} / {}", count(done), count(all)),
        format!("{} of {}", count(done), count(all));
    trend = "추이", "Trend";
    no_keywords = "찾은 키워드가 없어요", "No keywords found";
    select(name: &str) = format!("‘{name}’ 선택"), format!("Select “{name}”");
    deselect(name: &str) = format!("‘{name}’ 선택 해제"), format!("Remove “{name}”");
    selected(n: u64) = format!("{}개 선택", count(n)), format!("{} selected", count(n));
    new_set = "새 세트", "New set";
    period = "기간", "Period";
    month = "월", "Month";
    add_brand = "브랜드 추가", "Add a brand";
    done = "완료", "Done";
    page = "페이지", "Page";
    prompt_set = "프롬프트 세트", "Prompt set";
    action = "동작", "Action";
    new_run = "새 실행", "New run";
    new_prompt = "새 프롬프트", "New prompt";
    no_answers = "답변 없음", "No answers";
    clear_search = "검색 지우기", "Clear the search";
    answers(n: u64) = format!("답변 {}개", count(n)), counted(n, "answer", "answers");
    whole_number(max: u64) =
        format!("1부터 {}까지의 정수를 입력해 주세요.", count(max)),
        format!("Enter a whole number from 1 to {}.", count(max));
    started = "시작 시각", "Started";
    site = "사이트", "Site";
    methodology = "집계 기준", "How is this counted?";
}
