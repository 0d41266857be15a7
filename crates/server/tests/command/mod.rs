//! The `answerdeck` command line.

mod engines;
mod operator;
mod options;
mod reloads;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use answerdeck_server::clock::Clock;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::oauth::{OAuthClient, REDIRECT_URI, Tokens, VERIFIER, location, transaction};
use crate::harness::process::{Organization, ServerProcess};
use crate::harness::{Reply, http_client, sqlite};

const ORGANIZATION: &str = "/api/v1/platform/organizations/me";

/// A folder in which commands run, with their database.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with a database.
    fn migrated() -> Self {
        let folder = Self::new();
        assert_eq!(folder.lines(&["migrate"]), [""; 0]);
        folder
    }

    /// A folder with a copy of the database of the demo: to create the demo takes seconds.
    fn with_demo() -> Self {
        static DEMO: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let folder = Folder::new();
            let server = folder.serve(&["--demo"]);
            folder.lines(&["backup", "demo.db"]);
            assert!(server.stop().0);
            std::fs::read(folder.file("demo.db")).unwrap()
        });
        let folder = Self::new();
        folder.write("answerdeck.db", &*DEMO);
        folder
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.file(name), content).unwrap();
    }

    /// The URL of the database.
    fn url(&self) -> String {
        sqlite::url(self.0.path())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_answerdeck"));
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        command.env("ANSWERDECK_DATABASE", "sqlite://answerdeck.db");
        command
    }

    /// Returns the lines that a command prints.
    fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Returns the error message of a command.
    fn error(&self, arguments: &[&str]) -> String {
        error_of(&mut self.command(arguments))
    }

    /// Creates an organization and returns its id.
    fn organization(&self) -> String {
        self.lines(&["organization", "create", "--name", "Nurio"]).remove(0)
    }

    /// Starts a server on a free port.
    fn serve(&self, options: &[&str]) -> ServerProcess {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(options);
        ServerProcess::spawn(command)
    }
}

/// Returns the error message of a command.
fn error_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_server_with_a_closed_stdout_serves() {
    let folder = Folder::new();
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("serving")));
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_operator_creates_an_organization_a_key_and_credits() {
    let folder = Folder::migrated();
    let organization = folder.lines(&["organization", "create", "--name", "누리오", "--region", "kr"]).remove(0);
    assert_eq!(organization.len(), 22);
    let key = folder.lines(&["key", "create", "--organization", &organization, "--name", " Data warehouse "]);
    assert!(key[0].starts_with("adk_") && key[1].len() == 22);
    assert_eq!(folder.lines(&["credits", "add", "--organization", &organization, "12.5"]), ["12.5"]);
    assert_eq!(folder.lines(&["credits", "add", "--organization", &organization, "1000"]), ["1012.5"]);
    assert_eq!(folder.lines(&["credits", "show", "--organization", &organization]), ["1012.5"]);
    assert_eq!(folder.lines(&["credits", "add", "--organization", &organization, "-0.5"]), ["1012"]);
    let overdrawn = folder.error(&["credits", "add", "--organization", &organization, "-1012.001"]);
    assert_eq!(overdrawn, "error: the balance is 1012: the new one would be negative or too large\n");
    folder.lines(&["credits", "add", "--organization", &organization, "0.5"]);
    assert_eq!(folder.lines(&["organization", "rename", &organization, "--name", " Nurio "]), [&*organization]);
    assert_eq!(folder.lines(&["organization", "list"]), [format!("{organization}\tNurio")]);
    let exported = |field: &str| {
        let export = folder.lines(&["organization", "export", &organization]).remove(0);
        serde_json::from_str::<Value>(&export).unwrap()[field].clone()
    };
    assert_eq!(exported("region"), "KR");
    let set = ["organization", "set-websites", &organization, "https://nurio.example", "http://[2001:db8::1]:8080/"];
    assert_eq!(folder.lines(&set), [&*organization]);
    assert_eq!(exported("websites"), json!(["https://nurio.example", "http://[2001:db8::1]:8080/"]));
    folder.lines(&set[..3]);
    assert_eq!(exported("websites"), json!([]));
    let list = || folder.lines(&["key", "list", "--organization", &organization]);
    let valid = list().remove(0);
    let columns: Vec<&str> = valid.split('\t').collect();
    let [id, created_at, "", "Data warehouse"] = columns[..] else { panic!("{valid}") };
    assert_eq!((id, created_at.ends_with('Z')), (key[1].as_str(), true));
    assert_eq!(folder.lines(&["key", "revoke", &key[1]]), [key[1].as_str()]);
    let revoked = list();
    let revoked_at = revoked[0].strip_prefix(&format!("{id}\t{created_at}\t")).unwrap();
    assert_eq!((revoked.len(), revoked_at.ends_with("Z\tData warehouse")), (1, true));
}

