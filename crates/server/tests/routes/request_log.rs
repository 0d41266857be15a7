use serde_json::{Value, json};

use crate::harness::process::{Organization, ServerProcess};
use crate::harness::sqlite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_a_refused_request_has_the_code_of_its_error_and_no_value_of_the_client() {
    let folder = tempfile::tempdir().unwrap();
    let database = sqlite::url(folder.path());
    let Organization { key, .. } = Organization::create(&database, 1).await;
    let server = ServerProcess::start(&database, &["--log-format", "json"]);
    for path in ["models", "models?secret=hidden", "prompts?limit=0"] {
        server.request(&key, &format!("/api/v1/platform/{path}"), None).await.unwrap();
    }
    let (_, log) = server.stop();
    let lines = log.lines().filter(|line| line.contains("\"responded\""));
    let codes: Vec<Value> = lines.map(|line| serde_json::from_str::<Value>(line).unwrap()["code"].take()).collect();
    assert_eq!(json!(codes), json!([null, "COMMON_BINDING", "COMMON_VALIDATION"]));
    assert!(!log.contains("hidden"), "{log}");
}
