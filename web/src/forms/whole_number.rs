/// Parses a whole number. `None` if it is not one from 1 to `max`.
pub fn parse_whole(typed: &str, max: u32) -> Option<u32> {
    typed.trim().parse().ok().filter(|number| (1..=max).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_within_the_bounds() {
        for (typed, parsed) in [
            ("1", Some(1)),
            (" 10 ", Some(10)),
            ("0", None),
            ("11", None),
            ("1.5", None),
            ("", None),
            ("-1", None),
            ("두 번", None),
        ] {
            assert_eq!(parse_whole(typed, 10), parsed, "{typed:?}");
        }
    }
}
