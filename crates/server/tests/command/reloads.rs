//! Reading the engines file again while a server runs: at SIGHUP, and by `answerdeck engines reload`.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::{Server, demo_folder, lines_of};

/// The models in `/health`.
async fn models(server: &Server) -> Vec<String> {
    let health: Value = reqwest::get(format!("{}/health", server.url)).await.unwrap().json().await.unwrap();
    health["engines"].as_array().unwrap().iter().map(|engine| engine["model"].as_str().unwrap().to_owned()).collect()
}

pub(super) async fn until(condition: impl AsyncFn() -> bool) {
    let wait = async {
        while !condition().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect("it happens");
}

fn write(folder: &Path, models: &[&str]) {
    let toml: String = models.iter().map(|model| format!("[{model}]\nprovider = \"stand-in\"\n")).collect();
    std::fs::write(folder.join("engines.toml"), toml).unwrap();
}

fn hang_up(server: &Server) {
    assert!(Command::new("kill").args(["-HUP", &server.child.id().to_string()]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_reads_its_engines_file_again_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, &["CLAUDE"]);
    let server = Server::start(folder, &["--engines", "engines.toml"]);
    let logged = |text: &str| std::fs::read_to_string(&server.log).unwrap().matches(text).count();
    assert_eq!(models(&server).await, ["CLAUDE"]);

    write(folder, &["CLAUDE", "GEMINI"]);
    hang_up(&server);
    until(async || models(&server).await == ["GEMINI", "CLAUDE"]).await;
    until(async || models(&server).await.len() == 2 && logged("the engines file was read again") == 1).await;

    std::fs::write(folder.join("engines.toml"), "[CLAUDE]\nprovider = \"openai\"").unwrap();
    hang_up(&server);
    let mistake = "engines.toml: line 2: CLAUDE: provider: choose anthropic or compatible or stand-in";
    until(async || models(&server).await.len() == 2 && logged(mistake) == 1).await;

    write(folder, &["PERPLEXITY"]);
    assert!(lines_of(folder, &["engines", "reload"])[0].contains("within five seconds"));
    until(async || models(&server).await == ["PERPLEXITY"]).await;
    assert!(server.stop().0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sighup_does_not_end_a_server_without_an_engines_file() {
    let folder = demo_folder();
    let server = Server::start(folder.path(), &["--demo"]);
    let before = models(&server).await;
    hang_up(&server);
    let logged = || std::fs::read_to_string(&server.log).unwrap().contains("there is no engines file to read again");
    until(async || models(&server).await == before && logged()).await;
    assert!(server.stop().0);
}
