//! Statistics of a part of the history.

use jiff::SignedDuration;
use sea_orm::ConnectionTrait;

use crate::harness::AnswerRow;
use crate::on_sqlite;

/// Answers that statistics read together.
const ANSWERS_PER_PART: usize = 1_024;
/// Answers that are moved to a part together.
const MOVED_AT_ONCE: usize = 64;

on_sqlite! {
    async fn statistics_of_a_run_or_a_time_read_no_answers_of_another(server, account) {
        let mut run = String::new();
        for answers in [ANSWERS_PER_PART, MOVED_AT_ONCE] {
            server.clock.advance(SignedDuration::from_hours(1));
            run = server.run(&account).await;
            let row = |_| AnswerRow { run_id: Some(run.clone()), fanouts: &["earbuds"], ..Default::default() };
            server.answers(&account, answers, row).await;
        }
        // The first answers then look like those of the second run, to a query that reads them.
        let sql = "UPDATE answer_columns SET words = (SELECT words FROM answer_columns WHERE name = 'dimensions' AND part = 1) \
                   WHERE name = 'dimensions' AND part = 0";
        server.app.database.execute_unprepared(sql).await.unwrap();
        let now = server.clock.now();
        let later = now + SignedDuration::from_secs(1);
        for (scope, count) in [
            (format!("runID={run}"), MOVED_AT_ONCE),
            (format!("from={now}"), MOVED_AT_ONCE),
            (format!("from={now}&to={later}"), MOVED_AT_ONCE),
            ("model=CHATGPT".to_owned(), 2 * MOVED_AT_ONCE),
        ] {
            let ranking = server.get(&account, &format!("/v1/platform/statistics/fanouts?{scope}")).await.ok();
            assert_eq!(ranking["fanouts"][0]["fanoutCount"], count, "{scope}: {ranking}");
        }
    }
}
