use crate::format::{count, counted, plural};

texts! {
    description =
        "한 줄에 하나씩 붙여 넣거나 CSV 파일을 선택하세요. 복사한 표와 CSV에서는 ‘내용’이나 ‘프롬프트’ 열을, 없으면 고른 열을 읽어요.",
        "Paste one prompt per line, or open a CSV file. In a copied table or a CSV file, the column “content” or “prompt” is read, or else the one that you choose.";
    paste = "붙여 넣기", "Paste";
    paste_hint = "한 줄이 프롬프트 하나예요.", "Each line is one prompt.";
    file = "CSV 파일 열기", "Open a CSV file";
    file_unreadable =
        "파일을 읽지 못했어요. 20MB 이하의 ‘CSV UTF-8’ 파일로 저장해 주세요.",
        "The file could not be read. Save it as “CSV UTF-8”, with at most 20 MB.";
    file_excel =
        "엑셀 파일은 읽지 않아요. 시트를 ‘CSV UTF-8’ 파일로 저장해서 열어 주세요.",
        "Excel files are not read. Save the sheet as “CSV UTF-8” and open that file.";
    file_empty = "파일에 프롬프트가 없어요.", "The file has no prompts.";
    preview = "미리 보기", "Preview";
    row = "행", "Row";
    ready = "추가할 수 있어요", "Ready to add";
    error_empty = "비어 있어요", "Empty";
    error_long(n: usize, max: usize) =
        format!("{}자예요. {}자까지 입력할 수 있어요", count(n as u64), count(max as u64)),
        format!("{} characters; at most {}", count(n as u64), count(max as u64));
    error_repeated(row: usize) =
        format!("{}행과 같아요", count(row as u64)),
        format!("Same as row {}", count(row as u64));
    error_in_set = "이 세트에 이미 있어요", "Already in this set";
    error_no_room = "세트가 가득 찼어요", "The set is full";
    /// The field that selects a column where no heading is known.
    column = "프롬프트가 있는 열", "Column with the prompts";
    column_hint = "제목으로는 알 수 없어요. 맞는 열인지 확인해 주세요.", "No column has a known heading. Check the choice.";
    /// The number of a column, and its first text.
    column_option(number: usize, first: &str) =
        format!("{}열: {first}", count(number as u64)),
        format!("Column {}: {first}", count(number as u64));
    skips_first = "첫 행은 제목이에요", "The first row has headings";
    /// The headings of the columns that are not read.
    left_out(columns: &str) = format!("읽지 않는 열: {columns}"), format!("Columns left out: {columns}");
    marks_left_out = "줄 앞 번호와 글머리표를 뺐어요.", "The numbers and bullets in front of the lines are left out.";
    keep_marks = "그대로 두기", "Keep them";
    not_compared =
        "이 세트의 프롬프트를 불러오지 못해서, 이미 있는 프롬프트인지 확인하지 못했어요.",
        "The prompts of this set could not be read, so the rows are not compared with them.";
    unclosed_quote(row: usize) =
        format!("{}행에서 연 따옴표가 닫히지 않았어요.", count(row as u64)),
        format!("The quote opened in row {} is never closed.", count(row as u64));
    summary(valid: u64, invalid: u64) =
        match invalid {
            0 => format!("{}개를 추가할 수 있어요.", count(valid)),
            _ => format!("{}개를 추가할 수 있어요. {}개는 건너뛰어요.", count(valid), count(invalid)),
        },
        match invalid {
            0 => format!("{} can be added.", counted(valid, "row", "rows")),
            _ => format!("{} can be added; {} will be skipped.", counted(valid, "row", "rows"), count(invalid)),
        };
    /// The number of rows that do not fit, and the maximum number of prompts of a set.
    without_room(rows: u64, max: u64) =
        format!("세트에는 {}개까지 담을 수 있어서 {}행은 들어가지 않아요.", count(max), count(rows)),
        {
            let rows_do = plural(rows, "row does", "rows do");
            format!("A set holds at most {} prompts: {} {rows_do} not fit.", count(max), count(rows))
        };
    add(n: u64) =
        if n == 0 { "프롬프트 추가".to_owned() } else { format!("{}개 추가", count(n)) },
        match n {
            0 => "Add prompts".to_owned(),
            _ => format!("Add {}", counted(n, "prompt", "prompts")),
        };
    progress = "추가한 프롬프트", "Prompts added";
    added(done: u64, all: u64) =
        format!("{}개 중 {}개 추가했어요", count(all), count(done)),
        format!("{} of {} added", count(done), count(all));
    stopped(done: u64, all: u64) =
        format!("{}개 중 {}개를 추가한 뒤 중지했어요.", count(all), count(done)),
        format!("Stopped after {} of {}.", count(done), count(all));
    /// The form was closed: the number of prompts added so far, and the total.
    closed(done: u64, all: u64) =
        format!(
            "프롬프트 {}개 중 {}개를 추가한 뒤 중지했어요. 다시 열면 이미 추가한 것은 빼고 이어서 추가할 수 있어요.",
            count(all),
            count(done)
        ),
        format!(
            "Stopped after {} of {} prompts. Open the form again to add the others: it leaves out those that were added.",
            count(done),
            count(all)
        );
    outcome_unknown =
        "마지막 묶음의 응답을 제대로 받지 못했어요. 이어서 추가하면 중복될 수 있으니 목록을 먼저 확인해 주세요.",
        "The server did not respond to the last batch as expected. Resuming may add prompts twice, so check the list first.";
    adding = "추가하는 중…", "Adding…";
    resume = "이어서 추가", "Resume";
    stop = "중지", "Stop";
    done(n: u64) =
        format!("프롬프트 {}개를 추가했어요.", count(n)),
        format!("Added {}.", counted(n, "prompt", "prompts"));
    more_rows(n: u64) = format!("외 {}행", count(n)), format!("{} more {}", count(n), plural(n, "row", "rows"));
}
