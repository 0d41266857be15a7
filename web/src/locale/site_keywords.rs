use crate::format::{count, counted};

texts! {
    description =
        "웹사이트의 페이지를 읽고 자주 쓰는 키워드를 찾아요.",
        "Read the pages of a website and find the keywords that it uses.";
    address = "사이트 주소", "Address of the site";
    address_hint =
        "시작 페이지 주소를 입력하세요. 같은 사이트의 페이지만 읽어요.",
        "Enter the address of the page to start from. Only pages of the same site are read.";
    use_demo = "데모 사이트 주소 넣기", "Use the demo site";
    address_error =
        "http:// 또는 https://로 시작하는 주소를 입력해 주세요.",
        "Enter an address that begins with http:// or https://.";
    pages = "읽을 페이지 수", "Pages to read";
    pages_hint(max: u32) = format!("1~{max}페이지"), format!("1 to {max}");
    with_sentences = "키워드가 나온 문장도 보기", "Show the sentences with each keyword";
    start = "분석 시작", "Start the analysis";
    earlier = "이 기기에서 시작한 분석", "Analyses started on this device";
    earlier_about(max: u64) =
        format!(
            "이 브라우저에 최근 {}개까지 보관하고, 로그아웃하면 지워요. 다른 기기에서는 주소로 열 수 있어요.",
            count(max)
        ),
        format!(
            "This browser keeps the last {}, until you sign out. Other devices can open an analysis by its address.",
            count(max)
        );
    none = "아직 분석이 없어요", "No analyses yet";
    none_description =
        "사이트 주소를 입력하고 분석을 시작해 보세요.",
        "Enter the address of a site and start an analysis.";
    progress = "읽은 페이지", "Pages read";
    waiting = "페이지를 찾는 중", "Searching for pages";
    reading = "페이지를 읽는 중", "Reading pages";
    completed = "완료", "Completed";
    failed_heading = "분석하지 못했어요", "The analysis failed";
    pages_read(read: u64, all: Option<u64>) =
        match all {
            Some(all) => format!("{}페이지 중 {}페이지", count(all), count(read)),
            None => format!("{}페이지", count(read)),
        },
        match all {
            Some(all) => format!("{} of {}", count(read), counted(all, "page", "pages")),
            None => counted(read, "page", "pages"),
        };
    again = "다시 분석", "Analyze again";
    no_keywords_description =
        "페이지에 읽을 텍스트가 거의 없었어요. 다른 주소로 시작해 보세요.",
        "The pages have hardly any text. Try another address.";
    filter = "키워드 검색", "Search keywords";
    none_found = "검색 결과가 없어요", "No keywords found";
    none_found_description = "다른 검색어를 입력해 보세요.", "Search for another word.";
    source_pages = "나온 페이지", "Pages";
    on_pages(n: u64) = format!("{}페이지", count(n)), counted(n, "page", "pages");
    sentences = "문장 보기", "Sentences";
    no_sentences = "보여 드릴 문장이 없어요.", "There are no sentences to quote.";
    look_up = "검색량", "Search volume";
    open_volume = "보기", "Look up";
    look_up_one(keyword: &str) = format!("‘{keyword}’ 검색량 보기"), format!("Look up the search volume of “{keyword}”");
    look_up_many(n: u64) =
        format!("{}개 검색량 보기", count(n)),
        format!("Look up {}", counted(n, "keyword", "keywords"));
    /// Until keywords are selected.
    select_for_prompts = "선택한 키워드로 프롬프트 만들기", "Create prompts from selected keywords";
    methodology =
        "페이지의 제목과 본문에서 명사와 복합어를 추출하고, 여러 페이지와 제목에 나올수록 위에 표시해요. 키워드는 200개까지, 문장은 페이지마다 5개까지 표시해요.",
        "Keywords are the nouns and compounds in titles and texts of the pages. The more pages and titles have a keyword, the higher it ranks. There are at most 200 keywords, with at most 5 sentences for each page.";
}