#[test]
fn a_key_that_is_named_by_itself_is_revoked_and_not_shown() {
    let folder = Folder::migrated();
    let organization = folder.organization();
    let key = folder.lines(&["key", "create", "--organization", &organization]);
    for _ in 0..2 {
        assert_eq!(folder.lines(&["key", "revoke", &key[0]]), [key[1].as_str()]);
    }
    assert!(folder.lines(&["key", "list", "--organization", &organization])[0].ends_with("Z\t"));
    let unknown = format!("{}0", key[0]);
    assert_eq!(folder.error(&["key", "revoke", &unknown]), "error: API key adk_… not found\n");
}

#[test]
fn a_server_without_an_organization_says_how_to_create_one() {
    let folder = Folder::new();
    let commands = ["`answerdeck organization create --name NAME`", "`answerdeck key create --organization ID`"];
    let (_, log) = folder.serve(&[]).stop();
    assert!(commands.iter().all(|command| log.contains(command)), "{log}");
    folder.lines(&["organization", "create", "--name", "Nurio"]);
    let (_, log) = folder.serve(&[]).stop();
    assert!(!log.contains("answerdeck organization create"), "{log}");
    let (_, log) = Folder::with_demo().serve(&["--demo"]).stop();
    assert!(!log.contains("answerdeck organization create"), "{log}");
}

#[test]
fn an_operator_lists_the_schedules_of_an_organization_and_pauses_all() {
    let folder = Folder::with_demo();
    let server = folder.serve(&["--demo"]);
    let organization = folder.lines(&["organization", "list"]).remove(0);
    let organization = organization.split('\t').next().unwrap();
    let schedules = folder.lines(&["schedule", "list", "--organization", organization]);
    let fields: Vec<&str> = schedules[0].split('\t').collect();
    assert_eq!((schedules.len(), fields.len(), fields[0].len(), fields[2]), (1, 3, 22, "Every week / 매주"));
    assert!(fields[1].ends_with('Z'), "{schedules:?}");
    assert!(server.stop().0);
    let paused = "No schedule starts a run until `answerdeck schedule resume-all`";
    for _ in 0..2 {
        assert_eq!(folder.lines(&["schedule", "pause-all"]), [format!("{paused}.")]);
    }
    let listed = || folder.lines(&["schedule", "list", "--organization", organization]);
    assert_eq!(listed(), [format!("{}\tpaused by the operator\t{}", fields[0], fields[2])]);
    assert!(folder.serve(&[]).stop().1.contains(paused));
    let resumed = "Schedules start runs from their next due times on.";
    assert_eq!(folder.lines(&["schedule", "resume-all"]), [resumed]);
    assert_eq!(listed(), schedules);
    assert!(!folder.serve(&[]).stop().1.contains(paused));
}

#[test]
fn only_serve_and_migrate_change_the_schema() {
    let folder = Folder::new();
    let create = &["organization", "create", "--name", "Nurio"];
    let missing = format!(
        "error: the database {} does not exist: name that of the server in --database, or create this one with \
         `answerdeck migrate`\n",
        folder.0.path().canonicalize().unwrap().join("answerdeck.db").display()
    );
    assert_eq!(folder.error(create), missing);
    assert!(!folder.file("answerdeck.db").exists());
    folder.write("answerdeck.db", "");
    let empty = folder.error(create);
    assert!(empty.contains("the schema is not up to date: run `answerdeck migrate`"), "{empty}");
    assert!(folder.serve(&[]).stop().0);
    assert_eq!(folder.lines(create).len(), 1);
}

