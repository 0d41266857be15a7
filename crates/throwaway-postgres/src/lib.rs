//! A temporary PostgreSQL cluster for tests. It stops when the process that started it ends.

use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub fn is_installed() -> bool {
    Command::new(program("initdb")).arg("--version").output().is_ok()
}

/// The certificate of a cluster with TLS, and its private key, as PEM.
#[derive(Debug, Clone, Copy)]
pub struct Identity<'a> {
    pub certificate: &'a str,
    pub key: &'a str,
}

/// Starts a cluster and returns its URL without a database name. The database `postgres` exists.
pub fn start() -> Result<String> {
    Ok(Cluster::start(Settings::default())?.url)
}

/// Starts a cluster that accepts connections with TLS and without, as [`start`] does.
pub fn start_with_tls(identity: Identity<'_>) -> Result<String> {
    Ok(Cluster::start(Settings { identity: Some(identity), ..Settings::default() })?.url)
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Settings<'a> {
    /// With an identity, the cluster accepts connections with TLS too.
    pub identity: Option<Identity<'a>>,
    /// An empty folder for its files. Default: a temporary folder.
    pub folder: Option<&'a Path>,
    /// More options of `postgres`.
    pub options: &'a str,
}

/// A cluster that a test can stop and start.
pub struct Cluster {
    /// The URL without a database name.
    pub url: String,
    folder: PathBuf,
    options: String,
    /// The command that runs a program as a user that PostgreSQL accepts.
    as_user: &'static [&'static str],
}

impl Cluster {
    /// A cluster without files.
    fn new(Settings { identity, folder, options }: Settings<'_>) -> Result<Self> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => tempfile::Builder::new().prefix("answerdeck-postgres").tempdir()?.keep(),
        };
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        // PostgreSQL does not run as root, so it runs as the user `postgres` there.
        let as_user: &[&str] = if running_as_root()? {
            run(Command::new("chown").arg("postgres").arg(&folder))?;
            &["runuser", "-u", "postgres", "--"]
        } else {
            &[]
        };
        let options = format!(
            "{} -p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c fsync=off -c max_connections=400 {options}",
            if identity.is_some() { "-c ssl=on" } else { "" },
            folder.display()
        );
        let url = format!("postgres://answerdeck@127.0.0.1:{port}");
        Ok(Self { url, folder, options, as_user })
    }

    pub fn start(settings: Settings<'_>) -> Result<Self> {
        let cluster = Self::new(settings)?;
        let data = cluster.data();
        let initdb = &["-A", "trust", "-U", "answerdeck", "-E", "UTF8", "--no-sync", "-D"];
        run(cluster.program("initdb").args(initdb).arg(&data))?;
        if let Some(identity) = settings.identity {
            let (certificate, key) = (data.join("server.crt"), data.join("server.key"));
            std::fs::write(&certificate, identity.certificate)?;
            std::fs::write(&key, identity.key)?;
            // PostgreSQL refuses a key that others may read.
            run(Command::new("chmod").arg("600").arg(&key))?;
            if !cluster.as_user.is_empty() {
                run(Command::new("chown").arg("postgres").args([&certificate, &key]))?;
            }
        }
        cluster.start_until_exit()
    }

    /// Starts a streaming replica of this cluster, with more options of `postgres`.
    pub fn start_replica(&self, options: &str) -> Result<Self> {
        let replica = Self::new(Settings { options, ..Settings::default() })?;
        let copy = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "-d", self.url.as_str(), "-D"];
        run(replica.program("pg_basebackup").args(copy).arg(replica.data()))?;
        replica.start_until_exit()
    }

    fn start_until_exit(self) -> Result<Self> {
        self.start_server()?;
        let (pg_ctl, folder, data) = (program("pg_ctl"), self.folder.display(), self.data());
        let stop = format!("{} {} -D {} -m immediate stop", self.as_user.join(" "), pg_ctl.display(), data.display());
        run_on_exit(&format!("{stop} ; rm -rf {folder}"))?;
        Ok(self)
    }

    /// Stops the cluster as a crash does: it recovers when it starts again.
    pub fn crash(&self) -> Result<()> {
        run(self.program("pg_ctl").arg("-D").arg(self.data()).args(["-w", "-m", "immediate", "stop"]))
    }

    /// Whether it runs, or recovers by itself.
    pub fn is_running(&self) -> Result<bool> {
        Ok(self.program("pg_ctl").arg("-D").arg(self.data()).arg("status").output()?.status.success())
    }

    /// Starts a stopped cluster, with its address and its databases.
    pub fn start_server(&self) -> Result<()> {
        let log = self.folder.join("log");
        let mut pg_ctl = self.program("pg_ctl");
        run(pg_ctl.arg("-D").arg(self.data()).arg("-l").arg(log).args(["-w", "-o", &self.options, "start"]))
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut arguments = self.as_user.iter().map(|argument| (*argument).into()).chain([program(name)]);
        let mut command = Command::new(arguments.next().unwrap_or_default());
        command.args(arguments).current_dir(&self.folder);
        command
    }
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(Error::other(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))),
    }
}

/// Runs `script` when this process ends, even after a crash: a shell waits until its input pipe closes.
#[allow(clippy::zombie_processes, reason = "the shell outlives this process")]
pub fn run_on_exit(script: &str) -> Result<()> {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("read _ ; {script}")]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // A signal to the process group of this process, as Ctrl+C sends, does not end the shell.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    let mut child = shell.spawn()?;
    if let Some(mut pipe) = child.stdin.take() {
        pipe.flush()?;
        std::mem::forget(pipe);
    }
    Ok(())
}

fn running_as_root() -> Result<bool> {
    Ok(Command::new("id").arg("-u").output()?.stdout.starts_with(b"0\n"))
}

/// Returns the path of a program of the newest installed PostgreSQL, or its name for a lookup in `PATH`.
pub fn program(name: &str) -> PathBuf {
    newest(name).unwrap_or_else(|| name.into())
}

fn newest(program: &str) -> Option<PathBuf> {
    std::fs::read_dir(Path::new("/usr/lib/postgresql"))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(program)))
        .filter(|path| path.exists())
        .max()
}
