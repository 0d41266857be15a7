//! A server with its own database and one organization.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Duration;

use answerdeck_client::api::header;
use answerdeck_client::transport::{NativeTransport, Request, Response, Transport, TransportError};
use answerdeck_client::{ApiKey, Client, Credential};
use futures_core::future::LocalBoxFuture;
use tempfile::TempDir;

/// An engines file with a stand-in for every model.
const STAND_INS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/fixtures/stand-ins.toml");
/// The file of the database.
const FILE: &str = "answerdeck.db";

/// The database of an organization that has 1,000 credits, its key and the id of its key: to create them takes longer than many
/// tests.
static NEW: LazyLock<(Vec<u8>, String, String)> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let database = database(folder.path());
    run(&["migrate"], &database);
    let organization = run(&["organization", "create", "--name", "Test"], &database).remove(0);
    let mut key = run(&["key", "create", "--organization", &organization], &database);
    run(&["credits", "add", "--organization", &organization, "1000"], &database);
    let copy = folder.path().join("copy.db");
    run(&["backup", copy.to_str().unwrap()], &database);
    (std::fs::read(copy).unwrap(), key.remove(0), key.remove(0))
});

/// A running server. Dropping it kills the server and removes its database.
pub(crate) struct TestServer {
    pub(crate) base_url: String,
    pub(crate) key: String,
    key_id: String,
    process: Child,
    folder: TempDir,
}

impl TestServer {
    /// Starts a server with one organization that has 1,000 credits.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server like [`TestServer::start`]. Returns a client with the organization's key, too.
    pub(crate) fn start_with_client() -> (Self, Client) {
        let server = Self::start();
        let (client, _) = server.client();
        (server, client)
    }

    /// Starts a server like [`TestServer::start`] with additional server options.
    pub(crate) fn start_with(options: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let database = database(folder.path());
        let (file, key, key_id) = &*NEW;
        std::fs::write(folder.path().join(FILE), file).unwrap();
        let mut process = Command::new(binary())
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &database, "--log", "warn"])
            .args(options)
            .env("ANSWERDECK_ENGINES", STAND_INS)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let base_url = lines
            .find_map(|line| Some(line.unwrap().strip_prefix("Address: ")?.to_owned()))
            .expect("the server must print its address");
        Self { base_url, key: key.clone(), key_id: key_id.clone(), process, folder }
    }

    /// Returns a client with the organization's key, and its transport.
    pub(crate) fn client(&self) -> (Client, RecordingTransport) {
        self.client_with(Credential::ApiKey(ApiKey::new(&self.key).unwrap()))
    }

    /// Returns a client with a credential, and its transport.
    pub(crate) fn client_with(&self, credential: Credential) -> (Client, RecordingTransport) {
        let transport = RecordingTransport::new();
        let builder = Client::builder_with(Rc::new(transport.clone()), &self.base_url).credential(credential);
        (builder.build().unwrap(), transport)
    }

    /// Revokes the organization's key.
    pub(crate) fn revoke_key(&self) {
        run(&["key", "revoke", &self.key_id], &database(self.folder.path()));
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns a flag that is set when the client says that the user must sign in again.
pub(crate) fn signed_out_flag(client: &Client) -> Rc<Cell<bool>> {
    let flag = Rc::new(Cell::new(false));
    let raised = flag.clone();
    client.on_signed_out(move || raised.set(true)).keep();
    flag
}

fn database(folder: &Path) -> String {
    format!("sqlite://{}", folder.join(FILE).display())
}

fn binary() -> PathBuf {
    let binary = std::env::var_os("ANSWERDECK_BINARY").map(PathBuf::from).unwrap_or_else(|| {
        let test = std::env::current_exe().unwrap();
        // target/debug/deps/server-… → target/debug/answerdeck
        let folder = test.parent().and_then(Path::parent).unwrap();
        folder.join(format!("answerdeck{}", std::env::consts::EXE_SUFFIX))
    });
    assert!(
        binary.is_file(),
        "no server binary at {}: build it with `cargo build --package answerdeck-server`",
        binary.display()
    );
    binary
}

/// Runs a command of the server binary and returns the lines that it prints.
fn run(arguments: &[&str], database: &str) -> Vec<String> {
    let options = ["--database", database, "--log", "warn"];
    let output = Command::new(binary()).args(arguments).args(options).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "answerdeck {arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A transport that records the status of every response.
#[derive(Clone)]
pub(crate) struct RecordingTransport {
    network: NativeTransport,
    statuses: Rc<RefCell<Vec<u16>>>,
    /// The idempotency keys of the writes whose first success is lost. `None` when nothing is lost.
    lost_keys: Rc<RefCell<Option<HashSet<String>>>>,
}

impl RecordingTransport {
    pub(crate) fn new() -> Self {
        Self { network: NativeTransport::new().unwrap(), statuses: Rc::default(), lost_keys: Rc::default() }
    }

    /// From now on, loses the first success of each write.
    pub(crate) fn lose_first_responses(&self) {
        *self.lost_keys.borrow_mut() = Some(HashSet::new());
    }

    pub(crate) fn statuses(&self) -> Vec<u16> {
        self.statuses.borrow().clone()
    }
}

impl Transport for RecordingTransport {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        let this = self.clone();
        let key = request.headers.iter().find(|(name, _)| *name == header::IDEMPOTENCY_KEY).map(|(_, key)| key.clone());
        Box::pin(async move {
            let response = this.network.send(request).await?;
            this.statuses.borrow_mut().push(response.status);
            if let (Some(lost), Some(key)) = (&mut *this.lost_keys.borrow_mut(), key)
                && response.is_success()
                && lost.insert(key)
            {
                return Err(TransportError::ConnectionLost("reset".to_owned()));
            }
            Ok(response)
        })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        self.network.sleep(duration)
    }

    fn now(&self) -> Duration {
        self.network.now()
    }

    fn device_time(&self) -> Duration {
        self.network.device_time()
    }
}
