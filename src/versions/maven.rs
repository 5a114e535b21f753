//! Maven versions, compared as Maven's ComparableVersion does: numbers, qualifiers and nested lists after hyphens.

use super::compare_digits;
use std::cmp::Ordering;

/// Qualifiers that Maven knows, least first; the empty one is the release itself.
const QUALIFIERS: [&str; 7] = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"];
const RELEASE: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Number(String),
    Word(String),
    List(Vec<Item>),
}

pub(super) fn compare(a: &str, b: &str) -> Option<Ordering> {
    let is_legal = |version: &str| version.bytes().any(|byte| byte.is_ascii_digit());
    (is_legal(a) && is_legal(b)).then(|| compare_lists(&parse(a), &parse(b)))
}

/// Where the text is split: at separators, and between digits and letters.
fn parse(version: &str) -> Vec<Item> {
    let mut lists: Vec<Vec<Item>> = vec![Vec::new()];
    let mut token = String::new();
    let push = |lists: &mut Vec<Vec<Item>>, token: &mut String, followed_by_digit: bool| {
        let item = item_of(std::mem::take(token), followed_by_digit);
        lists.last_mut().into_iter().for_each(|list| list.push(item.clone()));
    };
    for c in version.to_ascii_lowercase().chars() {
        let digit = c.is_ascii_digit();
        match c {
            '.' => push(&mut lists, &mut token, false),
            '-' | '_' => {
                push(&mut lists, &mut token, false);
                lists.push(Vec::new());
            }
            _ => {
                let changes = token.chars().last().is_some_and(|last| last.is_ascii_digit() != digit);
                if changes {
                    push(&mut lists, &mut token, digit);
                    lists.push(Vec::new());
                }
                token.push(c);
            }
        }
    }
    push(&mut lists, &mut token, false);
    let mut nested: Option<Vec<Item>> = None;
    while let Some(mut list) = lists.pop() {
        trim(&mut list);
        if let Some(inner) = nested.filter(|inner| !inner.is_empty()) {
            list.push(Item::List(inner));
        }
        nested = Some(list);
    }
    nested.unwrap_or_default()
}

fn item_of(token: String, followed_by_digit: bool) -> Item {
    if token.is_empty() || token.bytes().all(|byte| byte.is_ascii_digit()) {
        return Item::Number(if token.is_empty() { "0".to_owned() } else { token });
    }
    let word = match token.as_str() {
        "a" if followed_by_digit => "alpha",
        "b" if followed_by_digit => "beta",
        "m" if followed_by_digit => "milestone",
        "ga" | "final" | "release" => "",
        "cr" => "rc",
        other => other,
    };
    Item::Word(word.to_owned())
}

/// Zeros and release words at the end of a list say nothing.
fn trim(list: &mut Vec<Item>) {
    while list.last().is_some_and(is_null) {
        list.pop();
    }
}

fn is_null(item: &Item) -> bool {
    match item {
        Item::Number(digits) => digits.bytes().all(|digit| digit == b'0'),
        Item::Word(word) => word.is_empty(),
        Item::List(items) => items.is_empty(),
    }
}

fn compare_lists(a: &[Item], b: &[Item]) -> Ordering {
    for at in 0..a.len().max(b.len()) {
        let order = match (a.get(at), b.get(at)) {
            (Some(a), Some(b)) => compare_items(a, b),
            (Some(a), None) => compare_with_nothing(a),
            (None, Some(b)) => compare_with_nothing(b).reverse(),
            (None, None) => Ordering::Equal,
        };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

fn compare_items(a: &Item, b: &Item) -> Ordering {
    match (a, b) {
        (Item::Number(a), Item::Number(b)) => compare_digits(a.as_bytes(), b.as_bytes()),
        (Item::Word(a), Item::Word(b)) => place(a).cmp(&place(b)),
        (Item::List(a), Item::List(b)) => compare_lists(a, b),
        // A number is more than a list, a list more than a word.
        (Item::Number(_), _) | (Item::List(_), Item::Word(_)) => Ordering::Greater,
        (_, Item::Number(_)) | (Item::Word(_), Item::List(_)) => Ordering::Less,
    }
}

fn compare_with_nothing(item: &Item) -> Ordering {
    match item {
        Item::Number(_) if is_null(item) => Ordering::Equal,
        Item::Number(_) => Ordering::Greater,
        Item::Word(word) => place(word).cmp(&(RELEASE, "")),
        Item::List(items) => {
            items.iter().map(compare_with_nothing).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
    }
}

/// Unknown qualifiers come after all known ones, in the order of their letters.
fn place(word: &str) -> (usize, &str) {
    match QUALIFIERS.iter().position(|known| *known == word) {
        Some(place) => (place, ""),
        None => (QUALIFIERS.len(), word),
    }
}
