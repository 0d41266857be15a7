use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::error::CommandError;
use super::{DatabaseOptions, print};
use crate::analyzer_pool::AnalyzerPool;
use crate::backfill;
use crate::state::Config;

/// Answers between two lines of progress.
const PROGRESS: i64 = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum WordsCommand {
    /// Find the tokens and the brands of all finished answers again, with the rules of this version. Use the Korean dictionary that
    /// the server uses.
    ///
    /// The server can keep running; its statistics change step by step. If the command is stopped, the next one continues.
    Rebuild {
        /// Begin with the first answer, instead of continuing.
        #[arg(long)]
        restart: bool,
        #[command(flatten)]
        korean: KoreanOptions,
        #[command(flatten)]
        database: DatabaseOptions,
    },
}

impl WordsCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let Self::Rebuild { restart, korean, database } = self;
        let app = database.open_with(Config { analyzer: korean.analyzer()?, ..Config::default() }).await?;
        let begins = app.statistics.begin_token_backfill(restart).await?;
        let total = app.statistics.remaining_token_backfill().await?;
        if !begins {
            print(format_args!("Continuing an earlier rebuild: {total} answers remain."))?;
        }
        let mut done = 0;
        while let Some(count) = backfill::backfill_tokens(&app).await? {
            let is_progress = done / PROGRESS < (done + count) / PROGRESS;
            done += count;
            if is_progress && done < total {
                print(format_args!("{done} of {total} answers"))?;
            }
        }
        print(format_args!("Done: {done} answers"))
    }
}

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
