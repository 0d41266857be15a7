//! `answerdeck credits`.

use clap::Subcommand;

use super::error::CommandError;
use super::{DatabaseOptions, print};
use crate::account;
use crate::database::begin;

#[derive(Debug, Subcommand)]
pub(super) enum CreditsCommand {
    /// Add credits to an organization, and print its balance.
    Add {
        /// The id of the organization.
        #[arg(long, value_name = "ID")]
        organization: String,
        /// How many, with at most three decimals.
        #[arg(value_parser = thousandths)]
        amount: i64,
        #[command(flatten)]
        database: DatabaseOptions,
    },
}

impl CreditsCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let Self::Add { organization, amount, database } = self;
        let app = database.open().await?;
        let transaction = begin(&app.database).await?;
        let balance = account::add_credits(&app, &transaction, &organization, amount).await?;
        transaction.commit().await?;
        print(credits(balance))?;
        Ok(())
    }
}

/// Reads an amount such as `1000` or `0.5`, exactly.
fn thousandths(text: &str) -> Result<i64, &'static str> {
    const SHAPE: &str = "an amount is a number above 0 with at most three decimals, such as 1000 or 0.5";
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return Err(SHAPE);
    }
    match format!("{whole}{decimals:0<3}").parse() {
        Ok(amount) if amount > 0 => Ok(amount),
        _ => Err(SHAPE),
    }
}

fn credits(thousandths: i64) -> String {
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly() {
        for (text, amount) in [("1000", 1_000_000), ("0.5", 500), ("0.001", 1), ("12.34", 12_340)] {
            assert_eq!(thousandths(text), Ok(amount), "{text}");
            assert_eq!(credits(amount), text);
        }
        for text in ["", "0", "-1", "1.2345", "1.", ".5", "1e3", "１", "99999999999999999999", "0.000"] {
            assert!(thousandths(text).is_err(), "{text}");
        }
    }
}
