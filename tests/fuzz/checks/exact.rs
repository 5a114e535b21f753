//! Counts read from a number's digits, without a double in between.

/// The number as an integer from 0 to 2⁵³ − 1, if that is exactly what the text says.
pub fn count(text: &str) -> Option<u64> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (negative, mantissa) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    if negative {
        return None;
    }
    // An exponent beyond any number of digits here: too large, or no integer.
    let exponent: i64 = exponent.parse().ok()?;
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let power = exponent - fraction.len() as i64 + zeros as i64;
    let power = usize::try_from(power).ok().filter(|power| *power < 17)?;
    let number: u64 = [significant, &"0".repeat(power)].concat().parse().ok()?;
    (number < 1 << 53).then_some(number)
}
