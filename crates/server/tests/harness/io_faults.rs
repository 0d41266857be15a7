//! Errors of the operating system when a process writes to files: a library that the process loads before the C library.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The error "Input/output error" of a broken disk.
pub const BROKEN: i32 = 5;
/// The error "Read-only file system".
pub const READ_ONLY: i32 = 30;

/// The faults of processes with [`Self::environment`].
pub struct IoFaults {
    own: TempDir,
    below: PathBuf,
}

impl IoFaults {
    /// Prepares faults of the files below this folder. `None` if this machine cannot build the library, which is printed.
    pub fn prepare(below: &Path) -> Option<Self> {
        let own = tempfile::tempdir().unwrap();
        let source = own.path().join("io_faults.c");
        std::fs::write(&source, include_str!("io_faults.c")).unwrap();
        let faults = Self { own, below: below.canonicalize().unwrap() };
        let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(faults.library()).arg(source).output();
        let reason = match built {
            _ if !cfg!(target_os = "linux") => "this is not Linux".to_owned(),
            Ok(output) if output.status.success() => return Some(faults),
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => format!("cc: {error}"),
        };
        println!("skipped: no faults of files: {reason}");
        None
    }

    /// The variables of a process whose writes can fail.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library().display().to_string()),
            ("IO_FAULTS", self.active().display().to_string()),
            ("IO_FAULTS_BELOW", self.below.display().to_string()),
        ]
    }

    /// Lets each call with a number that `every` divides fail with this error.
    pub fn fail(&self, error: i32, every: u32) {
        let prepared = self.own.path().join("prepared");
        std::fs::write(&prepared, format!("{error} {every}")).unwrap();
        std::fs::rename(prepared, self.active()).unwrap();
    }

    /// Lets all calls succeed again.
    pub fn end(&self) {
        std::fs::remove_file(self.active()).unwrap();
    }

    fn library(&self) -> PathBuf {
        self.own.path().join("io_faults.so")
    }

    fn active(&self) -> PathBuf {
        self.own.path().join("active")
    }
}
