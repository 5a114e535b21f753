//! The exploit probability (EPSS) in `epss_details`, whose inner fields the interface does not show.
//!
//! It is an object, or an array of objects, of which the greatest counts. The probability is a number or numeric string from 0 to 1
//! under one of four names. If absent it is unknown, never 0. `pkg/lib/findings.js` answers by the same rule for most rows.

use crate::compact::parse_number;
use crate::json::Fault;
use crate::json::escapes::resolve;
use crate::json::lex::Lexer;
use crate::json::raw::RawReader;
use crate::memory::OutOfMemory;
use std::borrow::Cow;

/// Names of the probability; the first that holds one counts.
const NAMES: [&str; 4] = ["epss", "score", "epss_score", "probability"];

/// The probability in a JSON text that is known to be legal. The only fault is memory that was refused.
pub(crate) fn probability(json: &str) -> Result<Option<f64>, OutOfMemory> {
    let found = found(json).map_err(|_| OutOfMemory)?;
    Ok(found.map(|(probability, _)| probability))
}

/// The probability in a caller's text, which may be anything; `None` if it is not JSON.
pub fn epss_of(json: &str) -> Option<f64> {
    Some(searched(json).ok()??.0)
}

/// The probability as the text writes it.
pub(crate) fn probability_text(json: &str) -> Option<Cow<'_, str>> {
    Some(found(json).ok()??.1)
}

/// A probability, and how it is written.
type Found<'a> = (f64, Cow<'a, str>);

fn found(json: &str) -> Result<Option<Found<'_>>, Fault> {
    match leading(json) {
        Some(found) => Ok(Some(found)),
        None => searched(json),
    }
}

/// The probability of an object that begins with it and names it once, as nearly all do.
fn leading(json: &str) -> Option<Found<'_>> {
    let (text, rest) = json.strip_prefix(r#"{"epss":"#)?.split_once([',', '}'])?;
    let number = short_decimal(text).filter(|number| *number <= 1.0)?;
    // Of equal names the last counts, however it is written.
    let names_another = rest.as_bytes().windows(5).any(|five| five == b"epss\"") || rest.as_bytes().contains(&b'\\');
    (!names_another).then_some((number, Cow::Borrowed(text)))
}

fn searched(json: &str) -> Result<Option<Found<'_>>, Fault> {
    let mut lexer = Lexer::new(json.as_bytes(), 0);
    match lexer.peek_token()? {
        b'{' => of_object(&mut lexer),
        b'[' => greatest(&mut lexer),
        _ => Ok(None),
    }
}

fn greatest<'a>(lexer: &mut Lexer<'a>) -> Result<Option<Found<'a>>, Fault> {
    let mut greatest: Option<Found> = None;
    lexer.at += 1;
    if lexer.peek_token()? == b']' {
        return Ok(None);
    }
    loop {
        if lexer.peek_token()? == b'{' {
            let found = of_object(lexer)?;
            greatest = if found > greatest { found } else { greatest };
        } else {
            skip(lexer)?;
        }
        if !lexer.more(b']')? {
            return Ok(greatest);
        }
    }
}

fn of_object<'a>(lexer: &mut Lexer<'a>) -> Result<Option<Found<'a>>, Fault> {
    let mut found = [const { None }; NAMES.len()];
    lexer.at += 1;
    if lexer.peek_token()? == b'}' {
        lexer.at += 1;
        return Ok(None);
    }
    loop {
        let key = lexer.key()?;
        match found.iter_mut().zip(NAMES).find(|(_, name)| lexer.is(key, name)) {
            Some((probability, _)) => *probability = value(lexer)?,
            None => skip(lexer)?,
        }
        if !lexer.more(b'}')? {
            return Ok(found.into_iter().flatten().next());
        }
    }
}

