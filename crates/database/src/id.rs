//! Ids as they are stored: a UUIDv7 in base62. Ids sort like their numbers, and a number begins with the time of the id, so a range
//! of times is a range of ids.

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns the smallest number of an id of the time `milliseconds` since 1970.
pub fn first_number(milliseconds: u64) -> u128 {
    u128::from(milliseconds) << 80
}

/// Returns the number that an id encodes. Ids sort like their numbers. 0 for a text that is not an id.
pub fn number_of(id: &str) -> u128 {
    let mut digits = id.bytes().map(|byte| ALPHABET.iter().position(|digit| *digit == byte));
    let number =
        digits.try_fold(0_u128, |number, digit| number.checked_mul(62)?.checked_add(u128::try_from(digit?).ok()?));
    number.unwrap_or_default()
}

/// Returns the creation time of an id from its number, in milliseconds since 1970.
pub fn time_of(number: u128) -> i64 {
    i64::try_from(number >> 80).unwrap_or_default()
}

/// Formats a number as an id: 22 digits of base62.
pub fn id_of(mut number: u128) -> String {
    let mut digits = [b'0'; answerdeck_api::limits::ID_LENGTH];
    for digit in digits.iter_mut().rev() {
        *digit = ALPHABET[usize::try_from(number % 62).unwrap_or_default()];
        number /= 62;
    }
    digits.iter().map(|digit| char::from(*digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_contains_its_number_and_its_time() {
        for milliseconds in [0, 1, 1_800_000_000_000] {
            let number = first_number(milliseconds) + 7;
            assert_eq!((number_of(&id_of(number)), time_of(number)), (number, milliseconds.cast_signed()));
        }
        assert_eq!((number_of("-"), number_of(&"z".repeat(40))), (0, 0));
    }
}
