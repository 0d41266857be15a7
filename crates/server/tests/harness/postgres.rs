//! A PostgreSQL of the tests' own: `DATABASE_URL` where it is set, else a throw-away cluster that ends with this process.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use sea_orm::{ConnectionTrait, Database};
use tokio::sync::OnceCell;

static SERVER: OnceCell<String> = OnceCell::const_new();
static NEXT: AtomicU32 = AtomicU32::new(0);

/// The address of an empty database.
pub async fn fresh_database() -> String {
    let server = SERVER
        .get_or_init(async || match std::env::var("DATABASE_URL") {
            Ok(url) => url.rsplit_once('/').unwrap().0.to_owned(),
            Err(_) => tokio::task::spawn_blocking(start_cluster).await.unwrap(),
        })
        .await;
    let name = format!("answerdeck_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let maintenance = Database::connect(format!("{server}/postgres")).await.unwrap();
    maintenance.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    maintenance.close().await.unwrap();
    format!("{server}/{name}")
}

fn start_cluster() -> String {
    let folder = tempfile::Builder::new().prefix("answerdeck-postgres").tempdir().unwrap().keep();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let data = folder.join("data");
    // PostgreSQL refuses to run as root: there it runs as its own user.
    let as_user: &[&str] = if running_as_root() {
        assert!(Command::new("chown").arg("postgres").arg(&folder).status().unwrap().success());
        &["runuser", "-u", "postgres", "--"]
    } else {
        &[]
    };
    let run = |program: &str, arguments: &[&str]| {
        let words: Vec<String> = as_user
            .iter()
            .map(ToString::to_string)
            .chain([binary(program).display().to_string()])
            .chain(arguments.iter().map(ToString::to_string))
            .collect();
        let output =
            Command::new(&words[0]).args(&words[1..]).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let (data, log) = (data.display().to_string(), folder.join("log").display().to_string());
    run("initdb", &["-A", "trust", "-U", "answerdeck", "-E", "UTF8", "--no-sync", "-D", &data]);
    let options = format!(
        "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c fsync=off -c max_connections=400",
        folder.display()
    );
    run("pg_ctl", &["-D", &data, "-l", &log, "-w", "-o", &options, "start"]);
    stop_with_this_process(&folder, &data, as_user);
    format!("postgres://answerdeck@127.0.0.1:{port}")
}

/// A shell that waits on a pipe of ours: the pipe closes when this process ends, however it ends.
#[allow(clippy::zombie_processes, reason = "it outlives this process")]
fn stop_with_this_process(folder: &Path, data: &str, as_user: &[&str]) {
    let stop = format!("{} {} -D {data} -m immediate stop", as_user.join(" "), binary("pg_ctl").display());
    let script = format!("read _ ; {stop} ; rm -rf {}", folder.display());
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.flush().unwrap();
    std::mem::forget(pipe);
}

fn running_as_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.starts_with(b"0\n")
}

/// The newest installed PostgreSQL's program, or the one on PATH.
fn binary(program: &str) -> PathBuf {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(program)))
        .filter(|path| path.exists())
        .collect();
    versions.sort();
    versions.pop().unwrap_or_else(|| PathBuf::from(program))
}
