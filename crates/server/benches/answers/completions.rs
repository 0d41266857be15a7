//! The cost of completing an answer.

use std::time::Instant;

use answerdeck_database::entity::{answer, organization, run};
use answerdeck_server::AppState;
use answerdeck_server::run::ledger::{AttemptResult, SettleResult, settle};
use answerdeck_server::run::reply::AnalyzedReply;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};

use super::history::{Generator, History, insert_run, reply};
use super::milliseconds;

const COMPLETIONS: usize = 1_000;
const WORKER: &str = "bench";

/// Prints how many answers are completed per second. Each is durable when its transaction ends.
pub(crate) async fn measure(app: &AppState, organization: &str, history: &History) -> bool {
    let mut random = Generator(11);
    let balance = Expr::value(1_000 * COMPLETIONS as i64 * 100);
    organization::Entity::update_many()
        .col_expr(organization::Column::Balance, balance)
        .exec(&app.database)
        .await
        .unwrap();
    // One more run of the history, whose answers are QUEUED.
    let last = answer::Entity::find().order_by_desc(answer::Column::Id).one(&app.database).await.unwrap().unwrap();
    let run_id: String = app.random.id(app.clock.now());
    let transaction = answerdeck_database::begin(&app.database).await.unwrap();
    insert_run(app, &transaction, organization, history, &run_id).await;
    run::Entity::update_many()
        .col_expr(run::Column::SuccessCount, Expr::value(0))
        .filter(run::Column::Id.eq(&run_id))
        .exec(&transaction)
        .await
        .unwrap();
    let mut items = Vec::new();
    for _ in 0..COMPLETIONS {
        let item = answer::Model {
            id: app.random.id(app.clock.now()),
            run_id: run_id.clone(),
            status: answer::Status::Queued,
            content: String::new(),
            lease_owner: Some(WORKER.to_owned()),
            ..last.clone()
        };
        answer::Entity::insert(item.clone().into_active_model()).exec_without_returning(&transaction).await.unwrap();
        items.push(item);
    }
    transaction.commit().await.unwrap();
    let started = Instant::now();
    for (number, item) in items.iter().enumerate() {
        let (reply, analysis) = reply(&mut random, number % 400);
        let outcome =
            AttemptResult::Answered { analyzed: AnalyzedReply { reply, analysis, response: None }, charge: 1_000 };
        let settlement = settle(app, item, &outcome, app.clock.now()).await.unwrap();
        assert_eq!(settlement, SettleResult::Succeeded);
    }
    let each = started.elapsed() / u32::try_from(COMPLETIONS).unwrap();
    let per_second = 1.0 / each.as_secs_f64();
    println!("\nCompletions one after another: {per_second:.0} per second, {:.2} ms each", milliseconds(each));
    true
}
