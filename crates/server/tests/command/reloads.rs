//! Reading the engines file again while a server runs: at SIGHUP, and by `answerdeck engines reload`.

use std::process::Command;

use super::Folder;
use crate::harness::process::ServerProcess;
use crate::harness::until;

/// The models in `/health`.
async fn models(server: &ServerProcess) -> Vec<String> {
    let health = server.send("", "/health", None).await;
    health["engines"].as_array().unwrap().iter().map(|engine| engine["model"].as_str().unwrap().to_owned()).collect()
}

fn write(folder: &Folder, models: &[&str]) {
    let toml: String = models.iter().map(|model| format!("[{model}]\nprovider = \"stand-in\"\n")).collect();
    folder.write("engines.toml", toml);
}

fn hang_up(server: &ServerProcess) {
    assert!(Command::new("kill").args(["-HUP", &server.id().to_string()]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_reads_its_engines_file_again_without_a_restart() {
    let folder = Folder::new();
    write(&folder, &["CLAUDE"]);
    let server = folder.serve(&["--engines", "engines.toml"]);
    let logged = |text: &str| server.log().matches(text).count();
    assert_eq!(models(&server).await, ["CLAUDE"]);

    write(&folder, &["CLAUDE", "GEMINI"]);
    hang_up(&server);
    until(async || models(&server).await == ["GEMINI", "CLAUDE"]).await;
    until(async || models(&server).await.len() == 2 && logged("the engines file was read again") == 1).await;

    folder.write("engines.toml", "[CLAUDE]\nprovider = \"openai\"");
    hang_up(&server);
    let mistake = "engines.toml: line 2: CLAUDE: provider: choose anthropic or compatible or stand-in";
    until(async || models(&server).await.len() == 2 && logged(mistake) == 1).await;

    write(&folder, &["PERPLEXITY"]);
    assert!(folder.lines(&["engines", "reload"])[0].contains("within five seconds"));
    until(async || models(&server).await == ["PERPLEXITY"]).await;
    assert!(server.stop().0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sighup_does_not_end_a_server_without_an_engines_file() {
    let folder = Folder::with_demo();
    let server = folder.serve(&["--demo"]);
    let before = models(&server).await;
    hang_up(&server);
    let logged = || server.log().contains("there is no engines file to read again");
    until(async || models(&server).await == before && logged()).await;
    assert!(server.stop().0);
}
