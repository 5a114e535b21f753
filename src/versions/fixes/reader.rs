//! Reads a text of fixed versions as constraints, each with how it stands to the one before it.
//!
//! Whether a version can be read is not checked here; text that is no constraint becomes one with an empty version.

use crate::segments::numbers;
use crate::{Scheme, significant, take_while};

#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<'a> {
    pub relation: Relation,
    pub version: &'a str,
}

/// How a version must compare with the one named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Relation {
    Least,
    Above,
    Most,
    Below,
    Except,
    /// At least the same, with this many leading parts unchanged.
    Line(usize),
}

/// What separates a constraint from the one before it, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    Joins,
    Comma,
    Parts,
}

/// Stands for text that is no constraint.
const NONE: Constraint = Constraint { relation: Relation::Least, version: "" };

/// The constraints of a text; none if there are more than `most`.
pub(super) fn read(text: &str, most: usize, scheme: Scheme) -> Vec<(Gap, Constraint<'_>)> {
    let mut found = Vec::new();
    let mut gap = Gap::Parts;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            ',' => gap = gap.max(Gap::Comma),
            '|' | ';' => gap = Gap::Parts,
            _ if first.is_whitespace() => {}
            _ => {
                // An interval after a comma is a range of its own.
                let is_interval = matches!(first, '[' | '(');
                let before = if is_interval && gap == Gap::Comma { Gap::Parts } else { gap };
                gap = Gap::Joins;
                let (constraint, other, next) = if is_interval { interval(rest) } else { constraint(rest, scheme) };
                found.push((before, constraint));
                found.extend(other.map(|other| (Gap::Joins, other)));
                if found.len() > most {
                    return Vec::new();
                }
                rest = next;
                continue;
            }
        }
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    found
}

/// What was read, and the rest of the text.
type Read<'a> = (Constraint<'a>, Option<Constraint<'a>>, &'a str);

/// `>= 1.2`: a relation and a version.
fn constraint(text: &str, scheme: Scheme) -> Read<'_> {
    let (signs, rest) = split(text, |byte| b"<>=!~^".contains(&byte));
    let rest = rest.trim_start();
    let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | '|' | ';' | '[' | ']' | '(' | ')' | '<' | '>' | '=');
    let (version, rest) = rest.split_at_checked(rest.find(is_end).unwrap_or(rest.len())).unwrap_or((rest, ""));
    let relation = match signs {
        "" | "=" | "==" | "===" | ">=" => Relation::Least,
        // dpkg doubles the sign.
        ">" | ">>" => Relation::Above,
        "<=" => Relation::Most,
        "<" | "<<" => Relation::Below,
        "!=" => Relation::Except,
        "~>" | "~=" | "~" | "^" => Relation::Line(fixed_parts(version, signs, scheme)),
        // Whatever such signs mean, they bound the upper side or exclude something.
        _ if signs.contains(['<', '!']) => return (Relation::Below.to(""), None, rest),
        _ => return (NONE, None, rest),
    };
    // A closing bracket that nothing opened is neither a sign nor a version.
    if signs.is_empty() && version.is_empty() {
        return (NONE, None, text.get(1..).unwrap_or_default());
    }
    // `1.2.x` names a line of versions, not one of them.
    let is_line = version.ends_with(".x") || version.ends_with(".X");
    (relation.to(if is_line { "" } else { version }), None, rest)
}

/// How many parts stay the same: after a caret all up to the first that is not zero, after a lone tilde the first two, else
/// all numbers but the last, which is what a lone tilde means to Composer too.
fn fixed_parts(version: &str, signs: &str, scheme: Scheme) -> usize {
    let count = numbers(version).count();
    let zeros = numbers(version).take_while(|number| significant(number).is_empty()).count();
    match signs {
        "^" => count.min(zeros + 1),
        "~" if scheme != Scheme::Composer => count.min(2),
        _ => count.saturating_sub(1).max(1),
    }
}

/// `[1.2,2.0)`: what Maven and NuGet write for a range.
fn interval(text: &str) -> Read<'_> {
    let includes_low = text.starts_with('[');
    let (inside, rest) = split(text.get(1..).unwrap_or_default(), |byte| byte != b']' && byte != b')');
    let includes_high = rest.starts_with(']');
    let after = rest.get(1..).unwrap_or_default();
    let low = if includes_low { Relation::Least } else { Relation::Above };
    let high = if includes_high { Relation::Most } else { Relation::Below };
    let constraints = match inside.split_once(',') {
        _ if rest.is_empty() => (NONE, None),
        // A single version stands in square brackets.
        None if includes_low && includes_high => (Relation::Least.to(inside.trim()), None),
        None => (NONE, None),
        Some((least, most)) => match (least.trim(), most.trim()) {
            ("", most) => (high.to(most), None),
            (least, "") => (low.to(least), None),
            (least, most) => (low.to(least), Some(high.to(most))),
        },
    };
    (constraints.0, constraints.1, after)
}

/// Splits off the longest beginning whose bytes satisfy `wanted`.
fn split(text: &str, wanted: impl Fn(u8) -> bool) -> (&str, &str) {
    let (head, _) = take_while(text.as_bytes(), wanted);
    text.split_at_checked(head.len()).unwrap_or((text, ""))
}

impl Relation {
    fn to(self, version: &str) -> Constraint<'_> {
        Constraint { relation: self, version }
    }
}