#[tokio::test]
async fn the_error_of_a_database_says_what_helps() {
    let folder = Folder::migrated();
    let file = folder.file("answerdeck.db");
    let database = answerdeck_database::connect(&folder.url()).await.unwrap();
    let later = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('0099_future', 0)";
    sea_orm::ConnectionTrait::execute_unprepared(&database, later).await.unwrap();
    database.close().await.unwrap();
    let error = folder.error(&["migrate"]);
    let remedy = "of a later version: use that version, or restore the backup made before the upgrade\n";
    assert!(error.ends_with(remedy), "{error}");
    let mut bytes = std::fs::read(&file).unwrap();
    // The head of the page that has the schema.
    bytes[100..108].fill(0xFF);
    std::fs::write(&file, bytes).unwrap();
    let error = folder.error(&["organization", "list"]);
    assert!(error.ends_with("database disk image is malformed: restore a backup\n"), "{error}");
    std::fs::create_dir(folder.file("folder.db")).unwrap();
    let error = folder.error(&["organization", "list", "--database", "sqlite://folder.db"]);
    assert_eq!(error, "error: the database sqlite://folder.db is a folder: name a file\n");
    // Nobody can create a file there.
    let error = folder.error(&["migrate", "--database", "sqlite:///proc/test.db"]);
    let remedy = "unable to open database file: run it as the user of the server, or the file system is read-only\n";
    assert!(error.ends_with(remedy), "{error}");
}

#[test]
fn an_error_is_one_sentence() {
    let folder = Folder::migrated();
    for (arguments, sentence) in [
        (&["key", "create", "--organization", "nobody"][..], "error: organization nobody not found\n"),
        (&["key", "revoke", "nothing"], "error: API key nothing not found\n"),
        (&["key", "list", "--organization", "nobody"], "error: organization nobody not found\n"),
        (&["run", "delete", "nothing", "--yes"], "error: run nothing not found\n"),
        (&["credits", "show", "--organization", "nobody"], "error: organization nobody not found\n"),
        (&["schedule", "list", "--organization", "nobody"], "error: organization nobody not found\n"),
        (&["organization", "rename", "nobody", "--name", "Nurio"], "error: organization nobody not found\n"),
        (&["organization", "set-websites", "nobody"], "error: organization nobody not found\n"),
        (
            &["organization", "set-websites", "nobody", "nurio.example"],
            "error: nurio.example is no website: write http:// or https:// and a host, without a user name, in at most 2048 characters\n",
        ),
        (&["engines", "resume", "CLAUDE"], "error: the engine of CLAUDE is not stopped\n"),
        (
            &["engines", "resume", "FOO"],
            "error: MODEL: must be one of CHATGPT, GOOGLE_OVERVIEW, GOOGLE_AI, PERPLEXITY, GEMINI, NAVER_AI_BRIEFING, NAVER_AI_TAB, CLAUDE\n",
        ),
        (
            &["organization", "create", "--name", " "],
            "error: a name must have 1 to 100 characters, and no control characters such as tabs\n",
        ),
        (
            &["organization", "create", "--name", "Nurio\tKR"],
            "error: a name must have 1 to 100 characters, and no control characters such as tabs\n",
        ),
        (
            &["key", "create", "--organization", "nobody", "--name", &"a".repeat(101)],
            "error: a name must have 1 to 100 characters, and no control characters such as tabs\n",
        ),
        (
            &["organization", "create", "--name", "Nurio", "--region", "XX"],
            "error: XX is not a country code of ISO 3166-1, such as KR\n",
        ),
        (
            &["serve", "--listen", "127.0.0.1:0", "--database", "sqlite:///no/such/folder/x.db"],
            "error: the database sqlite:///no/such/folder/x.db cannot be created: the folder /no/such/folder does not exist\n",
        ),
    ] {
        assert_eq!(folder.error(arguments), sentence);
    }
    let worker = &["serve", "--listen", "127.0.0.1:0", "--role", "worker"];
    let sentence = "error: SQLite serves one process: use PostgreSQL for processes with --role\n";
    assert_eq!(folder.error(worker), sentence);
    let worker = &["serve", "--listen", "127.0.0.1:0", "--role", "worker", "--database", "postgres://db.example/deck"];
    let sentence = "error: a worker sends links: name the public URL of the server in --public-url\n";
    assert_eq!(folder.error(worker), sentence);
    let authorities = &["serve", "--listen", "127.0.0.1:0", "--certificate-authorities", "none.pem"];
    assert!(folder.error(authorities).starts_with("error: --certificate-authorities: none.pem: "));
    let rebuild = &["statistics", "rebuild", "--certificate-authorities", "none.pem"];
    assert_eq!(folder.error(rebuild), folder.error(authorities));
    folder.write("none.pem", "no certificate");
    assert_eq!(
        folder.error(authorities),
        "error: --certificate-authorities: none.pem: there is no certificate in PEM\n"
    );
    let dictionary = folder.error(&["serve", "--listen", "127.0.0.1:0", "--korean-dictionary", "none"]);
    assert!(dictionary.starts_with("error: --korean-dictionary: none"), "{dictionary}");
    for listen in ["localhost", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536"] {
        let error = folder.error(&["serve", "--listen", listen]);
        assert!(error.contains("expected a port, or an address or a known host with one: 8080"), "{error}");
    }
    let started = std::time::Instant::now();
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let refused = folder.error(&["migrate", "--database", &format!("postgres://me:p@{unused}/deck")]);
    assert!(
        refused.contains(&format!("the database postgres://{unused}/deck cannot be used: Connection refused")),
        "{refused}"
    );
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "it is not tried again");
    let away = folder.error(&["statistics", "verify", "--clickhouse", &format!("http://{unused}/answers")]);
    assert!(away.starts_with(&format!("error: ClickHouse: {unused}/answers: ")), "{away}");
    let open = &["serve", "--listen", "127.0.0.1:0", "--public-url", "http://deck.example"];
    let remedy = ": name a URL with https in --public-url, or add --allow-http\n";
    let sentence = format!("error: networks can read what clients send to http://deck.example{remedy}");
    assert_eq!(folder.error(open), sentence);
    let error = folder.error(&["serve", "--listen", "0.0.0.0:0"]);
    let beginning = "error: networks can read what clients send to http://0.0.0.0:";
    assert!(error.starts_with(beginning) && error.ends_with(remedy), "{error}");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let error = folder.error(&["serve", "--listen", &address]);
    assert!(error.starts_with(&format!("error: another program listens on {address}:")), "{error}");
    let error = folder.error(&["serve", "--listen", "127.0.0.1:0", "--prometheus", &address]);
    assert!(error.contains(&address) && error.ends_with("choose another address with --prometheus\n"), "{error}");
    let error = folder.error(&["serve", "--listen", &address, "--prometheus", &address]);
    assert_eq!(error, "error: --prometheus: --listen has the same address\n");
}

