//! The option of the Korean dictionary.

use std::path::PathBuf;

use clap::Args;

use super::error::CommandError;
use crate::analyzer_pool::AnalyzerPool;

#[derive(Debug, Args)]
pub(super) struct KoreanOptions {
    /// Folder of a compiled MeCab dictionary for Korean, such as mecab-ko-dic. Without a dictionary, Korean words are
    /// found by removing particles, and Korean proper nouns are not recognized.
    #[arg(long, env = "ANSWERDECK_KOREAN_DICTIONARY", value_name = "DIR")]
    korean_dictionary: Option<PathBuf>,
}

impl KoreanOptions {
    /// Opens the dictionary, if there is one.
    pub(super) fn analyzer(&self) -> Result<AnalyzerPool, CommandError> {
        match &self.korean_dictionary {
            Some(folder) => AnalyzerPool::with_dictionary(folder)
                .map_err(|error| CommandError::of_option("--korean-dictionary", error)),
            None => Ok(AnalyzerPool::default()),
        }
    }
}
