//! Paging, which works the same in every list.

use crate::harness::{Account, AnswerRow, TestServer};
use crate::{on_both, on_sqlite};

/// A list, with filters that match every row that these tests create.
struct List {
    path: String,
    items: &'static str,
    /// The path of a row without its id, to delete it. `None` if rows cannot be deleted.
    item_path: Option<&'static str>,
}

/// Returns every list of the organization, some with filters. `set` is the prompt set of the created prompts.
fn lists(set: &str) -> Vec<List> {
    let list = |path: &str, items, item_path| List { path: format!("/v1/platform/{path}"), items, item_path };
    vec![
        list("prompt-sets?", "promptSets", Some("/v1/platform/prompt-sets")),
        list("prompts?", "prompts", Some("/v1/platform/prompts")),
        list(&format!("prompts?promptSetID={set}&"), "prompts", Some("/v1/platform/prompts")),
        list(&format!("prompts?promptSetID={set}&contentContains=row&"), "prompts", Some("/v1/platform/prompts")),
        list("runs?", "runs", None),
        list("answers?", "answers", None),
        list("answers?model=CHATGPT&region=KR&", "answers", None),
        list("brands?", "brands", Some("/v1/platform/brands")),
    ]
}

async fn create_row(server: &TestServer, account: &Account, list: &List, set: &str) -> String {
    match list.items {
        "promptSets" => server.prompt_set(account, "Row").await,
        "prompts" => server.prompt(account, set, "A row").await,
        "runs" => server.run(account).await,
        "answers" => {
            // A filter leaves it out.
            if list.path.contains("model") {
                server.answer(account, AnswerRow { model: "CLAUDE", ..AnswerRow::default() }).await;
            }
            server.answer(account, AnswerRow::default()).await
        }
        _ => server.brand(account, "Row").await,
    }
}

on_both! {
    async fn paging_returns_every_remaining_row_once_during_inserts_and_deletes(server, account) {
        let set = server.prompt_set(&account, "The set").await;
        for list in lists(&set) {
            let mut created = Vec::new();
            for _ in 0..9 {
                created.push(create_row(&server, &account, &list, &set).await);
            }
            let mut remaining: Vec<String> = created.clone();
            let (mut seen, mut cursor) = (Vec::<String>::new(), String::new());
            // The newest row comes first, so the first of these indexes is the row of the cursor, and the last is not returned yet.
            for deleted in [Some(7), Some(0), None, Some(6), Some(2)].into_iter().chain(std::iter::repeat(None)) {
                let page = server.get(&account, &format!("{}limit=2{cursor}", list.path)).await.ok();
                let rows = page[list.items].as_array().unwrap();
                assert!(rows.len() <= 2);
                seen.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
                let Some(next) = page["nextCursor"].as_str() else { break };
                cursor = format!("&cursor={next}");
                create_row(&server, &account, &list, &set).await;
                if let (Some(deleted), Some(item_path)) = (deleted, list.item_path) {
                    let id = &created[deleted];
                    assert_eq!(server.delete(&account, &format!("{item_path}/{id}")).await.status, 204);
                    remaining.retain(|other| other != id);
                }
            }
            for id in &remaining {
                assert_eq!(seen.iter().filter(|other| *other == id).count(), 1, "{}: {id} of {seen:?}", list.path);
            }
            let mut sorted = seen.clone();
            sorted.sort_by(|one, other| other.cmp(one));
            sorted.dedup();
            assert_eq!(seen, sorted, "{}", list.path);
        }
    }
}

on_sqlite! {
    async fn lists_reject_a_cursor_that_is_altered_truncated_or_of_another_list(server, account, other) {
        let mut cursors = Vec::new();
        for owner in [&account, &other] {
            let set = server.prompt_set(owner, "The set").await;
            for list in lists(&set) {
                for _ in 0..2 {
                    create_row(&server, owner, &list, &set).await;
                }
                let page = server.get(owner, &format!("{}limit=1", list.path)).await.ok();
                cursors.push((list, page["nextCursor"].as_str().unwrap().to_owned()));
            }
        }
        let foreign = cursors.split_off(cursors.len() / 2);
        for (at, (list, cursor)) in cursors.iter().enumerate() {
            server.get(&account, &format!("{}limit=2&cursor={cursor}", list.path)).await.ok();
            let mut invalid: Vec<String> = Vec::new();
            for index in 0..cursor.len() {
                let letter = if cursor.as_bytes()[index] == b'A' { 'B' } else { 'A' };
                invalid.push(format!("{}{letter}{}", &cursor[..index], &cursor[index + 1..]));
                invalid.push(cursor[..index].to_owned());
            }
            invalid.push(format!("{cursor}A"));
            invalid.push(format!("{cursor}="));
            invalid.extend(foreign.iter().map(|(_, cursor)| cursor.clone()));
            invalid.extend(cursors.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, (_, cursor))| cursor.clone()));
            for cursor in invalid {
                let path = format!("{}cursor={cursor}", list.path);
                let reply = server.get(&account, &path).await;
                assert_eq!(reply.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()), "{path}");
            }
        }
    }
}
