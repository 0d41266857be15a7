/// Splits a text into its entries at line breaks, commas and semicolons. Entries have no surrounding space and are not empty. A
/// comma or semicolon between double quotes belongs to its entry, and the quotes do not.
pub fn entries(text: &str) -> Vec<String> {
    text.lines().flat_map(entries_of_line).collect()
}

fn entries_of_line(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (entry, after) = match quoted(rest) {
            Some((entry, after)) => (entry, after.trim_start().strip_prefix(is_separator).unwrap_or(after)),
            None => rest.split_once(is_separator).unwrap_or((rest, "")),
        };
        let entry = entry.trim();
        if !entry.is_empty() {
            all.push(entry.to_owned());
        }
        rest = after.trim_start();
    }
    all
}

// The text between the quotes at the beginning, and what follows. The closing quote is the last of the entry.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let (entry, after) = text.strip_prefix('"')?.split_once('"')?;
    let next = after.trim_start();
    (next.is_empty() || next.starts_with(is_separator)).then_some((entry, after))
}

fn is_separator(character: char) -> bool {
    matches!(character, ',' | '，' | '、' | ';' | '；')
}

#[cfg(test)]
mod tests {
    use super::entries;

    #[test]
    fn entries_end_at_line_breaks_commas_and_semicolons() {
        for (text, expected) in [
            ("누리오, Nurio\r\nnurio buds,\n\n , ", &["누리오", "Nurio", "nurio buds"][..]),
            ("누리오，Nurio、NURIO", &["누리오", "Nurio", "NURIO"]),
            ("NURIO Audio; Nurio Air 2；누리오", &["NURIO Audio", "Nurio Air 2", "누리오"]),
            ("Nurio", &["Nurio"]),
            (" \n,", &[]),
            ("", &[]),
        ] {
            assert_eq!(entries(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_comma_between_quotes_is_part_of_the_entry() {
        assert_eq!(entries("\"Nurio, Inc.; Seoul\"; Nurio"), ["Nurio, Inc.; Seoul", "Nurio"]);
        assert_eq!(entries("\"Nurio, Inc., Nurio"), ["\"Nurio", "Inc.", "Nurio"]);
        assert_eq!(entries("\"Nurio\" Buds, 15\" screen"), ["\"Nurio\" Buds", "15\" screen"]);
        assert_eq!(entries("\"\", \"a\""), ["a"]);
    }

    #[test]
    fn a_long_hostile_text_takes_linear_time() {
        assert_eq!(entries(&"\",".repeat(200_000)).len(), 100_000);
        assert_eq!(entries(&",".repeat(1_000_000)).len(), 0);
    }
}
