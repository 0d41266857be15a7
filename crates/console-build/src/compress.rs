//! Brotli copies of files, which the server sends as they are.

use std::path::{Path, PathBuf};
use std::thread;

use crate::StepResult;
use crate::files::shares;

/// Writes a `.br` file beside each file of `folder` that compression makes smaller.
pub(crate) fn folder(folder: &Path) -> StepResult {
    // The icons, in a folder of their own, are compressed by their format, or smaller than a packet.
    let shares = shares(folder, Path::is_file)?;
    thread::scope(|scope| {
        let running: Vec<_> =
            shares.into_iter().map(|share| scope.spawn(|| share.into_iter().try_for_each(compress))).collect();
        running.into_iter().try_for_each(|thread| thread.join().map_err(|_| "compression panicked")?)
    })
}

fn compress(path: PathBuf) -> StepResult {
    let plain = fs_err::read(&path)?;
    // The highest quality.
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: plain.len(), ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters)?;
    if compressed.len() < plain.len() {
        let mut name = path.into_os_string();
        name.push(".br");
        fs_err::write(PathBuf::from(name), compressed)?;
    }
    Ok(())
}