#[test]
fn a_server_checks_options_files_and_its_port_before_it_creates_a_database() {
    let folder = Folder::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    for (option, value) in [
        ("--listen", address.as_str()),
        ("--prometheus", &address),
        ("--public-url", "http://deck.example"),
        ("--certificate-authorities", "none.pem"),
        ("--korean-dictionary", "none"),
        ("--corpus", "none"),
        ("--role", "api"),
    ] {
        let mut serve = folder.command(&["serve", option, value]);
        if option != "--listen" {
            serve.args(["--listen", "127.0.0.1:0"]);
        }
        assert!(!serve.output().unwrap().status.success(), "{option}");
        assert!(!folder.file("answerdeck.db").exists(), "{option}");
    }
}

#[test]
fn the_exit_code_says_whether_an_option_is_wrong() {
    let folder = Folder::migrated();
    for (arguments, code) in [
        (&["serve", "--listen", "0.0.0.0:0"][..], 2),
        (&["serve", "--listen", "127.0.0.1:0", "--role", "api"], 2),
        (&["serve", "--listen", "127.0.0.1:0", "--engines", "none.toml"], 2),
        (&["serve", "--listen", "127.0.0.1:0", "--corpus", "none"], 2),
        (&["serve", "--listen", "127.0.0.1:0", "--certificate-authorities", "none.pem"], 2),
        (&["organization", "list", "--database", "postgres://db.example/deck?pasword=hidden"], 2),
        (&["organization", "create", "--name", "Nurio", "--region", "XX"], 2),
        (&["engines", "list", "none.toml"], 2),
        (&["engines", "resume", "FOO"], 2),
        (&["mail", "test", "kim@example.com"], 2),
        (&["engines", "resume", "CLAUDE"], 1),
        (&["key", "revoke", "nothing"], 1),
        (&["organization", "list", "--database", "sqlite://none.db"], 1),
    ] {
        assert_eq!(folder.command(arguments).output().unwrap().status.code(), Some(code), "{arguments:?}");
    }
    let misspelled = folder.command(&["migrate"]).env("ANSWERDECK_PUBLICURL", "x").output().unwrap();
    assert_eq!(misspelled.status.code(), Some(2));
}

