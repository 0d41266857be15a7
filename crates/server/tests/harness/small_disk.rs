//! A small file system in memory, which a test can fill.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The file system. It is unmounted when this is dropped.
pub struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts a file system of this many megabytes. `None` if the machine does not allow it, which is printed.
    pub fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
        match mounted {
            Ok(output) if output.status.success() => Some(Self(folder)),
            Ok(output) => {
                println!("no small disk: {}", String::from_utf8_lossy(&output.stderr).trim());
                None
            }
            Err(error) => {
                println!("no small disk: mount: {error}");
                None
            }
        }
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills all space that is left.
    pub fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        for size in [1 << 20, 1 << 12, 1] {
            let block = vec![0; size];
            let error = loop {
                if let Err(error) = ballast.write_all(&block) {
                    break error;
                }
            };
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }

    /// Frees the space again.
    pub fn free(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A process that ends may still have files open.
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}