fn value<'a>(lexer: &mut Lexer<'a>) -> Result<Option<Found<'a>>, Fault> {
    let text = match lexer.peek_token()? {
        b'"' => {
            let span = lexer.rare_string()?;
            as_json(trimmed(resolve(lexer.text(span))?.0))
        }
        b'-' | b'0'..=b'9' => Cow::Borrowed(lexer.number()?),
        _ => {
            skip(lexer)?;
            Cow::Borrowed("")
        }
    };
    if let Some(number) = short_decimal(&text) {
        return Ok((number <= 1.0).then_some((number, text)));
    }
    let is_number = Lexer::new(text.as_bytes(), 0).number().is_ok_and(|number| number.len() == text.len());
    let number = is_number.then(|| parse_number(&text)).filter(|number| (0.0..=1.0).contains(number));
    // `-0` becomes the plain zero.
    Ok(number.map(|number| if number == 0.0 { (0.0, Cow::Borrowed("0")) } else { (number, text) }))
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// Rewrites a number that JSON does not allow, such as `+0.5`, `.5` and `01.`, in JSON's form.
fn as_json(text: Cow<'_, str>) -> Cow<'_, str> {
    // `+-1` keeps its plus, so that it is no number.
    let unsigned = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(&text);
    let is_digit = |at: usize| unsigned.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let zeros = unsigned.bytes().take_while(|byte| *byte == b'0').count();
    // One zero stays if no other digit follows.
    let start = if is_digit(zeros) { zeros } else { zeros.saturating_sub(1) };
    let digits = unsigned.get(start..).unwrap_or_default();
    let is_number = |whole: &&str| !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let whole = digits.strip_suffix('.').filter(is_number).unwrap_or(digits);
    match whole.strip_prefix('.') {
        Some(_) => Cow::Owned(["0", whole].concat()),
        None if whole.len() == text.len() => text,
        None => Cow::Owned(whole.to_owned()),
    }
}

/// Most digits whose number and whose power of ten a double holds exactly: their quotient is the nearest double.
const EXACT_DIGITS: usize = 15;

/// A number such as `0.00123`, which is how nearly all probabilities are written.
fn short_decimal(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let leads = whole.len() > 1 && whole.starts_with('0');
    if whole.len() + fraction.len() > EXACT_DIGITS || !plain(whole) || !plain(fraction) || leads {
        return None;
    }
    let digits = whole.bytes().chain(fraction.bytes());
    let number = digits.fold(0u64, |number, digit| number * 10 + u64::from(digit - b'0'));
    let scale = fraction.bytes().fold(1u64, |scale, _| scale * 10);
    Some(number as f64 / scale as f64)
}

fn skip(lexer: &mut Lexer) -> Result<(), Fault> {
    RawReader::default().read_unlimited(lexer).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_decimals_are_the_nearest_doubles() {
        for text in ["0", "1", "0.1", "0.00123", "0.97565", "0.123456789012", "1.0", "0.00000000000001", "0.5"] {
            assert_eq!(short_decimal(text), text.parse().ok(), "{text}");
        }
        for text in ["", ".5", "1.", "01", "-1", "1e2", "0.12345678901234567", "0.1x", "+0.5"] {
            assert_eq!(short_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn a_probability_is_found_beside_a_text_of_any_length() {
        let long = format!(r#"{{"note":"{}","epss":0.5}}"#, "x".repeat(2 << 20));
        assert_eq!((probability(&long), epss_of(&long)), (Ok(Some(0.5)), Some(0.5)));
    }

    #[test]
    fn the_probability_is_found_under_its_names_and_in_its_forms() {
        for (json, expected) in [
            (r#"{"epss":0.5}"#, Some(0.5)),
            (r#"{"score":"0.25"}"#, Some(0.25)),
            (r#"{"percentile":0.9,"epss_score":1e-3}"#, Some(0.001)),
            (r#"{"probability":0.1,"epss":0.2}"#, Some(0.2)),
            (r#"{"epss":7,"score":0.3}"#, Some(0.3)),
            (r#"{"epss":0.1,"epss":0.4}"#, Some(0.4)),
            (r#"{"epss":0.1,"\u0065pss":0.4}"#, Some(0.4)),
            (r#"{"epss":0.1,"x":{"epss":0.4}}"#, Some(0.1)),
            (r#"{"epss":0.1,"epss":{}}"#, None),
            (r#"{"epss":0.1,"score":0.4,"a":"b\\"}"#, Some(0.1)),
            (r#"{"epss":0.1e-1,"percentile":0.5}"#, Some(0.01)),
            (r#"{"epss":0.1 }"#, Some(0.1)),
            (r#"{"epss":"+0.5"}"#, Some(0.5)),
            (r#"{"epss":"+-0"}"#, None),
            (r#"[{"epss":0.1},{"epss":0.9},{"x":1},3]"#, Some(0.9)),
            (r#"[{"epss":0.9},{"epss":0.1},{"epss":"0.5"}]"#, Some(0.9)),
            (r#"[{},{"epss":0.4},{"x":{}},{}]"#, Some(0.4)),
            (r#"{"epss":0}"#, Some(0.0)),
            (r#"{"epss":1}"#, Some(1.0)),
            (r#"{"epss":"1.0"}"#, Some(1.0)),
            (r#"{"epss":1.01}"#, None),
            (r#"{"epss":"\u0030.9"}"#, Some(0.9)),
            (r#"{"epss":" \t0.25\n"}"#, Some(0.25)),
            (r#"{"epss":" 0.25 "}"#, Some(0.25)),
            (r#"{"epss":".5"}"#, Some(0.5)),
            (r#"{"epss":"+.5e-1"}"#, Some(0.05)),
            (r#"{"epss":"1."}"#, Some(1.0)),
            (r#"{"epss":"0."}"#, Some(0.0)),
            (r#"{"epss":"00.25"}"#, Some(0.25)),
            (r#"{"epss":"000"}"#, Some(0.0)),
            (r#"{"epss":"01"}"#, Some(1.0)),
            ("{}", None),
            ("[]", None),
            (r#"{"epss":null}"#, None),
            (r#"{"epss":-0.1}"#, None),
            (r#"{"epss":"high"}"#, None),
            (r#"{"epss":"."}"#, None),
            (r#"{"epss":"0.5."}"#, None),
            (r#"{"epss":"..5"}"#, None),
            (r#"{"epss":"+"}"#, None),
            (r#"{"epss":""}"#, None),
            (r#"{"epss":"++0.5"}"#, None),
            (r#"{"epss":"+-0.5"}"#, None),
            (r#"{"epss":"0x1"}"#, None),
            (r#"{"epss":"0.5%"}"#, None),
            (r#"{"epss":"NaN"}"#, None),
            (r#"{"epss":"no such probability"}"#, None),
            (r#"{"epss":{"score":0.5}}"#, None),
        ] {
            assert_eq!(probability(json), Ok(expected), "{json}");
        }
    }

    #[test]
    fn of_the_two_zeros_the_plain_one_is_given() {
        for text in [r#"{"epss":-0}"#, r#"{"score":"-0"}"#, r#"{"epss":-0e5}"#, r#"{"epss":0}"#] {
            assert!(epss_of(text).is_some_and(|zero| zero == 0.0 && zero.is_sign_positive()), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_holds_none() {
        for text in [r#"{"epss":0.5"#, r#"{"epss":0.5,"#, r#"{"epss":0.5,"percentile""#, r#"{"epss":00.5}"#, ""] {
            assert_eq!(epss_of(text), None, "{text}");
        }
        assert_eq!(epss_of(r#"{"epss":0.5,"percentile":0.9}"#), Some(0.5));
    }
}
