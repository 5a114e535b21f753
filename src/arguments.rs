//! A caller's object of arguments, read once and checked by name.
//!
//! The border with JavaScript makes an [`Argument`] of a value, of an object's own data members alone; everything after that
//! is checked here, without a browser. A refusal names the argument and the rule, never the value.

use crate::json::append_count;
use std::fmt;

/// A value as a caller gave it.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A string.
    Text(String),
    /// A string with an unpaired surrogate, which no identifier can hold; U+FFFD in its place.
    IllFormed(String),
    /// A number, also `NaN` and the infinities.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// An array.
    List(Vec<Argument>),
    /// A plain object's own data members.
    Members(Vec<(String, Argument)>),
    /// A function; the border keeps it.
    Function,
    /// A getter, which is not asked, what does not let itself be read, or more than is read.
    Unreadable,
    /// Anything else: `null`, a symbol, a big integer, a date, an instance of a class.
    Other,
}

impl Argument {
    /// A string of any content; else the rule that this breaks.
    pub fn text(&self) -> Result<&str, &'static str> {
        match self {
            Argument::Text(text) => Ok(text),
            Argument::IllFormed(_) => Err("must be well-formed Unicode"),
            _ => Err("must be a string"),
        }
    }

    /// A list of such strings.
    pub fn texts(&self) -> Option<Vec<String>> {
        let Argument::List(items) = self else { return None };
        items.iter().map(|item| item.text().ok().map(str::to_owned)).collect()
    }
}

/// An argument that was refused: which one, and the rule it breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Invalid {
    /// Name of the argument, such as `org` or `where.severity`.
    pub path: String,
    /// The end of the sentence "`path` …".
    pub rule: String,
}

impl Invalid {
    /// Says that `path` breaks `rule`.
    pub fn new(path: impl Into<String>, rule: impl Into<String>) -> Self {
        Invalid { path: path.into(), rule: rule.into() }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        f.write_str(" ")?;
        f.write_str(&self.rule)
    }
}

/// The members of one object.
#[derive(Debug)]
pub struct Arguments<'a> {
    prefix: &'static str,
    members: &'a [(String, Argument)],
}

/// Characters that an identifier may have; longer ones are a mistake, not a name.
const MAX_IDENTIFIER: usize = 1024;

const UNREADABLE: &str = "must be plain data: it is a getter, too large, or cannot be read";

impl<'a> Arguments<'a> {
    /// Takes an object's members and refuses names that are not in `known`. `prefix` is put before names in refusals;
    /// `name` is what they call the object itself.
    pub fn of(
        argument: &'a Argument,
        prefix: &'static str,
        name: &'static str,
        known: &[&'static str],
    ) -> Result<Self, Invalid> {
        let members = match argument {
            Argument::Members(members) => members,
            Argument::Unreadable => return Err(Invalid::new(name, UNREADABLE)),
            _ => return Err(Invalid::new(name, "must be a plain object")),
        };
        match members.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((unknown, _)) => Err(unknown_option(prefix, unknown, known)),
            None => Ok(Arguments { prefix, members }),
        }
    }

    /// A member, if there is one.
    pub fn get(&self, name: &str) -> Option<&'a Argument> {
        self.members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// A refusal of one of the members. One that cannot be read breaks that rule and no other.
    pub fn invalid(&self, name: &str, rule: impl Into<String>) -> Invalid {
        let path = [self.prefix, name].concat();
        match self.get(name) {
            Some(Argument::Unreadable) => Invalid::new(path, UNREADABLE),
            _ => Invalid::new(path, rule),
        }
    }

