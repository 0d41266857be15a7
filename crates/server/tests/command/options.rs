//! Options of all commands: the log, environment variables, files with secrets, trusted proxies.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{Folder, error_of};
use crate::harness::process::{Organization, ServerProcess};
use crate::harness::{Reply, http_client};

#[test]
fn an_invalid_log_filter_is_an_error_that_names_the_option() {
    let folder = Folder::new();
    for filter in ["wran", "info,sqlx=loud", ""] {
        let error = folder.error(&["organization", "list", "--log", filter]);
        assert!(error.contains("--log <FILTER>"), "{error}");
    }
    let error = error_of(folder.command(&["migrate"]).env("ANSWERDECK_LOG", "wran"));
    assert!(error.contains("'wran' for '--log <FILTER>'"), "{error}");
}

#[test]
fn a_misspelled_environment_variable_is_an_error() {
    let folder = Folder::new();
    let run = |name: &str| {
        let output = folder.command(&["migrate"]).env(name, "https://deck.example").output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (success, error) = run("ANSWERDECK_PUBLICURL");
    let hint = "ANSWERDECK_PUBLICURL is no environment variable of answerdeck: did you mean ANSWERDECK_PUBLIC_URL?";
    assert!(!success && error.starts_with(&format!("error: {hint}")), "{error}");
    assert!(!folder.file("answerdeck.db").exists());
    for known in ["ANSWERDECK_TOOLS", "ANSWERDECK_SERVICE_HOST", "ANSWERDECKER"] {
        assert_eq!(run(known), (true, String::new()), "{known}");
    }
}

#[test]
fn a_flag_is_set_by_itself_and_by_the_usual_words_in_its_variable() {
    let folder = Folder::new();
    let public = ["--public-url", "http://deck.example"];
    assert!(folder.serve(&[&public[..], &["--allow-http"]].concat()).stop().0);
    let serve_with = |value: &str| {
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(public).env("ANSWERDECK_ALLOW_HTTP", value);
        command
    };
    for value in ["1", "yes", "true"] {
        assert!(ServerProcess::spawn(serve_with(value)).stop().0, "{value}");
    }
    for (value, reason) in [
        ("0", "networks can read"),
        ("no", "networks can read"),
        ("false", "networks can read"),
        ("2", "'2' for '--allow-http'"),
    ] {
        let error = error_of(&mut serve_with(value));
        assert!(error.contains(reason), "{value}: {error}");
    }
}

#[test]
fn the_error_of_a_url_is_not_that_of_another_option() {
    let folder = Folder::new();
    let error = folder.error(&["serve", "--dataforseo-url", "api.dataforseo.com"]);
    let hint = "expected http:// or https:// and a host, without a path, such as https://host.example";
    assert!(error.contains(&format!("'--dataforseo-url <URL>': {hint}")), "{error}");
}

#[test]
fn a_server_listens_on_a_port_alone_and_on_the_address_of_a_host() {
    let folder = Folder::new();
    for listen in ["0", "localhost:0"] {
        let server = ServerProcess::spawn(folder.command(&["serve", "--listen", listen]));
        assert!(server.url.starts_with("http://127.0.0.1:"), "{listen}: {}", server.url);
        assert!(server.stop().0);
    }
}

/// Adds the names of the project's variables in the files of a folder.
fn add_names(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("node_modules") {
                add_names(&path, names);
            }
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let is_of_name = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
            names.extend(text.match_indices("ANSWERDECK_").map(|(at, _)| {
                let name = text.as_bytes()[at..].iter().copied().take_while(is_of_name);
                String::from_utf8(name.collect()).unwrap()
            }));
        }
    }
}

