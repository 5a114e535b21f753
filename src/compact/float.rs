//! Decimal text to the nearest double, by plain long division if a quick way is not exact.
//!
//! The standard library reads numbers faster, from 15 KB of tables. Here most numbers take the exact quick way; the rest
//! cost some microseconds, and very long or very small ones some tens.

/// Digits beyond this many cannot change the result, except by being there at all.
const MOST_DIGITS: usize = 800;
/// Powers of ten that a double holds exactly.
const EXACT_TENS: i32 = 22;
/// Integers up to this one are exact.
const EXACT_INTEGER: u64 = 1 << 53;

/// Reads a number that is legal in JSON. What is too large is infinite, what is too small is zero.
pub fn parse_number(text: &str) -> f64 {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let magnitude = Decimal::read(text).to_f64();
    if negative { -magnitude } else { magnitude }
}

/// `digits × 10^exponent`, and whether digits were left off.
struct Decimal {
    digits: Vec<u8>,
    exponent: i32,
    inexact: bool,
}

impl Decimal {
    fn read(text: &str) -> Decimal {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut decimal = Decimal { digits: Vec::new(), exponent: read_exponent(exponent), inexact: false };
        for (digits, is_fraction) in [(whole, false), (fraction, true)] {
            for digit in digits.bytes().map(|byte| byte.wrapping_sub(b'0')) {
                decimal.push(digit, is_fraction);
            }
        }
        decimal
    }

    fn push(&mut self, digit: u8, is_fraction: bool) {
        if self.digits.len() < MOST_DIGITS {
            if digit != 0 || !self.digits.is_empty() {
                self.digits.push(digit);
            }
            self.exponent = self.exponent.saturating_sub(i32::from(is_fraction));
        } else {
            self.inexact |= digit != 0;
            self.exponent = self.exponent.saturating_add(i32::from(!is_fraction));
        }
    }

    fn to_f64(&self) -> f64 {
        let size = self.digits.len() as i32;
        if self.digits.is_empty() || self.exponent.saturating_add(size) < -330 {
            return 0.0;
        }
        if self.exponent.saturating_add(size) > 310 {
            return f64::INFINITY;
        }
        self.quickly().unwrap_or_else(|| self.by_long_division())
    }

    /// One exact integer and one exact power of ten: their product or quotient is rounded once, as it should be.
    fn quickly(&self) -> Option<f64> {
        if self.digits.len() > 16 || self.exponent.abs() > EXACT_TENS {
            return None;
        }
        let integer = self.digits.iter().fold(0, |integer, digit| integer * 10 + u64::from(*digit));
        let mut power = 1.0;
        for _ in 0..self.exponent.abs() {
            power *= 10.0;
        }
        let exact = integer <= EXACT_INTEGER;
        exact.then(|| if self.exponent < 0 { integer as f64 / power } else { integer as f64 * power })
    }

    fn by_long_division(&self) -> f64 {
        let mut big = Big::default();
        for digits in self.digits.chunks(NINE) {
            let number = digits.iter().fold(0, |number, digit| number * 10 + u32::from(*digit));
            big.multiply_add(ten_to(digits.len()), number);
        }
        tens(self.exponent).for_each(|power| big.multiply_add(power, 0));
        // Ten is less than 2^(10/3): so many bits keep 64 good ones after the division.
        let shift = (-self.exponent).max(0) * 10 / 3 + 68;
        let words = shift / 32 + 1;
        if self.exponent < 0 {
            big.shift_words(words as usize);
        }
        let mut inexact = self.inexact;
        for power in tens(-self.exponent) {
            inexact |= big.divide(power) != 0;
        }
        big.to_f64(if self.exponent < 0 { -words * 32 } else { 0 }, inexact)
    }
}

/// As many digits as a word holds whatever they are.
const NINE: usize = 9;

/// A power of ten, up to the ninth.
fn ten_to(exponent: usize) -> u32 {
    10_u32.pow(exponent as u32)
}

/// Powers of ten, as large as a word holds, whose product is 10^`exponent`; none for less than one.
fn tens(exponent: i32) -> impl Iterator<Item = u32> {
    let exponent = exponent.max(0) as usize;
    (0..exponent).step_by(NINE).map(move |done| ten_to((exponent - done).min(NINE)))
}

