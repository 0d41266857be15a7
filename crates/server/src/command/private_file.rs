//! Files that contain secrets.

use std::fs::File;
use std::io;
use std::path::Path;

/// Creates an empty file, which only this user can read. Fails when it exists.
pub(super) fn create(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
