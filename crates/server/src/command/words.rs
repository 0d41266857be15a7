use clap::Subcommand;

use super::error::CommandError;
use super::korean::KoreanOptions;
use super::{DatabaseOptions, print};
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
