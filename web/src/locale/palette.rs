use crate::format::{count, counted};

texts! {
    field = "페이지, 세트, 브랜드, 저장한 보기, 동작 검색", "Search pages, sets, brands, views and actions";
    view = "저장한 보기", "Saved view";
    count(n: u64) = format!("{}개", count(n)), counted(n, "result", "results");
    more(shown: u64, all: u64) =
        format!("{}개 중 {}개를 보여 드려요. 더 입력하면 목록이 좁혀져요.", count(all), count(shown)),
        format!("{} of {} shown. Keep typing to narrow the list.", count(shown), count(all));
    none = "검색 결과가 없어요.", "Nothing found.";
    failed =
        "프롬프트 세트나 브랜드, 저장한 보기를 불러오지 못했어요.",
        "Prompt sets, brands or saved views could not be loaded.";
}