/// A natural number, least word first.
#[derive(Default)]
struct Big(Vec<u32>);

impl Big {
    fn multiply_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn shift_words(&mut self, words: usize) {
        self.0.splice(0..0, std::iter::repeat_n(0, words));
    }

    /// Divides, and gives the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0_u64;
        for word in self.0.iter_mut().rev() {
            rest = rest << 32 | u64::from(*word);
            *word = (rest / u64::from(divisor)) as u32;
            rest %= u64::from(divisor);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }

    /// The nearest double to the number times 2^`exponent`; `inexact` says that it is a little more.
    fn to_f64(&self, exponent: i32, inexact: bool) -> f64 {
        let top_bits = 32 - self.0.last().map_or(32, |word| word.leading_zeros()) as i32;
        let bits = (self.0.len() as i32 - 1) * 32 + top_bits;
        // 53 bits stay, fewer if the result is subnormal.
        let lowest = (bits - 53).max(-1074 - exponent);
        let mut kept = 0_u64;
        for at in (lowest..bits).rev() {
            kept = kept << 1 | u64::from(self.bit(at));
        }
        let below = (0..(lowest - 1).max(0)).any(|at| self.bit(at)) || inexact;
        if self.bit(lowest - 1) && (below || kept & 1 == 1) {
            kept += 1;
        }
        scale(kept as f64, lowest + exponent)
    }

    fn bit(&self, at: i32) -> bool {
        at >= 0 && self.0.get(at as usize / 32).is_some_and(|word| word >> (at % 32) & 1 == 1)
    }
}

/// `value × 2^exponent`, exact wherever the result is.
fn scale(mut value: f64, mut exponent: i32) -> f64 {
    while exponent > 0 {
        let step = exponent.min(1000);
        value *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    while exponent < 0 {
        let step = (-exponent).min(1000);
        value *= f64::from_bits(((1023 - step) as u64) << 52);
        exponent += step;
    }
    value
}

/// An exponent; one too long to matter saturates.
fn read_exponent(text: &str) -> i32 {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let add = |value: i32, byte: u8| value.saturating_mul(10).saturating_add(i32::from(byte.wrapping_sub(b'0')));
    sign * digits.bytes().fold(0, add).min(1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::parse_number;
    use proptest::prelude::*;

    fn check(text: &str) {
        let expected: f64 = text.parse().unwrap();
        assert_eq!(parse_number(text).to_bits(), expected.to_bits(), "{text}");
    }

    #[test]
    fn numbers_at_every_edge_are_read_as_the_standard_library_reads_them() {
        for text in [
            "0",
            "-0",
            "0.0e5",
            "1",
            "0.97565",
            "123456789012345678",
            "9007199254740993",
            "9007199254740995",
            "18014398509481987",
            "9007199254740992.5",
            "9078254179105733e1",
            "9243589052319255e22",
            "9446088372433843e-1",
            "9032329239772893e-22",
            "1e22",
            "1e23",
            "1e308",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e309",
            "1e400",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1e-400",
            "0.1e-1000000000000",
            "0.1e1000000000000",
            "6.02214076e23",
            "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
        ] {
            check(text);
        }
        for exponent in 320..340 {
            (1..10).for_each(|digit| check(&format!("{digit}e-{exponent}")));
        }
        check(&["0.", &"0".repeat(400), "1e390"].concat());
        check(&["1", &"0".repeat(900), "1e-900"].concat());
        check(&["0.5", &"0".repeat(900), "1"].concat());
    }

    #[test]
    fn what_stands_between_two_doubles_is_read_by_its_last_digit() {
        for halfway in ["9007199254740993.", "9007199254740995.", "4503599627370496.5", "4503599627370497.5"] {
            for zeros in [0, 10, 40, 100, 780, 800, 900].map(|count| "0".repeat(count)) {
                for end in ["0", "1"] {
                    check(&[halfway, &zeros, end].concat());
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_double_is_read_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            check(&format!("{number:e}"));
        }

        #[test]
        fn any_decimal_is_read_as_the_standard_library_reads_it(
            whole in "0|[1-9][0-9]{0,30}", fraction in "[0-9]{1,30}", exponent in -340..310_i32,
        ) {
            check(&format!("{whole}.{fraction}e{exponent}"));
            check(&format!("{whole}.{fraction}"));
        }
    }
}
