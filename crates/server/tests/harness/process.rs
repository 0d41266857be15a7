//! Processes of the program.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use answerdeck_database::begin;
use answerdeck_database::credits::THOUSANDTHS;
use answerdeck_database::entity::organization;
use answerdeck_engine::Engines;
use answerdeck_server::clock::Clock;
use answerdeck_server::organization::account;
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::{Reply, http_client, until_some};

/// An engines file with a stand-in for every model.
const STAND_INS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/stand-ins.toml");

/// Returns the command with these arguments on a database.
pub fn answerdeck(database: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_answerdeck"));
    command.args(arguments).args(["--database", database]).stderr(Stdio::null());
    command
}

/// Runs a command and returns what it prints.
pub fn lines_of(database: &str, arguments: &[&str]) -> Vec<String> {
    let output = answerdeck(database, arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {text}");
    text.lines().map(str::to_owned).collect()
}

/// An organization of server processes.
pub struct Organization {
    pub id: String,
    pub key: String,
    pub key_id: String,
}

impl Organization {
    /// Creates an organization with a key and credits. The schema is up to date then.
    pub async fn create(database: &str, credits: i64) -> Self {
        lines_of(database, &["migrate"]);
        let database = answerdeck_database::connect(database).await.unwrap();
        let (clock, random) = (Clock::system(), Random::system());
        let app = AppState::new(Config::default(), database.clone(), clock, random, Engines::default());
        let id = account::create_organization(&app, "Nurio", "KR").await.unwrap().to_string();
        let transaction = begin(&database).await.unwrap();
        account::add_credits(&app, &transaction, &id, credits * THOUSANDTHS).await.unwrap();
        transaction.commit().await.unwrap();
        let key = account::create_key(&app, &database, &id, None).await.unwrap();
        database.close().await.unwrap();
        Self { id, key: key.secret, key_id: key.id }
    }

    /// Creates a demo organization without a history, so that servers start with `--demo` at once. The stand-ins of the demo charge
    /// credits, and all others are free.
    pub async fn create_demo(database: &str) {
        let database = answerdeck_database::connect(database).await.unwrap();
        let row = organization::ActiveModel {
            id: Set(answerdeck_server::demo::ORGANIZATION_ID.to_owned()),
            name: Set("Demo".to_owned()),
            region: Set("KR".to_owned()),
            websites: Set(json!([])),
            balance: Set(0),
            brands_revision: Set(0),
            created_at: Set(0),
        };
        organization::Entity::insert(row).exec_without_returning(&database).await.unwrap();
    }
}

/// A server process. It is killed when it is dropped.
pub struct ServerProcess {
    child: Mutex<Child>,
    pub url: String,
    log: NamedTempFile,
}

impl ServerProcess {
    /// Starts a server and waits until it serves. Free stand-ins answer as all models, unless the options name engines or the
    /// demo.
    pub fn start(database: &str, options: &[&str]) -> Self {
        let mut command = answerdeck(database, &["serve", "--listen", "127.0.0.1:0"]);
        command.args(options);
        if !options.contains(&"--demo") {
            command.env("ANSWERDECK_ENGINES", STAND_INS);
        }
        Self::spawn(command)
    }

    /// Starts a server that can write no file beyond this size, until [`Self::allow_files`].
    pub fn start_with_small_files(database: &str, bytes: u32) -> Self {
        // Without the trap, the signal of a file that is too large ends the process.
        let script = format!(
            "trap '' XFSZ; exec prlimit --fsize={bytes}: -- \"$0\" serve --listen 127.0.0.1:0 --database \"$1\""
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_answerdeck"), database]).env("ANSWERDECK_ENGINES", STAND_INS);
        Self::spawn(command)
    }

    /// Lets the server write files of any size.
    pub fn allow_files(&self) {
        let process = self.id().to_string();
        assert!(Command::new("prlimit").args(["--fsize=unlimited", "--pid", &process]).status().unwrap().success());
    }

    /// Starts this server and waits until it serves.
    pub fn spawn(mut command: Command) -> Self {
        let log = NamedTempFile::new().unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(log.reopen().unwrap()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| line.unwrap().strip_prefix("Address: ").map(str::to_owned)).unwrap();
        Self { child: Mutex::new(child), url, log }
    }

    /// Sends a request: a `POST` if it has a body.
    ///
    /// # Errors
    /// Returns an error if there is no complete response, such as when the server was killed.
    pub async fn request(&self, key: &str, path: &str, body: Option<&Value>) -> Result<Reply, reqwest::Error> {
        self.request_with(key, path, body, HeaderMap::new()).await
    }

    /// Sends a request as [`Self::request`] does, with more headers.
    pub async fn request_with(
        &self,
        key: &str,
        path: &str,
        body: Option<&Value>,
        headers: HeaderMap,
    ) -> Result<Reply, reqwest::Error> {
        let (http, address) = (http_client().build().unwrap(), format!("{}{path}", self.url));
        let request = body.map_or_else(|| http.get(&address), |body| http.post(&address).json(body));
        let response = request.header("API-Key", key).headers(headers).send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        Ok(Reply { status, headers, text: response.text().await? })
    }

    /// Sends a request until the rate limit allows it, and returns the body of the response.
    pub async fn send(&self, key: &str, path: &str, body: Option<&Value>) -> Value {
        until_some(async || {
            let reply = self.request(key, path, body).await.unwrap();
            (reply.status != StatusCode::TOO_MANY_REQUESTS).then(|| reply.ok())
        })
        .await
    }

    /// Creates a set of this many prompts and returns its id.
    pub async fn prompt_set(&self, key: &str, prompts: usize) -> Value {
        let set = self.send(key, "/api/v1/platform/prompt-sets", Some(&json!({ "name": "Set" }))).await["id"].take();
        let prompt = |number| json!({ "content": format!("Which earbuds {number}?"), "promptSetID": set });
        let prompts: Vec<Value> = (0..prompts).map(prompt).collect();
        self.send(key, "/api/v1/platform/prompts/bulk", Some(&json!({ "prompts": prompts }))).await;
        set
    }

    /// Submits a run and returns its path.
    pub async fn submit(&self, key: &str, run: Value) -> String {
        let run = self.send(key, "/api/v1/platform/runs", Some(&run)).await;
        format!("/api/v1/platform/runs/{}", run["id"].as_str().unwrap())
    }

    pub fn id(&self) -> u32 {
        self.child.lock().unwrap().id()
    }

    /// What the process has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log.path()).unwrap()
    }

    /// Ends the process as an operator does. Returns whether it exited successfully, and its log.
    pub fn stop(self) -> (bool, String) {
        assert!(Command::new("kill").arg(self.id().to_string()).status().unwrap().success());
        let success = self.child.lock().unwrap().wait().unwrap().success();
        (success, self.log())
    }

    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