    /// A string of any content.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, Invalid> {
        self.get(name).map(|given| given.text().map_err(|rule| self.invalid(name, rule))).transpose()
    }

    /// A string that names nothing, so that one with unpaired surrogates will do.
    pub fn prose(&self, name: &str) -> Result<Option<&'a str>, Invalid> {
        match self.get(name) {
            Some(Argument::IllFormed(repaired)) => Ok(Some(repaired)),
            _ => self.text(name),
        }
    }

    /// A name that the service knows something by: not empty, not only spaces, no control characters, not endless.
    pub fn identifier(&self, name: &str) -> Result<&'a str, Invalid> {
        let text = self.text(name)?.ok_or_else(|| self.invalid(name, "is missing"))?;
        let rule = if text.trim().is_empty() {
            "must not be empty"
        } else if text.chars().nth(MAX_IDENTIFIER).is_some() {
            "is too long"
        } else if text.chars().any(char::is_control) {
            "must not hold control characters"
        } else {
            return Ok(text);
        };
        Err(self.invalid(name, rule))
    }

    /// One of a fixed set of words.
    pub fn word(&self, name: &str, words: &[&'static str]) -> Result<Option<&'static str>, Invalid> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        match words.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => Err(self.invalid(name, one_of(words))),
        }
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, Invalid> {
        match self.get(name) {
            None => Ok(None),
            Some(Argument::Flag(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.invalid(name, "must be true or false")),
        }
    }

    /// A number that is not `NaN`.
    pub fn number(&self, name: &str) -> Result<Option<f64>, Invalid> {
        match self.get(name) {
            None => Ok(None),
            Some(Argument::Number(number)) if !number.is_nan() => Ok(Some(*number)),
            Some(_) => Err(self.invalid(name, "must be a number")),
        }
    }

    /// A list of numbers, none of them `NaN`.
    pub fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, Invalid> {
        let Some(given) = self.get(name) else { return Ok(None) };
        let Argument::List(items) = given else { return Err(self.invalid(name, "must be an array of numbers")) };
        let numbers = items.iter().map(|item| match item {
            Argument::Number(number) if !number.is_nan() => Ok(*number),
            _ => Err(self.invalid(name, "must be an array of numbers")),
        });
        numbers.collect::<Result<_, _>>().map(Some)
    }

    /// An integer from 0 to `most`.
    pub fn count(&self, name: &str, most: u32) -> Result<Option<u32>, Invalid> {
        match self.number(name)? {
            None => Ok(None),
            Some(number) if number.fract() == 0.0 && (0.0..=f64::from(most)).contains(&number) => {
                Ok(Some(number as u32))
            }
            Some(_) => {
                let mut rule = "must be an integer from 0 to ".to_owned();
                append_count(most.into(), &mut rule);
                Err(self.invalid(name, rule))
            }
        }
    }

    /// A whole number from 0 up, or infinity. Larger numbers become `u32::MAX`: nothing counted here is larger.
    pub fn amount(&self, name: &str) -> Result<Option<u32>, Invalid> {
        match self.number(name)? {
            None => Ok(None),
            Some(number) if number >= 0.0 && (number.is_infinite() || number.fract() == 0.0) => Ok(Some(number as u32)),
            Some(_) => Err(self.invalid(name, "must be a whole number from 0 up, or Infinity")),
        }
    }

    /// Milliseconds above 0 that a timer can hold, or infinity for none.
    pub fn duration(&self, name: &str) -> Result<Option<f64>, Invalid> {
        match self.number(name)? {
            None => Ok(None),
            Some(ms) if ms == f64::INFINITY || (ms > 0.0 && ms <= f64::from(i32::MAX)) => Ok(Some(ms)),
            Some(_) => Err(self.invalid(name, "must be milliseconds above 0 and below 2147483648, or Infinity")),
        }
    }

    /// Milliseconds of a calendar rather than of a timer: 0 or more, or infinity.
    pub fn span(&self, name: &str) -> Result<Option<f64>, Invalid> {
        match self.number(name)? {
            Some(ms) if ms < 0.0 => Err(self.invalid(name, "must be milliseconds, 0 or more, or Infinity")),
            ms => Ok(ms),
        }
    }

    /// An array of strings.
    pub fn texts(&self, name: &str) -> Result<Option<Vec<String>>, Invalid> {
        let rule = "must be an array of strings of well-formed Unicode";
        self.get(name).map(|given| given.texts().ok_or_else(|| self.invalid(name, rule))).transpose()
    }

    /// An array of strings. Unpaired surrogates become U+FFFD, as in the texts of a scan that these are compared with.
    pub fn mended_texts(&self, name: &str) -> Result<Option<Vec<String>>, Invalid> {
        let Some(given) = self.get(name) else { return Ok(None) };
        let refused = || self.invalid(name, "must be an array of strings");
        let Argument::List(items) = given else { return Err(refused()) };
        let texts = items.iter().map(|item| match item {
            Argument::Text(text) | Argument::IllFormed(text) => Ok(text.clone()),
            _ => Err(refused()),
        });
        texts.collect::<Result<_, _>>().map(Some)
    }
}

/// The rule of a closed set of words.
pub fn one_of(words: &[&'static str]) -> String {
    ["must be one of: ", &words.join(", ")].concat()
}

/// A refusal of a name nobody knows, with the known name it looks like.
fn unknown_option(prefix: &str, unknown: &str, known: &[&'static str]) -> Invalid {
    let path = [prefix, &printable(unknown)].concat();
    let likely = known.iter().filter_map(|name| Some((likeness(name, unknown)?, name)));
    match likely.min_by_key(|(distance, _)| *distance) {
        Some((_, name)) => Invalid::new(path, ["is an unknown option; did you mean ", prefix, name, "?"].concat()),
        None => Invalid::new(path, "is an unknown option"),
    }
}

/// A caller's own name of an option, fit for a message: ASCII, escaped as JSON does, at most 64 characters, and something to see.
fn printable(name: &str) -> String {
    if name.is_empty() {
        return "\"\"".to_owned();
    }
    name.encode_utf16().take(64).flat_map(escaped).take(64).collect()
}

fn escaped(unit: u16) -> impl Iterator<Item = char> {
    let digit = |shift: u32| char::from_digit(u32::from(unit >> shift & 0xf), 16);
    let shown = u8::try_from(unit).ok().filter(|byte| matches!(byte, b' '..=b'~')).map(char::from);
    let (escape, code) = match shown {
        Some('"' | '\\') => ([Some('\\'), None], [shown, None, None, None]),
        Some(_) => ([None; 2], [shown, None, None, None]),
        None => ([Some('\\'), Some('u')], [digit(12), digit(8), digit(4), digit(0)]),
    };
    escape.into_iter().chain(code).flatten()
}

/// In how many letters two names differ, whatever their letter case and punctuation; `None` if in more than three, or for shorter
/// names in more than two or one. A name that is cut short is like the whole one.
fn likeness(known: &str, unknown: &str) -> Option<usize> {
    let fold = |name: &str| -> Vec<char> {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).take(64).collect()
    };
    let (known, unknown) = (fold(known), fold(unknown));
    let near = match known.len() {
        0..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let is_cut = unknown.len() >= 3 && known.starts_with(&unknown);
    Some(edit_distance(&known, &unknown)).filter(|distance| is_cut || *distance <= near)
}

/// Levenshtein distance of two short names.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, from) in a.iter().enumerate() {
        let mut diagonal = at;
        let mut left = at + 1;
        for (to, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let above = *cell;
            left = (above + 1).min(left + 1).min(diagonal + usize::from(from != to));
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests;