#[test]
fn a_server_without_engines_says_how_to_get_some() {
    let folder = Folder::new();
    let (_, log) = folder.serve(&[]).stop();
    assert!(log.contains("no model can be asked") && log.contains("--engines FILE"), "{log}");
    assert!(log.contains("keyword data providers google=\"none\" naver=\"none\""), "{log}");
    let (_, log) = Folder::with_demo().serve(&["--demo"]).stop();
    assert!(!log.contains("no model can be asked"), "{log}");
}

#[test]
fn provider_credentials_are_never_shown() {
    let folder = Folder::new();
    let secrets = [
        ("ANSWERDECK_DATAFORSEO_LOGIN", "hidden-1"),
        ("ANSWERDECK_DATAFORSEO_PASSWORD", "hidden-2"),
        ("ANSWERDECK_NAVER_AD_CUSTOMER", "hidden-3"),
        ("ANSWERDECK_NAVER_AD_KEY", "hidden-4"),
        ("ANSWERDECK_NAVER_AD_SECRET", "hidden-5"),
        ("ANSWERDECK_NAVER_CLIENT_ID", "hidden-6"),
        ("ANSWERDECK_NAVER_CLIENT_SECRET", "hidden-7"),
    ];
    let help = folder.command(&["serve", "--help"]).envs(secrets).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(secrets.iter().all(|(name, _)| help.contains(name)) && !help.contains("hidden"), "{help}");

    // A credential that is not ASCII, and a login without a password.
    let error = error_of(folder.command(&["serve"]).envs(secrets).env("ANSWERDECK_NAVER_AD_KEY", "숨김"));
    assert!(error.contains("expected printable ASCII characters") && !error.contains("hidden"), "{error}");
    let error = error_of(folder.command(&["serve"]).env("ANSWERDECK_DATAFORSEO_LOGIN", "hidden"));
    assert!(error.contains("--dataforseo-password") && !error.contains("hidden"), "{error}");

    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--log", "trace"]);
    command.envs(secrets);
    let (success, log) = ServerProcess::spawn(command).stop();
    assert!(success && log.contains("dataforseo") && log.contains("naver-search-ad+datalab"), "{log}");
    assert!(!log.contains("hidden"), "{log}");
}