#[test]
fn the_names_that_other_programs_of_the_project_read_are_known() {
    let mut names = BTreeSet::new();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["crates/xtask", "crates/npm", "tests", "deploy", ".ci"] {
        add_names(&repository.join(folder), &mut names);
    }
    assert!(names.contains("ANSWERDECK_BINARY"), "{names:?}");
    let folder = Folder::new();
    let mut command = folder.command(&["openapi"]);
    // The options of this command need a value of their kind.
    names.retain(|name| !["ANSWERDECK_LOG", "ANSWERDECK_LOG_FORMAT", "ANSWERDECK_PUBLIC_URL"].contains(&name.as_str()));
    let output = command.envs(names.iter().map(|name| (name, "value"))).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn secrets_are_read_from_files() {
    let folder = Folder::new();
    for (file, text) in [
        ("database", "sqlite://other.db\n"),
        ("password", "hidden-1\n"),
        ("lines", "hidden-1\nhidden-2\n"),
        ("empty", "\n"),
    ] {
        folder.write(file, text);
    }
    let succeeds = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        command.env_remove("ANSWERDECK_DATABASE").env("ANSWERDECK_DATABASE_FILE", "database");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    succeeds(&["migrate", "--database", "sqlite://named.db"]);
    assert!(folder.file("named.db").exists() && !folder.file("other.db").exists());
    succeeds(&["migrate"]);
    assert!(folder.file("other.db").exists());
    succeeds(&["organization", "list"]);

    let serve_with = |password: &str| {
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.env("ANSWERDECK_DATAFORSEO_LOGIN", "me").env("ANSWERDECK_DATAFORSEO_PASSWORD_FILE", password);
        command
    };
    let (success, log) = ServerProcess::spawn(serve_with("password")).stop();
    assert!(success && log.contains("dataforseo") && !log.contains("hidden"), "{log}");
    let refused = |mut command: Command, start: &str| {
        let error = error_of(&mut command);
        let start = format!("error: ANSWERDECK_DATAFORSEO_PASSWORD_FILE: {start}");
        assert!(error.starts_with(&start) && !error.contains("hidden"), "{error}");
    };
    refused(serve_with("empty"), "empty: it is empty");
    refused(serve_with("none"), "none: No such file");
    refused(serve_with("lines"), "lines: expected printable ASCII characters");
    let mut both = serve_with("password");
    both.env("ANSWERDECK_DATAFORSEO_PASSWORD", "hidden-2");
    refused(both, "password: ANSWERDECK_DATAFORSEO_PASSWORD is set, too");
}

#[test]
fn an_invalid_value_that_can_contain_a_password_is_not_shown() {
    let folder = Folder::new();
    for (variable, value, hint) in [
        ("ANSWERDECK_DATABASE", "me:hidden@db", "for '--database <URL>': expected sqlite://PATH or postgres://USER"),
        ("ANSWERDECK_DATABASE", "postgres://me:S3/hidden@db.example/deck", "/ is %2F"),
        ("ANSWERDECK_DATABASE", "postgres://me@db.example/deck?pasword=hidden", "there is no parameter pasword"),
        ("ANSWERDECK_DATABASE", "postgres://me:hidden@db/deck?sslmode=on", "URL>': error with configuration: unknown"),
        ("ANSWERDECK_STATISTICS_DATABASE", "me:hidden@db", "for '--statistics-database <URL>': expected postgres://"),
        ("ANSWERDECK_SMTP_URL", "smtps://me:S3/hidden@mail.example.com", "@ is %40"),
        ("ANSWERDECK_DATAFORSEO_PASSWORD", "hidden\n", "expected printable ASCII"),
        ("ANSWERDECK_NAVER_AD_KEY", "hidden\n", "expected printable ASCII"),
        ("ANSWERDECK_NAVER_AD_SECRET", "hidden\n", "expected printable ASCII"),
        ("ANSWERDECK_NAVER_CLIENT_SECRET", "hidden\n", "expected printable ASCII"),
    ] {
        let error = error_of(folder.command(&["serve"]).env(variable, value));
        assert!(error.contains(hint) && !error.contains("hidden"), "{variable}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_each_response_names_the_client_that_a_trusted_proxy_names() {
    let folder = Folder::new();
    let invalid = folder.error(&["serve", "--trusted-proxy", "10.0.0.0/33"]);
    assert!(invalid.contains("expected an address such as 127.0.0.1, or a network such as 10.0.0.0/8"), "{invalid}");
    for (proxy, client) in [("127.0.0.0/8", "198.51.100.7"), ("10.0.0.0/8", "127.0.0.1")] {
        let server = folder.serve(&["--trusted-proxy", proxy]);
        for _ in 0..2 {
            let request = http_client().build().unwrap().get(format!("{}/api/v1/platform/runs", server.url));
            assert_eq!(Reply::of(request.header("x-forwarded-for", "198.51.100.7")).await.status, 401);
        }
        let (_, log) = server.stop();
        let ignored = "X-Forwarded-For of 127.0.0.1 is ignored: if it is a reverse proxy, name it in --trusted-proxy";
        assert_eq!(log.matches(ignored).count(), usize::from(client == "127.0.0.1"), "{log}");
        let line = log.lines().find(|line| line.contains("status=401")).unwrap();
        assert!(line.contains(&format!("client={client} ")), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_has_requests_for_health_only_at_debug() {
    let folder = Folder::new();
    for (filter, is_logged) in [("info", false), ("info,answerdeck_server=debug", true)] {
        let server = folder.serve(&["--log", filter]);
        server.send("", "/health/live", None).await;
        let (_, log) = server.stop();
        assert_eq!(log.contains("/health/live"), is_logged, "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_an_mcp_request_is_a_line_with_its_request_id() {
    let folder = Folder::new();
    let Organization { key, .. } = Organization::create(&folder.url(), 1).await;
    let server = folder.serve(&["--log-format", "json"]);
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
    let reply = server.request(&key, "/mcp", Some(&list)).await.unwrap();
    let id = reply.headers["x-request-id"].to_str().unwrap();
    let (_, log) = server.stop();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("rmcp") || line.contains("/mcp")).collect();
    let [line] = lines[..] else { panic!("{log}") };
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!((&line["operation"], &line["span"]["id"]), (&"mcp".into(), &id.into()));
}

#[test]
fn the_json_log_has_the_error_that_ends_a_server() {
    let folder = Folder::new();
    let error = folder.error(&["serve", "--log-format", "json", "--corpus", "none"]);
    let event: Value = serde_json::from_str(&error).unwrap();
    assert_eq!(event["level"], "ERROR");
    assert!(event["message"].as_str().unwrap().starts_with("--corpus: "), "{event}");
    let error = folder.error(&["serve", "--log-format", "json", "--log", "off", "--corpus", "none"]);
    assert!(error.starts_with("error: --corpus: "), "{error}");
}

#[test]
fn the_log_warns_of_mails_whose_links_lead_to_this_machine() {
    let folder = Folder::new();
    let mail = ["--smtp-url", "smtp://localhost", "--mail-from", "digest@deck.example"];
    let (_, log) = folder.serve(&mail).stop();
    assert!(log.contains("the links in mails lead to http://127.0.0.1:"), "{log}");
    let named = [&mail[..], &["--public-url", "https://deck.example"]].concat();
    let (_, log) = folder.serve(&named).stop();
    assert!(!log.contains("the links in mails"), "{log}");
}

#[test]
fn a_server_exits_successfully_on_sigterm_and_its_json_log_has_plain_values() {
    let folder = Folder::new();
    folder.write("engines.toml", "[CLAUDE]\nprovider = \"stand-in\"");
    let options = ["--log-format", "json", "--engines", "engines.toml"];
    let (success, log) = folder.serve(&options).stop();
    assert!(success && log.lines().all(|line| line.starts_with('{')) && log.contains("\"stopped\""), "{log}");
    let line = log.lines().find(|line| line.contains("\"message\":\"engine\"")).unwrap();
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!((&line["model"], &line["route"]), (&"CLAUDE".into(), &"STAND_IN".into()));
    assert!(!log.contains("Some("), "{log}");
}
