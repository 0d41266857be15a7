use answerdeck_database::begin;
use answerdeck_database::credits::THOUSANDTHS;
use clap::Subcommand;

use super::error::CommandError;
use super::print;
use crate::organization::account;
use crate::state::AppState;

#[derive(Debug, Subcommand)]
pub(super) enum CreditsCommand {
    /// Add credits to an organization, or take some away, and print its balance.
    Add {
        /// Id of the organization.
        #[arg(long, value_name = "ID")]
        organization: String,
        /// Number of credits, with up to three decimals. A negative one takes credits away, at most the balance.
        #[arg(value_parser = parse_thousandths, allow_negative_numbers = true)]
        amount: i64,
    },
    /// Print the balance of an organization.
    Show {
        /// Id of the organization.
        #[arg(long, value_name = "ID")]
        organization: String,
    },
}

impl CreditsCommand {
    pub(super) async fn run(self, app: AppState) -> Result<(), CommandError> {
        let balance = match self {
            Self::Add { organization, amount } => {
                let transaction = begin(&app.database).await?;
                let balance = account::add_credits(&app, &transaction, &organization, amount).await?;
                transaction.commit().await?;
                balance
            }
            Self::Show { organization } => account::find_organization(&app.database, &organization).await?.balance,
        };
        print(format_credits(balance))
    }
}

/// Parses an amount such as `1000`, `0.5` or `-5` to thousandths of a credit.
fn parse_thousandths(text: &str) -> Result<i64, &'static str> {
    const EXPECTED: &str = "expected a number other than 0 with up to three decimals, such as 1000, 0.5 or -5";
    let (sign, number) = text.strip_prefix('-').map_or(("", text), |number| ("-", number));
    let (integer, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(integer) || !digits(decimals) || decimals.len() > 3 {
        return Err(EXPECTED);
    }
    match format!("{sign}{integer}{decimals:0<3}").parse() {
        Ok(amount) if amount != 0 => Ok(amount),
        _ => Err(EXPECTED),
    }
}

fn format_credits(thousandths: i64) -> String {
    let text = format!("{}.{:03}", thousandths / THOUSANDTHS, thousandths % THOUSANDTHS);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_exactly() {
        for (text, amount) in [("1000", 1_000_000), ("0.5", 500), ("0.001", 1), ("12.34", 12_340)] {
            assert_eq!(parse_thousandths(text), Ok(amount), "{text}");
            assert_eq!(parse_thousandths(&format!("-{text}")), Ok(-amount), "-{text}");
            assert_eq!(format_credits(amount), text);
        }
        for text in ["", "0", "-0", "--1", "-", "1.2345", "1.", ".5", "1e3", "１", "99999999999999999999", "0.000"] {
            assert!(parse_thousandths(text).is_err(), "{text}");
        }
    }
}
