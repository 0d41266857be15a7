use std::fmt::Write;
use std::io::{BufRead, Read, StdinLock};
use std::str::FromStr;

use answerdeck_insight::{Mention, MentionFinder};
use clap::Args;

use super::error::CommandError;
use super::print;

const LINE_BYTES_MAX: usize = 1 << 20;

/// Find the mentions of brands in texts.
///
/// Reads one text a line from standard input. A line that is a JSON string is decoded first, so that a text can have several
/// lines. Prints one line for each text, with two columns for each brand, in the order of the options and separated by tabs:
/// the number of mentions, and their places as START-END, separated by commas. Places count characters (Unicode scalar values)
/// from 0; END is the character after the mention.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  $ echo '나이키에서 샀다. Nike is great, metadata is not.' | \\
      answerdeck mentions --brand 'Nike|나이키' --brand 'Meta|메타'
  2\t0-3,10-14\t0\t")]
pub(super) struct Mentions {
    /// Names of a brand, separated by |. A name cannot contain |. Repeat the option for each brand.
    #[arg(long = "brand", value_name = "NAME|SYNONYM|…", required = true)]
    brands: Vec<BrandNames>,
}

#[derive(Debug, Clone)]
struct BrandNames(Vec<String>);

impl FromStr for BrandNames {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let names: Vec<String> = text.split('|').map(str::to_owned).collect();
        if names.iter().all(|name| name.trim().is_empty()) { Err("expected a name") } else { Ok(Self(names)) }
    }
}

impl Mentions {
    pub(super) fn run(self) -> Result<(), CommandError> {
        let finder = MentionFinder::new(self.brands.iter().map(|brand| &brand.0)).map_err(CommandError::new)?;
        let mut input = std::io::stdin().lock();
        for number in 1_u64.. {
            let text =
                read_text(&mut input).map_err(|problem| CommandError::new(format!("line {number} {problem}")))?;
            let Some(text) = text else { break };
            print(columns(&text, self.brands.len(), &finder.find(&text)))?;
        }
        Ok(())
    }
}

fn read_text(input: &mut StdinLock<'_>) -> Result<Option<String>, String> {
    let mut line = Vec::new();
    // One byte for the line's end, one to see that the line is longer.
    let mut bounded = input.by_ref().take(LINE_BYTES_MAX as u64 + 2);
    bounded.read_until(b'\n', &mut line).map_err(|problem| format!("cannot be read: {problem}"))?;
    if line.is_empty() {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    if line.len() > LINE_BYTES_MAX {
        return Err(format!("has more than {LINE_BYTES_MAX} bytes"));
    }
    let text = std::str::from_utf8(line).map_err(|_| "is not UTF-8".to_owned())?;
    let decoded = if text.starts_with('"') { serde_json::from_str(text).ok() } else { None };
    Ok(Some(decoded.unwrap_or_else(|| text.to_owned())))
}

/// The count and the places of each brand's mentions, which are sorted by position.
fn columns(text: &str, brands: usize, mentions: &[Mention]) -> String {
    let mut found = vec![(0_usize, String::new()); brands];
    // The characters before a byte of the text. It moves forward with the mentions.
    let (mut byte, mut chars) = (0, 0);
    for mention in mentions {
        chars += text[byte..mention.start].chars().count();
        byte = mention.start;
        let end = chars + text[mention.start..mention.end].chars().count();
        let (count, places) = &mut found[mention.entry];
        let comma = if *count == 0 { "" } else { "," };
        // Writing to a string does not fail.
        let _ = write!(places, "{comma}{chars}-{end}");
        *count += 1;
    }
    let columns: Vec<String> = found.into_iter().map(|(count, places)| format!("{count}\t{places}")).collect();
    columns.join("\t")
}
