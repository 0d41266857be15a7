//! What every list promises of its pages.

use crate::harness::{Account, AnswerRow, TestServer};
use crate::on_both;

/// A list: its path with conditions that every row made here meets, and the name of its items.
struct List {
    path: String,
    items: &'static str,
    /// Where a row is deleted. `None` when rows stay for good.
    one: Option<&'static str>,
}

/// Every list of the organization, one of them under conditions; `set` holds the prompts.
fn lists(set: &str) -> Vec<List> {
    let list = |path: &str, items, one| List { path: format!("/v1/platform/{path}"), items, one };
    vec![
        list("prompt-sets?", "promptSets", Some("/v1/platform/prompt-sets")),
        list("prompts?", "prompts", Some("/v1/platform/prompts")),
        list(&format!("prompts?promptSetID={set}&contentContains=row&"), "prompts", Some("/v1/platform/prompts")),
        list("runs?", "runs", None),
        list("answers?", "answers", None),
        list("answers?model=CHATGPT&region=KR&", "answers", None),
        list("brands?", "brands", Some("/v1/platform/brands")),
    ]
}

async fn make(server: &TestServer, account: &Account, list: &List, set: &str) -> String {
    match list.items {
        "promptSets" => server.prompt_set(account, "Row").await,
        "prompts" => server.prompt(account, set, "A row").await,
        "runs" => server.run(account).await,
        "answers" => server.answer(account, AnswerRow::default()).await,
        _ => server.brand(account, "Row").await,
    }
}

on_both! {
    async fn every_row_that_stays_is_seen_once_while_others_come_and_go(server: TestServer) {
        let account = server.account().await;
        let set = server.prompt_set(&account, "The set").await;
        for list in lists(&set) {
            let mut made = Vec::new();
            for _ in 0..9 {
                made.push(make(&server, &account, &list, &set).await);
            }
            let mut stay: Vec<String> = made.clone();
            let (mut seen, mut cursor) = (Vec::<String>::new(), String::new());
            // The newest comes first: the first of these are seen by then, the last are not.
            for goes in [Some(8), Some(0), None, Some(6), Some(2)].into_iter().chain(std::iter::repeat(None)) {
                let page = server.get(&account, &format!("{}limit=2{cursor}", list.path)).await.ok();
                let rows = page[list.items].as_array().unwrap();
                assert!(rows.len() <= 2);
                seen.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
                let Some(next) = page["nextCursor"].as_str() else { break };
                cursor = format!("&cursor={next}");
                make(&server, &account, &list, &set).await;
                if let (Some(goes), Some(one)) = (goes, list.one) {
                    let id = &made[goes];
                    assert_eq!(server.delete(&account, &format!("{one}/{id}")).await.status, 204);
                    stay.retain(|other| other != id);
                }
            }
            for id in &stay {
                assert_eq!(seen.iter().filter(|other| *other == id).count(), 1, "{}: {id} of {seen:?}", list.path);
            }
            let mut sorted = seen.clone();
            sorted.sort_by(|one, other| other.cmp(one));
            sorted.dedup();
            assert_eq!(seen, sorted, "{}", list.path);
        }
    }

    async fn a_cursor_that_is_altered_cut_or_of_another_list_is_refused(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let mut cursors = Vec::new();
        for owner in [&account, &other] {
            let set = server.prompt_set(owner, "The set").await;
            for list in lists(&set) {
                for _ in 0..2 {
                    make(&server, owner, &list, &set).await;
                }
                let page = server.get(owner, &format!("{}limit=1", list.path)).await.ok();
                cursors.push((list, page["nextCursor"].as_str().unwrap().to_owned()));
            }
        }
        let foreign = cursors.split_off(cursors.len() / 2);
        for (at, (list, cursor)) in cursors.iter().enumerate() {
            server.get(&account, &format!("{}limit=2&cursor={cursor}", list.path)).await.ok();
            let mut wrong: Vec<String> = Vec::new();
            for place in 0..cursor.len() {
                let letter = if cursor.as_bytes()[place] == b'A' { 'B' } else { 'A' };
                wrong.push(format!("{}{letter}{}", &cursor[..place], &cursor[place + 1..]));
                wrong.push(cursor[..place].to_owned());
            }
            wrong.push(format!("{cursor}A"));
            wrong.push(format!("{cursor}="));
            wrong.extend(foreign.iter().map(|(_, cursor)| cursor.clone()));
            wrong.extend(cursors.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, (_, cursor))| cursor.clone()));
            for wrong in wrong {
                let path = format!("{}cursor={wrong}", list.path);
                let reply = server.get(&account, &path).await;
                assert_eq!(reply.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()), "{path}");
            }
        }
    }
}