#[test]
fn a_backup_of_a_running_server_is_private_and_overwrites_nothing() {
    let folder = Folder::migrated();
    let organization = folder.organization();
    let server = folder.serve(&[]);
    assert_eq!(folder.lines(&["backup", "copy.db"]), [""; 0]);
    for file in ["answerdeck.db", "answerdeck.db-wal", "copy.db"] {
        assert_eq!(std::fs::metadata(folder.file(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    assert_eq!(folder.error(&["backup", "copy.db"]), "error: copy.db exists\n");
    let nowhere = "error: none/copy.db cannot be written: No such file or directory (os error 2)\n";
    assert_eq!(folder.error(&["backup", "none/copy.db"]), nowhere);
    assert!(server.stop().0);

    assert_eq!(
        folder.lines(&["organization", "list", "--database", "sqlite://copy.db"]),
        [format!("{organization}\tNurio")]
    );
    let delete = ["organization", "delete", &organization, "--yes", "--database", "sqlite://copy.db"];
    assert_eq!(folder.lines(&delete), [organization.as_str()]);
    assert_eq!(folder.error(&delete), format!("error: organization {organization} not found\n"));
}

#[tokio::test]
async fn the_log_contains_no_secret() {
    let folder = Folder::new();
    let Organization { id: organization, key, .. } = Organization::create(&folder.url(), 1).await;
    let server = folder.serve(&["--log", "trace"]);
    let registered = server.send("", "/oauth/register", Some(&json!({ "redirect_uris": [REDIRECT_URI] }))).await;
    let client = OAuthClient::new(&server.url, &Clock::system(), registered["client_id"].as_str().unwrap());
    let page = client.authorize(&[("state", Some("a-secret-state"))]).await;
    let code = location(&client.answer(&page, "allow", &key).await, "code").unwrap();
    let Tokens { access, refresh } = Tokens::of(&client.exchange(&code, &[]).await);
    let request = http_client().build().unwrap().get(format!("{}{ORGANIZATION}", server.url));
    Reply::of(request.bearer_auth(&access)).await.ok();
    server.send(&key, ORGANIZATION, None).await;

    let (_, log) = server.stop();
    assert!(log.contains("/oauth/authorize") && log.contains("/oauth/token"), "{log}");
    assert!(log.contains("get_organization") && log.contains(&organization), "{log}");
    for secret in [&key, "a-secret-state", transaction(&page), &code, VERIFIER, &access, &refresh] {
        assert!(!log.contains(secret), "{secret}\n{log}");
    }
}

#[test]
fn the_tokens_of_all_answers_are_rebuilt_while_the_server_runs() {
    let folder = Folder::with_demo();
    let server = folder.serve(&["--demo"]);
    let lines = folder.lines(&["words", "rebuild"]);
    // Its answers are less than two blocks, so there is no progress to print.
    let [done] = &lines[..] else { panic!("{lines:?}") };
    let count: u32 = done.strip_prefix("Done: ").unwrap().strip_suffix(" answers").unwrap().parse().unwrap();
    assert!(count > 1_000, "{count}");
    assert_eq!(folder.lines(&["words", "rebuild"]), lines);
    assert!(server.stop().0);
}

/// Runs `answerdeck mentions` with an input.
fn mentions(brands: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_answerdeck"));
    command.arg("mentions");
    command.args(brands.iter().flat_map(|brand| ["--brand", brand]));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The command ends early after an error, so writing may fail.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns what `answerdeck mentions` prints.
fn mentions_of(brands: &[&str], input: &str) -> String {
    let output = mentions(brands, input.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn mentions_are_counted_by_brand_with_their_positions() {
    let text = "나이키에서 샀다. Nike is great, metadata is not.\n";
    assert_eq!(mentions_of(&["Nike|나이키|ナイキ", "Meta|메타"], text), "2\t0-3,10-14\t0\t\n");
    let texts = "👟나이키는 편하다.\n\n나이키운동화\r\n나이키, 소니(Sony)";
    let found = "1\t1-4\t0\t\n0\t\t0\t\n0\t\t0\t\n1\t0-3\t2\t5-7,8-12\n";
    assert_eq!(mentions_of(&["나이키", "소니|Sony"], texts), found);
    assert_eq!(mentions_of(&["나이키"], ""), "");
}

#[test]
fn a_line_that_is_a_json_string_is_decoded() {
    assert_eq!(mentions_of(&["나이키"], r#""1.\n나이키 \ub098이키""#), "2\t3-6,7-10\n");
    assert_eq!(mentions_of(&["나이키"], "\"나이키\"는\n\"나이키\n"), "1\t1-4\n1\t1-4\n");
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    for (input, problem) in [
        (&b"a\n\xff\n"[..], "error: line 2 is not UTF-8\n"),
        (&[b"\n\n", &[b'a'; (1 << 20) + 1][..]].concat(), "error: line 3 has more than 1048576 bytes\n"),
    ] {
        let output = mentions(&["a"], input);
        assert!(!output.status.success());
        assert_eq!(String::from_utf8(output.stderr).unwrap(), problem);
    }
    let longest = [&[b'a'; 1 << 20][..], b"\na"].concat();
    assert_eq!(mentions(&["a"], &longest).stdout, b"0\t\n1\t0-1\n");
    let error = String::from_utf8(mentions(&[" | "], b"").stderr).unwrap();
    assert!(error.contains("expected a name"), "{error}");
}

#[test]
fn a_command_ends_silently_when_its_output_is_closed_and_says_why_it_cannot_print() {
    let folder = Folder::migrated();
    folder.write("texts", "a\n");
    let id = folder.organization();
    let commands: [&[&str]; 4] =
        [&["organization", "list"], &["organization", "export", &id], &["openapi"], &["mentions", "--brand", "a"]];
    for arguments in commands {
        let print_to = |stdout: Stdio| {
            let mut command = folder.command(arguments);
            let output = command.stdin(File::open(folder.file("texts")).unwrap()).stdout(stdout).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(print_to(closed.into()), (Some(141), String::new()), "{arguments:?}");
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (code, error) = print_to(full.into());
        assert!(code == Some(1) && error.starts_with("error: cannot print: No space left"), "{arguments:?} {error}");
    }
}
